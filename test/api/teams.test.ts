import t from 'tap';
import type { TeamFull } from '../../src/domains/teams/schema.ts';
import { startApi, type TestProject, unknownId } from '../support/api.ts';

const api = await startApi(t);
const notFound = { status: 404, body: { error: { code: 'not_found', parameter: 'team_id' } } };

async function member(project: TestProject, email: string): Promise<string> {
  return (await project.post('/members', { email })).body.user_id;
}

async function everyone(project: TestProject) {
  return (await project.get('/teams')).body.find((team: { is_everyone: boolean }) => team.is_everyone);
}

const lists = {
  notify_emails: ['a@example.com', 'b@example.com'],
  team_chat_channels: ['https://chat.example.com/hook', '#ops'],
  community_chat_channels: ['https://community.example.com/1'],
  phone_numbers: ['+49 30 1234'],
  pager_services: ['https://events.example.com/key'],
};
const empty = {
  notify_emails: [],
  team_chat_channels: [],
  community_chat_channels: [],
  phone_numbers: [],
  pager_services: [],
};

t.test('a team reads back as it was written, field for field', async (t) => {
  const project = await api.project();
  const [bob, ada] = [await member(project, 'bob@example.com'), await member(project, 'ada@example.com')];
  const input = { name: 'Shop é', handle: 'shop-1', description: 'the shop\nteam', members: [bob, ada], ...lists };
  const created = await project.post('/teams', input);
  t.equal(created.status, 200);
  const { summary, members, ...targets } = created.body;
  t.match(summary, {
    name: 'Shop é',
    handle: 'shop-1',
    description: 'the shop\nteam',
    is_everyone: false,
    member_count: 2,
  });
  t.same(
    members,
    [
      { id: bob, email: 'bob@example.com' },
      { id: ada, email: 'ada@example.com' },
    ],
    'in the order given',
  );
  t.same(targets, lists);
  t.same((await project.get(`/teams/${summary.id}`)).body, created.body);
  t.same((await project.get('/teams')).body.at(-1), summary);

  const replaced = await project.call('PUT', `/teams/${summary.id}`, { name: 'Till', handle: 'till' });
  t.match(replaced.body, {
    summary: {
      id: summary.id,
      name: 'Till',
      handle: 'till',
      description: '',
      member_count: 0,
      created_at: summary.created_at,
    },
  });
  t.same(
    { ...replaced.body, summary: undefined },
    { summary: undefined, members: [], ...empty },
    'what PUT leaves out is emptied',
  );
  t.same((await project.get(`/teams/${summary.id}`)).body, replaced.body);

  t.equal((await project.call('DELETE', `/teams/${summary.id}`)).status, 200);
  t.match(await project.get(`/teams/${summary.id}`), notFound);
  t.equal((await project.get('/teams')).body.length, 1);
  t.equal((await project.post('/teams', input)).status, 200, 'its handle is free again');
});

t.test('minimal input has its defaults', async (t) => {
  const project = await api.project();
  const { body } = await project.post('/teams', { name: 'A', handle: 'a' });
  t.match(body, { summary: { description: '', member_count: 0 }, members: [] });
  t.same({ ...empty }, { ...empty, ...Object.fromEntries(Object.keys(empty).map((key) => [key, body[key]])) });
});

t.test('PATCH changes one field and no other, null clears', async (t) => {
  const project = await api.project();
  const [ada, bob] = [await member(project, 'ada@example.com'), await member(project, 'bob@example.com')];
  const input = { name: 'A', handle: 'a', description: 'x', members: [ada], ...lists };
  const { body: before } = await project.post('/teams', input);
  const path = `/teams/${before.summary.id}`;
  const changes: Record<string, unknown> = {
    name: 'B',
    handle: 'b',
    description: 'y',
    members: [bob, ada],
    notify_emails: ['c@example.com'],
    team_chat_channels: ['c'],
    community_chat_channels: [],
    phone_numbers: ['1', '2'],
    pager_services: ['p'],
  };
  const expected: Record<string, unknown> = { ...input };
  const shown = (body: TeamFull) => ({
    name: body.summary.name,
    handle: body.summary.handle,
    description: body.summary.description,
    members: body.members.map((one: { id: string }) => one.id),
    ...Object.fromEntries(Object.keys(lists).map((key) => [key, body[key as keyof typeof lists]])),
  });
  for (const [field, value] of Object.entries(changes)) {
    const { status, body } = await project.call('PATCH', path, { [field]: value });
    t.equal(status, 200);
    expected[field] = value;
    t.same(shown(body), expected, field);
    t.same((await project.get(path)).body, body);
  }
  for (const field of Object.keys(changes)) {
    const answer = await project.call('PATCH', path, { [field]: null });
    if (field === 'name' || field === 'handle') {
      t.match(answer, { status: 400, body: { error: { code: 'invalid_body', details: [{ path: field }] } } });
      continue;
    }
    expected[field] = field === 'description' ? '' : [];
    t.same(shown(answer.body), expected, `${field}: null`);
  }
  t.same(shown((await project.call('PATCH', path, {})).body), expected, 'an empty patch changes nothing');
});

t.test('each fault of a body is said with its path', async (t) => {
  const project = await api.project();
  const other = await api.project();
  const stranger = await member(other, 'eve@example.com');
  const { body: mine } = await project.post('/teams', { name: 'Mine', handle: 'mine' });
  const good = { name: 'A', handle: 'a' };
  const cases: [body: unknown, path: string][] = [
    [{ handle: 'a' }, 'name'],
    [{ name: 'A' }, 'handle'],
    [{ ...good, name: ' ' }, 'name'],
    [{ ...good, name: 'x'.repeat(301) }, 'name'],
    [{ ...good, name: 1 }, 'name'],
    [{ ...good, handle: '' }, 'handle'],
    [{ ...good, handle: 'A' }, 'handle'],
    [{ ...good, handle: 'a b' }, 'handle'],
    [{ ...good, handle: '@a' }, 'handle'],
    [{ ...good, handle: 'a\n' }, 'handle'],
    [{ ...good, handle: 'x'.repeat(41) }, 'handle'],
    [{ ...good, members: ['nonsense'] }, 'members[0]'],
    [{ ...good, members: [unknownId] }, 'members[0]'],
    [{ ...good, members: [stranger] }, 'members[0]'],
    [{ ...good, members: 'x' }, 'members'],
    [{ ...good, notify_emails: ['a@example.com', 'nonsense'] }, 'notify_emails[1]'],
    [{ ...good, team_chat_channels: [''] }, 'team_chat_channels[0]'],
    [{ ...good, phone_numbers: [1] }, 'phone_numbers[0]'],
    [{ ...good, pager_services: Array.from({ length: 101 }, () => 'x') }, 'pager_services'],
    [{ ...good, is_everyone: true }, 'is_everyone'],
    [{ ...good, descriptoin: '' }, 'descriptoin'],
  ];
  for (const [body, path] of cases) {
    const refused = { status: 400, body: { error: { code: 'invalid_body', parameter: 'body', details: [{ path }] } } };
    t.match(await project.post('/teams', body), refused, `POST ${JSON.stringify(body).slice(0, 80)}`);
    t.match(await project.call('PUT', `/teams/${mine.summary.id}`, body), refused, 'PUT');
    if (!['handle', 'name'].includes(path) || Object.keys(body as object).length > 1) {
      t.match(await project.call('PATCH', `/teams/${mine.summary.id}`, body), refused, 'PATCH');
    }
  }
  t.match(await project.post('/teams', { ...good, descriptoin: '' }), {
    body: { error: { suggestion: 'description' } },
  });
  t.same((await project.get(`/teams/${mine.summary.id}`)).body, mine);
  t.equal((await project.get('/teams')).body.length, 2);
});

t.test(
  'teams and members go while others are at what names them: nobody is refused, and nothing names what is gone',
  async (t) => {
    const project = await api.project();
    const monitor = {
      query: 'level == "ERROR"',
      alert_threshold: 1,
      trigger_less_than: false,
      check_interval_mins: 1,
      time_window_mins: 5,
      emails: [],
      team_chat_channels: [],
    };
    const statuses = new Set<number>();
    for (let round = 0; round < 15; round++) {
      const users = await Promise.all([0, 1, 2].map((n) => member(project, `at-once-${round}-${n}@example.com`)));
      const stays = await project.post('/teams', { name: 'Stays', handle: `stays-${round}`, members: users });
      const teams: string[] = [];
      for (const n of [0, 1]) {
        const { body } = await project.post('/teams', { name: 'Goes', handle: `goes-${round}-${n}`, members: users });
        teams.push(body.summary.id);
      }
      const dashboards = [teams, teams.toReversed()].map((named) =>
        project.post('/dashboards', { title: 'd', teams: named }),
      );
      const monitors = [teams, teams.toReversed()].map((named) =>
        project.post('/monitors', { ...monitor, title: 'm', teams: named }),
      );
      const dashboardIds = (await Promise.all(dashboards)).map(({ body }) => body.summary.id);
      const monitorIds = (await Promise.all(monitors)).map(({ body }) => body.id);
      const answers = await Promise.all([
        project.post('/teams/bulk', { action: 'delete', ids: teams }),
        project.post('/monitors/bulk', { action: 'mute', ids: monitorIds }),
        ...monitorIds.map((id) => project.call('PATCH', `/monitors/${id}`, { message: `round ${round}` })),
        ...dashboardIds.map((id) => project.call('PATCH', `/dashboards/${id}`, { tags: [`round ${round}`] })),
        ...dashboardIds.map((id) => project.post(`/dashboards/${id}/duplicate`)),
        project.call('PATCH', `/teams/${stays.body.summary.id}`, { description: `round ${round}` }),
        ...users.map((id) => project.call('DELETE', `/members/${id}`)),
      ]);
      for (const { status } of answers) statuses.add(status);
      t.same((await project.get(`/teams/${stays.body.summary.id}`)).body.members, []);
    }
    t.same([...statuses], [200]);
    const named = [...(await project.get('/dashboards')).body, ...(await project.get('/monitors')).body];
    t.equal(named.length, 15 * 6);
    t.same([...new Set(named.flatMap(({ teams }: { teams: string[] }) => teams))], []);
  },
);

t.test('a handle belongs to one team of a project, also when twenty want it at once', async (t) => {
  const project = await api.project();
  const other = await api.project();
  const conflict = {
    status: 400,
    body: { error: { code: 'conflict', parameter: 'body', details: [{ path: 'handle' }] } },
  };
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => project.post('/teams', { name: `T${index}`, handle: 'one' })),
  );
  t.equal(answers.filter(({ status }) => status === 200).length, 1);
  for (const answer of answers) if (answer.status !== 200) t.match(answer, conflict);
  const { body } = await project.post('/teams', { name: 'Two', handle: 'two' });
  t.match(await project.call('PATCH', `/teams/${body.summary.id}`, { handle: 'one' }), conflict);
  t.match(await project.call('PUT', `/teams/${body.summary.id}`, { name: 'Two', handle: 'one' }), conflict);
  t.match(await project.post('/teams', { name: 'E', handle: 'everyone' }), conflict);
  t.equal(
    (await project.call('PUT', `/teams/${body.summary.id}`, { name: 'Two', handle: 'two' })).status,
    200,
    'its own is free to it',
  );
  t.equal((await other.post('/teams', { name: 'One', handle: 'one' })).status, 200);
});

t.test('everyone’s team is all members, and cannot be changed', async (t) => {
  const project = await api.project();
  const team = await everyone(project);
  t.match(team, { name: '@everyone', handle: 'everyone', member_count: 0 });
  const ada = await member(project, 'ada@example.com');
  await member(project, 'bob@example.com');
  t.match((await project.get(`/teams/${team.id}`)).body, {
    summary: { id: team.id, member_count: 2 },
    members: [{ email: 'ada@example.com' }, { email: 'bob@example.com' }],
  });
  await project.call('DELETE', `/members/${ada}`);
  t.equal((await everyone(project)).member_count, 1);
  const conflict = { status: 400, body: { error: { code: 'conflict' } } };
  t.match(await project.call('PUT', `/teams/${team.id}`, { name: 'X', handle: 'x' }), conflict);
  t.match(await project.call('PATCH', `/teams/${team.id}`, { name: 'X' }), conflict);
  t.match(await project.call('DELETE', `/teams/${team.id}`), conflict);
  t.match(await project.post('/teams/bulk', { action: 'delete', ids: [team.id] }), {
    status: 200,
    body: { succeeded: [], failed: [{ id: team.id, code: 'conflict' }] },
  });
});

t.test('who leaves the project leaves its teams; a repeated member counts once', async (t) => {
  const project = await api.project();
  const [ada, bob] = [await member(project, 'ada@example.com'), await member(project, 'bob@example.com')];
  const { body } = await project.post('/teams', {
    name: 'A',
    handle: 'a',
    members: [ada, bob, ada.toUpperCase(), ada],
  });
  t.same(
    body.members.map(({ id }: { id: string }) => id),
    [ada, bob],
  );
  await project.call('DELETE', `/members/${ada}`);
  t.match((await project.get(`/teams/${body.summary.id}`)).body, {
    summary: { member_count: 1 },
    members: [{ id: bob }],
  });
});

t.test('a team that was deleted is there for no operation', async (t) => {
  const project = await api.project();
  const { body: gone } = await project.post('/teams', { name: 'Gone', handle: 'gone' });
  await project.call('DELETE', `/teams/${gone.summary.id}`);
  for (const [method, body] of [
    ['GET'],
    ['PUT', { name: 'X', handle: 'x' }],
    ['PATCH', { name: 'X' }],
    ['DELETE'],
  ] as const)
    t.match(await project.call(method, `/teams/${gone.summary.id}`, body), notFound, method);
});

t.test('bulk judges each id on its own', async (t) => {
  const project = await api.project();
  const other = await api.project();
  const create = async (of: TestProject, handle: string) =>
    (await of.post('/teams', { name: handle, handle })).body.summary.id as string;
  const [a, b, kept, foreign] = [
    await create(project, 'a'),
    await create(project, 'b'),
    await create(project, 'c'),
    await create(other, 'a'),
  ];
  const { body } = await project.post('/teams/bulk', {
    action: 'delete',
    ids: [a, foreign, unknownId, 'nonsense', b, a],
  });
  t.same(body.succeeded, [a, b]);
  t.same(
    body.failed.map(({ id, code }: { id: string; code: string }) => [id, code]),
    [
      [foreign, 'not_found'],
      [unknownId, 'not_found'],
      ['nonsense', 'not_found'],
    ],
  );
  t.equal(new Set(body.failed.map(({ error }: { error: string }) => error)).size, 1, 'the three cannot be told apart');
  t.same((await project.get('/teams')).body.map(({ id }: { id: string }) => id).slice(1), [kept]);
  t.equal((await other.get(`/teams/${foreign}`)).status, 200);
  t.same((await project.post('/teams/bulk', { action: 'delete', ids: [a] })).body.succeeded, []);
  for (const [bad, path] of [
    [{ action: 'mute', ids: [a] }, 'action'],
    [{ action: 'delete', ids: [] }, 'ids'],
    [{ action: 'delete' }, 'ids'],
    [{ action: 'delete', ids: [1] }, 'ids[0]'],
    [{ action: 'delete', ids: Array.from({ length: 1001 }, () => a) }, 'ids'],
    [{ action: 'delete', ids: [a], duration_minutes: 5 }, 'duration_minutes'],
  ] as const) {
    t.match(await project.post('/teams/bulk', bad), {
      status: 400,
      body: { error: { code: 'invalid_body', parameter: 'body', details: [{ path }] } },
    });
  }
});

t.test('view reads teams, only admin changes them', async (t) => {
  const project = await api.project();
  const { id } = await everyone(project);
  const forbidden = { status: 403, body: { error: { code: 'forbidden' } } };
  const weak = await project.as('edit');
  t.equal((await weak.get('/teams')).status, 200);
  t.equal((await weak.get(`/teams/${id}`)).status, 200);
  t.match(await weak.post('/teams', { name: 'A', handle: 'a' }), forbidden);
  t.match(await weak.call('PUT', `/teams/${id}`, { name: 'A', handle: 'a' }), forbidden);
  t.match(await weak.call('PATCH', `/teams/${id}`, {}), forbidden);
  t.match(await weak.call('DELETE', `/teams/${id}`), forbidden);
  t.match(await weak.post('/teams/bulk', { action: 'delete', ids: [id] }), forbidden);
});
