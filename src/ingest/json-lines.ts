// Plain JSON from any shipper: an array of objects, or objects one after another. Each becomes an OTLP log record under
// the names that everybody knows, and is read like one.

import { isUtf8 } from 'node:buffer';
import { EventWriter } from './event-writer.ts';
import { eachElement, isPerhapsEnvelope, openEnvelope, recordOf } from './json-envelope.ts';
import { jsonBytes, JsonReader } from './json-reader.ts';
import { writeRecord } from './json-record.ts';
import type { Json } from './json-text.ts';
import { attempt, isObject, manyMembersBytesMin, parseItem, sizeFault } from './json-text.ts';
import { readLogs } from './otlp-protobuf-logs.ts';
import type { IngestContext } from './outcome.ts';
import { MalformedBody, type Outcome } from './outcome.ts';
import { ProtoOut } from './proto-out.ts';
import { kinds } from './rows/events.ts';
import type { RowSink } from './rows/sink.ts';

/** By what stands beside lists of records a body becomes no longer than one may be. */
const copiedBytesMax = 64 * 1024 * 1024;
const newline = 0x0a;
const space = 0x20;
const tab = 0x09;

/** One record at a time, from its text to its row: a body of any size takes no more room than its largest record. */
export function decodeJsonLines(body: Uint8Array, context: IngestContext, sink: RowSink): Outcome {
  return sink.request(() => {
    const writer = new EventWriter(sink, context, kinds.log);
    if (!isUtf8(body)) writer.outcome.repairedTexts++;
    const marked = startsWithMark(body) ? body.subarray(byteOrderMark.length) : body;
    const source = Buffer.from(marked.buffer, marked.byteOffset, marked.length);
    const records = new Records(writer);
    if (firstOf(source) === jsonBytes.openList) eachElement(source, (element) => records.take(element));
    else takeObjects(source, records, writer.outcome);
    return writer.finish();
  });
}

/** As Windows writes it before UTF-8. */
const byteOrderMark = [0xef, 0xbb, 0xbf];

function startsWithMark(body: Uint8Array): boolean {
  return byteOrderMark.every((byte, i) => body[i] === byte);
}

/** Each from its text, which is JSON, into a row; a list of them in an envelope into one each. */
class Records {
  private readonly out = new ProtoOut();
  private readonly writer: EventWriter;
  private copiedBytes = 0;

  constructor(writer: EventWriter) {
    this.writer = writer;
  }

  take(text: Buffer): void {
    if (text.length < manyMembersBytesMin) this.takeItem(text, parseItem(text));
    else if (!this.takeEnvelope(text)) {
      const fault = sizeFault(text);
      if (fault === undefined) this.write(parseItem(text));
      else this.writer.outcome.reject('invalid_record', fault);
    }
  }

  /** What was parsed already. */
  takeItem(text: Buffer, item: Json | undefined): void {
    if (!isObject(item) || !isPerhapsEnvelope(item) || !this.takeEnvelope(text)) this.write(item);
  }

  private takeEnvelope(text: Buffer): boolean {
    const envelope = openEnvelope(text);
    if (envelope === undefined) return false;
    this.copiedBytes += envelope.copiedBytes;
    if (this.copiedBytes > copiedBytesMax)
      throw new MalformedBody('The body is too large once each of its records has what stands beside them.');
    eachElement(envelope.list, (element) => {
      const fault = sizeFault(element);
      const item = fault === undefined ? parseItem(element) : undefined;
      if (fault !== undefined) this.writer.outcome.reject('invalid_record', fault);
      else this.write(isObject(item) ? recordOf(envelope, item) : item);
    });
    return true;
  }

  private write(item: Json | undefined): void {
    const { out, writer } = this;
    if (!isObject(item)) {
      writer.outcome.reject('invalid_record', 'an element is not a JSON object');
      return;
    }
    out.length = 0;
    writeRecord(out, item, writer);
    readLogs(out.asBytes(), writer);
  }
}

/**
 * Objects, each on a line of its own, several on one or one over several. What is none costs its line and is counted,
 * and the rest goes on.
 */
function takeObjects(source: Buffer, records: Records, found: Outcome): void {
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
        records.takeItem(line, whole);
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
    records.take(source.subarray(start, end));
    start = end;
    good++;
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

/** The first byte that is no white space; 0 when there is none. */
function firstOf(bytes: Uint8Array): number {
  for (const byte of bytes) if (byte > 0x20) return byte;
  return 0;
}
