import type { Deps } from '../../deps.ts';
import type { Tx } from '../../store/transaction.ts';
import type { Actor } from '../permission.ts';
import { insertAudit } from './queries.ts';

/**
 * Writes down what is done to things of one kind, as the API shows them; null stands for what was not there before, or is
 * gone now.
 */
export function auditOf<T>(kind: string, shown: (thing: T) => object, idOf: (thing: T) => string) {
  return async (
    tx: Tx,
    deps: Pick<Deps, 'now' | 'newId'>,
    actor: Actor,
    action: string,
    before: T | null,
    after: T | null,
  ): Promise<void> => {
    const thing = after ?? before;
    await insertAudit(tx, actor, {
      id: deps.newId(),
      at: deps.now(),
      action: `${kind}.${action}`,
      target: { kind, id: thing === null ? '' : idOf(thing) },
      before: before && shown(before),
      after: after && shown(after),
    });
  };
}
