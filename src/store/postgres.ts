import postgres, { type Options, type Sql as PostgresSql } from 'postgres';
import { withTransactionsThatEnd } from './transaction.ts';

export type Sql = PostgresSql;

export type PostgresOptions = {
  url: string;
  connectionsMax: number;
  /** Shown in pg_stat_activity. */
  applicationName: string;
  statementTimeoutMs: number;
};

/** A pool. Queries are lazy: one that is not awaited never runs. */
export function connectPostgres(options: PostgresOptions): Sql {
  const settings: Options<Record<string, never>> = {
    max: options.connectionsMax,
    connect_timeout: 5,
    idle_timeout: 60,
    onnotice: () => {},
    connection: { application_name: options.applicationName, statement_timeout: options.statementTimeoutMs },
    // After an outage the pool must be back within a second or two, not after its default back-off.
    backoff: (attempt) => Math.min(0.05 * 2 ** attempt, 1),
  };
  return withTransactionsThatEnd(postgres(options.url, settings));
}
