// What Prometheus tells of its metrics comes once a minute, and to one process. The others, and the next start, have it from
// the store: until they had it a metric would be of the kind that its name suggests, in all of its past too.

import { setTimeout as sleep } from 'node:timers/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import type { Logger } from 'pino';
import type { PromMetadataCache } from './types.ts';
import { readMetadata } from '../durable/queries.ts';

const readMsMax = 10_000;
const againMs = 60_000;
/** Twice the pause: what was on its way when the store was asked is there the next time. */
const lateMs = 120_000;

export interface MetadataNeeds {
  readonly clickhouse: ClickHouseClient;
  readonly log: Logger;
  readonly now: () => Date;
}

/** All that is stored; what cannot be read is told again by its senders. */
export async function learnMetadata(
  cache: PromMetadataCache,
  needs: MetadataNeeds,
  since = new Date(0),
): Promise<void> {
  try {
    const told = await readMetadata(needs.clickhouse, since, cache.storedMax, readMsMax);
    for (const { project_id, metric, ...metadata } of told) cache.learn(project_id, metric, metadata);
  } catch (error) {
    needs.log.warn({ err: error }, 'what Prometheus told of its metrics is not read; it is told again');
  }
}

/** What other processes are told, until `signal` ends it. */
export async function goOnLearning(cache: PromMetadataCache, needs: MetadataNeeds, signal: AbortSignal): Promise<void> {
  for (;;) {
    await sleep(againMs, undefined, { signal });
    await learnMetadata(cache, needs, new Date(needs.now().getTime() - lateMs));
  }
}
