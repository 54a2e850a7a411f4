import t from 'tap';
import { startApi, type TestProject, unknownId } from '../support/api.ts';
import { untilWaiting } from '../support/locks.ts';
import { cpuMs } from '../support/turns.ts';

const api = await startApi(t);

const query = 'kind == "server" | summarize count() by bin_auto(timestamp)';
const layout = { x: 0, y: 0, w: 6, h: 4 };

/** Every field the API knows, and some that it does not. */
const everything = {
  title: 'Checkout',
  tags: ['shop', 'prod'],
  teams: [] as string[],
  file_path: 'shop/checkout.yaml',
  schema: {
    title: 'Checkout, inside',
    description: 'All of it',
    icon: 'cart',
    refresh_interval: '30s',
    time_range: { since: '6h' },
    constants: [
      { key: 'top', query: 'summarize count() by service | top 5 by count_' },
      { key: 'zone', value: ['a', 'b'], note: 'kept' },
    ],
    variables: [
      { key: 'service', title: 'Service', type: 'facet', field: 'service', multi: true, value: ['api', 'web'] },
      { key: 'env', type: 'values', required: true, options: [['prod', 'Production'], ['dev']], value: 'prod' },
      {
        key: 'route',
        type: 'query',
        query: 'distinct attributes.http.route',
        depends_on: ['service'],
        extra: { a: 1 },
      },
    ],
    tabs: [
      {
        name: 'Latency and errors',
        icon: 'clock',
        requires: 'service',
        widgets: [{ id: 'p95', type: 'timeseries_line', title: 'p95', query, unit: 'ns', layout }],
        hidden: false,
      },
    ],
    widgets: [
      {
        id: 'all',
        type: 'group',
        title: 'All',
        children: [
          {
            id: 'requests',
            type: 'timeseries',
            title: 'Requests',
            subtitle: 'per minute',
            description: 'how many',
            icon: 'bolt',
            queries: [
              { query, label: 'all' },
              { query: 'errors == true | summarize count() by bin_auto(timestamp)', label: 'failed', color: 'red' },
            ],
            unit: 'req',
            layout,
            summarize_by: 'sum',
            legend: { show: true, position: 'bottom' },
            thresholds: { alert: 10.5, warning: 5, note: 'kept' },
            'custom-key': [null, { deep: [1, 2.5, -0.125, 1e21, 'ünï'] }],
          },
          { id: 'table', type: 'table', query: 'take 5', columns: ['service', { field: 'duration', title: 'ms' }] },
        ],
      },
      { id: 'note', type: 'markdown', title: 'Note', html: '<b>read me</b>' },
    ],
    theme: { dark: true },
  },
};

async function made(project: TestProject, body: object = { title: 'Board' }): Promise<string> {
  const answer = await project.post('/dashboards', body);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.summary.id as string;
}

t.test('what is written is what is read, field by field', async (t) => {
  const a = await api.project();
  const { body } = await a.post('/dashboards', everything);
  const { summary, schema } = body;
  const { title, tags, teams, file_path } = everything;
  t.match(summary, { title, tags, teams, file_path, starred: false });
  t.same(schema, everything.schema, 'the schema, with the keys we do not know');
  t.same(
    JSON.stringify(schema.widgets[0].children[0]['custom-key']),
    JSON.stringify(everything.schema.widgets[0]?.children?.[0]?.['custom-key']),
  );
  t.same((await a.get(`/dashboards/${summary.id}`)).body, body, 'get');
  t.same((await a.get('/dashboards')).body, [summary], 'list');
  const document = (await a.get(`/dashboards/${summary.id}/yaml`)).body;
  t.same(document, everything, 'yaml as JSON');
  const again = await a.post('/dashboards/apply', document);
  t.same(again.body, body, 'apply of what yaml gave changes nothing, not even the time');
  const replaced = await a.call('PUT', `/dashboards/${summary.id}`, document);
  t.same(replaced.body.schema, schema, 'put of what yaml gave');
});

t.test('what is left out is empty, and ids are given', async (t) => {
  const a = await api.project();
  const bare = await a.post('/dashboards', { title: '  Bare  ' });
  t.match(bare.body.summary, { title: 'Bare', tags: [], teams: [], starred: false });
  t.notOk('file_path' in bare.body.summary);
  t.same(bare.body.schema, { constants: [], variables: [], tabs: [], widgets: [] });
  const named = await a.post('/dashboards', {
    title: 'Ids',
    schema: {
      widgets: [
        { type: 'stat', title: 'Error Rate (%)' },
        { type: 'stat', title: 'Error rate' },
        { type: 'stat', title: 'error-rate' },
        { type: 'stat' },
        { type: 'group', title: 'Größe', children: [{ type: 'stat' }, { id: 'stat-2', type: 'stat' }] },
      ],
      tabs: [{ name: 'Two', widgets: [{ type: 'stat', title: 'Error rate' }] }],
    },
  });
  const { widgets, tabs } = named.body.schema;
  t.same(
    widgets.map(({ id }: { id: string }) => id),
    ['error-rate', 'error-rate-2', 'error-rate-3', 'stat', 'größe'],
  );
  t.same(
    widgets[4].children.map(({ id }: { id: string }) => id),
    ['stat-3', 'stat-2'],
  );
  t.equal(tabs[0].widgets[0].id, 'error-rate-4');
});

function manyOfOneName(groupLength: number): object[] {
  const children = Array.from({ length: groupLength }, () => ({ type: 'stat' }));
  return Array.from({ length: 150 }, () => ({ type: 'group', children }));
}

t.test('thousands of widgets of one name are refused in no time', async (t) => {
  const a = await api.project();
  const before = process.cpuUsage();
  const answer = await a.call('POST', '/dashboards', { title: 'T', schema: { widgets: manyOfOneName(150) } });
  t.match(answer, { status: 400, body: { error: { message: /has 22650 widgets; at most 300/ } } });
  t.ok(cpuMs(before) < 5_000, 'with each counted from the first it is minutes');
});

t.test('a body that is not a dashboard is refused, with the place of each fault', async (t) => {
  const a = await api.project();
  const id = await made(a);
  const b = await api.project();
  const foreignTeam = (await b.post('/teams', { name: 'Theirs', handle: 'theirs' })).body.summary.id as string;
  const widget = (fields: object) => ({ title: 'T', schema: { widgets: [{ type: 'stat', ...fields }] } });
  const cases: [string, unknown, string][] = [
    ['no title', {}, 'title'],
    ['empty title', { title: ' ' }, 'title'],
    ['title too long', { title: 'x'.repeat(301) }, 'title'],
    ['title of another type', { title: 5 }, 'title'],
    ['unknown field', { title: 'T', tagz: [] }, 'tagz'],
    ['tags no list', { title: 'T', tags: 'a' }, 'tags'],
    ['empty tag', { title: 'T', tags: [''] }, 'tags[0]'],
    ['team no uuid', { title: 'T', teams: ['x'] }, 'teams[0]'],
    ['unknown team', { title: 'T', teams: [unknownId] }, 'teams[0]'],
    ['another project’s team', { title: 'T', teams: [foreignTeam] }, 'teams[0]'],
    ['query that cannot be read', widget({ query: 'level = "ERROR"' }), 'schema.widgets[0].query'],
    [
      'one of several',
      widget({ queries: [{ query: 'take 1' }, { query: '| |' }] }),
      'schema.widgets[0].queries[1].query',
    ],
    [
      'query of a child',
      widget({ type: 'group', children: [{ type: 'stat', query: 'cuont()' }] }),
      'schema.widgets[0].children[0].query',
    ],
    [
      'several queries of a list',
      widget({ type: 'list', queries: [{ query: 'take 1' }, { query: 'take 2' }] }),
      'schema.widgets[0].queries',
    ],
    ['unknown placeholder', widget({ query: 'service == {{var-nope}}' }), 'schema.widgets[0].query'],
    ['and in a text', widget({ query: 'service == "{{var-nope}}"' }), 'schema.widgets[0].query'],
    ['SQL that is no SELECT', widget({ sql: 'DROP TABLE events' }), 'schema.widgets[0].sql'],
    ['SQL of another table', widget({ sql: 'SELECT * FROM system.users' }), 'schema.widgets[0].sql'],
    ['SQL with settings', widget({ sql: 'SELECT 1 SETTINGS readonly = 0' }), 'schema.widgets[0].sql'],
    ['SQL with an unknown placeholder', widget({ sql: 'SELECT {{var-nope}}' }), 'schema.widgets[0].sql'],
    [
      'variable with a bad query',
      { title: 'T', schema: { variables: [{ key: 'k', type: 'query', query: '(' }] } },
      'schema.variables[0].query',
    ],
    [
      'constant with a bad query',
      { title: 'T', schema: { constants: [{ key: 'k', query: '(' }] } },
      'schema.constants[0].query',
    ],
    ['empty path', { title: 'T', file_path: '' }, 'file_path'],
    ['path that climbs', { title: 'T', file_path: 'a/../../b.yaml' }, 'file_path'],
    ['schema no object', { title: 'T', schema: [] }, 'schema'],
    ['widgets no list', { title: 'T', schema: { widgets: {} } }, 'schema.widgets'],
    ['unknown widget type', widget({ type: 'gauge' }), 'schema.widgets[0].type'],
    ['no widget type', { title: 'T', schema: { widgets: [{ title: 'x' }] } }, 'schema.widgets[0].type'],
    ['empty widget id', widget({ id: '' }), 'schema.widgets[0].id'],
    ['layout too wide', widget({ layout: { x: 6, y: 0, w: 7, h: 1 } }), 'schema.widgets[0].layout.w'],
    ['layout of fractions', widget({ layout: { x: 0.5, y: 0, w: 1, h: 1 } }), 'schema.widgets[0].layout.x'],
    ['layout without h', widget({ layout: { x: 0, y: 0, w: 1 } }), 'schema.widgets[0].layout.h'],
    ['two sources', widget({ query, sql: 'select 1' }), 'schema.widgets[0]'],
    ['queries no list', widget({ queries: query }), 'schema.widgets[0].queries'],
    ['threshold no number', widget({ thresholds: { alert: '5' } }), 'schema.widgets[0].thresholds.alert'],
    ['children of no group', widget({ children: [{ type: 'stat' }] }), 'schema.widgets[0].children'],
    [
      'bad child',
      widget({ type: 'group', children: [{ type: 'group', children: [{ type: 'x' }] }] }),
      'schema.widgets[0].children[0].children[0].type',
    ],
    [
      'two of one id',
      {
        title: 'T',
        schema: { widgets: [{ id: 'a', type: 'stat' }], tabs: [{ name: 'x', widgets: [{ id: 'a', type: 'stat' }] }] },
      },
      'schema.tabs[0].widgets[0].id',
    ],
    [
      'groups too deep',
      {
        title: 'T',
        schema: {
          widgets: [
            Array.from({ length: 5 }).reduce((inner) => ({ type: 'group', children: [inner] }), { type: 'stat' }),
          ],
        },
      },
      'schema.widgets[0].children[0].children[0].children[0].children[0]',
    ],
    [
      'too many widgets',
      { title: 'T', schema: { widgets: Array.from({ length: 301 }, () => ({ type: 'stat' })) } },
      'schema.widgets',
    ],
    ['too many widgets in groups', { title: 'T', schema: { widgets: manyOfOneName(2) } }, 'schema'],
    ['tab without a name', { title: 'T', schema: { tabs: [{}] } }, 'schema.tabs[0].name'],
    ['two tabs of one name', { title: 'T', schema: { tabs: [{ name: 'x' }, { name: 'x' }] } }, 'schema.tabs[1].name'],
    [
      'tab that needs what is not there',
      { title: 'T', schema: { tabs: [{ name: 'x', requires: 'y' }] } },
      'schema.tabs[0].requires',
    ],
    [
      'tab that needs more than there can be',
      { title: 'T', schema: { tabs: [{ name: 'x', requires: Array.from({ length: 101 }, () => 'y') }] } },
      'schema.tabs[0].requires',
    ],
    ...(
      [
        [{ type: 'values' }, '.key'],
        [{ key: '1st', type: 'values' }, '.key'],
        [{ key: 'k', type: 'magic' }, '.type'],
        [{ key: 'k', type: 'query' }, '.query'],
        [{ key: 'k', type: 'facet' }, '.field'],
        [{ key: 'k', type: 'values', value: ['a'] }, '.value'],
        [{ key: 'k', type: 'values', depends_on: 'z' }, '.depends_on'],
        [{ key: 'k', type: 'values', options: [[]] }, '.options[0][0]'],
      ] as const
    ).map(([variable, path]): [string, unknown, string] => [
      `variable ${JSON.stringify(variable)}`,
      { title: 'T', schema: { variables: [variable] } },
      `schema.variables[0]${path}`,
    ]),
    [
      'two variables of one key',
      {
        title: 'T',
        schema: {
          variables: [
            { key: 'k', type: 'values' },
            { key: 'k', type: 'values' },
          ],
        },
      },
      'schema.variables[1].key',
    ],
    ['constant of nothing', { title: 'T', schema: { constants: [{ key: 'k' }] } }, 'schema.constants[0]'],
    [
      'constant of both',
      { title: 'T', schema: { constants: [{ key: 'k', value: 1, query: 'take 1' }] } },
      'schema.constants[0]',
    ],
    ['bad since', { title: 'T', schema: { time_range: { since: 'often' } } }, 'schema.time_range.since'],
    ['from after to', { title: 'T', schema: { time_range: { from: 'now', to: 'now-1h' } } }, 'schema.time_range.from'],
    ['since and from', { title: 'T', schema: { time_range: { since: '1h', from: 'now' } } }, 'schema.time_range.since'],
    ['no object', [], ''],
    ['not JSON', '{"title": ', ''],
  ];
  for (const [name, body, path] of cases) {
    for (const [method, url] of [
      ['POST', '/dashboards'],
      ['POST', '/dashboards/apply'],
      ['PUT', `/dashboards/${id}`],
    ] as const) {
      const { status, body: answer } = await a.call(method, url, body);
      t.equal(status, 400, `${name}: ${method} ${url}`);
      t.match(answer.error, { code: 'invalid_body', parameter: 'body' }, name);
      if (path !== '')
        t.ok(
          answer.error.details.some((one: { path: string }) => one.path === path),
          `${name} at ${path}: ${JSON.stringify(answer.error.details)}`,
        );
    }
    const patched = await a.call('PATCH', `/dashboards/${id}`, body);
    if (name !== 'no title') t.equal(patched.status, 400, `${name}: PATCH`);
  }
  t.match((await a.get(`/dashboards/${id}`)).body.summary, { title: 'Board' }, 'nothing of it was written');
  t.equal((await a.get('/dashboards')).body.length, 1);
});

t.test('where a value may have several shapes, a fault names them', async (t) => {
  const project = await api.project();
  const id = await made(project);
  const schema = {
    refresh_interval: true,
    variables: [{ key: 'a', type: 'values', value: {} }],
    widgets: [{ type: 'table', columns: [5] }],
  };
  t.same((await project.post('/dashboards', { title: 'T', schema })).body.error.details, [
    { path: 'schema.refresh_interval', message: 'must be a string or a number' },
    { path: 'schema.variables[0].value', message: 'must be a string or a number or a boolean or an array' },
    { path: 'schema.widgets[0].columns[0]', message: 'must be a string or an object' },
  ]);
  const put = async (body?: unknown) =>
    (await project.call('PUT', `/dashboards/${id}/widgets`, body)).body.error.message;
  t.equal(await put(5), 'The body must be an object or an array.');
  t.equal(await put(), 'The body is required.');
});

t.test('PUT replaces all, PATCH what it names, null clears what may be cleared', async (t) => {
  const a = await api.project();
  const id = await made(a, everything);
  const patch = async (body: object) => (await a.call('PATCH', `/dashboards/${id}`, body)).body;
  t.match((await patch({})).summary, { title: 'Checkout', file_path: everything.file_path });
  t.match((await patch({ title: 'New' })).summary, { title: 'New', tags: everything.tags });
  t.same((await patch({ tags: null })).summary.tags, []);
  t.same((await patch({ tags: ['x'] })).summary.tags, ['x']);
  t.same((await patch({ teams: null })).summary.teams, []);
  t.notOk('file_path' in (await patch({ file_path: null })).summary);
  t.equal((await patch({ file_path: 'b.yaml' })).summary.file_path, 'b.yaml');
  t.same((await patch({ title: 'Newer' })).schema, everything.schema, 'the schema stays');
  t.same((await patch({ schema: { widgets: [{ id: 'w', type: 'stat' }] } })).schema.variables, []);
  t.same((await patch({ schema: null })).schema.widgets, []);
  t.equal((await a.call('PATCH', `/dashboards/${id}`, { title: null })).status, 400, 'a title cannot be cleared');
  await patch({ tags: ['x'], file_path: 'c.yaml' });
  const put = await a.call('PUT', `/dashboards/${id}`, { title: 'Put' });
  t.match(put.body.summary, { id, title: 'Put', tags: [], teams: [] });
  t.notOk('file_path' in put.body.summary);
  t.same((await a.get(`/dashboards/${id}`)).body, put.body);
});

t.test('teams are teams of this project; a list can be filtered by them', async (t) => {
  const a = await api.project();
  const team = (await a.post('/teams', { name: 'Shop', handle: 'shop' })).body.summary.id as string;
  const id = await made(a, { title: 'Teamed', teams: [team] });
  await made(a, { title: 'Other' });
  t.same((await a.get(`/dashboards/${id}`)).body.summary.teams, [team]);
  const titles = (await a.get(`/dashboards?team_id=${team}`)).body.map((one: { title: string }) => one.title);
  t.same(titles, ['Teamed']);
  await a.call('DELETE', `/teams/${team}`);
  const document = (await a.get(`/dashboards/${id}/yaml`)).body;
  t.same(document.teams, [], 'a deleted team is named no more');
  t.equal((await a.call('PUT', `/dashboards/${id}`, document)).status, 200, 'what was read can be written back');
  t.equal((await a.post(`/dashboards/${id}/duplicate`)).status, 200, 'and copied');
  t.equal((await a.post('/dashboards', { title: 'New', teams: [team] })).status, 400, 'and not named anew');
});

t.test('a team is named in either case, and however often, once', async (t) => {
  const a = await api.project();
  const [{ id }] = (await a.get('/teams')).body;
  const apply = () => a.post('/dashboards/apply', { title: 'T', teams: [id.toUpperCase(), id] });
  const { status, body } = await apply();
  t.equal(status, 200);
  t.same(body.summary.teams, [id]);
  t.same((await apply()).body, body, 'applied once more, nothing changes');
});

t.test('a team that is deleted while a dashboard is given it: nobody waits in a ring', async (t) => {
  const a = await api.project();
  const { id: team } = (await a.post('/teams', { name: 'T', handle: 't' })).body.summary;
  const { id: other } = (await a.post('/teams', { name: 'U', handle: 'u' })).body.summary;
  const { id } = (await a.post('/dashboards', { title: 'D', teams: [team] })).body.summary;
  const calls = await api.deps.sql.begin(async (tx) => {
    await tx`select 1 from dashboards where id = ${id} for update`;
    const put = a.call('PUT', `/dashboards/${id}`, { title: 'D', teams: [team, other] });
    await untilWaiting(api.deps.sql, 1);
    const gone = a.call('DELETE', `/teams/${team}`);
    await untilWaiting(api.deps.sql, 2);
    return { put, gone };
  });
  t.equal((await calls.put).status, 200);
  t.equal((await calls.gone).status, 200);
  t.same((await a.get(`/dashboards/${id}`)).body.summary.teams, [other]);
});

t.test('a team that is deleted while many dashboards of it are changed: nobody waits in a ring', async (t) => {
  const a = await api.project();
  const { id: team } = (await a.post('/teams', { name: 'T', handle: 't' })).body.summary;
  const ids: string[] = [];
  for (const title of ['1', '2']) ids.push((await a.post('/dashboards', { title, teams: [team] })).body.summary.id);
  // So that the first one is stored behind the second.
  await a.call('PATCH', `/dashboards/${ids[0]}`, { title: 'new' });
  const calls = await api.deps.sql.begin(async (tx) => {
    await tx`select 1 from dashboards where id = ${ids[0] ?? ''} for update`;
    const stars = a.post('/dashboards/bulk', { action: 'star', ids });
    await untilWaiting(api.deps.sql, 1);
    const gone = a.call('DELETE', `/teams/${team}`);
    await untilWaiting(api.deps.sql, 2);
    return { stars, gone };
  });
  t.match(await calls.stars, { status: 200, body: { succeeded: ids } });
  t.equal((await calls.gone).status, 200);
});

t.test('yaml: what is given is taken back, exactly', async (t) => {
  const a = await api.project();
  const b = await api.project();
  const id = await made(a, everything);
  const first = (await a.get(`/dashboards/${id}`)).body;
  for (const type of ['application/yaml', 'text/yaml']) {
    const { headers, text } = await a.call('GET', `/dashboards/${id}/yaml`, undefined, { accept: type });
    t.match(headers.get('content-type'), type);
    const same = await a.call('POST', '/dashboards/apply', text, { 'content-type': type });
    t.same(same.body, first, 'apply to itself');
    const other = await b.call('POST', '/dashboards/apply', text, { 'content-type': type });
    t.same(other.body.schema, first.schema, 'apply to another project');
    const again = await b.call('GET', `/dashboards/${other.body.summary.id}/yaml`, undefined, { accept: type });
    t.equal(again.text, text, 'the same text again');
    const put = await b.call('PUT', `/dashboards/${other.body.summary.id}`, text, { 'content-type': type });
    t.same(put.body.schema, first.schema);
  }
  for (const body of ['title: [', 'a: 1', '', '- x', 'title: &a [*a]'])
    t.equal(
      (await a.call('POST', '/dashboards/apply', body, { 'content-type': 'application/yaml' })).status,
      400,
      body,
    );
});

t.test('a file path belongs to one dashboard', async (t) => {
  const a = await api.project();
  const b = await api.project();
  const first = await made(a, { title: 'One', file_path: 'x.yaml' });
  const second = await made(a, { title: 'Two' });
  for (const { status, body } of [
    await a.post('/dashboards', { title: 'Three', file_path: 'x.yaml' }),
    await a.call('PUT', `/dashboards/${second}`, { title: 'Two', file_path: 'x.yaml' }),
    await a.call('PATCH', `/dashboards/${second}`, { file_path: 'x.yaml' }),
  ]) {
    t.equal(status, 400);
    t.match(body.error, { code: 'conflict', details: [{ path: 'file_path' }] });
  }
  t.equal((await b.post('/dashboards', { title: 'One', file_path: 'x.yaml' })).status, 200, 'in each project');
  t.equal((await a.call('PATCH', `/dashboards/${first}`, { file_path: 'x.yaml' })).status, 200, 'its own');
  await a.call('DELETE', `/dashboards/${first}`);
  t.equal((await a.call('PATCH', `/dashboards/${second}`, { file_path: 'x.yaml' })).status, 200, 'a deleted one’s');
});

t.test('apply finds by file path, else by title, else creates', async (t) => {
  const a = await api.project();
  const apply = async (body: object) => (await a.post('/dashboards/apply', body)).body.summary;
  const created = await apply({ title: 'A', file_path: 'a.yaml' });
  t.equal((await apply({ title: 'A renamed', file_path: 'a.yaml' })).id, created.id);
  const other = await apply({ title: 'A renamed', file_path: 'other.yaml' });
  t.not(other.id, created.id, 'the path decides, not the title');
  const byTitle = await apply({ title: 'A renamed', tags: ['t'] });
  t.match(byTitle, { id: created.id, tags: ['t'], file_path: 'a.yaml' }, 'the oldest of the title; it keeps its path');
  t.not((await apply({ title: 'a renamed' })).id, created.id, 'titles are told apart by case');
  const plain = (await a.post('/dashboards', { title: 'A renamed' })).body.summary;
  t.equal((await apply({ title: 'A renamed', tags: ['u'] })).id, plain.id, 'first among those without a path');
  await a.call('POST', `/dashboards/${created.id}/star`);
  t.equal((await apply({ title: 'A renamed', file_path: 'a.yaml' })).starred, true, 'a star stays');
  await a.call('DELETE', `/dashboards/${created.id}`);
  t.not((await apply({ title: 'B', file_path: 'a.yaml' })).id, created.id, 'a deleted one does not come back');
});

t.test('20 applies of one file path at once make one dashboard, 50 times over', async (t) => {
  const a = await api.project();
  for (let round = 0; round < 50; round++) {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        a.post('/dashboards/apply', { title: `T${index}`, file_path: `f${round}.yaml` }),
      ),
    );
    t.same([...new Set(answers.map(({ status }) => status))], [200]);
    if (new Set(answers.map(({ body }) => body.summary.id)).size !== 1) t.fail(`round ${round} made more than one`);
  }
  t.equal((await a.get('/dashboards')).body.length, 50);
  for (let round = 0; round < 5; round++)
    await Promise.all(Array.from({ length: 20 }, () => a.post('/dashboards/apply', { title: `by title ${round}` })));
  t.equal((await a.get('/dashboards')).body.length, 55, 'by title too');
});

t.test('of 20 edits of widgets at once none is lost', async (t) => {
  const a = await api.project();
  const id = await made(a, {
    title: 'Busy',
    schema: { widgets: Array.from({ length: 20 }, (_, n) => ({ id: `old${n}`, type: 'stat' })) },
  });
  const edits = Array.from({ length: 20 }, (_, n) => [
    a.call('PUT', `/dashboards/${id}/widgets`, { id: `new${n}`, type: 'stat', title: `N${n}` }),
    a.call('PATCH', `/dashboards/${id}/widgets/order`, { [`old${n}`]: { x: 0, y: n, w: 1, h: 1 } }),
    a.call('PATCH', `/dashboards/${id}`, { tags: [`t${n}`] }),
  ]).flat();
  t.same([...new Set((await Promise.all(edits)).map(({ status }) => status))], [200]);
  const { widgets } = (await a.get(`/dashboards/${id}`)).body.schema;
  const byId = new Map<string, { layout?: { y: number } }>(widgets.map((one: { id: string }) => [one.id, one]));
  t.equal(byId.size, 40);
  for (let n = 0; n < 20; n++) {
    t.ok(byId.has(`new${n}`));
    t.equal(byId.get(`old${n}`)?.layout?.y, n);
  }
  const deletes = Array.from({ length: 20 }, (_, n) => a.call('DELETE', `/dashboards/${id}/widgets/old${n}`));
  t.same([...new Set((await Promise.all(deletes)).map(({ status }) => status))], [200]);
  t.equal((await a.get(`/dashboards/${id}`)).body.schema.widgets.length, 20);
});

t.test('all queries of a dashboard that are none are told at once', async (t) => {
  const a = await api.project();
  const widgets = Array.from({ length: 60 }, () => ({ type: 'stat', query: 'where' }));
  const { body } = await a.post('/dashboards', { title: 'Wrong', schema: { widgets } });
  t.match(body.error, { code: 'invalid_body', parameter: 'body' });
  t.equal(body.error.details.length, 60);
});

t.test('all that is wrong beside the types of the fields is told at once', async (t) => {
  const a = await api.project();
  const id = await made(a);
  const widgets = [
    { id: 'a', type: 'stat', query: 'where' },
    { id: 'a', type: 'stat', sql: 'DROP TABLE events' },
  ];
  const schema = {
    variables: [{ key: 'k', type: 'query', query: '(' }],
    tabs: [{ name: 'x', requires: 'y' }],
    widgets,
  };
  const body = { title: 'Wrong', teams: [unknownId], schema };
  const inSchema = [
    'widgets[1].id',
    'tabs[0].requires',
    'variables[0].query',
    'widgets[0].query',
    'widgets[1].sql',
  ].map((path) => `schema.${path}`);
  const paths = async (method: 'POST' | 'PUT' | 'PATCH', path: string, sent: unknown) =>
    (await a.call(method, path, sent)).body.error.details.map((one: { path: string }) => one.path);
  for (const [method, path] of [
    ['POST', '/dashboards'],
    ['POST', '/dashboards/apply'],
    ['PUT', `/dashboards/${id}`],
    ['PATCH', `/dashboards/${id}`],
  ] as const)
    t.same(await paths(method, path, body), [...inSchema, 'teams[0]'], `${method} ${path}`);
  t.same(
    await paths('PUT', `/dashboards/${id}/widgets`, [
      { type: 'stat', tab: 'nope' },
      { type: 'stat', children: [{ type: 'stat', query: 'where' }] },
    ]),
    ['[0].tab', 'schema.widgets[1].children', '[1].children[0].query'],
  );
});

t.test('widgets are put until the dashboard has as many queries as may be written at once', async (t) => {
  const a = await api.project();
  const id = await made(a, { title: 'Many' });
  const widgets = (count: number) =>
    Array.from({ length: count }, () => ({ type: 'stat', queries: Array.from({ length: 20 }, () => ({ query: '' })) }));
  t.equal((await a.call('PUT', `/dashboards/${id}/widgets`, widgets(25))).status, 200);
  t.match((await a.call('PUT', `/dashboards/${id}/widgets`, { type: 'stat', query: '' })).body.error, {
    code: 'invalid_body',
    details: [{ path: 'schema', message: 'has 501 queries; at most 500 are allowed' }],
  });
  const { body } = await a.get(`/dashboards/${id}/yaml`);
  t.equal((await a.call('PUT', `/dashboards/${id}`, body)).status, 200, 'what is read can be written');
});

t.test('widgets are put, moved and deleted wherever they are', async (t) => {
  const a = await api.project();
  const id = await made(a, everything);
  const put = (body: unknown) => a.call('PUT', `/dashboards/${id}/widgets`, body);
  const one = await put({ id: 'requests', type: 'stat', title: 'Now a number' });
  t.same(one.body.schema.widgets[0].children[0], { id: 'requests', type: 'stat', title: 'Now a number' }, 'in a group');
  const inTab = await put([
    { id: 'p95', type: 'stat' },
    { type: 'stat', title: 'Fresh' },
  ]);
  t.same(inTab.body.schema.tabs[0].widgets, [{ id: 'p95', type: 'stat' }], 'in a tab');
  t.same(inTab.body.schema.widgets.at(-1), { id: 'fresh', type: 'stat', title: 'Fresh' }, 'new ones at the root');
  const bySlug = await put({ type: 'stat', title: 'Fresh', tab: 'latency-and-errors' });
  t.same(bySlug.body.schema.tabs[0].widgets.at(-1), { id: 'fresh-2', type: 'stat', title: 'Fresh' }, 'into a tab');
  const envelope = await put({
    tab: 'Latency and errors',
    widgets: [
      { id: 'e1', type: 'stat' },
      { id: 'p95', type: 'list' },
    ],
  });
  t.same(
    envelope.body.schema.tabs[0].widgets.map((w: { id: string; type: string }) => [w.id, w.type]),
    [
      ['p95', 'list'],
      ['fresh-2', 'stat'],
      ['e1', 'stat'],
    ],
  );
  t.same((await a.get(`/dashboards/${id}`)).body, envelope.body);
  for (const [name, body, path] of [
    ['unknown type', { id: 'x', type: 'gauge' }, 'type'],
    ['no type', { id: 'x' }, 'type'],
    ['unknown type in a list', [{ type: 'stat' }, { type: 'gauge' }], '[1].type'],
    ['unknown tab', { type: 'stat', tab: 'nope' }, 'tab'],
    ['unknown tab of a list', { tab: 'nope', widgets: [{ type: 'stat' }] }, 'widgets[0].tab'],
    ['tab no string', { type: 'stat', tab: 5 }, 'tab'],
    ['a bad query', { type: 'stat', query: 'level =' }, 'query'],
    [
      'a bad query of a child',
      [{ type: 'group', children: [{ type: 'stat', query: 'level =' }] }],
      '[0].children[0].query',
    ],
    ['empty list', [], ''],
    ['text', '"x"', ''],
    ['null', 'null', ''],
    [
      'an id twice',
      [
        { id: 'n', type: 'stat' },
        { id: 'n', type: 'stat' },
      ],
      '[1].id',
    ],
    ['a child with an id that is taken', { id: 'g', type: 'group', children: [{ id: 'note', type: 'stat' }] }, ''],
    ['too many', Array.from({ length: 301 }, () => ({ type: 'stat' })), ''],
  ] as const) {
    const { status, body: answer } = await put(body);
    t.equal(status, 400, name);
    t.match(answer.error, { code: 'invalid_body', parameter: 'body' }, name);
    if (path !== '') t.equal(answer.error.details?.[0]?.path, path, name);
  }
  const order = (body: unknown, tab?: string) =>
    a.call(
      'PATCH',
      `/dashboards/${id}/widgets/order${tab === undefined ? '' : `?tab=${encodeURIComponent(tab)}`}`,
      body,
    );
  const at = (y: number) => ({ x: 3, y, w: 4, h: 2 });
  t.equal((await order({ requests: at(1), p95: at(2), note: at(3) })).status, 200);
  t.equal((await order({ p95: at(7) }, 'Latency and errors')).status, 200);
  const moved = (await a.get(`/dashboards/${id}`)).body.schema;
  t.same(
    [moved.widgets[0].children[0].layout, moved.tabs[0].widgets[0].layout, moved.widgets[1].layout],
    [at(1), at(7), at(3)],
  );
  for (const [name, body, tab, parameter] of [
    ['unknown widget', { nope: at(1) }, undefined, 'body'],
    ['widget outside the tab', { note: at(1) }, 'latency-and-errors', 'body'],
    ['no position', { note: 5 }, undefined, 'body'],
    ['half a position', { note: { x: 1, y: 1 } }, undefined, 'body'],
    ['more than a position', { note: { ...at(1), z: 1 } }, undefined, 'body'],
    ['too wide', { note: { x: 11, y: 0, w: 2, h: 1 } }, undefined, 'body'],
    ['negative', { note: { x: -1, y: 0, w: 2, h: 1 } }, undefined, 'body'],
    ['list', [], undefined, 'body'],
    ['unknown tab', { note: at(1) }, 'nope', 'tab'],
  ] as const) {
    const { status, body: answer } = await order(body, tab);
    t.equal(status, 400, name);
    t.equal(answer.error.parameter, parameter, name);
  }
  t.same((await a.get(`/dashboards/${id}`)).body.schema, moved, 'what is refused changes nothing');
  for (const widget of ['requests', 'p95', 'note', encodeURIComponent('all')])
    t.equal((await a.call('DELETE', `/dashboards/${id}/widgets/${widget}`)).status, 200, widget);
  for (const widget of ['requests', 'table', 'all', 'nope'])
    t.match((await a.call('DELETE', `/dashboards/${id}/widgets/${widget}`)).body.error, {
      code: 'not_found',
      parameter: 'widget_id',
    });
});

t.test('lists are sorted and filtered as asked', async (t) => {
  const a = await api.project();
  const ids: Record<string, string> = {};
  for (const [minute, title] of ['beta', 'Alpha', 'gamma'].entries()) {
    api.clock.now = new Date(Date.UTC(2026, 0, 1, 0, minute));
    ids[title] = await made(a, { title });
  }
  api.clock.now = new Date(Date.UTC(2026, 0, 1, 1));
  await a.call('PATCH', `/dashboards/${ids['beta']}`, { tags: ['x'] });
  api.clock.now = undefined;
  const titles = async (sort?: string) =>
    (await a.get(`/dashboards${sort === undefined ? '' : `?sort=${sort}`}`)).body.map(
      (one: { title: string }) => one.title,
    );
  t.same(await titles(), ['beta', 'gamma', 'Alpha']);
  t.same(await titles('updated_at'), ['Alpha', 'gamma', 'beta']);
  t.same(await titles('created_at'), ['beta', 'Alpha', 'gamma']);
  t.same(await titles('-created_at'), ['gamma', 'Alpha', 'beta']);
  t.same(await titles('title'), ['Alpha', 'beta', 'gamma']);
  t.same(await titles('-title'), ['gamma', 'beta', 'Alpha']);
  await a.post(`/dashboards/${ids['gamma']}/star`);
  t.same(await titles(), ['gamma', 'beta', 'Alpha'], 'starred first');
  for (const [url, parameter] of [
    ['?sort=size', 'sort'],
    ['?sort=', 'sort'],
    ['?team_id=x', 'team_id'],
    ['?team_id=', 'team_id'],
    ['?team=x', 'team'],
    ['?sort=title&sort=title', 'sort'],
  ] as const) {
    const { status, body } = await a.get(`/dashboards${url}`);
    t.equal(status, 400, url);
    t.match(body.error, { code: 'invalid_parameter', parameter });
  }
  t.same((await a.get(`/dashboards?team_id=${unknownId}`)).body, []);
});

t.test('a title of characters of two halves gives ids and copies that are whole', async (t) => {
  const a = await api.project();
  const title = `a${'𝒜'.repeat(149)}`;
  const { status, body } = await a.post('/dashboards', { title, schema: { widgets: [{ type: 'markdown', title }] } });
  t.equal(status, 200);
  t.ok(body.schema.widgets[0].id.isWellFormed());
  const copy = (await a.post(`/dashboards/${body.summary.id}/duplicate`)).body.summary;
  t.match(copy.title, / \(copy\)$/);
  const document = (await a.get(`/dashboards/${copy.id}/yaml`)).body;
  t.equal((await a.post('/dashboards/apply', document)).status, 200, 'what yaml gave is taken back');
});

t.test('star, unstar, duplicate and delete', async (t) => {
  const a = await api.project();
  const id = await made(a, everything);
  const starred = await a.post(`/dashboards/${id}/star`);
  t.equal(starred.body.summary.starred, true);
  t.equal((await a.post(`/dashboards/${id}/star`)).status, 200, 'again');
  t.equal((await a.get(`/dashboards/${id}`)).body.summary.starred, true);
  const copy = (await a.post(`/dashboards/${id}/duplicate`)).body;
  t.match(copy.summary, { title: 'Checkout (copy)', tags: everything.tags, starred: false });
  t.notOk('file_path' in copy.summary);
  t.same(copy.schema, everything.schema);
  t.not(copy.summary.id, id);
  const long = await made(a, { title: '💡'.repeat(150) });
  t.match(
    (await a.post(`/dashboards/${long}/duplicate`)).body.summary.title,
    /^💡+ \(copy\)$/u,
    'a title has its limit',
  );
  const unstarred = await a.call('DELETE', `/dashboards/${id}/star`);
  t.same([unstarred.status, unstarred.text], [200, '']);
  t.equal((await a.call('DELETE', `/dashboards/${id}/star`)).status, 200, 'again');
  t.equal((await a.get(`/dashboards/${id}`)).body.summary.starred, false);
  const gone = await a.call('DELETE', `/dashboards/${id}`);
  t.same([gone.status, gone.text], [200, '']);
  t.equal((await a.call('DELETE', `/dashboards/${id}`)).status, 404);
  t.notOk((await a.get('/dashboards')).body.some((one: { id: string }) => one.id === id));
});

t.test('bulk judges each id on its own', async (t) => {
  const a = await api.project();
  const b = await api.project();
  const own = await made(a, { title: 'Own' });
  const deleted = await made(a);
  await a.call('DELETE', `/dashboards/${deleted}`);
  const foreign = await made(b, { title: 'Foreign' });
  const ids = [own, foreign, unknownId, deleted, 'no-uuid', own, own.toUpperCase()];
  for (const action of ['star', 'unstar', 'duplicate', 'delete']) {
    const { status, body } = await a.post('/dashboards/bulk', { action, ids });
    t.equal(status, 200, action);
    t.same(body.succeeded, [own], action);
    t.same(
      body.failed.map((one: { id: string; code: string }) => [one.id, one.code]),
      [foreign, unknownId, deleted, 'no-uuid'].map((id) => [id, 'not_found']),
      action,
    );
    if (action === 'star') t.equal((await a.get(`/dashboards/${own}`)).body.summary.starred, true);
    if (action === 'unstar') t.equal((await a.get(`/dashboards/${own}`)).body.summary.starred, false);
  }
  t.same(
    (await a.get('/dashboards')).body.map((one: { title: string }) => one.title),
    ['Own (copy)'],
  );
  t.match((await b.get(`/dashboards/${foreign}`)).body.summary, { title: 'Foreign', starred: false });
  for (const body of [
    { action: 'explode', ids: [own] },
    { action: 'delete', ids: [] },
    { action: 'delete' },
    { ids: [own] },
    { action: 'delete', ids: own },
    { action: 'delete', ids: Array.from({ length: 1001 }, () => own) },
    { action: 'star', ids: [own], duration_minutes: 5 },
    { action: 'star', ids: [own], also: 1 },
    [],
  ])
    t.match((await a.post('/dashboards/bulk', body)).body.error, { code: 'invalid_body', parameter: 'body' });
});

t.test('a dashboard that was deleted is like one that never was, to every operation', async (t) => {
  const a = await api.project();
  const deleted = await made(a);
  await a.call('DELETE', `/dashboards/${deleted}`);
  for (const [method, path, body] of [
    ['GET', ''],
    ['PUT', '', { title: 'X' }],
    ['PATCH', '', { title: 'X' }],
    ['DELETE', ''],
    ['GET', '/yaml'],
    ['POST', '/duplicate'],
    ['POST', '/star'],
    ['DELETE', '/star'],
    ['PUT', '/widgets', { type: 'stat' }],
    ['DELETE', '/widgets/note'],
    ['PATCH', '/widgets/order', { note: layout }],
  ] as const) {
    const [gone, never] = await Promise.all(
      [deleted, unknownId].map((id) => a.call(method, `/dashboards/${id}${path}`, body)),
    );
    t.match(gone, { status: 404, body: { error: { code: 'not_found', parameter: 'dashboard_id' } } });
    t.equal(gone?.body.error.message, never?.body.error.message, `${method} ${path}`);
  }
});

t.test('permissions: view reads, edit changes, nobody acts on another project', async (t) => {
  const a = await api.project();
  const b = await api.project();
  const id = await made(a, everything);
  const [view, edit, ingest] = [await a.as('view'), await a.as('edit'), await a.as('ingest')];
  const reads = [
    ['GET', '/dashboards'],
    ['GET', `/dashboards/${id}`],
    ['GET', `/dashboards/${id}/yaml`],
  ] as const;
  const writes = [
    ['POST', '/dashboards', { title: 'New' }],
    ['POST', '/dashboards/apply', { title: 'New' }],
    ['PUT', `/dashboards/${id}`, everything],
    ['PATCH', `/dashboards/${id}`, { tags: [] }],
    ['POST', `/dashboards/${id}/duplicate`],
    ['POST', `/dashboards/${id}/star`],
    ['DELETE', `/dashboards/${id}/star`],
    ['PUT', `/dashboards/${id}/widgets`, { id: 'more', type: 'stat' }],
    ['PATCH', `/dashboards/${id}/widgets/order`, { note: layout }],
    ['DELETE', `/dashboards/${id}/widgets/note`],
    ['POST', '/dashboards/bulk', { action: 'star', ids: [id] }],
    ['DELETE', `/dashboards/${id}`],
  ] as const;
  for (const [method, path] of reads) t.equal((await view.call(method, path)).status, 200, `view ${method} ${path}`);
  for (const [method, path, body] of writes)
    t.equal((await view.call(method, path, body)).status, 403, `view ${method} ${path}`);
  for (const [method, path, body] of [...reads, ...writes].map((one) => [...one, undefined] as const)) {
    t.equal((await ingest.call(method, path, body)).status, 403, `ingest ${method} ${path}`);
    const mixed = await a.call(method, path, body, { 'x-project-id': b.id });
    t.equal(mixed.status, 403, `key of one project, header of another: ${method} ${path}`);
    t.equal((await a.call(method, path, body, { authorization: 'Bearer x' })).status, 401, `no key: ${method} ${path}`);
  }
  for (const [method, path, body] of [...reads, ...writes].map((one) => [...one, undefined] as const))
    t.equal((await edit.call(method, path, body)).status, 200, `edit ${method} ${path}`);
});

t.test('each change is in the audit log, with what was and what is', async (t) => {
  const a = await api.project();
  const id = await made(a, everything);
  await a.call('PATCH', `/dashboards/${id}`, { title: 'Renamed' });
  await a.call('PUT', `/dashboards/${id}/widgets`, { id: 'x', type: 'stat' });
  await a.call('PATCH', `/dashboards/${id}/widgets/order`, { x: layout });
  await a.call('DELETE', `/dashboards/${id}/widgets/x`);
  await a.post(`/dashboards/${id}/star`);
  await a.post('/dashboards/bulk', { action: 'delete', ids: [id] });
  const rows = await api.deps.sql`
    select action, before, after from audit_log
    where project_id = ${a.id} and target_kind = 'dashboard' and target_id = ${id} order by created_at, id`;
  t.same(
    rows.map((row) => row['action']),
    ['create', 'update', 'put_widgets', 'order_widgets', 'delete_widget', 'star', 'delete'].map(
      (action) => `dashboard.${action}`,
    ),
  );
  t.match(rows[1], { before: { summary: { title: 'Checkout' } }, after: { summary: { title: 'Renamed' } } });
  t.equal(rows[0]?.['before'], null);
  t.equal(rows.at(-1)?.['after'], null);
});
