/**
 * Lets so many run at once, so many of one project, and the rest wait: projects take turns, so that one with a long queue
 * delays nobody but itself. Within a project a caller that has begun goes on before others begin.
 */
export interface FairGate {
  /**
   * Runs `work` when its turn comes, and tells it how much of its project runs then, itself included. `caller` is who asks,
   * with all that it asks for, and gives up when it aborts. Throws `GateFull` at once to a caller that has not begun when too
   * many callers of its project wait already.
   */
  run<T>(project: string, caller: AbortSignal, work: (running: number) => Promise<T>): Promise<T>;
}

export class GateFull extends Error {}

export interface FairGateLimits {
  readonly runningMax: number;
  readonly runningPerProjectMax: number;
  /** Callers that have not begun, however much each of them asks for. */
  readonly waitingPerProjectMax: number;
}

interface Waiter {
  readonly caller: AbortSignal;
  readonly start: () => void;
}

export function fairGate(limits: FairGateLimits): FairGate {
  const running = new Map<string, number>();
  /** Projects with somebody waiting, the next in turn first. */
  const waiting = new Map<string, Waiter[]>();
  /** Callers that had a turn: what they did would be lost if they were refused now. */
  const begun = new WeakSet<AbortSignal>();
  let total = 0;

  const mayRun = (project: string) =>
    total < limits.runningMax && (running.get(project) ?? 0) < limits.runningPerProjectMax;

  function enter(project: string, caller: AbortSignal): void {
    total++;
    begun.add(caller);
    running.set(project, (running.get(project) ?? 0) + 1);
  }

  function leave(project: string): void {
    total--;
    const left = (running.get(project) ?? 1) - 1;
    if (left === 0) running.delete(project);
    else running.set(project, left);
    // Whoever could run before did: one place is free now, for one.
    for (const [next, queue] of waiting) {
      if (!mayRun(next)) continue;
      const waiter = queue.shift();
      waiting.delete(next);
      if (waiter === undefined) continue;
      if (queue.length > 0) waiting.set(next, queue); // to the end: the others come first now
      enter(next, waiter.caller);
      waiter.start();
      return;
    }
  }

  function turn(project: string, caller: AbortSignal): Promise<void> {
    const queue = waiting.get(project) ?? [];
    if (!begun.has(caller)) {
      const others = new Set(queue.map((waiter) => waiter.caller).filter((other) => !begun.has(other)));
      if (!others.has(caller) && others.size >= limits.waitingPerProjectMax) throw new GateFull();
    }
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        caller,
        start: () => {
          caller.removeEventListener('abort', giveUp);
          resolve();
        },
      };
      const giveUp = () => {
        const left = (waiting.get(project) ?? []).filter((other) => other !== waiter);
        if (left.length === 0) waiting.delete(project);
        else waiting.set(project, left);
        reject(caller.reason as Error);
      };
      caller.addEventListener('abort', giveUp, { once: true });
      const place = begun.has(caller) ? queue.findIndex((other) => !begun.has(other.caller)) : -1;
      waiting.set(project, queue.toSpliced(place === -1 ? queue.length : place, 0, waiter));
    });
  }

  return {
    async run(project, caller, work) {
      caller.throwIfAborted();
      if (mayRun(project)) enter(project, caller);
      else await turn(project, caller);
      try {
        return await work(running.get(project) ?? 1);
      } finally {
        leave(project);
      }
    },
  };
}

/** Turns of a gate for who needs one of another first. */
export function gateWithin(gate: FairGate, first: FairGate): FairGate {
  return { run: (project, caller, work) => first.run(project, caller, () => gate.run(project, caller, work)) };
}
