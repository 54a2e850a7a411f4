import { stored } from './time.ts';

/**
 * The `since`, `from`, `to` of every reading operation, as nanoseconds since the epoch: `from` inclusive, `to` exclusive.
 * Nothing given is the last hour; only `from`, until now; only `to`, the hour before it.
 */
export interface TimeRange {
  readonly from: bigint;
  readonly to: bigint;
}

export interface TimeRangeInput {
  readonly since?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export type TimeRangeResult =
  | { readonly ok: true; readonly range: TimeRange }
  | { readonly ok: false; readonly parameter: 'since' | 'from' | 'to'; readonly message: string };

const second = 1_000_000_000n;
const units: Readonly<Record<string, bigint>> = {
  s: second,
  m: 60n * second,
  h: 3_600n * second,
  d: 86_400n * second,
  w: 604_800n * second,
};
const defaultSpan = 3_600n * second;
const textLengthMax = 100;

/** Whether the store can hold an instant, and so be asked for it. */
export function isStorable(ns: bigint): boolean {
  return ns >= stored.firstNs && ns <= stored.lastNs + 1n;
}

export function parseTimeRange(input: TimeRangeInput, now: bigint): TimeRangeResult {
  const { since, from, to } = input;
  if (since !== undefined) {
    if (from !== undefined || to !== undefined)
      return fault('since', 'since cannot be given together with from or to.');
    const span = parseDuration(since);
    if (span === undefined || span <= 0n)
      return fault('since', 'since must be a duration such as 15m, 1h30m, 7d or PT1H.');
    return bounded('since', { from: now - span, to: now });
  }
  const start = from === undefined ? undefined : parseInstant(from, now);
  if (from !== undefined && start === undefined) return fault('from', `from ${instantHint}`);
  const end = to === undefined ? undefined : parseInstant(to, now);
  if (to !== undefined && end === undefined) return fault('to', `to ${instantHint}`);
  const range = { from: start ?? (end ?? now) - defaultSpan, to: end ?? now };
  if (range.from >= range.to) return fault(from === undefined ? 'to' : 'from', 'from must be before to.');
  return bounded(from === undefined ? 'to' : 'from', range);
}

const instantHint = 'must be a time such as 2026-01-31T12:00:00Z, 2026-01-31, 1769860800, now or now-15m.';

/** `1h30m`, `1.5h` in any case of the units, or ISO 8601 `P1DT2H`; nanoseconds, undefined when it is neither. */
export function parseDuration(text: string): bigint | undefined {
  if (text.length > textLengthMax) return undefined;
  if (/^(\d+(?:\.\d{1,9})?[smhdw])+$/i.test(text)) {
    return [...text.matchAll(/(\d+)(?:\.(\d+))?([smhdw])/gi)].reduce(
      (sum, [, count = '', fraction = '', unit]) =>
        sum + (BigInt(count + fraction.padEnd(9, '0')) * unitOf(unit)) / second,
      0n,
    );
  }
  const iso = /^P(?=\w)(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.(\d{1,9}))?S)?)?$/i.exec(
    text,
  );
  if (iso === null) return undefined;
  const [, weeks, days, hours, minutes, seconds, fraction] = iso;
  const count = (digits: string | undefined) => BigInt(digits ?? 0);
  return (
    count(weeks) * unitOf('w') +
    count(days) * unitOf('d') +
    count(hours) * unitOf('h') +
    count(minutes) * unitOf('m') +
    count(seconds) * second +
    count((fraction ?? '').padEnd(9, '0'))
  );
}

/** As `parseDuration` reads it, in days and less: `1d`, `1h30m`. What is shorter than a second is left out. */
export function durationText(span: bigint): string {
  let [text, rest] = ['', span];
  for (const [unit, size] of Object.entries(units).toReversed()) {
    if (unit === 'w') continue;
    if (rest >= size) text += `${rest / size}${unit}`;
    rest %= size;
  }
  return text === '' ? '0s' : text;
}

/** RFC 3339, a date, an epoch in s, ms, µs or ns (told by its size), `now`, `now-15m`. */
function parseInstant(given: string, now: bigint): bigint | undefined {
  if (given.length > textLengthMax) return undefined;
  const text = given.replace(lostPlus, '+');
  const relative = /^now(?:([+-])([\w.]+))?$/i.exec(text);
  if (relative !== null) {
    const [, sign, duration] = relative;
    if (duration === undefined) return now;
    const span = parseDuration(duration);
    return span === undefined ? undefined : sign === '-' ? now - span : now + span;
  }
  if (/^-?\d+$/.test(text)) return epoch(BigInt(text));
  return parseUtc(text);
}

/** A plus that is not escaped in a URL arrives as a blank: before an offset, and behind `now`, nothing else can be meant. */
const lostPlus = /(?<=^now|:\d\d(?:\.\d+)?) (?=\d)/i;

/** RFC 3339 with up to nine digits of a second (a space for the T, and a lower-case t and z, are legal there), or a date alone. */
export function parseUtc(text: string): bigint | undefined {
  const match =
    /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9})\d*)?)?([Zz]|[+-]\d\d:?\d\d)?)?$/.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour = '0', minute = '0', seconds = '0', fraction = '', offset = 'Z'] = match;
  const parts = [year, month, day, hour, minute, seconds].map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const [y, mo, d, h, mi, s] = parts;
  const ms = Date.UTC(y, mo - 1, d, h, mi, s);
  const date = new Date(ms);
  const exists =
    date.getUTCFullYear() === y &&
    date.getUTCMonth() === mo - 1 &&
    date.getUTCDate() === d &&
    h < 24 &&
    mi < 60 &&
    s < 60;
  const shift = offsetMinutes(offset);
  if (!exists || shift === undefined) return undefined;
  return (BigInt(ms) - BigInt(shift) * 60_000n) * 1_000_000n + BigInt(fraction.padEnd(9, '0'));
}

function offsetMinutes(offset: string): number | undefined {
  if (/^z$/i.test(offset)) return 0;
  const hours = Number(offset.slice(1, 3));
  const minutes = Number(offset.slice(-2));
  if (hours > 23 || minutes > 59) return undefined;
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

/** Seconds until the year 5138, then milliseconds until there, and so on: the sizes of the four do not overlap for our centuries. */
function epoch(value: bigint): bigint {
  const size = value < 0n ? -value : value;
  if (size < 100_000_000_000n) return value * second;
  if (size < 100_000_000_000_000n) return value * 1_000_000n;
  if (size < 100_000_000_000_000_000n) return value * 1_000n;
  return value;
}

function unitOf(unit: string | undefined): bigint {
  return units[(unit ?? '').toLowerCase()] ?? 0n;
}

function bounded(parameter: 'since' | 'from' | 'to', range: TimeRange): TimeRangeResult {
  if (range.from < stored.firstNs) return fault(parameter, `${parameter} reaches back beyond the year 1900.`);
  if (range.to > stored.lastNs + 1n) return fault('to', 'to is beyond the year 2261.');
  return { ok: true, range };
}

function fault(parameter: 'since' | 'from' | 'to', message: string): TimeRangeResult {
  return { ok: false, parameter, message };
}
