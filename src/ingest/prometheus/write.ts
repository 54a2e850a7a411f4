// Prometheus remote write 1.0. `__name__` is the metric; all other labels are attributes; job and instance are, beside
// that, the service and its instance.

import { hashTexts } from '../../lib/hash64.ts';
import { fillTexts, fillTypes, MetricWriter } from '../metrics/metric-writer.ts';
import { addAttribute, noRecordedValue, startPoint } from '../metrics/metric-points.ts';
import {
  attributeBytesMax,
  attributesPerRecordMax,
  descriptionBytesMax,
  keyBytesMax,
  nameBytesMax,
  recordsPerRequestMax,
} from '../limits.ts';
import { toDouble } from '../encoding/numbers.ts';
import { noScope, placedText } from '../origin.ts';
import type { Entry } from '../origin.ts';
import { type IngestContext, type Outcome, TooManyRecords } from '../outcome.ts';
import { faultOf, NativeHistograms, typeOf } from './histograms.ts';
import { isStale, promTypeNames } from './types.ts';
import type { PromKind } from './types.ts';
import { ProtoOut } from '../encoding/proto-out.ts';
import { temporalities } from '../rows/metrics.ts';
import type { RowSink } from '../rows/sink.ts';
import { valueTypes } from '../rows/types.ts';
import type { Steps } from '../steps.ts';
import { unsnappy } from './snappy.ts';
import { putString } from '../encoding/text.ts';
import { fieldsInSteps, newPlace, take, takeKeyValue, Wire } from '../encoding/wire.ts';

const nsPerMs = 1_000_000;
const traceLabel = /^trace_?id$/i;
const spanLabel = /^span_?id$/i;

/** A snappy block with a WriteRequest in it. */
export function* decodeRemoteWrite(body: Uint8Array, context: IngestContext, sink: RowSink): Steps<Outcome> {
  const plain = unsnappy(body);
  return yield* sink.request(function* () {
    const writer = new MetricWriter(sink, context);
    const wire = new Wire(plain);
    yield* inSteps(wire, 0x1a, () => readMetadata(wire, writer));
    wire.at = 0;
    const resources = new PromResources(writer);
    const natives = new NativeHistograms(writer);
    yield* inSteps(wire, 0x0a, () => readSeries(wire, writer, resources, natives));
    return writer.outcome;
  });
}

/** Series without samples are no rows, and neither is metadata that came before: they are counted here. */
function inSteps(wire: Wire, wanted: number, read: () => void): Steps<void> {
  let count = 0;
  return fieldsInSteps(wire, wanted, () => {
    if (++count > recordsPerRequestMax) throw new TooManyRecords(recordsPerRequestMax);
    read();
  });
}

/** As `fieldsInSteps`, of a field that is read at once; so many are too many here, too. */
function eachField(wire: Wire, wanted: number, read: () => void): void {
  const { end } = wire;
  let count = 0;
  while (wire.at < end) {
    if (!wire.enters(wanted)) continue;
    if (++count > recordsPerRequestMax) throw new TooManyRecords(recordsPerRequestMax);
    const fieldEnd = wire.end;
    read();
    wire.at = fieldEnd;
    wire.end = end;
  }
}

function readMetadata(wire: Wire, writer: MetricWriter): void {
  const { outcome } = writer;
  const names = { family: newPlace(), help: newPlace(), unit: newPlace() };
  let type = 0;
  while (wire.at < wire.end) {
    const tag = wire.tag();
    if (tag === 0x08) type = wire.int32();
    else if (tag === 0x12) take(names.family, wire);
    else if (tag === 0x22) take(names.help, wire);
    else if (tag === 0x2a) take(names.unit, wire);
    else wire.skip(tag);
  }
  const family = placedText(names.family, wire, nameBytesMax, outcome);
  if (family === '') return;
  const help = placedText(names.help, wire, descriptionBytesMax, outcome);
  const unit = placedText(names.unit, wire, nameBytesMax, outcome);
  const { sink, context } = writer;
  const name = promTypeNames[type] ?? 'unknown';
  sink.promMetadata.learn(context.projectId, family, { type: name, unit, help });
  const hash = hashTexts(1, [context.projectId, family, name, unit, help]);
  if (!sink.seenSeries.isNews(hash.hi, hash.lo, writer.clock.nowMs)) return;
  const rows = sink.metadata();
  const row = rows.addRow();
  rows.projectId.data[row] = rows.projectId.words.ofText(context.projectId);
  rows.metric.data[row] = rows.metric.words.ofText(family);
  rows.type.data[row] = rows.type.words.ofText(name);
  rows.unit.data[row] = rows.unit.words.ofText(unit);
  putString(rows.description, row, help, descriptionBytesMax, writer.quiet);
  rows.lastSeen.data[row] = Math.floor(writer.clock.nowMs / 1000);
}

/** job and instance as a resource; neighbours in a request mostly share them. */
class PromResources {
  private readonly writer: MetricWriter;
  private readonly out = new ProtoOut();
  private last: string | undefined;

  constructor(writer: MetricWriter) {
    this.writer = writer;
  }

  use(job: string, instance: string): void {
    const name = `${job}\0${instance}`;
    if (name === this.last) return;
    this.last = name;
    const { out } = this;
    out.length = 0;
    for (const [key, value] of [
      ['service.name', job],
      ['service.instance.id', instance],
    ] as const) {
      if (value === '') continue;
      out.textAttribute(0x0a, key, value);
    }
    this.writer.startResource(out.bytes, 0, out.length, '');
    this.writer.startScope(noScope, '');
  }
}

/** Of the series at hand. */
const labelNames = new Set<string>();

function readSeries(wire: Wire, writer: MetricWriter, resources: PromResources, natives: NativeHistograms): void {
  const { at: start, end } = wire;
  const { outcome, sink, context } = writer;
  let metric = '';
  let job = '';
  let instance = '';
  let samples = 0;
  let histograms = 0;
  let isTwice = false;
  labelNames.clear();
  startPoint(writer);
  while (wire.at < end) {
    const tag = wire.tag();
    if (tag === 0x0a && isTwice) wire.stepOver();
    else if (tag === 0x0a) {
      const at = wire.at;
      addAttribute(wire, writer);
      const after = wire.at;
      wire.at = at;
      const length = wire.length();
      wire.end = wire.at + length;
      const label = readLabel(wire, writer);
      wire.end = end;
      wire.at = after;
      isTwice ||= labelNames.has(label.key);
      labelNames.add(label.key);
      if (label.key === '__name__') metric = label.text;
      else if (label.key === 'job') job = label.text;
      else if (label.key === 'instance') instance = label.text;
    } else {
      if (tag === 0x12) samples++;
      else if (tag === 0x22) histograms++;
      wire.skip(tag);
    }
  }
  const fault = metric === '' ? 'a series has no __name__' : isTwice ? 'a series has two labels of one name' : '';
  if (fault !== '') {
    if (samples + histograms > 0) outcome.reject('invalid_name', fault, samples + histograms);
    return;
  }
  resources.use(job, instance);
  const kind = sink.promMetadata.kindOf(context.projectId, metric);
  const { metadata } = kind;
  const told = { name: metric, unit: metadata?.unit ?? '', description: metadata?.help ?? '', metadata: '' };
  // What a histogram is it says itself: its series is told again when its metadata is another, and not for that.
  const version = metadata === undefined ? 0 : kind.type + 8;
  const begin = ({ type, temporality, isMonotonic }: Omit<PromKind, 'metadata'>): void =>
    writer.startMetric({ ...told, type, temporality, isMonotonic }, version);
  begin(kind);
  writer.resolveSeries();
  wire.at = start;
  eachField(wire, 0x12, () => readSample(wire, writer, start, end));
  if (histograms > 0) {
    // Exemplars come by themselves, with nothing but the same labels: these name the series of both.
    writer.labels = { ...writer.attributes, read: () => labelsOf(wire, writer, start, end) };
    wire.at = start;
    eachField(wire, 0x22, () => {
      const histogram = natives.parse(wire);
      const unsupported = faultOf(histogram);
      if (unsupported !== '') outcome.reject('unsupported', unsupported);
      else if (isInTime(writer, histogram.timeMs)) {
        begin({ type: typeOf(histogram), temporality: temporalities.cumulative, isMonotonic: false });
        natives.write(histogram);
      }
    });
    writer.labels = undefined;
  }
  wire.at = start;
  eachField(wire, 0x1a, () => readExemplar(wire, writer));
}

function readLabel(wire: Wire, writer: MetricWriter): Entry {
  const { outcome } = writer;
  const { key, value } = takeKeyValue(wire);
  return {
    key: placedText(key, wire, keyBytesMax, outcome),
    text: placedText(value, wire, attributeBytesMax, outcome),
    type: valueTypes.string,
  };
}

function readSample(wire: Wire, writer: MetricWriter, seriesStart: number, seriesEnd: number): void {
  const { clock, outcome } = writer;
  let valueHi = 0;
  let valueLo = 0;
  let value = 0;
  let timeMs = 0;
  while (wire.at < wire.end) {
    const tag = wire.tag();
    if (tag === 0x09) {
      const at = wire.at;
      wire.fixed64();
      valueHi = wire.hi;
      valueLo = wire.lo;
      wire.at = at;
      value = wire.double();
    } else if (tag === 0x10) {
      wire.varint();
      timeMs = toDouble(wire.hi, wire.lo);
    } else wire.skip(tag);
  }
  if (!isInTime(writer, timeMs)) return;
  if (writer.isNewSeries()) writer.defineSeries(labelsOf(wire, writer, seriesStart, seriesEnd));
  const rows = writer.sink.points(clock.day, writer.context.retentionDays);
  const row = rows.addRow();
  writer.fillPoint(rows, row);
  if (Number.isNaN(value)) rows.flags.data[row] = noRecordedValue;
  if (!isStale(valueHi, valueLo)) rows.value.data[row] = value;
  outcome.accepted++;
}

/** Sets the clock to the time of a sample; one that is too old is told of. */
function isInTime(writer: MetricWriter, timeMs: number): boolean {
  const { clock, outcome } = writer;
  if (!resolveMs(writer, timeMs)) {
    outcome.reject('too_old', 'a sample is older than the retention of its project');
    return false;
  }
  if (clock.wasClamped) outcome.clampedTimestamps++;
  return true;
}

/** Those of the series between two places; the wire stays where it is. */
function labelsOf(wire: Wire, writer: MetricWriter, seriesStart: number, seriesEnd: number): Entry[] {
  const { at, end } = wire;
  wire.at = seriesStart;
  wire.end = seriesEnd;
  const labels = readLabels(wire, writer);
  wire.at = at;
  wire.end = end;
  return labels;
}

/** All labels of a series but its name. */
function readLabels(wire: Wire, writer: MetricWriter): Entry[] {
  const entries: Entry[] = [];
  eachField(wire, 0x0a, () => {
    const label = readLabel(wire, writer);
    if (label.key === '__name__') return;
    if (entries.length < attributesPerRecordMax) entries.push(label);
    else writer.outcome.droppedAttributes++;
  });
  return entries;
}

/** Milliseconds since 1970, possibly negative, to the clock's nanoseconds, exactly. */
function resolveMs(writer: MetricWriter, timeMs: number): boolean {
  const { clock } = writer;
  if (timeMs < clock.oldestMs) return false;
  if (timeMs > clock.nowMs * 2) return clock.resolve(-1, -1, 0, 0);
  const lo = Math.imul((timeMs % 0x1_0000_0000) | 0, nsPerMs) >>> 0;
  return clock.resolve(Math.round((timeMs * nsPerMs - lo) / 0x1_0000_0000) | 0, lo | 0, 0, 0);
}

function readExemplar(wire: Wire, writer: MetricWriter): void {
  let value = 0;
  let timeMs = 0;
  const start = wire.at;
  while (wire.at < wire.end) {
    const tag = wire.tag();
    if (tag === 0x11) value = wire.double();
    else if (tag === 0x18) {
      wire.varint();
      timeMs = toDouble(wire.hi, wire.lo);
    } else wire.skip(tag);
  }
  if (!resolveMs(writer, timeMs)) {
    writer.outcome.reject('too_old', 'an exemplar is older than the retention of its project');
    return;
  }
  wire.at = start;
  const labels = readLabels(wire, writer);
  const idOf = (name: RegExp, form: RegExp): string => {
    const text = labels.find((label) => name.test(label.key))?.text.toLowerCase() ?? '';
    return form.test(text) ? text : '';
  };
  const rows = writer.sink.exemplars(writer.clock.day, writer.context.retentionDays);
  const row = rows.addRow();
  writer.fillExemplar(rows, row);
  rows.value.data[row] = value;
  putString(rows.traceId, row, idOf(traceLabel, /^[0-9a-f]{32}$/), 64, writer.quiet);
  putString(rows.spanId, row, idOf(spanLabel, /^[0-9a-f]{16}$/), 64, writer.quiet);
  fillTexts(
    rows.attrs,
    row,
    labels.map((label) => [label.key, label.text]),
    writer.quiet,
  );
  fillTypes(rows.attrsTypes, row, labels);
}
