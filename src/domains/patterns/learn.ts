import { shapeVersion } from '../../ingest/events/shape.ts';
import { groupBy } from '../../lib/group-by.ts';
import { beginning } from '../../lib/beginning.ts';
import { storable } from '../../lib/storable.ts';
import type { Tx } from '../../store/transaction.ts';
import type { ScanCall } from '../scan/job.ts';
import { lookFrom, readMark } from '../scan/mark.ts';
import { freshShapesPerHourMax, liveShapesMax, minePatterns, type Changes, type FreshShape } from './mining/mine.ts';
import {
  addLearnt,
  insertPatterns,
  insertShapes,
  mergePattern,
  publishShapes,
  reloadPatternMap,
  retireShapes,
  selectAllowances,
  selectFullScopes,
  selectKnownShapes,
  selectLoneShapes,
  selectSamples,
  selectScope,
  selectSeenShapes,
  selectUnpublished,
  setPublished,
  takePatternIds,
  updateTemplates,
  type Sample,
} from './queries-learn.ts';
import { lockPatterns } from './queries.ts';
import { templateText } from './mining/template.ts';
import { tokensOf } from './mining/tokens.ts';

const scanName = 'patterns';
/** A sample that was being stored during a look can be committed this much later. */
const back = { overlapS: 600, firstS: 86_400 };
const samplesMax = 20_000;
const publishedAtOnceMax = 20_000;
const sampleCharsMax = 4_096;
const hourMs = 3_600_000;
/** New shapes of one look. */
const quietShapesMax = 100;
const staleMs = hourMs;

/** Gives every shape that arrived since the last look its pattern, in one transaction. */
export async function learnPatterns(call: ScanCall): Promise<void> {
  const { deps, payload, lease, signal, log } = call;
  const { projectId } = payload;
  const { sql, clickhouse } = deps;
  const mark = await readMark(call, scanName);
  const sinceS = lookFrom(mark, back);
  const hour = new Date(Math.floor(deps.now().getTime() / hourMs) * hourMs);
  const allowances = await selectAllowances(sql, projectId, hour);
  const exhausted = allowances.filter(({ learnt }) => learnt >= freshShapesPerHourMax).map(({ service }) => service);
  const wanted = {
    sinceS,
    version: shapeVersion,
    exhausted,
    perServiceMax: freshShapesPerHourMax + 1, // or nobody would know that there are more
    rowsMax: samplesMax,
  };
  const samples = await selectSamples(clickhouse, projectId, wanted, signal);
  // When there is more than one look can take, the next one begins at the same place: what is learnt is left out there.
  const readToS = samples.length < samplesMax ? mark.nowS : (mark.atS ?? sinceS);
  // Lines of a service whose name Postgres cannot hold have no pattern; those of all others do.
  const scopes = [...groupBy(samples, ({ service }) => service)]
    .filter(([service]) => storable(service) === service)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const stale = await findStale(call, scopes, mark.nowS);
  await lease.begin(async (tx) => {
    if (!(await mark.moveTo(tx, readToS))) return;
    for (const [service, shapes] of stale) await retireShapes(tx, projectId, service, shapes);
    const mined: Mined[] = [];
    for (const [service, fresh] of scopes) {
      const left = freshShapesPerHourMax - (allowances.find((one) => one.service === service)?.learnt ?? 0);
      mined.push(await mineScope(tx, { projectId, service, fresh, left }));
    }
    await lockPatterns(
      tx,
      projectId,
      mined.flatMap(({ changes }) => idsOf(changes)),
    );
    for (const one of mined) {
      await write(tx, projectId, one, deps.now());
      const counts = { learnt: one.changes.assigned.length, unassigned: one.changes.unassigned.length };
      if (counts.learnt + counts.unassigned === 0) continue;
      await addLearnt(tx, projectId, one.service, hour, counts);
      if (counts.unassigned > 0)
        log.warn({ projectId, service: one.service, ...counts }, 'a service has more shapes than are learnt');
    }
  });
  await publish(call);
}

/**
 * Where a flood that is over filled the scope of a service: what it left behind makes room for what comes now. While it
 * lasts nothing does, or there would be no end to its patterns.
 */
async function findStale(
  { deps, payload: { projectId }, signal }: ScanCall,
  scopes: readonly (readonly [service: string, samples: readonly Sample[]])[],
  nowS: number,
): Promise<Map<string, string[]>> {
  const quiet = scopes.filter(([, { length }]) => length <= quietShapesMax).map(([service]) => service);
  const stale = new Map<string, string[]>();
  for (const service of await selectFullScopes(deps.sql, projectId, quiet, liveShapesMax)) {
    const before = new Date(deps.now().getTime() - staleMs);
    const shapes = await selectLoneShapes(deps.sql, projectId, service, before);
    const wanted = { service, shapes, sinceS: nowS - staleMs / 1000 };
    const seen = await selectSeenShapes(deps.clickhouse, projectId, wanted, signal);
    stale.set(
      service,
      shapes.filter((shape) => !seen.has(shape)),
    );
  }
  return stale;
}

interface Fresh {
  readonly projectId: string;
  readonly service: string;
  readonly fresh: readonly Sample[];
  /** Of the hour's allowance. */
  readonly left: number;
}

interface Mined {
  readonly service: string;
  readonly samples: ReadonlyMap<string, Sample>;
  readonly shapes: ReadonlyMap<string, FreshShape>;
  readonly changes: Changes;
}

async function mineScope(tx: Tx, { projectId, service, fresh, left }: Fresh): Promise<Mined> {
  const known = await selectKnownShapes(
    tx,
    projectId,
    service,
    fresh.map(({ shape }) => shape),
  );
  const samples = new Map(fresh.filter(({ shape }) => !known.has(shape)).map((sample) => [sample.shape, sample]));
  const shapes = new Map(
    [...samples.values()].map(({ shape, text, lines }): [string, FreshShape] => {
      // As ingest read it, which counts bytes.
      const { tokens, separators } = tokensOf(Buffer.from(text));
      return [shape, { shape, lines, tokens: tokens.map(storable), separators: separators.map(storable) }];
    }),
  );
  if (samples.size === 0) return { service, samples, shapes, changes: noChanges };
  const scope = await selectScope(tx, projectId, service);
  const ids = await takePatternIds(tx, shapes.size);
  return { service, samples, shapes, changes: await minePatterns(scope, [...shapes.values()], ids, left) };
}

const noChanges: Changes = { assigned: [], created: [], merged: [], edited: [], unassigned: [] };

/** Patterns that others may hold. */
function idsOf({ edited, merged }: Changes): number[] {
  return [...edited.map(({ id }) => id), ...merged.flatMap(({ from, into }) => [from, into])];
}

async function write(tx: Tx, projectId: string, { service, samples, shapes, changes }: Mined, now: Date) {
  const created = changes.created.flatMap(({ id, shape, tokens, separators }) => {
    const sample = samples.get(shape);
    if (sample === undefined) return [];
    const template = storable(templateText({ tokens, separators }));
    const text = storable(beginning(sample.text, sampleCharsMax));
    const { level, first: first_seen, last: last_seen } = sample;
    return [{ id, shape, level, tokens, separators, template, sample: text, first_seen, last_seen }];
  });
  if (created.length > 0) await insertPatterns(tx, projectId, service, created, now);
  const edited = changes.edited.map((pattern) => ({ ...pattern, template: storable(templateText(pattern)) }));
  if (edited.length > 0) await updateTemplates(tx, projectId, edited, now);
  for (const { from, into } of changes.merged) await mergePattern(tx, projectId, from, into, now);
  const assigned = changes.assigned.map(({ shape, pattern, indexed }) => {
    const { tokens = null, separators = null } = (indexed ? shapes.get(shape) : undefined) ?? {};
    return { shape, pattern, indexed, tokens, separators };
  });
  if (assigned.length > 0) await insertShapes(tx, projectId, service, assigned);
}

/** What Postgres holds and ClickHouse does not know yet: of this look, or of one that was cut off before it told. */
async function publish({ deps, payload, lease, signal }: ScanCall): Promise<void> {
  const { sql, clickhouse } = deps;
  let published = 0;
  for (;;) {
    signal.throwIfAborted();
    const rows = await selectUnpublished(sql, payload.projectId, publishedAtOnceMax);
    if (rows.length === 0) break;
    await publishShapes(clickhouse, payload.projectId, rows);
    await lease.begin((tx) => setPublished(tx, payload.projectId, rows));
    published += rows.length;
  }
  if (published > 0) await reloadPatternMap(clickhouse);
}
