// The state machine counts minutes since the epoch; the store keeps times. Pure.

import type { State } from './machine/transition.ts';

const minuteMs = 60_000;

/** The columns of monitor_states. */
export interface StateRow {
  readonly status: State['status'];
  readonly warning_since: Date | null;
  readonly alert_since: Date | null;
  readonly began: Date | null;
  readonly no_data_run: number;
  readonly error_run: number;
  readonly error_told: boolean;
  readonly seen: boolean;
  readonly rule_revision: number;
  readonly notified: State['notified'];
  readonly reason: State['reason'];
  readonly last_emit: Date | null;
  readonly notification_count: number;
  readonly alerted: boolean;
  readonly last_slot: Date | null;
  readonly current_value: number | null;
  readonly alert_last_triggered: Date | null;
  readonly warning_last_triggered: Date | null;
  readonly episode: number;
  readonly sequence: number;
  /** Slot and statement of the last check that ran; the state machine knows nothing of them. */
  readonly last_evaluated: Date | null;
  readonly last_sql: string | null;
}

/** One row of monitor_evaluations. */
export interface Evaluation {
  readonly slot: Date;
  readonly result: 'value' | 'no_data' | 'error' | 'gap';
  readonly value: number | null;
  readonly group_name: string | null;
  readonly status: State['status'];
  readonly replayed: boolean;
  readonly duration_ms: number;
  readonly error: string | null;
  readonly evaluated_at: Date;
}

export function minuteOf(time: Date): number {
  return time.getTime() / minuteMs;
}

export function timeOf(minute: number): Date {
  return new Date(Math.round(minute * minuteMs));
}

export function stateOf(row: StateRow): State {
  return {
    status: row.status,
    warningSince: row.warning_since && minuteOf(row.warning_since),
    alertSince: row.alert_since && minuteOf(row.alert_since),
    began: row.began && minuteOf(row.began),
    noDataRun: row.no_data_run,
    errorRun: row.error_run,
    errorTold: row.error_told,
    seen: row.seen,
    ruleRevision: row.rule_revision,
    notified: row.notified,
    reason: row.reason,
    lastEmit: row.last_emit && minuteOf(row.last_emit),
    notificationCount: row.notification_count,
    alerted: row.alerted,
    lastSlot: row.last_slot && minuteOf(row.last_slot),
    currentValue: row.current_value,
    alertLastTriggered: row.alert_last_triggered && minuteOf(row.alert_last_triggered),
    warningLastTriggered: row.warning_last_triggered && minuteOf(row.warning_last_triggered),
    episode: row.episode,
    sequence: row.sequence,
  };
}

export function stateRow(
  state: State,
  last: { readonly last_evaluated: Date | null; readonly last_sql: string | null },
): StateRow {
  return {
    status: state.status,
    warning_since: maybeTime(state.warningSince),
    alert_since: maybeTime(state.alertSince),
    began: maybeTime(state.began),
    no_data_run: state.noDataRun,
    error_run: state.errorRun,
    error_told: state.errorTold,
    seen: state.seen,
    rule_revision: state.ruleRevision,
    notified: state.notified,
    reason: state.reason,
    last_emit: maybeTime(state.lastEmit),
    notification_count: state.notificationCount,
    alerted: state.alerted,
    last_slot: maybeTime(state.lastSlot),
    current_value: state.currentValue,
    alert_last_triggered: maybeTime(state.alertLastTriggered),
    warning_last_triggered: maybeTime(state.warningLastTriggered),
    episode: state.episode,
    sequence: state.sequence,
    last_evaluated: last.last_evaluated,
    last_sql: last.last_sql,
  };
}

function maybeTime(minute: number | null): Date | null {
  return minute === null ? null : timeOf(minute);
}
