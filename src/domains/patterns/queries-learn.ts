import type { ClickHouseClient } from '@clickhouse/client';
import type { Sql } from 'postgres';
import type { Tx } from '../../store/transaction.ts';
import { scanRows } from '../scan/queries.ts';
import { patternOf } from './queries-dictionary.ts';
import type { Pattern, Scope } from './mining/mine.ts';
import type { TokenList } from './mining/tokens.ts';

export interface Sample {
  readonly service: string;
  /** As a decimal number. */
  readonly shape: string;
  readonly level: string;
  readonly text: string;
  readonly lines: number;
  readonly first: Date;
  readonly last: Date;
}

/** Shapes that no pattern has, as far as ClickHouse knows, the most frequent first. */
export async function selectSamples(
  clickhouse: ClickHouseClient,
  projectId: string,
  wanted: {
    readonly sinceS: number;
    readonly version: number;
    readonly exhausted: readonly string[];
    readonly perServiceMax: number;
    readonly rowsMax: number;
  },
  signal: AbortSignal,
): Promise<Sample[]> {
  const rows = await scanRows<[string, string, string, string, string, number, number]>(
    clickhouse,
    `
SELECT f.service, toString(f.shape), f.lvl, f.txt, toString(c.lines), f.first_s, f.last_s
FROM (
  SELECT s.service AS service, s.shape AS shape, argMax(s.level, s.ts) AS lvl, argMax(s.sample, s.ts) AS txt,
         toUnixTimestamp(toDateTime(min(s.ts), 'UTC')) AS first_s, toUnixTimestamp(toDateTime(max(s.ts), 'UTC')) AS last_s
  FROM log_shape_samples AS s
  WHERE s.project_id = {project:String} AND s.shape_v = {version:UInt8} AND s.seen_at >= toDateTime({since:Int64}, 'UTC')
    AND s.service NOT IN {exhausted:Array(String)}
    AND ${patternOf('s.project_id', 's.service', 's.shape')} = 0
  GROUP BY s.service, s.shape
) AS f
LEFT JOIN (
  SELECT r.service AS service, r.shape AS shape, sum(r.cnt) AS lines
  FROM log_shapes_5m AS r
  WHERE r.project_id = {project:String} AND r.bucket >= toDateTime({since:Int64}, 'UTC') - INTERVAL 1 HOUR
  GROUP BY r.service, r.shape
) AS c ON c.service = f.service AND c.shape = f.shape
ORDER BY c.lines DESC, f.service, f.shape
LIMIT {perService:UInt32} BY f.service
LIMIT {limit:UInt32}`,
    {
      project: projectId,
      since: wanted.sinceS,
      version: wanted.version,
      exhausted: [...wanted.exhausted],
      perService: wanted.perServiceMax,
      limit: wanted.rowsMax,
    },
    signal,
  );
  return rows.map(([service, shape, level, text, lines, firstS, lastS]) => ({
    service,
    shape,
    level,
    text,
    lines: Number(lines),
    first: new Date(firstS * 1000),
    last: new Date(lastS * 1000),
  }));
}

export interface ScopeAllowance {
  readonly service: string;
  readonly learnt: number;
}

/** What was learnt in this hour, by service. */
export async function selectAllowances(sql: Sql | Tx, projectId: string, hour: Date): Promise<ScopeAllowance[]> {
  return sql<ScopeAllowance[]>`
    select service, learnt from log_pattern_scopes where project_id = ${projectId} and hour = ${hour}`;
}

export async function addLearnt(
  tx: Tx,
  projectId: string,
  service: string,
  hour: Date,
  counts: { readonly learnt: number; readonly unassigned: number },
): Promise<void> {
  await tx`
    insert into log_pattern_scopes as s (project_id, service, hour, learnt, unassigned)
    values (${projectId}, ${service}, ${hour}, ${counts.learnt}, ${counts.unassigned})
    on conflict (project_id, service) do update set
      hour = excluded.hour,
      learnt = excluded.learnt + case when s.hour = excluded.hour then s.learnt else 0 end,
      unassigned = excluded.unassigned + case when s.hour = excluded.hour then s.unassigned else 0 end`;
}

export async function selectKnownShapes(
  tx: Tx,
  projectId: string,
  service: string,
  shapes: readonly string[],
): Promise<Set<string>> {
  const rows = await tx<{ shape: string }[]>`
    select shape from log_pattern_shapes
    where project_id = ${projectId} and service = ${service} and shape = any(${[...shapes]}::text[])`;
  return new Set(rows.map(({ shape }) => shape));
}

export async function selectScope(tx: Tx, projectId: string, service: string): Promise<Scope> {
  const patterns = await tx<(Omit<Pattern, 'id'> & { id: string })[]>`
    select id::text, tokens, separators from log_patterns
    where project_id = ${projectId} and service = ${service} and merged_into is null and id in (
      select pattern_id from log_pattern_shapes
      where project_id = ${projectId} and service = ${service} and indexed)`;
  const shapes = await tx<(TokenList & { shape: string; pattern: string })[]>`
    select shape, pattern_id::text as pattern, tokens, separators from log_pattern_shapes
    where project_id = ${projectId} and service = ${service} and indexed`;
  return {
    patterns: patterns.map(({ id, tokens, separators }) => ({ id: Number(id), tokens, separators })),
    shapes: shapes.map((known) => ({ ...known, pattern: Number(known.pattern) })),
  };
}

/** Services that have so many shapes that new ones are compared with. */
export async function selectFullScopes(
  sql: Sql,
  projectId: string,
  services: readonly string[],
  shapesMax: number,
): Promise<string[]> {
  const rows = await sql<{ service: string }[]>`
    select service from log_pattern_shapes
    where project_id = ${projectId} and service = any(${[...services]}::text[]) and indexed
    group by service having count(*) >= ${shapesMax} order by service`;
  return rows.map(({ service }) => service);
}

/** Indexed shapes that no other shares its pattern with, of patterns that were there at that time. */
export async function selectLoneShapes(sql: Sql, projectId: string, service: string, at: Date): Promise<string[]> {
  const rows = await sql<{ shape: string }[]>`
    select s.shape from log_pattern_shapes s join log_patterns p on p.id = s.pattern_id
    where s.project_id = ${projectId} and s.service = ${service} and s.indexed and p.created_at <= ${at}
      and not exists (select 1 from log_pattern_shapes o where o.pattern_id = s.pattern_id and o.shape <> s.shape)`;
  return rows.map(({ shape }) => shape);
}

/** Those of some shapes that had a line since then. */
export async function selectSeenShapes(
  clickhouse: ClickHouseClient,
  projectId: string,
  wanted: { readonly service: string; readonly shapes: readonly string[]; readonly sinceS: number },
  signal: AbortSignal,
): Promise<Set<string>> {
  const rows = await scanRows<[string]>(
    clickhouse,
    `
SELECT DISTINCT toString(r.shape)
FROM log_shapes_5m AS r
WHERE r.project_id = {project:String} AND r.service = {service:String} AND r.shape IN {shapes:Array(UInt64)}
  AND r.bucket >= toStartOfFiveMinutes(toDateTime({since:Int64}, 'UTC'))`,
    { project: projectId, service: wanted.service, shapes: wanted.shapes.map(BigInt), since: wanted.sinceS },
    signal,
  );
  return new Set(rows.map(([shape]) => shape));
}

/** They keep their patterns; new shapes are not compared with them any more. */
export async function retireShapes(
  tx: Tx,
  projectId: string,
  service: string,
  shapes: readonly string[],
): Promise<void> {
  await tx`
    update log_pattern_shapes set indexed = false, tokens = null, separators = null
    where project_id = ${projectId} and service = ${service} and shape = any(${[...shapes]}::text[])`;
}

export async function takePatternIds(tx: Tx, count: number): Promise<number[]> {
  const rows = await tx<{ id: string }[]>`
    select nextval('log_pattern_ids')::text as id from generate_series(1, ${count})`;
  return rows.map(({ id }) => Number(id)).sort((a, b) => a - b);
}

export interface NewPattern extends TokenList {
  readonly id: number;
  readonly shape: string;
  readonly level: string;
  readonly template: string;
  readonly sample: string;
  readonly first_seen: Date;
  readonly last_seen: Date;
}

export async function insertPatterns(
  tx: Tx,
  projectId: string,
  service: string,
  patterns: readonly NewPattern[],
  at: Date,
): Promise<void> {
  await tx`
    insert into log_patterns (project_id, service, id, shape, level, tokens, separators, template, sample, first_seen,
                              last_seen, created_at, updated_at)
    select ${projectId}, ${service}, p.id, p.shape, p.level, p.tokens, p.separators, p.template, p.sample, p.first_seen,
           p.last_seen, ${at}, ${at}
    from jsonb_to_recordset(${tx.json(patterns as never)}) as p(
      id bigint, shape text, level text, tokens jsonb, separators jsonb, template text, sample text,
      first_seen timestamptz, last_seen timestamptz)`;
}

export async function updateTemplates(
  tx: Tx,
  projectId: string,
  patterns: readonly (Pattern & { readonly template: string })[],
  at: Date,
): Promise<void> {
  await tx`
    update log_patterns as l
    set tokens = p.tokens, separators = p.separators, template = p.template, updated_at = ${at}
    from jsonb_to_recordset(${tx.json(patterns as never)}) as p(id bigint, tokens jsonb, separators jsonb, template text)
    where l.project_id = ${projectId} and l.id = p.id`;
}

/** All that belongs to one belongs to the other from now on, what was decided and told of it, too; ids that led to it lead on. */
export async function mergePattern(tx: Tx, projectId: string, from: number, into: number, at: Date): Promise<void> {
  await tx`
    update log_pattern_shapes
    set pattern_id = ${into}, version = nextval('log_pattern_versions'), published = false
    where project_id = ${projectId} and pattern_id = ${from}`;
  // Queries have the id, too: it is published like a shape of no service (pg-migrations/0028).
  await tx`
    insert into log_pattern_shapes (project_id, service, shape, pattern_id, indexed)
    values (${projectId}, '', ${String(from)}, ${into}, false)
    on conflict do nothing`;
  // First, so that whoever decides about it at this moment has done so before it is read.
  await tx`
    update log_patterns set merged_into = ${into}, updated_at = ${at}
    where project_id = ${projectId} and (id = ${from} or merged_into = ${from})`;
  await tx`
    update log_patterns as l
    set state = case when 'ignored' in (l.state, o.state) then 'ignored'
                     when 'acknowledged' in (l.state, o.state) then 'acknowledged' else 'new' end,
        judged_at = coalesce(l.judged_at, o.judged_at), volume = coalesce(l.volume, o.volume),
        first_seen = least(l.first_seen, o.first_seen), last_seen = greatest(l.last_seen, o.last_seen), updated_at = ${at}
    from log_patterns as o
    where l.project_id = ${projectId} and l.id = ${into} and o.project_id = ${projectId} and o.id = ${from}`;
}

export interface AssignedShape {
  readonly shape: string;
  readonly pattern: number;
  readonly indexed: boolean;
  readonly tokens: readonly string[] | null;
  readonly separators: readonly string[] | null;
}

export async function insertShapes(
  tx: Tx,
  projectId: string,
  service: string,
  shapes: readonly AssignedShape[],
): Promise<void> {
  await tx`
    insert into log_pattern_shapes (project_id, service, shape, pattern_id, indexed, tokens, separators)
    select ${projectId}, ${service}, s.shape, s.pattern, s.indexed, s.tokens, s.separators
    from jsonb_to_recordset(${tx.json(shapes as never)}) as s(
      shape text, pattern bigint, indexed boolean, tokens jsonb, separators jsonb)
    on conflict do nothing`;
}

interface Unpublished {
  readonly service: string;
  readonly shape: string;
  readonly pattern_id: string;
  readonly version: string;
}

export async function selectUnpublished(sql: Sql, projectId: string, rowsMax: number): Promise<Unpublished[]> {
  return sql<Unpublished[]>`
    select service, shape, pattern_id::text, version::text from log_pattern_shapes
    where project_id = ${projectId} and not published
    order by version limit ${rowsMax}`;
}

export async function publishShapes(
  clickhouse: ClickHouseClient,
  projectId: string,
  rows: readonly Unpublished[],
): Promise<void> {
  await clickhouse.insert({
    table: 'shape_patterns',
    format: 'JSONEachRow',
    values: rows.map((row) => ({ project_id: projectId, ...row })),
    // Nobody says of them a second time that they are to be told: all nodes have them first.
    clickhouse_settings: { async_insert: 0, distributed_foreground_insert: 1 },
  });
}

/** Those that changed meanwhile are published again. */
export async function setPublished(tx: Tx, projectId: string, rows: readonly Unpublished[]): Promise<void> {
  await tx`
    update log_pattern_shapes as s set published = true
    from jsonb_to_recordset(${tx.json(rows as never)}) as p(service text, shape text, version bigint)
    where s.project_id = ${projectId} and s.service = p.service and s.shape = p.shape and s.version = p.version`;
}

/** Otherwise the engine looks by itself within a minute. */
export async function reloadPatternMap(clickhouse: ClickHouseClient): Promise<void> {
  await clickhouse.command({ query: 'SYSTEM RELOAD DICTIONARY pattern_of_shape' });
}
