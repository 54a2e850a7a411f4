// What the values of fields say that everybody knows: undefined for anything else.

import type { RequestClock } from '../clock.ts';
import { type Json, longNumber } from './text.ts';
import { nanosOf } from './time.ts';
import { severityOfNumber, severityOfText } from '../events/levels.ts';
import { lanesOf } from '../encoding/numbers.ts';

export function numberOf(value: Json): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

export function timeOf(value: Json): bigint | undefined {
  const text = timeTextOf(value);
  const nanos = text === undefined ? undefined : nanosOf(text);
  return nanos === undefined || nanos >= 1n << 64n ? undefined : nanos;
}

function timeTextOf(value: Json): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? (longNumber(value) ?? value) : undefined;
}

/** A date alone has no colon, and is no number. */
const hasTimeOfDay = /:|^[\d.e+]+$/;

/** Only a time of day, and one that is kept as it is. */
export function ownTimeOf(value: Json, clock: RequestClock): bigint | undefined {
  const nanos = timeOf(value);
  if (nanos === undefined || !hasTimeOfDay.test(timeTextOf(value) ?? '')) return undefined;
  return isKept(nanos, clock) ? nanos : undefined;
}

/** As it is: neither too old nor too far ahead. */
export function isKept(nanos: bigint, clock: RequestClock): boolean {
  const { hi, lo } = lanesOf(nanos);
  return clock.resolve(hi, lo, 0, 0) && !clock.wasClamped;
}

interface Level {
  readonly text: string;
  readonly severity: number;
}

export function severityNumberOf(value: Json): number | undefined {
  return typeof value === 'number' && value >= 1 && value <= 24 ? value : undefined;
}

export function levelOf(value: Json): Level | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  const text = String(value);
  const severity =
    typeof value === 'number' || /^\d{1,3}$/.test(text) ? severityOfNumber(Number(value)) : severityOfText(text);
  return severity === 0 ? undefined : { text, severity };
}

export function levelOfWord(value: Json): Level | undefined {
  return typeof value === 'string' && /^[a-z]{2}/i.test(value) ? levelOf(value) : undefined;
}

export function levelOfLetter(value: Json): Level | undefined {
  return typeof value === 'string' && /^(?:[FEWI]|D[1-5])$/.test(value) ? levelOf(value) : undefined;
}

/** Of each of its 24 facilities eight. */
const prioritiesMax = 192;

export function levelOfPriority(value: Json): Level | undefined {
  const priority = typeof value === 'string' && /^\d{1,3}$/.test(value) ? Number(value) : numberOf(value);
  const isOne = priority !== undefined && Number.isInteger(priority) && priority >= 0 && priority < prioritiesMax;
  return isOne ? levelOf(priority % 8) : undefined;
}
