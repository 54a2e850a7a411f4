-- Logs and spans, one row each. Columns are short; the field catalogue maps the language's names onto them.
-- src/ingest/rows/events.ts writes the columns without a default; both list them in the same order.
--
-- What is not obvious:
--   project_id, kind, ts   every read looks at them: a granule is a block of its own
--   ts           these codecs unpack it in half the time of ZSTD, and drop digits that nobody measured
--   attrs        every attribute as text: integers exactly, arrays and maps as JSON, bytes as base64
--   attrs_num    the numeric attributes again as Float64, for comparisons and aggregates
--   attrs_types, res_types   what a value was when it was sent, for those that were neither text nor (in attrs) a number
--   meta         what is rarely there: dropped counts, schema URLs, scope attributes, a time that was replaced
--   http_*, db_system, user_id …   promoted attributes, under either spelling of the semantic convention
--   exc_*        from the exception span event, the log's exception.* attributes, or a map err, error, exception
--   peer         what a client, producer or consumer span talks to
--   receipt      hash of project, door and request body: a sender's retry is found by it
--   batch        which insert stored the row; not sent, the engine derives it from the query id (the same on each retry)
--
-- Traps that this text avoids, see test/api/schema.test.ts: no ts in the primary key, text indexes on expressions.
CREATE TABLE IF NOT EXISTS events{{local}} {{on_cluster}}
(
    project_id      LowCardinality(String)             SETTINGS (min_compress_block_size = 4096),
    kind            Enum8('log' = 1, 'span' = 2, 'event' = 3) SETTINGS (min_compress_block_size = 4096),
    ts              DateTime64(9, 'UTC')               CODEC(GCD, Delta(8), T64, LZ4) SETTINGS (min_compress_block_size = 32768),
    id              UUID                               CODEC(ZSTD(1)),
    retention_days  UInt16                             CODEC(ZSTD(1)),
    receipt         UInt64                             CODEC(ZSTD(1)),
    observed_ts     DateTime64(9, 'UTC')               CODEC(Delta(8), ZSTD(1)),

    service         LowCardinality(String)             CODEC(ZSTD(1)),
    env             LowCardinality(String)             CODEC(ZSTD(1)),
    host            LowCardinality(String)             CODEC(ZSTD(1)),
    scope_name      LowCardinality(String)             CODEC(ZSTD(1)),
    scope_version   LowCardinality(String)             CODEC(ZSTD(1)),

    severity        UInt8                              CODEC(T64, ZSTD(1)),
    severity_text   LowCardinality(String)             CODEC(ZSTD(1)),
    level           LowCardinality(String)             CODEC(ZSTD(1)),
    name            LowCardinality(String)             CODEC(ZSTD(1)),
    body            String                             CODEC(ZSTD(1)),
    body_type       Enum8('string' = 0, 'bool' = 1, 'int' = 2, 'double' = 3, 'bytes' = 4, 'array' = 5, 'map' = 6, 'empty' = 7) CODEC(ZSTD(1)),
    shape           UInt64                             CODEC(ZSTD(1)),
    shape_v         UInt8                              CODEC(ZSTD(1)),

    trace_id        String                             CODEC(ZSTD(1)),
    span_id         String                             CODEC(ZSTD(1)),
    parent_span_id  String                             CODEC(ZSTD(1)),
    span_kind       Enum8('unset' = 0, 'internal' = 1, 'server' = 2, 'client' = 3, 'producer' = 4, 'consumer' = 5) CODEC(ZSTD(1)),
    status          Enum8('unset' = 0, 'ok' = 1, 'error' = 2) CODEC(ZSTD(1)),
    status_message  String                             CODEC(ZSTD(1)),
    duration_ns     UInt64                             CODEC(T64, LZ4),
    trace_state     String                             CODEC(ZSTD(1)),
    flags           UInt32                             CODEC(ZSTD(1)),

    res             Map(LowCardinality(String), LowCardinality(String)) CODEC(ZSTD(1)),
    res_types       Map(LowCardinality(String), Enum8('string' = 0, 'bool' = 1, 'int' = 2, 'double' = 3, 'bytes' = 4, 'array' = 5, 'map' = 6, 'empty' = 7)) CODEC(ZSTD(1)),
    attrs           Map(LowCardinality(String), String)  CODEC(ZSTD(1)),
    attrs_num       Map(LowCardinality(String), Float64) CODEC(ZSTD(1)),
    attrs_types     Map(LowCardinality(String), Enum8('string' = 0, 'bool' = 1, 'int' = 2, 'double' = 3, 'bytes' = 4, 'array' = 5, 'map' = 6, 'empty' = 7)) CODEC(ZSTD(1)),
    meta            Map(LowCardinality(String), String)  CODEC(ZSTD(1)),
    span_events     String                             CODEC(ZSTD(3)),
    span_links      String                             CODEC(ZSTD(3)),

    exc_type        LowCardinality(String)             CODEC(ZSTD(1)),
    exc_message     String                             CODEC(ZSTD(1)),
    exc_stack       String                             CODEC(ZSTD(3)),

    endpoint        UInt64                             CODEC(ZSTD(1)),
    http_method     LowCardinality(String)             CODEC(ZSTD(1)),
    http_route      LowCardinality(String)             CODEC(ZSTD(1)),
    http_status     UInt16                             CODEC(T64, ZSTD(1)),
    db_system       LowCardinality(String)             CODEC(ZSTD(1)),
    error_type      LowCardinality(String)             CODEC(ZSTD(1)),
    user_id         String                             CODEC(ZSTD(1)),
    session_id      String                             CODEC(ZSTD(1)),
    k8s_pod         LowCardinality(String)             CODEC(ZSTD(1)),
    peer            LowCardinality(String)             CODEC(ZSTD(1)),
    peer_kind       Enum8('none' = 0, 'service' = 1, 'database' = 2, 'messaging' = 3, 'rpc' = 4, 'host' = 5) CODEC(ZSTD(1)),
    size            UInt32                             CODEC(T64, ZSTD(1)),

    batch           UInt64 DEFAULT cityHash64(initialQueryID()) CODEC(ZSTD(1)),
    ingested_at     DateTime('UTC') DEFAULT now('UTC') CODEC(Delta(4), ZSTD(1)),

    is_error        Bool   MATERIALIZED severity >= 17 OR status = 'error'                                      CODEC(ZSTD(1)),
    is_root         Bool   MATERIALIZED kind = 'span' AND parent_span_id = ''                                   CODEC(ZSTD(1)),
    url_path        String MATERIALIZED if(mapContains(attrs, 'url.path'), attrs['url.path'], attrs['http.target']) CODEC(ZSTD(1)),

    attr_tags       Array(String) ALIAS arrayMap(x -> concat(x.1, '=', x.2),
                        arrayFilter(x -> length(x.2) <= 48 AND NOT match(x.2, '[0-9]{4}|[0-9a-fA-F]{8}|^[0-9]+[.][0-9]+[.][0-9]+[.]'),
                                    attrs::Array(Tuple(String, String)))),

    INDEX ix_ts       ts                 TYPE minmax GRANULARITY 1,
    INDEX ix_ingested ingested_at        TYPE minmax GRANULARITY 1,
    INDEX ix_severity severity           TYPE minmax GRANULARITY 1,
    INDEX ix_duration duration_ns        TYPE minmax GRANULARITY 1,
    INDEX ix_receipt  receipt            TYPE bloom_filter(0.01)  GRANULARITY 1,
    INDEX ix_trace    trace_id           TYPE bloom_filter(0.001) GRANULARITY 1,
    INDEX ix_user     user_id            TYPE bloom_filter(0.01)  GRANULARITY 1,
    INDEX ix_session  session_id         TYPE bloom_filter(0.01)  GRANULARITY 1,
    INDEX ix_shape    shape              TYPE bloom_filter(0.01)  GRANULARITY 1,
    INDEX ix_endpoint endpoint           TYPE bloom_filter(0.01)  GRANULARITY 1,
    INDEX ix_exception exc_type    TYPE set(100)            GRANULARITY 1,
    INDEX ix_body     lower(body)        TYPE text(tokenizer = 'splitByNonAlpha', posting_list_codec = 'bitpacking'),
    INDEX ix_tags     attr_tags          TYPE text(tokenizer = 'array', posting_list_codec = 'bitpacking'),
    INDEX ix_keys     mapKeys(attrs)     TYPE text(tokenizer = 'array'),
    INDEX ix_nkeys    mapKeys(attrs_num) TYPE text(tokenizer = 'array'),
    INDEX ix_vals     mapValues(attrs)   TYPE bloom_filter(0.01)  GRANULARITY 1
)
ENGINE = {{engine:MergeTree}}
PARTITION BY (toDate(ts), retention_days)
PRIMARY KEY (project_id, kind, toStartOfFifteenMinutes(ts), service)
ORDER BY    (project_id, kind, toStartOfFifteenMinutes(ts), service, ts, id)
TTL toDateTime(ts) + toIntervalDay(retention_days)
SETTINGS index_granularity = 4096, ttl_only_drop_parts = 1, {{durable}};

-- A trace's rows stay together; logs without one are spread by project, service and hour.
-- @cluster
CREATE TABLE IF NOT EXISTS events {{on_cluster}} AS events_local
ENGINE = Distributed({{cluster}}, currentDatabase(), 'events_local', cityHash64(project_id, if(trace_id = '', concat(service, toString(toStartOfHour(ts))), trace_id)));
