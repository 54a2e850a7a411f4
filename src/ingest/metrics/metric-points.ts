// NumberDataPoints of gauges and sums, and what the points of all kinds of metrics have in common.

import { toDouble } from '../encoding/numbers.ts';
import { readExemplars } from './exemplars.ts';
import type { MetricWriter } from './metric-writer.ts';
import { readEntries } from '../origin.ts';
import { addBytesTo, finishSeries, startSeries } from './series-hash.ts';
import type { Hash64 } from '../../lib/hash64.ts';
import type { Wire } from '../encoding/wire.ts';

/** The flag of a point that nothing can be read from: a sender says so, or it is NaN. One NaN would leave no sum of all the others. */
export const noRecordedValue = 1;
const attributeSeed = 2;
const one: Hash64 = { hi: 0, lo: 0 };

/** Adds one attribute's hash to the point's: of its bytes as they are on the wire, key first as every sender has it. */
export function addAttribute(wire: Wire, writer: MetricWriter): void {
  const length = wire.length();
  startSeries(one, attributeSeed);
  addBytesTo(one, wire.view, wire.at, wire.at + length);
  finishSeries(one);
  const sum = writer.attributes;
  sum.hi = (sum.hi + one.hi) | 0;
  sum.lo = (sum.lo + one.lo) | 0;
  wire.at += length;
}

export function startPoint({ attributes, labels }: MetricWriter): void {
  attributes.hi = labels?.hi ?? 0;
  attributes.lo = labels?.lo ?? 0;
}

/** Its time and series; false when the point is too old. */
export function placePoint(
  writer: MetricWriter,
  wire: Wire,
  start: number,
  end: number,
  attributesTag: number,
  timeHi: number,
  timeLo: number,
): boolean {
  const { clock, outcome } = writer;
  if (!clock.resolve(timeHi, timeLo, 0, 0)) {
    outcome.reject('too_old', 'a data point is older than the retention of its project');
    return false;
  }
  if (clock.wasClamped) outcome.clampedTimestamps++;
  writer.resolveSeries();
  if (writer.isNewSeries()) {
    wire.at = start;
    wire.end = end;
    writer.defineSeries(writer.labels?.read() ?? readEntries(wire, attributesTag, outcome));
  }
  return true;
}

export function readNumber(wire: Wire, end: number, writer: MetricWriter): void {
  const start = wire.at;
  let startHi = 0;
  let startLo = 0;
  let timeHi = 0;
  let timeLo = 0;
  let valueTag = 0;
  let value = 0;
  let intHi = 0;
  let intLo = 0;
  let flags = 0;
  let exemplars = false;
  startPoint(writer);
  while (wire.at < end) {
    const tag = wire.tag();
    switch (tag) {
      case 0x3a:
        addAttribute(wire, writer);
        break;
      case 0x11:
        wire.fixed64();
        startHi = wire.hi;
        startLo = wire.lo;
        break;
      case 0x19:
        wire.fixed64();
        timeHi = wire.hi;
        timeLo = wire.lo;
        break;
      case 0x21:
        valueTag = tag;
        value = wire.double();
        break;
      case 0x31:
        valueTag = tag;
        wire.fixed64();
        intHi = wire.hi;
        intLo = wire.lo;
        value = toDouble(intHi, intLo);
        break;
      case 0x40:
        flags = wire.int32();
        break;
      default:
        exemplars ||= tag === 0x2a;
        wire.skip(tag);
    }
  }
  if (valueTag === 0 && (flags & noRecordedValue) === 0) {
    writer.outcome.reject('invalid_record', 'a data point has no value');
    return;
  }
  if (!placePoint(writer, wire, start, end, 0x3a, timeHi, timeLo)) return;
  const rows = writer.sink.points(writer.clock.day, writer.context.retentionDays);
  const row = rows.addRow();
  writer.fillPoint(rows, row);
  writer.fillStart(rows, row, startHi, startLo);
  rows.flags.data[row] = Number.isNaN(value) ? flags | noRecordedValue : flags;
  if (valueTag === 0x31) rows.isInt.data[row] = 1;
  if ((flags & noRecordedValue) === 0) {
    rows.value.data[row] = value;
    if (valueTag === 0x31) {
      rows.valueInt.data[row * 2] = intLo;
      rows.valueInt.data[row * 2 + 1] = intHi;
    }
  }
  if (exemplars) readExemplars(wire, start, end, 0x2a, writer);
  writer.outcome.accepted++;
}
