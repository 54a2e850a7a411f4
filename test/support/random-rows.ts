import type { ClickHouseClient } from '@clickhouse/client';
import type { Test } from 'tap';
import { compile, type CompileInput } from '../../src/query/compile.ts';
import { planSettings } from '../../src/store/read.ts';
import { random } from './random.ts';
import { randomEvent } from './random-filter.ts';

/** Events by chance, of the second before now. */
export async function insertRandomEvents(
  client: ClickHouseClient,
  { projectId, now }: Pick<CompileInput, 'projectId' | 'now'>,
  { seed, count }: { readonly seed: number; readonly count: number },
): Promise<void> {
  const source = random(seed);
  const values = Array.from({ length: count }, (_, index) => ({
    project_id: projectId,
    id: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    retention_days: 30,
    ...randomEvent(source, now - 1_000_000_000n).columns,
  }));
  await client.insert({ table: 'events', format: 'JSONEachRow', values });
}

/** The rows of an answer in an order of their own; null when the checker refuses the query, or, as nothing may, the store. */
export async function sortedRows(
  t: Test,
  client: ClickHouseClient,
  text: string,
  input: CompileInput,
): Promise<string[] | null> {
  const query = compile(text, input);
  if (!query.ok) return null;
  try {
    const result = await client.query({
      query: query.sql,
      query_params: { ...query.params },
      format: 'JSONCompactEachRow',
      clickhouse_settings: {
        ...planSettings,
        output_format_json_quote_64bit_integers: 1,
        output_format_json_quote_denormals: 1,
      },
    });
    return (await result.json<unknown[]>()).map((row) => JSON.stringify(row)).toSorted();
  } catch (error) {
    t.fail(`${text}\n${String(error)}`);
    return null;
  }
}
