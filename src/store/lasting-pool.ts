import type { Sql } from 'postgres';
import { isDriverQuery, tellFailure } from './driver-query.ts';
import { isConnectionLost } from './faults.ts';

/** Within which all has ended that was asked of a pool while it was the current one. */
const retiredMs = 120_000;
const endTimeoutSeconds = 60;

/**
 * A pool that lasts, of pools that do not. What is asked of a connection while it breaks is left waiting by postgres.js (3.4.9)
 * for ever, and so is what is asked of it once it was made again, or it sends nothing then and is given up after seconds. So a
 * pool that has lost a connection is asked nothing new: it ends what it has, and another takes its place.
 */
export function lastingPool(open: () => Sql): Sql {
  const pools = new Set<Sql>();
  let ended = false;
  let current = another();

  function another(): Sql {
    const pool = open();
    pools.add(pool);
    return pool;
  }

  function failed(pool: Sql, error: unknown): void {
    if (ended || pool !== current || !isConnectionLost(error)) return;
    current = another();
    const retire = async () => {
      await pool.end({ timeout: endTimeoutSeconds });
      pools.delete(pool);
    };
    setTimeout(() => void retire(), retiredMs).unref();
  }

  function made(pool: Sql, what: unknown): unknown {
    if (isDriverQuery(what)) tellFailure(what, (error) => failed(pool, error));
    return what;
  }

  const own = {
    async begin(...args: Parameters<Sql['begin']>) {
      const pool = current;
      try {
        return await pool.begin(...args);
      } catch (error) {
        failed(pool, error);
        throw error;
      }
    },
    unsafe: (...args: Parameters<Sql['unsafe']>) => made(current, current.unsafe(...args)),
    async end(options?: { timeout?: number }) {
      ended = true;
      await Promise.all([...pools].map((pool) => pool.end(options)));
    },
  };
  return new Proxy(current, {
    apply: (_first, self, args) => made(current, Reflect.apply(current, self, args)),
    get: (_first, name) => Reflect.get(Object.hasOwn(own, name) ? own : current, name),
  });
}
