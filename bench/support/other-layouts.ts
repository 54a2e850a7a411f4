// Two other layouts of the same rows, written from the documented columns of those tables.
//   otel: the tables of the OpenTelemetry collector's ClickHouse exporter: maps, a key of service first, bloom filters.
//         Its logs until version 0.150; since then it makes those of `wide` where the engine has text indexes.
//   wide: as newer products have it: time first, a text index on the body, on all keys and all key=value items

import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { ClickHouseClient } from '@clickhouse/client';
import { allAtMost } from '../../src/lib/concurrent.ts';
import { days, eventTables } from './generator.ts';
import { mergeFully } from './merge.ts';

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
  Events Nested (Timestamp DateTime64(9, 'UTC'), Name LowCardinality(String), Attributes Map(LowCardinality(String), String)) CODEC(ZSTD(1)),
  Links Nested (TraceId String, SpanId String, TraceState String, Attributes Map(LowCardinality(String), String)) CODEC(ZSTD(1))`;

const blooms = (maps: readonly string[]): string =>
  maps
    .flatMap((name) => [
      `INDEX ix_${name}_k mapKeys(${name}) TYPE bloom_filter(0.01) GRANULARITY 1`,
      `INDEX ix_${name}_v mapValues(${name}) TYPE bloom_filter(0.01) GRANULARITY 1`,
    ])
    .join(', ');
/** Every key and every `key=value` of a map, in text indexes. */
const items = (maps: readonly string[]): string =>
  maps
    .flatMap((name) => [
      `${name}Items Array(String) ALIAS arrayMap(x -> concat(x.1, '=', x.2), ${name}::Array(Tuple(String, String)))`,
      `INDEX ix_${name}_k mapKeys(${name}) TYPE text(tokenizer = 'array')`,
      `INDEX ix_${name}_i ${name}Items TYPE text(tokenizer = 'array')`,
    ])
    .join(', ');
/** Attributes of the resource that the newer log table also has as columns. */
const columnOf = (key: string): string => `\`__otel_materialized_${key}\``;
const materialized =
  'k8s.cluster.name k8s.container.name k8s.deployment.name k8s.namespace.name k8s.node.name k8s.pod.name k8s.pod.uid'
    .split(' ')
    .concat('deployment.environment.name')
    .map((key) => `${columnOf(key)} LowCardinality(String) MATERIALIZED ResourceAttributes['${key}'] CODEC(ZSTD(1))`)
    .join(', ');
export const wideColumns = {
  pod: columnOf('k8s.pod.name'),
  environment: columnOf('deployment.environment.name'),
} as const;

const traceBloom = 'INDEX ix_trace TraceId TYPE bloom_filter(0.001) GRANULARITY 1';
const traceText = "INDEX ix_trace TraceId TYPE text(tokenizer = 'array')";
const duration = 'INDEX ix_duration Duration TYPE minmax GRANULARITY 1';
const settings = 'SETTINGS index_granularity = 8192, ttl_only_drop_parts = 1';
const timeFirst = `ENGINE = MergeTree PARTITION BY toDate(Timestamp) ORDER BY (toStartOfFiveMinutes(Timestamp), ServiceName, Timestamp) ${settings}`;

const tables: Readonly<Record<string, string>> = {
  otel_logs: `(${logColumns}, TimestampTime DateTime('UTC') DEFAULT toDateTime(Timestamp), ${traceBloom},
    ${blooms(['ResourceAttributes', 'ScopeAttributes', 'LogAttributes'])}, INDEX ix_body Body TYPE tokenbf_v1(32768, 3, 0) GRANULARITY 8)
    ENGINE = MergeTree PARTITION BY toDate(TimestampTime) PRIMARY KEY (ServiceName, TimestampTime) ORDER BY (ServiceName, TimestampTime, Timestamp) ${settings}`,
  otel_traces: `(${spanColumns}, ${traceBloom}, ${blooms(['ResourceAttributes', 'SpanAttributes'])}, ${duration})
    ENGINE = MergeTree PARTITION BY toDate(Timestamp) ORDER BY (ServiceName, SpanName, toDateTime(Timestamp)) ${settings}`,
  otel_traces_trace_id_ts: `(TraceId ${text}, Start DateTime('UTC') CODEC(Delta(4), ZSTD(1)), End DateTime('UTC') CODEC(Delta(4), ZSTD(1)),
    INDEX ix_trace TraceId TYPE bloom_filter(0.01) GRANULARITY 1) ENGINE = MergeTree PARTITION BY toDate(Start) ORDER BY (TraceId, Start) ${settings}`,
  wide_logs: `(${logColumns}, ${materialized}, ${traceText}, ${items(['ResourceAttributes', 'ScopeAttributes', 'LogAttributes'])},
    INDEX ix_body lower(Body) TYPE text(tokenizer = 'splitByNonAlpha')) ${timeFirst}`,
  wide_traces: `(${spanColumns}, ${traceText}, ${items(['ResourceAttributes', 'SpanAttributes'])}, ${duration}) ${timeFirst}`,
};

const slice = `e.project_id = {project:String} AND e.ts >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND e.ts < fromUnixTimestamp64Milli({to:Int64}, 'UTC')`;
const rows: Readonly<Record<string, string>> = {
  logs: `(Timestamp, TraceId, SpanId, SeverityText, SeverityNumber, ServiceName, Body, ResourceAttributes, ScopeName, ScopeVersion, LogAttributes)
SELECT e.ts, e.trace_id, e.span_id, e.level, e.severity, e.service, e.body, CAST(e.res AS Map(LowCardinality(String), String)), e.scope_name, e.scope_version, e.attrs
FROM events AS e WHERE ${slice} AND e.kind = 'log'`,
  traces: `(Timestamp, TraceId, SpanId, ParentSpanId, SpanName, SpanKind, ServiceName, ResourceAttributes, ScopeName, ScopeVersion, SpanAttributes, Duration, StatusCode, StatusMessage)
SELECT e.ts, e.trace_id, e.span_id, e.parent_span_id, e.name, initcap(toString(e.span_kind)), e.service, CAST(e.res AS Map(LowCardinality(String), String)), e.scope_name, e.scope_version, e.attrs,
       e.duration_ns, initcap(toString(e.status)), e.status_message
FROM events AS e WHERE ${slice} AND e.kind = 'span'`,
};

const rowsPerInsert = 400_000;

export interface LayoutsWanted {
  readonly project: string;
  readonly end: Date;
  /** Of all projects. */
  readonly rows: number;
  readonly print: (line: string) => void;
}

/** Makes the tables from the rows of a project, unless an earlier run left them so; all are merged to the end, ours too. */
export async function makeLayouts(clickhouse: ClickHouseClient, wanted: LayoutsWanted): Promise<void> {
  const made = createHash('sha256')
    .update(JSON.stringify([tables, rows, wanted.project, wanted.end, wanted.rows]))
    .digest('hex');
  if (!(await are(clickhouse, made))) {
    for (const [name, definition] of Object.entries(tables)) {
      await clickhouse.command({ query: `DROP TABLE IF EXISTS ${name}` });
      await clickhouse.command({ query: `CREATE TABLE ${name} ${definition}` });
      await clickhouse.command({ query: `SYSTEM STOP MERGES ${name}` });
    }
    await fill(clickhouse, wanted);
    wanted.print('other layouts: merging');
    for (const name of Object.keys(tables)) {
      await clickhouse.command({ query: `SYSTEM START MERGES ${name}` });
      await mergeFully(clickhouse, name);
    }
    for (const name of Object.keys(tables))
      await clickhouse.command({ query: `ALTER TABLE ${name} MODIFY COMMENT '${made}'` });
  }
  for (const name of eventTables) await mergeFully(clickhouse, name);
}

async function are(clickhouse: ClickHouseClient, made: string): Promise<boolean> {
  const result = await clickhouse.query({
    query:
      'SELECT toUInt32(count()) FROM system.tables WHERE database = currentDatabase() AND name IN {names:Array(String)} AND comment = {made:String}',
    query_params: { names: Object.keys(tables), made },
    format: 'JSONCompactEachRow',
  });
  const [[count] = [0]] = await result.json<[number]>();
  return count === Object.keys(tables).length;
}

async function fill(clickhouse: ClickHouseClient, { project, end, rows: total, print }: LayoutsWanted): Promise<void> {
  const pieces = Math.ceil(total / rowsPerInsert);
  const lengthMs = Math.ceil((days * 86_400_000) / pieces);
  const firstMs = end.getTime() - pieces * lengthMs;
  let done = 0;
  await allAtMost(
    availableParallelism(),
    Array.from({ length: pieces }, (_, piece) => piece),
    async (piece) => {
      const from = firstMs + piece * lengthMs;
      for (const table of ['otel_logs', 'otel_traces', 'wide_logs', 'wide_traces'])
        await clickhouse.command({
          query: `INSERT INTO ${table} ${rows[table.replace(/^.*_/, '')] ?? ''}`,
          query_params: { project, from, to: from + lengthMs },
          clickhouse_settings: {
            max_partitions_per_insert_block: '20',
            max_threads: 1,
            max_insert_threads: '1',
            min_insert_block_size_rows: String(rowsPerInsert),
            min_insert_block_size_bytes: '0',
            // Built when the parts are merged, once.
            materialize_skip_indexes_on_insert: 0,
          },
        });
      print(`other layouts: ${++done} of ${pieces} pieces`);
    },
  );
  // What the materialized view of that table would write, at its best: one row for each trace.
  await clickhouse.command({
    query: `INSERT INTO otel_traces_trace_id_ts SELECT TraceId, min(Timestamp), max(Timestamp) FROM otel_traces WHERE TraceId != '' GROUP BY TraceId`,
    clickhouse_settings: { max_partitions_per_insert_block: '20' },
  });
}
