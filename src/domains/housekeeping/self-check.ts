import type { Deps } from '../../deps.ts';
import { selectAccepted, selectArrived, type SignalCount } from './queries.ts';

/** Counts of the last hour that is settled: counters are written some seconds late, and may have been waiting for the store. */
const settleS = 600;
const spanS = 3_600;
/** A record that was accepted in a minute can have arrived at the store in the one before or after, by two clocks. */
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
  const toS = Math.floor((now().getTime() / 1000 - settleS) / 60) * 60;
  const fromS = toS - spanS;
  const accepted = await selectAccepted(clickhouse, { fromS, toS }, signal);
  const arrived = await selectArrived(clickhouse, { fromS: fromS - edgeS, toS: toS + edgeS }, signal);
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
