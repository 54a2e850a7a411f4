// ExportTraceServiceRequest, from the wire into event rows; walked like logs.

import { fillDerived } from '../events/derived.ts';
import type { EventWriter } from '../events/event-writer.ts';
import { writeEvents } from './event-request.ts';
import { isValidId, isZero, putId, spanIdBytes, traceIdBytes } from '../events/ids.ts';
import { nameBytesMax } from '../limits.ts';
import { walkOrigins } from './request.ts';
import type { IngestContext, Outcome } from '../outcome.ts';
import { kinds, spanKinds, statuses } from '../rows/events.ts';
import type { EventRows } from '../rows/events.ts';
import type { RowSink } from '../rows/sink.ts';
import type { Steps } from '../steps.ts';
import { putParts, spanEvents, spanLinks } from '../events/span-parts.ts';
import { putText, wordOf } from '../encoding/text.ts';
import { uint64Text } from '../encoding/numbers.ts';
import { Wire } from '../encoding/wire.ts';

const traceStateBytesMax = 1024;
const statusMessageBytesMax = 8 * 1024;
const attributesTag = 0x4a;

export function decodeTraces(body: Uint8Array, context: IngestContext, sink: RowSink): Steps<Outcome> {
  return writeEvents(sink, context, kinds.span, (writer) => walkOrigins(new Wire(body), writer, readSpan));
}

function readSpan(wire: Wire, end: number, writer: EventWriter): void {
  const { bytes, at: start } = wire;
  const { outcome, clock, attributes } = writer;
  let traceStart = 0;
  let traceEnd = 0;
  let spanStart = 0;
  let spanEnd = 0;
  let parentStart = 0;
  let parentEnd = 0;
  let stateStart = 0;
  let stateEnd = 0;
  let nameStart = 0;
  let nameEnd = 0;
  let spanKind = 0;
  let startHi = 0;
  let startLo = 0;
  let endHi = 0;
  let endLo = 0;
  let firstAttribute = end;
  let attributesEnd = start;
  let firstEvent = -1;
  let firstLink = -1;
  let statusStart = 0;
  let statusEnd = 0;
  let flags = 0;
  let dropped = 0;
  let droppedEvents = 0;
  let droppedLinks = 0;
  while (wire.at < end) {
    const fieldAt = wire.at;
    const tag = wire.tag();
    switch (tag) {
      case attributesTag:
        if (firstAttribute === end) firstAttribute = fieldAt;
        wire.stepOver();
        attributesEnd = wire.at;
        break;
      case 0x0a: {
        const length = wire.length();
        traceStart = wire.at;
        wire.at = traceEnd = traceStart + length;
        break;
      }
      case 0x12: {
        const length = wire.length();
        spanStart = wire.at;
        wire.at = spanEnd = spanStart + length;
        break;
      }
      case 0x1a: {
        const length = wire.length();
        stateStart = wire.at;
        wire.at = stateEnd = stateStart + length;
        break;
      }
      case 0x22: {
        const length = wire.length();
        parentStart = wire.at;
        wire.at = parentEnd = parentStart + length;
        break;
      }
      case 0x2a: {
        const length = wire.length();
        nameStart = wire.at;
        wire.at = nameEnd = nameStart + length;
        break;
      }
      case 0x30:
        spanKind = wire.int32();
        break;
      case 0x39:
        wire.fixed64();
        startHi = wire.hi;
        startLo = wire.lo;
        break;
      case 0x41:
        wire.fixed64();
        endHi = wire.hi;
        endLo = wire.lo;
        break;
      case 0x50:
        dropped = wire.int32() >>> 0;
        break;
      case 0x5a:
        if (firstEvent === -1) firstEvent = fieldAt;
        wire.stepOver();
        break;
      case 0x60:
        droppedEvents = wire.int32() >>> 0;
        break;
      case 0x6a:
        if (firstLink === -1) firstLink = fieldAt;
        wire.stepOver();
        break;
      case 0x70:
        droppedLinks = wire.int32() >>> 0;
        break;
      case 0x7a: {
        const length = wire.length();
        statusStart = wire.at;
        wire.at = statusEnd = statusStart + length;
        break;
      }
      case 0x85:
        flags = wire.fixed32();
        break;
      default:
        wire.skip(tag);
    }
  }
  const hasParent =
    parentEnd > parentStart && !(parentEnd - parentStart === spanIdBytes && isZero(bytes, parentStart, parentEnd));
  const fault = idFault(bytes, traceStart, traceEnd, spanStart, spanEnd, hasParent ? parentEnd - parentStart : 0);
  if (fault !== '') {
    writer.skipRecord();
    outcome.reject('invalid_id', fault);
    return;
  }
  if (!clock.resolve(startHi, startLo, endHi, endLo)) {
    writer.skipRecord();
    outcome.reject('too_old', 'a span is older than the retention of its project');
    return;
  }
  const rows = writer.block();
  const row = rows.addRow();
  writer.fillOrigin(rows, row, end - start);
  if (clock.wasClamped) writer.noteClamped(rows, startHi, startLo, endHi, endLo);
  putId(rows.traceId, row, bytes, traceStart, traceEnd);
  putId(rows.spanId, row, bytes, spanStart, spanEnd);
  if (hasParent) putId(rows.parentSpanId, row, bytes, parentStart, parentEnd);
  putText(rows.traceState, row, bytes, stateStart, stateEnd, traceStateBytesMax, outcome);
  rows.name.data[row] = wordOf(rows.name.words, wire, nameStart, nameEnd, nameBytesMax, outcome);
  const kind = spanKind > 0 && spanKind <= spanKinds.consumer ? spanKind : 0;
  rows.spanKind.data[row] = kind;
  rows.flags.data[row] = flags;
  putDuration(writer, rows, row, startHi, startLo, endHi, endLo);
  if (dropped > 0) writer.meta(rows, 'dropped_attributes_count', String(dropped));
  if (droppedEvents > 0) writer.meta(rows, 'dropped_events_count', String(droppedEvents));
  if (droppedLinks > 0) writer.meta(rows, 'dropped_links_count', String(droppedLinks));

  const over = attributes.readAll(
    wire,
    firstAttribute,
    Math.max(firstAttribute, attributesEnd),
    attributesTag,
    rows,
    row,
    outcome,
  );
  if (over > 0) writer.noteOver(rows, over);
  fillDerived(writer, wire, rows, row, kind);
  if (statusEnd > statusStart) putStatus(writer, wire, statusStart, statusEnd, rows, row);
  if (firstEvent !== -1) putParts(spanEvents, writer, wire, firstEvent, end, rows, row);
  if (firstLink !== -1) putParts(spanLinks, writer, wire, firstLink, end, rows, row);
  rows.meta.endRow(row);
  outcome.accepted++;
}

/** 2262: the upper half of the last nanosecond that has 63 bits. */
const endHiMax = 0x7fff_ffff;

/** Why a span cannot be kept; empty when it can. A wrong parent would make a root of it. */
function idFault(
  bytes: Uint8Array,
  traceStart: number,
  traceEnd: number,
  spanStart: number,
  spanEnd: number,
  parentLength: number,
): string {
  if (!isValidId(bytes, traceStart, traceEnd, traceIdBytes))
    return 'a span has a trace_id that is not 16 bytes, or all zeros';
  if (!isValidId(bytes, spanStart, spanEnd, spanIdBytes))
    return 'a span has a span_id that is not 8 bytes, or all zeros';
  if (parentLength !== 0 && parentLength !== spanIdBytes) return 'a span has a parent_span_id that is not 8 bytes';
  return '';
}

/** End minus start; 0, with the end kept aside, for a span that ends before it starts, or after all times of the store. */
function putDuration(
  writer: EventWriter,
  rows: EventRows,
  row: number,
  startHi: number,
  startLo: number,
  endHi: number,
  endLo: number,
): void {
  if ((startHi | startLo) === 0 || (endHi | endLo) === 0) return;
  const lo = (endLo >>> 0) - (startLo >>> 0);
  const hi = (endHi >>> 0) - (startHi >>> 0) - (lo < 0 ? 1 : 0);
  if (hi < 0 || (writer.clock.hi >>> 0) + hi >= endHiMax)
    writer.meta(rows, 'end_time_unix_nano', uint64Text(endHi, endLo));
  else {
    rows.durationNs.data[row * 2] = lo;
    rows.durationNs.data[row * 2 + 1] = hi;
  }
}

function putStatus(writer: EventWriter, wire: Wire, start: number, end: number, rows: EventRows, row: number): void {
  const outer = wire.end;
  wire.at = start;
  wire.end = end;
  while (wire.at < end) {
    const tag = wire.tag();
    if (tag === 0x18) {
      const code = wire.int32();
      rows.status.data[row] = code === statuses.ok || code === statuses.error ? code : statuses.unset;
    } else if (tag === 0x12) {
      const length = wire.length();
      const { statusMessage } = rows;
      if (statusMessage.count <= row)
        putText(statusMessage, row, wire.bytes, wire.at, wire.at + length, statusMessageBytesMax, writer.outcome);
      wire.at += length;
    } else wire.skip(tag);
  }
  wire.end = outer;
}
