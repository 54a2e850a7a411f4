// The shape of a log line: a 64-bit name for "the same statement with other values", given at ingest without any state.
// Rows keep `shape` and `shapeVersion`; what makes hashes differ for the same line must raise the version.

import { addByte, addBytesAnd, finishHash, startHash } from '../lib/hash64.ts';
import type { Hash64 } from '../lib/hash64.ts';
import { textToScan } from '../lib/json-message.ts';
import { type LineTokens, scanBytes, scanLine } from '../lib/log-tokens.ts';

export const shapeVersion = 1;

const variableByte = 1; // cannot stand in a token: control characters separate
const tokenEndByte = 0;

/** Attributes that carry the template of a record, best first. The first one present is the text to scan. */
export const templateAttributes: readonly string[] = [
  'log.record.template',
  'messageTemplate',
  '@mt',
  '{OriginalFormat}',
  'event_name',
];

/** The shape of a template or body. JSON objects are scanned by their message. Zero lanes: nothing to name. */
export function shapeOf(text: string | Uint8Array, out: Hash64 = { hi: 0, lo: 0 }): Hash64 {
  return hashLine(scanLine(textToScan(text)), out);
}

const openBrace = 0x7b;

/** The same of the text between two places. */
export function shapeOfBytes(bytes: Uint8Array, start: number, end: number, out: Hash64): Hash64 {
  if (bytes[start] === openBrace) return shapeOf(bytes.subarray(start, end), out);
  return hashLine(scanBytes(bytes, start, end), out);
}

function hashLine({ count, bytes, starts, ends, variable }: LineTokens, out: Hash64): Hash64 {
  out.hi = 0;
  out.lo = 0;
  if (count === 0) return out;
  startHash(out, shapeVersion);
  for (let i = 0; i < count; i++) {
    if (variable[i] === 1) {
      addByte(out, variableByte);
      addByte(out, tokenEndByte);
    } else addBytesAnd(out, bytes, starts[i] as number, ends[i] as number, tokenEndByte);
  }
  finishHash(out);
  return out;
}
