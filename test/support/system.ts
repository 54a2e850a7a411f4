import { loadConfig } from '../../src/config.ts';
import type { Deps } from '../../src/deps.ts';
import type { Reader } from '../../src/store/read.ts';
import { depsOver } from './deps.ts';
import {
  type TestEngines,
  clickhouseAt,
  databaseName,
  makeDatabases,
  postgresAt,
  startTestEngines,
} from './engines.ts';

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
  const deps = depsOver({ config, sql, clickhouse, readOnly, database }, now, options.reader);
  return {
    deps,
    databaseUrl,
    async close() {
      await sql.end({ timeout: 5 });
      await Promise.all([clickhouse.close(), readOnly.close(), deps.sqlMode.close()]);
    },
  };
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
