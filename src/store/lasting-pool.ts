import type { Sql } from 'postgres';
import { isDriverQuery, tellEnd } from './driver-query.ts';
import { isConnectionLost } from './faults.ts';

/** A pool that nobody asks any more has closed its connections by then, but for transactions that still run. */
const closedByMs = 120_000;

interface Pool {
  readonly sql: Sql;
  answered: boolean;
}

/**
 * A pool that lasts, of pools that do not. What is asked of a connection while it breaks is left waiting by postgres.js (3.4.9)
 * for ever, and so is what is asked of it once it was made again, or it sends nothing then and is given up after seconds. So a
 * pool that has lost a connection is asked nothing new: it ends what it has, and another takes its place. One that was never
 * answered has had no connection to lose.
 */
export function lastingPool(open: () => Sql): Sql {
  /** What is to be closed at the end. */
  const pools = new Set<Pool>();
  let ended = false;
  let current = another();

  function another(): Pool {
    const pool = { sql: open(), answered: false };
    pools.add(pool);
    return pool;
  }

  function failed(pool: Pool, error: unknown): void {
    if (ended || pool !== current || !pool.answered || !isConnectionLost(error)) return;
    current = another();
    setTimeout(() => pools.delete(pool), closedByMs).unref();
  }

  function made(pool: Pool, what: unknown): unknown {
    if (isDriverQuery(what)) {
      tellEnd(what, { failed: (error) => failed(pool, error), answered: () => (pool.answered = true) });
    }
    return what;
  }

  const own = {
    async begin(...args: Parameters<Sql['begin']>) {
      const pool = current;
      try {
        const result = await pool.sql.begin(...args);
        pool.answered = true;
        return result;
      } catch (error) {
        failed(pool, error);
        throw error;
      }
    },
    unsafe: (...args: Parameters<Sql['unsafe']>) => made(current, current.sql.unsafe(...args)),
    async end(options?: { timeout?: number }) {
      ended = true;
      await Promise.all([...pools].map(({ sql }) => sql.end(options)));
    },
  };
  return new Proxy(current.sql, {
    apply: (_first, self, args) => made(current, Reflect.apply(current.sql, self, args)),
    get: (_first, name) => Reflect.get(Object.hasOwn(own, name) ? own : current.sql, name),
  });
}
