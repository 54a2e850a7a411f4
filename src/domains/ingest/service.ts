import type { Deps } from '../../deps.ts';
import { ApiError } from '../../errors.ts';
import { utcTime } from '../../lib/time.ts';
import type { Actor } from '../permission.ts';
import { instantParam, readRange } from '../range.ts';
import { type CountRow, selectCounts, selectStored } from './queries.ts';
import type { IngestMinute, IngestStats, IngestStatsQuery } from './schema.ts';

const minuteNs = 60n * 1_000_000_000n;
const rangeNsMax = 2n * 24n * 60n * minuteNs;

export async function ingestStats(
  deps: Pick<Deps, 'reader' | 'now'>,
  actor: Actor,
  query: IngestStatsQuery,
  signal: AbortSignal,
): Promise<IngestStats> {
  const { from, to } = readRange(query, deps.now());
  if (to - from > rangeNsMax) {
    const parameter = query.since === undefined ? 'from' : 'since';
    throw new ApiError('invalid_parameter', { parameter, message: 'The range may be two days at most.' });
  }
  // Minutes are whole, in what was counted as in what is stored.
  const range = {
    from: instantParam(from - (from % minuteNs)),
    to: instantParam(to + ((minuteNs - (to % minuteNs)) % minuteNs)),
  };
  const [counts, stored] = await Promise.all([
    selectCounts(deps.reader, actor.projectId, range, signal),
    selectStored(deps.reader, actor.projectId, range, signal),
  ]);
  const minutes = new Map<string, IngestMinute>();
  for (const count of counts) addCount(minuteOf(minutes, count), count);
  for (const one of stored) minuteOf(minutes, one).stored += one.rows;
  const ordered = [...minutes.values()].toSorted(
    (a, b) => b.minute.localeCompare(a.minute) || a.signal.localeCompare(b.signal),
  );
  return { minutes: ordered };
}

function minuteOf(minutes: Map<string, IngestMinute>, at: { minuteS: number; signal: string }): IngestMinute {
  const key = `${at.minuteS} ${at.signal}`;
  const known = minutes.get(key);
  if (known !== undefined) return known;
  const minute: IngestMinute = {
    minute: utcTime(new Date(at.minuteS * 1000)),
    signal: at.signal as IngestMinute['signal'],
    accepted: 0,
    duplicates: 0,
    rejected: {},
    adjusted: {},
    refused: {},
    stored: 0,
    bytes: 0,
    lag_ms_mean: 0,
    lag_ms_max: 0,
  };
  minutes.set(key, minute);
  return minute;
}

function addCount(minute: IngestMinute, count: CountRow): void {
  minute.bytes += count.bytes;
  switch (count.outcome) {
    case 'accepted':
      minute.accepted += count.records;
      minute.lag_ms_mean = count.records === 0 ? 0 : count.lagMsSum / count.records;
      minute.lag_ms_max = count.lagMsMax;
      return;
    case 'duplicate':
      minute.duplicates += count.records;
      return;
    case 'rejected':
    case 'adjusted':
    case 'refused':
      minute[count.outcome][count.reason] = count.records;
      return;
    default:
      throw new Error(`ingest_stats has an unknown outcome ${count.outcome}`);
  }
}
