import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../errors.ts';
import {
  closeProject,
  countRowsOf,
  deleteProject,
  deleteRowsOf,
  selectErased,
  selectProjectTables,
} from './queries.ts';

type Needs = Pick<Deps, 'sql' | 'clickhouse' | 'now'>;

export interface Erased {
  readonly project_id: string;
  /** Rows that were deleted, by table. */
  readonly rows: Readonly<Record<string, number>>;
}

/** A process may take a key for good so long after it is not, and holds what it accepted for a moment. */
export const keysKnownMs = 10_000;
const roundsMax = 3;
const erasedAtOnceMax = 100;

/**
 * Everything that was sent for a project and everything that was decided in it. First its keys end, then its telemetry is
 * deleted, at last the project: cut off anywhere in between, it can be called again.
 */
export async function eraseProject(deps: Needs, projectId: string, waitMs: number): Promise<Erased> {
  const found = await deps.sql.begin((tx) => closeProject(tx, projectId, deps.now()));
  if (!found) throw new ApiError('not_found', { message: `There is no project ${projectId}.` });
  await sleep(waitMs);
  const rows = await eraseRows(deps, [projectId]);
  await deps.sql.begin((tx) => deleteProject(tx, projectId));
  return { project_id: projectId, rows };
}

/** What came to light of projects that were erased: a process that was cut off from everything stored it late. */
export async function eraseLeftovers(deps: Needs): Promise<Readonly<Record<string, number>>> {
  const erased = await selectErased(deps.sql);
  const rows: Record<string, number> = {};
  for (let at = 0; at < erased.length; at += erasedAtOnceMax) {
    const found = await eraseRows(deps, erased.slice(at, at + erasedAtOnceMax));
    for (const [table, count] of Object.entries(found)) rows[table] = (rows[table] ?? 0) + count;
  }
  return rows;
}

async function eraseRows(
  { clickhouse }: Pick<Needs, 'clickhouse'>,
  projectIds: readonly string[],
): Promise<Record<string, number>> {
  const rows: Record<string, number> = {};
  for (const table of await selectProjectTables(clickhouse)) {
    for (let round = 0; round < roundsMax; round++) {
      const count = await countRowsOf(clickhouse, table, projectIds);
      if (count === 0) break;
      await deleteRowsOf(clickhouse, table, projectIds);
      rows[table] = (rows[table] ?? 0) + count;
    }
    const left = await countRowsOf(clickhouse, table, projectIds);
    if (left > 0) throw new Error(`${left} rows are left in ${table}: something still writes them`);
  }
  return rows;
}
