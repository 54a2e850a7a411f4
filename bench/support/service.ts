// The service as `npm start` runs it: a process of its own, and its engine.

import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { enginePid, startProcess } from '../../test/support/service.ts';

export interface RunningService {
  readonly directory: string;
  readonly pids: { readonly service: number; readonly engine: number };
}

/** On a directory that goes with it. */
export async function withService(
  env: Record<string, string>,
  work: (service: RunningService) => Promise<void>,
): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'colonnade-bench-'));
  const { child, ready, exited } = startProcess(directory, env);
  try {
    await ready;
    await work({ directory, pids: { service: child.pid ?? 0, engine: enginePid(directory, 'clickhouse') } });
  } finally {
    child.kill('SIGTERM');
    await exited;
    await rm(directory, { recursive: true, force: true });
  }
}

const ticksPerSecond = 100;

/** User and system time of a process so far. */
export function cpuSecondsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}
