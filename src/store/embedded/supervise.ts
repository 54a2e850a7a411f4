import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../lib/sentence.ts';
import type { Engine } from './child.ts';

/**
 * One engine's life:
 *
 *   starting ──ready──▶ up ──exit──▶ down ──ready──▶ up
 *       │                            │  ▲
 *   gives up after                   └──┘ start failed: wait, twice as long each time
 *   startAttemptsMax
 *   any state ──stop()──▶ stopped
 */
export type Supervised = {
  /** Ends the engine and its supervision. */
  stop: () => Promise<void>;
};

export type SuperviseOptions = {
  name: string;
  start: () => Promise<Engine>;
  onLog: (level: 'info' | 'warn' | 'error', message: string) => void;
};

const startAttemptsMax = 4;
const backOffMinMs = 100;
const backOffMaxMs = 2_000;
/** An engine that was up for so long is no crash loop: it is started at once. */
const steadyMs = 2_000;
/** With what the service itself allows its requests, a stop stays below ten seconds. To be killed harms no engine. */
const stopGraceMs = 4_000;

/** Resolves when the engine is up; then notices its exits and starts it again, until stopped. */
export async function supervise({ name, start, onLog }: SuperviseOptions): Promise<Supervised> {
  let waitMs = backOffMinMs;
  const stopping = new AbortController();
  const isStopped = () => stopping.signal.aborted;

  const pause = async () => {
    await sleep(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    waitMs = Math.min(waitMs * 2, backOffMaxMs);
  };

  const startWithRetries = async (attemptsMax: number): Promise<Engine | undefined> => {
    for (let attempt = 1; !isStopped(); attempt++) {
      try {
        return await start();
      } catch (error) {
        if (attempt >= attemptsMax) throw error;
        onLog('warn', `${messageOf(error)}; trying again in ${waitMs} ms`);
        await pause();
      }
    }
    return undefined;
  };

  let engine = await startWithRetries(startAttemptsMax);

  const watch = async (): Promise<void> => {
    while (engine !== undefined) {
      const startedAt = performance.now();
      const exit = await engine.exited;
      if (isStopped()) return;
      const how = exit.signal ?? `exit code ${exit.code}`;
      onLog('error', `the embedded ${name} ended by itself (${how}); starting it again. ${lastLines(exit.lastWords)}`);
      if (performance.now() - startedAt > steadyMs) waitMs = backOffMinMs;
      else await pause();
      engine = await startWithRetries(Infinity);
      if (isStopped()) await engine?.stop(stopGraceMs);
      if (isStopped() || engine === undefined) return;
      onLog('info', `the embedded ${name} is up again`);
    }
  };
  const watching = watch();

  return {
    async stop() {
      stopping.abort();
      await engine?.stop(stopGraceMs);
      await watching;
    },
  };
}

const lastWordsLines = 5;

function lastLines(text: string): string {
  return text.split('\n').slice(-lastWordsLines).join(' | ');
}
