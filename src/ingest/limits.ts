// Bounds of the decoders that more than one part knows; the others stand beside what they bound.

export const attributeBytesMax = 64 * 1024;
export const keyBytesMax = 256;
export const nameBytesMax = 1024;
export const attributesPerRecordMax = 256;
export const nestingLevelsMax = 32;
export const bucketsPerPointMax = 4096;
/** How far a time may be ahead of its arrival. */
export const futureMsMax = 10 * 60_000;
/** Rows of one table, and likewise records that are rejected: a body of tiny records is small, what becomes of them is not. */
export const recordsPerRequestMax = 1 << 18;
/** Different resources and scopes: each is read, named and told of by itself. A large cluster sends some ten thousand at once. */
export const originsPerRequestMax = 1 << 16;
/** Of a column beside the attributes, which hold it whole. */
export const promotedBytesMax = 1024;
/** Messages inside messages that a reader follows before it calls the body malformed. */
export const wireLevelsMax = 100;
export const snappyOutputBytesMax = 64 * 1024 * 1024;
export const reasonMessagesMax = 5;
