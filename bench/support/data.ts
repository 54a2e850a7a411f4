import type { ClickHouseClient } from '@clickhouse/client';

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
