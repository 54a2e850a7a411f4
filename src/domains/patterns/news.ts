// Which new patterns are news? Errors at once, others when they have lasted. What a project begins with is learnt in silence.

import { storable } from '../../lib/storable.ts';
import type { NewIssue } from '../issues/record.ts';
import { raiseIssues } from '../issues/tell.ts';
import { oneLine } from '../notifications/message.ts';
import { selectProject } from '../project/queries.ts';
import type { ScanCall } from '../scan/job.ts';
import { selectEngineSeconds } from '../scan/queries.ts';
import {
  countPatterns,
  selectPatternEvents,
  selectServiceLines,
  selectTimesOfLine,
  type PatternCount,
} from './queries-counts.ts';
import { selectServicesSince, selectUnjudged, setJudged, setSilent, type PatternRow } from './queries.ts';

const learningMs = 24 * 3_600_000;
/** A service with so many lines of other patterns is known well enough that an error learnt later is news, however young the project. */
const knownLinesMin = 1_000;
/** And so many lines before an error's first, that it is news also when both were learnt in one look. */
const linesBeforeMin = 5_000;
const ageMsMin = 10 * 60_000;
const linesMin = 5;
/** What stays rarer than that for so long is no news any more. */
const waitingMsMax = 7 * 86_400_000;
/** Lines of before a pattern's sample can come late. */
const lateLinesMs = 86_400_000;
const judgedAtOnceMax = 1_000;
const judgedMax = 20_000;
const issuesMax = 100;
const eventsMax = 5;

/** The newest are looked at first: those that wait for more lines, however many, hold up no error. */
export async function judgeNewPatterns(call: ScanCall): Promise<void> {
  const { deps, payload, signal } = call;
  const project = await selectProject(deps.sql, payload.projectId);
  if (project === undefined) return;
  const isLearning = deps.now().getTime() - project.created_at.getTime() < learningMs;
  let told = 0;
  let below = Number.MAX_SAFE_INTEGER;
  for (let judged = 0; judged < judgedMax; judged += judgedAtOnceMax) {
    signal.throwIfAborted();
    const rows = await selectUnjudged(deps.sql, payload.projectId, below, judgedAtOnceMax);
    if (rows.length > 0) told += await judge(call, rows, isLearning, issuesMax - told);
    if (rows.length < judgedAtOnceMax) return;
    below = rows.at(-1)?.id ?? 0;
  }
}

/** How many were told. */
async function judge(
  call: ScanCall,
  rows: readonly PatternRow[],
  isLearning: boolean,
  issuesLeft: number,
): Promise<number> {
  const { deps, payload, lease, signal } = call;
  const now = deps.now();
  const nowS = await selectEngineSeconds(deps.clickhouse, signal);
  const firstMs = rows.reduce((first, row) => Math.min(first, row.first_seen.getTime()), Infinity);
  const wanted = { fromS: Math.floor((firstMs - lateLinesMs) / 1000), nowS };
  const counts = await countPatterns(deps.clickhouse, payload.projectId, rows, wanted, signal);
  const hasErrors = [...counts.values()].some(isErrorPattern);
  const services = hasErrors ? [...new Set(rows.map(({ service }) => service))] : [];
  const known = isLearning ? await knownServices(call, services, nowS) : undefined;
  const silent: number[] = [];
  let told = 0;
  for (const row of rows) {
    const count = counts.get(row.id);
    const verdict = verdictOf(row, count, now, known);
    if (verdict === 'silent') silent.push(row.id);
    if (verdict !== 'tell' || count === undefined || told >= issuesLeft) continue;
    told++;
    await tellNew(call, row, count);
  }
  if (silent.length === 0) return told;
  await lease.begin((tx) => setSilent(tx, payload.projectId, silent, now));
  return told;
}

/** What a young project's services had logged, and when, before something could be new in them. */
interface Known {
  readonly since: ReadonlyMap<string, Date>;
  readonly dayLines: ReadonlyMap<string, number>;
  readonly wellSince: ReadonlyMap<string, Date>;
}

async function knownServices(
  { deps, payload: { projectId }, signal }: ScanCall,
  services: readonly string[],
  nowS: number,
): Promise<Known> {
  const fromS = nowS - learningMs / 1000;
  const dayLines = await selectServiceLines(deps.clickhouse, projectId, services, fromS, signal);
  const busy = services.filter((service) => (dayLines.get(service) ?? 0) > linesBeforeMin);
  return {
    since: await selectServicesSince(deps.sql, projectId, services),
    dayLines,
    wellSince: await selectTimesOfLine(
      deps.clickhouse,
      projectId,
      { services: busy, fromS, line: linesBeforeMin },
      signal,
    ),
  };
}

function isNewIn({ since, dayLines, wellSince }: Known, row: PatternRow, count: PatternCount): boolean {
  const isLater = row.created_at > (since.get(row.service) ?? row.created_at);
  if (isLater && (dayLines.get(row.service) ?? 0) - count.dayLines >= knownLinesMin) return true;
  return count.first > (wellSince.get(row.service) ?? count.first);
}

/** `known` while the project is learnt. */
function verdictOf(
  row: PatternRow,
  count: PatternCount | undefined,
  now: Date,
  known: Known | undefined,
): 'tell' | 'silent' | 'wait' {
  const isTooLate = now.getTime() - row.created_at.getTime() > waitingMsMax;
  if (row.state === 'ignored') return 'silent';
  // The engine may not know the map yet.
  if (count === undefined) return isTooLate ? 'silent' : 'wait';
  const isError = isErrorPattern(count);
  if (known !== undefined) return isError && isNewIn(known, row, count) ? 'tell' : 'silent';
  if (isError) return 'tell';
  if (now.getTime() - count.first.getTime() >= ageMsMin && count.lines >= linesMin) return 'tell';
  return isTooLate ? 'silent' : 'wait';
}

async function tellNew(
  { deps, payload: { projectId }, lease, signal }: ScanCall,
  row: PatternRow,
  count: PatternCount,
) {
  const lastS = Math.floor(count.last.getTime() / 1000);
  const at = { id: row.id, service: row.service, lastS, rowsMax: eventsMax };
  const events = await selectPatternEvents(deps.clickhouse, projectId, at, signal);
  await lease.begin(async (tx) => {
    if (!(await setJudged(tx, projectId, row.id, deps.now()))) return;
    const lines = events.map(([eventId, time, traceId, spanId, message]) => ({
      eventId,
      time,
      traceId,
      spanId,
      service: row.service,
      message: storable(message),
    }));
    await raiseIssues(tx, deps, projectId, [{ ...newPatternIssue(row, count), events: lines }]);
  });
}

/** At least half of the last day's lines are errors. */
export function isErrorPattern(count: Pick<PatternCount, 'dayLines' | 'dayErrors'>): boolean {
  return count.dayErrors > 0 && count.dayErrors * 2 >= count.dayLines;
}

function newPatternIssue(row: PatternRow, count: PatternCount): NewIssue {
  const isError = isErrorPattern(count);
  return {
    type: 'log_pattern',
    target: String(row.id),
    title: row.template || row.sample,
    severity: isError ? 'error' : 'info',
    ...(row.service === '' ? {} : { service: row.service }),
    recommendedAction: `Look at its lines (pattern == "${row.id}"); acknowledge or ignore the pattern when it is known.`,
    data: { pattern_id: row.id, log_pattern: row.template, sample_message: row.sample, is_error: isError },
    evidence: ['A line', oneLine(row.sample)],
    occurrences: count.lines,
    firstSeen: count.first,
    seenAt: count.last,
  };
}
