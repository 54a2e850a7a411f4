import postgres, { type Options, type Sql } from 'postgres';
import { lastingPool } from './lasting-pool.ts';
import { arrayTypes } from './postgres-arrays.ts';
import { postgresSockets } from './postgres-socket.ts';
import { withTransactionsThatEnd } from './transaction.ts';

export type PostgresOptions = {
  url: string;
  connectionsMax: number;
  /** Shown in pg_stat_activity. */
  applicationName: string;
  statementTimeoutMs: number;
};

/** What statements and their answers are written for, whatever a server, a database or a role has by default. */
export const sessionSettings = { default_transaction_isolation: 'read committed', datestyle: 'ISO' } as const;

/** A pool. Queries are lazy: one that is not awaited never runs. */
export function connectPostgres(options: PostgresOptions): Sql {
  const settings: Options<typeof arrayTypes> & { socket: ReturnType<typeof postgresSockets> } = {
    max: options.connectionsMax,
    connect_timeout: 5,
    idle_timeout: 60,
    onnotice: () => {},
    // Otherwise the driver (3.4.9) asks each new connection for the types of arrays, by a statement that nobody waits for:
    // one that is cut just then would end the process.
    fetch_types: false,
    types: arrayTypes,
    socket: postgresSockets(),
    connection: {
      ...sessionSettings,
      application_name: options.applicationName,
      statement_timeout: options.statementTimeoutMs,
    },
    // After an outage the pool must be back within a second or two, not after its default back-off.
    backoff: (attempt) => Math.min(0.05 * 2 ** attempt, 1),
  };
  return lastingPool(() => withTransactionsThatEnd(postgres(options.url, settings)));
}
