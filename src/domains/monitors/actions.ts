import { forEver, minutesAfter } from '../../lib/time.ts';
import type { Tx } from '../../store/transaction.ts';
import { runBulk, type BulkResult } from '../bulk.ts';
import type { Actor } from '../permission.ts';
import { inSetup } from '../project/setup.ts';
import { ruleOf } from './content.ts';
import {
  insertEmissions,
  lockMonitor,
  lockMonitors,
  selectMonitor,
  setMonitorControl,
  updateState,
  type MonitorControl,
  type MonitorRow,
} from './queries.ts';
import { audit, missing, shown, type Needs } from './record.ts';
import { windowOf } from './machine/schedule.ts';
import type { MonitorBulk, QueryMonitor } from './schema.ts';
import { minuteOf, stateOf, stateRow } from './state.ts';
import { endIncidents, tellMonitor } from './tell.ts';
import { transition, type MonitorEvent } from './machine/transition.ts';

export async function toggleActive(deps: Needs, actor: Actor, id: string): Promise<QueryMonitor> {
  return locked(deps, actor, id, (tx, row) => setActive(tx, deps, actor, row, row.deactivated_at !== null));
}

export async function muteMonitor(
  deps: Needs,
  actor: Actor,
  id: string,
  minutes: number | undefined,
): Promise<QueryMonitor> {
  return locked(deps, actor, id, (tx, row) => setMuted(tx, deps, actor, row, muteEnd(deps.now(), minutes)));
}

export async function unmuteMonitor(deps: Needs, actor: Actor, id: string): Promise<QueryMonitor> {
  return locked(deps, actor, id, (tx, row) => setMuted(tx, deps, actor, row, null));
}

export async function resolveMonitor(deps: Needs, actor: Actor, id: string): Promise<QueryMonitor> {
  return locked(deps, actor, id, (tx, row) => resolve(tx, deps, actor, row));
}

export async function removeMonitor(deps: Needs, actor: Actor, id: string): Promise<void> {
  await inSetup(deps, actor, async (tx) => remove(tx, deps, actor, await lock(tx, actor, id)));
}

export async function bulkMonitors(
  deps: Needs,
  actor: Actor,
  { action, ids, duration_minutes }: MonitorBulk,
): Promise<BulkResult<string>> {
  const until = muteEnd(deps.now(), duration_minutes);
  const act = async (tx: Tx, id: string) => {
    const row = await lock(tx, actor, id);
    switch (action) {
      case 'delete':
        await remove(tx, deps, actor, row);
        return;
      case 'activate':
      case 'deactivate':
        await setActive(tx, deps, actor, row, action === 'activate');
        return;
      case 'mute':
        await setMuted(tx, deps, actor, row, until);
        return;
      case 'unmute':
        await setMuted(tx, deps, actor, row, null);
        return;
      case 'resolve':
        await resolve(tx, deps, actor, row);
    }
  };
  // All of them before the first tells anybody: a check that holds one waits for its turn to tell.
  return runBulk(deps, actor, ids, act, (tx, all) => lockMonitors(tx, actor.projectId, all));
}

async function locked(
  deps: Needs,
  actor: Actor,
  id: string,
  act: (tx: Tx, row: MonitorRow) => Promise<MonitorRow>,
): Promise<QueryMonitor> {
  return deps.sql.begin(async (tx) => shown(await act(tx, await lock(tx, actor, id))));
}

async function lock(tx: Tx, actor: Actor, id: string): Promise<MonitorRow> {
  return (await lockMonitor(tx, actor.projectId, id)) ?? missing();
}

/** The state machine stops with the monitor, and starts afresh with it. */
export async function setActive(
  tx: Tx,
  deps: Needs,
  actor: Actor,
  row: MonitorRow,
  active: boolean,
): Promise<MonitorRow> {
  if (active === (row.deactivated_at === null)) return row;
  const at = minuteOf(deps.now());
  const event: MonitorEvent = active
    ? { kind: 'activate', at }
    : { kind: 'stop', at, reason: 'deactivated', mutedUntil: mutedMinute(row) };
  await step(tx, deps, actor, row, event);
  return control(tx, deps, actor, row, active ? 'activate' : 'deactivate', {
    deactivated_at: active ? null : deps.now(),
  });
}

/** A mute changes nothing but who is told: the state machine runs on. */
async function setMuted(tx: Tx, deps: Needs, actor: Actor, row: MonitorRow, until: Date | null): Promise<MonitorRow> {
  if (until?.getTime() === row.muted_until?.getTime()) return row;
  return control(tx, deps, actor, row, until === null ? 'unmute' : 'mute', { muted_until: until });
}

async function resolve(tx: Tx, deps: Needs, actor: Actor, row: MonitorRow): Promise<MonitorRow> {
  if (row.state.status === 'normal') return row;
  await step(tx, deps, actor, row, { kind: 'resolve', at: minuteOf(deps.now()), mutedUntil: mutedMinute(row) });
  return control(tx, deps, actor, row, 'resolve', {});
}

async function remove(tx: Tx, deps: Needs, actor: Actor, row: MonitorRow): Promise<void> {
  const at = minuteOf(deps.now());
  await step(tx, deps, actor, row, { kind: 'stop', at, reason: 'deleted', mutedUntil: mutedMinute(row) });
  await setMonitorControl(tx, actor.projectId, row.id, { deleted_at: deps.now() }, deps.now());
  await audit(tx, deps, actor, 'delete', row, null);
}

/** One event through the state machine, in the transaction that made it happen. */
async function step(tx: Tx, deps: Needs, actor: Actor, row: MonitorRow, event: MonitorEvent): Promise<void> {
  const rule = ruleOf(row);
  const { state, emissions } = transition(rule, stateOf(row.state), event);
  const { last_evaluated, last_sql, rule_revision } = row.state;
  // An activation takes an edited rule for judged: the statement of the last check is of the rule before.
  const isOfRule = rule_revision === row.rule_revision;
  const last = { last_evaluated, last_sql: isOfRule ? last_sql : null };
  await updateState(tx, actor.projectId, row.id, stateRow(state, last));
  // The value is that of the last check, and so is what was looked at.
  const window = last_evaluated && windowOf(rule, minuteOf(last_evaluated));
  const found = { rule, value: state.currentValue, group: null, values: new Map(), window, error: null };
  await insertEmissions(tx, actor.projectId, row.id, emissions, found);
  await tellMonitor(tx, deps, row, emissions, found);
  if (event.kind === 'stop') await endIncidents(tx, deps, row, { ...state, ...event }, found);
}

async function control(
  tx: Tx,
  deps: Needs,
  actor: Actor,
  row: MonitorRow,
  action: string,
  change: MonitorControl,
): Promise<MonitorRow> {
  await setMonitorControl(tx, actor.projectId, row.id, change, deps.now());
  const after = (await selectMonitor(tx, actor.projectId, row.id)) ?? missing();
  await audit(tx, deps, actor, action, row, after);
  return after;
}

function muteEnd(now: Date, minutes: number | undefined): Date {
  return minutes === undefined ? forEver : minutesAfter(now, minutes);
}

function mutedMinute(row: MonitorRow): number | null {
  return row.muted_until && minuteOf(row.muted_until);
}
