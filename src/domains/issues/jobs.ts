import { addJobs, scheduledJob } from '../../jobs/job.ts';
import { scanJob, type ScanCall } from '../scan/job.ts';
import { lookFrom, readMark } from '../scan/mark.ts';
import { deleteScannedBatches, insertScannedBatches, selectScannedBatches } from '../scan/queries.ts';
import { issuesOf } from './exceptions.ts';
import { selectBatches, selectExceptions, type Batch } from './queries-exceptions.ts';
import { selectLapsed } from './queries-record.ts';
import { lockIssue } from './queries.ts';
import { reopenLapsed } from './record.ts';
import { raiseIssues } from './tell.ts';

const scanName = 'exceptions';
/** A batch that was being stored during a look can be committed this much later. */
const overlapS = 600;
const back = { overlapS, firstS: 86_400 };
/** What arrived in such a time is read at once; what failed, as too much for the store, is tried again in smaller pieces. */
const windowS = 6 * 3_600;
const batchesMax = 5_000;
const smallerEachAttempt = 4;
/** Of one run: what is left is for the next. */
const scanningMsMax = 20_000;
const groupsMax = 1_000;
/** Of one batch, which may say one error in as many ways as it has rows. */
const groupsOfBatchMax = 20_000;
const issuesMax = groupsMax;
const lapsedMax = 1_000;

/** Finds the exceptions among what arrived, and records them as issues. */
export const scanExceptions = scanJob('exceptions', {
  name: 'issues.scan',
  deadlineMs: 60_000,
  run: async (call) => {
    const endMs = performance.now() + scanningMsMax;
    while (performance.now() < endMs) if (!(await scanWindow(call))) return;
    await call.lease.begin((tx) => addJobs(tx, scanExceptions, [call.payload]));
  },
});

/** Whether there is more to be read at once. */
async function scanWindow(call: ScanCall): Promise<boolean> {
  const { deps, payload, lease, signal, attempt, log } = call;
  const { projectId } = payload;
  const { sql, clickhouse } = deps;
  const share = smallerEachAttempt ** (attempt - 1);
  const mark = await readMark(call, scanName);
  const sinceS = lookFrom(mark, back);
  const endS = Math.min((mark.atS ?? sinceS) + Math.ceil(windowS / share), mark.nowS);
  const exceptionsOf = (some: readonly Batch[], skip = 0) =>
    selectExceptions(clickhouse, projectId, { sinceS, batches: batchesOf(some), skip, groupsMax }, signal);
  const done = new Set(await selectScannedBatches(sql, projectId, scanName));
  const takenMax = Math.ceil(batchesMax / share);
  const rowsMax = done.size + takenMax;
  const arrived = await selectBatches(clickhouse, projectId, { sinceS, untilS: endS + 1, rowsMax }, signal);
  const fresh = arrived.filter(({ batch }) => !done.has(batch)).slice(0, takenMax);
  let taken = fresh;
  let groups = await exceptionsOf(taken);
  // More kinds than one look can record: half of the batches, and the others in the next one.
  while (groups.length === groupsMax && taken.length > 1) {
    taken = taken.slice(0, Math.ceil(taken.length / 2));
    groups = await exceptionsOf(taken);
  }
  for (let read = groupsMax; groups.length === read && read < groupsOfBatchMax; read += groupsMax)
    groups.push(...(await exceptionsOf(taken, read)));
  const isCut = taken.length < fresh.length;
  // Not further than what was read.
  const readToS = arrived.length < rowsMax && !isCut ? endS : (taken.at(-1)?.arrivedS ?? endS);
  const issues = await issuesOf(groups);
  if (issues.length > issuesMax || groups.length === groupsOfBatchMax)
    log.warn({ projectId, issuesMax, groupsOfBatchMax }, 'too many different exceptions at once');
  const isOurs = await lease.begin(async (tx) => {
    if (!(await mark.moveTo(tx, readToS))) return false;
    await insertScannedBatches(tx, projectId, scanName, taken);
    await deleteScannedBatches(tx, projectId, scanName, new Date((sinceS - overlapS) * 1000));
    await raiseIssues(tx, deps, projectId, issues.slice(0, issuesMax));
    return true;
  });
  return isOurs && !isCut && readToS < mark.nowS;
}

function batchesOf(some: readonly Batch[]): string[] {
  return some.map(({ batch }) => batch);
}

/** Opens issues again whose acknowledgement was for a while that is over. */
export const reopenIssues = scheduledJob({
  name: 'issues.reopen',
  cron: { at: '* * * * *', backfillMs: 0 },
  deadlineMs: 20_000,
  attemptsMax: 3,
  run: async ({ deps, now, lease }) => {
    for (const { project_id, id } of await selectLapsed(deps.sql, now, lapsedMax)) {
      await lease.begin(async (tx) => {
        const row = await lockIssue(tx, project_id, id);
        if (row !== undefined) await reopenLapsed(tx, deps, row);
      });
    }
  },
});

export const issueJobs = [reopenIssues];
