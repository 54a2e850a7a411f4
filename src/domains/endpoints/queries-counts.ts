import type { ClickHouseClient } from '@clickhouse/client';
import type { Reader } from '../../store/read.ts';
import type { Durations } from '../durations.ts';
import { scanRows } from '../scan/queries.ts';

export interface FoundEndpoint {
  readonly hash: string;
  readonly outgoing: boolean;
  readonly method: string;
  readonly host: string;
  readonly path: string;
  readonly service: string;
  readonly first_seen: Date;
  readonly last_seen: Date;
}

/** Endpoints that were named since then: ingest names each again every hour. */
export async function selectNamed(
  clickhouse: ClickHouseClient,
  projectId: string,
  wanted: { readonly sinceS: number; readonly rowsMax: number },
  signal: AbortSignal,
): Promise<FoundEndpoint[]> {
  const rows = await scanRows<[string, boolean, string, string, string, string, number, number]>(
    clickhouse,
    `
SELECT toString(n.endpoint), any(n.outgoing), any(n.method), argMax(n.host, n.last_seen), any(n.path), any(n.service),
       toUnixTimestamp(min(n.first_seen)), toUnixTimestamp(max(n.last_seen))
FROM endpoint_names AS n
WHERE n.project_id = {project:String} AND n.last_seen >= toDateTime({since:Int64}, 'UTC')
GROUP BY n.endpoint
ORDER BY max(n.last_seen), n.endpoint
LIMIT {limit:UInt32}`,
    { project: projectId, since: wanted.sinceS, limit: wanted.rowsMax },
    signal,
  );
  return rows.map(([hash, outgoing, method, host, path, service, firstS, lastS]) => ({
    hash,
    outgoing,
    method,
    host,
    path,
    service,
    first_seen: new Date(firstS * 1000),
    last_seen: new Date(lastS * 1000),
  }));
}

export interface CallCounts {
  readonly calls: number;
  readonly errors: number;
  readonly durations: Durations;
}

export interface EndpointHour extends CallCounts {
  readonly hash: string;
  /** From the start of the range. */
  readonly hour: number;
  readonly last: Date;
}

type HourCells = [string, number, number, number, [number, number][], number];

/** Calls by hour of some endpoints. */
export async function selectEndpointHours(
  reader: Reader,
  projectId: string,
  wanted: { readonly hashes: readonly string[]; readonly fromS: number; readonly toS: number },
  signal: AbortSignal,
): Promise<EndpointHour[]> {
  if (wanted.hashes.length === 0) return [];
  const lines = await reader.rows({
    projectId,
    operation: 'count_endpoints',
    signal,
    sql: `
SELECT toString(c.endpoint), intDiv(toUnixTimestamp(c.bucket) - {from:Int64}, 3600) AS hour, sum(c.cnt), sum(c.errors),
       CAST(sumMap(c.dur_hist) AS Array(Tuple(Int16, UInt64))), toUnixTimestamp(toDateTime(max(c.last_ts), 'UTC'))
FROM endpoints_15m AS c
WHERE c.project_id = {project:String} AND c.endpoint IN {hashes:Array(UInt64)}
  AND toStartOfDay(c.bucket) >= toStartOfDay(toDateTime({from:Int64}, 'UTC'))
  AND c.bucket >= toDateTime({from:Int64}, 'UTC') AND c.bucket < toDateTime({to:Int64}, 'UTC')
GROUP BY c.endpoint, hour`,
    params: { project: projectId, hashes: wanted.hashes.map(BigInt), from: wanted.fromS, to: wanted.toS },
  });
  return lines.map((line) => {
    const [hash, hour, calls, errors, durations, lastS] = JSON.parse(line) as HourCells;
    return { hash, hour, calls, errors, durations: new Map(durations), last: new Date(lastS * 1000) };
  });
}

/** Every endpoint's calls since `splitS` and in the time before. */
export async function selectEndpointHealth(
  clickhouse: ClickHouseClient,
  projectId: string,
  range: { readonly fromS: number; readonly splitS: number; readonly toS: number; readonly rowsMax: number },
  signal: AbortSignal,
): Promise<{ hash: string; now: CallCounts; before: CallCounts }[]> {
  const part = (when: string) =>
    `sumIf(c.cnt, ${when}), sumIf(c.errors, ${when}), CAST(sumMapIf(c.dur_hist, ${when}) AS Array(Tuple(Int16, UInt64)))`;
  const rows = await scanRows<[string, unknown, unknown]>(
    clickhouse,
    `
SELECT toString(c.endpoint), (${part("c.bucket >= toDateTime({split:Int64}, 'UTC')")}),
       (${part("c.bucket < toDateTime({split:Int64}, 'UTC')")})
FROM endpoints_15m AS c
WHERE c.project_id = {project:String}
  AND toStartOfDay(c.bucket) >= toStartOfDay(toDateTime({from:Int64}, 'UTC'))
  AND c.bucket >= toDateTime({from:Int64}, 'UTC') AND c.bucket < toDateTime({to:Int64}, 'UTC')
GROUP BY c.endpoint
HAVING sumIf(c.cnt, c.bucket >= toDateTime({split:Int64}, 'UTC')) > 0
ORDER BY sum(c.cnt) DESC
LIMIT {limit:UInt32}`,
    { project: projectId, from: range.fromS, split: range.splitS, to: range.toS, limit: range.rowsMax },
    signal,
  );
  const partOf = (cells: unknown): CallCounts => {
    const [calls, errors, durations] = cells as [string, string, [number, string][]];
    const counts = durations.map(([key, count]): [number, number] => [key, Number(count)]);
    return { calls: Number(calls), errors: Number(errors), durations: new Map(counts) };
  };
  return rows.map(([hash, now, before]) => ({ hash, now: partOf(now), before: partOf(before) }));
}
