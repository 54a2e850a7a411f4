// Plays a timeline against the whole system: a monitor in Postgres, its data in ClickHouse, the checks by the real jobs on
// a real worker, the verbs of the API for what people do, and a clock that is set from minute to minute.

import { uuidv7 } from 'uuidv7';
import type { Deps } from '../../src/deps.ts';
import {
  muteMonitor,
  removeMonitor,
  resolveMonitor,
  toggleActive,
  unmuteMonitor,
} from '../../src/domains/monitors/actions.ts';
import type { MonitorInput } from '../../src/domains/monitors/schema.ts';
import { slotAt } from '../../src/domains/monitors/machine/schedule.ts';
import { createMonitor, replaceMonitor } from '../../src/domains/monitors/service.ts';
import { minuteOf, timeOf } from '../../src/domains/monitors/state.ts';
import type { Emission } from '../../src/domains/monitors/machine/transition.ts';
import { createProject } from '../../src/domains/project/service.ts';
import { jobMeter } from '../../src/jobs/meter.ts';
import { startWorker, type RunningWorker } from '../../src/jobs/worker.ts';
import type { Reader } from '../../src/store/read.ts';
import { jobs } from '../../src/worker.ts';
import { databaseName, makeDatabases, type TestEngines } from '../../test/support/engines.ts';
import { drained } from '../../test/support/jobs.ts';
import { addTick } from '../../test/support/monitors.ts';
import { openSystem, type System } from '../../test/support/system.ts';
import { benchActor } from './actor.ts';
import {
  emissionName,
  letters,
  ruleOf,
  type Action,
  type AlertVector,
  type Config,
  type Played,
} from './alert-vectors.ts';

export interface LiveSystem {
  readonly play: (vector: AlertVector) => Promise<Played>;
  close(): Promise<void>;
}

const settleMsMax = 30_000;

export async function openLive(engines: TestEngines): Promise<LiveSystem> {
  const database = databaseName('live-vectors');
  await makeDatabases(engines, database);
  const clock = { now: new Date() };
  const failing = new Set<string>();
  const system = openSystem({ engines, database, now: () => clock.now, reader: (usual) => faulty(usual, failing) });
  const worker = await startWorker({
    deps: system.deps,
    databaseUrl: system.databaseUrl,
    jobs,
    meter: jobMeter(system.deps.sql),
    cron: false,
    timing: { pollMs: 50 },
  });
  return {
    play: (vector) => playLive({ system, worker, clock, failing }, vector),
    async close() {
      await worker.stop();
      await system.close();
    },
  };
}

interface Stage {
  readonly system: System;
  readonly worker: RunningWorker;
  readonly clock: { now: Date };
  /** Ends of windows whose statement is to fail in the engine. */
  readonly failing: Set<string>;
}

/** The engine itself refuses the statement of a window that is to fail. */
function faulty(usual: Reader, failing: ReadonlySet<string>): Reader {
  return {
    ...usual,
    rows: (request) => {
      const times = Object.values(request.params).map((value) => (typeof value === 'string' ? value : ''));
      // The last of the two ends of the window.
      const end = times
        .filter((text) => /^\d{4}-\d\d-\d\d /.test(text))
        .sort()
        .at(-1);
      return failing.has(end ?? '')
        ? usual.rows({ ...request, sql: "SELECT throwIf(true, 'as the timeline says')", params: {} })
        : usual.rows(request);
    },
  };
}

async function playLive(stage: Stage, vector: AlertVector): Promise<Played> {
  const { system, clock } = stage;
  const { deps } = system;
  const interval = vector.config.I ?? 1;
  // Some hours ago, on a slot.
  const base = Math.floor((minuteOf(new Date()) - vector.inputs.length - 180) / interval) * interval;
  const at = (minute: number) => timeOf(base + minute);
  clock.now = at(-0.01);
  const { project } = await createProject(deps, { title: vector.id, requestId: 'live' });
  const actor = benchActor(project.id, 'live');
  let config = vector.config;
  const { id } = await createMonitor(deps, actor, inputOf(config));
  await writeRecoveries(deps, id, config);
  await insertInputs(stage, project.id, vector, base);

  const status = vector.inputs.map(() => '·');
  const actions = [...vector.actions].sort(([a], [b]) => a - b);
  let stopped = false;
  const act = async (action: Action) => {
    const [minute, verb, value] = action;
    clock.now = at(minute);
    switch (verb) {
      case 'mute':
        await muteMonitor(deps, actor, id, value === undefined || value === null ? undefined : value - minute);
        break;
      case 'unmute':
        await unmuteMonitor(deps, actor, id);
        break;
      case 'resolve':
        await resolveMonitor(deps, actor, id);
        break;
      case 'deactivate':
      case 'activate':
        if (stopped === (verb === 'activate')) await toggleActive(deps, actor, id);
        stopped = verb === 'deactivate';
        break;
      case 'delete':
        await removeMonitor(deps, actor, id);
        stopped = true;
        break;
      case 'put':
      case 'patch':
      case 'edit':
        config = { ...config, ...value };
        await replaceMonitor(deps, actor, id, inputOf(config));
        await writeRecoveries(deps, id, config);
    }
  };
  for (let minute = 0; minute < vector.inputs.length; minute++) {
    for (let next = actions[0]; next !== undefined && next[0] <= minute; next = actions[0]) {
      await act(next);
      actions.shift();
    }
    clock.now = at(minute);
    if (stopped) {
      if (slotAt(ruleOf(config, 1), base + minute) === base + minute) status[minute] = 'x';
      continue;
    }
    const isDown = vector.outage !== null && minute >= vector.outage[0] && minute < vector.outage[1];
    if (isDown) continue;
    await addTick(deps);
    // Deliveries may still be on their way: nobody is there to hear them.
    await drained(deps, 'monitors.%', settleMsMax);
    await readStatus(deps, id, base, status);
  }
  for (const action of actions) await act(action);
  return { status, ...(await readTold(deps, id, base)) };
}

async function readStatus({ sql }: Deps, id: string, base: number, status: string[]): Promise<void> {
  const rows = await sql<{ slot: Date; status: keyof typeof letters; replayed: boolean; result: string }[]>`
    select slot, status, replayed, result from monitor_evaluations where monitor_id = ${id}`;
  const [state] = await sql<
    { status: string; last_slot: Date; warning_since: Date | null; alert_since: Date | null }[]
  >`
    select status, last_slot, warning_since, alert_since from monitor_states where monitor_id = ${id}`;
  for (const row of rows) {
    const minute = Math.round(minuteOf(row.slot)) - base;
    if (status[minute] !== '·' || row.result === 'gap') continue;
    const isNewest = row.slot.getTime() === state?.last_slot.getTime();
    const isPending =
      isNewest &&
      state.status !== 'alerting' &&
      (state.alert_since !== null || (state.status === 'normal' && state.warning_since !== null));
    status[minute] = row.replayed ? `(${letters[row.status]})` : letters[row.status] + (isPending ? 'p' : '');
  }
}

async function readTold({ sql }: Deps, id: string, base: number): Promise<Pick<Played, 'notifications' | 'count'>> {
  const rows = await sql<(Pick<Emission, 'kind' | 'reason' | 'stale'> & { emitted_at: Date; told: number })[]>`
    select e.kind, e.reason, e.stale, e.emitted_at,
           (select count(*)::int from notifications n
            where n.source_id = e.monitor_id and (n.message -> 'data' ->> 'sequence')::int = e.sequence) as told
    from monitor_emissions e where e.monitor_id = ${id} order by e.sequence`;
  const notifications = rows.map(({ kind, reason, stale, emitted_at, told }): [number, string] => {
    const name = emissionName({ kind, reason, stale });
    // What was emitted must be in the outbox, once for the one target.
    return [
      Number((minuteOf(emitted_at) - base).toFixed(3)),
      told === 1 ? name : `${name} in the outbox ${told} times`,
    ];
  });
  const [state] = await sql<{ notification_count: number }[]>`
    select notification_count from monitor_states where monitor_id = ${id}`;
  return { notifications, count: state?.notification_count ?? 0 };
}

function inputOf(config: Config): MonitorInput {
  const rule = ruleOf(config, 1);
  const aggregate = rule.counts ? 'sum' : 'max';
  return {
    title: 'vector',
    query: `name == "vector" | summarize ${aggregate}(todouble(attributes.v))`,
    alert_threshold: rule.alert,
    trigger_less_than: rule.direction === 'below',
    check_interval_mins: rule.intervalMinutes,
    time_window_mins: rule.windowMinutes,
    threshold_sustained_for_mins: rule.sustainedMinutes,
    ...(rule.warning === null ? {} : { warning_threshold: rule.warning }),
    ...(rule.alertRecovery === null || !isBand(config) ? {} : { alert_recovery_threshold: rule.alertRecovery }),
    ...(rule.warningRecovery === null || !isBand(config) ? {} : { warning_recovery_threshold: rule.warningRecovery }),
    ...(rule.renotifyMinutes === null ? {} : { notify_after_mins: rule.renotifyMinutes }),
    ...(rule.stopAfterCount === null ? {} : { stop_after_count: rule.stopAfterCount }),
    // Nothing listens there: what is told fails to arrive, and is told all the same.
    emails: ['nobody@example.com'],
    team_chat_channels: [],
    teams: [],
  };
}

function isBand(config: Config): boolean {
  const { direction, alert, warning, alertRecovery, warningRecovery } = ruleOf(config, 1);
  const holds = (recovery: number | null, threshold: number | null) =>
    recovery === null || threshold === null || (direction === 'above' ? recovery <= threshold : recovery >= threshold);
  return holds(alertRecovery, alert) && holds(warningRecovery, warning);
}

/** The API refuses a recovery threshold on the wrong side; one that is there all the same must be no band. */
async function writeRecoveries({ sql }: Deps, id: string, config: Config): Promise<void> {
  if (isBand(config)) return;
  const { alertRecovery, warningRecovery } = ruleOf(config, 1);
  await sql`
    update monitors set alert_recovery_threshold = ${alertRecovery}, warning_recovery_threshold = ${warningRecovery}
    where id = ${id}`;
}

/** What each slot's window holds: the input of its minute, a second before the window ends. */
async function insertInputs(
  { system, failing }: Stage,
  projectId: string,
  vector: AlertVector,
  base: number,
): Promise<void> {
  failing.clear();
  const values = vector.inputs.flatMap((input, minute) => {
    const end = timeOf(base + minute).getTime() - 30_000;
    if (input === '!') failing.add(`${new Date(end).toISOString().slice(0, 19).replace('T', ' ')}.000000000`);
    const isSlot = (base + minute) % (vector.config.I ?? 1) === 0;
    if (!isSlot || input === '!' || input === '-' || input === 'z') return [];
    return [
      {
        project_id: projectId,
        kind: 'log',
        id: uuidv7(),
        name: 'vector',
        attrs: { v: input },
        retention_days: 30,
        ts: `${Math.floor((end - 1000) / 1000)}.000000000`,
      },
    ];
  });
  if (values.length > 0) await system.deps.clickhouse.insert({ table: 'events', format: 'JSONEachRow', values });
}
