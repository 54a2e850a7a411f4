import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import t, { type Test } from 'tap';
import { freePort } from '../../src/store/embedded/ports.ts';
import { postgresUser, startPostgres } from '../../src/store/embedded/postgres.ts';
import { cliAs } from '../support/cli.ts';
import {
  type ServiceProcess,
  anyPorts,
  credentialsOf,
  enginePid,
  processesOf,
  root,
  startProcess,
  until,
} from '../support/service.ts';

// The life of the service as its operator sees it: real processes, killed for real.

/** Rounds of each kind of kill; `LIFECYCLE_ROUNDS=20` for the long run. */
const rounds = Number(process.env['LIFECYCLE_ROUNDS'] ?? 2);
const backMsMax = 10_000;
t.setTimeout(600_000 + rounds * 60_000);

function dataDirectory(t: Test): string {
  const directory = mkdtempSync(join(tmpdir(), 'colonnade-life-'));
  chmodSync(directory, 0o711);
  t.teardown(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** A service of the test's, whose own words are shown when the test fails. */
function started(t: Test, ...of: Parameters<typeof startProcess>): ServiceProcess {
  const service = startProcess(...of);
  t.teardown(() => {
    if (!t.passing()) t.comment(service.stderr());
  });
  return service;
}

async function stopped(service: ServiceProcess): Promise<number> {
  const startedAt = performance.now();
  service.child.kill('SIGTERM');
  await service.exited;
  return performance.now() - startedAt;
}

/** A call of the service of a directory, with its first key. */
function call(directory: string, path: string, init: RequestInit = {}): Promise<Response> {
  const { base_url, api_key, project_id } = credentialsOf(directory);
  const headers = {
    authorization: `Bearer ${api_key}`,
    'x-project-id': project_id,
    'content-type': 'application/json',
  };
  return fetch(`${base_url}/api/v1${path}`, { ...init, headers, signal: AbortSignal.timeout(20_000) });
}

/** Writes configuration without a pause, and remembers what was acknowledged. */
function traffic(t: Test, directory: string) {
  const acknowledged = new Set<string>();
  const seen = new Map<number | 'refused', number>();
  const faults: string[] = [];
  const state = { over: false };
  const count = (status: number | 'refused') => seen.set(status, (seen.get(status) ?? 0) + 1);
  const writer = async () => {
    while (!state.over) {
      try {
        const response = await call(directory, '/api_keys', {
          method: 'POST',
          body: JSON.stringify({ title: 'traffic', permission: 'view' }),
        });
        count(response.status);
        const text = await response.text();
        if (response.ok) acknowledged.add((JSON.parse(text) as { summary: { id: string } }).summary.id);
        else if (response.status !== 503 || response.headers.get('retry-after') === null)
          faults.push(`${response.status} ${text}`);
      } catch {
        count('refused');
      }
      await sleep(20);
    }
  };
  const writers = [writer(), writer(), writer()];
  // Also of a test that failed: nothing would end its file.
  t.teardown(() => (state.over = true));
  return {
    acknowledged,
    seen,
    faults,
    /** Whether a write goes through now. */
    serves: async () => {
      const before = acknowledged.size;
      await sleep(100);
      return acknowledged.size > before;
    },
    lost: async (): Promise<string[]> => {
      const before = [...acknowledged];
      const listed = (await (await call(directory, '/api_keys')).json()) as { id: string }[];
      const there = new Set(listed.map((key) => key.id));
      return before.filter((id) => !there.has(id));
    },
    end: async () => {
      state.over = true;
      await Promise.all(writers);
    },
  };
}

const isReady = (directory: string) => async () => {
  const response = await fetch(`${credentialsOf(directory).base_url}/readyz`).catch(() => undefined);
  return response?.status === 200;
};

t.test('a first start makes a project and a key, a second keeps them and is quick, both stop cleanly', async (t) => {
  const directory = dataDirectory(t);
  const first = started(t, directory);
  t.match(await first.ready, /^http:\/\/127\.0\.0\.1:\d+$/);
  const made = credentialsOf(directory);
  t.equal(statSync(join(directory, 'credentials.json')).mode & 0o777, 0o600);
  t.equal(statSync(join(directory, 'engines.json')).mode & 0o777, 0o600);
  t.match(first.stderr(), made.api_key, 'the key is shown');
  for (const step of ['initialising Postgres', 'migrating', 'starting ClickHouse']) t.match(first.stderr(), step);
  t.same(Object.keys(made), ['base_url', 'otlp_http_url', 'otlp_grpc_url', 'project_id', 'api_key']);
  const me = (await (await call(directory, '/me')).json()) as { project_id: string };
  t.equal(me.project_id, made.project_id);
  t.ok((await stopped(first)) < backMsMax, 'stops within ten seconds');
  t.same(await first.exited, { code: 0, signal: null });
  t.equal(first.stdout(), `ready ${made.base_url}\n`, 'one line on standard output');
  t.same(processesOf(directory), [], 'nothing is left behind');

  const startedAt = performance.now();
  const second = started(t, directory);
  await second.ready;
  t.comment(`second start: ${Math.round(performance.now() - startedAt)} ms`);
  t.equal(credentialsOf(directory).api_key, made.api_key);
  t.notMatch(second.stderr(), made.api_key, 'the key is not shown again');
  await stopped(second);
});

t.test('it runs as an ordinary user, and as root, also in a directory closed to others', async (t) => {
  const isRoot = process.getuid?.() === 0;
  if (!isRoot) t.comment('not root: only the ordinary user is tried');
  const nobody = 65_534;
  for (const [name, user, isClosed] of [
    ['ordinary user', isRoot ? { uid: nobody, gid: nobody } : {}, false],
    ...(isRoot
      ? ([
          ['root', {}, false],
          ['root, closed directory', {}, true],
        ] as const)
      : []),
  ] as const) {
    const outer = dataDirectory(t);
    if (isRoot && 'uid' in user) chownSync(outer, nobody, nobody);
    if (isClosed) chmodSync(outer, 0o700);
    const service = started(t, join(outer, 'data'), {}, user);
    const url = await service.ready;
    t.equal((await fetch(`${url}/readyz`)).status, 200, name);
    await stopped(service);
    t.same(processesOf(outer), [], name);
  }
});

const notRoot = process.getuid?.() === 0 ? false : 'not root';

t.test('a user that the system has no name for is told what to do', { skip: notRoot }, async (t) => {
  const outer = dataDirectory(t);
  const nameless = { uid: 54_321, gid: 54_321 };
  chownSync(outer, nameless.uid, nameless.gid);
  const directory = join(outer, 'data');
  const env = { COLONNADE_DATA: directory, HOME: '/' }; // as Docker sets it
  const service = startProcess(directory, env, nameless);
  t.same(await service.exited, { code: 1, signal: null });
  t.match(service.stderr(), /user ID 54321.*: run as a user that \/etc\/passwd has, .* set DATABASE_URL to /);
  const doctor = await cliAs(nameless, env, 'doctor');
  t.match(doctor, { code: 1, stdout: /FAIL {2}Postgres +initdb failed: .*\n +→ see the message; / });
});

t.test('root starts what an ordinary user made, and a copy without its owners', async (t) => {
  if (process.getuid?.() !== 0) {
    t.comment('not root');
    return;
  }
  const directory = join(dataDirectory(t), 'data');
  const start = async (of: string, user: Parameters<typeof startProcess>[2]) => {
    const service = started(t, of, {}, user);
    await service.ready;
    const response = await call(of, '/me');
    await stopped(service);
    return response.status;
  };
  const [daemon, nobody] = [1, 65_534];
  mkdirSync(directory);
  chownSync(directory, daemon, daemon);
  t.equal(await start(directory, { uid: daemon, gid: daemon }), 200);
  t.equal(await start(directory, {}), 200, 'made by another user');
  execFileSync('cp', ['-r', directory, `${directory}-copy`]);
  t.equal(await start(`${directory}-copy`, {}), 200, 'copied by root');
  execFileSync('chown', ['-R', `${nobody}:${nobody}`, directory]);
  t.equal(await start(directory, { uid: nobody, gid: nobody }), 200, 'given to another');
});

t.test('a directory has one owner, and the second is told who', async (t) => {
  const directory = dataDirectory(t);
  const owner = started(t, directory);
  await owner.ready;
  const second = started(t, directory);
  t.same(await second.exited, { code: 1, signal: null });
  t.match(second.stderr(), `in use by process ${owner.child.pid}, since 20`);
  t.equal(second.stdout(), '');
  t.ok(await isReady(directory)(), 'the owner is not disturbed');
  await stopped(owner);
});

t.test('a taken port is named with its variable, before anything is started', async (t) => {
  const directory = dataDirectory(t);
  const [port, grpcPort] = [await freePort(), await freePort()];
  const occupants = [port, grpcPort].map((number) => createServer().listen(number, '127.0.0.1'));
  t.teardown(() => occupants.map((occupant) => occupant.close()));
  const service = started(t, directory, { COLONNADE_PORT: String(port), COLONNADE_OTLP_GRPC_PORT: String(grpcPort) });
  t.same(await service.exited, { code: 1, signal: null });
  t.match(service.stderr(), `port ${port} on 127.0.0.1, for the API`);
  t.match(service.stderr(), 'COLONNADE_PORT');
  t.match(service.stderr(), `port ${grpcPort} on 127.0.0.1, for OTLP over gRPC`);
  t.notOk(existsSync(join(directory, 'postgres')));
});

t.test('a port that cannot be had for another reason is not called taken', async (t) => {
  const [COLONNADE_PORT, COLONNADE_OTLP_HTTP_PORT] = [String(await freePort()), String(await freePort())];
  const env = { COLONNADE_HOST: '192.0.2.1', COLONNADE_PORT, COLONNADE_OTLP_HTTP_PORT };
  const elsewhere = started(t, dataDirectory(t), env);
  t.same(await elsewhere.exited, { code: 1, signal: null });
  t.match(elsewhere.stderr(), /^colonnade: 192\.0\.2\.1 is not an address of this machine: set COLONNADE_HOST/);
  t.equal(elsewhere.stderr().trim().split('\n').length, 1, 'said once for all ports');
  const least = Number(readFileSync('/proc/sys/net/ipv4/ip_unprivileged_port_start', 'utf8'));
  if (process.getuid?.() !== 0 || least <= 1) return;
  const nobody = startProcess(dataDirectory(t), { COLONNADE_PORT: '1' }, { uid: 65_534, gid: 65_534 });
  t.same(await nobody.exited, { code: 1, signal: null });
  t.match(
    nobody.stderr(),
    /^colonnade: port 1 on 127\.0\.0\.1, for the API, is not for this user to open: set COLONNADE_PORT/,
  );
});

t.test('ports of the engines that somebody took meanwhile are replaced', async (t) => {
  const directory = dataDirectory(t);
  const first = started(t, directory);
  await first.ready;
  await stopped(first);
  const engines = JSON.parse(readFileSync(join(directory, 'engines.json'), 'utf8')) as {
    clickhouse: { httpPort: number };
    postgres: { port: number };
  };
  t.same(processesOf(directory), []);
  const taken = [engines.clickhouse.httpPort, engines.postgres.port];
  // That somebody else was quicker comes to the same.
  const occupants = taken.map((number) =>
    createServer()
      .on('error', () => {})
      .listen(number, '127.0.0.1'),
  );
  t.teardown(() => occupants.map((occupant) => occupant.close()));
  const second = started(t, directory);
  await second.ready;
  t.ok(await isReady(directory)());
  await stopped(second);
});

t.test('a first start that is cut off anywhere is completed by the next, with a key that works', async (t) => {
  for (const cut of ['initialising Postgres', 'migrating: 0001', 'starting ClickHouse', 'migrating: 0002_event']) {
    const directory = dataDirectory(t);
    const first = started(t, directory);
    await until(`"${cut}" is said`, 60_000, () => first.stderr().includes(cut));
    first.child.kill('SIGKILL');
    await first.exited;
    const second = started(t, directory);
    await second.ready;
    t.equal((await call(directory, '/me')).status, 200, `after a cut at "${cut}"`);
    await stopped(second);
  }
});

t.test(
  'a killed engine is noticed and started again; meanwhile 503 with Retry-After, and nothing is lost',
  async (t) => {
    const directory = dataDirectory(t);
    const service = started(t, directory);
    await service.ready;
    const load = traffic(t, directory);
    for (const engine of ['postgres', 'clickhouse'] as const) {
      const backMs: number[] = [];
      for (let round = 0; round < rounds; round++) {
        await until('traffic flows', backMsMax, load.serves);
        const pid = enginePid(directory, engine);
        process.kill(pid, 'SIGKILL');
        // Back within milliseconds, it answers the very question whether it does: then its process tells.
        const isGone = () => !existsSync(`/proc/${pid}`);
        await until('it is gone', backMsMax, async () => isGone() || !(await isReady(directory)()));
        backMs.push(await until(`${engine} is back`, backMsMax, isReady(directory)));
        await until('writes go through', backMsMax, load.serves);
        t.not(enginePid(directory, engine), pid);
      }
      t.comment(`${engine}: back after ${backMs.map(Math.round).join(', ')} ms`);
    }
    t.same(await load.lost(), [], `all of ${load.acknowledged.size} acknowledged rows are there`);
    await load.end();
    t.same(load.faults, [], 'no other answer than success or 503 with Retry-After');
    t.match(service.stderr(), /the embedded Postgres ended by itself \(SIGKILL\)/);
    t.match(service.stderr(), /the embedded ClickHouse ended by itself \(SIGKILL\)/);
    await stopped(service);
    t.same(processesOf(directory), []);
  },
);

t.test('a Postgres that was killed takes connections as soon as it is said to be ready again', async (t) => {
  const directory = join(dataDirectory(t), 'postgres');
  const [port, password] = [await freePort(), 'secret'];
  const start = () => startPostgres({ directory, port, password, startTimeoutMs: 60_000 });
  const connect = () => postgres({ host: '127.0.0.1', port, user: postgresUser, password, database: 'postgres' });
  const killed = await start();
  // A session that computes does not notice that its server is gone, and no other server starts beside it.
  const [busy, beside] = [connect(), connect()];
  const computes = `do $$ declare ends timestamptz := clock_timestamp() + interval '3 s';
    begin while clock_timestamp() < ends loop end loop; end $$`;
  const computed = busy.unsafe(computes).execute();
  let since: Date | undefined;
  await until('the session computes', backMsMax, async () => {
    const [session] = await beside<{ since: Date }[]>`
      select query_start as since from pg_stat_activity where state = 'active' and query like 'do %'`;
    since = session?.since;
    return since !== undefined;
  });
  process.kill(killed.pid, 'SIGKILL');
  await killed.exited;
  const engine = await start();
  t.teardown(() => engine.stop(backMsMax));
  t.ok(Date.now() - Number(since) >= 3_000, 'only when the session has ended');
  const sql = connect();
  t.same([...(await sql`select 1 as one`)], [{ one: 1 }]);
  await computed;
  for (const each of [busy, beside, sql]) await each.end();
});

t.test('a Postgres that does not start says why, with the detail', async (t) => {
  const directory = join(dataDirectory(t), 'postgres');
  const start = async () =>
    startPostgres({ directory, port: await freePort(), password: 'secret', startTimeoutMs: 60_000 });
  await (await start()).stop(backMsMax);
  chmodSync(join(directory, 'data'), 0o777);
  await t.rejects(start(), { message: /FATAL: .* has invalid permissions: Permissions should be/ });
});

t.test('SIGTERM under traffic: what was acknowledged is there, and the exit is clean and quick', async (t) => {
  // A name with what XML, shells and SQL would trip over.
  const directory = join(dataDirectory(t), `a & b <'"$x`);
  const service = started(t, directory);
  await service.ready;
  const load = traffic(t, directory);
  await until('traffic flows', backMsMax, load.serves);
  t.ok((await stopped(service)) < backMsMax, 'stops within ten seconds');
  t.same(await service.exited, { code: 0, signal: null });
  t.same(processesOf(directory), []);
  const next = started(t, directory);
  await next.ready;
  t.same(await load.lost(), [], `all of ${load.acknowledged.size} acknowledged rows are there`);
  await load.end();
  t.same(load.faults, []);
  await stopped(next);
});

t.test('npm start ends as the service does, told by itself or with all of the terminal', async (t) => {
  const directory = dataDirectory(t);
  const env = { ...process.env, COLONNADE_DATA: directory, COLONNADE_LOG_LEVEL: 'info', ...anyPorts };
  for (const [name, tell] of [
    ['SIGTERM to npm', (pid: number) => process.kill(pid, 'SIGTERM')],
    ['Ctrl-C', (pid: number) => process.kill(-pid, 'SIGINT')],
  ] as const) {
    const npm = spawn('npm', ['start'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    t.teardown(() => npm.exitCode ?? process.kill(-(npm.pid ?? 0), 'SIGKILL'));
    let [stdout, stderr] = ['', ''];
    npm.stdout.on('data', (text: Buffer) => (stdout += String(text)));
    npm.stderr.on('data', (text: Buffer) => (stderr += String(text)));
    await until('ready', 60_000, () => /^ready http/m.test(stdout));
    const ended = once(npm, 'exit');
    tell(npm.pid ?? 0);
    t.same(await ended, [0, null], name);
    t.match(stderr, /SIG(TERM|INT): stopping/, name);
    t.same(processesOf(directory), [], name);
  }
});

t.test('SIGTERM ends a start as it ends the service, and the next one completes it', async (t) => {
  const directory = dataDirectory(t);
  const early = started(t, directory, { COLONNADE_LOG_LEVEL: 'info' });
  await until('it starts', backMsMax, () => early.stderr().includes('starting Postgres'));
  t.ok((await stopped(early)) < backMsMax);
  t.same(await early.exited, { code: 0, signal: null });
  t.match(early.stderr(), 'SIGTERM: stopping');
  const next = started(t, directory);
  await next.ready;
  await stopped(next);
});

t.test('it serves also where nobody reads what it says, or the disk for it is full', async (t) => {
  const directory = dataDirectory(t);
  const full = openSync('/dev/full', 'w');
  t.teardown(() => closeSync(full));
  for (const [name, into] of [
    ['nobody reads', 'pipe'],
    ['full', full],
  ] as const) {
    rmSync(join(directory, 'credentials.json'), { force: true });
    writeFileSync(join(directory, 'first-start.pending'), '');
    const env = { PATH: process.env['PATH'], COLONNADE_DATA: directory, ...anyPorts };
    const args = ['--import=tsx', 'src/bin/serve.ts'];
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', into, into] });
    t.teardown(() => child.kill('SIGKILL'));
    child.stdout?.destroy();
    child.stderr?.destroy();
    const ended = once(child, 'exit');
    const serves = () => existsSync(join(directory, 'credentials.json')) && isReady(directory)();
    await until(`${name}: it serves`, 60_000, serves);
    const pid = enginePid(directory, 'clickhouse');
    process.kill(pid, 'SIGKILL');
    await until(`${name}: what it says then ends nothing`, backMsMax, () => enginePid(directory, 'clickhouse') !== pid);
    await until(`${name}: it serves again`, backMsMax, isReady(directory));
    child.kill('SIGTERM');
    t.same(await ended, [0, null], name);
  }
});

t.test('a killed service leaves no engine behind, and the next start has everything', async (t) => {
  const directory = dataDirectory(t);
  let service = started(t, directory);
  await service.ready;
  const load = traffic(t, directory);
  const goneMs: number[] = [];
  const readyMs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await until('traffic flows', backMsMax, load.serves);
    service.child.kill('SIGKILL');
    await service.exited;
    // Every other time the next one starts at once, while the engines of the last one are still there.
    if (round % 2 === 1)
      goneMs.push(await until('engines are gone', backMsMax, () => processesOf(directory).length === 0));
    const startedAt = performance.now();
    service = started(t, directory);
    await service.ready;
    readyMs.push(performance.now() - startedAt);
    await until('writes go through', backMsMax, load.serves);
    t.same(await load.lost(), []);
  }
  t.comment(
    `engines gone after ${goneMs.map(Math.round).join(', ')} ms; ready after ${readyMs.map(Math.round).join(', ')} ms`,
  );
  await load.end();
  service.child.kill('SIGKILL');
  await service.exited;
  await until('engines are gone', backMsMax, () => processesOf(directory).length === 0);
  t.pass('no process of the directory is left');
});

t.test('a copy of the directory of a stopped service is a backup: it starts elsewhere, beside the other', async (t) => {
  const directory = dataDirectory(t);
  const copy = join(dataDirectory(t), 'restored');
  const ask = async (of: string, path: string, body?: unknown) => {
    const response = await call(of, path, body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) });
    if (!response.ok) throw new Error(await response.text());
    return response.json() as Promise<any>; // oxlint-disable-line no-explicit-any -- answers of several shapes
  };
  let service = started(t, directory);
  await service.ready;
  await ask(directory, '/ingest/json', [{ message: 'to be kept', service: 'shop' }]);
  await ask(directory, '/teams', { name: 'Kept', handle: 'kept', members: [] });
  await stopped(service);
  execFileSync('cp', ['-a', directory, copy]);
  service = started(t, directory);
  const restored = started(t, copy);
  await Promise.all([service.ready, restored.ready]);
  await ask(directory, '/ingest/json', [{ message: 'since then', service: 'shop' }]);
  const messages = async (of: string) =>
    (await ask(of, '/events?query=project%20body&since=1h')).logsData.flat().toSorted() as string[];
  t.same(await messages(directory), ['since then', 'to be kept']);
  t.same(await messages(copy), ['to be kept']);
  for (const of of [directory, copy]) t.match(await ask(of, '/teams'), [{ is_everyone: true }, { handle: 'kept' }]);
  await Promise.all([stopped(service), stopped(restored)]);
});

t.test('a start without what an earlier one made says what is lost, and makes no project instead', async (t) => {
  const directory = dataDirectory(t);
  let service = started(t, directory);
  await service.ready;
  await stopped(service);
  const credentials = credentialsOf(directory);
  const away = (path: string) => {
    const [there, elsewhere] = [join(directory, path), join(directory, 'away')];
    renameSync(there, elsewhere);
    return () => {
      rmSync(there, { recursive: true, force: true });
      renameSync(elsewhere, there);
    };
  };
  for (const [path, told] of [
    ['postgres', 'postgres/data'],
    ['engines.json', 'engines.json'],
  ] as const) {
    const putBack = away(path);
    service = started(t, directory);
    t.same(await service.exited, { code: 1, signal: null });
    t.match(service.stderr(), `has lost ${told}, and with it its projects and keys`);
    const env = { PATH: process.env['PATH'], COLONNADE_DATA: directory };
    const cli = ['--import=tsx', join(root, 'src/bin/cli.ts'), 'project', 'list'];
    t.equal(spawnSync(process.execPath, cli, { cwd: root, env }).status, 1);
    t.notOk(existsSync(join(directory, path)), 'neither makes another');
    putBack();
  }
  const putBack = away('clickhouse');
  service = started(t, directory);
  await service.ready;
  t.match(service.stderr(), 'has no clickhouse/data: what was sent before is not there');
  await stopped(service);
  putBack();
  t.same(credentialsOf(directory).api_key, credentials.api_key);
});
