import type { Sql } from 'postgres';
import type { Tx } from '../../store/transaction.ts';

export interface ProjectRow {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly payment_plan: string;
  readonly time_zone: string;
  readonly daily_notif: boolean;
  readonly weekly_notif: boolean;
  readonly endpoint_alerts: boolean;
  readonly error_alerts: boolean;
  readonly notify_emails: string[];
  readonly created_at: Date;
  readonly updated_at: Date;
}

const columns = [
  'id',
  'title',
  'description',
  'payment_plan',
  'time_zone',
  'daily_notif',
  'weekly_notif',
  'endpoint_alerts',
  'error_alerts',
  'notify_emails',
  'created_at',
  'updated_at',
] as const;

export type ProjectChange = Partial<Omit<ProjectRow, 'id' | 'created_at' | 'updated_at'>>;

export async function selectProjects(sql: Sql): Promise<ProjectRow[]> {
  return sql<ProjectRow[]>`select ${sql(columns)} from projects where deleted_at is null order by created_at, id`;
}

export async function selectProject(sql: Sql | Tx, projectId: string): Promise<ProjectRow | undefined> {
  const [row] = await sql<ProjectRow[]>`
    select ${sql(columns)} from projects where id = ${projectId} and deleted_at is null`;
  return row;
}

export async function lockProject(tx: Tx, projectId: string): Promise<ProjectRow | undefined> {
  const [row] = await tx<ProjectRow[]>`
    select ${tx(columns)} from projects where id = ${projectId} and deleted_at is null for update`;
  return row;
}

/**
 * One at a time may change what names one another (monitors and dashboards teams, teams members, handles and paths that
 * are unique), or many things in one transaction. Taken before any row is locked: nobody waits in a ring, and what was
 * found to be there stays until the transaction ends.
 */
export async function lockSetup(tx: Tx, projectId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`setup of ${projectId}`}, 0))`;
}

/** What people make. */
export type Made = 'api_keys' | 'dashboards' | 'monitors' | 'teams';

/** Those that are not deleted. */
export async function countOf(tx: Tx, projectId: string, table: Made): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from ${tx(table)} where project_id = ${projectId} and deleted_at is null`;
  return row?.count ?? 0;
}

export async function insertProject(tx: Tx, project: { id: string; title: string; at: Date }): Promise<ProjectRow> {
  const [row] = await tx<ProjectRow[]>`
    insert into projects (id, title, created_at, updated_at)
    values (${project.id}, ${project.title}, ${project.at}, ${project.at})
    returning ${tx(columns)}`;
  if (row === undefined) throw new Error('insert into projects returned no row');
  return row;
}

export async function updateProject(tx: Tx, projectId: string, change: ProjectChange, at: Date): Promise<ProjectRow> {
  const [row] = await tx<ProjectRow[]>`
    update projects set ${tx({ ...change, updated_at: at })}
    where id = ${projectId} and deleted_at is null
    returning ${tx(columns)}`;
  if (row === undefined) throw new Error('the locked project is gone');
  return row;
}

/** How many days a project keeps what it is sent, by kind; each is one of the classes that partitions are made of. */
export interface Retention {
  readonly events: number;
  readonly metrics: number;
  readonly replays: number;
}

export async function selectRetention(sql: Sql | Tx, projectId: string): Promise<Retention | undefined> {
  const [row] = await sql<Retention[]>`
    select events_retention_days as events, metrics_retention_days as metrics, replays_retention_days as replays
    from projects where id = ${projectId} and deleted_at is null`;
  return row;
}

export async function updateRetention(tx: Tx, projectId: string, days: Retention, at: Date): Promise<void> {
  await tx`
    update projects set events_retention_days = ${days.events}, metrics_retention_days = ${days.metrics},
      replays_retention_days = ${days.replays}, updated_at = ${at}
    where id = ${projectId} and deleted_at is null`;
}
