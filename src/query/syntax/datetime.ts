import { modulo } from '../../lib/modulo.ts';
import { secondNs } from './duration.ts';

const isoText =
  /^(\d{4})-(\d{1,2})(?:-(\d{1,2})(?:[T ]+(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:[.,](\d{1,9})\d*)?)?)?)?\s*(Z|z|UTC|GMT|[+-]\d{2}:?\d{2})?$/;
const slashText = /^(\d{4})\/(\d{1,2})\/(\d{1,2})(?: +(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.(\d{1,9})\d*)?)?)?$/;
const rfcText =
  /^(?:[A-Za-z]{3,9}, +)?(\d{1,2})[ -]([A-Za-z]{3})[a-z]*[ -](\d{4})(?: +(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.(\d{1,9}))?)?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/;
// The American order, and the arguments of a constructor: both are in the wild.
const monthFirstText =
  /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?: +(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.(\d{1,9})\d*)?)?)?$/;
const partsText = /^(\d{4}), *(\d{1,2}), *(\d{1,2})(?:, *(\d{1,2}), *(\d{1,2})(?:, *(\d{1,2}))?)?$/;
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Nanoseconds since 1970 of a date as people and machines write it (ISO 8601 and its loose forms); null when it is none. */
export const parseDatetime = (text: string): bigint | null => {
  const clean = text.trim();
  const iso = isoText.exec(clean) ?? slashText.exec(clean) ?? partsText.exec(clean);
  if (iso) {
    const [, year, month, day = '1', hour, minute, second, fraction, zone] = iso;
    return instant(Number(year), Number(month), Number(day), [hour, minute, second, fraction], zone);
  }
  const american = monthFirstText.exec(clean);
  if (american) {
    const [, first, second_, year, hour, minute, second, fraction] = american;
    // A thirteenth month is a day: the rest of the world writes 15/01/2024.
    const [month, day] = Number(first) > 12 ? [second_, first] : [first, second_];
    return instant(Number(year), Number(month), Number(day), [hour, minute, second, fraction], undefined);
  }
  const rfc = rfcText.exec(clean);
  if (!rfc) return null;
  const [, day, word = '', year, hour, minute, second, fraction, zone] = rfc;
  const month = months.indexOf(word.toLowerCase()) + 1;
  return instant(Number(year), month, Number(day), [hour, minute, second, fraction], zone);
};

type Clock = readonly (string | undefined)[];

const instant = (year: number, month: number, day: number, clock: Clock, zone: string | undefined): bigint | null => {
  const [hour, minute, second] = [Number(clock[0] ?? 0), Number(clock[1] ?? 0), Number(clock[2] ?? 0)];
  if (hour > 23 || minute > 59 || second > 59) return null;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  // The 31st of February rolls over to March: not a date.
  if (month < 1 || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  date.setUTCHours(hour, minute, second);
  const offset = zoneMinutes(zone);
  const seconds = BigInt(Math.round(date.getTime() / 1000)) - BigInt(offset) * 60n;
  return seconds * secondNs + BigInt((clock[3] ?? '').padEnd(9, '0'));
};

const zoneMinutes = (zone: string | undefined): number => {
  const found = /^([+-])(\d{2}):?(\d{2})$/.exec(zone ?? '');
  if (!found) return 0;
  const minutes = Number(found[2]) * 60 + Number(found[3]);
  return found[1] === '-' ? -minutes : minutes;
};

/** As the store reads it: `2026-01-31 12:00:00.123456789`. */
export const formatInstant = (ns: bigint): string => {
  const rest = modulo(ns, secondNs);
  const iso = new Date(Number((ns - rest) / 1_000_000n)).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)}.${String(rest).padStart(9, '0')}`;
};

/** ISO 8601 in UTC, with as many digits of a second as there are. */
export const formatDatetime = (ns: bigint): string =>
  `${formatInstant(ns)
    .replace(' ', 'T')
    .replace(/\.?0+$/, '')}Z`;
