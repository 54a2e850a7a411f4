import type { Sql } from 'postgres';
import type { Tx } from '../../store/transaction.ts';
import { andWithin, selectPage, type Rows, type Window } from '../queries-page.ts';
import type { Dates } from '../range.ts';
import type { MonitorContent } from './content.ts';
import { timeOf, type Evaluation, type StateRow } from './state.ts';
import type { Emission } from './machine/transition.ts';

export interface MonitorRow extends MonitorContent {
  readonly id: string;
  readonly project_id: string;
  readonly log_query_as_sql: string;
  readonly rule_revision: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly muted_until: Date | null;
  readonly deactivated_at: Date | null;
  readonly state: StateRow;
}

const contentColumns = [
  'title',
  'severity',
  'subject',
  'message',
  'emails',
  'email_all',
  'team_chat_channels',
  'teams',
  'log_query',
  'visualization_type',
  'trigger_less_than',
  'alert_threshold',
  'warning_threshold',
  'alert_recovery_threshold',
  'warning_recovery_threshold',
  'threshold_sustained_for_mins',
  'check_interval_mins',
  'time_window_mins',
  'renotify_interval_mins',
  'stop_after_count',
] as const satisfies readonly (keyof MonitorContent)[];

const ownColumns = [
  'id',
  'project_id',
  'log_query_as_sql',
  'rule_revision',
  'created_at',
  'updated_at',
  'muted_until',
  'deactivated_at',
] as const;

const stateColumns = [
  'status',
  'warning_since',
  'alert_since',
  'began',
  'no_data_run',
  'error_run',
  'error_told',
  'seen',
  'rule_revision',
  'notified',
  'reason',
  'last_emit',
  'notification_count',
  'alerted',
  'last_slot',
  'current_value',
  'alert_last_triggered',
  'warning_last_triggered',
  'episode',
  'sequence',
  'last_evaluated',
  'last_sql',
] as const satisfies readonly (keyof StateRow)[];

/** Both tables in one row, the state's columns under names of their own. */
type FlatRow = Omit<MonitorRow, 'state'> & { readonly [K in keyof StateRow as `s_${K}`]: StateRow[K] };

function columns(sql: Sql | Tx) {
  const own = [...ownColumns, ...contentColumns].map((name) => sql`m.${sql(name)}`);
  const state = stateColumns.map((name) => sql`s.${sql(name)} as ${sql(`s_${name}`)}`);
  return [...own, ...state].reduce((list, one) => sql`${list}, ${one}`);
}

function monitorRow(flat: FlatRow): MonitorRow {
  const own = Object.entries(flat).filter(([name]) => !name.startsWith('s_'));
  const state = Object.entries(flat).flatMap(([name, value]) =>
    name.startsWith('s_') ? [[name.slice(2), value] as const] : [],
  );
  return { ...Object.fromEntries(own), state: Object.fromEntries(state) } as unknown as MonitorRow;
}

export async function selectMonitors(sql: Sql, projectId: string): Promise<MonitorRow[]> {
  const rows = await sql<FlatRow[]>`
    select ${columns(sql)} from monitors m join monitor_states s on s.monitor_id = m.id
    where m.project_id = ${projectId} and m.deleted_at is null
    order by m.created_at, m.id`;
  return rows.map(monitorRow);
}

export async function selectMonitor(sql: Sql | Tx, projectId: string, id: string): Promise<MonitorRow | undefined> {
  const [row] = await sql<FlatRow[]>`
    select ${columns(sql)} from monitors m join monitor_states s on s.monitor_id = m.id
    where m.project_id = ${projectId} and m.id = ${id} and m.deleted_at is null`;
  return row && monitorRow(row);
}

/** Monitor and state, held until the transaction ends: whoever changes either takes this lock first. */
export async function lockMonitor(tx: Tx, projectId: string, id: string): Promise<MonitorRow | undefined> {
  const [row] = await tx<FlatRow[]>`
    select ${columns(tx)} from monitors m join monitor_states s on s.monitor_id = m.id
    where m.project_id = ${projectId} and m.id = ${id} and m.deleted_at is null for update`;
  return row && monitorRow(row);
}

export async function lockMonitors(tx: Tx, projectId: string, ids: readonly string[]): Promise<void> {
  await tx`
    select 1 from monitors where project_id = ${projectId} and id = any(${[...ids]}::uuid[]) order by id for update`;
}

/** The oldest one: titles are not unique. */
export async function selectIdByTitle(tx: Tx, projectId: string, title: string): Promise<string | undefined> {
  const [row] = await tx<{ id: string }[]>`
    select id from monitors
    where project_id = ${projectId} and title = ${title} and deleted_at is null
    order by created_at, id limit 1`;
  return row?.id;
}

export async function insertMonitor(
  tx: Tx,
  projectId: string,
  monitor: MonitorContent & {
    readonly id: string;
    readonly log_query_as_sql: string;
    readonly at: Date;
    readonly active: boolean;
  },
): Promise<void> {
  const { id, log_query_as_sql, at, active, ...content } = monitor;
  await tx`
    insert into monitors ${tx({
      ...written(content),
      id,
      project_id: projectId,
      log_query_as_sql,
      created_at: at,
      updated_at: at,
      deactivated_at: active ? null : at,
    })}`;
  await tx`insert into monitor_states (project_id, monitor_id) values (${projectId}, ${id})`;
}

export async function updateMonitor(
  tx: Tx,
  projectId: string,
  monitor: MonitorContent & {
    readonly id: string;
    readonly log_query_as_sql: string;
    readonly rule_revision: number;
    readonly at: Date;
  },
): Promise<void> {
  const { id, log_query_as_sql, rule_revision, at, ...content } = monitor;
  await tx`
    update monitors set ${tx({ ...written(content), log_query_as_sql, rule_revision, updated_at: at })}
    where project_id = ${projectId} and id = ${id}`;
}

/** Exactly the columns of the content, in arrays that the driver can bind. */
function written(content: MonitorContent) {
  const { emails, team_chat_channels, teams } = content;
  const scalars = Object.fromEntries(contentColumns.map((name) => [name, content[name]])) as unknown as Omit<
    MonitorContent,
    'emails' | 'team_chat_channels' | 'teams'
  >;
  return { ...scalars, emails: [...emails], team_chat_channels: [...team_chat_channels], teams: [...teams] };
}

export type MonitorControl = Partial<{
  readonly muted_until: Date | null;
  readonly deactivated_at: Date | null;
  readonly deleted_at: Date | null;
}>;

export async function setMonitorControl(
  tx: Tx,
  projectId: string,
  id: string,
  control: MonitorControl,
  at: Date,
): Promise<void> {
  await tx`
    update monitors set ${tx({ ...control, updated_at: at })} where project_id = ${projectId} and id = ${id}`;
}

export async function updateState(tx: Tx, projectId: string, id: string, state: StateRow): Promise<void> {
  await tx`
    update monitor_states set ${tx({ ...state }, stateColumns)}
    where project_id = ${projectId} and monitor_id = ${id}`;
}

/** What was found for a slot is written once: false when it is there already, then nothing else of the run may be. */
export async function insertEvaluation(tx: Tx, projectId: string, id: string, one: Evaluation): Promise<boolean> {
  const rows = await tx`
    insert into monitor_evaluations ${tx({ project_id: projectId, monitor_id: id, ...one })}
    on conflict (monitor_id, slot) do nothing
    returning slot`;
  return rows.length > 0;
}

/** What was judged of a time that is still to come. */
export async function deleteEvaluationsFrom(tx: Tx, projectId: string, id: string, slot: Date): Promise<void> {
  await tx`
    delete from monitor_evaluations where project_id = ${projectId} and monitor_id = ${id} and slot >= ${slot}`;
}

export async function insertEmissions(
  tx: Tx,
  projectId: string,
  id: string,
  emissions: readonly Emission[],
  found: { readonly value: number | null; readonly group: string | null },
): Promise<void> {
  for (const { kind, at, status, reason, stale, episode, sequence } of emissions) {
    await tx`
      insert into monitor_emissions (project_id, monitor_id, sequence, episode, kind, status, reason, stale, value,
                                     group_name, emitted_at)
      values (${projectId}, ${id}, ${sequence}, ${episode}, ${kind}, ${status}, ${reason}, ${stale}, ${found.value},
              ${found.group}, ${timeOf(at)})`;
  }
}

/** The group that was last named of an episode's alert or warning. */
export async function selectToldGroup(tx: Tx, projectId: string, id: string, episode: number): Promise<string | null> {
  const [row] = await tx<{ group_name: string }[]>`
    select group_name from monitor_emissions
    where project_id = ${projectId} and monitor_id = ${id} and episode = ${episode}
      and kind in ('ALERT', 'WARNING', 'REMINDER') and group_name is not null
    order by sequence desc
    limit 1`;
  return row?.group_name ?? null;
}

export interface EvaluationRow extends Evaluation {
  readonly emissions: Emission['kind'][];
}

/** A page of what the checks found, the newest first, with what was said at each slot. */
export async function selectEvaluations(
  sql: Sql,
  projectId: string,
  id: string,
  dates: Dates,
  window: Window,
): Promise<Rows<EvaluationRow>> {
  const where = sql`
    e.project_id = ${projectId} and e.monitor_id = ${id} ${andWithin(sql, 'e.slot', dates)}`;
  const columns = sql`
    e.slot, e.result, e.value, e.group_name, e.status, e.replayed, e.duration_ms, e.error, e.evaluated_at,
    array(select n.kind from monitor_emissions n
          where n.monitor_id = e.monitor_id and n.emitted_at = e.slot order by n.sequence) as emissions`;
  const from = sql`monitor_evaluations e where ${where}`;
  return selectPage(sql, { columns, from, order: sql`e.slot desc` }, window);
}
