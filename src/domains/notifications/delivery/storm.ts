// Storm control: a target hears of at most so many things a minute, the rest in one message that lists them all. Pure.

import { utcTime } from '../../../lib/time.ts';
import { Severity } from '../../types.ts';
import { oneLine, type Message } from '../message.ts';

const messagesPerMinuteMax = 20;
export const stormWindowMs = 60_000;

export type Turn =
  /** Send the first that waits. */
  | { readonly kind: 'one' }
  /** The last message of this minute: everything that waits, in one. */
  | { readonly kind: 'digest' }
  | { readonly kind: 'wait'; readonly ms: number };

/** `sent`: when the target was told within the window, the oldest first. */
export function turn(sent: readonly Date[], waiting: number, mayDigest: boolean, now: Date): Turn {
  if (sent.length >= messagesPerMinuteMax) {
    const frees = sent[sent.length - messagesPerMinuteMax]?.getTime() ?? now.getTime();
    return { kind: 'wait', ms: Math.max(1, frees + stormWindowMs - now.getTime()) };
  }
  const isLast = sent.length === messagesPerMinuteMax - 1;
  return isLast && waiting > 1 && mayDigest ? { kind: 'digest' } : { kind: 'one' };
}

export function digestOf(messages: readonly Message[], now: Date): Message {
  return {
    kind: 'DIGEST',
    severity: Severity.options.findLast((one) => messages.some(({ severity }) => severity === one)) ?? 'info',
    headline: `${messages.length} notifications in one`,
    // What could not be delivered for hours may be of another day.
    text: messages.map(({ at, headline }) => `${utcTime(new Date(at))} ${oneLine(headline)}`).join('\n'),
    facts: [['Why', `No more than ${messagesPerMinuteMax} notifications are sent within a minute.`]],
    path: '/api/v1/notifications',
    at: now.toISOString(),
    data: {
      notifications: messages.map(({ kind, severity, at, headline, data }) => ({
        kind,
        severity,
        at,
        title: headline,
        ...data,
      })),
    },
  };
}
