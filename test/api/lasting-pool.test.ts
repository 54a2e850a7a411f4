import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { isStoreDown } from '../../src/store/faults.ts';
import { connectPostgres } from '../../src/store/postgres.ts';
import { until } from '../support/service.ts';
import { stores } from '../support/stores.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

t.test('statements end, and with their own rows, while connections are cut', async (t) => {
  const { sql: admin, databaseUrl: url } = await stores(t);
  const sql = connectPostgres({ url, connectionsMax: 1, applicationName: 'cut', statementTimeoutMs: 10_000 });
  t.teardown(() => sql.end({ timeout: 1 }));
  const ends = { own: 0, others: 0, lost: 0, left: 0 };
  const ask = async (n: number) => {
    ends.left++;
    const [end] = await Promise.allSettled([sql<{ n: number }[]>`select ${n}::int as n`]);
    ends.left--;
    if (end.status === 'rejected') ends.lost++;
    else if (end.value.length === 1 && end.value[0]?.n === n) ends.own++;
    else ends.others++;
  };
  const all: Promise<void>[] = [];
  for (let round = 0; round < 60; round++) {
    await sql`select 1`.catch(() => {});
    const lostBefore = ends.lost;
    const cut = admin`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'cut'`.execute();
    // In every turn of the process, so that some are asked while the connection breaks.
    for (let turns = 0; ends.lost === lostBefore && turns < 2_000; turns++) {
      await turn();
      all.push(ask(all.length));
    }
    await cut;
    await sleep(20);
  }
  await until('all have ended', 60_000, () => ends.left === 0);
  t.comment(ends);
  t.ok(ends.own > 100 && ends.lost >= 60, 'some were answered, some were cut');
  t.equal(ends.others, 0, 'none has the rows of another');
});

t.test('what fails when some of its rows have come leaves nothing in the next answer', async (t) => {
  const { databaseUrl: url } = await stores(t);
  const sql = connectPostgres({ url, connectionsMax: 1, applicationName: 'half', statementTimeoutMs: 10_000 });
  t.teardown(() => sql.end({ timeout: 1 }));
  const half = () => sql`select 1 / (3000 - i) as n, repeat('x', 100) from generate_series(1, 5000) i`;
  await t.rejects(half(), { code: '22012' });
  const rows = await sql`select n from generate_series(7, 8) n`;
  t.same([rows, rows.length, rows.count], [[{ n: 7 }, { n: 8 }], 2, 2]);
  await t.rejects(half(), { code: '22012' });
  t.same((await sql`select n from generate_series(7, 8) n`.values()).length, 2, 'also as lists');
  await t.rejects(half(), { code: '22012' });
  t.same(await sql`select 1 where false`, []);
  await t.rejects(half(), { code: '22012' });
  t.same(await sql.begin((tx) => tx`select 9 as n`), [{ n: 9 }], 'in a transaction');
});

t.test('what other connections of the pool have begun goes on, and the end is one of all', async (t) => {
  const { sql: admin, databaseUrl: url } = await stores(t);
  await admin`create table kept (a int)`;
  const sql = connectPostgres({ url, connectionsMax: 3, applicationName: 'kept', statementTimeoutMs: 10_000 });
  const transaction = sql.begin(async (tx) => {
    await tx`insert into kept values (1)`;
    const sleeping = t.rejects(sql`select pg_sleep(60)`);
    await until('what sleeps is cut', 10_000, async () => {
      const found = await admin`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'kept' and query like 'select pg_sleep%'`;
      return found.length > 0;
    });
    await sleeping;
    t.same(await sql`select a from kept`, [], 'the next statement is answered');
    await tx`insert into kept values (2)`;
  });
  await transaction;
  t.same(await sql`select a from kept order by a`, [{ a: 1 }, { a: 2 }]);
  const connections = () => admin`select pid from pg_stat_activity where application_name = 'kept'`;
  t.ok((await connections()).length >= 2);
  await sql.end({ timeout: 1 });
  await until('its connections are gone', 20_000, async () => (await connections()).length === 0);
  for (let n = 0; n < 3; n++)
    await t.rejects(sql`select 1`, { code: 'CONNECTION_ENDED' }, 'there is no other pool then');
});

t.test('who closes a connection without a word has refused it, and the next server is asked', async (t) => {
  const { databaseUrl } = await stores(t);
  let connections = 0;
  let close = (socket: Socket) => void socket.end();
  const balancer = createServer((socket) => {
    connections++;
    close(socket);
  }).listen(0, '127.0.0.1');
  await once(balancer, 'listening');
  const nobody = `127.0.0.1:${(balancer.address() as AddressInfo).port}`;
  const { host } = new URL(databaseUrl);
  const at = (hosts: string) => {
    const url = databaseUrl.replace(host, hosts);
    const sql = connectPostgres({ url, connectionsMax: 3, applicationName: 'refused', statementTimeoutMs: 10_000 });
    t.teardown(() => sql.end({ timeout: 1 }));
    return sql;
  };
  t.teardown(() => balancer.close());
  const alone = at(nobody);
  const refused = await Promise.allSettled([1, 2, 3].map((n) => alone`select ${n}::int`));
  t.ok(refused.every((end) => end.status === 'rejected' && isStoreDown(end.reason)));
  t.ok(connections <= 3, `${connections} connections`);
  connections = 0;
  close = (socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
  await t.rejects(
    at(nobody)`select 1`,
    { code: 'ECONNREFUSED', message: `${nobody} is no Postgres` },
    'of another port',
  );
  t.equal(connections, 1);
  close = (socket) => void socket.resetAndDestroy();
  const pool = alone.options;
  for (let n = 0; n < 20; n++) await t.rejects(alone`select 1`, { code: 'ECONNRESET' });
  t.equal(alone.options, pool, 'a pool that never had a connection is not replaced');
  close = (socket) => void socket.end();
  t.same(await at(`${nobody},${host}`)`select 1 as one`, [{ one: 1 }]);
  t.same(await at(`${host},${nobody}`)`select 1 as one`, [{ one: 1 }]);
});
