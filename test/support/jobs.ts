import { setTimeout as sleep } from 'node:timers/promises';
import type { Test } from 'tap';
import type { Deps } from '../../src/deps.ts';
import { addJobs, type JobSpec } from '../../src/jobs/job.ts';
import { jobMeter } from '../../src/jobs/meter.ts';
import { startWorker } from '../../src/jobs/worker.ts';
import { jobs } from '../../src/worker.ts';
import type { TestApi } from './api.ts';
import { quickTiming } from './workers.ts';

/** The service's worker without its schedule: a test says what runs, and waits for it. */
export async function working(t: Test, { deps, databaseUrl }: TestApi): Promise<void> {
  // Nobody dies here: on a busy machine a worker that is late must not be taken for dead.
  const timing = { ...quickTiming, silentMsMax: 60_000 };
  const worker = await startWorker({ deps, databaseUrl, jobs, meter: jobMeter(deps.sql), timing, cron: false });
  t.teardown(async () => {
    await worker.stop();
    // The database is dropped next: the worker's connections, which have no name, must have ended before.
    for (let tries = 0; tries < 100; tries++) {
      const open = await deps.sql`
        select 1 from pg_stat_activity
        where datname = current_database() and application_name = '' and backend_type = 'client backend'`;
      if (open.length === 0) return;
      await sleep(20);
    }
  });
}

/** Runs a job to its end; throws when it failed. */
export async function runJob<P>({ deps }: TestApi, job: JobSpec<P>, payload: P, timeoutMs?: number): Promise<void> {
  await deps.sql.begin((tx) => addJobs(tx, job, [payload]));
  await drained(deps, job.name, timeoutMs);
  const [failed] = await deps.sql<{ last_error: string }[]>`
    select jobs.last_error from graphile_worker._private_jobs as jobs
    join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
    where tasks.identifier = ${job.name} and jobs.last_error is not null`;
  const [parked] = await deps.sql<{ reason: string }[]>`select reason from parked_jobs where name = ${job.name}`;
  if (failed !== undefined || parked !== undefined)
    throw new Error(`${job.name} failed: ${failed?.last_error ?? parked?.reason}`);
}

/** Until no job of these kinds is left that is due by now. */
export async function drained({ sql }: Deps, like: string, timeoutMs = 20_000): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const [row] = await sql<{ left: number }[]>`
      select count(*)::int as left from graphile_worker._private_jobs as jobs
      join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
      where tasks.identifier like ${like} and (jobs.run_at <= now() or jobs.locked_at is not null)`;
    if (row?.left === 0) return;
    if (performance.now() > deadline) throw new Error(`jobs like ${like} were left after ${timeoutMs} ms`);
    await sleep(10);
  }
}
