import type { Sql } from 'postgres';
import type { Tx } from '../../store/transaction.ts';
import type { ReportKind } from './period.ts';

export interface ReportingProject {
  readonly id: string;
  readonly time_zone: string;
  readonly daily_notif: boolean;
  readonly weekly_notif: boolean;
}

/** By id, from behind one. */
export async function selectReportingProjects(
  sql: Sql,
  after: string | undefined,
  rowsMax: number,
): Promise<ReportingProject[]> {
  return sql<ReportingProject[]>`
    select id, time_zone, daily_notif, weekly_notif from projects
    where deleted_at is null and (daily_notif or weekly_notif) ${after === undefined ? sql`` : sql`and id > ${after}`}
    order by id
    limit ${rowsMax}`;
}

export interface ReportKey {
  readonly projectId: string;
  readonly kind: ReportKind;
  readonly day: string;
}

export function reportName({ projectId, kind, day }: ReportKey): string {
  return `${kind} ${day} ${projectId}`;
}

/** Names of those that were made already. */
export async function selectReported(sql: Sql, reports: readonly ReportKey[]): Promise<Set<string>> {
  const rows = await sql<ReportKey[]>`
    select r.project_id as "projectId", r.kind, r.day::text from reports r
    join jsonb_to_recordset(${sql.json(reports as never)}) as w("projectId" uuid, kind text, day date)
      on r.project_id = w."projectId" and r.kind = w.kind and r.day = w.day`;
  return new Set(rows.map(reportName));
}

/** False when it was made already. */
export async function insertReport(
  tx: Tx,
  projectId: string,
  kind: ReportKind,
  day: string,
  at: Date,
): Promise<boolean> {
  const rows = await tx`
    insert into reports (project_id, kind, day, created_at) values (${projectId}, ${kind}, ${day}::text::date, ${at})
    on conflict do nothing
    returning 1`;
  return rows.length > 0;
}

/** Alerts of each monitor in a period, the most first, and of all monitors together. */
export async function selectAlertCounts(
  sql: Sql,
  projectId: string,
  range: { readonly from: Date; readonly to: Date },
  rowsMax: number,
): Promise<{ title: string; alerts: number; total: number }[]> {
  return sql<{ title: string; alerts: number; total: number }[]>`
    select m.title, count(*)::int as alerts, (sum(count(*)) over ())::int as total
    from monitor_emissions e join monitors m on m.id = e.monitor_id
    where e.project_id = ${projectId} and e.kind = 'ALERT' and e.emitted_at >= ${range.from} and e.emitted_at < ${range.to}
    group by m.id, m.title
    order by alerts desc, m.title
    limit ${rowsMax}`;
}

/** What was first seen in a period, the most frequent first. */
export async function selectNewIssues(
  sql: Sql,
  projectId: string,
  range: { readonly from: Date; readonly to: Date },
  rowsMax: number,
): Promise<{ seq: number; title: string; occurrences: number; total: number }[]> {
  return sql<{ seq: number; title: string; occurrences: number; total: number }[]>`
    select seq, title, occurrences::float8 as occurrences, (count(*) over ())::int as total from issues
    where project_id = ${projectId} and first_seen >= ${range.from} and first_seen < ${range.to}
      and issues.last_seen >= ${range.from} -- as it is then: it is what they are found by
    order by issues.occurrences desc, seq
    limit ${rowsMax}`;
}
