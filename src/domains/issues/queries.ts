import type { Sql } from 'postgres';
import type { Tx } from '../../store/transaction.ts';
import { andEqual, selectPage, type Rows, type Window } from '../queries-page.ts';
import type { IssueActivityKind, IssueList, IssueSummary } from './schema.ts';

export interface IssueSummaryRow {
  readonly id: string;
  readonly seq: number;
  readonly project_id: string;
  readonly type: IssueSummary['type'];
  readonly title: string;
  readonly severity: IssueSummary['severity'];
  readonly critical: boolean;
  readonly service: string | null;
  readonly occurrences: number;
  readonly affected_traces: number;
  readonly first_seen: Date;
  readonly last_seen: Date;
  readonly acknowledged_at: Date | null;
  readonly acknowledged_until: Date | null;
  readonly acknowledged_by: string | null;
  readonly archived_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** With what its type has to say, which may be a stack of many kilobytes. */
export interface IssueRow extends IssueSummaryRow {
  readonly recommended_action: string;
  readonly data: Record<string, unknown>;
}

function summaryColumns(sql: Sql | Tx) {
  return sql`
    id, seq, project_id, type, title, severity, critical, service,
    occurrences::float8 as occurrences, affected_traces::float8 as affected_traces, first_seen, last_seen,
    acknowledged_at, acknowledged_until, acknowledged_by, archived_at, created_at, updated_at`;
}

/** A page, the one that was seen last first. */
export async function selectIssues(
  sql: Sql,
  projectId: string,
  { status, type, service }: Pick<IssueList, 'status' | 'type' | 'service'>,
  now: Date,
  window: Window,
): Promise<Rows<IssueSummaryRow>> {
  const acknowledged = sql`
    (acknowledged_at is not null and (acknowledged_until is null or acknowledged_until > ${now}))`;
  const ofStatus = {
    open: sql`and archived_at is null and not ${acknowledged}`,
    acknowledged: sql`and archived_at is null and ${acknowledged}`,
    archived: sql`and archived_at is not null`,
    all: sql``,
  };
  const from = sql`
    issues where project_id = ${projectId} ${ofStatus[status]} ${andEqual(sql, { type, service })}`;
  return selectPage(sql, { columns: summaryColumns(sql), from, order: sql`issues.last_seen desc, id desc` }, window);
}

export async function selectIssue(sql: Sql | Tx, projectId: string, id: string): Promise<IssueRow | undefined> {
  const [row] = await sql<IssueRow[]>`
    select ${summaryColumns(sql)}, recommended_action, data from issues where project_id = ${projectId} and id = ${id}`;
  return row;
}

export async function lockIssue(tx: Tx, projectId: string, id: string): Promise<IssueSummaryRow | undefined> {
  const [row] = await tx<IssueSummaryRow[]>`
    select ${summaryColumns(tx)} from issues where project_id = ${projectId} and id = ${id} for update`;
  return row;
}

/** Many of them, in the one order in which whoever changes more than one takes them. */
export async function lockIssues(tx: Tx, projectId: string, ids: readonly string[]): Promise<void> {
  await tx`
    select 1 from issues where project_id = ${projectId} and id = any(${[...ids]}::uuid[])
    order by (type || ' ' || target) collate "C" for update`;
}

export async function setAcknowledged(
  tx: Tx,
  projectId: string,
  id: string,
  state: Pick<IssueSummaryRow, 'acknowledged_at' | 'acknowledged_until' | 'acknowledged_by'>,
  now: Date,
): Promise<void> {
  await tx`
    update issues
    set acknowledged_at = ${state.acknowledged_at}, acknowledged_until = ${state.acknowledged_until},
        acknowledged_by = ${state.acknowledged_by}, updated_at = ${now}
    where project_id = ${projectId} and id = ${id}`;
}

export async function setArchived(tx: Tx, projectId: string, id: string, at: Date | null, now: Date): Promise<void> {
  await tx`
    update issues set archived_at = ${at}, updated_at = ${now} where project_id = ${projectId} and id = ${id}`;
}

export interface IssueEventRow {
  readonly event_id: string;
  readonly time: string;
  readonly trace_id: string;
  readonly span_id: string;
  readonly service: string;
  readonly message: string;
}

export async function selectIssueEvents(
  sql: Sql | Tx,
  projectId: string,
  id: string,
  rowsMax: number,
): Promise<IssueEventRow[]> {
  return sql<IssueEventRow[]>`
    select event_id, time, trace_id, span_id, service, message from issue_events
    where project_id = ${projectId} and issue_id = ${id}
    order by time desc, event_id limit ${rowsMax}`;
}

export interface IssueActivityRow {
  readonly id: string;
  readonly kind: IssueActivityKind;
  readonly key_id: string | null;
  readonly detail: Record<string, unknown>;
  readonly created_at: Date;
}

export async function selectIssueActivity(
  sql: Sql | Tx,
  projectId: string,
  id: string,
  rowsMax: number,
): Promise<IssueActivityRow[]> {
  return sql<IssueActivityRow[]>`
    select id, kind, key_id, detail, created_at from issue_activity
    where project_id = ${projectId} and issue_id = ${id}
    order by created_at desc, id desc limit ${rowsMax}`;
}
