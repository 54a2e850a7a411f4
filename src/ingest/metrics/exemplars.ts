import type { MetricWriter } from './metric-writer.ts';
import { putIdOrIgnore, spanIdBytes, traceIdBytes } from '../events/ids.ts';
import { toDouble } from '../encoding/numbers.ts';
import { readEntries } from '../origin.ts';
import { ExemplarRows } from '../rows/metrics.ts';
import { newPlace, take, type Wire } from '../encoding/wire.ts';

/** The exemplars of the point between `start` and `end`, which the clock and series of the writer still stand at. */
export function readExemplars(wire: Wire, start: number, end: number, exemplarTag: number, writer: MetricWriter): void {
  const { hi, lo } = writer.clock;
  wire.at = start;
  wire.end = end;
  while (wire.at < end) {
    if (!wire.enters(exemplarTag)) continue;
    const exemplarEnd = wire.end;
    readExemplar(wire, exemplarEnd, hi, lo, writer);
    wire.at = exemplarEnd;
    wire.end = end;
  }
}

function readExemplar(wire: Wire, end: number, pointHi: number, pointLo: number, writer: MetricWriter): void {
  const { bytes, at: start } = wire;
  const { outcome, clock } = writer;
  let timeHi = 0;
  let timeLo = 0;
  let value = 0;
  let intHi = 0;
  let intLo = 0;
  let isInt = false;
  const trace = newPlace();
  const span = newPlace();
  while (wire.at < end) {
    const tag = wire.tag();
    if (tag === 0x11) {
      wire.fixed64();
      timeHi = wire.hi;
      timeLo = wire.lo;
    } else if (tag === 0x19) {
      value = wire.double();
      isInt = false;
    } else if (tag === 0x31) {
      wire.fixed64();
      intHi = wire.hi;
      intLo = wire.lo;
      value = toDouble(intHi, intLo);
      isInt = true;
    } else if (tag === 0x22) take(span, wire);
    else if (tag === 0x2a) take(trace, wire);
    else wire.skip(tag);
  }
  // An exemplar without a time of its own, or with one that cannot be kept, is as old as its point.
  if (!clock.resolve(timeHi, timeLo, pointHi, pointLo)) {
    outcome.clampedTimestamps++;
    clock.resolve(pointHi, pointLo, 0, 0);
  } else if (clock.wasClamped) outcome.clampedTimestamps++;
  const rows = writer.sink.open(ExemplarRows, clock.day, writer.context.retentionDays);
  const row = rows.addRow();
  rows.value.data[row] = value;
  if (isInt) {
    rows.isInt.data[row] = 1;
    rows.valueInt.data[row * 2] = intLo;
    rows.valueInt.data[row * 2 + 1] = intHi;
  }
  putIdOrIgnore(rows.traceId, row, bytes, trace.start, trace.end, traceIdBytes, outcome);
  putIdOrIgnore(rows.spanId, row, bytes, span.start, span.end, spanIdBytes, outcome);
  wire.at = start;
  writer.fillExemplar(rows, row, readEntries(wire, 0x3a, outcome), outcome);
}
