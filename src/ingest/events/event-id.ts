import type { Hash64 } from '../../lib/hash64.ts';

const placeMax = 0x3ff_ffff;

/**
 * A UUID of version 7: 32 bits of time, which tell the event's to a minute, all of the body's receipt, and 26 bits of the
 * record's place in it. The same body gives the same ids, and a retry of it is found by them, as is an event
 * by the others of its body: ../durable/queries.ts and ../../query/clickhouse/storage.ts read the receipt out of them.
 */
export function writeEventId(data: Uint32Array, at: number, ms: number, receipt: Hash64, place: number): void {
  const { hi, lo } = receipt;
  data[at] = (hi & 0xffff_0000) | 0x7000 | ((hi >>> 4) & 0xfff);
  data[at + 1] = Math.floor(ms / 0x1_0000);
  data[at + 2] = (lo << 26) | (place & placeMax);
  data[at + 3] = 0x8000_0000 | ((hi & 0xf) << 26) | (lo >>> 6);
}
