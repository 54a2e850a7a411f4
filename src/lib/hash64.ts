// A 64-bit hash over bytes, in two 32-bit lanes because BigInt arithmetic costs ten times as much.
// Not cryptographic: it names log shapes and endpoints, and what it gives is stored, so it must never change.

export interface Hash64 {
  hi: number;
  lo: number;
}

export function startHash(out: Hash64, seed: number): void {
  out.hi = seed ^ 0x9e3779b9;
  out.lo = Math.imul(seed + 1, 0x85ebca6b);
}

/** The lanes after one more byte. */
export function nextHi(hi: number, byte: number): number {
  return Math.imul(((hi << 5) | (hi >>> 27)) ^ byte, 0x9e3779b1);
}

export function nextLo(lo: number, byte: number): number {
  return Math.imul(((lo << 13) | (lo >>> 19)) + byte, 0x85ebca77);
}

export function addByte(out: Hash64, byte: number): void {
  out.hi = nextHi(out.hi, byte);
  out.lo = nextLo(out.lo, byte);
}

export function addBytes(out: Hash64, bytes: Uint8Array, start: number, end: number): void {
  let hi = out.hi;
  let lo = out.lo;
  for (let i = start; i < end; i++) {
    const byte = bytes[i] as number;
    hi = nextHi(hi, byte);
    lo = nextLo(lo, byte);
  }
  out.hi = hi;
  out.lo = lo;
}

/** Mixes the lanes into each other; never gives 0, which columns use for "none". */
export function finishHash(out: Hash64): void {
  let hi = avalanche(out.hi ^ (out.lo >>> 16));
  let lo = avalanche(out.lo ^ hi);
  hi = (hi ^ lo) >>> 0;
  lo = (lo ^ Math.imul(hi, 0x27d4eb2f)) >>> 0;
  out.hi = hi;
  out.lo = hi === 0 && lo === 0 ? 1 : lo;
}

function avalanche(value: number): number {
  let h = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/** One hash of several texts: a zero byte between them keeps ('ab', 'c') and ('a', 'bc') apart. */
export function hashTexts(seed: number, texts: readonly string[]): Hash64 {
  const out: Hash64 = { hi: 0, lo: 0 };
  startHash(out, seed);
  for (const text of texts) {
    const bytes = Buffer.from(text, 'utf8');
    addBytes(out, bytes, 0, bytes.length);
    addByte(out, 0);
  }
  finishHash(out);
  return out;
}

export function toBigInt(hash: Hash64): bigint {
  return (BigInt(hash.hi) << 32n) | BigInt(hash.lo);
}

/** 53 of its bits, as the key of a map. */
export function toKey(hi: number, lo: number): number {
  return (hi >>> 0) * 0x20_0000 + (lo >>> 11);
}

export function toHex(hash: Hash64): string {
  return hash.hi.toString(16).padStart(8, '0') + hash.lo.toString(16).padStart(8, '0');
}
