// npm run kql-corpus -- FILE [--json] [--no-engine]: how many queries of a corpus hold. A line is a query with what is expected
// of it (test/support/kql.ts says its fields). It is compiled, and where a result is given and its rows stand in the query
// itself, it runs on the embedded engine and the rows are compared.

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readCorpus } from '../test/support/kql.ts';
import { judge, type Verdict } from './kql/judge.ts';
import { attributesIn } from './kql/tables.ts';
import { startRunner, type Runner } from './kql/runner.ts';
import { goals } from './support/goals.ts';

interface Count {
  holds: number;
  of: number;
}

export async function bench(args: string[]): Promise<void> {
  const options = { json: { type: 'boolean' }, 'no-engine': { type: 'boolean' } } as const;
  const { positionals, values } = parseArgs({ args, allowPositionals: true, options });
  const [file] = positionals;
  if (file === undefined) throw new Error('usage: npm run kql-corpus -- FILE [--json] [--no-engine]');

  const rows = readCorpus(file);
  const differences = new URL('../test/golden/kql-differences.json', import.meta.url);
  const known = JSON.parse(readFileSync(differences, 'utf8')) as Record<string, string>;

  const sent = attributesIn(rows.map((row) => row.query));

  const runner: Runner | null = values['no-engine'] === true ? null : await startRunner();
  const verdicts: Verdict[] = [];
  for (const row of rows) verdicts.push(...(await judge(row, sent, runner)));
  await runner?.stop();

  const counts = new Map<string, Count>();
  const failures: { id: string; check: string; reason: string; difference?: string }[] = [];
  for (const one of verdicts) {
    const difference = known[`${one.row.id} ${one.check}`] ?? known[one.row.id];
    const holds = one.reason === null || difference !== undefined;
    for (const key of [
      `${one.row.id.replace(/-.*$/, '')} ${one.row.tier} ${one.check}`,
      `all ${one.row.tier} ${one.check}`,
    ]) {
      const count = counts.get(key) ?? { holds: 0, of: 0 };
      counts.set(key, { holds: count.holds + (holds ? 1 : 0), of: count.of + 1 });
    }
    if (one.reason !== null) {
      failures.push({
        id: one.row.id,
        check: one.check,
        reason: one.reason,
        ...(difference === undefined ? {} : { difference }),
      });
    }
  }

  const open = failures.filter((one) => one.difference === undefined);
  goals.failed += open.length;
  goals.passed += verdicts.length - open.length;
  const table = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1));
  if (values.json === true) {
    console.log(JSON.stringify({ counts: Object.fromEntries(table), failures }, null, 2));
  } else {
    for (const [key, count] of table) console.log(`${key.padEnd(48)} ${count.holds}/${count.of}`);
    if (open.length > 0) console.log('\nnot held:');
    for (const one of open) console.log(`  ${one.id} ${one.check}: ${one.reason}`);
    const listed = failures.length - open.length;
    if (listed > 0) console.log(`\n${listed} differ on purpose: test/golden/kql-differences.json`);
    console.log(`${goals.passed} passed, ${goals.failed} failed`);
  }
}
