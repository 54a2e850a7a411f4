// npm run bench -- growth [--sizes 100000,1000000,10000000] [--data DIR] [--runs 10] [--json]: how each claim grows with
// the table. The exponent is the slope of a straight line through the logarithms: 0 does not grow, 1 grows as the rows do.

import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { claimsOf, ensureRows } from './query.ts';
import { judge } from './support/goals.ts';
import { measure } from './support/measure.ts';
import { withStand } from './support/stand.ts';

const exponentMax = 0.1;

interface Growth {
  readonly name: string;
  readonly flat: boolean;
  readonly points: {
    readonly rows: number;
    readonly engineMs: number;
    readonly apiMs: number;
    readonly read: number;
  }[];
}

export async function bench(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      sizes: { type: 'string', default: '100000,1000000,10000000' },
      data: { type: 'string' },
      runs: { type: 'string', default: '10' },
      json: { type: 'boolean', default: false },
    },
  });
  const print = (line: string): void => (values.json ? console.error(line) : console.log(line));
  const growth = new Map<string, Growth>();
  for (const size of values.sizes.split(',')) {
    await withStand(values.data === undefined ? undefined : join(values.data, size), async (stand) => {
      const rows = await ensureRows(stand, Number(size), print);
      for (const claim of await claimsOf(stand)) {
        const figures = await measure(stand, claim, { runs: Number(values.runs), clients: 1 });
        const one = growth.get(claim.name) ?? { name: claim.name, flat: claim.flat === true, points: [] };
        growth.set(claim.name, one);
        one.points.push({ rows, engineMs: figures.innerMs, apiMs: figures.apiMs.median, read: figures.rows });
      }
    });
  }
  const all = [...growth.values()].map((one) => ({
    ...one,
    time: exponent(one.points.map(({ rows, engineMs }) => [rows, engineMs])),
    read: exponent(one.points.map(({ rows, read }) => [rows, read])),
  }));
  if (values.json) console.log(JSON.stringify(all));
  for (const { name, flat, points, time, read } of all)
    print(
      `${name.padEnd(42)} ${flat ? 'flat' : '    '} time ^ ${time.toFixed(2).padStart(5)}, rows read ^ ${read.toFixed(2).padStart(5)}  ` +
        points.map((point) => `${point.engineMs.toFixed(0)} ms ${point.read} rows`).join(' → '),
    );
  judge(
    all
      .filter(({ flat }) => flat)
      .map(({ name, time }) => ({
        name: `${name}: exponent of time`,
        value: Math.round(time * 100) / 100,
        goal: exponentMax,
        is: 'at most' as const,
      })),
    print,
  );
}

/** Slope of the least squares through the logarithms. */
export function exponent(points: readonly (readonly [number, number])[]): number {
  const logs = points.map(([x, y]) => [Math.log(x), Math.log(Math.max(y, 1))] as const);
  const mean = (of: (point: readonly [number, number]) => number): number =>
    logs.reduce((sum, point) => sum + of(point), 0) / logs.length;
  const [x, y] = [mean(([a]) => a), mean(([, b]) => b)];
  const spread = logs.reduce((sum, [a]) => sum + (a - x) ** 2, 0);
  return spread === 0 ? 0 : logs.reduce((sum, [a, b]) => sum + (a - x) * (b - y), 0) / spread;
}
