// What the owners of a monitor write: from the API's words to ours and back, with its defaults and its faults. Pure.

import type { Fault } from '../faults.ts';
import type { Severity } from '../types.ts';
import type { MonitorInput } from './schema.ts';
import type { Rule } from './machine/thresholds.ts';

export interface MonitorContent {
  readonly title: string;
  readonly severity: Severity;
  /** Null: the title, whatever it becomes. */
  readonly subject: string | null;
  readonly message: string;
  readonly emails: readonly string[];
  readonly email_all: boolean;
  readonly team_chat_channels: readonly string[];
  readonly teams: readonly string[];
  readonly log_query: string;
  readonly visualization_type: NonNullable<MonitorInput['visualization_type']>;
  readonly trigger_less_than: boolean;
  readonly alert_threshold: number;
  readonly warning_threshold: number | null;
  readonly alert_recovery_threshold: number | null;
  readonly warning_recovery_threshold: number | null;
  readonly threshold_sustained_for_mins: number;
  readonly check_interval_mins: number;
  readonly time_window_mins: number;
  readonly renotify_interval_mins: number | null;
  readonly stop_after_count: number | null;
}

export function contentOf(input: MonitorInput): MonitorContent {
  return {
    title: input.title,
    severity: input.severity ?? 'error',
    subject: input.subject ?? null,
    message: input.message ?? '',
    emails: input.emails,
    email_all: input.email_all ?? false,
    team_chat_channels: input.team_chat_channels,
    teams: [...new Set(input.teams)],
    log_query: input.query,
    visualization_type: input.visualization_type ?? 'timeseries',
    trigger_less_than: input.trigger_less_than,
    alert_threshold: input.alert_threshold,
    warning_threshold: input.warning_threshold ?? null,
    alert_recovery_threshold: input.alert_recovery_threshold ?? null,
    warning_recovery_threshold: input.warning_recovery_threshold ?? null,
    threshold_sustained_for_mins: input.threshold_sustained_for_mins ?? 0,
    check_interval_mins: input.check_interval_mins,
    time_window_mins: input.time_window_mins,
    renotify_interval_mins: input.notify_after_mins ?? null,
    stop_after_count: input.stop_after_count ?? null,
  };
}

/** The same as `apply` takes it back, but for whether it is active. What has no value is left out. */
export function inputOf(content: MonitorContent): MonitorInput {
  const { subject, renotify_interval_mins, stop_after_count } = content;
  return {
    title: content.title,
    query: content.log_query,
    alert_threshold: content.alert_threshold,
    ...given('alert_recovery_threshold', content.alert_recovery_threshold),
    ...given('warning_threshold', content.warning_threshold),
    ...given('warning_recovery_threshold', content.warning_recovery_threshold),
    trigger_less_than: content.trigger_less_than,
    threshold_sustained_for_mins: content.threshold_sustained_for_mins,
    check_interval_mins: content.check_interval_mins,
    time_window_mins: content.time_window_mins,
    severity: content.severity,
    ...given('subject', subject),
    message: content.message,
    emails: [...content.emails],
    email_all: content.email_all,
    team_chat_channels: [...content.team_chat_channels],
    teams: [...content.teams],
    ...given('notify_after_mins', renotify_interval_mins),
    ...given('stop_after_count', stop_after_count),
    visualization_type: content.visualization_type,
  };
}

/** Left out where there is none. */
export function given<K extends string, V>(name: K, value: V | null): { [P in K]?: V } {
  return value === null ? {} : ({ [name]: value } as { [P in K]?: V });
}

/** What the types of the fields do not say. */
export function contentFaults(content: MonitorContent): Fault[] {
  return [...windowFaults(content), ...thresholdFaults(content)];
}

function windowFaults({ check_interval_mins, time_window_mins }: MonitorContent): Fault[] {
  if (time_window_mins >= check_interval_mins) return [];
  return [
    { path: 'time_window_mins', message: `must be at least check_interval_mins, which is ${check_interval_mins}` },
  ];
}

/** On the good side lie, in this order: alert, warning if there is one, and its recovery; and the recovery of the alert. */
function thresholdFaults(content: MonitorContent): Fault[] {
  const recovered = content.warning_threshold === null ? 'alert_threshold' : 'warning_threshold';
  return [
    ...sideFault(content, 'warning_threshold', 'alert_threshold'),
    ...sideFault(content, 'alert_recovery_threshold', 'alert_threshold'),
    ...sideFault(content, 'warning_recovery_threshold', recovered),
  ];
}

type Threshold = 'alert_threshold' | 'warning_threshold' | 'alert_recovery_threshold' | 'warning_recovery_threshold';

function sideFault(content: MonitorContent, path: Threshold, bound: Threshold): Fault[] {
  const [value, limit] = [content[path], content[bound]];
  if (value === null || limit === null) return [];
  const below = content.trigger_less_than;
  if (below ? value >= limit : value <= limit) return [];
  const side = below ? 'at least' : 'at most';
  const why = `since trigger_less_than is ${below}`;
  return [{ path, message: `must be ${side} ${bound}, which is ${limit}, ${why}` }];
}

/** Whether an edit changes what a value is judged by: then the clocks of the state machine start afresh. */
export function isSameRule(before: MonitorContent, after: MonitorContent): boolean {
  return ruleFields.every((field) => before[field] === after[field]);
}

const ruleFields = [
  'log_query',
  'trigger_less_than',
  'alert_threshold',
  'warning_threshold',
  'alert_recovery_threshold',
  'warning_recovery_threshold',
  'threshold_sustained_for_mins',
  'check_interval_mins',
  'time_window_mins',
] as const;

export function isSame(before: MonitorContent, after: MonitorContent): boolean {
  return JSON.stringify(inputOf(before)) === JSON.stringify(inputOf(after));
}

/** The rule of a monitor for the state machine. Whether its query counts is known only when that is compiled. */
export function ruleOf(monitor: MonitorContent & { readonly rule_revision: number }): Rule {
  return {
    revision: monitor.rule_revision,
    direction: monitor.trigger_less_than ? 'below' : 'above',
    counts: false,
    alert: monitor.alert_threshold,
    warning: monitor.warning_threshold,
    alertRecovery: monitor.alert_recovery_threshold,
    warningRecovery: monitor.warning_recovery_threshold,
    sustainedMinutes: monitor.threshold_sustained_for_mins,
    intervalMinutes: monitor.check_interval_mins,
    windowMinutes: monitor.time_window_mins,
    renotifyMinutes: monitor.renotify_interval_mins,
    stopAfterCount: monitor.stop_after_count,
  };
}
