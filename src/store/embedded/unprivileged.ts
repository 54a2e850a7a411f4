import { existsSync } from 'node:fs';
import { chmod, cp, lchown, mkdir, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Command } from './child.ts';

/** The ordinary user that Postgres runs as when we are root, which it refuses to be. */
export type Unprivileged = { name: string; uid: number; gid: number };

/** Undefined when we are an ordinary user ourselves. */
export async function unprivilegedUser(): Promise<Unprivileged | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find((user) => user[0] === name) ?? [];
    if (uid !== undefined && gid !== undefined) return { name, uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(
    'Postgres does not run as root, and there is no user "postgres" or "nobody" to run it as: ' +
      'start as an ordinary user, or set DATABASE_URL to a Postgres server',
  );
}

/** Started as another user before, or copied without its owners, a directory is of somebody else, and useless to this user. */
export async function giveTo({ uid, gid }: Unprivileged, directory: string): Promise<void> {
  if ((await stat(directory)).uid === uid) return;
  const inside = await readdir(directory, { recursive: true });
  for (const name of inside) await lchown(join(directory, name), uid, gid);
  // The last one: it tells that all of them are given.
  await lchown(directory, uid, gid);
}

const setprivFiles = ['/usr/bin/setpriv', '/bin/setpriv'];

/** Where a copy of programs goes that the user cannot reach; only root writes there. */
const cacheFolder = '/var/cache/colonnade';

/**
 * The folder of programs, or a copy where that user reaches it: below a closed directory (a clone in /root, say) not
 * even the right to pass through directories helps, because programs that look for each other ask access(2), which
 * ignores such rights.
 */
export async function programsFor(user: Unprivileged | undefined, folder: string, version: string): Promise<string> {
  if (user === undefined || (await isReachable(join(folder, 'bin')))) return folder;
  const copy = join(cacheFolder, version);
  if (existsSync(copy)) return copy;
  const fresh = `${copy}.${process.pid}`;
  await mkdir(cacheFolder, { recursive: true });
  await chmod(cacheFolder, 0o755);
  await cp(folder, fresh, { recursive: true, verbatimSymlinks: true });
  await rename(fresh, copy).catch(async (error: unknown) => {
    // Another process was quicker.
    await rm(fresh, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  });
  return copy;
}

/**
 * The command, run as that user. When a directory on the way (a clone below /root, say) is closed to others, the
 * user is given root's right to pass through directories along with it, rather than changing the modes of
 * directories that are not ours.
 */
export async function runAs(user: Unprivileged | undefined, command: Command, data: string): Promise<Command> {
  if (user === undefined) return command;
  if (await isReachable(data)) return { ...command, uid: user.uid, gid: user.gid };
  const setpriv = setprivFiles.find((file) => existsSync(file));
  if (setpriv === undefined) {
    throw new Error(
      `Postgres runs as "${user.name}", who cannot reach ${data}: ` +
        'start as an ordinary user, or move to a directory that everybody may enter',
    );
  }
  const rights = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override'];
  const identity = [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'];
  return { ...command, file: setpriv, args: [...identity, ...rights, command.file, ...command.args] };
}

async function isReachable(path: string): Promise<boolean> {
  for (let directory = dirname(path); ; directory = dirname(directory)) {
    if (((await stat(directory)).mode & 0o001) === 0) return false;
    if (directory === dirname(directory)) return true;
  }
}
