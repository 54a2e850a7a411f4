import { z } from 'zod';
import { addJobs, job, scheduledJob, type JobCall } from '../../jobs/job.ts';
import { Uuid } from '../types.ts';
import { deliverTo } from './delivery/deliver.ts';
import { selectOverdueTargets } from './queries.ts';

/** Another job tells this target just now; then it is looked at again. */
const busyAgainMs = 2_000;
/** Of a project at once. Its others are told when nobody else waits: however many never answer, they delay no other project. */
const atOnceMax = 8;
/** Until the attempt that makes way has ended, and its claim with it. */
const makeWayMs = 100;
const overdueMs = 60_000;
const overdueMax = 10_000;

const Payload = z.object({ projectId: Uuid, target: z.string().regex(/^[0-9a-f]{32}$/) });
type Payload = z.infer<typeof Payload>;

const usual = {
  payload: Payload,
  key: ({ target }: Payload) => `deliver ${target}`,
  waits: true,
  // A mail that is begun as the last one has its time, too.
  deadlineMs: 90_000,
  // Then it is parked, where people see it, and the sweep adds another.
  attemptsMax: 8,
};

/** Tells one target what waits for it, in order. */
export const deliver = job({
  ...usual,
  name: 'notifications.deliver',
  run: (call) => run(call, atOnceMax),
});

const deliverBehind = job({
  ...usual,
  name: 'notifications.deliver_behind',
  priority: 10,
  run: (call) => run(call, Infinity),
});

async function run(call: JobCall<Payload>, claimsMax: number): Promise<void> {
  const { payload, lease } = call;
  const add = (one: typeof deliver, delayMs: number, taken: 'keep' | 'replace') =>
    lease.begin((tx) => addJobs(tx, one, [payload], { delayMs, taken }));
  if (!(await lease.claim(`deliver ${payload.target}`))) return add(deliver, busyAgainMs, 'replace');
  if ((await lease.claimsOf(payload.projectId)) > claimsMax) return add(deliverBehind, makeWayMs, 'keep');
  const again = await deliverTo(call);
  // What came since this one looked has a job that is due sooner: that one keeps its time.
  if (again !== null) await add(deliver, again.afterMs, 'keep');
}

/** Adds deliveries that should have been tried by now and have no job. */
const sweep = scheduledJob({
  name: 'notifications.sweep',
  cron: { at: '* * * * *', backfillMs: 0 },
  deadlineMs: 20_000,
  attemptsMax: 3,
  run: async ({ deps, now, lease }) => {
    const overdue = await selectOverdueTargets(deps.sql, new Date(now.getTime() - overdueMs), overdueMax);
    const payloads = overdue.map(({ project_id, target }) => ({ projectId: project_id, target }));
    await lease.begin((tx) => addJobs(tx, deliver, payloads, { taken: 'once' }));
  },
});

export const notificationJobs = [deliver, deliverBehind, sweep];
