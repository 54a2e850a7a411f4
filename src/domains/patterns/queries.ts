import type { Sql } from 'postgres';
import type { Tx } from '../../store/transaction.ts';
import { andEqual, selectPage, type Rows, type Window } from '../queries-page.ts';
import type { LogPatternList, LogPatternState } from './schema.ts';

export interface PatternRow {
  readonly id: number;
  readonly project_id: string;
  readonly service: string;
  readonly shape: string;
  readonly level: string;
  readonly state: LogPatternState;
  readonly template: string;
  readonly sample: string;
  readonly volume: 'spike' | 'drop' | null;
  readonly first_seen: Date;
  readonly last_seen: Date;
  readonly created_at: Date;
}

export function columns(sql: Sql | Tx) {
  return sql`
    id::float8 as id, project_id, service, shape, level, state, template, sample, volume, first_seen, last_seen, created_at`;
}

/** A page of the live ones, the newest first. */
export async function selectPatterns(
  sql: Sql,
  projectId: string,
  { state, service, query }: Pick<LogPatternList, 'state' | 'service' | 'query'>,
  window: Window,
): Promise<Rows<PatternRow>> {
  const where = sql`
    project_id = ${projectId} and merged_into is null ${andEqual(sql, { state, service })}
    ${
      query === undefined
        ? sql``
        : sql`and (position(lower(${query}) in lower(template)) > 0 or position(lower(${query}) in lower(sample)) > 0)`
    }`;
  const from = sql`log_patterns where ${where}`;
  return selectPage(sql, { columns: columns(sql), from, order: sql`log_patterns.id desc` }, window);
}

/** Services that sent more shapes since then than were learnt. */
export async function selectUnassigned(sql: Sql, projectId: string, since: Date, learntMax: number): Promise<string[]> {
  const rows = await sql<{ service: string }[]>`
    select service from log_pattern_scopes
    where project_id = ${projectId} and hour >= ${since} and (unassigned > 0 or learnt >= ${learntMax})
    order by service`;
  return rows.map(({ service }) => service);
}

/** The pattern that an id leads to: itself, or the one that took it over. */
export async function selectPattern(sql: Sql | Tx, projectId: string, id: number): Promise<PatternRow | undefined> {
  const [row] = await sql<PatternRow[]>`
    select ${columns(sql)} from log_patterns
    where project_id = ${projectId} and id = (
      select coalesce(merged_into, id) from log_patterns where project_id = ${projectId} and id = ${id}::text::bigint)`;
  return row;
}

/** The same, and it stays the one that it leads to; one that was taken over while it was waited for leads on. */
export async function lockPattern(tx: Tx, projectId: string, id: number): Promise<PatternRow | undefined> {
  for (;;) {
    const [row] = await tx<(PatternRow & { readonly is_live: boolean })[]>`
      select ${columns(tx)}, merged_into is null as is_live from log_patterns
      where project_id = ${projectId} and id = (
        select coalesce(merged_into, id) from log_patterns where project_id = ${projectId} and id = ${id}::text::bigint)
      for update`;
    if (row === undefined || row.is_live) return row;
  }
}

/**
 * Many of them, with those that they took over and those that took them over, in the one order in which whoever changes
 * more than one takes them: the newest first, as one that was taken over leads on to an older one.
 */
export async function lockPatterns(tx: Tx, projectId: string, ids: readonly number[]): Promise<void> {
  const wanted = tx`${ids.map(String)}::text[]::bigint[]`;
  await tx`
    select 1 from log_patterns
    where project_id = ${projectId} and id in (
      select unnest(${wanted})
      union select id from log_patterns where project_id = ${projectId} and merged_into = any(${wanted})
      union select merged_into from log_patterns where project_id = ${projectId} and id = any(${wanted}))
    order by id desc for update`;
}

export async function setPatternState(
  tx: Tx,
  projectId: string,
  id: number,
  state: LogPatternState,
  now: Date,
): Promise<void> {
  await tx`
    update log_patterns set state = ${state}, updated_at = ${now}
    where project_id = ${projectId} and id = ${id}::text::bigint`;
}

/** Those that nobody decided about yet, the newest first, from below an id. */
export async function selectUnjudged(
  sql: Sql,
  projectId: string,
  below: number,
  rowsMax: number,
): Promise<PatternRow[]> {
  return sql<PatternRow[]>`
    select ${columns(sql)} from log_patterns
    where project_id = ${projectId} and merged_into is null and judged_at is null and id < ${String(below)}::text::bigint
    order by log_patterns.id desc limit ${rowsMax}`;
}

/** When the first pattern of each service was learnt. The oldest of them outlives all merges. */
export async function selectServicesSince(
  sql: Sql,
  projectId: string,
  services: readonly string[],
): Promise<Map<string, Date>> {
  const rows = await sql<{ service: string; since: Date }[]>`
    select service, min(created_at) as since from log_patterns
    where project_id = ${projectId} and service = any(${[...services]}::text[]) and merged_into is null
    group by service`;
  return new Map(rows.map(({ service, since }) => [service, since]));
}

/** They were learnt in silence. */
export async function setSilent(tx: Tx, projectId: string, ids: readonly number[], at: Date): Promise<void> {
  await lockPatterns(tx, projectId, ids);
  await tx`
    update log_patterns set judged_at = ${at}
    where project_id = ${projectId} and id = any(${ids.map(String)}::text[]::bigint[]) and judged_at is null`;
}

/** False when it was judged, merged or ignored meanwhile. */
export async function setJudged(tx: Tx, projectId: string, id: number, at: Date): Promise<boolean> {
  const rows = await tx<{ state: string }[]>`
    update log_patterns set judged_at = ${at}
    where project_id = ${projectId} and id = ${id}::text::bigint and judged_at is null and merged_into is null
    returning state`;
  return rows.length > 0 && rows[0]?.state !== 'ignored';
}

export async function selectPatternsById(
  sql: Sql,
  projectId: string,
  ids: readonly number[],
): Promise<Map<number, PatternRow>> {
  const rows = await sql<PatternRow[]>`
    select ${columns(sql)} from log_patterns
    where project_id = ${projectId} and merged_into is null and id = any(${ids.map(String)}::text[]::bigint[])`;
  return new Map(rows.map((row) => [row.id, row]));
}

export async function setVolumes(
  tx: Tx,
  projectId: string,
  volumes: ReadonlyMap<number, PatternRow['volume']>,
): Promise<void> {
  if (volumes.size === 0) return;
  await lockPatterns(tx, projectId, [...volumes.keys()]);
  await tx`
    update log_patterns as l set volume = v.volume
    from unnest(${[...volumes.keys()].map(String)}::text[]::bigint[], ${[...volumes.values()]}::text[]) as v(id, volume)
    where l.project_id = ${projectId} and l.id = v.id`;
}
