import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { anyPorts, root } from './service.ts';

type Outcome = { code: number | null; stdout: string; stderr: string };

/** `npm run cli` as a process of its own. */
export function cli(env: Record<string, string>, ...args: string[]): Promise<Outcome> {
  return cliAs({}, env, ...args);
}

export function cliAs(
  who: { uid?: number; gid?: number; cwd?: string },
  env: Record<string, string>,
  ...args: string[]
): Promise<Outcome> {
  const child = spawn(process.execPath, ['--import=tsx', join(root, 'src/bin/cli.ts'), ...args], {
    cwd: root,
    ...who,
    env: { PATH: process.env['PATH'], ...anyPorts, ...env },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (text: Buffer) => (stdout += text.toString()));
  child.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, stdout, stderr })));
}
