import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { ownerOf } from '../../src/store/embedded/lock.ts';
import { cli, cliAs } from '../support/cli.ts';
import { asServers, databaseName } from '../support/engines.ts';
import { credentialsOf, root, startProcess, until } from '../support/service.ts';
import { mailSink } from '../support/sinks.ts';
import { stores } from '../support/stores.ts';

t.setTimeout(600_000);

/** The engines of the test run, as servers that somebody else runs. */
async function servers(t: Test): Promise<{ CLICKHOUSE_URL: string; DATABASE_URL: string }> {
  const { engines, databaseUrl } = await stores(t, { migrated: false });
  return asServers(engines, databaseUrl, databaseName('cli'));
}

t.test('on servers: migrate, make a project, make, list and revoke a key', async (t) => {
  const env = await servers(t);
  const early = await cli(env, 'project', 'list', '--json');
  t.equal(early.code, 1);
  t.match(JSON.parse(early.stderr), { error: { code: 'unavailable', message: /no tables yet: .* migrate/ } });
  const first = JSON.parse((await cli(env, 'migrate', '--json')).stdout) as { applied: string[] };
  t.ok(first.applied.length > 0);
  t.same(JSON.parse((await cli(env, '--json', 'migrate')).stdout), { applied: [] });
  t.match(await cli(env, 'key', 'list'), {
    code: 1,
    stderr: /^there is no project yet; "project create" makes one\n$/,
  });
  const made = await cli(env, 'project', 'create', '--title', 'One', '--json');
  t.equal(made.code, 0);
  const { project_id, api_key } = JSON.parse(made.stdout) as { project_id: string; api_key: string };
  t.match((await cli(env, 'project', 'list')).stdout, project_id);
  const unnamed = await cli(env, 'project', 'create', '--title', '');
  t.match(unnamed, { code: 1, stderr: 'title must be at least 1 character long.\n' });
  const keyless = await cli(
    env,
    'key',
    'create',
    '--project',
    project_id,
    '--title',
    '',
    '--permission',
    'view',
    '--json',
  );
  t.match(JSON.parse(keyless.stderr), { error: { code: 'invalid_body', message: /^title must be at least 1 char/ } });
  const nothing = await cli(env, 'key', 'revoke', 'x', '--project', project_id, '--json');
  t.match(JSON.parse(nothing.stderr), {
    error: { code: 'not_found', message: /^There is no key x in this project; / },
  });
  const key = await cli(
    env,
    'key',
    'create',
    '--project',
    project_id,
    '--title',
    'ci',
    '--permission',
    'ingest',
    '--json',
  );
  const { id, permission } = JSON.parse(key.stdout) as { id: string; permission: string };
  t.equal(permission, 'ingest');
  t.match((await cli(env, 'key', 'list')).stdout, api_key.slice(0, 12), 'of the only project');
  const two = JSON.parse((await cli(env, 'project', 'create', '--title', 'Two\nlines', '--json')).stdout).project_id;
  const both = `\n  ${project_id}  "One"\n  ${two}  "Two\\nlines"\n`;
  t.match(await cli(env, 'key', 'list'), {
    code: 1,
    stderr: `there are 2 projects; say which one with --project:${both}`,
  });
  t.match(await cli(env, 'key', 'list', '--project', 'x'), {
    code: 1,
    stderr: `there is no project x; there are:${both}`,
  });
  t.match((await cli(env, 'key', 'list', '--project', project_id)).stdout, api_key.slice(0, 12));
  const steering = '\u001b[2J\u009b1A\nnew\u202etab';
  await cli(env, 'key', 'create', '--project', project_id, '--title', steering);
  const listed = (await cli(env, 'key', 'list', '--project', project_id)).stdout;
  t.match(
    listed,
    /active {4}\[2J1A newtab\n$/,
    'what tenants write does not steer the terminal, nor make a line of its own',
  );
  t.equal((await cli(env, 'key', 'revoke', id, '--project', project_id)).code, 0);
  t.notMatch((await cli(env, 'key', 'list', '--project', project_id)).stdout, id);
  const again = await cli(env, 'key', 'revoke', id, '--project', project_id, '--json');
  t.equal(again.code, 1);
  t.equal((JSON.parse(again.stderr) as { error: { code: string } }).error.code, 'not_found');
  const retention = (...days: string[]) => cli(env, 'project', 'retention', '--project', project_id, ...days);
  t.equal((await retention()).stdout, 'events   30 days\nmetrics  90 days\nreplays  30 days\n');
  const longer = JSON.parse((await retention('--events', '90', '--replays', '7', '--json')).stdout) as object;
  t.same(longer, { project_id, events: 90, metrics: 90, replays: 7 });
  const healthy = JSON.parse((await cli(env, 'doctor', '--json')).stdout) as { ok: boolean };
  t.ok(healthy.ok);
  const erase = (confirm: string) => cli(env, 'project', 'erase', project_id, '--confirm', confirm, '--json');
  t.equal((await erase('yes')).code, 1, 'only with the id once more');
  t.match(JSON.parse((await erase(project_id)).stdout), { project_id, rows: {} });
  t.notMatch((await cli(env, 'project', 'list')).stdout, project_id);
});

t.test('a store whose clock is not ours is told of, by doctor and at the start', async (t) => {
  // Turns the clock of our process: those of the stores stay.
  const late = 'const now = Date.now; Date.now = () => now() - 180_000';
  const env = { ...(await servers(t)), NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(late)}` };
  await cli(env, 'migrate');
  const doctor = await cli(env, 'doctor');
  t.equal(doctor.code, 1);
  t.match(doctor.stdout, /FAIL {2}clocks +Postgres: its clock is 180 s ahead .*, ClickHouse: its clock is 180 s ahead/);
  t.match(doctor.stdout, /→ let NTP set the clocks/);
  const service = startProcess(join(t.testdir(), 'data'), env);
  await service.ready;
  service.child.kill('SIGTERM');
  await service.exited;
  t.match(service.stderr(), /ClickHouse: its clock is 180 s ahead of the clock of this machine/);
});

t.test('what is wrong is said on standard error, with an exit code for scripts', async (t) => {
  const env = { DATABASE_URL: 'postgres://x@127.0.0.1:1/x', CLICKHOUSE_URL: 'http://127.0.0.1:1' };
  const cases: [string, Record<string, string>, string[], number, RegExp][] = [
    ['no command', {}, [], 2, /say which command|Usage: colonnade/],
    ['a group without a command', {}, ['project'], 2, /say which command|Usage: colonnade project/],
    ['an unknown command', {}, ['nonsense'], 2, /unknown command 'nonsense'/],
    ['a missing option', {}, ['project', 'create'], 2, /required option '--title/],
    [
      'a value that is not one of the choices',
      {},
      ['key', 'create', '--project', 'x', '--title', 'x', '--permission', 'root'],
      2,
      /Allowed choices are ingest, view, edit, admin/,
    ],
    ['a store that does not answer', env, ['project', 'list'], 1, /ECONNREFUSED/],
    [
      'the demo beside a server',
      { ...env, COLONNADE_DATA: t.testdir() },
      ['demo'],
      1,
      /on a Postgres server writes none/,
    ],
    ['a misspelt variable', { ...env, COLONNADE_PROT: '1' }, ['project', 'list'], 1, /did you mean COLONNADE_PORT/],
  ];
  for (const [name, variables, args, code, said] of cases) {
    const outcome = await cli(variables, ...args);
    t.equal(outcome.code, code, name);
    t.match(outcome.stderr, said, name);
    t.equal(outcome.stdout, '', name);
    const asked = await cli(variables, ...args, '--json');
    t.equal(asked.code, code, name);
    t.match(JSON.parse(asked.stderr).error.message, said, `${name}, as JSON`);
  }
  const stopped = t.testdir({
    'credentials.json': JSON.stringify({
      base_url: 'http://127.0.0.1:1',
      otlp_http_url: 'http://127.0.0.1:1',
      otlp_grpc_url: 'http://127.0.0.1:1',
      project_id: '',
      api_key: '',
    }),
  });
  const demo = await cli({ COLONNADE_DATA: stopped }, 'demo');
  t.match(demo, { code: 1, stderr: /does not answer at http:\/\/127\.0\.0\.1:1: run npm start first/ });
  const doctor = await cli(env, 'doctor');
  t.equal(doctor.code, 1);
  t.match(doctor.stdout, /FAIL {2}Postgres/);
  t.match(doctor.stdout, /→ check DATABASE_URL/);
  t.equal((await cli({}, '--help')).code, 0);
});

t.test('who reads no further than the first line hears of no failure, and who cannot write does', async (t) => {
  const list = (into: string) =>
    new Promise<{ code: number | null; stderr: string }>((resolve) => {
      const child = spawn(
        'sh',
        ['-c', `exec "$0" "$@" ${into}`, process.execPath, '--import=tsx', 'src/bin/cli.ts', 'dashboards', 'list'],
        {
          cwd: root,
          env: { PATH: process.env['PATH'] },
        },
      );
      let stderr = '';
      child.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
      child.stdout.destroy();
      child.once('exit', (code) => resolve({ code, stderr }));
    });
  t.same(await list(''), { code: 0, stderr: '' });
  t.match(await list('> /dev/full'), { code: 1, stderr: /^ENOSPC: no space left[^\n]*\n$/ });
});

t.test('doctor asks the mail server: it hears of a wrong password before an alert does', async (t) => {
  const sink = await mailSink(t);
  sink.password = 'right';
  const ask = async (SMTP_URL: string) => cli({ COLONNADE_DATA: join(t.testdir(), 'data'), SMTP_URL }, 'doctor');
  t.match(await ask(''), { code: 0, stdout: /ok +mail server +none \(SMTP_URL\): nobody is told by e-mail\n/ });
  const login = (password: string) => sink.url.replace('//', `//us:${password}@`);
  t.match(await ask(login(sink.password)), { code: 0, stdout: /ok +mail server +takes our mails\n/ });
  const refused = await ask(login('wrong'));
  t.match(refused, { code: 1, stdout: /FAIL {2}mail server +Invalid login: 535 bad credentials\n.*→ check SMTP_URL/ });
  t.same(sink.mails, []);
});

t.test('on embedded stores: of a running service, and of none', async (t) => {
  const directory = join(t.testdir(), 'data');
  const env = { COLONNADE_DATA: directory };
  const untouched = await cli(env, 'doctor');
  t.equal(untouched.code, 0);
  t.match(untouched.stdout, /is not there yet; the first start makes it/);
  const nothing = await cli(env, 'key', 'list', '--json');
  t.equal(nothing.code, 1);
  t.match(JSON.parse(nothing.stderr).error, { code: 'unavailable', message: `There are no stores in ${directory}: ` });
  t.notOk(existsSync(directory), 'looking changes nothing');
  mkdirSync(directory);
  t.match(await cli(env, 'doctor'), { code: 0, stdout: 'there are no stores in it yet; the first start makes them' });
  t.same(readdirSync(directory), []);
  const service = startProcess(directory);
  await service.ready;
  t.match((await cli(env, 'project', 'list')).stdout, 'Default project');
  t.match((await cli(env, 'doctor')).stdout, `process ${service.child.pid} has it`);
  service.child.kill('SIGTERM');
  await service.exited;
  t.match((await cli(env, 'project', 'list')).stdout, 'Default project');
  t.match((await cli(env, 'doctor')).stdout, 'no service runs on it');
});

t.test('a command waits its turn: for those that have the stores now, and for a service that comes up', async (t) => {
  const directory = join(t.testdir(), 'data');
  const env = { COLONNADE_DATA: directory };
  const list = async () => (await cli(env, 'project', 'list')).stderr;
  t.equal((await cli(env, 'migrate')).code, 0);
  t.equal((await cli(env, 'project', 'create', '--title', 'one')).code, 0);
  t.same(await Promise.all([list(), list(), list()]), ['', '', '']);
  const service = startProcess(directory);
  await until('it has the directory', 20_000, async () => (await ownerOf(directory))?.pid === service.child.pid);
  t.same([await list(), (await ownerOf(directory))?.shared], ['', true]);
  service.child.kill('SIGTERM');
  await service.exited;
});

t.test('a start that cannot be says what is wrong, and where', async (t) => {
  const { CLICKHOUSE_URL, DATABASE_URL } = await servers(t);
  const nobody = 'user:topsecret@127.0.0.1:1/x';
  const refused = async (env: Record<string, string>) => {
    const service = startProcess(env['COLONNADE_DATA'] ?? join(t.testdir(), 'data'), env);
    t.same(await service.exited, { code: 1, signal: null });
    t.notMatch(service.stderr(), 'topsecret');
    return service.stderr();
  };
  const postgres = await refused({ CLICKHOUSE_URL, DATABASE_URL: `postgres://${nobody}` });
  t.match(postgres, /DATABASE_URL names, 127\.0\.0\.1:1, cannot be used: connect ECONNREFUSED/);
  const columnar = await refused({ DATABASE_URL, CLICKHOUSE_URL: `http://${nobody}` });
  t.match(columnar, /CLICKHOUSE_URL names, 127\.0\.0\.1:1, cannot be used: connect ECONNREFUSED/);
  const directory = join(t.testdir(), 'data');
  mkdirSync(directory);
  writeFileSync(join(directory, 'engines.json'), '{');
  t.match(await refused({ COLONNADE_DATA: directory }), `${directory}/engines.json is damaged`);
  writeFileSync(join(directory, 'credentials.json'), '{}');
  const demo = await cli({ COLONNADE_DATA: directory }, 'demo');
  t.match(demo, { code: 1, stderr: `${directory}/credentials.json is damaged` });
  const file = join(directory, 'credentials.json');
  const nowhere = await refused({ COLONNADE_DATA: join(file, 'data') });
  t.match(nowhere, `the data directory ${file}/data cannot be used: ENOTDIR`);
  t.match(nowhere, /: set COLONNADE_DATA to one that this user may read and write\n$/);
});

t.test('a data directory has one owner also where both stores are servers', async (t) => {
  const env = await servers(t);
  const directory = join(t.testdir(), 'data');
  mkdirSync(directory);
  const nowhere = 'http://127.0.0.1:1';
  const addresses = { base_url: nowhere, otlp_http_url: nowhere, otlp_grpc_url: nowhere };
  writeFileSync(join(directory, 'credentials.json'), JSON.stringify({ ...addresses, project_id: '', api_key: '' }));
  const owner = startProcess(directory, { ...env, COLONNADE_ROLE: 'api' });
  const url = await owner.ready;
  const second = startProcess(directory, env);
  t.same(await second.exited, { code: 1, signal: null });
  t.match(second.stderr(), `in use by process ${owner.child.pid}`);
  const doctor = () => cli({ ...env, COLONNADE_DATA: directory }, 'doctor');
  t.match(await doctor(), { code: 1, stdout: /FAIL {2}workers +no process runs jobs\n.*COLONNADE_ROLE=worker/ });
  const worker = startProcess(directory, { ...env, COLONNADE_ROLE: 'worker' });
  await worker.ready;
  t.match(await doctor(), { code: 0, stdout: /ok +workers +processes that run jobs: 1\n/ });
  t.equal(credentialsOf(directory).base_url, url, 'the worker has no address of its own to tell');
  for (const service of [worker, owner]) {
    service.child.kill('SIGTERM');
    t.same(await service.exited, { code: 0, signal: null });
  }
});

t.test('a data directory of somebody else is called so', async (t) => {
  const directory = join(t.testdir(), 'data');
  mkdirSync(directory, { mode: 0o500 });
  const nobody = 65_534;
  // Root may write everywhere.
  const user = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  t.match(await cliAs(user, { COLONNADE_DATA: directory }, 'doctor'), { code: 1, stdout: /FAIL {2}data directory/ });
});

t.test('each store is a server or embedded by itself, with no other difference', async (t) => {
  const { CLICKHOUSE_URL, DATABASE_URL } = await servers(t);
  for (const [name, env] of Object.entries({
    'ClickHouse is a server': { CLICKHOUSE_URL },
    'Postgres is a server': { DATABASE_URL },
    'both are servers': { CLICKHOUSE_URL, DATABASE_URL },
  })) {
    const directory = join(t.testdir(), 'data');
    const service = startProcess(directory, env);
    const url = await service.ready;
    t.equal((await fetch(`${url}/readyz`)).status, 200, name);
    t.equal(existsSync(join(directory, 'clickhouse')), !('CLICKHOUSE_URL' in env), name);
    t.equal(existsSync(join(directory, 'postgres')), !('DATABASE_URL' in env), name);
    t.equal(
      existsSync(join(directory, 'credentials.json')),
      !('DATABASE_URL' in env),
      'servers get their projects from the command line',
    );
    service.child.kill('SIGTERM');
    t.same(await service.exited, { code: 0, signal: null }, name);
  }
});
