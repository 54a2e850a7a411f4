// What is under way to the store, on disk: so that a batch that was cut off between its tables is finished at the next
// start. The rows themselves are not in it. Either the store has them, and what is derived from them is completed from
// there; or it has not, and then nobody was told that they are stored.

import { mkdir, open, readFile, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { z } from 'zod';

export interface JournalEntry {
  readonly id: string;
  /** Blocks of the tables that carry receipts. */
  readonly primary: readonly { table: string; token: string; day: number; retentionDays: number; rows: number }[];
  /** What was learned on the way, with its bytes. */
  readonly side: readonly { table: string; token: string; day: number; retentionDays: number; bytes: Uint8Array }[];
}

const block = { table: z.string(), token: z.string(), day: z.number(), retentionDays: z.number() };
const Header = z.object({
  id: z.string(),
  primary: z.array(z.object({ ...block, rows: z.number() })),
  side: z.array(z.object({ ...block, length: z.number() })),
});

const suffix = '.batch';
const unfinished = '.new';
const damaged = '.damaged';
const lengthBytes = 4;

export class Journal {
  private readonly directory: string;

  private constructor(directory: string) {
    this.directory = directory;
  }

  static async open(directory: string): Promise<Journal> {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    return new Journal(directory);
  }

  /** On disk when it returns. */
  async add(entry: JournalEntry): Promise<void> {
    const side = entry.side.map(({ bytes, ...rest }) => ({ ...rest, length: bytes.length }));
    const header = Buffer.from(JSON.stringify({ id: entry.id, primary: entry.primary, side }));
    const length = Buffer.alloc(lengthBytes);
    length.writeUInt32LE(header.length);
    const path = this.pathOf(entry.id);
    const file = await open(path + unfinished, 'w', 0o600);
    try {
      // Not writev: that writes what the disk has room for, and does not say that it is less.
      for (const part of [length, header, ...entry.side.map(({ bytes }) => bytes)]) await file.writeFile(part);
      await file.datasync();
    } catch (error) {
      // Retries would fill the room that comes back with their beginnings.
      await rm(path + unfinished, { force: true });
      throw error;
    } finally {
      await file.close();
    }
    await rename(path + unfinished, path);
    await this.syncDirectory();
  }

  async remove(id: string): Promise<void> {
    await rm(this.pathOf(id), { force: true });
  }

  /** Oldest first. What was not completely written was never started, and goes; what was damaged since is laid aside. */
  async entries(log: Logger): Promise<JournalEntry[]> {
    const names = (await readdir(this.directory)).toSorted();
    for (const name of names) if (name.endsWith(unfinished)) await rm(join(this.directory, name), { force: true });
    const entries: JournalEntry[] = [];
    for (const name of names.filter((one) => one.endsWith(suffix))) {
      const path = join(this.directory, name);
      const bytes = await readFile(path);
      try {
        entries.push(entryIn(bytes));
      } catch (error) {
        log.error({ err: error, file: path }, 'a batch in the journal is damaged; it is laid aside as .damaged');
        await rename(path, path + damaged);
      }
    }
    return entries;
  }

  private pathOf(id: string): string {
    return join(this.directory, id + suffix);
  }

  private async syncDirectory(): Promise<void> {
    const directory = await open(this.directory, 'r');
    try {
      await directory.sync();
    } finally {
      await directory.close();
    }
  }
}

function entryIn(bytes: Buffer): JournalEntry {
  const end = lengthBytes + bytes.readUInt32LE(0);
  const header = Header.parse(JSON.parse(bytes.toString('utf8', lengthBytes, end)));
  let at = end;
  const side = header.side.map(({ length, ...rest }) => ({ ...rest, bytes: bytes.subarray(at, (at += length)) }));
  if (at !== bytes.length) throw new Error(`${at} bytes are named, ${bytes.length} are there`);
  return { id: header.id, primary: header.primary, side };
}
