import t from 'tap';
import { reopenIssues, scanExceptions } from '../../src/domains/issues/jobs.ts';
import { recordIssue, type NewIssue } from '../../src/domains/issues/record.ts';
import { startApi, type TestApi, type TestProject, unknownId } from '../support/api.ts';
import { recentNs, seedEvents, type SeedEvent } from '../support/events.ts';
import { runJob, working } from '../support/jobs.ts';

function thrown(deploy: number, n: number, more: Partial<SeedEvent> = {}): SeedEvent {
  const line = 10 + deploy * 7;
  return {
    ts: recentNs - BigInt(3600 - deploy * 600 - n) * 1_000_000_000n,
    severity: 17,
    level: 'ERROR',
    trace_id: `0000000000000000000000000000${deploy}00${n}`,
    exc_type: 'TypeError',
    exc_message: `cannot read total of order ${deploy}${n}`,
    exc_stack: [
      `TypeError: cannot read total of order ${deploy}${n}`,
      `    at totalOf (/srv/app/src/cart.js:${line}:9)`,
      `    at checkout (/srv/app/src/checkout.js:${line + 40}:3)`,
      `    at Layer.handle (/srv/app/node_modules/express/lib/router/layer.js:95:5)`,
    ].join('\n'),
    ...more,
  };
}

async function seen(api: TestApi, project: TestProject, more: Partial<NewIssue> = {}): Promise<string> {
  const at = api.deps.now();
  const issue: NewIssue = {
    type: 'runtime_exception',
    target: 'f1',
    title: 'Error: boom',
    severity: 'error',
    service: 'shop',
    data: {},
    occurrences: 1,
    seenAt: at,
    ...more,
  };
  return api.deps.sql.begin(async (tx) => (await recordIssue(tx, api.deps, project.id, issue)).id);
}

t.test('the same error from three deploys is one issue, two errors with one message are two', async (t) => {
  const api = await startApi(t);
  const own = await api.project();
  const other = await api.project();
  await working(t, api);
  const scan = () => runJob(api, scanExceptions, { projectId: own.id });
  await seedEvents(api, own, [thrown(0, 1), thrown(0, 2), thrown(1, 1), thrown(2, 1)]);
  await seedEvents(api, other, [thrown(0, 1)]);
  await scan();

  const { body: list } = await own.get('/issues');
  t.equal(list.total_count, 1);
  const [one] = list.items;
  t.match(one, {
    seq: 1,
    type: 'runtime_exception',
    severity: 'error',
    critical: false,
    service: 'shop',
    status: 'open',
    occurrences: 4,
    affected_traces: 4,
    title: 'TypeError: cannot read total of order 21',
  });
  t.same((await other.get('/issues')).body.items, [], 'what another project sent is none of ours');
  const { body: full } = await own.get(`/issues/${one.id}`);
  t.match(full.data, { exception_type: 'TypeError', culprit: /totalOf/, grouped_by: 'frames' });
  t.match(full.recommended_action, /totalOf/);
  t.match(full.activity, [{ kind: 'created' }]);
  t.equal(full.activity.length, 1);
  t.ok(full.events.length > 0);
  const [newest] = full.events;
  const event = await own.get(`/events/${newest.event_id}/time/${newest.timestamp}`);
  t.equal(event.status, 200, 'its events can be had as they are referred to');
  t.equal(newest.timestamp, event.body.timestamp, 'and are called the same everywhere');
  const share = await own.post('/share', { event_id: newest.event_id, event_created_at: newest.timestamp });
  t.equal(share.status, 200, 'also where they are shared');

  const before = (await own.get('/issues')).text;
  await scan();
  await scan();
  t.equal((await own.get('/issues')).text, before, 'what was counted is not counted again');

  await seedEvents(api, own, [
    thrown(2, 2),
    thrown(2, 3, { exc_stack: 'TypeError: x\n    at refund (/srv/app/src/refund.js:3:9)' }),
    thrown(2, 4, { service: 'cart' }),
    thrown(2, 5, { severity: 21, exc_type: 'OutOfMemory', exc_message: 'a \u0000 in it 😀', exc_stack: '' }),
  ]);
  await scan();
  const { body: later } = await own.get('/issues?per_page=10');
  t.equal(later.total_count, 4);
  t.equal(later.items.find(({ id }: { id: string }) => id === one.id).occurrences, 5);
  t.match(
    later.items.find(({ critical }: { critical: boolean }) => critical),
    { severity: 'critical', title: /^OutOfMemory: a/ },
  );
  const firstLine = recentNs / 1_000_000_000n - 3599n;
  t.equal(Date.parse(one.first_seen), Number(firstLine) * 1000);
});

t.test('a trace is affected once, in however many pieces its exceptions come', async (t) => {
  const api = await startApi(t);
  const own = await api.project();
  await working(t, api);
  const trace_id = 'a'.repeat(32);
  const affected = async (...events: SeedEvent[]) => {
    await seedEvents(api, own, events);
    await runJob(api, scanExceptions, { projectId: own.id });
    const { occurrences, affected_traces } = (await own.get('/issues')).body.items[0];
    return [occurrences, affected_traces];
  };
  const other = { trace_id, exc_message: 'cannot read total of a cart' };
  t.same(await affected(thrown(0, 1, { trace_id }), thrown(0, 2, other)), [2, 1], 'one place, two messages');
  t.same(await affected(thrown(1, 1, { trace_id }), thrown(1, 2), thrown(1, 3, { trace_id: '' })), [5, 2]);
  t.same(await affected(thrown(2, 1, { trace_id }), thrown(2, 2, { trace_id: 'b'.repeat(32) })), [7, 3]);
  const many = Array.from({ length: 1_500 }, (_, n) => thrown(2, 3, { trace_id: String(n).padStart(32, 'd') }));
  t.same(await affected(...many), [1_507, 1_503]);
  for (const n of [1, 2])
    t.same(await affected(thrown(2, 4, { trace_id: 'c'.repeat(32) })), [1_507 + n, 1_504], 'those of lately are known');
});

t.test('an issue says what its newest exception says, and that one was fatal, whichever comes first', async (t) => {
  const api = await startApi(t);
  const own = await api.project();
  const at = (agoMs: number) => new Date(Number(recentNs / 1_000_000n) - agoMs);
  const exceptions: Partial<NewIssue>[] = [
    { seenAt: at(3000), title: 'first', data: { message: 'first' }, severity: 'critical' },
    { seenAt: at(2000), title: 'second', data: { message: 'second' }, recommendedAction: 'none' },
    { seenAt: at(1000), title: 'newest', data: { message: 'newest' }, recommendedAction: 'look' },
  ];
  for (const [n, order] of [exceptions, exceptions.toReversed(), [2, 0, 1].map((i) => exceptions[i] ?? {})].entries()) {
    let id = '';
    for (const exception of order) id = await seen(api, own, { ...exception, target: `f${n}` });
    const { summary, data, recommended_action } = (await own.get(`/issues/${id}`)).body;
    t.match(summary, { occurrences: 3, critical: true, severity: 'critical', title: 'newest' });
    t.same([data, recommended_action], [{ message: 'newest' }, 'look']);
  }
});

t.test('an archived exception that comes again is a regression, an acknowledged one stays acknowledged', async (t) => {
  const api = await startApi(t);
  const own = await api.project();
  await working(t, api);
  await seedEvents(api, own, [thrown(0, 1)]);
  await runJob(api, scanExceptions, { projectId: own.id });
  const [{ id }] = (await own.get('/issues')).body.items;
  await own.post(`/issues/${id}/ack`);
  await seedEvents(api, own, [thrown(1, 1)]);
  await runJob(api, scanExceptions, { projectId: own.id });
  t.match((await own.get(`/issues/${id}`)).body.summary, { status: 'acknowledged', occurrences: 2 });
  await own.post(`/issues/${id}/unack`);
  await own.post(`/issues/${id}/archive`);
  await runJob(api, scanExceptions, { projectId: own.id });
  t.match((await own.get(`/issues/${id}`)).body.summary, { status: 'archived', occurrences: 2 });
  await seedEvents(api, own, [thrown(2, 1)]);
  await runJob(api, scanExceptions, { projectId: own.id });
  const { body } = await own.get(`/issues/${id}`);
  t.match(body.summary, { status: 'open', archived: false, occurrences: 3 });
  t.same(
    body.activity.map(({ kind }: { kind: string }) => kind),
    ['regressed', 'archived', 'unacknowledged', 'acknowledged', 'created'],
  );
});

t.test('an exception that was acknowledged and archived is open when it comes again', async (t) => {
  const api = await startApi(t);
  const own = await api.project();
  for (const [n, path] of ['ack', 'ack?duration_minutes=60'].entries()) {
    const target = `f${n}`;
    const id = await seen(api, own, { target });
    await own.post(`/issues/${id}/${path}`);
    await own.post(`/issues/${id}/archive`);
    await seen(api, own, { target });
    const { summary } = (await own.get(`/issues/${id}`)).body;
    t.match(summary, { status: 'open', acknowledged: false, archived: false, occurrences: 2 });
    t.notOk('acknowledged_until' in summary);
  }
  t.equal((await own.get('/issues')).body.total_count, 2);
});

t.test('what arrived before an issue was archived does not bring it back', async (t) => {
  const api = await startApi(t);
  const own = await api.project();
  const id = await seen(api, own);
  await own.post(`/issues/${id}/archive`);
  await seen(api, own, { arrivedAt: new Date(Date.now() - 60_000) });
  t.match((await own.get(`/issues/${id}`)).body.summary, { status: 'archived', occurrences: 2 });
  await seen(api, own);
  t.match((await own.get(`/issues/${id}`)).body.summary, { status: 'open', occurrences: 3 });
});

t.test('acknowledged for a while: it opens again when time is up', async (t) => {
  const api = await startApi(t);
  const own = await api.project();
  await working(t, api);
  api.clock.now = new Date('2026-03-01T12:00:00Z');
  const id = await seen(api, own);
  const { body: acked } = await own.post(`/issues/${id}/ack?duration_minutes=30`);
  t.match(acked.summary, { status: 'acknowledged', acknowledged_until: '2026-03-01T12:30:00Z' });
  api.clock.now = new Date('2026-03-01T12:29:59Z');
  t.equal((await own.get('/issues?status=acknowledged')).body.total_count, 1);
  api.clock.now = new Date('2026-03-01T12:30:00Z');
  t.equal((await own.get('/issues?status=acknowledged')).body.total_count, 0);
  t.equal((await own.get('/issues')).body.items[0].id, id);
  await runJob(api, reopenIssues, {});
  const { body } = await own.get(`/issues/${id}`);
  t.match(body.activity[0], { kind: 'reopened', at: '2026-03-01T12:30:00Z' });
  const { body: forever } = await own.post(`/issues/${id}/ack?duration_minutes=9223372036854775807`);
  t.equal(forever.summary.acknowledged_until, '2132-08-31T00:00:00Z');
});

t.test('operations in any order, each again: the end counts, and each change is written down once', async (t) => {
  const api = await startApi(t);
  const own = await api.project();
  const id = await seen(api, own);
  const steps: [string, string][] = [
    ['unack', 'open'],
    ['unarchive', 'open'],
    ['archive', 'archived'],
    ['archive', 'archived'],
    ['ack', 'archived'],
    ['unarchive', 'acknowledged'],
    ['ack', 'acknowledged'],
    ['unack', 'open'],
    ['unack', 'open'],
  ];
  for (const [step, status] of steps) {
    const { status: code, body } = await own.post(`/issues/${id}/${step}`);
    t.equal(code, 200);
    t.equal(body.summary.status, status, step);
  }
  const { body } = await own.get(`/issues/${id}`);
  t.same(
    body.activity.map(({ kind }: { kind: string }) => kind),
    ['unacknowledged', 'unarchived', 'acknowledged', 'archived', 'created'],
  );
  t.match(body.activity[0].key_id, /^[0-9a-f-]{36}$/);
  const { body: audit } = await own.get(`/audit?target_id=${id}`);
  t.same(
    audit.items.map(({ action }: { action: string }) => action),
    ['issue.unacknowledge', 'issue.unarchive', 'issue.acknowledge', 'issue.archive'],
  );
});

t.test('lists: filters, pages, and what is malformed', async (t) => {
  const api = await startApi(t);
  const own = await api.project();
  const other = await api.project();
  api.clock.now = new Date('2026-03-01T12:00:00Z');
  const ids: string[] = [];
  for (let n = 0; n < 5; n++) {
    ids.push(
      await seen(api, own, {
        target: `t${n}`,
        service: n % 2 === 0 ? 'shop' : 'cart',
        type: n === 4 ? 'new_endpoint' : 'runtime_exception',
        seenAt: new Date(Date.UTC(2026, 2, 1, 12, n)),
      }),
    );
  }
  await seen(api, other);
  const list = async (query: string) => {
    const { status, body } = await own.get(`/issues${query}`);
    t.equal(status, 200, query);
    return body.items.map(({ id }: { id: string }) => ids.indexOf(id));
  };
  t.same(await list(''), [4, 3, 2, 1, 0]);
  t.same(await list('?service=cart'), [3, 1]);
  t.same(await list('?type=new_endpoint'), [4]);
  t.same(await list('?type=nothing_of_that_kind'), []);
  t.same(await list('?service=nothing'), []);
  t.same(await list('?page=1&per_page=2'), [2, 1]);
  t.same(await list('?page=9'), []);
  await own.post(`/issues/${ids[0]}/ack`);
  await own.post(`/issues/${ids[1]}/archive`);
  await own.post(`/issues/${ids[1]}/ack`);
  t.same(await list('?status=open'), [4, 3, 2]);
  t.same(await list('?status=acknowledged'), [0]);
  t.same(await list('?status=archived'), [1]);
  t.same(await list('?status=all'), [4, 3, 2, 1, 0]);
  for (const [query, parameter] of [
    ['status=closed', 'status'],
    ['type=', 'type'],
    ['type=a%20b', 'type'],
    ['service=', 'service'],
    ['page=-1', 'page'],
    ['per_page=0', 'per_page'],
    ['per_page=x', 'per_page'],
    ['stat=open', 'stat'],
  ] as const) {
    const { status, body } = await own.get(`/issues?${query}`);
    t.equal(status, 400, query);
    t.equal(body.error.parameter, parameter);
  }
});

t.test('ids that name nothing here, keys that may not, and minutes that are none', async (t) => {
  const api = await startApi(t);
  const own = await api.project();
  const other = await api.project();
  const id = await seen(api, own);
  const foreign = await seen(api, other);
  for (const bad of [unknownId, foreign, 'x', `${id}0`, '1']) {
    for (const [method, step] of [
      ['GET', ''],
      ['POST', '/ack'],
      ['POST', '/unack'],
      ['POST', '/archive'],
      ['POST', '/unarchive'],
    ] as const) {
      const { status, body } = await own.call(method, `/issues/${bad}${step}`);
      t.equal(status, 404, `${method} ${bad}${step}`);
      t.match(body.error, { code: 'not_found', parameter: 'issue_id' });
    }
  }
  t.match((await other.get(`/issues/${foreign}`)).body.summary, { status: 'open' });
  const viewer = await own.as('view');
  t.equal((await viewer.get('/issues')).status, 200);
  t.equal((await viewer.get(`/issues/${id}`)).status, 200);
  for (const path of ['ack', 'unack', 'archive', 'unarchive'])
    t.equal((await viewer.post(`/issues/${id}/${path}`)).status, 403);
  t.equal((await viewer.post('/issues/bulk', { action: 'ack', ids: [id] })).status, 403);
  t.equal((await (await own.as('ingest')).get('/issues')).status, 403);
  for (const minutes of ['0', '-5', 'x', '1.5']) {
    const { status, body } = await own.post(`/issues/${id}/ack?duration_minutes=${minutes}`);
    t.equal(status, 400, minutes);
    t.equal(body.error.parameter, 'duration_minutes');
  }
});

t.test('bulk: each id on its own, both spellings, one transaction', async (t) => {
  const api = await startApi(t);
  const own = await api.project();
  const other = await api.project();
  const [a, b] = [await seen(api, own), await seen(api, own, { target: 'f2' })];
  const foreign = await seen(api, other);
  const bulk = (body: object) => own.post('/issues/bulk', body);
  const { body: mixed } = await bulk({ action: 'acknowledge', ids: [a, foreign, unknownId, 'x', b, a] });
  t.same(mixed.succeeded, [a, b]);
  t.same(
    mixed.failed.map(({ id, code }: { id: string; code: string }) => [id, code]),
    [foreign, unknownId, 'x'].map((id) => [id, 'not_found']),
  );
  const status = async (id: string) => (await own.get(`/issues/${id}`)).body.summary.status;
  t.same([await status(a), await status(b)], ['acknowledged', 'acknowledged']);
  for (const [action, after] of [
    ['unack', 'open'],
    ['ack', 'acknowledged'],
    ['unacknowledge', 'open'],
    ['archive', 'archived'],
    ['archive', 'archived'],
    ['unarchive', 'open'],
  ] as const) {
    t.same((await bulk({ action, ids: [a] })).body.succeeded, [a]);
    t.equal(await status(a), after, action);
  }
  const timed = await bulk({ action: 'ack', ids: [a], duration_minutes: 5 });
  t.equal(timed.status, 200);
  t.ok((await own.get(`/issues/${a}`)).body.summary.acknowledged_until);
  for (const body of [
    { action: 'delete', ids: [a] },
    { action: 'archive', ids: [a], duration_minutes: 5 },
    { action: 'ack', ids: [a], duration_minutes: 0 },
    { action: 'ack', ids: [] },
    { action: 'ack', ids: [a], idz: 1 },
    { ids: [a] },
    { action: 'ack' },
    { action: 'ack', ids: [1] },
    [],
  ]) {
    const { status, body: answer } = await bulk(body);
    t.equal(status, 400, JSON.stringify(body));
    t.equal(answer.error.parameter, 'body');
  }
  t.equal((await other.get(`/issues/${foreign}`)).body.summary.status, 'open');
});

t.test(
  'many issues are decided about in any order while the same ones are seen again: nobody waits in a ring',
  async (t) => {
    const api = await startApi(t);
    const own = await api.project();
    await working(t, api);
    const kinds = Array.from({ length: 60 }, (_, n) => `Kind${n}Error`);
    const again = async (round: number) => {
      await seedEvents(
        api,
        own,
        kinds.map((exc_type, n) => thrown(round % 6, n % 10, { exc_type, exc_stack: '', exc_message: exc_type })),
      );
      await runJob(api, scanExceptions, { projectId: own.id });
    };
    await again(0);
    const rows = await api.deps.sql<
      { id: string }[]
    >`select id from issues where project_id = ${own.id} order by target`;
    const ids = rows.map(({ id }) => id).toReversed();
    t.equal(ids.length, kinds.length);
    for (let round = 1; round <= 4; round++) {
      const scan = again(round);
      const actions = ['acknowledge', 'unacknowledge', 'archive', 'unarchive'];
      const over = new AbortController();
      void scan.finally(() => over.abort());
      while (!over.signal.aborted) {
        for (const action of actions) {
          const { status, body } = await own.post('/issues/bulk', { action, ids });
          t.equal(status, 200, `${action}: ${JSON.stringify(body.error)}`);
        }
      }
      await scan;
    }
    const [ended] = await api.deps.sql<{ deadlocks: number }[]>`
    select deadlocks::int from pg_stat_database where datname = current_database()`;
    t.equal(ended?.deadlocks, 0);
  },
);
