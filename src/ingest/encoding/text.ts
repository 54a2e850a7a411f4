// Texts from a body into columns: valid UTF-8, no longer than their limit, and nothing changed without being counted.

import { isUtf8 } from 'node:buffer';
import { doubleText } from '../../lib/double-text.ts';
import { int64Text } from './numbers.ts';
import type { Outcome } from '../outcome.ts';
import type { TextColumn } from '../rows/columns.ts';
import type { Dictionary } from '../rows/dictionary.ts';
import type { Wire } from './wire.ts';

/** From here on the engine's copy beats a loop. */
const longBytesMin = 96;
/** Up to here, four bytes at a time beat it. */
const loopBytesMax = 512;
/** A cut text ends in this mark; it counts within the limit. */
export const markBytesMax = 40;
const numberDigitsMax = 16;

/** Anything that bytes are appended to. */
export interface Appendable {
  bytes: Uint8Array;
  length: number;
  reserve(count: number): void;
}

/** Copies bytes that have room; false, with the length unchanged, when they are not UTF-8. */
function copyText(out: Appendable, bytes: Uint8Array, start: number, end: number): boolean {
  const target = out.bytes;
  let at = out.length;
  if (end - start >= longBytesMin) {
    const part = bytes.subarray(start, end);
    if (!isUtf8(part)) return false;
    target.set(part, at);
    out.length = at + part.length;
    return true;
  }
  let high = 0;
  for (let i = start; i < end; i++) {
    const byte = bytes[i] as number;
    high |= byte;
    target[at++] = byte;
  }
  if (high >= 0x80 && !isUtf8(bytes.subarray(start, end))) return false;
  out.length = at;
  return true;
}

export function appendLength(out: Appendable, length: number): void {
  let rest = length;
  while (rest >= 0x80) {
    out.bytes[out.length++] = (rest & 0x7f) | 0x80;
    rest >>>= 7;
  }
  out.bytes[out.length++] = rest;
}

/** A length and a text of ASCII, four bytes at a time; false, with nothing appended, where it is another or long. */
export function appendAsciiOf(out: TextColumn, view: DataView, start: number, length: number): boolean {
  if (length >= loopBytesMax) return false;
  const target = out.view;
  const from = out.length + (length < 0x80 ? 1 : 2);
  const last = length - 4;
  let high = 0;
  if (last >= 0) {
    for (let at = 0; at < last; at += 4) {
      const word = view.getInt32(start + at, true);
      high |= word;
      target.setInt32(from + at, word, true);
    }
    // The last four may overlap those before.
    const word = view.getInt32(start + last, true);
    high |= word;
    target.setInt32(from + last, word, true);
  } else
    for (let at = 0; at < length; at++) {
      const byte = view.getUint8(start + at);
      high |= byte;
      target.setUint8(from + at, byte);
    }
  if ((high & 0x8080_8080) !== 0) return false;
  if (length < 0x80) target.setUint8(out.length, length);
  else target.setUint16(out.length, (length & 0x7f) | 0x80 | ((length >>> 7) << 8), true);
  out.length = from + length;
  return true;
}

/** As `appendText`, the way that is fastest for what most texts are. */
export function appendTextOf(
  out: TextColumn,
  { bytes, view }: Pick<Wire, 'bytes' | 'view'>,
  start: number,
  end: number,
  bytesMax: number,
  outcome: Outcome,
): void {
  if (end - start > bytesMax || !appendAsciiOf(out, view, start, end - start))
    appendText(out, bytes, start, end, bytesMax, outcome);
}

/** A length and the text, cut or repaired if need be. There must be room for `end - start` and five more bytes. */
export function appendText(
  out: Appendable,
  bytes: Uint8Array,
  start: number,
  end: number,
  bytesMax: number,
  outcome: Outcome,
): void {
  const before = out.length;
  if (end - start <= bytesMax) {
    appendLength(out, end - start);
    if (copyText(out, bytes, start, end)) return;
    out.length = before;
  }
  const fitting = fitted(bytes, start, end, bytesMax, outcome);
  out.reserve(fitting.length + 5);
  appendLength(out, fitting.length);
  out.bytes.set(fitting, out.length);
  out.length += fitting.length;
}

/** The value of a row in a text column; nothing for an empty one. */
export function putText(
  column: TextColumn,
  row: number,
  bytes: Uint8Array,
  start: number,
  end: number,
  bytesMax: number,
  outcome: Outcome,
): void {
  if (start === end) return;
  column.start(row, Math.min(end - start, bytesMax));
  appendText(column, bytes, start, end, bytesMax, outcome);
}

export function putString(column: TextColumn, row: number, text: string, bytesMax: number, outcome: Outcome): void {
  if (text === '') return;
  const bytes = Buffer.from(text, 'utf8');
  putText(column, row, bytes, 0, bytes.length, bytesMax, outcome);
}

/** A word of a dictionary, cut or repaired if need be. */
export function wordOf(
  words: Dictionary,
  { bytes, view }: Pick<Wire, 'bytes' | 'view'>,
  start: number,
  end: number,
  bytesMax: number,
  outcome: Outcome,
): number {
  if (start === end) return 0;
  const recent = words.recentOf(view, start, end);
  return recent !== 0 ? recent : newWordOf(words, bytes, view, start, end, bytesMax, outcome);
}

function newWordOf(
  words: Dictionary,
  bytes: Uint8Array,
  view: DataView,
  start: number,
  end: number,
  bytesMax: number,
  outcome: Outcome,
): number {
  if (end - start <= bytesMax) {
    let high = 0;
    for (let i = start; i < end; i++) high |= bytes[i] as number;
    if (high < 0x80 || isUtf8(bytes.subarray(start, end))) {
      const index = words.ofBytes(bytes, start, end);
      words.keepRecent(view, start, end, index);
      return index;
    }
  }
  const fitting = fitted(bytes, start, end, bytesMax, outcome);
  return words.ofBytes(fitting, 0, fitting.length);
}

/** The slow way: cut between two characters, replaced where it is not UTF-8, each counted. */
export function fitted(bytes: Uint8Array, start: number, end: number, bytesMax: number, outcome: Outcome): Uint8Array {
  const wasTooLong = end - start > bytesMax;
  const most = Math.max(0, bytesMax - markBytesMax);
  let text: Uint8Array = bytes.subarray(start, wasTooLong ? wholeEnd(bytes, start, start + most) : end);
  if (!isUtf8(text)) {
    outcome.repairedTexts++;
    text = Buffer.from(Buffer.from(text).toString('utf8'), 'utf8');
  }
  if (!wasTooLong && text.length <= bytesMax) return text;
  outcome.cutValues++;
  const mark = Buffer.from(`…[cut, was ${end - start} bytes]`, 'utf8');
  return Buffer.concat([text.length > most ? text.subarray(0, wholeEnd(text, 0, most)) : text, mark]);
}

/** The last place at or before `at` that is no inside of a character. */
export function wholeEnd(bytes: Uint8Array, start: number, at: number): number {
  let end = at;
  while (end > start && at - end < 4 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return at - end < 4 ? end : at;
}

/** ASCII only: numbers and words of ours. */
export function appendAscii(out: Appendable, text: string): void {
  let at = out.length;
  for (let i = 0; i < text.length; i++) out.bytes[at++] = text.charCodeAt(i);
  out.length = at;
}

/** A length and ASCII text of less than 128 characters. */
export function appendShort(out: Appendable, text: string): void {
  out.bytes[out.length++] = text.length;
  appendAscii(out, text);
}

/** A length and a double's text, as `doubleText` gives it. */
export function appendDouble(out: Appendable, value: number): void {
  const thousandths = Math.round(value * 1000);
  // Few decimals, as most have: no other text of so few digits can mean the same number.
  if (thousandths > 0 && thousandths < 1e9 && thousandths / 1000 === value) {
    let decimals = 3;
    let rest = thousandths;
    while (decimals > 1 && rest % 10 === 0) {
      rest /= 10;
      decimals--;
    }
    const bytes = out.bytes;
    const start = out.length;
    let at = start + numberDigitsMax;
    const end = at;
    for (let i = 0; i < decimals || rest > 0 || i === decimals; i++) {
      if (i === decimals) bytes[at--] = 0x2e;
      const next = (rest / 10) | 0;
      bytes[at--] = 48 + rest - next * 10;
      rest = next;
    }
    const length = end - at;
    bytes[start] = length;
    bytes.copyWithin(start + 1, at + 1, end + 1);
    out.length = start + 1 + length;
    return;
  }
  appendShort(out, doubleText(value));
}

/** A length and the decimal text of a signed 64-bit integer. */
export function appendInteger(out: Appendable, hi: number, lo: number): void {
  if (hi !== 0 || lo < 0 || lo >= 1_000_000) {
    appendShort(out, int64Text(hi, lo));
    return;
  }
  const digits = lo < 10 ? 1 : lo < 100 ? 2 : lo < 1000 ? 3 : lo < 10_000 ? 4 : lo < 100_000 ? 5 : 6;
  const bytes = out.bytes;
  let at = out.length;
  bytes[at] = digits;
  at += digits;
  out.length = at + 1;
  for (let rest = lo, left = digits; left > 0; left--) {
    const next = (rest / 10) | 0;
    bytes[at--] = 48 + rest - next * 10;
    rest = next;
  }
}

export function latin1(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1');
}
