import postgres from 'postgres';
import t from 'tap';
import { generateKey } from '../../src/domains/keys/key.ts';
import { serve, startApi, unknownId } from '../support/api.ts';

const api = await startApi(t);
const ofOneKey = [
  ['GET', ''],
  ['DELETE', ''],
  ['POST', '/activate'],
  ['POST', '/deactivate'],
] as const;

t.test('a key is shown once, listed by its prefix, and works', async (t) => {
  const project = await api.project();
  const { status, body } = await project.post('/api_keys', { title: ' ci ', permission: 'view' });
  t.equal(status, 200);
  t.match(body, { summary: { title: 'ci', permission: 'view', active: true }, key: /^cln_[0-9A-Za-z]{30}$/ });
  t.equal(body.summary.key_prefix, body.key.slice(0, 12));
  const list = await project.get('/api_keys');
  t.same(list.body.at(-1), body.summary);
  t.notMatch(list.text, body.key);
  t.same((await project.get(`/api_keys/${body.summary.id}`)).body, body.summary);
  const me = await project.call('GET', '/me', undefined, { authorization: `bearer ${body.key}` });
  t.match(me, { status: 200, body: { project_id: project.id, host_url: 'http://colonnade.test' } });
});

t.test('permission defaults to edit, and never exceeds the creator’s', async (t) => {
  const project = await api.project();
  t.equal((await project.post('/api_keys', { title: 'x' })).body.summary.permission, 'edit');
  const editor = await project.as('edit');
  t.match(await editor.post('/api_keys', { title: 'x', permission: 'view' }), {
    status: 403,
    body: { error: { code: 'forbidden' } },
  });
});

t.test('a project has at most 1 000 keys, however many are made at once', async (t) => {
  const project = await api.project();
  const { body } = await project.get('/api_keys');
  await api.deps.sql`
    insert into api_keys (project_id, id, title, permission, key_prefix, key_sha256, created_at)
    select ${project.id}, gen_random_uuid(), 'one of many', 'view', 'cln_', sha256(gen_random_uuid()::text::bytea), now()
    from generate_series(1, ${999 - body.length})`;
  const answers = await Promise.all(Array.from({ length: 4 }, () => project.post('/api_keys', { title: 'x' })));
  t.equal(answers.filter(({ status }) => status === 200).length, 1);
  const refused = answers.find(({ status }) => status === 400);
  t.match(refused?.body, { error: { code: 'conflict', message: /at most 1000 API keys; delete some first/ } });
  const made = answers.find(({ status }) => status === 200)?.body.summary.id;
  t.equal((await project.call('DELETE', `/api_keys/${made}`)).status, 200);
  t.equal((await project.post('/api_keys', { title: 'x' })).status, 200, 'one that is gone makes room');
});

t.test('deactivate and activate are idempotent and take effect within 5 seconds', async (t) => {
  const project = await api.project();
  const { body } = await project.post('/api_keys', { title: 'x' });
  const path = `/api_keys/${body.summary.id}`;
  const as = { authorization: `Bearer ${body.key}` };
  const seen = async () => (await project.call('GET', '/me', undefined, as)).status;
  t.equal(await seen(), 200);
  for (const active of [false, false, true, true]) {
    const answer = await project.post(`${path}/${active ? 'activate' : 'deactivate'}`);
    t.match(answer, { status: 200, body: { active } });
  }
  await project.post(`${path}/deactivate`);
  api.clock.now = new Date(Date.now() + 5_000);
  t.equal(await seen(), 401);
  api.clock.now = undefined;
  t.equal((await project.call('DELETE', path)).status, 200);
  for (const [method, suffix] of ofOneKey) {
    t.match(await project.call(method, path + suffix), {
      status: 404,
      body: { error: { code: 'not_found', parameter: 'key_id' } },
    });
  }
});

t.test('a key that was taken away says nothing either when the clock was put back meanwhile', async (t) => {
  t.teardown(() => (api.clock.now = undefined));
  const project = await api.project();
  const { body } = await project.post('/api_keys', { title: 'x' });
  const as = { authorization: `Bearer ${body.key}` };
  t.equal((await project.call('GET', '/me', undefined, as)).status, 200);
  t.equal((await project.post(`/api_keys/${body.summary.id}/deactivate`)).status, 200);
  api.clock.now = new Date(Date.now() - 3_600_000);
  t.equal((await project.call('GET', '/me', undefined, as)).status, 401);
});

t.test('a flood of keys that nobody has is no flood of look-ups, and locks nobody out', async (t) => {
  const project = await api.project();
  let statements = 0;
  const sql = postgres(api.databaseUrl, { max: 20, debug: () => void statements++ });
  t.teardown(() => sql.end());
  const { url } = await serve(t, { ...api.deps, sql });
  const status = async (key: string) => {
    const headers = { authorization: `Bearer ${key}`, 'x-project-id': project.id };
    const answer = await fetch(`${url}/api/v1/me`, { headers });
    await answer.arrayBuffer();
    return answer.status;
  };
  const flood = Array.from({ length: 1_000 }, () => status(generateKey()));
  t.equal(await status(project.key), 200);
  t.same(new Set(await Promise.all(flood)), new Set([401]));
  t.ok(statements < 150, `${statements} statements`);
});

t.test('the last active admin key stays, also when two calls take away one of two', async (t) => {
  const project = await api.project();
  const [first] = (await project.get('/api_keys')).body;
  for (const [method, suffix] of [
    ['DELETE', ''],
    ['POST', '/deactivate'],
  ] as const) {
    const answer = await project.call(method, `/api_keys/${first.id}${suffix}`);
    t.match(answer, { status: 400, body: { error: { code: 'conflict' } } });
  }
  const second = (await project.post('/api_keys', { title: 'second', permission: 'admin' })).body.summary;
  await project.post(`/api_keys/${second.id}/deactivate`);
  t.equal((await project.call('DELETE', `/api_keys/${first.id}`)).status, 400, 'also beside one that is not active');
  await project.post(`/api_keys/${second.id}/activate`);
  const both = await Promise.all([first, second].map(({ id }) => project.call('DELETE', `/api_keys/${id}`)));
  t.same(
    both.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 400],
  );
});

t.test('another project’s key cannot be told from one that does not exist', async (t) => {
  const [own, other] = [await api.project(), await api.project()];
  const [foreign] = (await other.get('/api_keys')).body;
  const messages = new Set<string>();
  for (const id of [foreign.id, unknownId, 'not-a-uuid', '%00', 'a'.repeat(300)]) {
    for (const [method, suffix] of ofOneKey) {
      const answer = await own.call(method, `/api_keys/${id}${suffix}`);
      const { request_id, ...error } = answer.body.error;
      t.equal(answer.status, 404);
      t.match(error, { code: 'not_found', parameter: 'key_id' }, `${method} ${id.slice(0, 40)}`);
      t.ok(request_id);
      messages.add(error.message);
    }
  }
  t.equal(messages.size, 1, [...messages].join(' | '));
  t.equal((await other.get(`/api_keys/${foreign.id}`)).body.active, true);
});

t.test('an id names its key in either case', async (t) => {
  const project = await api.project();
  const { summary } = (await project.post('/api_keys', { title: 'x' })).body;
  const path = `/api_keys/${summary.id.toUpperCase()}`;
  t.same((await project.get(path)).body, summary);
  t.match(await project.post(`${path}/deactivate`), { status: 200, body: { id: summary.id, active: false } });
  t.match(await project.post(`${path}/activate`), { status: 200, body: { active: true } });
  t.equal((await project.call('DELETE', path)).status, 200);
});

t.test('a body that is wrong is told all its faults', async (t) => {
  const project = await api.project();
  const cases: [unknown, object][] = [
    [{}, { message: /^title is required/ }],
    [{ title: '' }, { details: [{ path: 'title' }] }],
    [{ title: '   ' }, { details: [{ path: 'title' }] }],
    [{ title: 'x'.repeat(301) }, { details: [{ path: 'title' }] }],
    [{ title: 7, permission: 'boss' }, { details: [{ path: 'title' }, { path: 'permission' }] }],
    [
      { title: 'x', permision: 'view' },
      { suggestion: 'permission', details: [{ path: 'permision' }] },
    ],
    [{ title: 'a\0b' }, { details: [{ path: 'title' }] }],
    [[], {}],
    ['"x"', {}],
    ['null', {}],
    ['', {}],
    ['{', { message: /^The body is not JSON: Expected property name .* position 1\b.*\.$/ }],
    ['{"title":"x","__proto__":{"permission":"admin"}}', { message: /^No field may be called __proto__, / }],
    ['{"title":"\\ud800"}', {}],
    [`{"title":${'['.repeat(70)}${']'.repeat(70)}}`, {}],
    [`{"title":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, {}],
  ];
  for (const [body, error] of cases) {
    const answer = await project.post('/api_keys', body);
    t.match(
      answer,
      { status: 400, body: { error: { code: 'invalid_body', parameter: 'body', ...error } } },
      JSON.stringify(body).slice(0, 60),
    );
  }
  const many = Object.fromEntries(Array.from({ length: 40_000 }, (_, i) => [`k${i}`, 1]));
  const { details } = (await project.post('/api_keys', { title: 'x', ...many })).body.error;
  t.equal(details.length, 1_000, 'or the first thousand of them');
});

t.test('every change is in the audit log with before and after, and never the key', async (t) => {
  const project = await api.project();
  const { body } = await project.post('/api_keys', { title: 'audited' });
  await project.post(`/api_keys/${body.summary.id}/deactivate`);
  await project.call('DELETE', `/api_keys/${body.summary.id}`);
  const rows = await api.deps.sql`
    select action, before, after, key_id from audit_log
    where project_id = ${project.id} and target_id = ${body.summary.id} order by id`;
  t.same(
    rows.map(({ action }) => action),
    ['api_key.create', 'api_key.deactivate', 'api_key.delete'],
  );
  t.same(rows[0]?.['after'], body.summary);
  t.match(rows[1], { before: { active: true }, after: { active: false } });
  t.equal(rows[2]?.['after'], null);
  t.notMatch(JSON.stringify(rows), body.key);
});
