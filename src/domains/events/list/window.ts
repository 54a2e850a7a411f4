// The newest rows are looked for near the end of a range first, in windows that grow as what was found lets expect.

import type { TimeRange } from '../../../lib/time-range.ts';

/** So many times what was searched, where nothing was found. */
const blindWidening = 24n;

/** The end of the range below `end`; all of it, when little more than that would be left. */
export function windowBelow(range: TimeRange, end: bigint, width: bigint): TimeRange {
  const from = 2n * (end - range.from) < 3n * width ? range.from : end - width;
  return { from, to: end };
}

/** As far again as the rows so far let expect for those that are wanted, and further the fewer they are; as far again at least. */
export function nextWidth(searched: bigint, found: number, wanted: number): bigint {
  if (found === 0) return searched * blindWidening;
  const expected = ((wanted - found) / found) * (1 + 2 / Math.sqrt(found));
  return (searched * BigInt(Math.ceil(Math.max(expected, 1) * 1000))) / 1000n;
}

/** As far as so many rows reach in a range that has `counted`, and a quarter further, and for few of them more: they do not lie evenly. */
export function likelyWidth(range: TimeRange, counted: number, wanted: number): bigint {
  const share = (wanted * 1.25 + 2 * Math.sqrt(wanted)) / Math.max(counted, 1);
  return ((range.to - range.from) * BigInt(Math.ceil(share * 1_000_000))) / 1_000_000n;
}
