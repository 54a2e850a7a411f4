// Worked timelines of monitors, as files describe them: read, played against something, compared.

import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { lastSlotAfterEdit, missedSlots, slotAt } from '../../src/domains/monitors/machine/schedule.ts';
import type { Rule } from '../../src/domains/monitors/machine/thresholds.ts';
import { initialState, isPending, transition } from '../../src/domains/monitors/machine/transition.ts';
import type { Emission, MonitorEvent, Result, State } from '../../src/domains/monitors/machine/transition.ts';

const fields = {
  A: z.number().optional(),
  W: z.number().nullish(),
  AR: z.number().nullish(),
  WR: z.number().nullish(),
  S: z.number().optional(),
  I: z.number().optional(),
  T: z.number().optional(),
  R: z.number().nullish(),
  K: z.number().nullish(),
  dir: z.enum(['above', 'below']).optional(),
  kind: z.enum(['value', 'count']).optional(),
};
const Config = z.strictObject(fields);
const Edit = z.object(fields); // may also edit what the machine knows nothing of
export type Config = z.infer<typeof Config>;

const Action = z.union([
  z.tuple([z.number(), z.literal('mute'), z.number().nullable()]),
  z.tuple([z.number(), z.literal('mute')]),
  z.tuple([z.number(), z.enum(['unmute', 'resolve', 'deactivate', 'activate', 'delete'])]),
  z.tuple([z.number(), z.enum(['put', 'patch', 'edit']), Edit]),
]);
export type Action = z.infer<typeof Action>;

export const AlertVector = z.object({
  id: z.string(),
  name: z.string(),
  config: Config,
  /** One a minute: a number, `-` no data, `!` error, `z` zero rows, `nan`, `inf`, `-inf`. */
  inputs: z.array(z.union([z.string(), z.number()]).transform(String)),
  actions: z.array(Action),
  outage: z.tuple([z.number(), z.number()]).nullable(),
  expect_status: z.array(z.string()),
  expect_notifications: z.array(z.tuple([z.number(), z.string()])),
  expect_count: z.number(),
});
export type AlertVector = z.infer<typeof AlertVector>;

export interface Played {
  /** One a minute: N, W, A, with p while pending; x stopped, · no slot, ( ) replayed. */
  status: string[];
  notifications: [minute: number, emission: string][];
  count: number;
}

/** What a vector is played against: the function itself, or a whole system with a clock that can be set. */
export type Player = (vector: AlertVector) => Promise<Played>;

export function readVectors(file: string): AlertVector[] {
  return z.array(AlertVector).parse(JSON.parse(readFileSync(file, 'utf8')));
}

/** What differs, one line each; empty when the vector holds. */
export function differences(vector: AlertVector, played: Played): string[] {
  const list: string[] = [];
  const expected = vector.expect_status.join(' ');
  if (played.status.join(' ') !== expected) list.push(`status: ${played.status.join(' ')}, expected ${expected}`);
  const wanted = vector.expect_notifications;
  const isTold = ([minute, emission]: [number, string], i: number): boolean =>
    played.notifications[i]?.[0] === minute && isSameEmission(played.notifications[i][1], emission);
  if (played.notifications.length !== wanted.length || !wanted.every(isTold)) {
    list.push(`notifications: ${JSON.stringify(played.notifications)}, expected ${JSON.stringify(wanted)}`);
  }
  if (played.count !== vector.expect_count) list.push(`count: ${played.count}, expected ${vector.expect_count}`);
  return list;
}

/** A file need not say that a reminder is stale. */
function isSameEmission(told: string, expected: string): boolean {
  return told === expected || (told === 'REMINDER(stale)' && expected === 'REMINDER');
}

function resultOf(input: string): Result {
  switch (input) {
    case '!':
      return { kind: 'error' };
    case '-':
    case 'z':
    case 'nan':
      return { kind: 'no_data' };
    case 'inf':
    case '+inf':
      return { kind: 'value', value: Infinity };
    case '-inf':
      return { kind: 'value', value: -Infinity };
    default: {
      const value = Number(input);
      if (input.trim() === '' || Number.isNaN(value)) throw new Error(`no such input: ${JSON.stringify(input)}`);
      return { kind: 'value', value };
    }
  }
}

export function ruleOf(config: Config, revision: number): Rule {
  return {
    revision,
    direction: config.dir ?? 'above',
    counts: config.kind === 'count',
    alert: config.A ?? 100,
    warning: config.W ?? null,
    alertRecovery: config.AR ?? null,
    warningRecovery: config.WR ?? null,
    sustainedMinutes: config.S ?? 0,
    intervalMinutes: config.I ?? 1,
    windowMinutes: config.T ?? config.I ?? 1,
    renotifyMinutes: config.R ?? null,
    stopAfterCount: config.K ?? null,
  };
}

function editedRule(rule: Rule, config: Config): Rule {
  const edited = ruleOf(config, rule.revision);
  const judgesAnew =
    edited.direction !== rule.direction ||
    edited.counts !== rule.counts ||
    edited.alert !== rule.alert ||
    edited.warning !== rule.warning ||
    edited.alertRecovery !== rule.alertRecovery ||
    edited.warningRecovery !== rule.warningRecovery ||
    edited.sustainedMinutes !== rule.sustainedMinutes ||
    edited.intervalMinutes !== rule.intervalMinutes ||
    edited.windowMinutes !== rule.windowMinutes;
  return judgesAnew ? { ...edited, revision: rule.revision + 1 } : edited;
}

/** Plays a vector against `transition`, as the job around it would call it. `watch` sees every step. */
export function playFunction(vector: AlertVector, watch: (step: Step) => void = () => {}): Played {
  let config = vector.config;
  let rule = ruleOf(config, 1);
  let state = initialState(rule.revision);
  let mutedUntil: number | null = null;
  let stopped = false;
  const emissions: Emission[] = [];
  const status = vector.inputs.map(() => '·');
  const actions = [...vector.actions].sort(([a], [b]) => a - b);

  const apply = (event: MonitorEvent): void => {
    const before = state;
    const outcome = transition(rule, before, event);
    state = outcome.state;
    emissions.push(...outcome.emissions);
    watch({ rule, event, before, after: state, emissions: outcome.emissions });
  };
  const act = (action: Action): void => {
    const [at, verb, value] = action;
    switch (verb) {
      case 'mute':
        mutedUntil = value ?? Infinity;
        break;
      case 'unmute':
        mutedUntil = null;
        break;
      case 'resolve':
        if (!stopped) apply({ kind: 'resolve', at, mutedUntil });
        break;
      case 'deactivate':
      case 'delete':
        if (!stopped) apply({ kind: 'stop', at, reason: verb === 'delete' ? 'deleted' : 'deactivated', mutedUntil });
        stopped = true;
        break;
      case 'activate':
        if (stopped) apply({ kind: 'activate', at });
        stopped = false;
        break;
      case 'put':
      case 'patch':
      case 'edit':
        config = { ...config, ...value };
        if (ruleOf(config, 0).intervalMinutes !== rule.intervalMinutes)
          state = { ...state, lastSlot: lastSlotAfterEdit(ruleOf(config, 0), state.lastSlot, at) };
        rule = editedRule(rule, config);
        break;
    }
  };

  for (let minute = 0; minute < vector.inputs.length; minute++) {
    for (let next = actions[0]; next !== undefined && next[0] <= minute; next = actions[0]) {
      act(next);
      actions.shift();
    }
    const slot = slotAt(rule, minute);
    if (stopped) {
      if (slot === minute) status[minute] = 'x';
      continue;
    }
    const isDown = vector.outage !== null && minute >= vector.outage[0] && minute < vector.outage[1];
    if (isDown || (state.lastSlot !== null && slot <= state.lastSlot)) continue;
    const missed = missedSlots(rule, state.lastSlot, slot);
    if (missed.gap) apply({ kind: 'gap', slot: slot - rule.intervalMinutes });
    for (const old of missed.replay) {
      apply({ kind: 'replayed_slot', slot: old, result: resultOf(vector.inputs[old] ?? '-') });
      status[old] = `(${letters[state.status]})`;
    }
    apply({ kind: 'slot', slot, now: minute, result: resultOf(vector.inputs[slot] ?? '-'), mutedUntil });
    status[slot] = letters[state.status] + (isPending(state) ? 'p' : '');
  }
  for (const action of actions) act(action);
  const notifications = emissions.map((emission): [number, string] => [emission.at, emissionName(emission)]);
  return { status, notifications, count: state.notificationCount };
}

export function emissionName({ kind, reason, stale }: Pick<Emission, 'kind' | 'reason' | 'stale'>): string {
  if (kind === 'RECOVERED' && reason !== null) return `${kind}(${reason})`;
  return kind === 'REMINDER' && stale ? `${kind}(stale)` : kind;
}

export interface Step {
  rule: Rule;
  event: MonitorEvent;
  before: State;
  after: State;
  emissions: readonly Emission[];
}

export const letters = { normal: 'N', warning: 'W', alerting: 'A' } as const;
