import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Sql } from 'postgres';
import t from 'tap';
import { arrays } from '../../src/store/postgres-arrays.ts';
import { connectPostgres } from '../../src/store/postgres.ts';
import { stores } from '../support/stores.ts';

// The driver alone ends the process in most of these cases: that this file runs to its end is part of the test.

async function cut(sql: Sql, pid: number): Promise<void> {
  await sql`select pg_terminate_backend(${pid})`;
}

t.test('a transaction ends with its connection, whatever its function does, and the pool goes on', async (t) => {
  const { sql } = await stores(t);
  await sql`create table kept (a int)`;
  const pidOf = async (tx: Pick<Sql, 'unsafe'>) => {
    const [row] = await tx.unsafe<{ pid: number }[]>('select pg_backend_pid() as pid');
    return row?.pid ?? 0;
  };
  type Tx = Parameters<Parameters<typeof sql.begin>[1]>[0];
  const cases: Record<string, (tx: Tx) => Promise<unknown>> = {
    'a statement is under way': async (tx) => {
      const pid = await pidOf(tx);
      const [end] = await Promise.allSettled([tx`select pg_sleep(5)`, sleep(50).then(() => cut(sql, pid))]);
      if (end.status === 'rejected') throw end.reason;
      return undefined;
    },
    'several statements are queued': async (tx) => {
      const pid = await pidOf(tx);
      const insert = () => tx`insert into kept values (1)`;
      return Promise.all([tx`select pg_sleep(5)`, insert(), insert(), sleep(50).then(() => cut(sql, pid))]);
    },
    'it goes on after the failure': async (tx) => {
      await cut(sql, await pidOf(tx));
      for (let i = 0; i < 5; i++) {
        await tx`insert into kept values (2)`.catch(() => {});
        await sleep(20);
      }
    },
    'it does something else, then writes': async (tx) => {
      await cut(sql, await pidOf(tx));
      await sleep(300);
      await tx`insert into kept values (3)`;
    },
    'it does something else, then is done': async (tx) => {
      await cut(sql, await pidOf(tx));
      await sleep(300);
    },
    'it does something else, then throws': async (tx) => {
      await cut(sql, await pidOf(tx));
      await sleep(300);
      throw new Error('something else');
    },
    'inside a savepoint': async (tx) => {
      const pid = await pidOf(tx);
      await tx.savepoint(async (inner) => {
        await cut(sql, pid);
        await inner`insert into kept values (4)`;
      });
    },
    'by a statement as text': async (tx) => {
      await cut(sql, await pidOf(tx));
      await tx.unsafe('insert into kept values (5)');
    },
  };
  for (const [name, run] of Object.entries(cases)) {
    await t.rejects(sql.begin(run), { code: /CONNECTION_CLOSED|ECONNRESET|EPIPE|57P01/ }, name);
    await sleep(100);
    t.same(await sql`select * from kept`, [], `${name}: nothing of it is kept`);
  }
});

t.test('other transactions are as ever', async (t) => {
  const { sql } = await stores(t);
  await sql`create table kept (a int)`;
  t.equal(await sql.begin(async (tx) => (await tx`insert into kept values (1) returning a`)[0]?.['a']), 1);
  t.same(await sql.begin('read only', async (tx) => tx`select a from kept`), [{ a: 1 }]);
  t.same(await sql.begin((tx) => [tx`select 1 as x`, tx`select 2 as x`]), [[{ x: 1 }], [{ x: 2 }]]);
  await t.rejects(
    sql.begin(async (tx) => {
      await tx`insert into kept values (2)`;
      throw new Error('changed my mind');
    }),
    { message: 'changed my mind' },
  );
  await t.rejects(
    sql.begin((tx) => tx`select nonsense`),
    { code: '42703' },
  );
  await sql.begin(async (tx) => {
    const columns = ['a'] as const;
    await tx`insert into kept ${tx([{ a: 3 }], ...columns)}`;
    await tx.savepoint((inner) => inner`insert into kept values (4), (null)`).catch(() => {});
    await tx.savepoint(async (inner) => inner`select 1 / 0`).catch(() => {});
  });
  t.same(await sql`select a from kept order by a`, [{ a: 1 }, { a: 3 }, { a: 4 }, { a: null }]);
});

const fields = Buffer.from('SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0');
/** What Postgres says to a connection that it cuts. */
const shutdown = Buffer.concat([Buffer.from('E'), Buffer.alloc(4), fields]);
shutdown.writeInt32BE(4 + fields.length, 1);
/** What it says to one that is there, and has no transaction. */
const readyForQuery = Buffer.from('Z\0\0\0\u0005I');

t.test('a connection that is cut as soon as it is there fails its statement and ends nothing else', async (t) => {
  const { databaseUrl } = await stores(t);
  const { hostname, port, href } = new URL(databaseUrl);
  let cutsLeft = 3;
  const between = createServer((near) => {
    const far = connect(Number(port), hostname);
    near.on('error', () => far.destroy()).on('close', () => far.destroy());
    far.on('error', () => near.destroy()).on('close', () => near.destroy());
    near.on('data', (sent) => far.write(sent));
    far.on('data', (given) => {
      if (cutsLeft === 0 || !given.includes(readyForQuery)) return void near.write(given);
      cutsLeft--;
      near.end(Buffer.concat([given, shutdown]));
    });
  }).listen(0, '127.0.0.1');
  await once(between, 'listening');
  const url = href.replace(`:${port}/`, `:${(between.address() as AddressInfo).port}/`);
  const sql = connectPostgres({ url, connectionsMax: 1, applicationName: 'cut', statementTimeoutMs: 10_000 });
  t.teardown(async () => {
    await sql.end({ timeout: 1 });
    between.close();
  });
  const ends: string[] = [];
  while (ends.at(-1) !== 'fulfilled' && ends.length < 10) {
    const [end] = await Promise.allSettled([sql`select ${1}::int`]);
    ends.push(end.status);
  }
  t.ok(ends.length > 1, 'some are lost');
  t.equal(ends.at(-1), 'fulfilled');
  t.equal(cutsLeft, 0);
});

t.test('arrays are what they were, whatever is in them', async (t) => {
  const { sql } = await stores(t);
  const texts = [
    '',
    'NULL',
    'null',
    'a,b',
    '{}',
    '"',
    '\\',
    'a\\"b',
    ' c ',
    'line\nline',
    'ü€😀',
    "it's",
    '${x}',
    'x'.repeat(2_000_000),
  ];
  const [row] = await sql`
    select ${texts}::text[] as texts, ${[]}::text[] as none, array['a', null] as hole, ${['b', null]}::text[] as holed,
      ${['9007199254740993', '-1']}::bigint[] as numbers, ${[7]}::bigint[] as small,
      array_length(${texts}::text[], 1) as length, (${texts}::text[])[3] as third`;
  t.same(row?.['texts'], texts);
  t.same(row, {
    texts,
    none: [],
    hole: ['a', null],
    holed: ['b', null],
    numbers: ['9007199254740993', '-1'],
    small: ['7'],
    length: texts.length,
    third: 'null',
  });
  const id = '0198a3f2-0000-7000-8000-000000000001';
  t.same(
    await sql`select ${[id]}::uuid[] as ids, ${['2026-01-02T03:04:05.678Z']}::text[]::timestamptz[] as times,
      ${[1.5, -2e300, null]}::float8[] as numbers`,
    [{ ids: [id], times: [new Date('2026-01-02T03:04:05.678Z')], numbers: [1.5, -2e300, null] }],
  );
});

t.test('the arrays of the schema and of the queries are all known', async (t) => {
  const { sql } = await stores(t);
  const columns = await sql<{ type: string }[]>`
    select distinct format_type(a.atttypid, null) as type
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type y on y.oid = a.atttypid
    where c.relnamespace = 'public'::regnamespace and y.typcategory = 'A' and a.attnum > 0`;
  const source = fileURLToPath(new URL('../../src', import.meta.url));
  const names = (await readdir(source, { recursive: true })).filter((name) => name.endsWith('.ts'));
  const texts = await Promise.all(names.map((name) => readFile(join(source, name), 'utf8')));
  const casts = texts.flatMap((text) => [...text.matchAll(/::(\w[\w ]*\[\])/g)].map(([, type = '']) => type));
  const known = Object.values(arrays).map(({ oid }) => oid);
  t.ok(columns.length > 0 && casts.length > 0);
  for (const type of new Set([...columns.map((column) => column.type), ...casts])) {
    const [{ oid } = { oid: 0 }] = await sql<{ oid: number }[]>`select ${type}::regtype::oid as oid`;
    t.ok(known.includes(oid), type);
  }
});
