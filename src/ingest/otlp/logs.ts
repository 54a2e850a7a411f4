// ExportLogsServiceRequest, from the wire into event rows. Each record is walked twice: once for what decides where its
// row goes (and to find its parts), once for its attributes.

import { fillDerived } from '../events/derived.ts';
import type { EventWriter } from '../events/event-writer.ts';
import { writeEvents } from './event-request.ts';
import { putIdOrIgnore, spanIdBytes, traceIdBytes } from '../events/ids.ts';
import { severityOfText } from '../events/levels.ts';
import { nameBytesMax } from '../limits.ts';
import { walkOrigins } from './request.ts';
import type { IngestContext, Outcome } from '../outcome.ts';
import { role } from '../events/roles.ts';
import { kinds } from '../rows/events.ts';
import { atOnce, type Steps } from '../steps.ts';
import type { RowSink } from '../rows/sink.ts';
import { fillShape } from '../events/shape-column.ts';
import { fillBody } from '../events/log-body.ts';
import { latin1, wordOf } from '../encoding/text.ts';
import { Wire, wireTypes } from '../encoding/wire.ts';

const severityTextBytesMax = 64;
// Read once: what another module exports is looked up at each use.
const { bytes: withLength, fixed64 } = wireTypes;

export function decodeLogs(body: Uint8Array, context: IngestContext, sink: RowSink): Steps<Outcome> {
  return writeEvents(sink, context, kinds.log, (writer) => walkOrigins(new Wire(body), writer, readRecord));
}

/** A request with one record, as a part of a larger one. */
export function readLog(request: Uint8Array, writer: EventWriter): void {
  atOnce(walkOrigins(new Wire(request), writer, readRecord));
}

function readRecord(wire: Wire, end: number, writer: EventWriter): void {
  const { bytes, at: start } = wire;
  const { outcome, clock, attributes } = writer;
  let timeHi = 0;
  let timeLo = 0;
  let observedHi = 0;
  let observedLo = 0;
  let severity = 0;
  let textStart = 0;
  let textEnd = 0;
  let bodyStart = 0;
  let bodyEnd = -1;
  let firstAttribute = end;
  let attributesEnd = start;
  let dropped = 0;
  let flags = 0;
  let traceStart = 0;
  let traceEnd = 0;
  let spanStart = 0;
  let spanEnd = 0;
  let nameStart = 0;
  let nameEnd = 0;
  while (wire.at < end) {
    const fieldAt = wire.at;
    const tag = wire.tag();
    const type = tag & 7;
    // One place that reads a length, one that reads a time: what is called from many places the engine does not inline.
    if (type === withLength) {
      const length = wire.length();
      const from = wire.at;
      const to = from + length;
      wire.at = to;
      switch (tag) {
        case 0x32:
          if (firstAttribute === end) firstAttribute = fieldAt;
          attributesEnd = to;
          break;
        case 0x1a:
          textStart = from;
          textEnd = to;
          break;
        case 0x2a:
          bodyStart = from;
          bodyEnd = to;
          break;
        case 0x4a:
          traceStart = from;
          traceEnd = to;
          break;
        case 0x52:
          spanStart = from;
          spanEnd = to;
          break;
        case 0x62:
          nameStart = from;
          nameEnd = to;
          break;
      }
    } else if (type === fixed64) {
      wire.fixed64();
      if (tag === 0x09) {
        timeHi = wire.hi;
        timeLo = wire.lo;
      } else if (tag === 0x59) {
        observedHi = wire.hi;
        observedLo = wire.lo;
      }
    } else if (tag === 0x10) severity = wire.int32();
    else if (tag === 0x45) flags = wire.fixed32();
    else if (tag === 0x38) dropped = wire.int32() >>> 0;
    else wire.skip(tag);
  }
  if (!clock.resolve(timeHi, timeLo, observedHi, observedLo)) {
    writer.skipRecord();
    outcome.reject('too_old', 'a log record is older than the retention of its project');
    return;
  }
  const rows = writer.block();
  const row = rows.addRow();
  writer.fillOrigin(rows, row, end - start);
  if (clock.wasClamped) writer.noteClamped(rows, timeHi, timeLo, observedHi, observedLo);
  rows.observedTs.data[row * 2] = observedLo;
  rows.observedTs.data[row * 2 + 1] = observedHi;
  rows.flags.data[row] = flags;
  if (dropped > 0) writer.meta(rows, 'dropped_attributes_count', String(dropped));

  const over = attributes.readAll(
    wire,
    firstAttribute,
    Math.max(firstAttribute, attributesEnd),
    0x32,
    rows,
    row,
    outcome,
  );
  if (over > 0) writer.noteOver(rows, over);
  fillDerived(writer, wire, rows, row, 0);

  if (textEnd > textStart)
    rows.severityText.data[row] = wordOf(
      rows.severityText.words,
      wire,
      textStart,
      textEnd,
      severityTextBytesMax,
      outcome,
    );
  const level =
    severity >= 1 && severity <= 24
      ? severity
      : textEnd > textStart
        ? severityOfText(latin1(bytes, textStart, textEnd))
        : 0;
  writer.fillLevel(rows, row, level);
  rows.name.data[row] = wordOf(rows.name.words, wire, nameStart, nameEnd, nameBytesMax, outcome);

  putIdOrIgnore(rows.traceId, row, bytes, traceStart, traceEnd, traceIdBytes, outcome);
  putIdOrIgnore(rows.spanId, row, bytes, spanStart, spanEnd, spanIdBytes, outcome);

  const bodyOut = fillBody(writer, wire, bodyStart, bodyEnd, rows, row);
  const hasTemplate = (attributes.roles & (1 << role.template)) !== 0;
  if (hasTemplate) {
    const from = attributes.roleStart[role.template] as number;
    fillShape(writer, rows, row, bytes, from, attributes.roleEnd[role.template] as number);
  } else if (bodyOut > 0) fillShape(writer, rows, row, rows.body.bytes, rows.body.length - bodyOut, rows.body.length);
  else if (nameEnd > nameStart) fillShape(writer, rows, row, bytes, nameStart, nameEnd);

  rows.meta.endRow(row);
  outcome.accepted++;
}
