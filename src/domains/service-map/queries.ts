import type { ClickHouseClient } from '@clickhouse/client';
import type { Reader } from '../../store/read.ts';
import { scanRows } from '../scan/queries.ts';

/** Minutes that spans arrived for since then, the newest first. */
export async function selectArrivedMinutes(
  clickhouse: ClickHouseClient,
  projectId: string,
  wanted: { readonly sinceS: number; readonly minutesMax: number },
  signal: AbortSignal,
): Promise<number[]> {
  const rows = await scanRows<[number]>(
    clickhouse,
    `
SELECT DISTINCT toUnixTimestamp(toStartOfMinute(e.ts)) AS minute
FROM events AS e
WHERE e.project_id = {project:String} AND e.kind = 'span' AND e.ingested_at >= toDateTime({since:Int64}, 'UTC')
ORDER BY minute DESC
LIMIT {limit:UInt32}`,
    { project: projectId, since: wanted.sinceS, limit: wanted.minutesMax },
    signal,
  );
  return rows.map(([minute]) => minute);
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

const insertInto =
  'INSERT INTO service_edges (project_id, bucket, retention_days, source, target, target_kind, cnt, errors, dur_sum, dur_hist, version)';

/** Calls between services: a span whose parent is another service's. */
const betweenServices = `${insertInto}
SELECT c.project_id, toStartOfMinute(c.ts) AS minute, any(c.retention_days), q.service AS source, c.service AS target,
       'service', ${measures}
FROM events AS c
INNER JOIN (
  SELECT p.trace_id AS trace_id, p.span_id AS span_id, any(p.service) AS service
  FROM events AS p
  WHERE ${around} AND p.trace_id IN (SELECT c.trace_id FROM events AS c WHERE ${ofMinutes} AND c.parent_span_id != '')
  GROUP BY p.trace_id, p.span_id
) AS q ON q.trace_id = c.trace_id AND q.span_id = c.parent_span_id
WHERE ${ofMinutes} AND c.parent_span_id != '' AND q.service != c.service AND q.service != '' AND c.service != ''
GROUP BY c.project_id, minute, source, target`;

/** Calls to what sends no spans: a client or producer that names its peer, and has no child in another service. */
const toPeers = `${insertInto}
SELECT c.project_id, toStartOfMinute(c.ts) AS minute, any(c.retention_days), c.service AS source, c.peer AS target,
       multiIf(c.peer_kind = 'database', 'db', c.peer_kind = 'messaging', 'messaging', 'external') AS target_kind, ${measures}
FROM events AS c
LEFT JOIN (
  SELECT p.trace_id AS trace_id, p.parent_span_id AS span_id, groupUniqArray(16)(toString(p.service)) AS services
  FROM events AS p
  WHERE ${around} AND p.parent_span_id != ''
    AND p.trace_id IN (SELECT c.trace_id FROM events AS c WHERE ${ofMinutes} AND c.peer_kind != 'none')
  GROUP BY p.trace_id, p.parent_span_id
) AS q ON q.trace_id = c.trace_id AND q.span_id = c.span_id
WHERE ${ofMinutes} AND c.span_kind IN ('client', 'producer') AND c.peer_kind != 'none' AND c.peer != '' AND c.service != ''
  AND NOT arrayExists(x -> x != c.service, q.services)
GROUP BY c.project_id, minute, source, target, target_kind`;

export async function computeEdges(
  clickhouse: ClickHouseClient,
  projectId: string,
  minutes: readonly number[],
  version: number,
  signal: AbortSignal,
): Promise<void> {
  if (minutes.length === 0) return;
  const params = {
    project: projectId,
    minutes: [...minutes],
    from: Math.min(...minutes),
    to: Math.max(...minutes) + 60,
    version,
  };
  for (const query of [betweenServices, toPeers]) {
    await clickhouse.command({
      query,
      query_params: params,
      abort_signal: signal,
      clickhouse_settings: {
        max_execution_time: 60,
        max_memory_usage: '2000000000',
        async_insert: 0,
        distributed_foreground_insert: 1,
        // A trace's spans are on one shard.
        distributed_product_mode: 'local',
      },
    });
  }
}

interface Measured {
  readonly count: number;
  readonly errors: number;
  readonly histogram: ReadonlyMap<number, number>;
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

type Histogram = [number, number][];

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
    const [name, count, errors, histogram] = JSON.parse(line) as [string, number, number, Histogram];
    return { name, count, errors, histogram: new Map(histogram) };
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
WHERE s.project_id = {project:String}
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
    type Cells = [string, string, string, number, number, Histogram];
    const [source, target, kind, count, errors, histogram] = JSON.parse(line) as Cells;
    return { source, target, kind, count, errors, histogram: new Map(histogram) };
  });
}
