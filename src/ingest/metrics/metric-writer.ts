// One request's metrics on their way into a sink: which series a point belongs to, and whether the store knows it.

import type { Hash64 } from '../../lib/hash64.ts';
import { RequestClock } from '../events/event-writer.ts';
import type { Entry, Resource, Scope } from '../origin.ts';
import { noScope } from '../origin.ts';
import type { IngestContext } from '../outcome.ts';
import { Outcome } from '../outcome.ts';
import type { Block } from '../rows/block.ts';
import type { DistRows, ExemplarRows, PointRows } from '../rows/metrics.ts';
import type { MapColumn } from '../rows/nested.ts';
import type { FixedColumn, TextColumn, WordColumn } from '../rows/columns.ts';
import { addResource, BoundResource } from '../rows/resource-words.ts';
import type { RowSink } from '../rows/sink.ts';
import { valueTypes } from '../rows/types.ts';
import { addNumberTo, addTextTo, finishSeries, startSeries } from './series-hash.ts';
import { putString } from '../encoding/text.ts';
import { descriptionBytesMax } from '../limits.ts';

const metaBytesMax = 64 * 1024;

/** What all points of a metric share. */
export interface Metric {
  readonly name: string;
  readonly unit: string;
  readonly description: string;
  /** JSON of its metadata attributes, or empty. */
  readonly metadata: string;
  readonly type: number;
  readonly temporality: number;
  readonly isMonotonic: boolean;
}

/** What names points that do not say it themselves: the sum of its hashes, and what it is. */
interface Labels extends Readonly<Hash64> {
  readonly read: () => readonly Entry[];
}

interface PointColumns extends Block {
  readonly projectId: WordColumn;
  readonly metric: WordColumn;
  readonly seriesId: FixedColumn<Uint32Array>;
  readonly ts: FixedColumn<Uint32Array>;
  readonly retention: FixedColumn<Uint16Array>;
  readonly receipt: FixedColumn<Uint32Array>;
}

export class MetricWriter {
  readonly looksAhead = true;
  readonly outcome = new Outcome();
  readonly quiet = new Outcome();
  readonly clock: RequestClock;
  readonly sink: RowSink;
  readonly context: IngestContext;
  /** The attributes of the point at hand, added up. */
  readonly attributes: Hash64 = { hi: 0, lo: 0 };
  /** The series of the point at hand. */
  readonly series: Hash64 = { hi: 0, lo: 0 };
  labels: Labels | undefined;
  metric: Metric | undefined;
  /** Of the project and the resource: the beginning of each of its scopes' origins. */
  private readonly group: Hash64 = { hi: 0, lo: 0 };
  private readonly origin: Hash64 = { hi: 0, lo: 0 };
  private readonly metricHash: Hash64 = { hi: 0, lo: 0 };
  private readonly news: Hash64 = { hi: 0, lo: 0 };
  private readonly boundResource = new BoundResource();
  private resource: Resource;
  private resourceSchemaUrl = '';
  private scope: Scope = noScope;
  private schemaUrl = '';
  private rows: Block | undefined;
  private version = 0;
  private epoch = -1;
  private projectWord = 0;
  private metricWord = 0;

  constructor(sink: RowSink, context: IngestContext) {
    this.sink = sink;
    this.context = context;
    this.clock = new RequestClock(context);
    this.resource = sink.resources.read(new Uint8Array(0), 0, 0, this.outcome);
  }

  startResource(bytes: Uint8Array, start: number, end: number, schemaUrl: string): void {
    this.resource = this.sink.resources.read(bytes, start, end, this.outcome);
    this.resourceSchemaUrl = schemaUrl;
    const { group } = this;
    startSeries(group, 1);
    addTextTo(group, this.context.projectId);
    addTextTo(group, entriesKey(this.resource.entries));
  }

  startScope(scope: Scope, schemaUrl: string): void {
    this.scope = scope;
    this.schemaUrl = schemaUrl;
    const { group, origin } = this;
    origin.hi = group.hi;
    origin.lo = group.lo;
    addTextTo(origin, scope.name);
    addTextTo(origin, scope.version);
    addTextTo(origin, entriesKey(scope.entries));
    finishSeries(origin);
  }

  /**
   * `version`: of what is known of the metric, where unit and type are no part of what names its series: Prometheus tells
   * them apart from samples. The series is told again when it changes.
   */
  startMetric(metric: Metric, version?: number): void {
    const isTyped = version === undefined;
    this.metric = metric;
    this.version = version ?? 0;
    this.rows = undefined;
    const { metricHash, origin } = this;
    metricHash.hi = origin.hi;
    metricHash.lo = origin.lo;
    addTextTo(metricHash, metric.name);
    if (isTyped) addTextTo(metricHash, metric.unit);
    if (isTyped) addNumberTo(metricHash, metric.type * 8 + metric.temporality * 2 + (metric.isMonotonic ? 1 : 0));
    finishSeries(metricHash);
  }

  /** From the sum of its attributes, which series the point belongs to. */
  resolveSeries(): void {
    const { series, metricHash, attributes } = this;
    series.hi = metricHash.hi;
    series.lo = metricHash.lo;
    addNumberTo(series, attributes.hi);
    addNumberTo(series, attributes.lo);
    finishSeries(series);
  }

  /** Whether the store has to be told what the series is: the first time, then once an hour and day. */
  isNewSeries(): boolean {
    const { news, series, version } = this;
    news.hi = series.hi ^ this.clock.day;
    news.lo = series.lo ^ (version << 16);
    return this.sink.seenSeries.isNews(news.hi, news.lo, this.clock.nowMs);
  }

  defineSeries(entries: readonly Entry[]): void {
    const { metric, resource, scope, context } = this;
    if (metric === undefined) return;
    const rows = this.sink.series(this.clock.day, context.retentionDays);
    const row = rows.addRow();
    rows.projectId.data[row] = rows.projectId.words.ofText(context.projectId);
    rows.metric.data[row] = rows.metric.words.ofText(metric.name);
    rows.seriesId.data[row * 2] = this.series.lo;
    rows.seriesId.data[row * 2 + 1] = this.series.hi;
    rows.date.data[row] = this.clock.day;
    rows.type.data[row] = metric.type;
    rows.temporality.data[row] = metric.temporality;
    rows.monotonic.data[row] = metric.isMonotonic ? 1 : 0;
    rows.unit.data[row] = rows.unit.words.ofText(metric.unit);
    putString(rows.description, row, metric.description, descriptionBytesMax, this.outcome);
    rows.service.data[row] = rows.service.words.ofText(resource.service);
    rows.env.data[row] = rows.env.words.ofText(resource.env);
    rows.scopeName.data[row] = rows.scopeName.words.ofText(scope.name);
    rows.scopeVersion.data[row] = rows.scopeVersion.words.ofText(scope.version);
    fillWords(rows.attrs, rows.attrsTypes, row, entries);
    addResource(rows.res, rows.resTypes, this.boundResource.wordsIn(rows, resource.entries));
    rows.res.endRow(row);
    rows.resTypes.endRow(row);
    const meta: [string, string][] = [];
    if (metric.metadata !== '') meta.push(['metadata', metric.metadata]);
    if (this.schemaUrl !== '') meta.push(['schema_url', this.schemaUrl]);
    if (this.resourceSchemaUrl !== '') meta.push(['resource.schema_url', this.resourceSchemaUrl]);
    if (resource.droppedAttributes > 0)
      meta.push(['resource.dropped_attributes_count', String(resource.droppedAttributes)]);
    if (scope.attributesJson !== '') meta.push(['scope.attributes', scope.attributesJson]);
    if (scope.droppedAttributes > 0) meta.push(['scope.dropped_attributes_count', String(scope.droppedAttributes)]);
    fillTexts(rows.meta, row, meta, this.quiet);
    rows.retention.data[row] = context.retentionDays;
    rows.lastSeen.data[row] = Math.floor(this.clock.nowMs / 1000);

    const project = this.sink.catalog.project(context.projectId, 'metric', context.retentionDays);
    this.sink.catalog.learnEntries(project, 'attributes', entries, this.clock.nowMs);
    this.sink.catalog.learnEntries(project, 'resource', resource.entries, this.clock.nowMs);
    this.sink.catalog.learnEntries(project, 'scope', scope.entries, this.clock.nowMs);
  }

  fillExemplar(rows: ExemplarRows, row: number): void {
    rows.projectId.data[row] = rows.projectId.words.ofText(this.context.projectId);
    rows.metric.data[row] = rows.metric.words.ofText(this.metric?.name ?? '');
    this.fillCommon(rows, row);
  }

  /** What every row of a point starts with. */
  fillPoint(rows: PointColumns, row: number): void {
    if (rows !== this.rows || rows.epoch !== this.epoch) {
      this.rows = rows;
      this.epoch = rows.epoch;
      this.projectWord = rows.projectId.words.ofText(this.context.projectId);
      this.metricWord = rows.metric.words.ofText(this.metric?.name ?? '');
    }
    rows.projectId.data[row] = this.projectWord;
    rows.metric.data[row] = this.metricWord;
    this.fillCommon(rows, row);
  }

  /** When the counting began. A counter that began after its points would begin anew with each of them. */
  fillStart({ startTs }: PointRows | DistRows, row: number, hi: number, lo: number): void {
    const { clock } = this;
    const start = clock.wasClamped && (hi | lo) !== 0 ? clock.moved(hi, lo) : undefined;
    startTs.data[row * 2] = start?.lo ?? lo;
    startTs.data[row * 2 + 1] = start?.hi ?? hi;
  }

  private fillCommon(rows: PointColumns, row: number): void {
    const two = row * 2;
    const { series, clock, context } = this;
    rows.seriesId.data[two] = series.lo;
    rows.seriesId.data[two + 1] = series.hi;
    rows.ts.data[two] = clock.lo;
    rows.ts.data[two + 1] = clock.hi;
    rows.retention.data[row] = context.retentionDays;
    rows.receipt.data[two] = context.receipt.lo;
    rows.receipt.data[two + 1] = context.receipt.hi;
  }
}

/** The same text for the same attributes, whatever their order. */
function entriesKey(entries: readonly Entry[]): string {
  return entries
    .map((entry) => `${entry.key}\0${entry.type}\0${entry.text}`)
    .sort()
    .join('\u0001');
}

function fillWords(
  map: MapColumn<WordColumn>,
  types: MapColumn<FixedColumn<Uint8Array>>,
  row: number,
  entries: readonly Entry[],
): void {
  map.reserve(entries.length);
  for (const { key, text } of entries) {
    map.keyData[map.count] = map.keys.ofText(key);
    map.values.data[map.count++] = map.values.words.ofText(text);
  }
  map.endRow(row);
  fillTypes(types, row, entries);
}

/** The types of those that are no texts. */
export function fillTypes(types: MapColumn<FixedColumn<Uint8Array>>, row: number, entries: readonly Entry[]): void {
  types.reserve(entries.length);
  for (const { key, type } of entries) {
    if (type === valueTypes.string) continue;
    types.keyData[types.count] = types.keys.ofText(key);
    types.values.data[types.count++] = type;
  }
  types.endRow(row);
}

export function fillTexts(
  map: MapColumn<TextColumn>,
  row: number,
  entries: readonly (readonly [key: string, text: string])[],
  outcome: Outcome,
): void {
  map.reserve(entries.length);
  for (const [key, text] of entries) {
    map.keyData[map.count] = map.keys.ofText(key);
    putString(map.values, map.count++, text, metaBytesMax, outcome);
  }
  map.endRow(row);
}
