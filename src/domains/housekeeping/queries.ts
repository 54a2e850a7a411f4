import type { ClickHouseClient } from '@clickhouse/client';
import type { Sql } from 'postgres';
import { onCluster } from '../../store/ddl.ts';
import { define } from '../../store/define.ts';
import { hasKeeper } from '../../store/stores.ts';
import type { Tx } from '../../store/transaction.ts';
import { scanRows } from '../scan/queries.ts';

/** What is kept for a while: which rows of each table are old, and may go at all. */
function aged(sql: Sql, before: Date) {
  return {
    monitor_evaluations: sql`evaluated_at < ${before}`,
    monitor_emissions: sql`emitted_at < ${before}`,
    notifications: sql`created_at < ${before} and state <> 'waiting'`,
    audit_log: sql`created_at < ${before}`,
    share_links: sql`expires_at < ${before}`,
    parked_jobs: sql`parked_at < ${before}`,
    reports: sql`created_at < ${before}`,
    issues: sql`updated_at < ${before} and last_seen < ${before} and (archived_at is not null or acknowledged_at is null)`,
    issue_activity: sql`created_at < ${before}`,
    log_pattern_scopes: sql`hour < ${before}`,
    endpoints: sql`last_seen < ${before} and created_at < ${before} and archived_at is null`,
    monitors: sql`deleted_at < ${before}`,
    dashboards: sql`deleted_at < ${before}`,
    teams: sql`deleted_at < ${before}`,
    api_keys: sql`deleted_at < ${before}`,
  };
}

export type Aged = keyof ReturnType<typeof aged>;

/**
 * A bounded piece at a time, so that no lock is held for long; what somebody holds at the moment stays, so that nobody waits
 * in a ring. Answers how many rows went.
 */
export async function deleteAged(sql: Sql, table: Aged, before: Date, rowsMax: number): Promise<number> {
  const { count } = await sql`
    delete from ${sql(table)} where ctid = any(array(
      select ctid from ${sql(table)} where ${aged(sql, before)[table]} limit ${rowsMax} for update skip locked))`;
  return count;
}

/** Names that jobs held which are no more. */
export async function deleteOrphanClaims(sql: Sql): Promise<number> {
  const { count } = await sql`
    delete from job_claims
    where not exists (select 1 from graphile_worker._private_jobs as jobs where jobs.id = job_claims.job_id)`;
  return count;
}

/** From now on it is gone for everybody: its keys say nothing any more. False when there never was one. */
export async function closeProject(tx: Tx, projectId: string, at: Date): Promise<boolean> {
  const rows = await tx`
    update projects set deleted_at = coalesce(deleted_at, ${at}) where id = ${projectId} returning 1`;
  if (rows.length === 0) return (await tx`select 1 from erased_projects where id = ${projectId}`).length > 0;
  await tx`
    update api_keys set deleted_at = ${at}, active = false where project_id = ${projectId} and deleted_at is null`;
  await tx`insert into erased_projects (id, erased_at) values (${projectId}, ${at}) on conflict do nothing`;
  return true;
}

/** All that hangs on it goes with it, jobs that wait and the queues that bear its name included. */
export async function deleteProject(tx: Tx, projectId: string): Promise<void> {
  // A large one takes longer than a statement may usually.
  await tx`select set_config('statement_timeout', '0', true)`;
  const [queue] = await tx<{ there: boolean }[]>`
    select to_regclass('graphile_worker._private_jobs') is not null as there`;
  if (queue?.there === true) {
    await tx`
      delete from graphile_worker._private_jobs
      where payload ->> 'projectId' = ${projectId} and locked_at is null`;
    await tx`
      delete from graphile_worker._private_job_queues as queues
      where queue_name like ${`%${projectId}%`} and locked_at is null
        and not exists (select 1 from graphile_worker._private_jobs as jobs where jobs.job_queue_id = queues.id)`;
  }
  await tx`delete from parked_jobs where project_id = ${projectId}`;
  await tx`delete from projects where id = ${projectId}`;
}

export async function selectErased(sql: Sql): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select e.id from erased_projects e where not exists (select 1 from projects p where p.id = e.id)
    order by e.erased_at desc`;
  return rows.map(({ id }) => id);
}

/** Where rows are: on one node, or on all those of a cluster, which hear of statements through its Keeper, if it has one. */
export interface Place {
  readonly clickhouse: ClickHouseClient;
  readonly cluster: string | undefined;
  readonly hasKeeper: boolean;
}

export async function placeOf(clickhouse: ClickHouseClient, cluster: string | undefined): Promise<Place> {
  return { clickhouse, cluster, hasKeeper: cluster !== undefined && (await hasKeeper(clickhouse)) };
}

/** Every table of rows that says whose they are. */
export async function selectProjectTables({ clickhouse }: Pick<Place, 'clickhouse'>): Promise<string[]> {
  const rows = await scanRows<[string]>(
    clickhouse,
    `
SELECT t.name
FROM system.tables AS t
WHERE t.database = currentDatabase() AND t.engine LIKE '%MergeTree'
  AND t.name IN (SELECT c.table FROM system.columns AS c WHERE c.database = currentDatabase() AND c.name = 'project_id')
ORDER BY t.name`,
    {},
  );
  return rows.map(([name]) => name);
}

/** On every node; each replica counts its own. */
export async function countRowsOf(
  { clickhouse, cluster }: Pick<Place, 'clickhouse' | 'cluster'>,
  table: string,
  projectIds: readonly string[],
): Promise<number> {
  const from =
    cluster === undefined
      ? '{table:Identifier}'
      : 'clusterAllReplicas({cluster:String}, currentDatabase(), {table:Identifier})';
  const [row] = await scanRows<[string]>(
    clickhouse,
    `SELECT toString(count()) FROM ${from} AS t WHERE t.project_id IN {projects:Array(String)}`,
    { table, cluster: cluster ?? '', projects: [...projectIds] },
  );
  return Number(row?.[0] ?? 0);
}

/** What SQL mode made for projects: the database of each with its views. */
export async function dropViewsOf(
  { clickhouse }: Pick<Place, 'clickhouse'>,
  projectIds: readonly string[],
): Promise<void> {
  const rows = await scanRows<[string]>(
    clickhouse,
    `
SELECT d.name
FROM system.databases AS d
WHERE d.name IN (
  SELECT concat(currentDatabase(), '_sql_', replaceAll(id, '-', '_')) FROM (SELECT arrayJoin({projects:Array(String)}) AS id))`,
    { projects: [...projectIds] },
  );
  for (const [name] of rows)
    await clickhouse.command({ query: 'DROP DATABASE {name:Identifier}', query_params: { name } });
}

/** Has the parts rewritten without the rows: nothing is masked. It is done when no mutation is under way any more. */
export async function deleteRowsOf(place: Place, table: string, projectIds: readonly string[]): Promise<void> {
  await define(place.clickhouse, {
    query: deleteSql(place),
    query_params: { table, projects: [...projectIds] },
    clickhouse_settings: { mutations_sync: '0' },
  });
}

export function deleteSql({ cluster, hasKeeper }: Pick<Place, 'cluster' | 'hasKeeper'>): string {
  const where = cluster !== undefined && hasKeeper ? onCluster(cluster) : '';
  return `ALTER TABLE {table:Identifier} ${where} DELETE WHERE project_id IN {projects:Array(String)}`;
}

/** On every node. */
export async function countMutations({ clickhouse, cluster }: Place, table: string): Promise<number> {
  const from =
    cluster === undefined ? 'system.mutations' : "clusterAllReplicas({cluster:String}, 'system', 'mutations')";
  const [row] = await scanRows<[string]>(
    clickhouse,
    `
SELECT toString(count())
FROM ${from} AS m
WHERE m.database = currentDatabase() AND m.table = {table:String} AND NOT m.is_done AND NOT m.is_killed`,
    { table, cluster: cluster ?? '' },
  );
  return Number(row?.[0] ?? 0);
}

export interface SignalCount {
  readonly projectId: string;
  readonly signal: string;
  readonly records: number;
}

interface Range {
  readonly fromS: number;
  readonly toS: number;
}

/** What senders were told is stored. */
export async function selectAccepted(
  clickhouse: ClickHouseClient,
  { fromS, toS }: Range,
  signal: AbortSignal,
): Promise<SignalCount[]> {
  const rows = await scanRows<[string, string, string]>(
    clickhouse,
    `
SELECT s.project_id, s.signal, toString(sum(s.records))
FROM ingest_stats AS s
WHERE s.minute >= toDateTime({from:Int64}, 'UTC') AND s.minute < toDateTime({to:Int64}, 'UTC')
  AND s.outcome = 'accepted' AND s.signal != 'replays'
GROUP BY s.project_id, s.signal`,
    { from: fromS, to: toS },
    signal,
  );
  return rows.map(([projectId, of, records]) => ({ projectId, signal: of, records: Number(records) }));
}

/** What is stored. */
export async function selectArrived(
  clickhouse: ClickHouseClient,
  { fromS, toS }: Range,
  signal: AbortSignal,
): Promise<SignalCount[]> {
  const arm = (table: string, name: string) => `
SELECT t.project_id AS project, ${name} AS sig, count() AS n
FROM ${table} AS t
WHERE t.ingested_at >= toDateTime({from:Int64}, 'UTC') AND t.ingested_at < toDateTime({to:Int64}, 'UTC')
GROUP BY project, sig`;
  const rows = await scanRows<[string, string, string]>(
    clickhouse,
    `SELECT project, sig, toString(sum(n)) FROM (${[
      arm('events', "if(t.kind = 'span', 'traces', 'logs')"),
      arm('metric_points', "'metrics'"),
      arm('metric_dists', "'metrics'"),
    ].join('\nUNION ALL')}
) GROUP BY project, sig`,
    { from: fromS, to: toS },
    signal,
  );
  return rows.map(([projectId, of, records]) => ({ projectId, signal: of, records: Number(records) }));
}
