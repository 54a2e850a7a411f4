// What the benchmarks measure, on a small table and without a clock: no read touches more of it than its indexes leave.

import t from 'tap';
import { claims, findFacts } from '../../bench/support/claims.ts';
import { endOfData } from '../../bench/support/data-end.ts';
import { generate } from '../../bench/support/generator.ts';
import { indexUse, recording, replay, type Recorded } from '../../bench/support/recorder.ts';
import { startApi } from '../support/api.ts';

const rowsWanted = 200_000;
const recorded: Recorded[] = [];
const api = await startApi(t, {}, ({ reader }) => ({ reader: recording(reader, recorded) }));
const { clickhouse } = api.deps;
const project = await api.project();
const others = [await api.project(), await api.project()];
const end = new Date(Math.floor(Date.now() / 1000) * 1000);
const projects = [project.id, ...others.map(({ id }) => id)];
await generate(clickhouse, { rows: rowsWanted, seed: 1, end, projects, print: () => {} });
// As merges would leave it in time: how much an index leaves must not depend on how far they are.
for (const table of ['events', 'events_1m', 'facets_15m', 'traces'])
  await clickhouse.command({ query: `OPTIMIZE TABLE ${table} FINAL` });
api.clock.now = end;
const found = await endOfData(clickhouse);
const rows = found?.rows ?? 0;
const facts = await findFacts(clickhouse, project.id, end, project);

/**
 * The most granules of `events` that the indexes may leave to a claim, and the most rows that it may read of any table;
 * the table has about 26 granules, of which a day of the first project is 5. How many rows match in all is counted apart.
 */
const day = { granules: 8, rows: 70_000 };
const page = { granules: 8, rows: 100_000 };
const rollup = { granules: 5, rows: 160_000 };
const bounds: Readonly<Record<string, { readonly granules: number; readonly rows: number }>> = {
  'newest 100': page,
  'newest 100 with a rare word': { granules: 14, rows: 140_000 },
  'newest 100 with a common word': page,
  'newest 100 of an attribute (unique)': { granules: 3, rows: 30_000 },
  'next page': day,
  'histogram by minute and level, 1 h': rollup,
  'histogram by minute, 24 h': rollup,
  'histogram by 15 minutes and level, 7 d': rollup,
  'histogram by minute of an attribute, 24 h': day,
  'facets, 24 h': rollup,
  'facets of errors, 24 h': day,
  'p95 by service, 24 h': day,
  'p95 by endpoint, 24 h': day,
  'top 10 of an attribute, 24 h': day,
  'distinct users, 24 h': day,
  'one event': { granules: 6, rows: 30_000 },
  'one trace': { granules: 6, rows: 60_000 },
  'trace tree of 1 000 spans': { granules: 3, rows: 40_000 },
  'metric rate by service, 24 h': { granules: 0, rows: 20_000 },
  'metric histogram percentile, 24 h': { granules: 0, rows: 20_000 },
  'patterns, 24 h': day,
};

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
    const use = (await Promise.all(statements.map((one) => indexUse(clickhouse, one)))).flat();
    const ofEvents = use.filter(({ table }) => table.endsWith('.events'));
    const granules = ofEvents.reduce((sum, one) => sum + one.granules, 0);
    t.ok(run.rows <= bound.rows, `${run.rows} of at most ${bound.rows} rows`);
    t.ok(granules <= bound.granules, `${granules} of at most ${bound.granules} granules`);
  });
}
