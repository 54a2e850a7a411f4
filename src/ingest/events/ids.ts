// Trace and span ids: a fixed number of bytes that are not all zero, kept as lower-case hex.

import type { Outcome } from '../outcome.ts';
import type { TextColumn } from '../rows/columns.ts';

export const traceIdBytes = 16;
export const spanIdBytes = 8;
/** Both digits of each byte, as two bytes that stand the right way round in a little-endian number. */
const pairs = new Uint16Array(256);
for (let byte = 0; byte < 256; byte++) pairs[byte] = Buffer.from(byte.toString(16).padStart(2, '0')).readUInt16LE();

export function isValidId(bytes: Uint8Array, start: number, end: number, size: number): boolean {
  return end - start === size && !isZero(bytes, start, end);
}

export function isZero(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start | 0; i < end; i++) if (bytes[i] !== 0) return false;
  return true;
}

export function putId(column: TextColumn, row: number, bytes: Uint8Array, start: number, end: number): void {
  const size = (end - start) * 2;
  column.start(row, size);
  const out = column.view;
  const hex = pairs;
  let at = column.length;
  out.setUint8(at++, size);
  // Ids have an even number of bytes.
  for (let i = start | 0; i < end; i += 2, at += 4) {
    const first = hex[bytes[i] as number] as number;
    out.setInt32(at, first | ((hex[bytes[i + 1] as number] as number) << 16), true);
  }
  column.length = at;
}

/** Where an invalid id means that there is none. All zeros is how senders say so; any other length is counted. */
export function putIdOrIgnore(
  column: TextColumn,
  row: number,
  bytes: Uint8Array,
  start: number,
  end: number,
  size: number,
  outcome: Outcome,
): void {
  if (start === end) return;
  if (isValidId(bytes, start, end, size)) putId(column, row, bytes, start, end);
  else if (end - start !== size) outcome.ignoredIds++;
}
