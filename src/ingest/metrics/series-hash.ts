// The identity of a series: a 64-bit hash of what names it, four bytes at a time in two lanes. Attributes are hashed one
// by one and added up, so that their order does not matter. What this gives is stored: it must never change.

import type { Hash64 } from '../../lib/hash64.ts';

const hiPrime = 0x9e3779b1;
const loPrime = 0x85ebca77;

export function startSeries(out: Hash64, seed: number): void {
  out.hi = Math.imul(seed ^ 0x165667b1, hiPrime);
  out.lo = Math.imul(seed + 0x27d4eb2f, loPrime);
}

/** Bytes and how many they are, so that neighbours cannot lend each other any. */
export function addBytesTo(out: Hash64, view: DataView, start: number, end: number): void {
  let hi = out.hi ^ (end - start);
  let lo = out.lo + (end - start);
  let at = start;
  for (; at + 4 <= end; at += 4) {
    const word = view.getInt32(at, true);
    hi = Math.imul(((hi << 15) | (hi >>> 17)) ^ word, hiPrime);
    lo = Math.imul(((lo << 13) | (lo >>> 19)) + word, loPrime);
  }
  let rest = 0;
  for (let shift = 0; at < end; at++, shift += 8) rest |= view.getUint8(at) << shift;
  out.hi = Math.imul(((hi << 15) | (hi >>> 17)) ^ rest, hiPrime);
  out.lo = Math.imul(((lo << 13) | (lo >>> 19)) + rest, loPrime);
}

export function addNumberTo(out: Hash64, number: number): void {
  out.hi = Math.imul(((out.hi << 15) | (out.hi >>> 17)) ^ number, hiPrime);
  out.lo = Math.imul(((out.lo << 13) | (out.lo >>> 19)) + number, loPrime);
}

const encoder = new TextEncoder();
/** To make a buffer for each short text takes longer than all else. */
const shortBytesMax = 4096;
const scratch = new Uint8Array(shortBytesMax);
const scratchView = new DataView(scratch.buffer);

export function addTextTo(out: Hash64, text: string): void {
  if (text.length * 3 <= shortBytesMax) {
    addBytesTo(out, scratchView, 0, encoder.encodeInto(text, scratch).written);
    return;
  }
  const bytes = Buffer.from(text, 'utf8');
  addBytesTo(out, new DataView(bytes.buffer, bytes.byteOffset, bytes.length), 0, bytes.length);
}

/** Lanes mixed into each other; signed. Never 0, which stands for no series. */
export function finishSeries(out: Hash64): void {
  let hi = out.hi ^ (out.lo >>> 15);
  let lo = out.lo ^ (out.hi >>> 13);
  hi = Math.imul(hi ^ (hi >>> 16), 0x85ebca6b);
  lo = Math.imul(lo ^ (lo >>> 16), 0xc2b2ae35);
  hi ^= lo >>> 13;
  lo ^= hi >>> 16;
  hi = Math.imul(hi ^ (hi >>> 13), 0xc2b2ae35);
  lo = Math.imul(lo ^ (lo >>> 13), 0x85ebca6b);
  out.hi = hi ^ (hi >>> 16);
  out.lo = lo ^ (lo >>> 16);
  if ((out.hi | out.lo) === 0) out.lo = 1;
}
