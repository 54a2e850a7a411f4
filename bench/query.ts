// npm run bench -- query [--data DIR] [--rows N] [--runs 20] [--clients 16] [--only TEXT] [--json]: every read that
// should be fast, through the API over HTTP, beside the engine's own time for the same statements in the same run.

import { exportRows, type Claim } from './support/claims.ts';
import { compileTimes } from './support/compile-time.ts';
import { ensureRows } from './support/data.ts';
import { judge, type Goal } from './support/goals.ts';
import { claimsOf, measure, type Figures } from './support/measure.ts';
import { optionsOf, wordsBeside } from './support/options.ts';
import { withStand } from './support/stand.ts';

export async function bench(args: string[]): Promise<void> {
  const usual = { data: '', rows: 1_000_000, runs: 20, clients: 16, only: '', json: false };
  const { data, rows: wanted, runs, clients, only, json } = optionsOf(args, usual);
  const print = wordsBeside(json);
  await withStand(data, async (stand) => {
    const rows = await ensureRows(stand, wanted, print);
    print(
      `${rows} rows in events; ms are medians of ${runs} runs, API and engine in turns; ${clients} clients at once`,
    );
    print(heading);
    const figures: [Claim, Figures][] = [];
    for (const claim of await claimsOf(stand, only)) {
      const one = await measure(stand, claim, { runs, clients });
      figures.push([claim, one]);
      print(line(one));
    }
    const compiled = await compileTimes(stand);
    for (const { name, ms } of compiled) print(`compile, ${name}: ${ms.toFixed(3)} ms`);
    if (json) console.log(JSON.stringify({ rows, figures: figures.map(([, one]) => one), compile: compiled }));
    judge(
      figures.flatMap(([claim, one]) => goalsOf(claim, one)),
      print,
    );
  });
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

const columns: readonly (readonly [title: string, width: number])[] = [
  ['API', 8],
  ['p10–p90', 12],
  ['engine', 8],
  ['p10–p90', 12],
  ['inside', 8],
  ['CPU', 8],
  ['cold', 8],
  ['at once', 9],
  ['per s', 8],
  ['refused', 9],
  ['rows read', 12],
  ['MB', 9],
  ['granules', 14],
  ['SQL', 6],
];
const heading = 'claim'.padEnd(42) + row(columns.map(([title]) => title));

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
  return cells.map((cell, index) => cell.padStart(columns[index]?.[1] ?? 0)).join('');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
