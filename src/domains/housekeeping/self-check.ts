import type { Deps } from '../../deps.ts';
import { selectEngineSeconds } from '../scan/queries.ts';
import { selectAccepted, selectArrived, type SignalCount } from './queries.ts';

/** Counts of the last hour that is settled: counters are written some seconds late, and may have been waiting for the store. */
const settleS = 600;
const spanS = 3_600;
/** A record that was accepted in a minute can have arrived at the store in the one before or after. */
const edgeS = 120;

export interface Missing {
  readonly projectId: string;
  readonly signal: string;
  readonly accepted: number;
  readonly stored: number;
}

/** Where fewer records are stored than were accepted: that must never be. */
export async function findMissing(
  { clickhouse, now }: Pick<Deps, 'clickhouse' | 'now'>,
  signal: AbortSignal,
): Promise<Missing[]> {
  const nowS = now().getTime() / 1000;
  const toS = Math.floor((nowS - settleS) / 60) * 60;
  const fromS = toS - spanS;
  const accepted = await selectAccepted(clickhouse, { fromS, toS }, signal);
  // What is accepted is counted by the clock of the service, what arrives by that of the engine.
  const aheadS = Math.round((await selectEngineSeconds(clickhouse, signal)) - nowS);
  const around = { fromS: fromS + aheadS - edgeS, toS: toS + aheadS + edgeS };
  const arrived = await selectArrived(clickhouse, around, signal);
  const stored = new Map(arrived.map((count) => [keyOf(count), count.records]));
  return accepted
    .map(({ projectId, signal: of, records }) => ({
      projectId,
      signal: of,
      accepted: records,
      stored: stored.get(keyOf({ projectId, signal: of })) ?? 0,
    }))
    .filter((one) => one.stored < one.accepted);
}

function keyOf({ projectId, signal }: Pick<SignalCount, 'projectId' | 'signal'>): string {
  return `${projectId} ${signal}`;
}
