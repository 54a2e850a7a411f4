import type { ClickHouseClient } from '@clickhouse/client';
import { pino } from 'pino';
import type { Sql } from 'postgres';
import { uuidv7 } from 'uuidv7';
import type { Config } from '../../src/config.ts';
import type { Deps } from '../../src/deps.ts';
import { catalogues } from '../../src/domains/schema/catalogue.ts';
import { fairGate } from '../../src/lib/fair-gate.ts';
import { createReader, gateLimits, type Reader } from '../../src/store/read.ts';
import { sqlMode } from '../../src/store/sql-mode.ts';

/** What the service says of itself, for whoever sets TEST_LOG to a level; beside what a test prints, and as it comes. */
export const testLog = pino({ level: process.env['TEST_LOG'] ?? 'silent' }, pino.destination({ fd: 2, sync: true }));

export interface Stores {
  readonly config: Config;
  readonly sql: Sql;
  readonly clickhouse: ClickHouseClient;
  /** The client of the read-only user. */
  readonly readOnly: ClickHouseClient;
  readonly database: string;
}

/** What all of the service is made of, over stores that are there. */
export function depsOver(
  { config, sql, clickhouse, readOnly, database }: Stores,
  now: () => Date,
  change: (usual: Reader) => Reader = (usual) => usual,
): Deps {
  const gate = fairGate(gateLimits);
  const reader = change(createReader(readOnly, gate));
  return {
    config,
    sql,
    clickhouse,
    reader,
    // The engines of a test run know no project when they start, so they have no users of projects.
    sqlMode: sqlMode({
      enabled: config.sqlMode,
      clickhouse,
      database,
      projectUser: () => undefined,
      gate,
      onLog: () => {},
    }),
    catalogues: catalogues({ reader, now }),
    log: testLog,
    hostUrl: 'http://colonnade.test',
    now,
    newId: uuidv7,
  };
}
