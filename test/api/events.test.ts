import t from 'tap';
import { startApi, type Answer, type TestProject } from '../support/api.ts';
import { fillEvents, recentNs, seedEvents, type SeedEvent } from '../support/events.ts';

const statements: string[] = [];
const api = await startApi(t, {}, ({ reader }) => ({
  reader: {
    ...reader,
    rows: (request) => {
      statements.push(request.sql);
      return reader.rows(request);
    },
  },
}));
const second = 1_000_000_000n;
const services = ['shop', 'cart', 'pay'];
const levels = ['INFO', 'INFO', 'WARN', 'ERROR'];

/** Logs a second apart, going back from now, two at each second: seeded, so that every answer can be computed here too. */
function logs(count: number): Required<Pick<SeedEvent, 'ts' | 'service' | 'body'>>[] & SeedEvent[] {
  return Array.from({ length: count }, (_, i) => ({
    kind: 'log' as const,
    ts: recentNs - BigInt(Math.floor(i / 2) + 1) * second,
    service: services[i % 3] ?? '',
    level: levels[i % 4] ?? '',
    severity: i % 4 === 3 ? 17 : 9,
    body: `message ${i} ${i % 7 === 0 ? 'timeout' : 'fine'}`,
    attrs: { n: String(i), 'http.route': `/r${i % 5}` },
    attrs_types: { n: 'int' },
  }));
}

const cell = ({ body }: Answer, row: number, column: string) => body.logsData[row][body.colIdxMap[column]];
const column = ({ body }: Answer, name: string) => body.logsData.map((row: unknown[]) => row[body.colIdxMap[name]]);
const ask = (project: TestProject, params: Record<string, string>) => project.get('/events', params);

t.test('the default list: columns, order, counts, colours, urls', async (t) => {
  const project = await api.project();
  const seeds = logs(150);
  await seedEvents(api, project, seeds);
  const answer = await ask(project, {});
  t.equal(answer.status, 200);
  const { body } = answer;
  t.same(Object.keys(body.colIdxMap), [
    'id',
    'timestamp',
    'trace_id',
    'span_name',
    'duration',
    'service',
    'parent_id',
    'start_time_ns',
    'errors',
    'summary',
    'latency_breakdown',
    'kind',
  ]);
  t.same(body.cols, ['id', 'timestamp', 'service', 'summary', 'latency_breakdown']);
  t.equal(body.logsData.length, 100);
  t.ok(body.logsData.every((row: unknown[]) => row.length === 12));
  t.match(body, { queryResultCount: 100, count: 150, hasMore: true });
  t.match(answer.text, `${recentNs - second}`, 'nanoseconds keep their digits');
  t.ok(column(answer, 'summary').every(Array.isArray));
  t.same(Object.keys(body.serviceColors).toSorted(), services.toSorted());
  t.equal(body.traces.length, 100);
  const second_ = await project.follow(body.nextUrl);
  t.match(second_.body, { queryResultCount: 50, count: 150, hasMore: false, nextUrl: '' });
  const all = [...column(answer, 'id'), ...column(second_, 'id')];
  t.equal(new Set(all).size, 150);
  const byPost = await project.post('/events/query', { limit: 100 });
  t.same(column(byPost, 'id'), column(answer, 'id'));
});

t.test('filters, sources, limits, fields', async (t) => {
  const project = await api.project();
  const seeds = logs(80);
  await seedEvents(api, project, [
    ...seeds,
    { kind: 'span', ts: recentNs - second, span_id: 'a'.repeat(16), name: 'GET /x', duration_ns: '5' },
  ]);
  const expected = (keep: (seed: SeedEvent & { body: string }, i: number) => boolean) => seeds.filter(keep).length;
  const cases: [Record<string, string>, number][] = [
    [{ query: 'level == "ERROR"' }, expected((_, i) => i % 4 === 3)],
    [{ query: 'level == "ERROR" and body has "timeout"' }, expected((_, i) => i % 4 === 3 && i % 7 === 0)],
    [{ query: 'service in ("shop", "pay") | where attributes.n >= 40' }, expected((_, i) => i % 3 !== 1 && i >= 40)],
    [{ query: 'attributes.http.route == "/r2"' }, expected((_, i) => i % 5 === 2)],
    [{ query: '"timeout"' }, expected((_, i) => i % 7 === 0)],
    [{ source: 'logs' }, 80],
    [{ source: 'spans' }, 1],
    [{ source: 'otlp_logs_and_spans' }, 81],
    [{ query: 'kind == "log"', limit: '3' }, 3],
    [{ query: 'take 7' }, 7],
    [{ query: 'take 7', limit: '5' }, 5],
    [{ query: 'errors' }, expected((_, i) => i % 4 === 3)],
    [{ limit: '9223372036854775807' }, 81],
    [{ since: '10s' }, 1 + expected((seed) => seed.ts >= recentNs - 10n * second)],
  ];
  api.clock.now = new Date(Number(recentNs / 1_000_000n));
  t.teardown(() => (api.clock.now = undefined));
  for (const [params, rows] of cases) {
    const { status, body } = await ask(project, params);
    t.equal(status, 200, JSON.stringify(params));
    t.equal(body.queryResultCount, rows, JSON.stringify(params));
  }
  const longest = await ask(project, { limit: '9223372036854775807' });
  for (const name of ['resetLogsUrl', 'recentUrl'])
    t.equal((await project.follow(longest.body[name])).status, 200, `${name} works as it is`);
  const fields = await ask(project, { fields: 'body,attributes.n,id', limit: '2', source: 'logs' });
  t.same(fields.body.cols, ['body', 'attributes.n', 'id']);
  t.ok(fields.body.logsData.every((row: unknown[]) => row.length === 3));
  const attributes = await ask(project, { include_attributes: 'true', limit: '3', source: 'logs' });
  t.same(Object.keys(attributes.body.colIdxMap).slice(-2), ['attributes', 'resource']);
  t.match(cell(attributes, 0, 'attributes'), { n: Number }, 'numbers are numbers');
  const beside = await ask(project, { fields: 'body', include_attributes: 'true', limit: '1' });
  t.same(beside.body.cols, ['body', 'attributes', 'resource']);
});

t.test('what a sender says of itself comes in its types, and what JSON has no number for as a text', async (t) => {
  const project = await api.project();
  const sent = { nan: 'nan', low: '-inf', high: 'inf', load: '0.5', pid: '7', up: 'true', list: '[1]', id: '7' };
  const res_types = {
    nan: 'double',
    low: 'double',
    high: 'double',
    load: 'double',
    pid: 'int',
    up: 'bool',
    list: 'array',
  };
  await seedEvents(api, project, [{ ts: recentNs - second, res: sent, res_types }]);
  const answer = await ask(project, { include_attributes: 'true', limit: '1' });
  t.same(cell(answer, 0, 'resource'), { ...sent, load: 0.5, pid: 7, up: true, list: [1] });
});

t.test('queries of other shapes return their own columns', async (t) => {
  const project = await api.project();
  const seeds = logs(60);
  await seedEvents(api, project, seeds);
  const summary = await ask(project, {
    query: 'summarize count(), n = max(attributes.n) by service | sort by service asc',
  });
  t.same(summary.body.cols, ['service', 'count_', 'n']);
  t.same(
    summary.body.logsData,
    services.toSorted().map((service) => {
      const own = seeds.flatMap((seed, i) => (seed.service === service ? [i] : []));
      return [service, own.length, Math.max(...own)];
    }),
  );
  t.same(summary.body.traces, []);
  const projected = await ask(project, { query: 'project body, level | take 2' });
  t.same(projected.body.cols, ['body', 'level']);
  const extended = await ask(project, { query: 'extend big = attributes.n > 30', limit: '1' });
  t.ok('big' in extended.body.colIdxMap);
  t.equal(extended.body.logsData[0].length, Object.keys(extended.body.colIdxMap).length);
  t.same(extended.body.cols, Object.keys(extended.body.colIdxMap), 'its own among them');
  t.same(extended.body.traces, []);
  const top = await ask(project, { query: 'top 3 by attributes.n' });
  t.same(top.body.cols, Object.keys(top.body.colIdxMap));
  t.same(top.body.traces, []);
  for (const [query, fields] of [
    ['extend big = 1', 'body'],
    ['extend big = 1', 'big,body'],
    ['summarize count(), n = max(attributes.n) by service', 'n,service'],
    ['metrics', 'value,metric_type'],
  ] as const) {
    const { body } = await ask(project, { query, fields, limit: '1' });
    t.same(body.cols, fields.split(','), `${query}: ${fields}`);
    t.ok(body.logsData.every((row: unknown[]) => row.length === 2 || (fields === 'body' && row.length === 1)));
  }
  for (const [params, summary] of [
    [{ query: 'extend summary = 1' }, 1],
    [{ query: 'extend summary = 1', fields: 'id,summary' }, 1],
    [{ query: 'project id, summary = 1', fields: 'summary' }, 1],
    [{ query: 'extend other = 1', fields: 'summary,other' }, [String]],
  ] as const) {
    const answer = await ask(project, { ...params, limit: '1' });
    const { cols, colIdxMap, logsData } = answer.body;
    t.match(cell(answer, 0, 'summary'), summary, JSON.stringify(params));
    t.same(cols, Object.keys(colIdxMap), 'each name once');
    t.equal(logsData[0].length, cols.length);
  }
  const named = await ask(project, { query: 'metrics | take 1' });
  t.same(
    named.body.cols,
    (await ask(project, { source: 'metrics' })).body.cols,
    'a table that is named, or the source',
  );
  for (const params of [{ query: 'metrics | take 1' }, { source: 'metrics' }]) {
    const { body } = await ask(project, { ...params, include_attributes: 'true' });
    t.same(body.cols, [...named.body.cols, 'resource'], JSON.stringify(params));
    t.equal(body.cols.at(-2), 'attributes');
  }
  const none = await ask(project, { query: 'level == "NEVER"' });
  t.match(none.body, { logsData: [], count: 0, hasMore: false, nextUrl: '', queryResultCount: 0 });
  const missing = await ask(project, { query: 'summarize count() by attributes.nothing' });
  t.same(missing.body.logsData, [[null, 60]]);
});

t.test('pages in any order of the user’s go on where they ended', async (t) => {
  const project = await api.project();
  await seedEvents(api, project, logs(45));
  for (const query of [
    'sort by attributes.n asc | project attributes.n',
    'summarize count() by attributes.n | sort by attributes_n asc',
    'project n = toint(attributes.n) | sort by n asc',
  ]) {
    const seen = await paged(project, { query, limit: '10' });
    t.equal(new Set(seen).size, 45, query);
    t.equal(seen.length, 45, query);
  }
});

/** The first cells of all pages of a question. */
async function paged(project: TestProject, params: Record<string, string>): Promise<string[]> {
  const seen: string[] = [];
  let answer = await ask(project, params);
  for (;;) {
    seen.push(...answer.body.logsData.map(([cell]: unknown[]) => String(cell)));
    if (!answer.body.hasMore) return seen;
    answer = await project.follow(answer.body.nextUrl);
  }
}

t.test('rows that an order does not tell apart are on one page each', async (t) => {
  const project = await api.project();
  const rows = 900;
  // Over several blocks, so that the store's threads may bring them in any order.
  for (let part = 0; part < 3; part++) await seedEvents(api, project, logs(rows / 3));
  for (const [query, wanted] of [
    ['sort by level asc', rows],
    ['sort by level | project id, level', rows],
    ['project id, level | sort by level', rows],
    ['top 500 by level', 500],
    ['take 500 | sort by level', 500],
    ['take 500', 500],
    ['sort by level | take 500 | where level != "x"', 500],
    ['serialize n = row_number() | project id, n', rows],
    ['summarize count() by id | sort by count_', rows],
    ['summarize count() by id | top 500 by count_', 500],
    ['summarize count() by id | take 500', 500],
    ['distinct id, level | sort by level asc', rows],
    ['sample-distinct 500 of id', 500],
    ['sample 500', 500],
    ['sample 500 | project id', 500],
    ['project id | sample 500', 500],
    ['summarize count() by id | sample 500', 500],
    ['range n from 1 to 2000 step 1 | sample 500', 500],
    ['sort by rand()', rows],
    ['project id | sort by new_guid()', rows],
    ['extend r = rand(9) | project id, r | sort by r', rows],
    ['project id | extend r = rand() | top 500 by r', 500],
    ['summarize count() by id | sort by rand()', rows],
    ['distinct id | extend r = rand() | sort by r', rows],
    ['range n from 1 to 900 step 1 | sort by rand()', rows],
  ] as const) {
    const seen = await paged(project, { query, limit: '100' });
    t.equal(new Set(seen).size, wanted, query);
    t.equal(seen.length, wanted, query);
  }
});

t.test('what chance draws is the same on every page of one list, and another in the next', async (t) => {
  const project = await api.project();
  await seedEvents(api, project, logs(900));
  const insert = (query: string) => api.deps.clickhouse.command({ query, query_params: { project: project.id } });
  await insert(`
    INSERT INTO metric_series (project_id, metric, series_id, day, type, retention_days, last_seen)
    SELECT {project:String}, 'load', 1, today() - number, 'gauge', 90, now() FROM numbers(2)`);
  await insert(`
    INSERT INTO metric_points (project_id, metric, series_id, ts, value, retention_days)
    SELECT {project:String}, 'load', 1, now64(9, 'UTC') - toIntervalSecond(1 + number), number, 90 FROM numbers(900)`);
  for (const rows of ['events | project id', 'metrics | project value']) {
    const query = `${rows} | sort by rand()`;
    const [one, other] = [await paged(project, { query, limit: '100' }), await paged(project, { query, limit: '100' })];
    t.equal(new Set(one).size, 900, query);
    t.same(new Set(other), new Set(one), query);
    t.not(String(other), String(one), query);
    for (const half of [
      `${rows} | where rand() < 0.5`,
      `${rows} | extend g = new_guid() | where g < "8"`,
      `${rows} | where rand(2) == 0 | sort by rand()`,
    ]) {
      const found = await ask(project, { query: half, limit: '100' });
      const seen = await paged(project, { query: half, cursor: found.body.cursor, limit: '100' });
      t.equal(new Set(seen).size, seen.length, half);
      t.equal(seen.length + 100, found.body.count, half);
      t.ok(seen.length > 250 && seen.length < 450, `${half}: ${seen.length + 100} of 900`);
    }
  }
});

/** 400 logs on each of three days: the store keeps each by itself, and reads them side by side. */
async function seedDays(project: TestProject): Promise<void> {
  const day = 86_400n * second;
  for (let part = 0n; part < 3n; part++) {
    const events = logs(400).map(({ ts, ...event }, i) => ({ ...event, ts: ts - part * day - BigInt(i) }));
    await seedEvents(api, project, events);
  }
}

t.test('rows that something is computed over keep their order, on every page', async (t) => {
  const project = await api.project();
  await seedDays(project);
  const inOrder = Array.from({ length: 1200 }, (_, i) => String(i + 1));
  for (const query of [
    'sort by timestamp asc | extend n = row_number() | project n, id',
    'sort by timestamp asc | extend ones = 1 | project n = row_cumsum(ones), p = prev(id)',
    'sort by timestamp asc | extend n = row_number() | where n > 0 | project n, id',
    'sort by timestamp asc | extend n = row_number(), p = prev(id) | extend all = count() | project n, all',
  ])
    t.same(await paged(project, { query, since: '5d', limit: '250' }), inOrder, query);
});

t.test('the newest come first, whatever is made of them', async (t) => {
  const project = await api.project();
  await seedEvents(api, project, logs(60));
  const newest = Array.from({ length: 6 }, (_, i) => String(recentNs - BigInt(Math.floor(i / 2) + 1) * second));
  const at = 'project at = datetime_diff("nanosecond", timestamp, datetime(1970-01-01)), body';
  for (const query of [
    at,
    `${at} | take 20`,
    `project body, timestamp | take 20 | ${at}`,
    `project-away attributes | take 20 | ${at}`,
    `extend a = pack_array(1) | mv-expand a | ${at}`,
    `parse body with "message " n: long * | take 20 | ${at}`,
    `union logs, spans | ${at}`,
    `union logs, spans | take 20 | ${at}`,
    `join kind = inner (logs | project id) on id | ${at}`,
    `distinct timestamp, body | ${at}`,
  ])
    t.same((await paged(project, { query, limit: '6' })).slice(0, 6), newest, query);
});

t.test('half of the rows are drawn by a chance of one half, wherever the store keeps them', async (t) => {
  const project = await api.project();
  await seedDays(project);
  for (const query of [
    'where rand() < 0.5',
    'extend r = rand() | where r < 0.5',
    'project a = 1 | where rand(2) == 0',
    'project id | join kind=inner (events | project id, body) on id | where rand() < 0.5',
    'project id | join kind=inner (events | project id, body) on id | extend low = rand() < 0.5 | where low',
    'project id | join kind=leftsemi (events | project id) on id | where rand() < 0.5',
  ]) {
    for (let time = 0; time < 5; time++) {
      const found = cell(await ask(project, { query: `${query} | count`, since: '5d' }), 0, 'Count');
      t.ok(found > 480 && found < 720, `${query}: ${found} of 1200`);
    }
  }
});

t.test('a query inside of a query sees the whole range on every page', async (t) => {
  const project = await api.project();
  const at = (minutes: number, fields: object) => ({ ts: recentNs - BigInt(minutes) * 60n * second, ...fields });
  // What the inner query finds lies 50 minutes back; what it is asked for, over the whole hour.
  await seedEvents(api, project, [
    at(50, { body: 'bad', attrs: { user: 'u1' } }),
    ...Array.from({ length: 40 }, (_, i) => at(i + 5, { body: 'seen', attrs: { user: i % 2 === 0 ? 'u1' : 'u2' } })),
  ]);
  for (const [query, wanted] of [
    ['body == "seen" and attributes.user in (where body == "bad" | project attributes.user)', 20],
    ['body == "seen" and attributes.user !in (where body == "bad" | project attributes.user)', 20],
    ['body == "seen" and attributes.user == toscalar(where body == "bad" | project attributes.user)', 20],
  ] as const) {
    for (const limit of ['5', '100']) {
      const { body } = await ask(project, { query, limit });
      t.equal(body.count, wanted, `${query}: counted`);
      t.equal(new Set(await paged(project, { query, limit })).size, wanted, `${query}: in pages of ${limit}`);
    }
  }
});

t.test('a result that ends where all results end says so, on its last page', async (t) => {
  const project = await api.project();
  const note = 'At most 10000 rows of a result are returned; there may be more.';
  const numbers = 'range x from 1 to 10001 step 1';
  const cases: [query: string, limit: string, error: string | undefined, hasMore: boolean][] = [
    [numbers, '10000', note, false],
    [numbers, '9999', undefined, true],
    [`${numbers} | summarize count() by x`, '10000', note, false],
    [`${numbers} | sort by x asc | take 10000`, '10000', undefined, false],
    [`${numbers} | where x <= 9999`, '10000', undefined, false],
  ];
  for (const [query, limit, error, hasMore] of cases)
    t.match((await ask(project, { query, limit })).body, { error, hasMore }, `${query}, ${limit}`);
  const first = await ask(project, { query: numbers, limit: '9999' });
  const last = await project.follow(first.body.nextUrl);
  t.match(last.body, { queryResultCount: 1, hasMore: false, error: note });
});

t.test('rows that match are counted exactly up to ten thousand', async (t) => {
  const project = await api.project();
  await fillEvents(api, project, 10_050, { body: "if(number < 9999, 'few', 'more')" });
  for (const [query, count] of [
    ['body == "few"', 9_999],
    ['body != "none"', 10_000],
  ] as const)
    t.equal((await ask(project, { query, since: '1h', limit: '1' })).body.count, count, query);
});

t.test(
  'rows are counted to the nanosecond where a range begins and ends, and whole days without their times',
  async (t) => {
    const project = await api.project();
    const day = 86_400n * second;
    const midnight = (recentNs / day) * day - 3n * day;
    const times = [0n, 1n, 2n].flatMap((n) => [-1n, 0n, 1n, 43_200n * second].map((more) => midnight + n * day + more));
    await seedEvents(
      api,
      project,
      times.flatMap((ts) =>
        (['log', 'span'] as const).map((kind) => ({ ts, kind, body: 'counted', attrs: { half: 'yes' } })),
      ),
    );
    const at = (ns: bigint) =>
      new Date(Number(ns / 1_000_000n)).toISOString().replace('Z', `${ns % 1_000_000n}`.padStart(6, '0') + 'Z');
    for (const [from, to, hasDays] of [
      [midnight, midnight + day, true],
      [midnight, midnight + 2n * day, true],
      [midnight - 1n, midnight + 2n * day + 1n, true],
      [midnight + 1n, midnight + 2n * day, true],
      [midnight + 1n, midnight + day + 1n, false],
      [midnight + 43_200n * second, midnight + 3n * day, true],
    ] as const) {
      for (const [query, source, each] of [
        ['body has "counted"', 'events', 2],
        ['attributes.half == "yes"', 'logs', 1],
        ['attributes.half == "yes"', 'spans', 1],
      ] as const) {
        statements.length = 0;
        const { body } = await ask(project, { query, source, limit: '1', from: at(from), to: at(to) });
        const expected = times.filter((ts) => ts >= from && ts < to).length * each;
        t.equal(body.count, expected, `${query} of ${source} from ${at(from)} to ${at(to)}`);
        t.equal(
          statements.some((sql) => sql.includes('_partition_id')),
          hasDays,
        );
      }
    }
  },
);

t.test('where nothing is found, a slip of the query is told', async (t) => {
  const project = await api.project();
  await seedEvents(api, project, [{ ts: recentNs - second, level: 'ERROR' }]);
  const error =
    'Nothing was found: level is one of TRACE, DEBUG, INFO, WARN, ERROR, FATAL, never "error"; did you mean "ERROR"?';
  const asked = async (query: string) => (await ask(project, { query })).body;
  t.match(await asked('level == "error"'), { count: 0, error });
  t.match(await asked('level == "error" | summarize count() by service'), { count: 0, error });
  t.match(await asked('level != "error"'), { count: 1, error: undefined }, 'not beside what was found');
  t.match(await asked('level == "WARN"'), { count: 0, error: undefined });
  const { body } = await ask(project, { query: 'level == "error"' });
  const newer = await project.follow(body.recentUrl);
  t.match(newer.body, { count: 0, error: undefined }, 'nor each time that somebody looks for what is new');
});

t.test('the present is the same on every page, and goes on where one looks for what is newer', async (t) => {
  const project = await api.project();
  const minute = 60n * second;
  const present = new Date(Number(recentNs / 1_000_000n));
  // The longest are the oldest: those at the far end of the hour would drop out of it between two pages.
  const rows = Array.from({ length: 30 }, (_, i) => ({
    kind: 'span' as const,
    ts: recentNs - BigInt(i + 1) * 2n * minute,
    duration_ns: i,
  }));
  await seedEvents(api, project, rows);
  t.teardown(() => (api.clock.now = undefined));
  for (const query of [
    'timestamp > ago(1h)',
    'timestamp > ago(1h) | sort by duration desc',
    'timestamp > ago(1h) | sort by duration desc | project duration',
  ]) {
    api.clock.now = present;
    const pages = [await ask(project, { query, limit: '10', since: '6h' })];
    for (let page = pages[0]; page?.body.hasMore; pages.push(page)) {
      api.clock.now = new Date(api.clock.now.getTime() + 10 * 60_000);
      page = await project.follow(page.body.nextUrl);
    }
    t.same(
      pages.map(({ body }) => [body.queryResultCount, body.count]),
      [10, 10, 9].map((rows) => [rows, 29]),
      query,
    );
    t.equal(new Set(pages.flatMap((page) => column(page, 'duration'))).size, 29, query);
  }
  await seedEvents(api, project, [{ ts: recentNs + 15n * minute, duration_ns: 99 }]);
  api.clock.now = present;
  const { body } = await ask(project, { query: 'timestamp < now()', limit: '10', since: '6h' });
  api.clock.now = new Date(api.clock.now.getTime() + 20 * 60_000);
  t.match((await project.follow(body.recentUrl)).body, { queryResultCount: 1 });
});

t.test('what is computed over all rows is the same on every page', async (t) => {
  const project = await api.project();
  const minute = 60n * second;
  await seedEvents(
    api,
    project,
    Array.from({ length: 50 }, (_, i) => ({ ts: recentNs - BigInt(i + 1) * minute, body: 'x' })),
  );
  const seen = await paged(project, { query: 'extend total = count() | project total', limit: '5' });
  t.same([...new Set(seen)], ['50']);
  const listed = await ask(project, { query: 'extend total = count()', limit: '5' });
  t.same([...new Set(column(listed, 'total'))], [50]);
  const numbered = await ask(project, { query: 'serialize n = row_number()', limit: '5' });
  const next = await project.follow(numbered.body.nextUrl);
  t.same([...column(numbered, 'n'), ...column(next, 'n')], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

t.test('a URL that is given works, however long the query; one that is too long is none', async (t) => {
  const project = await api.project();
  await seedEvents(api, project, logs(45));
  const asked = (filler: string) => ({ query: `body != "${filler}"`, since: '1d', limit: 10 });
  const long = await project.post('/events/query', asked('x y'.repeat(10_000)));
  t.match(long, { status: 200, body: { hasMore: true } });
  for (const name of ['nextUrl', 'resetLogsUrl', 'recentUrl'])
    t.match(await project.follow(long.body[name]), { status: 200 }, name);
  const longer = await project.post('/events/query', asked('ü'.repeat(60_000)));
  t.match(longer, { status: 200, body: { hasMore: true, nextUrl: '', resetLogsUrl: '', recentUrl: '' } });
  const next = await project.post('/events/query', { ...asked('ü'.repeat(60_000)), cursor: longer.body.cursor });
  t.match(next, { status: 200, body: { queryResultCount: 10 } });
  t.notOk(column(next, 'id').some((id: string) => column(longer, 'id').includes(id)));
});

t.test('a cursor of another query is refused, and says what to do', async (t) => {
  const project = await api.project();
  await seedEvents(api, project, logs(45));
  const refused = { status: 400, body: { error: { parameter: 'cursor', message: /another query; leave it out/ } } };
  for (const query of ['body has "message"', 'sort by attributes.n asc', 'project attributes.n']) {
    const { body } = await ask(project, { query, limit: '10' });
    const { cursor } = body;
    t.match(await ask(project, { query, limit: '5', cursor }), { status: 200, body: { queryResultCount: 5 } }, query);
    t.match(
      await ask(project, { query, cursor, source: 'otlp_logs_and_spans' }),
      { status: 200 },
      'the same by another name',
    );
    t.match(await ask(project, { query: 'level == "ERROR"', cursor }), refused, query);
    t.match(await ask(project, { cursor }), refused, query);
    t.match(await ask(project, { query, cursor, source: 'logs' }), refused, query);
    const recent = new URLSearchParams(body.recentUrl.split('?')[1]).get('cursor') ?? '';
    t.match(await ask(project, { query: 'level == "ERROR"', cursor: recent }), refused, query);
  }
});

t.test('rows that a query projects, or calls by other names, come on as many pages', async (t) => {
  const project = await api.project();
  await seedEvents(api, project, logs(45));
  for (const query of [
    'project attributes.n',
    'project attributes.n, id, timestamp',
    'project-keep body',
    'parse body with "message " n: long " " * | project n',
    'extend id = attributes.n',
    'extend start_time_ns = "x", duration = 1.5, kind = 7, service = dynamic({}) | project-reorder body',
    'extend start_time_ns = "x", duration = 1.5, kind = 7, service = dynamic({})',
  ]) {
    const seen = await paged(project, { query, limit: '10' });
    t.equal(seen.length, 45, query);
    t.equal(new Set(seen).size, 45, query);
  }
});

t.test('a page of a query that takes some of the rows counts those, on every page', async (t) => {
  const project = await api.project();
  await seedEvents(api, project, logs(45));
  for (const query of [
    'take 17',
    'take 17; // of many',
    'sort by attributes.n desc | take 17',
    'top 17 by attributes.n',
  ]) {
    const first = (await ask(project, { query, limit: '10' })).body;
    t.match(first, { queryResultCount: 10, count: 17, hasMore: true }, query);
    const second = (await project.follow(first.nextUrl)).body;
    t.match(second, { queryResultCount: 7, count: 17, hasMore: false, nextUrl: '' }, query);
  }
});

t.test('pages of a table that has no order are cut out of one order', async (t) => {
  const project = await api.project();
  await seedEvents(api, project, logs(45));
  for (const query of [
    'distinct attributes.n',
    'summarize count() by attributes.n',
    'sort by timestamp asc | summarize count() by attributes.n',
  ]) {
    const seen = await paged(project, { query, limit: '10' });
    t.same(
      seen.map(Number),
      Array.from({ length: 45 }, (_, n) => n),
      query,
    );
  }
});

t.test('recentUrl brings what arrived after the newest row, and only that', async (t) => {
  const project = await api.project();
  await seedEvents(api, project, logs(10));
  const first = await ask(project, { limit: '5' });
  const poll = (url: string) => project.follow(url);
  const nothing = await poll(first.body.recentUrl);
  t.same(nothing.body.logsData, []);
  await seedEvents(api, project, [
    { ts: recentNs - second / 2n, body: 'a' },
    { ts: recentNs - second / 4n, body: 'b' },
  ]);
  const fresh = await poll(first.body.recentUrl);
  t.match(fresh.body, { queryResultCount: 2, count: 2 });
  const half = await poll(first.body.recentUrl.replace('limit=5', 'limit=1'));
  t.match(half.body, { queryResultCount: 1, count: 2, hasMore: true }, 'as many as arrived, however they are paged');
  t.match((await poll(half.body.nextUrl)).body, { queryResultCount: 1, count: 2, hasMore: false });
  t.equal(column(fresh, 'start_time_ns')[0] >= column(fresh, 'start_time_ns')[1], true, 'newest first');
  t.same((await poll(fresh.body.recentUrl)).body.logsData, []);
  t.equal((await poll(first.body.resetLogsUrl)).body.queryResultCount, 5);
});

t.test('100 pages while rows arrive: none twice, none missing', async (t) => {
  const project = await api.project();
  const seeds = logs(3_000);
  const ids = await seedEvents(api, project, seeds);
  const arrival = new AbortController();
  const arrivals = (async () => {
    while (!arrival.signal.aborted) {
      await seedEvents(
        api,
        project,
        Array.from({ length: 50 }, (_, i) => ({ ts: recentNs + BigInt(i), body: 'new' })),
      );
      await seedEvents(api, project, [{ ts: recentNs - 2_000n * second, body: 'late' }]);
    }
  })();
  const seen: string[] = [];
  let answer = await ask(project, { limit: '30', query: 'body has "message"' });
  for (let pages = 0; pages < 200; pages++) {
    seen.push(...column(answer, 'id'));
    if (!answer.body.hasMore) break;
    answer = await project.follow(answer.body.nextUrl);
  }
  arrival.abort();
  await arrivals;
  t.equal(seen.length, new Set(seen).size, 'no row twice');
  t.same(new Set(seen), new Set(ids), 'none missing');
});

t.test('events of one moment are on one page each, also where a page ends among them', async (t) => {
  const project = await api.project();
  const ids = await seedEvents(
    api,
    project,
    Array.from({ length: 5 }, () => ({ ts: recentNs - 60n * second })),
  );
  const pages = [await ask(project, { fields: 'id', limit: '2' })];
  for (let page = pages[0]; page?.body.hasMore; pages.push(page)) page = await project.follow(page.body.nextUrl);
  const listed: string[] = pages.flatMap((page) => column(page, 'id'));
  t.same(listed.toSorted(), ids.toSorted());
});

t.test('what is polled for is found also when it happened before a poll that found nothing', async (t) => {
  const project = await api.project();
  const poll = async (url: string): Promise<[bodies: string[], recentUrl: string]> => {
    const answer = await project.follow(url);
    return [column(answer, 'body'), answer.body.recentUrl];
  };
  const [none, start] = await poll('/api/v1/events?fields=body&since=1h');
  t.same(none, []);
  await seedEvents(api, project, [{ ts: recentNs - 30n * second, body: 'first' }]);
  const [first, afterFirst] = await poll(start);
  t.same(first, ['first']);
  const [again, afterNone] = await poll(afterFirst);
  t.same(again, []);
  await seedEvents(api, project, [
    { ts: recentNs - 20n * second, body: 'second' },
    { ts: recentNs - 10n * second, body: 'third' },
  ]);
  const [rest, end] = await poll(afterNone);
  t.same(rest, ['third', 'second']);
  t.same((await poll(end))[0], []);
});

t.test('trees on the page, and the children of what matched', async (t) => {
  const project = await api.project();
  const trace = 'ab'.repeat(16);
  const span = (id: string, parent: string, offset: number, more: object = {}): SeedEvent => ({
    kind: 'span',
    ts: recentNs - 60n * second + BigInt(offset),
    span_id: id.repeat(16),
    parent_span_id: parent.repeat(16),
    trace_id: trace,
    duration_ns: '10',
    name: id,
    span_kind: 'server',
    ...more,
  });
  await seedEvents(api, project, [
    span('a', '', 0),
    span('b', 'a', 1, { service: 'db' }),
    span('c', 'b', 2),
    span('d', 'b', 3),
    span('e', 'a', 4),
    { ts: recentNs - 60n * second + 5n, trace_id: trace, span_id: 'd'.repeat(16), body: 'in d' },
  ]);
  const matched = await ask(project, { query: 'span_name == "b"' });
  t.same(column(matched, 'span_name'), ['b']);
  const family = await ask(project, { query: 'span_name == "b"', with_children: 'true' });
  t.same(new Set(column(family, 'span_name')), new Set(['b', 'c', 'd', null]));
  t.match(family.body, { queryResultCount: 1, count: 1 });
  const [tree] = family.body.traces;
  t.equal(family.body.traces.length, 1);
  t.match(tree, { trace_id: trace, root: 'b'.repeat(16), duration: 12 });
  t.same(tree.children['b'.repeat(16)], ['c'.repeat(16), 'd'.repeat(16)]);
  t.equal(tree.children['d'.repeat(16)].length, 1, 'the log hangs under its span');
  const all = await ask(project, { source: 'spans' });
  t.same(
    all.body.traces.map(({ root }: { root: string }) => root),
    ['a'.repeat(16)],
  );
});

t.test('children come beside what the query computed of the rows that matched', async (t) => {
  const project = await api.project();
  const span = (n: number, fields: object) => ({
    kind: 'span' as const,
    ts: recentNs - BigInt(n) * second,
    trace_id: 'c'.repeat(32),
    span_id: String(n).padStart(16, '0'),
    duration_ns: n * 1_000_000,
    name: `s${n}`,
    ...fields,
  });
  await seedEvents(api, project, [span(9, {}), span(8, { parent_span_id: '9'.padStart(16, '0') })]);
  const params = { query: 'name == "s9" | extend ms = duration / 1ms', fields: 'ms,name', with_children: 'true' };
  t.same((await ask(project, params)).body.logsData, [
    [9, 's9'],
    [null, 's8'],
  ]);
});

t.test('children that find no place beside what matched are missing with a word', async (t) => {
  const project = await api.project();
  const trace = 'ba'.repeat(16);
  const spanId = (n: number) => n.toString(16).padStart(16, '0');
  await seedEvents(api, project, [
    ...Array.from({ length: 9_990 }, (_, n) => ({ ts: recentNs - BigInt(n), body: 'alone' })),
    ...Array.from({ length: 21 }, (_, n) => ({
      kind: 'span' as const,
      ts: recentNs - second + BigInt(n),
      trace_id: trace,
      span_id: spanId(n + 1),
      parent_span_id: n === 0 ? '' : spanId(1),
      name: n === 0 ? 'root' : 'child',
    })),
  ]);
  const params = { query: 'body == "alone" or span_name == "root"', with_children: 'true', fields: 'id' };
  const { body } = await ask(project, { ...params, limit: '10000' });
  t.match(body, { queryResultCount: 9_991, error: /some are left out/ });
  t.equal(body.logsData.length, 10_000);
  const alone = await ask(project, { ...params, query: 'span_name == "root"' });
  t.notOk('error' in alone.body);
  t.equal(alone.body.logsData.length, 21);
});

t.test('of a trace with more children than a page holds those at its top are there', async (t) => {
  const project = await api.project();
  const spanId = (n: number) => n.toString(16).padStart(16, '0');
  const trace = (trace_id: string, startNs: bigint, length: number) =>
    Array.from({ length }, (_, n) => ({
      kind: 'span' as const,
      ts: startNs + BigInt(n),
      trace_id,
      span_id: spanId(n + 1),
      parent_span_id: n === 0 ? '' : spanId(Math.ceil(n / 3)),
      name: n === 0 ? 'root' : 'child',
    }));
  const [small, large, last] = ['0a', '0b', '0c'].map((two) => two.repeat(16)) as [string, string, string];
  await seedEvents(api, project, [
    ...trace(last, recentNs - 3n * second, 5),
    ...trace(large, recentNs - 2n * second, 10_100),
    ...trace(small, recentNs - second, 5),
  ]);
  const params = { query: 'name == "root"', with_children: 'true', fields: 'trace_id,span_name' };
  const { body } = await ask(project, params);
  t.match(body, { queryResultCount: 3, error: /some are left out/ });
  t.same(
    body.traces.map(({ trace_id, children }: { trace_id: string; children: Record<string, string[]> }) => [
      trace_id,
      Object.values(children).flat().length,
    ]),
    [
      [small, 4],
      [large, 9_993],
      [last, 0],
    ],
  );
});

t.test('rows of named traces are all found, wherever in the range they are', async (t) => {
  const project = await api.project();
  const [one, two] = ['cd'.repeat(16), 'ef'.repeat(16)];
  const hours = (n: number): bigint => BigInt(n) * 3_600n * second;
  await seedEvents(api, project, [
    { ts: recentNs - hours(50), trace_id: one, body: 'first' },
    { ts: recentNs - hours(20), trace_id: one, body: 'last' },
    { ts: recentNs - hours(3), trace_id: two, body: 'other' },
    { ts: recentNs - hours(1), body: 'outside' },
  ]);
  const bodies = async (query: string, more: Record<string, string> = {}) => {
    const { body } = await ask(project, { query, since: '7d', fields: 'body', ...more });
    return [body.logsData.map((row: string[]) => row[0]), body.count];
  };
  t.same(await bodies(`trace_id == "${one}"`), [['last', 'first'], 2]);
  t.same(await bodies(`"${two}" == trace_id or trace_id == "${one}"`), [['other', 'last', 'first'], 3]);
  t.same(await bodies(`trace_id in ("${one}", "${two}") and body != "last"`), [['other', 'first'], 2]);
  t.same(await bodies(`trace_id == "${one}"`, { limit: '1' }), [['last'], 2]);
  t.same(await bodies(`trace_id != "${one}"`), [['other'], 1], 'absent is not different');
  t.same(await bodies(`isempty(trace_id) or trace_id == "${one}"`), [['outside', 'last', 'first'], 3]);
  t.same(await bodies(`trace_id == "${'00'.repeat(16)}"`), [[], 0]);
  t.same(await bodies(`trace_id == "${one}"`, { since: '30h' }), [['last'], 1]);
  t.same(await bodies(`trace_id == "${one}"`, { since: '2h' }), [[], 0]);
});

t.test('rare rows are all found and counted, however unevenly they lie in the range', async (t) => {
  const project = await api.project();
  const minute = 60n * second;
  const orderOf = (n: number): string => `order-${1_000_000 + n}`;
  const places = [
    ...Array.from({ length: 3 }, (_, i) => BigInt(i * 7)), // in the first window
    ...Array.from({ length: 2 }, (_, i) => 3n * 24n * 60n + BigInt(i)),
    ...Array.from({ length: 130 }, (_, i) => 6n * 24n * 60n + BigInt(i)), // all at once, long ago
  ];
  await seedEvents(
    api,
    project,
    places.map((minutes, i) => ({
      kind: 'log' as const,
      ts: recentNs - minutes * minute - second,
      service: 'shop',
      body: `place ${i} needle`,
      attrs: { kind: 'rare', n: String(i), order: orderOf(i) },
      attrs_types: { n: 'int' },
    })),
  );
  for (const query of ['body has "needle"', 'attributes.kind == "rare"', 'attributes.n >= 0']) {
    const first = await ask(project, { since: '7d', query });
    t.match(first.body, { queryResultCount: 100, count: 135, hasMore: true }, query);
    const second_ = await project.follow(first.body.nextUrl);
    t.match(second_.body, { queryResultCount: 35, count: 135, hasMore: false }, query);
    t.equal(new Set([...column(first, 'id'), ...column(second_, 'id')]).size, 135, query);
  }
  for (const [query, count] of [
    ['body has "haystack"', 0],
    ['body has "17"', 1],
    ['body has "needle" and attributes.n < 4', 4],
    [`attributes.order == "${orderOf(3)}"`, 1],
    [`attributes.order in ("${orderOf(0)}", "${orderOf(4)}", "${orderOf(134)}")`, 3],
    [`attributes.order == "${orderOf(200)}"`, 0],
  ] as const) {
    const { body } = await ask(project, { since: '7d', query });
    t.match(body, { queryResultCount: count, count, hasMore: false, nextUrl: '' }, query);
  }
});

t.test('how many match is counted by the minute where minutes know it, and is the same to the row', async (t) => {
  const project = await api.project();
  const seeds = logs(600);
  await seedEvents(api, project, seeds);
  const [from, to] = [recentNs - 270n * second - 1n, recentNs - 20n * second + 1n];
  const matching = (holds: (seed: SeedEvent) => boolean) =>
    seeds.filter((seed) => seed.ts >= from && seed.ts < to && holds(seed)).length;
  const isError = ({ severity }: SeedEvent) => Number(severity) >= 17;
  const cases: [query: string, isByMinute: boolean, holds: (seed: SeedEvent) => boolean][] = [
    ['', true, () => true],
    ['service == "pay"', true, ({ service }) => service === 'pay'],
    [
      'level in ("WARN", "ERROR") and service != "pay"',
      true,
      ({ level, service }) => level !== 'INFO' && service !== 'pay',
    ],
    ['errors == true', true, isError],
    ['errors == false and service == "cart"', true, (seed) => !isError(seed) && seed.service === 'cart'],
    ['service == "cart" | project timestamp, service, n = attributes.n', true, ({ service }) => service === 'cart'],
    ['service == "cart" | take 20', false, () => false],
    [
      'service == "cart" | extend n = toint(attributes.n) | where n >= 300',
      false,
      ({ service, attrs }) => service === 'cart' && Number((attrs as { n: string }).n) >= 300,
    ],
    ['attributes.n >= 300', false, ({ attrs }) => Number((attrs as { n: string }).n) >= 300],
  ];
  for (const [query, isByMinute, holds] of cases) {
    statements.length = 0;
    const { body } = await ask(project, { query, from: String(from), to: String(to), limit: '5' });
    const count = query.includes('take') ? 20 : matching(holds);
    t.ok(count > 5);
    t.equal(body.count, count, query);
    t.equal(
      statements.some((sql) => sql.includes('events_1m')),
      isByMinute,
      query,
    );
  }
  // Of a long range it is asked first whether there are more, and how far back.
  for (const [query, rows] of [
    ['level == "FATAL"', 0],
    [
      'service == "pay" and level == "WARN"',
      seeds.filter((one: SeedEvent) => one.service === 'pay' && one['level'] === 'WARN').length,
    ],
  ] as const) {
    statements.length = 0;
    const { body } = await ask(project, { query, since: '7d', limit: '1000' });
    t.same([body.count, body.logsData.length], [rows, rows], query);
    t.same(
      statements.map((sql) => sql.includes('events_1m')),
      [false, true],
      'the newest quarter of an hour, and how many there are',
    );
  }
});

t.test('what cannot be asked is refused by name and place', async (t) => {
  const project = await api.project();
  const cases: [Record<string, string>, object][] = [
    [
      { query: 'level = "ERROR"' },
      { code: 'invalid_query', parameter: 'query', position: { line: 1, column: 7, length: 1 } },
    ],
    [{ query: 'nosuchfield == 1' }, { code: 'unknown_field', parameter: 'query' }],
    [{ query: 'sumarize count()' }, { code: 'invalid_query' }],
    [{ query: 'evaluate bag_unpack(x)' }, { code: 'invalid_query', message: /evaluate is not supported/i }],
    [{ since: 'x' }, { code: 'invalid_parameter', parameter: 'since' }],
    [{ from: 'now', to: 'now-1h' }, { parameter: 'from' }],
    [{ limit: '0' }, { parameter: 'limit' }],
    [{ limit: '-9223372036854775808' }, { parameter: 'limit' }],
    [{ limit: '1.5' }, { parameter: 'limit' }],
    [{ limit: '9223372036854775808' }, { parameter: 'limit', message: 'limit must be a 64-bit integer.' }],
    [{ source: 'log' }, { parameter: 'source', suggestion: 'logs' }],
    [{ source: '__proto__' }, { parameter: 'source' }],
    [{ with_children: 'yes' }, { parameter: 'with_children' }],
    [{ cursor: 'zzz' }, { parameter: 'cursor' }],
    [{ fields: 'a,,b' }, { parameter: 'fields' }],
    [{ fields: 'body,levl' }, { parameter: 'fields', suggestion: 'level', message: /levl/ }],
    [
      { fields: 'body', query: 'summarize count() by service' },
      { parameter: 'fields', message: /body/ },
    ],
    [
      { fields: 'servce', query: 'summarize count() by service, level' },
      { parameter: 'fields', suggestion: 'service' },
    ],
    [
      { fields: 'count', query: 'summarize count() by service' },
      { parameter: 'fields', suggestion: 'count_' },
    ],
    [
      { qery: 'x' },
      {
        parameter: 'qery',
        suggestion: 'query',
        message: 'qery is not a parameter of this operation; did you mean query?',
      },
    ],
    [{ query: 'summarize avg(name)' }, { suggestion: 'todouble(name)', position: { line: 1, column: 15, length: 4 } }],
    [{ query: 'summary has "x"' }, { message: 'Unknown field summary; did you mean body?' }],
    [{ query: 'levl == "x"' }, { message: 'Unknown field levl; did you mean level?' }],
    [{ query: 'project service | where errors' }, { message: /^errors is not available after project/ }],
    [{ query: 'summarize percentile(duration)' }, { message: /^percentile\(\) takes / }],
    [{ query: 'summarize x = 1' }, { message: /nothing is aggregated/i, position: { line: 1, column: 1 } }],
  ];
  for (const [params, error] of cases) {
    t.match(await ask(project, params), { status: 400, body: { error } }, JSON.stringify(params));
    if (params['qery'] === undefined && params['limit'] === undefined && params['with_children'] === undefined) {
      const told = { parameter: 'body', code: /^(invalid_body|invalid_query|unknown_field)$/, details: [{}] };
      t.match(
        await project.post('/events/query', params),
        { status: 400, body: { error: { ...error, ...told } } },
        `POST ${JSON.stringify(params)}`,
      );
    }
  }
});

t.test('what cannot be finished says so in an answer that is empty and otherwise as usual', async (t) => {
  const narrow = await startApi(t, {}, ({ reader }) => ({
    reader: { ...reader, rows: (one) => reader.rows({ ...one, limits: { ...one.limits, rowsReadMax: 10 } }) },
  }));
  const project = await narrow.project();
  const cases: Record<string, string>[] = [
    {},
    { fields: 'body,service' },
    { include_attributes: 'true', with_children: 'true' },
    { query: 'sort by duration' },
    { query: 'project body, service' },
    { query: 'summarize dcount(body) by service' },
  ];
  const before = await Promise.all(cases.map((params) => ask(project, params)));
  await seedEvents(narrow, project, logs(100));
  for (const [index, params] of cases.entries()) {
    const { status, body } = await ask(project, params);
    const { error, recentUrl, ...rest } = body;
    t.equal(status, 200);
    t.match(error, /more rows than it may; narrow/, JSON.stringify(params));
    t.equal(recentUrl, body.resetLogsUrl);
    const { recentUrl: _, ...usual } = before[index]?.body ?? {};
    t.same(rest, usual, JSON.stringify(params));
  }
  const metrics = (await project.get('/metrics')).body;
  t.match(metrics, { dataset: [], data_json: [], data_text: [], rows_count: 0, error: /narrow/ });
});

t.test('another project’s events are never there', async (t) => {
  const [project, other] = [await api.project(), await api.project()];
  await seedEvents(api, other, logs(20));
  for (const query of [
    '',
    `project_id == "${other.id}"`,
    'summarize count()',
    'union logs, spans | count',
    `service in ((logs | project service))`,
  ]) {
    const { body } = await ask(project, { query });
    const cells = body.logsData.flat();
    t.ok(
      cells.every((value: unknown) => value === 0),
      query,
    );
  }
});
