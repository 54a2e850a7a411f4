// Jobs that tests give to workers: each writes what it does into a table of the test's, so that it survives its process.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { z } from 'zod';
import { job, Unfit } from '../../src/jobs/job.ts';

export async function makeRunsTable(sql: Sql): Promise<void> {
  await sql`create table test_runs (id bigint generated always as identity, n int, pid int, what text, at timestamptz default clock_timestamp())`;
}

export async function runs(sql: Sql): Promise<{ n: number; pid: number; what: string }[]> {
  return sql<{ n: number; pid: number; what: string }[]>`select n, pid, what from test_runs order by id`;
}

async function note(sql: Sql, n: number, what: string): Promise<void> {
  await sql`insert into test_runs (n, pid, what) values (${n}, ${process.pid}, ${what})`;
}

const payload = z.object({ n: z.number(), ms: z.number().default(0) });
const usual = { payload, deadlineMs: 60_000, attemptsMax: 3 };

/** Begins, takes its time, and writes its end as a job should: in a transaction that holds the lease. */
export const slow = job({
  ...usual,
  name: 'test.slow',
  queue: () => 'test.slow',
  run: async ({ deps, payload, lease, signal }) => {
    await note(deps.sql, payload.n, 'begins');
    await sleep(payload.ms, undefined, { signal });
    await lease.begin(async (tx) => {
      await tx`insert into test_runs (n, pid, what) values (${payload.n}, ${process.pid}, 'ends')`;
    });
  },
});

/** Does not look at its signal, as a job that is frozen with its process cannot. */
export const deaf = job({
  ...usual,
  name: 'test.deaf',
  run: async ({ deps, payload, lease }) => {
    await note(deps.sql, payload.n, 'begins');
    await sleep(payload.ms);
    await lease.begin(async (tx) => {
      await tx`insert into test_runs (n, pid, what) values (${payload.n}, ${process.pid}, 'ends')`;
    });
  },
});

export const poison = job({
  ...usual,
  name: 'test.poison',
  payload: z.object({ n: z.number(), projectId: z.uuid() }),
  attemptsMax: 2,
  run: async ({ deps, payload }) => {
    await note(deps.sql, payload.n, 'begins');
    process.kill(process.pid, 'SIGKILL');
    await sleep(60_000);
  },
});

export const unfit = job({
  ...usual,
  name: 'test.unfit',
  payload: z.object({ n: z.number(), projectId: z.uuid() }),
  run: async () => {
    throw new Unfit('there is nothing to do it with');
  },
});

export const failing = job({
  ...usual,
  name: 'test.failing',
  payload: z.object({ n: z.number(), projectId: z.uuid() }),
  attemptsMax: 1,
  run: async ({ deps, payload }) => {
    await note(deps.sql, payload.n, 'begins');
    throw new Error('it broke');
  },
});

export const hopeless = job({ ...failing, name: 'test.hopeless', key: () => 'hopeless', attemptsMax: 2 });

export const patient = job({ ...slow, name: 'test.patient', key: () => 'patient', queue: () => 'test.patient' });

export const stuck = job({
  ...usual,
  name: 'test.stuck',
  deadlineMs: 300,
  run: async ({ deps, payload, attempt }) => {
    await note(deps.sql, payload.n, `attempt ${attempt}`);
    if (attempt === 1) await new Promise(() => {});
  },
});

export const scheduled = job({
  ...usual,
  name: 'test.scheduled',
  // What the queue itself puts into what a schedule adds: the minute.
  payload: z.object({ _cron: z.object({ ts: z.coerce.date() }) }),
  cron: { at: '* * * * *', backfillMs: 600_000 },
  run: async ({ deps, payload }) => note(deps.sql, payload._cron.ts.getTime() / 60_000, 'ran'),
});

export const testJobs = [slow, deaf, poison, unfit, failing, hopeless, patient, stuck, scheduled];
