// Events and links of a span, as JSON arrays in its row:
//   [{"time_unix_nano":"…","name":"…","attributes":{…},"dropped_attributes_count":n}]
//   [{"trace_id":"…","span_id":"…","trace_state":"…","attributes":{…},"flags":n,"dropped_attributes_count":n}]
// Times are texts of decimal nanoseconds; what is empty or 0 is left out, but for times, names and ids.

import type { EventWriter } from './event-writer.ts';
import { fillExceptionFromEvent } from './exceptions.ts';
import { isValidId, spanIdBytes, traceIdBytes } from './ids.ts';
import type { JsonOut } from '../encoding/json-out.ts';
import { uint64Text } from '../encoding/numbers.ts';
import type { EventRows } from '../rows/events.ts';
import { latin1, putText } from '../encoding/text.ts';
import type { Wire } from '../encoding/wire.ts';

/** Events, and likewise links, of one span. */
const partsMax = 256;
const partsBytesMax = 4 * 1024 * 1024;
const exceptionName = 'exception';

/** One of the two lists of a span. */
interface SpanParts {
  readonly tag: number;
  readonly column: 'spanEvents' | 'spanLinks';
  /** Under which the row says how many were too many, or too large. */
  readonly over: string;
  /** From `wire.at` to `end`. What it has written is taken back when it says false. */
  readonly write: (writer: EventWriter, wire: Wire, end: number, rows: EventRows, row: number) => boolean;
}

export const spanEvents: SpanParts = {
  tag: 0x5a,
  column: 'spanEvents',
  over: 'events_over_limit',
  write: writeEvent,
};

export const spanLinks: SpanParts = {
  tag: 0x6a,
  column: 'spanLinks',
  over: 'links_over_limit',
  write: writeLink,
};

/** All of them between `from` and `end`. */
export function putParts(
  parts: SpanParts,
  writer: EventWriter,
  wire: Wire,
  from: number,
  end: number,
  rows: EventRows,
  row: number,
): void {
  const { json, outcome } = writer;
  json.restart(outcome, partsBytesMax);
  const outer = wire.end;
  wire.at = from;
  wire.end = end;
  json.ascii('[');
  let over = 0;
  for (let count = 0; wire.at < end;) {
    const tag = wire.tag();
    if (tag !== parts.tag) {
      wire.skip(tag);
      continue;
    }
    const length = wire.length();
    const partEnd = wire.at + length;
    const before = json.length;
    let isOver = count >= partsMax;
    if (!isOver) {
      if (count > 0) json.ascii(',');
      wire.end = partEnd;
      const isWritten = parts.write(writer, wire, partEnd, rows, row);
      wire.end = end;
      // What a cut leaves of a list is none.
      isOver = json.length >= partsBytesMax;
      if (isWritten && !isOver) count++;
      else json.length = before;
    }
    if (isOver) {
      over++;
      outcome.cutValues++;
    }
    wire.at = partEnd;
  }
  json.ascii(']');
  wire.end = outer;
  putText(rows[parts.column], row, json.bytes, 0, json.length, partsBytesMax, outcome);
  if (over > 0) writer.meta(rows, parts.over, String(over));
}

function writeEvent(writer: EventWriter, wire: Wire, end: number, rows: EventRows, row: number): boolean {
  const { json } = writer;
  const start = wire.at;
  let hi = 0;
  let lo = 0;
  let nameStart = 0;
  let nameEnd = 0;
  let hasAttributes = false;
  let dropped = 0;
  while (wire.at < end) {
    const tag = wire.tag();
    if (tag === 0x09) {
      wire.fixed64();
      hi = wire.hi;
      lo = wire.lo;
    } else if (tag === 0x12) {
      const length = wire.length();
      nameStart = wire.at;
      wire.at = nameEnd = nameStart + length;
    } else if (tag === 0x20) dropped = wire.int32() >>> 0;
    else {
      hasAttributes ||= tag === 0x1a;
      wire.skip(tag);
    }
  }
  json.ascii(`{"time_unix_nano":"${uint64Text(hi, lo)}","name":`);
  json.text(wire.bytes, nameStart, nameEnd);
  attributesJson(wire, start, end, 0x1a, hasAttributes, json);
  json.ascii(dropped > 0 ? `,"dropped_attributes_count":${dropped}}` : '}');
  if (nameEnd - nameStart === exceptionName.length && latin1(wire.bytes, nameStart, nameEnd) === exceptionName)
    fillExceptionFromEvent(writer, wire, start, end, rows, row);
  return true;
}

/** False for a link whose ids cannot be right: it leads nowhere. */
function writeLink({ json, outcome }: EventWriter, wire: Wire, end: number): boolean {
  const start = wire.at;
  let traceStart = 0;
  let traceEnd = 0;
  let spanStart = 0;
  let spanEnd = 0;
  let stateStart = 0;
  let stateEnd = 0;
  let hasAttributes = false;
  let dropped = 0;
  let flags = 0;
  while (wire.at < end) {
    const tag = wire.tag();
    if (tag === 0x0a) {
      const length = wire.length();
      traceStart = wire.at;
      wire.at = traceEnd = traceStart + length;
    } else if (tag === 0x12) {
      const length = wire.length();
      spanStart = wire.at;
      wire.at = spanEnd = spanStart + length;
    } else if (tag === 0x1a) {
      const length = wire.length();
      stateStart = wire.at;
      wire.at = stateEnd = stateStart + length;
    } else if (tag === 0x28) dropped = wire.int32() >>> 0;
    else if (tag === 0x35) flags = wire.fixed32() >>> 0;
    else {
      hasAttributes ||= tag === 0x22;
      wire.skip(tag);
    }
  }
  const isValid =
    isValidId(wire.bytes, traceStart, traceEnd, traceIdBytes) && isValidId(wire.bytes, spanStart, spanEnd, spanIdBytes);
  if (!isValid) {
    outcome.ignoredIds++;
    return false;
  }
  json.ascii('{"trace_id":');
  json.hex(wire.bytes, traceStart, traceEnd);
  json.ascii(',"span_id":');
  json.hex(wire.bytes, spanStart, spanEnd);
  if (stateEnd > stateStart) {
    json.ascii(',"trace_state":');
    json.text(wire.bytes, stateStart, stateEnd);
  }
  attributesJson(wire, start, end, 0x22, hasAttributes, json);
  if (flags > 0) json.ascii(`,"flags":${flags}`);
  json.ascii(dropped > 0 ? `,"dropped_attributes_count":${dropped}}` : '}');
  return true;
}

function attributesJson(wire: Wire, start: number, end: number, tag: number, has: boolean, json: JsonOut): void {
  if (!has) return;
  wire.at = start;
  json.ascii(',"attributes":{');
  json.entries(wire, end, tag, 1);
  json.ascii('}');
}
