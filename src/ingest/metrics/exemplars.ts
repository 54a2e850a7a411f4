import type { MetricWriter } from './metric-writer.ts';
import { fillTexts, fillTypes } from './metric-writer.ts';
import { putIdOrIgnore, spanIdBytes, traceIdBytes } from '../events/ids.ts';
import { toDouble } from '../encoding/numbers.ts';
import { readEntries } from '../origin.ts';
import type { Wire } from '../encoding/wire.ts';

/** The exemplars of the point between `start` and `end`, which the clock and series of the writer still stand at. */
export function readExemplars(wire: Wire, start: number, end: number, exemplarTag: number, writer: MetricWriter): void {
  const { hi, lo } = writer.clock;
  wire.at = start;
  wire.end = end;
  while (wire.at < end) {
    const tag = wire.tag();
    if (tag !== exemplarTag) {
      wire.skip(tag);
      continue;
    }
    const length = wire.length();
    const exemplarEnd = wire.at + length;
    wire.end = exemplarEnd;
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
  let traceStart = 0;
  let traceEnd = 0;
  let spanStart = 0;
  let spanEnd = 0;
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
    } else if (tag === 0x22) {
      const length = wire.length();
      spanStart = wire.at;
      wire.at = spanEnd = spanStart + length;
    } else if (tag === 0x2a) {
      const length = wire.length();
      traceStart = wire.at;
      wire.at = traceEnd = traceStart + length;
    } else wire.skip(tag);
  }
  // An exemplar without a time of its own, or with one that cannot be kept, is as old as its point.
  if (!clock.resolve(timeHi, timeLo, pointHi, pointLo)) {
    outcome.clampedTimestamps++;
    clock.resolve(pointHi, pointLo, 0, 0);
  } else if (clock.wasClamped) outcome.clampedTimestamps++;
  const rows = writer.sink.exemplars(clock.day, writer.context.retentionDays);
  const row = rows.addRow();
  writer.fillExemplar(rows, row);
  rows.value.data[row] = value;
  if (isInt) {
    rows.isInt.data[row] = 1;
    rows.valueInt.data[row * 2] = intLo;
    rows.valueInt.data[row * 2 + 1] = intHi;
  }
  putIdOrIgnore(rows.traceId, row, bytes, traceStart, traceEnd, traceIdBytes, outcome);
  putIdOrIgnore(rows.spanId, row, bytes, spanStart, spanEnd, spanIdBytes, outcome);
  wire.at = start;
  const entries = readEntries(wire, 0x3a, outcome);
  fillTexts(
    rows.attrs,
    row,
    entries.map((entry) => [entry.key, entry.text]),
    outcome,
  );
  fillTypes(rows.attrsTypes, row, entries);
}
