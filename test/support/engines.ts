import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClickHouseClient } from '@clickhouse/client';
import type { Sql } from 'postgres';
import { connectClickhouse } from '../../src/store/clickhouse.ts';
import { freePort } from '../../src/store/embedded/ports.ts';
import { startClickhouse } from '../../src/store/embedded/clickhouse.ts';
import { postgresUser, startPostgres } from '../../src/store/embedded/postgres.ts';
import type { DdlTarget } from '../../src/store/ddl.ts';
import { migrateClickhouse, migratePostgres } from '../../src/store/migrate.ts';
import { connectPostgres } from '../../src/store/postgres.ts';

/** What a test file needs to know of the engines that serve the whole run. */
export type TestEngines = {
  clickhouse: { url: string; servicePassword: string; readerPassword: string };
  postgres: { url: string; template: string };
};

/** Test databases begin so, and their users see nothing else. */
const databasePrefix = 'test_';

const startTimeoutMs = 60_000;
const stopGraceMs = 5_000;
const memoryBytesMax = 6_000_000_000;

/** Both engines in a directory of their own, and a migrated Postgres database to clone. Durability is off: nothing outlives the run. */
export async function startTestEngines(): Promise<{ engines: TestEngines; stop: () => Promise<void> }> {
  const directory = mkdtempSync(join(tmpdir(), 'colonnade-test-'));
  chmodSync(directory, 0o711);
  const [httpPort, postgresPort] = [await freePort(), await freePort()];
  const secret = () => randomBytes(16).toString('hex');
  const [servicePassword, readerPassword, postgresPassword] = [secret(), secret(), secret()];
  const starting = [
    startClickhouse({
      directory: join(directory, 'clickhouse'),
      database: `${databasePrefix}*`,
      httpPort,
      servicePassword,
      readerPassword,
      sqlSecret: secret(),
      projectIds: [],
      projectTables: [],
      memoryBytesMax,
      startTimeoutMs,
    }),
    startPostgres({
      directory: join(directory, 'postgres'),
      port: postgresPort,
      password: postgresPassword,
      startTimeoutMs,
      settings: { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '300' },
    }),
  ];
  const stop = async () => {
    const started = await Promise.allSettled(starting);
    const engines = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    await Promise.all(engines.map((engine) => engine.stop(stopGraceMs)));
    rmSync(directory, { recursive: true, force: true });
  };
  const engines: TestEngines = {
    clickhouse: { url: `http://127.0.0.1:${httpPort}`, servicePassword, readerPassword },
    postgres: {
      url: `postgres://${postgresUser}:${postgresPassword}@127.0.0.1:${postgresPort}`,
      template: 'template_migrated',
    },
  };
  try {
    await Promise.all(starting);
    await makeTemplate(engines);
  } catch (error) {
    await stop();
    throw error;
  }
  return { engines, stop };
}

async function makeTemplate({ postgres: { url, template } }: TestEngines): Promise<void> {
  const admin = postgresAt(`${url}/postgres`);
  await admin.unsafe(`create database ${template}`);
  await admin.end();
  const databaseUrl = `${url}/${template}`;
  const sql = postgresAt(databaseUrl);
  await migratePostgres({ sql, databaseUrl });
  await sql.end();
}

export function postgresAt(url: string) {
  return connectPostgres({ url, connectionsMax: 10, applicationName: 'test', statementTimeoutMs: 60_000 });
}

export function clickhouseAt(engines: TestEngines, database: string, user: 'service' | 'reader') {
  const { url, servicePassword, readerPassword } = engines.clickhouse;
  return connectClickhouse({
    url,
    database,
    username: user,
    password: user === 'service' ? servicePassword : readerPassword,
    connectionsMax: 20,
    requestTimeoutMs: 60_000,
    // The engine's own profile makes the reader read-only.
    readonly: false,
  });
}

/** Databases of this name in both stores: empty, and migrated if nothing else is said. */
export async function makeDatabases(engines: TestEngines, database: string, migrated = true): Promise<DdlTarget> {
  const { url, template } = engines.postgres;
  await outside(engines, async (sql, clickhouse) => {
    await sql.unsafe(`create database ${database} template ${migrated ? template : 'template0'}`);
    await clickhouse.command({ query: `CREATE DATABASE ${database}` });
  });
  const { servicePassword: password } = engines.clickhouse;
  const target: DdlTarget = { cluster: null, replicated: false, database, user: 'service', password };
  if (!migrated) return target;
  const [sql, clickhouse] = [postgresAt(`${url}/${database}`), clickhouseAt(engines, database, 'service')];
  await migrateClickhouse({ sql, clickhouse, target });
  await Promise.all([sql.end(), clickhouse.close()]);
  return target;
}

export async function dropDatabases(engines: TestEngines, database: string): Promise<void> {
  await outside(engines, async (sql, clickhouse) => {
    await sql.unsafe(`drop database ${database} with (force)`);
    await clickhouse.command({ query: `DROP DATABASE ${database}` });
  });
}

/** Connections cannot name a database that is not there yet, or not any more. */
async function outside(engines: TestEngines, work: (sql: Sql, clickhouse: ClickHouseClient) => Promise<void>) {
  const [sql, clickhouse] = [
    postgresAt(`${engines.postgres.url}/postgres`),
    clickhouseAt(engines, 'default', 'service'),
  ];
  await work(sql, clickhouse);
  await Promise.all([sql.end(), clickhouse.close()]);
}

/** What the environment of a process says of the engines, as servers that somebody else runs. */
export function asServers(
  { clickhouse }: TestEngines,
  databaseUrl: string,
  database = new URL(databaseUrl).pathname.slice(1),
): { DATABASE_URL: string; CLICKHOUSE_URL: string } {
  const url = clickhouse.url.replace('//', `//service:${clickhouse.servicePassword}@`);
  return { DATABASE_URL: databaseUrl, CLICKHOUSE_URL: `${url}/${database}` };
}

/** A name for a test file's databases that says where it comes from and is not taken. */
export function databaseName(file: string): string {
  const readable = file
    .replace(/\.test\.ts$/, '')
    .replaceAll(/[^a-z0-9]+/gi, '_')
    .slice(-30)
    .toLowerCase();
  const unique = createHash('sha256')
    .update(`${file}${process.pid}${randomBytes(8).toString('hex')}`)
    .digest('hex');
  return `${databasePrefix}${readable}_${unique.slice(0, 8)}`;
}
