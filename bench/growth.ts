// npm run bench -- growth [--sizes 100000,1000000,10000000] [--data DIR] [--runs 20] [--only TEXT] [--json]: how each claim
// grows with the table. An exponent is the slope of a straight line through the logarithms: 0 does not grow, 1 grows as the
// rows do. What a statement costs on an empty table hides growth at small sizes: so the slope of the last step is beside it.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureRows } from './support/data.ts';
import { judge } from './support/goals.ts';
import { claimsOf, measure } from './support/measure.ts';
import { optionsOf, wordsBeside } from './support/options.ts';
import { withStand } from './support/stand.ts';

const exponentMax = 0.1;

interface Point {
  /** In the table. */
  readonly rows: number;
  readonly apiMs: number;
  /** As the engine counts it, of the fastest run: what else the machine does can only add to it. */
  readonly engineMs: number;
  readonly cpuMs: number;
  readonly read: number;
  readonly granules: number;
}

interface Growth {
  readonly name: string;
  readonly flat: boolean;
  readonly points: Point[];
}

export async function bench(args: string[]): Promise<void> {
  const usual = { sizes: '100000,1000000,10000000', data: '', runs: 20, only: '', json: false };
  const { sizes, data, runs, only, json } = optionsOf(args, usual);
  const print = wordsBeside(json);
  const growth = new Map<string, Growth>();
  if (data !== '') mkdirSync(data, { recursive: true, mode: 0o711 });
  for (const size of sizes.split(',')) {
    await withStand(data === '' ? '' : join(data, size), async (stand) => {
      const rows = await ensureRows(stand, Number(size), print);
      print(`${rows} rows`);
      for (const claim of await claimsOf(stand, only)) {
        const { innerBestMs, apiMs, cpuMs, rows: read, granules } = await measure(stand, claim, { runs, clients: 1 });
        const one = growth.get(claim.name) ?? { name: claim.name, flat: claim.flat === true, points: [] };
        growth.set(claim.name, one);
        one.points.push({ rows, engineMs: innerBestMs, apiMs: apiMs.median, cpuMs, read, granules });
      }
    });
  }
  const all = [...growth.values()].map((one) => ({
    ...one,
    time: slopes(one.points, ({ engineMs }) => engineMs),
    cpu: slopes(one.points, ({ cpuMs }) => cpuMs),
    read: slopes(one.points, ({ read }) => read),
  }));
  if (json) console.log(JSON.stringify(all));
  print(
    'exponents over all sizes (of the last step): the engine’s time (best of runs), its CPU time, rows read; then time and rows at each size',
  );
  for (const { name, flat, points, time, cpu, read } of all)
    print(
      `${name.padEnd(42)} ${flat ? 'flat' : '    '} time ${both(time)} CPU ${both(cpu)} rows ${both(read)}  ` +
        points.map((point) => `${point.engineMs.toFixed(1)} ms ${point.read} rows`).join(' → '),
    );
  judge(
    all
      .filter(({ flat }) => flat)
      .map(({ name, time }) => ({
        name: `${name}: exponent of time`,
        value: time.all,
        goal: exponentMax,
        is: 'at most' as const,
      })),
    print,
  );
}

interface Slopes {
  readonly all: number;
  readonly last: number;
}

function slopes(points: readonly Point[], of: (point: Point) => number): Slopes {
  const pairs = points.map((point) => [point.rows, of(point)] as const);
  return { all: exponent(pairs), last: exponent(pairs.slice(-2)) };
}

function both({ all, last }: Slopes): string {
  return `${all.toFixed(2).padStart(5)} (${last.toFixed(2)})`.padEnd(14);
}

/** Slope of the least squares through the logarithms. */
function exponent(points: readonly (readonly [number, number])[]): number {
  const logs = points.map(([x, y]) => [Math.log(x), Math.log(Math.max(y, 0.01))] as const);
  const mean = (of: (point: readonly [number, number]) => number): number =>
    logs.reduce((sum, point) => sum + of(point), 0) / logs.length;
  const [x, y] = [mean(([a]) => a), mean(([, b]) => b)];
  const spread = logs.reduce((sum, [a]) => sum + (a - x) ** 2, 0);
  return spread === 0 ? 0 : logs.reduce((sum, [a, b]) => sum + (a - x) * (b - y), 0) / spread;
}
