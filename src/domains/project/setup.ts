import type { Deps } from '../../deps.ts';
import { ApiError } from '../../errors.ts';
import type { Tx } from '../../store/transaction.ts';
import type { Actor } from '../permission.ts';
import { countOf, lockSetup, type Made } from './queries.ts';

/** A change of what a project's people set up, in one transaction: one at a time. */
export async function inSetup<T>(deps: Pick<Deps, 'sql'>, actor: Actor, work: (tx: Tx) => Promise<T>): Promise<T> {
  return deps.sql.begin(async (tx) => {
    await lockSetup(tx, actor.projectId);
    return work(tx);
  }) as Promise<T>;
}

const words: Readonly<Record<Made, string>> = {
  api_keys: 'API keys',
  dashboards: 'dashboards',
  monitors: 'monitors',
  teams: 'teams',
};

/** A project has so many at most: asked before one more is made, inside of `inSetup`. */
export async function assertRoom(tx: Tx, actor: Actor, table: Made, most: number): Promise<void> {
  if ((await countOf(tx, actor.projectId, table)) < most) return;
  throw new ApiError('conflict', { message: `A project has at most ${most} ${words[table]}; delete some first.` });
}
