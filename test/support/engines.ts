import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectClickhouse } from '../../src/store/clickhouse.ts';
import { freePort } from '../../src/store/embedded/ports.ts';
import { startClickhouse } from '../../src/store/embedded/clickhouse.ts';
import { postgresUser, startPostgres } from '../../src/store/embedded/postgres.ts';
import { migratePostgres } from '../../src/store/migrate.ts';
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
