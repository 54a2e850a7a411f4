import t from 'tap';
import { connectPostgres } from '../../src/store/postgres.ts';
import { stores } from '../support/stores.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

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
    const lostBefore = ends.lost;
    const cut = admin`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'cut'`.execute();
    // In every turn of the process, so that some are asked while the connection breaks.
    for (let turns = 0; ends.lost === lostBefore && turns < 2_000; turns++) {
      await turn();
      all.push(ask(all.length));
    }
    await cut;
    await pause(20);
  }
  await Promise.race([Promise.all(all), pause(10_000)]);
  t.comment(ends);
  t.ok(ends.own > 100 && ends.lost >= 60, 'some were answered, some were cut');
  t.equal(ends.others, 0, 'none has the rows of another');
  t.equal(ends.left, 0, 'none is left waiting');
});

t.test('what other connections of the pool have begun goes on, and the end is one of all', async (t) => {
  const { sql: admin, databaseUrl: url } = await stores(t);
  await admin`create table kept (a int)`;
  const sql = connectPostgres({ url, connectionsMax: 3, applicationName: 'kept', statementTimeoutMs: 10_000 });
  const transaction = sql.begin(async (tx) => {
    await tx`insert into kept values (1)`;
    const sleeps = sql`select pg_sleep(10)`;
    const [slept] = await Promise.allSettled([
      sleeps,
      pause(200).then(
        () => admin`select pg_terminate_backend(pid) from pg_stat_activity
          where application_name = 'kept' and query like 'select pg_sleep%'`,
      ),
    ]);
    t.equal(slept.status, 'rejected');
    t.same(await sql`select a from kept`, [], 'the next statement is answered');
    await tx`insert into kept values (2)`;
  });
  await transaction;
  t.same(await sql`select a from kept order by a`, [{ a: 1 }, { a: 2 }]);
  const connections = () => admin`select pid from pg_stat_activity where application_name = 'kept'`;
  t.ok((await connections()).length >= 2);
  await sql.end({ timeout: 1 });
  for (let tries = 0; tries < 50 && (await connections()).length > 0; tries++) await pause(100);
  t.same(await connections(), []);
});
