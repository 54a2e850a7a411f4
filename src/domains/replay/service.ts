import type { Deps } from '../../deps.ts';
import { ApiError } from '../../errors.ts';
import { jsonCells, jsonMember } from '../../lib/json-cells.ts';
import { inTurns } from '../../lib/in-turns.ts';
import { jsonList } from '../../lib/json.ts';
import { inPieces, type Pieces } from '../../lib/pieces.ts';
import { utcTime } from '../../lib/time.ts';
import type { Actor } from '../permission.ts';
import { readRange } from '../range.ts';
import {
  type PostPlace,
  selectPayloads,
  selectPosts,
  selectSession,
  selectSessions,
  type SessionRow,
  type UserParts,
} from './queries.ts';
import type { ReplayPage, ReplayQuery, ReplaySession } from './schema.ts';

type Needs = Pick<Deps, 'reader' | 'now'>;

const sessionsMax = 1_000;
/** What one answer may carry; of a longer recording the rest is asked for from the post on that crosses it. */
const replayBytesMax = 50_000_000;
const replayPostsMax = 20_000;

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

/** A recording, the texts of its events in order, from a place on; undefined when there is none of this session. */
export async function readReplay(
  deps: Pick<Deps, 'reader'>,
  projectId: string,
  sessionId: string,
  {
    bytesMax,
    postsMax = replayPostsMax,
    after,
  }: { bytesMax: number; postsMax?: number; after?: PostPlace | undefined },
  signal: AbortSignal,
) {
  // Recordings are kept by the lower case of their ids; spans and logs have them as they were sent.
  const session = await selectSession(deps.reader, projectId, sessionId.toLowerCase(), signal);
  if (session === undefined) return undefined;
  const posts = await selectPosts(deps.reader, projectId, session, { after, limit: postsMax + 1 }, signal);
  let bytes = 0;
  const crosses = posts.findIndex((post) => (bytes += post.bytes) > bytesMax);
  const page = posts.slice(0, Math.min(crosses === -1 ? posts.length : crosses + 1, postsMax));
  const events = await inOrder(await selectPayloads(deps.reader, projectId, session, page, signal));
  return { session: shown(session), events, rest: page.length < posts.length ? page.at(-1) : undefined };
}

/** As JSON text: the events are as they were sent. */
export async function getReplay(
  deps: Needs,
  actor: Actor,
  sessionId: string,
  { cursor, limit }: ReplayPage,
  signal: AbortSignal,
): Promise<Pieces> {
  const page = {
    bytesMax: replayBytesMax,
    postsMax: Math.min(limit, replayPostsMax),
    after: cursor === undefined ? undefined : decodeCursor(cursor),
  };
  const replay = await readReplay(deps, actor.projectId, sessionId, page, signal);
  if (replay === undefined)
    throw new ApiError('not_found', { parameter: 'session_id', message: 'There is no replay of this session.' });
  const { session, events, rest } = replay;
  const end = JSON.stringify({ truncated: rest !== undefined, cursor: rest && encodeCursor(rest) });
  return inPieces(
    `{"session":${JSON.stringify(session)},"events":`,
    jsonList(events, (event) => event),
    `,${end.slice(1)}`,
  );
}

function encodeCursor({ atMs, chunk }: PostPlace): string {
  return Buffer.from(`${atMs}~${chunk}`).toString('base64url');
}

const chunkMax = 2n ** 64n - 1n;

function decodeCursor(text: string): PostPlace {
  const [, at, chunk] = /^(\d{1,14})~(\d{1,20})$/.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? [];
  if (at !== undefined && chunk !== undefined && BigInt(chunk) <= chunkMax) return { atMs: Number(at), chunk };
  throw new ApiError('invalid_parameter', {
    parameter: 'cursor',
    message: 'cursor must be one that a part of this recording gave.',
  });
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

function shown({ session_id, start_ms, end_ms, chunks, users, url }: SessionRow): ReplaySession {
  const all = usersOf(users);
  return {
    sessionId: session_id,
    start: utcTime(new Date(start_ms)),
    end: utcTime(new Date(end_ms)),
    duration_ms: end_ms - start_ms,
    chunks,
    ...all[0],
    users: all,
    ...(url === '' ? {} : { url }),
  };
}

/** Each once: a recorder may know of a user's id before it knows of the rest. */
function usersOf(users: readonly UserParts[]): ReplaySession['users'] {
  const filled = (parts: UserParts) => parts.filter((part) => part !== '').length;
  const fullest = users.toSorted((a, b) => filled(b) - filled(a) || (String(a) < String(b) ? -1 : 1));
  return fullest
    .filter(
      (one, at) => !fullest.slice(0, at).some((other) => one.every((part, n) => part === '' || part === other[n])),
    )
    .map(([userId, userEmail, userName]) => ({
      ...(userId === '' ? {} : { userId }),
      ...(userEmail === '' ? {} : { userEmail }),
      ...(userName === '' ? {} : { userName }),
    }));
}
