import { Block } from './block.ts';
import { enumOf } from './types.ts';

export const metricTypes = { gauge: 1, sum: 2, histogram: 3, exp_histogram: 4, summary: 5 } as const;
export const temporalities = { unspecified: 0, delta: 1, cumulative: 2 } as const;
const time = "DateTime64(9, 'UTC')";

/** Identity of the series that points refer to; see clickhouse/0004_metrics.sql for the columns of all four tables. */
export class SeriesRows extends Block {
  readonly projectId = this.word('project_id');
  readonly metric = this.word('metric');
  readonly seriesId = this.u64('series_id');
  readonly date = this.u16('day', 'Date');
  readonly type = this.u8('type', enumOf(metricTypes));
  readonly temporality = this.u8('temporality', enumOf(temporalities));
  readonly monotonic = this.u8('monotonic', 'Bool');
  readonly unit = this.word('unit');
  readonly description = this.text('description');
  readonly service = this.word('service');
  readonly env = this.word('env');
  readonly scopeName = this.word('scope_name');
  readonly scopeVersion = this.word('scope_version');
  readonly attrs = this.words('attrs');
  readonly attrsTypes = this.typesByKey('attrs_types', this.attrs.keys);
  readonly res = this.words('res');
  readonly resTypes = this.typesByKey('res_types', this.res.keys);
  readonly meta = this.texts('meta');
  readonly retention = this.u16('retention_days');
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
  readonly valueInt = this.u64('value_int', 'Int64');
  readonly isInt = this.u8('is_int', 'Bool');
  readonly flags = this.u32('flags');

  constructor(day: number, retentionDays: number) {
    super('metric_points', day, retentionDays);
  }
}

export const presentBits = { sum: 1, min: 2, max: 4 } as const;

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
  readonly sum = this.f64('sum');
  readonly min = this.f64('min');
  readonly max = this.f64('max');
  /** Which of the optional fields were sent. */
  readonly present = this.u8('present');
  readonly bounds = this.doubles('bounds');
  readonly counts = this.longs('counts');
  readonly scale = this.u32('scale', 'Int32');
  readonly zeroThreshold = this.f64('zero_threshold');
  readonly zeroCount = this.u64('zero_count');
  readonly posOffset = this.u32('pos_offset', 'Int32');
  readonly posCounts = this.longs('pos_counts');
  readonly negOffset = this.u32('neg_offset', 'Int32');
  readonly negCounts = this.longs('neg_counts');
  readonly quantiles = this.doubles('quantiles');
  readonly quantileValues = this.doubles('quantile_values');
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
  readonly valueInt = this.u64('value_int', 'Int64');
  readonly isInt = this.u8('is_int', 'Bool');
  readonly traceId = this.text('trace_id');
  readonly spanId = this.text('span_id');
  readonly attrs = this.texts('attrs');
  readonly attrsTypes = this.typesByKey('attrs_types', this.attrs.keys);

  constructor(day: number, retentionDays: number) {
    super('metric_exemplars', day, retentionDays);
  }
}

/** What Prometheus tells of a metric beside its samples. Its partition has no day. */
export class MetadataRows extends Block {
  readonly projectId = this.word('project_id');
  readonly metric = this.word('metric');
  readonly type = this.word('type');
  readonly unit = this.word('unit');
  readonly description = this.text('description');
  readonly lastSeen = this.u32('last_seen', "DateTime('UTC')");

  constructor(day: number, retentionDays: number) {
    super('metric_metadata', day, retentionDays);
  }
}
