// Points of histograms, exponential histograms and summaries. Each is walked twice: once for its time, its series and
// whether its buckets make sense, then for the buckets themselves.

import { readExemplars } from './exemplars.ts';
import { addAttribute, placePoint, startPoint } from './metric-points.ts';
import type { MetricWriter } from './metric-writer.ts';
import type { FixedColumn } from '../rows/columns.ts';
import type { ArrayColumn } from '../rows/nested.ts';
import type { DistRows } from '../rows/metrics.ts';
import { presentBits } from '../rows/metrics.ts';
import type { Wire } from '../encoding/wire.ts';
import { bucketsPerPointMax } from '../limits.ts';

/** The scalar fields of the point at hand; one at a time is read. */
interface Scalars {
  startHi: number;
  startLo: number;
  timeHi: number;
  timeLo: number;
  countHi: number;
  countLo: number;
  sum: number;
  min: number;
  max: number;
  present: number;
  flags: number;
}

const point: Scalars = {
  startHi: 0,
  startLo: 0,
  timeHi: 0,
  timeLo: 0,
  countHi: 0,
  countLo: 0,
  sum: 0,
  min: 0,
  max: 0,
  present: 0,
  flags: 0,
};

function restart(writer: MetricWriter): void {
  startPoint(writer);
  point.startHi = point.startLo = point.timeHi = point.timeLo = point.countHi = point.countLo = 0;
  point.sum = point.min = point.max = point.present = point.flags = 0;
}

/** Fields that have the same tag in all three kinds; false for another. */
function readCommon(wire: Wire, tag: number): boolean {
  switch (tag) {
    case 0x11:
      wire.fixed64();
      point.startHi = wire.hi;
      point.startLo = wire.lo;
      return true;
    case 0x19:
      wire.fixed64();
      point.timeHi = wire.hi;
      point.timeLo = wire.lo;
      return true;
    case 0x21:
      wire.fixed64();
      point.countHi = wire.hi;
      point.countLo = wire.lo;
      return true;
    case 0x29:
      point.sum = wire.double();
      point.present |= presentBits.sum;
      return true;
    default:
      return false;
  }
}

/** A row for the point; undefined when it is too old. */
function openRow(
  wire: Wire,
  start: number,
  end: number,
  attributesTag: number,
  writer: MetricWriter,
): DistRows | undefined {
  if (!placePoint(writer, wire, start, end, attributesTag, point.timeHi, point.timeLo)) return undefined;
  const rows = writer.sink.dists(writer.clock.day, writer.context.retentionDays);
  const row = rows.addRow();
  const two = row * 2;
  writer.fillPoint(rows, row);
  writer.fillStart(rows, row, point.startHi, point.startLo);
  rows.count.data[two] = point.countLo;
  rows.count.data[two + 1] = point.countHi;
  rows.sum.data[row] = point.sum;
  rows.min.data[row] = point.min;
  rows.max.data[row] = point.max;
  rows.present.data[row] = presentIn(point);
  rows.flags.data[row] = point.flags;
  wire.at = start;
  wire.end = end;
  return rows;
}

/** What was sent and is a number. */
function presentIn({ present, sum, min, max }: Scalars): number {
  const isNone = (value: number, bit: number): number => (Number.isNaN(value) ? bit : 0);
  return present & ~(isNone(sum, presentBits.sum) | isNone(min, presentBits.min) | isNone(max, presentBits.max));
}

function closeRow(rows: DistRows, writer: MetricWriter): void {
  const row = rows.rows - 1;
  rows.bounds.endRow(row);
  rows.counts.endRow(row);
  rows.posCounts.endRow(row);
  rows.negCounts.endRow(row);
  rows.quantiles.endRow(row);
  rows.quantileValues.endRow(row);
  writer.outcome.accepted++;
}

export function readHistogram(wire: Wire, end: number, writer: MetricWriter): void {
  const start = wire.at;
  let counts = 0;
  let bounds = 0;
  let last = Number.NaN;
  let increase = true;
  let exemplars = false;
  const readBound = (): void => {
    const bound = wire.double();
    increase &&= bounds === 0 ? !Number.isNaN(bound) : bound > last;
    last = bound;
    bounds++;
  };
  restart(writer);
  while (wire.at < end) {
    const tag = wire.tag();
    if (readCommon(wire, tag)) continue;
    if (tag === 0x4a) addAttribute(wire, writer);
    else if (tag === 0x32) counts += packedCount(wire);
    else if (tag === 0x3a) wire.each(readBound);
    else if (tag === 0x39) readBound();
    else if (tag === 0x50) point.flags = wire.int32();
    else if (tag === 0x59) {
      point.min = wire.double();
      point.present |= presentBits.min;
    } else if (tag === 0x61) {
      point.max = wire.double();
      point.present |= presentBits.max;
    } else {
      if (tag === 0x31) counts++;
      else if (tag === 0x42) exemplars = true;
      wire.skip(tag);
    }
  }
  if (counts > bucketsPerPointMax) {
    writer.outcome.reject('invalid_record', 'a histogram point has too many buckets');
    return;
  }
  if (counts === 0 ? bounds !== 0 : bounds !== counts - 1) {
    writer.outcome.reject('invalid_record', 'a histogram point has not one bucket count more than bounds');
    return;
  }
  // Of buckets in another order each quantile would be wrong, and nobody would know.
  if (!increase) {
    writer.outcome.reject('invalid_record', 'the bounds of a histogram point do not increase');
    return;
  }
  const rows = openRow(wire, start, end, 0x4a, writer);
  if (rows === undefined) return;
  rows.counts.reserve(counts);
  rows.bounds.reserve(bounds);
  while (wire.at < end) {
    const tag = wire.tag();
    if (tag === 0x32) wire.each(() => pushFixed(rows.counts, wire));
    else if (tag === 0x31) pushFixed(rows.counts, wire);
    else if (tag === 0x3a) wire.each(() => pushDouble(rows.bounds, wire));
    else if (tag === 0x39) pushDouble(rows.bounds, wire);
    else wire.skip(tag);
  }
  closeRow(rows, writer);
  if (exemplars) readExemplars(wire, start, end, 0x42, writer);
}

export function readExponential(wire: Wire, end: number, writer: MetricWriter): void {
  const start = wire.at;
  let scale = 0;
  let zeroHi = 0;
  let zeroLo = 0;
  let zeroThreshold = 0;
  let exemplars = false;
  let bucketBytes = 0;
  restart(writer);
  while (wire.at < end) {
    const tag = wire.tag();
    if (readCommon(wire, tag)) continue;
    if (tag === 0x0a) addAttribute(wire, writer);
    else if (tag === 0x30) scale = zigzag(wire.int32());
    else if (tag === 0x39) {
      wire.fixed64();
      zeroHi = wire.hi;
      zeroLo = wire.lo;
    } else if (tag === 0x50) point.flags = wire.int32();
    else if (tag === 0x61) {
      point.min = wire.double();
      point.present |= presentBits.min;
    } else if (tag === 0x69) {
      point.max = wire.double();
      point.present |= presentBits.max;
    } else if (tag === 0x71) zeroThreshold = wire.double();
    else {
      const before = wire.at;
      exemplars ||= tag === 0x5a;
      wire.skip(tag);
      if (tag === 0x42 || tag === 0x4a) bucketBytes += wire.at - before;
    }
  }
  // A bucket takes a byte at least, so that this bounds their number, too.
  if (bucketBytes > bucketsPerPointMax * 10) {
    writer.outcome.reject('invalid_record', 'an exponential histogram point has too many buckets');
    return;
  }
  const rows = openRow(wire, start, end, 0x0a, writer);
  if (rows === undefined) return;
  const row = rows.rows - 1;
  rows.scale.data[row] = scale;
  rows.zeroCount.data[row * 2] = zeroLo;
  rows.zeroCount.data[row * 2 + 1] = zeroHi;
  rows.zeroThreshold.data[row] = zeroThreshold;
  rows.posCounts.reserve(bucketBytes);
  rows.negCounts.reserve(bucketBytes);
  while (wire.at < end) {
    const tag = wire.tag();
    if (tag === 0x42) readBuckets(wire, rows.posOffset, rows.posCounts, row);
    else if (tag === 0x4a) readBuckets(wire, rows.negOffset, rows.negCounts, row);
    else wire.skip(tag);
  }
  closeRow(rows, writer);
  if (exemplars) readExemplars(wire, start, end, 0x5a, writer);
}

export function readSummary(wire: Wire, end: number, writer: MetricWriter): void {
  const start = wire.at;
  let quantiles = 0;
  restart(writer);
  // Not optional here: a summary always has a sum.
  point.present = presentBits.sum;
  while (wire.at < end) {
    const tag = wire.tag();
    if (readCommon(wire, tag)) continue;
    if (tag === 0x3a) addAttribute(wire, writer);
    else if (tag === 0x40) point.flags = wire.int32();
    else {
      if (tag === 0x32) quantiles++;
      wire.skip(tag);
    }
  }
  if (quantiles > bucketsPerPointMax) {
    writer.outcome.reject('invalid_record', 'a summary point has too many quantiles');
    return;
  }
  const rows = openRow(wire, start, end, 0x3a, writer);
  if (rows === undefined) return;
  rows.quantiles.reserve(quantiles);
  rows.quantileValues.reserve(quantiles);
  while (wire.at < end) {
    const tag = wire.tag();
    if (tag !== 0x32) {
      wire.skip(tag);
      continue;
    }
    let quantile = 0;
    let value = 0;
    wire.each(() => {
      const inner = wire.tag();
      if (inner === 0x09) quantile = wire.double();
      else if (inner === 0x11) value = wire.double();
      else wire.skip(inner);
    });
    rows.quantiles.values.data[rows.quantiles.count++] = quantile;
    rows.quantileValues.values.data[rows.quantileValues.count++] = value;
  }
  closeRow(rows, writer);
}

function zigzag(value: number): number {
  return (value >>> 1) ^ -(value & 1);
}

/** How many 8-byte elements a packed field has; steps over it. */
function packedCount(wire: Wire): number {
  const length = wire.length();
  wire.at += length;
  return Math.ceil(length / 8);
}

function pushFixed(column: ArrayColumn<FixedColumn<Uint32Array>>, wire: Wire): void {
  wire.fixed64();
  pushLanes(column, wire);
}

function pushLanes(column: ArrayColumn<FixedColumn<Uint32Array>>, wire: Wire): void {
  const at = column.count++ * 2;
  column.values.data[at] = wire.lo;
  column.values.data[at + 1] = wire.hi;
}

function pushDouble(column: ArrayColumn<FixedColumn<Float64Array>>, wire: Wire): void {
  column.values.data[column.count++] = wire.double();
}

function readBuckets(
  wire: Wire,
  offset: FixedColumn<Uint32Array>,
  counts: ArrayColumn<FixedColumn<Uint32Array>>,
  row: number,
): void {
  const pushVarint = () => {
    wire.varint();
    pushLanes(counts, wire);
  };
  wire.each(() => {
    const tag = wire.tag();
    if (tag === 0x08) offset.data[row] = zigzag(wire.int32());
    else if (tag === 0x12) wire.each(pushVarint);
    else if (tag === 0x10) pushVarint();
    else wire.skip(tag);
  });
}
