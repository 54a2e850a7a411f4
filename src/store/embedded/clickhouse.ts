import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Engine, startEngine, untilReady } from './child.ts';
import { type ClickhouseAccess, type ClickhouseTuning, serverConfig, usersConfig } from './clickhouse-config.ts';
import { commandLineOf, stopLeftover } from './leftover.ts';
import { forgetLostBlocks } from './lost-blocks.ts';

export type ClickhouseOptions = ClickhouseAccess &
  ClickhouseTuning & { directory: string; httpPort: number; startTimeoutMs: number };

/** A ClickHouse server on loopback: the engine's library in a child process. Resolves when it answers queries. */
export async function startClickhouse(options: ClickhouseOptions): Promise<Engine> {
  const library = clickhouseLibrary();
  const { directory, httpPort, tcpPort } = options;
  await stopPredecessor(directory);
  const files = { config: join(directory, 'config.xml'), start: join(directory, 'start.sql') };
  // What a killed engine was sorting or joining on disk is of no use to the next one.
  await rm(join(directory, 'tmp'), { recursive: true, force: true });
  for (const part of ['', 'data', 'tmp', 'log', 'files']) {
    await mkdir(join(directory, part), { recursive: true, mode: 0o700 });
  }
  await forgetLostBlocks(join(directory, 'data'), join(directory, 'tmp'));
  await writeFile(files.config, serverConfig(directory, options), { mode: 0o600 });
  await writeFile(join(directory, 'users.xml'), usersConfig(options), { mode: 0o600 });
  const protocols = tcpPort === undefined ? ['HTTP'] : ['HTTP', 'TCP'];
  await writeFile(files.start, protocols.map((one) => `SYSTEM START LISTEN ${one};\n`).join(''), { mode: 0o600 });
  const engine = startEngine({
    file: process.execPath,
    args: [
      fileURLToPath(new URL('clickhouse-child.mjs', import.meta.url)),
      library,
      files.config,
      join(directory, 'data'),
      String(httpPort),
      files.start,
    ],
    cwd: directory,
  });
  await writeFile(join(directory, 'pid'), String(engine.pid));
  const password = options.servicePassword;
  if (await untilReady(engine, options.startTimeoutMs, () => answers(httpPort, password))) return engine;
  const exit = await engine.stop(0);
  throw new Error(`the embedded ClickHouse did not start: ${firstLine(exit.lastWords) ?? 'no answer in time'}`);
}

/** After the service was killed, its engine needs a moment to notice; the next one does not wait for it. */
async function stopPredecessor(directory: string): Promise<void> {
  const pid = Number(await readFile(join(directory, 'pid'), 'utf8').catch(() => '0'));
  if ((await commandLineOf(pid))?.includes(join(directory, 'data')) === true) {
    await stopLeftover(pid, 'SIGKILL');
  }
}

async function answers(httpPort: number, password: string): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${httpPort}/`, {
    method: 'POST',
    body: 'SELECT 1',
    headers: { 'x-clickhouse-user': 'service', 'x-clickhouse-key': password, connection: 'close' },
    signal: AbortSignal.timeout(2_000),
  });
  return (await response.text()) === '1\n';
}

function firstLine(text: string): string | undefined {
  return text.split('\n').find((line) => line.includes('Exception')) ?? text.split('\n').at(-1);
}

/** The engine's library for this platform. Says what to do where there is none. */
export function clickhouseLibrary(): string {
  const libc = process.platform === 'linux' ? '-gnu' : '';
  const name = `@chdb/lib-${process.platform}-${process.arch}${libc}`;
  try {
    const library = join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), 'libchdb.so');
    if (existsSync(library)) return library;
  } catch {
    // Not installed: said below.
  }
  throw new Error(
    `the embedded ClickHouse needs the package ${name}, which is not installed: ` +
      `run "npm install ${name}", or set CLICKHOUSE_URL to a ClickHouse server (26.7 or newer)`,
  );
}
