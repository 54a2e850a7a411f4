// Tells one target what waits for it, in order, one at a time: whoever fails is tried again before the next is told.

import type { JobCall } from '../../jobs/job.ts';
import { storable } from '../../lib/storable.ts';
import { idOf } from './ids.ts';
import {
  countTry,
  insertDigest,
  selectSentSince,
  selectWaiting,
  writeTry,
  type NotificationRow,
  type TryResult,
} from './queries.ts';
import { pauseMs, type Sent } from './retry.ts';
import { send } from './send.ts';
import { digestOf, stormWindowMs, turn } from './storm.ts';

/** In one digest. */
const listedMax = 1_000;
/** The job ends, and another goes on, before its deadline. */
const busyMsMax = 40_000;

/** When the target is to be looked at again; null when nothing waits. */
export type Again = { readonly afterMs: number } | null;

export async function deliverTo(
  call: JobCall<{ readonly projectId: string; readonly target: string }>,
): Promise<Again> {
  const { deps, payload, signal } = call;
  const { projectId, target } = payload;
  const startedAt = performance.now();
  while (performance.now() - startedAt < busyMsMax) {
    signal.throwIfAborted();
    const now = deps.now();
    // Whether more than one waits is all that has to be known to choose.
    const waiting = await selectWaiting(deps.sql, projectId, target, 2);
    const [first] = waiting;
    if (first === undefined) return null;
    if (first.next_at > now) return { afterMs: first.next_at.getTime() - now.getTime() };
    const sent = await selectSentSince(deps.sql, projectId, target, new Date(now.getTime() - stormWindowMs));
    // A pager must hear of each beginning and each end by itself; what was begun as a digest goes out as it is.
    const mayDigest = first.channel !== 'pager' && first.source_kind !== 'digest' && first.attempts === 0;
    const next = turn(sent, waiting.length, mayDigest, now);
    if (next.kind === 'wait') return { afterMs: next.ms };
    if (next.kind === 'digest') await gather(call, first);
    else await attempt(call, first);
  }
  return { afterMs: 0 };
}

async function gather(
  { deps, lease, payload }: JobCall<{ readonly projectId: string; readonly target: string }>,
  first: NotificationRow,
): Promise<void> {
  await deps.sql.begin(async (tx) => {
    await lease.hold(tx);
    const waiting = await selectWaiting(tx, payload.projectId, payload.target, listedMax);
    const ids = waiting.map(({ id }) => id);
    await insertDigest(tx, payload.projectId, {
      id: idOf(`digest\n${ids.join('\n')}`),
      target: payload.target,
      like: first,
      ids,
      message: digestOf(
        waiting.map(({ message }) => message),
        deps.now(),
      ),
      at: deps.now(),
    });
  });
}

async function attempt(
  { deps, lease, payload, log }: JobCall<{ readonly projectId: string }>,
  row: NotificationRow,
): Promise<void> {
  await deps.sql.begin(async (tx) => {
    await lease.hold(tx);
    await countTry(tx, payload.projectId, row.id);
  });
  const sent = await send(deps, row);
  const result = resultOf(sent, row.attempts + 1, deps.now());
  if (sent.kind === 'failed') {
    log.warn(
      { notification: row.id, channel: row.channel, tries: row.attempts + 1, reason: sent.reason },
      'not delivered',
    );
  }
  await deps.sql.begin(async (tx) => {
    await lease.hold(tx);
    await writeTry(tx, payload.projectId, row.id, result);
  });
}

function resultOf(sent: Sent, tries: number, now: Date): TryResult {
  const pause = pauseMs(tries, sent, now, Math.random());
  const state = sent.kind === 'delivered' ? 'delivered' : pause === null ? 'failed' : 'waiting';
  return {
    state,
    nextAt: new Date(now.getTime() + (pause ?? 0)),
    statusCode: sent.statusCode,
    // What a receiver answers may be anything.
    error: sent.kind === 'failed' ? storable(sent.reason) : null,
    endedAt: state === 'waiting' ? null : now,
  };
}
