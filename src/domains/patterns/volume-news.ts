// Patterns that are logged far more, or far less, than they usually are.

import type { NewIssue } from '../issues/record.ts';
import { raiseIssues } from '../issues/tell.ts';
import type { ScanCall } from '../scan/job.ts';
import { isLookedAt, readMark } from '../scan/mark.ts';
import { selectVolumes } from './queries-counts.ts';
import { selectPatternsById, setVolumes, type PatternRow } from './queries.ts';
import { volumeBucketMinutes, volumeChange, volumeHistoryBuckets, type VolumeChange } from './volume.ts';

const volumeScanName = 'pattern volume';
const settleS = 60;
const patternsJudgedMax = 1_000;

/** Compares the last complete buckets with two days of them, once for each. */
export async function judgeVolumes(call: ScanCall): Promise<void> {
  const { deps, payload, lease, signal } = call;
  const { projectId } = payload;
  const bucketS = volumeBucketMinutes * 60;
  const mark = await readMark(call, volumeScanName);
  const toS = Math.floor((mark.nowS - settleS) / bucketS) * bucketS;
  if (isLookedAt(mark, toS)) return;
  const range = { fromS: toS - (volumeHistoryBuckets + 2) * bucketS, toS, bucketS, patternsMax: patternsJudgedMax };
  const volumes = await selectVolumes(deps.clickhouse, projectId, range, signal);
  const ids = volumes.map(({ id }) => id);
  const rows = await selectPatternsById(deps.sql, projectId, ids);
  const changes = new Map(
    volumes.map(({ id, lines }) => [id, volumeChange(bucketsOf(lines, rows.get(id)?.first_seen, range))]),
  );
  await lease.begin(async (tx) => {
    if (!(await mark.moveTo(tx, toS))) return;
    const issues: NewIssue[] = [];
    const kinds = new Map<number, PatternRow['volume']>();
    for (const [id, change] of changes) {
      const row = rows.get(id);
      if (row === undefined || (change?.kind ?? null) === row.volume) continue;
      kinds.set(id, change?.kind ?? null);
      if (change === undefined || row.state === 'ignored') continue;
      issues.push(volumeIssue(row, change, new Date(toS * 1000)));
    }
    await setVolumes(tx, projectId, kinds);
    await raiseIssues(tx, deps, projectId, issues);
  });
}

/** Each complete bucket of the range in which there was the pattern already; a silent one has no lines. */
function bucketsOf(
  lines: ReadonlyMap<number, number>,
  firstSeen: Date | undefined,
  { fromS, toS, bucketS }: { readonly fromS: number; readonly toS: number; readonly bucketS: number },
): number[] {
  const seenS = firstSeen === undefined ? toS : Math.floor(firstSeen.getTime() / 1000 / bucketS) * bucketS;
  const startS = Math.max(fromS, Math.min(seenS, ...lines.keys()));
  return Array.from({ length: (toS - startS) / bucketS }, (_, n) => lines.get(startS + n * bucketS) ?? 0);
}

function volumeIssue(row: PatternRow, { kind, lines, usualLines, z }: VolumeChange, at: Date): NewIssue {
  const what = kind === 'spike' ? 'Far more' : 'Far fewer';
  return {
    type: 'log_pattern_rate_change',
    target: String(row.id),
    title: `${what} lines of: ${row.template || row.sample}`,
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
    evidence: ['Lines', `${lines} in ${volumeBucketMinutes} minutes, usually ${usualLines}`],
    occurrences: 1,
    seenAt: at,
  };
}
