import t from 'tap';
import type { Sql } from '../../src/store/postgres.ts';
import { stores } from '../support/stores.ts';

// The driver alone ends the process in most of these cases: that this file runs to its end is part of the test.

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

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
      const [sleep] = await Promise.allSettled([tx`select pg_sleep(5)`, pause(50).then(() => cut(sql, pid))]);
      if (sleep.status === 'rejected') throw sleep.reason;
      return undefined;
    },
    'several statements are queued': async (tx) => {
      const pid = await pidOf(tx);
      const insert = () => tx`insert into kept values (1)`;
      return Promise.all([tx`select pg_sleep(5)`, insert(), insert(), pause(50).then(() => cut(sql, pid))]);
    },
    'it goes on after the failure': async (tx) => {
      await cut(sql, await pidOf(tx));
      for (let i = 0; i < 5; i++) {
        await tx`insert into kept values (2)`.catch(() => {});
        await pause(20);
      }
    },
    'it does something else, then writes': async (tx) => {
      await cut(sql, await pidOf(tx));
      await pause(300);
      await tx`insert into kept values (3)`;
    },
    'it does something else, then is done': async (tx) => {
      await cut(sql, await pidOf(tx));
      await pause(300);
    },
    'it does something else, then throws': async (tx) => {
      await cut(sql, await pidOf(tx));
      await pause(300);
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
    await pause(100);
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
