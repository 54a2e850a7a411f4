// JSON of telemetry has integers that a JavaScript number cannot hold. Before it is parsed, each number of sixteen or
// more characters is put into quotes behind a mark, so that its digits survive.

import { jsonBytes } from '../encoding/json-reader.ts';

export type Json = string | number | boolean | null | Json[] | JsonObject;
export type JsonObject = { [key: string]: Json };

const mark = '\u0000#';
const escapedMark = Buffer.from('"\\u0000#');
const longNumberMin = 16;
/** A record becomes objects before it becomes a row, ten times its size. */
const recordBytesMax = 8 * 1024 * 1024;
/** In objects of hundreds of thousands each of them takes microseconds; no more than some hundred are kept. */
const membersPerRecordMax = 1 << 14;
/** A shorter record has not room for more. */
export const manyMembersBytesMin = membersPerRecordMax * 4;
const { quote, colon, backslash } = jsonBytes;

/** The digits of a number that was marked; undefined for any other text. */
export function longNumber(text: string): string | undefined {
  return text.startsWith(mark) ? text.slice(mark.length) : undefined;
}

/** Undefined for what is not JSON. */
export function parseItem(text: Buffer): Json | undefined {
  return attempt(() => JSON.parse(markLongNumbers(text).toString('utf8')) as Json);
}

/** Undefined where reading fails. */
export function attempt<T>(read: () => T): T | undefined {
  const { stackTraceLimit } = Error;
  // Of many broken ones, where it was met would be most of their cost.
  Error.stackTraceLimit = 0;
  try {
    return read();
  } catch {
    return undefined;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** The same text with long numbers marked; the very bytes where there are none. */
function markLongNumbers(source: Buffer): Buffer {
  const parts: Buffer[] = [];
  let copied = 0;
  let i = 0;
  while (i < source.length) {
    const byte = source[i] as number;
    if (byte === quote) {
      i = stringEnd(source, i);
      continue;
    }
    if (byte !== 0x2d && (byte < 0x30 || byte > 0x39)) {
      i++;
      continue;
    }
    const start = i;
    while (i < source.length && isNumberByte(source[i] as number)) i++;
    if (i - start < longNumberMin) continue;
    parts.push(source.subarray(copied, start), escapedMark, source.subarray(start, i), Buffer.from('"'));
    copied = i;
  }
  if (copied === 0) return source;
  parts.push(source.subarray(copied));
  return Buffer.concat(parts);
}

/** Why a record is not read, if it is too large for that. */
export function sizeFault(text: Buffer): string | undefined {
  if (text.length > recordBytesMax) return `a record may have ${recordBytesMax} bytes`;
  const isMany = text.length >= manyMembersBytesMin && countMembers(text) > membersPerRecordMax;
  return isMany ? `a record may have ${membersPerRecordMax} fields` : undefined;
}

/** Members of all objects in it, found without making them. */
function countMembers(text: Buffer): number {
  let members = 0;
  for (let at = 0; at < text.length;) {
    const byte = text[at] as number;
    if (byte === colon) members++;
    at = byte === quote ? stringEnd(text, at) : at + 1;
  }
  return members;
}

/** Past the closing quote. */
function stringEnd(source: Buffer, open: number): number {
  let close = source.indexOf(quote, open + 1);
  while (close !== -1) {
    let before = close;
    while (source[before - 1] === backslash && before - 1 > open) before--;
    if ((close - before) % 2 === 0) return close + 1;
    close = source.indexOf(quote, close + 1);
  }
  return source.length;
}

function isNumberByte(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || byte === 0x2d || byte === 0x2b || byte === 0x2e || (byte | 32) === 0x65;
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Its own fields, then those that stand beside it. */
export function besideRecord(beside: JsonObject, record: JsonObject): JsonObject {
  return { ...record, ...beside, ...record };
}

export function textOf(value: Json): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
