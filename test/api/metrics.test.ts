import t from 'tap';
import { startApi, type TestProject } from '../support/api.ts';
import { recentNs, seedEvents, type SeedEvent } from '../support/events.ts';

const api = await startApi(t);
const minute = 60_000_000_000n;
const ms = (ns: bigint) => Number(ns / 1_000_000n);
const start = recentNs - 60n * minute;
const window = { from: String(start), to: String(recentNs) };
const services = ['cart', 'pay', 'shop'];
const ask = (project: TestProject, params: Record<string, string>) =>
  project.get(`/metrics?${new URLSearchParams(params).toString()}`);

/** Minute m has m % 4 spans of each service, except that `pay` sleeps in the second half. */
const spans: SeedEvent[] = Array.from({ length: 60 }, (_, m) => m).flatMap((m) =>
  services.flatMap((service) =>
    Array.from({ length: service === 'pay' && m >= 30 ? 0 : m % 4 }, (_, i) => ({
      kind: 'span' as const,
      ts: start + BigInt(m) * minute + BigInt(i) * 1_000_000_000n,
      service,
      span_kind: 'server',
      duration_ns: String((i + 1) * 1_000_000),
    })),
  ),
);
const inMinute = (m: number, service?: string) =>
  spans.filter(
    (span) =>
      span.ts >= start + BigInt(m) * minute &&
      span.ts < start + BigInt(m + 1) * minute &&
      (service === undefined || span.service === service),
  ).length;
const orNull = (n: number) => (n === 0 ? null : n);

const project = await api.project();
await seedEvents(api, project, spans);

t.test('a series for each group, a row for each bin, and statistics', async (t) => {
  const { status, body } = await ask(project, { ...window, query: 'summarize count() by bin(timestamp, 1m), service' });
  t.equal(status, 200);
  t.same(body.headers, ['timestamp', ...services]);
  t.same(
    body.dataset,
    Array.from({ length: 60 }, (_, m) => [
      ms(start) + m * 60_000,
      ...services.map((service) => orNull(inMinute(m, service))),
    ]),
  );
  t.equal(body.rows_count, 60);
  t.equal(body.rows_per_min, spans.length / 60);
  t.match(body, { from: ms(start), to: ms(recentNs) });
  const values = Array.from({ length: 60 }, (_, m) => services.map((service) => inMinute(m, service)))
    .flat()
    .filter((n) => n > 0);
  t.match(body.stats, {
    min: 1,
    max: 3,
    sum: spans.length,
    count: values.length,
    mean: spans.length / values.length,
    max_group_sum: 9,
    mode: 1,
  });
});

t.test('several aggregates and groups all come through', async (t) => {
  const { body } = await ask(project, {
    ...window,
    query: 'summarize count(), max(duration) by bin(timestamp, 30m), service',
  });
  t.same(body.headers, [
    'timestamp',
    ...services.flatMap((service) => [`${service}, count_`, `${service}, max_duration`]),
  ]);
  const half = (service: string, from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) => inMinute(from + i, service)).reduce((a, b) => a + b, 0);
  const phase = body.dataset.length;
  t.ok(phase === 2 || phase === 3, 'half hours that touch the range');
  t.equal(
    body.dataset.reduce((sum: number, row: number[]) => sum + (row[1] ?? 0), 0),
    half('cart', 0, 60),
  );
});

t.test('a bare filter is counted over time', async (t) => {
  const { body } = await ask(project, { ...window, query: 'service == "pay"' });
  t.equal(body.headers.length, 2);
  t.equal(body.stats.sum, spans.filter(({ service }) => service === 'pay').length);
  t.equal(body.dataset.length, 120, 'bins of 30 seconds in an hour');
});

t.test('tables and single numbers', async (t) => {
  const query = 'summarize n = count() by service | sort by service asc';
  const expected = services.map((service) => [service, spans.filter((span) => span.service === service).length]);
  const table = (await ask(project, { ...window, query })).body;
  t.same(table.headers, ['service', 'n']);
  t.same(table.data_json, expected);
  t.same(
    table.data_text,
    expected.map((row) => row.map(String)),
  );
  t.same(table.dataset, []);
  t.equal(table.rows_count, 3);
  t.notOk('data_float' in table);
  t.same((await ask(project, { ...window, query, data_type: 'json' })).body.data_json, expected);
  t.same((await ask(project, { ...window, query, data_type: 'text' })).body.data_json, []);
  for (const data_type of ['metric', 'float']) {
    t.equal(
      (await ask(project, { ...window, query: 'summarize count()', data_type })).body.data_float,
      spans.length,
      data_type,
    );
  }
});

t.test('compare adds the same series of before', async (t) => {
  const half = { from: String(start + 30n * minute), to: String(recentNs) };
  const { body } = await ask(project, { ...half, query: 'summarize count() by bin(timestamp, 1m)', compare: '30m' });
  t.same(body.headers, ['timestamp', 'count_', 'count_ (30m earlier)']);
  t.same(
    body.dataset,
    Array.from({ length: 30 }, (_, m) => [
      ms(start) + (m + 30) * 60_000,
      orNull(inMinute(m + 30)),
      orNull(inMinute(m)),
    ]),
  );
});

t.test('compare moves by whole bins, so that each stands beside one of the present', async (t) => {
  const half = { from: String(start + 30n * minute), to: String(recentNs) };
  const by = async (compare: string) =>
    (await ask(project, { ...half, query: 'summarize count() by bin(timestamp, 5m)', compare })).body;
  const { headers, dataset } = await by('5m');
  t.same(headers, ['timestamp', 'count_', 'count_ (5m earlier)']);
  t.ok(dataset.some(([, , past]: (number | null)[]) => past !== null));
  for (const compare of ['7m', '4m', '1s']) t.same(await by(compare), { ...(await by('5m')) }, compare);
});

t.test('more series than a chart has are not left out without a word', async (t) => {
  const many = await api.project();
  await seedEvents(
    api,
    many,
    Array.from({ length: 203 }, (_, n) => ({ ts: start + 1n, service: `s${n}` })),
  );
  const { body } = await ask(many, { ...window, query: 'summarize count() by bin(timestamp, 10m), service' });
  t.equal(body.headers.length, 201);
  t.match(body.error, /^3 more series are left out/);
});

t.test('nothing there is an answer', async (t) => {
  const empty = await api.project();
  const { body } = await ask(empty, { ...window, query: 'summarize avg(duration) by bin(timestamp, 10m)' });
  t.equal(body.stats.count, 0);
  t.ok(body.dataset.length >= 6);
  t.same((await ask(empty, { ...window, query: 'summarize count()' })).body.data_float, 0);
});

t.test('what cannot be asked is refused', async (t) => {
  for (const [params, parameter] of [
    [{ query: 'summarize cont()' }, 'query'],
    [{ data_type: 'number' }, 'data_type'],
    [{ compare: 'x' }, 'compare'],
    [{ source: 'nothing' }, 'source'],
    [{ since: '1h', from: 'now' }, 'since'],
    [{ query: 'summarize count() by bin(timestamp, 1ns)' }, 'query'],
  ] as const) {
    t.match(await ask(project, { ...params }), { status: 400, body: { error: { parameter } } }, JSON.stringify(params));
  }
});
