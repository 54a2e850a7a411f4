// What the rules of alerting make of a timeline, as they are written down: minute by minute, in plain variables. It has no
// code in common with the state machine, which is held against it.

import type { Action, AlertVector, Config, Played } from '../../bench/support/alert-vectors.ts';

interface Rules {
  readonly A: number;
  readonly W: number | null;
  readonly AR: number | null;
  readonly WR: number | null;
  readonly S: number;
  readonly I: number;
  readonly R: number | null;
  readonly K: number | null;
  readonly dir: 'above' | 'below';
  readonly kind: 'value' | 'count';
}
const usual: Rules = { A: 100, W: null, AR: null, WR: null, S: 0, I: 1, R: null, K: null, dir: 'above', kind: 'value' };
/** An edit of one of these is an edit of the rule; of R and K it is not. */
const judgedBy = ['A', 'W', 'AR', 'WR', 'S', 'I', 'dir', 'kind'] as const;

const replayedMax = 60;
const replayedMinutesMax = 24 * 60;
const errorMinutesMax = 60;
const infinities = new Map([
  ['inf', Infinity],
  ['-inf', -Infinity],
]);

export function byTheRules({ config, inputs, actions, outage }: AlertVector): Played {
  let rules = { ...usual, ...config } as Rules;
  const now = {
    status: 'N',
    reason: '',
    /** Of the breach of the warning or alert threshold, of the alert threshold; null while there is none. */
    since1: null as number | null,
    since2: null as number | null,
    nd: 0,
    er: 0,
    erSince: null as number | null,
    seen: false,
    /** Edited since the last value. */
    edited: false,
    last: null as number | null,
  };
  const told = { status: 'N', alert: false, error: false, count: 0, last: null as number | null };
  const control = { stopped: false, mutedUntil: 0 };
  const played: Played = { status: inputs.map(() => '·'), notifications: [], count: 0 };

  const above = () => rules.dir === 'above';
  const breaches = (v: number, threshold: number) => (above() ? v >= threshold : v <= threshold);
  const recovers = (v: number, threshold: number, recovery: number | null) =>
    above() ? v < Math.min(recovery ?? threshold, threshold) : v > Math.max(recovery ?? threshold, threshold);
  const clear = () => Object.assign(now, { since1: null, since2: null });
  const go = (status: string, reason = '') => Object.assign(now, { status, reason });

  function judgeValue(at: number, v: number): void {
    const { A, W, AR, WR, S } = rules;
    Object.assign(now, { nd: 0, seen: true });
    const alerts = breaches(v, A);
    const warns = W !== null && breaches(v, W);
    now.since2 = alerts ? (now.since2 ?? at) : null;
    now.since1 = W !== null && (warns || alerts) ? (now.since1 ?? at) : null;
    const isAlertHeld = !now.edited && !recovers(v, A, AR);
    const isWarningHeld = W !== null && (warns || (!now.edited && !recovers(v, W, WR)));
    now.edited = false;
    if (now.status !== 'A' && now.since2 !== null && at - now.since2 >= S) go('A');
    else if (now.status === 'N' && now.since1 !== null && at - now.since1 >= S) go('W');
    else if (now.status === 'A' && !alerts && !isAlertHeld) go(isWarningHeld ? 'W' : 'N');
    else if (now.status === 'W' && !alerts && !isWarningHeld) go('N');
  }

  function judge(at: number): void {
    now.last = at;
    const input = inputs[at] ?? '-';
    if (input === '!') {
      now.er++;
      now.erSince ??= at;
      if (at - now.erSince > errorMinutesMax) clear();
      return;
    }
    Object.assign(now, { er: 0, erSince: null });
    const v = infinities.get(input) ?? Number(input);
    if (!Number.isNaN(v)) judgeValue(at, v);
    else if (rules.kind === 'count') {
      if (now.seen) judgeValue(at, 0);
    } else if (++now.nd >= 2) {
      clear();
      if (now.status !== 'N' && above()) go('N', 'no_data');
    }
  }

  const isMuted = (at: number) => control.mutedUntil > at;
  const say = (at: number, word: string) => played.notifications.push([at, word]);
  function notify(at: number, word: string): void {
    told.count++;
    told.last = at;
    say(at, word);
  }

  function compareErrors(at: number): void {
    if (told.error ? now.er > 0 : now.er < 3) return;
    told.error = !told.error;
    say(at, told.error ? 'EVAL_ERROR' : 'EVAL_RESTORED');
  }

  function compare(at: number): void {
    const { R, K } = rules;
    const before = told.status;
    const hasRoom = K === null || told.count < K;
    told.status = now.status;
    if (now.status === before) {
      const isDue = R !== null && told.last !== null && at - told.last >= R;
      if (now.status !== 'N' && isDue && hasRoom) notify(at, now.nd + now.er > 0 ? 'REMINDER(stale)' : 'REMINDER');
    } else if (now.status === 'A') {
      if (hasRoom || !told.alert) notify(at, 'ALERT');
      told.alert = true;
    } else if (now.status === 'W') {
      if (hasRoom) notify(at, 'WARNING');
    } else {
      say(at, now.reason === '' ? 'RECOVERED' : `RECOVERED(${now.reason})`);
      Object.assign(told, { count: 0, alert: false });
    }
  }

  function edit(at: number, change: Config): void {
    const before = rules;
    rules = { ...rules, ...change } as Rules;
    if (judgedBy.every((field) => before[field] === rules[field])) return;
    clear();
    now.edited = true;
    // The slots of a new interval are those behind the edit.
    if (before.I !== rules.I && now.last !== null) now.last = Math.max(now.last, at - (at % rules.I));
  }

  function end(at: number, reason: string): void {
    go('N', reason);
    clear();
    if (!isMuted(at)) compare(at);
  }

  function act([at, verb, value]: Action): void {
    switch (verb) {
      case 'mute':
        control.mutedUntil = value ?? Infinity;
        return;
      case 'unmute':
        control.mutedUntil = 0;
        return;
      case 'resolve':
        if (!control.stopped && now.status !== 'N') end(at, 'manual');
        return;
      case 'deactivate':
      case 'delete':
        if (control.stopped) return;
        end(at, verb === 'delete' ? 'deleted' : 'deactivated');
        Object.assign(told, { status: 'N', count: 0, alert: false });
        control.stopped = true;
        return;
      case 'activate':
        if (!control.stopped) return;
        control.stopped = false;
        Object.assign(now, { nd: 0, er: 0, erSince: null, edited: false, last: at });
        told.error = false;
        return;
      case 'put':
      case 'patch':
      case 'edit':
        edit(at, value);
    }
  }

  function run(minute: number): void {
    const slot = minute - (minute % rules.I);
    const missed: number[] = [];
    for (let one = slot - rules.I; now.last !== null && one > now.last; one -= rules.I) missed.unshift(one);
    if (missed.length > replayedMax || slot - (missed[0] ?? slot) > replayedMinutesMax) clear();
    else {
      for (const one of missed) {
        judge(one);
        played.status[one] = `(${now.status})`;
      }
    }
    if (now.last !== null && slot <= now.last) return;
    judge(slot);
    const isPending = now.status !== 'A' && (now.since2 !== null || (now.status === 'N' && now.since1 !== null));
    played.status[slot] = isPending ? `${now.status}p` : now.status;
    if (isMuted(minute)) return;
    compareErrors(slot);
    compare(slot);
  }

  const waiting = actions.toSorted(([a], [b]) => a - b);
  for (let minute = 0; minute < inputs.length; minute++) {
    for (let next = waiting[0]; next !== undefined && next[0] <= minute; next = waiting[0]) {
      act(next);
      waiting.shift();
    }
    const isDown = outage !== null && minute >= outage[0] && minute < outage[1];
    if (control.stopped && minute % rules.I === 0) played.status[minute] = 'x';
    if (!control.stopped && !isDown) run(minute);
  }
  for (const action of waiting) act(action);
  return { ...played, count: told.count };
}
