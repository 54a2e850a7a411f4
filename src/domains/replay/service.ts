import type { Deps } from '../../deps.ts';
import { ApiError } from '../../errors.ts';
import { utcTime } from '../../lib/time.ts';
import type { Actor } from '../permission.ts';
import { instantParam, readRange } from '../range.ts';
import { selectPayloads, selectSession, selectSessions, type SessionRow } from './queries.ts';
import type { ReplayQuery, ReplaySession } from './schema.ts';

type Needs = Pick<Deps, 'reader' | 'now'>;

/** What one answer may carry; a longer recording is cut after the post that crosses it. */
const replayBytesMax = 100_000_000;

export async function listReplays(
  deps: Needs,
  actor: Actor,
  query: ReplayQuery,
  signal: AbortSignal,
): Promise<ReplaySession[]> {
  const range = readRange(query, deps.now());
  const filter = { from: instantParam(range.from), to: instantParam(range.to), user: query.user, limit: query.limit };
  return (await selectSessions(deps.reader, actor.projectId, filter, signal)).map(shown);
}

/** The recording as JSON text: the events are passed on as they were sent, only put in order. */
export async function getReplay(deps: Needs, actor: Actor, sessionId: string, signal: AbortSignal): Promise<string> {
  const session = await selectSession(deps.reader, actor.projectId, sessionId, signal);
  if (session === undefined) {
    throw new ApiError('not_found', { parameter: 'session_id', message: 'There is no replay of this session.' });
  }
  const chunks = await selectPayloads(deps.reader, actor.projectId, session, replayBytesMax, signal);
  const events = chunks.flatMap(({ payload }) => JSON.parse(payload) as { timestamp?: unknown }[]);
  // Posts are in order already, and their events nearly: the sort is stable, so those without a time keep their place.
  const ordered = events.toSorted((a, b) => timeOf(a) - timeOf(b));
  const truncated = chunks.some(({ cut }) => cut);
  return JSON.stringify({ session: shown(session), events: ordered, truncated });
}

function timeOf(event: { timestamp?: unknown } | null): number {
  return typeof event?.timestamp === 'number' ? event.timestamp : 0;
}

function shown(row: SessionRow): ReplaySession {
  const { session_id, start_ms, end_ms, chunks, user_id, user_email, user_name, url } = row;
  return {
    sessionId: session_id,
    start: utcTime(new Date(start_ms)),
    end: utcTime(new Date(end_ms)),
    duration_ms: end_ms - start_ms,
    chunks,
    ...(user_id === '' ? {} : { userId: user_id }),
    ...(user_email === '' ? {} : { userEmail: user_email }),
    ...(user_name === '' ? {} : { userName: user_name }),
    ...(url === '' ? {} : { url }),
  };
}
