import type { Deps } from '../../deps.ts';
import { addJobs } from '../../jobs/job.ts';
import { storable } from '../../lib/storable.ts';
import type { Tx } from '../../store/transaction.ts';
import { idOf, targetHash } from './ids.ts';
import { deliver } from './jobs.ts';
import type { Message } from './message.ts';
import { insertNotifications, lockOutbox } from './queries.ts';
import type { Target } from './targets.ts';

export interface Told {
  readonly projectId: string;
  readonly source: { readonly kind: 'monitor' | 'issue' | 'report'; readonly id: string };
  /** Names what is told for good: telling it again to the same target does nothing. */
  readonly key: string;
  readonly message: Message;
}

/** Writes the outbox in the transaction of what is told, one row for each target; deliveries begin when it commits. */
export async function tell(tx: Tx, deps: Pick<Deps, 'now'>, told: Told, targets: readonly Target[]): Promise<string[]> {
  const { projectId, key, source } = told;
  const all = targets.map(({ channel, address }) => {
    const target = targetHash(projectId, { channel, address });
    return { id: idOf(`${key}\n${target}`), target, channel, address };
  });
  await lockOutbox(tx, projectId);
  const fresh = await insertNotifications(
    tx,
    projectId,
    { source, message: stored(told.message), at: deps.now() },
    all,
  );
  await addJobs(
    tx,
    deliver,
    fresh.map((target) => ({ projectId, target })),
  );
  return all.map(({ id }) => id);
}

/** Telemetry brings what Postgres cannot hold, and so does a cut: what is told must not fail for it. */
function stored(message: Message): Message {
  const text = JSON.stringify(message, (_, value: unknown) => (typeof value === 'string' ? storable(value) : value));
  return JSON.parse(text) as Message;
}
