import t from 'tap';
import { runCheck, type Finding } from '../../src/domains/monitors/check.ts';
import { contentOf } from '../../src/domains/monitors/content.ts';
import type { MonitorInput } from '../../src/domains/monitors/schema.ts';
import { startApi, type TestProject } from '../support/api.ts';
import { decimalSeconds, recentNs, seedEvents, type SeedEvent } from '../support/events.ts';
import { monitorInput } from '../support/monitors.ts';

const api = await startApi(t);
const never = new AbortController().signal;
const minuteNs = 60_000_000_000n;
const secondNs = 1_000_000_000n;

const rule: MonitorInput = { ...monitorInput, query: '', alert_threshold: 10, time_window_mins: 5 };

/** A slot in the past whose data is all there: its window is the 5 minutes that end half a minute before it. */
const slot = Number(recentNs / minuteNs) - 60;
const end = BigInt(slot) * minuteNs - 30n * secondNs;
const start = end - 5n * minuteNs;

async function check(project: TestProject, change: Partial<MonitorInput>, at = slot): Promise<Finding> {
  const content = contentOf({ ...rule, ...change });
  return runCheck(api.deps, project.id, { ...content, rule_revision: 0 }, at, never);
}

function logs(count: number, ts: bigint, more: Partial<SeedEvent> = {}): SeedEvent[] {
  return Array.from({ length: count }, (_, index) => ({ ts: ts + BigInt(index) * 1_000n, level: 'ERROR', ...more }));
}

t.test('the window is half-open, ends half a minute before the slot, and is the project’s own', async (t) => {
  const [project, other] = [await api.project(), await api.project()];
  await seedEvents(api, other, logs(50, start + minuteNs));
  await seedEvents(api, project, [
    ...logs(1, start - 1n),
    ...logs(1, start),
    ...logs(3, start + minuteNs),
    ...logs(1, end - 1n),
    ...logs(1, end),
    ...logs(7, start + minuteNs, { level: 'INFO' }),
  ]);
  t.match(await check(project, { query: 'level == "ERROR"' }), {
    result: { kind: 'value', value: 5 },
    group: null,
    error: null,
    rule: { counts: true, direction: 'above' },
  });
  t.match(await check(project, { query: 'level == "ERROR"' }, slot - 5), { result: { kind: 'value', value: 1 } });
});

t.test('the value is what the query’s own aggregate gives', async (t) => {
  const project = await api.project();
  await seedEvents(api, project, [
    ...logs(4, start + minuteNs, { kind: 'span', duration_ns: 100, service: 'a' }),
    ...logs(1, start + minuteNs, { kind: 'span', duration_ns: 900, service: 'b' }),
    ...logs(5, start + 3n * minuteNs, { kind: 'span', duration_ns: 200, level: 'INFO', service: 'b' }),
  ]);
  const cases: [query: string, value: number, counts: boolean, group?: string][] = [
    ['', 10, true],
    ['summarize count()', 10, true],
    ['level == "ERROR" | summarize n = count()', 5, true],
    ['summarize countif(level == "ERROR")', 5, true],
    ['summarize countif(level == "ERROR") * 100.0 / count()', 50, false],
    ['summarize sum(duration)', 2300, true],
    ['summarize max(duration)', 900, false],
    ['summarize dcount(service)', 2, true],
    ['summarize count_distinct(service)', 2, true],
    ['summarize a = count(), b = sum(duration) | project b', 2300, true],
    ['summarize a = count() | extend twice = a * 2 | project twice', 20, false],
    ['summarize count() by service', 6, true, 'b'],
    ['summarize count() by service, level', 5, true, 'b, INFO'],
    ['summarize avg(duration) by service, level', 900, false, 'b, ERROR'],
    ['summarize n = count() by service | summarize max(n)', 6, false],
    ['take 3', 3, true],
    ['project service', 10, true],
  ];
  for (const [query, value, counts, group] of cases) {
    const found = await check(project, { query });
    t.match(found, { result: { kind: 'value', value }, rule: { counts }, error: null }, query);
    t.equal(found.group, group ?? null, query);
    t.type(found.sql, 'string');
  }
  t.match(await check(project, { query: 'summarize count() by service', trigger_less_than: true }), {
    result: { value: 4 },
    group: 'a',
  });
});

t.test('a group is text that can be kept, whatever its value holds', async (t) => {
  const project = await api.project();
  await seedEvents(api, project, [
    ...logs(2, start + minuteNs, { body: 'a\0b' }),
    ...logs(3, start + minuteNs, { body: `${'x'.repeat(499)}😀`, service: 'long' }),
  ]);
  const { group } = await check(project, { query: 'service == "shop" | summarize count() by body' });
  t.equal(group, 'ab');
  const long = (await check(project, { query: 'service == "long" | summarize count() by body' })).group ?? '';
  t.ok(long.startsWith('xxx') && long.isWellFormed());
  for (const kept of [group, long])
    t.equal((await api.deps.sql`select ${api.deps.sql.json({ kept })}::jsonb as v`)[0]?.['v'].kept, kept);
});

t.test('no rows are told from a count of nothing', async (t) => {
  const project = await api.project();
  await seedEvents(api, project, logs(3, start + minuteNs, { level: 'INFO', duration_ns: 5 }));
  const cases: [query: string, at: number, result: object, counts: boolean][] = [
    ['level == "ERROR"', slot, { kind: 'no_data' }, true],
    ['summarize countif(level == "ERROR")', slot, { kind: 'value', value: 0 }, true],
    ['summarize countif(level == "ERROR")', slot + 30, { kind: 'no_data' }, true],
    ['summarize sum(duration)', slot + 30, { kind: 'no_data' }, true],
    ['summarize dcount(service)', slot + 30, { kind: 'no_data' }, true],
    ['summarize dcountif(service, level == "ERROR")', slot + 30, { kind: 'no_data' }, true],
    ['summarize count_distinct(service)', slot + 30, { kind: 'no_data' }, true],
    ['summarize avg(duration)', slot + 30, { kind: 'no_data' }, false],
    ['summarize n = count() | extend x = n + 5 | project x', slot + 30, { kind: 'no_data' }, false],
    ['summarize count() by service', slot + 30, { kind: 'no_data' }, true],
    ['summarize count() by bin_auto(timestamp)', slot + 30, { kind: 'no_data' }, true],
    ['summarize n = count() | where n > 100', slot, { kind: 'no_data' }, true],
    ['summarize countif(level == "ERROR") * 100.0 / countif(level == "FATAL")', slot, { kind: 'no_data' }, false],
  ];
  for (const [query, at, result, counts] of cases) {
    t.match(await check(project, { query }, at), { result, rule: { counts }, error: null }, `${query} at ${at - slot}`);
  }
});

t.test('buckets that are not whole inside the window are left out', async (t) => {
  const project = await api.project();
  const minute = BigInt(slot) * minuteNs;
  // The window is [-5:30, -0:30): whole minutes in it begin at -5 … -2.
  await seedEvents(api, project, [
    ...logs(100, minute - 6n * minuteNs + 40n * secondNs),
    ...logs(4, minute - 4n * minuteNs),
    ...logs(6, minute - 2n * minuteNs),
    ...logs(100, minute - 50n * secondNs),
  ]);
  const query = 'summarize count() by bin(timestamp, 1m)';
  t.match(await check(project, { query }), { result: { value: 6 } });
  t.match(
    await check(project, { query, trigger_less_than: true }),
    { result: { value: 0 } },
    'an empty bucket counts 0',
  );
  t.match(
    await check(project, { query: 'summarize avg(duration) by bin(timestamp, 1m)' }),
    { result: { kind: 'no_data' } },
    'log records have no duration',
  );
});

t.test('buckets of another clock are an error, and not the silence of what is watched', async (t) => {
  const project = await api.project();
  await seedEvents(api, project, logs(5, start + 2n * minuteNs));
  for (const time of ['timestamp + 2h', 'timestamp - 1d', 'datetime_add("hour", 3, timestamp)']) {
    t.match(
      await check(project, { query: `summarize count() by bin(${time}, 1m)` }),
      { result: { kind: 'error' }, error: /outside of the window/ },
      time,
    );
  }
  const silent = { query: 'level == "FATAL" | summarize count() by bin(timestamp + 2h, 1m)' };
  t.match(await check(project, silent), { result: { kind: 'no_data' }, error: null });
});

t.test(
  'a group that falls silent counts 0 from then on, not before its first; what the query leaves out does not',
  async (t) => {
    const project = await api.project();
    const minute = BigInt(slot) * minuteNs;
    // Whole minutes in the window begin at -5 … -2.
    const every = [5n, 4n, 3n, 2n].map((ago) => minute - ago * minuteNs);
    await seedEvents(api, project, [
      ...every.flatMap((at, index) => logs(4 + index, at, { service: 'steady' })),
      ...logs(9, minute - 2n * minuteNs, { service: 'young' }),
    ]);
    const below = { trigger_less_than: true, query: 'summarize n = count() by bin(timestamp, 1m), service' };
    const cases: [query: string, value: number, group: string | null][] = [
      [below.query, 4, 'steady'],
      [`${below.query} | top 1 by n`, 9, 'young'],
      [`${below.query} | where n > 5`, 6, 'steady'],
      ['summarize n = count() by bin(timestamp, 1m) | where n > 5', 6, null],
      ['summarize n = count() by bin(timestamp, 1m) | top 1 by n', 16, null],
    ];
    for (const [query, value, group] of cases)
      t.match(await check(project, { ...below, query }), { result: { kind: 'value', value }, group }, query);
    await seedEvents(api, project, logs(8, minute - 4n * minuteNs, { service: 'silent' }));
    t.match(await check(project, below), { result: { kind: 'value', value: 0 }, group: 'silent' });
    t.match(
      await check(project, { ...below, query: 'summarize max(duration) by bin(timestamp, 1m), service' }),
      { result: { kind: 'no_data' } },
      'where nothing is counted, nothing is no value',
    );
  },
);

t.test('what is measured now and then is not 0 in a bucket without a sample', async (t) => {
  const project = await api.project();
  const minute = BigInt(slot) * minuteNs;
  const insert = (table: string, values: readonly object[]) =>
    api.deps.clickhouse.insert({
      table,
      format: 'JSONEachRow',
      values: values.map((one) => ({
        project_id: project.id,
        metric: 'memory',
        series_id: 1,
        retention_days: 30,
        ...one,
      })),
    });
  // Once a minute, one of them a moment early.
  const samples = [5n, 4n, 3n, 2n].map((ago) => minute - ago * minuteNs - (ago === 3n ? secondNs : 0n));
  const days = new Set(samples.map((ns) => new Date(Number(ns / 1_000_000n)).toISOString().slice(0, 10)));
  await insert(
    'metric_series',
    [...days].map((day) => ({ day, type: 'gauge', temporality: 'unspecified', service: 'shop' })),
  );
  await insert(
    'metric_points',
    samples.map((ns) => ({ ts: decimalSeconds(ns), start_ts: decimalSeconds(ns), value: 50 })),
  );
  for (const by of ['bin(timestamp, 1m)', 'bin(timestamp, 1m), service']) {
    const query = `metrics | where metric_name == "memory" | summarize sum(value) by ${by}`;
    t.match(await check(project, { query, trigger_less_than: true }), { result: { kind: 'value', value: 50 } }, by);
  }
});

t.test('of more groups than a result has rows none is called the worst', async (t) => {
  const project = await api.project();
  const many = Array.from({ length: 10_000 }, (_, n) => logs(1, start + BigInt(n), { attrs: { user: `u${n}` } })[0]);
  await seedEvents(
    api,
    project,
    many.filter((one) => one !== undefined),
  );
  const query = 'summarize count() by attributes.user';
  t.match(await check(project, { query }), { result: { kind: 'value', value: 1 } });
  await seedEvents(api, project, logs(50, start + minuteNs, { attrs: { user: 'worst' } }));
  t.match(await check(project, { query }), { result: { kind: 'error' }, error: /too many|too much|more/i });
  t.match(await check(project, { query: `${query} | top 10 by count_ | project count_` }), {
    result: { kind: 'value', value: 50 },
  });
});

t.test('a bucket as long as the window is watched when it is whole', async (t) => {
  const project = await api.project();
  const widthNs = 5n * minuteNs;
  const wholeFrom = (end / widthNs - 1n) * widthNs;
  await seedEvents(api, project, [
    ...logs(7, wholeFrom),
    ...logs(50, wholeFrom + widthNs),
    ...logs(50, wholeFrom - 1000n * secondNs),
  ]);
  const found = await check(project, { query: 'summarize count() by bin(timestamp, 5m)' });
  const dateOf = (ns: bigint) => new Date(Number(ns / 1_000_000n));
  t.match(found, { result: { kind: 'value', value: 7 } });
  t.same(found.window, { from: dateOf(wholeFrom), to: dateOf(wholeFrom + widthNs) }, 'and is what is told of');
});

t.test('buckets that do not begin with 1970 are whole where the query’s are', async (t) => {
  const project = await api.project();
  const minute = BigInt(slot) * minuteNs;
  await seedEvents(
    api,
    project,
    Array.from({ length: 240 }, (_, ago) => logs(1, minute - BigInt(ago + 1) * minuteNs)).flat(),
  );
  // As the language has it: widths that do not divide a day are counted from a Monday.
  for (const [bin, minutes] of [
    ['bin(timestamp, 7m)', 7],
    ['bin(timestamp, 50m)', 50],
    ['bin_at(timestamp, 10m, datetime(2026-01-01 00:03))', 10],
  ] as const) {
    for (const time_window_mins of [5, 30, 120, 121, 122, 123]) {
      const query = `summarize count() by ${bin}`;
      for (const trigger_less_than of [true, false]) {
        const found = await check(project, { query, time_window_mins, trigger_less_than });
        t.match(found, { result: { kind: 'value', value: minutes } }, `${bin} of ${time_window_mins} minutes`);
      }
    }
  }
});

t.test('a field that nobody sends any more is absent, not an error', async (t) => {
  const project = await api.project();
  await seedEvents(api, project, logs(3, start));
  t.match(await check(project, { query: 'some.key.of.old == "x"' }), { result: { kind: 'no_data' }, error: null });
});

t.test(
  'where a query finds nothing since a field never has such a value, the check and a preview say so',
  async (t) => {
    const project = await api.project();
    await seedEvents(api, project, logs(3, start + minuteNs, { kind: 'span', duration_ns: 100 }));
    const why =
      'Nothing was found: kind is one of log, internal, server, client, producer, consumer, alert, never "span".';
    for (const query of ['kind == "span"', 'kind == "span" | summarize p95(duration) by service']) {
      t.match(await check(project, { query }), { result: { kind: 'no_data' }, error: why });
    }
    const found = await check(project, { query: 'kind in ("span", "internal", "server")' });
    t.match(found, { result: { kind: 'value', value: 3 }, error: null });
    const { title: _title, emails: _emails, team_chat_channels: _channels, teams: _teams, ...draft } = rule;
    const { body } = await project.post('/monitors/preview', { ...draft, query: 'kind == "span"', since: '5m' });
    t.match(body.slots[0], { result: 'no_data', error: why });
  },
);

t.test('the present of a check is the end of its window: what fell silent is found as it was', async (t) => {
  const project = await api.project();
  await seedEvents(api, project, [
    ...logs(3, end - 20n * minuteNs, { service: 'silent' }),
    ...logs(3, end - minuteNs, { service: 'loud' }),
    ...logs(3, end - 30n * minuteNs, { service: 'loud' }),
  ]);
  const silence: Partial<MonitorInput> = {
    query: 'summarize minutes = round((now() - max(timestamp)) / 1m) by service',
    alert_threshold: 15,
    time_window_mins: 1440,
  };
  const cases: [at: number, value: number, group: string][] = [
    [slot, 20, 'silent'],
    [slot - 10, 20, 'loud'],
    [slot + 25, 45, 'silent'],
  ];
  for (const [at, value, group] of cases) {
    t.match(await check(project, silence, at), { result: { kind: 'value', value }, group }, `${at - slot}`);
  }
  t.match(await check(project, { query: 'where timestamp >= ago(5m) | summarize count()' }), { result: { value: 3 } });
  const { title: _title, emails: _emails, team_chat_channels: _channels, teams: _teams, ...draft } = rule;
  const time = (minutes: number) => new Date((slot + minutes) * 60_000).toISOString();
  const { body } = await project.post('/monitors/preview', { ...draft, ...silence, from: time(-9), to: time(0) });
  t.match(body.slots[0], { slot: time(-8).replace('.000', ''), value: 22, group: 'loud', told: ['ALERT'] });
  t.match(body.slots.slice(-2), [
    { value: 29, group: 'loud', told: [] },
    { value: 20, group: 'silent', told: [] },
  ]);
});

t.test('what cannot be evaluated is an error with a sentence, not an exception', async (t) => {
  const project = await api.project();
  const own = { result: { kind: 'error' }, sql: null, isFinal: true };
  t.match(await check(project, { query: 'level == ' }), { ...own, error: /./ });
  t.match(await check(project, { query: 'nosuch(level) == 3' }), { ...own, error: /nosuch/ });
  t.match(await check(project, { query: 'distinct service' }), { ...own, error: /number/ });
  const broken = {
    ...api.deps,
    reader: { ...api.deps.reader, rows: () => Promise.reject(new Error('secret detail')) },
  };
  const found = await runCheck(broken, project.id, { ...contentOf({ ...rule }), rule_revision: 0 }, slot, never);
  t.match(found, { result: { kind: 'error' }, sql: /SELECT/, isFinal: false });
  t.notMatch(found.error, /secret/);
});

t.test('a store that does not answer is an error when the check’s time is over, whatever it was asked', async (t) => {
  const project = await api.project();
  const hanging = () => new Promise<never>(() => {});
  const content = { ...contentOf({ ...rule }), rule_revision: 0 };
  for (const [sql, silent] of [
    [null, { catalogues: { of: hanging } }],
    [/SELECT/, { reader: { ...api.deps.reader, rows: hanging } }],
  ] as const) {
    const found = await runCheck({ ...api.deps, ...silent }, project.id, content, slot, AbortSignal.timeout(200));
    t.match(found, { result: { kind: 'error' }, sql, error: 'The store could not run the query.', isFinal: false });
  }
});

t.test('a preview says when it would have told whom, with the checks that would have run', async (t) => {
  const project = await api.project();
  const at = (minutes: number) => BigInt(slot + minutes) * minuteNs - minuteNs;
  await seedEvents(api, project, [...logs(5, at(-8)), ...logs(20, at(-5)), ...logs(20, at(-1))]);
  const time = (minutes: number) => new Date((slot + minutes) * 60_000).toISOString();
  const { title: _title, emails: _emails, team_chat_channels: _channels, teams: _teams, ...draft } = rule;
  const body = {
    ...draft,
    query: 'level == "ERROR"',
    time_window_mins: 1,
    warning_threshold: 4,
    from: time(-10),
    to: time(0),
  };
  const { status, body: preview } = await project.post('/monitors/preview', body);
  t.equal(status, 200);
  t.equal(preview.slots.length, 10);
  t.same([preview.alerts, preview.warnings], [2, 1]);
  const told = preview.slots.flatMap((one: { slot: string; told: string[]; value?: number; status: string }) =>
    one.told.map((kind) => [kind, one.slot.slice(11, 16), one.value ?? 0]),
  );
  t.same(told, [
    ['WARNING', time(-8).slice(11, 16), 5],
    ['RECOVERED', time(-7).slice(11, 16), 0],
    ['ALERT', time(-5).slice(11, 16), 20],
    ['RECOVERED', time(-4).slice(11, 16), 0],
    ['ALERT', time(-1).slice(11, 16), 20],
    ['RECOVERED', time(0).slice(11, 16), 0],
  ]);
  t.same((await project.get('/monitors')).body, [], 'nothing is made');
  t.equal((await project.post('/monitors/preview', { ...body, threshold_sustained_for_mins: 2 })).body.alerts, 0);
  t.equal(
    (await project.post('/monitors/preview', { ...draft, query: 'level == "ERROR"' })).body.slots.length,
    60,
    'the last hour',
  );
  const { slots } = (await project.post('/monitors/preview', { ...body, from: 'now-5m', to: 'now+1h' })).body;
  t.equal(slots.length, 5, 'what is still to come was not silent');
  t.ok(Date.parse(slots.at(-1).slot) <= Date.now());
  const between = { from: '2026-01-31T12:10:00Z', to: '2026-01-31T12:20:00Z' };
  const hourly = { ...body, check_interval_mins: 60, time_window_mins: 60, ...between };
  const { body: none } = await project.post('/monitors/preview', hourly);
  t.match(none, { from: '2026-01-31T11:20:00Z', to: '2026-01-31T12:20:00Z', slots: [] }, 'no check fell into it');
  const refused = (path: string) => ({
    status: 400,
    body: { error: { code: 'invalid_body', parameter: 'body', details: [{ path }] } },
  });
  t.match(await project.post('/monitors/preview', { ...body, since: '1h' }), refused('since'));
  t.match(await project.post('/monitors/preview', { ...draft, since: '3h' }), refused('check_interval_mins'));
  t.match(await project.post('/monitors/preview', { ...draft, since: 'soon' }), refused('since'));
  t.match(await project.post('/monitors/preview', { ...draft, warning_threshold: 11 }), refused('warning_threshold'));
});

t.test('history gives back what was found, with what was told', async (t) => {
  const project = await api.project();
  const { id } = (await project.post('/monitors', { ...rule, query: 'level == "ERROR"' })).body;
  t.match((await project.get(`/monitors/${id}/history`)).body, { items: [], total_count: 0 });
  const { sql } = api.deps;
  const time = (minutes: number) => new Date((slot + minutes) * 60_000);
  for (const [index, [result, value, status, error]] of (
    [
      ['value', 3, 'normal', null],
      ['value', 30, 'alerting', null],
      ['error', null, 'alerting', 'The query took too long.'],
      ['no_data', null, 'alerting', null],
    ] as const
  ).entries()) {
    await sql`insert into monitor_evaluations (project_id, monitor_id, slot, result, value, status, duration_ms, error, evaluated_at)
              values (${project.id}, ${id}, ${time(index)}, ${result}, ${value}, ${status}, ${index}, ${error}, ${time(index)})`;
  }
  await sql`insert into monitor_emissions (project_id, monitor_id, sequence, episode, kind, status, stale, emitted_at)
            values (${project.id}, ${id}, 1, 1, 'ALERT', 'alerting', false, ${time(1)})`;
  const { items } = (await project.get(`/monitors/${id}/history`)).body;
  t.same(
    items.map((one: { result: string }) => one.result),
    ['no_data', 'error', 'value', 'value'],
  );
  t.match(items[2], { value: 30, status: 'alerting', told: ['ALERT'], duration_ms: 1 });
  t.match(items[1], { error: 'The query took too long.', told: [] });
  t.notOk('value' in items[1]);
  const from = time(1).toISOString();
  const to = time(3).toISOString();
  t.equal((await project.get(`/monitors/${id}/history?from=${from}&to=${to}`)).body.total_count, 2);
  t.match((await project.get(`/monitors/${id}/history?per_page=3&page=1`)).body, {
    items: [{ value: 3 }],
    has_more: false,
    total_count: 4,
  });
  t.match(await project.get(`/monitors/${id}/history?since=x`), {
    status: 400,
    body: { error: { parameter: 'since' } },
  });
});
