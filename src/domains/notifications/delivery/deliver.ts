// Tells one target what waits for it, in order, one at a time: what fails is tried again before the next is told, at its own
// times and whenever something new is to be told, so that a receiver that is back hears of it at once.

import type { JobCall } from '../../../jobs/job.ts';
import { storable } from '../../../lib/storable.ts';
import { idOf } from '../ids.ts';
import {
  countTry,
  insertDigest,
  selectNext,
  selectSentWithin,
  selectWaiting,
  writeTry,
  type NotificationRow,
  type SendRow,
  type TryResult,
} from '../queries.ts';
import { heldMs, isDue, pauseMs, triedForMs, unchangedMs, type Sent } from './retry.ts';
import { send } from './send.ts';
import { digestOf, stormWindowMs, turn } from './storm.ts';

/** In one digest. */
const listedMax = 1_000;
/** The job ends, and another goes on, before its deadline: what is sent as that passes is sent again. */
const busyMsMax = 55_000;
/** A try is taken to last so long, and as long as any before it. */
const tryMsUsual = 15_000;

/** When the target is to be looked at again; null when nothing waits. */
export type Again = { readonly afterMs: number } | null;

export async function deliverTo(
  call: JobCall<{ readonly projectId: string; readonly target: string }>,
): Promise<Again> {
  const { deps, payload, signal } = call;
  const { projectId, target } = payload;
  const startedAt = performance.now();
  let tryMsMax = tryMsUsual;
  while (performance.now() - startedAt + tryMsMax < busyMsMax) {
    signal.throwIfAborted();
    const now = deps.now();
    const waiting = await selectNext(deps.sql, projectId, target);
    if (waiting === undefined) return null;
    const { next: first, count, dueAt } = waiting;
    if (!isDue(dueAt, now)) return { afterMs: dueAt.getTime() - now.getTime() };
    const window = { after: new Date(now.getTime() - stormWindowMs), until: now };
    const sent = await selectSentWithin(deps.sql, projectId, target, window);
    // A pager must hear of each beginning and each end by itself; what was begun as a digest goes out as it is.
    const mayDigest = first.channel !== 'pager' && first.source_kind !== 'digest' && first.attempts === 0;
    const next = turn(sent, count, mayDigest, now);
    if (next.kind === 'wait') return { afterMs: next.ms };
    const triedAt = performance.now();
    if (next.kind === 'digest') await gather(call, first);
    else await attempt(call, first);
    tryMsMax = Math.max(tryMsMax, performance.now() - triedAt);
  }
  return { afterMs: 0 };
}

async function gather(
  { deps, lease, payload }: JobCall<{ readonly projectId: string; readonly target: string }>,
  first: NotificationRow,
): Promise<void> {
  await lease.begin(async (tx) => {
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
  row: SendRow,
): Promise<void> {
  const triedAt = deps.now();
  // What came meanwhile has its first try before the next one of the oldest is due: one more, which is not counted.
  const counts = isDue(row.next_at, triedAt);
  await lease.begin(async (tx) => {
    if (counts) await countTry(tx, payload.projectId, row.id);
  });
  const sent = await send(deps, row);
  const result = resultOf(sent, row, counts, deps.now());
  if (sent.kind === 'failed') {
    log.warn(
      { notification: row.id, channel: row.channel, tries: row.attempts + 1, reason: sent.reason },
      'not delivered',
    );
  }
  await lease.begin((tx) => writeTry(tx, payload.projectId, row, triedAt, result));
}

function resultOf(sent: Sent, row: NotificationRow, counts: boolean, now: Date): TryResult {
  const tries = counts ? row.attempts + 1 : null;
  // What waited for so long behind another that it would have been given up by now is tried once.
  const isOld = tries === 1 && now.getTime() - row.created_at.getTime() > triedForMs;
  const leftMs = row.next_at.getTime() - now.getTime();
  const pause = isOld
    ? null
    : tries === null
      ? unchangedMs(leftMs, sent, now)
      : pauseMs(tries, sent, now, Math.random());
  const state = sent.kind === 'delivered' ? 'delivered' : pause === null ? 'failed' : 'waiting';
  return {
    state,
    nextAt: new Date(now.getTime() + (pause ?? 0)),
    heldUntil: pause === null ? null : new Date(now.getTime() + heldMs(pause, sent, now)),
    statusCode: sent.statusCode,
    // What a receiver answers may be anything.
    error: sent.kind === 'failed' ? storable(sent.reason) : null,
    endedAt: state === 'waiting' ? null : now,
  };
}
