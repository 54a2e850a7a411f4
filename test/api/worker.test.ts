import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { pino } from 'pino';
import { z } from 'zod';
import type { Deps } from '../../src/deps.ts';
import { addJobs, job, Unfit, type Job } from '../../src/jobs/job.ts';
import { jobMeter } from '../../src/jobs/meter.ts';
import { startWorker, type RunningWorker, type WorkerOptions } from '../../src/jobs/worker.ts';
import { startApi } from '../support/api.ts';
import { stores } from '../support/stores.ts';
import { until } from '../support/service.ts';

const fast = { beatMs: 200, silentMsMax: 1_500, pollMs: 100, stopGraceMs: 300 };
const usual = {
  summary: 'A job of the test.',
  payload: z.object({ n: z.number() }),
  deadlineMs: 5_000,
  attemptsMax: 3,
};

async function worker(t: Test, deps: Deps, databaseUrl: string, jobs: Job[], more: Partial<WorkerOptions> = {}) {
  const running = await startWorker({ deps, databaseUrl, jobs, meter: jobMeter(), timing: fast, cron: false, ...more });
  let isStopped = false;
  const stop = async () => {
    if (!isStopped) await running.stop();
    isStopped = true;
  };
  t.teardown(stop);
  return { stop } satisfies RunningWorker;
}

t.test('a job runs once, with what it was given, when its transaction commits and not before', async (t) => {
  const { deps, databaseUrl } = await startApi(t);
  const seen: number[] = [];
  const note = job({ ...usual, name: 'test.note', run: async ({ payload }) => void seen.push(payload.n) });
  await worker(t, deps, databaseUrl, [note]);
  await deps.sql.begin(async (tx) => {
    await addJobs(tx, note, [{ n: 1 }, { n: 2 }]);
    await sleep(300);
    t.same(seen, [], 'nothing before the commit');
  });
  await until('both ran', 5_000, () => seen.length === 2);
  await deps.sql
    .begin(async (tx) => {
      await addJobs(tx, note, [{ n: 3 }]);
      throw new Error('taken back');
    })
    .catch(() => {});
  await sleep(400);
  t.same(seen.sort(), [1, 2]);
});
void [pino, Unfit, stores];
