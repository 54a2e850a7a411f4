// Work that is done in steps: a body of a hundred thousand records takes a second, in which nobody else would have a turn.

import { setImmediate } from 'node:timers/promises';

/** At each `yield` others may have their turn. */
export type Steps<T> = Generator<undefined, T, undefined>;

export const stepBytes = 64 * 1024;
const turnMsMax = 10;

/** Where in a body a step is over. */
export class Pace {
  private from: number;

  constructor(from: number) {
    this.from = from;
  }

  isOver(at: number): boolean {
    if (at - this.from < stepBytes) return false;
    this.from = at;
    return true;
  }
}

export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

export async function stepByStep<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const endMs = performance.now() + turnMsMax;
    do {
      const step = steps.next();
      if (step.done === true) return step.value;
    } while (performance.now() < endMs);
    await setImmediate();
  }
}
