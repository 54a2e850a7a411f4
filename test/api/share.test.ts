import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import t from 'tap';
import { request, serve, startApi } from '../support/api.ts';
import { recentNs, seedEvents } from '../support/events.ts';
import { until } from '../support/service.ts';

const api = await startApi(t);
const at = recentNs - 60n * 1_000_000_000n + 5n;
const seconds = (ns: bigint) => `${new Date(Number(ns / 1_000_000n)).toISOString().slice(0, 19)}Z`;

t.test('a link shows its event, the trace and the replay, to anyone, and nothing else', async (t) => {
  const project = await api.project('Secret project');
  const trace = 'ab'.repeat(16);
  const [id] = await seedEvents(api, project, [
    {
      kind: 'span',
      ts: at,
      name: 'GET /<b>pay</b>',
      trace_id: trace,
      span_id: '1'.repeat(16),
      duration_ns: '1500000',
      session_id: 'S1',
      attrs: { 'x"y': '<script>alert(1)</script>' },
      exc_type: 'Error',
      exc_message: 'no & never',
    },
    { ts: at + 1n, body: 'inside', trace_id: trace, span_id: '1'.repeat(16) },
    {
      kind: 'span',
      ts: at + 1n,
      name: 'deep\u202e',
      trace_id: trace,
      span_id: '2'.repeat(16),
      parent_span_id: '1'.repeat(16),
    },
    { ts: at + 2n, body: 'another event of the project' },
  ]);
  const ms = Number(at / 1_000_000n);
  await api.deps.clickhouse.insert({
    table: 'replay_chunks',
    format: 'JSONEachRow',
    values: [
      {
        project_id: project.id,
        session_id: 's1',
        ts: ms,
        end_ts: ms + 5_000,
        chunk: 1,
        posted_at: ms,
        event_count: 1,
        payload: JSON.stringify([
          { type: 4, timestamp: ms, data: { href: 'https://shop.example/<x>' } },
          { type: 3, timestamp: ms, data: { source: 2 } },
        ]),
        retention_days: 30,
        receipt: 1,
      },
    ],
  });
  const { status, body } = await project.post('/share', {
    event_id: id,
    event_created_at: seconds(at),
    event_type: 'span',
  });
  t.equal(status, 200);
  t.match(body.id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab]/, 'a random UUID');
  t.equal(body.url, `http://colonnade.test/share/${body.id}`);
  const page = await fetch(`${api.url}/share/${body.id}`);
  const html = await page.text();
  t.equal(page.status, 200);
  t.equal(page.headers.get('cache-control'), 'no-store');
  t.equal(page.headers.get('x-robots-tag'), 'noindex');
  for (const shown of [
    'GET /&#60;b&#62;pay',
    'no &#38; never',
    'inside',
    'https://shop.example/&#60;x&#62;',
    '1 × mouse',
    'Shared span',
    'width=device-width',
  ])
    t.ok(html.includes(shown), shown);
  t.match(html, /style="padding-left:min\(0\.75rem,30vw\)"><span class="">deep/, 'deep traces leave room on a phone');
  t.notMatch(html, '\u202e', 'nothing turns around what stands behind it');
  t.notMatch(html, /<script|<b>|href=|src=|another event|Secret project/);
  t.notOk(html.includes(project.id), 'the project is not named');
  const links = (await project.get('/share')).body;
  t.match(links, [{ id: body.id, event_id: id, event_type: 'span' }]);
});

t.test(
  'what was logged in a trace is shown, also where it names none of the spans, and what is left out is counted',
  async (t) => {
    const project = await api.project();
    const trace = 'cd'.repeat(16);
    const shared = async (id: string | undefined) => {
      const { body } = await project.post('/share', { event_id: id, event_created_at: seconds(at) });
      return (await fetch(`${api.url}/share/${body.id}`)).text();
    };
    const [id] = await seedEvents(
      api,
      project,
      ['alone', `with <others> ${'x'.repeat(185)}🙂`].map((body) => ({ ts: at, body, trace_id: trace })),
    );
    const html = await shared(id);
    t.match(html, '0 spans, 2 log records');
    t.match(html, /<li class=""> alone<\/li>/);
    t.match(html, 'with &#60;others&#62;');
    t.notMatch(html, '\ufffd', 'no character is cut in the middle');
    t.notMatch(html, 'not shown');
    await seedEvents(
      api,
      project,
      Array.from({ length: 600 }, (_, nth) => ({ ts: at + BigInt(nth), body: `orphan ${nth}`, trace_id: trace })),
    );
    const long = await shared(id);
    t.match(long, '0 spans, 602 log records');
    t.match(long, '102 more log records are not shown.');
  },
);

t.test('a recording of large posts does not take the page with it', async (t) => {
  const project = await api.project();
  const [id] = await seedEvents(api, project, [{ ts: at, session_id: 'large' }]);
  const ms = Number(at / 1_000_000n);
  await api.deps.clickhouse.insert({
    table: 'replay_chunks',
    format: 'JSONEachRow',
    values: [4_900_000, 9_900_000, 10].map((bytes, chunk) => ({
      project_id: project.id,
      session_id: 'large',
      ts: ms + chunk,
      end_ts: ms + chunk,
      chunk,
      posted_at: ms,
      event_count: 1,
      payload: `[{"timestamp":${ms + chunk},"data":"${'x'.repeat(bytes)}"}]`,
      retention_days: 30,
      receipt: 1,
    })),
  });
  const { body } = await project.post('/share', { event_id: id, event_created_at: seconds(at), event_type: 'log' });
  const page = await fetch(`${api.url}/share/${body.id}`);
  t.equal(page.status, 200);
  t.match(await page.text(), 'more than 2 recorded events');
});

t.test('it ends: after 48 hours, when it is revoked, when the event is gone', async (t) => {
  const project = await api.project();
  const [id] = await seedEvents(api, project, [{ ts: at }]);
  const make = async () => (await project.post('/share', { event_id: id, event_created_at: seconds(at) })).body;
  const status = async (link: { id: string }) => (await fetch(`${api.url}/share/${link.id}`)).status;
  const [one, two] = [await make(), await make()];
  api.clock.now = new Date(Date.now() + 48 * 3_600_000 - 60_000);
  t.equal(await status(one), 200);
  api.clock.now = new Date(Date.now() + 48 * 3_600_000 + 60_000);
  t.equal(await status(one), 410);
  t.same((await project.get('/share')).body, []);
  api.clock.now = undefined;
  t.equal((await project.call('DELETE', `/share/${two.id}`)).status, 200);
  t.equal(await status(two), 410);
  t.match(await project.call('DELETE', `/share/${two.id}`), {
    status: 404,
    body: { error: { parameter: 'share_id' } },
  });
  for (const unknown of ['3d5f0a4e-5c1b-4f5e-9f0a-2b1c3d4e5f60', 'x', '%00', '..']) {
    t.equal((await fetch(`${api.url}/share/${unknown}`)).status, 404, unknown);
  }
  const left = await make();
  t.equal(await status(left), 200);
  await api.deps.sql`update projects set deleted_at = now() where id = ${project.id}`;
  t.equal(await status(left), 404, 'while its project is erased');
});

t.test(
  'whoever has a link, and asks for it again and again, does not keep the project from its own events',
  async (t) => {
    const project = await api.project();
    const [id] = await seedEvents(api, project, [{ ts: at, trace_id: 'cd'.repeat(16) }]);
    const { body } = await project.post('/share', { event_id: id, event_created_at: seconds(at) });
    const over = new AbortController();
    t.teardown(() => over.abort());
    const statuses = new Set<number>();
    const visitors = Array.from({ length: 40 }, async () => {
      while (!over.signal.aborted) {
        const page = await fetch(`${api.url}/share/${body.id}`);
        statuses.add(page.status);
        await page.text();
      }
    });
    await until('some are refused', 30_000, () => statuses.has(429));
    const own = [];
    for (let nth = 0; nth < 5; nth++) own.push((await project.get('/events?since=1h')).status);
    over.abort();
    await Promise.all(visitors);
    t.same(own, [200, 200, 200, 200, 200]);
    t.same(
      [...statuses].toSorted((a, b) => a - b),
      [200, 429],
      'the others wait, and those that are too many come again',
    );
  },
);

t.test('a flood of links that nobody made takes one connection to Postgres', async (t) => {
  const project = await api.project();
  const [id] = await seedEvents(api, project, [{ ts: at }]);
  const { body } = await project.post('/share', { event_id: id, event_created_at: seconds(at) });
  let lookups = 0;
  const sql = postgres(api.databaseUrl, {
    max: 20,
    debug: (_, text) => void (lookups += Number(text.includes('share_links'))),
  });
  t.teardown(() => sql.end());
  const { url, server } = await serve(t, { ...api.deps, sql });
  let arrived = 0;
  server.on('request', () => void arrived++);
  const status = async (path: string) => {
    const answer = await fetch(url + path);
    await answer.arrayBuffer();
    return answer.status;
  };
  // However long it takes until all have come: who waits for Postgres for too long is told to come again.
  const asked = await api.deps.sql.begin(async (tx) => {
    await tx`lock table share_links in access exclusive mode`;
    const flood = Array.from({ length: 50 }, () => status(`/share/${randomUUID()}`));
    await until('all have come', 60_000, () => arrived === 50);
    t.equal(await status('/healthz'), 200);
    return { flood };
  });
  for (const answered of await Promise.all(asked.flood)) t.ok([404, 503].includes(answered), String(answered));
  t.ok(lookups < 25, `${lookups} statements`);
  t.equal(await status(new URL(body.url).pathname), 200);
});

t.test('only an event of the project can be shared', async (t) => {
  const [project, other] = [await api.project(), await api.project()];
  const [foreign] = await seedEvents(api, other, [{ ts: at }]);
  const cases: [unknown, object][] = [
    [{ event_id: foreign, event_created_at: seconds(at) }, { details: [{ path: 'event_id' }] }],
    [{ event_id: 'x', event_created_at: seconds(at) }, { details: [{ path: 'event_id' }] }],
    [{ event_id: foreign, event_created_at: 'yesterday' }, { details: [{ path: 'event_created_at' }] }],
    [{ event_id: foreign, event_created_at: '9999-12-31T23:59:59Z' }, { details: [{ path: 'event_id' }] }],
    [{ event_id: foreign }, { message: /event_created_at is required/ }],
    [{ event_id: foreign, event_created_at: seconds(at), event_type: 'cat' }, { details: [{ path: 'event_type' }] }],
  ];
  for (const [body, error] of cases) {
    t.match(
      await project.post('/share', body),
      { status: 400, body: { error: { code: 'invalid_body', parameter: 'body', ...error } } },
      JSON.stringify(body),
    );
  }
  const { body } = await other.post('/share', { event_id: foreign, event_created_at: seconds(at) });
  const messages = new Set<string>();
  for (const id of [body.id, 'not-a-uuid']) {
    const refused = await project.call('DELETE', `/share/${id}`);
    t.match(refused, { status: 404, body: { error: { code: 'not_found', parameter: 'share_id' } } });
    messages.add(refused.body.error.message);
  }
  t.equal(messages.size, 1, [...messages].join(' | '));
  t.equal((await request(`${api.url}/share/${body.id}`)).status, 200);
});

t.test('a project has so many links that work, and every one of them is listed', async (t) => {
  const project = await api.project();
  const [id] = await seedEvents(api, project, [{ ts: at, body: 'shared' }]);
  const share = () => project.post('/share', { event_id: id, event_created_at: seconds(at) });
  const { body: first } = await share();
  await api.deps.sql`
    insert into share_links (id, project_id, event_id, event_time, event_type, created_at, expires_at)
    select gen_random_uuid(), project_id, event_id, event_time, event_type, created_at, expires_at - (n > 999)::int * interval '3 days'
    from share_links, generate_series(1, 1_005) as n where project_id = ${project.id}`;
  t.equal((await project.get('/share')).body.length, 1_000);
  t.match(await share(), {
    status: 400,
    body: { error: { code: 'conflict', message: 'A project has at most 1000 links that work; revoke some first.' } },
  });
  t.equal((await project.call('DELETE', `/share/${first.id}`)).status, 200);
  t.equal((await share()).status, 200);
});

t.test('the log of changes tells of links, and holds none that could be used', async (t) => {
  const project = await api.project();
  const [id] = await seedEvents(api, project, [{ ts: at }]);
  const { body } = await project.post('/share', { event_id: id, event_created_at: seconds(at) });
  const rows = await api.deps.sql`select * from audit_log where project_id = ${project.id} and action = 'share.create'`;
  t.equal(rows.length, 1);
  t.notOk(JSON.stringify(rows).includes(body.id));
});
