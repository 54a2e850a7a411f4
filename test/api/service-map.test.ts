import t from 'tap';
import { mapServices } from '../../src/domains/service-map/jobs.ts';
import { startApi, type TestApi, type TestProject } from '../support/api.ts';
import { recentNs, seedEvents, type SeedEvent } from '../support/events.ts';
import { runJob, working } from '../support/jobs.ts';

const msNs = 1_000_000n;

/** What the map shows after another look. */
async function edgesOf(api: TestApi, project: TestProject, since = '1h'): Promise<string[]> {
  await runJob(api, mapServices, { projectId: project.id }, 60_000);
  const { body } = await project.get(`/service_map?since=${since}`);
  return body.edges
    .map(
      ({ source, target, count }: { source: string; target: string; count: number }) =>
        `${source.replace('service:', '')} ${target} ${count}`,
    )
    .toSorted();
}

/** One visit: the shop calls the cart, which reads its database and puts a message; the shop calls a bank, too. */
function visit(n: number, agoS: number, failed = false): SeedEvent[] {
  const trace_id = `00000000000000000000000000${String(n).padStart(6, '0')}`;
  const id = (k: number) => `${String(n).padStart(8, '0')}${String(k).padStart(8, '0')}`;
  const span = (k: number, parent: number, service: string, span_kind: string, more: object = {}): SeedEvent => ({
    kind: 'span',
    ts: recentNs - BigInt(agoS) * 1000n * msNs + BigInt(k) * msNs,
    trace_id,
    span_id: id(k),
    parent_span_id: parent === 0 ? '' : id(parent),
    service,
    span_kind,
    status: 'ok',
    duration_ns: 10_000_000,
    ...more,
  });
  return [
    span(1, 0, 'shop', 'server'),
    // Names its peer, whose own spans are there: told once, by those.
    span(2, 1, 'shop', 'client', { peer: 'cart.internal', peer_kind: 'host' }),
    span(3, 2, 'cart', 'server', { status: failed ? 'error' : 'ok' }),
    span(4, 3, 'cart', 'client', { peer: 'postgresql', peer_kind: 'database', duration_ns: 2_000_000 }),
    span(5, 3, 'cart', 'producer', { peer: 'kafka', peer_kind: 'messaging' }),
    span(6, 1, 'shop', 'client', { peer: 'bank.example.com', peer_kind: 'host', duration_ns: 300_000_000 }),
    span(7, 1, 'shop', 'internal'),
  ];
}

t.test('who calls whom, and what sends no spans; a minute that grows is computed again', async (t) => {
  const api = await startApi(t);
  const own = await api.project();
  const other = await api.project();
  await working(t, api);
  const map = async (query = '?since=30m') => {
    await runJob(api, mapServices, { projectId: own.id });
    const { status, body } = await own.get(`/service_map${query}`);
    t.equal(status, 200);
    return body;
  };
  await seedEvents(api, own, [...visit(1, 120), ...visit(2, 120, true), ...visit(3, 600)]);
  await seedEvents(api, other, visit(9, 120));
  const edges = (n: number, failed: number) => [
    ['service:cart', 'db:postgresql', n, 0],
    ['service:cart', 'messaging:kafka', n, 0],
    ['service:shop', 'external:bank.example.com', n, 0],
    ['service:shop', 'service:cart', n, failed],
  ];
  const shown = ({ edges: list }: { edges: { source: string; target: string; count: number; errors: number }[] }) =>
    list
      .map(({ source, target, count, errors }) => [source, target, count, errors])
      .toSorted((a, b) => (`${a[0]} ${a[1]}` < `${b[0]} ${b[1]}` ? -1 : 1));
  const first = await map();
  t.same(shown(first), edges(3, 1));
  const nodes = new Map(first.nodes.map((node: { id: string }) => [node.id, node]));
  t.equal(nodes.size, 5);
  t.match(nodes.get('service:shop'), { kind: 'service', name: 'shop', count: 12, errors: 0 });
  t.match(nodes.get('service:cart'), { count: 9, errors: 1 });
  t.match(nodes.get('db:postgresql'), { kind: 'db', count: 3, errors: 0 });
  const { p95 } = first.edges.find(({ target }: { target: string }) => target.startsWith('external:'));
  t.ok(Math.abs(p95 / 300e6 - 1) < 0.05, `${p95} ns`);
  t.same(Object.keys(first.serviceColors).toSorted(), ['cart', 'shop']);
  t.equal(first.to - first.from, 31 * 60_000, 'whole minutes');

  t.same(shown(await map()), edges(3, 1), 'to compute it again changes nothing');
  await seedEvents(api, own, visit(4, 120));
  t.same(shown(await map()), edges(4, 1));
  t.same(shown(await map('?since=5m')), edges(3, 1), 'only what is in the range');
  t.equal((await other.get('/service_map')).body.edges.length, 0, 'each project has its own');
});

t.test('a call whose other side comes late is not counted twice', async (t) => {
  const api = await startApi(t);
  const own = await api.project();
  await working(t, api);
  const edges = async () => {
    await runJob(api, mapServices, { projectId: own.id });
    const { body } = await own.get('/service_map?since=30m');
    return body.edges.map(({ target, count }: { target: string; count: number }) => `${target} ${count}`).toSorted();
  };
  const [root, client, server] = visit(1, 120).slice(0, 3);
  await seedEvents(api, own, [root ?? { ts: 0n }, client ?? { ts: 0n }]);
  t.same(await edges(), ['external:cart.internal 1'], 'all that is known');
  await seedEvents(api, own, [{ ...(server ?? { ts: 0n }), span_id: 'f'.repeat(16), service: '' }]);
  t.same(await edges(), ['external:cart.internal 1'], 'what answers says not which service it is');
  await seedEvents(api, own, [server ?? { ts: 0n }]);
  t.same(await edges(), ['service:cart 1']);
});

t.test('both sides of a call may have one id: it is one call, whoever comes first', async (t) => {
  const api = await startApi(t);
  await working(t, api);
  const [root, call, answer, inside] = visit(1, 120);
  if (root === undefined || call === undefined || answer === undefined || inside === undefined) return;
  const shared = { span_id: call['span_id'], parent_span_id: root['span_id'] };
  // Names in both orders: the store reads the spans of a quarter of an hour by service.
  for (const [caller, called] of [
    ['a', 'b'],
    ['b', 'a'],
  ] as const) {
    const own = await api.project();
    const sides = [
      { ...root, service: caller },
      { ...call, ...shared, service: caller },
      { ...answer, ...shared, service: called },
    ];
    await seedEvents(api, own, sides.slice(0, 2));
    t.same(await edgesOf(api, own), [`${caller} external:cart.internal 1`]);
    await seedEvents(api, own, sides.slice(2));
    t.same(await edgesOf(api, own), [`${caller} service:${called} 1`]);
    await seedEvents(api, own, [{ ...inside, service: called, parent_span_id: shared.span_id }]);
    t.same(await edgesOf(api, own), [`${called} db:postgresql 1`, `${caller} service:${called} 1`].toSorted());
  }
});

t.test('a service that calls itself calls nothing else by that', async (t) => {
  const api = await startApi(t);
  await working(t, api);
  const own = await api.project();
  const spans = visit(1, 120).map((span): SeedEvent => ({ ...span, service: 'shop' }));
  await seedEvents(api, own, spans);
  const others = ['shop db:postgresql 1', 'shop external:bank.example.com 1', 'shop messaging:kafka 1'];
  t.same(await edgesOf(api, own), others);
  const [inside, call] = [spans.at(-1), spans[3]];
  if (inside === undefined || call === undefined) return;
  await seedEvents(api, own, [{ ...inside, span_id: '00000001000000ff', parent_span_id: call['span_id'] }]);
  t.same(await edgesOf(api, own), others, 'what a library does inside of a call is no answer to it');
});

const minutesAgo = (minutes: number) => Math.floor(Date.now() / 1000) - minutes * 60;

t.test('a caller that is sent at its end, long after what it called, makes the call known', async (t) => {
  const api = await startApi(t);
  const own = await api.project();
  await working(t, api);
  const [, client, server] = visit(1, 1_500);
  if (client === undefined || server === undefined) return;
  await seedEvents(api, own, [{ ...server, ts: server.ts + 600_000n * msNs, ingested_at: minutesAgo(14) }]);
  t.same(await edgesOf(api, own), []);
  await seedEvents(api, own, [{ ...client, duration_ns: 1_400_000_000_000 }]);
  t.same(await edgesOf(api, own), ['shop service:cart 1']);
});

t.test('a call that was told as one to a peer is not, once what was called is there, however late', async (t) => {
  const api = await startApi(t);
  const own = await api.project();
  await working(t, api);
  const [, client, server] = visit(1, 1_500);
  if (client === undefined || server === undefined) return;
  await seedEvents(api, own, [{ ...client, ingested_at: minutesAgo(24) }]);
  t.same(await edgesOf(api, own), ['shop external:cart.internal 1']);
  await seedEvents(api, own, [{ ...server, ts: server.ts + 600_000n * msNs }]);
  t.same(await edgesOf(api, own), ['shop service:cart 1']);
});

t.test('what arrived while no worker ran, or at once for long ago, is computed to its oldest minute', async (t) => {
  const api = await startApi(t);
  const own = await api.project();
  await working(t, api);
  t.same(await edgesOf(api, own), []);
  await api.deps.sql`update scan_marks set at = at - interval '30 hours' where project_id = ${own.id}`;
  const minutes = 1_510;
  const visits = Array.from({ length: minutes }, (_, n) =>
    visit(n + 1, (n + 5) * 60)
      .slice(1, 3)
      .map((span) => ({ ...span, ingested_at: minutesAgo(n + 4) })),
  );
  await seedEvents(api, own, [...visits.flat(), ...visit(minutes + 1, 20 * 86_400).slice(1, 3)]);
  t.same(await edgesOf(api, own, '21d'), [`shop service:cart ${minutes + 1}`]);
  t.same(await api.deps.sql`select minute from service_map_minutes`, [], 'nothing is left to be computed');
});

t.test('ranges as everywhere, and who may not', async (t) => {
  const api = await startApi(t);
  const own = await api.project();
  t.match((await own.get('/service_map')).body, { nodes: [], edges: [], serviceColors: {} });
  for (const [query, parameter] of [
    ['since=soon', 'since'],
    ['from=x', 'from'],
    ['to=x', 'to'],
    ['since=1h&from=2026-01-01', 'since'],
    ['from=2026-01-02&to=2026-01-01', 'from'],
    ['sinc=1h', 'sinc'],
  ] as const) {
    const { status, body } = await own.get(`/service_map?${query}`);
    t.equal(status, 400, query);
    t.equal(body.error.parameter, parameter, query);
  }
  t.equal((await (await own.as('ingest')).get('/service_map')).status, 403);
  t.equal((await (await own.as('view')).get('/service_map')).status, 200);
});
