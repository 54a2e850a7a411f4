import { addJobs, scheduledJob } from '../../jobs/job.ts';
import { discoverEndpoints } from '../endpoints/jobs.ts';
import { scanExceptions } from '../issues/jobs.ts';
import { minePatternsJob } from '../patterns/jobs.ts';
import { mapServices } from '../service-map/jobs.ts';
import {
  selectArrivedSince,
  selectEngineSeconds,
  selectLatestMark,
  selectMarkedSince,
  selectProjectIds,
  setMarks,
} from './queries.ts';

const scanName = 'arrived';
/** A batch that was being stored during a look can be committed this much later. */
const overlapS = 600;
/** A project is looked at for so long after its last record: what it stops sending is news, too. */
const lookedAtS = 3_600;
const lookedBackSMax = 7 * 86_400;
const projectsMax = 50_000;
const addedAtOnceMax = 1_000;

const perProject = [scanExceptions, minePatternsJob, discoverEndpoints, mapServices];

/** Adds a look at what arrived for every project that sends. */
export const tick = scheduledJob({
  name: 'scan.tick',
  cron: { at: '* * * * *', backfillMs: 0 },
  deadlineMs: 30_000,
  attemptsMax: 3,
  run: async ({ deps, lease, signal, attempt }) => {
    const nowS = await selectEngineSeconds(deps.clickhouse, signal);
    const latest = await selectLatestMark(deps.sql, scanName);
    // One of a time to come was set before the engine's clock was put back.
    const sinceS = latest === null ? 0 : Math.min(latest.getTime() / 1000, nowS) - overlapS;
    const range = { sinceS: Math.max(sinceS, nowS - lookedBackSMax), projectsMax };
    // What piled up while there was no worker can be more than the store reads in time: then all are looked at.
    const arrived =
      attempt === 1
        ? await selectArrivedSince(deps.clickhouse, range, signal)
        : await selectProjectIds(deps.sql, projectsMax);
    await lease.begin((tx) => setMarks(tx, arrived, scanName, new Date(nowS * 1000)));
    const projects = await selectMarkedSince(deps.sql, scanName, new Date((nowS - lookedAtS) * 1000));
    for (let at = 0; at < projects.length; at += addedAtOnceMax) {
      const payloads = projects.slice(at, at + addedAtOnceMax).map((projectId) => ({ projectId }));
      await lease.begin(async (tx) => {
        for (const each of perProject) await addJobs(tx, each, payloads, { taken: 'once' });
      });
    }
  },
});

export const scanJobs = [tick, ...perProject];
