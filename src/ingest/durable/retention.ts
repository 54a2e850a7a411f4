import type { Sql } from 'postgres';
import { type Retention, selectRetention } from '../../domains/project/queries.ts';
import { ApiError } from '../../errors.ts';
import { putLast } from '../../lib/put-last.ts';
import { isFresh } from '../../lib/time.ts';
import { withinMs } from '../../lib/within.ts';

const cachedMsMax = 10_000;
const cachedProjectsMax = 10_000;
/** A Postgres that hangs says no more than one that is away. */
const answerMsMax = 3_000;
const late = () => new ApiError('unavailable', { retryAfterS: 2 });

export type RetentionOf = (projectId: string) => Promise<Retention>;

/** A changed plan counts for new rows within `cachedMsMax`. While Postgres is away, what was known goes on to hold. */
export function retentionReader(sql: Sql, nowMs: () => number): RetentionOf {
  const cache = new Map<string, { atMs: number; retention: Retention }>();
  return async (projectId) => {
    const known = cache.get(projectId);
    if (known !== undefined && isFresh(known.atMs, nowMs(), cachedMsMax)) return known.retention;
    const retention = await withinMs(selectRetention(sql, projectId), answerMsMax, late).catch((error: unknown) => {
      if (known === undefined) throw error;
      return known.retention;
    });
    if (retention === undefined) throw new ApiError('unauthorized');
    putLast(cache, projectId, { atMs: nowMs(), retention }, cachedProjectsMax);
    return retention;
  };
}
