// Bounds of the decoders that more than one part knows; the others stand beside what they bound.

export interface DecodeLimits {
  readonly bodyTextBytesMax: number;
  readonly attributeBytesMax: number;
  readonly keyBytesMax: number;
  readonly nameBytesMax: number;
  readonly attributesPerRecordMax: number;
  readonly eventsPerSpanMax: number;
  readonly linksPerSpanMax: number;
  readonly nestingLevelsMax: number;
  readonly bucketsPerPointMax: number;
  readonly futureMsMax: number;
}

export const defaultLimits: DecodeLimits = {
  bodyTextBytesMax: 256 * 1024,
  attributeBytesMax: 64 * 1024,
  keyBytesMax: 256,
  nameBytesMax: 1024,
  attributesPerRecordMax: 256,
  eventsPerSpanMax: 256,
  linksPerSpanMax: 256,
  nestingLevelsMax: 32,
  bucketsPerPointMax: 4096,
  futureMsMax: 10 * 60_000,
};

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
