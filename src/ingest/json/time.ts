// Times as logs write them, to nanoseconds since 1970.

const offset = String.raw`Z|UTC|[+-]\d\d(?::?\d\d)?`;
/** Behind an offset Java names the place, and Go the zone and its other clock: they say nothing more. */
const placeOf = String.raw`(?:\[[\w/+:-]+\]|\s[A-Z]{3,5})?(?:\sm=[+-][\d.]+)?`;
const isoLike = new RegExp(
  String.raw`^(\d{4})([-/])(\d\d)\2(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9})\d*)?)?\s*(?:(${offset})${placeOf})?)?$`,
  'i',
);
/** ISO 8601 without its marks. */
const isoBasic = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)((?:[.,]\d+)?)(Z|[+-]\d\d(?::?\d\d)?)$/i;
/** As web servers write it in their access logs. */
const commonLog = /^\[?(\d\d)\/([A-Z][a-z]{2})\/(\d{4}):(\d\d:\d\d:\d\d(?:\.\d+)?) ([+-]\d{4})\]?$/;
const months = 'JanFebMarAprMayJunJulAugSepOctNovDec';
const decimal = /^(\d{1,20})(?:\.(\d{1,9})\d*)?$/;
/** No exponent of three digits is a time, and the largest of them are no numbers. */
const scientific = /^\d(?:\.\d+)?e\+?\d\d?$/i;
/** Behind the time of day a zone by its name or offset, last or before the year: another one added to it would win. */
const hasZone = /:\d\d.*(?:Z|[A-Z]{3,5}|[+-]\d\d:?\d\d)(?: \d{4}| \([^)]*\))?$/;
const timeCharsMax = 128;

/** Undefined for what is no time. Numbers are seconds, milliseconds, microseconds or nanoseconds: their size tells. */
export function nanosOf(text: string): bigint | undefined {
  if (text.length > timeCharsMax) return undefined;
  const trimmed = text.trim();
  const iso = isoLike.exec(trimmed);
  if (iso !== null) return isoNanos(iso);
  if (scientific.test(trimmed)) return nanosOf(BigInt(Math.round(Number(trimmed))).toString());
  const number = decimal.exec(trimmed);
  if (number !== null) return epochNanos(number[1] ?? '', number[2] ?? '');
  const extended = asIso(trimmed);
  if (extended !== undefined) return nanosOf(extended);
  if (!/[a-z]{3}/i.test(trimmed) || !/\d{4}/.test(trimmed)) return undefined;
  const ms = Date.parse(hasZone.test(trimmed) ? trimmed : `${trimmed} UTC`);
  return Number.isFinite(ms) && ms > 0 ? BigInt(ms) * 1_000_000n : undefined;
}

function asIso(text: string): string | undefined {
  const basic = isoBasic.exec(text);
  if (basic !== null) {
    const [, year, month, day, hour, minute, second, fraction, zone] = basic;
    return `${year}-${month}-${day}T${hour}:${minute}:${second}${fraction}${zone}`;
  }
  const [, day, month = '', year, time, zone] = commonLog.exec(text) ?? [];
  const at = months.indexOf(month);
  return day === undefined || at % 3 !== 0
    ? undefined
    : `${year}-${String(at / 3 + 1).padStart(2, '0')}-${day}T${time}${zone}`;
}

function isoNanos(match: RegExpExecArray): bigint | undefined {
  const [, year = '', , month = '', day = '', hour = '00', minute = '00', second = '00', fraction = '', zone = 'Z'] =
    match;
  const leap = second === '60' ? '59' : second;
  const offset = /^(?:z|utc)$/i.test(zone)
    ? 'Z'
    : zone.length === 3
      ? `${zone}:00`
      : zone.replace(/^(...)(\d\d)$/, '$1:$2');
  const ms = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${leap}${offset}`);
  // What stands for no time at all, as in the numbers.
  if (!Number.isFinite(ms) || ms <= 0) return undefined;
  return BigInt(ms) * 1_000_000n + BigInt(fraction.padEnd(9, '0'));
}

function epochNanos(whole: string, fraction: string): bigint | undefined {
  const value = BigInt(whole);
  const digits = whole.length;
  // 2001 to 2286 in seconds has ten digits; each finer unit has three more.
  const unit = digits <= 11 ? 1_000_000_000n : digits <= 14 ? 1_000_000n : digits <= 17 ? 1_000n : 1n;
  if (value === 0n || digits < 9) return undefined;
  const rest = BigInt(fraction.padEnd(9, '0')) * unit;
  return value * unit + rest / 1_000_000_000n;
}
