import { pino } from 'pino';
import { uuidv7 } from 'uuidv7';
import { loadConfig } from '../../src/config.ts';
import type { Deps } from '../../src/deps.ts';
import { catalogues } from '../../src/domains/schema/catalogue.ts';
import { fairGate } from '../../src/lib/fair-gate.ts';
import { migrateClickhouse } from '../../src/store/migrate.ts';
import { createReader, gateLimits, type Reader } from '../../src/store/read.ts';
import { sqlMode } from '../../src/store/sql-mode.ts';
import { type TestEngines, clickhouseAt, databaseName, postgresAt, startTestEngines } from './engines.ts';

/** Everything that jobs need, on databases that are there, outside of any test: for benchmarks and processes that tests kill. */
export interface System {
  readonly deps: Deps;
  readonly databaseUrl: string;
  close(): Promise<void>;
}

export interface SystemOptions {
  readonly engines: TestEngines;
  /** Of both stores. */
  readonly database: string;
  readonly now?: () => Date;
  readonly env?: Readonly<Record<string, string>>;
  readonly reader?: (usual: Reader) => Reader;
}

export function openSystem(options: SystemOptions): System {
  const { engines, database, now = () => new Date() } = options;
  const databaseUrl = `${engines.postgres.url}/${database}`;
  const sql = postgresAt(databaseUrl);
  const clickhouse = clickhouseAt(engines, database, 'service');
  const readOnly = clickhouseAt(engines, database, 'reader');
  const config = loadConfig({ ...options.env });
  const gate = fairGate(gateLimits);
  const usual = createReader(readOnly, gate);
  const reader = options.reader?.(usual) ?? usual;
  const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' }, pino.destination({ fd: 2, sync: true }));
  const deps: Deps = {
    config,
    sql,
    clickhouse,
    reader,
    sqlMode: sqlMode({ enabled: false, clickhouse, database, projectUser: () => undefined, gate, onLog: () => {} }),
    catalogues: catalogues({ reader, now }),
    log,
    hostUrl: 'http://colonnade.test',
    now,
    newId: uuidv7,
  };
  return {
    deps,
    databaseUrl,
    async close() {
      await sql.end({ timeout: 5 });
      await Promise.all([clickhouse.close(), readOnly.close(), deps.sqlMode.close()]);
    },
  };
}

/** A migrated database of this name in both stores. */
export async function makeDatabases(engines: TestEngines, database: string): Promise<void> {
  const admin = postgresAt(`${engines.postgres.url}/postgres`);
  await admin.unsafe(`create database ${database} template ${engines.postgres.template}`);
  await admin.end();
  const outside = clickhouseAt(engines, 'default', 'service');
  await outside.command({ query: `CREATE DATABASE ${database}` });
  await outside.close();
  const [sql, clickhouse] = [
    postgresAt(`${engines.postgres.url}/${database}`),
    clickhouseAt(engines, database, 'service'),
  ];
  const { servicePassword: password } = engines.clickhouse;
  const target = { cluster: null, replicated: false, database, user: 'service', password };
  await migrateClickhouse({ sql, clickhouse, target });
  await Promise.all([sql.end(), clickhouse.close()]);
}

/** Engines, databases and system that go when the work is done. */
export async function withSystem(
  { name, ...options }: { readonly name: string } & Omit<SystemOptions, 'engines' | 'database'>,
  work: (system: System) => Promise<void>,
): Promise<void> {
  const { engines, stop } = await startTestEngines();
  try {
    const database = databaseName(name);
    await makeDatabases(engines, database);
    const system = openSystem({ engines, database, ...options });
    try {
      await work(system);
    } finally {
      await system.close();
    }
  } finally {
    await stop();
  }
}
