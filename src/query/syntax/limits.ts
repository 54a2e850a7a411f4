/** What a query text may be at most; each is a diagnostic E5xx, never an exception. */
export const textCharsMax = 65_536;
/** Of a text with the values of its variables in their places: each stands there as often as it is named. */
export const writtenCharsMax = 4 * textCharsMax;
export const nestingDepthMax = 200;
export const nodesMax = 5_000;
export const listItemsMax = 10_000;
export const columnsMax = 200;
/** Of all stages of a query, where joins take along what both sides have. */
export const joinedColumnsMax = 10_000;
export const stagesMax = 64;
/** Rows of `range x from a to b step s`. */
export const rangeRowsMax = 1_000_000;
/** Steps of a series. */
export const seriesStepsMax = 10_000;
export const regexCharsMax = 512;
export const regexRepeatMax = 1_000;
