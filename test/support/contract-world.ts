// A project with something of everything in it, and how each operation is asked so that it succeeds.

import type { Test } from 'tap';
import { discoverEndpoints } from '../../src/domains/endpoints/jobs.ts';
import { scanExceptions } from '../../src/domains/issues/jobs.ts';
import { minePatternsJob } from '../../src/domains/patterns/jobs.ts';
import { mapServices } from '../../src/domains/service-map/jobs.ts';
import type { Door } from '../../src/http/door.ts';
import { type Answer, request, startApi, type TestApi, type TestProject } from './api.ts';
import type { Ask, Operation } from './contract.ts';
import { runJob, working } from './jobs.ts';
import { encodeOtlp, keyValues } from './otlp-proto.ts';
import { label, snappyOf } from './prom.ts';
import { startSenders } from './senders.ts';

export interface World {
  readonly api: TestApi;
  readonly doors: readonly Door[];
  readonly project: TestProject;
  readonly stranger: TestProject;
  /** Asks so that the answer is a good one of this media type. */
  ask(operation: Operation, type: string): Promise<Ask>;
}

export async function startWorld(t: Test): Promise<World> {
  const api = await startApi(t);
  await working(t, api);
  const { url, doors } = await startSenders(t, api);
  const [project, stranger] = [await api.project(), await api.project()];
  await send(url, project);
  for (const job of [scanExceptions, minePatternsJob, discoverEndpoints, mapServices])
    await runJob(api, job, { projectId: project.id });
  const found = await findThings(project);
  const things = thingsOf(project, found);
  const { id: monitor } = await made(project, '/monitors', monitorInput());
  await good(project.post(`/monitors/${monitor}/test`));
  await made(project, '/dashboards', dashboardInput());
  return {
    api,
    doors,
    project,
    stranger,
    ask: (operation, type) => ask(operation, type, things, found),
  };
}

const traceId = '5b8efff798038103d269b633813fc60c';
const sessionId = '0198c0de-0000-7000-8000-0000000000ff';

/** A failed request with its call of another service, its logs and its recording; and many lines of one kind. */
async function send(url: string, { key }: TestProject): Promise<void> {
  const nowMs = Date.now() - 60_000;
  const ns = (offsetMs: number) => `${nowMs + offsetMs}000000`;
  const resource = (service: string) => ({ attributes: keyValues({ 'service.name': service }) });
  const exception = {
    'exception.type': 'TypeError',
    'exception.message': 'cannot read total of order 7',
    'exception.stacktrace': 'TypeError: cannot read total\n    at totalOf (/srv/app/src/cart.js:10:9)',
  };
  const root = {
    traceId,
    spanId: 'eee19b7ec3c1b174',
    name: 'GET /orders/{id}',
    kind: 2,
    startTimeUnixNano: ns(0),
    endTimeUnixNano: ns(40),
    attributes: keyValues({
      'http.request.method': 'GET',
      'http.route': '/orders/{id}',
      'url.path': '/orders/7',
      'http.response.status_code': 500,
      'session.id': sessionId,
    }),
    status: { code: 2, message: 'failed' },
    events: [{ timeUnixNano: ns(30), name: 'exception', attributes: keyValues(exception) }],
  };
  const call = {
    ...root,
    spanId: 'eee19b7ec3c1b175',
    parentSpanId: root.spanId,
    name: 'GET',
    kind: 3,
    startTimeUnixNano: ns(10),
    endTimeUnixNano: ns(30),
    attributes: keyValues({ 'http.request.method': 'GET', 'server.address': 'cart', 'url.path': '/carts/7' }),
    events: [],
  };
  const answered = { ...call, spanId: 'eee19b7ec3c1b176', parentSpanId: call.spanId, kind: 2 };
  const traces = {
    resourceSpans: [
      { resource: resource('shop'), scopeSpans: [{ spans: [root, call] }] },
      { resource: resource('cart'), scopeSpans: [{ spans: [answered] }] },
    ],
  };
  const lines = Array.from({ length: 60 }, (_, n) => ({
    time: new Date(nowMs + n).toISOString(),
    level: n % 10 === 0 ? 'error' : 'info',
    message: `order ${n} placed in ${n * 3} ms`,
    service: 'shop',
    ...(n === 0 ? { trace_id: traceId, span_id: root.spanId } : {}),
  }));
  const recording = {
    sessionId,
    timestamp: new Date(nowMs).toISOString(),
    events: [{ type: 4, timestamp: nowMs, data: {} }],
  };
  const post = async (path: string, body: unknown) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    await good(request(url + path, { method: 'POST', headers, body: JSON.stringify(body) }));
  };
  await post('/v1/traces', traces);
  await post('/api/v1/ingest/json', lines);
  await post('/api/v1/rrweb', recording);
}

async function good(asked: Promise<Answer>): Promise<Answer['body']> {
  const { status, text, body } = await asked;
  if (status !== 200) throw new Error(`${status} ${text}`);
  return body;
}

interface Found {
  readonly eventId: string;
  readonly timestamp: string;
  readonly issueId: string;
  readonly patternId: string;
  readonly endpointId: string;
}

async function findThings(project: TestProject): Promise<Found> {
  const first = async (path: string) => String((await good(project.get(path))).items[0].id);
  const { logsData, colIdxMap } = await good(project.get('/events?source=spans&since=1h'));
  const [row] = logsData;
  return {
    eventId: row[colIdxMap.id],
    timestamp: row[colIdxMap.timestamp],
    issueId: await first('/issues'),
    patternId: await first('/log_patterns'),
    endpointId: await first('/endpoints'),
  };
}

let counted = 0;
/** Some names may be taken once only. */
const fresh = (name: string): string => `${name}-${++counted}`;

async function made(project: TestProject, path: string, body: unknown): Promise<{ id: string }> {
  const answer = await good(project.post(path, body));
  return 'summary' in answer ? answer.summary : answer;
}

const monitorInput = () => ({
  title: fresh('monitor'),
  query: 'level == "ERROR"',
  alert_threshold: 10,
  trigger_less_than: false,
  check_interval_mins: 1,
  time_window_mins: 5,
  emails: ['oncall@example.com'],
  team_chat_channels: [],
  teams: [],
});

const widgetId = 'errors';
const dashboardInput = () => ({
  title: fresh('dashboard'),
  schema: { widgets: [{ id: widgetId, type: 'stat', title: 'Errors', query: 'level == "ERROR" | summarize count()' }] },
});

/** Something for each path parameter: made anew where it can be changed or deleted. */
function thingsOf(project: TestProject, found: Found): Readonly<Record<string, () => Promise<string>>> {
  const idOf = (path: string, body: () => unknown) => async () => (await made(project, path, body())).id;
  const one = (id: string) => async () => id;
  return {
    event_id: one(found.eventId),
    timestamp: one(found.timestamp),
    trace_id: one(traceId),
    session_id: one(sessionId),
    issue_id: one(found.issueId),
    pattern_id: one(found.patternId),
    endpoint_id: one(found.endpointId),
    share_id: idOf('/share', () => ({ event_id: found.eventId, event_created_at: found.timestamp })),
    key_id: idOf('/api_keys', () => ({ title: fresh('key') })),
    dashboard_id: idOf('/dashboards', dashboardInput),
    widget_id: one(widgetId),
    monitor_id: idOf('/monitors', monitorInput),
    team_id: idOf('/teams', () => ({ name: 'Team', handle: fresh('team') })),
    user_id: async () =>
      (await good(project.post('/members', { email: `${fresh('member')}@example.com`, permission: 'view' }))).user_id,
  };
}

const exportFormats: Readonly<Record<string, string>> = {
  'text/csv': 'csv',
  'application/x-ndjson': 'jsonl',
  'application/vnd.apache.parquet': 'parquet',
};

/** As the document's examples say, but for what must name something that is there. */
async function ask(
  { id, path, parameters, bodies }: Operation,
  type: string,
  things: Readonly<Record<string, () => Promise<string>>>,
  found: Found,
): Promise<Ask> {
  const thing = (name: string): Promise<string> => {
    const make = things[name];
    if (make === undefined) throw new Error(`${id}: nothing is known for {${name}}: say in thingsOf how to get one`);
    return make();
  };
  const params: Record<string, string> = {};
  for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g)) params[name] = await thing(name);
  const examples = parameters.filter((one) => one.in === 'query' && one.example !== undefined);
  const query = Object.fromEntries(examples.map(({ name, example }) => [name, String(example)]));
  if (id === 'get_event_context') query['timestamp'] = found.timestamp;
  if (id === 'export_events') query['format'] = exportFormats[type] ?? '';
  const bulk = async (action: string, name: string, read = (text: string): unknown => text) => ({
    action,
    ids: [read(await thing(name))],
  });
  const own: Readonly<Record<string, () => Promise<unknown>>> = {
    create_share_link: async () => ({ event_id: found.eventId, event_created_at: found.timestamp }),
    create_team: async () => ({ name: 'Team', handle: fresh('team'), members: [await thing('user_id')] }),
    replace_team: async () => ({ name: 'Team', handle: fresh('team'), members: [await thing('user_id')] }),
    bulk_dashboards: () => bulk('star', 'dashboard_id'),
    bulk_issues: () => bulk('acknowledge', 'issue_id'),
    bulk_log_patterns: () => bulk('acknowledge', 'pattern_id', Number),
    bulk_monitors: () => bulk('mute', 'monitor_id'),
    bulk_teams: () => bulk('delete', 'team_id'),
    prometheus_remote_write: async () => remoteWrite(),
  };
  return {
    params,
    query,
    body: await (own[id]?.() ?? Promise.resolve(unique(Object.values(bodies)[0]?.example))),
    headers: {
      accept: type === '' ? 'application/json' : type,
      ...(id === 'prometheus_remote_write' ? { 'content-encoding': 'snappy' } : {}),
    },
  };
}

/** Two dashboards cannot come from one file. */
function unique(body: unknown): unknown {
  const isFromFile = typeof body === 'object' && body !== null && 'file_path' in body;
  return isFromFile ? { ...body, file_path: `${fresh('dashboard')}.yaml` } : body;
}

function remoteWrite(): Buffer {
  const labels = [label('__name__', 'contract_total'), label('job', 'node')];
  const samples = [{ value: 3, timestamp: String(Date.now()) }];
  return snappyOf(encodeOtlp('WriteRequest', { timeseries: [{ labels, samples }] }));
}
