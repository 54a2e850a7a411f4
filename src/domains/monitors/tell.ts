// What the state machine says, as messages to those whom the monitor names, and as the monitor's issue.

import { isDeepStrictEqual } from 'node:util';
import type { Deps } from '../../deps.ts';
import { utcTime } from '../../lib/time.ts';
import type { Tx } from '../../store/transaction.ts';
import { insertActivity } from '../issues/queries-record.ts';
import { recordIssue } from '../issues/record.ts';
import { filled, nanosecondsText, numberText, oneLine, type Message } from '../notifications/message.ts';
import { tell } from '../notifications/outbox.ts';
import { selectOpenIncidents } from '../notifications/queries.ts';
import { targetsOf, type Target } from '../notifications/targets.ts';
import { selectToldGroup, type MonitorRow } from './queries.ts';
import { selectTrend } from './queries-due.ts';
import { windowOf, type Window } from './machine/schedule.ts';
import { timeOf } from './state.ts';
import { breaches, recoveryOf, type Rule } from './machine/thresholds.ts';
import type { Emission } from './machine/transition.ts';
import { unitOf } from './unit.ts';

export interface Found {
  readonly rule: Rule;
  readonly value: number | null;
  readonly group: string | null;
  /** Of each group that the check found its worst value. */
  readonly values: ReadonlyMap<string, number>;
  /** What was looked at, where it is not the slot's own window. */
  readonly window: Window | null;
  /** Why there is no value, where the check failed. */
  readonly error: string | null;
}

const trendPointsMax = 60;

/** Called in the transaction that moves the state, with everything that it emitted. */
export async function tellMonitor(
  tx: Tx,
  deps: Pick<Deps, 'now' | 'newId'>,
  monitor: MonitorRow,
  emissions: readonly Emission[],
  found: Found,
): Promise<void> {
  if (emissions.length === 0) return;
  const targets = await targetsOf(tx, monitor.project_id, monitor);
  // All of them before the first is told: others take the counter of issues, and then the outbox.
  const all: { emission: Emission; about: Found }[] = [];
  for (const emission of emissions) {
    const about = { ...found, ...(await aboutOf(tx, monitor, emission, found)) };
    await trackIssue(tx, deps, monitor, emission, about);
    all.push({ emission, about });
  }
  for (const { emission, about } of all) {
    const points = await selectTrend(tx, monitor.project_id, monitor.id, timeOf(emission.at), trendPointsMax);
    const trend = points.map(({ slot, value }): [number, number | null] => [slot.getTime(), value]);
    const key = `monitor ${monitor.id} ${emission.episode} ${emission.sequence}`;
    const source = { kind: 'monitor', id: monitor.id } as const;
    const message = messageOf(monitor, emission, about, trend);
    const told = message.incident.ends ? await pagersOf(tx, monitor, message.incident.key) : [];
    const others = told.filter((pager) => !targets.some((target) => isDeepStrictEqual(target, pager)));
    await tell(tx, deps, { projectId: monitor.project_id, source, key, message }, [...targets, ...others]);
  }
}

/** Whose alert it is, and its value: an end is that of the group that was told of, and a check that found none says nothing of another. */
async function aboutOf(
  tx: Tx,
  { project_id, id }: MonitorRow,
  { kind, status, episode }: Pick<Emission, 'kind' | 'status' | 'episode'>,
  { group, value, values }: Found,
): Promise<Pick<Found, 'group' | 'value'>> {
  const isOfBefore = kind === 'RECOVERED' || (group === null && status !== 'normal');
  if (!isOfBefore) return { group, value };
  const told = await selectToldGroup(tx, project_id, id, episode);
  const isFound = told !== null && group !== null;
  return { group: told, value: isFound ? (values.get(told) ?? null) : value };
}

/** Whoever heard of the beginning hears of the end, also when they are no target any more. */
async function pagersOf(tx: Tx, { project_id, id }: MonitorRow, key: string): Promise<Target[]> {
  const open = await selectOpenIncidents(tx, project_id, { kind: 'monitor', id });
  return open.filter((one) => one.key === key).map(({ address }) => ({ channel: 'pager', address }));
}

/** Of a monitor that stopped nothing more is told: what pagers still have open ends with it, also under a mute. */
export async function endIncidents(
  tx: Tx,
  deps: Pick<Deps, 'now'>,
  monitor: MonitorRow,
  stop: Omit<Emission, 'kind' | 'status' | 'stale'>,
  found: Found,
): Promise<void> {
  const source = { kind: 'monitor', id: monitor.id } as const;
  const emission = { ...stop, kind: 'RECOVERED', status: 'normal', stale: false } as const;
  const about = await aboutOf(tx, monitor, emission, found);
  const end = messageOf(monitor, emission, { ...found, ...about }, []);
  for (const { key, address } of await selectOpenIncidents(tx, monitor.project_id, source)) {
    const message = { ...end, incident: { key, ends: true } };
    const told = { projectId: monitor.project_id, source, key: `end ${key} ${stop.sequence}`, message };
    await tell(tx, deps, told, [{ channel: 'pager', address }]);
  }
}

const words: Readonly<Record<Emission['kind'], string>> = {
  ALERT: 'Alert',
  WARNING: 'Warning',
  RECOVERED: 'Recovered',
  REMINDER: 'Still alerting',
  EVAL_ERROR: 'Cannot be checked',
  EVAL_RESTORED: 'Checked again',
};

const reasons = {
  no_data: 'there is no data any more',
  manual: 'resolved by hand',
  deactivated: 'the monitor was deactivated',
  deleted: 'the monitor was deleted',
} as const;

export function messageOf(
  monitor: MonitorRow,
  emission: Emission,
  { rule, value, group, window, error }: Omit<Found, 'values'>,
  trend: [number, number | null][],
): Message & { readonly incident: { readonly key: string; readonly ends: boolean } } {
  const { kind, status, reason, stale, episode } = emission;
  const isHealth = kind === 'EVAL_ERROR' || kind === 'EVAL_RESTORED';
  const began = isHealth || emission.began === null ? null : utcTime(timeOf(emission.began));
  const [threshold, recovery] =
    status === 'warning' && rule.warning !== null
      ? [rule.warning, rule.warningRecovery]
      : [rule.alert, rule.alertRecovery];
  const [sign, back] = rule.direction === 'above' ? ['≥', '<'] : ['≤', '>'];
  const textOf = unitOf(monitor.project_id, monitor.log_query) === 'ns' ? nanosecondsText : numberText;
  const values = {
    value: textOf(value),
    threshold: textOf(threshold),
    status,
    group: group ?? '',
    title: monitor.title,
  };
  const { from, to } = window ?? windowOf(rule, emission.at);
  const span = { from: utcTime(from), to: utcTime(to) };
  // Of groups that are all well none is what the message is about, but where the value is that of the one that was not.
  const hasOwnValue = status !== 'normal' || (kind === 'RECOVERED' && reason === null);
  const whose = hasOwnValue && group !== '' ? group : null;
  // One that is empty, or is a group where there is none, would not say what alerts.
  const template = monitor.subject ?? monitor.title;
  const written = filled(template, values);
  const subject = oneLine(written) === '' ? monitor.title : written;
  const saysWhose = written !== filled(template, { ...values, group: '' });
  const named = whose === null || saysWhose ? '' : ` (${whose})`;
  const word = kind === 'REMINDER' && status === 'warning' ? 'Still warning' : words[kind];
  const bound = `${sign} ${values.threshold}`;
  // Between its threshold and its recovery a value keeps its status, and has not reached what it is held against.
  const isReached = value !== null && breaches(rule, value, threshold);
  const held = `recovers ${back} ${textOf(recoveryOf(rule, threshold, recovery))}`;
  const against = status === 'normal' ? '' : isReached ? ` ${bound}` : `, ${held}`;
  // What ended for another reason says nothing of its value.
  const about = isHealth ? '' : `: ${reason === null ? `${values.value}${against}` : reasons[reason]}`;
  const facts: [string, string][] = [
    ['Monitor', monitor.title],
    ['Severity', monitor.severity],
    ['Status', status],
    ['Value', `${values.value}${stale && value !== null ? ' (of the last check that found one)' : ''}`],
    ['Threshold', status === 'normal' || isReached ? bound : `${bound}, ${held}`],
    ...(whose === null ? [] : [['Group', whose] satisfies [string, string]]),
    ...(began === null ? [] : [['Began', began] satisfies [string, string]]),
    ['Window', `${span.from} to ${span.to}`],
    ['Query', oneLine(monitor.log_query) || 'all events'],
    ...(error === null ? [] : [['Error', error] satisfies [string, string]]),
    ...(reason === null ? [] : [['Reason', reasons[reason]] satisfies [string, string]]),
  ];
  return {
    kind,
    severity: monitor.severity,
    headline: oneLine(`[${word}] ${subject}${about}${named}`),
    text: filled(monitor.message, values),
    facts,
    path: `/api/v1/monitors/${monitor.id}`,
    at: timeOf(emission.at).toISOString(),
    incident: {
      key: isHealth ? `${monitor.id}/check` : `${monitor.id}/${episode}`,
      ends: kind === 'RECOVERED' || kind === 'EVAL_RESTORED',
    },
    data: {
      monitor: { id: monitor.id, title: monitor.title },
      status,
      ...(reason === null ? {} : { reason }),
      ...(error === null ? {} : { error }),
      value: Number.isFinite(value) ? value : numberText(value),
      threshold,
      direction: rule.direction,
      ...(group === null ? {} : { group }),
      ...(began === null ? {} : { began }),
      window: span,
      stale,
      episode,
      sequence: emission.sequence,
    },
    trend: { points: trend, alert: rule.alert, warning: rule.warning },
  };
}

/** A monitor has one issue: each beginning of an alert or warning is seen in it, each end is written down. */
async function trackIssue(
  tx: Tx,
  deps: Pick<Deps, 'now' | 'newId'>,
  monitor: MonitorRow,
  { kind, at, status, episode, reason }: Emission,
  { value, group, rule }: Found,
): Promise<void> {
  if (kind !== 'ALERT' && kind !== 'WARNING' && kind !== 'RECOVERED') return;
  const isEnd = kind === 'RECOVERED';
  const { id, is_new } = await recordIssue(tx, deps, monitor.project_id, {
    type: 'query_alert',
    target: monitor.id,
    title: monitor.title,
    severity: status === 'warning' && monitor.severity !== 'info' ? 'warning' : monitor.severity,
    recommendedAction: 'Look at what the monitor’s query finds; acknowledge the issue while somebody works on it.',
    data: {
      monitor_id: monitor.id,
      query: monitor.log_query,
      status,
      value: Number.isFinite(value) ? value : numberText(value),
      group,
      threshold: status === 'warning' ? rule.warning : rule.alert,
      episode,
    },
    occurrences: isEnd ? 0 : 1,
    seenAt: timeOf(at),
  });
  if (!isEnd || is_new) return;
  await insertActivity(tx, monitor.project_id, {
    id: deps.newId(),
    issueId: id,
    kind: 'resolved',
    keyId: null,
    detail: reason === null ? {} : { reason },
    at: timeOf(at),
  });
}
