// What the benchmarks measure, on a small table and without a clock: no read touches more of it than its indexes leave.

import t from 'tap';
import { buildSenderApp, entranceOf } from '../../src/app.ts';
import { openSenders } from '../../src/bin/senders.ts';
import { claims, findFacts } from '../../bench/support/claims.ts';
import { endOfData } from '../../bench/support/data.ts';
import { eventTables, generate, steps } from '../../bench/support/generator.ts';
import { sendOtlp } from '../../bench/support/generator-otlp.ts';
import { indexUse, recording, replay, type Recorded } from '../../bench/support/recorder.ts';
import { startApi } from '../support/api.ts';

const rowsWanted = 1_000_000;
const recorded: Recorded[] = [];
const api = await startApi(t, { COLONNADE_DATA: t.testdir() }, ({ reader }) => ({
  reader: recording(reader, recorded),
}));
const { clickhouse } = api.deps;
const project = await api.project();
const others = [await api.project(), await api.project()];
// The last Wednesday, 15:20: where the ends of days, hours and weeks lie in the data must not depend on when this runs.
const weekMs = 7 * 86_400_000;
const wednesdayMs = (6 * 24 * 60 + 15 * 60 + 20) * 60_000;
const end = new Date(Math.floor((Date.now() - wednesdayMs) / weekMs) * weekMs + wednesdayMs);
const projects = [project.id, ...others.map(({ id }) => id)];
// Nor must it depend on how far merges are.
for (const table of eventTables) await clickhouse.command({ query: `SYSTEM STOP MERGES ${table}` });
await generate(clickhouse, { rows: rowsWanted, seed: 1, end, projects, print: () => {} });
api.clock.now = end;
const found = await endOfData(clickhouse);
const rows = found?.rows ?? 0;
const facts = await findFacts(clickhouse, project.id, end, project);

/**
 * The most granules of `events` that the indexes may leave to a claim, and the most rows that it may read of any table:
 * about a quarter more than they do. The table has some 250 granules, of which a day of the first project is 32: 16 of
 * spans and 21 of logs, with the edges. How many rows match in all is counted apart.
 */
const atMost = (granules: number, rows: number) => ({ granules, rows });
const bounds: Readonly<Record<string, { readonly granules: number; readonly rows: number }>> = {
  'newest 100': atMost(4, 21_000),
  'newest 100 of a small service': atMost(17, 95_000),
  'newest 100 errors': atMost(13, 68_000),
  'newest 100 with a rare word': atMost(37, 290_000),
  'newest 100 with a common word': atMost(3, 21_000),
  'newest 100 of an attribute (1 of 300)': atMost(30, 195_000),
  'newest 100 of an attribute (unique)': atMost(2, 11_000),
  'next page': atMost(5, 37_000),
  'histogram by minute and level, 1 h': atMost(0, 8_100),
  'histogram by minute, 24 h': atMost(0, 20_000),
  'histogram by 15 minutes and level, 7 d': atMost(0, 84_000),
  'histogram by minute of an attribute, 24 h': atMost(28, 115_000),
  'facets, 24 h': atMost(8, 105_000),
  'facets of errors, 24 h': atMost(40, 165_000),
  'p95 by service, 24 h': atMost(20, 84_000),
  'p95 by endpoint, 24 h': atMost(20, 84_000),
  'top 10 of an attribute, 24 h': atMost(40, 165_000),
  'distinct users, 24 h': atMost(40, 165_000),
  'one event': atMost(5, 16_000),
  'one trace': atMost(3, 31_000),
  'trace tree of 1 000 spans': atMost(2, 27_000),
  'metric rate by service, 24 h': atMost(0, 20_000),
  'metric histogram percentile, 24 h': atMost(0, 11_000),
  'patterns, 24 h': atMost(27, 110_000),
  'dashboard of 12 widgets, 24 h': atMost(150, 810_000),
  schema: atMost(0, 0),
};

/** The key serves most claims: all its granules are many times the bounds. These have no other help than indexes, whose loss shows. */
const indexed: ReadonlySet<string> = new Set([
  'newest 100 with a rare word',
  'newest 100 of an attribute (1 of 300)',
  'newest 100 of an attribute (unique)',
  'histogram by minute of an attribute, 24 h',
  'one trace',
  'trace tree of 1 000 spans',
]);

t.test('the generated rows are what they should be', async (t) => {
  t.ok(rows > rowsWanted * 0.8 && rows < rowsWanted * 1.2, `${rows} rows`);
  const ask = async (query: string): Promise<number[]> => {
    const result = await clickhouse.query({
      query,
      format: 'JSONCompactEachRow',
      clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
    });
    return (await result.json<number[]>())[0] ?? [];
  };
  const [services = 0, projectCount = 0, spans = 0, errors = 0] = await ask(
    "SELECT uniqExact(service), uniqExact(project_id), countIf(kind = 'span'), countIf(is_error) FROM events",
  );
  t.same([services, projectCount], [20, 3]);
  t.ok(spans > rows * 0.3 && spans < rows * 0.5, `${spans} spans`);
  t.ok(errors > rows * 0.005 && errors < rows * 0.05, `${errors} errors`);
  const [attributes = 0, largest = 0] = await ask(
    "SELECT min(length(attrs) + length(res)), (SELECT max(n) FROM (SELECT sum(span_count) AS n FROM traces GROUP BY trace_id)) FROM events WHERE kind = 'span'",
  );
  t.same([attributes, largest], [25, 1000]);
  const [orphans] = await ask(
    "SELECT count() FROM events WHERE kind = 'span' AND parent_span_id != '' AND (trace_id, parent_span_id) NOT IN (SELECT trace_id, span_id FROM events WHERE kind = 'span')",
  );
  t.equal(orphans, 0, 'each parent is a span of its trace');
  const [counted, faceted] = await ask(
    "SELECT (SELECT sum(cnt) FROM events_1m), (SELECT sum(cnt) FROM facets_15m WHERE key = 'service')",
  );
  t.same([counted, faceted], [rows, rows], 'rollups count every row');
});

for (const { name, path } of claims(facts)) {
  const bound = bounds[name];
  if (bound === undefined) continue;
  t.test(name, async (t) => {
    await project.get(path);
    recorded.length = 0;
    const { status, text } = await project.get(path);
    t.equal(status, 200);
    t.notMatch(text, /"error":"/);
    const statements = recorded.filter(({ operation }) => operation !== 'count_events');
    const run = await replay(clickhouse, statements);
    const granulesOf = async (skipIndexes: 0 | 1): Promise<number> => {
      const use = (await Promise.all(statements.map((one) => indexUse(clickhouse, one, skipIndexes)))).flat();
      return use.filter(({ table }) => table.endsWith('.events')).reduce((sum, one) => sum + one.granules, 0);
    };
    const granules = await granulesOf(1);
    t.ok(run.rows <= bound.rows, `${run.rows} of at most ${bound.rows} rows`);
    t.ok(granules <= bound.granules, `${granules} of at most ${bound.granules} granules`);
    if (!indexed.has(name)) return;
    const without = await granulesOf(0);
    t.ok(without > bound.granules, `${without} granules without the indexes`);
  });
}

t.test('what is sent as OTLP is stored as the generator writes it', async (t) => {
  const entrance = entranceOf(api.deps);
  const senders = await openSenders(api.deps, entrance);
  const app = await buildSenderApp(api.deps, entrance, senders.doors);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const own = [(await api.project()).id, (await api.project()).id, (await api.project()).id];
  const wanted = { rows: 3_000, seed: 2, end, projects: own, print: () => {} };
  const sent = await sendOtlp({ url, deps: api.deps, clickhouse }, wanted);
  await Promise.all([app.close(), senders.close(1_000)]);
  for (const { signal, sent: count, rejected, stored } of sent) {
    t.ok(count > 0, signal);
    t.same([rejected, stored], [0, count]);
  }
  await clickhouse.command({ query: 'CREATE TABLE expected AS events' });
  const columns = new Set<string>();
  for (const { made, params } of steps(wanted)) {
    for (const column of made.columns) columns.add(column);
    await clickhouse.command({
      query: `INSERT INTO expected (${made.columns.join(', ')}) ${made.select}`,
      query_params: { ...params },
      clickhouse_settings: { max_partitions_per_insert_block: '20' },
    });
  }
  // These belong to the request, or to what ingest knows of a client's peer.
  for (const column of ['id', 'batch', 'ingested_at', 'size', 'endpoint']) columns.delete(column);
  const sums = async (table: string): Promise<unknown> => {
    const list = [...columns].map((column) => `sum(cityHash64(toString(${column}))) AS sum_${column}`).join(', ');
    const result = await clickhouse.query({
      query: `SELECT kind, count() AS rows, ${list} FROM ${table} WHERE project_id IN {own:Array(String)} GROUP BY kind ORDER BY kind`,
      query_params: { own },
      format: 'JSONEachRow',
    });
    return result.json();
  };
  t.same(await sums('events'), await sums('expected'));
});
