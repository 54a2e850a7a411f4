import { Logger, runMigrations } from 'graphile-worker';
import type { ReservedSql } from 'postgres';
import { type Migration, unapplied } from './migrate.ts';
import type { Sql } from './postgres.ts';

/** One transaction per file, on the connection that holds the lock: if it is lost, so is the unfinished file. */
export async function applyPostgres(
  sql: ReservedSql,
  databaseUrl: string,
  files: readonly Migration[],
  onFile: (name: string) => void,
): Promise<string[]> {
  const applied: string[] = [];
  for (const file of unapplied(files, await recordedPostgres(sql))) {
    onFile(file.name);
    await sql`begin`;
    try {
      await sql`
        create table if not exists migrations (
          name text primary key, checksum text not null, applied_at timestamptz not null default now()
        )`;
      await sql.unsafe(file.text);
      await sql`insert into migrations (name, checksum) values (${file.name}, ${file.checksum})`;
      await sql`commit`;
    } catch (error) {
      await sql`rollback`.catch(() => {});
      throw new Error(`migration ${file.name} failed: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
    }
    applied.push(file.name);
  }
  // The job queue's own schema; it keeps its own record and does nothing when it is current.
  await runMigrations({ connectionString: databaseUrl, logger: new Logger(() => () => {}) });
  return applied;
}

export async function recordedPostgres(sql: Sql | ReservedSql): Promise<Map<string, string>> {
  const [table] = await sql`select to_regclass('migrations') is not null as present`;
  if (table?.['present'] !== true) return new Map();
  const rows = await sql<{ name: string; checksum: string }[]>`select name, checksum from migrations`;
  return new Map(rows.map((row) => [row.name, row.checksum]));
}
