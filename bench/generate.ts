// npm run bench -- generate --data DIR [--rows N] [--seed N] [--otlp] [--json]: telemetry for the other benchmarks, once;
// they find it with the same --data. With --otlp it is sent as OTLP over HTTP, row by row what the engine would make.
// Rows older than their retention go by themselves: make it anew every few weeks.

import { diskUse, generate, settle } from './support/generator.ts';
import { sendOtlp } from './support/generator-otlp.ts';
import { judge } from './support/goals.ts';
import { optionsOf, wordsBeside } from './support/options.ts';
import { withStand } from './support/stand.ts';

export async function bench(args: string[]): Promise<void> {
  const usual = { data: '', rows: 1_000_000, seed: 1, otlp: false, json: false };
  const { data, rows, seed, otlp, json } = optionsOf(args, usual);
  const print = wordsBeside(json);
  await withStand(data, async (stand) => {
    const { clickhouse, projects, clock } = stand;
    const wanted = { rows, seed, end: clock.now, projects, print };
    const started = performance.now();
    const sent = otlp ? await sendOtlp(stand, wanted) : [];
    if (!otlp) await generate(clickhouse, wanted);
    await settle(clickhouse);
    const tookS = Math.round((performance.now() - started) / 1000);
    const tables = await diskUse(clickhouse);
    if (json) console.log(JSON.stringify({ tookS, sent, tables }));
    print(`made in ${tookS} s`);
    for (const { table, rows: held, parts, bytes } of tables)
      print(
        `${table.padEnd(20)} ${String(held).padStart(11)} rows ${(bytes / held).toFixed(1).padStart(7)} B/row ${(bytes / 2 ** 20).toFixed(1).padStart(9)} MiB in ${parts} parts`,
      );
    for (const { signal, sent: count, rejected, stored } of sent)
      print(`${signal}: ${count} sent, ${rejected} rejected, ${stored} stored`);
    if (otlp)
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
