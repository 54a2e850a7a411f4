// Reads protobuf's wire format where it lies. Every read is checked against the end of the message it belongs to;
// 64-bit values come back in two signed 32-bit lanes, because those stay small integers in the engine.

import { MalformedBody } from '../outcome.ts';
import { Pace, type Steps } from '../steps.ts';

export const wireTypes = { varint: 0, fixed64: 1, bytes: 2, startGroup: 3, endGroup: 4, fixed32: 5 } as const;

/** Of groups, which nobody sends any more. */
const levelsMax = 100;

/** Where a field's content is. Of several the last one counts: the others are stepped over, and not read. */
export interface Place {
  start: number;
  end: number;
}

export function newPlace(): Place {
  return { start: 0, end: 0 };
}

export function take(place: Place, wire: Wire): void {
  const length = wire.length();
  place.start = wire.at;
  wire.at = place.end = wire.at + length;
}

/** Of the message at hand, a KeyValue of OTLP or a Label of Prometheus, in whatever order. Empty where it has none. */
export function takeKeyValue(wire: Wire): { readonly key: Place; readonly value: Place } {
  const key = newPlace();
  const value = newPlace();
  while (wire.at < wire.end) {
    const tag = wire.tag();
    if (tag === 0x0a) take(key, wire);
    else if (tag === 0x12) take(value, wire);
    else wire.skip(tag);
  }
  return { key, value };
}

/** Calls for each field of this tag, with the wire at its content and ended at the content's end. */
export function* fieldsInSteps(wire: Wire, wanted: number, read: (end: number) => void): Steps<void> {
  const { end } = wire;
  const pace = new Pace(wire.at);
  while (wire.at < end) {
    if (!wire.enters(wanted)) continue;
    const fieldEnd = wire.end;
    read(fieldEnd);
    wire.at = fieldEnd;
    wire.end = end;
    if (pace.isOver(fieldEnd)) yield;
  }
}

export class Wire {
  readonly bytes: Uint8Array;
  at = 0;
  /** End of the message being read. */
  end: number;
  /** Lanes of the last 64-bit value. */
  lo = 0;
  hi = 0;
  readonly view: DataView;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.end = bytes.length;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** A field's number and wire type, as they stand on the wire: number * 8 + type. */
  tag(): number {
    const at = this.at;
    if (at < this.end) {
      const byte = this.bytes[at] as number;
      if (byte < 0x80 && byte >= 8) {
        this.at = at + 1;
        return byte;
      }
    }
    this.varint();
    if (this.hi !== 0 || this.lo >>> 3 === 0) throw broken('a field number is out of range');
    return this.lo >>> 0;
  }

  /** The low 32 bits of a varint, signed: for enums, flags and booleans. */
  int32(): number {
    const at = this.at;
    if (at < this.end) {
      const byte = this.bytes[at] as number;
      if (byte < 0x80) {
        this.at = at + 1;
        return byte;
      }
    }
    this.varint();
    return this.lo;
  }

  /** A length, checked to lie inside the message. */
  length(): number {
    let length = 0;
    const at = this.at;
    const byte = at < this.end ? (this.bytes[at] as number) : 0x80;
    if (byte < 0x80) {
      this.at = at + 1;
      length = byte;
    } else {
      this.varint();
      if (this.hi !== 0 || this.lo < 0) throw broken('a length is out of range');
      length = this.lo;
    }
    if (length > this.end - this.at) throw broken('a length goes past the end of its message');
    return length;
  }

  /** Into `lo` and `hi`. Bits beyond the 64th are dropped, as protobuf says. */
  varint(): void {
    const bytes = this.bytes;
    const end = this.end;
    let at = this.at;
    let lo = 0;
    let hi = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      if (at >= end) throw broken('a number goes past the end of its message');
      const byte = bytes[at++] as number;
      const bits = byte & 0x7f;
      if (shift < 28) lo |= bits << shift;
      else if (shift === 28) {
        lo |= bits << 28;
        hi = bits >>> 4;
      } else if (shift < 63) hi |= bits << (shift - 32);
      else hi |= bits << 31;
      if (byte < 0x80) {
        this.at = at;
        this.lo = lo;
        this.hi = hi;
        return;
      }
    }
    throw broken('a number has more than ten bytes');
  }

  fixed64(): void {
    const at = this.at;
    if (at + 8 > this.end) throw broken('a number goes past the end of its message');
    this.lo = this.view.getInt32(at, true);
    this.hi = this.view.getInt32(at + 4, true);
    this.at = at + 8;
  }

  fixed32(): number {
    const at = this.at;
    if (at + 4 > this.end) throw broken('a number goes past the end of its message');
    this.at = at + 4;
    return this.view.getInt32(at, true);
  }

  double(): number {
    const at = this.at;
    if (at + 8 > this.end) throw broken('a number goes past the end of its message');
    this.at = at + 8;
    return this.view.getFloat64(at, true);
  }

  /** Reads what the message of a field consists of, one part after the other. */
  each(readOne: () => void): void {
    const outer = this.end;
    const length = this.length();
    this.end = this.at + length;
    while (this.at < this.end) readOne();
    this.end = outer;
  }

  /** Into the next field, if it is a message of this tag: it is the one at hand then. Steps over any other. */
  enters(wanted: number): boolean {
    const tag = this.tag();
    if (tag !== wanted) {
      this.skip(tag);
      return false;
    }
    const length = this.length();
    this.end = this.at + length;
    return true;
  }

  /** Steps over the value of a field that is of no interest. */
  skip(tag: number): void {
    switch (tag & 7) {
      case wireTypes.varint:
        this.varint();
        return;
      case wireTypes.fixed64:
        this.advance(8);
        return;
      case wireTypes.bytes:
        this.stepOver();
        return;
      case wireTypes.fixed32:
        this.advance(4);
        return;
      case wireTypes.startGroup:
        this.skipGroup(tag >>> 3);
        return;
      default:
        throw broken('a field has a wire type that does not exist');
    }
  }

  /** To the end of a text, bytes or message that starts with its length here. */
  stepOver(): void {
    const length = this.length();
    this.at += length;
  }

  private advance(count: number): void {
    if (count > this.end - this.at) throw broken('a field goes past the end of its message');
    this.at += count;
  }

  private skipGroup(field: number): void {
    const open = [field];
    while (open.length > 0) {
      const tag = this.tag();
      if ((tag & 7) === wireTypes.endGroup) {
        if (open.pop() !== tag >>> 3) throw broken('a group ends that was not open');
      } else if ((tag & 7) === wireTypes.startGroup) {
        if (open.length === levelsMax) throw broken('groups are nested too deep');
        open.push(tag >>> 3);
      } else this.skip(tag);
    }
  }
}

/** Who sends JSON under the name of protobuf, or what is compressed without a word, is to see what it was read as. */
function broken(what: string): MalformedBody {
  return new MalformedBody(`The body is not valid protobuf: ${what}.`);
}
