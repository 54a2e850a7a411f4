import { z } from 'zod';
import { addJobs, job, scheduledJob } from '../../jobs/job.ts';
import { Uuid } from '../types.ts';
import { deliverTo } from './delivery/deliver.ts';
import { selectOverdueTargets } from './queries.ts';

/** Another job tells this target just now; then it is looked at again. */
const busyAgainMs = 2_000;
const overdueMs = 60_000;
const overdueMax = 10_000;

/** Tells one target what waits for it, in order. */
export const deliver = job({
  name: 'notifications.deliver',
  payload: z.object({ projectId: Uuid, target: z.string().regex(/^[0-9a-f]{32}$/) }),
  key: ({ target }) => `deliver ${target}`,
  waits: true,
  deadlineMs: 60_000,
  // Then it is parked, where people see it, and the sweep adds another.
  attemptsMax: 8,
  run: async (call) => {
    const { payload, lease } = call;
    const isFree = await lease.claim(`deliver ${payload.target}`);
    const again = isFree ? await deliverTo(call) : { afterMs: busyAgainMs };
    if (again === null) return;
    // What came since this one looked has a job that is due sooner: that one keeps its time.
    const taken = isFree ? 'keep' : 'replace';
    await lease.begin((tx) => addJobs(tx, deliver, [payload], { delayMs: again.afterMs, taken }));
  },
});

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

export const notificationJobs = [deliver, sweep];
