import type { ClickHouseClient } from '@clickhouse/client';
import type { Sql } from 'postgres';
import type { DdlTarget } from './ddl.ts';
import { applyClickhouse, recordedClickhouse } from './migrate-clickhouse.ts';
import { applyPostgres, recordedPostgres } from './migrate-postgres.ts';
import { migrationFolders, readMigrations, unapplied, type MigrationFolders } from './migration-files.ts';
import { isVersion, oldestVersions, probeClickhouse, probePostgres, type Probe } from './probe.ts';

/**
 * Any number of processes may migrate at the same time, and any of them may be killed at any moment: one advisory lock in
 * Postgres guards both sets, a Postgres file is one transaction, and ClickHouse, which has none, records each statement (they
 * are idempotent, for the one that ran and was not recorded).
 */
export type MigrationStores = {
  sql: Sql;
  /** graphile-worker connects by itself. */
  databaseUrl: string;
  clickhouse: ClickHouseClient;
  target: DdlTarget;
};

export type MigrateOptions = {
  folders?: MigrationFolders;
  /** Told the name of each file before it is applied. */
  onFile?: (store: 'postgres' | 'clickhouse', name: string) => void;
  /** What is older is told so, instead of failing at one statement and another later on. */
  oldest?: Readonly<Record<'postgres' | 'clickhouse', string>>;
};

/** Both sets. Returns the names of the files that it applied. */
export async function migrate(stores: MigrationStores, options: MigrateOptions = {}): Promise<string[]> {
  return [...(await migratePostgres(stores, options)), ...(await migrateClickhouse(stores, options))];
}

export async function migratePostgres(
  { sql, databaseUrl }: Pick<MigrationStores, 'sql' | 'databaseUrl'>,
  { folders = migrationFolders, onFile, oldest = oldestVersions }: MigrateOptions = {},
): Promise<string[]> {
  expectVersion('Postgres', await probePostgres(sql), oldest.postgres);
  const files = await readMigrations(folders.postgres);
  return locked(sql, () => applyPostgres(sql, databaseUrl, files, (name) => onFile?.('postgres', name)));
}

export async function migrateClickhouse(
  { sql, clickhouse, target }: Pick<MigrationStores, 'sql' | 'clickhouse' | 'target'>,
  { folders = migrationFolders, onFile, oldest = oldestVersions }: MigrateOptions = {},
): Promise<string[]> {
  expectVersion('ClickHouse', await probeClickhouse(clickhouse), oldest.clickhouse);
  const files = await readMigrations(folders.clickhouse);
  return locked(sql, () => applyClickhouse(clickhouse, target, files, (name) => onFile?.('clickhouse', name)));
}

/** A store that does not answer tells why by the next statement. */
function expectVersion(name: string, probe: Probe, least: string): void {
  if (!probe.answers || isVersion(probe.version, least)) return;
  throw new Error(`${name} ${probe.version} is too old: upgrade its server to ${least} or newer`);
}

/** What is still to be applied. Changes nothing. */
export async function pendingMigrations(
  { sql, clickhouse }: Pick<MigrationStores, 'sql' | 'clickhouse'>,
  folders: MigrationFolders = migrationFolders,
): Promise<string[]> {
  const sets = await readSets({ sql, clickhouse }, folders);
  return sets.flatMap(({ name, files, recorded }) => unapplied(files, recorded).map((file) => `${name}/${file.name}`));
}

/**
 * Whether all that this program was written for is there. A newer one may have added its own while this one serves on: two
 * versions run side by side until the last process of the older one is replaced.
 */
export async function areMigrated(stores: Pick<MigrationStores, 'sql' | 'clickhouse'>): Promise<boolean> {
  const sets = await readSets(stores, migrationFolders);
  return sets.every(({ files, recorded }) => files.every(({ name, checksum }) => recorded.get(name) === checksum));
}

/** Both sets: what there is to apply, and what was. */
async function readSets({ sql, clickhouse }: Pick<MigrationStores, 'sql' | 'clickhouse'>, folders: MigrationFolders) {
  return [
    { name: 'pg-migrations', files: await readMigrations(folders.postgres), recorded: await recordedPostgres(sql) },
    {
      name: 'clickhouse',
      files: await readMigrations(folders.clickhouse),
      recorded: await recordedClickhouse(clickhouse),
    },
  ];
}

/** Any number will do, as long as all processes use the same. */
const lockKey = 7_238_512_904;
const lockTimeoutMs = 600_000;

/** Held by a transaction that does nothing else: it cannot outlive its holder. */
async function locked<T>(sql: Sql, work: () => Promise<T>): Promise<T> {
  const done = await sql.begin(async (tx) => {
    await tx`select set_config('lock_timeout', ${String(lockTimeoutMs)}, true), set_config('statement_timeout', '0', true)`;
    await tx`select pg_advisory_xact_lock(${lockKey})`;
    return { result: await work() };
  });
  return done.result;
}
