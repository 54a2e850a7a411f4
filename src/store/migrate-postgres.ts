import { Logger, runMigrations } from 'graphile-worker';
import type { Sql } from 'postgres';
import { messageOf } from '../lib/sentence.ts';
import { type Migration, unapplied } from './migration-files.ts';

/** One transaction per file, which also records it. */
export async function applyPostgres(
  sql: Sql,
  databaseUrl: string,
  files: readonly Migration[],
  onFile: (name: string) => void,
): Promise<string[]> {
  const applied: string[] = [];
  for (const file of unapplied(files, await recordedPostgres(sql))) {
    onFile(file.name);
    try {
      await sql.begin(async (tx) => {
        await tx`
          create table if not exists migrations (
            name text primary key, checksum text not null, applied_at timestamptz not null default now()
          )`;
        await tx`select set_config('statement_timeout', '0', true)`;
        await tx.unsafe(file.text);
        await tx`insert into migrations (name, checksum) values (${file.name}, ${file.checksum})`;
      });
    } catch (error) {
      throw new Error(`migration ${file.name} failed: ${messageOf(error)}`, {
        cause: error,
      });
    }
    applied.push(file.name);
  }
  // The job queue's own schema; it keeps its own record and does nothing when it is current.
  await runMigrations({ connectionString: databaseUrl, logger: new Logger(() => () => {}) });
  return applied;
}

export async function recordedPostgres(sql: Sql): Promise<Map<string, string>> {
  const [table] = await sql`select to_regclass('migrations') is not null as present`;
  if (table?.['present'] !== true) return new Map();
  const rows = await sql<{ name: string; checksum: string }[]>`select name, checksum from migrations`;
  return new Map(rows.map((row) => [row.name, row.checksum]));
}
