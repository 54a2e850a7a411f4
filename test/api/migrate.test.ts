import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { migrate, pendingMigrations } from '../../src/store/migrate.ts';
import type { MigrationFolders } from '../../src/store/migration-files.ts';
import { type TestStores, stores } from '../support/stores.ts';

t.setTimeout(600_000);

/** Files as a folder, so that a test can say what was there before and what came. */
function folders(
  t: Test,
  files: Record<string, string>,
): MigrationFolders & { write: (path: string, text: string) => void } {
  const root = t.testdir({ postgres: {}, clickhouse: {} });
  const write = (path: string, text: string) => writeFileSync(join(root, path), text);
  for (const [path, text] of Object.entries(files)) write(path, text);
  return { postgres: join(root, 'postgres'), clickhouse: join(root, 'clickhouse'), write };
}

const table = (name: string) => `CREATE TABLE IF NOT EXISTS ${name} (a UInt8) ENGINE = MergeTree ORDER BY a;\n`;
const set = {
  'postgres/0001_first.sql': 'create table first (a int); insert into first values (1);',
  'postgres/0002_second.sql': 'create table second (a int);',
  'clickhouse/0001_tables.sql': table('c1') + table('c2') + table('c3'),
  'clickhouse/0002_more.sql': table('c4') + table('c5'),
};

async function tables({ sql, clickhouse }: TestStores): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migrations' order by 1`;
  const result = await clickhouse.query({
    query: "SELECT name FROM system.tables WHERE database = currentDatabase() AND name != 'migrations' ORDER BY 1",
  });
  const { data } = await result.json<{ name: string }>();
  return [...rows, ...data].map((row) => row.name);
}
const all = ['first', 'second', 'c1', 'c2', 'c3', 'c4', 'c5'];

t.test('the repository’s own files migrate, and then there is nothing left to do', async (t) => {
  const empty = await stores(t, { migrated: false });
  t.ok((await pendingMigrations(empty)).length > 0);
  t.ok((await migrate(empty)).length > 0);
  t.same(await pendingMigrations(empty), []);
  t.same(await migrate(empty), []);
});

t.test('only what is new is applied; files are told before they are', async (t) => {
  const empty = await stores(t, { migrated: false });
  const files = folders(t, set);
  const told: string[] = [];
  const applied = await migrate(empty, { folders: files, onFile: (store, name) => told.push(`${store} ${name}`) });
  t.same(applied, ['0001_first.sql', '0002_second.sql', '0001_tables.sql', '0002_more.sql']);
  t.same(told, [
    'postgres 0001_first.sql',
    'postgres 0002_second.sql',
    'clickhouse 0001_tables.sql',
    'clickhouse 0002_more.sql',
  ]);
  t.same(await tables(empty), all);
  files.write('postgres/0003_third.sql', 'create table third (a int);');
  t.same(await pendingMigrations(empty, files), ['pg-migrations/0003_third.sql']);
  t.same(await migrate(empty, { folders: files }), ['0003_third.sql']);
});

t.test('a file that was changed or taken away after it was applied is named', async (t) => {
  const empty = await stores(t, { migrated: false });
  await migrate(empty, { folders: folders(t, set) });
  const changed = { ...set, 'clickhouse/0001_tables.sql': table('c9') };
  await t.rejects(migrate(empty, { folders: folders(t, changed) }), { message: /0001_tables\.sql was changed/ });
  const { 'postgres/0002_second.sql': _, ...fewer } = set;
  await t.rejects(migrate(empty, { folders: folders(t, fewer) }), { message: /0002_second\.sql was applied/ });
});

t.test('a store that is too old is told so, and nothing is changed in it', async (t) => {
  const empty = await stores(t, { migrated: false });
  const files = folders(t, set);
  const [none, much] = ['0', '999.9'];
  const old = { postgres: much, clickhouse: none };
  await t.rejects(migrate(empty, { folders: files, oldest: old }), { message: /^Postgres \d.* is too old: .*999\.9/ });
  t.same(await tables(empty), []);
  const older = { postgres: none, clickhouse: much };
  await t.rejects(migrate(empty, { folders: files, oldest: older }), {
    message: /^ClickHouse \d.* is too old: .*999\.9/,
  });
  t.same(await tables(empty), ['first', 'second']);
});

t.test('names are checked', async (t) => {
  const empty = await stores(t, { migrated: false });
  const twice = { 'postgres/0001_a.sql': 'select 1', 'postgres/0001_b.sql': 'select 1' };
  await t.rejects(migrate(empty, { folders: folders(t, twice) }), { message: /another migration numbered 0001/ });
  await t.rejects(migrate(empty, { folders: folders(t, { 'postgres/1-a.sql': '' }) }), { message: /is named like/ });
});

t.test('a file that fails says which statement, changes nothing in Postgres, and may be corrected', async (t) => {
  const empty = await stores(t, { migrated: false });
  const broken = folders(t, { 'postgres/0001_x.sql': 'create table x (a int); create table x (a int);' });
  await t.rejects(migrate(empty, { folders: broken }), { message: /0001_x\.sql failed: .*already exists/ });
  t.same(await tables(empty), []);
  broken.write('postgres/0001_x.sql', 'create table x (a int);');
  broken.write('clickhouse/0001_y.sql', `${table('y1')}CREATE TABLE y2 (a Nonsense) ENGINE = Memory;\n`);
  await t.rejects(migrate(empty, { folders: broken }), { message: /0001_y\.sql, statement 2, failed/ });
  broken.write('clickhouse/0001_y.sql', table('y1') + table('y2'));
  await migrate(empty, { folders: broken });
  t.same(await tables(empty), ['x', 'y1', 'y2']);
});

t.test('a statement marked @always runs each time', async (t) => {
  const empty = await stores(t, { migrated: false });
  const files = folders(t, { 'clickhouse/0001_a.sql': `${table('a')}-- @always\nINSERT INTO a VALUES (1);\n` });
  for (let i = 0; i < 3; i++) await migrate(empty, { folders: files });
  const result = await empty.clickhouse.query({ query: 'SELECT count() AS n FROM a', format: 'TabSeparated' });
  t.equal((await result.text()).trim(), '3');
});

t.test('an index is dropped also while an earlier file still fills it', async (t) => {
  const empty = await stores(t, { migrated: false });
  const index = (name: string) => `ADD INDEX IF NOT EXISTS ${name} a TYPE minmax GRANULARITY 1`;
  const fill = (name: string) => `ALTER TABLE i MATERIALIZE INDEX ${name} SETTINGS mutations_sync = 0;\n`;
  const files = folders(t, {
    'clickhouse/0001_a.sql': `${table('i')}INSERT INTO i VALUES (1);\nSYSTEM STOP MERGES i;\n`,
    'clickhouse/0002_b.sql': `ALTER TABLE i ${index('b')}, ${index('kept')};\n${fill('b')}${fill('kept')}`,
    'clickhouse/0003_c.sql': `ALTER TABLE i DROP INDEX IF EXISTS b, ${index('c')};\n${fill('c')}`,
  });
  await migrate(empty, { folders: files });
  const result = await empty.clickhouse.query({
    query:
      "SELECT command FROM system.mutations WHERE database = currentDatabase() AND NOT is_done AND command LIKE '%MATERIALIZE%' ORDER BY 1",
  });
  const { data } = await result.json<{ command: string }>();
  t.same(
    data.map((row) => row.command),
    ['(MATERIALIZE INDEX c)', '(MATERIALIZE INDEX kept)'],
  );
});

/** A process of its own that migrates these stores. */
function migrator({ databaseUrl, engines, database }: TestStores, files: MigrationFolders) {
  const program = new URL('../support/migrate-once.ts', import.meta.url).pathname;
  return spawn(process.execPath, ['--import=tsx', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'], MIGRATE: JSON.stringify({ databaseUrl, engines, database, folders: files }) },
  });
}

function exitOf(child: ReturnType<typeof migrator>): Promise<number | null> {
  return new Promise((resolve) => child.once('exit', resolve));
}

t.test('five processes that migrate at once apply everything once', async (t) => {
  const empty = await stores(t, { migrated: false });
  const files = folders(t, set);
  const exits = await Promise.all(Array.from({ length: 5 }, () => exitOf(migrator(empty, files))));
  t.same(exits, [0, 0, 0, 0, 0]);
  t.same(await tables(empty), all);
  t.same(await empty.sql`select a from first`, [{ a: 1 }]);
});

t.test('killed at any statement, a second run completes', async (t) => {
  // Each engine says what it is about to do before it does, so the kill falls before, in or after that statement.
  const cuts = [
    '0001_first',
    '0002_second',
    'CREATE TABLE IF NOT EXISTS c1',
    'statement 0',
    'CREATE TABLE IF NOT EXISTS c3',
    'CREATE TABLE IF NOT EXISTS c4',
    'statement 65535',
  ];
  for (const cut of cuts) {
    for (const delayMs of [0, 4]) {
      const empty = await stores(t, { migrated: false });
      const files = folders(t, set);
      const child = migrator(empty, files);
      const exit = exitOf(child);
      let seen = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        seen += text;
        if (seen.includes(cut)) setTimeout(() => child.kill('SIGKILL'), delayMs);
      });
      await exit;
      t.ok(seen.includes(cut), `the run came to "${cut}"`);
      await migrate(empty, { folders: files });
      t.same(await tables(empty), all, `complete after a kill ${delayMs} ms after "${cut}"`);
      t.same(await empty.sql`select a from first`, [{ a: 1 }]);
      t.same(await pendingMigrations(empty, files), []);
    }
  }
});
