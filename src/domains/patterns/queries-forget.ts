import type { Sql } from 'postgres';
import { onCluster } from '../../store/ddl.ts';
import { define } from '../../store/define.ts';
import type { Tx } from '../../store/transaction.ts';
import type { Place } from '../housekeeping/queries.ts';
import { columns, lockPatterns, type PatternRow } from './queries.ts';

/** Live patterns that nobody decided about, and that were not heard lately, as far as was written down. */
export async function selectQuiet(
  sql: Sql,
  projectId: string,
  { before, above, rowsMax }: { readonly before: Date; readonly above: number; readonly rowsMax: number },
): Promise<PatternRow[]> {
  return sql<PatternRow[]>`
    select ${columns(sql)} from log_patterns
    where project_id = ${projectId} and merged_into is null and state = 'new' and last_seen < ${before}
      and log_patterns.id > ${String(above)}::text::bigint
    order by log_patterns.id limit ${rowsMax}`;
}

export async function setHeard(tx: Tx, projectId: string, heard: ReadonlyMap<number, Date>): Promise<void> {
  await lockPatterns(tx, projectId, [...heard.keys()]);
  await tx`
    update log_patterns as l set last_seen = greatest(l.last_seen, h.last)
    from unnest(${[...heard.keys()].map(String)}::text[]::bigint[],
                ${[...heard.values()].map((last) => last.toISOString())}::text[]::timestamptz[]) as h(id, last)
    where l.project_id = ${projectId} and l.id = h.id`;
}

/** With those that they took over: whatever a shape of theirs was ever told to be. */
export async function unpublishShapes(tx: Tx, projectId: string, ids: readonly number[]): Promise<string[]> {
  const wanted = ids.map(String);
  await tx`
    update log_pattern_shapes set published = false, version = nextval('log_pattern_versions')
    where project_id = ${projectId} and pattern_id = any(${wanted}::text[]::bigint[])`;
  const rows = await tx<{ id: string }[]>`
    select id::text from log_patterns
    where project_id = ${projectId}
      and (merged_into = any(${wanted}::text[]::bigint[])
        or merged_into is null and id = any(${wanted}::text[]::bigint[]))`;
  return rows.map(({ id }) => id);
}

/** Takes what was published of these patterns away, on every node. */
export async function withdrawShapes(place: Place, projectId: string, ids: readonly string[]): Promise<void> {
  const on = place.cluster === undefined ? '' : onCluster(place.cluster);
  await define(place.clickhouse, {
    query: `
ALTER TABLE {table:Identifier} ${on} DELETE
WHERE project_id = {project:String} AND pattern_id IN {ids:Array(UInt64)}`,
    query_params: {
      table: place.cluster === undefined ? 'shape_patterns' : 'shape_patterns_local',
      project: projectId,
      ids: ids.map(BigInt),
    },
    clickhouse_settings: { mutations_sync: '2' },
  });
}

/** Unless somebody has decided about them meanwhile. Their shapes go with them, and the ids that led to them. */
export async function deletePatterns(tx: Tx, projectId: string, ids: readonly number[]): Promise<void> {
  await lockPatterns(tx, projectId, ids);
  await tx`
    delete from log_patterns
    where project_id = ${projectId} and id = any(${ids.map(String)}::text[]::bigint[]) and state = 'new'`;
}
