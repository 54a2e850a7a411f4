/** The rest of a division, which is never negative. */
export function modulo(value: bigint, by: bigint): bigint {
  const size = by < 0n ? -by : by;
  return ((value % size) + size) % size;
}
