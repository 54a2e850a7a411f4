import { existsSync } from 'node:fs';
import t from 'tap';
import { differences, playFunction, readVectors } from '../../bench/support/alert-vectors.ts';
import type { Action, AlertVector, Config, Step } from '../../bench/support/alert-vectors.ts';
import { seededRandom } from '../../src/lib/random.ts';
import { observationOf } from '../../src/domains/monitors/machine/observation.ts';
import {
  isOutage,
  lastSlotAfterEdit,
  missedSlots,
  slotAt,
  windowOf,
} from '../../src/domains/monitors/machine/schedule.ts';
import { recoveryOf, type Rule } from '../../src/domains/monitors/machine/thresholds.ts';
import {
  initialState,
  isMuted,
  isPending,
  transition,
  type Result,
  type State,
} from '../../src/domains/monitors/machine/transition.ts';
import { byTheRules } from '../support/alert-rules.ts';
import type { Dice } from '../support/random.ts';

type Case = readonly [
  guarantee: string,
  config: Config,
  inputs: string,
  more: { actions?: Action[]; outage?: [number, number] },
  status: string,
  notifications: string,
  count: number,
];

const many = (input: string, times: number): string => Array<string>(times).fill(input).join(' ');

// The rows of the transition table, in its order, then notifications. Notifications are `minute:EMISSION`.
const cases: readonly Case[] = [
  [
    'below: inclusive trigger, strict recovery',
    { dir: 'below' },
    '101 100 100 101',
    {},
    'N A A N',
    '1:ALERT 3:RECOVERED',
    0,
  ],
  [
    'below: the recovery band is above',
    { dir: 'below', AR: 120 },
    '90 110 120 121',
    {},
    'A A A N',
    '0:ALERT 3:RECOVERED',
    0,
  ],
  [
    'below: a recovery threshold below is no band',
    { dir: 'below', AR: 80 },
    '90 101',
    {},
    'A N',
    '0:ALERT 1:RECOVERED',
    0,
  ],
  ['the warning waits for its own clock', { W: 80, S: 2 }, '85 85 85 50', {}, 'Np Np W N', '2:WARNING 3:RECOVERED', 0],
  ['warning while the alert is pending', { W: 80, S: 2 }, '85 120 120 120', {}, 'Np Np Wp A', '2:WARNING 3:ALERT', 2],
  [
    'an alert breach carries the warning clock',
    { W: 80, S: 2 },
    '120 85 85 50',
    {},
    'Np Np W N',
    '2:WARNING 3:RECOVERED',
    0,
  ],
  [
    'a dip below the alert threshold restarts its clock alone',
    { W: 80, S: 2 },
    '120 120 85 120 120 120',
    {},
    'Np Np W Wp Wp A',
    '2:WARNING 5:ALERT',
    2,
  ],
  [
    'the alert is held before the warning is looked at',
    { W: 80, AR: 70, WR: 60 },
    '120 75 69 61 59',
    {},
    'A A W W N',
    '0:ALERT 2:WARNING 4:RECOVERED',
    0,
  ],
  [
    'from alert to the warning band',
    { W: 80, WR: 60 },
    '120 70 60 59',
    {},
    'A W W N',
    '0:ALERT 1:WARNING 3:RECOVERED',
    0,
  ],
  ['from alert to normal past the warning', { W: 80 }, '120 50', {}, 'A N', '0:ALERT 1:RECOVERED', 0],
  [
    'one miss freezes the clock, two clear it',
    { S: 3 },
    '120 - 120 - - 120 120 120 120',
    {},
    'Np Np Np Np N Np Np Np A',
    '8:ALERT',
    1,
  ],
  [
    'no data, below: silence proves nothing',
    { dir: 'below' },
    '90 - - - 101',
    {},
    'A A A A N',
    '0:ALERT 4:RECOVERED',
    0,
  ],
  ['no data clears a warning too', { W: 80 }, '85 - -', {}, 'W W N', '0:WARNING 2:RECOVERED(no_data)', 0],
  ['value query: zero rows are no data', {}, '120 z z', {}, 'A A N', '0:ALERT 2:RECOVERED(no_data)', 0],
  [
    'count query: silent from the start is normal',
    { kind: 'count', dir: 'below', A: 5 },
    'z z 9 z',
    {},
    'N N N A',
    '3:ALERT',
    1,
  ],
  [
    'count query: a zero counts towards the sustain time',
    { kind: 'count', dir: 'below', A: 5, S: 2 },
    '9 z z z',
    {},
    'N Np Np A',
    '3:ALERT',
    1,
  ],
  ['errors between misses do not make data', {}, '120 - ! -', {}, 'A A A N', '0:ALERT 3:RECOVERED(no_data)', 0],
  ['a miss ends a run of errors', {}, '50 ! ! - ! !', {}, 'N N N N N N', '', 0],
  [
    'after no data too the evaluation is restored',
    {},
    '50 ! ! ! -',
    {},
    'N N N N N',
    '3:EVAL_ERROR 4:EVAL_RESTORED',
    0,
  ],
  [
    'an hour of errors keeps the clock',
    { S: 70 },
    `120 ${many('!', 61)} ${many('120', 9)}`,
    {},
    many('Np', 70) + ' A',
    '3:EVAL_ERROR 62:EVAL_RESTORED 70:ALERT',
    1,
  ],
  [
    'more than an hour of errors clears it',
    { S: 70 },
    `120 ${many('!', 62)} 120`,
    {},
    `${many('Np', 62)} N Np`,
    '3:EVAL_ERROR 63:EVAL_RESTORED',
    0,
  ],
  ['errors from the start are told as later ones', {}, '! ! ! 50', {}, 'N N N N', '2:EVAL_ERROR 3:EVAL_RESTORED', 0],
  [
    'an hour of errors is an hour, however many slots it has',
    { S: 120, I: 20 },
    `${many('120', 20)} ${many('!', 100)} ${many('120', 50)}`,
    {},
    Array.from({ length: 170 }, (_, minute) => (minute % 20 > 0 ? '·' : minute === 100 ? 'N' : 'Np')).join(' '),
    '60:EVAL_ERROR 120:EVAL_RESTORED',
    0,
  ],
  [
    'a count that never was says nothing of its age',
    { kind: 'count' },
    '! ! ! z',
    {},
    'N N N N',
    '2:EVAL_ERROR 3:EVAL_RESTORED',
    0,
  ],
  [
    'muted errors are told when the mute ends',
    {},
    '50 ! ! ! ! 50',
    { actions: [[0.5, 'mute', 4]] },
    'N N N N N N',
    '4:EVAL_ERROR 5:EVAL_RESTORED',
    0,
  ],
  [
    'errors wholly inside a mute are not told',
    {},
    '50 ! ! ! 50 50',
    { actions: [[0.5, 'mute', 5]] },
    'N N N N N N',
    '',
    0,
  ],
  [
    'restored inside a mute is told after it',
    {},
    '50 ! ! ! 50 50 50',
    { actions: [[3.5, 'mute', 6]] },
    'N N N N N N N',
    '3:EVAL_ERROR 6:EVAL_RESTORED',
    0,
  ],
  [
    'resolve: the sustain time applies again',
    { S: 2 },
    '120 120 120 120 120 120',
    { actions: [[2.5, 'resolve']] },
    'Np Np A Np Np A',
    '2:ALERT 2.5:RECOVERED(manual) 5:ALERT',
    1,
  ],
  [
    'resolve while pending is a no-op',
    { S: 2 },
    '120 120 120',
    { actions: [[0.5, 'resolve']] },
    'Np Np A',
    '2:ALERT',
    1,
  ],
  [
    'resolve inside a mute is told after it',
    {},
    '120 50 50 50',
    {
      actions: [
        [0.2, 'mute', 3],
        [0.5, 'resolve'],
      ],
    },
    'A N N N',
    '0:ALERT 3:RECOVERED(manual)',
    0,
  ],
  [
    'deactivated while muted: no word, then or later',
    {},
    '120 120 120 50',
    {
      actions: [
        [0.2, 'mute', 2],
        [0.5, 'deactivate'],
        [2.5, 'activate'],
      ],
    },
    'A x x N',
    '0:ALERT',
    0,
  ],
  [
    'deactivate closes what a mute kept open',
    {},
    '120 50 50',
    {
      actions: [
        [0.2, 'mute', 600],
        [1.2, 'unmute'],
        [1.5, 'deactivate'],
      ],
    },
    'A N x',
    '0:ALERT 1.5:RECOVERED(deactivated)',
    0,
  ],
  [
    'reactivated: the sustain time starts anew, what was missed is not replayed',
    { S: 1 },
    '120 120 120 120 120 120',
    {
      actions: [
        [1.5, 'deactivate'],
        [3.5, 'activate'],
      ],
    },
    'Np A x x Np A',
    '1:ALERT 1.5:RECOVERED(deactivated) 5:ALERT',
    1,
  ],
  [
    'a count query remembers across a stop that it had data',
    { kind: 'count', dir: 'below', A: 5 },
    '9 z z z',
    {
      actions: [
        [0.5, 'deactivate'],
        [1.5, 'activate'],
      ],
    },
    'N x A A',
    '2:ALERT',
    1,
  ],
  [
    'an edit clears the clocks',
    { S: 2 },
    '120 120 120 120',
    { actions: [[1.5, 'put', { A: 110 }]] },
    'Np Np Np Np',
    '',
    0,
  ],
  [
    'an edit lets rising wait',
    { W: 80, S: 2 },
    '85 85 85 120 120 120',
    { actions: [[3.5, 'put', { A: 110 }]] },
    'Np Np W Wp Wp Wp',
    '2:WARNING',
    1,
  ],
  [
    'an edit lets falling go at once, to the warning too',
    { W: 80, S: 2 },
    '120 120 120 150',
    { actions: [[2.5, 'put', { A: 200 }]] },
    'Np Np A W',
    '2:ALERT 3:WARNING',
    2,
  ],
  [
    'after an edit a warning is not held by the old band',
    { W: 80, WR: 60 },
    '85 70 70',
    { actions: [[1.5, 'put', { A: 90 }]] },
    'W W N',
    '0:WARNING 2:RECOVERED',
    0,
  ],
  [
    'the band holds again from the next value on',
    { AR: 50 },
    '120 130 70',
    { actions: [[0.5, 'put', { A: 125 }]] },
    'A A A',
    '0:ALERT',
    1,
  ],
  [
    'an edit waits for a value',
    { AR: 50 },
    '120 ! - 70',
    { actions: [[0.5, 'put', { A: 110 }]] },
    'A A A N',
    '0:ALERT 3:RECOVERED',
    0,
  ],
  [
    'an edit of anything else changes nothing',
    { S: 2, AR: 50 },
    '120 120 120 70',
    {
      actions: [
        [1.5, 'put', { R: 30, K: 5 }],
        [2.5, 'put', { A: 100 }],
      ],
    },
    'Np Np A A',
    '2:ALERT',
    1,
  ],
  ['outage of 60 slots is replayed', {}, many('120', 62), { outage: [1, 61] }, `A ${many('(A)', 60)} A`, '0:ALERT', 1],
  [
    'more than that is a gap: state kept, clocks cleared',
    { S: 1 },
    many('120', 65),
    { outage: [2, 63] },
    `Np A ${many('·', 61)} A A`,
    '1:ALERT',
    1,
  ],
  [
    'a gap restarts what was pending',
    { S: 60 },
    many('120', 65),
    { outage: [1, 63] },
    `Np ${many('·', 62)} Np Np`,
    '',
    0,
  ],
  [
    'an outage keeps its reason',
    {},
    '120 120 - - 50 -',
    { outage: [1, 5] },
    'A (A) (A) (N) (N) N',
    '0:ALERT 5:RECOVERED(no_data)',
    0,
  ],
  [
    'a mute that outlives the outage',
    {},
    '120 50 50 50 50',
    { actions: [[0.5, 'mute', 4]], outage: [1, 3] },
    'A (N) (N) N N',
    '0:ALERT 4:RECOVERED',
    0,
  ],
  [
    'late slots are judged late, and by their own data',
    { I: 5 },
    '50 0 0 0 0 120 0 0 0 0 50',
    { outage: [4, 8] },
    'N · · · · A · · · · N',
    '5:ALERT 10:RECOVERED',
    0,
  ],
  [
    'reminders count from the last word',
    { W: 80, R: 3 },
    '85 85 120 120 120 120',
    {},
    'W W A A A A',
    '0:WARNING 2:ALERT 5:REMINDER',
    3,
  ],
  [
    'reminders go on while the query fails',
    { R: 2 },
    '120 ! ! ! !',
    {},
    'A A A A A',
    '0:ALERT 2:REMINDER(stale) 3:EVAL_ERROR 4:REMINDER(stale)',
    3,
  ],
  [
    'silence below a floor is told with a value that is old',
    { dir: 'below', A: 10, R: 1 },
    '5 - - 5 50',
    {},
    'A A A A N',
    '0:ALERT 1:REMINDER(stale) 2:REMINDER(stale) 3:REMINDER 4:RECOVERED',
    0,
  ],
  [
    'a reminder due inside a mute comes after it, once',
    { R: 2 },
    '120 120 120 120 120 120 120',
    { actions: [[0.5, 'mute', 5]] },
    'A A A A A A A',
    '0:ALERT 5:REMINDER',
    2,
  ],
  [
    'the first ALERT comes whatever the count',
    { W: 80, R: 1, K: 2 },
    '85 85 85 120 120',
    {},
    'W W W A A',
    '0:WARNING 1:REMINDER 3:ALERT',
    3,
  ],
  [
    'past the count changes are silent, recovery is not',
    { W: 80, K: 1 },
    '120 85 120 85 50 85',
    {},
    'A W A W N W',
    '0:ALERT 4:RECOVERED 5:WARNING',
    1,
  ],
  [
    'the first ALERT of each episode comes whatever the count',
    { W: 80, K: 1 },
    '85 120 50 85 120',
    {},
    'W A N W A',
    '0:WARNING 1:ALERT 2:RECOVERED 3:WARNING 4:ALERT',
    2,
  ],
  [
    'recovered and alerting again inside a mute: nothing new',
    {},
    '120 50 120 120 50',
    { actions: [[0.5, 'mute', 3]] },
    'A N A A N',
    '0:ALERT 4:RECOVERED',
    0,
  ],
  [
    'what the mute hid is told as it is now',
    { W: 80 },
    '85 120 120 120',
    { actions: [[0.5, 'mute', 3]] },
    'W A A A',
    '0:WARNING 3:ALERT',
    2,
  ],
];

t.test('the table, row by row', async (t) => {
  for (const [guarantee, config, inputs, { actions = [], outage }, status, notifications, count] of cases) {
    const vector: AlertVector = {
      id: '',
      name: guarantee,
      config,
      inputs: inputs.split(' '),
      actions,
      outage: outage ?? null,
      expect_status: status.split(' '),
      expect_notifications: notifications
        .split(' ')
        .filter((each) => each !== '')
        .map((each): [number, string] => [Number(each.split(':')[0]), each.split(':')[1] ?? '']),
      expect_count: count,
    };
    t.strictSame(differences(vector, playFunction(vector)), [], guarantee);
  }
});

const file = new URL('../../../shared/spec/alert-vectors.json', import.meta.url);

t.test(
  'worked timelines',
  { skip: existsSync(file) ? false : 'no alert-vectors.json at ../shared/spec' },
  async (t) => {
    const vectors = readVectors(file.pathname);
    t.ok(vectors.length > 30);
    for (const vector of vectors)
      t.strictSame(differences(vector, playFunction(vector)), [], `${vector.id} ${vector.name}`);
  },
);

function randomVector(random: Dice): AlertVector {
  const pick = <T>(from: readonly [T, ...T[]]): T => from[Math.floor(random() * from.length)] ?? from[0];
  const levels = ['20', '55', '75', '85', '95', '100', '105', '150', 'inf', '-inf'] as const;
  const odd = ['-', '-', '!', '!', '!', 'z', 'nan'] as const;
  // Some are long enough for a gap, and for an hour of errors.
  const length = 20 + Math.floor(random() * pick([60, 60, 60, 60, 400]));
  const below = random() < 0.4;
  const warning = pick([null, below ? 110 : 80]);
  const config: Config = {
    dir: below ? 'below' : 'above',
    kind: pick(['value', 'value', 'count']),
    W: warning,
    AR: pick([null, 60, 90, 130]),
    WR: pick([null, 70, 120]),
    S: pick([0, 0, 1, 2, 5, 70]),
    I: pick([1, 1, 1, 2, 5, 60]),
    R: pick([null, 1, 3, 10]),
    K: pick([null, null, 1, 2, 5]),
  };
  const edits = [
    { A: 90 },
    { A: 100 },
    { S: 0 },
    { R: 2 },
    { K: 3 },
    { W: null },
    { WR: 70 },
    { AR: null },
    { I: 1 },
    { I: 3 },
    { dir: 'below' },
    { kind: 'count' },
  ] as const;
  const oddShare = random() * 0.6;
  const changes = pick([0.4, 0.4, 0.4, 0.02]);
  let input: string = pick(levels);
  const inputs = Array.from({ length }, () => {
    if (random() < changes) input = random() < oddShare ? pick(odd) : pick(levels);
    return input;
  });
  const actions: Action[] = [];
  for (let minute = 0; minute < length; minute++) {
    if (random() > 0.12) continue;
    const at = minute + 0.5;
    const verb = pick([
      'mute',
      'mute',
      'unmute',
      'resolve',
      'deactivate',
      'activate',
      'activate',
      'put',
      'put',
    ] as const);
    if (verb === 'mute') actions.push([at, verb, pick([null, minute + 1, minute + 4, minute + 20])]);
    else if (verb === 'put') actions.push([at, verb, pick<Config>(edits)]);
    else actions.push([at, verb]);
  }
  const start = 1 + Math.floor(random() * length);
  const outage: [number, number] | null =
    random() < 0.3 ? [start, start + Math.floor(random() * pick([30, 30, 100]))] : null;
  return {
    id: '',
    name: '',
    config,
    inputs,
    actions,
    outage,
    expect_status: [],
    expect_notifications: [],
    expect_count: 0,
  };
}

const rank = { normal: 0, warning: 1, alerting: 2 } as const;

/** The first invariant that a timeline breaks. */
function brokenInvariant(steps: readonly Step[]): string | undefined {
  let lastState: string | undefined; // ALERT, WARNING or RECOVERED since the monitor was last stopped
  let isHealthTold = false;
  for (const { rule, event, before, after, emissions } of steps) {
    for (const { kind, sequence } of emissions) {
      if (sequence <= before.sequence || sequence > after.sequence) return 'emissions are numbered';
      switch (kind) {
        case 'RECOVERED':
          if (lastState !== 'ALERT' && lastState !== 'WARNING') return 'I1 RECOVERED without an episode';
          lastState = kind;
          break;
        case 'ALERT':
        case 'WARNING':
          if (lastState === kind) return `I2 ${kind} twice`;
          lastState = kind;
          break;
        case 'REMINDER':
          if (lastState !== 'ALERT' && lastState !== 'WARNING') return 'I4 REMINDER outside of an episode';
          if (rule.stopAfterCount !== null && after.notificationCount > rule.stopAfterCount) return 'I4 past the count';
          break;
        case 'EVAL_ERROR':
        case 'EVAL_RESTORED':
          if (isHealthTold === (kind === 'EVAL_ERROR')) return `I7 ${kind} out of turn`;
          isHealthTold = kind === 'EVAL_ERROR';
          break;
      }
    }
    if (event.kind === 'slot') {
      const muted = isMuted(event.mutedUntil, event.now);
      if (muted && emissions.length > 0) return 'I3 told while muted';
      if (!muted && after.notified !== after.status) return 'I6 not told';
    }
    const isError = (event.kind === 'slot' || event.kind === 'replayed_slot') && event.result.kind === 'error';
    if (isError && rank[after.status] < rank[before.status]) return 'I5 an error lowered the status';
    if (event.kind === 'replayed_slot' && emissions.length > 0) return 'told from a replay';
    if (event.kind === 'stop') {
      if (after.notified !== 'normal' || after.status !== 'normal') return 'stopped and still open';
      lastState = undefined;
      isHealthTold = false;
    }
  }
  return undefined;
}

t.test('10 000 random timelines go as the rules are written, and hold the invariants', async (t) => {
  const told = new Map<string, number>();
  const broken: string[] = [];
  for (let seed = 1; seed <= 10_000; seed++) {
    const vector = randomVector(seededRandom(seed));
    const steps: Step[] = [];
    const played = playFunction(vector, (step) => steps.push(step));
    const { status, notifications, count } = byTheRules(vector);
    const expected = { expect_status: status, expect_notifications: notifications, expect_count: count };
    for (const fault of differences({ ...vector, ...expected }, played)) broken.push(`seed ${seed}: ${fault}`);
    const invariant = brokenInvariant(steps);
    if (invariant !== undefined) broken.push(`seed ${seed}: ${invariant}`);
    for (const { kind } of steps.flatMap((step) => step.emissions)) told.set(kind, (told.get(kind) ?? 0) + 1);
  }
  t.strictSame(broken.slice(0, 5), []);
  for (const kind of ['ALERT', 'WARNING', 'RECOVERED', 'REMINDER', 'EVAL_ERROR', 'EVAL_RESTORED']) {
    t.ok((told.get(kind) ?? 0) > 1000, `the timelines are worth something: ${told.get(kind)} of ${kind}`);
  }
});

const rule: Rule = {
  revision: 1,
  direction: 'above',
  counts: false,
  alert: 100,
  warning: null,
  alertRecovery: null,
  warningRecovery: null,
  sustainedMinutes: 0,
  intervalMinutes: 5,
  windowMinutes: 10,
  renotifyMinutes: null,
  stopAfterCount: null,
};

t.test('shown fields: entry into a level, the last finite value, untouched by recovery and stops', async (t) => {
  let state = initialState(1);
  const at = (slot: number, value: number): void => {
    const event = { kind: 'slot', slot, now: slot, result: { kind: 'value', value }, mutedUntil: null } as const;
    state = transition({ ...rule, warning: 80 }, state, event).state;
  };
  at(0, 120);
  at(5, 130);
  at(10, 85);
  t.match(state, { alertLastTriggered: 0, warningLastTriggered: null, currentValue: 85, lastSlot: 10 });
  at(15, 50);
  at(20, 85);
  at(25, Infinity);
  t.match(state, { alertLastTriggered: 25, warningLastTriggered: 20, currentValue: 85, status: 'alerting' });
  state = transition(rule, state, { kind: 'stop', at: 26, reason: 'deactivated', mutedUntil: null }).state;
  state = transition(rule, state, { kind: 'activate', at: 27 }).state;
  t.match(state, { alertLastTriggered: 25, currentValue: 85, status: 'normal', notificationCount: 0, seen: true });
  t.match(state, { episode: 2, sequence: 6 }, 'emissions are never numbered twice');
});

t.test('what is told says whether its value is an old one', async (t) => {
  const told = (state: State, result: Result, slot: number) =>
    transition({ ...rule, renotifyMinutes: 5 }, state, { kind: 'slot', slot, now: slot, result, mutedUntil: null });
  const alert = told(initialState(1), { kind: 'value', value: 120 }, 0);
  const failing = told(alert.state, { kind: 'error' }, 5);
  const silent = told(failing.state, { kind: 'no_data' }, 10);
  const again = told(silent.state, { kind: 'value', value: 120 }, 15);
  const stale = [alert, failing, silent, again].flatMap(({ emissions }) =>
    emissions.map((one) => [one.kind, one.stale]),
  );
  t.strictSame(stale, [
    ['ALERT', false],
    ['REMINDER', true],
    ['REMINDER', true],
    ['REMINDER', false],
  ]);
});

t.test('a count that finds nothing is 0, and one that is stopped waits for nothing', async (t) => {
  const below: Rule = { ...rule, counts: true, direction: 'below', alert: 5, sustainedMinutes: 30 };
  const slot = (state: State, at: number, result: Result) =>
    transition(below, state, { kind: 'slot', slot: at, now: at, result, mutedUntil: null }).state;
  const seen = slot(initialState(1), 0, { kind: 'value', value: 9 });
  const nothing = slot(seen, 5, { kind: 'no_data' });
  t.match(nothing, { currentValue: 0, alertSince: 5 });
  t.ok(isPending(nothing));
  t.notOk(
    isPending(transition(below, nothing, { kind: 'stop', at: 6, reason: 'deactivated', mutedUntil: null }).state),
  );
});

t.test('a reminder does not wait until a clock that was put back is as late again', async (t) => {
  const alerting = {
    ...initialState(1),
    status: 'alerting',
    notified: 'alerting',
    lastEmit: 1000,
    lastSlot: 1000,
  } as const;
  t.equal(transition(rule, alerting, { kind: 'gap', slot: 100 }).state.lastEmit, 100);
  t.equal(transition(rule, alerting, { kind: 'gap', slot: 2000 }).state.lastEmit, 1000);
  t.equal(transition(rule, initialState(1), { kind: 'gap', slot: 100 }).state.lastEmit, null);
});

t.test('a recovery on the wrong side of its threshold is the threshold', async (t) => {
  t.strictSame(
    [null, 90, 130].map((recovery) => recoveryOf(rule, 100, recovery)),
    [100, 90, 100],
  );
  t.strictSame(
    [null, 90, 130].map((recovery) => recoveryOf({ ...rule, direction: 'below' }, 100, recovery)),
    [100, 100, 130],
  );
});

t.test('slots and windows', async (t) => {
  t.equal(slotAt(rule, 14.9), 10);
  t.strictSame(windowOf(rule, 10), { from: new Date(-30_000), to: new Date(570_000) });
  t.strictSame(missedSlots(rule, null, 100), { replay: [], gap: false });
  t.strictSame(missedSlots(rule, 5, 10), { replay: [], gap: false });
  t.strictSame(missedSlots(rule, 5, 25), { replay: [10, 15, 20], gap: false });
  t.strictSame(missedSlots(rule, 7.5, 20), { replay: [10, 15], gap: false });
  t.equal(missedSlots(rule, 0, 305).replay.length, 60);
  t.strictSame(missedSlots(rule, 0, 310), { replay: [], gap: true });
  t.same(
    [null, 5, 15].map((last) => lastSlotAfterEdit(rule, last, 11)),
    [null, 10, 15],
    'an edit sets back nothing that was judged',
  );
  const hourly = { ...rule, intervalMinutes: 60 };
  t.equal(missedSlots(hourly, 0, 25 * 60).replay.length, 24);
  t.strictSame(missedSlots(hourly, 0, 26 * 60), { replay: [], gap: true });
});

t.test('a slot was missed where nobody checked anything around it, and is late where somebody did', async (t) => {
  t.ok(isOutage(0, 2), 'a minute was left out, and no other monitor was checked either');
  t.ok(isOutage(null, 0.5), 'nothing was checked for as long as that before');
  t.notOk(isOutage(0.2, 2.1), 'the check before took its time');
  t.notOk(isOutage(58.9, 59.1), 'however long ago the slot is');
});

t.test('one number for a slot: the worst of those that mean something', async (t) => {
  const measured = [
    { group: 'a', value: 5, rows: 1 },
    { group: 'b', value: 9, rows: 1 },
    { group: 'c', value: 99, rows: 0 },
    { group: 'd', value: NaN, rows: 4 },
    { group: 'e', value: null, rows: 4 },
  ];
  const below: Rule = { ...rule, direction: 'below' };
  t.match(observationOf(rule, measured), { result: { kind: 'value', value: 9 }, group: 'b' });
  t.match(observationOf(below, measured), { result: { kind: 'value', value: 5 }, group: 'a' });
  t.match(observationOf(rule, measured.slice(2)), { result: { kind: 'no_data' }, group: null });
  t.match(observationOf(rule, []), { result: { kind: 'no_data' }, group: null });
  t.strictSame(observationOf(rule, [{ group: '', value: Infinity, rows: 1 }]).result, {
    kind: 'value',
    value: Infinity,
  });
  const twice = [...measured, { group: 'a', value: 7, rows: 1 }];
  t.strictSame(
    [...observationOf(rule, twice).values],
    [
      ['a', 7],
      ['b', 9],
    ],
  );
  t.strictSame(
    [...observationOf(below, twice).values],
    [
      ['a', 5],
      ['b', 9],
    ],
  );
});
