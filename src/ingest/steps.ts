// Work that is done in steps: a body of a hundred thousand records takes a second, in which nobody else would have a turn.

import { setImmediate } from 'node:timers/promises';

/** At each `yield` others may have their turn. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** So much of a body is read in one step. */
export const stepBytes = 64 * 1024;
const turnMsMax = 10;

export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

export async function inTurns<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const endMs = performance.now() + turnMsMax;
    do {
      const step = steps.next();
      if (step.done === true) return step.value;
    } while (performance.now() < endMs);
    await setImmediate();
  }
}
