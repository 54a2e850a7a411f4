-- Tables that ingest fills beside the events (it walks every attribute anyway), and those that jobs fill.

-- Values of low-cardinality fields by quarter of an hour.
CREATE TABLE IF NOT EXISTS facets_15m{{local}} {{on_cluster}}
(
    project_id     LowCardinality(String),
    kind           Enum8('log' = 1, 'span' = 2, 'event' = 3),
    key            LowCardinality(String),
    bucket         DateTime('UTC')                      CODEC(Delta(4), ZSTD(1)),
    value          String                               CODEC(ZSTD(1)),
    retention_days UInt16                               CODEC(ZSTD(1)),
    cnt            SimpleAggregateFunction(sum, UInt64) CODEC(T64, ZSTD(1))
)
ENGINE = {{engine:AggregatingMergeTree}}
PARTITION BY (toStartOfWeek(bucket), retention_days)
PRIMARY KEY (project_id, kind, key, toStartOfHour(bucket))
ORDER BY    (project_id, kind, key, toStartOfHour(bucket), value, bucket)
TTL bucket + toIntervalDay(retention_days)
SETTINGS {{durable}};

-- Every key that a project sent, with its type and examples.
-- source: attributes | resource | scope | body. type: string | int | double | bool | bytes | array | map | empty.
CREATE TABLE IF NOT EXISTS field_catalog{{local}} {{on_cluster}}
(
    project_id LowCardinality(String),
    kind       Enum8('log' = 1, 'span' = 2, 'event' = 3, 'metric' = 4),
    source     LowCardinality(String),
    key        String                                          CODEC(ZSTD(1)),
    type       LowCardinality(String),
    day        Date                                            CODEC(ZSTD(1)),
    retention_days UInt16 DEFAULT 90                           CODEC(ZSTD(1)),
    cnt        SimpleAggregateFunction(sum, UInt64)            CODEC(T64, ZSTD(1)),
    first_seen SimpleAggregateFunction(min, DateTime('UTC'))   CODEC(ZSTD(1)),
    last_seen  SimpleAggregateFunction(max, DateTime('UTC'))   CODEC(ZSTD(1)),
    samples    SimpleAggregateFunction(groupUniqArrayArray(20), Array(String)) CODEC(ZSTD(1))
)
ENGINE = {{engine:AggregatingMergeTree}}
PARTITION BY (toStartOfMonth(day), retention_days)
ORDER BY (project_id, kind, source, key, type, day)
TTL day + toIntervalDay(retention_days)
SETTINGS {{durable}};

-- An example of each log shape of a service, for the job that groups shapes into patterns; the newest row counts.
-- Ingest writes one again from time to time; seen_at is the watermark to read by.
CREATE TABLE IF NOT EXISTS log_shape_samples{{local}} {{on_cluster}}
(
    project_id     LowCardinality(String),
    shape          UInt64,
    shape_v        UInt8,
    service        LowCardinality(String),
    level          LowCardinality(String)             CODEC(ZSTD(1)),
    sample         String                             CODEC(ZSTD(3)),
    ts             DateTime64(9, 'UTC')               CODEC(ZSTD(1)),
    retention_days UInt16                             CODEC(ZSTD(1)),
    seen_at        DateTime('UTC') DEFAULT now('UTC') CODEC(ZSTD(1)),
    INDEX ix_seen  seen_at TYPE minmax GRANULARITY 1
)
ENGINE = {{engine:ReplacingMergeTree(seen_at)}}
PARTITION BY retention_days
ORDER BY (project_id, service, shape, shape_v)
TTL toDateTime(ts) + toIntervalDay(retention_days)
SETTINGS index_granularity = 1024, {{durable}};

-- The map from shape to pattern, published from Postgres by the patterns job; the newest version of a row counts.
-- A mapping that no longer holds is published again with pattern_id 0.
CREATE TABLE IF NOT EXISTS shape_patterns{{local}} {{on_cluster}}
(
    project_id LowCardinality(String),
    service    LowCardinality(String),
    shape      UInt64,
    pattern_id UInt64,
    version    UInt64
)
ENGINE = {{engine:ReplacingMergeTree(version)}}
ORDER BY (project_id, service, shape)
SETTINGS index_granularity = 1024, {{durable}};

-- @cluster
CREATE TABLE IF NOT EXISTS shape_patterns {{on_cluster}} AS shape_patterns_local
ENGINE = Distributed({{cluster}}, currentDatabase(), 'shape_patterns_local', cityHash64(project_id, service, shape));

-- dictGet('pattern_of_shape', 'pattern_id', (project_id, service, shape)): 0 where there is none.
-- SYSTEM RELOAD DICTIONARY after publishing makes it current at once; elsewhere it is read again when there is something new.
-- @always
CREATE OR REPLACE DICTIONARY pattern_of_shape {{on_cluster}}
(
    project_id String,
    service    String,
    shape      UInt64,
    pattern_id UInt64 DEFAULT 0
)
PRIMARY KEY project_id, service, shape
SOURCE(CLICKHOUSE(QUERY 'SELECT project_id, service, shape, argMax(pattern_id, version) AS pattern_id FROM {{database}}.shape_patterns GROUP BY project_id, service, shape' INVALIDATE_QUERY 'SELECT count(), max(version) FROM {{database}}.shape_patterns' USER {{user}} PASSWORD {{password}}))
LIFETIME(MIN 20 MAX 40)
LAYOUT(COMPLEX_KEY_HASHED());

-- What an endpoint's hash stands for.
CREATE TABLE IF NOT EXISTS endpoint_names{{local}} {{on_cluster}}
(
    project_id     LowCardinality(String),
    endpoint       UInt64,
    outgoing       Bool,
    method         LowCardinality(String),
    host           String                                           CODEC(ZSTD(1)),
    path           String                                           CODEC(ZSTD(1)),
    service        LowCardinality(String),
    first_seen     SimpleAggregateFunction(min, DateTime('UTC'))    CODEC(ZSTD(1)),
    last_seen      SimpleAggregateFunction(max, DateTime('UTC'))    CODEC(ZSTD(1))
)
ENGINE = {{engine:AggregatingMergeTree}}
ORDER BY (project_id, endpoint, outgoing, method, host, path, service)
TTL last_seen + INTERVAL 90 DAY
SETTINGS index_granularity = 1024, {{durable}};

-- Who calls whom, by minute. A job computes a minute as a whole, from finished traces and from the peers that client
-- spans name; computing it again replaces it. target_kind: service | db | messaging | external.
CREATE TABLE IF NOT EXISTS service_edges{{local}} {{on_cluster}}
(
    project_id     LowCardinality(String),
    bucket         DateTime('UTC')               CODEC(Delta(4), ZSTD(1)),
    retention_days UInt16                        CODEC(ZSTD(1)),
    source         LowCardinality(String),
    target         LowCardinality(String),
    target_kind    LowCardinality(String),
    cnt            UInt64                        CODEC(T64, ZSTD(1)),
    errors         UInt64                        CODEC(T64, ZSTD(1)),
    dur_sum        UInt64                        CODEC(T64, ZSTD(1)),
    dur_hist       Map(Int16, UInt64)            CODEC(ZSTD(1)),
    version        UInt64                        CODEC(ZSTD(1))
)
ENGINE = {{engine:ReplacingMergeTree(version)}}
PARTITION BY (toStartOfWeek(bucket), retention_days)
ORDER BY (project_id, bucket, source, target, target_kind)
TTL bucket + toIntervalDay(retention_days)
SETTINGS index_granularity = 1024, {{durable}};

-- What happened to what was sent, by minute of receipt. outcome: accepted | rejected | duplicate | adjusted;
-- lag_ms_sum is over the accepted records: received - ts.
CREATE TABLE IF NOT EXISTS ingest_stats{{local}} {{on_cluster}}
(
    project_id LowCardinality(String),
    minute     DateTime('UTC')        CODEC(Delta(4), ZSTD(1)),
    signal     LowCardinality(String),
    outcome    LowCardinality(String),
    reason     LowCardinality(String),
    records    UInt64                 CODEC(T64, ZSTD(1)),
    bytes      UInt64                 CODEC(T64, ZSTD(1)),
    lag_ms_sum Int64                  CODEC(T64, ZSTD(1)),
    lag_ms_max SimpleAggregateFunction(max, Int64) CODEC(T64, ZSTD(1))
)
ENGINE = {{engine:SummingMergeTree((records, bytes, lag_ms_sum, lag_ms_max))}}
PARTITION BY toStartOfMonth(minute)
ORDER BY (project_id, minute, signal, outcome, reason)
TTL minute + INTERVAL 60 DAY
SETTINGS index_granularity = 1024, {{durable}};

-- @cluster
CREATE TABLE IF NOT EXISTS facets_15m {{on_cluster}} AS facets_15m_local
ENGINE = Distributed({{cluster}}, currentDatabase(), 'facets_15m_local', cityHash64(project_id, key));
-- @cluster
CREATE TABLE IF NOT EXISTS field_catalog {{on_cluster}} AS field_catalog_local
ENGINE = Distributed({{cluster}}, currentDatabase(), 'field_catalog_local', cityHash64(project_id, key));
-- @cluster
CREATE TABLE IF NOT EXISTS log_shape_samples {{on_cluster}} AS log_shape_samples_local
ENGINE = Distributed({{cluster}}, currentDatabase(), 'log_shape_samples_local', cityHash64(project_id, service, shape));
-- @cluster
CREATE TABLE IF NOT EXISTS endpoint_names {{on_cluster}} AS endpoint_names_local
ENGINE = Distributed({{cluster}}, currentDatabase(), 'endpoint_names_local', cityHash64(project_id, endpoint));
-- @cluster
CREATE TABLE IF NOT EXISTS service_edges {{on_cluster}} AS service_edges_local
ENGINE = Distributed({{cluster}}, currentDatabase(), 'service_edges_local', cityHash64(project_id, source, target, target_kind));
-- @cluster
CREATE TABLE IF NOT EXISTS ingest_stats {{on_cluster}} AS ingest_stats_local
ENGINE = Distributed({{cluster}}, currentDatabase(), 'ingest_stats_local', cityHash64(project_id));
