import type { Sql, TransactionSql } from 'postgres';
import { type DriverQuery, isDriverQuery, tellEnd } from './driver-query.ts';
import { isConnectionLost } from './faults.ts';

export type Tx = TransactionSql;

/**
 * postgres.js (3.4.9) does not notice that a transaction's connection is gone: it writes the rollback or the next
 * statement to it, which ends the whole process, or, once the connection was made again for somebody else, runs the
 * rest of the transaction there, statement by statement. So here a transaction is over with its connection: `begin`
 * rejects, no statement of it is sent any more, and what still runs of its function is left waiting for ever.
 */
export function withTransactionsThatEnd(sql: Sql): Sql {
  const begin = sql.begin.bind(sql) as (options: string, run: Run) => Promise<unknown>;
  const bounded = async (...args: [Run] | [string, Run]): Promise<unknown> => {
    const [options, run] = args.length === 1 ? ['', args[0]] : args;
    const connection: Connection = { lost: undefined };
    try {
      return await begin(options, (tx) => whileConnected(connection, run, tx));
    } catch (error) {
      if (isConnectionLost(error)) connection.lost = error;
      throw error;
    }
  };
  return Object.assign(sql, { begin: bounded });
}

type Run = (tx: Tx) => unknown;
type Connection = { lost: unknown };

async function whileConnected(connection: Connection, run: Run, tx: Tx): Promise<unknown> {
  try {
    const given = await run(guarded(connection, tx));
    // An array of queries is the driver's short form for awaiting all of them.
    const result = Array.isArray(given) ? await Promise.all(given) : given;
    if (connection.lost === undefined) return result;
  } catch (error) {
    if (connection.lost === undefined) throw error;
  }
  // `begin` has rejected by itself; to return or throw here would make the driver write once more.
  return new Promise<never>(() => {});
}

/** The same transaction, whose queries tell when the connection is lost, and are not sent from then on. */
function guarded(connection: Connection, tx: Tx): Tx {
  const watched = (made: unknown) => (isDriverQuery(made) ? watch(connection, made) : made);
  return new Proxy(tx, {
    apply: (target, self, args) => watched(Reflect.apply(target, self, args)),
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name === 'savepoint') {
        const savepoint = value as (...args: unknown[]) => Promise<unknown>;
        return (...args: unknown[]) =>
          savepoint(...args.slice(0, -1), (scope: Tx) => whileConnected(connection, args.at(-1) as Run, scope));
      }
      if (name !== 'unsafe' && name !== 'file') return value;
      return (...args: unknown[]) => watched(Reflect.apply(value as (...args: unknown[]) => unknown, target, args));
    },
  });
}

function watch(connection: Connection, query: DriverQuery): DriverQuery {
  const { handler } = query;
  query.handler = (self) => (connection.lost === undefined ? handler(self) : self.reject(connection.lost));
  tellEnd(query, {
    failed: (error) => {
      if (isConnectionLost(error)) connection.lost = error;
    },
  });
  return query;
}
