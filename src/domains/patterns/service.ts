import type { Deps } from '../../deps.ts';
import { ApiError } from '../../errors.ts';
import { utcTime } from '../../lib/time.ts';
import type { Tx } from '../../store/transaction.ts';
import { auditOf } from '../audit/record.ts';
import { runBulk, type BulkResult } from '../bulk.ts';
import { noSuch } from '../faults.ts';
import { page, pageWindow } from '../page.ts';
import type { Actor } from '../permission.ts';
import { freshShapesPerHourMax } from './mining/mine.ts';
import { isErrorPattern } from './news.ts';
import { selectPatternCounts, type PatternCount } from './queries-counts.ts';
import {
  lockPattern,
  lockPatterns,
  selectPattern,
  selectPatterns,
  selectUnassigned,
  setPatternState,
  type PatternRow,
} from './queries.ts';
import type {
  LogPatternBulk,
  LogPatternFull,
  LogPatternList,
  LogPatternPage,
  LogPatternState,
  LogPatternSummary,
} from './schema.ts';

/** Longer than any retention. */
const keptS = 400 * 86_400;
const hourMs = 3_600_000;

type Needs = Pick<Deps, 'sql' | 'reader' | 'now' | 'newId'>;

export async function listPatterns(
  deps: Needs,
  actor: Actor,
  list: LogPatternList,
  signal: AbortSignal,
): Promise<LogPatternPage> {
  const window = pageWindow(list);
  const { rows, total } = await selectPatterns(deps.sql, actor.projectId, list, window);
  const counts = await countsOf(deps, actor, rows, signal);
  const items = rows.map((row) => ({ ...summary(row, counts.get(row.id)), ...texts(row) }));
  const thisHour = new Date(Math.floor(deps.now().getTime() / hourMs) * hourMs);
  const unassigned_services = await selectUnassigned(deps.sql, actor.projectId, thisHour, freshShapesPerHourMax);
  return { ...page(items, total, window), unassigned_services };
}

export async function getPattern(deps: Needs, actor: Actor, id: number, signal: AbortSignal): Promise<LogPatternFull> {
  return full(deps, actor, (await selectPattern(deps.sql, actor.projectId, id)) ?? missing(), signal);
}

export async function acknowledgePattern(
  deps: Needs,
  actor: Actor,
  id: number,
  signal: AbortSignal,
): Promise<LogPatternFull> {
  await deps.sql.begin((tx) => move(tx, deps, actor, id, 'acknowledge'));
  return getPattern(deps, actor, id, signal);
}

export async function bulkPatterns(
  deps: Needs,
  actor: Actor,
  { action, ids }: LogPatternBulk,
): Promise<BulkResult<number>> {
  const act = (tx: Tx, id: number) => move(tx, deps, actor, id, action === 'ack' ? 'acknowledge' : action);
  return runBulk(deps, actor, ids, act, (tx, all) => lockPatterns(tx, actor.projectId, all));
}

const stateAfter = { acknowledge: 'acknowledged', ignore: 'ignored', reopen: 'new' } as const satisfies Record<
  string,
  LogPatternState
>;

async function move(tx: Tx, deps: Needs, actor: Actor, id: number, action: keyof typeof stateAfter): Promise<void> {
  const row = (await lockPattern(tx, actor.projectId, id)) ?? missing();
  const state = stateAfter[action];
  if (row.state === state) return;
  if (action === 'acknowledge' && row.state === 'ignored') {
    throw new ApiError('conflict', { parameter: 'pattern_id', message: 'The pattern is ignored; reopen it first.' });
  }
  await setPatternState(tx, actor.projectId, row.id, state, deps.now());
  await audit(tx, deps, actor, action, row, { ...row, state });
}

const audit = auditOf(
  'log_pattern',
  ({ id, state }: PatternRow) => ({ id, state }),
  ({ id }) => String(id),
);

const missing = noSuch('pattern_id');

async function full(deps: Needs, actor: Actor, row: PatternRow, signal: AbortSignal): Promise<LogPatternFull> {
  const counts = await countsOf(deps, actor, [row], signal);
  return { summary: summary(row, counts.get(row.id)), ...texts(row) };
}

async function countsOf(
  deps: Needs,
  actor: Actor,
  rows: readonly PatternRow[],
  signal: AbortSignal,
): Promise<Map<number, PatternCount>> {
  const nowS = Math.floor(deps.now().getTime() / 1000);
  return selectPatternCounts(deps.reader, actor.projectId, rows, { fromS: nowS - keptS, nowS }, signal);
}

function summary(row: PatternRow, count: PatternCount | undefined): LogPatternSummary {
  return {
    id: row.id,
    project_id: row.project_id,
    pattern_hash: BigInt(row.shape).toString(16).padStart(16, '0'),
    source_field: 'body',
    state: row.state,
    occurrence_count: count?.lines ?? 0,
    first_seen_at: utcTime(count?.first ?? row.first_seen),
    last_seen_at: utcTime(count?.last ?? row.last_seen),
    is_error: count !== undefined && isErrorPattern(count),
    ...(row.level === '' ? {} : { log_level: row.level }),
    ...(row.service === '' ? {} : { service_name: row.service }),
  };
}

function texts(row: PatternRow): Pick<LogPatternFull, 'log_pattern' | 'sample_message'> {
  return { log_pattern: row.template, ...(row.sample === '' ? {} : { sample_message: row.sample }) };
}
