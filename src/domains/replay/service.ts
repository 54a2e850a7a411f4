import type { Deps } from '../../deps.ts';
import { ApiError } from '../../errors.ts';
import { jsonCells, jsonMember } from '../../lib/json-cells.ts';
import { inTurns } from '../../lib/in-turns.ts';
import { utcTime } from '../../lib/time.ts';
import type { Actor } from '../permission.ts';
import { readRange } from '../range.ts';
import { selectPayloads, selectSession, selectSessions, type SessionRow } from './queries.ts';
import type { ReplayQuery, ReplaySession } from './schema.ts';

type Needs = Pick<Deps, 'reader' | 'now'>;

const sessionsMax = 1_000;
/** What one answer may carry; a longer recording is cut after the post that crosses it. */
const replayBytesMax = 50_000_000;

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

/** A recording, the texts of its events in order; undefined when there is none of this session. */
export async function readReplay(
  deps: Pick<Deps, 'reader'>,
  projectId: string,
  sessionId: string,
  bytesMax: number,
  signal: AbortSignal,
) {
  // Recordings are kept by the lower case of their ids; spans and logs have them as they were sent.
  const session = await selectSession(deps.reader, projectId, sessionId.toLowerCase(), signal);
  if (session === undefined) return undefined;
  const chunks = await selectPayloads(deps.reader, projectId, session, bytesMax, signal);
  const events = await inOrder(chunks.map(({ payload }) => payload));
  return { session: shown(session), events, truncated: chunks.some(({ cut }) => cut) };
}

/** As JSON text: the events are as they were sent. */
export async function getReplay(deps: Needs, actor: Actor, sessionId: string, signal: AbortSignal): Promise<string> {
  const replay = await readReplay(deps, actor.projectId, sessionId, replayBytesMax, signal);
  if (replay === undefined)
    throw new ApiError('not_found', { parameter: 'session_id', message: 'There is no replay of this session.' });
  const { session, events, truncated } = replay;
  return `{"session":${JSON.stringify(session)},"events":[${events.join(',')}],"truncated":${truncated}}`;
}

interface Timed {
  readonly text: string;
  readonly atMs: number;
}

/**
 * By their times; one without a time stays behind the one that it was sent after. There may be a million of them: each
 * post is put in order by itself, and then two and two, and others get their turn in between.
 */
async function inOrder(payloads: readonly string[]): Promise<string[]> {
  let lastMs = 0;
  let lists: Timed[][] = [];
  for await (const payload of inTurns(payloads, 1)) {
    const timed = jsonCells(payload).map((text) => {
      const atMs = Number(jsonMember(text, 'timestamp') ?? NaN);
      if (Number.isFinite(atMs)) lastMs = atMs;
      return { text, atMs: lastMs };
    });
    lists.push(timed.toSorted((a, b) => a.atMs - b.atMs));
  }
  while (lists.length > 1) {
    const pairs = Array.from({ length: Math.ceil(lists.length / 2) }, (_, at) => lists.slice(2 * at, 2 * at + 2));
    const merged: Timed[][] = [];
    for await (const [first = [], second = []] of inTurns(pairs, 1)) merged.push(mergedOf(first, second));
    lists = merged;
  }
  return (lists[0] ?? []).map(({ text }) => text);
}

/** Of those at one time the first list's come first. */
function mergedOf(first: readonly Timed[], second: readonly Timed[]): Timed[] {
  const all: Timed[] = [];
  let at = 0;
  for (const one of second) {
    for (let next = first[at]; next !== undefined && next.atMs <= one.atMs; next = first[++at]) all.push(next);
    all.push(one);
  }
  return all.concat(first.slice(at));
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
