import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const pollMs = 20;
const leftoverGraceMs = 5_000;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process lives, too.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** What the process was started as; undefined when there is none. */
export async function commandLineOf(pid: number): Promise<string | undefined> {
  if (!Number.isSafeInteger(pid) || pid <= 0 || !isAlive(pid)) return undefined;
  if (process.platform === 'linux') {
    const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return text === '' ? undefined : text.replaceAll('\0', ' ').trim();
  }
  return ps(pid, 'command');
}

/** It has ended, and its parent has not asked how: where a container's first process never does, it stays so. */
const zombie = 'Z';

/** When the process was started, in its system's own terms: with the pid, it names one process for good. */
export async function startOf(pid: number): Promise<string | undefined> {
  if (!isAlive(pid)) return undefined;
  if (process.platform === 'linux') {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    // The second field is a name in brackets that may hold anything; the state is the 3rd, the start time the 22nd.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === zombie ? undefined : fields[19];
  }
  return ps(pid, 'lstart');
}

function ps(pid: number, column: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile('ps', ['-o', `${column}=`, '-p', String(pid)], (error, stdout) =>
      resolve(error === null ? stdout.trim() : undefined),
    );
  });
}

/** Ends a process that outlived the service that started it: asks with the signal, then kills. */
export async function stopLeftover(pid: number, signal: NodeJS.Signals): Promise<void> {
  const deadline = performance.now() + leftoverGraceMs;
  let next: NodeJS.Signals | undefined = signal;
  while (isAlive(pid) && performance.now() < deadline + leftoverGraceMs) {
    if (performance.now() > deadline) next = 'SIGKILL';
    if (next !== undefined) {
      try {
        process.kill(pid, next);
      } catch {
        return;
      }
      next = undefined;
    }
    await sleep(pollMs);
  }
}
