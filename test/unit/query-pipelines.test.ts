import t from 'tap';
import { decimalSeconds } from '../support/events.ts';
import { inputAround, presentNs } from '../support/query-data.ts';
import { random } from '../support/random.ts';
import { randomPipeline } from '../support/random-pipeline.ts';
import { sortedRows } from '../support/random-rows.ts';
import { stores } from '../support/stores.ts';

/* Pipelines come to what their stages come to one row after the other. QUERY_PIPELINES of them; QUERY_FUZZ_SEED for others. */

const pipelines = Number(process.env['QUERY_PIPELINES'] ?? 100);
const seed = Number(process.env['QUERY_FUZZ_SEED'] ?? 11);
const projectId = '00000000-0000-7000-8000-000000000001';
const input = inputAround(projectId);

const source = random(seed);
const columns = [
  ['a', 'long'],
  ['b', 'long'],
  ['s', 'text'],
] as const;
const rows = Array.from({ length: 12 }, () => ({
  a: BigInt(source.below(7)),
  b: source.chance(0.3) ? null : BigInt(source.below(5)) - 1n,
  s: source.pick(['a', 'b', 'a b', 'x-y', '5']),
}));
const written = rows.map(({ a, b, s }) => `${a}, ${b === null ? 'long(null)' : `long(${b})`}, "${s}"`).join(', ');
const fields = 'project a = tolong(duration), b = tolong(attributes.b), s = name';

const sources = [
  { columns, rows, text: `datatable(a: long, b: long, s: string)[${written}]` },
  { columns, rows, text: `spans | ${fields}` },
  { columns, rows, text: `union logs, spans | ${fields}` },
];

t.setTimeout(900_000);

t.test('pipelines of a few rows', { timeout: 900_000 }, async (t) => {
  const { clickhouse } = await stores(t);
  const values = rows.map(({ a, b, s }, index) => ({
    project_id: projectId,
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    ts: decimalSeconds(presentNs - BigInt(index)),
    retention_days: 30,
    kind: 'span',
    name: s,
    duration_ns: String(a),
    attrs: b === null ? {} : { b: String(b) },
  }));
  await clickhouse.insert({ table: 'events', format: 'JSONEachRow', values });
  let answered = 0;
  for (let index = 0; index < pipelines; index += 1) {
    const { text, ...wanted } = randomPipeline(random(seed * 1_000_003 + index), sources);
    const found = await sortedRows(t, clickhouse, text, input);
    if (found === null) continue;
    answered += 1;
    const cells = wanted.rows.map((row) =>
      JSON.stringify(
        wanted.columns.map(([name]) => {
          const value = row[name] ?? null;
          return typeof value === 'bigint' ? String(value) : value;
        }),
      ),
    );
    t.same(found, cells.toSorted(), text);
  }
  t.ok(answered > pipelines * 0.9, `${answered} of ${pipelines} were answered`);
});
