import type { ClickHouseClient } from '@clickhouse/client';
import t, { type Test } from 'tap';
import { compile } from '../../src/query/compile.ts';
import { planSettings } from '../../src/store/read.ts';
import { inputAround } from '../support/query-data.ts';
import { random } from '../support/random.ts';
import { randomEvent } from '../support/random-filter.ts';
import { stores } from '../support/stores.ts';

/*
 * A join, and a query in a condition, find the pairs that are found by comparing each row with each. QUERY_JOINS pairs of keys;
 * QUERY_FUZZ_SEED for others.
 */

const pairs = Number(process.env['QUERY_JOINS'] ?? 40);
const seed = Number(process.env['QUERY_FUZZ_SEED'] ?? 11);
const events = 60;
const projectId = '00000000-0000-7000-8000-000000000001';
const now = (BigInt(Date.now()) / 1000n) * 1_000_000_000n;
const input = inputAround(projectId, now);

/** A column of every type, with what is alike in some of them. */
const tables = [
  'datatable(k: long)[5, 404, 0, long(null), 9007199254740993, 9007199254740992]',
  'datatable(k: int)[5, 404, int(null), 17]',
  'datatable(k: real)[5.0, 404.0, 2.5, real(null), 0.0]',
  'datatable(k: string)["5", "404.0", "1e3", "true", "GET", "timeout", "", "9007199254740993"]',
  'datatable(k: dynamic)[dynamic(5), dynamic("5"), dynamic("timeout"), dynamic(null), dynamic(true), dynamic([1, 2, 3]), dynamic(2.5)]',
  'datatable(k: bool)[true, false, bool(null)]',
  'datatable(k: timespan)[5ns, 2s, 1.5ms, timespan(null)]',
] as const;

const keys = [
  'attributes.count',
  'attributes.custom.key',
  'attributes.payload',
  'attributes.flag',
  'attributes.http.response.status_code',
  'status_code',
  'duration',
  'severity_number',
  'body',
  'level',
  'errors',
  'tostring(attributes.count)',
  'todouble(attributes.count)',
  'parse_json(tostring(attributes.count))',
  'attributes.payload.a',
  'totimespan(duration)',
  'strcat("900719925474099", tostring(severity_number % 5))',
] as const;

const fill = async (client: ClickHouseClient): Promise<void> => {
  const source = random(seed);
  const values = Array.from({ length: events }, (_, index) => ({
    project_id: projectId,
    id: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    retention_days: 30,
    ...randomEvent(source, now - 1_000_000_000n).columns,
  }));
  await client.insert({ table: 'events', format: 'JSONEachRow', values });
};

/** The rows in an order of their own; null when the checker refuses the query. */
const answerOf = async (t: Test, client: ClickHouseClient, text: string): Promise<readonly string[] | null> => {
  const query = compile(text, input);
  if (!query.ok) return null;
  try {
    const clickhouse_settings = { ...planSettings, output_format_json_quote_64bit_integers: 1 } as const;
    const asked = { query: query.sql, query_params: { ...query.params }, format: 'JSONCompactEachRow' } as const;
    const rows = await (await client.query({ ...asked, clickhouse_settings })).json<unknown[]>();
    return rows.map((row) => JSON.stringify(row)).toSorted();
  } catch (error) {
    t.fail(`${text}\n${String(error)}`);
    return null;
  }
};

t.setTimeout(900_000);

t.test('keys meet where their values compare as equal', { timeout: 900_000 }, async (t) => {
  const { clickhouse } = await stores(t);
  await fill(clickhouse);
  const source = random(seed + 6);
  let answered = 0;
  for (let index = 0; index < pairs; index += 1) {
    const left = source.chance(0.6) ? source.pick(tables) : `events | project k = ${source.pick(keys)}`;
    const right = `events | project k = ${source.pick(keys)}, id`;
    const ask = (text: string) => answerOf(t, clickhouse, text);
    const each = `${left} | extend one = 1 | join kind=inner (${right} | extend one = 1) on one | where k == k1`;
    const found = await ask(`${each} | project k1, id`);
    const joined = await ask(`${left} | join kind=inner (${right}) on k | project k1, id`);
    if (found === null || joined === null) {
      t.equal(joined, found, `${left}\n  and ${right}: refused as a comparison and as a join`);
      continue;
    }
    answered += 1;
    t.same(joined, found, `${left} | join (${right}) on k`);
    const ids = await ask(`${each} | distinct id`);
    t.same(
      await ask(`${right} | join kind=leftsemi (${left}) on k | distinct id`),
      ids,
      `${right} | join kind=leftsemi (${left})`,
    );
    t.same(await ask(`${right} | where k in (${left}) | distinct id`), ids, `${right} | where k in (${left})`);
  }
  t.ok(answered > pairs * 0.6, `${answered} of ${pairs} were answered`);
});
