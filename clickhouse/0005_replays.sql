-- Session replays: one row for each post of a recorder. ts and end_ts are the times of its first and last event.
-- Posting the same again is the same row: chunk is a hash of session, timestamp and content. Read with FINAL.
CREATE TABLE IF NOT EXISTS replay_chunks{{local}} {{on_cluster}}
(
    project_id     LowCardinality(String),
    session_id     String,
    ts             DateTime64(3, 'UTC')        CODEC(Delta(8), ZSTD(1)),
    end_ts         DateTime64(3, 'UTC')        CODEC(Delta(8), ZSTD(1)),
    chunk          UInt64,
    posted_at      DateTime64(3, 'UTC')        CODEC(Delta(8), ZSTD(1)),
    event_count    UInt32                      CODEC(T64, ZSTD(1)),
    full_snapshot  Bool                        CODEC(ZSTD(1)),
    payload        String                      CODEC(ZSTD(6)),
    user_id        String                      CODEC(ZSTD(1)),
    user_email     String                      CODEC(ZSTD(1)),
    user_name      String                      CODEC(ZSTD(1)),
    url            String                      CODEC(ZSTD(1)),
    retention_days UInt16                      CODEC(ZSTD(1)),
    receipt        UInt64                      CODEC(ZSTD(1)),
    batch          UInt64 DEFAULT cityHash64(initialQueryID()) CODEC(ZSTD(1)),
    ingested_at    DateTime('UTC') DEFAULT now('UTC') CODEC(Delta(4), ZSTD(1)),
    INDEX ix_ingested ingested_at TYPE minmax GRANULARITY 1,
    INDEX ix_receipt  receipt     TYPE bloom_filter(0.01) GRANULARITY 1
)
ENGINE = {{engine:ReplacingMergeTree(ingested_at)}}
PARTITION BY (toDate(ts), retention_days)
ORDER BY (project_id, session_id, ts, chunk)
TTL toDateTime(ts) + toIntervalDay(retention_days)
SETTINGS index_granularity = 128, index_granularity_bytes = 4194304, ttl_only_drop_parts = 1, {{durable}};

-- Every aggregate here gives the same when a chunk comes twice.
CREATE TABLE IF NOT EXISTS replay_sessions{{local}} {{on_cluster}}
(
    project_id     LowCardinality(String),
    day            Date,
    session_id     String,
    retention_days UInt16,
    start          SimpleAggregateFunction(min, DateTime64(3, 'UTC')),
    end            SimpleAggregateFunction(max, DateTime64(3, 'UTC')),
    chunks         AggregateFunction(uniqExact, UInt64),
    user_id        SimpleAggregateFunction(max, String),
    user_email     SimpleAggregateFunction(max, String),
    user_name      SimpleAggregateFunction(max, String),
    url            AggregateFunction(argMinIf, String, DateTime64(3, 'UTC'), UInt8)
)
ENGINE = {{engine:AggregatingMergeTree}}
PARTITION BY (toStartOfWeek(day), retention_days)
ORDER BY (project_id, day, session_id)
TTL day + toIntervalDay(retention_days + 1)
SETTINGS index_granularity = 1024, {{durable}};

CREATE MATERIALIZED VIEW IF NOT EXISTS replay_sessions_mv {{on_cluster}} TO replay_sessions{{local}} AS
SELECT c.project_id AS project_id, toDate(c.ts) AS day, c.session_id AS session_id, any(c.retention_days) AS retention_days,
       min(c.ts) AS start, max(c.end_ts) AS end, uniqExactState(c.chunk) AS chunks,
       max(c.user_id) AS user_id, max(c.user_email) AS user_email, max(c.user_name) AS user_name,
       argMinIfState(c.url, c.ts, c.url != '') AS url
FROM replay_chunks{{local}} AS c
GROUP BY project_id, day, session_id;

-- @cluster
CREATE TABLE IF NOT EXISTS replay_chunks {{on_cluster}} AS replay_chunks_local
ENGINE = Distributed({{cluster}}, currentDatabase(), 'replay_chunks_local', cityHash64(project_id, session_id));
-- @cluster
CREATE TABLE IF NOT EXISTS replay_sessions {{on_cluster}} AS replay_sessions_local
ENGINE = Distributed({{cluster}}, currentDatabase(), 'replay_sessions_local', cityHash64(project_id, session_id));
