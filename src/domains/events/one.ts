import type { Deps } from '../../deps.ts';
import { ApiError } from '../../errors.ts';
import { isStorable, parseUtc, type TimeRange } from '../../lib/time-range.ts';
import type { Actor } from '../permission.ts';
import { instantParam } from '../range.ts';
import { selectEvent, selectNeighbours, type Neighbour } from './queries.ts';
import { recordJson, type EventRow } from './record.ts';
import type { ContextQuery } from './schema.ts';

type Needs = Pick<Deps, 'reader'>;

/** One event by id and time. The time is what finds it: as exact as it is given, a second when it has no fraction. */
export async function findEvent(
  deps: Needs,
  projectId: string,
  id: string,
  timestamp: string,
  signal: AbortSignal,
): Promise<EventRow | undefined> {
  const span = instantSpan(timestamp);
  if (span === undefined) return undefined;
  return selectEvent(deps.reader, projectId, { id, from: instantParam(span.from), to: instantParam(span.to) }, signal);
}

/** The record as JSON text. */
export async function getEvent(
  deps: Needs,
  actor: Actor,
  id: string,
  timestamp: string,
  signal: AbortSignal,
): Promise<string> {
  return recordJson((await findEvent(deps, actor.projectId, id, timestamp, signal)) ?? missing(timestamp));
}

const minuteNs = 60_000_000_000n;
/** How far the neighbours are looked for: near first, since a busy service fills the first window. */
const windowsNs = [5n * minuteNs, 60n * minuteNs, 24n * 60n * minuteNs, 7n * 24n * 60n * minuteNs];

/** The events around one, as JSON text. */
export async function getContext(
  deps: Needs,
  actor: Actor,
  id: string,
  query: ContextQuery,
  signal: AbortSignal,
): Promise<string> {
  if (instantSpan(query.timestamp) === undefined)
    throw new ApiError('invalid_parameter', { parameter: 'timestamp', message: notATime });
  const event = (await findEvent(deps, actor.projectId, id, query.timestamp, signal)) ?? missing(query.timestamp);
  if (query.scope === 'trace' && event.traceId === '') {
    throw new ApiError('invalid_parameter', {
      parameter: 'scope',
      message: 'This event belongs to no trace; use scope=service.',
    });
  }
  const within = query.scope === 'trace' ? { traceId: event.traceId } : { service: event.service };
  const side = async (name: 'before' | 'after', limit: number): Promise<Neighbour[]> => {
    let found: Neighbour[] = [];
    for (const window of limit === 0 ? [] : windowsNs) {
      const at = BigInt(event.startNs);
      const bound = instantParam(name === 'before' ? at - window : at + window);
      found = await selectNeighbours(
        deps.reader,
        actor.projectId,
        { id, at: instantParam(at), side: name, bound, limit },
        within,
        signal,
      );
      if (found.length >= limit) break;
    }
    return found;
  };
  const [before, after] = await Promise.all([side('before', query.before), side('after', query.after)]);
  const list = (neighbours: readonly Neighbour[]) => `[${neighbours.map(neighbourJson).join(',')}]`;
  return `{"before":${list(before.toReversed())},"event":${recordJson(event)},"after":${list(after)}}`;
}

function neighbourJson({ durationNs, traceId, spanId, ...rest }: Neighbour): string {
  const shown = JSON.stringify({ ...rest, trace_id: traceId, span_id: spanId });
  return `${shown.slice(0, -1)},"duration":${durationNs}}`;
}

function instantSpan(text: string): TimeRange | undefined {
  const from = parseUtc(text);
  if (from === undefined || !isStorable(from)) return undefined;
  const digits = /\.(\d{1,9})/.exec(text)?.[1]?.length ?? 0;
  return { from, to: from + 10n ** BigInt(9 - digits) };
}

const notATime = 'The timestamp must be a time such as 2026-01-31T12:00:00Z.';

function missing(timestamp: string): never {
  if (instantSpan(timestamp) === undefined) {
    throw new ApiError('not_found', { parameter: 'timestamp', message: notATime });
  }
  throw new ApiError('not_found', { parameter: 'event_id', message: 'There is no event with this id at this time.' });
}
