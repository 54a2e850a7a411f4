import type { Deps } from '../../deps.ts';
import { ApiError } from '../../errors.ts';
import { utcTime } from '../../lib/time.ts';
import type { Actor } from '../permission.ts';
import { readRange } from '../range.ts';
import { selectPayloads, selectSession, selectSessions, type SessionRow } from './queries.ts';
import type { ReplayQuery, ReplaySession } from './schema.ts';

type Needs = Pick<Deps, 'reader' | 'now'>;

const sessionsMax = 1_000;
/** What one answer may carry; a longer recording is cut after the post that crosses it. */
const replayBytesMax = 100_000_000;

export async function listReplays(
  deps: Needs,
  actor: Actor,
  query: ReplayQuery,
  signal: AbortSignal,
): Promise<ReplaySession[]> {
  const range = readRange(query, deps.now());
  const limit = Math.min(query.limit, sessionsMax);
  const filter = { range, user: query.user, limit };
  return (await selectSessions(deps.reader, actor.projectId, filter, signal)).map(shown);
}

/** What a recorder sends; only its time is ours to read. */
export type ReplayEvent = { readonly timestamp?: unknown; readonly type?: unknown; readonly data?: unknown } | null;

/** A recording, its events put in order; undefined when there is none of this session. */
export async function readReplay(
  deps: Pick<Deps, 'reader'>,
  projectId: string,
  sessionId: string,
  signal: AbortSignal,
) {
  // Recordings are kept by the lower case of their ids; spans and logs have them as they were sent.
  const session = await selectSession(deps.reader, projectId, sessionId.toLowerCase(), signal);
  if (session === undefined) return undefined;
  const chunks = await selectPayloads(deps.reader, projectId, session, replayBytesMax, signal);
  const events = chunks.flatMap(({ payload }) => JSON.parse(payload) as ReplayEvent[]);
  return { session: shown(session), events: inOrder(events), truncated: chunks.some(({ cut }) => cut) };
}

export async function getReplay(deps: Needs, actor: Actor, sessionId: string, signal: AbortSignal) {
  const replay = await readReplay(deps, actor.projectId, sessionId, signal);
  if (replay !== undefined) return replay;
  throw new ApiError('not_found', { parameter: 'session_id', message: 'There is no replay of this session.' });
}

/** By their times; one without a time stays behind the one that it was sent after. */
function inOrder(events: readonly ReplayEvent[]): ReplayEvent[] {
  let lastMs = 0;
  const timed = events.map((event) => {
    if (typeof event?.timestamp === 'number') lastMs = event.timestamp;
    return { event, atMs: lastMs };
  });
  return timed.toSorted((a, b) => a.atMs - b.atMs).map(({ event }) => event);
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
