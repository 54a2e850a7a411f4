import { setImmediate } from 'node:timers/promises';

/** CPU time, in milliseconds: on a busy machine the clock says little. */
export function cpuMs(before?: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** The most that the process did between two turns of its loop while something was under way: so long all others waited. */
export async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  const over = new AbortController();
  let longestMs = 0;
  const watching = (async () => {
    while (!over.signal.aborted) {
      const before = process.cpuUsage();
      await setImmediate();
      longestMs = Math.max(longestMs, cpuMs(before));
    }
  })();
  try {
    await work();
  } finally {
    over.abort();
    await watching;
  }
  return longestMs;
}
