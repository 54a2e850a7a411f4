import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Numbered files, applied in order, once, never changed afterwards. */
export type Migration = { name: string; text: string; checksum: string };

export type MigrationFolders = { postgres: string; clickhouse: string };

export const migrationFolders: MigrationFolders = {
  postgres: fileURLToPath(new URL('../../pg-migrations', import.meta.url)),
  clickhouse: fileURLToPath(new URL('../../clickhouse', import.meta.url)),
};

const namePattern = /^(\d{4})_[a-z0-9_]+\.sql$/;

export async function readMigrations(folder: string): Promise<Migration[]> {
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
