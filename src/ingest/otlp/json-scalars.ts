// Scalars of OTLP's JSON: integers and doubles as numbers or texts, ids in hex, bytes in base64.

import { bytesOfBase64 } from '../encoding/base64.ts';
import { hexDigits, jsonBytes, type JsonReader } from '../encoding/json-reader.ts';
import { type Lanes, parseInt64 } from '../encoding/numbers.ts';
import type { ProtoOut } from '../encoding/proto-out.ts';

/** A value that is not of its field's type. A body may have very many: where they were met would be most of their cost. */
export class BadValue extends Error {
  override readonly name = 'BadValue';
  constructor(message: string) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
  }
}

const { quote, minus } = jsonBytes;
/** So many digits always fit into a double without loss; and so many into 64 bits without a sign. */
const exactDigitsMax = 15;
const digitsMax = 19;
const billion = 1_000_000_000;
const billionDigits = 9;
const lanes: Lanes = { hi: 0, lo: 0 };

/** A number, or a text of one, to the reader's `start` and `end`; false where there is neither. */
function readToken(json: JsonReader): boolean {
  if (json.peek() === quote) json.text();
  else if (json.isNumber()) json.number();
  else return false;
  return true;
}

export function readUnsignedInteger(json: JsonReader, name: string, out: Lanes): void {
  const fits = readToken(json) && isInteger(json, out) && (json.bytes[json.start] !== minus || (out.hi | out.lo) === 0);
  if (!fits) throw new BadValue(`${name} is not an unsigned 64-bit integer`);
}

/** What is larger would be read as another number, and so would a negative one without a sign. */
export function readInteger32(json: JsonReader, name: string, isSigned: boolean): number {
  const isRead = readToken(json) && isSignedInteger(json, lanes);
  if (!isRead || lanes.hi !== (isSigned ? lanes.lo >> 31 : 0))
    throw new BadValue(`${name} is not ${isSigned ? 'a' : 'an unsigned'} 32-bit integer`);
  return lanes.lo;
}

/** With a sign: what has the highest bit and no minus would be read as another number. */
export function readSignedInteger(json: JsonReader, name: string, out: Lanes): void {
  if (!readToken(json) || !isSignedInteger(json, out)) throw new BadValue(`${name} is not a signed 64-bit integer`);
}

/** Integers beyond 64 bits, which JavaScript senders write for large doubles: false, with the number in the reader. */
export function readSignedIntegerOrNumber(json: JsonReader, name: string, out: Lanes): boolean {
  const isText = json.peek() === quote;
  if (!readToken(json)) throw new BadValue(`${name} is not a 64-bit integer`);
  if (isSignedInteger(json, out)) return true;
  if (isText) throw new BadValue(`${name} is not a 64-bit integer`);
  return false;
}

function isSignedInteger(json: JsonReader, out: Lanes): boolean {
  return isInteger(json, out) && (out.hi >= 0 || json.bytes[json.start] === minus);
}

function isInteger(json: JsonReader, out: Lanes): boolean {
  const { bytes, start, end } = json;
  const digits = end - start;
  if (digits > 0 && digits <= digitsMax && bytes[start] !== minus) {
    const split = digits > exactDigitsMax ? end - billionDigits : end;
    const high = decimal(bytes, start, split);
    const low = split === end ? 0 : decimal(bytes, split, end);
    if (high >= 0 && low >= 0) {
      if (split === end) {
        out.lo = high | 0;
        out.hi = Math.floor(high / 0x1_0000_0000) | 0;
      } else timesBillion(high, low, out);
      return true;
    }
  }
  const text = json.written();
  if (parseInt64(text, out)) return true;
  const number = text === '' ? Number.NaN : Number(text);
  return Number.isInteger(number) && parseInt64(BigInt(number).toString(), out);
}

/** -1 where there is anything but digits. */
function decimal(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let i = start; i < end; i++) {
    const digit = (bytes[i] as number) - 0x30;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}

/** high * 10^9 + low in two lanes; the steps are small enough for a double. */
function timesBillion(high: number, low: number, out: Lanes): void {
  const top = Math.floor(high / 0x1_0000) * billion;
  const rest = (top % 0x1_0000) * 0x1_0000 + (high % 0x1_0000) * billion + low;
  out.lo = rest | 0;
  out.hi = (Math.floor(top / 0x1_0000) + Math.floor(rest / 0x1_0000_0000)) | 0;
}

export function readDouble(json: JsonReader, name: string): number {
  const isText = json.peek() === quote;
  if (!readToken(json)) throw new BadValue(`${name} is not a number`);
  const text = json.written();
  const number = Number(text);
  if (isText && (text.trim() === '' || (Number.isNaN(number) && text !== 'NaN')))
    throw new BadValue(`${name} is not a number`);
  return number;
}

/** The last text, as bytes. Of anything but hex the reader is to say that the id is wrong, which a single byte always is. */
export function writeId(out: ProtoOut, tag: number, json: JsonReader): void {
  const { bytes, start, end } = json;
  if (start === end) return;
  out.varint(tag);
  const before = out.length;
  out.varint((end - start) >>> 1);
  let isHex = (end - start) % 2 === 0;
  for (let i = start; isHex && i < end; i += 2) {
    const high = hexDigits[bytes[i] as number] as number;
    const low = hexDigits[bytes[i + 1] as number] as number;
    isHex = high !== 255 && low !== 255;
    out.byte(high * 16 + low);
  }
  if (isHex) return;
  out.length = before;
  out.varint(1);
  out.byte(1);
}

/** The last text, which says bytes in base64, of either alphabet, padded or not, in one line or several. */
export function writeBase64(out: ProtoOut, json: JsonReader, name: string): void {
  // Some encoders escape slashes or plus signs, and some break lines.
  const text = json.isEscaped
    ? (JSON.parse(`"${json.written()}"`) as string).replaceAll(/[\r\n]/g, '')
    : json.written();
  const bytes = bytesOfBase64(text);
  if (bytes === undefined) throw new BadValue(`${name} is not base64`);
  out.raw(bytes);
}
