import type { Deps } from '../../deps.ts';
import { utcTime } from '../../lib/time.ts';
import { auditOf } from '../audit/record.ts';
import { noSuch } from '../faults.ts';
import { given } from './content.ts';
import type { MonitorRow } from './queries.ts';
import type { QueryMonitor } from './schema.ts';

export type Needs = Pick<Deps, 'sql' | 'now' | 'newId' | 'catalogues'>;

/** A monitor as the API and the audit log show it. */
export function shown(row: MonitorRow): QueryMonitor {
  const { state } = row;
  return {
    id: row.id,
    project_id: row.project_id,
    created_at: utcTime(row.created_at),
    updated_at: utcTime(row.updated_at),
    check_interval_mins: row.check_interval_mins,
    alert_threshold: row.alert_threshold,
    log_query: row.log_query,
    log_query_as_sql: (state.rule_revision === row.rule_revision ? state.last_sql : null) ?? row.log_query_as_sql,
    trigger_less_than: row.trigger_less_than,
    threshold_sustained_for_mins: row.threshold_sustained_for_mins,
    alert_config: {
      title: row.title,
      severity: row.severity,
      subject: row.subject ?? row.title,
      message: row.message,
      emails: [...row.emails],
      email_all: row.email_all,
      team_chat_channels: [...row.team_chat_channels],
    },
    visualization_type: row.visualization_type,
    teams: [...row.teams],
    current_status: state.status,
    current_value: state.current_value ?? 0,
    notification_count: state.notification_count,
    time_window_mins: row.time_window_mins,
    ...given('alert_recovery_threshold', row.alert_recovery_threshold),
    ...given('warning_threshold', row.warning_threshold),
    ...given('warning_recovery_threshold', row.warning_recovery_threshold),
    ...given('renotify_interval_mins', row.renotify_interval_mins),
    ...given('stop_after_count', row.stop_after_count),
    ...givenTime('alert_last_triggered', state.alert_last_triggered),
    ...givenTime('warning_last_triggered', state.warning_last_triggered),
    ...givenTime('last_evaluated', state.last_evaluated),
    ...givenTime('muted_until', row.muted_until),
    ...givenTime('deactivated_at', row.deactivated_at),
  };
}

function givenTime<K extends string>(name: K, value: Date | null): { [P in K]?: string } {
  return given(name, value && utcTime(value));
}

export const audit = auditOf('monitor', shown, ({ id }) => id);

export const missing = noSuch('monitor_id');
