// Native histograms of Prometheus remote write: each becomes a point of OTLP, and is read as one. Their buckets are the
// same, numbered one higher; only those that are not empty are sent, as runs of neighbours and the change from each to
// the next.

import { readExponential, readHistogram } from '../metrics/metric-dists.ts';
import { noRecordedValue } from '../metrics/metric-points.ts';
import type { MetricWriter } from '../metrics/metric-writer.ts';
import { toDouble } from '../encoding/numbers.ts';
import { bucketsPerPointMax } from '../limits.ts';
import { ProtoOut } from '../encoding/proto-out.ts';
import { metricTypes } from '../rows/metrics.ts';
import { isStale } from './types.ts';
import { Wire } from '../encoding/wire.ts';

/** Its bounds are sent with it; all other schemas are scales of powers of two. */
const customBounds = -53;
const [scaleMin, scaleMax] = [-4, 8];
const gaugeHint = 3;
const firstBucketMax = 1 << 20;
/** Of a request, and in memory only: 16 MiB. A histogram of some bytes could have thousands each. */
const emptyBucketsMax = 1 << 21;

export interface NativeHistogram {
  timeMs: number;
  schema: number;
  count: number;
  sum: number;
  zeroThreshold: number;
  zeroCount: number;
  isStale: boolean;
  isGauge: boolean;
  isFractional: boolean;
  readonly positive: Runs;
  readonly negative: Runs;
  readonly bounds: number[];
}

/** Buckets as they are sent: a gap and a length of each run, and what each bucket has more than the one before. */
interface Runs {
  readonly spans: number[];
  readonly deltas: number[];
}

/** Buckets one after the other, the empty ones among them. */
interface Buckets {
  readonly first: number;
  readonly counts: readonly number[];
}

/** Those of one request. */
export class NativeHistograms {
  private readonly writer: MetricWriter;
  private readonly out = new ProtoOut();
  private emptyBuckets = 0;

  constructor(writer: MetricWriter) {
    this.writer = writer;
  }

  parse(wire: Wire): NativeHistogram {
    const histogram: NativeHistogram = {
      timeMs: 0,
      schema: 0,
      count: 0,
      sum: 0,
      zeroThreshold: 0,
      zeroCount: 0,
      isStale: false,
      isGauge: false,
      isFractional: false,
      positive: { spans: [], deltas: [] },
      negative: { spans: [], deltas: [] },
      bounds: [],
    };
    while (wire.at < wire.end) this.readField(wire, wire.tag(), histogram);
    return histogram;
  }

  /** A row at the time that the clock was set to, of the series that the writer's labels name. */
  write(histogram: NativeHistogram): void {
    const { out, writer } = this;
    const { clock, outcome } = writer;
    const [positive, negative] = [this.bucketsOf(histogram.positive), this.bucketsOf(histogram.negative)];
    if (positive === undefined || negative === undefined) {
      outcome.reject('invalid_record', 'the buckets of a native histogram are not those of its spans, or too many');
      return;
    }
    const isCustom = typeOf(histogram) === metricTypes.histogram;
    out.length = 0;
    out.varint(0x19);
    out.fixed64(clock.hi, clock.lo);
    this.writeCount(0x21, histogram.count);
    if (histogram.isStale) {
      out.varint(0x50);
      out.varint(noRecordedValue);
    } else {
      out.varint(0x29);
      out.double(histogram.sum);
    }
    if (isCustom) this.writeCustom(histogram.bounds, positive);
    else this.writeExponential(histogram, positive, negative);
    const point = new Wire(out.asBytes());
    if (isCustom) readHistogram(point, point.end, writer);
    else readExponential(point, point.end, writer);
  }

  private readField(wire: Wire, tag: number, to: NativeHistogram): void {
    switch (tag) {
      case 0x08:
        to.count = unsigned(wire);
        break;
      case 0x11:
        to.isFractional = true;
        wire.skip(tag);
        break;
      case 0x19: {
        const { at } = wire;
        wire.fixed64();
        to.isStale = isStale(wire.hi, wire.lo);
        wire.at = at;
        to.sum = wire.double();
        break;
      }
      case 0x20:
        to.schema = signed(wire);
        break;
      case 0x29:
        to.zeroThreshold = wire.double();
        break;
      case 0x30:
        to.zeroCount = unsigned(wire);
        break;
      case 0x42:
        this.readSpan(wire, to.negative.spans);
        break;
      case 0x48:
      case 0x4a:
        this.readMany(wire, tag, to.negative.deltas, signed);
        break;
      case 0x5a:
        this.readSpan(wire, to.positive.spans);
        break;
      case 0x60:
      case 0x62:
        this.readMany(wire, tag, to.positive.deltas, signed);
        break;
      case 0x70:
        to.isGauge = wire.int32() === gaugeHint;
        break;
      case 0x78:
        wire.varint();
        to.timeMs = toDouble(wire.hi, wire.lo);
        break;
      case 0x81:
      case 0x82:
        this.readMany(wire, tag, to.bounds, (from) => from.double());
        break;
      default:
        wire.skip(tag);
    }
  }

  private readSpan(wire: Wire, spans: number[]): void {
    let [gap, length] = [0, 0];
    wire.each(() => {
      const tag = wire.tag();
      if (tag === 0x08) gap = signed(wire);
      else if (tag === 0x10) length = unsigned(wire);
      else wire.skip(tag);
    });
    this.push(spans, gap);
    this.push(spans, length);
  }

  /** A repeated field, packed or not. */
  private readMany(wire: Wire, tag: number, to: number[], readOne: (wire: Wire) => number): void {
    if ((tag & 7) === 2) wire.each(() => this.push(to, readOne(wire)));
    else this.push(to, readOne(wire));
  }

  /** Beyond what a point may have nothing is kept but that there is more. */
  private push(to: number[], value: number): void {
    if (to.length <= 2 * bucketsPerPointMax) to.push(value);
  }

  private bucketsOf({ spans, deltas }: Runs): Buckets | undefined {
    const first = spans[0] ?? 0;
    if (Math.abs(first) > firstBucketMax || deltas.length > bucketsPerPointMax) return undefined;
    const counts: number[] = [];
    let [used, count] = [0, 0];
    for (let at = 0; at < spans.length; at += 2) {
      const gap = at === 0 ? 0 : (spans[at] ?? 0);
      const length = spans[at + 1] ?? 0;
      const isTooLong = counts.length + gap + length > bucketsPerPointMax || this.emptyBuckets + gap > emptyBucketsMax;
      if (gap < 0 || isTooLong || used + length > deltas.length) return undefined;
      this.emptyBuckets += gap;
      for (let n = 0; n < gap; n++) counts.push(0);
      for (const end = used + length; used < end; used++) {
        count += deltas[used] ?? 0;
        if (count < 0) return undefined;
        counts.push(count);
      }
    }
    return used === deltas.length ? { first, counts } : undefined;
  }

  private writeCustom(bounds: readonly number[], { first, counts }: Buckets): void {
    const isAmongThem = first >= 0 && first + counts.length <= bounds.length + 1;
    // Without counts beside its bounds the point is refused as OTLP's is.
    if (isAmongThem) for (let n = 0; n <= bounds.length; n++) this.writeCount(0x31, counts[n - first] ?? 0);
    for (const bound of bounds) {
      this.out.varint(0x39);
      this.out.double(bound);
    }
  }

  private writeExponential(histogram: NativeHistogram, positive: Buckets, negative: Buckets): void {
    const { out } = this;
    out.varint(0x30);
    out.sint32(histogram.schema);
    this.writeCount(0x39, histogram.zeroCount);
    out.varint(0x71);
    out.double(histogram.zeroThreshold);
    for (const [tag, { first, counts }] of [
      [0x42, positive],
      [0x4a, negative],
    ] as const) {
      const buckets = out.begin(tag);
      out.varint(0x08);
      out.sint32(first - 1);
      const packed = out.begin(0x12);
      for (const count of counts) out.varint64(Math.floor(count / 0x1_0000_0000), count);
      out.end(packed);
      out.end(buckets);
    }
  }

  private writeCount(tag: number, count: number): void {
    this.out.varint(tag);
    this.out.fixed64(Math.floor(count / 0x1_0000_0000), count);
  }
}

/** Why it cannot be stored; the empty text if it can. */
export function faultOf({ schema, isGauge, isFractional }: NativeHistogram): string {
  if (isFractional) return 'native histograms with counts that are no integers are not supported';
  if (isGauge) return 'native histograms that are gauges are not supported';
  const isKnown = schema === customBounds || (schema >= scaleMin && schema <= scaleMax);
  return isKnown ? '' : `native histograms of schema ${schema} are not supported`;
}

export function typeOf({ schema }: NativeHistogram): number {
  return schema === customBounds ? metricTypes.histogram : metricTypes.exp_histogram;
}

function unsigned(wire: Wire): number {
  wire.varint();
  return toDouble(wire.hi >>> 0, wire.lo);
}

function signed(wire: Wire): number {
  const value = unsigned(wire);
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
}
