/**
 * Lets so many run at once, so many of one project, and the rest wait: projects take turns, so that one with a long queue
 * delays nobody but itself.
 */
export interface FairGate {
  /** Runs `work` when its turn comes. Throws `GateFull` at once when the project has too many waiting already. */
  run<T>(project: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

export class GateFull extends Error {}

export interface FairGateLimits {
  readonly runningMax: number;
  readonly runningPerProjectMax: number;
  readonly waitingPerProjectMax: number;
}

interface Waiter {
  readonly start: () => void;
}

export function fairGate(limits: FairGateLimits): FairGate {
  const running = new Map<string, number>();
  /** Projects with somebody waiting, the next in turn first. */
  const waiting = new Map<string, Waiter[]>();
  let total = 0;

  const mayRun = (project: string) =>
    total < limits.runningMax && (running.get(project) ?? 0) < limits.runningPerProjectMax;

  function enter(project: string): void {
    total++;
    running.set(project, (running.get(project) ?? 0) + 1);
  }

  function leave(project: string): void {
    total--;
    const left = (running.get(project) ?? 1) - 1;
    if (left === 0) running.delete(project);
    else running.set(project, left);
    for (const [next, queue] of waiting) {
      if (!mayRun(next)) continue;
      const waiter = queue.shift();
      waiting.delete(next);
      if (queue.length > 0) waiting.set(next, queue); // to the end: the others come first now
      enter(next);
      waiter?.start();
      if (total >= limits.runningMax) break;
    }
  }

  function turn(project: string, signal: AbortSignal): Promise<void> {
    const queue = waiting.get(project) ?? [];
    if (queue.length >= limits.waitingPerProjectMax) throw new GateFull();
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        start: () => {
          signal.removeEventListener('abort', giveUp);
          resolve();
        },
      };
      const giveUp = () => {
        const left = (waiting.get(project) ?? []).filter((other) => other !== waiter);
        if (left.length === 0) waiting.delete(project);
        else waiting.set(project, left);
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      waiting.set(project, [...queue, waiter]);
    });
  }

  return {
    async run(project, signal, work) {
      signal.throwIfAborted();
      if (mayRun(project) && !waiting.has(project)) enter(project);
      else await turn(project, signal);
      try {
        return await work();
      } finally {
        leave(project);
      }
    },
  };
}
