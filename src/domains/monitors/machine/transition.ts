// The state machine of a monitor. Pure: (rule, state, event) → (state, emissions). All times are minutes since the epoch.
//
//   N ── breach lasts S ──▶ W, A      rising waits for the sustain clock (since1 for W-or-A, since2 for A)
//   N ◀── recovered ─────── W, A      falling never waits; between a threshold and its recovery threshold it holds
//
// Each event moves the status first; what to tell is then decided by comparing the status with what was last told
// (`notified`). So nothing is told twice, a mute only delays, and an episode inside a mute is never told at all.

import { breaches, hasRecovered } from './thresholds.ts';
import type { Rule } from './thresholds.ts';

export type Status = 'normal' | 'warning' | 'alerting';
export type Reason = 'no_data' | 'manual' | 'deactivated' | 'deleted';

export interface State {
  status: Status;
  /** Slot at which the current unbroken breach began: of the warning or alert threshold, of the alert threshold. */
  warningSince: number | null;
  alertSince: number | null;
  /** Slot at which the breach began that the status last left normal for. */
  began: number | null;
  noDataRun: number;
  errorRun: number;
  errorTold: boolean;
  /** Whether there ever was data. */
  seen: boolean;
  /** The rule's revision that the last value was judged by; another one means that it was edited since. */
  ruleRevision: number;
  notified: Status;
  /** Why the status is normal, until it rises again. */
  reason: Reason | null;
  lastEmit: number | null;
  /** ALERT, WARNING and REMINDER emissions of this episode. */
  notificationCount: number;
  /** An ALERT went out in this episode. */
  alerted: boolean;
  lastSlot: number | null;
  currentValue: number | null;
  alertLastTriggered: number | null;
  warningLastTriggered: number | null;
  /** Episodes and emissions so far: they name an emission for good. */
  episode: number;
  sequence: number;
}

export type Result =
  | { kind: 'value'; value: number }
  /** No rows, or no number: what it means depends on the kind of query. */
  | { kind: 'no_data' }
  | { kind: 'error' };

export type MonitorEvent =
  /** `now` is when the slot is judged, which may be later than the slot. */
  | { kind: 'slot'; slot: number; now: number; result: Result; mutedUntil: number | null }
  /** A slot that was missed and is judged late, for the history: nothing is told. */
  | { kind: 'replayed_slot'; slot: number; result: Result }
  /** More was missed than is replayed, or what was judged is still to come; it goes on after `slot`. */
  | { kind: 'gap'; slot: number }
  | { kind: 'resolve'; at: number; mutedUntil: number | null }
  | { kind: 'stop'; at: number; reason: 'deactivated' | 'deleted'; mutedUntil: number | null }
  | { kind: 'activate'; at: number };

export interface Emission {
  kind: 'ALERT' | 'WARNING' | 'RECOVERED' | 'REMINDER' | 'EVAL_ERROR' | 'EVAL_RESTORED';
  at: number;
  began: number | null;
  status: Status;
  reason: Reason | null;
  /** The value is an old one: the query fails, or there is nothing that it finds. */
  stale: boolean;
  episode: number;
  sequence: number;
}

export interface Outcome {
  state: State;
  emissions: Emission[];
}

const noDataRunMax = 2;
const errorRunTold = 3;
const errorMinutesMax = 60;

export function initialState(ruleRevision: number): State {
  return {
    status: 'normal',
    warningSince: null,
    alertSince: null,
    began: null,
    noDataRun: 0,
    errorRun: 0,
    errorTold: false,
    seen: false,
    ruleRevision,
    notified: 'normal',
    reason: null,
    lastEmit: null,
    notificationCount: 0,
    alerted: false,
    lastSlot: null,
    currentValue: null,
    alertLastTriggered: null,
    warningLastTriggered: null,
    episode: 0,
    sequence: 0,
  };
}

export function transition(rule: Rule, before: State, event: MonitorEvent): Outcome {
  const state = { ...before };
  const emissions: Emission[] = [];
  switch (event.kind) {
    case 'slot':
      observe(rule, state, event.slot, event.result);
      if (!isMuted(event.mutedUntil, event.now)) {
        tellHealth(state, event.slot, emissions);
        tellStatus(rule, state, event.slot, emissions);
      }
      break;
    case 'replayed_slot':
      observe(rule, state, event.slot, event.result);
      break;
    case 'gap':
      clearClocks(state);
      if (state.lastEmit !== null) state.lastEmit = Math.min(state.lastEmit, event.slot);
      break;
    case 'resolve':
      if (state.status === 'normal') break;
      fall(state, 'normal', 'manual');
      clearClocks(state);
      if (!isMuted(event.mutedUntil, event.at)) tellStatus(rule, state, event.at, emissions);
      break;
    case 'stop':
      fall(state, 'normal', event.reason);
      clearClocks(state);
      if (!isMuted(event.mutedUntil, event.at)) tellStatus(rule, state, event.at, emissions);
      endEpisode(state);
      break;
    case 'activate':
      Object.assign(state, initialState(rule.revision), {
        seen: before.seen,
        lastSlot: event.at,
        currentValue: before.currentValue,
        alertLastTriggered: before.alertLastTriggered,
        warningLastTriggered: before.warningLastTriggered,
        episode: before.episode,
        sequence: before.sequence,
      });
      break;
  }
  return { state, emissions };
}

export function isMuted(mutedUntil: number | null, now: number): boolean {
  return mutedUntil !== null && mutedUntil > now;
}

/** Waiting for the sustain clock. */
export function isPending(state: State): boolean {
  if (state.status === 'alerting') return false;
  return state.alertSince !== null || (state.status === 'normal' && state.warningSince !== null);
}

function observe(rule: Rule, state: State, slot: number, result: Result): void {
  state.lastSlot = slot;
  if (state.ruleRevision !== rule.revision) clearClocks(state);
  if (result.kind === 'error') {
    state.errorRun++;
    if ((state.errorRun - 1) * rule.intervalMinutes > errorMinutesMax) clearClocks(state);
    return;
  }
  state.errorRun = 0;
  const judged = judgedAs(rule, state, result);
  if (judged.kind === 'value') observeValue(rule, state, slot, judged.value);
  else if (!rule.counts) observeNoData(rule, state);
}

/** Nothing is a 0 to a count or a sum, once there was something; to any other query it is no data. */
export function judgedAs(rule: Rule, { seen }: Pick<State, 'seen'>, result: Result): Result {
  return result.kind === 'no_data' && rule.counts && seen ? { kind: 'value', value: 0 } : result;
}

function observeValue(rule: Rule, state: State, slot: number, value: number): void {
  state.noDataRun = 0;
  state.seen = true;
  if (Number.isFinite(value)) state.currentValue = value;

  const alert = breaches(rule, value, rule.alert);
  const warning = rule.warning !== null && (alert || breaches(rule, value, rule.warning));
  state.alertSince = alert ? (state.alertSince ?? slot) : null;
  state.warningSince = warning ? (state.warningSince ?? slot) : null;

  // After an edit the old status may stay or fall by the new thresholds, but is not held by a band it never entered.
  const holds = state.ruleRevision === rule.revision;
  state.ruleRevision = rule.revision;
  const alertOver = holds ? hasRecovered(rule, value, rule.alert, rule.alertRecovery) : !alert;
  const warningOver =
    rule.warning === null || (!warning && (!holds || hasRecovered(rule, value, rule.warning, rule.warningRecovery)));

  if (state.status !== 'alerting' && isSustained(rule, state.alertSince, slot)) {
    rise(state, 'alerting', state.alertSince);
    state.alertLastTriggered = slot;
    return;
  }
  switch (state.status) {
    case 'normal':
      if (isSustained(rule, state.warningSince, slot)) {
        rise(state, 'warning', state.warningSince);
        state.warningLastTriggered = slot;
      }
      break;
    case 'alerting':
      if (!alert && alertOver) fall(state, warningOver ? 'normal' : 'warning', null);
      break;
    case 'warning':
      if (!alert && warningOver) fall(state, 'normal', null);
      break;
  }
}

function observeNoData(rule: Rule, state: State): void {
  state.noDataRun++;
  if (state.noDataRun < noDataRunMax) return;
  clearClocks(state);
  // Silence never proves that a value is above its floor.
  if (state.status !== 'normal' && rule.direction === 'above') fall(state, 'normal', 'no_data');
}

function isSustained(rule: Rule, since: number | null, slot: number): boolean {
  return since !== null && slot - since >= rule.sustainedMinutes;
}

function rise(state: State, to: Status, since: number | null): void {
  if (state.status === 'normal') state.began = since;
  state.status = to;
  state.reason = null;
}

function fall(state: State, to: Status, reason: Reason | null): void {
  state.status = to;
  state.reason = reason;
}

function clearClocks(state: State): void {
  state.warningSince = null;
  state.alertSince = null;
}

function tellHealth(state: State, at: number, emissions: Emission[]): void {
  if (state.errorRun === 0 && state.errorTold) {
    state.errorTold = false;
    emit(state, 'EVAL_RESTORED', at, emissions);
  } else if (state.errorRun >= errorRunTold && !state.errorTold) {
    state.errorTold = true;
    emit(state, 'EVAL_ERROR', at, emissions);
  }
}

function tellStatus(rule: Rule, state: State, at: number, emissions: Emission[]): void {
  const told = state.notified;
  const mayRepeat = rule.stopAfterCount === null || state.notificationCount < rule.stopAfterCount;
  state.notified = state.status;
  if (state.status === told) {
    const isDue =
      rule.renotifyMinutes !== null && state.lastEmit !== null && at - state.lastEmit >= rule.renotifyMinutes;
    if (state.status !== 'normal' && isDue && mayRepeat) notify(state, 'REMINDER', at, emissions);
    return;
  }
  if (told === 'normal') state.episode++;
  switch (state.status) {
    case 'alerting':
      if (!state.alerted || mayRepeat) notify(state, 'ALERT', at, emissions);
      state.alerted = true;
      break;
    case 'warning':
      if (mayRepeat) notify(state, 'WARNING', at, emissions);
      break;
    case 'normal':
      emit(state, 'RECOVERED', at, emissions);
      endEpisode(state);
      break;
  }
}

function notify(state: State, kind: 'ALERT' | 'WARNING' | 'REMINDER', at: number, emissions: Emission[]): void {
  state.notificationCount++;
  state.lastEmit = at;
  emit(state, kind, at, emissions);
}

function emit(state: State, kind: Emission['kind'], at: number, emissions: Emission[]): void {
  state.sequence++;
  const { status, reason, began, episode, sequence } = state;
  const stale = state.errorRun > 0 || state.noDataRun > 0;
  emissions.push({ kind, at, began, status, reason, stale, episode, sequence });
}

function endEpisode(state: State): void {
  state.notified = 'normal';
  state.notificationCount = 0;
  state.alerted = false;
}
