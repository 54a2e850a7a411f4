import { putLast } from './put-last.ts';

/**
 * Rate limits for many callers at once: a token bucket for each name. `take` answers 0 when the call may go on, else the
 * seconds until it could. Idle buckets are full buckets, so the oldest can be forgotten when there are too many.
 */
export interface TokenBuckets {
  take(name: string): number;
}

const bucketsMax = 10_000;

export function tokenBuckets(limit: { perSecond: number; burst: number }, nowMs: () => number): TokenBuckets {
  const buckets = new Map<string, { tokens: number; at: number }>();
  return {
    take(name) {
      const now = nowMs();
      const bucket = buckets.get(name) ?? { tokens: limit.burst, at: now };
      const elapsedS = Math.max(0, now - bucket.at) / 1000;
      const tokens = Math.min(limit.burst, bucket.tokens + elapsedS * limit.perSecond);
      const granted = tokens >= 1;
      putLast(buckets, name, { tokens: granted ? tokens - 1 : tokens, at: now }, bucketsMax);
      return granted ? 0 : (1 - tokens) / limit.perSecond;
    },
  };
}
