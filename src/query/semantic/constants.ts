import { formatInstant, parseDatetime } from '../syntax/datetime.ts';
import { dayNs, hourNs, minuteNs, parseTimespan, secondNs } from '../syntax/duration.ts';
import { canonicalGuid } from '../syntax/typed-literal.ts';
import type { ConstValue, JsonValue, Type } from './types.ts';

/*
 * Casts of constants. Text that does not parse gives null, as in the store.
 */

const realPattern = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;

/** What ClickHouse's `toFloat64OrNull` takes. */
export function parseReal(text: string): number | null {
  if (realPattern.test(text)) return Number(text);
  const word = /^([+-]?)(nan|inf|infinity)$/i.exec(text);
  if (word === null) return null;
  if ((word[2] ?? '').toLowerCase() === 'nan') return Number.NaN;
  return word[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

const calendar = [-62_135_596_800_000_000_000n, 253_402_300_799_999_999_999n] as const;

/** Of the instants of the years 1 to 9999 the nearest. */
export function inCalendar(ns: bigint): bigint {
  return ns < calendar[0] ? calendar[0] : ns > calendar[1] ? calendar[1] : ns;
}

/** `1.02:03:04.5000000`: Kusto's form, 100 ns exact. */
export function formatTimespan(ns: bigint): string {
  const positive = ns < 0n ? -ns : ns;
  const days = positive / dayNs;
  const two = (value: bigint): string => String(value).padStart(2, '0');
  const clock = `${two((positive / hourNs) % 24n)}:${two((positive / minuteNs) % 60n)}:${two((positive / secondNs) % 60n)}`;
  const ticks = (positive % secondNs) / 100n;
  const fraction = ticks === 0n ? '' : `.${String(ticks).padStart(7, '0')}`;
  return `${ns < 0n ? '-' : ''}${days === 0n ? '' : `${days}.`}${clock}${fraction}`;
}

/** The cast of a constant; `undefined` when the store has to do it. */
export function castConstant(value: ConstValue, from: Type, to: Type): ConstValue | undefined {
  if (value === null || from === to) return value;
  // Of a JSON value the text counts, as in a row: of a truth it is no number.
  if (from === 'dynamic' && to !== 'string') return castConstant(toText(value, from), 'unknown', to);
  switch (to) {
    case 'int':
    case 'long':
      return toLong(value, from);
    case 'real':
    case 'decimal':
      return toReal(value, from);
    case 'string':
    case 'unknown':
      return toText(value, from);
    case 'bool':
      return toBool(value);
    case 'datetime':
      return toDatetime(value, from);
    case 'timespan':
      return toTimespan(value, from);
    case 'dynamic':
      return from === 'datetime' || from === 'timespan' ? (toText(value, from) ?? undefined) : value;
    case 'guid':
      return typeof value === 'string' ? toGuid(value) : null;
    case 'error':
      return undefined;
  }
}

function toGuid(text: string): string | null {
  const digits = text.trim().replaceAll('-', '');
  return /^[0-9a-f]{32}$/i.test(digits) ? canonicalGuid(digits) : null;
}

/** Of a time, its ticks of 100 ns. */
function toLong(value: ConstValue, from: Type): ConstValue {
  if (typeof value === 'bigint') return from === 'datetime' || from === 'timespan' ? value / 100n : value;
  if (typeof value === 'number') return Number.isFinite(value) ? inInt64(BigInt(Math.trunc(value))) : null;
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (typeof value !== 'string') return null;
  const whole = /^[+-]?\d+$/.test(value) ? inInt64(BigInt(value.replace('+', ''))) : null;
  return whole ?? toLong(parseReal(value), 'real');
}

export function isInt64(value: bigint): boolean {
  return BigInt.asIntN(64, value) === value;
}

/** What 64 bits do not hold is null, as in the store. */
function inInt64(value: bigint): bigint | null {
  return isInt64(value) ? value : null;
}

function toReal(value: ConstValue, from: Type): ConstValue {
  if (typeof value === 'bigint') return from === 'datetime' ? null : Number(value);
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'string' ? parseReal(value) : null;
}

/** As `tostring()` shows a value: the shortest number, `true`, ISO datetimes with 7 digits. */
function toText(value: ConstValue, from: Type): string | null {
  if (value === null) return null;
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (typeof value === 'bigint') {
    return from === 'datetime' ? datetimeText(value) : from === 'timespan' ? formatTimespan(value) : String(value);
  }
  if (typeof value === 'number') return from === 'dynamic' ? jsonText(value) : realText(value);
  return jsonText(value);
}

function datetimeText(ns: bigint): string {
  return `${formatInstant(ns).replace(' ', 'T').slice(0, -2)}Z`;
}

/** The store writes 1e21 where JavaScript writes 1e+21. */
function realText(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  return Number.isFinite(value) ? String(value).replace('e+', 'e') : value > 0 ? 'inf' : '-inf';
}

function toBool(value: ConstValue): ConstValue {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'bigint') return value !== 0n;
  if (typeof value === 'number') return value !== 0;
  if (typeof value !== 'string') return null;
  const word = value.toLowerCase();
  return word === 'true' || word === '1' ? true : word === 'false' || word === '0' ? false : null;
}

function toDatetime(value: ConstValue, from: Type): ConstValue | undefined {
  if (typeof value === 'bigint') return from === 'timespan' ? null : undefined;
  if (typeof value !== 'string') return null;
  // The store reads more forms than we do.
  return parseDatetime(value) ?? undefined;
}

/** A number counts nanoseconds, as wherever it stands beside a duration; so does one that is the text of a JSON value. */
function toTimespan(value: ConstValue, from: Type): ConstValue {
  const ns = from === 'string' ? null : toLong(value, from);
  return ns ?? (typeof value === 'string' ? parseTimespan(value) : null);
}

/** A constant as text, whatever it is. */
export function plainText(value: ConstValue): string {
  return typeof value === 'string' ? value : value === null ? '' : jsonText(value);
}

/** JSON with exact integers. */
export function jsonText(value: JsonValue): string {
  if (value === null) return 'null';
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return Number.isFinite(value) ? JSON.stringify(value) : 'null';
  if (typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item: JsonValue) => jsonText(item)).join(',')}]`;
  return `{${Object.entries(value)
    .map(([key, item]: [string, JsonValue]) => `${JSON.stringify(key)}:${jsonText(item)}`)
    .join(',')}}`;
}
