// ExportMetricsServiceRequest, from the wire into points and distributions.

import { readExponential, readHistogram, readSummary } from '../metrics/metric-dists.ts';
import { readNumber } from '../metrics/metric-points.ts';
import type { Metric } from '../metrics/metric-writer.ts';
import { MetricWriter } from '../metrics/metric-writer.ts';
import { boundedJson, placedText, readEntries } from '../origin.ts';
import { descriptionBytesMax, nameBytesMax } from '../limits.ts';
import { walkOrigins } from './request.ts';
import type { IngestContext, Outcome } from '../outcome.ts';
import { metricTypes } from '../rows/metrics.ts';
import type { RowSink } from '../rows/sink.ts';
import type { Steps } from '../steps.ts';
import { fieldsInSteps, newPlace, take, Wire } from '../encoding/wire.ts';

const pointsTag = 0x0a;

type ReadPoint = (wire: Wire, end: number, writer: MetricWriter) => void;

/** How the points of each kind of data are read: by the tag of the kind in Metric. */
const kinds: ReadonlyMap<number, readonly [type: number, read: ReadPoint]> = new Map([
  [0x2a, [metricTypes.gauge, readNumber]],
  [0x3a, [metricTypes.sum, readNumber]],
  [0x4a, [metricTypes.histogram, readHistogram]],
  [0x52, [metricTypes.exp_histogram, readExponential]],
  [0x5a, [metricTypes.summary, readSummary]],
]);

export function decodeMetrics(body: Uint8Array, context: IngestContext, sink: RowSink): Steps<Outcome> {
  return sink.request(function* () {
    const writer = new MetricWriter(sink, context);
    yield* walkOrigins(new Wire(body), writer, readMetric);
    return writer.outcome;
  });
}

function readMetric(wire: Wire, end: number, writer: MetricWriter): Steps<void> | undefined {
  const { at: start } = wire;
  const { outcome } = writer;
  outcome.hold('metric');
  const namePlace = newPlace();
  const descriptionPlace = newPlace();
  const unitPlace = newPlace();
  const data = newPlace();
  let hasMetadata = false;
  let dataTag = 0;
  while (wire.at < end) {
    const tag = wire.tag();
    if (tag === 0x0a) take(namePlace, wire);
    else if (tag === 0x12) take(descriptionPlace, wire);
    else if (tag === 0x1a) take(unitPlace, wire);
    else if (kinds.has(tag)) {
      dataTag = tag;
      take(data, wire);
    } else {
      hasMetadata ||= tag === 0x62;
      wire.skip(tag);
    }
  }
  const kind = kinds.get(dataTag);
  if (kind === undefined) return undefined;
  const name = placedText(namePlace, wire, nameBytesMax, outcome);
  const description = placedText(descriptionPlace, wire, descriptionBytesMax, outcome);
  const unit = placedText(unitPlace, wire, nameBytesMax, outcome);
  let metadata = '';
  if (hasMetadata) {
    wire.at = start;
    metadata = boundedJson(readEntries(wire, 0x62, outcome), outcome);
  }
  wire.at = data.start;
  wire.end = data.end;
  const [type, readPoint] = kind;
  const { temporality, isMonotonic, points } = readShared(wire, type);
  if (name === '') {
    if (points > 0) outcome.reject('invalid_name', 'a metric has no name', points);
    return undefined;
  }
  const metric: Metric = { name, unit, description, metadata, type, temporality, isMonotonic };
  writer.startMetric(metric);
  wire.at = data.start;
  return fieldsInSteps(wire, pointsTag, (end) => readPoint(wire, end, writer));
}

/** What stands beside the points, in any order with them. */
function readShared(wire: Wire, type: number): { temporality: number; isMonotonic: boolean; points: number } {
  let temporality = 0;
  let isMonotonic = false;
  let points = 0;
  while (wire.at < wire.end) {
    const tag = wire.tag();
    if (tag === 0x10 && type !== metricTypes.gauge && type !== metricTypes.summary) {
      const sent = wire.int32();
      temporality = sent === 1 || sent === 2 ? sent : 0;
    } else if (tag === 0x18 && type === metricTypes.sum) {
      wire.varint();
      isMonotonic = (wire.lo | wire.hi) !== 0;
    } else {
      if (tag === pointsTag) points++;
      wire.skip(tag);
    }
  }
  return { temporality, isMonotonic, points };
}
