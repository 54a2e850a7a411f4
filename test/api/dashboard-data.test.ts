import t from 'tap';
import { widgetTypes } from '../../src/domains/dashboards/widget-schema.ts';
import { startApi, type TestProject, unknownId } from '../support/api.ts';
import { fillEvents, recentNs, seedEvents } from '../support/events.ts';

const api = await startApi(t);
// Recent: rows past their retention are dropped as they come.
const at = Math.floor(Date.now() / 3_600_000) * 3_600_000;
const iso = (ms: number) => new Date(ms).toISOString();
const range = `from=${iso(at - 3_600_000)}&to=${iso(at)}`;

/** A log a minute for an hour: services a, b and c in turns, every tenth an error. */
async function filled(): Promise<TestProject> {
  const project = await api.project();
  const services = ['a', 'b', 'c'];
  await api.deps.clickhouse.insert({
    table: 'events',
    format: 'JSONEachRow',
    values: Array.from({ length: 60 }, (_, n) => ({
      project_id: project.id,
      kind: 'log',
      ts: iso(at - 60_000 * (n + 1))
        .replace('T', ' ')
        .replace('Z', ''),
      id: `0198c0de-0000-7000-8000-0000000${String(n).padStart(5, '0')}`,
      retention_days: 30,
      service: services[n % 3],
      level: n % 10 === 0 ? 'ERROR' : 'INFO',
      severity: n % 10 === 0 ? 17 : 9,
      body: `message ${n}`,
      attrs: { 'http.route': `/r${n % 2}`, size: String(n) },
      attrs_types: { size: 'int' },
    })),
  });
  return project;
}

const project = await filled();

async function dashboard(schema: object, of: TestProject = project): Promise<string> {
  const { status, body, text } = await of.post('/dashboards', { title: 'D', schema });
  if (status !== 200) throw new Error(text);
  return body.summary.id as string;
}

async function data(schema: object, query = range, of: TestProject = project) {
  const { status, body, text } = await of.get(`/dashboards/${await dashboard(schema, of)}/data?${query}`);
  if (status !== 200) throw new Error(text);
  return body;
}

interface Shown {
  readonly error?: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The one value of a widget: its number, or how many rows it has; else what is wrong with it. */
function valueIn({ error, data }: Shown): unknown {
  return error ?? data['data_float'] ?? data['queryResultCount'] ?? data['rows_count'];
}

const count = 'summarize count()';

t.test('widgets of every type have the data that their type shows', async (t) => {
  const widgets = widgetTypes.map((type) =>
    type === 'group'
      ? { id: type, type, children: [{ id: 'child', type: 'stat', query: count }] }
      : type === 'markdown'
        ? { id: type, type, html: 'x' }
        : { id: type, type, title: type, unit: 'n', query: 'level == "ERROR"', layout: { x: 0, y: 0, w: 1, h: 1 } },
  );
  const { widgets: given, ...head } = await data({ widgets });
  t.match(head, { title: 'D', tabs: [], from: at - 3_600_000, to: at });
  t.notOk('tab' in head);
  for (const [index, widget] of given.entries()) {
    const { type } = widget;
    t.equal(type, widgetTypes[index], 'in their order');
    t.notOk(widget.error, `${type}: ${widget.error}`);
    if (type === 'markdown') t.notOk('data' in widget);
    else if (type === 'group') t.equal(widget.children[0].data.data_float, 60);
    else if (['list', 'logs', 'traces', 'flamegraph'].includes(type))
      t.equal(widget.data.queryResultCount, type === 'traces' || type === 'flamegraph' ? 0 : 6, type);
    else if (type === 'table') t.equal(widget.data.data_json.length, 6);
    else t.equal(widget.data.stats.sum, 6, type);
    if (widget.query !== undefined)
      t.match(widget, { title: type, unit: 'n', query: 'level == "ERROR"', layout: { x: 0, y: 0, w: 1, h: 1 } });
  }
});

t.test('one widget that fails has an error, and the others are as they would be without it', async (t) => {
  const good = [
    { id: 'one', type: 'stat', query: count },
    { id: 'two', type: 'timeseries', query: `${count} by bin_auto(timestamp), service` },
    { id: 'three', type: 'logs', query: 'service == "a"' },
  ];
  const bad = [
    { id: 'unknown-field', type: 'stat', query: 'nothing_like_it == 1 | summarize count()' },
    { id: 'no-query', type: 'stat' },
    { id: 'sql', type: 'table', sql: 'SELECT count() FROM events' },
    { id: 'required', type: 'stat', query: 'service == {{var-must}} | summarize count()' },
    { id: 'constant', type: 'stat', query: 'service in ({{const-broken}}) | summarize count()' },
    { id: 'required-list', type: 'logs', query: 'service == {{var-must}}' },
    { id: 'required-sql', type: 'table', sql: 'SELECT count() FROM events WHERE service = {{var-must}}' },
    { id: 'required-sql-text', type: 'table', sql: "SELECT count() FROM events WHERE body LIKE '%{{var-must}}'" },
  ];
  const scope = {
    variables: [{ key: 'must', type: 'values', required: true }],
    constants: [{ key: 'broken', query: 'nothing_like_it == 2 | summarize count() by nothing_like_it' }],
  };
  const alone = await data({ widgets: good });
  const mixed = await data({
    ...scope,
    widgets: [
      bad[0],
      good[0],
      bad[1],
      bad[2],
      good[1],
      { id: 'g', type: 'group', children: [bad[3], good[2], ...bad.slice(4)] },
    ],
  });
  const all = mixed.widgets.flatMap((one: { children?: unknown[] }) => one.children ?? [one]);
  const byId = new Map<string, any>(all.map((one: { id: string }) => [one.id, one])); // oxlint-disable-line no-explicit-any
  for (const widget of alone.widgets) t.same(byId.get(widget.id), widget, widget.id);
  for (const { id } of bad) {
    t.type(byId.get(id)?.error, 'string', id);
    t.notOk('data' in (byId.get(id) ?? {}), id);
  }
  t.match(byId.get('unknown-field').error, /nothing_like_it/);
  t.match(byId.get('sql').error, /SQL mode/);
  for (const id of ['required', 'required-list']) t.equal(byId.get(id).error, 'Variable var-must is not set.', id);
  for (const id of ['required-sql', 'required-sql-text'])
    t.equal(byId.get(id).error, 'The statement needs var-must, which is not set.', id);
  t.match(byId.get('constant').error, /const-broken failed/);
});

t.test('variables are values: of one, of several, of none, and of whatever they hold', async (t) => {
  const id = await dashboard({
    variables: [
      { key: 'service', type: 'values', value: 'a' },
      { key: 'services', type: 'values', multi: true, value: ['a', 'b'] },
      { key: 'min', type: 'values', value: 50 },
    ],
    widgets: [
      { id: 'one', type: 'stat', query: `service == {{var-service}} | ${count}` },
      { id: 'quoted', type: 'stat', query: `service == "{{var-service}}" | ${count}` },
      { id: 'many', type: 'stat', query: `service in ({{var-services}}) | ${count}` },
      { id: 'number', type: 'stat', query: `attributes.size >= {{var-min}} | ${count}` },
      { id: 'list', type: 'logs', query: 'events (service == {{var-service}} and service in ({{var-services}}))' },
      {
        id: 'place',
        type: 'stat',
        query: `project_id == {{project_id}} and timestamp >= {{from}} and timestamp < {{to}} and {{time_filter}} | ${count}`,
      },
      { id: 'rollup', type: 'timeseries', query: `${count} by bin(timestamp, {{rollup_interval}})` },
    ],
  });
  const values = async (more: string) => {
    const { body } = await project.get(`/dashboards/${id}/data?${range}${more}`);
    return body.widgets.map(valueIn);
  };
  t.same(await values(''), [20, 20, 40, 10, 20, 60, 120], 'the dashboard’s own');
  t.same(await values('&var-service=b&var-services=a,b,c&var-min=0'), [20, 20, 60, 60, 20, 60, 120]);
  t.same(await values('&var-services=["c"]'), [20, 20, 20, 10, 0, 60, 120], 'a list as JSON');
  t.same(await values('&var-service=&var-services='), [60, 60, 60, 10, 60, 60, 120], 'none: the condition is dropped');
  for (const hostile of [
    '" or true or "',
    "' or 1=1 --",
    'a") | take 1 //',
    '{{var-services}}',
    '\\',
    '`',
    'a | project body',
  ])
    t.same(
      (await values(`&var-service=${encodeURIComponent(hostile)}`)).slice(0, 2),
      [0, 0],
      `${hostile} is a service that does not exist`,
    );
  const list = (await project.get(`/dashboards/${id}/data?${range}&widget=list`)).body.widgets[0].data;
  t.notMatch(list.resetLogsUrl, /%7B%7B|\{\{/, 'its links have the values in their places');
  t.equal((await project.follow(list.resetLogsUrl)).status, 200, 'and work alone');
});

t.test('a value in the URL is what the variable’s own value is, and in an order what it reads as', async (t) => {
  const id = await dashboard({
    variables: [
      { key: 'min', type: 'values', value: 50 },
      { key: 'sizes', type: 'values', multi: true, value: [1, 2] },
      { key: 'on', type: 'values', value: true },
      { key: 'free', type: 'values' },
      { key: 'text', type: 'values', value: '50' },
    ],
    widgets: [
      { id: 'order', type: 'stat', query: `attributes.size >= {{var-min}} | ${count}` },
      { id: 'sum', type: 'stat', query: `summarize max(todouble(attributes.size)) + {{var-min}}` },
      { id: 'take', type: 'logs', query: `take {{var-min}}` },
      {
        id: 'list',
        type: 'stat',
        query: `extend n = tolong(attributes.size) | where n * 2 in ({{var-sizes}}) | ${count}`,
      },
      { id: 'bool', type: 'stat', query: `summarize countif({{var-on}})` },
      { id: 'free', type: 'logs', query: `attributes.size >= {{var-free}} | take 50` },
      { id: 'text', type: 'stat', query: `attributes.size < {{var-text}} | ${count}` },
      { id: 'slow', type: 'stat', query: `duration > {{var-text}} | ${count}` },
    ],
  });
  const values = async (more: string) => {
    const { body } = await project.get(`/dashboards/${id}/data?${range}${more}`);
    return body.widgets.map(valueIn);
  };
  t.same(await values(''), [10, 109, 50, 1, 60, 50, 50, 0]);
  t.same(
    await values('&var-min=9&var-sizes=10,20,30&var-on=false&var-free=9&var-text=10'),
    [51, 68, 9, 3, 0, 50, 10, 0],
  );
  t.same((await values('&var-free=57&var-text=1s')).slice(5), [3, 60, 0], 'a timespan is one too');
  for (const [name, given, message] of [
    ['var-min', 'a', 'var-min must be a number, as its value in the dashboard is.'],
    ['var-sizes', '1,b', 'var-sizes must be a number, as its value in the dashboard is.'],
    ['var-on', 'yes', 'var-on must be true or false, as its value in the dashboard is.'],
  ] as const) {
    const { status, body } = await project.get(`/dashboards/${id}/data?${range}&${name}=${given}`);
    t.match({ status, ...body.error }, { status: 400, code: 'invalid_parameter', parameter: name, message });
  }
});

t.test('a variable may be the width of a bin, a distance in time, a number of rows', async (t) => {
  const id = await dashboard({
    variables: [
      { key: 'step', type: 'values', value: '10m' },
      { key: 'rows', type: 'values', value: 2 },
    ],
    widgets: [
      { id: 'bin', type: 'timeseries', query: `${count} by bin(timestamp, {{var-step}})` },
      { id: 'ago', type: 'stat', query: `timestamp > {{to}} - {{var-step}} | ${count}` },
      { id: 'top', type: 'table', query: `${count} by service | top {{var-rows}} by service asc` },
    ],
  });
  const rows = async (more: string) => {
    const { body } = await project.get(`/dashboards/${id}/data?${range}${more}`);
    return body.widgets.map(valueIn);
  };
  t.same(await rows(''), [6, 9, 2]);
  t.same(await rows('&var-step=30m&var-rows=1'), [2, 29, 1]);
  t.match((await rows('&var-step=soon'))[0], /bin\(\) needs a number or a time/i);
});

t.test('constants are asked of the data, once, and used as lists', async (t) => {
  const { widgets } = await data({
    constants: [
      { key: 'loud', query: 'level == "ERROR" | summarize count() by service | sort by service asc | take 2' },
      { key: 'fixed', value: 'c' },
    ],
    widgets: [
      { id: 'q', type: 'stat', query: `service in ({{const-loud}}) | ${count}` },
      { id: 'v', type: 'stat', query: `service == {{const-fixed}} | ${count}` },
    ],
  });
  t.same(widgets.map(valueIn), [40, 20]);
});

t.test('a null that a constant finds is none of its values', async (t) => {
  const { widgets } = await data({
    constants: [
      { key: 'some', query: 'datatable(x: string) ["c", string(null)]' },
      { key: 'none', query: 'print string(null)' },
    ],
    widgets: [
      { id: 'some', type: 'stat', query: `service in ({{const-some}}) | ${count}` },
      { id: 'text', type: 'stat', query: `print n = "null" | where n in ({{const-some}}) | count` },
      { id: 'none', type: 'stat', query: `print n = "null" | where n in ({{const-none}}) | count` },
    ],
  });
  t.same(widgets.map(valueIn), [20, 0, 0]);
});

t.test('one value of a list may be compared; several are not compared in silence', async (t) => {
  const id = await dashboard({
    variables: [
      { key: 'service', type: 'facet', field: 'service', multi: true, value: ['c'] },
      { key: 'size', type: 'values', multi: true, value: [10] },
    ],
    constants: [
      { key: 'loud', query: 'level == "ERROR" | summarize n = count() by service | top 1 by n | project service' },
    ],
    widgets: [
      { id: 'constant', type: 'stat', query: `service == {{const-loud}} | ${count}` },
      { id: 'variable', type: 'stat', query: `service == {{var-service}} | ${count}` },
      { id: 'text', type: 'stat', query: `service has {{var-service}} | ${count}` },
      { id: 'quoted', type: 'stat', query: `service == "{{var-service}}" | ${count}` },
      { id: 'list', type: 'stat', query: `service in ({{var-service}}) | ${count}` },
      { id: 'order', type: 'stat', query: `attributes.size > {{var-size}} | ${count}` },
    ],
  });
  const shown = async (more: string) =>
    (await project.get(`/dashboards/${id}/data?${range}${more}`)).body.widgets.map(valueIn);
  t.same((await shown('')).slice(1, 5), [20, 20, 20, 20]);
  t.ok((await shown(''))[0] > 0);
  t.ok((await shown(''))[5] > 0);
  t.match((await shown('&var-service=a,c&var-size=1,2')).slice(1), [
    'Variable var-service has 2 values; compare with in ({{var-service}}).',
    /var-service has 2 values/,
    /var-service has 2 values/,
    40,
    /var-size has 2 values/,
  ]);
});

t.test('a constant that fails harms who uses it, not who uses one that begins like it', async (t) => {
  const { widgets } = await data({
    constants: [
      { key: 'a', query: 'nothing_like_it == 2 | summarize count() by nothing_like_it' },
      { key: 'ab', value: 'c' },
    ],
    widgets: [
      { id: 'fails', type: 'stat', query: `service == {{ const-a }} | ${count}` },
      { id: 'works', type: 'stat', query: `service == {{const-ab}} | ${count}` },
    ],
  });
  t.match(widgets[0].error, /const-a failed/);
  t.match(widgets[1], { data: { data_float: 20 } });
});

t.test('a constant that finds nothing is empty, whatever its query may have been meant as', async (t) => {
  const { widgets } = await data({
    constants: [{ key: 'none', query: 'level == "error" | distinct service' }],
    widgets: [
      { id: 'in', type: 'stat', query: `service in ({{const-none}}) | ${count}` },
      {
        id: 'two',
        type: 'timeseries',
        queries: [
          { query: 'level == "error" | summarize count() by service, bin(timestamp, 10m)' },
          { query: `${count} by bin(timestamp, 10m)` },
        ],
      },
    ],
  });
  t.match(widgets[0], { error: undefined, data: { data_float: 0 } });
  t.equal(widgets[1].error, undefined);
});

t.test('more values than there may be are refused, never left out', async (t) => {
  const id = await dashboard({
    variables: [{ key: 'size', type: 'values', multi: true }],
    constants: [{ key: 'many', query: 'range n from 1 to 501 step 1' }],
    widgets: [
      { id: 'v', type: 'stat', query: `attributes.size in ({{var-size}}) | ${count}` },
      { id: 'c', type: 'stat', query: `attributes.size in ({{const-many}}) | ${count}` },
    ],
  });
  const values = (length: number) => Array.from({ length }, (_, n) => n + 1).join(',');
  const fits = (await project.get(`/dashboards/${id}/data?${range}&var-size=${values(500)}`)).body.widgets;
  t.equal(fits[0].data.data_float, 59);
  t.match(fits[1].error, /const-many.*501 values; at most 500/);
  const { status, body } = await project.get(`/dashboards/${id}/data?${range}&var-size=${values(501)}`);
  t.equal(status, 400);
  t.match(body.error, { parameter: 'var-size', message: /501 values; at most 500/ });
});

t.test('so are those of a dashboard’s own, and values that are named too often for one query', async (t) => {
  const value = Array.from({ length: 501 }, (_, n) => n);
  for (const scope of [
    { variables: [{ key: 'a', type: 'values', multi: true, value }] },
    { constants: [{ key: 'a', value }] },
  ]) {
    const { status, text } = await project.post('/dashboards', { title: 'D', schema: { ...scope, widgets: [] } });
    t.equal(status, 400);
    t.match(text, /value must have at most 500 values/);
  }
  const id = await dashboard({
    variables: [{ key: 'a', type: 'values', value: 'x'.repeat(100_000) }],
    widgets: [
      { id: 'many', type: 'table', query: `where body == "${'{{var-a}}'.repeat(5_000)}"` },
      { id: 'one', type: 'stat', query: `where body != "{{var-a}}" | ${count}` },
    ],
  });
  const [many, one] = (await project.get(`/dashboards/${id}/data?${range}`)).body.widgets;
  t.match(many.error, /too long with the values of its variables/);
  t.equal(one.data.data_float, 60);
});

t.test('several queries of a widget are one chart, or one row of numbers', async (t) => {
  const { widgets } = await data({
    widgets: [
      {
        id: 'chart',
        type: 'timeseries',
        queries: [
          { label: 'errors', query: `level == "ERROR" | ${count} by bin(timestamp, 10m)` },
          { query: `${count} by bin(timestamp, 30m), service` },
        ],
      },
      {
        id: 'numbers',
        type: 'stat',
        queries: [
          { label: 'all', query: count },
          { label: 'bad', query: `level == "ERROR" | ${count}` },
        ],
      },
      { id: 'wide', type: 'table', queries: [{ label: 'all', query: count }, { query: `${count} by service` }] },
    ],
  });
  const [chart, numbers, wide] = widgets;
  t.same(chart.data.headers, ['timestamp', 'errors', 'query 2: a', 'query 2: b', 'query 2: c']);
  t.equal(chart.data.stats.sum, 66);
  t.equal(chart.data.dataset.length, 6, 'the times of both');
  t.ok(chart.data.dataset.every((row: unknown[]) => row.length === 5));
  t.match(numbers.data, { headers: ['all', 'bad'], data_json: [[60, 6]], rows_count: 1 });
  t.equal(numbers.error, undefined);
  t.match(wide.error, /^query 2 gives more than one number; beside other queries only its first is shown/);
});

t.test('what could not be finished is said by the widget, and the rest of it comes', async (t) => {
  const narrow = await startApi(t, {}, ({ reader }) => ({
    reader: {
      ...reader,
      rows: (one) =>
        reader.rows({ ...one, limits: JSON.stringify(one.params).includes('expensive') ? { rowsReadMax: 10 } : {} }),
    },
  }));
  const project = await narrow.project();
  await seedEvents(
    narrow,
    project,
    Array.from({ length: 60 }, (_, n) => ({ ts: recentNs - BigInt(n + 1) * 1_000_000_000n })),
  );
  const chart = `${count} by bin(timestamp, 10m)`;
  const { status, body } = await project.post('/dashboards', {
    title: 'D',
    schema: {
      widgets: [
        { id: 'list', type: 'logs', query: 'body != "expensive"' },
        { id: 'chart', type: 'timeseries', queries: [{ query: chart }, { query: `body != "expensive" | ${chart}` }] },
        {
          id: 'first',
          type: 'timeseries',
          queries: [{ query: `body != "expensive" | ${chart}` }, { query: chart }, { query: `${chart}, level` }],
        },
      ],
    },
  });
  t.equal(status, 200);
  const { widgets } = (await project.get(`/dashboards/${body.summary.id}/data?since=1h`)).body;
  for (const { id, error } of widgets) t.match(error, /more rows than it may; narrow/, id);
  t.match(widgets[0].data, { logsData: [], error: widgets[0].error });
  t.match(widgets[1].data, { headers: ['timestamp', 'query 1'], stats: { sum: 60 } });
  const [, second] = widgets[2].data.headers;
  t.equal(second, 'query 2');
  t.match(widgets[2].data, {
    dataset: widgets[1].data.dataset.map(([at, n]: number[]) => [at, n]),
    stats: { sum: 120 },
  });
});

t.test('what a widget or a dashboard has beyond its bounds is left out, and it says so', async (t) => {
  const large = await api.project();
  await fillEvents(api, large, 150, { service: "concat('s', toString(number))", body: "repeat('x', 250000)" });
  const series = `${count} by bin(timestamp, 1m), service`;
  const three = { id: 'three', type: 'timeseries', queries: [{ query: series }, { query: series }, { query: series }] };
  const tables = ['one', 'two', 'last'].map((id) => ({ id, type: 'table', query: 'project id, body | take 90' }));
  const chart = await data({ widgets: [three] }, 'since=1h', large);
  t.equal(chart.widgets[0].error, 'A chart has no more than 200 series: what comes behind query 2 is left out.');
  t.equal(chart.widgets[0].data.headers.length, 301);
  t.equal(chart.widgets[0].data.stats.sum, 300);

  const id = await dashboard({ widgets: tables }, large);
  const all = (await large.get(`/dashboards/${id}/data?since=1h`)).body.widgets as Shown[];
  const without = all.filter((one) => one.data === undefined);
  t.same([all.length, without.length], [3, 1]);
  t.match(without[0]?.error, /more than fits into one answer; ask for this widget alone/);
  const alone = (await large.get(`/dashboards/${id}/data?since=1h&widget=last`)).body.widgets as Shown[];
  t.match(alone, [{ data: { rows_count: 90 } }]);
});

t.test('a list has the range of the charts beside it, however early that begins', async (t) => {
  const id = await dashboard({
    widgets: [
      { id: 'list', type: 'logs', query: 'body has "message"' },
      { id: 'chart', type: 'stat', query: count },
    ],
  });
  for (const from of ['1', '1970-01-02', '1972-02-29', '1901-01-01T00:00:00.5Z', '2000-01-01']) {
    const { widgets } = (await project.get(`/dashboards/${id}/data?from=${from}&to=${iso(at)}`)).body;
    t.same(widgets.map(valueIn), [60, 60], from);
    const { resetLogsUrl } = widgets[0].data;
    t.equal((await project.follow(resetLogsUrl)).body.queryResultCount, 60, 'its links have it, too');
  }
});

t.test('tab, widget and range choose what comes', async (t) => {
  const stat = (id: string) => ({ id, type: 'stat', query: count });
  const schema = {
    time_range: { from: iso(at - 600_000), to: iso(at) },
    tabs: [
      { name: 'First one', widgets: [stat('f1')] },
      { name: 'Second', widgets: [{ id: 'g', type: 'group', children: [stat('s1')] }] },
    ],
    widgets: [stat('root')],
  };
  const id = await dashboard(schema);
  const get = async (query: string) => (await project.get(`/dashboards/${id}/data${query}`)).body;
  const ids = (body: any) => body.widgets.map((one: { id: string }) => one.id); // oxlint-disable-line no-explicit-any
  const plain = await get('');
  t.same(ids(plain), ['root', 'f1']);
  t.match(plain, { tab: 'First one', tabs: ['First one', 'Second'], from: at - 600_000, to: at });
  t.equal(plain.widgets[0].data.data_float, 10, 'the dashboard’s own range');
  t.same(ids(await get('?tab=Second')), ['g']);
  t.same(ids(await get('?tab=first-one')), ['f1']);
  t.same(ids(await get('?widget=s1')), ['s1'], 'one widget, out of a group');
  t.same(ids(await get('?tab=second&widget=s1')), ['s1']);
  t.equal((await get(`?${range}&widget=root`)).widgets[0].data.data_float, 60);
  api.clock.now = new Date(at);
  const since = await get('?since=30m');
  t.match(since, { since: '30m', from: at - 1_800_000, to: at });
  t.equal(since.widgets[0].data.data_float, 30);
  api.clock.now = undefined;
  for (const [query, parameter] of [
    ['tab=Third', 'tab'],
    ['widget=nope', 'widget'],
    ['tab=Second&widget=f1', 'widget'],
    ['since=often', 'since'],
    ['since=1h&from=now', 'since'],
    ['from=x', 'from'],
    ['to=x', 'to'],
    ['from=now&to=now-1h', 'from'],
    ['var-nope=1', 'var-nope'],
    ['tabs=1', 'tabs'],
    ['widget=f1&widget=s1', 'widget'],
  ] as const) {
    const { status, body } = await project.get(`/dashboards/${id}/data?${query}`);
    t.equal(status, 400, query);
    t.match(body.error, { code: 'invalid_parameter', parameter }, query);
  }
  const other = await api.project();
  for (const one of [id, 'no-uuid', unknownId])
    t.match((await other.get(`/dashboards/${one}/data`)).body.error, { code: 'not_found', parameter: 'dashboard_id' });
  t.equal((await (await project.as('view')).get(`/dashboards/${id}/data`)).status, 200);
  t.equal((await (await project.as('ingest')).get(`/dashboards/${id}/data`)).status, 403);
});

t.test('a project sees its own rows only, through every kind of widget', async (t) => {
  const other = await api.project();
  const { widgets } = await data(
    {
      constants: [{ key: 'all', query: 'summarize count() by body' }],
      widgets: widgetTypes
        .filter((type) => type !== 'group' && type !== 'markdown')
        .map((type) => ({ id: type, type, query: `project_id == "${project.id}" or body != "" or true` })),
    },
    range,
    other,
  );
  t.ok(widgets.length > 10);
  t.notMatch(JSON.stringify(widgets.map((one: { data: unknown }) => one.data)), /message \d/);
});

t.test('60 widgets at once, by 5 readers at once: every one is answered', async (t) => {
  const id = await dashboard({
    widgets: Array.from({ length: 60 }, (_, n) => ({
      id: `w${n}`,
      type: 'stat',
      query: `attributes.size < ${n} | ${count}`,
    })),
  });
  const answers = await Promise.all(Array.from({ length: 5 }, () => project.get(`/dashboards/${id}/data?${range}`)));
  for (const { body } of answers)
    t.same(
      body.widgets.map(valueIn),
      Array.from({ length: 60 }, (_, n) => n),
    );
});
