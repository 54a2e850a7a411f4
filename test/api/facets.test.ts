import t from 'tap';
import { selectFacets } from '../../src/domains/facets/queries.ts';
import { gateLimits, type Reader } from '../../src/store/read.ts';
import { startApi, type TestProject } from '../support/api.ts';
import { recentNs, seedEvents, type SeedEvent } from '../support/events.ts';
import { sendLogs } from '../support/otlp-send.ts';
import { startSenders } from '../support/senders.ts';

const api = await startApi(t);
const second = 1_000_000_000n;
const minute = 60n * second;
const ask = (project: TestProject, params: Record<string, string>) => project.get('/facets', params);

const seeds: (SeedEvent & { service: string; level: string; attrs: Record<string, string> })[] = Array.from(
  { length: 600 },
  (_, i) => ({
    ts: recentNs - BigInt(i) * 7n * second - 1n,
    service: ['a', 'b', 'c'][i % 3] ?? '',
    level: i % 4 === 0 ? 'ERROR' : 'INFO',
    attrs: {
      color: i % 2 === 0 ? 'red' : 'blue',
      ...(i < 60 ? { id: `id${i}`, shop: '{"at":{"city":"Oslo"},"n":7}' } : {}),
    },
    body: i % 5 === 0 ? 'slow query' : 'fine',
  }),
);
const counts = (
  keep: (seed: (typeof seeds)[number]) => boolean,
  value: (seed: (typeof seeds)[number]) => string | undefined,
) => {
  const sums = new Map<string, number>();
  for (const seed of seeds) {
    const one = value(seed);
    if (one !== undefined && keep(seed)) sums.set(one, (sums.get(one) ?? 0) + 1);
  }
  return [...sums]
    .map(([name, count]) => ({ value: name, count }))
    .toSorted((x, y) => y.count - x.count || (x.value < y.value ? -1 : 1))
    .slice(0, 50);
};

const project = await api.project();
await seedEvents(api, project, seeds);
await api.deps.clickhouse.insert({
  table: 'field_catalog',
  format: 'JSONEachRow',
  values: [
    ['attributes', 'color', 'string'],
    ['attributes', 'shop', 'map'],
    ['resource', 'host.name', 'string'],
  ].map(([source, key, type]) => ({
    project_id: project.id,
    kind: 'log',
    source,
    key,
    type,
    day: new Date().toISOString().slice(0, 10),
    cnt: 1,
  })),
});
/** What ingest writes beside the rows, by the quarter of an hour. */
const quarters = new Map<string, number>();
for (const { ts, service, level } of seeds) {
  const bucket = Number((ts / (15n * minute)) * 900n);
  for (const [key, value] of [
    ['service', service],
    ['level', level],
    ['kind', 'log'],
  ] as const) {
    const name = JSON.stringify({ key, value, bucket });
    quarters.set(name, (quarters.get(name) ?? 0) + 1);
  }
}
await api.deps.clickhouse.insert({
  table: 'facets_15m',
  format: 'JSONEachRow',
  values: [...quarters].map(([name, cnt]) => ({
    project_id: project.id,
    kind: 'log',
    retention_days: 30,
    cnt,
    ...(JSON.parse(name) as object),
  })),
});

t.test('well-known fields: exact in any range, from what is counted already and from the ends', async (t) => {
  for (const [from, to] of [
    [recentNs - 70n * minute, recentNs],
    [recentNs - 61n * minute + 3n, recentNs - 7n * minute],
    [recentNs - 5n * minute, recentNs],
    [recentNs - 600n * minute, recentNs + minute],
  ] as const) {
    const { status, body } = await ask(project, { from: String(from), to: String(to) });
    t.equal(status, 200);
    const inside = (seed: SeedEvent) => seed.ts >= from && seed.ts < to;
    t.same(
      body.service,
      counts(inside, ({ service }) => service),
    );
    t.same(
      body.level,
      counts(inside, ({ level }) => level),
    );
    t.same(
      body.kind,
      counts(inside, () => 'log'),
    );
    t.same(body.method, []);
    t.same(body.status_code, [], 'of spans only');
  }
});

t.test('a field with a value for each row is counted within a bounded memory, and exactly', async (t) => {
  const own = await api.project();
  const end = recentNs - (recentNs % (15n * minute));
  const hour = Number(end / second) - 3600;
  // Ten values that come again and again among 400 000 that come once; another field that has few.
  const insert = (key: string, value: string) =>
    api.deps.clickhouse.command({
      query: `INSERT INTO facets_15m (project_id, kind, key, bucket, value, retention_days, cnt)
        SELECT {project:String}, 'span', {key:String}, {hour:UInt32} + 900 * (number % 4), ${value}, 30, 1 + number % 3
        FROM numbers(440000)`,
      query_params: { project: own.id, key, hour },
    });
  await insert(
    'name',
    `if(number % 11 = 0, concat('GET /', toString(number % 10)), concat('GET /orders/', toString(number)))`,
  );
  await insert('service', `toString(number % 7)`);
  const { status, body } = await ask(own, { from: String(end - 60n * minute), to: String(end), source: 'spans' });
  t.equal(status, 200);
  const sparing: Reader = {
    ...api.deps.reader,
    rows: async (request) => api.deps.reader.rows({ ...request, limits: { memoryBytesMax: 64_000_000 } }),
  };
  const range = { fromS: hour, toS: hour + 3600 };
  const few = { fields: ['name'], kinds: ['span'], ...range, valuesMax: 100 };
  t.equal((await selectFacets(sparing, own.id, few, AbortSignal.timeout(10_000))).length, 100);
  const sums = (of: (number: number) => string) => {
    const all = new Map<string, number>();
    for (let n = 0; n < 440_000; n++) all.set(of(n), (all.get(of(n)) ?? 0) + 1 + (n % 3));
    return [...all]
      .map(([value, count]) => ({ value, count }))
      .toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  };
  const names = sums((n) => (n % 11 === 0 ? `GET /${n % 10}` : `GET /orders/${n}`));
  t.same(body.name.slice(0, 10), names.slice(0, 10));
  t.equal(body.name.length, 50);
  t.same(
    new Set(body.name.slice(10).map(({ count }: { count: number }) => count)),
    new Set([3]),
    'each is counted as often as it came',
  );
  t.same(
    body.service,
    sums((n) => String(n % 7)),
  );
});

t.test('what was sent as a status counts as its number, at the ends of a range as within', async (t) => {
  const own = await api.project();
  const senders = await startSenders(t, api);
  const decimals = ['503.0', '+503', '5.03E2', '503.'];
  const statuses = [
    200,
    '200',
    '0200',
    0,
    '0',
    -1,
    'failed',
    '',
    70_000,
    999_999,
    503,
    ...decimals,
    '50.3',
    '5e',
    '0x1f7',
  ];
  const quarter = 15n * minute;
  const start = recentNs - (recentNs % quarter) - 2n * quarter;
  for (const ts of [start - second, start + second, start + quarter + second])
    await sendLogs(
      senders,
      own,
      'shop',
      statuses.map((status) => ({
        body: 'x',
        agoMs: Date.now() - Number(ts / 1_000_000n),
        attributes: { 'http.response.status_code': status },
      })),
    );
  for (const [from, to, n] of [
    [start - minute, start, 1],
    [start, start + 2n * quarter, 2],
    [start - minute, start + 2n * quarter, 3],
  ] as const)
    for (const query of ['', 'body == "x"', 'take 100']) {
      const { body } = await ask(own, { from: String(from), to: String(to), ...(query === '' ? {} : { query }) });
      t.same(body.http_status, [
        { value: '503', count: 5 * n },
        { value: '200', count: 3 * n },
      ]);
    }
  const range = { from: String(start - minute), to: String(start + 2n * quarter) };
  for (const query of ['http_status == 503', 'status_code >= 500 and status_code < 600', 'http_status in (404, 503)']) {
    const { body } = await own.get('/events', { query, ...range });
    t.equal(body.count, 15, query);
  }
});

t.test('one field of any kind, narrowed by a query', async (t) => {
  const range = { from: String(recentNs - 100n * minute), to: String(recentNs) };
  const all = () => true;
  t.same((await ask(project, { ...range, field: 'service' })).body, { service: counts(all, ({ service }) => service) });
  t.same((await ask(project, { ...range, field: 'attributes.color' })).body, {
    'attributes.color': counts(all, ({ attrs }) => attrs['color']),
  });
  t.same((await ask(project, { ...range, field: 'color' })).body, {
    color: counts(all, ({ attrs }) => attrs['color']),
  });
  for (const [field, value] of [
    ['attributes.shop.at.city', 'Oslo'],
    ['attributes.shop.n', '7'],
    ['attributes.shop', '{"at":{"city":"Oslo"},"n":7}'],
  ] as const)
    t.same((await ask(project, { ...range, field })).body, { [field]: [{ value, count: 60 }] }, 'as a query reads it');
  t.equal((await ask(project, { ...range, field: 'attributes.id' })).body['attributes.id'].length, 50, 'the top 50');
  const slow = await ask(project, { ...range, query: 'body has "slow" and level == "ERROR"' });
  t.same(
    slow.body.service,
    counts(
      (seed) => seed.body === 'slow query' && seed.level === 'ERROR',
      ({ service }) => service,
    ),
  );
  t.same((await ask(project, { ...range, field: 'attributes.nothing' })).body, { 'attributes.nothing': [] });
});

t.test(
  'a value of any type stands as it does in a row, and finds its rows where a filter compares with it',
  async (t) => {
    const own = await api.project();
    await seedEvents(api, own, [
      {
        ts: recentNs - 7n,
        kind: 'span',
        trace_id: '0af7651916cd43dd8448eb211c80319c',
        span_id: 'b7ad6b7169203331',
        duration_ns: 500_000_123,
        severity: 17,
        is_error: true,
        attrs: { flag: 'true', big: '9007199254740993', part: '0.1', text: 'say "hi"\n\\', list: '["x",1]' },
      },
    ]);
    for (const field of [
      'id',
      'timestamp',
      'ingested_at',
      'start_time',
      'end_time',
      'date',
      'trace_id',
      'span_id',
      'kind',
      'severity_number',
      'duration',
      'errors',
      'attributes.flag',
      'attributes.big',
      'attributes.part',
      'attributes.text',
      'attributes.list',
    ]) {
      const [found] = (await ask(own, { field, query: 'service == "shop"', since: '2h' })).body[field];
      t.equal(found.count, 1, field);
      const query = `${field} == ${JSON.stringify(found.value)}`;
      const { body } = await own.get('/events', { query, fields: field, since: '2h' });
      t.same(body.logsData.flat().map(String), [found.value], field);
    }
  },
);

t.test('wrong fields, queries and sources are refused; others’ values are not there', async (t) => {
  for (const [params, parameter] of [
    [{ field: 'nosuch' }, 'field'],
    [{ query: 'nosuch == 1' }, 'query'],
    [{ query: 'summarize count()' }, 'query'],
    [{ source: 'metrics' }, 'source'],
    [{ since: 'x' }, 'since'],
    [{ feld: 'x' }, 'feld'],
  ] as const) {
    t.match(await ask(project, params), { status: 400, body: { error: { parameter } } }, JSON.stringify(params));
  }
  for (const [field, suggestion] of [
    ['servce', 'service'],
    ['colr', 'attributes.color'],
    ['atributes.color', 'attributes.color'],
    ['utterly', undefined],
  ] as const) {
    const { body } = await ask(project, { field });
    t.equal(body.error.suggestion, suggestion, field);
    t.equal(body.error.message.includes('did you mean'), suggestion !== undefined, body.error.message);
  }
  const other = await api.project();
  t.ok(Object.values((await ask(other, { since: '1d' })).body).every((values) => (values as unknown[]).length === 0));
});

t.test('more callers than may run wait, however much each of them asks for', async (t) => {
  // The ends of this range are counted beside what is counted already: three statements a call, and one call that runs is
  // all that is sure to have begun when the last one comes.
  const callers = 1 + gateLimits.waitingPerProjectMax;
  const range = { from: String(recentNs - 61n * minute), to: String(recentNs - 7n * minute) };
  await ask(project, range);
  const answers = await Promise.all(Array.from({ length: callers }, () => ask(project, range)));
  t.same([...new Set(answers.map(({ status }) => status))], [200]);
});

t.test('what reads too much is for the caller to narrow, not a fault of ours', async (t) => {
  const narrow = await startApi(t, {}, ({ reader }) => ({
    reader: { ...reader, rows: (request) => reader.rows({ ...request, limits: { rowsReadMax: 10 } }) },
  }));
  const small = await narrow.project();
  await seedEvents(narrow, small, seeds);
  t.match(await small.get('/facets?since=2h&query=body%20has%20"slow"'), {
    status: 400,
    body: { error: { code: 'invalid_query', message: /narrow the time range or the filter/ } },
  });
});
