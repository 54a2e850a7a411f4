// Realistic telemetry, made inside the engine: the same rows for the same seed, size and end.

import type { ClickHouseClient } from '@clickhouse/client';
import { insertLoneLogs, insertSpans, insertTraceLogs, logsPerSpan, spansPerTrace } from './generator-sql.ts';
import { fillCatalogues, fillShapes } from './generator-side.ts';
import { fillMetrics } from './generator-metrics.ts';
import { vocabulary, words } from './vocabulary.ts';

export interface Wanted {
  readonly rows: number;
  readonly seed: number;
  readonly end: Date;
  /** The first one gets four fifths. */
  readonly projects: readonly string[];
  readonly print: (line: string) => void;
}

const days = 7;
const dayMs = 86_400_000;
const shareOf = { spans: 0.4, loneLogs: 0.3 };
const rowsPerInsertMax = 400_000;
/** The trace tree of the benchmarks: a trace of the first project, in the last hour. */
export const largeTraceSpans = 1_000;

interface Step {
  readonly sql: string;
  readonly rows: number;
  readonly params: Readonly<Record<string, unknown>>;
}

export async function generate(clickhouse: ClickHouseClient, wanted: Wanted): Promise<void> {
  const { rows, seed, end, projects, print } = wanted;
  const { services, routes, methods, endpoints, templates, shapes } = vocabulary(seed);
  const every = { seed, projects, services, routes, methods, endpoints, templates, shapes };
  const started = performance.now();
  let done = 0;
  for (const { sql, rows: made, params } of steps(rows, end)) {
    await clickhouse.command({ query: sql, query_params: { ...every, ...params } });
    done += made;
    const tookS = (performance.now() - started) / 1000;
    const leftS = (tookS / done) * (rows - done);
    print(
      `${((100 * done) / rows).toFixed(0)} %, ${Math.round(done / tookS)} rows/s, ${Math.max(0, Math.round(leftS))} s left`,
    );
  }
  await fillShapes(clickhouse, wanted, vocabulary(seed));
  for (const window of windows(rows, end)) await fillCatalogues(clickhouse, window);
  await fillMetrics(clickhouse, wanted, days);
}

export interface Window {
  readonly fromMs: number;
  readonly toMs: number;
  readonly days: number;
}

/** Oldest first: day by day, or all days at once where there is little. */
function windows(rows: number, end: Date): Window[] {
  const length = rows > rowsPerInsertMax ? 1 : days;
  return Array.from({ length: days / length }, (_, i) => {
    const fromMs = end.getTime() - (days - i * length) * dayMs;
    return { fromMs, toMs: fromMs + length * dayMs, days: length };
  });
}

/** In statements of a bounded size; each trace and each lone log has a number. */
function* steps(rows: number, end: Date): Generator<Step> {
  let [trace, lone] = [0, 0];
  for (const { fromMs, toMs, days: length } of windows(rows, end)) {
    const window = { from: `${fromMs}000000`, to: `${toMs}000000`, days: length };
    const wanted = (rows * length) / days;
    const parts = Math.ceil(wanted / rowsPerInsertMax);
    const traces = Math.max(1, Math.round((wanted * shareOf.spans) / spansPerTrace / parts));
    const logs = Math.round((wanted * shareOf.loneLogs) / parts);
    for (let part = 0; part < parts; part++) {
      const some = { ...window, first: trace, count: traces, spans: 0 };
      yield { sql: insertSpans, rows: traces * spansPerTrace, params: some };
      yield { sql: insertTraceLogs(words.rare), rows: traces * spansPerTrace * logsPerSpan, params: some };
      yield { sql: insertLoneLogs(words.rare), rows: logs, params: { ...window, first: lone, count: logs } };
      trace += traces;
      lone += logs;
    }
  }
  const lastHour = { from: `${end.getTime() - 3_600_000}000000`, to: `${end.getTime()}000000`, days: 1 };
  const large = { ...lastHour, first: trace, count: 5, spans: largeTraceSpans };
  yield { sql: insertSpans, rows: 5 * largeTraceSpans, params: large };
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
export async function settle(clickhouse: ClickHouseClient, waitS = 120): Promise<void> {
  const until = Date.now() + waitS * 1000;
  while (Date.now() < until) {
    const result = await clickhouse.query({ query: 'SELECT count() FROM system.merges', format: 'TabSeparated' });
    if (Number(await result.text()) === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
