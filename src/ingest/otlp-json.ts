// OTLP in JSON: put into protobuf, then read like all the rest. Integers may be texts or numbers, enums numbers or
// names, names camelCase or as in the protocol's own files; what is unknown or null counts for nothing.

import type { Json } from './json-text.ts';
import { isObject, longNumber, parseJson } from './json-text.ts';
import type { Lanes } from './numbers.ts';
import { parseInt64 } from './numbers.ts';
import type { Field, Message } from './otlp-json-schema.ts';
import { keyValue, logsRequest, metricsRequest, tracesRequest } from './otlp-json-schema.ts';
import { decodeLogs } from './otlp-protobuf-logs.ts';
import { decodeMetrics } from './otlp-protobuf-metrics.ts';
import { decodeTraces } from './otlp-protobuf-traces.ts';
import type { IngestContext } from './outcome.ts';
import { MalformedBody, Outcome } from './outcome.ts';
import { ProtoOut } from './proto-out.ts';
import type { RowSink } from './rows/sink.ts';

type Decode = (body: Uint8Array, context: IngestContext, sink: RowSink) => Outcome;

export const decodeLogsJson: Decode = (body, context, sink) => decodeJson(body, context, sink, logsRequest, decodeLogs);
export const decodeTracesJson: Decode = (body, context, sink) =>
  decodeJson(body, context, sink, tracesRequest, decodeTraces);
export const decodeMetricsJson: Decode = (body, context, sink) =>
  decodeJson(body, context, sink, metricsRequest, decodeMetrics);

function decodeJson(
  body: Uint8Array,
  context: IngestContext,
  sink: RowSink,
  request: Message,
  decode: Decode,
): Outcome {
  const found = new Outcome();
  const parsed = parseJson(body, found);
  if (!isObject(parsed)) throw new MalformedBody('the body is not a JSON object');
  const out = new ProtoOut();
  try {
    writeMessage(out, parsed, request, found);
  } catch (error) {
    if (error instanceof BadValue) throw new MalformedBody(error.message);
    throw error;
  }
  const outcome = decode(out.asBytes(), context, sink);
  outcome.repairedTexts += found.repairedTexts;
  for (const [reason, count] of found.reasons) outcome.reject(reason, found.messages[0] ?? '', count);
  return outcome;
}

/** A value that is not of its field's type. */
class BadValue extends Error {
  override readonly name = 'BadValue';
}

const anyValueLevelsMax = 200;
const lanes: Lanes = { hi: 0, lo: 0 };

function writeMessage(out: ProtoOut, value: { [key: string]: Json }, message: Message, found: Outcome): void {
  for (const [name, field] of message) {
    const given = value[name] ?? value[snakeCase(name)];
    if (given === undefined || given === null) continue;
    writeField(out, name, field, given, found);
  }
}

const snakes = new Map<string, string>();
function snakeCase(name: string): string {
  let snake = snakes.get(name);
  if (snake === undefined)
    snakes.set(name, (snake = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)));
  return snake;
}

function writeField(out: ProtoOut, name: string, field: Field, value: Json, found: Outcome): void {
  switch (field.is) {
    case 'text':
      if (typeof value !== 'string') throw new BadValue(`${name} is not a string`);
      if (value === '') return;
      out.varint(field.tag);
      out.text(longNumber(value) ?? value);
      return;
    case 'id':
      writeId(out, name, field.tag, value);
      return;
    case 'fixed64':
    case 'sfixed64':
      readInteger(name, value);
      if (field.is === 'fixed64' && (lanes.hi | lanes.lo) === 0) return;
      out.varint(field.tag);
      out.fixed64(lanes.hi, lanes.lo);
      return;
    case 'uint32':
    case 'int32':
    case 'sint32':
      readInteger(name, value);
      if (lanes.lo === 0) return;
      out.varint(field.tag);
      if (field.is === 'sint32') out.varint((lanes.lo << 1) ^ (lanes.lo >> 31));
      else out.varint(lanes.lo);
      return;
    case 'fixed32':
      readInteger(name, value);
      if (lanes.lo === 0) return;
      out.varint(field.tag);
      out.fixed32(lanes.lo);
      return;
    case 'double':
    case 'optional double': {
      const number = readDouble(name, value);
      if (Object.is(number, 0) && field.is === 'double') return;
      out.varint(field.tag);
      out.double(number);
      return;
    }
    case 'bool':
      if (typeof value !== 'boolean') throw new BadValue(`${name} is not a boolean`);
      if (!value) return;
      out.varint(field.tag);
      out.varint(1);
      return;
    case 'enum':
      writeEnum(out, name, field, value);
      return;
    case 'any value': {
      const start = out.begin(field.tag);
      writeAnyValue(out, name, value, 0);
      out.end(start);
      return;
    }
    case 'doubles':
    case 'fixed64s':
    case 'uint64s':
      writePacked(out, name, field.tag, field.is, value);
      return;
    case 'message': {
      if (!isObject(value)) throw new BadValue(`${name} is not an object`);
      const start = out.begin(field.tag);
      writeMessage(out, value, field.of, found);
      out.end(start);
      return;
    }
    case 'messages':
      for (const item of listOf(name, value)) {
        if (!isObject(item)) throw new BadValue(`an element of ${name} is not an object`);
        const start = out.begin(field.tag);
        writeMessage(out, item, field.of, found);
        out.end(start);
      }
      return;
    case 'records':
      for (const item of listOf(name, value)) writeRecord(out, name, field.tag, field.of, item, found);
  }
}

function writeRecord(out: ProtoOut, name: string, tag: number, of: Message, item: Json, found: Outcome): void {
  const before = out.length;
  try {
    if (!isObject(item)) throw new BadValue(`an element of ${name} is not an object`);
    const start = out.begin(tag);
    writeMessage(out, item, of, found);
    out.end(start);
  } catch (error) {
    if (!(error instanceof BadValue)) throw error;
    out.length = before;
    found.reject('invalid_record', error.message);
  }
}

function listOf(name: string, value: Json): Json[] {
  if (!Array.isArray(value)) throw new BadValue(`${name} is not an array`);
  return value;
}

/** Hex. Of anything else the reader is to say that the id is wrong, which a single byte always is. */
function writeId(out: ProtoOut, name: string, tag: number, value: Json): void {
  if (typeof value !== 'string') throw new BadValue(`${name} is not a string`);
  if (value === '') return;
  out.varint(tag);
  const text = longNumber(value) ?? value;
  out.raw(/^(?:[0-9a-f]{2})+$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.of(1));
}

function readInteger(name: string, value: Json): void {
  const text =
    typeof value === 'number' ? String(value) : typeof value === 'string' ? (longNumber(value) ?? value) : '';
  if (parseInt64(text, lanes)) return;
  const number = text === '' ? Number.NaN : Number(text);
  if (!Number.isInteger(number) || !parseInt64(BigInt(number).toString(), lanes))
    throw new BadValue(`${name} is not a 64-bit integer`);
}

function readDouble(name: string, value: Json): number {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') throw new BadValue(`${name} is not a number`);
  const text = longNumber(value) ?? value;
  const number = Number(text);
  if (text.trim() === '' || (Number.isNaN(number) && text !== 'NaN')) throw new BadValue(`${name} is not a number`);
  return number;
}

function writeEnum(out: ProtoOut, name: string, field: Field & { is: 'enum' }, value: Json): void {
  let number: number;
  if (typeof value === 'string' && !/^-?\d+$/.test(value)) {
    number = field.names.indexOf(value.startsWith(field.prefix) ? value.slice(field.prefix.length) : value);
    if (number === -1) throw new BadValue(`${name} has no value of that name`);
  } else {
    readInteger(name, value);
    number = lanes.lo;
  }
  if (number === 0) return;
  out.varint(field.tag);
  out.varint(number);
}

function writePacked(
  out: ProtoOut,
  name: string,
  tag: number,
  is: 'doubles' | 'fixed64s' | 'uint64s',
  value: Json,
): void {
  const list = listOf(name, value);
  if (list.length === 0) return;
  const start = out.begin(tag);
  for (const item of list) {
    if (is === 'doubles') out.double(readDouble(name, item));
    else {
      readInteger(name, item);
      if (is === 'fixed64s') out.fixed64(lanes.hi, lanes.lo);
      else out.varint64(lanes.hi, lanes.lo);
    }
  }
  out.end(start);
}

const valueKinds = ['stringValue', 'boolValue', 'intValue', 'doubleValue', 'arrayValue', 'kvlistValue', 'bytesValue'];

function writeAnyValue(out: ProtoOut, name: string, value: Json, level: number): void {
  // Deeper than that nothing is kept, whatever it is; the reader counts it as cut.
  if (value === null || level > anyValueLevelsMax) return;
  if (!isObject(value)) throw new BadValue(`${name} is not an AnyValue`);
  const kind = valueKinds.find((key) => (value[key] ?? value[snakeCase(key)] ?? null) !== null);
  if (kind === undefined) return;
  const given = (value[kind] ?? value[snakeCase(kind)]) as Json;
  switch (kind) {
    case 'stringValue':
      if (typeof given !== 'string') throw new BadValue('stringValue is not a string');
      out.varint(0x0a);
      out.text(longNumber(given) ?? given);
      return;
    case 'boolValue':
      if (typeof given !== 'boolean') throw new BadValue('boolValue is not a boolean');
      out.varint(0x10);
      out.varint(given ? 1 : 0);
      return;
    case 'intValue':
      readInteger(kind, given);
      out.varint(0x18);
      out.varint64(lanes.hi, lanes.lo);
      return;
    case 'doubleValue':
      out.varint(0x21);
      out.double(readDouble(kind, given));
      return;
    case 'bytesValue':
      if (typeof given !== 'string') throw new BadValue('bytesValue is not a string');
      out.varint(0x3a);
      out.raw(Buffer.from(given, 'base64'));
      return;
    default: {
      if (!isObject(given)) throw new BadValue(`${kind} is not an object`);
      const start = out.begin(kind === 'arrayValue' ? 0x2a : 0x32);
      for (const item of listOf('values', given['values'] ?? [])) {
        const at = out.begin(0x0a);
        if (kind === 'arrayValue') writeAnyValue(out, 'an element of values', item, level + 1);
        else writeEntry(out, item, level + 1);
        out.end(at);
      }
      out.end(start);
    }
  }
}

function writeEntry(out: ProtoOut, item: Json, level: number): void {
  if (!isObject(item)) throw new BadValue('an element of values is not an object');
  for (const [name, field] of keyValue) {
    const given = item[name];
    if (given === undefined || given === null) continue;
    if (field.is !== 'any value') writeField(out, name, field, given, new Outcome());
    else {
      const start = out.begin(field.tag);
      writeAnyValue(out, name, given, level);
      out.end(start);
    }
  }
}
