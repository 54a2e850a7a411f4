// Plain JSON from any shipper: an array of objects, or objects one after another. Each becomes an OTLP log record under
// the names that everybody knows, and is read like one.

import { isUtf8 } from 'node:buffer';
import { EventWriter } from './event-writer.ts';
import { jsonBytes, JsonReader } from './json-reader.ts';
import { writeRecord } from './json-record.ts';
import type { Json } from './json-text.ts';
import { attempt, countMembers, isObject, parseItem } from './json-text.ts';
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
      writeRecord(out, item, writer);
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
    if (start >= lineEnd) {
      lineEnd = endOfLine(source, start);
      // Nearly always a record by itself: that is found out by reading it, and not by stepping over it before.
      const line = source.subarray(start, lineEnd);
      const isPerhaps = line[0] === jsonBytes.openObject && line.length < manyMembersBytesMin;
      const whole = isPerhaps ? parseItem(line) : undefined;
      if (whole !== undefined) {
        start = lineEnd;
        good++;
        yield whole;
        continue;
      }
    }
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
