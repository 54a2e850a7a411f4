// npm run bench -- query [--data DIR] [--rows N] [--runs 20] [--clients 16] [--only TEXT] [--json]: every read that
// should be fast, through the API over HTTP, beside the engine's own time for the same statements in the same run.

import { parseArgs } from 'node:util';
import { claims, exportRows, findFacts, type Claim } from './support/claims.ts';
import { compileTimes } from './support/compile-time.ts';
import { generate, settle } from './support/generator.ts';
import { judge, type Goal } from './support/goals.ts';
import { getTimed, measure, type Figures } from './support/measure.ts';
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
    print(`${rows} rows in events; ms are medians of ${values.runs} runs, API and engine in turns`);
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
  const facts = await findFacts(stand.clickhouse, stand.projects[0] ?? '', stand.clock.now, (path) =>
    getTimed(stand, path),
  );
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

const heading = [
  'claim'.padEnd(42),
  ...['API ms', 'p10–p90', 'engine', 'inside', 'cold', '16 at once', 'per s', 'rows read', 'MB', 'granules'].map(
    (one) => one.padStart(12),
  ),
].join('');

function line({ name, apiMs, engineMs, innerMs, coldMs, crowd, rows, bytes, granules, granulesMax }: Figures): string {
  const cells = [
    apiMs.median.toFixed(1),
    `${apiMs.p10.toFixed(0)}–${apiMs.p90.toFixed(0)}`,
    engineMs.median.toFixed(1),
    innerMs.toFixed(1),
    coldMs.toFixed(0),
    crowd === null ? '' : crowd.medianMs.toFixed(0),
    crowd === null
      ? name.startsWith('export')
        ? `${Math.round(exportRows / apiMs.median)}k rows`
        : ''
      : crowd.perS.toFixed(0),
    String(rows),
    (bytes / 1e6).toFixed(2),
    `${granules}/${granulesMax}`,
  ];
  return [name.padEnd(42), ...cells.map((cell) => cell.padStart(12))].join('');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
