import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../lib/json.ts';
import { freePort, takePort } from './ports.ts';

const port = z.int().min(1).max(65_535);
const secret = z.string().regex(/^[0-9a-f]{32,}$/);

/** How to reach the engines of a data directory: made at the first start, kept in `engines.json`, mode 0600. */
const EngineAccess = z.object({
  clickhouse: z.object({ httpPort: port, servicePassword: secret, readerPassword: secret }),
  /** Passwords of the projects' own ClickHouse users derive from it. */
  sqlSecret: secret,
  postgres: z.object({ port, password: secret }),
});
export type EngineAccess = z.infer<typeof EngineAccess>;

const fileIn = (directory: string) => join(directory, 'engines.json');

/** Whether a start has made stores in a directory. */
export function hasEngines(directory: string): boolean {
  return existsSync(fileIn(directory));
}

export async function readEngineAccess(directory: string): Promise<EngineAccess | undefined> {
  const file = fileIn(directory);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const parsed = EngineAccess.safeParse(parseJson(text));
  if (!parsed.success) throw new Error(`${file} is damaged: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

/** The same as at the last start, except for ports that somebody else has taken in the meantime. */
export async function engineAccess(directory: string): Promise<EngineAccess> {
  const known = await readEngineAccess(directory);
  const portFor = async (before: number | undefined): Promise<number> =>
    before !== undefined && (await takePort(before)) ? before : freePort();
  const password = () => randomBytes(24).toString('hex');
  const access: EngineAccess = {
    clickhouse: {
      httpPort: await portFor(known?.clickhouse.httpPort),
      servicePassword: known?.clickhouse.servicePassword ?? password(),
      readerPassword: known?.clickhouse.readerPassword ?? password(),
    },
    sqlSecret: known?.sqlSecret ?? password(),
    postgres: { port: await portFor(known?.postgres.port), password: known?.postgres.password ?? password() },
  };
  await writePrivate(fileIn(directory), `${JSON.stringify(access, undefined, 2)}\n`);
  return access;
}

/** Whole or not at all, and for our user's eyes only from the first moment. */
export async function writePrivate(file: string, text: string): Promise<void> {
  const temporary = `${file}.${process.pid}.tmp`;
  await writeFile(temporary, text, { mode: 0o600, flush: true });
  await rename(temporary, file);
}
