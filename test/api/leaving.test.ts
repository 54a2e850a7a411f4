// Whoever asks may leave at any moment: what the engine does for them ends with them, whatever they asked for.

import { request } from 'node:http';
import t from 'tap';
import { fairGate } from '../../src/lib/fair-gate.ts';
import { createReader, gateLimits, type Reader, type ReadRequest } from '../../src/store/read.ts';
import { startApi } from '../support/api.ts';
import { fillEvents } from '../support/events.ts';
import { runningOf } from '../support/running.ts';
import { until } from '../support/service.ts';

const goneMsMax = 2_000;
const waitMsMax = 30_000;

/** What any statement is beside, so that none has an answer before its time is over: joins are what the engine leaves last. */
const numbers = '(SELECT number AS n, number % 3 AS k FROM numbers(300000))';
const forever = `(SELECT count() FROM ${numbers} AS a JOIN ${numbers} AS b ON a.k = b.k WHERE sipHash64(a.n, b.n) = 1)`;

function endless(reader: Reader): Reader {
  const slow = (one: ReadRequest) => ({ ...one, sql: `SELECT * FROM (${one.sql}) AS answer, ${forever} AS forever` });
  return {
    rows: (one) => reader.rows(slow(one)),
    lines: (one) => reader.lines(slow(one)),
    stream: (one, format) => reader.stream(slow(one), format),
  };
}

const api = await startApi(t);
const slow = await startApi(t, {}, (usual) => ({ reader: endless(usual.reader) }));

interface Ask {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Asks over a socket of its own; `leave` closes it without a word. */
function ask(of: typeof api, project: { id: string; key: string }, { method = 'GET', path, body, headers = {} }: Ask) {
  const text = body === undefined ? undefined : JSON.stringify(body);
  let bytes = 0;
  const asked = request(`${of.url}/api/v1${path}`, {
    method,
    agent: false,
    headers: {
      authorization: `Bearer ${project.key}`,
      'x-project-id': project.id,
      ...(text === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
  });
  asked.on('response', (response) =>
    response.once('data', (chunk: Buffer) => (bytes += chunk.length) && response.pause()),
  );
  asked.on('error', () => {}); // we hang up
  asked.end(text);
  return { leave: () => asked.destroy(), bytes: () => bytes };
}

const trace = '5b8efff798038103d269b633813fc60c';
const event = '0198c0de-0000-7000-8000-000000000001';
const now = new Date().toISOString();
const tool = (name: string, args: object, rest: object = {}) => ({
  method: 'POST' as const,
  path: '/mcp',
  body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args, ...rest } },
});
/** The newest protocol has no handshake: each call says what it speaks. */
const newest = {
  headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'search_events' },
  meta: {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
};

t.test('every operation that reads ends its statements when its caller leaves', async (t) => {
  const project = await slow.project();
  const { body } = await project.post('/dashboards', {
    title: 'D',
    schema: {
      widgets: ['timeseries', 'logs', 'table', 'stat', 'traces', 'pie_chart'].map((type) => ({
        id: type,
        type,
        query: 'level == "ERROR"',
      })),
    },
  });
  const monitor = {
    query: 'level == "ERROR"',
    alert_threshold: 1,
    trigger_less_than: false,
    check_interval_mins: 5,
    time_window_mins: 5,
    since: '1h',
  };
  const asks: Record<string, Ask> = {
    list: { path: '/events?query=level+%3D%3D+%22ERROR%22' },
    'list by body': { method: 'POST', path: '/events/query', body: { query: 'summarize count() by service' } },
    event: { path: `/events/${event}/time/${now}` },
    context: { path: `/events/${event}/context?timestamp=${now}` },
    trace: { path: `/traces/${trace}` },
    'export csv': { path: '/events/export?format=csv' },
    'export jsonl': { path: '/events/export?format=jsonl' },
    'export parquet': { path: '/events/export?format=parquet' },
    tail: { path: '/events/tail' },
    metric: { path: '/metrics' },
    'metric with its past': { path: '/metrics?compare=1d' },
    'metric as json': { path: '/metrics?data_type=json&query=summarize+count()+by+service' },
    'metric as float': { path: '/metrics?data_type=float&query=summarize+count()' },
    'metric as text': { path: '/metrics?data_type=text&query=summarize+count()+by+service' },
    'metric of metrics': { path: '/metrics?source=metrics&query=summarize+avg(value)+by+bin_auto(timestamp)' },
    facets: { path: '/facets?since=3h' },
    'facet of a query': { path: '/facets?field=attributes.x&query=level+%3D%3D+%22ERROR%22' },
    'service map': { path: '/service_map' },
    replays: { path: '/rrweb' },
    replay: { path: `/rrweb/${event}` },
    'dashboard data': { path: `/dashboards/${body.summary.id}/data` },
    'monitor preview': { method: 'POST', path: '/monitors/preview', body: monitor },
    'tool of an operation': tool('get_metrics', { query: 'summarize count()' }),
    'tool of several operations': tool('find_error_patterns', { since: '1h' }),
    'tool of the newest protocol': {
      ...tool('search_events', { query: 'level == "ERROR"' }, newest.meta),
      headers: newest.headers,
    },
  };
  for (const [name, one] of Object.entries(asks)) {
    const { leave } = ask(slow, project, one);
    // What is read before of the project itself has an end.
    const runningNow = () => runningOf(slow.deps.clickhouse, project.id, 'AS forever');
    await until(`${name} runs`, waitMsMax, async () => (await runningNow()) > 0);
    leave();
    const goneMs = await until(
      `${name} is gone`,
      waitMsMax,
      async () => (await runningOf(slow.deps.clickhouse, project.id)) === 0,
    );
    t.ok(goneMs < goneMsMax, `${name}: gone after ${Math.round(goneMs)} ms`);
  }
});

t.test('an export whose reader leaves in the middle, or never reads on, ends in the engine', async (t) => {
  const project = await api.project();
  await fillEvents(api, project, 400_000, { body: 'repeat(toString(sipHash64(number)), 20)' });
  for (const format of ['csv', 'jsonl', 'parquet']) {
    const { leave, bytes } = ask(api, project, { path: `/events/export?format=${format}` });
    await until(`${format} flows`, waitMsMax, () => bytes() > 0);
    t.equal(await runningOf(api.deps.clickhouse, project.id), 1, 'and waits for its reader');
    leave();
    const goneMs = await until(
      `${format} is gone`,
      waitMsMax,
      async () => (await runningOf(api.deps.clickhouse, project.id)) === 0,
    );
    t.ok(goneMs < goneMsMax, `${format}: gone after ${Math.round(goneMs)} ms`);
  }
  t.equal((await project.get('/events?limit=1')).status, 200, 'their places are free');
});

t.test('who leaves while it is asked how many threads there are to share leaves nothing behind', async (t) => {
  const { clickhouse } = slow.deps;
  const caller = new AbortController();
  const query: typeof clickhouse.query = (asked) => {
    caller.abort();
    return clickhouse.query(asked);
  };
  const asking = new Proxy(clickhouse, {
    get: (client, name) => (name === 'query' ? query : (Reflect.get(client, name) as unknown)),
  });
  const reader = createReader(asking, fairGate(gateLimits));
  const project = await slow.project();
  const first = new AbortController();
  const read = (sql: string, { signal }: AbortController) =>
    reader.rows({ projectId: project.id, operation: 'test', sql, params: {}, signal });
  const one = read(`SELECT ${forever} AS forever`, first);
  await until('the first runs', waitMsMax, async () => (await runningOf(clickhouse, project.id, 'AS forever')) > 0);
  await t.rejects(read(`SELECT ${forever} AS forever, 'second'`, caller), 'beside another: its threads are a part');
  t.equal(await runningOf(clickhouse, project.id, "'second'"), 0);
  first.abort();
  await t.rejects(one);
});
