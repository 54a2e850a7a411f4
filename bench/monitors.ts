// npm run bench -- monitors [--monitors 500] [--minutes 3] [--events 200000]: monitors of one minute each on a real worker, in real
// time. Each slot must be judged at most ten seconds after it began.

import { setTimeout as sleep } from 'node:timers/promises';
import { createMonitor } from '../src/domains/monitors/service.ts';
import { createProject } from '../src/domains/project/service.ts';
import { jobMeter } from '../src/jobs/meter.ts';
import { startWorker } from '../src/jobs/worker.ts';
import { jobs } from '../src/worker.ts';
import { monitorInput } from '../test/support/monitors.ts';
import { type System, withSystem } from '../test/support/system.ts';
import { cpuMs } from '../test/support/turns.ts';
import { benchActor } from './support/actor.ts';
import { judge } from './support/goals.ts';
import { optionsOf } from './support/options.ts';

const delayMsGoal = 10_000;
const services = 20;

export async function bench(args: string[]): Promise<void> {
  const size = optionsOf(args, { monitors: 500, minutes: 3, events: 200_000 });
  await withSystem({ name: 'bench-monitors' }, (system) => run(system, size));
}

interface Size {
  readonly monitors: number;
  readonly minutes: number;
  readonly events: number;
}

async function run({ deps, databaseUrl }: System, { monitors, minutes, events }: Size): Promise<void> {
  const { project } = await createProject(deps, { title: 'bench', requestId: 'bench' });
  const actor = benchActor(project.id);
  // Spread over the time of the run and the quarter of an hour before it.
  await deps.clickhouse.command({
    query: `
      INSERT INTO events (project_id, kind, id, ts, service, level, name, body, retention_days)
      SELECT {project: String}, 'log', generateUUIDv4(), now64(9) - toIntervalSecond(900) + toIntervalMillisecond(rand() % {span: UInt32}),
             concat('service-', toString(number % ${services})), if(rand(1) % 10 = 0, 'ERROR', 'INFO'), 'GET /', 'a line of a log', 30
      FROM numbers({events: UInt64})`,
    query_params: { project: project.id, events, span: (900 + minutes * 60) * 1000 },
  });
  for (let n = 0; n < monitors; n++) {
    await createMonitor(deps, actor, {
      ...monitorInput,
      title: `monitor ${n}`,
      query: `service == "service-${n % services}" and level == "ERROR" | summarize count()`,
      alert_threshold: n % 2 === 0 ? 1 : 1_000_000,
      time_window_mins: 5,
    });
  }
  const startedAt = new Date(Math.ceil(Date.now() / 60_000) * 60_000);
  const cpuBefore = process.cpuUsage();
  const worker = await startWorker({ deps, databaseUrl, jobs, meter: jobMeter(deps.sql) });
  await sleep(startedAt.getTime() + minutes * 60_000 + 2 * delayMsGoal - Date.now());
  await worker.stop();
  const spentMs = cpuMs(cpuBefore);
  const [found] = await deps.sql<
    { judged: number; errors: number; replayed: number; p50: number; p99: number; worst: number }[]
  >`
    select count(*)::int as judged, count(*) filter (where result = 'error')::int as errors,
           count(*) filter (where replayed)::int as replayed,
           percentile_disc(0.5) within group (order by late)::float8 as p50,
           percentile_disc(0.99) within group (order by late)::float8 as p99, max(late)::float8 as worst
    from (select *, extract(epoch from evaluated_at - slot) * 1000 as late from monitor_evaluations
          where slot >= ${startedAt} and slot < ${new Date(startedAt.getTime() + minutes * 60_000)}) as slots`;
  if (found === undefined) throw new Error('nothing was judged');
  console.log(
    `${monitors} monitors, ${minutes} minutes: ${found.judged} slots judged, ${found.errors} errors; ` +
      `delay p50 ${Math.round(found.p50)} ms, p99 ${Math.round(found.p99)} ms, worst ${Math.round(found.worst)} ms; ` +
      `${(spentMs / Math.max(1, found.judged)).toFixed(1)} ms of the worker’s processor a slot`,
  );
  judge([
    { name: 'slots judged', value: found.judged, goal: monitors * minutes, is: 'at least' },
    { name: 'slots judged late, after a gap', value: found.replayed, goal: 0, is: 'at most' },
    { name: 'slots in error', value: found.errors, goal: 0, is: 'at most' },
    { name: 'worst delay, ms', value: found.worst, goal: delayMsGoal, is: 'at most' },
  ]);
}
