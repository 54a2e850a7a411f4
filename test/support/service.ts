import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import type { Credentials } from '../../src/bin/first-start.ts';
import { connectClickhouse } from '../../src/store/clickhouse.ts';

/** `npm start` as a process of its own, on a data directory of the test's. */
export type ServiceProcess = {
  child: ChildProcess;
  /** The one line on standard output; rejects with what was said when the process ended before it. */
  ready: Promise<string>;
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  stdout: () => string;
  stderr: () => string;
};

export const root = fileURLToPath(new URL('../..', import.meta.url));

export const anyPorts = { COLONNADE_PORT: '0', COLONNADE_OTLP_HTTP_PORT: '0', COLONNADE_OTLP_GRPC_PORT: '0' };

export function startProcess(
  directory: string,
  env: Record<string, string> = {},
  user: { uid?: number; gid?: number } = {},
): ServiceProcess {
  const child = spawn(process.execPath, ['--import=tsx', join(root, 'src/bin/serve.ts')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
    env: { PATH: process.env['PATH'], COLONNADE_DATA: directory, COLONNADE_LOG_LEVEL: 'warn', ...anyPorts, ...env },
  });
  let [stdout, stderr] = ['', ''];
  const exited: ServiceProcess['exited'] = new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      const line = /^ready (\S+)\n/m.exec(stdout);
      if (line?.[1] !== undefined) resolve(line[1]);
    });
    void exited.then(() => reject(new Error(`ended before it was ready: ${stderr}`)));
  });
  // A test that expects the failure looks at `exited` instead.
  ready.catch(() => {});
  return { child, ready, exited, stdout: () => stdout, stderr: () => stderr };
}

export function enginePid(directory: string, engine: 'clickhouse' | 'postgres'): number {
  const file = engine === 'clickhouse' ? 'clickhouse/pid' : 'postgres/data/postmaster.pid';
  return Number(readFileSync(join(directory, file), 'utf8').split('\n')[0]);
}

export function residentMebibytes(pid: number): number {
  const line = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1] ?? 0) / 1024;
}

export function credentialsOf(directory: string): Credentials {
  return JSON.parse(readFileSync(join(directory, 'credentials.json'), 'utf8')) as Credentials;
}

/** The engine of a service, past the service. */
export function engineOf(directory: string): ClickHouseClient {
  const { clickhouse } = JSON.parse(readFileSync(join(directory, 'engines.json'), 'utf8')) as {
    clickhouse: { httpPort: number; servicePassword: string };
  };
  return connectClickhouse({
    url: `http://127.0.0.1:${clickhouse.httpPort}`,
    database: 'colonnade',
    username: 'service',
    password: clickhouse.servicePassword,
    connectionsMax: 10,
    requestTimeoutMs: 60_000,
    readonly: false,
  });
}

/** Living processes that have to do with the directory. */
export function processesOf(directory: string): string[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,stat=,args='], { encoding: 'utf8' }).split('\n');
  return lines.filter((line) => line.includes(directory) && !/^\s*\d+\s+Z/.test(line) && !line.includes(' ps '));
}

export async function until(what: string, timeoutMs: number, check: () => boolean | Promise<boolean>): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    if (await check()) return performance.now() - startedAt;
    if (performance.now() - startedAt > timeoutMs) throw new Error(`not within ${timeoutMs} ms: ${what}`);
    await sleep(50);
  }
}
