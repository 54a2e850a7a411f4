import { createHash } from 'node:crypto';
import t from 'tap';
import { uuidv7 } from 'uuidv7';
import { readyDashboards } from '../../src/domains/dashboards/ready.ts';
import type { Widget } from '../../src/domains/dashboards/widget-schema.ts';
import { walk, withIds } from '../../src/domains/dashboards/widgets.ts';
import { createProject } from '../../src/domains/project/service.ts';
import { startApi } from '../support/api.ts';
import { cli } from '../support/cli.ts';
import { stores } from '../support/stores.ts';

/** Each query of each ready-made dashboard, compiled and run over data of the metrics, attributes and events it asks for. */

const api = await startApi(t);
/** Stores for the command line, which brings its own connections. */
const own = await stores(t);
const project = await api.project();
const ready = await readyDashboards();
const now = Date.now();
const pointsEach = 30;

interface Series {
  readonly metric: string;
  readonly kind: 'counter' | 'gauge' | 'histogram';
  readonly attrs: Readonly<Record<string, string>>;
  readonly res: Readonly<Record<string, string>>;
}

/** What a query over metrics needs to find something: read from its text. */
function seriesFor(query: string): Series[] {
  const names = [...query.matchAll(/metric_name == "([^"]+)"/g)].map(([, name]) => name ?? '');
  const labels = (root: string) =>
    Object.fromEntries(
      [...query.matchAll(new RegExp(`\\b${root}\\.([\\w.]+)(?: == "([^"]*)")?`, 'g'))].map(([, key, value]) => [
        key ?? '',
        value ?? 'some',
      ]),
    );
  const kind = /\bp\d+\(value\)|distribution_/.test(query)
    ? 'histogram'
    : /\b(rate|increase)\(/.test(query)
      ? 'counter'
      : 'gauge';
  return names.map((metric) => ({ metric, kind, attrs: labels('attributes'), res: labels('resource') }));
}

const sql = (ms: number) => new Date(ms).toISOString().replace('T', ' ').replace('Z', '');

async function insert(table: string, values: readonly object[]): Promise<void> {
  await api.deps.clickhouse.insert({ table, values, format: 'JSONEachRow' });
}

async function insertMetrics(): Promise<Set<string>> {
  const wanted = new Map<string, Series>();
  for (const { input } of ready) {
    for (const { widget } of walk<Widget>(
      withIds(input.schema ?? { constants: [], variables: [], tabs: [], widgets: [] }),
    )) {
      for (const query of [widget.query ?? '', ...(widget.queries ?? []).map((one) => one.query)])
        for (const one of seriesFor(query)) wanted.set(JSON.stringify(one), one);
    }
  }
  const rows: { series: object[]; points: object[]; dists: object[] } = { series: [], points: [], dists: [] };
  for (const [text, { metric, kind, attrs, res }] of wanted) {
    const id = BigInt(`0x${createHash('sha256').update(text).digest('hex').slice(0, 15)}`).toString();
    const common = { project_id: project.id, metric, series_id: id, retention_days: 30 };
    rows.series.push({
      ...common,
      day: sql(now).slice(0, 10),
      type: kind === 'histogram' ? 'histogram' : kind === 'counter' ? 'sum' : 'gauge',
      temporality: kind === 'gauge' ? 'unspecified' : 'cumulative',
      monotonic: kind === 'counter',
      service: 'svc',
      attrs,
      res,
      last_seen: sql(now).slice(0, 19),
    });
    for (let n = 0; n < pointsEach; n++) {
      const ts = sql(now - n * 60_000 - 5_000);
      const risen = pointsEach - n;
      if (kind === 'histogram') {
        rows.dists.push({
          ...common,
          ts,
          start_ts: sql(now - 86_400_000),
          count: risen * 3,
          sum: risen * 2,
          min: 0.1,
          max: 2,
          present: 7,
          bounds: [0.5, 1],
          counts: [risen, risen, risen],
        });
      } else {
        rows.points.push({
          ...common,
          ts,
          start_ts: sql(now - 86_400_000),
          value: kind === 'counter' ? risen * 10 : 0.5,
        });
      }
    }
  }
  await insert('metric_series', rows.series);
  await insert('metric_points', rows.points);
  await insert('metric_dists', rows.dists);
  return new Set([...wanted.values()].map(({ metric }) => metric));
}

/** Attributes that have columns of their own, as ingest fills them. */
function columnsOf(attrs: Readonly<Record<string, string>>): object {
  return {
    http_method: attrs['http.request.method'] ?? '',
    http_route: attrs['http.route'] ?? '',
    http_status: Number(attrs['http.response.status_code'] ?? 0),
    db_system: attrs['db.system.name'] ?? '',
    exc_type: attrs['exception.type'] ?? '',
  };
}

/** A few of each kind of event that the queries over events ask for. */
async function insertEvents(): Promise<void> {
  const trace = (n: number) => n.toString(16).padStart(32, '0');
  const span = (kind: string, attrs: Record<string, string>, more: object = {}) => ({
    kind: 'span',
    span_kind: kind,
    attrs,
    ...more,
  });
  const kinds: (Record<string, unknown> & { attrs?: Record<string, string> })[] = [
    span('server', { 'http.request.method': 'GET', 'http.route': '/cart', 'http.response.status_code': '200' }),
    span(
      'server',
      { 'http.request.method': 'GET', 'http.route': '/pay', 'http.response.status_code': '500' },
      { status: 'error' },
    ),
    span('client', { 'http.request.method': 'GET', 'server.address': 'pay.local' }, { status: 'error' }),
    span('client', {
      'db.system.name': 'postgresql',
      'db.operation.name': 'SELECT',
      'db.collection.name': 'carts',
      'server.address': 'db',
    }),
    span('producer', { 'messaging.destination.name': 'orders', 'server.address': 'mq' }),
    span('consumer', { 'messaging.destination.name': 'orders' }),
    span('server', { 'http.route': '/' }, { service: 'nginx' }),
    {
      kind: 'log',
      severity: 17,
      level: 'ERROR',
      body: 'it broke',
      attrs: { 'exception.type': 'Oops' },
      res: { 'k8s.namespace.name': 'some' },
    },
    { kind: 'log', severity: 9, level: 'INFO', body: 'it went well' },
    { kind: 'log', severity: 17, level: 'ERROR', body: 'upstream', service: 'nginx' },
    { kind: 'log', severity: 17, level: 'ERROR', body: 'late', service: 'colonnade' },
  ];
  await insert(
    'events',
    Array.from({ length: 110 }, (_, n) => ({
      project_id: project.id,
      ts: sql(now - n * 20_000 - 5_000),
      id: `0198c0de-0000-7000-8000-0000000${String(n).padStart(5, '0')}`,
      retention_days: 30,
      service: 'svc',
      name: 'do',
      trace_id: trace(n + 1),
      span_id: (n + 1).toString(16).padStart(16, '0'),
      parent_span_id: '',
      duration_ns: 1_500_000_000,
      ...kinds[n % kinds.length],
      ...columnsOf(kinds[n % kinds.length]?.attrs ?? {}),
    })),
  );
}

const metrics = await insertMetrics();
await insertEvents();

t.test('there are at least 16, with names and titles of their own', async (t) => {
  t.ok(ready.length >= 16, `${ready.length}`);
  t.equal(new Set(ready.map(({ input }) => input.title)).size, ready.length);
  t.ok(metrics.size > 150, `${metrics.size} metrics`);
  for (const wanted of 'http-services tracing logs-overview hosts containers kubernetes nodejs jvm postgresql mysql redis nginx rabbitmq kafka clickhouse colonnade'.split(
    ' ',
  ))
    t.ok(
      ready.some(({ name }) => name === wanted),
      wanted,
    );
});

interface Shown {
  readonly id: string;
  readonly title: string;
  readonly error?: string;
  readonly data?: {
    readonly dataset?: readonly (readonly (number | null)[])[];
    readonly data_json?: readonly unknown[];
    readonly logsData?: readonly unknown[];
  };
}

for (const { name, input } of ready) {
  t.test(`${name}: each query compiles, runs and finds what it asks for`, async (t) => {
    const applied = await project.post('/dashboards/apply', input);
    t.equal(applied.status, 200, applied.text.slice(0, 1000));
    if (applied.status !== 200) return;
    const { id } = applied.body.summary as { id: string };
    t.same((await project.post('/dashboards/apply', input)).body, applied.body, 'applying again changes nothing');
    const tabs: (string | undefined)[] = applied.body.schema.tabs.map((tab: { name: string }) => tab.name);
    for (const tab of tabs.length === 0 ? [undefined] : tabs) {
      const query = tab === undefined ? '' : `&tab=${encodeURIComponent(tab)}`;
      const { body } = await project.get(`/dashboards/${id}/data?since=1h${query}`);
      for (const widget of body.widgets as Shown[]) {
        t.equal(widget.error, undefined, `${tab ?? name}: ${widget.title}`);
        const { dataset = [], data_json = [], logsData = [] } = widget.data ?? {};
        const values = dataset.flatMap((row) => row.slice(1).filter((value) => value !== null));
        t.ok(values.length + data_json.length + logsData.length > 0, `${tab ?? name}: ${widget.title} found something`);
      }
      for (const widget of applied.body.schema.widgets as Widget[]) t.ok(widget.layout, widget.title ?? widget.id);
    }
  });
}

t.test('what comes in parts is added up, however many points of it a bin has', async (t) => {
  const other = await api.project();
  type Part = readonly [attrs: Readonly<Record<string, string>>, res?: Readonly<Record<string, string>>];
  const heap = (pool: string): Part => [{ 'jvm.memory.type': 'heap', 'jvm.memory.pool.name': pool }];
  const threads = (daemon: string): Part => [{ 'jvm.thread.state': 'runnable', 'jvm.thread.daemon': daemon }];
  const pod = (name: string): Part => [{}, { 'k8s.pod.name': name, 'k8s.container.name': 'app' }];
  const host = { 'host.name': 'h' };
  const cases: readonly (readonly [dashboard: string, widget: string, metric: string, one: Part, other: Part])[] = [
    ['postgresql', 'Rows, live and dead', 'postgresql.rows', [{ state: 'live' }], [{ state: 'live' }, { table: 'b' }]],
    ['kubernetes', 'Requests and limits', 'k8s.container.cpu_request', pod('a'), pod('b')],
    ['jvm', 'Heap: used, committed, limit', 'jvm.memory.used', heap('eden'), heap('old')],
    ['jvm', 'Threads', 'jvm.thread.count', threads('true'), threads('false')],
    ['jvm', 'Threads by state', 'jvm.thread.count', threads('true'), threads('false')],
    ['hosts', 'Processes', 'system.processes.count', [{ status: 'running' }, host], [{ status: 'sleeping' }, host]],
    [
      'hosts',
      'Swap',
      'system.paging.usage',
      [{ state: 'used', device: 'a' }, host],
      [{ state: 'used', device: 'b' }, host],
    ],
    [
      'http-services',
      'Active requests',
      'http.server.active_requests',
      [{ 'http.request.method': 'GET' }],
      [{ 'http.request.method': 'PUT' }],
    ],
    [
      'nodejs',
      'Heap limit',
      'v8js.memory.heap.limit',
      [{ 'v8js.heap.space.name': 'old' }],
      [{ 'v8js.heap.space.name': 'new' }],
    ],
  ];
  const parts = new Map(cases.map(([, , metric, one, other]) => [metric, [one, other]]));
  const each = [...parts].flatMap(([metric, both], n) =>
    both.map(([attrs, res = {}], i) => ({ metric, attrs, res, series_id: 1 + 2 * n + i, value: [3, 4][i] })),
  );
  const common = { project_id: other.id, retention_days: 30 };
  await insert(
    'metric_series',
    each.map(({ metric, attrs, res, series_id }) => ({
      ...common,
      metric,
      attrs,
      res,
      series_id,
      day: sql(now).slice(0, 10),
      type: 'gauge',
      service: 'svc',
      last_seen: sql(now).slice(0, 19),
    })),
  );
  await insert(
    'metric_points',
    each.flatMap(({ metric, series_id, value }) =>
      Array.from({ length: 60 }, (_, n) => ({
        ...common,
        metric,
        series_id,
        value,
        ts: sql(now - n * 10_000 - 5_000),
      })),
    ),
  );
  for (const [dashboard, title, metric] of cases) {
    const input = ready.find(({ name }) => name === dashboard)?.input;
    const { schema, summary } = (await other.post('/dashboards/apply', input)).body;
    const { widget, tab } = [
      ...schema.widgets.map((one: Widget) => ({ widget: one, tab: {} })),
      ...schema.tabs.flatMap((of: { name: string; widgets: Widget[] }) =>
        of.widgets.map((one) => ({ widget: one, tab: { tab: of.name } })),
      ),
    ].find((one) => one.widget.title === title && JSON.stringify(one.widget).includes(metric));
    const { body } = await other.get(`/dashboards/${summary.id}/data`, { since: '1h', widget: widget.id, ...tab });
    const { dataset, data_json, data_float } = body.widgets[0].data;
    const shown =
      dataset.length > 0 ? dataset.flatMap((row: number[]) => row.slice(1)) : [data_float ?? data_json[0][0]];
    t.same(new Set(shown.filter((value: number | null) => value !== null)), new Set([7]), `${dashboard}: ${title}`);
  }
});

t.test('the command line lists them, and applies them as often as it likes', async (t) => {
  const { databaseUrl, database } = own;
  const { url, servicePassword } = own.engines.clickhouse;
  const env = {
    DATABASE_URL: databaseUrl,
    CLICKHOUSE_URL: `${url.replace('//', `//service:${servicePassword}@`)}/${database}`,
  };
  const listed = await cli(env, 'dashboards', 'list', '--json');
  t.same(
    (JSON.parse(listed.stdout) as { name: string }[]).map(({ name }) => name),
    ready.map(({ name }) => name),
  );
  const target = await createProject(
    { sql: own.sql, now: () => new Date(), newId: uuidv7 },
    { title: 'CLI', requestId: 'test' },
  );
  const apply = (...args: string[]) =>
    cli(env, 'dashboards', 'apply', ...args, '--project', target.project.id, '--json');
  const first = JSON.parse((await apply('--all')).stdout) as { id: string; name: string }[];
  t.equal(first.length, ready.length);
  const again = JSON.parse((await apply('redis', 'hosts')).stdout) as { id: string; name: string }[];
  for (const { id, name } of again) t.equal(id, first.find((one) => one.name === name)?.id, `${name} is the same one`);
  t.same(await own.sql`select count(*)::int as n from dashboards where project_id = ${target.project.id}`, [
    { n: ready.length },
  ]);
  const { code, stderr } = await apply('radis');
  t.equal(code, 1);
  t.match(stderr, /did you mean redis\?/);
});
