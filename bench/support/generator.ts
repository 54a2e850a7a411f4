// Realistic telemetry, made inside the engine: the same rows for the same seed, size and end.

import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import { allAtMost } from '../../src/lib/concurrent.ts';
import {
  dayAndNight,
  insertOf,
  logs,
  logsPerSpan,
  type Made,
  rowsPerInsertMax,
  spans,
  spansPerTrace,
} from './generator-sql.ts';
import { fillCatalogues, fillShapes } from './generator-side.ts';
import { fillMetrics } from './generator-metrics.ts';
import { mergeFully } from './merge.ts';
import { vocabulary, words } from './vocabulary.ts';

export interface Wanted {
  readonly rows: number;
  readonly seed: number;
  readonly end: Date;
  /** The first one gets four fifths. */
  readonly projects: readonly string[];
  readonly print: (line: string) => void;
}

export const days = 7;
const dayMs = 86_400_000;
const shareOf = { spans: 0.4, loneLogs: 0.3 };
const atOnceMax = 4;
/** A day has a seventh of the rows, three fifths of them logs: so many are one block. */
const rowsUnmergedMax = rowsPerInsertMax * 11;
const traceMsMax = 3_000;
const settleMsMax = 120_000;
/** The trace tree of the benchmarks: a trace of the first project, in the last hour. */
const largeTraceSpans = 1_000;

/** Of events, and what is derived of them. */
export const eventTables = ['events', 'events_1m', 'facets_15m', 'traces', 'log_shapes_5m', 'endpoints_15m'] as const;

export interface Step {
  readonly made: Made;
  readonly rows: number;
  readonly params: Readonly<Record<string, unknown>>;
}

export async function generate(clickhouse: ClickHouseClient, wanted: Wanted): Promise<void> {
  const { rows, end, print } = wanted;
  const started = performance.now();
  const todo = [...steps(wanted)];
  const all = todo.reduce((sum, step) => sum + step.rows, 0);
  // Of little a day is a part of spans and a part of logs, and stays so. Of more it is many parts, which are merged once,
  // when all are there; their indexes are built then.
  const isLittle = rows <= rowsUnmergedMax;
  let done = 0;
  if (!isLittle) await clickhouse.command({ query: 'SYSTEM STOP MERGES events' });
  await allAtMost(Math.min(atOnceMax, availableParallelism()), todo, async ({ made, rows: count, params }) => {
    await clickhouse.command({ query: insertOf(made, isLittle), query_params: { ...params } });
    done += count;
    const tookS = (performance.now() - started) / 1000;
    const leftS = Math.max(0, Math.round((tookS / done) * (all - done)));
    const then = isLittle ? '' : ', then merges, about as long';
    print(`${((100 * done) / all).toFixed(0)} %, ${Math.round(done / tookS)} rows/s, ${leftS} s left${then}`);
  });
  if (!isLittle) {
    await clickhouse.command({ query: 'SYSTEM START MERGES events' });
    await mergeFully(clickhouse, 'events', print);
  }
  await fillShapes(clickhouse, wanted, vocabulary(wanted.seed));
  const last = end.getTime();
  for (let day = days; day > 0; day--) await fillCatalogues(clickhouse, last - day * dayMs, last - (day - 1) * dayMs);
  await fillMetrics(clickhouse, wanted, days);
}

/** Statements of a bounded size, in the order of time; each trace and each lone log has a number. */
export function* steps({ rows, seed, end, projects }: Omit<Wanted, 'print'>): Generator<Step> {
  const { services, routes, methods, endpoints, templates, shapes } = vocabulary(seed);
  const every = { seed, projects, services, routes, methods, endpoints, templates, shapes, rare: words.rare };
  const last = end.getTime();
  const first = last - days * dayMs;
  const week = { ...every, from: `${first}000000`, lengthNs: days * dayMs * 1e6, days, spans: 0 };
  let [trace, loneLog] = [0, 0];
  for (const { share, shareOfAll } of slices(rows, first, last)) {
    const count = Math.round((rows * shareOf.spans * shareOfAll) / spansPerTrace);
    const lone = Math.round(rows * shareOf.loneLogs * shareOfAll);
    const some = { ...week, share, shareOf: shareOfAll, first: trace, count, firstLone: loneLog, lone };
    yield { made: spans, rows: count * spansPerTrace, params: some };
    yield { made: logs, rows: count * spansPerTrace * logsPerSpan + lone, params: some };
    trace += count;
    loneLog += lone;
  }
  const lastHour = { from: `${last - 3_600_000}000000`, lengthNs: 3_500 * 1e9, days: 1, share: 0, shareOf: 1 };
  const large = { first: trace, count: 5, spans: largeTraceSpans };
  yield { made: spans, rows: 5 * largeTraceSpans, params: { ...every, ...lastHour, ...large } };
}

/** The days of the week, by the date as the table is partitioned, each in as many pieces as it needs: their shares of all. */
function* slices(rows: number, first: number, last: number): Generator<{ share: number; shareOfAll: number }> {
  const pieces = Math.ceil(rows / rowsUnmergedMax);
  const shareUntil = (ms: number): number => shareAt((ms - first) / (last - first));
  for (let from = first; from < last;) {
    const midnight = (Math.floor(from / dayMs) + 1) * dayMs;
    const to = Math.min(midnight, last);
    const begin = shareUntil(from);
    // No trace lasts longer: none reaches over midnight.
    const shareOfAll = Math.max(0, shareUntil(to - traceMsMax) - begin) / pieces;
    for (let piece = 0; piece < pieces; piece++) yield { share: begin + piece * shareOfAll, shareOfAll };
    from = to;
  }
}

/** The inverse of what the statements make of a share: how much of all comes until a moment of the week. */
function shareAt(moment: number): number {
  let [low, high] = [0, 1];
  for (let i = 0; i < 50; i++) {
    const share = (low + high) / 2;
    if (share + (dayAndNight / days) * Math.sin(2 * Math.PI * days * share) < moment) low = share;
    else high = share;
  }
  return low;
}

export interface DiskUse {
  readonly table: string;
  readonly parts: number;
  readonly rows: number;
  readonly bytes: number;
}

export async function diskUse(clickhouse: ClickHouseClient): Promise<DiskUse[]> {
  const result = await clickhouse.query({
    query: `
SELECT table, count() AS parts, sum(rows) AS rows, sum(bytes_on_disk) AS bytes
FROM system.parts WHERE active AND database = currentDatabase() GROUP BY table HAVING rows > 0 ORDER BY bytes DESC`,
    format: 'JSONEachRow',
    clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
  });
  return result.json<DiskUse>();
}

/** Waits until the merges that the inserts caused are done: readings in between are of no use. */
export async function settle(clickhouse: ClickHouseClient): Promise<void> {
  const until = Date.now() + settleMsMax;
  while (Date.now() < until) {
    const result = await clickhouse.query({ query: 'SELECT count() FROM system.merges', format: 'TabSeparated' });
    if (Number(await result.text()) === 0) return;
    await sleep(500);
  }
}
