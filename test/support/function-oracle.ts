import { createHash } from 'node:crypto';
import type { JsonValue } from '../../src/query/semantic/types.ts';

/*
 * What functions give, in plain JavaScript: a call over columns that are named by their kind, and the same of their values.
 * Times and durations are nanoseconds; `undefined` is a value that nobody promised anything of.
 */

export type Kind = 'text' | 'long' | 'real' | 'bool' | 'time' | 'span' | 'json';
type Reference = (...values: never[]) => unknown;

const [second, minute, hour, day] = [10n ** 9n, 60n * 10n ** 9n, 3600n * 10n ** 9n, 86_400n * 10n ** 9n];
const chars = (text: string): string[] => Array.from(text);
const ofAll = (items: readonly JsonValue[], make: (item: number) => number): number[] =>
  items.flatMap((item) => (typeof item === 'number' || typeof item === 'bigint' ? [make(Number(item))] : []));
const int64 = (value: bigint): bigint => BigInt.asIntN(64, value);
const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);
const isBag = (value: JsonValue): value is { readonly [key: string]: JsonValue } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const mod = (value: bigint, by: bigint): bigint => ((value % by) + by) % by;
const down = (value: bigint, to: bigint): bigint => value - mod(value, to);
const dateOf = (ns: bigint): Date => new Date(Number(down(ns, 1_000_000n) / 1_000_000n));
const stored = [BigInt(Date.UTC(1900, 0, 1)) * 1_000_000n, BigInt(Date.UTC(2262, 0, 1)) * 1_000_000n - 1n] as const;
/** Of the years that the store has, the nearest. */
const near = (ns: bigint): bigint => (ns < stored[0] ? stored[0] : ns > stored[1] ? stored[1] : ns);
/** Where the first week of the store begins, nobody says. */
const known = (ns: bigint): bigint | undefined => (ns < stored[0] || ns > stored[1] ? undefined : ns);
const endOf = (next: bigint): bigint | undefined => undefinedIf(known(next) === undefined, () => next - 100n);
/** As many of anything as take a date beyond what there is. */
const few = (by: bigint): bigint => (by < -200_000n ? -200_000n : by > 200_000n ? 200_000n : by);
const utc = (year: number, month: number, date = 1): bigint => BigInt(Date.UTC(year, month, date)) * 1_000_000n;
const starts = {
  day: (ns: bigint, by = 0n) => down(ns, day) + by * day,
  week: (ns: bigint, by = 0n) => down(ns + 4n * day, 7n * day) - 4n * day + by * 7n * day,
  month: (ns: bigint, by = 0n) => utc(dateOf(ns).getUTCFullYear(), dateOf(ns).getUTCMonth() + Number(by)),
  year: (ns: bigint, by = 0n) => utc(dateOf(ns).getUTCFullYear() + Number(by), 0),
} as const;
const units = ['day', 'week', 'month', 'year'] as const;
const widths = { week: 7n * day, day, hour, minute, second, millisecond: 1_000_000n, nanosecond: 1n } as const;
const addMonths = (ns: bigint, months: number): bigint => {
  const date = dateOf(ns);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return utc(year, month, Math.min(date.getUTCDate(), last)) + mod(ns, day);
};
const isoWeek = (ns: bigint): bigint => {
  const thursday = down(ns + 3n * day, 7n * day);
  return (thursday - starts.year(thursday)) / (7n * day) + 1n;
};
const pad = (value: bigint | number, width: number): string => String(value).padStart(width, '0');
const clock = (ns: bigint): string =>
  `${pad((ns / hour) % 24n, 2)}:${pad((ns / minute) % 60n, 2)}:${pad((ns / second) % 60n, 2)}`;
const spanText = (ns: bigint): string => {
  const size = ns < 0n ? -ns : ns;
  const ticks = (size % second) / 100n;
  return `${ns < 0n ? '-' : ''}${size < day ? '' : `${size / day}.`}${clock(size)}${ticks === 0n ? '' : `.${pad(ticks, 7)}`}`;
};
const timeText = (ns: bigint): string => `${dateOf(ns).toISOString().slice(0, 19)}.${pad(mod(ns, second) / 100n, 7)}Z`;
const jsonText = (value: JsonValue): string =>
  JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? `#${item}#` : item)).replaceAll(
    /"#(-?\d+)#"/g,
    '$1',
  );
const realText = (value: number): string =>
  Number.isNaN(value) ? 'nan' : Number.isFinite(value) ? String(value).replace('e+', 'e') : value > 0 ? 'inf' : '-inf';
const wholeOf = (value: number): bigint | null =>
  Number.isFinite(value) && Math.abs(value) < 2 ** 63 ? BigInt(Math.trunc(value)) : null;
const numberOf = (text: string): number | null => {
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return Number(text);
  const word = /^([+-]?)(nan|inf)$/i.exec(text);
  if (word === null) return null;
  return /nan/i.test(text) ? Number.NaN : word[1] === '-' ? -Infinity : Infinity;
};
const longOf = (text: string): bigint | null => {
  if (/^0x[0-9a-f]{1,16}$/i.test(text)) return int64(BigInt(text));
  const exact = /^[+-]?\d+$/.test(text) ? BigInt(text.replace('+', '')) : null;
  if (exact !== null && int64(exact) === exact) return exact;
  const real = numberOf(text);
  return real === null ? null : wholeOf(real);
};
const hashed = (name: string) => (text: string) => createHash(name).update(text).digest('hex');
const slice = (text: string, start: bigint, length?: bigint): string => {
  const all = chars(text);
  const from = start < 0n ? Math.max(0, all.length + Number(start)) : Number(start);
  return all.slice(from, length === undefined ? undefined : from + Math.max(0, Number(length))).join('');
};
const same = (a: JsonValue, b: JsonValue): boolean => jsonText(a) === jsonText(b);
const distinct = (items: readonly JsonValue[]): JsonValue[] =>
  items.filter((item, index) => items.findIndex((one) => same(one, item)) === index);
const lists =
  (make: (...all: (readonly JsonValue[])[]) => unknown) =>
  (...all: JsonValue[]) =>
    all.every(isList) ? make(...all) : null;
const rounded = (value: number, digits: number): number => {
  const scaled = value * 10 ** digits;
  if (!(Math.abs(scaled) < 2 ** 52)) return value;
  return (Math.sign(scaled) * Math.floor(Math.abs(scaled) + 0.5)) / 10 ** digits + 0;
};
const pairwise = (make: (a: number, b: number) => number) =>
  lists((a = [], b = []) =>
    a.slice(0, b.length).map((item, index) => {
      const [x, y] = [item, b[index] ?? null].map((one) =>
        typeof one === 'string'
          ? /^[-+.0-9eE]+$/.test(one)
            ? numberOf(one)
            : null
          : typeof one === 'number' || typeof one === 'bigint'
            ? one
            : null,
      );
      const value =
        x === null || y === null || x === undefined || y === undefined ? Number.NaN : make(Number(x), Number(y));
      return Number.isFinite(value) ? value : null;
    }),
  );

/** Null in, null out. */
export const functions: Readonly<Record<string, Reference>> = {
  'strlen(text)': (text: string) => BigInt(chars(text).length),
  'string_size(text)': (text: string) => BigInt(Buffer.byteLength(text)),
  'substring(text, long)': slice,
  'substring(text, long, long)': slice,
  'split(text, ",")': (text: string) => text.split(','),
  'split(text, ",", long)': (text: string, at: bigint) =>
    at < 0n ? undefined : text.split(',').slice(Number(at), Number(at) + 1),
  'reverse(text)': (text: string) => chars(text).toReversed().join(''),
  'trimws(text)': (text: string) => text.replaceAll(/^[ \t\r\n]+|[ \t\r\n]+$/g, ''),
  'trim("[a ]+", text)': (text: string) => text.replaceAll(/^[a ]+|[a ]+$/g, ''),
  'trim_start("a", text)': (text: string) => text.replace(/^a+/, ''),
  'trim_end("b", text)': (text: string) => text.replace(/b+$/, ''),
  'replace_string(text, text, text)': (text: string, search: string, by: string) =>
    search === '' ? text : text.split(search).join(by),
  'replace_strings(text, dynamic(["a", "b"]), dynamic(["b", "c"]))': (text: string) =>
    text.replaceAll('a', 'b').replaceAll('b', 'c'),
  'replace_regex(text, "[ab]+", "<\\\\0>")': (text: string) => text.replaceAll(/[ab]+/g, '<$&>'),
  'strrep(text, 3, "-")': (text: string) => [text, text, text].join('-'),
  'strcmp(text, text)': (a: string, b: string) => BigInt(Buffer.compare(Buffer.from(a), Buffer.from(b))),
  'padleft(text, 5, "*")': (text: string) => '*'.repeat(Math.max(0, 5 - chars(text).length)) + text,
  'padright(text, 5)': (text: string) => text + ' '.repeat(Math.max(0, 5 - chars(text).length)),
  'isascii(text)': (text: string) => chars(text).every((char) => char.charCodeAt(0) < 128),
  'translate("ab", "xy", text)': (text: string) => text.replaceAll('a', 'x').replaceAll('b', 'y'),
  'indexof(text, text)': (text: string, search: string) => {
    const at = text.indexOf(search);
    return at < 0 ? -1n : BigInt(chars(text.slice(0, at)).length);
  },
  'indexof(text, text, long)': (text: string, search: string, start: bigint) => {
    const from = start < 0n ? Math.max(0, chars(text).length + Number(start)) : Number(start);
    if (search === '') return undefined;
    const at = slice(text, BigInt(from)).indexOf(search);
    return at < 0 ? -1n : BigInt(chars(slice(text, BigInt(from)).slice(0, at)).length + from);
  },
  'countof(text, "aa")': (text: string) => BigInt([...text.matchAll(/(?=aa)/g)].length),
  'countof(text, "[a-c]", "regex")': (text: string) => BigInt([...text.matchAll(/[a-c]/g)].length),
  'extract("([a-z])([0-9])?", 2, text)': (text: string) => {
    const found = /([a-z])([0-9])?/.exec(text);
    return found === null ? null : (found[2] ?? '');
  },
  'extract("[0-9]+", 0, text, typeof(long))': (text: string) => {
    const found = /[0-9]+/.exec(text);
    return found === null ? null : longOf(found[0]);
  },
  'extract_all("([a-z]+)", text)': (text: string) => [...text.matchAll(/[a-z]+/g)].map(([found]) => found),
  'extract_all("([a-z])([a-z])?", text)': (text: string) =>
    [...text.matchAll(/([a-z])([a-z])?/g)].map(([, a, b]) => [a, b ?? '']),
  'url_encode_component(text)': (text: string) => undefinedIf(/[!'()*~]/.test(text), () => encodeURIComponent(text)),
  'url_decode(url_encode_component(text))': (text: string) => text,
  'url_decode(url_encode(text))': (text: string) => undefinedIf(text.includes(' '), () => text),
  'base64_encode_tostring(text)': (text: string) => Buffer.from(text).toString('base64'),
  'base64_decode_tostring(base64_encode_tostring(text))': (text: string) => text,
  'base64_decode_toarray(base64_encode_tostring(text))': (text: string) => [...Buffer.from(text)],
  'hash_sha256(text)': hashed('sha256'),
  'hash_sha1(text)': hashed('sha1'),
  'hash_md5(text)': hashed('md5'),
  'tohex(long)': (value: bigint) => BigInt.asUintN(64, value).toString(16),
  'tohex(long, 8)': (value: bigint) => BigInt.asUintN(64, value).toString(16).padStart(8, '0'),
  'parse_csv(text)': (text: string) => undefinedIf(/["\r\n]/.test(text), () => text.split(',')),

  'round(real)': (value: number) => rounded(value, 0),
  'round(real, 2)': (value: number) => rounded(value, 2),
  'round(long, 2)': (value: bigint) => value,
  'floor(real)': (value: number) => Math.floor(value) + 0,
  'ceiling(real)': (value: number) => Math.ceil(value) + 0,
  'abs(real)': Math.abs,
  'abs(long)': (value: bigint) => int64(value < 0n ? -value : value),
  'abs(span)': (value: bigint) => (value < 0n ? -value : value),
  'sign(real)': (value: number) => undefinedIf(Number.isNaN(value), () => Math.sign(value) + 0),
  'sign(long)': (value: bigint) => (value > 0n ? 1 : value < 0n ? -1 : 0),
  'sqrt(real)': Math.sqrt,
  'exp(real)': Math.exp,
  'exp2(real)': (value: number) => 2 ** value,
  'exp10(real)': (value: number) => 10 ** value,
  'log(real)': Math.log,
  'log2(real)': Math.log2,
  'log10(real)': Math.log10,
  'atan(real)': Math.atan,
  'pow(real, 3)': (value: number) => value ** 3,
  'int_div(long, long)': (a: bigint, b: bigint) => (b === 0n ? null : b === -1n && int64(-a) === a ? undefined : a / b),
  'long + long': (a: bigint, b: bigint) => int64(a + b),
  'long - long': (a: bigint, b: bigint) => int64(a - b),
  'long * long': (a: bigint, b: bigint) => int64(a * b),
  'long % long': (a: bigint, b: bigint) => (b === 0n ? null : mod(a, b < 0n ? -b : b)),
  'binary_and(long, long)': (a: bigint, b: bigint) => a & b,
  'binary_or(long, long)': (a: bigint, b: bigint) => a | b,
  'binary_xor(long, long)': (a: bigint, b: bigint) => a ^ b,
  'binary_not(long)': (value: bigint) => ~value,
  'binary_shift_left(long, long)': (a: bigint, by: bigint) => (by < 0n ? null : int64(a << (by % 64n))),
  'binary_shift_right(long, long)': (a: bigint, by: bigint) => (by < 0n ? null : a >> (by % 64n)),
  'bitset_count_ones(long)': (value: bigint) =>
    BigInt(BigInt.asUintN(64, value).toString(2).replaceAll('0', '').length),
  'bin(long, 7)': (value: bigint) => int64(down(value, 7n)),
  'bin(long, 2.5)': (value: bigint) => Math.floor(Number(value) / 2.5) * 2.5,
  'bin(real, 0.5)': (value: number) => Math.floor(value / 0.5) * 0.5 + 0,
  'bin(span, 1m)': (value: bigint) => down(value, minute),
  'bin_at(long, 7, 3)': (value: bigint) => undefinedIf(value < -(2n ** 62n), () => down(value - 3n, 7n) + 3n),

  'tostring(long)': String,
  'tostring(real)': (value: number) => realText(value + 0),
  'tostring(bool)': String,
  'tostring(time)': timeText,
  'tostring(span)': spanText,
  'tostring(json)': (value: JsonValue) => (typeof value === 'string' ? value : jsonText(value)),
  'tolong(text)': longOf,
  'tolong(real)': wholeOf,
  'tolong(bool)': (value: boolean) => (value ? 1n : 0n),
  'tolong(span)': (value: bigint) => value / 100n,
  'tolong(json)': (value: JsonValue) => fromJson(value, longOf),
  'toint(text)': (text: string) => {
    const value = longOf(text);
    return value !== null && BigInt.asIntN(32, value) === value ? value : null;
  },
  'todouble(text)': numberOf,
  'todouble(long)': Number,
  'todouble(json)': (value: JsonValue) => fromJson(value, numberOf),
  'tobool(text)': (text: string) => (/^(true|1)$/i.test(text) ? true : /^(false|0)$/i.test(text) ? false : null),
  'tobool(long)': (value: bigint) => value !== 0n,
  'tobool(json)': (value: JsonValue) =>
    fromJson(value, (text) => (/^(true|1)$/i.test(text) ? true : /^(false|0)$/i.test(text) ? false : null)),
  'todatetime(tostring(time))': (value: bigint) => value - mod(value, 100n),
  'totimespan(tostring(span))': (value: bigint) => undefinedIf(value > 99_999n * day, () => value - (value % 100n)),
  'parse_json(tostring(json))': (value: JsonValue) => (typeof value === 'string' ? undefined : value),
  'tolong(tohex(long))': (value: bigint) =>
    undefinedIf(!/^\d+$/.test(BigInt.asUintN(64, value).toString(16)), () =>
      longOf(BigInt.asUintN(64, value).toString(16)),
    ),

  ...Object.fromEntries(
    units.flatMap((unit): [string, Reference][] => [
      [`startof${unit}(time)`, (ns: bigint) => known(starts[unit](ns))],
      [`startof${unit}(time, long)`, (ns: bigint, by: bigint) => near(starts[unit](ns, few(by)))],
      [`endof${unit}(time)`, (ns: bigint) => endOf(starts[unit](ns, 1n))],
      [`endof${unit}(time, long)`, (ns: bigint, by: bigint) => endOf(starts[unit](ns, few(by) + 1n))],
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(widths).flatMap(([unit, width]): [string, Reference][] => [
      [`datetime_add("${unit}", long, time)`, (by: bigint, ns: bigint) => near(ns + by * width)],
      [
        `datetime_diff("${unit}", time, time)`,
        (a: bigint, b: bigint) => {
          const shift = unit === 'week' ? 4n * day : 0n;
          return undefinedIf(
            unit === 'nanosecond' && int64(a - b) !== a - b,
            () => (down(a + shift, width) - down(b + shift, width)) / width,
          );
        },
      ],
    ]),
  ),
  'datetime_add("month", long, time)': (by: bigint, ns: bigint) => near(addMonths(ns, Number(few(by)))),
  'datetime_add("year", long, time)': (by: bigint, ns: bigint) => near(addMonths(ns, 12 * Number(few(by)))),
  'datetime_diff("month", time, time)': (a: bigint, b: bigint) => monthsOf(a) - monthsOf(b),
  'datetime_diff("year", time, time)': (a: bigint, b: bigint) =>
    BigInt(dateOf(a).getUTCFullYear() - dateOf(b).getUTCFullYear()),
  'time + span': (ns: bigint, by: bigint) => near(ns + by),
  'time - span': (ns: bigint, by: bigint) => near(ns - by),
  'time - time': (a: bigint, b: bigint) => undefinedIf(int64(a - b) !== a - b, () => a - b),
  'span + span': (a: bigint, b: bigint) => undefinedIf(int64(a + b) !== a + b, () => a + b),
  'span / span': (a: bigint, b: bigint) => undefinedIf(b === 0n, () => Number(a) / Number(b)),
  'span * 2': (a: bigint) => undefinedIf(int64(a * 2n) !== a * 2n, () => a * 2n),
  'dayofweek(time)': (ns: bigint) => BigInt(dateOf(ns).getUTCDay()) * day,
  'dayofmonth(time)': (ns: bigint) => BigInt(dateOf(ns).getUTCDate()),
  'dayofyear(time)': (ns: bigint) => (starts.day(ns) - starts.year(ns)) / day + 1n,
  'hourofday(time)': (ns: bigint) => BigInt(dateOf(ns).getUTCHours()),
  'getmonth(time)': (ns: bigint) => BigInt(dateOf(ns).getUTCMonth() + 1),
  'getyear(time)': (ns: bigint) => BigInt(dateOf(ns).getUTCFullYear()),
  'week_of_year(time)': isoWeek,
  'datetime_part("quarter", time)': (ns: bigint) => BigInt(Math.floor(dateOf(ns).getUTCMonth() / 3) + 1),
  'datetime_part("minute", time)': (ns: bigint) => BigInt(dateOf(ns).getUTCMinutes()),
  'datetime_part("nanosecond", time)': (ns: bigint) => mod(ns, second),
  'make_datetime(getyear(time1), getmonth(time1), dayofmonth(time1))': (ns: bigint) => starts.day(ns),
  'bin(time, 7m)': (ns: bigint) => known(down(ns + 719_162n * day, 7n * minute) - 719_162n * day),
  'bin(time, 1d)': (ns: bigint) => starts.day(ns),
  'bin(time, 7d)': (ns: bigint) => known(down(ns + 719_162n * day, 7n * day) - 719_162n * day),
  'bin_at(time, 1h, datetime(2024-01-01 00:30))': (ns: bigint) => known(down(ns - hour / 2n, hour) + hour / 2n),
  'format_datetime(time, "yyyy-MM-dd HH:mm:ss.fffffff")': (ns: bigint) => timeText(ns).replace('T', ' ').slice(0, -1),
  'format_timespan(span, "d.hh:mm:ss")': (ns: bigint) => {
    const size = ns < 0n ? -ns : ns;
    return `${size / day}.${clock(size)}`;
  },
  'make_timespan(long, 5)': (hours: bigint) =>
    undefinedIf(hours < -1000n || hours > 1000n, () => hours * hour + 5n * minute),
  'unixtime_milliseconds_todatetime(long)': (ms: bigint) =>
    ms * 1_000_000n < stored[0] || ms * 1_000_000n > stored[1] ? null : ms * 1_000_000n,

  'array_length(json)': lists((items = []) => BigInt(items.length)),
  'array_concat(json, json)': lists((a = [], b = []) => [...a, ...b]),
  'array_slice(json, long, 2)': (value: JsonValue, start: bigint) =>
    undefinedIf(start < 0n, () => (isList(value) ? value.slice(Number(start), 3) : null)),
  'array_slice(json, 1, 2)': lists((items = []) => items.slice(1, 3)),
  'array_slice(json, -2, -1)': lists((items = []) => items.slice(Math.max(0, items.length - 2))),
  'array_reverse(json)': lists((items = []) => items.toReversed()),
  'array_sum(json)': lists((items = []) =>
    items
      .flatMap((one) =>
        typeof one === 'string' ? (/^[-+.0-9eE]+$/.test(one) ? (numberOf(one) ?? []) : []) : ofAll([one], (x) => x),
      )
      .reduce((sum, one) => sum + one, 0),
  ),
  'array_index_of(json, "a")': lists((items = []) => BigInt(items.indexOf('a'))),
  'array_index_of(json, 1)': lists((items = []) =>
    BigInt(
      items.findIndex(
        (one) =>
          (typeof one === 'bigint' || typeof one === 'number' || typeof one === 'string') &&
          numberOf(String(one)) === 1,
      ),
    ),
  ),
  'set_has_element(json, "a")': lists((items = []) => items.includes('a')),
  'set_union(json, json)': lists((a = [], b = []) => distinct([...a, ...b])),
  'set_intersect(json, json)': lists((a = [], b = []) => distinct(a.filter((one) => b.some((x) => same(x, one))))),
  'set_difference(json, json)': lists((a = [], b = []) => distinct(a.filter((one) => !b.some((x) => same(x, one))))),
  'zip(json, json)': lists((a = [], b = []) =>
    Array.from({ length: Math.max(a.length, b.length) }, (_, index) => [a[index] ?? null, b[index] ?? null]),
  ),
  'series_add(json, json)': pairwise((a, b) => a + b),
  'series_subtract(json, json)': pairwise((a, b) => a - b),
  'series_multiply(json, json)': pairwise((a, b) => a * b),
  'series_divide(json, json)': pairwise((a, b) => a / b),
  'series_fill_const(json, 0)': lists((items = []) => items.map((one) => one ?? 0n)),
  'series_fill_forward(json)': lists((items = []) =>
    items.map((_, index) => items.slice(0, index + 1).findLast((one) => one !== null) ?? null),
  ),
  'series_fill_backward(json)': lists((items = []) =>
    items.map((_, index) => items.slice(index).find((one) => one !== null) ?? null),
  ),
  'bag_keys(json)': (bag: JsonValue) => (isBag(bag) ? Object.keys(bag) : null),
  'bag_has_key(json, "a")': (bag: JsonValue) => (isBag(bag) ? 'a' in bag : null),
  'bag_remove_keys(json, dynamic(["a"]))': (bag: JsonValue) => (isBag(bag) ? keysWithout(bag, { a: null }) : null),
  'bag_set_key(json, "a", long)': (bag: JsonValue, value: bigint) =>
    isBag(bag) ? { a: value, ...keysWithout(bag, { a: null }) } : null,
  'json[0]': (value: JsonValue) => (isList(value) ? (value[0] ?? null) : null),
  'json[-1]': (value: JsonValue) => (isList(value) ? (value.at(-1) ?? null) : null),
  'json.a': (value: JsonValue) => (isBag(value) ? (value['a'] ?? null) : null),
};

/** Of these nulls are values. */
export const ofNulls: Readonly<Record<string, Reference>> = {
  'strcat(text, "-", long)': (text: string | null, value: bigint | null) => `${text ?? ''}-${value ?? ''}`,
  'strcat_delim("-", text, text)': (a: string | null, b: string | null) => `${a ?? ''}-${b ?? ''}`,
  'coalesce(long, long)': (a: bigint | null, b: bigint | null) => a ?? b,
  'coalesce(text, text)': (a: string | null, b: string | null) => (a === null || a === '' ? b : a),
  'iff(bool, long, long)': (test: boolean | null, a: bigint | null, b: bigint | null) => (test === true ? a : b),
  'bin(time, iff(bool, 7d, 7m))': (ns: bigint | null, isLong: boolean | null) => {
    const width = isLong === true ? 7n * day : 7n * minute;
    return ns === null ? null : known(down(ns + 719_162n * day, width) - 719_162n * day);
  },
  'case(bool, "a", bool, "b", "c")': (a: boolean | null, b: boolean | null) =>
    a === true ? 'a' : b === true ? 'b' : 'c',
  'min_of(long, long)': (a: bigint | null, b: bigint | null) => (a === null ? b : b === null ? a : a < b ? a : b),
  'max_of(long, long)': (a: bigint | null, b: bigint | null) => (a === null ? b : b === null ? a : a > b ? a : b),
  'max_of(text, text)': (a: string | null, b: string | null) =>
    a === null ? b : b === null ? a : Buffer.compare(Buffer.from(a), Buffer.from(b)) > 0 ? a : b,
  'isnan(real)': Number.isNaN,
  'isinf(real)': (value: number | null) => value !== null && Math.abs(value) === Infinity,
  'isfinite(real)': Number.isFinite,
  'bag_merge(json, json)': (a: JsonValue, b: JsonValue) => ({ ...(isBag(a) ? a : {}), ...keysWithout(b, a) }),
  'gettype(json)': (value: JsonValue) =>
    value === null
      ? 'null'
      : isList(value)
        ? 'array'
        : isBag(value)
          ? 'dictionary'
          : typeof value === 'boolean'
            ? 'bool'
            : typeof value === 'bigint'
              ? 'long'
              : typeof value === 'number'
                ? 'real'
                : 'string',
  'isnull(long)': (value: bigint | null) => value === null,
  'isempty(text)': (text: string | null) => text === null || text === '',
  'isnotempty(text)': (text: string | null) => text !== null && text !== '',
  'pack_array(long, text)': (a: bigint | null, b: string | null) => [a, b],
  'bag_pack("k", real)': (value: number | null) => ({
    k: value !== null && !Number.isFinite(value) ? realText(value) : value,
  }),
};

const monthsOf = (ns: bigint): bigint => BigInt(dateOf(ns).getUTCFullYear() * 12 + dateOf(ns).getUTCMonth());
const keysWithout = (bag: JsonValue, other: JsonValue): Record<string, JsonValue> =>
  Object.fromEntries(Object.entries(isBag(bag) ? bag : {}).filter(([key]) => !(isBag(other) && key in other)));
const undefinedIf = <T>(unknown: boolean, make: () => T): T | undefined => (unknown ? undefined : make());
const fromJson = <T>(value: JsonValue, read: (text: string) => T): T | null =>
  typeof value === 'string'
    ? read(value)
    : typeof value === 'bigint' || typeof value === 'number' || typeof value === 'boolean'
      ? read(realOrText(value))
      : null;
const realOrText = (value: bigint | number | boolean): string =>
  typeof value === 'number' ? realText(value) : String(value);

type Rows = readonly (readonly never[])[];

/** The values of a column that are there. */
const present = <T>(rows: Rows, column = 0): T[] =>
  rows.flatMap((row) => {
    const value: T | null = row[column] ?? null;
    return value === null || Number.isNaN(value) ? [] : [value];
  });
const order = (a: unknown, b: unknown): number =>
  typeof a === 'string'
    ? Buffer.compare(Buffer.from(a), Buffer.from(String(b)))
    : Number(a) - Number(b) || (BigInt(String(a)) < BigInt(String(b)) ? -1 : 1);
const extreme = (rows: Rows, at: 0 | -1): unknown => present<never>(rows).toSorted(order).at(at) ?? null;
const total = (rows: Rows): bigint => present<bigint>(rows).reduce((sum, one) => sum + one, 0n);
const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;
/** Of halves that squares do not make large. */
const spread = (rows: Rows, less: number): number | null => {
  const values = present<bigint>(rows).map((one) => Number(mod(one, 100n)));
  const about = mean(values);
  return values.length === 0 || (less === 1 && values.length === 1)
    ? (undefined as never)
    : values.reduce((sum, one) => sum + (one - about) ** 2, 0) / (values.length - less);
};

/** Of the rows of a group. */
export const aggregates: Readonly<Record<string, (rows: Rows) => unknown>> = {
  'count()': (rows) => BigInt(rows.length),
  'count(long)': (rows) => BigInt(present(rows).length),
  'countif(bool)': (rows) => BigInt(present<boolean>(rows).filter((one) => one).length),
  'sum(long)': (rows) => (present(rows).length === 0 || int64(total(rows)) !== total(rows) ? null : total(rows)),
  'sumif(long, bool)': (rows) => {
    const chosen = rows.filter((row) => (row[1] as unknown) === true);
    return present(chosen).length === 0 || int64(total(chosen)) !== total(chosen) ? null : total(chosen);
  },
  'avg(long)': (rows) => (present(rows).length === 0 ? null : Number(total(rows)) / present(rows).length),
  'min(long)': (rows) => extreme(rows, 0),
  'max(long)': (rows) => extreme(rows, -1),
  'min(text)': (rows) => extreme(rows, 0),
  'max(text)': (rows) => extreme(rows, -1),
  'min(time)': (rows) => extreme(rows, 0),
  'max(span)': (rows) => extreme(rows, -1),
  'range(time)': (rows) => {
    const [first, last] = [extreme(rows, 0), extreme(rows, -1)] as [bigint | null, bigint | null];
    return first === null || last === null ? null : undefinedIf(last - first >= 2n ** 63n, () => last - first);
  },
  'variance(long % 100)': (rows) => undefinedIf(present(rows).length < 2, () => spread(rows, 1)),
  'stdevp(long % 100)': (rows) => undefinedIf(present(rows).length < 2, () => Math.sqrt(spread(rows, 0) ?? 0)),
  'count_distinct(text)': (rows) => BigInt(new Set(present(rows)).size),
  'dcount(text)': (rows) => BigInt(new Set(present(rows)).size),
  'array_sort_asc(make_set(text))': (rows) =>
    undefinedIf(
      present<string>(rows).some((one) => numberOf(one) !== null),
      () => [...new Set(present<string>(rows))].toSorted(order),
    ),
  'array_length(make_list(text))': (rows) => BigInt(present(rows).length),
  'array_length(make_list_with_nulls(long))': (rows) => BigInt(rows.length),
  'binary_all_or(long)': (rows) =>
    present(rows).length === 0 ? null : present<bigint>(rows).reduce((all, one) => all | one, 0n),
  'percentile(time, 50)': (rows) =>
    present<never>(rows).toSorted(order)[Math.floor(present(rows).length * 0.5)] ?? null,
};
