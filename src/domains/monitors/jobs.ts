import { z } from 'zod';
import { addJobs, job, scheduledJob } from '../../jobs/job.ts';
import { Uuid } from '../types.ts';
import { evaluateMonitor } from './evaluate.ts';
import { selectDue, type DueMonitor } from './queries-due.ts';

/** A project runs so many checks at once, on as many queues. */
const lanes = 4;
/** Checks that took this long have the first lane of their project: they delay one another, and nobody else. */
const slowMs = 1_000;
/** So many of each project are checked before the rest of any: whoever has few does not wait for who has many. */
const beforeMax = 20;
const behind = 5;
const dueMax = 20_000;
const addedAtOnceMax = 1_000;

/** Judges the slots of one monitor that are due. */
const checkMonitor = job({
  name: 'monitors.check',
  payload: z.object({
    projectId: Uuid,
    monitorId: Uuid,
    lane: z
      .int()
      .min(0)
      .max(lanes - 1),
  }),
  queue: ({ projectId, lane }) => `monitors of ${projectId}, lane ${lane}`,
  key: ({ monitorId }) => `monitor ${monitorId}`,
  deadlineMs: 10_000,
  attemptsMax: 5,
  run: async (call) => {
    if ((await evaluateMonitor(call)) === 'done') return;
    await call.lease.begin((tx) => addJobs(tx, checkMonitor, [call.payload]));
  },
});

/** Adds a check for every monitor that has a slot to be judged. */
export const tick = scheduledJob({
  name: 'monitors.tick',
  cron: { at: '* * * * *', backfillMs: 60_000 },
  priority: -10,
  deadlineMs: 20_000,
  attemptsMax: 3,
  run: async ({ deps, now, lease, progress }) => {
    const due = await selectDue(deps.sql, now, dueMax);
    const withSlow = new Set(due.filter(isSlow).map(({ project_id }) => project_id));
    const payloadOf = (one: DueMonitor) => ({
      projectId: one.project_id,
      monitorId: one.id,
      lane: isSlow(one) ? 0 : quickLane(one.id, withSlow.has(one.project_id) ? 1 : 0),
    });
    for (let at = 0; at < due.length; at += addedAtOnceMax) {
      const some = due.slice(at, at + addedAtOnceMax);
      const [before, after] = [
        some.filter(({ place }) => place <= beforeMax),
        some.filter(({ place }) => place > beforeMax),
      ];
      await lease.begin(async (tx) => {
        await addJobs(tx, checkMonitor, before.map(payloadOf), { taken: 'keep' });
        await addJobs(tx, checkMonitor, after.map(payloadOf), { taken: 'keep', priority: behind });
      });
      progress(at, due.length, 'monitors that are due');
    }
  },
});

function isSlow({ duration_ms }: DueMonitor): boolean {
  return duration_ms >= slowMs;
}

/** Always the same for a monitor, as far as it can be: its checks wait for one another. */
function quickLane(id: string, first: number): number {
  return first + (Number.parseInt(id.slice(-6), 16) % (lanes - first));
}

export const monitorJobs = [checkMonitor, tick];
