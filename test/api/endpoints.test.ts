import t from 'tap';
import { discoverEndpoints } from '../../src/domains/endpoints/jobs.ts';
import { endpointHash, endpointOf, type HttpRequest } from '../../src/domains/endpoints/normalise.ts';
import { p95Ns } from '../../src/domains/durations.ts';
import { worsening } from '../../src/domains/endpoints/worse.ts';
import type { Message } from '../../src/domains/notifications/message.ts';
import { toBigInt } from '../../src/lib/hash64.ts';
import { startApi, type TestApi, type TestProject, unknownId } from '../support/api.ts';
import { recentNs, seedEvents } from '../support/events.ts';
import { runJob, working } from '../support/jobs.ts';
import { sendSpans } from '../support/otlp-send.ts';
import { startSenders } from '../support/senders.ts';

interface SeedCall extends Partial<HttpRequest> {
  readonly agoS?: number;
  readonly failed?: boolean;
  readonly ms?: number;
}

/** Spans with what ingest writes beside them: the endpoint's hash, and its name. */
async function seedCalls(api: TestApi, project: TestProject, calls: readonly SeedCall[]): Promise<void> {
  const made = calls.map(({ agoS = 60, failed = false, ms = 10, ...request }) => {
    const endpoint = endpointOf({ method: 'GET', service: 'shop', outgoing: false, ...request });
    if (endpoint === undefined) throw new Error('no endpoint');
    return { agoS, failed, ms, endpoint, hash: String(toBigInt(endpointHash(endpoint))) };
  });
  await seedEvents(
    api,
    project,
    made.map(({ agoS, failed, ms, endpoint, hash }) => ({
      kind: 'span',
      ts: recentNs - BigInt(agoS) * 1_000_000_000n,
      service: endpoint.service,
      endpoint: hash,
      status: failed ? 'error' : 'ok',
      duration_ns: ms * 1_000_000,
    })),
  );
  const names = new Map(made.map(({ endpoint, hash }) => [hash, endpoint]));
  const seconds = Math.floor(Date.now() / 1000);
  await api.deps.clickhouse.insert({
    table: 'endpoint_names',
    format: 'JSONEachRow',
    values: [...names].map(([hash, endpoint]) => ({
      project_id: project.id,
      endpoint: hash,
      ...endpoint,
      first_seen: seconds,
      last_seen: seconds,
    })),
  });
}

const discover = (api: TestApi, project: TestProject) => runJob(api, discoverEndpoints, { projectId: project.id });

t.test('endpoints are found, with calls, errors, latency and activity as they were', async (t) => {
  const api = await startApi(t);
  const own = await api.project();
  const other = await api.project();
  await working(t, api);
  const hourS = 3_600;
  await seedCalls(api, own, [
    ...Array.from({ length: 20 }, (_, n) => ({
      path: `/orders/${n}?page=2`,
      ms: n === 19 ? 900 : 10,
      failed: n < 3,
    })),
    { path: '/orders/7', agoS: 25 * hourS },
    { path: '/orders/8', agoS: 25 * hourS },
    { path: '/orders/9', agoS: 6 * 24 * hourS },
    { path: '/orders/0', agoS: 9 * 24 * hourS },
    { method: 'POST', route: '/orders/:id/pay', path: '/orders/77/pay' },
    { outgoing: true, path: 'https://bank.example.com/v1/pay', host: 'bank.example.com' },
    { path: '/orders/1', service: 'cart' },
  ]);
  await seedCalls(api, other, [{ path: '/secret' }]);
  t.same((await own.get('/endpoints')).body.items, [], 'not before the job looked');
  await discover(api, own);
  const { body } = await own.get('/endpoints');
  t.equal(body.total_count, 3);
  t.equal(body.per_page, 25);
  const orders = body.items.find(
    (one: { path: string; service: string }) => one.service === 'shop' && one.path === '/orders/{param}',
  );
  t.match(orders, {
    project_id: own.id,
    method: 'GET',
    outgoing: false,
    events_24h: 20,
    errors_24h: 3,
    archived: false,
  });
  t.equal(orders.activity_24h.length, 24);
  t.equal(
    orders.activity_24h.reduce((a: number, b: number) => a + b, 0),
    20,
  );
  t.equal(
    orders.activity_24h.slice(-2).reduce((a: number, b: number) => a + b, 0),
    20,
    'the newest are last',
  );
  t.same([orders.activity_7d[6], orders.activity_7d[5]], [20, 2]);
  t.equal(
    orders.activity_7d.reduce((a: number, b: number) => a + b, 0),
    23,
  );
  t.ok(orders.p95_24h > 9e6 && orders.p95_24h < 11e6, `${orders.p95_24h} ns`);
  const { body: one } = await own.get(`/endpoints/${orders.id}`);
  t.same(one, orders);
  const found = await own.get(
    `/events?since=14d&query=${encodeURIComponent(`spans | where hashes has "${orders.hash}" | summarize count()`)}`,
  );
  t.same(found.body.logsData, [[24]], 'its hash finds its spans, and no others');

  const state = (await own.get('/endpoints')).text;
  await discover(api, own);
  await api.deps.sql`delete from scan_marks where project_id = ${own.id}`;
  await discover(api, own);
  t.equal((await own.get('/endpoints')).text, state, 'to look again changes nothing');
  const { body: issues } = await own.get('/issues?type=new_endpoint');
  t.equal(issues.total_count, 4);
  const about = await Promise.all(issues.items.map(({ id }: { id: string }) => own.get(`/issues/${id}`)));
  t.equal(about.find(({ body }) => body.data.endpoint_id === orders.id)?.body.data.hash, orders.hash);
  t.match(issues.items.map(({ title }: { title: string }) => title).toSorted(), [
    'New endpoint: GET /orders/{param}',
    'New endpoint: GET /orders/{param}',
    'New endpoint: POST /orders/:id/pay',
    'New outgoing endpoint: GET bank.example.com/v1/pay',
  ]);
});

t.test('an endpoint was seen when its calls were, not when they were sent', async (t) => {
  const api = await startApi(t);
  const own = await api.project();
  await working(t, api);
  const senders = await startSenders(t, api);
  const hourMs = 3_600_000;
  const call = (agoMs: number) =>
    sendSpans(senders, own, 'shop', [
      { kind: 'server', agoMs, attributes: { 'http.request.method': 'GET', 'http.route': '/late' } },
    ]);
  const seen = async () => {
    await discover(api, own);
    const [{ first_seen, last_seen }] = (await own.get('/endpoints')).body.items;
    return [first_seen, last_seen].map((time: string) => Math.round((Date.now() - Date.parse(time)) / hourMs));
  };
  await call(50 * hourMs);
  t.same(await seen(), [50, 50]);
  await call(20 * hourMs);
  t.same(await seen(), [50, 20]);
  await call(70 * hourMs);
  t.same(await seen(), [70, 20], 'also what is sent late');
  await sendSpans(senders, own, 'shop', [
    { kind: 'server', agoMs: -300_000, attributes: { 'http.request.method': 'GET', 'http.route': '/future' } },
  ]);
  await discover(api, own);
  const [future] = (await own.get('/endpoints?search=future')).body.items;
  t.ok(future.first_seen <= future.last_seen, 'by a clock that is ahead too');
});

t.test('lists: filters, pages, the archive, and what names nothing', async (t) => {
  const api = await startApi(t);
  const own = await api.project();
  const other = await api.project();
  await working(t, api);
  await seedCalls(api, own, [
    { route: '/a_b' },
    { route: '/axb', method: 'DELETE' },
    { route: '/c/%', service: 'cart' },
    { outgoing: true, path: '/out', host: 'Bank.example.com' },
  ]);
  await seedCalls(api, other, [{ route: '/theirs' }]);
  await discover(api, own);
  await discover(api, other);
  const list = async (query: string) => {
    const { status, body } = await own.get(`/endpoints${query}`);
    t.equal(status, 200, query);
    return body.items.map(({ path }: { path: string }) => path);
  };
  t.same(await list(''), ['/a_b', '/axb', '/c/%']);
  t.same(await list('?search=A_B'), ['/a_b'], 'any case, taken literally');
  t.same(await list('?search=%25'), ['/c/%']);
  t.same(await list('?search=delete'), ['/axb'], 'the method, too');
  t.same(await list('?search='), ['/a_b', '/axb', '/c/%']);
  t.same(await list('?outgoing=true'), ['/out']);
  t.same(await list('?outgoing=true&search=bank'), ['/out'], 'the host, too');
  t.same(await list('?service=cart'), ['/c/%']);
  t.same(await list('?service=none'), []);
  t.same(await list('?page=1&per_page=2'), ['/c/%']);
  t.equal((await own.get('/endpoints?per_page=5000')).body.per_page, 100);
  for (const [query, parameter] of [
    ['outgoing=maybe', 'outgoing'],
    ['archived=2', 'archived'],
    ['page=-1', 'page'],
    ['page=x', 'page'],
    ['per_page=0', 'per_page'],
    ['service=', 'service'],
    ['serch=x', 'serch'],
  ] as const) {
    const { status, body } = await own.get(`/endpoints?${query}`);
    t.equal(status, 400, query);
    t.equal(body.error.parameter, parameter);
  }
  const [first] = (await own.get('/endpoints')).body.items;
  const [foreign] = (await other.get('/endpoints')).body.items;
  for (const bad of [unknownId, foreign.id, 'x', '17']) {
    for (const [method, step] of [
      ['GET', ''],
      ['POST', '/archive'],
      ['POST', '/unarchive'],
    ] as const) {
      const { status, body } = await own.call(method, `/endpoints/${bad}${step}`);
      t.equal(status, 404, `${method} ${bad}${step}`);
      t.match(body.error, { code: 'not_found', parameter: 'endpoint_id' });
    }
  }
  const viewer = await own.as('view');
  t.equal((await viewer.get(`/endpoints/${first.id}`)).status, 200);
  t.equal((await viewer.post(`/endpoints/${first.id}/archive`)).status, 403);
  t.equal((await viewer.post(`/endpoints/${first.id}/unarchive`)).status, 403);
  t.equal((await (await own.as('ingest')).get('/endpoints')).status, 403);
  for (const n of [1, 2]) {
    t.equal((await own.post(`/endpoints/${first.id}/archive`)).body.archived, true, `time ${n}`);
    t.same(await list(''), ['/axb', '/c/%']);
    t.same(await list('?archived=true'), ['/a_b']);
  }
  for (const n of [1, 2])
    t.equal((await own.post(`/endpoints/${first.id}/unarchive`)).body.archived, false, `time ${n}`);
  t.equal((await own.get(`/audit?target_id=${first.id}`)).body.total_count, 2, 'each change once');
});

t.test('an endpoint that fails more than the day before is told once; an archived one is not', async (t) => {
  const api = await startApi(t);
  const own = await api.project();
  await working(t, api);
  await own.post('/members', { email: 'oncall@example.com' });
  await own.call('PATCH', '/project', { endpoint_alerts: true });
  const calls = (path: string, badEvery: number): SeedCall[] => [
    ...Array.from({ length: 400 }, (_, n) => ({ route: path, agoS: 7_200 + n * 100, failed: n % 100 === 0 })),
    // Before the running quarter, and after the half hour before it began.
    ...Array.from({ length: 120 }, (_, n) => ({ route: path, agoS: 960 + (n % 60), failed: n % badEvery === 0 })),
  ];
  await seedCalls(api, own, [...calls('/worse', 3), ...calls('/same', 100), ...calls('/hidden', 3)]);
  await api.deps.sql`
    insert into scan_marks (project_id, name, at) values (${own.id}, 'endpoint health', now() + interval '1 hour')`;
  await discover(api, own);
  const hidden = (await own.get('/endpoints?search=hidden')).body.items[0];
  await own.post(`/endpoints/${hidden.id}/archive`);
  const again = async () => {
    await api.deps.sql`delete from scan_marks where project_id = ${own.id} and name = 'endpoint health'`;
    await discover(api, own);
    return (await own.get('/issues?type=endpoint_errors')).body.items;
  };
  const [one, ...rest] = await again();
  t.match(one, { title: 'More errors: GET /worse', severity: 'error', occurrences: 40, service: 'shop' });
  t.same(rest, []);
  const told = await api.deps.sql<{ message: Message }[]>`
    select message from notifications where source_id = ${one.id}`;
  t.same(
    told.map(({ message }) => message.facts.find(([name]) => name === 'Failed calls')),
    [['Failed calls', '40 of 120 in half an hour, 4 of 400 in the day before']],
  );
  t.equal((await again())[0].occurrences, 40, 'while it lasts it is the same one');
});

t.test('what is worse, and what is chance', async (t) => {
  const of = (calls: number, errors: number, ms: number) => ({ calls, errors, p95Ns: ms * 1e6 });
  for (const [what, now, before, kind] of [
    ['a tenth fails where a hundredth did', of(200, 20, 10), of(5000, 50, 10), 'errors'],
    ['none failed before', of(30, 6, 10), of(1000, 0, 10), 'errors'],
    ['one of twenty is chance', of(20, 1, 10), of(1000, 5, 10), undefined],
    ['too few calls', of(19, 19, 10), of(1000, 0, 10), undefined],
    ['nothing to compare with', of(200, 100, 10), of(99, 0, 10), undefined],
    ['it always fails', of(200, 200, 10), of(1000, 1000, 10), undefined],
    ['three times as slow', of(60, 0, 300), of(1000, 0, 100), 'latency'],
    ['three times as slow, and still fast', of(60, 0, 3), of(1000, 0, 1), undefined],
    ['a little slower', of(60, 0, 190), of(1000, 0, 100), undefined],
    ['better', of(200, 0, 10), of(1000, 100, 100), undefined],
  ] as const)
    t.equal(worsening(now, before)?.kind, kind, what);
  const key = (ns: number) => Math.floor(Math.log2(ns) * 16);
  const took = (slow: number) =>
    new Map([
      [key(1e9), slow],
      [key(1e6), 100 - slow],
    ]);
  t.ok(Math.abs(p95Ns(took(4)) / 1e6 - 1) < 0.05);
  t.ok(Math.abs(p95Ns(took(10)) / 1e9 - 1) < 0.05);
  t.equal(p95Ns(new Map()), 0);
});
