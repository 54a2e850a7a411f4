// What comes after a try. Pure.

const seconds = 1_000;
const minutes = 60 * seconds;
const hours = 60 * minutes;

/** After the first try, the second … After the last of these it is over. */
export const retryAfterMs = [
  5 * seconds,
  30 * seconds,
  2 * minutes,
  10 * minutes,
  30 * minutes,
  2 * hours,
  6 * hours,
] as const;

const spread = 0.2;
const retryAfterMsMax = 6 * hours;
/** A receiver that gives no answer takes a job's time with each try. */
const unansweredMsMax = 1 * minutes;

/** From the first try to the last. */
export const triedForMs = (1 + spread) * retryAfterMs.reduce((sum, pause) => sum + pause, 0);

export type Sent =
  | { readonly kind: 'delivered'; readonly statusCode: number | null }
  /** `retryAfter`: as the receiver said it. */
  | {
      readonly kind: 'failed';
      readonly isFinal: boolean;
      readonly statusCode: number | null;
      readonly reason: string;
      readonly retryAfter?: string | null;
    };

/** The longest pause there is. */
const pauseMsMax = Math.max((1 + spread) * Math.max(...retryAfterMs), retryAfterMsMax);

/** Whether a time has come. One that is farther ahead than any pause is of a clock that was put back meanwhile. */
export function isDue(at: Date, now: Date): boolean {
  const leftMs = at.getTime() - now.getTime();
  return leftMs <= 0 || leftMs > pauseMsMax;
}

/** Statuses that may change by themselves: too early, too much, or the receiver's own trouble. */
export function isFinalStatus(status: number): boolean {
  return status < 500 && ![408, 409, 425, 429].includes(status);
}

/** Until the next try; null when there is none. `chance` is from 0 to 1. */
export function pauseMs(tries: number, sent: Sent, now: Date, chance: number): number | null {
  if (sent.kind === 'delivered' || sent.isFinal) return null;
  const base = retryAfterMs[tries - 1];
  if (base === undefined) return null;
  const usual = base * (1 - spread + 2 * spread * chance);
  return Math.max(usual, askedMs(sent, now));
}

/** The same after a try that was one more: what was left of the pause is left, unless the receiver asks for longer. */
export function unchangedMs(leftMs: number, sent: Sent, now: Date): number | null {
  return sent.kind === 'delivered' || sent.isFinal ? null : Math.max(leftMs, askedMs(sent, now));
}

/** For how long nothing at all is told: as the receiver asked, or for a while when it did not answer. */
export function heldMs(pause: number, sent: Sent, now: Date): number {
  return sent.statusCode === null ? Math.min(pause, unansweredMsMax) : askedMs(sent, now);
}

function askedMs(sent: Sent, now: Date): number {
  const retryAfter = sent.kind === 'failed' ? (sent.retryAfter ?? null) : null;
  if (retryAfter === null) return 0;
  const at = /^\d+$/.test(retryAfter.trim()) ? now.getTime() + Number(retryAfter) * seconds : Date.parse(retryAfter);
  return Number.isNaN(at) ? 0 : Math.min(Math.max(0, at - now.getTime()), retryAfterMsMax);
}
