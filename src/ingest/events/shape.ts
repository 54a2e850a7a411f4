// The shape of a log line: a 64-bit name for "the same statement with other values", given at ingest without any state.
// Rows keep `shape` and `shapeVersion`; what makes hashes differ for the same line must raise the version.

import type { Hash64 } from '../../lib/hash64.ts';
import { textToScan } from '../../lib/json-message.ts';
import { hashLine, scanLine } from '../../lib/log-tokens.ts';

export const shapeVersion = 1;

/** Attributes that carry the template of a record, best first. The first one present is the text to scan. */
export const templateAttributes: readonly string[] = [
  'log.record.template',
  'messageTemplate',
  '@mt',
  '{OriginalFormat}',
  'event_name',
];

/** The shape of a template or body. JSON objects are scanned by their message. Zero lanes: nothing to name. */
export function shapeOf(text: string | Uint8Array): Hash64 {
  return { ...scanLine(textToScan(text), shapeVersion).hash };
}

const openBrace = 0x7b;

/** The same of the text between two places; valid until the next call. */
export function shapeOfBytes(bytes: Uint8Array, start: number, end: number): Readonly<Hash64> {
  return bytes[start] === openBrace ? shapeOf(bytes.subarray(start, end)) : hashLine(bytes, start, end, shapeVersion);
}
