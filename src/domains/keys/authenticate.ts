import type { Deps } from '../../deps.ts';
import type { KeyPermission } from '../permission.ts';
import { isFresh } from '../../lib/time.ts';
import { keyHash } from './key.ts';
import { selectKeyByHash } from './queries.ts';

/** How long a revoked key may still work on another process; the promise is 5 seconds. */
const cachedMsMax = 3_000;
const cachedKeysMax = 10_000;

export interface KnownKey {
  readonly keyId: string;
  readonly projectId: string;
  readonly permission: KeyPermission;
}

export type Authenticate = (deps: Pick<Deps, 'sql' | 'now'>, key: string) => Promise<KnownKey | undefined>;

/** Key text → who it is. Answers are kept for a moment, so that Postgres is not asked for every request. */
export function authenticator(): Authenticate {
  const cache = new Map<string, { foundMs: number; found: Promise<KnownKey | undefined> }>();
  return async (deps, key) => {
    const hash = keyHash(key);
    if (hash === undefined) return undefined;
    const name = hash.toString('base64');
    const now = deps.now().getTime();
    const cached = cache.get(name);
    if (cached !== undefined && isFresh(cached.foundMs, now, cachedMsMax)) return cached.found;
    const found = selectKeyByHash(deps.sql, hash).then((row) =>
      row === undefined ? undefined : { keyId: row.id, projectId: row.project_id, permission: row.permission },
    );
    cache.delete(name);
    cache.set(name, { foundMs: now, found });
    if (cache.size > cachedKeysMax) cache.delete(cache.keys().next().value ?? '');
    try {
      return await found;
    } catch (error) {
      cache.delete(name); // a store that was away is no answer to remember
      throw error;
    }
  };
}
