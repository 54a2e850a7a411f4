import type { Deps } from '../../deps.ts';
import { addJobs } from '../../jobs/job.ts';
import { storable } from '../../lib/storable.ts';
import type { Tx } from '../audit/queries.ts';
import { idOf, targetHash } from './ids.ts';
import { deliver } from './jobs.ts';
import type { Message } from './message.ts';
import { insertNotification, lockOutbox } from './queries.ts';
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
  const ids: string[] = [];
  const waiting: { projectId: string; target: string }[] = [];
  const message = stored(told.message);
  await lockOutbox(tx, told.projectId);
  for (const target of targets) {
    const hash = targetHash(told.projectId, target);
    const id = idOf(`${told.key}\n${hash}`);
    ids.push(id);
    const isNew = await insertNotification(tx, told.projectId, {
      id,
      target: hash,
      channel: target.channel,
      address: target.address,
      source: told.source,
      message,
      at: deps.now(),
    });
    if (isNew) waiting.push({ projectId: told.projectId, target: hash });
  }
  await addJobs(tx, deliver, waiting);
  return ids;
}

/** Telemetry brings what Postgres cannot hold, and so does a cut: what is told must not fail for it. */
function stored(message: Message): Message {
  const text = JSON.stringify(message, (_, value: unknown) => (typeof value === 'string' ? storable(value) : value));
  return JSON.parse(text) as Message;
}
