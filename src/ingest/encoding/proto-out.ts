// Writes protobuf's wire format, in the shortest form: what comes in another encoding is put into this one, so that all
// of them are read by the same code.

import { MalformedBody } from '../outcome.ts';
import { unescapeText } from './json-reader.ts';
import type { JsonReader } from './json-reader.ts';

const bytesMin = 64 * 1024;
/** Up to here a loop beats the engine's copy. */
const shortBytesMax = 48;
/** Lists of short numbers become longer; beyond this they are refused. */
const bytesMax = 96 * 1024 * 1024;

export class ProtoOut {
  bytes: Uint8Array;
  length = 0;
  private view: DataView;
  private buffer: Buffer;

  /** Room that is not used takes no memory. */
  constructor(capacity = bytesMin) {
    this.bytes = new Uint8Array(Math.max(bytesMin, capacity));
    this.view = new DataView(this.bytes.buffer);
    this.buffer = Buffer.from(this.bytes.buffer);
  }

  asBytes(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  /** Starts a message in a field; gives what `end` needs. */
  begin(tag: number): number {
    this.varint(tag);
    this.reserve(1);
    return ++this.length;
  }

  end(start: number): void {
    const size = this.length - start;
    if (size < 0x80) {
      this.bytes[start - 1] = size;
      return;
    }
    let extra = 0;
    for (let rest = size >>> 7; rest > 0; rest >>>= 7) extra++;
    this.reserve(extra);
    this.bytes.copyWithin(start + extra, start, this.length);
    this.length = start - 1;
    this.varint(size);
    this.length = start + extra + size;
  }

  /** An attribute of OTLP that is a text. */
  textAttribute(tag: number, key: string, text: string): void {
    const entry = this.begin(tag);
    this.varint(0x0a);
    this.text(key);
    const value = this.begin(0x12);
    this.varint(0x0a);
    this.text(text);
    this.end(value);
    this.end(entry);
  }

  /** What was written since `middle` comes before what was written from `start` on. */
  swap(start: number, middle: number): void {
    if (start === middle) return;
    const last = this.bytes.slice(middle, this.length);
    this.bytes.copyWithin(start + last.length, start, middle);
    this.bytes.set(last, start);
  }

  byte(value: number): void {
    this.reserve(1);
    this.bytes[this.length++] = value;
  }

  /** An unsigned 32-bit number. */
  varint(value: number): void {
    this.reserve(5);
    let rest = value >>> 0;
    while (rest >= 0x80) {
      this.bytes[this.length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.bytes[this.length++] = rest;
  }

  sint32(value: number): void {
    this.varint((value << 1) ^ (value >> 31));
  }

  varint64(hi: number, lo: number): void {
    this.reserve(10);
    let h = hi >>> 0;
    let l = lo >>> 0;
    while (h !== 0 || l >= 0x80) {
      this.bytes[this.length++] = (l & 0x7f) | 0x80;
      l = ((l >>> 7) | (h << 25)) >>> 0;
      h >>>= 7;
    }
    this.bytes[this.length++] = l;
  }

  fixed64(hi: number, lo: number): void {
    this.reserve(8);
    this.view.setInt32(this.length, lo, true);
    this.view.setInt32(this.length + 4, hi, true);
    this.length += 8;
  }

  fixed32(value: number): void {
    this.reserve(4);
    this.view.setInt32(this.length, value, true);
    this.length += 4;
  }

  double(value: number): void {
    this.reserve(8);
    this.view.setFloat64(this.length, value, true);
    this.length += 8;
  }

  raw(bytes: Uint8Array): void {
    this.varint(bytes.length);
    this.reserve(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  text(value: string): void {
    if (value.length < shortBytesMax && this.takesAscii(value)) return;
    const size = Buffer.byteLength(value, 'utf8');
    this.varint(size);
    this.reserve(size);
    this.length += this.buffer.write(value, this.length, size, 'utf8');
  }

  /** Whether it is nothing but ASCII, as most short ones are: then it is written, and its length before it. */
  private takesAscii(value: string): boolean {
    const { length } = value;
    this.reserve(length + 1);
    const { bytes } = this;
    let at = this.length;
    bytes[at++] = length;
    for (let i = 0; i < length; i++) {
      const unit = value.charCodeAt(i);
      if (unit >= 0x80) return false;
      bytes[at++] = unit;
    }
    this.length = at;
    return true;
  }

  /** The last text of the reader. */
  textOf({ bytes, start, end, isEscaped }: JsonReader): void {
    const size = end - start;
    if (!isEscaped) {
      this.varint(size);
      this.reserve(size);
      if (size < shortBytesMax) {
        let at = this.length;
        for (let i = start; i < end; i++) this.bytes[at++] = bytes[i] as number;
      } else this.bytes.set(bytes.subarray(start, end), this.length);
      this.length += size;
      return;
    }
    const before = this.length;
    this.varint(size);
    this.reserve(size);
    const from = this.length;
    const written = unescapeText(this.bytes, from, bytes, start, end) - from;
    this.length = before;
    this.varint(written);
    if (this.length !== from) this.bytes.copyWithin(this.length, from, from + written);
    this.length += written;
  }

  private reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    if (this.length + count > bytesMax) throw new MalformedBody('The body is too large once it is unpacked.');
    const grown = new Uint8Array(Math.max(this.bytes.length * 2, this.length + count));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
    this.view = new DataView(grown.buffer);
    this.buffer = Buffer.from(grown.buffer);
  }
}
