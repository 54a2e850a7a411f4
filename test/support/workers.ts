import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Test } from 'tap';
import { root } from './service.ts';
import type { WorkerTask } from './worker-process.ts';

export interface WorkerProcess {
  readonly pid: number;
  readonly child: ChildProcess;
  /** Rejects when the process ends before it runs jobs. */
  readonly ready: Promise<void>;
  readonly exited: Promise<void>;
  kill(signal: NodeJS.Signals): void;
}

/** Quick to be noticed when they die. */
export const quickTiming = { beatMs: 200, silentMsMax: 1_500, pollMs: 50, stopGraceMs: 300 };

export function startWorkerProcess(t: Test, task: WorkerTask): WorkerProcess {
  const child = spawn(process.execPath, ['--import=tsx', join(root, 'test/support/worker-process.ts')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'], TEST_LOG: process.env['TEST_LOG'], WORKER_TASK: JSON.stringify(task) },
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve());
    void exited.then(() => reject(new Error('the worker ended before it was ready')));
  });
  ready.catch(() => {}); // a test that kills at any moment may not have asked
  t.teardown(async () => {
    child.kill('SIGCONT');
    child.kill('SIGKILL');
    await exited;
  });
  return { pid: child.pid ?? 0, child, ready, exited, kill: (signal) => void child.kill(signal) };
}
