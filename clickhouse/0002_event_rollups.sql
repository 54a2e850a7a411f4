-- What the engine derives from each block of events. A view sees one inserted block (one UTC day, one retention class);
-- its part is deduplicated by the block's token, so that a repeated insert completes what a crash left out, and no more.
-- Rows of these tables are partial: always aggregate again when reading.

-- One row for each trace and UTC day. A trace over midnight has two.
CREATE TABLE IF NOT EXISTS traces{{local}} {{on_cluster}}
(
    project_id       LowCardinality(String),
    trace_id         String                                             CODEC(ZSTD(1)),
    retention_days   UInt16                                             CODEC(ZSTD(1)),
    start            SimpleAggregateFunction(min, DateTime64(9, 'UTC')) CODEC(Delta(8), ZSTD(1)),
    end              SimpleAggregateFunction(max, DateTime64(9, 'UTC')) CODEC(Delta(8), ZSTD(1)),
    span_count       SimpleAggregateFunction(sum, UInt64)               CODEC(T64, ZSTD(1)),
    log_count        SimpleAggregateFunction(sum, UInt64)               CODEC(T64, ZSTD(1)),
    error_count      SimpleAggregateFunction(sum, UInt64)               CODEC(T64, ZSTD(1)),
    root_service     SimpleAggregateFunction(max, String)               CODEC(ZSTD(1)),
    root_name        SimpleAggregateFunction(max, String)               CODEC(ZSTD(1)),
    root_duration_ns SimpleAggregateFunction(max, UInt64)               CODEC(T64, ZSTD(1)),
    services         SimpleAggregateFunction(groupUniqArrayArray(64), Array(String)) CODEC(ZSTD(1)),
    INDEX ix_start   start TYPE minmax GRANULARITY 1
)
ENGINE = {{engine:AggregatingMergeTree}}
PARTITION BY (toDate(start), retention_days)
ORDER BY (project_id, trace_id)
TTL toDateTime(start) + toIntervalDay(retention_days + 1)
SETTINGS index_granularity = 1024, ttl_only_drop_parts = 1, {{durable}};

CREATE MATERIALIZED VIEW IF NOT EXISTS traces_mv {{on_cluster}} TO traces{{local}} AS
SELECT e.project_id AS project_id, e.trace_id AS trace_id, any(e.retention_days) AS retention_days,
       min(e.ts) AS start, max(addNanoseconds(e.ts, e.duration_ns)) AS end,
       countIf(e.kind = 'span') AS span_count, countIf(e.kind != 'span') AS log_count,
       countIf(e.severity >= 17 OR e.status = 'error') AS error_count,
       maxIf(toString(e.service), e.kind = 'span' AND e.parent_span_id = '') AS root_service,
       maxIf(toString(e.name),    e.kind = 'span' AND e.parent_span_id = '') AS root_name,
       maxIf(e.duration_ns,       e.kind = 'span' AND e.parent_span_id = '') AS root_duration_ns,
       groupUniqArray(64)(toString(e.service)) AS services
FROM events{{local}} AS e
WHERE e.trace_id != ''
GROUP BY e.project_id, e.trace_id, toDate(e.ts);

-- Counts and durations by minute. Key k of dur_hist holds the spans with floor(log2(duration_ns) * 16) = k.
CREATE TABLE IF NOT EXISTS events_1m{{local}} {{on_cluster}}
(
    project_id     LowCardinality(String),
    kind           Enum8('log' = 1, 'span' = 2, 'event' = 3),
    bucket         DateTime('UTC')                         CODEC(Delta(4), ZSTD(1)),
    retention_days UInt16                                  CODEC(ZSTD(1)),
    service        LowCardinality(String),
    env            LowCardinality(String),
    level          LowCardinality(String),
    is_root        Bool,
    cnt            SimpleAggregateFunction(sum, UInt64)    CODEC(T64, ZSTD(1)),
    errors         SimpleAggregateFunction(sum, UInt64)    CODEC(T64, ZSTD(1)),
    bytes          SimpleAggregateFunction(sum, UInt64)    CODEC(T64, ZSTD(1)),
    dur_sum        SimpleAggregateFunction(sum, UInt64)    CODEC(T64, ZSTD(1)),
    dur_max        SimpleAggregateFunction(max, UInt64)    CODEC(T64, ZSTD(1)),
    dur_hist       SimpleAggregateFunction(sumMap, Map(Int16, UInt64)) CODEC(ZSTD(1))
)
ENGINE = {{engine:AggregatingMergeTree}}
PARTITION BY (toStartOfWeek(bucket), retention_days)
PRIMARY KEY (project_id, kind, toStartOfHour(bucket), service)
ORDER BY    (project_id, kind, toStartOfHour(bucket), service, env, level, is_root, bucket)
TTL bucket + toIntervalDay(retention_days)
SETTINGS {{durable}};

CREATE MATERIALIZED VIEW IF NOT EXISTS events_1m_mv {{on_cluster}} TO events_1m{{local}} AS
SELECT e.project_id AS project_id, e.kind AS kind, toStartOfMinute(e.ts) AS bucket, any(e.retention_days) AS retention_days,
       e.service AS service, e.env AS env, e.level AS level, (e.kind = 'span' AND e.parent_span_id = '') AS is_root,
       count() AS cnt, countIf(e.severity >= 17 OR e.status = 'error') AS errors, sum(e.size) AS bytes,
       sum(e.duration_ns) AS dur_sum, max(e.duration_ns) AS dur_max,
       sumMapIf(map(toInt16(floor(log2(greatest(e.duration_ns, 1)) * 16)), toUInt64(1)), e.kind = 'span') AS dur_hist
FROM events{{local}} AS e
GROUP BY project_id, kind, bucket, service, env, level, is_root;

-- Counts of log shapes; patterns are groups of shapes (see 0003).
CREATE TABLE IF NOT EXISTS log_shapes_5m{{local}} {{on_cluster}}
(
    project_id     LowCardinality(String),
    bucket         DateTime('UTC')                      CODEC(Delta(4), ZSTD(1)),
    retention_days UInt16                               CODEC(ZSTD(1)),
    service        LowCardinality(String),
    level          LowCardinality(String),
    shape          UInt64                               CODEC(ZSTD(1)),
    shape_v        UInt8                                CODEC(ZSTD(1)),
    cnt            SimpleAggregateFunction(sum, UInt64) CODEC(T64, ZSTD(1)),
    first_ts       SimpleAggregateFunction(min, DateTime64(9, 'UTC')) CODEC(ZSTD(1)),
    last_ts        SimpleAggregateFunction(max, DateTime64(9, 'UTC')) CODEC(ZSTD(1))
)
ENGINE = {{engine:AggregatingMergeTree}}
PARTITION BY (toStartOfWeek(bucket), retention_days)
PRIMARY KEY (project_id, toStartOfHour(bucket), service)
ORDER BY    (project_id, toStartOfHour(bucket), service, shape, shape_v, level, bucket)
TTL bucket + toIntervalDay(retention_days)
SETTINGS {{durable}};

CREATE MATERIALIZED VIEW IF NOT EXISTS log_shapes_5m_mv {{on_cluster}} TO log_shapes_5m{{local}} AS
SELECT e.project_id AS project_id, toStartOfFiveMinutes(e.ts) AS bucket, any(e.retention_days) AS retention_days,
       e.service AS service, e.level AS level, e.shape AS shape, e.shape_v AS shape_v,
       count() AS cnt, min(e.ts) AS first_ts, max(e.ts) AS last_ts
FROM events{{local}} AS e
WHERE e.shape != 0
GROUP BY project_id, bucket, service, level, shape, shape_v;

-- Counts of HTTP endpoints; their names are in endpoint_names (see 0003).
CREATE TABLE IF NOT EXISTS endpoints_15m{{local}} {{on_cluster}}
(
    project_id     LowCardinality(String),
    bucket         DateTime('UTC')                      CODEC(Delta(4), ZSTD(1)),
    retention_days UInt16                               CODEC(ZSTD(1)),
    endpoint       UInt64                               CODEC(ZSTD(1)),
    service        LowCardinality(String),
    cnt            SimpleAggregateFunction(sum, UInt64) CODEC(T64, ZSTD(1)),
    errors         SimpleAggregateFunction(sum, UInt64) CODEC(T64, ZSTD(1)),
    dur_sum        SimpleAggregateFunction(sum, UInt64) CODEC(T64, ZSTD(1)),
    dur_max        SimpleAggregateFunction(max, UInt64) CODEC(T64, ZSTD(1)),
    dur_hist       SimpleAggregateFunction(sumMap, Map(Int16, UInt64)) CODEC(ZSTD(1)),
    first_ts       SimpleAggregateFunction(min, DateTime64(9, 'UTC')) CODEC(ZSTD(1)),
    last_ts        SimpleAggregateFunction(max, DateTime64(9, 'UTC')) CODEC(ZSTD(1))
)
ENGINE = {{engine:AggregatingMergeTree}}
PARTITION BY (toStartOfWeek(bucket), retention_days)
ORDER BY (project_id, toStartOfDay(bucket), endpoint, service, bucket)
TTL bucket + toIntervalDay(retention_days)
SETTINGS {{durable}};

CREATE MATERIALIZED VIEW IF NOT EXISTS endpoints_15m_mv {{on_cluster}} TO endpoints_15m{{local}} AS
SELECT e.project_id AS project_id, toStartOfFifteenMinutes(e.ts) AS bucket, any(e.retention_days) AS retention_days,
       e.endpoint AS endpoint, e.service AS service,
       count() AS cnt, countIf(e.status = 'error') AS errors,
       sum(e.duration_ns) AS dur_sum, max(e.duration_ns) AS dur_max,
       sumMap(map(toInt16(floor(log2(greatest(e.duration_ns, 1)) * 16)), toUInt64(1))) AS dur_hist,
       min(e.ts) AS first_ts, max(e.ts) AS last_ts
FROM events{{local}} AS e
WHERE e.endpoint != 0
GROUP BY project_id, bucket, endpoint, service;

-- @cluster
CREATE TABLE IF NOT EXISTS traces {{on_cluster}} AS traces_local
ENGINE = Distributed({{cluster}}, currentDatabase(), 'traces_local', cityHash64(project_id, trace_id));
-- @cluster
CREATE TABLE IF NOT EXISTS events_1m {{on_cluster}} AS events_1m_local
ENGINE = Distributed({{cluster}}, currentDatabase(), 'events_1m_local', rand());
-- @cluster
CREATE TABLE IF NOT EXISTS log_shapes_5m {{on_cluster}} AS log_shapes_5m_local
ENGINE = Distributed({{cluster}}, currentDatabase(), 'log_shapes_5m_local', rand());
-- @cluster
CREATE TABLE IF NOT EXISTS endpoints_15m {{on_cluster}} AS endpoints_15m_local
ENGINE = Distributed({{cluster}}, currentDatabase(), 'endpoints_15m_local', rand());
