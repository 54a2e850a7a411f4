// npm run bench -- compare [--data DIR] [--rows N] [--rounds 11] [--only TEXT] [--json]: the same rows in two other layouts, the same
// questions in plain SQL, round by round in one run. A ratio of 5 says that the other one took five times as long.

import { questions } from './support/compare-questions.ts';
import { ensureRows } from './support/data.ts';
import { diskUse } from './support/generator.ts';
import { judge, rounded, type Goal } from './support/goals.ts';
import { factsOf, getTimed, spread } from './support/measure.ts';
import { optionsOf, wordsBeside } from './support/options.ts';
import { makeLayouts } from './support/other-layouts.ts';
import { cpuMeter, replay, type EngineRun, type Recorded } from './support/recorder.ts';
import { withStand, type Stand } from './support/stand.ts';

const sides = ['ours', 'otel', 'wide'] as const;
type Side = (typeof sides)[number];
type PerSide<T = number> = Readonly<Record<Side, T>>;

function each<T>(of: (side: Side) => T): PerSide<T> {
  return { ours: of('ours'), otel: of('otel'), wide: of('wide') };
}

interface Result {
  readonly name: string;
  /** Medians, from sending the statements to the last byte. */
  readonly ms: PerSide;
  /** Of the engine. */
  readonly cpuMs: PerSide;
  readonly rows: PerSide;
  readonly answerRows: PerSide;
}

export async function bench(args: string[]): Promise<void> {
  const usual = { data: '', rows: 1_000_000, rounds: 11, only: '', json: false };
  const { data, rows: wanted, rounds, only, json } = optionsOf(args, usual);
  const print = wordsBeside(json);
  await withStand(data, async (stand) => {
    const { clickhouse, projects, clock } = stand;
    const rows = await ensureRows(stand, wanted, print);
    await makeLayouts(clickhouse, { project: projects[0] ?? '', end: clock.now, rows, print });
    const facts = await factsOf(stand);
    const results: Result[] = [];
    const goals: Goal[] = [];
    print(
      `${rows} rows in events, ${rounds} rounds; how many times ours, by the clock from sending to the last byte (by CPU time of the engine)`,
    );
    for (const question of questions(facts, clock.now).filter(({ name }) => name.includes(only))) {
      const { name, path, otel, wide, params, times } = question;
      const plain = (sql: string): Recorded[] => [
        { sql, params, format: 'JSONCompactEachRow', operation: '', startMs: 0, endMs: 1 },
      ];
      const statements = { ours: await oursOf(stand, path), otel: plain(otel), wide: plain(wide) };
      const result = { name, ...(await turns(stand, statements, rounds)) };
      results.push(result);
      print(line(result));
      const { ours, ...others } = result.ms;
      for (const side of ['otel', 'wide'] as const)
        goals.push({
          name: `${name}: times ours, ${side}`,
          value: others[side] / ours,
          goal: times[side],
          is: 'at least',
        });
    }
    const bytes = bytesPerRow(await diskUse(clickhouse));
    goals.push({
      name: 'bytes per row, of those of wide',
      value: bytes.ours / bytes.wide,
      goal: 0.75,
      is: 'at most',
    });
    if (json) console.log(JSON.stringify({ rows, results, bytes }));
    print(
      `bytes per row: ours ${rounded(bytes.ours)} (with rollups and trace table ${rounded(bytes.oursAll)}), otel ${rounded(bytes.otel)}, wide ${rounded(bytes.wide)}`,
    );
    judge(goals, print);
  });
}

/** The statements that the API sends for a path. How many rows match in all is a question that the others are not asked. */
async function oursOf(stand: Stand, path: string): Promise<Recorded[]> {
  await getTimed(stand, path);
  stand.recorded.length = 0;
  await getTimed(stand, path);
  return stand.recorded.filter(({ operation }) => operation !== 'count_events');
}

type Run = EngineRun & { readonly cpuMs: number };

/** All sides in turns, so that what else the machine does falls on all of them; a first one only warms up. */
async function turns(
  { clickhouse, reader }: Stand,
  statements: PerSide<readonly Recorded[]>,
  rounds: number,
): Promise<Omit<Result, 'name'>> {
  const runs = each((): Run[] => []);
  const metered = await cpuMeter(clickhouse);
  for (const side of sides) await replay(reader, statements[side]);
  for (let round = 0; round < rounds; round++)
    for (const side of sides) {
      const { result, cpuMs } = await metered(() => replay(reader, statements[side]));
      runs[side].push({ ...result, cpuMs });
    }
  const median = (of: (run: Run) => number): PerSide => each((side) => spread(runs[side].map(of)).median);
  return {
    ms: median(({ ms }) => ms),
    cpuMs: median(({ cpuMs }) => cpuMs),
    rows: median(({ rows }) => rows),
    answerRows: median(({ answerRows }) => answerRows),
  };
}

function line({ name, ms, cpuMs, rows, answerRows }: Result): string {
  const times = (side: 'otel' | 'wide'): string =>
    `${side} ${(ms[side] / ms.ours).toFixed(2).padStart(6)} (${(cpuMs[side] / cpuMs.ours).toFixed(2)})`.padEnd(22);
  const read = sides.map((side) => rows[side]).join(' / ');
  const answered = sides.map((side) => answerRows[side]).join(' / ');
  return `${name.padEnd(40)} ${ms.ours.toFixed(1).padStart(7)} ms  ${times('otel')} ${times('wide')} read ${read}, answered ${answered}`;
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
