import { Block } from './block.ts';

export const metricTypes = { gauge: 1, sum: 2, histogram: 3, exp_histogram: 4, summary: 5 } as const;
const metricTypeType = "Enum8('gauge' = 1, 'sum' = 2, 'histogram' = 3, 'exp_histogram' = 4, 'summary' = 5)";
const temporalityType = "Enum8('unspecified' = 0, 'delta' = 1, 'cumulative' = 2)";
const time = "DateTime64(9, 'UTC')";

/** Identity of the series that points refer to; see clickhouse/0004_metrics.sql for the columns of all four tables. */
export class SeriesRows extends Block {
  readonly projectId = this.word('project_id');
  readonly metric = this.word('metric');
  readonly seriesId = this.u64('series_id');
  readonly date = this.u16('day', 'Date');
  readonly retention = this.u16('retention_days');
  readonly type = this.u8('type', metricTypeType);
  readonly temporality = this.u8('temporality', temporalityType);
  readonly monotonic = this.u8('monotonic', 'Bool');
  readonly unit = this.word('unit');
  readonly description = this.text('description');
  readonly service = this.word('service');
  readonly env = this.word('env');
  readonly host = this.word('host');
  readonly scopeName = this.word('scope_name');
  readonly scopeVersion = this.word('scope_version');
  readonly scopeAttrs = this.text('scope_attrs');
  readonly schemaUrl = this.word('schema_url');
  readonly attrs = this.words('attrs');
  readonly attrTypes = this.word('attr_types');
  readonly res = this.words('res');
  readonly resTypes = this.word('res_types');
  readonly lastSeen = this.u32('last_seen', "DateTime('UTC')");

  constructor(day: number, retentionDays: number) {
    super('metric_series', day, retentionDays);
  }
}

/** Gauges and sums. */
export class PointRows extends Block {
  readonly projectId = this.word('project_id');
  readonly metric = this.word('metric');
  readonly seriesId = this.u64('series_id');
  readonly ts = this.u64('ts', time);
  readonly startTs = this.u64('start_ts', time);
  readonly retention = this.u16('retention_days');
  readonly receipt = this.u64('receipt');
  readonly value = this.f64('value');
  readonly isInt = this.u8('is_int', 'Bool');
  readonly intExact = this.u64('int_exact', 'Int64');
  readonly flags = this.u32('flags');

  constructor(day: number, retentionDays: number) {
    super('metric_points', day, retentionDays);
  }
}

/** Histograms, exponential histograms and summaries. */
export class DistRows extends Block {
  readonly projectId = this.word('project_id');
  readonly metric = this.word('metric');
  readonly seriesId = this.u64('series_id');
  readonly ts = this.u64('ts', time);
  readonly startTs = this.u64('start_ts', time);
  readonly retention = this.u16('retention_days');
  readonly receipt = this.u64('receipt');
  readonly count = this.u64('count');
  readonly sum = this.nullableF64('sum');
  readonly min = this.nullableF64('min');
  readonly max = this.nullableF64('max');
  readonly bounds = this.doubles('bounds');
  readonly counts = this.longs('counts');
  readonly scale = this.u32('scale', 'Int32');
  readonly zeroThreshold = this.f64('zero_threshold');
  readonly zeroCount = this.u64('zero_count');
  readonly posOffset = this.u32('pos_offset', 'Int32');
  readonly posCounts = this.longs('pos_counts');
  readonly negOffset = this.u32('neg_offset', 'Int32');
  readonly negCounts = this.longs('neg_counts');
  readonly quantiles = this.pairs('quantiles', 'q', 'v');
  readonly flags = this.u32('flags');

  constructor(day: number, retentionDays: number) {
    super('metric_dists', day, retentionDays);
  }
}

export class ExemplarRows extends Block {
  readonly projectId = this.word('project_id');
  readonly metric = this.word('metric');
  readonly seriesId = this.u64('series_id');
  readonly ts = this.u64('ts', time);
  readonly retention = this.u16('retention_days');
  readonly receipt = this.u64('receipt');
  readonly value = this.f64('value');
  readonly isInt = this.u8('is_int', 'Bool');
  readonly intExact = this.u64('int_exact', 'Int64');
  readonly traceId = this.text('trace_id');
  readonly spanId = this.text('span_id');
  readonly attrs = this.texts('attrs');
  readonly attrTypes = this.word('attr_types');

  constructor(day: number, retentionDays: number) {
    super('metric_exemplars', day, retentionDays);
  }
}
