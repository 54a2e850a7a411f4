// Two other layouts of the same rows, written from the documented columns of those tables.
//   otel: the default tables of the OpenTelemetry collector's ClickHouse exporter: maps, a key of service first, bloom filters
//   wide: as newer products have it: time first, a text index on the body and on all key=value items

import type { ClickHouseClient } from '@clickhouse/client';

const map = 'Map(LowCardinality(String), String) CODEC(ZSTD(1))';
const word = 'LowCardinality(String) CODEC(ZSTD(1))';
const text = 'String CODEC(ZSTD(1))';
const time = "DateTime64(9, 'UTC') CODEC(Delta(8), ZSTD(1))";

const logColumns = `
  Timestamp ${time}, TraceId ${text}, SpanId ${text}, TraceFlags UInt8, SeverityText ${word}, SeverityNumber UInt8,
  ServiceName ${word}, Body ${text}, ResourceSchemaUrl ${word}, ResourceAttributes ${map}, ScopeSchemaUrl ${word}, ScopeName ${text},
  ScopeVersion ${word}, ScopeAttributes ${map}, LogAttributes ${map}, EventName ${text}`;
const spanColumns = `
  Timestamp ${time}, TraceId ${text}, SpanId ${text}, ParentSpanId ${text}, TraceState ${text}, SpanName ${word}, SpanKind ${word},
  ServiceName ${word}, ResourceAttributes ${map}, ScopeName ${text}, ScopeVersion ${text}, SpanAttributes ${map},
  Duration UInt64 CODEC(ZSTD(1)), StatusCode ${word}, StatusMessage ${text},
  Events Nested (Timestamp DateTime64(9, 'UTC'), Name LowCardinality(String), Attributes Map(LowCardinality(String), String)),
  Links Nested (TraceId String, SpanId String, TraceState String, Attributes Map(LowCardinality(String), String))`;

const blooms = (maps: readonly string[]): string =>
  maps
    .flatMap((name) => [
      `INDEX ix_${name}_k mapKeys(${name}) TYPE bloom_filter(0.01) GRANULARITY 1`,
      `INDEX ix_${name}_v mapValues(${name}) TYPE bloom_filter(0.01) GRANULARITY 1`,
    ])
    .join(', ');
/** Every `key=value` of a map, in a text index. */
const items = (maps: readonly string[]): string =>
  maps
    .flatMap((name) => [
      `${name}Items Array(String) ALIAS arrayMap(x -> concat(x.1, '=', x.2), ${name}::Array(Tuple(String, String)))`,
      `INDEX ix_${name}_i ${name}Items TYPE text(tokenizer = 'array')`,
    ])
    .join(', ');
const traceIndex = 'INDEX ix_trace TraceId TYPE bloom_filter(0.001) GRANULARITY 1';
const settings = 'SETTINGS index_granularity = 8192, ttl_only_drop_parts = 1';

const tables: Readonly<Record<string, string>> = {
  otel_logs: `(${logColumns}, TimestampTime DateTime('UTC') DEFAULT toDateTime(Timestamp), ${traceIndex},
    ${blooms(['ResourceAttributes', 'ScopeAttributes', 'LogAttributes'])}, INDEX ix_body Body TYPE tokenbf_v1(32768, 3, 0) GRANULARITY 8)
    ENGINE = MergeTree PARTITION BY toDate(TimestampTime) PRIMARY KEY (ServiceName, TimestampTime) ORDER BY (ServiceName, TimestampTime, Timestamp) ${settings}`,
  otel_traces: `(${spanColumns}, ${traceIndex}, ${blooms(['ResourceAttributes', 'SpanAttributes'])}, INDEX ix_duration Duration TYPE minmax GRANULARITY 1)
    ENGINE = MergeTree PARTITION BY toDate(Timestamp) ORDER BY (ServiceName, SpanName, toDateTime(Timestamp)) ${settings}`,
  otel_traces_trace_id_ts: `(TraceId ${text}, Start DateTime('UTC') CODEC(Delta(4), ZSTD(1)), End DateTime('UTC') CODEC(Delta(4), ZSTD(1)),
    INDEX ix_trace TraceId TYPE bloom_filter(0.01) GRANULARITY 1) ENGINE = MergeTree PARTITION BY toDate(Start) ORDER BY (TraceId, Start) ${settings}`,
  wide_logs: `(${logColumns}, INDEX ix_trace TraceId TYPE text(tokenizer = 'array'), ${items(['ResourceAttributes', 'LogAttributes'])},
    INDEX ix_body lower(Body) TYPE text(tokenizer = 'splitByNonAlpha'))
    ENGINE = MergeTree PARTITION BY toDate(Timestamp) PRIMARY KEY (toStartOfFiveMinutes(Timestamp), ServiceName)
    ORDER BY (toStartOfFiveMinutes(Timestamp), ServiceName, Timestamp) ${settings}`,
  wide_traces: `(${spanColumns}, INDEX ix_trace TraceId TYPE text(tokenizer = 'array'), ${items(['ResourceAttributes', 'SpanAttributes'])},
    INDEX ix_duration Duration TYPE minmax GRANULARITY 1)
    ENGINE = MergeTree PARTITION BY toDate(Timestamp) PRIMARY KEY (toStartOfFiveMinutes(Timestamp), ServiceName)
    ORDER BY (toStartOfFiveMinutes(Timestamp), ServiceName, Timestamp) ${settings}`,
};

const ofProject = 'e.project_id = {project:String}';
const logRows = `(Timestamp, TraceId, SpanId, SeverityText, SeverityNumber, ServiceName, Body, ResourceAttributes, ScopeName, ScopeVersion, LogAttributes)
SELECT e.ts, e.trace_id, e.span_id, e.level, e.severity, e.service, e.body, CAST(e.res AS Map(LowCardinality(String), String)), e.scope_name, e.scope_version, e.attrs
FROM events AS e WHERE ${ofProject} AND e.kind = 'log'`;
const spanRows = `(Timestamp, TraceId, SpanId, ParentSpanId, SpanName, SpanKind, ServiceName, ResourceAttributes, ScopeName, ScopeVersion, SpanAttributes, Duration, StatusCode, StatusMessage)
SELECT e.ts, e.trace_id, e.span_id, e.parent_span_id, e.name, initcap(toString(e.span_kind)), e.service, CAST(e.res AS Map(LowCardinality(String), String)), e.scope_name, e.scope_version, e.attrs,
       e.duration_ns, initcap(toString(e.status)), e.status_message
FROM events AS e WHERE ${ofProject} AND e.kind = 'span'`;

/** Makes the tables anew from the rows of a project, and merges them as far as the engine would over time. */
export async function makeLayouts(clickhouse: ClickHouseClient, project: string): Promise<void> {
  const command = (query: string): Promise<unknown> =>
    clickhouse.command({
      query,
      query_params: { project },
      clickhouse_settings: { max_partitions_per_insert_block: '20' },
    });
  for (const [name, definition] of Object.entries(tables)) {
    await command(`DROP TABLE IF EXISTS ${name}`);
    await command(`CREATE TABLE ${name} ${definition}`);
  }
  for (const layout of ['otel', 'wide']) {
    await command(`INSERT INTO ${layout}_logs ${logRows}`);
    await command(`INSERT INTO ${layout}_traces ${spanRows}`);
  }
  await command(
    `INSERT INTO otel_traces_trace_id_ts SELECT TraceId, min(Timestamp), max(Timestamp) FROM otel_traces WHERE TraceId != '' GROUP BY TraceId`,
  );
  for (const name of [...Object.keys(tables), 'events', 'events_1m', 'facets_15m', 'traces'])
    await command(`OPTIMIZE TABLE ${name} FINAL`);
}
