// Merging a table as far as the engine would over time, so that what is measured does not depend on how far it was.

import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import { allAtMost } from '../../src/lib/concurrent.ts';

const mergeMsMax = 3_600_000;
const pollMs = 500;

/** One part for each partition, whose indexes are complete. */
export async function mergeFully(
  clickhouse: ClickHouseClient,
  table: string,
  print: (line: string) => void = () => {},
): Promise<void> {
  const partitions = await partsOf(clickhouse, table);
  const started = performance.now();
  let done = 0;
  await allAtMost(availableParallelism(), [...partitions.keys()], async (partition) => {
    const query = `OPTIMIZE TABLE ${table} PARTITION ID {partition:String} FINAL SETTINGS optimize_skip_merged_partitions = 1`;
    await clickhouse.command({ query, query_params: { partition } });
    for (const until = Date.now() + mergeMsMax; ; await sleep(pollMs)) {
      if ((await partsOf(clickhouse, table)).get(partition) === 1) break;
      if (Date.now() > until) throw new Error(`${table}: partition ${partition} was not merged in time`);
    }
    const leftS = (((performance.now() - started) / 1000) * (partitions.size - ++done)) / done;
    print(`${table}: merged ${done} of ${partitions.size} partitions, ${Math.round(leftS)} s left`);
  });
}

/** Partition → its parts. */
async function partsOf(clickhouse: ClickHouseClient, table: string): Promise<Map<string, number>> {
  const result = await clickhouse.query({
    query: `
SELECT partition_id, toUInt32(count()) FROM system.parts
WHERE active AND database = currentDatabase() AND table = {table:String} GROUP BY partition_id ORDER BY partition_id`,
    query_params: { table },
    format: 'JSONCompactEachRow',
  });
  return new Map(await result.json<[string, number]>());
}
