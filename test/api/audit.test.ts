import t from 'tap';
import { changeRetention } from '../../src/domains/project/service.ts';
import { startApi, type TestProject, unknownId } from '../support/api.ts';
import { monitorInput as monitor } from '../support/monitors.ts';

const api = await startApi(t);

async function audit(project: TestProject, query = '') {
  return (await project.get(`/audit${query}`)).body;
}

t.test('each change is there, newest first, with who, before and after', async (t) => {
  const project = await api.project();
  const { body: team } = await project.post('/teams', { name: 'A', handle: 'a' });
  const { body: patched } = await project.call(
    'PATCH',
    `/teams/${team.summary.id}`,
    { name: 'B' },
    { 'x-request-id': 'from-the-test' },
  );
  await project.call('DELETE', `/teams/${team.summary.id.toUpperCase()}`);
  const { items, total_count, has_more } = await audit(project);
  t.same(
    items.map(({ action }: { action: string }) => action),
    ['team.delete', 'team.update', 'team.create', 'api_key.create', 'project.create'],
  );
  t.same([total_count, has_more], [5, false]);
  const [deleted, updated, created, key, born] = items;
  t.same(updated.before, team);
  t.same(updated.after, patched);
  t.match(updated, { request_id: 'from-the-test', target: { kind: 'team', id: team.summary.id } });
  t.same([created.before, created.after], [undefined, team]);
  t.same([deleted.before, deleted.after], [patched, undefined]);
  t.equal(deleted.target.id, team.summary.id, 'as it is, in whatever case it was given');
  t.equal(updated.key_id, key.after.id, 'the key that was used');
  t.notOk('key_id' in born, 'the command line has none');
  t.notMatch(JSON.stringify(items), project.key, 'no secret is in it');
});

t.test('every operation that changes something is recorded once, and one that changes nothing is not', async (t) => {
  const project = await api.project();
  const user = (await project.post('/members', { email: 'a@example.com', permission: 'edit' })).body.user_id;
  const { id } = (await project.post('/monitors', monitor)).body;
  const input = { title: 'D', file_path: 'd.yaml', schema: { widgets: [{ type: 'markdown', title: 'W', html: 'w' }] } };
  const dashboard = `/dashboards/${(await project.post('/dashboards', input)).body.summary.id}`;
  const layout = { x: 0, y: 0, w: 6, h: 2 };
  const till = { name: 'Till', handle: 'till', members: [user] };
  const operator = { projectId: project.id, permission: 'admin', keyId: null, requestId: 'cli' } as const;
  const team = `/teams/${(await project.post('/teams', till)).body.summary.id}`;
  const calls: [call: () => Promise<unknown>, action: string | undefined][] = [
    [() => project.call('PUT', dashboard, input), undefined],
    [() => project.call('PATCH', dashboard, { title: 'D', tags: null }), undefined],
    [() => project.call('PATCH', dashboard, { tags: ['t'] }), 'dashboard.update'],
    [
      () => project.call('PUT', `${dashboard}/widgets`, { id: 'w', type: 'markdown', title: 'W', html: 'w' }),
      undefined,
    ],
    [() => project.call('PATCH', `${dashboard}/widgets/order`, { w: layout }), 'dashboard.order_widgets'],
    [() => project.call('PATCH', `${dashboard}/widgets/order`, { w: layout }), undefined],
    [async () => project.post('/dashboards/apply', (await project.get(`${dashboard}/yaml`)).body), undefined],
    [() => project.call('PUT', team, till), undefined],
    [() => project.call('PATCH', team, { name: 'Till', description: null }), undefined],
    [() => project.call('PATCH', team, { members: [] }), 'team.update'],
    [() => project.call('PATCH', '/project', { description: 'Shop' }), 'project.update'],
    [() => project.call('PATCH', '/project', { description: 'Shop', time_zone: 'UTC' }), undefined],
    [() => project.call('PATCH', '/project', {}), undefined],
    [() => changeRetention(api.deps, operator, { events: 90 }), 'retention.update'],
    [() => changeRetention(api.deps, operator, { events: 90, metrics: 90 }), undefined],
    [() => project.post('/members', { email: 'a@example.com', permission: 'edit' }), undefined],
    [() => project.post('/members', { email: 'a@example.com', permission: 'view' }), 'member.update'],
    [() => project.call('PATCH', `/members/${user}`, { permission: 'view' }), undefined],
    [() => project.call('DELETE', `/members/${user}`), 'member.delete'],
    [() => project.post('/monitors/apply', monitor), undefined],
    [() => project.call('PUT', `/monitors/${id}`, { ...monitor, alert_threshold: 2 }), 'monitor.update'],
    [() => project.call('PATCH', `/monitors/${id}`, { alert_threshold: 2 }), undefined],
    [() => project.post(`/monitors/${id}/toggle_active`), 'monitor.deactivate'],
    [() => project.post(`/monitors/${id}/toggle_active`), 'monitor.activate'],
    [() => project.post(`/monitors/${id}/mute`), 'monitor.mute'],
    [() => project.post(`/monitors/${id}/mute`), undefined],
    [() => project.post(`/monitors/${id}/unmute`), 'monitor.unmute'],
    [() => project.post(`/monitors/${id}/unmute`), undefined],
    [() => project.post(`/monitors/${id}/resolve`), undefined],
    [() => project.post('/monitors', { ...monitor, alert_threshold: 'x' }), undefined],
    [() => project.post('/monitors/bulk', { action: 'delete', ids: [id, unknownId] }), 'monitor.delete'],
  ];
  let count = (await audit(project)).total_count;
  for (const [index, [call, action]] of calls.entries()) {
    await call();
    const { items, total_count } = await audit(project);
    if (action !== undefined) count++;
    t.equal(total_count, count, `call ${index}`);
    if (action !== undefined) t.equal(items[0].action, action);
  }
});

t.test('filters and pages narrow it, and only the project’s own is there', async (t) => {
  const project = await api.project();
  const other = await api.project();
  await other.post('/teams', { name: 'Theirs', handle: 'theirs' });
  const ids: string[] = [];
  for (let index = 0; index < 5; index++)
    ids.push((await project.post('/teams', { name: `T${index}`, handle: `t${index}` })).body.summary.id);
  t.equal((await audit(project, '?target_kind=team')).total_count, 5);
  t.equal((await audit(project, '?action=team.create')).total_count, 5);
  t.equal((await audit(project, '?action=team.delete')).total_count, 0);
  t.same(
    (await audit(project, `?target_id=${ids[2]}`)).items.map(
      (one: { after: { summary: { name: string } } }) => one.after.summary.name,
    ),
    ['T2'],
  );
  const keyId = (await audit(project, '?action=api_key.create')).items[0].after.id;
  t.equal((await audit(project, `?key_id=${keyId}`)).total_count, 5);
  t.equal((await audit(project, `?key_id=${unknownId}`)).total_count, 0);
  t.equal((await audit(project, '?since=1h')).total_count, 7);
  t.equal((await audit(project, '?to=2020-01-01')).total_count, 0);
  const pages = await Promise.all(
    [0, 1, 2, 3].map((page) => audit(project, `?target_kind=team&per_page=2&page=${page}`)),
  );
  t.same(
    pages.map(({ items }) => items.map((one: { after: { summary: { name: string } } }) => one.after.summary.name)),
    [['T4', 'T3'], ['T2', 'T1'], ['T0'], []],
  );
  t.same(
    pages.map(({ page, per_page, has_more, total_count }) => [page, per_page, has_more, total_count]),
    [
      [0, 2, true, 5],
      [1, 2, true, 5],
      [2, 2, false, 5],
      [3, 2, false, 5],
    ],
  );
  t.match(await audit(project, '?per_page=9223372036854775807'), { per_page: 200, has_more: false });
  const { page, ...past } = await audit(project, '?page=9223372036854775807');
  t.match(past, { items: [], has_more: false });
  t.ok(BigInt(page) < 2n ** 63n, 'the number of the page has 64 bits, too');
});

t.test('a parameter that is not valid is named, and only admin keys read it', async (t) => {
  const project = await api.project();
  for (const [query, parameter] of [
    ['page=-1', 'page'],
    ['per_page=0', 'per_page'],
    ['per_page=x', 'per_page'],
    ['key_id=nonsense', 'key_id'],
    ['since=soon', 'since'],
    ['since=1h&from=2026-01-01', 'since'],
    ['from=2026-01-02&to=2026-01-01', 'from'],
    ['actoin=x', 'actoin'],
    ['action=', 'action'],
  ] as const) {
    t.match(
      await project.get(`/audit?${query}`),
      { status: 400, body: { error: { code: 'invalid_parameter', parameter } } },
      query,
    );
  }
  for (const permission of ['ingest', 'view', 'edit'] as const) {
    t.match(await (await project.as(permission)).get('/audit'), {
      status: 403,
      body: { error: { code: 'forbidden' } },
    });
  }
});

t.test(
  'a page of large changes stays a page: the later ones say that they are cut, and can be had alone',
  async (t) => {
    const project = await api.project();
    const widgets = Array.from({ length: 10 }, (_, n) => ({ id: `w${n}`, type: 'markdown', html: 'x'.repeat(90_000) }));
    const { id } = (await project.post('/dashboards', { title: 'D', schema: { widgets } })).body.summary;
    for (let y = 1; y <= 24; y++)
      await project.call('PATCH', `/dashboards/${id}/widgets/order`, { w0: { x: 0, y, w: 1, h: 1 } });
    const list = '/audit?action=dashboard.order_widgets';
    const { text, body } = await project.get(`${list}&per_page=200`);
    t.ok(text.length < 25_000_000, `${text.length} characters`);
    t.equal(body.items.length, 24);
    const whole = body.items.filter(({ cut }: { cut?: true }) => cut !== true);
    t.ok(whole.length > 10 && whole.length < 13, `${whole.length} are whole`);
    t.ok(
      body.items.slice(0, whole.length).every(({ after }: { after?: object }) => after !== undefined),
      'the newest',
    );
    t.match(body.items.at(-1), { cut: true, action: 'dashboard.order_widgets' });
    const [last] = (await project.get(`${list}&per_page=1&page=23`)).body.items;
    t.equal(last.after.schema.widgets[0].layout.y, 1);
  },
);
