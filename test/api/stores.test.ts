import { mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import t, { type Test } from 'tap';
import { askReadiness } from '../../src/bin/service.ts';
import { deleteRowsOf } from '../../src/domains/housekeeping/queries.ts';
import { withdrawShapes } from '../../src/domains/patterns/queries-forget.ts';
import { fairGate } from '../../src/lib/fair-gate.ts';
import { connectClickhouse } from '../../src/store/clickhouse.ts';
import { define } from '../../src/store/define.ts';
import { startClickhouse } from '../../src/store/embedded/clickhouse.ts';
import { freePort } from '../../src/store/embedded/ports.ts';
import { applyClickhouse } from '../../src/store/migrate-clickhouse.ts';
import { createReader, gateLimits } from '../../src/store/read.ts';
import { startApi } from '../support/api.ts';
import { clientThrough, stores } from '../support/stores.ts';

t.test('a test has migrated stores of its own, and a user that cannot write', async (t) => {
  const { sql, clickhouse, reader, database } = await stores(t);
  const [row] = await sql`select count(*)::int as jobs from graphile_worker.jobs`;
  t.equal(row?.['jobs'], 0);
  const version = await reader.query({
    query: 'SELECT version(), currentUser(), currentDatabase()',
    format: 'JSONCompact',
  });
  const { data } = await version.json<string[]>();
  t.match(data[0]?.[0], /^26\.7\./);
  t.same(data[0]?.slice(1), ['reader', database]);
  await clickhouse.command({ query: 'CREATE TABLE x (a UInt8) ENGINE = MergeTree ORDER BY a' });
  const limits = { max_execution_time: 3, max_memory_usage: '1000000000', log_comment: 'x', max_result_rows: '10' };
  const count = await reader.query({
    query: 'SELECT count() FROM x',
    format: 'TabSeparated',
    clickhouse_settings: limits,
  });
  t.equal(await count.text(), '0\n');
  for (const [refused, query] of Object.entries({
    writing: 'INSERT INTO x VALUES (1)',
    'making a table': 'CREATE TABLE y (a UInt8) ENGINE = Memory',
    'reading a file': `SELECT * FROM file('/etc/hostname', 'LineAsString')`,
    'reading a URL': `SELECT * FROM url('http://127.0.0.1:1/', 'LineAsString')`,
    'reading another server': `SELECT * FROM remote('127.0.0.1', system.one)`,
    'reading the processes': 'SELECT * FROM system.processes',
    'changing a setting that is not a limit': 'SELECT 1 SETTINGS max_insert_threads = 3',
    'leaving readonly': 'SELECT 1 SETTINGS readonly = 0',
  })) {
    await t.rejects(
      reader.command({ query }),
      { message: /Not enough privileges|readonly mode/ },
      `refused: ${refused}`,
    );
  }
  await t.resolves(reader.query({ query: 'SELECT number FROM numbers(3)' }));
});

t.test('what a user of ClickHouse has by default for its statements counts for nothing', async (t) => {
  const { engines, database } = await stores(t);
  const query = `
    SELECT r.x, (SELECT sum(number) FROM numbers(0)), toString(toDateTime(0))
    FROM (SELECT 1 AS a) AS l LEFT JOIN (SELECT 2 AS a, 3 AS x) AS r ON l.a = r.a`;
  const defaults = 'join_use_nulls=1&aggregate_functions_null_for_empty=1&session_timezone=Asia%2FKathmandu&';
  const through = (own: (path: string) => string) =>
    clientThrough(t, { engines, database }, 'service', (_, on, path) => on(own(path).replace('?', `?${defaults}`)));
  const rowsOf = async (client: Awaited<ReturnType<typeof through>>) =>
    await (await client.query({ query, format: 'JSONCompactEachRow' })).json();
  t.same(await rowsOf(await through((path) => path)), [[0, '0', '1970-01-01 00:00:00']]);
  const bare = await through((path) => path.replaceAll(/(join_use_nulls|aggregate_\w+|session_timezone)=\w*&/g, ''));
  t.same(await rowsOf(bare), [[null, null, '1970-01-01 05:30:00']], 'as they would be');
});

t.test('nobody on this machine is let into the engine without a password', async (t) => {
  const { engines } = await stores(t);
  for (const path of ['/', '/?user=default&password=', '/?session_id=x', '/?max_sessions_for_user=0']) {
    const answer = await fetch(engines.clickhouse.url + path, { method: 'POST', body: 'SELECT currentUser()' });
    t.notOk(answer.ok, path);
    t.notMatch(await answer.text(), /^default/, path);
  }
});

/** An engine of its own, with what its directory says. */
async function startIn(t: Test, directory: string) {
  const httpPort = await freePort();
  const passwords = { servicePassword: 'service', readerPassword: 'reader', sqlSecret: 'sql' };
  const projects = { database: 'default', projectIds: [], projectTables: [] };
  const limits = { memoryBytesMax: 2_000_000_000, startTimeoutMs: 60_000 };
  const engine = await startClickhouse({ directory, httpPort, ...passwords, ...projects, ...limits });
  t.teardown(() => engine.stop(5_000));
  return { engine, httpPort };
}

t.test('a read needs no room on the disk: on a full one the engine would send an empty answer', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'colonnade-read-'));
  t.teardown(() => rmSync(directory, { recursive: true, force: true }));
  const { engine, httpPort } = await startIn(t, directory);
  t.same(
    listeningPorts(engine.pid),
    [httpPort],
    'a peer that resets a connection of the native protocol ends an engine',
  );
  const client = connectClickhouse({
    url: `http://127.0.0.1:${httpPort}`,
    database: 'default',
    username: 'reader',
    password: 'reader',
    connectionsMax: 4,
    requestTimeoutMs: 20_000,
    readonly: false,
  });
  t.teardown(() => client.close());
  // Where it would put its answer there is no folder any more.
  rmSync(join(directory, 'data', 'tmp'), { recursive: true });
  writeFileSync(join(directory, 'data', 'tmp'), '');
  const rows = await createReader(client, fairGate(gateLimits)).rows({
    projectId: 'x',
    operation: 'test',
    sql: 'SELECT number, repeat(toString(number), 1000) FROM numbers(10000)',
    params: {},
    signal: AbortSignal.timeout(20_000),
  });
  t.equal(rows.length, 10_000);
});

t.test(
  'nothing is defined or deleted where ClickHouse has no room: it would keep an empty file, and not start again',
  async (t) => {
    const directory = mkdtempSync(join(tmpdir(), 'colonnade-full-'));
    t.teardown(() => rmSync(directory, { recursive: true, force: true }));
    // What the disk is to keep free stands for what others have taken of it.
    mkdirSync(join(directory, 'config.d'));
    writeFileSync(
      join(directory, 'config.d', 'full.xml'),
      `<clickhouse><storage_configuration><disks><default><keep_free_space_bytes>${2 ** 60}</keep_free_space_bytes></default></disks></storage_configuration></clickhouse>`,
    );
    const { httpPort } = await startIn(t, directory);
    const connection = {
      url: `http://127.0.0.1:${httpPort}`,
      database: 'default',
      username: 'service',
      password: 'service',
    };
    const clickhouse = connectClickhouse({
      ...connection,
      connectionsMax: 4,
      requestTimeoutMs: 20_000,
      readonly: false,
    });
    t.teardown(() => clickhouse.close());
    const place = { clickhouse, cluster: undefined, hasKeeper: false };
    const target = { ...connection, user: 'service', cluster: null, replicated: false };
    const full = { code: 'unavailable', message: /^The disk of ClickHouse is full \(0\.0 MiB are left\)/ };
    await t.rejects(define(clickhouse, { query: 'CREATE TABLE x (a UInt8) ENGINE = MergeTree ORDER BY a' }), full);
    await t.rejects(
      applyClickhouse(clickhouse, target, [], () => {}),
      full,
    );
    await t.rejects(deleteRowsOf(place, 'events', ['p']), full);
    await t.rejects(withdrawShapes(place, 'p', ['1']), full);
    const answer = await clickhouse.query({ query: 'SHOW TABLES', format: 'TabSeparated' });
    t.equal(await answer.text(), '');
  },
);

t.test('a store that hangs after its first answer is not ready, and that is said soon', async (t) => {
  const { sql, clickhouse, database, engines } = await stores(t);
  t.match(await askReadiness({ sql, clickhouse }), { ready: true, migrations: true });
  let answers = 1;
  const hanging = await clientThrough(t, { engines, database }, 'service', (_, on) => {
    if (answers-- > 0) on();
  });
  const since = performance.now();
  t.match(await askReadiness({ sql, clickhouse: hanging }), { ready: false, clickhouse: true, migrations: false });
  t.ok(performance.now() - since < 5_000, `${Math.round(performance.now() - since)} ms`);
});

t.test(
  'a process stays ready when a newer one has migrated beside it, and is not when its own are missing',
  async (t) => {
    const { sql, clickhouse } = await stores(t);
    await sql`insert into migrations (name, checksum) values ('9999_of_tomorrow.sql', 'x')`;
    const values = [{ name: '9999_of_tomorrow.sql', checksum: 'x', statement: 65_535 }];
    await clickhouse.insert({ table: 'migrations', values, format: 'JSONEachRow' });
    t.match(await askReadiness({ sql, clickhouse }), { ready: true, migrations: true });
    await sql`delete from migrations where name like '0001%'`;
    t.match(await askReadiness({ sql, clickhouse }), { ready: false, migrations: false });
  },
);

t.test(
  'a Postgres whose disk is full is one that is away: its caller may come again, and the log says why',
  async (t) => {
    const lines: { level: number; msg: string; err?: { message: string } }[] = [];
    const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
    const api = await startApi(t, {}, () => ({ log }));
    const own = await api.project();
    const reason = 'No space left on device';
    await api.deps.sql`create function no_room() returns trigger language plpgsql as $$
    begin raise exception ${api.deps.sql.unsafe(`'${reason}'`)} using errcode = '53100'; end $$`;
    await api.deps.sql`create trigger no_room before insert on dashboards for each row execute function no_room()`;
    const told = () => lines.splice(0).flatMap(({ level, err }) => (err === undefined ? [] : [[level, err.message]]));
    const { status, headers, body } = await own.post('/dashboards', { title: 'x' });
    t.match({ status, body }, { status: 503, body: { error: { code: 'unavailable' } } });
    t.ok(headers.get('retry-after'));
    t.same(told(), [[log.levels.values['warn'], reason]]);
    const call = { name: 'create_dashboard', arguments: { title: 'x' } };
    const agent = await own.post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call });
    t.match(agent.body.result.content[0].text, /^unavailable: A store behind the service does not answer/);
    t.same(told(), [[log.levels.values['warn'], reason]]);
  },
);

/** What a descriptor is; one that was closed since they were listed is nothing any more. */
function fileOf(descriptor: string): string {
  try {
    return readlinkSync(descriptor);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

function listeningPorts(pid: number): number[] {
  const files = readdirSync(`/proc/${pid}/fd`).map((name) => fileOf(`/proc/${pid}/fd/${name}`));
  const sockets = readFileSync(`/proc/${pid}/net/tcp`, 'utf8') + readFileSync(`/proc/${pid}/net/tcp6`, 'utf8');
  return sockets
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode]) => state === '0A' && files.includes(`socket:[${inode}]`))
    .map(([, local]) => Number.parseInt(local?.split(':')[1] ?? '', 16));
}
