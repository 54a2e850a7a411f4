// OTLP in JSON: put into protobuf a token at a time, then read like all the rest. Integers may be texts or numbers, enums
// numbers or names, names camelCase or as in the protocol's own files; what is unknown or null counts for nothing.

import { jsonBytes, JsonReader } from '../encoding/json-reader.ts';
import {
  BadValue,
  readDouble,
  readInteger32,
  readSignedInteger,
  readSignedIntegerOrNumber,
  readUnsignedInteger,
  writeBase64,
  writeId,
} from './json-scalars.ts';
import { nestingLevelsMax } from '../limits.ts';
import type { Lanes } from '../encoding/numbers.ts';
import type { Field, ListField, Message } from './json-schema.ts';
import { anyValue, keyValue, logsRequest, metricsRequest, tracesRequest, valueList } from './json-schema.ts';
import { decodeLogs } from './logs.ts';
import { decodeMetrics } from './metrics.ts';
import { decodeTraces } from './traces.ts';
import type { Decode } from '../ingest.ts';
import type { IngestContext } from '../outcome.ts';
import { MalformedBody, Outcome } from '../outcome.ts';
import { ProtoOut } from '../encoding/proto-out.ts';
import type { RowSink } from '../rows/sink.ts';
import { Pace, type Steps } from '../steps.ts';

export const decodeLogsJson: Decode = (body, context, sink) => decodeJson(body, context, sink, logsRequest, decodeLogs);
export const decodeTracesJson: Decode = (body, context, sink) =>
  decodeJson(body, context, sink, tracesRequest, decodeTraces);
export const decodeMetricsJson: Decode = (body, context, sink) =>
  decodeJson(body, context, sink, metricsRequest, decodeMetrics);

const { quote, openList, closeList, openObject, closeObject } = jsonBytes;
const doubleValueTag = 0x21;
const keyTag = 0x0a;
const lanes: Lanes = { hi: 0, lo: 0 };

function* decodeJson(
  body: Uint8Array,
  context: IngestContext,
  sink: RowSink,
  request: Message,
  decode: Decode,
): Steps<Outcome> {
  const found = new Outcome();
  const json = new JsonReader(body);
  // JSON is longer than what it says, but for lists of short numbers.
  const out = new ProtoOut(body.length);
  try {
    yield* writeHolder(out, json, 'it', request, found);
  } catch (error) {
    if (error instanceof BadValue) throw new MalformedBody(`The body is not an OTLP request: ${error.message}.`);
    throw error;
  }
  json.finish();
  const outcome = yield* decode(out.asBytes(), context, sink);
  outcome.include(found);
  return outcome;
}

/** As `writeMessage`, of a holder: with a step for so many of what is in it. */
function* writeHolder(out: ProtoOut, json: JsonReader, what: string, message: Message, found: Outcome): Steps<void> {
  if (!json.takes(openObject)) throw new BadValue(`${what} is not an object`);
  if (json.takes(closeObject)) return;
  const pace = new Pace(json.at);
  do {
    json.key();
    const named = fieldOf(json, message);
    if (named === undefined) json.skip();
    else if (!json.takesNull()) {
      const [name, field] = named;
      if (field.is !== 'holders' && field.is !== 'messages' && field.is !== 'records') {
        writeField(out, json, name, field, found);
        continue;
      }
      for (let more = opens(json, name); more; more = json.hasMore(closeList)) {
        if (field.is === 'holders') {
          const start = out.begin(field.tag);
          yield* writeHolder(out, json, `an element of ${name}`, field.of, found);
          out.end(start);
        } else writeElement(out, json, name, field, found);
        if (pace.isOver(json.at)) yield;
      }
    }
  } while (json.hasMore(closeObject));
}

function writeMessage(out: ProtoOut, json: JsonReader, what: string, message: Message, found: Outcome): void {
  if (!json.takes(openObject)) throw new BadValue(`${what} is not an object`);
  if (json.takes(closeObject)) return;
  do {
    json.key();
    const named = fieldOf(json, message);
    if (named === undefined) json.skip();
    else if (!json.takesNull()) writeField(out, json, named[0], named[1], found);
  } while (json.hasMore(closeObject));
}

function fieldOf(json: JsonReader, message: Message): readonly [name: string, field: Field] | undefined {
  if (!json.isEscaped) return message.find(json.bytes, json.start, json.end);
  const name = Buffer.from(JSON.parse(`"${json.written()}"`) as string);
  return message.find(name, 0, name.length);
}

function writeField(out: ProtoOut, json: JsonReader, name: string, field: Field, found: Outcome): void {
  switch (field.is) {
    case 'text':
      readText(json, name);
      if (json.start === json.end) return;
      out.varint(field.tag);
      out.textOf(json);
      return;
    case 'id':
      readText(json, name);
      writeId(out, field.tag, json);
      return;
    case 'fixed64':
      readUnsignedInteger(json, name, lanes);
      if ((lanes.hi | lanes.lo) === 0) return;
      out.varint(field.tag);
      out.fixed64(lanes.hi, lanes.lo);
      return;
    case 'sfixed64':
      readSignedInteger(json, name, lanes);
      out.varint(field.tag);
      out.fixed64(lanes.hi, lanes.lo);
      return;
    case 'uint32':
    case 'sint32':
    case 'fixed32': {
      const number = readInteger32(json, name, field.is === 'sint32');
      if (number === 0) return;
      out.varint(field.tag);
      if (field.is === 'fixed32') out.fixed32(number);
      else if (field.is === 'sint32') out.sint32(number);
      else out.varint(number);
      return;
    }
    case 'double':
    case 'optional double': {
      const number = readDouble(json, name);
      if (Object.is(number, 0) && field.is === 'double') return;
      out.varint(field.tag);
      out.double(number);
      return;
    }
    case 'bool':
      if (!readBoolean(json, name)) return;
      out.varint(field.tag);
      out.varint(1);
      return;
    case 'enum':
      writeEnum(out, json, name, field);
      return;
    case 'any value': {
      const start = out.begin(field.tag);
      writeAnyValue(out, json, name, 0);
      out.end(start);
      return;
    }
    case 'doubles':
    case 'fixed64s':
    case 'uint64s':
      writePacked(out, json, name, field.tag, field.is);
      return;
    case 'message': {
      const start = out.begin(field.tag);
      writeMessage(out, json, name, field.of, found);
      out.end(start);
      return;
    }
    case 'messages':
    case 'records':
    case 'holders':
      for (let more = opens(json, name); more; more = json.hasMore(closeList))
        writeElement(out, json, name, field, found);
  }
}

function writeElement(out: ProtoOut, json: JsonReader, name: string, field: ListField, found: Outcome): void {
  const { tag, is, of } = field;
  if (is === 'records') return writeRecord(out, json, name, tag, of, found);
  const what = `an element of ${name}`;
  const start = out.begin(tag);
  if (of === keyValue) writeEntry(out, json, what, 0);
  else writeMessage(out, json, what, of, found);
  out.end(start);
}

/** Into a list: whether it has an element. */
function opens(json: JsonReader, name: string): boolean {
  if (!json.takes(openList)) throw new BadValue(`${name} is not an array`);
  return !json.takes(closeList);
}

function writeRecord(out: ProtoOut, json: JsonReader, name: string, tag: number, of: Message, found: Outcome): void {
  const before = out.length;
  const { at } = json;
  try {
    const start = out.begin(tag);
    writeMessage(out, json, `an element of ${name}`, of, found);
    out.end(start);
  } catch (error) {
    if (!(error instanceof BadValue)) throw error;
    out.length = before;
    found.reject('invalid_record', error.message);
    json.at = at;
    json.skip();
  }
}

function readText(json: JsonReader, name: string): void {
  if (json.peek() !== quote) throw new BadValue(`${name} is not a string`);
  json.text();
}

function readBoolean(json: JsonReader, name: string): boolean {
  const first = json.peek();
  if (first !== 0x74 && first !== 0x66) throw new BadValue(`${name} is not a boolean`);
  return json.word() === 0x74;
}

function writeEnum(out: ProtoOut, json: JsonReader, name: string, field: Field & { is: 'enum' }): void {
  let number: number;
  const { at } = json;
  if (json.peek() === quote) json.text();
  const text = json.at === at ? '' : json.written();
  if (text !== '' && !/^-?\d+$/.test(text)) {
    number = field.names.indexOf(text.startsWith(field.prefix) ? text.slice(field.prefix.length) : text);
    if (number === -1) throw new BadValue(`${name} has no value of that name`);
  } else {
    json.at = at;
    number = readInteger32(json, name, true);
  }
  if (number === 0) return;
  out.varint(field.tag);
  out.varint(number);
}

function writePacked(
  out: ProtoOut,
  json: JsonReader,
  name: string,
  tag: number,
  is: 'doubles' | 'fixed64s' | 'uint64s',
): void {
  let more = opens(json, name);
  if (!more) return;
  const start = out.begin(tag);
  for (; more; more = json.hasMore(closeList)) {
    if (is === 'doubles') out.double(readDouble(json, name));
    else {
      readUnsignedInteger(json, name, lanes);
      if (is === 'fixed64s') out.fixed64(lanes.hi, lanes.lo);
      else out.varint64(lanes.hi, lanes.lo);
    }
  }
  out.end(start);
}

/** The content of an AnyValue. Of several values the last one counts, as on the wire. */
function writeAnyValue(out: ProtoOut, json: JsonReader, name: string, level: number): void {
  // Deeper than that nothing is kept, whatever it is; the reader counts it as cut.
  if (level > nestingLevelsMax) {
    json.skip();
    return;
  }
  if (json.takesNull()) return;
  if (!json.takes(openObject)) throw new BadValue(`${name} is not an AnyValue`);
  if (json.takes(closeObject)) return;
  do {
    json.key();
    const kind = fieldOf(json, anyValue);
    if (kind === undefined) json.skip();
    else if (!json.takesNull()) writeKind(out, json, kind[0], kind[1].tag, level);
  } while (json.hasMore(closeObject));
}

function writeKind(out: ProtoOut, json: JsonReader, kind: string, tag: number, level: number): void {
  switch (tag) {
    case 0x0a:
      readText(json, kind);
      out.varint(tag);
      out.textOf(json);
      return;
    case 0x10: {
      const value = readBoolean(json, kind);
      out.varint(tag);
      out.varint(value ? 1 : 0);
      return;
    }
    case 0x18:
      if (readSignedIntegerOrNumber(json, kind, lanes)) {
        out.varint(tag);
        out.varint64(lanes.hi, lanes.lo);
      } else writeDouble(out, Number(json.written()));
      return;
    case doubleValueTag:
      writeDouble(out, readDouble(json, kind));
      return;
    case 0x3a:
      readText(json, kind);
      out.varint(tag);
      writeBase64(out, json, kind);
      return;
    default: {
      const start = out.begin(tag);
      writeValues(out, json, kind, tag === 0x2a, level);
      out.end(start);
    }
  }
}

function writeDouble(out: ProtoOut, value: number): void {
  out.varint(doubleValueTag);
  out.double(value);
}

/** An ArrayValue or a KeyValueList. */
function writeValues(out: ProtoOut, json: JsonReader, kind: string, isArray: boolean, level: number): void {
  if (!json.takes(openObject)) throw new BadValue(`${kind} is not an object`);
  if (json.takes(closeObject)) return;
  const what = 'an element of values';
  do {
    json.key();
    if (fieldOf(json, valueList) === undefined) json.skip();
    else if (!json.takesNull())
      for (let more = opens(json, 'values'); more; more = json.hasMore(closeList)) {
        const at = out.begin(0x0a);
        if (isArray) writeAnyValue(out, json, what, level + 1);
        else writeEntry(out, json, what, level + 1);
        out.end(at);
      }
  } while (json.hasMore(closeObject));
}

/** A KeyValue: its key first, wherever that stands, for series are named by these bytes. Of several keys the first counts. */
function writeEntry(out: ProtoOut, json: JsonReader, what: string, level: number): void {
  if (!json.takes(openObject)) throw new BadValue(`${what} is not an object`);
  if (json.takes(closeObject)) return;
  const start = out.length;
  let hasKey = false;
  do {
    json.key();
    const named = fieldOf(json, keyValue);
    if (named === undefined || (hasKey && named[1].tag === keyTag)) json.skip();
    else if (named[1].tag !== keyTag) writeEntryValue(out, json, level);
    else if (!json.takesNull()) {
      const before = out.length;
      writeField(out, json, named[0], named[1], quiet);
      hasKey = out.length > before;
      out.swap(start, before);
    }
  } while (json.hasMore(closeObject));
}

const quiet = new Outcome();

function writeEntryValue(out: ProtoOut, json: JsonReader, level: number): void {
  if (json.takesNull()) return;
  const start = out.begin(0x12);
  writeAnyValue(out, json, 'value', level);
  out.end(start);
}
