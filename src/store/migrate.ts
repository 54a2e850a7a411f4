import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ClickHouseClient } from '@clickhouse/client';
import type { DdlTarget } from './ddl.ts';
import { applyClickhouse, recordedClickhouse } from './migrate-clickhouse.ts';
import { applyPostgres, recordedPostgres } from './migrate-postgres.ts';
import type { Sql } from './postgres.ts';
import { isVersion, oldestVersions, probeClickhouse, probePostgres, type Probe } from './probe.ts';

/**
 * Numbered files, applied in order, once, never changed afterwards. Any number of processes may migrate at the same
 * time, and any of them may be killed at any moment: one advisory lock in Postgres guards both sets, a Postgres file
 * is one transaction, and ClickHouse, which has none, records each statement (they are idempotent, for the one
 * that ran and was not recorded).
 */
export type Migration = { name: string; text: string; checksum: string };

export type MigrationStores = {
  sql: Sql;
  /** graphile-worker connects by itself. */
  databaseUrl: string;
  clickhouse: ClickHouseClient;
  target: DdlTarget;
};

export type MigrationFolders = { postgres: string; clickhouse: string };

const migrationFolders: MigrationFolders = {
  postgres: fileURLToPath(new URL('../../pg-migrations', import.meta.url)),
  clickhouse: fileURLToPath(new URL('../../clickhouse', import.meta.url)),
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

/** The files that are not recorded yet; an error when the past does not match the files. */
export function unapplied(files: readonly Migration[], recorded: ReadonlyMap<string, string>): Migration[] {
  for (const [name, checksum] of recorded) {
    const file = files.find((candidate) => candidate.name === name);
    if (file === undefined) {
      throw new Error(
        `migration ${name} was applied to this store, but this program does not have it: update the program`,
      );
    }
    if (file.checksum !== checksum) {
      throw new Error(
        `migration ${name} was changed after it was applied: restore it, and put the change into a new file`,
      );
    }
  }
  return files.filter((file) => !recorded.has(file.name));
}

const namePattern = /^(\d{4})_[a-z0-9_]+\.sql$/;

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  for (const [i, name] of names.entries()) {
    const number = namePattern.exec(name)?.[1];
    if (number === undefined) throw new Error(`${name}: a migration is named like 0001_what_it_does.sql`);
    if (names[i - 1]?.startsWith(number) === true) {
      throw new Error(`${name}: there is another migration numbered ${number}, ${names[i - 1]}`);
    }
  }
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
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
