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
import { newPlace, take, type Wire } from '../encoding/wire.ts';

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
    if (!wire.enters(parts.tag)) continue;
    const partEnd = wire.end;
    const before = json.length;
    let isOver = count >= partsMax;
    if (!isOver) {
      if (count > 0) json.ascii(',');
      const isWritten = parts.write(writer, wire, partEnd, rows, row);
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
    wire.end = end;
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
  const name = newPlace();
  let hasAttributes = false;
  let dropped = 0;
  while (wire.at < end) {
    const tag = wire.tag();
    if (tag === 0x09) {
      wire.fixed64();
      hi = wire.hi;
      lo = wire.lo;
    } else if (tag === 0x12) take(name, wire);
    else if (tag === 0x20) dropped = wire.int32() >>> 0;
    else {
      hasAttributes ||= tag === 0x1a;
      wire.skip(tag);
    }
  }
  json.ascii(`{"time_unix_nano":"${uint64Text(hi, lo)}","name":`);
  json.text(wire.bytes, name.start, name.end);
  attributesJson(wire, start, end, 0x1a, hasAttributes, json);
  json.ascii(dropped > 0 ? `,"dropped_attributes_count":${dropped}}` : '}');
  if (name.end - name.start === exceptionName.length && latin1(wire.bytes, name.start, name.end) === exceptionName)
    fillExceptionFromEvent(writer, wire, start, end, rows, row);
  return true;
}

/** False for a link whose ids cannot be right: it leads nowhere. */
function writeLink({ json, outcome }: EventWriter, wire: Wire, end: number): boolean {
  const start = wire.at;
  const trace = newPlace();
  const span = newPlace();
  const state = newPlace();
  let hasAttributes = false;
  let dropped = 0;
  let flags = 0;
  while (wire.at < end) {
    const tag = wire.tag();
    if (tag === 0x0a) take(trace, wire);
    else if (tag === 0x12) take(span, wire);
    else if (tag === 0x1a) take(state, wire);
    else if (tag === 0x28) dropped = wire.int32() >>> 0;
    else if (tag === 0x35) flags = wire.fixed32() >>> 0;
    else {
      hasAttributes ||= tag === 0x22;
      wire.skip(tag);
    }
  }
  const isValid =
    isValidId(wire.bytes, trace.start, trace.end, traceIdBytes) &&
    isValidId(wire.bytes, span.start, span.end, spanIdBytes);
  if (!isValid) {
    outcome.ignoredIds++;
    return false;
  }
  json.ascii('{"trace_id":');
  json.hex(wire.bytes, trace.start, trace.end);
  json.ascii(',"span_id":');
  json.hex(wire.bytes, span.start, span.end);
  if (state.end > state.start) {
    json.ascii(',"trace_state":');
    json.text(wire.bytes, state.start, state.end);
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
