// Reads JSON where it lies, a token at a time and strictly: what is stepped over is checked like the rest. Nothing is
// made of it on the way, so that a body of any size takes no more room than its bytes.

import { MalformedBody } from '../outcome.ts';

export const jsonBytes = {
  quote: 0x22,
  comma: 0x2c,
  minus: 0x2d,
  colon: 0x3a,
  openList: 0x5b,
  backslash: 0x5c,
  closeList: 0x5d,
  openObject: 0x7b,
  closeObject: 0x7d,
} as const;

const { quote, comma, minus, colon, openList, backslash, closeList, openObject, closeObject } = jsonBytes;
const levelsMax = 1 << 20;
const words = new Map(['true', 'false', 'null'].map((word) => [word.charCodeAt(0), Buffer.from(word)]));
/** What the byte after a backslash stands for; 0 for none. */
const escapes = new Uint8Array(256);
for (const [letter, byte] of [
  ['"', 0x22],
  ['\\', 0x5c],
  ['/', 0x2f],
  ['b', 8],
  ['f', 12],
  ['n', 10],
  ['r', 13],
  ['t', 9],
] as const)
  escapes[letter.charCodeAt(0)] = byte;
const letterU = 0x75;
/** The value of a hex digit; 255 for another byte. */
export const hexDigits = new Uint8Array(256).fill(255);
for (const [value, digit] of Array.from('0123456789abcdef').entries()) {
  hexDigits[digit.charCodeAt(0)] = value;
  hexDigits[digit.toUpperCase().charCodeAt(0)] = value;
}

export class JsonReader {
  readonly bytes: Uint8Array;
  at = 0;
  /** The last text within its quotes, or the last number. */
  start = 0;
  end = 0;
  /** Whether that text is written with escapes. */
  isEscaped = false;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** The first byte of what comes next; 0 at the end. */
  peek(): number {
    const { bytes } = this;
    let at = this.at;
    let byte = at < bytes.length ? (bytes[at] as number) : 0;
    while (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) {
      at++;
      byte = at < bytes.length ? (bytes[at] as number) : 0;
    }
    this.at = at;
    return byte;
  }

  isNumber(): boolean {
    const byte = this.peek();
    return byte === minus || (byte >= 0x30 && byte <= 0x39);
  }

  takes(byte: number): boolean {
    if (this.peek() !== byte) return false;
    this.at++;
    return true;
  }

  expect(byte: number): void {
    if (!this.takes(byte)) throw broken();
  }

  /** After an element: whether another follows. Steps over what closes the list or object otherwise. */
  hasMore(close: number): boolean {
    if (this.takes(comma)) return true;
    this.expect(close);
    return false;
  }

  /** A name and its colon. */
  key(): void {
    this.text();
    this.expect(colon);
  }

  text(): void {
    this.expect(quote);
    const { bytes } = this;
    const length = bytes.length;
    let at = this.at;
    this.start = at;
    this.isEscaped = false;
    for (; at < length; at++) {
      const byte = bytes[at] as number;
      if (byte === quote) {
        this.end = at;
        this.at = at + 1;
        return;
      }
      if (byte < 0x20) throw broken();
      if (byte === backslash) {
        this.isEscaped = true;
        at++;
        const letter = at < length ? (bytes[at] as number) : 0;
        if (letter === letterU) {
          if (hex4(bytes, at + 1) === -1) throw broken();
          at += 4;
        } else if (escapes[letter] === 0) throw broken();
      }
    }
    throw broken();
  }

  number(): void {
    const from = this.peek() === minus ? this.at + 1 : this.at;
    this.start = this.at;
    let at = this.digits(from);
    if (this.bytes[from] === 0x30 && at > from + 1) throw broken();
    if (this.bytes[at] === 0x2e) at = this.digits(at + 1);
    if (((this.bytes[at] ?? 0) | 0x20) === 0x65) {
      const sign = this.bytes[at + 1];
      at = this.digits(at + (sign === minus || sign === 0x2b ? 2 : 1));
    }
    this.end = this.at = at;
  }

  /** true, false or null: its first byte. */
  word(): number {
    const first = this.peek();
    const word = words.get(first);
    if (word === undefined) throw broken();
    for (let i = 0; i < word.length; i++) if (this.bytes[this.at + i] !== word[i]) throw broken();
    this.at += word.length;
    return first;
  }

  /** Steps over null, if it comes next. */
  takesNull(): boolean {
    if (this.peek() !== 0x6e) return false;
    this.word();
    return true;
  }

  /** Steps over a value, whatever it is. */
  skip(): void {
    const open: number[] = [];
    for (;;) {
      const first = this.peek();
      if (first === openObject || first === openList) {
        this.at++;
        const close = first === openObject ? closeObject : closeList;
        if (!this.takes(close)) {
          if (open.length === levelsMax) throw new MalformedBody('The body is nested too deep.');
          open.push(close);
          if (close === closeObject) this.key();
          continue;
        }
      } else if (first === quote) this.text();
      else if (this.isNumber()) this.number();
      else this.word();
      while (open.length > 0 && !this.hasMore(open.at(-1) as number)) open.pop();
      if (open.length === 0) return;
      if (open.at(-1) === closeObject) this.key();
    }
  }

  /** Nothing may follow. */
  finish(): void {
    if (this.peek() !== 0 || this.at < this.bytes.length) throw broken();
  }

  /** The last text or number as it is written, byte for byte. */
  written(): string {
    const { bytes, start, end } = this;
    return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1');
  }

  private digits(from: number): number {
    const { bytes } = this;
    let at = from;
    for (let byte = bytes[at] ?? 0; byte >= 0x30 && byte <= 0x39; byte = bytes[at] ?? 0) at++;
    if (at === from) throw broken();
    return at;
  }
}

/** Has each value of an object read by `read`, with its name as the reader's last text; steps over what is no object. */
export function readMembers(reader: JsonReader, read: () => void): void {
  if (!reader.takes(openObject)) return reader.skip();
  for (let more = !reader.takes(closeObject); more; more = reader.hasMore(closeObject)) {
    reader.key();
    read();
  }
}

/** Whether the last text is this one: there are millions of them, and no string is made of any. */
export function isNamed({ bytes, start, end }: JsonReader, name: Buffer): boolean {
  if (end - start !== name.length) return false;
  for (let at = 0; at < name.length; at++) if (bytes[start + at] !== name[at]) return false;
  return true;
}

function broken(): MalformedBody {
  return new MalformedBody('The body is not JSON.');
}

/** Four hex digits; -1 for anything else. */
function hex4(bytes: Uint8Array, at: number): number {
  let value = 0;
  for (let i = at; i < at + 4; i++) {
    const digit = hexDigits[bytes[i] ?? 0] as number;
    if (digit === 255) return -1;
    value = value * 16 + digit;
  }
  return value;
}

const replacement = 0xfffd;

/** Writes the text between two places, without its escapes, and gives where it ends: never more bytes than it has. */
export function unescapeText(target: Uint8Array, at: number, bytes: Uint8Array, start: number, end: number): number {
  let to = at;
  for (let from = start; from < end; from++) {
    const byte = bytes[from] as number;
    if (byte !== backslash) {
      target[to++] = byte;
      continue;
    }
    const letter = bytes[++from] as number;
    if (letter !== letterU) {
      target[to++] = escapes[letter] as number;
      continue;
    }
    let point = hex4(bytes, from + 1);
    from += 4;
    if (point >= 0xd800 && point < 0xe000) {
      // Half a pair alone is no character.
      const isPair = point < 0xdc00 && bytes[from + 1] === backslash && bytes[from + 2] === letterU;
      const low = isPair ? hex4(bytes, from + 3) : 0;
      if (low >= 0xdc00 && low < 0xe000) {
        point = 0x10000 + ((point - 0xd800) << 10) + (low - 0xdc00);
        from += 6;
      } else point = replacement;
    }
    if (point < 0x80) target[to++] = point;
    else if (point < 0x800) {
      target[to++] = 0xc0 | (point >> 6);
      target[to++] = 0x80 | (point & 0x3f);
    } else {
      if (point < 0x10000) target[to++] = 0xe0 | (point >> 12);
      else {
        target[to++] = 0xf0 | (point >> 18);
        target[to++] = 0x80 | ((point >> 12) & 0x3f);
      }
      target[to++] = 0x80 | ((point >> 6) & 0x3f);
      target[to++] = 0x80 | (point & 0x3f);
    }
  }
  return to;
}
