// Plain JSON values as OTLP's AnyValues.

import type { Json } from './text.ts';
import { longNumber } from './text.ts';
import type { Lanes } from '../encoding/numbers.ts';
import { parseInt64 } from '../encoding/numbers.ts';
import type { ProtoOut } from '../encoding/proto-out.ts';

const levelsMax = 64;
const lanes: Lanes = { hi: 0, lo: 0 };

/** A KeyValue in a field of this tag. */
export function writeKeyValue(out: ProtoOut, tag: number, key: string, value: Json, level = 0): void {
  const entry = out.begin(tag);
  out.varint(0x0a);
  out.text(longNumber(key) ?? key);
  const any = out.begin(0x12);
  writeJsonValue(out, value, level);
  out.end(any);
  out.end(entry);
}

/** The content of an AnyValue; none for null. */
export function writeJsonValue(out: ProtoOut, value: Json, level = 0): void {
  if (value === null) return;
  if (typeof value === 'string') {
    const digits = longNumber(value);
    if (digits === undefined) writeText(out, value);
    // An AnyValue has no integers beyond 63 bits.
    else if (parseInt64(digits, lanes) && (lanes.hi >= 0 || digits.startsWith('-'))) writeInteger(out);
    else writeDouble(out, Number(digits));
  } else if (typeof value === 'number') {
    if (Number.isSafeInteger(value) && !Object.is(value, -0) && parseInt64(String(value), lanes)) writeInteger(out);
    else writeDouble(out, value);
  } else if (typeof value === 'boolean') {
    out.varint(0x10);
    out.varint(value ? 1 : 0);
  } else if (level > levelsMax) writeText(out, '[cut, nested too deep]');
  else {
    const start = out.begin(Array.isArray(value) ? 0x2a : 0x32);
    if (Array.isArray(value))
      for (const item of value) {
        const at = out.begin(0x0a);
        writeJsonValue(out, item, level + 1);
        out.end(at);
      }
    else for (const [key, item] of Object.entries(value)) writeKeyValue(out, 0x0a, key, item, level + 1);
    out.end(start);
  }
}

function writeText(out: ProtoOut, text: string): void {
  out.varint(0x0a);
  out.text(text);
}

function writeInteger(out: ProtoOut): void {
  out.varint(0x18);
  out.varint64(lanes.hi, lanes.lo);
}

function writeDouble(out: ProtoOut, value: number): void {
  out.varint(0x21);
  out.double(value);
}
