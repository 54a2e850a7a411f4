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
/** Of a column beside the attributes, which hold it whole. */
export const promotedBytesMax = 1024;
/** Of a metric, whoever tells of it. */
export const descriptionBytesMax = 4096;
