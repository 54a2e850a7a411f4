import t from 'tap';
import { startApi, type TestProject } from '../support/api.ts';
import { decimalSeconds, recentNs, seedEvents, type SeedEvent } from '../support/events.ts';

const api = await startApi(t);
const minute = 60_000_000_000n;
const ms = (ns: bigint) => Number(ns / 1_000_000n);
/** A time as the store reads it. */
const text = (ns: bigint) => new Date(ms(ns)).toISOString().replace('T', ' ').replace('Z', '');
const start = recentNs - 60n * minute;
const window = { from: String(start), to: String(recentNs) };
const services = ['cart', 'pay', 'shop'];
const ask = (project: TestProject, params: Record<string, string>) => project.get('/metrics', params);

/** Minute m has m % 4 spans of each service, except that `pay` sleeps in the second half. */
const spans: SeedEvent[] = Array.from({ length: 60 }, (_, m) => m).flatMap((m) =>
  services.flatMap((service) =>
    Array.from({ length: service === 'pay' && m >= 30 ? 0 : m % 4 }, (_, i) => ({
      kind: 'span' as const,
      ts: start + BigInt(m) * minute + BigInt(i) * 1_000_000_000n,
      service,
      span_kind: 'server',
      duration_ns: String((i + 1) * 1_000_000),
      // Of `cart` none has failed.
      ...(service !== 'cart' && i === 1 ? { status: 'error', level: m % 8 === 3 ? 'FATAL' : 'ERROR' } : {}),
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

t.test('a chart of a few series has those, and what is left of the others as one more', async (t) => {
  const project = await api.project();
  const at = (n: number, region: string | undefined) => ({
    ts: start + BigInt(n) * minute,
    attrs: region === undefined ? {} : { region },
  });
  const regions = ['a', 'a', 'a', 'a', 'b', 'b', 'b', 'c', 'c', 'd', undefined, undefined, undefined, undefined];
  await seedEvents(
    api,
    project,
    regions.map((region, n) => at(n, region)),
  );
  const chart = async (limit: number, aggregate = 'count()') => {
    const query = `timechart span=1h limit=${limit} ${aggregate} by attributes.region`;
    const { body } = await ask(project, { ...window, query });
    const sums = (body.dataset as (number | null)[][]).reduce<number[]>(
      (all, row) => row.slice(1).map((value, index) => (all[index] ?? 0) + (value ?? 0)),
      [],
    );
    return [body.headers.slice(1), sums];
  };
  t.same(await chart(1), [
    ['a', 'other'],
    [4, 10],
  ]);
  t.same(await chart(2), [
    ['a', 'b', 'other'],
    [4, 3, 7],
  ]);
  t.same((await chart(2, 'dcount(id)'))[0], ['a', 'b'], 'what does not add up has no others');
});

t.test('what make-series makes is a chart too, with what it puts into gaps', async (t) => {
  const query = `make-series count() default=0 on timestamp from datetime(${new Date(ms(start)).toISOString()}) to datetime(${new Date(ms(recentNs)).toISOString()}) step 1m by service | render timechart`;
  const { body } = await ask(project, { ...window, query });
  t.same(body.headers, ['timestamp', ...services]);
  t.same(
    body.dataset,
    Array.from({ length: 60 }, (_, m) => [ms(start) + m * 60_000, ...services.map((service) => inMinute(m, service))]),
  );
  t.match(body, {
    rows_count: 60,
    rows_per_min: spans.length / 60,
    stats: { max: 3, sum: spans.length },
    data_json: [],
  });
  const two = 'make-series count(), p95(duration) on timestamp step 30m';
  t.same((await ask(project, { ...window, query: two })).body.headers, ['timestamp', 'count_', 'p95_duration']);
  const arrays = (await ask(project, { ...window, query: two, data_type: 'json' })).body;
  t.same(arrays.headers, ['count_', 'p95_duration', 'timestamp'], 'as a table it is arrays');
  t.ok(arrays.data_json[0].every(Array.isArray));
  const byDuration = 'make-series count() on duration from 0 to 5ms step 1ms';
  t.match((await ask(project, { ...window, query: byDuration })).body, {
    dataset: [],
    headers: ['count_', 'duration'],
    rows_count: 1,
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

t.test('bins of a clock elsewhere are all there, those outside of the range too', async (t) => {
  for (const [moved, by] of [
    ['timestamp + 2h', 120],
    ['timestamp - 2h', -120],
    ['timestamp', 0],
  ] as const) {
    const { body } = await ask(project, { ...window, query: `summarize count() by bin(${moved}, 1m)` });
    t.equal(body.stats.sum, spans.length, moved);
    const filled = body.dataset.filter(([, value]: [number, number | null]) => value !== null);
    t.same(
      filled.map(([at]: [number]) => at),
      Array.from({ length: 60 }, (_, m) => m)
        .filter((m) => inMinute(m) > 0)
        .map((m) => ms(start) + (m + by) * 60_000),
      moved,
    );
  }
  const far = { ...window, query: 'summarize count() by t = bin(timestamp - 365d, 1m)' };
  const { body } = await ask(project, far);
  t.match(body, { dataset: [], headers: ['t', 'count_'], rows_count: 45 }, 'what is too far away is a table');
  const first = new Date(ms(start) + (1 - 365 * 24 * 60) * 60_000);
  t.equal(body.data_json[0][0].slice(0, 19), first.toISOString().slice(0, 19));
});

t.test('bins of a computed time that are too many for a chart are a table', async (t) => {
  const rows = spans.filter(({ service }) => service === 'cart').length;
  for (const width of ['1ns', '1us', '1ms']) {
    const query = `summarize count() by t = bin(timestamp + 1s, ${width})`;
    const { body } = await ask(project, { ...window, query });
    t.match(body, { dataset: [], headers: ['t', 'count_'], rows_count: rows }, width);
    t.match(await ask(project, { ...window, query, compare: '1h' }), { status: 400 }, width);
  }
});

t.test('what has more than one row for a series and a bin, or no number, is a table', async (t) => {
  const counted = 'summarize n = count() by bin(timestamp, 1h), service';
  const whole = (await ask(project, { ...window, query: counted, data_type: 'json' })).body;
  for (const dropped of ['project timestamp, n', 'extend service = "all"']) {
    const { body } = await ask(project, { ...window, query: `${counted} | ${dropped}` });
    t.match(body, { dataset: [], rows_count: whole.rows_count, stats: undefined }, dropped);
    const counts = (rows: unknown[][]) => rows.map((row) => Number(row.at(-1))).toSorted((a, b) => a - b);
    t.same(counts(body.data_json), counts(whole.data_json), dropped);
    const compared = await ask(project, { ...window, query: `${counted} | ${dropped}`, compare: '1h' });
    t.match(compared, { status: 400, body: { error: { parameter: 'compare' } } }, dropped);
  }
  const last = await ask(project, { ...window, query: 'summarize max(timestamp) by bin(timestamp, 1d)' });
  t.match(last.body, { dataset: [], headers: ['timestamp', 'max_timestamp'], data_json: [[/Z$/, /Z$/]] });
});

t.test('what tells series apart does so under another name, too', async (t) => {
  const counted = 'summarize n = count() by bin(timestamp, 10m), service';
  const { body: plain } = await ask(project, { ...window, query: counted });
  t.same(plain.headers, ['timestamp', ...services]);
  for (const renamed of [
    'project-rename who = service',
    'project-rename at = timestamp, who = service, total = n',
    'project timestamp, who = service, n',
    'project-reorder n | project-rename who = service',
  ])
    t.same((await ask(project, { ...window, query: `${counted} | ${renamed}` })).body, plain, renamed);
  const byLength = 'summarize n = count() by bin(timestamp, 10m), length = strlen(service)';
  const numbered = await ask(project, { ...window, query: `${byLength} | project-rename size = length` });
  t.same(numbered.body.headers, ['timestamp', '3', '4'], 'a number is no value for being renamed');
  t.same((await ask(project, { ...window, query: `${counted} | distinct timestamp, service, n` })).body, plain);
});

t.test('joined by their bins, results are a chart', async (t) => {
  const all = 'let all = events | summarize n = count() by bin(timestamp, 10m), service;';
  const failed = 'events | where errors == true | summarize failed = count() by bin(timestamp, 10m), service';
  const share = 'project timestamp, service, share = todouble(failed) / n';
  const json = { ...window, data_type: 'json' };
  const rows = (
    await ask(project, { ...json, query: `${all} ${failed} | lookup all on timestamp, service | ${share}` })
  ).body.data_json as [string, string, number][];
  t.ok(rows.length > 8);
  for (const kind of ['join kind=inner', 'join kind=leftouter', 'join', 'lookup']) {
    const query = `${all} ${failed} | ${kind} all on timestamp, service | ${share}`;
    const { body } = await ask(project, { ...window, query });
    t.same(body.headers, ['timestamp', 'pay', 'shop'], kind);
    const shown = (body.dataset as (number | null)[][]).flatMap(([at, ...values]) =>
      values.flatMap((value, n) => (value === null ? [] : [[at, body.headers[n + 1], value]])),
    );
    const expected = rows.map(([at, service, value]) => [Date.parse(at), service, value]);
    t.same(new Set(shown.map(String)), new Set(expected.map(String)), kind);
  }
  const beside = await ask(project, {
    ...window,
    query: `${all} ${failed} | join kind=inner all on timestamp, service`,
  });
  t.same(
    beside.body.headers,
    ['timestamp', ...['pay', 'shop'].flatMap((service) => [`${service}, failed`, `${service}, n`])],
    'the keys of both sides are one',
  );
  const outer = `${all} ${failed} | join kind=fullouter all on timestamp, service`;
  t.match((await ask(project, { ...window, query: outer })).body, { dataset: [] }, 'of a row that has no bin');
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

t.test('groups that the query does not sort come by time, else the largest first', async (t) => {
  const rowsOf = async (query: string) =>
    (await ask(project, { ...window, query, data_type: 'json' })).body.data_json as [unknown, ...unknown[]][];
  const ofServices = services.map((service) => [service, spans.filter((span) => span.service === service).length]);
  const descending = ofServices.toSorted(([, a], [, b]) => Number(b) - Number(a));
  t.same(await rowsOf('summarize count() by service'), descending);
  t.same(await rowsOf('sort by service asc | summarize n = count() by service | where n > 0'), descending);
  t.same(
    await rowsOf('summarize count() by service | project count_, service'),
    descending.map((row) => row.toReversed()),
  );
  t.same(
    await rowsOf('distinct service'),
    services.toSorted().map((service) => [service]),
  );
  t.same(await rowsOf('summarize count() by service | sort by service desc'), ofServices.toReversed());
  const binned = await rowsOf('summarize n = count() by service, bin(timestamp, 5m)');
  const at = binned.map((row) => [String(row[1]), -Number(row[2])] as const);
  t.same(
    at,
    at.toSorted(([a, n], [b, m]) => (a === b ? n - m : a < b ? -1 : 1)),
    'the largest of each time first',
  );
});

t.test('tables keep every digit', async (t) => {
  const other = await api.project();
  const ts = recentNs - 1_234_567n;
  const [id] = await seedEvents(api, other, [{ ts, attrs: { big: '9007199254740993' }, attrs_types: { big: 'int' } }]);
  const query = 'project id, start_time_ns, attributes | take 1';
  const row = `["${id}",${ts},{"big":9007199254740993}]`;
  t.match((await ask(other, { query, data_type: 'json', since: '1h' })).text, `"data_json":[${row}]`);
  t.same((await ask(other, { query, data_type: 'text', since: '1h' })).body.data_text, [
    [id, String(ts), '{"big":9007199254740993}'],
  ]);
  const counts: [string, number][] = [
    ['attributes.big == 9007199254740993', 1],
    ['attributes.big == 9007199254740992', 0],
    ['attributes.big in (5, 9007199254740993)', 1],
    ['attributes.big in (5, 9007199254740994)', 0],
    ['attributes.big > 9007199254740993', 0],
    ['attributes.big >= 9007199254740993 and attributes.big != 9007199254740994', 1],
  ];
  for (const [filter, n] of counts) {
    const { body } = await ask(other, { query: `${filter} | summarize count()`, data_type: 'float', since: '1h' });
    t.equal(body.data_float, n, filter);
  }
});

t.test('what is no number says why there is none', async (t) => {
  const { body } = await ask(project, { ...window, query: 'summarize count() by service', data_type: 'float' });
  t.match(body, { rows_count: 3, error: 'data_type=float is for one number; the result has 3 rows of 2 columns.' });
  t.notOk('data_float' in body);
  const none = await ask(project, {
    ...window,
    query: 'where service == "?" | summarize avg(duration)',
    data_type: 'float',
  });
  t.notOk('data_float' in none.body || 'error' in none.body, 'an average of nothing is nothing, and no mistake');
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

t.test('of more points than a result has rows, a chart has its largest series, each of them whole', async (t) => {
  /** So many series of 300 points each; the last is a thousand times as large. */
  const chartOf = async (series: number, more = '') => {
    const query =
      `range n from 0 to ${series * 300 - 1} step 1 | extend at = ago(30m) + (n % 300) * 1s, k = tostring(toint(floor(n / 300, 1)))` +
      ` | summarize count_ = sum(iff(k == "${series - 1}", 1000, 1))${more} by bin(at, 1s), k`;
    const { body } = await ask(project, { since: '1h', query });
    const columns: string[] = body.headers.slice(1);
    const sums = columns.map((_, at) =>
      (body.dataset as (number | null)[][]).reduce((sum, row) => sum + (row[at + 1] ?? 0), 0),
    );
    return { body, columns, sums: new Map(columns.map((name, at) => [name, sums[at]])) };
  };
  const all = await chartOf(60);
  t.equal(all.body.error, undefined);
  t.equal(all.columns.length, 60);
  t.same(new Set(all.sums.values()), new Set([300, 300_000]));
  t.equal(all.sums.get('59'), 300_000);
  t.equal(all.body.rows_per_min, (59 * 300 + 300_000) / 60, 'what was counted, of all');

  const some = await chartOf(190);
  t.match(some.body.error, /^24 more series are left out: a chart has .* 50000 points at most/);
  t.equal(some.columns.length, 166);
  t.same(new Set(some.sums.values()), new Set([300, 300_000]));
  t.equal(some.body.rows_per_min, (189 * 300 + 300_000) / 60, 'also of those that are left out');

  const pairs = await chartOf(40, ', least = min(n)');
  t.equal(pairs.columns.length, 80, 'several values of each');
  t.equal(pairs.sums.get('39, count_'), 300_000);
});

t.test('a series that has more points than a chart may have is cut, and not left out', async (t) => {
  const query =
    'range n from 0 to 59999 step 1 | extend at = ago(30m) + (n % 300) * 1s, k = "one"' +
    ' | summarize count() by bin(at, 1s), k, n | project-away n';
  const { body } = await ask(project, { since: '1h', query });
  t.match(body, { error: /^At most 10000 rows/, headers: ['at', 'k', 'count_'], data_json: { length: 10_000 } });
});

t.test('a table that ends where all results end says so', async (t) => {
  const numbers = 'range x from 1 to 10001 step 1';
  const note = 'At most 10000 rows of a result are returned; there may be more.';
  for (const data_type of ['text', 'json', 'metric']) {
    const asked = async (query: string) => (await ask(project, { query, data_type })).body;
    t.match(await asked(`${numbers} | summarize count() by x`), { rows_count: 10_000, error: note }, data_type);
    t.match(await asked(`${numbers} | take 10000`), { rows_count: 10_000, error: undefined }, data_type);
  }
});

t.test('nothing there is an answer', async (t) => {
  const empty = await api.project();
  const { body } = await ask(empty, { ...window, query: 'summarize avg(duration) by bin(timestamp, 10m)' });
  t.equal(body.stats.count, 0);
  t.same(body.headers, ['timestamp', 'avg_duration'], 'what there would be is known where nothing groups it');
  t.ok(body.dataset.length >= 6 && body.dataset.every((row: unknown[]) => row.length === 2 && row[1] === null));
  t.same((await ask(empty, { ...window, query: 'summarize count()' })).body.data_float, 0);
});

t.test('bins are the same ones where nothing is in them', async (t) => {
  for (const bin of [
    'bin(timestamp, 7d)',
    'startofweek(timestamp)',
    'bin_at(timestamp, 7h, datetime(2026-01-01 00:01))',
  ]) {
    const times = async (filter: string) => {
      const { body } = await ask(project, { since: '30d', query: `${filter} | summarize count() by ${bin}` });
      return (body.dataset as number[][]).map(([at]) => at);
    };
    t.same(await times('service == "nobody"'), await times('service == "pay"'), bin);
  }
});

t.test('where nothing is found, a slip of the query is told', async (t) => {
  const error =
    'Nothing was found: kind is one of log, internal, server, client, producer, consumer, alert, never "span"';
  const slip = 'kind == "span" | summarize count() by service';
  const sums = 'summarize countif(kind == "span"), sumif(duration, kind == "span")';
  for (const query of [
    slip,
    `${slip}, bin(timestamp, 10m)`,
    'kind == "span" | summarize count()',
    'kind == "span" | summarize avg(duration)',
    sums,
    `${sums} by service`,
    `${sums} by bin(timestamp, 10m)`,
  ])
    t.match((await ask(project, { query })).body.error, error, query);
  for (const query of [
    'service == "none" | summarize count() by service',
    'service == "none" | summarize count()',
    `${sums}, count()`,
    'summarize by kind | where kind != "span"',
  ])
    t.equal((await ask(project, { query })).body.error, undefined, query);
});

t.test('what cannot be asked is refused', async (t) => {
  for (const [params, parameter] of [
    [{ query: 'summarize cont()' }, 'query'],
    [{ data_type: 'number' }, 'data_type'],
    [{ compare: 'x' }, 'compare'],
    [{ compare: '99999w' }, 'compare'],
    [{ compare: '9999999999999999w' }, 'compare'],
    [{ compare: '1d', query: 'summarize count()' }, 'compare'],
    [{ compare: '1d', data_type: 'json', query: 'summarize count() by bin(timestamp, 1m)' }, 'compare'],
    [{ source: 'nothing' }, 'source'],
    [{ since: '1h', from: 'now' }, 'since'],
    [{ query: 'summarize count() by bin(timestamp, 1ns)' }, 'query'],
  ] as const) {
    t.match(await ask(project, { ...params }), { status: 400, body: { error: { parameter } } }, JSON.stringify(params));
  }
});

t.test(
  'means, sums and extremes of a metric over days come from its five minutes, and are those of its points',
  async (t) => {
    const own = await api.project();
    const [from, to] = [recentNs - 3n * 1440n * minute - 17_000_000_123n, recentNs - 3_000_000_001n];
    const series = [
      { id: '1', service: 'cart' },
      { id: '2', service: 'pay' },
    ];
    const insert = (table: string, values: object[]) =>
      api.deps.clickhouse.insert({
        table,
        values: values.map((row) => ({ project_id: own.id, retention_days: 30, ...row })),
        format: 'JSONEachRow',
      });
    const days = new Set(
      [from, from + 1440n * minute, from + 2880n * minute, to].map((ns) => new Date(ms(ns)).toISOString().slice(0, 10)),
    );
    await insert(
      'metric_series',
      [...days].flatMap((day) =>
        series.map(({ id, service }) => ({
          metric: 'load',
          series_id: id,
          day,
          type: 'gauge',
          temporality: 'unspecified',
          service,
          last_seen: (ms(to) / 1000) | 0,
        })),
      ),
    );
    // Every 97 seconds, beyond both ends of the range, so that five minutes have three points or four.
    const points = Array.from({ length: 2_760 }, (_, i) => ({
      ts: from - 300_000_000_000n + BigInt(i) * 97_000_000_000n,
      id: series[i % 2]?.id ?? '',
      service: series[i % 2]?.service ?? '',
      value: ((i * 7919) % 1000) / 8,
    }));
    await insert(
      'metric_points',
      points.map(({ ts, id, value }) => ({ metric: 'load', series_id: id, ts: decimalSeconds(ts), value })),
    );
    const inside = points.filter(({ ts }) => ts >= from && ts < to);
    t.ok(inside.length < points.length - 4, 'some points are outside');
    const query =
      'metric_name == "load" | summarize n = count(), a = avg(value), s = sum(value), lo = min(value), hi = max(value), c = count(value) by service | sort by service asc';
    const params = { source: 'metrics', from: String(from), to: String(to), data_type: 'json' };
    const { body } = await ask(own, { ...params, query });
    const expected = series.map(({ service }) => {
      const values = inside.filter((point) => point.service === service).map(({ value }) => value);
      const sum = values.reduce((total, value) => total + value, 0);
      return [
        service,
        values.length,
        sum / values.length,
        sum,
        Math.min(...values),
        Math.max(...values),
        values.length,
      ];
    });
    t.equal(body.error, undefined, JSON.stringify(body).slice(0, 600));
    t.same(body.data_json, expected, 'values are multiples of an eighth: sums are exact in any order');
    const binned = 'metric_name == "load" | summarize avg(value) by bin(timestamp, 1h), service';
    const chart = await ask(own, { ...params, data_type: 'metric', query: binned });
    const raw = await ask(own, { ...params, data_type: 'metric', query: binned.replace('|', 'and value >= 0 |') });
    t.ok(chart.body.rows_count >= 72);
    t.same(chart.body.dataset, raw.body.dataset);
    const tables = async (text: string, more: Record<string, string> = {}) => {
      const { source, from, to } = params;
      const explained = await own.get('/query/explain', { source, from, to, query: text, ...more });
      return [/metric_points_5m/.test(explained.body.sql), explained.status];
    };
    t.same(await tables(query), [true, 200]);
    t.same(await tables(binned), [true, 200]);
    const services = 'metric_name == "load" | distinct service | sort by service asc';
    t.same(await tables(services), [true, 200]);
    t.same(
      (await ask(own, { ...params, query: services })).body.data_json,
      series.map(({ service }) => [service]),
    );
    for (const other of [
      binned.replace('1h', '7m'),
      binned.replace('avg', 'p50'),
      binned.replace('avg(value)', 'rate(value)'),
      binned.replace('|', 'and value >= 0 |'),
    ])
      t.same(await tables(other), [false, 200], other);
    t.same(await tables(binned, { from: String(to - 1440n * minute) }), [false, 200], 'a day');
  },
);

t.test('events counted by the minute are those of the rows, at ragged ends and in bins of any width', async (t) => {
  const second = 1_000_000_000n;
  const ends = [
    { from: start + 90n * second + 1n, to: recentNs - 61n * second - 1n },
    { from: start + 5n * minute, to: recentNs - 30n * second },
    { from: start + 2n * second, to: recentNs - 4n * minute },
    { from: start + minute + 500n, to: start + 3n * minute + 7n },
  ];
  const cases: [query: string, minutes: number][] = [
    ['summarize count() by bin(timestamp, 1m), service', 1],
    ['summarize count() by bin(timestamp, 7m)', 1],
    ['summarize count() by bin(timestamp, 15m), level', 1],
    ['summarize countif(level == "ERROR"), countif(service != "pay"), count() by bin(timestamp, 5m)', 1],
    ['summarize failed = countif(errors), all = count() by bin(timestamp, 4m), service', 2],
    ['summarize count() by bin(timestamp, 15m), bin(timestamp, 10m), errors', 2],
    ['errors == true | summarize count() by bin(timestamp, 1m), service', 2],
    ['errors == false and level != "DEBUG" | summarize count()', 2],
    ['service != "cart" | summarize count() by errors, level | sort by errors asc, level asc', 2],
    // What columns of the query are names of, and what goes by the values that there are.
    ['extend s = service, b = body | project s, t = bin(timestamp, 5m) | summarize count() by t, s', 1],
    ['level != "DEBUG" | distinct service, l = level | sort by service asc, l asc', 1],
    ['distinct errors | sort by errors asc', 2],
    ['distinct at = bin(timestamp, 5m), service | sort by at asc, service asc | take 7', 1],
    ['summarize dcount(service), count_distinct(level), dcountif(level, service == "cart") by bin(timestamp, 3m)', 1],
    ['summarize by service | sort by service asc', 1],
    // What chance draws has a select of its own, and nobody asks for it.
    ['extend drawn = rand() | count', 1],
    ['extend drawn = rand(), s = service | distinct s | sort by s asc', 1],
  ];
  for (const { from, to } of ends)
    for (const [query, minutes] of cases) {
      const params = { from: String(from), to: String(to), source: 'spans' };
      const byRow = `duration >= 0 | ${query}`;
      const [counted, raw] = [
        await ask(project, { ...params, query }),
        await ask(project, { ...params, query: byRow }),
      ];
      t.ok(raw.body.rows_count > 0 && raw.body.error === undefined);
      t.same(counted.body.dataset, raw.body.dataset, `${query}, ${to - from} ns`);
      t.same(counted.body.data_json, raw.body.data_json);
      const tables = async (text: string) => {
        const { sql } = (await project.get('/query/explain', { ...params, query: text })).body as { sql: string };
        return [sql.match(/FROM events_1m/g)?.length ?? 0, sql.match(/FROM events AS/g)?.length ?? 0];
      };
      t.same(await tables(query), [minutes, 1], 'the minutes, and one look at the rows of both ends');
      t.same(await tables(byRow), [0, 1]);
    }
});

t.test(
  'percentiles of a distribution with empty buckets; a range from the beginning of time, and to its end',
  async (t) => {
    const own = await api.project();
    const ts = text(recentNs - minute);
    const point = { project_id: own.id, retention_days: 30, ts, start_ts: ts };
    const of = { explicit: 'histogram', exponential: 'exp_histogram' } as const;
    await api.deps.clickhouse.insert({
      table: 'metric_series',
      format: 'JSONEachRow',
      values: Object.entries(of).map(([metric, type], n) => ({
        project_id: own.id,
        metric,
        type,
        series_id: n + 1,
        day: ts.slice(0, 10),
        temporality: 'delta',
        last_seen: ts.slice(0, 19),
        retention_days: 30,
      })),
    });
    await api.deps.clickhouse.insert({
      table: 'metric_dists',
      format: 'JSONEachRow',
      values: [
        { ...point, metric: 'explicit', series_id: 1, count: 10, bounds: [1, 2, 4], counts: [0, 5, 0, 5] },
        { ...point, metric: 'explicit', series_id: 1, count: 10, bounds: [1, 2, 4], counts: [0, 0, 20, 0] },
        { ...point, metric: 'exponential', series_id: 2, count: 10, scale: 0, pos_offset: 0, pos_counts: [0, 0, 10] },
      ],
    });
    const read = async (metric: string, range: Record<string, string>) =>
      (
        await ask(own, {
          ...range,
          query: `metrics | where metric_name == "${metric}" | summarize p50(value), p75(value), count()`,
        })
      ).body.data_json;
    const whole = { from: '1900-01-01', to: '2261-12-31' };
    for (const range of [window, { from: '0' }, { from: '1900-01-01' }, { ...window, to: '2150-01-01' }, whole]) {
      // 5 in (1, 2], 20 in (2, 4], 5 beyond.
      t.same(await read('explicit', range), [[3, 3.75, 2]], JSON.stringify(range));
      t.same(await read('exponential', range), [[6, 7, 1]], JSON.stringify(range));
    }
  },
);

t.test('of distributions that differ in their buckets no percentile is below a smaller one', async (t) => {
  const own = await api.project();
  const ts = text(recentNs - minute);
  const common = { project_id: own.id, metric: 'took', retention_days: 30 };
  const insert = (table: string, values: object[]) =>
    api.deps.clickhouse.insert({ table, format: 'JSONEachRow', values });
  const add = async (metric: string, type: string, points: readonly object[]) => {
    const each = points.map((point, n) => ({ ...common, metric, series_id: n + 1, ts, start_ts: ts, ...point }));
    await insert(
      'metric_series',
      each.map(({ series_id }) => ({
        ...common,
        metric,
        type,
        series_id,
        temporality: 'delta',
        day: ts.slice(0, 10),
        last_seen: ts.slice(0, 19),
      })),
    );
    await insert('metric_dists', each);
  };
  await add('explicit', 'histogram', [
    { count: 20, bounds: [1, 4, 8], counts: [0, 10, 0, 10] },
    { count: 10, bounds: [1, 2, 16], counts: [0, 5, 5, 0] },
  ]);
  await add('exponential', 'exp_histogram', [
    { count: 10, scale: -1, pos_offset: 0, pos_counts: [10] },
    { count: 10, scale: 0, pos_offset: 0, pos_counts: [5, 5] },
  ]);
  await add('endless', 'histogram', [
    { count: 10, bounds: ['-inf', 1, 2], counts: [0, 5, 5, 0] },
    { count: 10, bounds: [1, 2], counts: [5, 5, 0] },
  ]);
  const read = async (metric: string, shares: readonly number[]) => {
    const query = `metrics | where metric_name == "${metric}" | summarize ${shares.map((share, n) => `p${n} = percentile(value, ${share})`).join()}`;
    return (await ask(own, { ...window, query })).body.data_json[0];
  };
  // 5 to 2, 10 more to 4, 5 more to 16, and 10 beyond all bounds.
  t.same(await read('explicit', [10, 25, 50, 60, 65, 90]), [1.6, 2.5, 4, 11.2, 14.8, 16]);
  t.same(await read('exponential', [20, 25, 30, 100]), [1.8, 2, 2 + 2 / 15, 4]);
  t.same(await read('endless', [25, 50, 75, 100]), [0.5, 1, 1.5, 2]);
});

t.test('what a distribution merges of its own is taken off no other beside it', async (t) => {
  const own = await api.project();
  const [before, now] = [text(start - minute), text(start + minute)];
  const common = { project_id: own.id, metric: 'took', retention_days: 30 };
  const insert = (table: string, values: object[]) =>
    api.deps.clickhouse.insert({ table, format: 'JSONEachRow', values: values.map((one) => ({ ...common, ...one })) });
  const type = { type: 'exp_histogram', temporality: 'cumulative' };
  await insert(
    'metric_series',
    [1, 2].map((series_id) => ({ ...type, series_id, day: now.slice(0, 10), last_seen: now.slice(0, 19) })),
  );
  const long = text(start - 24n * 60n * minute);
  await insert(
    'metric_dists',
    [
      // Nothing new, in buckets twice as wide; and four between 2 and 2 ** 1.5.
      { series_id: 1, ts: before, scale: 1, count: 16, pos_counts: [4, 4, 4, 4] },
      { series_id: 1, ts: now, scale: 0, count: 16, pos_counts: [8, 8] },
      { series_id: 2, ts: before, scale: 1, count: 1, pos_counts: [1, 0, 0, 0] },
      { series_id: 2, ts: now, scale: 1, count: 5, pos_counts: [1, 0, 4, 0] },
    ].map((one) => ({ ...one, start_ts: long })),
  );
  const query = 'metrics | summarize p50(value), p100(value), increase(distribution_count)';
  t.same((await ask(own, { ...window, query })).body.data_json, [[1 + Math.SQRT2, 2 * Math.SQRT2, 4]]);
});

t.test('what is new in a cumulative distribution, however its buckets and its start change', async (t) => {
  const own = await api.project();
  const [before, now] = [start - minute, start + minute];
  const long = { start_ts: text(start - 24n * 60n * minute) };
  const anew = { start_ts: text(start) };
  const first = text(start + minute / 2n);
  type Point = Record<string, unknown>;
  const histogram = (bounds: number[], counts: number[], more: Point = {}): Point => ({ bounds, counts, ...more });
  const exponential = (scale: number, counts: number[], more: Point = {}): Point => ({
    scale,
    pos_counts: counts,
    ...more,
  });
  const cases: readonly [name: string, type: string, points: readonly [Point, Point], expected: unknown[]][] = [
    [
      'a bucket more above',
      'exp_histogram',
      [
        exponential(0, [1000], { count: 1000, sum: 1500 }),
        exponential(0, [1000, 0, 0, 10], { count: 1010, sum: 1620 }),
      ],
      [12, 10, 120],
    ],
    [
      'a bucket more below',
      'exp_histogram',
      [
        exponential(0, [100], { count: 100, sum: 150 }),
        exponential(0, [10, 0, 100], { pos_offset: -2, count: 110, sum: 154 }),
      ],
      [0.375, 10, 4],
    ],
    [
      'every two buckets made one',
      'exp_histogram',
      [
        exponential(1, [4, 4, 4, 4], { count: 16, sum: 32, zero_count: 3 }),
        exponential(0, [8, 28], { count: 36, sum: 90, zero_count: 3 }),
      ],
      [3, 20, 58],
    ],
    [
      'small values taken for zero',
      'exp_histogram',
      [
        exponential(0, [6, 6], { count: 12, sum: 30 }),
        exponential(0, [6, 8], { pos_offset: 1, zero_count: 6, zero_threshold: 2, count: 20, sum: 80 }),
      ],
      [6, 8, 50],
    ],
    [
      'negative values',
      'exp_histogram',
      [
        { scale: 0, neg_counts: [5], count: 5, sum: -7 },
        { scale: 0, neg_counts: [5, 8], count: 13, sum: -31 },
      ],
      [-3, 8, -24],
    ],
    [
      'other bounds',
      'histogram',
      [histogram([1, 2], [5, 5, 0], { count: 10, sum: 15 }), histogram([2, 4], [10, 6, 0], { count: 16, sum: 33 })],
      [3, 6, 18],
    ],
    [
      'nothing new',
      'histogram',
      [histogram([1, 2], [5, 5, 0], { count: 10, sum: 15 }), histogram([1, 2], [5, 5, 0], { count: 10, sum: 15 })],
      [null, 0, 0],
    ],
    [
      'begun anew, with as many',
      'histogram',
      [
        histogram([1, 2], [9, 1, 0], { count: 10, sum: 15 }),
        histogram([1, 2], [0, 10, 0], { count: 10, sum: 18, ...anew }),
      ],
      [1.5, 10, 18],
    ],
    [
      'begun anew at the point before, and more than that already',
      'histogram',
      [
        histogram([1, 2], [9, 1, 0], { count: 10, sum: 15 }),
        histogram([1, 2], [0, 20, 0], { count: 20, sum: 36, start_ts: text(before) }),
      ],
      [1.5, 20, 36],
    ],
    [
      'begun at its first point: since when it counts is not known',
      'histogram',
      [
        histogram([1, 2], [900, 100, 0], { count: 1000, sum: 900, ts: first, start_ts: first }),
        histogram([1, 2], [900, 110, 0], { count: 1010, sum: 918, start_ts: first }),
      ],
      [1.5, 10, 18],
    ],
    [
      'gone on after a restart of what passes it on',
      'histogram',
      [
        histogram([1, 2], [900, 100, 0], { count: 1000, sum: 900 }),
        histogram([1, 2], [900, 110, 0], { count: 1010, sum: 918, start_ts: text(now) }),
      ],
      [1.5, 10, 18],
    ],
    [
      'no bounds: the mean is all there is',
      'histogram',
      [histogram([], [2], { count: 2, sum: 4 }), histogram([], [4], { count: 4, sum: 10 })],
      [2.5, 2, 6],
    ],
    [
      'a summary that began anew',
      'summary',
      [
        { count: 100, sum: 250 },
        { count: 5, sum: 10 },
      ],
      [2, 5, 10],
    ],
  ];
  await api.deps.clickhouse.insert({
    table: 'metric_series',
    format: 'JSONEachRow',
    values: cases.map(([metric, type], n) => ({
      project_id: own.id,
      metric,
      type,
      series_id: n + 1,
      day: text(now).slice(0, 10),
      temporality: type === 'summary' ? 'unspecified' : 'cumulative',
      last_seen: text(now).slice(0, 19),
      retention_days: 30,
    })),
  });
  await api.deps.clickhouse.insert({
    table: 'metric_dists',
    format: 'JSONEachRow',
    values: cases.flatMap(([metric, , points], n) =>
      points.map((point, i) => ({
        project_id: own.id,
        metric,
        series_id: n + 1,
        ts: text(i === 0 ? before : now),
        retention_days: 30,
        present: 1,
        ...long,
        ...point,
      })),
    ),
  });
  for (const [metric, , , expected] of cases) {
    const query = `metrics | where metric_name == "${metric}" | summarize p50(value), increase(distribution_count), increase(distribution_sum)`;
    t.same((await ask(own, { ...window, query })).body.data_json, [expected], metric);
  }
});

t.test('the quantiles of a summary, and the traces of exemplars', async (t) => {
  const [own, other] = [await api.project(), await api.project()];
  const at = (minutes: number) => text(start + BigInt(minutes) * minute);
  const common = { project_id: own.id, metric: 'took', series_id: 1, retention_days: 30 };
  const insert = (table: string, values: object[]) =>
    api.deps.clickhouse.insert({ table, format: 'JSONEachRow', values });
  await insert('metric_series', [
    { ...common, type: 'summary', service: 'shop', day: at(0).slice(0, 10), last_seen: at(0).slice(0, 19) },
  ]);
  const point = { ...common, count: 9, sum: 18, present: 1, quantiles: [0.5, 0.99, 1] };
  await insert('metric_dists', [
    { ...point, ts: at(1), quantile_values: [1, 4, 'nan'] },
    { ...point, ts: at(2), quantile_values: [2, 6.5, 8] },
    { ...point, ts: at(3), quantiles: [], quantile_values: [] },
  ]);
  const traceOf = (n: number) => n.toString(16).padStart(32, '0');
  const exemplar = (n: number) => ({ ...common, ts: at(n), value: n, trace_id: traceOf(n), attrs: { user: `u${n}` } });
  await insert('metric_exemplars', [
    ...Array.from({ length: 50 }, (_, n) => exemplar(n)),
    { ...exemplar(7), project_id: other.id, value: 700 },
  ]);

  const rows = async (query: string) => (await ask(own, { ...window, query, data_type: 'json' })).body.data_json;
  t.same(
    await rows('metrics | where metric_name == "took" | project quantiles, timestamp | sort by timestamp asc').then(
      (all) => all.map(([one]: unknown[]) => one),
    ),
    [{ '0.5': 1, '0.99': 4, '1': null }, { '0.5': 2, '0.99': 6.5, '1': 8 }, null],
  );
  t.same(await rows('metrics | summarize max(todouble(quantiles["0.99"])) by service'), [['shop', 6.5]]);
  t.same(
    await rows('exemplars | where metric_name == "took" | top 2 by value | project value, trace_id, attributes.user'),
    [
      [49, traceOf(49), 'u49'],
      [48, traceOf(48), 'u48'],
    ],
  );
  const ofService =
    'exemplars | join kind=inner (metrics | distinct series_id, service) on series_id | summarize count() by service';
  t.same(await rows(ofService), [['shop', 50]]);
  const seen: unknown[] = [];
  let page = await own.get('/events', { ...window, query: 'exemplars', limit: '20' });
  for (;;) {
    const { logsData, colIdxMap, hasMore, nextUrl } = page.body;
    seen.push(...logsData.map((row: unknown[]) => row[colIdxMap.value]));
    if (!hasMore) break;
    page = await own.follow(nextUrl);
  }
  t.same(
    seen,
    Array.from({ length: 50 }, (_, n) => 49 - n),
    'newest first, on pages',
  );
});

t.test('two processes that name themselves alike are told apart by when they began', async (t) => {
  const own = await api.project();
  const common = { project_id: own.id, metric: 'jobs', retention_days: 30 };
  const series = {
    ...common,
    day: text(start).slice(0, 10),
    temporality: 'cumulative',
    last_seen: text(start).slice(0, 19),
  };
  const point = (process: number, minutes: number, count: number) => ({
    ...common,
    ts: text(start + BigInt(minutes) * minute + BigInt(process) * 10_000_000_000n),
    start_ts: text(start - BigInt(30 - process) * minute),
    count,
  });
  const points = [
    ...[100, 103, 107, 110].map((count, n) => point(1, n - 1, count)),
    ...[5000, 5010, 5030, 5060].map((count, n) => point(2, n - 1, count)),
    // Begun in the range, before the last points of the others; and one in the place of the first.
    ...[4, 5].map((count, n) => ({ ...point(3, n + 1, count), start_ts: text(start) })),
    ...[2, 9].map((count, n) => ({ ...point(1, n + 4, count), start_ts: text(start + 3n * minute) })),
  ];
  await api.deps.clickhouse.insert({
    table: 'metric_series',
    format: 'JSONEachRow',
    values: [
      { ...series, series_id: 1, type: 'sum', monotonic: true },
      { ...series, series_id: 2, type: 'histogram' },
    ],
  });
  await api.deps.clickhouse.insert({
    table: 'metric_points',
    format: 'JSONEachRow',
    values: points.map(({ count, ...row }) => ({ ...row, series_id: 1, value: count })),
  });
  await api.deps.clickhouse.insert({
    table: 'metric_dists',
    format: 'JSONEachRow',
    values: points.map((row) => ({ ...row, series_id: 2, bounds: [1, 2], counts: [0, row.count, 0] })),
  });
  const risen = 10 + 60 + 5 + 9;
  const grown = 'metrics | summarize increase(value), increase(distribution_count), p50(value)';
  t.same((await ask(own, { ...window, query: grown })).body.data_json, [[risen, risen, 1.5]]);
});

t.test('a series is found by the id that it is shown with', async (t) => {
  const own = await api.project();
  const common = { project_id: own.id, metric: 'one', series_id: '18446744073709551611' };
  const seen = { day: text(start).slice(0, 10), type: 'gauge', last_seen: text(start).slice(0, 19) };
  const insert = (table: string, row: Record<string, unknown>) =>
    api.deps.clickhouse.insert({ table, format: 'JSONEachRow', values: [{ ...common, ...row, retention_days: 30 }] });
  await insert('metric_series', seen);
  await insert('metric_points', { ts: text(start), value: 1 });
  const id = -5;
  const found = async (condition: string) =>
    (await ask(own, { ...window, query: `metrics | where ${condition} | summarize max(series_id)` })).body.data_json;
  for (const condition of [`== ${id}`, `in (${id}, 7)`, '!= 7', '!in (7, 8)', '< 0', '% 10 == 5', '+ 0.5 < 0'])
    t.same(await found(`series_id ${condition}`), [[id]], condition);
  for (const condition of ['== 5', `!in (${id}, 7)`, `!= ${id}`, '> 0'])
    t.same(await found(`series_id ${condition}`), [[null]], condition);
});

t.test('of two points of one time the smaller was counted first', async (t) => {
  const own = await api.project();
  const common = { project_id: own.id, metric: 'twice', retention_days: 30 };
  const seen = { day: text(start).slice(0, 10), temporality: 'cumulative', last_seen: text(start).slice(0, 19) };
  const points = [
    [0, 100],
    [1, 150],
    [1, 140],
    [2, 200],
  ].map(([minutes = 0, count = 0]) => ({
    row: { ...common, ts: text(start + BigInt(minutes) * minute), start_ts: text(start - 30n * minute) },
    count,
  }));
  await api.deps.clickhouse.insert({
    table: 'metric_series',
    format: 'JSONEachRow',
    values: [
      { ...common, ...seen, series_id: 1, type: 'sum', monotonic: true },
      { ...common, ...seen, series_id: 2, type: 'histogram' },
    ],
  });
  await api.deps.clickhouse.insert({
    table: 'metric_points',
    format: 'JSONEachRow',
    values: points.map(({ row, count }) => ({ ...row, series_id: 1, value: count })),
  });
  await api.deps.clickhouse.insert({
    table: 'metric_dists',
    format: 'JSONEachRow',
    values: points.map(({ row, count }) => ({ ...row, series_id: 2, count })),
  });
  const query = 'metrics | summarize increase(value), increase(distribution_count)';
  t.same((await ask(own, { ...window, query })).body.data_json, [[100, 100]]);
});

t.test(
  "a histogram in Prometheus' form, a series for each bucket, has the percentiles of the same distribution",
  async (t) => {
    const own = await api.project();
    // Counts of each bucket at four points in time, of two instances; the second begins anew.
    const kinds = {
      usual: {
        bounds: [0.1, 0.25, 0.5, 1],
        counts: [
          [
            [5, 0, 1, 0, 0],
            [5, 0, 4, 0, 0],
            [5, 0, 9, 30, 2],
            [5, 0, 9, 31, 4],
          ],
          [
            [0, 0, 100, 7, 9],
            [0, 0, 120, 7, 9],
            [1, 2, 0, 0, 1],
            [1, 9, 3, 0, 1],
          ],
        ],
      },
      negative: {
        bounds: [-5, -1, 0],
        counts: [
          [
            [0, 0, 0, 0],
            [4, 4, 2, 0],
            [4, 4, 2, 0],
            [4, 9, 2, 1],
          ],
        ],
      },
      nothing_new: {
        bounds: [1, 2],
        counts: [
          [
            [1, 2, 3],
            [1, 2, 3],
            [1, 2, 3],
            [1, 2, 3],
          ],
        ],
      },
    };
    const common = { project_id: own.id, retention_days: 30 };
    type Row = Record<string, unknown>;
    const rows = { metric_series: [] as Row[], metric_points: [] as Row[], metric_dists: [] as Row[] };
    let id = 0;
    const add = (metric: string, type: string, attrs: object): number => {
      rows.metric_series.push({
        ...common,
        metric,
        type,
        attrs,
        series_id: ++id,
        day: text(start).slice(0, 10),
        temporality: 'cumulative',
        monotonic: type === 'sum',
        last_seen: text(start).slice(0, 19),
      });
      return id;
    };
    for (const [name, { bounds, counts }] of Object.entries(kinds))
      for (const [instance, times] of counts.entries()) {
        const at = (n: number) => ({ ...common, ts: text(start + BigInt(n - 1) * minute) });
        const whole = add(name, 'histogram', { instance: String(instance) });
        const of = [...bounds, Infinity].map((le) =>
          add(`${name}_bucket`, 'sum', { instance: String(instance), le: le === Infinity ? '+Inf' : String(le) }),
        );
        for (const [n, each] of times.entries()) {
          const count = each.reduce((sum, one) => sum + one);
          rows.metric_dists.push({ ...at(n), metric: name, series_id: whole, bounds, counts: each, count });
          for (const [i, seriesId] of of.entries()) {
            const value = each.slice(0, i + 1).reduce((sum, one) => sum + one);
            rows.metric_points.push({ ...at(n), metric: `${name}_bucket`, series_id: seriesId, value });
          }
        }
      }
    // What client libraries send beside a native histogram.
    const only = add('only_all_bucket', 'sum', { le: '+Inf' });
    for (const n of [0, 1, 2])
      rows.metric_points.push({
        ...common,
        ts: text(start + BigInt(n) * minute),
        metric: 'only_all_bucket',
        series_id: only,
        value: n,
      });
    for (const [table, values] of Object.entries(rows))
      await api.deps.clickhouse.insert({ table, format: 'JSONEachRow', values });
    const asked = async (metric: string) => {
      const query = `metrics | where metric_name == "${metric}"
      | summarize percentile(value, 10), p50(value), percentile(value, 90), histogram_quantile(0.99, value)
          by minutes = tostring(bin(timestamp, 2m))
      | sort by minutes asc | project-away minutes`;
      return (await ask(own, { ...window, query })).body.data_json as (number | null)[][];
    };
    const none = [null, null, null, null];
    for (const name of Object.keys(kinds)) {
      const expected = await asked(name);
      t.same(await asked(`${name}_bucket`), expected, name);
      const numbers = expected.map((row) => row.filter((value) => value !== null).length);
      t.same(
        numbers.filter((count) => count > 0),
        name === 'nothing_new' ? [] : [4, 4],
      );
    }
    t.same(await asked('only_all_bucket'), [none, none], 'how many there were is all that is known');
  },
);

t.test('labels of a series come back in the types that they were sent in', async (t) => {
  const own = await api.project();
  const ts = text(recentNs - minute);
  const series = { project_id: own.id, metric: 'labelled', series_id: 1, retention_days: 30 };
  const typed = {
    attrs: { 'http.response.status_code': '503', retried: 'true', load: 'nan', id: '7', hosts: '["a"]' },
    attrs_types: { 'http.response.status_code': 'int', retried: 'bool', load: 'double', hosts: 'array' },
    res: { 'process.pid': '7' },
    res_types: { 'process.pid': 'int' },
  };
  await api.deps.clickhouse.insert({
    table: 'metric_series',
    format: 'JSONEachRow',
    values: [{ ...series, ...typed, type: 'gauge', day: ts.slice(0, 10), last_seen: ts.slice(0, 19) }],
  });
  await api.deps.clickhouse.insert({
    table: 'metric_points',
    format: 'JSONEachRow',
    values: [{ ...series, ts, value: 1 }],
  });
  const query = 'metrics | where metric_name == "labelled" | project attributes, resource';
  t.same((await ask(own, { ...window, query })).body.data_json, [
    [{ 'http.response.status_code': 503, retried: true, load: 'nan', id: '7', hosts: ['a'] }, { 'process.pid': 7 }],
  ]);
});

t.test('the newest points of a long range are read from its end', async (t) => {
  const few = await startApi(t, {}, ({ reader }) => ({
    reader: {
      ...reader,
      rows: (request) =>
        reader.rows(request.operation === 'list_events' ? { ...request, limits: { rowsReadMax: 60_000 } } : request),
    },
  }));
  const many = await few.project();
  const [days, perDay] = [20, 10_000];
  const insert = (query: string) => few.deps.clickhouse.command({ query, query_params: { project: many.id } });
  await insert(`
    INSERT INTO metric_series (project_id, metric, series_id, day, type, retention_days, last_seen)
    SELECT {project:String}, 'load', 1 + number % 10, today() - intDiv(number, 10), 'gauge', 90, now() FROM numbers(${days * 10})`);
  await insert(`
    INSERT INTO metric_points (project_id, metric, series_id, ts, value, retention_days)
    SELECT {project:String}, 'load', 1 + number % 10, now64(9, 'UTC') - toIntervalSecond(1 + intDiv(number, 10) * ${864_000 / perDay}), number, 90
    FROM numbers(${days * perDay})`);
  const list = { source: 'metrics', since: `${days - 1}d`, limit: '30', fields: 'value,attributes' };
  const { body } = await many.get('/events', list);
  t.match(body, { error: undefined, queryResultCount: 30, count: 10_000, hasMore: true });
  const values: number[] = body.logsData.map(([value]: [number]) => value);
  t.same(
    values.toSorted((a, b) => a - b),
    Array.from({ length: 30 }, (_, n) => n),
  );
});
