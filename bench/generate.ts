// npm run bench -- generate --data DIR [--rows N] [--seed N] [--otlp] [--json]: telemetry for the other benchmarks, once;
// they find it with the same --data. With --otlp it is sent as OTLP over HTTP, row by row what the engine would make.
// Rows older than their retention go by themselves: make it anew every few weeks.

import { parseArgs } from 'node:util';
import { diskUse, generate, settle } from './support/generator.ts';
import { sendOtlp } from './support/generator-otlp.ts';
import { judge } from './support/goals.ts';
import { withStand } from './support/stand.ts';

export async function bench(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string' },
      rows: { type: 'string' },
      seed: { type: 'string', default: '1' },
      otlp: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  const print = (line: string): void => (values.json ? console.error(line) : console.log(line));
  await withStand(values.data, async (stand) => {
    const { clickhouse, projects, clock } = stand;
    const rows = Number(values.rows ?? (values.otlp ? 100_000 : 1_000_000));
    const wanted = { rows, seed: Number(values.seed), end: clock.now, projects, print };
    const started = performance.now();
    const sent = values.otlp ? await sendOtlp(stand, wanted) : [];
    if (!values.otlp) await generate(clickhouse, wanted);
    await settle(clickhouse);
    const tookS = Math.round((performance.now() - started) / 1000);
    const tables = await diskUse(clickhouse);
    if (values.json) console.log(JSON.stringify({ tookS, sent, tables }));
    print(`made in ${tookS} s`);
    for (const { table, rows: held, parts, bytes } of tables)
      print(
        `${table.padEnd(20)} ${String(held).padStart(11)} rows ${(bytes / held).toFixed(1).padStart(7)} B/row ${(bytes / 2 ** 20).toFixed(1).padStart(9)} MiB in ${parts} parts`,
      );
    for (const { signal, sent: count, rejected, stored } of sent)
      print(`${signal}: ${count} sent, ${rejected} rejected, ${stored} stored`);
    if (values.otlp)
      judge(
        sent.map(({ signal, sent: count, stored }) => ({
          name: `${signal}: stored, of those sent`,
          value: stored / count,
          goal: 1,
          is: 'at least' as const,
        })),
        print,
      );
  });
}
