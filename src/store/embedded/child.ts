import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

const stderrCharsMax = 8_000;

/** How an engine ended: what its operating system said, and the last lines it printed. */
export type Exit = { code: number | null; signal: NodeJS.Signals | null; lastWords: string };

/** A running engine. It ends when its standard input is closed, whoever closes it: `stop` here, or our death. */
export type Engine = {
  pid: number;
  exited: Promise<Exit>;
  /** Asks, waits up to `graceMs`, then kills. */
  stop(graceMs: number): Promise<Exit>;
};

export type Command = { file: string; args: string[]; cwd: string; uid?: number; gid?: number };

/** Starts an engine with a bare environment: nothing of ours (secrets, NODE_OPTIONS) is any of its business. */
export function startEngine(command: Command, options: { stopSignal?: NodeJS.Signals } = {}): Engine {
  const child = spawn(command.file, command.args, {
    cwd: command.cwd,
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['pipe', 'ignore', 'pipe'],
    // A group of its own: Ctrl-C in the terminal is for the service, which then stops its engines in order.
    detached: true,
    ...(command.uid === undefined ? {} : { uid: command.uid }),
    ...(command.gid === undefined ? {} : { gid: command.gid }),
  });
  let lastWords = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    lastWords = (lastWords + text).slice(-stderrCharsMax);
  });
  child.stdin.on('error', () => {});
  const exited = new Promise<Exit>((resolve) => {
    child.once('error', (error) => resolve({ code: null, signal: null, lastWords: error.message }));
    child.once('exit', (code, signal) => {
      child.stdin.destroy();
      resolve({ code, signal, lastWords: lastWords.trim() });
    });
  });
  return {
    pid: child.pid ?? 0,
    exited,
    async stop(graceMs) {
      if (options.stopSignal !== undefined) child.kill(options.stopSignal);
      child.stdin.end();
      const kill = setTimeout(() => child.kill('SIGKILL'), graceMs);
      const exit = await exited;
      clearTimeout(kill);
      return exit;
    },
  };
}

/** Polls until `check` holds. False when the engine ended or the time is up; its own errors mean "not yet". */
export async function untilReady(engine: Engine, timeoutMs: number, check: () => Promise<boolean>): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  const state = { ended: false };
  void engine.exited.then(() => (state.ended = true));
  while (!state.ended && performance.now() < deadline) {
    if (await check().catch(() => false)) return true;
    await sleep(25);
  }
  return false;
}
