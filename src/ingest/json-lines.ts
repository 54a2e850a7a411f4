// Plain JSON from any shipper: an array of objects, or objects one after another. Each becomes an OTLP log record under
// the names that everybody knows, and is read like one.

import { isUtf8 } from 'node:buffer';
import { EventWriter, type RequestClock } from './event-writer.ts';
import { names, fallbacks, severityOfNumber, wholeMaps } from './json-lines-names.ts';
import { jsonBytes, JsonReader } from './json-reader.ts';
import type { Json } from './json-text.ts';
import { attempt, countMembers, isObject, longNumber, parseItem } from './json-text.ts';
import { nanosOf } from './json-time.ts';
import { writeJsonValue, writeKeyValue } from './json-value.ts';
import { severityOfText } from './levels.ts';
import { lanesOf } from './numbers.ts';
import { readLogs } from './otlp-protobuf-logs.ts';
import type { IngestContext } from './outcome.ts';
import { MalformedBody, type Outcome } from './outcome.ts';
import { ProtoOut } from './proto-out.ts';
import { kinds } from './rows/events.ts';
import type { RowSink } from './rows/sink.ts';

/** A record becomes objects before it becomes a row, ten times its size. */
const recordBytesMax = 8 * 1024 * 1024;
/** In objects of hundreds of thousands each of them takes microseconds; no more than some hundred are kept. */
const membersPerRecordMax = 1 << 14;
/** A shorter record has not room for more. */
const manyMembersBytesMin = membersPerRecordMax * 4;
const flattenLevelsMax = 8;
/** Below a longer name nothing is flattened, for every leaf would carry it. */
const flattenNameCharsMax = 256;
const newline = 0x0a;
const space = 0x20;
const tab = 0x09;

/** One record at a time, from its text to its row: a body of any size takes no more room than its largest record. */
export function decodeJsonLines(body: Uint8Array, context: IngestContext, sink: RowSink): Outcome {
  return sink.request(() => {
    const writer = new EventWriter(sink, context, kinds.log);
    const { outcome } = writer;
    if (!isUtf8(body)) outcome.repairedTexts++;
    const out = new ProtoOut();
    for (const item of itemsOf(startsWithMark(body) ? body.subarray(byteOrderMark.length) : body, outcome)) {
      if (!isObject(item)) {
        outcome.reject('invalid_record', 'an element is not a JSON object');
        continue;
      }
      out.length = 0;
      writeLog(out, item, writer);
      readLogs(out.asBytes(), writer);
    }
    return writer.finish();
  });
}

/** As Windows writes it before UTF-8. */
const byteOrderMark = [0xef, 0xbb, 0xbf];

function startsWithMark(body: Uint8Array): boolean {
  return byteOrderMark.every((byte, i) => body[i] === byte);
}

/** Elements of an array, or objects one after another. */
function* itemsOf(body: Uint8Array, found: Outcome): Generator<Json> {
  const first = firstOf(body);
  const source = Buffer.from(body.buffer, body.byteOffset, body.length);
  if (first !== jsonBytes.openList) {
    yield* objectsOf(source, found);
    return;
  }
  const reader = new JsonReader(body);
  reader.expect(jsonBytes.openList);
  for (let more = !reader.takes(jsonBytes.closeList); more; more = reader.hasMore(jsonBytes.closeList)) {
    reader.peek();
    const start = reader.at;
    reader.skip();
    const record = source.subarray(start, reader.at);
    if (isTooLarge(record, found)) continue;
    const item = parseItem(record);
    if (item === undefined) throw new MalformedBody('The body is not JSON.');
    yield item;
  }
  reader.finish();
}

/**
 * Objects, each on a line of its own, several on one or one over several. What is none costs its line and is counted,
 * and the rest goes on.
 */
function* objectsOf(source: Buffer, found: Outcome): Generator<Json> {
  const anywhere = new JsonReader(source);
  // Each broken object may look like one that goes on to the end of the body: together they are followed that far once.
  let vainBytes = 0;
  let lineEnd = 0;
  let good = 0;
  let bad = 0;
  for (let start = 0; start < source.length;) {
    if ((source[start] as number) <= 0x20) {
      start++;
      continue;
    }
    if (start >= lineEnd) lineEnd = endOfLine(source, start);
    const reader = vainBytes < source.length ? anywhere : new JsonReader(source.subarray(0, lineEnd));
    const end = endOfObject(reader, start);
    if (end === undefined) {
      vainBytes += Math.max(0, reader.at - lineEnd);
      bad++;
      found.reject('invalid_record', 'a line is not a JSON object');
      start = lineEnd;
      continue;
    }
    const record = source.subarray(start, end);
    start = end;
    good++;
    if (isTooLarge(record, found)) continue;
    const item = parseItem(record);
    if (item === undefined) found.reject('invalid_record', 'a line is not a JSON object');
    else yield item;
  }
  if (bad > 0 && good === 0) throw new MalformedBody('The body is neither a JSON array nor lines of JSON.');
}

function endOfLine(source: Buffer, at: number): number {
  const end = source.indexOf(newline, at);
  return end === -1 ? source.length : end;
}

/** Undefined where there is none, or where something else follows it on its line. */
function endOfObject(reader: JsonReader, start: number): number | undefined {
  // To find out of a plain text that it is no JSON takes longer than to read a record.
  if (reader.bytes[start] !== jsonBytes.openObject) return undefined;
  reader.at = start;
  const isRead = attempt(() => {
    reader.skip();
    return true;
  });
  if (isRead === undefined) return undefined;
  const end = reader.at;
  let next = end;
  while (reader.bytes[next] === space || reader.bytes[next] === tab) next++;
  const byte = reader.bytes[next] ?? newline;
  return byte <= space || byte === jsonBytes.openObject ? end : undefined;
}

function isTooLarge(record: Buffer, found: Outcome): boolean {
  const isLong = record.length > recordBytesMax;
  if (!isLong && (record.length < manyMembersBytesMin || countMembers(record) <= membersPerRecordMax)) return false;
  found.reject(
    'invalid_record',
    `a record may have ${isLong ? `${recordBytesMax} bytes` : `${membersPerRecordMax} fields`}`,
  );
  return true;
}

/** The first byte that is no white space; 0 when there is none. */
function firstOf(bytes: Uint8Array): number {
  for (const byte of bytes) if (byte > 0x20) return byte;
  return 0;
}

/** A ResourceLogs with this one record. Equal resources of neighbours are recognised by their bytes. */
function writeLog(out: ProtoOut, item: { [key: string]: Json }, { clock, outcome }: EventWriter): void {
  const fields = new Map<string, Json>();
  flatten(fields, '', item, 0, outcome);
  const group = out.begin(0x0a);
  writeResource(out, fields);
  const scoped = out.begin(0x12);
  writeScope(out, fields);
  const record = out.begin(0x12);
  writeTime(out, fields, clock);
  writeLevel(out, fields);
  const message = take(fields, names.message, (value) => typeof value === 'string' && value !== '');
  writeTrace(out, fields);
  const body = out.begin(0x2a);
  if (typeof message === 'string') writeJsonValue(out, message.endsWith('\n') ? message.slice(0, -1) : message);
  else if (fields.size > 0) writeJsonValue(out, item);
  out.end(body);
  for (const [key, value] of fields) writeKeyValue(out, 0x32, key, value);
  out.end(record);
  out.end(scoped);
  out.end(group);
}

/** Of those that come to one name the first is kept. */
function flatten(
  fields: Map<string, Json>,
  prefix: string,
  item: { [key: string]: Json },
  level: number,
  outcome: Outcome,
): void {
  for (const [name, value] of Object.entries(item)) {
    const key = prefix === '' ? name : `${prefix}.${name}`;
    if (
      isObject(value) &&
      level < flattenLevelsMax &&
      key.length <= flattenNameCharsMax &&
      !wholeMaps.has(key) &&
      Object.keys(value).length > 0
    )
      flatten(fields, key, value, level + 1, outcome);
    else if (fields.has(key)) outcome.droppedAttributes++;
    else fields.set(key, value);
  }
}

/** Removes the first of these fields that is what it should be, and gives it. */
function take(fields: Map<string, Json>, keys: readonly string[], fits: (value: Json) => boolean): Json | undefined {
  for (const key of keys) {
    const value = fields.get(key);
    if (value === undefined || !fits(value)) continue;
    fields.delete(key);
    return value;
  }
  return undefined;
}

const isText = (value: Json): boolean => typeof value === 'string' && value !== '';

function writeResource(out: ProtoOut, fields: Map<string, Json>): void {
  const resource = out.begin(0x0a);
  const service = take(fields, names.service, isText) ?? peek(fields, fallbacks.service) ?? bunyanName(fields);
  const entries = [
    ['service.name', service],
    ['deployment.environment.name', take(fields, names.env, isText)],
    ['host.name', take(fields, names.host, isText)],
    ['k8s.pod.name', peek(fields, fallbacks.pod)],
  ] as const;
  for (const [key, value] of entries) if (value !== undefined) writeKeyValue(out, 0x0a, key, value);
  out.end(resource);
}

function peek(fields: Map<string, Json>, keys: readonly string[]): Json | undefined {
  for (const key of keys) {
    const value = fields.get(key);
    if (value !== undefined && isText(value)) return value;
  }
  return undefined;
}

/** pino and bunyan give the logger's name beside a process id. */
function bunyanName(fields: Map<string, Json>): Json | undefined {
  return typeof fields.get('pid') === 'number' ? peek(fields, ['name']) : undefined;
}

function writeScope(out: ProtoOut, fields: Map<string, Json>): void {
  const logger = peek(fields, ['logger', 'logger.name', 'logger_name', 'log.logger']);
  if (typeof logger !== 'string') return;
  const scope = out.begin(0x0a);
  out.varint(0x0a);
  out.text(logger);
  out.end(scope);
}

function writeTime(out: ProtoOut, fields: Map<string, Json>, clock: RequestClock): void {
  const nanos = takeTime(fields, names.time) ?? takeTime(fields, names.perhapsTime, clock);
  if (nanos === undefined) return;
  const { hi, lo } = lanesOf(nanos);
  out.varint(0x09);
  out.fixed64(hi, lo);
}

/** With a clock: only a time of day, and one that is kept as it is. */
function takeTime(fields: Map<string, Json>, keys: readonly string[], clock?: RequestClock): bigint | undefined {
  for (const key of keys) {
    const value = fields.get(key);
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    const text = typeof value === 'number' ? String(value) : (longNumber(value) ?? value);
    const nanos = nanosOf(text);
    if (nanos === undefined || nanos >= 1n << 64n) continue;
    if (clock !== undefined && !(hasTimeOfDay.test(text) && isKept(nanos, clock))) continue;
    fields.delete(key);
    return nanos;
  }
  return undefined;
}

/** A date alone has no colon, and is no number. */
const hasTimeOfDay = /:|^[\d.e+]+$/;

function isKept(nanos: bigint, clock: RequestClock): boolean {
  const { hi, lo } = lanesOf(nanos);
  return clock.resolve(hi, lo, 0, 0) && !clock.wasClamped;
}

function writeLevel(out: ProtoOut, fields: Map<string, Json>): void {
  const given = take(fields, names.severity, (value) => typeof value === 'number' && value >= 1 && value <= 24);
  const level = take(fields, names.level, (value) => severityOf(value) !== 0);
  const severity = typeof given === 'number' ? given : level === undefined ? 0 : severityOf(level);
  if (severity !== 0) {
    out.varint(0x10);
    out.varint(severity);
  }
  if (typeof level !== 'string' && typeof level !== 'number') return;
  out.varint(0x1a);
  out.text(String(level));
}

function severityOf(value: Json): number {
  if (typeof value === 'number') return severityOfNumber(value);
  if (typeof value !== 'string') return 0;
  return /^\d{1,2}$/.test(value) ? severityOfNumber(Number(value)) : severityOfText(value);
}

function writeTrace(out: ProtoOut, fields: Map<string, Json>): void {
  const parent = take(fields, names.traceparent, (value) => typeof value === 'string' && traceparent.test(value));
  const [, parentTrace, parentSpan] = traceparent.exec(typeof parent === 'string' ? parent : '') ?? [];
  const trace =
    take(fields, names.traceId, (value) => typeof value === 'string' && traceForm.test(value)) ?? parentTrace;
  const span = take(fields, names.spanId, (value) => typeof value === 'string' && spanForm.test(value)) ?? parentSpan;
  const flags = take(fields, names.traceFlags, (value) => value === 1 || value === '1' || value === '01');
  if (flags !== undefined) {
    out.varint(0x45);
    out.fixed32(1);
  }
  if (typeof trace === 'string') {
    out.varint(0x4a);
    out.raw(Buffer.from(traceForm.exec(trace)?.[1]?.replaceAll('-', '') ?? trace, 'hex'));
  }
  if (typeof span === 'string') {
    out.varint(0x52);
    out.raw(Buffer.from(span, 'hex'));
  }
}

const traceparent = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/i;
/** Hex, with or without a path before it, or as a UUID. */
const traceForm = /^(?:projects\/[^/]+\/traces\/)?([0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;
const spanForm = /^[0-9a-f]{16}$/i;
