import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import t from 'tap';
import { createProject } from '../../src/domains/project/service.ts';
import { startApi } from '../support/api.ts';
import { cli as runCli, cliAs } from '../support/cli.ts';
import { asServers } from '../support/engines.ts';
import { monitorInput } from '../support/monitors.ts';
import { testEngines } from '../support/stores.ts';

t.setTimeout(600_000);

const api = await startApi(t);
const env = asServers(await testEngines(t), api.databaseUrl);

const cli = (...args: string[]) => runCli(env, ...args);

const monitor = { ...monitorInput, title: 'Errors: all', query: 'level == "ERROR"', alert_threshold: 5 };

t.test('pull, edit, diff, apply: files and project say the same, and the second time nothing is done', async (t) => {
  const project = await api.project();
  const { id } = (await project.post('/monitors', monitor)).body;
  await project.post('/monitors', { ...monitor, title: 'Other', message: 'a\n\n  b\n', active: false });
  const board = {
    title: 'Shop',
    file_path: 'shop/main.yaml',
    schema: { widgets: [{ type: 'markdown', title: 'Hello', html: '<b>x</b>', 'x-own': { b: 1, a: [2] } }] },
  };
  t.equal((await project.post('/dashboards', board)).status, 200);
  t.equal((await project.post('/dashboards', { title: 'Plain' })).status, 200);
  const directory = t.testdir();
  const at = ['--project', project.id] as const;

  const pulled = await cli('pull', directory, ...at);
  t.same([pulled.code, pulled.stderr], [0, '']);
  t.same(
    readdirSync(directory, { recursive: true })
      .map(String)
      .sort((a, b) => (a < b ? -1 : 1)),
    [
      'dashboards',
      'dashboards/plain.yaml',
      'dashboards/shop',
      'dashboards/shop/main.yaml',
      'monitors',
      'monitors/errors-all.yaml',
      'monitors/other.yaml',
    ],
  );
  t.equal((await cli('pull', directory, ...at)).stdout, '', 'nothing to write the second time');
  const dry = await cli('apply', directory, ...at, '--dry-run');
  t.match(dry.stdout, /^would be created 0, would be updated 0, unchanged 4\n$/);

  const file = join(directory, 'monitors/errors-all.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace('alert_threshold: 5', 'alert_threshold: 7'));
  writeFileSync(join(directory, 'monitors/new.yaml'), JSON.stringify({ ...monitor, title: 'New' }));
  const before = (await project.get('/monitors')).body;
  const planned = await cli('diff', directory, ...at);
  t.equal(planned.code, 0);
  t.match(planned.stdout, /update monitor titled Errors: all \(monitors\/errors-all\.yaml\)/);
  t.match(planned.stdout, /-alert_threshold: 5\n {2}\+alert_threshold: 7/);
  t.match(planned.stdout, /create monitor titled New \(monitors\/new\.yaml\)/);
  t.match(planned.stdout, /would be created 1, would be updated 1, unchanged 3/);
  t.same((await project.get('/monitors')).body, before, 'a dry run changes nothing');

  const applied = JSON.parse((await cli('apply', directory, ...at, '--json')).stdout);
  t.same(applied.changes.map(({ action }: { action: string }) => action).sort(), [
    'create',
    'same',
    'same',
    'same',
    'update',
  ]);
  t.equal((await project.get(`/monitors/${id}`)).body.alert_threshold, 7);
  t.equal((await project.get('/monitors')).body.length, 3);
  t.match((await cli('apply', directory, ...at)).stdout, /^created 0, updated 0, unchanged 5\n$/);
  const { items } = (await project.get('/audit?target_kind=monitor')).body;
  t.same(
    items
      .slice(0, 2)
      .map(({ action }: { action: string }) => action)
      .sort(),
    ['monitor.create', 'monitor.update'],
  );
});

t.test('a folder may be called as a command is', async (t) => {
  const project = await api.project();
  const directory = join(t.testdir({ demo: { monitors: { 'a.yaml': JSON.stringify(monitor) } } }), 'demo');
  const inside = (...args: string[]) => cliAs({ cwd: dirname(directory) }, env, ...args, '--project', project.id);
  t.match(await inside('apply', 'demo'), { code: 0, stdout: /^create monitor [^]*created 1, updated 0/ });
  t.match(await inside('diff', 'demo'), { code: 0, stdout: /unchanged 1/ });
  t.match(await inside('pull', 'demo'), { code: 0, stdout: '' });
});

t.test('all or nothing: one file that does not go through undoes the rest, and is named', async (t) => {
  const project = await api.project();
  const directory = t.testdir({ monitors: {} });
  const write = (file: string, text: string) => writeFileSync(join(directory, 'monitors', file), text);
  write('a.yaml', JSON.stringify(monitor));
  write('b.json', JSON.stringify({ ...monitor, title: 'B', query: 'nosuchfield == 1' }));
  const refused = await cli('apply', directory, '--project', project.id);
  t.equal(refused.code, 1);
  t.match(refused.stderr, /monitors\/b\.json: .*nosuchfield/i);
  t.match(refused.stderr, /nothing was changed/);
  t.same((await project.get('/monitors')).body, []);

  write('b.json', '{');
  write('c.yaml', 'title: C\ntitle: C');
  write('d.yaml', 'title: D');
  write('e.yml', JSON.stringify(monitor));
  write('f.yaml', JSON.stringify({ ...monitor, title: 'F', severty: 'error', emails: 'a@b.c' }));
  const unread = await cli('apply', directory, '--project', project.id);
  t.equal(unread.code, 1);
  for (const said of [
    /b\.json: /,
    /c\.yaml: .*line 2, column 1.*there twice/,
    /d\.yaml: .*query is required/,
    /f\.yaml: emails must be an array; severty is not .*; did you mean severity\?\n/,
    /e\.yml: monitors\/a\.yaml is the monitor titled Errors: all too/,
  ]) {
    t.match(unread.stderr, said);
  }
  t.same((await project.get('/monitors')).body, []);
});

t.test('a folder with neither monitors nor dashboards in it is no folder to apply', async (t) => {
  const project = await api.project();
  const directory = t.testdir({ empty: {}, monitors: { 'a.yaml': JSON.stringify(monitor) } });
  const wrong = await cli('apply', join(directory, 'monitors'), '--project', project.id);
  t.equal(wrong.code, 1);
  t.match(wrong.stderr, /monitors holds neither monitors\/ nor dashboards\/\n$/);
  t.match(await cli('diff', join(directory, 'empty'), '--project', project.id), { code: 0 });
});

t.test('dashboards of one title, with a file path and without, are not taken for each other', async (t) => {
  const [project, empty] = [await api.project(), await api.project()];
  const board = (text: string, more: object = {}) => ({
    title: 'Shop',
    schema: { widgets: [{ id: 'w', type: 'markdown', html: text }] },
    ...more,
  });
  t.equal((await project.post('/dashboards', board('at a path', { file_path: 'a.yaml' }))).status, 200);
  t.equal((await project.post('/dashboards', board('by its title'))).status, 200);
  const directory = t.testdir();
  t.equal((await cli('pull', directory, '--project', project.id)).code, 0);
  t.match((await cli('diff', directory, '--project', project.id)).stdout, /would be updated 0, unchanged 2\n$/);
  t.match(
    (await cli('apply', directory, '--project', empty.id)).stdout,
    /^create.*created 2, updated 0, unchanged 0\n$/s,
  );
  t.match((await cli('apply', directory, '--project', empty.id)).stdout, /^created 0, updated 0, unchanged 2\n$/);
  t.match((await cli('diff', directory, '--project', project.id)).stdout, /would be updated 0, unchanged 2\n$/);

  const third = await api.project();
  t.equal((await third.post('/dashboards', board('was first', { file_path: 'a.yaml' }))).status, 200);
  const refused = await cli('apply', directory, '--project', third.id);
  t.equal(refused.code, 1);
  t.match(refused.stderr, /dashboards\/a\.yaml: it is the same dashboard as dashboards\/shop\.yaml is/);
  t.match(refused.stderr, /nothing was changed/);
  t.match(JSON.stringify((await third.get('/dashboards')).body), 'a.yaml');
});

t.test('of dashboards of one title the oldest is the one, also where a later one has a star', async (t) => {
  const project = await api.project();
  const board = (html: string) => ({ title: 'Shop', schema: { widgets: [{ id: 'w', type: 'markdown', html }] } });
  const [older, later] = [
    await project.post('/dashboards', board('old')),
    await project.post('/dashboards', board('new')),
  ];
  t.equal((await project.post(`/dashboards/${later.body.summary.id}/star`)).status, 200);
  const directory = t.testdir();
  const pulled = await cli('pull', directory, '--project', project.id);
  t.match(
    pulled.stdout,
    /^created: dashboards\/shop\.yaml\nleft out, since an older one is called the same: dashboard titled Shop\n$/,
  );
  t.match(readFileSync(join(directory, 'dashboards/shop.yaml'), 'utf8'), 'html: old');
  t.match((await cli('apply', directory, '--project', project.id)).stdout, /^created 0, updated 0, unchanged 1\n$/);
  t.match(JSON.stringify((await project.get(`/dashboards/${older.body.summary.id}`)).body), '"old"');
});

t.test('a file that says what the project has keeps its words; one of nothing there is told', async (t) => {
  const project = await api.project();
  await project.post('/monitors', monitor);
  await project.post('/monitors', { ...monitor, title: 'Paused', active: false });
  await project.post('/dashboards', {
    title: 'Shop',
    schema: { widgets: [{ type: 'markdown', title: 'Hi', html: 'x' }] },
  });
  const head = 'query: level == "ERROR"\nalert_threshold: 5\ntrigger_less_than: false\n';
  const rest = `check_interval_mins: ${monitor.check_interval_mins}\ntime_window_mins: ${monitor.time_window_mins}\n`;
  const lists = `emails: ${JSON.stringify(monitor.emails)}\nteam_chat_channels: []\nteams: []\n`;
  const own = {
    'monitors/a.yaml': `# who is called, and why\ntitle: "Errors: all"\n${head}${rest}${lists}`,
    'monitors/b.yml': `${lists}${rest}${head}title: Paused # until May\n`,
    'dashboards/c.yaml': '# of the shop\nschema: { widgets: [{ html: x, title: Hi, type: markdown }] }\ntitle: Shop\n',
    'monitors/gone.yaml': `title: Gone\n${head}${rest}${lists}`,
  };
  const directory = t.testdir({ monitors: {}, dashboards: {} });
  for (const [file, text] of Object.entries(own)) writeFileSync(join(directory, file), text);
  t.match(await cli('pull', directory, '--project', project.id), {
    code: 0,
    stdout: 'left alone, since the project has nothing of that name: monitors/gone.yaml\n',
    stderr: '',
  });
  for (const [file, text] of Object.entries(own)) t.equal(readFileSync(join(directory, file), 'utf8'), text, file);
  const [{ id }] = (await project.get('/monitors')).body;
  t.equal((await project.call('PATCH', `/monitors/${id}`, { alert_threshold: 6 })).status, 200);
  const file = join(directory, 'monitors/a.yaml');
  const elsewhere = join(directory, 'elsewhere/a.yaml');
  mkdirSync(dirname(elsewhere));
  renameSync(file, elsewhere);
  symlinkSync(elsewhere, file);
  linkSync(elsewhere, `${elsewhere}.open`);
  const changed = await cli('pull', directory, '--project', project.id);
  t.match(changed.stdout, /^updated: monitors\/a\.yaml\nleft alone/);
  t.match(readFileSync(elsewhere, 'utf8'), 'alert_threshold: 6', 'where the link leads to');
  t.equal(
    readFileSync(`${elsewhere}.open`, 'utf8'),
    own['monitors/a.yaml'],
    'a file is another one, and never a part of it',
  );
  t.same(readdirSync(dirname(elsewhere)), ['a.yaml', 'a.yaml.open']);
});

t.test('links to files and folders are followed, each file once; a name too long for a file is no path', async (t) => {
  const project = await api.project();
  const long = `${'x'.repeat(300)}.yaml`;
  t.equal((await project.post('/dashboards', { title: 'Long', file_path: long })).status, 200);
  const directory = t.testdir();
  t.match(await cli('pull', directory, '--project', project.id), {
    code: 0,
    stdout: 'created: dashboards/long.yaml\n',
  });
  t.match((await cli('diff', directory, '--project', project.id)).stdout, /unchanged 1\n$/);

  const shared = t.testdir({ at: { of: { 'one.yaml': JSON.stringify(monitor) } } });
  const linked = join(shared, 'linked');
  mkdirSync(join(linked, 'monitors/..data'), { recursive: true });
  symlinkSync(join(shared, 'at/of'), join(linked, 'monitors/team'));
  writeFileSync(join(linked, 'monitors/..data/two.yaml'), JSON.stringify({ ...monitor, title: 'Two' }));
  symlinkSync('..data/two.yaml', join(linked, 'monitors/two.yaml'));
  symlinkSync('nobody@nowhere', join(linked, 'monitors/.#two.yaml'));
  symlinkSync('.', join(linked, 'monitors/again'));
  const { code, stdout, stderr } = await cli('diff', linked, '--project', project.id);
  t.same([code, stderr], [0, '']);
  t.match(stdout, /create monitor titled Errors: all \(monitors\/team\/one\.yaml\)/);
  t.match(stdout, /would be created 2, would be updated 0, unchanged 0\n$/);
});

t.test('dashboards of any paths go into files together and come back', async (t) => {
  const project = await api.project();
  for (const [title, file_path] of [
    ['A', 'a'],
    ['Also A', 'a.yaml'],
    ['In A', 'a.yaml/b'],
    ['Of none', 'a.json/.yaml'],
  ])
    t.equal((await project.post('/dashboards', { title, file_path })).status, 200);
  const directory = t.testdir();
  t.match(await cli('pull', directory, '--project', project.id), {
    code: 0,
    stdout: ['a', 'a-2', 'in-a', 'of-none'].map((name) => `created: dashboards/${name}.yaml\n`).join(''),
    stderr: '',
  });
  t.match((await cli('diff', directory, '--project', project.id)).stdout, /unchanged 4\n$/);
});

t.test('the largest dashboard goes into a file and comes back', async (t) => {
  const project = await api.project();
  const widgets = Array.from({ length: 300 }, (_, n) => ({
    id: `w${n}`,
    type: 'timeseries',
    title: `Widget ${n}`,
    description: 'x'.repeat(2_500),
    query: 'level == "ERROR" | summarize count() by bin_auto(timestamp), service',
    layout: { x: 0, y: n, w: 12, h: 1 },
    thresholds: { alert: n + 1, warning: n },
    columns: ['a', 'b', 'c', { name: 'd', width: 10 }],
  }));
  t.equal((await project.post('/dashboards', { title: 'Large', schema: { widgets } })).status, 200);
  const directory = t.testdir();
  t.equal((await cli('pull', directory, '--project', project.id)).code, 0);
  const { code, stdout, stderr } = await cli('diff', directory, '--project', project.id);
  t.same([code, stderr], [0, '']);
  t.match(stdout, /^would be created 0, would be updated 0, unchanged 1\n$/);
});

t.test('a folder that is not there is no project with nothing to do', async (t) => {
  const project = await api.project();
  const directory = join(t.testdir(), 'confg');
  for (const command of ['apply', 'diff']) {
    const { code, stderr } = await cli(command, directory, '--project', project.id);
    t.same([code, stderr], [1, `there is no folder ${directory}\n`], command);
  }
  t.equal((await cli('pull', directory, '--project', project.id)).code, 0, 'pull makes it');
  t.equal((await cli('diff', directory, '--project', project.id)).code, 0);
  const { code, stderr } = await cli('pull', '/proc/none', '--project', project.id);
  t.same([code, stderr], [1, "ENOENT: no such file or directory, mkdir '/proc/none'\n"], 'and says where it cannot');
});

t.test('which project is said, or there is but one', async (t) => {
  const directory = t.testdir();
  await createProject(api.deps, { title: 'One more', requestId: 'test' });
  const { code, stderr } = await cli('apply', directory);
  t.same([code, /there are \d+ projects; say which one with --project/.test(stderr)], [1, true]);
  t.match((await cli('diff', directory, '--project', 'nonsense')).stderr, /there is no project nonsense/);
});
