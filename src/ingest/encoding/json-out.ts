// AnyValues of OTLP as JSON text, straight from the wire. Everything can be told apart again when it is read:
// integers have no point, doubles have one (or an exponent), and what JSON has no form for (bytes, NaN, infinities)
// stands as an object of one key, as in OTLP's own JSON. A sender's object of just such a key is wrapped once more.

import { isUtf8 } from 'node:buffer';
import { base64 } from './base64.ts';
import { doubleText } from '../../lib/double-text.ts';
import { int64Text } from './numbers.ts';
import { nestingLevelsMax } from '../limits.ts';
import { Outcome } from '../outcome.ts';
import { appendAscii, fitted, latin1, wholeEnd } from './text.ts';
import { takeKeyValue, type Wire } from './wire.ts';

const hex = '0123456789abcdef';
const wrapKeys = ['bytesValue', 'doubleValue', 'kvlistValue'];
const bytesMin = 4096;
/** A buffer that grew beyond this is not kept. */
const keptBytesMax = 4 * 1024 * 1024;
const textBytesMax = 64 * 1024 * 1024;

export class JsonOut {
  bytes = new Uint8Array(bytesMin);
  length = 0;
  private bytesMax = keptBytesMax;
  private outcome = new Outcome();

  /**
   * Empty again; what is cut or repaired from here on is counted there. Little is written beyond `bytesMax`: whoever
   * takes the text cuts it there, and what it was beyond is of no use.
   */
  restart(outcome: Outcome, bytesMax: number): void {
    if (this.bytes.length > keptBytesMax) this.bytes = new Uint8Array(bytesMin);
    this.length = 0;
    this.outcome = outcome;
    this.bytesMax = bytesMax;
  }

  asBytes(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(this.bytes.length * 2, this.length + count));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
  }

  /** Text that needs no escapes: brackets, digits, names of ours. */
  ascii(text: string): void {
    if (this.length > this.bytesMax) return;
    this.reserve(text.length);
    appendAscii(this, text);
  }

  text(bytes: Uint8Array, start: number, textEnd: number): void {
    const left = this.bytesMax - this.length + 4;
    if (left < 0) return;
    const end = textEnd - start > left ? wholeEnd(bytes, start, start + left) : textEnd;
    this.reserve((end - start) * 6 + 2);
    const target = this.bytes;
    const before = this.length;
    let at = before;
    let high = 0;
    target[at++] = 0x22;
    for (let i = start; i < end; i++) {
      const byte = bytes[i] as number;
      high |= byte;
      if (byte >= 0x20 && byte !== 0x22 && byte !== 0x5c) target[at++] = byte;
      else {
        target[at++] = 0x5c;
        if (byte === 0x22 || byte === 0x5c) target[at++] = byte;
        else if (byte === 10) target[at++] = 0x6e;
        else if (byte === 13) target[at++] = 0x72;
        else if (byte === 9) target[at++] = 0x74;
        else {
          target[at++] = 0x75;
          target[at++] = 0x30;
          target[at++] = 0x30;
          target[at++] = hex.charCodeAt(byte >> 4);
          target[at++] = hex.charCodeAt(byte & 15);
        }
      }
    }
    target[at++] = 0x22;
    if (high >= 0x80 && !isUtf8(bytes.subarray(start, end))) {
      const fitting = fitted(bytes, start, end, textBytesMax, this.outcome);
      this.text(fitting, 0, fitting.length);
      return;
    }
    this.length = at;
  }

  hex(bytes: Uint8Array, start: number, end: number): void {
    this.reserve((end - start) * 2 + 2);
    this.bytes[this.length++] = 0x22;
    for (let i = start; i < end; i++) {
      const byte = bytes[i] as number;
      this.bytes[this.length++] = hex.charCodeAt(byte >> 4);
      this.bytes[this.length++] = hex.charCodeAt(byte & 15);
    }
    this.bytes[this.length++] = 0x22;
  }

  /** The AnyValue that reaches from `wire.at` to `end`; leaves the wire at `end`. */
  anyValue(wire: Wire, end: number, level: number): void {
    const outer = wire.end;
    wire.end = end;
    switch (toLastValue(wire)) {
      case 0x0a: {
        const length = wire.length();
        this.text(wire.bytes, wire.at, wire.at + length);
        break;
      }
      case 0x10:
        wire.varint();
        this.ascii((wire.lo | wire.hi) === 0 ? 'false' : 'true');
        break;
      case 0x18:
        wire.varint();
        this.ascii(int64Text(wire.hi, wire.lo));
        break;
      case 0x21: {
        const value = wire.double();
        if (Number.isFinite(value)) this.ascii(doubleText(value));
        else this.ascii(`{"doubleValue":"${Number.isNaN(value) ? 'NaN' : value > 0 ? 'Infinity' : '-Infinity'}"}`);
        break;
      }
      case 0x2a: {
        const length = wire.length();
        this.list(wire, wire.at + length, level + 1);
        break;
      }
      case 0x32: {
        const length = wire.length();
        this.map(wire, wire.at + length, level + 1);
        break;
      }
      case 0x3a: {
        const length = wire.length();
        this.ascii(`{"bytesValue":"${base64(wire.bytes, wire.at, wire.at + length)}"}`);
        break;
      }
      default:
        this.ascii('null');
    }
    wire.at = end;
    wire.end = outer;
  }

  /** An ArrayValue. */
  list(wire: Wire, end: number, level: number): void {
    if (this.isTooDeep(wire, end, level)) return;
    const outer = wire.end;
    wire.end = end;
    this.ascii('[');
    for (let count = 0; wire.at < end;) {
      const tag = wire.tag();
      if (tag !== 0x0a) {
        wire.skip(tag);
        continue;
      }
      if (count++ > 0) this.ascii(',');
      const length = wire.length();
      this.anyValue(wire, wire.at + length, level);
    }
    this.ascii(']');
    wire.end = outer;
  }

  /** A KeyValueList: an object. */
  map(wire: Wire, end: number, level: number): void {
    if (this.isTooDeep(wire, end, level)) return;
    const wraps = isWrapKey(wire, end);
    if (wraps) this.ascii('{"kvlistValue":');
    this.ascii('{');
    this.entries(wire, end, 0x0a, level);
    this.ascii(wraps ? '}}' : '}');
  }

  /** The KeyValues that stand in fields of this tag. */
  entries(wire: Wire, end: number, entryTag: number, level: number): void {
    const outer = wire.end;
    wire.end = end;
    for (let count = 0; wire.at < end;) {
      const tag = wire.tag();
      if (tag !== entryTag) {
        wire.skip(tag);
        continue;
      }
      if (count++ > 0) this.ascii(',');
      const length = wire.length();
      this.keyValue(wire, wire.at + length, level);
    }
    wire.end = outer;
  }

  private keyValue(wire: Wire, end: number, level: number): void {
    const outer = wire.end;
    wire.end = end;
    const { key, value } = takeKeyValue(wire);
    this.text(wire.bytes, key.start, key.end);
    this.ascii(':');
    wire.at = value.start;
    this.anyValue(wire, value.end, level);
    wire.at = end;
    wire.end = outer;
  }

  private isTooDeep(wire: Wire, end: number, level: number): boolean {
    if (level <= nestingLevelsMax) return false;
    this.outcome.cutValues++;
    this.ascii('"[cut, nested too deep]"');
    wire.at = end;
    return true;
  }
}

/** Of a oneof the last field on the wire counts. Leaves the wire at its value and gives its tag; 0 for none. */
export function toLastValue(wire: Wire): number {
  const only = onlyValue(wire.bytes, wire.at, wire.end);
  if (only !== 0) {
    wire.at++;
    return only;
  }
  let last = 0;
  let at = wire.at;
  while (wire.at < wire.end) {
    const tag = wire.tag();
    if (isValueTag(tag)) {
      last = tag;
      at = wire.at;
    }
    wire.skip(tag);
  }
  wire.at = at;
  return last;
}

/** The tag of a short text or a number that is all there is, as nearly always: it need not be stepped over. Else 0. */
function onlyValue(bytes: Uint8Array, start: number, end: number): number {
  if (start + 2 > end) return 0;
  const tag = bytes[start] as number;
  const size = end - start - 1;
  if (tag === 0x0a) return size <= 0x80 && bytes[start + 1] === size - 1 ? tag : 0;
  if (tag === 0x21) return size === 8 ? tag : 0;
  if (tag !== 0x18) return 0;
  let last = start + 1;
  while (last + 1 < end && (bytes[last] as number) >= 0x80) last++;
  return last + 1 === end && (bytes[last] as number) < 0x80 ? tag : 0;
}

function isValueTag(tag: number): boolean {
  return tag === 0x0a || tag === 0x10 || tag === 0x18 || tag === 0x21 || tag === 0x2a || tag === 0x32 || tag === 0x3a;
}

/** Whether a KeyValueList has one entry, under a name that our own wrapping uses. */
function isWrapKey(wire: Wire, end: number): boolean {
  const { at, bytes } = wire;
  if (at === end) return false;
  const outer = wire.end;
  wire.end = end;
  let wraps = false;
  if (wire.tag() === 0x0a) {
    const length = wire.length();
    if (wire.at + length === end) {
      const { key } = takeKeyValue(wire);
      wraps = wrapKeys.includes(latin1(bytes, key.start, key.end));
    }
  }
  wire.at = at;
  wire.end = outer;
  return wraps;
}
