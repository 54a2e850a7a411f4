// npm run bench -- query [--data DIR] [--rows N] [--runs 20] [--clients 16] [--only TEXT] [--json]: every read that
// should be fast, through the API over HTTP, beside the engine's own time for the same statements in the same run.

import { parseArgs } from 'node:util';
import { claims, exportRows, findFacts, type Claim } from './support/claims.ts';
import { compileTimes } from './support/compile-time.ts';
import { generate, settle } from './support/generator.ts';
import { judge, type Goal } from './support/goals.ts';
import { getTimed, measure, post, type Figures } from './support/measure.ts';
import { endOfData } from './support/data-end.ts';
import { withStand, type Stand } from './support/stand.ts';

export async function bench(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string' },
      rows: { type: 'string', default: '1000000' },
      runs: { type: 'string', default: '20' },
      clients: { type: 'string', default: '16' },
      only: { type: 'string', default: '' },
      json: { type: 'boolean', default: false },
    },
  });
  const print = (line: string): void => (values.json ? console.error(line) : console.log(line));
  await withStand(values.data, async (stand) => {
    const rows = await ensureRows(stand, Number(values.rows), print);
    print(
      `${rows} rows in events; ms are medians of ${values.runs} runs, API and engine in turns; ${values.clients} clients at once`,
    );
    print(heading);
    const figures: [Claim, Figures][] = [];
    for (const claim of await claimsOf(stand, values.only)) {
      const one = await measure(stand, claim, { runs: Number(values.runs), clients: Number(values.clients) });
      figures.push([claim, one]);
      print(line(one));
    }
    const compiled = await compileTimes(stand);
    for (const { name, ms } of compiled) print(`compile, ${name}: ${ms.toFixed(3)} ms`);
    if (values.json) console.log(JSON.stringify({ rows, figures: figures.map(([, one]) => one), compile: compiled }));
    judge(
      figures.flatMap(([claim, one]) => goalsOf(claim, one)),
      print,
    );
  });
}

/** Makes them where there are none; the present is then the end of what is there. */
export async function ensureRows(stand: Stand, rows: number, print: (line: string) => void): Promise<number> {
  const { clickhouse, projects, clock } = stand;
  let found = await endOfData(clickhouse);
  if (found === null) {
    await generate(clickhouse, { rows, seed: 1, end: clock.now, projects, print });
    await settle(clickhouse);
    found = await endOfData(clickhouse);
  }
  if (found === null) throw new Error('nothing was generated');
  clock.now = found.end;
  return found.rows;
}

export async function claimsOf(stand: Stand, only = ''): Promise<Claim[]> {
  const facts = await findFacts(stand.clickhouse, stand.projects[0] ?? '', stand.clock.now, {
    get: (path) => getTimed(stand, path),
    post: (path, body) => post(stand, path, body),
  });
  return claims(facts).filter(({ name }) => name.includes(only));
}

function goalsOf(claim: Claim, { name, apiMs, engineMs }: Figures): Goal[] {
  const goals: Goal[] = [];
  const value = round(apiMs.median);
  if (claim.thin === true)
    goals.push({
      name: `${name}: ms, of 1.2 × the engine’s + 5`,
      value,
      goal: round(engineMs.median * 1.2 + 5),
      is: 'at most',
    });
  if (claim.msMax !== undefined) goals.push({ name: `${name}: ms`, value, goal: claim.msMax, is: 'at most' });
  return goals;
}

const columns = [
  'API',
  'p10–p90',
  'engine',
  'p10–p90',
  'inside',
  'CPU',
  'cold',
  'at once',
  'per s',
  'refused',
  'rows read',
  'MB',
  'granules',
  'SQL',
];
const widths = [8, 12, 8, 12, 8, 8, 8, 9, 8, 9, 12, 9, 14, 6];
const heading = 'claim'.padEnd(42) + row(columns);

function line(one: Figures): string {
  const { name, apiMs, engineMs, innerMs, cpuMs, coldMs, crowd, rows, bytes, granules, granulesMax, statements } = one;
  const range = ({ p10, p90 }: Figures['apiMs']): string => `${p10.toFixed(0)}–${p90.toFixed(0)}`;
  const rate = name.startsWith('export') ? ` ${Math.round(exportRows / apiMs.median)}k rows/s` : '';
  return (
    name.padEnd(42) +
    row([
      apiMs.median.toFixed(1),
      range(apiMs),
      engineMs.median.toFixed(1),
      range(engineMs),
      innerMs.toFixed(1),
      cpuMs.toFixed(1),
      coldMs.toFixed(0),
      ...(crowd === null
        ? ['', '', '']
        : [crowd.medianMs.toFixed(0), crowd.perS.toFixed(1), crowd.refused === 0 ? '' : `${crowd.refused} × 429`]),
      String(rows),
      (bytes / 1e6).toFixed(2),
      `${granules}/${granulesMax}`,
      String(statements),
    ]) +
    rate
  );
}

function row(cells: readonly string[]): string {
  return cells.map((cell, index) => cell.padStart(widths[index] ?? 0)).join('');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
