import t from 'tap';
import { inputAround } from '../support/query-data.ts';
import { random } from '../support/random.ts';
import { insertRandomEvents, sortedRows } from '../support/random-rows.ts';
import { stores } from '../support/stores.ts';

/*
 * A join, and a query in a condition, find the pairs that are found by comparing each row with each. QUERY_JOINS pairs of keys;
 * QUERY_FUZZ_SEED for others.
 */

const pairs = Number(process.env['QUERY_JOINS'] ?? 40);
const seed = Number(process.env['QUERY_FUZZ_SEED'] ?? 11);
const events = 60;
const projectId = '00000000-0000-7000-8000-000000000001';
const input = inputAround(projectId);

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

t.setTimeout(900_000);

t.test('keys meet where their values compare as equal', { timeout: 900_000 }, async (t) => {
  const { clickhouse } = await stores(t);
  await insertRandomEvents(clickhouse, input, { seed, count: events });
  const source = random(seed + 6);
  let answered = 0;
  for (let index = 0; index < pairs; index += 1) {
    const left = source.chance(0.6) ? source.pick(tables) : `events | project k = ${source.pick(keys)}`;
    const right = `events | project k = ${source.pick(keys)}, id`;
    const ask = (text: string) => sortedRows(t, clickhouse, text, input);
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
