import { z } from 'zod';
import { addJobs, job } from '../../jobs/job.ts';
import { discoverEndpoints } from '../endpoints/jobs.ts';
import { scanExceptions } from '../issues/jobs.ts';
import { minePatternsJob } from '../patterns/jobs.ts';
import { mapServices } from '../service-map/jobs.ts';
import { selectArrivedSince, selectEngineSeconds, selectLatestMark, selectLiveProjects } from './queries.ts';

/** A project is looked at for so long after its last record: what it stops sending is news, too. */
const lookedAtS = 3_600;
const lookedBackSMax = 7 * 86_400;
const projectsMax = 50_000;
const addedAtOnceMax = 1_000;

const perProject = [scanExceptions, minePatternsJob, discoverEndpoints, mapServices];

const tick = job({
  name: 'scan.tick',
  summary: 'Adds a look at what arrived for every project that sends',
  payload: z.object({}),
  cron: { at: '* * * * *', backfillMs: 0, merges: true },
  key: () => 'scan.tick',
  queue: () => 'scan.tick',
  deadlineMs: 30_000,
  attemptsMax: 3,
  run: async ({ deps, lease, signal }) => {
    const nowS = await selectEngineSeconds(deps.clickhouse, signal);
    const latest = await selectLatestMark(deps.sql);
    const idleS = latest === null ? 0 : Math.max(0, nowS - latest.getTime() / 1000);
    const sinceS = Math.floor(nowS - lookedAtS - Math.min(idleS, lookedBackSMax));
    const arrived = await selectArrivedSince(deps.clickhouse, sinceS, projectsMax, signal);
    const projects = await selectLiveProjects(deps.sql, arrived);
    for (let at = 0; at < projects.length; at += addedAtOnceMax) {
      const payloads = projects.slice(at, at + addedAtOnceMax).map((projectId) => ({ projectId }));
      await deps.sql.begin(async (tx) => {
        await lease.hold(tx);
        for (const each of perProject) await addJobs(tx, each, payloads, { timing: 'keep' });
      });
    }
  },
});

export const scanJobs = [tick, ...perProject];
