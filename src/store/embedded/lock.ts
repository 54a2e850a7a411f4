import { existsSync } from 'node:fs';
import { access, constants, mkdir, readFile, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { parseJson } from '../../lib/json.ts';
import { messageOf } from '../../lib/sentence.ts';
import { startOf } from './leftover.ts';

/** Who has a data directory. `start` tells this process from a later one with the same pid. */
const Owner = z.object({
  pid: z.int(),
  start: z.string(),
  host: z.string(),
  since: z.string(),
  released: z.boolean(),
  /** Whether others may use its engines now: those of a service that is up. A version before did not say. */
  shared: z.boolean().default(true),
});
export type Owner = z.infer<typeof Owner>;

export type Lock = { share: (isShared: boolean) => Promise<void>; release: () => Promise<void> };

/** Somebody else has the directory. */
export class InUse extends Error {}

function inUse(directory: string, { pid, host, since }: Owner): InUse {
  const where = host === hostname() ? '' : ` on ${host}`;
  return new InUse(
    `the data directory ${directory} is in use by process ${pid}${where}, since ${since}: ` +
      'stop that one, or set COLONNADE_DATA to another directory',
  );
}

const heartbeatMs = 2_000;
/** On another host nothing but the heartbeat tells whether the owner lives. */
const heartbeatAgeMaxMs = 15_000;
const attemptsMax = 20;

/** With those above it, one by one: Node.js's own way tries for ever where one that is there takes none, as /proc does. */
async function makeDirectory(directory: string): Promise<void> {
  if (existsSync(directory)) return;
  await makeDirectory(dirname(directory));
  await mkdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

/** Makes it where it is not there. */
async function makeUsable(directory: string): Promise<void> {
  try {
    await makeDirectory(directory);
    await access(`${directory}/.`, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const advice = 'set COLONNADE_DATA to one that this user may read and write';
    throw new Error(`the data directory ${directory} cannot be used: ${messageOf(error)}: ${advice}`, { cause: error });
  }
}

/**
 * Ownership is a file `lock/<number>`, and the highest number counts. A new owner makes the next one, which can
 * succeed only once, and only after it has seen that the owner of the last one is gone. The highest file is never
 * deleted, so a number is never given twice and two newcomers cannot both take over.
 */
export async function lockDirectory(directory: string): Promise<Lock> {
  await makeUsable(directory);
  const folder = join(directory, 'lock');
  await mkdir(folder, { recursive: true });
  const self: Owner = {
    pid: process.pid,
    start: (await startOf(process.pid)) ?? '',
    host: hostname(),
    since: new Date().toISOString(),
    released: false,
    shared: false,
  };
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const last = await lastNumber(folder);
    const owner = last === 0 ? undefined : await ownerIn(folder, last);
    if (owner !== undefined && (await isLive(owner, folder, last))) throw inUse(directory, owner);
    const mine = join(folder, String(last + 1));
    if (!(await create(mine, JSON.stringify(self)))) continue;
    const heartbeat = setInterval(() => void utimes(mine, new Date(), new Date()).catch(() => {}), heartbeatMs);
    heartbeat.unref();
    for (const number of await numbers(folder)) if (number <= last) await rm(join(folder, String(number)));
    const say = async (owner: Owner) => {
      try {
        await writeFile(`${mine}.tmp`, JSON.stringify(owner));
        await rename(`${mine}.tmp`, mine);
      } catch {
        // A full disk, say: an owner that is gone has released it, too.
      }
    };
    return {
      share: (shared) => say({ ...self, shared }),
      async release() {
        clearInterval(heartbeat);
        await say({ ...self, released: true });
      },
    };
  }
  throw new Error(`${folder}: too many processes try to take it at once`);
}

/** The process that has the directory now, if any does. */
export async function ownerOf(directory: string): Promise<Owner | undefined> {
  const folder = join(directory, 'lock');
  const last = await lastNumber(folder).catch(() => 0);
  const owner = last === 0 ? undefined : await ownerIn(folder, last);
  return owner !== undefined && (await isLive(owner, folder, last)) ? owner : undefined;
}

async function numbers(folder: string): Promise<number[]> {
  return (await readdir(folder)).map(Number).filter((number) => Number.isSafeInteger(number) && number > 0);
}

async function lastNumber(folder: string): Promise<number> {
  return Math.max(0, ...(await numbers(folder)));
}

async function create(file: string, text: string): Promise<boolean> {
  try {
    await writeFile(file, text, { flag: 'wx', mode: 0o644 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    // Of a full disk the system names neither the disk nor the file.
    throw new Error(`${file} cannot be written: ${messageOf(error)}`, { cause: error });
  }
}

/** Undefined for a file whose maker died before it had written it. One that lives gets a moment for that. */
async function ownerIn(folder: string, number: number): Promise<Owner | undefined> {
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const text = await readFile(join(folder, String(number)), 'utf8').catch(() => '');
    if (text !== '') return Owner.safeParse(parseJson(text)).data;
    await sleep(10);
  }
  return undefined;
}

async function isLive(owner: Owner, folder: string, number: number): Promise<boolean> {
  if (owner.released) return false;
  if (owner.host === hostname()) return (await startOf(owner.pid)) === owner.start;
  const { mtimeMs } = await stat(join(folder, String(number)));
  return Date.now() - mtimeMs < heartbeatAgeMaxMs;
}
