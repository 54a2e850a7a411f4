import type { ClickHouseClient } from '@clickhouse/client';
import type { Reader } from '../../store/read.ts';
import { scanRows } from '../scan/queries.ts';
import { patternOf } from './queries-dictionary.ts';
import type { PatternRow } from './queries.ts';

export interface PatternCount {
  readonly id: number;
  readonly lines: number;
  readonly first: Date;
  readonly last: Date;
  /** Of the last day. */
  readonly dayLines: number;
  readonly dayErrors: number;
}

/** The map is asked once for each shape, not for each row. */
const countSql = `
SELECT ${patternOf('{project:String}', 's.service', 's.shape')} AS pattern,
       sum(s.lines), toUnixTimestamp64Milli(min(s.first)),
       toUnixTimestamp64Milli(max(s.last)), sum(s.day_lines), sum(s.day_errors)
FROM (
  SELECT r.service AS service, r.shape AS shape, sum(r.cnt) AS lines, min(r.first_ts) AS first, max(r.last_ts) AS last,
         sumIf(r.cnt, r.bucket >= toDateTime({day:Int64}, 'UTC')) AS day_lines,
         sumIf(r.cnt, r.bucket >= toDateTime({day:Int64}, 'UTC') AND r.level IN ('ERROR', 'FATAL')) AS day_errors
  FROM log_shapes_5m AS r
  WHERE r.project_id = {project:String} AND r.bucket >= toDateTime({from:Int64}, 'UTC')
    AND r.service IN {services:Array(String)}
  GROUP BY r.service, r.shape
) AS s
WHERE pattern IN {ids:Array(UInt64)}
GROUP BY pattern`;

type CountCells = (number | string)[];

interface Wanted {
  readonly fromS: number;
  readonly nowS: number;
}

type Counted = Pick<PatternRow, 'id' | 'service'>;

const dayS = 86_400;

function params(projectId: string, patterns: readonly Counted[], { fromS, nowS }: Wanted) {
  const services = [...new Set(patterns.map(({ service }) => service))];
  return { project: projectId, ids: patterns.map(({ id }) => id), services, from: fromS, day: nowS - dayS };
}

function countOf([id, lines, first, last, dayLines, dayErrors]: CountCells): PatternCount {
  return {
    id: Number(id),
    lines: Number(lines),
    first: new Date(Number(first)),
    last: new Date(Number(last)),
    dayLines: Number(dayLines),
    dayErrors: Number(dayErrors),
  };
}

function byId(rows: readonly CountCells[]): Map<number, PatternCount> {
  return new Map(rows.map(countOf).map((count) => [count.id, count]));
}

/** From the rollup: what the engine counted, not what a job added up. */
export async function selectPatternCounts(
  reader: Reader,
  projectId: string,
  patterns: readonly Counted[],
  wanted: Wanted,
  signal: AbortSignal,
): Promise<Map<number, PatternCount>> {
  if (patterns.length === 0) return new Map();
  const lines = await reader.rows({
    projectId,
    operation: 'count_log_patterns',
    sql: countSql,
    params: params(projectId, patterns, wanted),
    signal,
  });
  return byId(lines.map((line) => JSON.parse(line) as CountCells));
}

/** The same for a job. */
export async function countPatterns(
  clickhouse: ClickHouseClient,
  projectId: string,
  patterns: readonly Counted[],
  wanted: Wanted,
  signal: AbortSignal,
): Promise<Map<number, PatternCount>> {
  if (patterns.length === 0) return new Map();
  return byId(await scanRows<CountCells>(clickhouse, countSql, params(projectId, patterns, wanted), signal));
}

/** Patterns that had lines since then. */
export async function selectHeard(
  clickhouse: ClickHouseClient,
  projectId: string,
  { fromS, rowsMax }: { readonly fromS: number; readonly rowsMax: number },
  signal: AbortSignal,
): Promise<number[]> {
  const rows = await scanRows<[string]>(
    clickhouse,
    `
SELECT DISTINCT toString(${patternOf('{project:String}', 'r.service', 'r.shape')}) AS pattern
FROM log_shapes_5m AS r
WHERE r.project_id = {project:String} AND r.bucket >= toDateTime({from:Int64}, 'UTC') AND pattern != '0'
LIMIT {limit:UInt32}`,
    { project: projectId, from: fromS, limit: rowsMax },
    signal,
  );
  return rows.map(([id]) => Number(id));
}

/** Lines of each service before a time: is there anything to be new against? */
export async function selectServiceLines(
  clickhouse: ClickHouseClient,
  projectId: string,
  services: readonly string[],
  fromS: number,
  signal: AbortSignal,
): Promise<Map<string, number>> {
  const rows = await scanRows<[string, string]>(
    clickhouse,
    `
SELECT r.service, toString(sum(r.cnt))
FROM log_shapes_5m AS r
WHERE r.project_id = {project:String} AND r.bucket >= toDateTime({from:Int64}, 'UTC')
  AND r.service IN {services:Array(String)}
GROUP BY r.service`,
    { project: projectId, from: fromS, services: [...services] },
    signal,
  );
  return new Map(rows.map(([service, lines]) => [service, Number(lines)]));
}

/** When each service logged its line of that number, counted from a time on; those that did not are left out. */
export async function selectTimesOfLine(
  clickhouse: ClickHouseClient,
  projectId: string,
  wanted: { readonly services: readonly string[]; readonly fromS: number; readonly line: number },
  signal: AbortSignal,
): Promise<Map<string, Date>> {
  if (wanted.services.length === 0) return new Map();
  const rows = await scanRows<[string, number | string]>(
    clickhouse,
    `
SELECT t.service, toUnixTimestamp64Milli(t.times[-1])
FROM (
  SELECT r.service AS service, groupArraySorted({line:UInt32})(r.ts) AS times
  FROM events AS r
  WHERE r.project_id = {project:String} AND r.kind IN ('log', 'event') AND r.service IN {services:Array(String)}
    AND r.shape != 0 AND r.ts >= toDateTime({from:Int64}, 'UTC')
  GROUP BY r.service
) AS t
WHERE length(t.times) >= {line:UInt32}`,
    { project: projectId, services: [...wanted.services], from: wanted.fromS, line: wanted.line },
    signal,
  );
  return new Map(rows.map(([service, atMs]) => [service, new Date(Number(atMs))]));
}

export interface PatternVolume {
  readonly id: number;
  /** By the start of a complete bucket; silent ones are left out. */
  readonly lines: ReadonlyMap<number, number>;
}

/** Patterns with the most lines lately or in all. */
export async function selectVolumes(
  clickhouse: ClickHouseClient,
  projectId: string,
  range: { readonly fromS: number; readonly toS: number; readonly bucketS: number; readonly patternsMax: number },
  signal: AbortSignal,
): Promise<PatternVolume[]> {
  const rows = await scanRows<[string, number[], string[]]>(
    clickhouse,
    `
SELECT toString(v.pattern), groupArray(v.at), groupArray(toString(v.lines))
FROM (
  SELECT ${patternOf('{project:String}', 'r.service', 'r.shape')} AS pattern,
         toUnixTimestamp(r.bucket) AS at, sum(r.cnt) AS lines
  FROM log_shapes_5m AS r
  WHERE r.project_id = {project:String}
    AND r.bucket >= toDateTime({from:Int64}, 'UTC') AND r.bucket < toDateTime({to:Int64}, 'UTC') AND pattern != 0
  GROUP BY pattern, at
) AS v
GROUP BY v.pattern
ORDER BY greatest(sumIf(v.lines, v.at >= {to:Int64} - 2 * {step:Int64}) * 100, sum(v.lines)) DESC, v.pattern
LIMIT {limit:UInt32}`,
    { project: projectId, from: range.fromS, to: range.toS, step: range.bucketS, limit: range.patternsMax },
    signal,
  );
  return rows.map(([id, at, lines]) => ({
    id: Number(id),
    lines: new Map(at.map((time, n) => [time, Number(lines[n] ?? 0)])),
  }));
}

/** The newest lines of a pattern around the time of its last. */
export async function selectPatternEvents(
  clickhouse: ClickHouseClient,
  projectId: string,
  at: { readonly id: number; readonly service: string; readonly lastS: number; readonly rowsMax: number },
  signal: AbortSignal,
): Promise<[id: string, time: string, traceId: string, spanId: string, message: string][]> {
  return scanRows(
    clickhouse,
    `
SELECT toString(r.id), r.ts, r.trace_id, r.span_id, substringUTF8(r.body, 1, 1000)
FROM events AS r
WHERE r.project_id = {project:String} AND r.kind IN ('log', 'event') AND r.service = {service:String} AND r.shape != 0
  AND toStartOfFifteenMinutes(r.ts) >= toStartOfFifteenMinutes(toDateTime({last:Int64} - 60, 'UTC'))
  AND r.ts >= toDateTime({last:Int64} - 60, 'UTC') AND r.ts < toDateTime({last:Int64} + 1, 'UTC')
  AND ${patternOf('r.project_id', 'r.service', 'r.shape')} = {id:UInt64}
ORDER BY r.ts DESC, r.id DESC
LIMIT {limit:UInt32}`,
    { project: projectId, service: at.service, last: at.lastS, id: at.id, limit: at.rowsMax },
    signal,
  );
}
