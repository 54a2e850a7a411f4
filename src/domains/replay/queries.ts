import type { TimeRange } from '../../lib/time-range.ts';
import { msOf } from '../../lib/time.ts';
import type { Reader } from '../../store/read.ts';
import { replayPostBytesMax } from '../ingest/schema.ts';
import { instantParam } from '../range.ts';

export interface SessionRow {
  readonly session_id: string;
  readonly start_ms: number;
  readonly end_ms: number;
  readonly chunks: number;
  readonly user_id: string;
  readonly user_email: string;
  readonly user_name: string;
  readonly url: string;
}

const sessionColumns = `s.session_id AS session_id,
  toUnixTimestamp64Milli(min(s.start)) AS start_ms, toUnixTimestamp64Milli(max(s.end)) AS end_ms,
  uniqExactMerge(s.chunks) AS chunk_count,
  max(s.user_id) AS user, max(s.user_email) AS email, max(s.user_name) AS user_name_,
  argMinIfMerge(s.url) AS first_url`;

type SessionCells = [string, number, number, number, string, string, string, string];

function sessionOf(line: string): SessionRow {
  const [session_id, start_ms, end_ms, chunks, user_id, user_email, user_name, url] = JSON.parse(line) as SessionCells;
  return { session_id, start_ms, end_ms, chunks, user_id, user_email, user_name, url };
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
    user === undefined ? '' : '\n    AND {user:String} IN (max(o.user_id), max(o.user_email), max(o.user_name))'
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

/** The payloads of a session's posts: each the text of a JSON array. The days of the session keep the look-up to its partitions. */
export async function selectPayloads(
  reader: Reader,
  projectId: string,
  session: SessionRow,
  bytesMax: number,
  signal: AbortSignal,
): Promise<{ payload: string; cut: boolean }[]> {
  const rows = await reader.rows({
    projectId,
    operation: 'get_replay',
    signal,
    // With the post that crosses the bound; half as much again for what columns are beside their texts.
    limits: { resultBytesMax: (bytesMax + replayPostBytesMax) * 1.5 },
    sql: `
SELECT payload, total > {bytes:UInt64} AS cut FROM (
  SELECT payload, at, part, sum(length(payload)) OVER (ORDER BY at, part) AS total FROM (
    SELECT c.payload AS payload, c.ts AS at, c.chunk AS part
    FROM replay_chunks AS c FINAL
    WHERE c.project_id = {project:String} AND c.session_id = {session:String}
      AND c.ts >= fromUnixTimestamp64Milli({start:Int64}) AND c.ts <= fromUnixTimestamp64Milli({end:Int64})
    ORDER BY c.ts
    LIMIT 1 BY c.chunk
  )
)
WHERE total - length(payload) <= {bytes:UInt64}
ORDER BY at, part`,
    params: {
      project: projectId,
      session: session.session_id,
      start: session.start_ms,
      end: session.end_ms,
      bytes: bytesMax,
    },
  });
  return rows.map((row) => {
    const [payload, cut] = JSON.parse(row) as [string, number];
    return { payload, cut: cut === 1 };
  });
}
