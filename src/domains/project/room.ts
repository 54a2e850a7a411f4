import { ApiError } from '../../errors.ts';
import type { Tx } from '../../store/transaction.ts';
import type { Actor } from '../permission.ts';
import { countOf, type Made } from './queries.ts';

const words: Readonly<Record<Made, string>> = {
  api_keys: 'API keys',
  dashboards: 'dashboards',
  monitors: 'monitors',
  teams: 'teams',
};

/** A project has so many at most: asked before one more is made, under the lock on its setup. */
export async function assertRoom(tx: Tx, actor: Actor, table: Made, most: number): Promise<void> {
  if ((await countOf(tx, actor.projectId, table)) < most) return;
  throw new ApiError('conflict', { message: `A project has at most ${most} ${words[table]}; delete some first.` });
}
