// npm run bench -- generate --data DIR [--rows N] [--seed N] [--json]: telemetry for the other benchmarks, once; they
// find it with the same --data. Rows older than their retention go by themselves: make it anew every few weeks.

import { parseArgs } from 'node:util';
import { diskUse, generate, settle } from './support/generator.ts';
import { withStand } from './support/stand.ts';

export async function bench(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string' },
      rows: { type: 'string', default: '1000000' },
      seed: { type: 'string', default: '1' },
      json: { type: 'boolean', default: false },
    },
  });
  await withStand(values.data, async ({ clickhouse, projects, clock }) => {
    const started = performance.now();
    await generate(clickhouse, {
      rows: Number(values.rows),
      seed: Number(values.seed),
      end: clock.now,
      projects,
      print: values.json ? () => {} : console.log,
    });
    await settle(clickhouse);
    const tookS = Math.round((performance.now() - started) / 1000);
    const tables = await diskUse(clickhouse);
    if (values.json) return console.log(JSON.stringify({ tookS, tables }));
    console.log(`made in ${tookS} s`);
    for (const { table, rows, parts, bytes } of tables)
      console.log(
        `${table.padEnd(20)} ${String(rows).padStart(11)} rows ${(bytes / rows).toFixed(1).padStart(7)} B/row ${(bytes / 2 ** 20).toFixed(1).padStart(9)} MiB in ${parts} parts`,
      );
  });
}
