// Patterns that nothing is left of. Once a day, so that new ones have no end of old ones beside them.

import type { Deps } from '../../deps.ts';
import { placeOf } from '../housekeeping/queries.ts';
import type { ScanCall } from '../scan/job.ts';
import { isLookedAt, readMark } from '../scan/mark.ts';
import { countPatterns } from './queries-counts.ts';
import { deletePatterns, selectQuiet, setHeard, unpublishShapes, withdrawShapes } from './queries-forget.ts';
import { reloadPatternMap } from './queries-learn.ts';
import type { PatternRow } from './queries.ts';

const agedScanName = 'pattern age';
const dayS = 86_400;
/** Silent for so long, and with no line left in the store. What somebody acknowledged or ignored stays. */
const silentDaysMax = 90;
/** Lines of a short retention are gone by then: it is written down each day which patterns were heard. */
const heardBackS = 7 * dayS;
const patternsAtOnceMax = 1_000;
const forgottenMax = 5_000;
/** What is not looked at within it waits for another day. */
const lookingMsMax = 20_000;

export async function forgetPatterns(call: ScanCall): Promise<void> {
  const { deps, payload, lease, signal } = call;
  const { projectId } = payload;
  const mark = await readMark(call, agedScanName);
  const { nowS } = mark;
  if (isLookedAt(mark, nowS - dayS + 1)) return;
  // First: what fails today is tried tomorrow, and holds up nothing that is to be learnt.
  const isOurs = await lease.begin((tx) => mark.moveTo(tx, nowS));
  if (!isOurs) return;
  const endMs = performance.now() + lookingMsMax;
  const before = new Date((nowS - dayS) * 1000);
  const gone: number[] = [];
  let above = 0;
  while (gone.length < forgottenMax && performance.now() < endMs) {
    signal.throwIfAborted();
    const rows = await selectQuiet(deps.sql, projectId, { before, above, rowsMax: patternsAtOnceMax });
    if (rows.length > 0) gone.push(...(await silentOf(call, rows, nowS)));
    if (rows.length < patternsAtOnceMax) break;
    above = rows.at(-1)?.id ?? above;
  }
  await forget(deps, call, gone);
}

/** Those of a page that nothing is left of; of the others it is written down when they were heard last. */
async function silentOf(
  { deps, payload: { projectId }, lease, signal }: ScanCall,
  rows: readonly PatternRow[],
  nowS: number,
): Promise<number[]> {
  const lastOf = async (some: readonly PatternRow[], fromS: number) => {
    const counts = await countPatterns(deps.clickhouse, projectId, some, { fromS, nowS }, signal);
    return new Map([...counts].map(([id, { last }]) => [id, last]));
  };
  const heard = await lastOf(rows, nowS - heardBackS);
  const silentSince = new Date((nowS - silentDaysMax * dayS) * 1000);
  const aged = rows.filter(({ id, last_seen }) => last_seen < silentSince && !heard.has(id));
  for (const [id, last] of await lastOf(aged, 0)) heard.set(id, last);
  await lease.begin((tx) => setHeard(tx, projectId, heard));
  return aged.filter(({ id }) => !heard.has(id)).map(({ id }) => id);
}

/** First where lines are counted, so that a shape that comes again is learnt again; cut off in between, it is told anew. */
async function forget(
  { clickhouse, config }: Deps,
  { payload: { projectId }, lease, log }: ScanCall,
  ids: readonly number[],
): Promise<void> {
  const place = await placeOf(clickhouse, config.clickhouseCluster);
  // Nodes that nobody can tell would know them for ever.
  if (ids.length === 0 || (place.cluster !== undefined && !place.hasKeeper)) return;
  const all = await lease.begin((tx) => unpublishShapes(tx, projectId, ids));
  await withdrawShapes(place, projectId, all);
  await lease.begin((tx) => deletePatterns(tx, projectId, ids));
  await reloadPatternMap(clickhouse);
  log.info({ projectId, patterns: ids.length }, 'patterns that nothing is left of are forgotten');
}
