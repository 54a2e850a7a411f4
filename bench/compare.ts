// npm run bench -- compare [--data DIR] [--rows N] [--rounds 11] [--json]: the same rows in two other layouts, the same
// questions in plain SQL, round by round in one run. A ratio of 5 says that the other one took five times as long.

import { parseArgs } from 'node:util';
import { ensureRows } from './query.ts';
import { findFacts } from './support/claims.ts';
import { questions } from './support/compare-questions.ts';
import { diskUse } from './support/generator.ts';
import { judge, type Goal } from './support/goals.ts';
import { getTimed, spread } from './support/measure.ts';
import { makeLayouts } from './support/other-layouts.ts';
import { replay, type Recorded } from './support/recorder.ts';
import { withStand } from './support/stand.ts';

interface Result {
  readonly name: string;
  readonly oursMs: number;
  readonly otel: number;
  readonly wide: number;
  readonly rows: { readonly ours: number; readonly otel: number; readonly wide: number };
}

export async function bench(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string' },
      rows: { type: 'string', default: '1000000' },
      rounds: { type: 'string', default: '11' },
      json: { type: 'boolean', default: false },
    },
  });
  const print = (line: string): void => (values.json ? console.error(line) : console.log(line));
  await withStand(values.data, async (stand) => {
    const { clickhouse, projects, clock, recorded } = stand;
    const rows = await ensureRows(stand, Number(values.rows), print);
    const project = projects[0] ?? '';
    await makeLayouts(clickhouse, project);
    const facts = await findFacts(clickhouse, project, clock.now, (path) => getTimed(stand, path));
    const results: Result[] = [];
    const goals: Goal[] = [];
    for (const { name, path, otel, wide, params, times } of questions(facts, clock.now)) {
      await getTimed(stand, path);
      recorded.length = 0;
      await getTimed(stand, path);
      // How many rows match in all is a question that the others are not asked.
      const ours = recorded.filter(({ operation }) => operation !== 'count_events');
      const plain = (sql: string): Recorded[] => [
        { sql, params, format: 'JSONCompactEachRow', operation: '', startMs: 0, endMs: 1 },
      ];
      const sides = [ours, plain(otel), plain(wide)];
      const taken: number[][] = [[], [], []];
      const read = [0, 0, 0];
      for (let round = 0; round <= Number(values.rounds); round++)
        for (const [side, statements] of sides.entries()) {
          const run = await replay(clickhouse, statements);
          if (round > 0) taken[side]?.push(run.ms);
          read[side] = run.rows;
        }
      const [oursMs = 0, otelMs = 0, wideMs = 0] = taken.map((all) => spread(all).median);
      const result: Result = {
        name,
        oursMs,
        otel: round(otelMs / oursMs),
        wide: round(wideMs / oursMs),
        rows: { ours: read[0] ?? 0, otel: read[1] ?? 0, wide: read[2] ?? 0 },
      };
      results.push(result);
      goals.push({ name: `${name}: times ours, otel`, value: result.otel, goal: times.otel, is: 'at least' });
      goals.push({ name: `${name}: times ours, wide`, value: result.wide, goal: times.wide, is: 'at least' });
    }
    const bytes = bytesPerRow(await diskUse(clickhouse));
    goals.push({
      name: 'bytes per row, of those of wide',
      value: round(bytes.ours / bytes.wide),
      goal: 0.75,
      is: 'at most',
    });
    if (values.json) console.log(JSON.stringify({ rows, results, bytes }));
    print(
      `${rows} rows in events, ${values.rounds} rounds; ratios of medians, from sending the statements to the last byte`,
    );
    for (const { name, oursMs, otel, wide, rows: read } of results)
      print(
        `${name.padEnd(42)} ${oursMs.toFixed(1).padStart(7)} ms  otel ${otel.toFixed(2).padStart(6)}  wide ${wide.toFixed(2).padStart(6)}   rows ${read.ours} / ${read.otel} / ${read.wide}`,
      );
    print(
      `bytes per row: ours ${round(bytes.ours)} (with rollups and trace table ${round(bytes.oursAll)}), otel ${round(bytes.otel)}, wide ${round(bytes.wide)}`,
    );
    judge(goals, print);
  });
}

function bytesPerRow(tables: readonly { readonly table: string; readonly rows: number; readonly bytes: number }[]) {
  const of = (names: readonly string[], main: readonly string[]): number => {
    const chosen = tables.filter(({ table }) => names.includes(table) || main.includes(table));
    const rows = chosen.filter(({ table }) => main.includes(table)).reduce((sum, one) => sum + one.rows, 0);
    return chosen.reduce((sum, one) => sum + one.bytes, 0) / rows;
  };
  const derived = ['traces', 'events_1m', 'facets_15m', 'log_shapes_5m', 'endpoints_15m', 'field_catalog'];
  return {
    ours: of([], ['events']),
    oursAll: of(derived, ['events']),
    otel: of(['otel_traces_trace_id_ts'], ['otel_logs', 'otel_traces']),
    wide: of([], ['wide_logs', 'wide_traces']),
  };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
