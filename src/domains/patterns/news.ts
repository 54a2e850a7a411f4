import type { JobCall } from '../../jobs/job.ts';
import { insertIssueEvents } from '../issues/queries-record.ts';
import { recordIssue, type NewIssue } from '../issues/record.ts';
import { tellIssue } from '../issues/tell.ts';
import { moveMark, selectEngineSeconds, selectMark } from '../scan/queries.ts';
import {
  countPatterns,
  selectPatternEvents,
  selectServiceLines,
  selectVolumes,
  type PatternCount,
} from './queries-counts.ts';
import {
  selectPatternsById,
  selectProjectSince,
  selectUnjudged,
  setJudged,
  setVolume,
  type PatternRow,
  type UnjudgedRow,
} from './queries.ts';
import { volumeBucketMinutes, volumeChange, volumeHistoryBuckets, type VolumeChange } from './volume.ts';

type Call = JobCall<{ projectId: string }>;

const learningMs = 24 * 3_600_000;
/** A service with so many lines is known well enough that another error is news, however young the project. */
const knownLinesMin = 1_000;
const ageMsMin = 10 * 60_000;
const linesMin = 5;
/** What stays rarer than that for so long is no news any more. */
const waitingMsMax = 7 * 86_400_000;
const unjudgedMax = 1_000;
const issuesAtOnceMax = 100;
const eventsMax = 5;
const titleCharsMax = 300;

/** Tells of patterns that are new: errors at once, others when they have lasted; what a project begins with is learnt in silence. */
export async function judgeNewPatterns({ deps, payload: { projectId }, lease, signal }: Call): Promise<void> {
  const { sql, clickhouse } = deps;
  const since = await selectProjectSince(sql, projectId);
  const unjudged = await selectUnjudged(sql, projectId, unjudgedMax);
  if (since === undefined || unjudged.length === 0) return;
  const now = deps.now();
  const nowS = await selectEngineSeconds(clickhouse, signal);
  const ids = unjudged.map(({ id }) => id);
  const services = [...new Set(unjudged.map(({ service }) => service))];
  const counts = new Map(
    (await countPatterns(clickhouse, projectId, { ids, services, nowS }, signal)).map((count) => [count.id, count]),
  );
  const learning = now.getTime() - since.getTime() < learningMs;
  const known = learning
    ? await selectServiceLines(clickhouse, projectId, services, nowS - learningMs / 1000, signal)
    : new Map<string, number>();
  let left = issuesAtOnceMax;
  for (const row of unjudged) {
    const count = counts.get(row.id);
    const verdict = verdictOf(row, count, { now, learning, serviceLines: known.get(row.service) ?? 0 });
    if (verdict === 'wait' || (verdict === 'tell' && left-- <= 0)) continue;
    const lastS = Math.floor((count?.last ?? row.last_seen).getTime() / 1000);
    const at = { id: row.id, service: row.service, lastS, rowsMax: eventsMax };
    const events = verdict === 'tell' ? await selectPatternEvents(clickhouse, projectId, at, signal) : [];
    await sql.begin(async (tx) => {
      await lease.hold(tx);
      if (!(await setJudged(tx, projectId, row.id, now)) || verdict === 'silent' || count === undefined) return;
      const issue = newPatternIssue(row, count);
      const { id, seq, is_new } = await recordIssue(tx, deps, projectId, issue);
      await insertIssueEvents(
        tx,
        projectId,
        id,
        events.map(([eventId, time, traceId, spanId, message]) => ({
          eventId,
          time,
          traceId,
          spanId,
          service: row.service,
          message: message.replaceAll('\0', ''),
        })),
      );
      if (!is_new || issue.severity === 'info') return;
      const { type, title, severity, seenAt } = issue;
      const told = { id, seq, type, what: 'new', title, severity, service: row.service, at: seenAt } as const;
      await tellIssue(tx, deps, projectId, { ...told, facts: [['Lines', String(count.lines)]] });
    });
  }
}

interface Known {
  readonly now: Date;
  readonly learning: boolean;
  /** In the last day, of all its patterns. */
  readonly serviceLines: number;
}

function verdictOf(row: UnjudgedRow, count: PatternCount | undefined, known: Known): 'tell' | 'silent' | 'wait' {
  const waited = known.now.getTime() - row.created_at.getTime();
  if (row.state === 'ignored') return 'silent';
  // The engine may not know the map yet.
  if (count === undefined) return waited > waitingMsMax ? 'silent' : 'wait';
  const isError = isErrorPattern(count);
  if (known.learning) {
    const isLate = row.created_at > row.service_since && known.serviceLines - count.dayLines >= knownLinesMin;
    return isError && isLate ? 'tell' : 'silent';
  }
  if (isError) return 'tell';
  if (known.now.getTime() - count.first.getTime() >= ageMsMin && count.lines >= linesMin) return 'tell';
  return waited > waitingMsMax ? 'silent' : 'wait';
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
    title: (row.template || row.sample).slice(0, titleCharsMax).toWellFormed(),
    severity: isError ? 'error' : 'info',
    ...(row.service === '' ? {} : { service: row.service }),
    recommendedAction: `Look at its lines (pattern == "${row.id}"); acknowledge or ignore the pattern when it is known.`,
    data: { pattern_id: row.id, log_pattern: row.template, sample_message: row.sample, is_error: isError },
    occurrences: count.lines,
    firstSeen: count.first,
    seenAt: count.last,
  };
}

const volumeScanName = 'pattern volume';
const settleS = 60;
const patternsJudgedMax = 1_000;

/** Compares the last complete buckets with two days of them, once for each. */
export async function judgeVolumes({ deps, payload: { projectId }, lease, signal }: Call): Promise<void> {
  const { sql, clickhouse } = deps;
  const bucketS = volumeBucketMinutes * 60;
  const nowS = await selectEngineSeconds(clickhouse, signal);
  const toS = Math.floor((nowS - settleS) / bucketS) * bucketS;
  const mark = await selectMark(sql, projectId, volumeScanName);
  if (mark !== null && mark.getTime() >= toS * 1000) return;
  const range = { fromS: toS - (volumeHistoryBuckets + 2) * bucketS, toS, bucketS, patternsMax: patternsJudgedMax };
  const volumes = await selectVolumes(clickhouse, projectId, range, signal);
  const changes = new Map(volumes.map(({ id, counts }) => [id, volumeChange(counts)]));
  const rows = await selectPatternsById(sql, projectId, [...changes.keys()]);
  await sql.begin(async (tx) => {
    await lease.hold(tx);
    if (!(await moveMark(tx, projectId, volumeScanName, mark, new Date(toS * 1000)))) return;
    for (const [id, change] of [...changes].sort(([a], [b]) => a - b)) {
      const row = rows.get(id);
      if (row === undefined || (change?.kind ?? null) === row.volume) continue;
      await setVolume(tx, projectId, id, change?.kind ?? null);
      if (change === undefined || row.state === 'ignored') continue;
      const issue = volumeIssue(row, change, new Date(toS * 1000));
      const { id: issueId, seq, is_new, is_back } = await recordIssue(tx, deps, projectId, issue);
      if (!is_new && !is_back) continue;
      const { type, title, severity, seenAt: at } = issue;
      const what = is_new ? 'new' : 'back';
      await tellIssue(tx, deps, projectId, { id: issueId, seq, type, what, title, severity, service: row.service, at });
    }
  });
}

function volumeIssue(row: PatternRow, { kind, lines, usualLines, z }: VolumeChange, at: Date): NewIssue {
  const what = kind === 'spike' ? 'Far more' : 'Far fewer';
  return {
    type: 'log_pattern_rate_change',
    target: String(row.id),
    title: `${what} lines of: ${row.template || row.sample}`.slice(0, titleCharsMax).toWellFormed(),
    severity: 'warning',
    ...(row.service === '' ? {} : { service: row.service }),
    recommendedAction: `Compare the lines (pattern == "${row.id}") before and after the change.`,
    data: {
      pattern_id: row.id,
      log_pattern: row.template,
      change: kind,
      lines,
      usual_lines: usualLines,
      z,
      bucket_minutes: volumeBucketMinutes,
    },
    occurrences: 1,
    seenAt: at,
  };
}
