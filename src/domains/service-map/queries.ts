import type { ClickHouseClient } from '@clickhouse/client';
import type { Sql } from 'postgres';
import type { Reader } from '../../store/read.ts';
import type { Tx } from '../../store/transaction.ts';
import type { Durations } from '../durations.ts';
import { scanRows } from '../scan/queries.ts';

/** A minute to be computed, as seconds. What arrived of it since then, if anything, can change others. */
export interface NotedMinute {
  readonly minute: number;
  readonly newsSince: number | null;
}

/** Minutes that spans arrived for. */
export async function selectArrivedMinutes(
  clickhouse: ClickHouseClient,
  projectId: string,
  arrived: { readonly fromS: number; readonly toS: number },
  signal: AbortSignal,
): Promise<NotedMinute[]> {
  const rows = await scanRows<[number, number]>(
    clickhouse,
    `
SELECT toUnixTimestamp(toStartOfMinute(e.ts)) AS minute, toUnixTimestamp(min(e.ingested_at))
FROM events AS e
WHERE e.project_id = {project:String} AND e.kind = 'span'
  AND e.ingested_at >= toDateTime({from:Int64}, 'UTC') AND e.ingested_at < toDateTime({to:Int64}, 'UTC')
GROUP BY minute`,
    { project: projectId, from: arrived.fromS, to: arrived.toS },
    signal,
  );
  return rows.map(([minute, newsSince]) => ({ minute, newsSince }));
}

export async function insertMinutes(tx: Tx, projectId: string, minutes: readonly NotedMinute[]): Promise<void> {
  if (minutes.length === 0) return;
  await tx`
    insert into service_map_minutes as m (project_id, minute, news_since)
    select ${projectId}, to_timestamp(n.minute), to_timestamp(n.since)
    from unnest(${minutes.map(({ minute }) => minute)}::float8[],
                ${minutes.map(({ newsSince }) => newsSince)}::float8[]) as n(minute, since)
    on conflict (project_id, minute) do update set news_since = least(m.news_since, excluded.news_since)`;
}

/** The newest, within a time that can be read as one piece, and how many there are in all. */
export async function selectNewestMinutes(
  sql: Sql,
  projectId: string,
  withinS: number,
): Promise<{ noted: NotedMinute[]; count: number }> {
  const rows = await sql<{ minute: number; since: number | null; count: number }[]>`
    select extract(epoch from m.minute)::float8 as minute, extract(epoch from m.news_since)::float8 as since, a.count
    from service_map_minutes m, (
      select max(minute) as newest, count(*)::int as count from service_map_minutes where project_id = ${projectId}) a
    where m.project_id = ${projectId} and m.minute > a.newest - make_interval(secs => ${withinS})`;
  return { noted: rows.map(({ minute, since }) => ({ minute, newsSince: since })), count: rows[0]?.count ?? 0 };
}

export async function deleteMinutes(tx: Tx, projectId: string, minutes: readonly number[]): Promise<void> {
  await tx`
    delete from service_map_minutes
    where project_id = ${projectId}
      and minute in (select to_timestamp(s) from unnest(${[...minutes]}::float8[]) as s)`;
}

const measures = `count(), countIf(c.status = 'error'), sum(c.duration_ns),
       sumMap(map(toInt16(floor(log2(greatest(c.duration_ns, 1)) * 16)), toUInt64(1))), {version:UInt64}`;

const inMinutes = `
  {alias}.project_id = {project:String} AND {alias}.kind = 'span'
  AND toStartOfFifteenMinutes({alias}.ts) >= toStartOfFifteenMinutes(toDateTime({from:Int64}, 'UTC'))
  AND {alias}.ts >= toDateTime({from:Int64}, 'UTC') AND {alias}.ts < toDateTime({to:Int64}, 'UTC')`;

/** A minute as a whole, so that computing it again replaces it. */
const ofMinutes = `${inMinutes.replaceAll('{alias}', 'c')} AND toUnixTimestamp(toStartOfMinute(c.ts)) IN {minutes:Array(Int64)}`;

/** Spans around them: a caller may have begun long before, an answer may come late. */
const around = inMinutes
  .replaceAll('{alias}', 'p')
  .replaceAll('{from:Int64}', '{from:Int64} - 3600')
  .replaceAll('{to:Int64}', '{to:Int64} + 3600');

const answering = "('server', 'consumer')";

/**
 * Calls between services: a span whose parent is another service's. Spans are matched by hashes, or few would fit. Some
 * senders give both sides of a call one id: what is below it was called by the side that answers.
 */
const betweenServices = `
SELECT c.project_id, toStartOfMinute(c.ts) AS minute, any(c.retention_days), q.service AS source, c.service AS target,
       'service', ${measures}
FROM events AS c
INNER JOIN (
  SELECT cityHash64(p.trace_id, p.span_id) AS span, argMax(p.service, p.span_kind IN ${answering}) AS service
  FROM events AS p
  WHERE ${around} AND p.trace_id IN (SELECT c.trace_id FROM events AS c WHERE ${ofMinutes} AND c.parent_span_id != '')
  GROUP BY span
) AS q ON q.span = cityHash64(c.trace_id, c.parent_span_id)
WHERE ${ofMinutes} AND c.parent_span_id != '' AND q.service != c.service AND q.service != '' AND c.service != ''
GROUP BY c.project_id, minute, source, target`;

/**
 * Calls to what sends no spans: a client or producer that names its peer, with no child and no other side in another
 * service, nor a server's in its own, which may call itself.
 */
const toPeers = `
SELECT c.project_id, toStartOfMinute(c.ts) AS minute, any(c.retention_days), c.service AS source, c.peer AS target,
       multiIf(c.peer_kind = 'database', 'db', c.peer_kind = 'messaging', 'messaging', 'external') AS target_kind, ${measures}
FROM events AS c
LEFT JOIN (
  SELECT cityHash64(p.trace_id, arrayJoin(if(p.span_kind IN ${answering}, [p.parent_span_id, p.span_id], [p.parent_span_id]))) AS span,
         min(cityHash64(p.service)) AS least, max(cityHash64(p.service)) AS most, max(p.span_kind = 'server') AS served
  FROM events AS p
  WHERE ${around} AND p.parent_span_id != '' AND p.service != ''
    AND p.trace_id IN (SELECT c.trace_id FROM events AS c WHERE ${ofMinutes} AND c.peer_kind != 'none')
  GROUP BY span
) AS q ON q.span = cityHash64(c.trace_id, c.span_id)
WHERE ${ofMinutes} AND c.span_kind IN ('client', 'producer') AND c.peer_kind != 'none' AND c.peer != '' AND c.service != ''
  AND (q.most = 0 OR q.least = cityHash64(c.service) AND q.most = q.least AND NOT q.served)
GROUP BY c.project_id, minute, source, target, target_kind`;

/** Says that a minute was computed, also one in which nothing calls anything any more. */
const computed = `
SELECT c.project_id, toStartOfMinute(c.ts) AS minute, any(c.retention_days), '', '', '', 0, 0, 0,
       CAST(map() AS Map(Int16, UInt64)), {version:UInt64}
FROM events AS c
WHERE ${ofMinutes}
GROUP BY c.project_id, minute`;

/** In one piece: who reads meanwhile sees a minute as it was, or as it is. */
const insertEdges = `
INSERT INTO service_edges (project_id, bucket, retention_days, source, target, target_kind, cnt, errors, dur_sum, dur_hist, version)
${[betweenServices, toPeers, computed].join('\nUNION ALL')}`;

/** Minutes of what the spans that arrived for some minutes call, and of what named a peer when it called them. */
const linked = `
SELECT DISTINCT toUnixTimestamp(toStartOfMinute(p.ts)) AS minute
FROM events AS p
WHERE ${around} AND minute NOT IN {minutes:Array(Int64)} AND (
  p.parent_span_id != '' AND cityHash64(p.trace_id, p.parent_span_id) IN (
    SELECT cityHash64(c.trace_id, c.span_id) FROM events AS c
    WHERE ${ofMinutes} AND c.ingested_at >= toDateTime({since:Int64}, 'UTC'))
  OR p.peer_kind != 'none' AND cityHash64(p.trace_id, p.span_id) IN (
    SELECT cityHash64(c.trace_id, arrayJoin([c.parent_span_id, c.span_id])) FROM events AS c
    WHERE ${ofMinutes} AND c.parent_span_id != '' AND c.ingested_at >= toDateTime({since:Int64}, 'UTC')))`;

const limits = {
  max_execution_time: 60,
  max_memory_usage: '2000000000',
  async_insert: 0,
  distributed_foreground_insert: 1,
  // A trace's spans are on one shard.
  distributed_product_mode: 'local',
} as const;

function minutesParams(projectId: string, minutes: readonly number[]) {
  return {
    project: projectId,
    minutes: [...minutes],
    from: Math.min(...minutes),
    to: Math.max(...minutes) + 60,
  };
}

/** Other minutes that what arrived for these changes. */
export async function selectLinkedMinutes(
  clickhouse: ClickHouseClient,
  projectId: string,
  noted: readonly NotedMinute[],
  signal: AbortSignal,
): Promise<NotedMinute[]> {
  const news = noted.flatMap(({ newsSince }) => (newsSince === null ? [] : [newsSince]));
  if (news.length === 0) return [];
  const minutes = noted.map(({ minute }) => minute);
  const result = await clickhouse.query({
    query: linked,
    query_params: { ...minutesParams(projectId, minutes), since: Math.min(...news) },
    format: 'JSONCompactEachRow',
    abort_signal: signal,
    clickhouse_settings: limits,
  });
  return (await result.json<[number]>()).map(([minute]) => ({ minute, newsSince: null }));
}

export async function computeEdges(
  clickhouse: ClickHouseClient,
  projectId: string,
  minutes: readonly number[],
  signal: AbortSignal,
): Promise<void> {
  const now = "SELECT toUnixTimestamp64Milli(now64(3, 'UTC'))";
  const [version] = (await scanRows<[string]>(clickhouse, now, {}, signal))[0] ?? [];
  await clickhouse.command({
    query: insertEdges,
    query_params: { ...minutesParams(projectId, minutes), version },
    abort_signal: signal,
    clickhouse_settings: limits,
  });
}

interface Measured {
  readonly count: number;
  readonly errors: number;
  readonly durations: Durations;
}

export interface ServiceNode extends Measured {
  readonly name: string;
}

export interface ServiceEdge extends Measured {
  readonly source: string;
  readonly target: string;
  readonly kind: string;
}

interface Wanted {
  readonly fromS: number;
  readonly toS: number;
  readonly rowsMax: number;
}

type DurationCells = [number, number][];

/** Spans of each service, from the counts by minute. */
export async function selectNodes(
  reader: Reader,
  projectId: string,
  { fromS, toS, rowsMax }: Wanted,
  signal: AbortSignal,
): Promise<ServiceNode[]> {
  const lines = await reader.rows({
    projectId,
    operation: 'get_service_map',
    signal,
    sql: `
SELECT m.service, sum(m.cnt), sum(m.errors), CAST(sumMap(m.dur_hist) AS Array(Tuple(Int16, UInt64)))
FROM events_1m AS m
WHERE m.project_id = {project:String} AND m.kind = 'span' AND m.service != ''
  AND toStartOfHour(m.bucket) >= toStartOfHour(toDateTime({from:Int64}, 'UTC'))
  AND m.bucket >= toDateTime({from:Int64}, 'UTC') AND m.bucket < toDateTime({to:Int64}, 'UTC')
GROUP BY m.service
ORDER BY sum(m.cnt) DESC, m.service
LIMIT {limit:UInt32}`,
    params: { project: projectId, from: fromS, to: toS, limit: rowsMax },
  });
  return lines.map((line) => {
    const [name, count, errors, durations] = JSON.parse(line) as [string, number, number, DurationCells];
    return { name, count, errors, durations: new Map(durations) };
  });
}

/** A minute is what it was computed to be the last time: an edge of before that is not there any more is not counted. */
export async function selectEdges(
  reader: Reader,
  projectId: string,
  { fromS, toS, rowsMax }: Wanted,
  signal: AbortSignal,
): Promise<ServiceEdge[]> {
  const lines = await reader.rows({
    projectId,
    operation: 'get_service_map',
    signal,
    sql: `
SELECT s.source, s.target, s.target_kind, sum(s.cnt), sum(s.errors),
       CAST(sumMap(s.dur_hist) AS Array(Tuple(Int16, UInt64)))
FROM service_edges AS s FINAL
WHERE s.project_id = {project:String} AND s.source != ''
  AND s.bucket >= toDateTime({from:Int64}, 'UTC') AND s.bucket < toDateTime({to:Int64}, 'UTC')
  AND (s.bucket, s.version) GLOBAL IN (
    SELECT v.bucket, max(v.version) FROM service_edges AS v
    WHERE v.project_id = {project:String}
      AND v.bucket >= toDateTime({from:Int64}, 'UTC') AND v.bucket < toDateTime({to:Int64}, 'UTC')
    GROUP BY v.bucket
  )
GROUP BY s.source, s.target, s.target_kind
ORDER BY sum(s.cnt) DESC, s.source, s.target
LIMIT {limit:UInt32}`,
    params: { project: projectId, from: fromS, to: toS, limit: rowsMax },
  });
  return lines.map((line) => {
    type Cells = [string, string, string, number, number, DurationCells];
    const [source, target, kind, count, errors, durations] = JSON.parse(line) as Cells;
    return { source, target, kind, count, errors, durations: new Map(durations) };
  });
}
