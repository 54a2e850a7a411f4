// One check: what its slot's data says, through the state machine, into state, history, emissions and messages.
// The store is asked first, with no lock held; what is written is written in one transaction, or not at all.

import { setTimeout as sleep } from 'node:timers/promises';
import { within } from '../../lib/within.ts';
import type { JobCall } from '../../jobs/job.ts';
import { runCheck, type Finding } from './check.ts';
import { ruleOf } from './content.ts';
import {
  deleteEvaluationsFrom,
  insertEmissions,
  insertEvaluation,
  lockMonitor,
  selectMonitor,
  updateState,
  type MonitorRow,
} from './queries.ts';
import { selectChecksAround } from './queries-due.ts';
import { isAhead, isOutage, missedSlots, outageMinutes, slotAt } from './machine/schedule.ts';
import { minuteOf, stateOf, stateRow, timeOf, type Evaluation } from './state.ts';
import { tellMonitor } from './tell.ts';
import { judgedAs, transition, type MonitorEvent } from './machine/transition.ts';

/** Inside one slot, before it counts as an error. */
const triesMax = 3;
const tryAgainAfterMs = [200, 800];
/** The job's deadline is 10 s: a check that takes longer than this is an error of its slot, with time left to write it. */
const checkMsMax = 8_500;
/** No other try inside the slot when the first took so long already. */
const tryAgainMsMax = 4_000;
/** No other slot in the same run, so that each has its time. */
const nextSlotMsMax = 1_000;

/** What came of a run: `more` when slots are left that this run had no time for. */
export type Progress = 'done' | 'more';

export async function evaluateMonitor(
  call: JobCall<{ readonly projectId: string; readonly monitorId: string }>,
): Promise<Progress> {
  const { deps, payload, progress } = call;
  const startedAt = performance.now();
  for (let judged = 0; ; judged++) {
    const row = await selectMonitor(deps.sql, payload.projectId, payload.monitorId);
    if (row === undefined || row.deactivated_at !== null) return 'done';
    const next = nextSlot(row, deps.now());
    if (next === null) return 'done';
    if (judged > 0 && performance.now() - startedAt > nextSlotMsMax) return 'more';
    const isWritten = next.gap
      ? await write(call, row, next.slot, { kind: 'gap', slot: next.slot }, gapFound)
      : await judge(call, row, next);
    if (isWritten && next.left === 0) return 'done';
    progress(judged + 1, judged + 1 + next.left, 'slots of a monitor');
  }
}

interface NextSlot {
  readonly slot: number;
  /** A newer one is due already. */
  readonly isLate: boolean;
  /** More was missed than is judged, or the clock was put back; `slot` is the one before the newest. */
  readonly gap: boolean;
  /** Slots after this one. */
  readonly left: number;
}

function nextSlot(row: MonitorRow, now: Date): NextSlot | null {
  const rule = ruleOf(row);
  const { lastSlot } = stateOf(row.state);
  const newest = slotAt(rule, minuteOf(now));
  const ahead = isAhead(lastSlot, minuteOf(now));
  if (lastSlot !== null && newest <= lastSlot && !ahead) return null;
  const missed = missedSlots(rule, lastSlot, newest);
  if (missed.gap || ahead) return { slot: newest - rule.intervalMinutes, isLate: true, gap: true, left: 1 };
  const [first] = missed.replay;
  return first === undefined
    ? { slot: newest, isLate: false, gap: false, left: 0 }
    : { slot: first, isLate: true, gap: false, left: missed.replay.length };
}

async function judge(call: JobCall<unknown>, row: MonitorRow, { slot, isLate }: NextSlot): Promise<boolean> {
  const isReplay = isLate && (await isMissed(call, row, slot));
  const finding = await within(checkMsMax, call.signal, (inTime) => findOut(call, row, slot, inTime));
  call.signal.throwIfAborted();
  const event: MonitorEvent = isReplay
    ? { kind: 'replayed_slot', slot, result: finding.result }
    : { kind: 'slot', slot, now: minuteOf(call.deps.now()), result: finding.result, mutedUntil: null };
  return write(call, row, slot, event, finding);
}

/**
 * Missed in an outage, and judged for the history: nobody is told. A check that is late since others were before it is told:
 * one that is always late would never be otherwise.
 */
async function isMissed({ deps }: JobCall<unknown>, { project_id }: MonitorRow, slot: number): Promise<boolean> {
  const { before, after } = await selectChecksAround(deps.sql, project_id, timeOf(slot), outageMinutes);
  return isOutage(before && minuteOf(before), minuteOf(after ?? deps.now()));
}

/** A check that could not be finished is tried again inside its slot, while there is time. The pauses make no check slow. */
async function findOut(
  { deps, signal }: JobCall<unknown>,
  row: MonitorRow,
  slot: number,
  inTime: AbortSignal,
): Promise<Finding & { readonly durationMs: number }> {
  const startedAt = performance.now();
  let checkedMs = 0;
  for (let tried = 1; ; tried++) {
    const triedAt = performance.now();
    const finding = await runCheck(deps, row.project_id, row, slot, inTime);
    checkedMs += performance.now() - triedAt;
    const isLast = finding.isFinal || tried >= triesMax;
    if (isLast || performance.now() - startedAt > tryAgainMsMax)
      return { ...finding, durationMs: Math.round(checkedMs) };
    await sleep(tryAgainAfterMs[tried - 1] ?? 0, undefined, { signal });
  }
}

interface Found extends Pick<Finding, 'group' | 'values' | 'window' | 'sql' | 'error'> {
  readonly rule: Finding['rule'] | null;
  readonly result: Finding['result'] | { readonly kind: 'gap' };
  readonly durationMs: number;
}

const gapFound: Found = {
  rule: null,
  result: { kind: 'gap' },
  group: null,
  values: new Map(),
  window: null,
  sql: null,
  error: null,
  durationMs: 0,
};

/** Everything that a slot changes. False when the monitor is not as it was when the store was asked: then it is asked again. */
async function write(
  { deps, lease }: JobCall<unknown>,
  seen: MonitorRow,
  slot: number,
  event: MonitorEvent,
  found: Found,
): Promise<boolean> {
  return lease.begin(async (tx) => {
    const row = await lockMonitor(tx, seen.project_id, seen.id);
    const isSame =
      row !== undefined &&
      row.deactivated_at === null &&
      row.rule_revision === seen.rule_revision &&
      row.state.last_slot?.getTime() === seen.state.last_slot?.getTime();
    if (!isSame) return false;
    if (isAhead(stateOf(row.state).lastSlot, minuteOf(deps.now())))
      await deleteEvaluationsFrom(tx, row.project_id, row.id, timeOf(slot));
    const mutedUntil = row.muted_until && minuteOf(row.muted_until);
    const rule = found.rule ?? ruleOf(row);
    const before = stateOf(row.state);
    const { state, emissions } = transition(rule, before, event.kind === 'slot' ? { ...event, mutedUntil } : event);
    const result = found.result.kind === 'gap' ? found.result : judgedAs(rule, before, found.result);
    const error = result.kind === 'value' ? null : found.error;
    const isNew = await insertEvaluation(
      tx,
      row.project_id,
      row.id,
      evaluation(slot, event, { ...found, result, error }, state.status, deps.now()),
    );
    if (!isNew) {
      // Judged before it was stopped and started again: once is enough.
      await updateState(tx, row.project_id, row.id, stateRow({ ...before, lastSlot: slot }, row.state));
      return true;
    }
    const last = { last_evaluated: timeOf(slot), last_sql: found.sql ?? row.state.last_sql };
    await updateState(tx, row.project_id, row.id, stateRow({ ...state, lastSlot: slot }, last));
    const value = result.kind === 'value' ? result.value : state.currentValue;
    await insertEmissions(tx, row.project_id, row.id, emissions, { value, group: found.group });
    await tellMonitor(tx, deps, row, emissions, { ...found, rule, value, error });
    return true;
  });
}

function evaluation(
  slot: number,
  event: MonitorEvent,
  found: Found,
  status: Evaluation['status'],
  now: Date,
): Evaluation {
  return {
    slot: timeOf(slot),
    result: found.result.kind,
    value: found.result.kind === 'value' ? found.result.value : null,
    group_name: found.group,
    status,
    replayed: event.kind === 'replayed_slot',
    duration_ms: found.durationMs,
    error: found.error,
    evaluated_at: now,
  };
}
