// Patterns that were told as issues, and are logged on: how many lines there are by now, and when the last one was.

import { lockIssues } from '../issues/queries.ts';
import { selectOpenIssuesOf, setIssueCounts } from '../issues/queries-record.ts';
import type { ScanCall } from '../scan/job.ts';
import { isLookedAt, lookFrom, readMark } from '../scan/mark.ts';
import { countPatterns, selectHeard } from './queries-counts.ts';
import { selectPatternsById } from './queries.ts';

const scanName = 'pattern issues';
/** All lines are counted again, not those that came: so not each minute. */
const everyS = 300;
const back = { overlapS: 900, firstS: 86_400 };
const patternsHeardMax = 10_000;
const issuesMax = 500;
/** Lines of before a pattern's sample can come late. */
const lateLinesS = 86_400;

export async function countToldPatterns(call: ScanCall): Promise<void> {
  const { deps, payload, lease, signal } = call;
  const { projectId } = payload;
  const mark = await readMark(call, scanName);
  const { nowS } = mark;
  if (isLookedAt(mark, Math.floor(nowS / everyS) * everyS)) return;
  const heard = await selectHeard(
    deps.clickhouse,
    projectId,
    { fromS: lookFrom(mark, back), rowsMax: patternsHeardMax },
    signal,
  );
  const issues = await selectOpenIssuesOf(deps.sql, projectId, 'log_pattern', heard.map(String), issuesMax);
  const rows = [...(await selectPatternsById(deps.sql, projectId, [...issues.keys()].map(Number))).values()];
  const firstS = Math.min(...rows.map(({ first_seen }) => first_seen.getTime() / 1000));
  const wanted = { fromS: Math.floor(firstS) - lateLinesS, nowS };
  const counts = await countPatterns(deps.clickhouse, projectId, rows, wanted, signal);
  const seen = [...counts.values()].flatMap(({ id, lines, last }) => {
    const issue = issues.get(String(id));
    return issue === undefined ? [] : [{ id: issue, occurrences: lines, lastSeen: last }];
  });
  await lease.begin(async (tx) => {
    if (!(await mark.moveTo(tx, nowS)) || seen.length === 0) return;
    await lockIssues(
      tx,
      projectId,
      seen.map(({ id }) => id),
    );
    await setIssueCounts(tx, projectId, seen, deps.now());
  });
}
