import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { createProject } from '../../src/domains/project/service.ts';
import { startApi } from '../support/api.ts';
import { cli as runCli } from '../support/cli.ts';
import { monitorInput } from '../support/monitors.ts';
import { testEngines } from '../support/stores.ts';

t.setTimeout(600_000);

const api = await startApi(t);
const { clickhouse, postgres } = await testEngines(t);
const [{ name } = { name: '' }] = await api.deps.sql<{ name: string }[]>`select current_database() as name`;
const env = {
  DATABASE_URL: `${postgres.url}/${name}`,
  CLICKHOUSE_URL: `${clickhouse.url.replace('//', `//service:${clickhouse.servicePassword}@`)}/${name}`,
};

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
});

t.test('which project is said, or there is but one', async (t) => {
  const directory = t.testdir();
  await createProject(api.deps, { title: 'One more', requestId: 'test' });
  const { code, stderr } = await cli('apply', directory);
  t.same([code, /there are \d+ projects; say which one with --project/.test(stderr)], [1, true]);
  t.match((await cli('diff', directory, '--project', 'nonsense')).stderr, /there is no project nonsense/);
  rmSync(directory, { recursive: true });
  mkdirSync(directory);
});
