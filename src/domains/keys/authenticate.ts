import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../errors.ts';
import { gather } from '../../lib/gather.ts';
import { putLast } from '../../lib/put-last.ts';
import { isFresh } from '../../lib/time.ts';
import { withinMs } from '../../lib/within.ts';
import type { KeyPermission } from '../permission.ts';
import { keyHash } from './key.ts';
import { selectKeysByHash } from './queries.ts';

/** How long a revoked key may still work on another process; the promise is 5 seconds. */
const cachedMsMax = 3_000;
const cachedKeysMax = 10_000;
const keysPerLookupMax = 1_000;
/** Whoever waits for another look-up and then for its own has an answer before senders give up. */
const lookupMsMax = 3_000;
/** After a key that nobody has the next look-up waits, so that a flood of them is one of requests alone. */
const unknownPauseMs = 20;

export interface KnownKey {
  readonly keyId: string;
  readonly projectId: string;
  readonly permission: KeyPermission;
}

export type Authenticate = (key: string) => Promise<KnownKey | undefined>;

/**
 * Key text → who it is. Keys that are good are kept for a moment, so that Postgres is not asked for every request; a flood
 * of others drives none of them out.
 */
export function authenticator({ sql, now }: Pick<Deps, 'sql' | 'now'>): Authenticate {
  const cache = new Map<string, { foundMs: number; known: KnownKey }>();
  const find = keyLookup(sql);
  return async (key) => {
    const hash = keyHash(key);
    if (hash === undefined) return undefined;
    const nowMs = now().getTime();
    const cached = cache.get(hash);
    if (cached !== undefined && isFresh(cached.foundMs, nowMs, cachedMsMax)) return cached.known;
    const known = await find(hash);
    if (known === undefined) cache.delete(hash);
    else putLast(cache, hash, { foundMs: nowMs, known }, cachedKeysMax);
    return known;
  };
}

/** Asks Postgres about keys, those that come while it answers together in the next statement. */
function keyLookup(sql: Deps['sql']): (hash: string) => Promise<KnownKey | undefined> {
  const late = () => new ApiError('unavailable', { retryAfterS: 2 });
  let pause: Promise<unknown> | undefined;
  const ask = async (asked: readonly string[]) => {
    const hashes = [...new Set(asked)];
    const rows = await withinMs(selectKeysByHash(sql, hashes), lookupMsMax, late);
    const found = new Map(
      rows.map(({ hash, id, project_id, permission }) => [
        hash,
        { keyId: id, projectId: project_id, permission } satisfies KnownKey,
      ]),
    );
    pause = found.size < hashes.length ? sleep(unknownPauseMs) : undefined;
    return (hash: string) => found.get(hash);
  };
  return gather(keysPerLookupMax, ask, () => pause);
}
