import { inTurns } from '../../lib/in-turns.ts';
import type { TimeRange } from '../../lib/time-range.ts';
import { msOf } from '../../lib/time.ts';
import type { Reader } from '../../store/read.ts';
import { replayPostBytesMax } from '../ingest/schema.ts';
import { charsPerTurn } from '../query/run.ts';
import { instantParam } from '../range.ts';

export interface SessionRow {
  readonly session_id: string;
  readonly start_ms: number;
  readonly end_ms: number;
  readonly chunks: number;
  readonly users: readonly UserParts[];
  readonly url: string;
}

/** Id, e-mail address and name, as one post had them: what it left out is empty. */
export type UserParts = readonly [string, string, string];

const sessionColumns = `s.session_id AS session_id,
  toUnixTimestamp64Milli(min(s.start)) AS start_ms, toUnixTimestamp64Milli(max(s.end)) AS end_ms,
  uniqExactMerge(s.chunks) AS chunk_count,
  groupUniqArrayArray(64)(s.users) AS all_users,
  argMinIfMerge(s.url) AS first_url`;

type SessionCells = [string, number, number, number, UserParts[], string];

function sessionOf(line: string): SessionRow {
  const [session_id, start_ms, end_ms, chunks, users, url] = JSON.parse(line) as SessionCells;
  return { session_id, start_ms, end_ms, chunks, users, url };
}

const dayMs = 86_400_000;
const lastDayMs = Date.UTC(2149, 5, 6);

/** As a Date holds it: from 1970 to 2149. */
function dayOf(ns: bigint, daysBefore = 0): string {
  const ms = msOf(ns) - daysBefore * dayMs;
  return new Date(Math.min(Math.max(ms, 0), lastDayMs)).toISOString().slice(0, 10);
}

/**
 * Sessions that overlap the range, the latest first. They are found by the UTC days of the range and the one before; what is
 * said of one is of all its days. Of those that are not shown nothing is read but when they were, and whose.
 */
export async function selectSessions(
  reader: Reader,
  projectId: string,
  { range, user, limit }: { range: TimeRange; user: string | undefined; limit: number },
  signal: AbortSignal,
): Promise<SessionRow[]> {
  const rows = await reader.rows({
    projectId,
    operation: 'list_replays',
    signal,
    sql: `
SELECT ${sessionColumns}
FROM replay_sessions AS s
PREWHERE s.project_id = {project:String} AND s.session_id GLOBAL IN (
  SELECT o.session_id
  FROM replay_sessions AS o
  WHERE o.project_id = {project:String} AND o.session_id GLOBAL IN (
    SELECT f.session_id FROM replay_sessions AS f
    WHERE f.project_id = {project:String} AND f.day >= {first:Date} AND f.day <= {last:Date}
  )
  GROUP BY o.session_id
  HAVING min(o.start) < {to:DateTime64(9, 'UTC')} AND max(o.end) >= {from:DateTime64(9, 'UTC')}${
    user === undefined
      ? ''
      : '\n    AND arrayExists(one -> {user:String} IN (one.1, one.2, one.3), groupUniqArrayArray(64)(o.users))'
  }
  ORDER BY min(o.start) DESC, o.session_id
  LIMIT {limit:UInt32}
)
GROUP BY s.session_id
ORDER BY start_ms DESC, session_id`,
    params: {
      project: projectId,
      first: dayOf(range.from, 1),
      last: dayOf(range.to),
      from: instantParam(range.from),
      to: instantParam(range.to),
      ...(user === undefined ? {} : { user }),
      limit,
    },
  });
  return rows.map(sessionOf);
}

export async function selectSession(
  reader: Reader,
  projectId: string,
  sessionId: string,
  signal: AbortSignal,
): Promise<SessionRow | undefined> {
  const [row] = await reader.rows({
    projectId,
    operation: 'get_replay',
    signal,
    sql: `
SELECT ${sessionColumns}
FROM replay_sessions AS s
WHERE s.project_id = {project:String} AND s.session_id = {session:String}
GROUP BY s.session_id`,
    params: { project: projectId, session: sessionId },
  });
  return row === undefined ? undefined : sessionOf(row);
}

/** Where a post is in its session's order. */
export interface PostPlace {
  readonly atMs: number;
  /** A 64-bit number. */
  readonly chunk: string;
}

interface Post extends PostPlace {
  readonly bytes: number;
}

const ofSession = `
FROM replay_chunks AS c
WHERE c.project_id = {project:String} AND c.session_id = {session:String}
  AND c.ts >= fromUnixTimestamp64Milli({start:Int64}) AND c.ts <= fromUnixTimestamp64Milli({end:Int64})`;

/** The posts of a session behind a place, each once, and how long each is. Its days keep the look-up to its partitions. */
export async function selectPosts(
  reader: Reader,
  projectId: string,
  session: SessionRow,
  { after, limit }: { after: PostPlace | undefined; limit: number },
  signal: AbortSignal,
): Promise<Post[]> {
  const rows = await reader.rows({
    projectId,
    operation: 'get_replay',
    signal,
    sql: `
SELECT at, toString(part), bytes FROM (
  SELECT toUnixTimestamp64Milli(c.ts) AS at, c.chunk AS part, length(c.payload) AS bytes ${ofSession}
  ORDER BY c.ts
  LIMIT 1 BY c.chunk
)
WHERE (at, part) > ({after_at:Int64}, {after_chunk:UInt64})
ORDER BY at, part
LIMIT {limit:UInt32}`,
    params: {
      project: projectId,
      session: session.session_id,
      start: session.start_ms,
      end: session.end_ms,
      after_at: after?.atMs ?? -1,
      after_chunk: after?.chunk ?? '0',
      limit,
    },
  });
  return rows.map((row) => {
    const [atMs, chunk, bytes] = JSON.parse(row) as [number, string, number];
    return { atMs, chunk, bytes };
  });
}

/** What these posts carried, in their order: each the text of a JSON array. */
export async function selectPayloads(
  reader: Reader,
  projectId: string,
  session: SessionRow,
  posts: readonly Post[],
  signal: AbortSignal,
): Promise<string[]> {
  const [first, last] = [posts[0], posts.at(-1)];
  if (first === undefined || last === undefined) return [];
  const rows = await reader.rows({
    projectId,
    operation: 'get_replay',
    signal,
    // Twice as much, for what columns are beside their texts.
    limits: { resultBytesMax: 2 * posts.reduce((sum, { bytes }) => sum + bytes, replayPostBytesMax) },
    sql: `
SELECT toString(c.chunk), c.payload ${ofSession}
  AND (c.ts, c.chunk) >= (fromUnixTimestamp64Milli({start:Int64}), {first:UInt64})
  AND (c.ts, c.chunk) <= (fromUnixTimestamp64Milli({end:Int64}), {last:UInt64})
ORDER BY c.ts, c.chunk
LIMIT 1 BY c.chunk`,
    params: {
      project: projectId,
      session: session.session_id,
      start: first.atMs,
      end: last.atMs,
      first: first.chunk,
      last: last.chunk,
    },
  });
  const wanted = new Set(posts.map(({ chunk }) => chunk));
  const payloads: string[] = [];
  for await (const row of inTurns(rows, charsPerTurn, ({ length }) => length)) {
    const [chunk, payload] = JSON.parse(row) as [string, string];
    if (wanted.has(chunk)) payloads.push(payload);
  }
  return payloads;
}
