// The rows that a benchmark reads: those that are there, or made for it.

import type { ClickHouseClient } from '@clickhouse/client';
import { generate, settle } from './generator.ts';
import type { Stand } from './stand.ts';

/** How many events there are and when they end; null where there are none. */
export async function endOfData(clickhouse: ClickHouseClient): Promise<{ rows: number; end: Date } | null> {
  const result = await clickhouse.query({
    query: "SELECT toUInt32(count()), toUnixTimestamp64Milli(CAST(max(ts) AS DateTime64(3, 'UTC'))) FROM events",
    format: 'JSONCompactEachRow',
    clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
  });
  const [[rows, endMs] = [0, 0]] = await result.json<[number, number]>();
  return rows === 0 ? null : { rows, end: new Date(endMs + 1) };
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
