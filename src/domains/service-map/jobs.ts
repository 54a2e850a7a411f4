import { addJobs } from '../../jobs/job.ts';
import { scanJob, type ScanCall } from '../scan/job.ts';
import { lookFrom, readMark } from '../scan/mark.ts';
import {
  computeEdges,
  deleteMinutes,
  insertMinutes,
  selectArrivedMinutes,
  selectLinkedMinutes,
  selectNewestMinutes,
} from './queries.ts';

const scanName = 'service edges';
const back = { overlapS: 120, firstS: 86_400 };
/** What arrived in such a time is read at once. */
const windowS = 6 * 3_600;
/** Minutes that are computed as one piece; what failed, as too much for the store, is tried again in smaller ones. */
const pieceS = 1_800;
/** Of one run: what is left is for the next, which begins with what is newest then. */
const computingMsMax = 60_000;

/** Computes who called whom, for every minute that spans arrived for. */
export const mapServices = scanJob('services', {
  name: 'services.map',
  deadlineMs: 300_000,
  run: async (call) => {
    await noteArrived(call);
    await computeNoted(call);
  },
});

/** The minutes of what arrived since the last look, a window after the other. */
async function noteArrived(call: ScanCall): Promise<void> {
  const { deps, payload, lease, signal } = call;
  const { projectId } = payload;
  for (;;) {
    const mark = await readMark(call, scanName);
    const fromS = lookFrom(mark, back);
    const toS = Math.min(fromS + windowS, mark.nowS + 1);
    const minutes = await selectArrivedMinutes(deps.clickhouse, projectId, { fromS, toS }, signal);
    const isOurs = await lease.begin(async (tx) => {
      if (!(await mark.moveTo(tx, Math.min(toS, mark.nowS)))) return false;
      await insertMinutes(tx, projectId, minutes);
      return true;
    });
    if (!isOurs || toS > mark.nowS) return;
  }
}

/**
 * A caller is often sent long after what it called, as spans are sent when they end. So beside the minutes of what arrived
 * those are computed again whose spans it called, or was called by.
 */
async function computeNoted({ deps, payload, lease, signal, attempt, progress }: ScanCall): Promise<void> {
  const { projectId } = payload;
  const withinS = Math.max(60, pieceS / 4 ** (attempt - 1));
  const endMs = performance.now() + computingMsMax;
  for (let done = 0; performance.now() < endMs;) {
    const { noted, count } = await selectNewestMinutes(deps.sql, projectId, withinS);
    if (noted.length === 0) return;
    progress(done, done + count, 'minutes of the service map');
    done += noted.length;
    const linked = await selectLinkedMinutes(deps.clickhouse, projectId, noted, signal);
    const minutes = noted.map(({ minute }) => minute);
    await computeEdges(deps.clickhouse, projectId, minutes, signal);
    await lease.begin(async (tx) => {
      await deleteMinutes(tx, projectId, minutes);
      await insertMinutes(tx, projectId, linked);
    });
  }
  await lease.begin((tx) => addJobs(tx, mapServices, [payload]));
}
