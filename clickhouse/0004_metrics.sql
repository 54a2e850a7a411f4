-- Metrics: the identity of a series once a day, its points by series id.
-- series_id is a hash of project, name, type, temporality, monotonicity, unit, scope, attributes and resource.
-- attrs_types, res_types and meta are as in events.
CREATE TABLE IF NOT EXISTS metric_series{{local}} {{on_cluster}}
(
    project_id  LowCardinality(String),
    metric      LowCardinality(String),
    series_id   UInt64,
    day         Date,
    type        Enum8('gauge' = 1, 'sum' = 2, 'histogram' = 3, 'exp_histogram' = 4, 'summary' = 5),
    temporality Enum8('unspecified' = 0, 'delta' = 1, 'cumulative' = 2),
    monotonic   Bool,
    unit        LowCardinality(String),
    description String                                              CODEC(ZSTD(3)),
    service     LowCardinality(String),
    env         LowCardinality(String),
    scope_name  LowCardinality(String),
    scope_version LowCardinality(String),
    attrs       Map(LowCardinality(String), LowCardinality(String)) CODEC(ZSTD(1)),
    attrs_types Map(LowCardinality(String), Enum8('string' = 0, 'bool' = 1, 'int' = 2, 'double' = 3, 'bytes' = 4, 'array' = 5, 'map' = 6, 'empty' = 7)) CODEC(ZSTD(1)),
    res         Map(LowCardinality(String), LowCardinality(String)) CODEC(ZSTD(1)),
    res_types   Map(LowCardinality(String), Enum8('string' = 0, 'bool' = 1, 'int' = 2, 'double' = 3, 'bytes' = 4, 'array' = 5, 'map' = 6, 'empty' = 7)) CODEC(ZSTD(1)),
    meta        Map(LowCardinality(String), String)                 CODEC(ZSTD(1)),
    retention_days UInt16,
    last_seen   DateTime('UTC'),
    INDEX ix_items arrayMap(x -> concat(x.1, '=', x.2), attrs::Array(Tuple(String, String))) TYPE text(tokenizer = 'array')
)
ENGINE = {{engine:ReplacingMergeTree(last_seen)}}
PARTITION BY (toStartOfWeek(day), retention_days)
ORDER BY (project_id, metric, series_id, day)
TTL day + toIntervalDay(retention_days + 1)
SETTINGS index_granularity = 2048, {{durable}};

-- Gauges and sums. is_int: it was sent as an integer, value_int is exact and value the nearest double.
-- flags bit 0: no recorded value (a staleness marker); value is then 0 and must not be read.
CREATE TABLE IF NOT EXISTS metric_points{{local}} {{on_cluster}}
(
    project_id LowCardinality(String),
    metric     LowCardinality(String)    CODEC(ZSTD(1)),
    series_id  UInt64                    CODEC(ZSTD(1)),
    ts         DateTime64(9, 'UTC')      CODEC(GCD, Delta(8), T64, LZ4),
    start_ts   DateTime64(9, 'UTC')      CODEC(Delta(8), ZSTD(1)),
    value      Float64                   CODEC(ZSTD(1)),
    value_int  Int64                     CODEC(Delta(8), ZSTD(1)),
    is_int     Bool                      CODEC(ZSTD(1)),
    flags      UInt32                    CODEC(ZSTD(1)),
    retention_days UInt16                CODEC(ZSTD(1)),
    receipt    UInt64                    CODEC(ZSTD(1)),
    batch      UInt64 DEFAULT cityHash64(initialQueryID()) CODEC(ZSTD(1)),
    ingested_at DateTime('UTC') DEFAULT now('UTC') CODEC(Delta(4), ZSTD(1)),
    INDEX ix_ts       ts          TYPE minmax GRANULARITY 1,
    INDEX ix_ingested ingested_at TYPE minmax GRANULARITY 1,
    INDEX ix_receipt  receipt     TYPE bloom_filter(0.01) GRANULARITY 1
)
ENGINE = {{engine:MergeTree}}
PARTITION BY (toDate(ts), retention_days)
PRIMARY KEY (project_id, metric, toStartOfHour(ts))
ORDER BY    (project_id, metric, toStartOfHour(ts), series_id, ts)
TTL toDateTime(ts) + toIntervalDay(retention_days)
SETTINGS ttl_only_drop_parts = 1, {{durable}};

-- Histograms, exponential histograms and summaries. present: which optional fields were sent, 1 sum, 2 min, 4 max.
CREATE TABLE IF NOT EXISTS metric_dists{{local}} {{on_cluster}}
(
    project_id LowCardinality(String),
    metric     LowCardinality(String)    CODEC(ZSTD(1)),
    series_id  UInt64                    CODEC(ZSTD(1)),
    ts         DateTime64(9, 'UTC')      CODEC(GCD, Delta(8), T64, LZ4),
    start_ts   DateTime64(9, 'UTC')      CODEC(Delta(8), ZSTD(1)),
    count      UInt64                    CODEC(T64, ZSTD(1)),
    sum        Float64                   CODEC(ZSTD(1)),
    min        Float64                   CODEC(ZSTD(1)),
    max        Float64                   CODEC(ZSTD(1)),
    present    UInt8                     CODEC(ZSTD(1)),
    bounds     Array(Float64)            CODEC(ZSTD(1)),
    counts     Array(UInt64)             CODEC(ZSTD(1)),
    scale      Int32                     CODEC(ZSTD(1)),
    zero_threshold Float64               CODEC(ZSTD(1)),
    zero_count UInt64                    CODEC(ZSTD(1)),
    pos_offset Int32                     CODEC(ZSTD(1)),
    pos_counts Array(UInt64)             CODEC(ZSTD(1)),
    neg_offset Int32                     CODEC(ZSTD(1)),
    neg_counts Array(UInt64)             CODEC(ZSTD(1)),
    quantiles  Array(Float64)            CODEC(ZSTD(1)),
    quantile_values Array(Float64)       CODEC(ZSTD(1)),
    flags      UInt32                    CODEC(ZSTD(1)),
    retention_days UInt16                CODEC(ZSTD(1)),
    receipt    UInt64                    CODEC(ZSTD(1)),
    batch      UInt64 DEFAULT cityHash64(initialQueryID()) CODEC(ZSTD(1)),
    ingested_at DateTime('UTC') DEFAULT now('UTC') CODEC(Delta(4), ZSTD(1)),
    INDEX ix_ts       ts          TYPE minmax GRANULARITY 1,
    INDEX ix_ingested ingested_at TYPE minmax GRANULARITY 1,
    INDEX ix_receipt  receipt     TYPE bloom_filter(0.01) GRANULARITY 1
)
ENGINE = {{engine:MergeTree}}
PARTITION BY (toDate(ts), retention_days)
PRIMARY KEY (project_id, metric, toStartOfHour(ts))
ORDER BY    (project_id, metric, toStartOfHour(ts), series_id, ts)
TTL toDateTime(ts) + toIntervalDay(retention_days)
SETTINGS ttl_only_drop_parts = 1, {{durable}};

-- Five minutes of a series. The rise of a counter is not among them: deltaSumTimestamp gives other sums when the blocks of
-- a bucket are merged out of order.
CREATE TABLE IF NOT EXISTS metric_points_5m{{local}} {{on_cluster}}
(
    project_id LowCardinality(String),
    metric     LowCardinality(String),
    bucket     DateTime('UTC')                                         CODEC(DoubleDelta, ZSTD(1)),
    series_id  UInt64                                                  CODEC(ZSTD(1)),
    retention_days UInt16                                              CODEC(ZSTD(1)),
    v_last     AggregateFunction(argMax, Float64, DateTime64(9, 'UTC')) CODEC(ZSTD(1)),
    v_first    AggregateFunction(argMin, Float64, DateTime64(9, 'UTC')) CODEC(ZSTD(1)),
    v_min      SimpleAggregateFunction(min, Float64)                   CODEC(ZSTD(1)),
    v_max      SimpleAggregateFunction(max, Float64)                   CODEC(ZSTD(1)),
    v_sum      SimpleAggregateFunction(sum, Float64)                   CODEC(ZSTD(1)),
    v_count    SimpleAggregateFunction(sum, UInt64)                    CODEC(T64, ZSTD(1))
)
ENGINE = {{engine:AggregatingMergeTree}}
PARTITION BY (toStartOfWeek(bucket), retention_days)
PRIMARY KEY (project_id, metric, toStartOfDay(bucket))
ORDER BY    (project_id, metric, toStartOfDay(bucket), series_id, bucket)
TTL bucket + toIntervalDay(retention_days)
SETTINGS {{durable}};

CREATE MATERIALIZED VIEW IF NOT EXISTS metric_points_5m_mv {{on_cluster}} TO metric_points_5m{{local}} AS
SELECT p.project_id AS project_id, p.metric AS metric, toStartOfFiveMinutes(p.ts) AS bucket, p.series_id AS series_id,
       any(p.retention_days) AS retention_days,
       argMaxState(p.value, p.ts) AS v_last, argMinState(p.value, p.ts) AS v_first,
       min(p.value) AS v_min, max(p.value) AS v_max, sum(p.value) AS v_sum, count() AS v_count
FROM metric_points{{local}} AS p
WHERE bitAnd(p.flags, 1) = 0
GROUP BY project_id, metric, bucket, series_id;

CREATE TABLE IF NOT EXISTS metric_exemplars{{local}} {{on_cluster}}
(
    project_id LowCardinality(String),
    metric     LowCardinality(String),
    series_id  UInt64,
    ts         DateTime64(9, 'UTC')                 CODEC(Delta(8), ZSTD(1)),
    value      Float64                              CODEC(ZSTD(1)),
    value_int  Int64                                CODEC(Delta(8), ZSTD(1)),
    is_int     Bool                                 CODEC(ZSTD(1)),
    trace_id   String                               CODEC(ZSTD(1)),
    span_id    String                               CODEC(ZSTD(1)),
    attrs      Map(LowCardinality(String), String)  CODEC(ZSTD(1)),
    attrs_types Map(LowCardinality(String), Enum8('string' = 0, 'bool' = 1, 'int' = 2, 'double' = 3, 'bytes' = 4, 'array' = 5, 'map' = 6, 'empty' = 7)) CODEC(ZSTD(1)),
    retention_days UInt16                           CODEC(ZSTD(1)),
    receipt    UInt64                               CODEC(ZSTD(1)),
    batch      UInt64 DEFAULT cityHash64(initialQueryID()) CODEC(ZSTD(1)),
    ingested_at DateTime('UTC') DEFAULT now('UTC')  CODEC(Delta(4), ZSTD(1)),
    INDEX ix_ts       ts          TYPE minmax GRANULARITY 1,
    INDEX ix_ingested ingested_at TYPE minmax GRANULARITY 1,
    INDEX ix_receipt  receipt     TYPE bloom_filter(0.01)  GRANULARITY 1,
    INDEX ix_trace    trace_id    TYPE bloom_filter(0.001) GRANULARITY 1
)
ENGINE = {{engine:MergeTree}}
PARTITION BY (toDate(ts), retention_days)
PRIMARY KEY (project_id, metric, toStartOfHour(ts))
ORDER BY    (project_id, metric, toStartOfHour(ts), ts)
TTL toDateTime(ts) + toIntervalDay(retention_days)
SETTINGS ttl_only_drop_parts = 1, {{durable}};

-- What Prometheus tells of a metric beside its samples; the newest row counts. type as sent.
CREATE TABLE IF NOT EXISTS metric_metadata{{local}} {{on_cluster}}
(
    project_id  LowCardinality(String),
    metric      LowCardinality(String),
    type        LowCardinality(String),
    unit        LowCardinality(String),
    description String                  CODEC(ZSTD(3)),
    last_seen   DateTime('UTC')
)
ENGINE = {{engine:ReplacingMergeTree(last_seen)}}
ORDER BY (project_id, metric)
TTL last_seen + INTERVAL 90 DAY
SETTINGS index_granularity = 1024, {{durable}};

-- @cluster
CREATE TABLE IF NOT EXISTS metric_metadata {{on_cluster}} AS metric_metadata_local
ENGINE = Distributed({{cluster}}, currentDatabase(), 'metric_metadata_local', cityHash64(project_id, metric));
-- One key for these tables: the join of a point with its series stays on one shard.
-- @cluster
CREATE TABLE IF NOT EXISTS metric_series {{on_cluster}} AS metric_series_local
ENGINE = Distributed({{cluster}}, currentDatabase(), 'metric_series_local', cityHash64(project_id, metric, series_id));
-- @cluster
CREATE TABLE IF NOT EXISTS metric_points {{on_cluster}} AS metric_points_local
ENGINE = Distributed({{cluster}}, currentDatabase(), 'metric_points_local', cityHash64(project_id, metric, series_id));
-- @cluster
CREATE TABLE IF NOT EXISTS metric_dists {{on_cluster}} AS metric_dists_local
ENGINE = Distributed({{cluster}}, currentDatabase(), 'metric_dists_local', cityHash64(project_id, metric, series_id));
-- @cluster
CREATE TABLE IF NOT EXISTS metric_points_5m {{on_cluster}} AS metric_points_5m_local
ENGINE = Distributed({{cluster}}, currentDatabase(), 'metric_points_5m_local', cityHash64(project_id, metric, series_id));
-- @cluster
CREATE TABLE IF NOT EXISTS metric_exemplars {{on_cluster}} AS metric_exemplars_local
ENGINE = Distributed({{cluster}}, currentDatabase(), 'metric_exemplars_local', cityHash64(project_id, metric, series_id));
