import t from 'tap';
import { startApi, type TestProject, unknownId } from '../support/api.ts';

const api = await startApi(t);
const notFound = { status: 404, body: { error: { code: 'not_found', parameter: 'user_id' } } };

async function add(project: TestProject, email: string, permission?: string) {
  const { status, body } = await project.post('/members', {
    email,
    ...(permission === undefined ? {} : { permission }),
  });
  t.equal(status, 200);
  return body as { id: string; user_id: string; email: string; permission: string };
}

t.test('a member is added by email, shown alike everywhere, and gone when removed', async (t) => {
  const project = await api.project();
  t.same((await project.get('/members')).body, []);
  const member = await add(project, 'Ada@Example.com');
  t.match(member, { email: 'Ada@Example.com', first_name: '', last_name: '', permission: 'view' });
  t.same((await project.get('/members')).body, [member]);
  t.same((await project.get(`/members/${member.user_id}`)).body, member);
  t.same((await project.call('PATCH', `/members/${member.user_id}`, { permission: 'edit' })).body, {
    ...member,
    permission: 'edit',
  });
  t.equal((await project.call('DELETE', `/members/${member.user_id}`)).status, 200);
  t.same((await project.get('/members')).body, []);
  t.match(await project.get(`/members/${member.user_id}`), notFound);
  const again = await project.post('/members', { user_id: member.user_id, permission: 'edit' });
  t.match(again.body, { user_id: member.user_id, email: 'Ada@Example.com', permission: 'edit' });
  t.not(again.body.id, member.id, 'a new membership of the same person');
});

t.test('adding again changes the permission, under either name and in any case', async (t) => {
  const project = await api.project();
  const member = await add(project, 'ada@example.com', 'edit');
  t.same(await add(project, 'ADA@example.com', 'view'), { ...member, permission: 'view' });
  t.same((await project.post('/members', { user_id: member.user_id, permission: 'admin' })).body, {
    ...member,
    permission: 'admin',
  });
  t.same(await add(project, 'ada@example.com'), { ...member, permission: 'admin' }, 'without one it stays');
  t.equal((await project.get('/members')).body.length, 1);
});

t.test('what names nobody, or two, is refused', async (t) => {
  const project = await api.project();
  const other = await api.project();
  const stranger = await add(other, 'eve@example.com');
  const cases: [body: unknown, path: string][] = [
    [{}, ''],
    [{ email: 'a@example.com', user_id: unknownId }, ''],
    [{ email: 'nonsense' }, 'email'],
    [{ email: `${'a'.repeat(320)}@example.com` }, 'email'],
    [{ email: 'a@example.com', permission: 'owner' }, 'permission'],
    [{ email: 'a@example.com', permission: 'ingest' }, 'permission'],
    [{ email: 'a@example.com', role: 'view' }, 'role'],
    [{ user_id: 'nonsense' }, 'user_id'],
    [{ user_id: unknownId }, 'user_id'],
    [{ user_id: stranger.user_id }, 'user_id'],
    [[], ''],
  ];
  for (const [body, path] of cases) {
    t.match(
      await project.post('/members', body),
      {
        status: 400,
        body: { error: { code: 'invalid_body', parameter: 'body', details: [{ path }] } },
      },
      JSON.stringify(body),
    );
  }
  for (const [body, message] of [
    [{}, 'permission is required and must be one of view, edit, admin.'],
    [{ permission: 'owner' }, 'permission must be one of view, edit, admin.'],
    [{ permission: null }, 'permission must be one of view, edit, admin.'],
    [{ may: 'view' }, 'permission is required and must be one of view, edit, admin.'],
    [{ new_permission: 'view' }, 'new_permission is not a field of this body; did you mean permission?'],
    [{ permission: 'view', email: 'a@example.com' }, 'email is not a field of this body.'],
  ] as const) {
    t.match(await project.call('PATCH', `/members/${unknownId}`, body), {
      status: 400,
      body: { error: { code: 'invalid_body', message } },
    });
  }
  t.same((await project.get('/members')).body, []);
});

t.test('an id that is unknown, malformed or another project’s names nobody', async (t) => {
  const project = await api.project();
  const other = await api.project();
  const { user_id, id } = await add(other, 'ada@example.com', 'admin');
  for (const named of [unknownId, 'nonsense', '1', user_id, id, '%00']) {
    for (const [method, body] of [['GET'], ['PATCH', { permission: 'view' }], ['DELETE']] as const) {
      t.match(await project.call(method, `/members/${named}`, body), notFound, `${method} ${named}`);
    }
  }
  t.match((await other.get('/members')).body, [{ user_id, permission: 'admin' }]);
  const mine = await add(project, 'ada@example.com');
  t.not(mine.user_id, user_id, 'one address, two projects, two users');
});

t.test('the last admin stays, also when two are taken away at once', async (t) => {
  const project = await api.project();
  const ada = await add(project, 'ada@example.com', 'admin');
  await add(project, 'bob@example.com', 'edit');
  const conflict = { status: 400, body: { error: { code: 'conflict' } } };
  t.match(await project.call('DELETE', `/members/${ada.user_id}`), conflict);
  t.match(await project.call('PATCH', `/members/${ada.user_id}`, { permission: 'edit' }), conflict);
  t.match(await project.post('/members', { email: 'ada@example.com', permission: 'view' }), conflict);
  t.equal((await project.call('PATCH', `/members/${ada.user_id}`, { permission: 'admin' })).status, 200);
  for (let round = 0; round < 10; round++) {
    await add(project, 'eve@example.com', 'admin');
    const all = await project.get('/members');
    const admins = all.body.filter((member: { permission: string }) => member.permission === 'admin');
    const answers = await Promise.all(
      admins.map(({ user_id }: { user_id: string }, index: number) =>
        index % 2 === round % 2
          ? project.call('DELETE', `/members/${user_id}`)
          : project.call('PATCH', `/members/${user_id}`, { permission: 'view' }),
      ),
    );
    t.same(
      answers.map(({ status }) => status).sort((a, b) => a - b),
      [200, 400],
    );
    await add(project, 'ada@example.com', 'admin');
    for (const member of (await project.get('/members')).body) {
      if (member.email === 'eve@example.com') await project.call('DELETE', `/members/${member.user_id}`);
    }
  }
});

t.test('twenty who add one address at once add one member', async (t) => {
  const project = await api.project();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => project.post('/members', { email: 'ada@example.com' })),
  );
  t.equal(new Set(answers.map(({ body }) => body.id)).size, 1);
  t.equal((await project.get('/members')).body.length, 1);
});

t.test('view reads members, only admin changes them', async (t) => {
  const project = await api.project();
  const { user_id } = await add(project, 'ada@example.com');
  const forbidden = { status: 403, body: { error: { code: 'forbidden' } } };
  for (const permission of ['view', 'edit'] as const) {
    const weak = await project.as(permission);
    t.equal((await weak.get('/members')).status, 200);
    t.equal((await weak.get(`/members/${user_id}`)).status, 200);
    t.match(await weak.post('/members', { email: 'b@example.com' }), forbidden);
    t.match(await weak.call('PATCH', `/members/${user_id}`, { permission: 'admin' }), forbidden);
    t.match(await weak.call('DELETE', `/members/${user_id}`), forbidden);
  }
  t.match(await (await project.as('ingest')).get('/members'), forbidden);
});
