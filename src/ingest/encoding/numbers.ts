// 64-bit integers in two signed 32-bit lanes: their decimal text, their nearest double, and time arithmetic.

const exactMax = Number.MAX_SAFE_INTEGER;

/** Nearest double of a signed 64-bit integer. */
export function toDouble(hi: number, lo: number): number {
  return hi * 0x1_0000_0000 + (lo >>> 0);
}

/** Decimal text, exact over the whole range. */
export function int64Text(hi: number, lo: number): string {
  const value = toDouble(hi, lo);
  if (value <= exactMax && value >= -exactMax) return String(value);
  return ((BigInt(hi) << 32n) | BigInt(lo >>> 0)).toString();
}

export function uint64Text(hi: number, lo: number): string {
  const value = toDouble(hi >>> 0, lo);
  if (value <= exactMax) return String(value);
  return uint64(hi, lo).toString();
}

export function uint64(hi: number, lo: number): bigint {
  return (BigInt(hi >>> 0) << 32n) | BigInt(lo >>> 0);
}

export interface Lanes {
  lo: number;
  hi: number;
}

export function lanesOf(value: bigint): Lanes {
  return { lo: Number(BigInt.asIntN(32, value)), hi: Number(BigInt.asIntN(32, value >> 32n)) };
}

/** A signed or unsigned decimal integer of at most 64 bits; false when it is none. */
export function parseInt64(text: string, out: Lanes): boolean {
  if (!/^[+-]?\d{1,20}$/.test(text)) return false;
  const short = Number(text);
  if (Number.isSafeInteger(short)) {
    out.lo = short | 0;
    out.hi = Math.floor(short / 0x1_0000_0000) | 0;
    return true;
  }
  const value = BigInt(text.startsWith('+') ? text.slice(1) : text);
  if (value < -(1n << 63n) || value >= 1n << 64n) return false;
  ({ hi: out.hi, lo: out.lo } = lanesOf(value));
  return true;
}

/** Milliseconds of an unsigned number of nanoseconds, exactly: base 65536, so that no step passes 2^53. */
export function nanosToMs(hi: number, lo: number): number {
  const top = hi >>> 0;
  const a = Math.floor(top / 1_000_000);
  const b = (top - a * 1_000_000) * 0x1_0000 + (lo >>> 16);
  const b1 = Math.floor(b / 1_000_000);
  const c = (b - b1 * 1_000_000) * 0x1_0000 + (lo & 0xffff);
  return a * 0x1_0000_0000 + b1 * 0x1_0000 + Math.floor(c / 1_000_000);
}
