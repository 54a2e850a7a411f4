import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../errors.ts';
import {
  closeProject,
  countMutations,
  countRowsOf,
  deleteProject,
  deleteRowsOf,
  dropViewsOf,
  placeOf,
  selectErased,
  selectProjectTables,
  type Place,
} from './queries.ts';

type Needs = Pick<Deps, 'sql' | 'clickhouse' | 'now'> & { readonly config: Pick<Deps['config'], 'clickhouseCluster'> };

export interface Erased {
  readonly project_id: string;
  /** Rows that were deleted, by table, on all nodes. */
  readonly rows: Readonly<Record<string, number>>;
}

/** A process may take a key for good so long after it is not, and holds what it accepted for a moment. */
export const keysKnownMs = 10_000;
const roundsMax = 3;
const erasedAtOnceMax = 100;
const mutationMsMax = 3_600_000;
const mutationPollMs = 100;

/**
 * Everything that was sent for a project and everything that was decided in it. First its keys end, then its telemetry is
 * deleted, at last the project: cut off anywhere in between, it can be called again.
 */
export async function eraseProject(deps: Needs, projectId: string, waitMs: number): Promise<Erased> {
  const found = await deps.sql.begin((tx) => closeProject(tx, projectId, deps.now()));
  if (!found) throw new ApiError('not_found', { message: `There is no project ${projectId}.` });
  await sleep(waitMs);
  // Who calls it off ends the process.
  const rows = await eraseRows(await placeIn(deps), [projectId], new AbortController().signal);
  await deps.sql.begin((tx) => deleteProject(tx, projectId));
  return { project_id: projectId, rows };
}

/** What came to light of projects that were erased: a process that was cut off from everything stored it late. */
export async function eraseLeftovers(deps: Needs, signal: AbortSignal): Promise<Readonly<Record<string, number>>> {
  const [erased, place] = [await selectErased(deps.sql), await placeIn(deps)];
  const rows: Record<string, number> = {};
  for (let at = 0; at < erased.length; at += erasedAtOnceMax) {
    const found = await eraseRows(place, erased.slice(at, at + erasedAtOnceMax), signal);
    for (const [table, count] of Object.entries(found)) rows[table] = (rows[table] ?? 0) + count;
  }
  return rows;
}

function placeIn({ clickhouse, config }: Pick<Needs, 'clickhouse' | 'config'>): Promise<Place> {
  return placeOf(clickhouse, config.clickhouseCluster);
}

async function eraseRows(
  place: Place,
  projectIds: readonly string[],
  signal: AbortSignal,
): Promise<Record<string, number>> {
  const rows: Record<string, number> = {};
  const here = place.hasKeeper ? place : { ...place, cluster: undefined };
  const tables = await selectProjectTables(place);
  await dropViewsOf(place, projectIds);
  for (const table of tables) {
    for (let round = 0; round < roundsMax; round++) {
      signal.throwIfAborted();
      const count = await countRowsOf(here, table, projectIds);
      if (count === 0) break;
      await deleteRowsOf(here, table, projectIds);
      await mutated(here, table, signal);
      rows[table] = (rows[table] ?? 0) + count;
    }
    const left = await countRowsOf(here, table, projectIds);
    if (left > 0) throw new Error(`${left} rows are left in ${table}: something still writes them`);
  }
  if (here.cluster !== place.cluster) await expectNoneElsewhere(place, tables, projectIds);
  return rows;
}

/** What was submitted is done, on every node. */
async function mutated(place: Place, table: string, signal: AbortSignal): Promise<void> {
  const deadline = performance.now() + mutationMsMax;
  while ((await countMutations(place, table)) > 0) {
    if (performance.now() > deadline) throw new Error(`${table} is not rewritten within ${mutationMsMax} ms`);
    await sleep(mutationPollMs, undefined, { signal });
  }
}

/** A node that nobody can tell keeps what it has: the project is there until the last of them was asked by itself. */
async function expectNoneElsewhere(place: Place, tables: readonly string[], projectIds: readonly string[]) {
  for (const table of tables) {
    const left = await countRowsOf(place, table, projectIds);
    if (left === 0) continue;
    throw new ApiError('conflict', {
      message:
        `This node is done; other nodes of the cluster still hold rows (${left} in ${table}). They have no Keeper to hear ` +
        'of it through: erase once more with CLICKHOUSE_URL naming each of them.',
    });
  }
}
