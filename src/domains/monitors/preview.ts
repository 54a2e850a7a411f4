import type { Deps } from '../../deps.ts';
import { allAtMost } from '../../lib/concurrent.ts';
import { utcTime } from '../../lib/time.ts';
import { within } from '../../lib/within.ts';
import { refuse } from '../faults.ts';
import type { Actor } from '../permission.ts';
import { rangeMs, readRange } from '../range.ts';
import { checkedSql, runCheck, type Finding } from './check.ts';
import { contentFaults, contentOf, type MonitorContent } from './content.ts';
import type { MonitorPreview, MonitorPreviewInput } from './history-schema.ts';
import { minuteOf, timeOf } from './state.ts';
import { initialState, isPending, judgedAs, transition } from './machine/transition.ts';

const slotsMax = 120;
/** Fewer than a project may run at once: a preview must not keep its dashboards waiting. */
const runningMax = 2;
const previewTimeoutMs = 30_000;

type Needs = Pick<Deps, 'catalogues' | 'now' | 'reader' | 'log'>;

/** The checks that the monitor would have run, through the state machine that would have judged them. */
export async function previewMonitor(
  deps: Needs,
  actor: Actor,
  input: MonitorPreviewInput,
  signal: AbortSignal,
): Promise<MonitorPreview> {
  const { since, from, to, ...draft } = input;
  const content = contentOf({ ...draft, title: 'preview', emails: [], team_chat_channels: [], teams: [] });
  refuse(contentFaults(content));
  const range = rangeIn({ since, from, to }, deps.now());
  const slots = slotsIn(content, range);
  await checkedSql(deps, actor.projectId, content);
  const findings = await found(deps, actor, content, slots, signal);
  return judged(content, slots, findings, range.to);
}

/** In minutes; of what is still to come no check has run. */
function rangeIn(range: Pick<MonitorPreviewInput, 'since' | 'from' | 'to'>, now: Date): { from: number; to: number } {
  const { from, to } = rangeMs(readRange(range, now));
  return { from: from / 60_000, to: Math.min(to / 60_000, minuteOf(now)) };
}

/** Multiples of the interval in the range, the end included: that is the check that has just run. */
function slotsIn({ check_interval_mins }: MonitorContent, range: { from: number; to: number }): number[] {
  const first = Math.floor(range.from / check_interval_mins) + 1;
  const count = Math.floor(range.to / check_interval_mins) - first + 1;
  if (count > slotsMax) {
    const message = `makes ${count} checks of the range, of which at most ${slotsMax} are run; shorten it, or check less often`;
    refuse([{ path: 'check_interval_mins', message }]);
  }
  return Array.from({ length: Math.max(0, count) }, (_, index) => (first + index) * check_interval_mins);
}

async function found(
  deps: Needs,
  actor: Actor,
  content: MonitorContent,
  slots: readonly number[],
  signal: AbortSignal,
): Promise<Finding[]> {
  const monitor = { ...content, rule_revision: 0 };
  return within(previewTimeoutMs, signal, (until) =>
    allAtMost(runningMax, slots, (slot) => runCheck(deps, actor.projectId, monitor, slot, until)),
  );
}

function judged(
  content: MonitorContent,
  slots: readonly number[],
  findings: readonly Finding[],
  to: number,
): MonitorPreview {
  let state = initialState(0);
  const shown: MonitorPreview['slots'] = [];
  for (const [index, { rule, group, error, ...finding }] of findings.entries()) {
    const slot = slots[index] ?? 0;
    const result = judgedAs(rule, state, finding.result);
    const outcome = transition(rule, state, { kind: 'slot', slot, now: slot, result, mutedUntil: null });
    state = outcome.state;
    shown.push({
      slot: utcTime(timeOf(slot)),
      result: result.kind,
      ...(result.kind === 'value' && Number.isFinite(result.value) ? { value: result.value } : {}),
      ...(group === null ? {} : { group }),
      status: state.status,
      pending: isPending(state),
      told: outcome.emissions.map(({ kind }) => kind),
      ...(error === null || result.kind === 'value' ? {} : { error }),
    });
  }
  const times = (kind: string) => shown.filter(({ told }) => told.some((one) => one === kind)).length;
  const [first = to, last = to] = [slots[0], slots.at(-1)];
  return {
    from: utcTime(timeOf(first - content.time_window_mins)),
    to: utcTime(timeOf(last)),
    alerts: times('ALERT'),
    warnings: times('WARNING'),
    slots: shown,
  };
}
