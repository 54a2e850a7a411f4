import type { Tx } from '../../store/transaction.ts';
import { ApiError } from '../../errors.ts';
import { refuse } from '../faults.ts';
import { patched } from '../patch.ts';
import type { Actor } from '../permission.ts';
import { assertRoom, inSetup } from '../project/setup.ts';
import { teamFaults } from '../teams/service.ts';
import { setActive } from './actions.ts';
import { checkedSql } from './check.ts';
import { contentFaults, contentOf, inputOf, isSame, isSameRule, ruleOf, type MonitorContent } from './content.ts';
import {
  insertMonitor,
  lockMonitor,
  selectIdByTitle,
  selectMonitor,
  selectMonitors,
  updateMonitor,
  updateState,
  type MonitorRow,
} from './queries.ts';
import { audit, missing, shown, type Needs } from './record.ts';
import { lastSlotAfterEdit } from './machine/schedule.ts';
import type { MonitorInput, MonitorPatch, QueryMonitor } from './schema.ts';
import { minuteOf, stateOf, stateRow } from './state.ts';

const monitorsMax = 2_000;

export async function listMonitors(deps: Needs, actor: Actor): Promise<QueryMonitor[]> {
  return (await selectMonitors(deps.sql, actor.projectId)).map(shown);
}

export async function getMonitor(deps: Needs, actor: Actor, id: string): Promise<QueryMonitor> {
  return shown((await selectMonitor(deps.sql, actor.projectId, id)) ?? missing());
}

/** What `apply` takes back unchanged. */
export async function getMonitorInput(deps: Needs, actor: Actor, id: string): Promise<MonitorInput> {
  const row = (await selectMonitor(deps.sql, actor.projectId, id)) ?? missing();
  return { ...inputOf(row), active: row.deactivated_at === null };
}

export async function createMonitor(deps: Needs, actor: Actor, input: MonitorInput): Promise<QueryMonitor> {
  return written(deps, actor, (tx) => add(tx, deps, actor, input));
}

export async function replaceMonitor(
  deps: Needs,
  actor: Actor,
  id: string,
  input: MonitorInput,
): Promise<QueryMonitor> {
  return written(deps, actor, (tx) => change(tx, deps, actor, id, () => input));
}

export async function patchMonitor(deps: Needs, actor: Actor, id: string, patch: MonitorPatch): Promise<QueryMonitor> {
  return written(deps, actor, (tx) => change(tx, deps, actor, id, (before) => patched(inputOf(before), patch, {})));
}

/** Makes it what the input says: the oldest monitor of that title, else a new one. */
export async function applyMonitor(deps: Needs, actor: Actor, input: MonitorInput): Promise<QueryMonitor> {
  return written(deps, actor, async (tx) => {
    const id = await selectIdByTitle(tx, actor.projectId, input.title);
    return id === undefined ? add(tx, deps, actor, input) : change(tx, deps, actor, id, () => input);
  });
}

/** What the compiler needs is fetched before any lock is taken, and kept for longer than a transaction lasts. */
async function written(deps: Needs, actor: Actor, work: (tx: Tx) => Promise<MonitorRow>): Promise<QueryMonitor> {
  await deps.catalogues.of(actor.projectId).catch(() => undefined); // who needs it asks again, and is told
  return shown(await inSetup(deps, actor, work));
}

async function add(tx: Tx, deps: Needs, actor: Actor, input: MonitorInput): Promise<MonitorRow> {
  const content = contentOf(input);
  await assertRoom(tx, actor, 'monitors', monitorsMax);
  const log_query_as_sql = await judged(tx, actor, input, () => checkedSql(deps, actor.projectId, content));
  const id = deps.newId();
  await insertMonitor(tx, actor.projectId, {
    ...content,
    id,
    log_query_as_sql,
    at: deps.now(),
    active: input.active ?? true,
  });
  const row = (await selectMonitor(tx, actor.projectId, id)) ?? missing();
  await audit(tx, deps, actor, 'create', null, row);
  return row;
}

/** Writes a monitor anew under its lock; nothing is written when nothing changes. */
async function change(
  tx: Tx,
  deps: Needs,
  actor: Actor,
  id: string,
  next: (before: MonitorRow) => MonitorInput,
): Promise<MonitorRow> {
  const before = (await lockMonitor(tx, actor.projectId, id)) ?? missing();
  const input = next(before);
  const content = contentOf(input);
  const sql = await judged(tx, actor, input, () => sqlOf(deps, actor, before, content));
  const current = await rewritten(tx, deps, actor, before, { ...content, log_query_as_sql: sql });
  const { active } = input;
  if (active === undefined || active === (current.deactivated_at === null)) return current;
  return setActive(tx, deps, actor, current, active);
}

/** The statement of its checks, where nothing is wrong; else all that is, at once. */
async function judged(tx: Tx, actor: Actor, input: MonitorInput, statement: () => Promise<string>): Promise<string> {
  const faults = [...contentFaults(contentOf(input)), ...(await teamFaults(tx, actor, input.teams))];
  const sql = await statement().catch((error: unknown) => {
    if (faults.length === 0 || !(error instanceof ApiError) || error.code === 'unavailable') throw error;
    faults.push(...(error.context.details ?? [{ path: 'query', message: error.message }]));
    return '';
  });
  refuse(faults);
  return sql;
}

async function sqlOf(deps: Needs, actor: Actor, before: MonitorRow, content: MonitorContent): Promise<string> {
  if (isSameRule(before, content)) return before.log_query_as_sql;
  // A query that stays is not refused for a field that nobody sends any more: its checks go on, too.
  const unknownFields = content.log_query === before.log_query ? 'attribute' : 'error';
  return checkedSql(deps, actor.projectId, content, unknownFields);
}

async function rewritten(
  tx: Tx,
  deps: Needs,
  actor: Actor,
  before: MonitorRow,
  content: MonitorContent & { readonly log_query_as_sql: string },
): Promise<MonitorRow> {
  if (isSame(before, content)) return before;
  await updateMonitor(tx, actor.projectId, {
    ...content,
    id: before.id,
    rule_revision: before.rule_revision + (isSameRule(before, content) ? 0 : 1),
    at: deps.now(),
  });
  if (content.check_interval_mins !== before.check_interval_mins) {
    const rule = ruleOf({ ...content, rule_revision: before.rule_revision });
    const state = stateOf(before.state);
    const lastSlot = lastSlotAfterEdit(rule, state.lastSlot, minuteOf(deps.now()));
    await updateState(tx, actor.projectId, before.id, stateRow({ ...state, lastSlot }, before.state));
  }
  const after = (await selectMonitor(tx, actor.projectId, before.id)) ?? missing();
  await audit(tx, deps, actor, 'update', before, after);
  return after;
}
