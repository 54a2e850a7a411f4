import type { Sql } from 'postgres';
import type { Tx } from '../../store/transaction.ts';
import type { DashboardSchema, SortKey } from './schema.ts';

export interface DashboardSummaryRow {
  readonly id: string;
  readonly title: string;
  readonly tags: string[];
  readonly teams: string[];
  readonly file_path: string | null;
  readonly starred: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export interface DashboardRow extends DashboardSummaryRow {
  readonly schema: DashboardSchema;
}

export const contentColumns = ['title', 'tags', 'teams', 'file_path', 'schema'] as const;
export type DashboardContent = Pick<DashboardRow, (typeof contentColumns)[number]>;

const summaryColumns = ['id', 'title', 'tags', 'teams', 'file_path', 'starred', 'created_at', 'updated_at'] as const;
const columns = [...summaryColumns, 'schema'] as const;

export async function selectDashboards(
  sql: Sql,
  projectId: string,
  list: { readonly key: SortKey; readonly descending: boolean; readonly teamId: string | undefined },
): Promise<DashboardSummaryRow[]> {
  const key = { title: sql`lower(title)`, created_at: sql`created_at`, updated_at: sql`updated_at` }[list.key];
  const direction = list.descending ? sql`desc` : sql`asc`;
  return sql<DashboardSummaryRow[]>`
    select ${sql(summaryColumns)} from dashboards
    where project_id = ${projectId} and deleted_at is null
      ${list.teamId === undefined ? sql`` : sql`and teams @> array[${list.teamId}::uuid]`}
    order by starred desc, ${key} ${direction}, id ${direction}`;
}

export async function selectDashboard(sql: Sql | Tx, projectId: string, id: string): Promise<DashboardRow | undefined> {
  const [row] = await sql<DashboardRow[]>`
    select ${sql(columns)} from dashboards
    where project_id = ${projectId} and id = ${id} and deleted_at is null`;
  return row;
}

export async function lockDashboard(tx: Tx, projectId: string, id: string): Promise<DashboardRow | undefined> {
  const [row] = await tx<DashboardRow[]>`
    select ${tx(columns)} from dashboards
    where project_id = ${projectId} and id = ${id} and deleted_at is null for update`;
  return row;
}

export async function selectIdByPath(tx: Tx, projectId: string, path: string): Promise<string | undefined> {
  const [row] = await tx<{ id: string }[]>`
    select id from dashboards where project_id = ${projectId} and file_path = ${path} and deleted_at is null`;
  return row?.id;
}

/** The oldest one: titles are not unique. Those with a file path have a name that is better, and come after all others. */
export async function selectIdByTitle(tx: Tx, projectId: string, title: string): Promise<string | undefined> {
  const [row] = await tx<{ id: string }[]>`
    select id from dashboards
    where project_id = ${projectId} and title = ${title} and deleted_at is null
    order by file_path is not null, created_at, id limit 1`;
  return row?.id;
}

export async function insertDashboard(
  tx: Tx,
  projectId: string,
  { id, at, ...content }: DashboardContent & { id: string; at: Date },
): Promise<DashboardRow> {
  const { title, tags, teams, file_path, schema } = content;
  // The schema goes in as text: the column keeps the order of its keys.
  const [row] = await tx<DashboardRow[]>`
    insert into dashboards (project_id, id, title, tags, teams, file_path, schema, created_at, updated_at)
    values (${projectId}, ${id}, ${title}, ${tags}::text[], ${teams}::uuid[], ${file_path},
            ${JSON.stringify(schema)}::text::json, ${at}, ${at})
    returning ${tx(columns)}`;
  if (row === undefined) throw new Error('insert into dashboards returned no row');
  return row;
}

export async function updateDashboard(
  tx: Tx,
  projectId: string,
  { id, at, ...content }: DashboardContent & { id: string; at: Date },
): Promise<DashboardRow> {
  const { title, tags, teams, file_path, schema } = content;
  const [row] = await tx<DashboardRow[]>`
    update dashboards
    set title = ${title}, tags = ${tags}::text[], teams = ${teams}::uuid[], file_path = ${file_path},
        schema = ${JSON.stringify(schema)}::text::json, updated_at = ${at}
    where project_id = ${projectId} and id = ${id} and deleted_at is null
    returning ${tx(columns)}`;
  if (row === undefined) throw new Error('the locked dashboard is gone');
  return row;
}

export async function setDashboardStarred(tx: Tx, projectId: string, id: string, starred: boolean): Promise<void> {
  await tx`update dashboards set starred = ${starred} where project_id = ${projectId} and id = ${id}`;
}

export async function deleteDashboard(tx: Tx, projectId: string, id: string, at: Date): Promise<void> {
  await tx`update dashboards set deleted_at = ${at} where project_id = ${projectId} and id = ${id}`;
}
