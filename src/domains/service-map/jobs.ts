import { z } from 'zod';
import { job } from '../../jobs/job.ts';
import { moveMark, selectEngineSeconds, selectMark } from '../scan/queries.ts';
import { Uuid } from '../types.ts';
import { computeEdges, selectArrivedMinutes } from './queries.ts';

const scanName = 'service edges';
const overlapS = 120;
const firstLookBackS = 86_400;
/** Of one look, the newest ones. */
const minutesMax = 1_500;
const minutesAtOnce = 60;

export const mapServices = job({
  name: 'services.map',
  summary: 'Computes who called whom, for every minute that spans arrived for',
  payload: z.object({ projectId: Uuid }),
  queue: ({ projectId }) => `services of ${projectId}`,
  key: ({ projectId }) => `services of ${projectId}`,
  deadlineMs: 300_000,
  attemptsMax: 5,
  run: async ({ deps, payload: { projectId }, lease, signal, progress }) => {
    const mark = await selectMark(deps.sql, projectId, scanName);
    const nowS = await selectEngineSeconds(deps.clickhouse, signal);
    const sinceS = mark === null ? nowS - firstLookBackS : Math.floor(mark.getTime() / 1000) - overlapS;
    const minutes = await selectArrivedMinutes(deps.clickhouse, projectId, { sinceS, minutesMax }, signal);
    for (let at = 0; at < minutes.length; at += minutesAtOnce) {
      await computeEdges(deps.clickhouse, projectId, minutes.slice(at, at + minutesAtOnce), nowS, signal);
      progress(at, minutes.length, 'minutes of the service map');
    }
    await deps.sql.begin(async (tx) => {
      await lease.hold(tx);
      await moveMark(tx, projectId, scanName, mark, new Date(nowS * 1000));
    });
  },
});
