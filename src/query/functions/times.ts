import { moved } from '../clickhouse/casts.ts';
import { constantSql } from '../clickhouse/expression.ts';
import { modulo } from '../../lib/modulo.ts';
import { stored } from '../../lib/time.ts';
import { call, infix, literal, type Sql } from '../clickhouse/sql-ast.ts';
import { dayNs, hourNs, minuteNs, secondNs } from '../syntax/duration.ts';
import {
  arg,
  argOr,
  constantText,
  int,
  intAt,
  minus,
  optional,
  param,
  plus,
  scalar,
  textAt,
  times,
} from './lowering.ts';
import type { ScalarFunction } from './registry.ts';

/* Instants are DateTime64(9, 'UTC'), durations nanoseconds. Months and years are those of the calendar in UTC. */

const tickNs = 100n;

export const when = param('time', 'datetime');
const offset = optional('offset', 'int');

export const ns = (time: Sql): Sql => call('toUnixTimestamp64Nano', time);
export const ofNs = (value: Sql): Sql => call('fromUnixTimestamp64Nano', value, literal('UTC'));
/** Signed: beside a bare number, which has no sign, what lies before 1970 would wrap around. */
const signedWidth = (width: bigint): Sql => int(literal(width));
const floorTo = (value: Sql, width: bigint): Sql => minus(value, call('positiveModulo', value, signedWidth(width)));

const now = scalar({
  name: 'now',
  params: [optional('offset', 'timespan')],
  returns: 'datetime',
  nulls: 'never',
  lower: (args, info) => {
    const instant = constantSql(info.now, 'datetime');
    return args.length === 0 ? instant : moved(instant, call('ifNull', arg(args, 0), literal(0)));
  },
  evaluate: (args, info) => info.now + (intAt(args, 0) ?? 0n),
  doc: 'The instant of the query, the same everywhere in it; with a duration, moved by it.',
  example: 'print now(-5m) < now()',
});

const ago = scalar({
  name: 'ago',
  params: [param('duration', 'timespan')],
  returns: 'datetime',
  lower: (args, info) => moved(constantSql(info.now, 'datetime'), call('negate', call('toInt128', arg(args, 0)))),
  evaluate: (args, info) => {
    const duration = intAt(args, 0);
    return duration === null ? null : info.now - duration;
  },
  doc: 'So long before the instant of the query.',
  example: 'where timestamp > ago(1h)',
});

type Unit = 'day' | 'week' | 'month' | 'year';

/** The start of the unit that holds the instant; weeks begin on Sunday. */
const startOf = (unit: Unit, time: Sql): Sql => {
  switch (unit) {
    case 'day':
      return ofNs(floorTo(ns(time), dayNs));
    case 'week':
      // 1970-01-01 was a Thursday: four days after a Sunday.
      return ofNs(minus(floorTo(plus(ns(time), literal(4n * dayNs)), 7n * dayNs), literal(4n * dayNs)));
    case 'month':
      return midnight(call('toYear', time), call('toMonth', time), literal(1));
    case 'year':
      return midnight(call('toYear', time), literal(1), literal(1));
  }
};

export const midnight = (year: Sql, month: Sql, day: Sql): Sql =>
  call('makeDateTime64', year, month, day, literal(0), literal(0), literal(0), literal(0), literal(9), literal('UTC'));

const later = (unit: Unit, start: Sql, by: Sql): Sql =>
  unit === 'day' || unit === 'week'
    ? moved(start, times(call('toInt128', by), literal(unit === 'day' ? dayNs : 7n * dayNs)))
    : monthsLater(start, by, unit === 'year' ? 12 : 1);

/** More than there are years for, of months and of years. */
const laterMax = 12 * 10_000;

const bounded = (by: bigint): number => Math.max(-laterMax, Math.min(Number(by), laterMax));

/** As `moved`; a day that the month does not have is its last. */
const monthsLater = (time: Sql, by: Sql, months: number): Sql => {
  const count = times(int(call('clamp', by, literal(-laterMax), literal(laterMax))), literal(months));
  const year = call(
    'intDiv',
    plus(times(int(call('toYear', time)), literal(12)), int(call('toMonth', time)), literal(-1), count),
    literal(12),
  );
  const at = (ns: bigint): Sql => constantSql(ns, 'datetime');
  return call(
    'multiIf',
    infix('<', year, literal(1900)),
    at(stored.firstNs),
    infix('>', year, literal(2261)),
    at(stored.lastNs),
    call('addMonths', time, count),
  );
};

const startOfConstant = (unit: Unit, time: bigint, by: bigint): bigint => {
  if (unit === 'day') return time - modulo(time, dayNs) + by * dayNs;
  if (unit === 'week') return time - modulo(time + 4n * dayNs, 7n * dayNs) + by * 7n * dayNs;
  const date = new Date(Number((time - modulo(time, secondNs)) / 1_000_000n));
  const month = unit === 'year' ? 12 * bounded(by) : date.getUTCMonth() + bounded(by);
  return dateNs(date.getUTCFullYear(), month, 1);
};

const dateNs = (year: number, month: number, day: number): bigint => BigInt(Date.UTC(year, month, day)) * 1_000_000n;

const startFunction = (unit: Unit): ScalarFunction =>
  scalar({
    name: `startof${unit}`,
    params: [when, offset],
    returns: 'datetime',
    naming: 'first',
    lower: (args) => {
      const start = startOf(unit, arg(args, 0));
      return args.length < 2 ? start : later(unit, start, arg(args, 1));
    },
    evaluate: (args) => {
      const [time, by] = [intAt(args, 0), args.length < 2 ? 0n : intAt(args, 1)];
      return time === null || by === null ? null : startOfConstant(unit, time, by);
    },
    doc: `Start of the ${unit}, moved by so many ${unit}s.`,
    example: `print startof${unit}(datetime(2017-01-01 10:10:17))`,
  });

/** The last tick (100 ns) of the unit. */
const endFunction = (unit: Unit): ScalarFunction =>
  scalar({
    name: `endof${unit}`,
    params: [when, offset],
    returns: 'datetime',
    naming: 'first',
    lower: (args) => {
      const next = later(
        unit,
        startOf(unit, arg(args, 0)),
        plus(call('toInt128', argOr(args, 1, literal(0))), literal(1)),
      );
      return call('subtractNanoseconds', next, literal(tickNs));
    },
    evaluate: (args) => {
      const [time, by] = [intAt(args, 0), args.length < 2 ? 0n : intAt(args, 1)];
      return time === null || by === null ? null : startOfConstant(unit, time, by + 1n) - tickNs;
    },
    doc: `End of the ${unit}, moved by so many ${unit}s.`,
    example: `print endof${unit}(datetime(2017-01-01 10:10:17))`,
  });

export const partName = (words: readonly string[]) => param('part', 'string', { constant: true, oneOf: words });

/** Widths of the units that are always of one length. */
const fixedNs: Readonly<Record<string, bigint>> = {
  week: 7n * dayNs,
  day: dayNs,
  hour: hourNs,
  minute: minuteNs,
  second: secondNs,
  millisecond: 1_000_000n,
  microsecond: 1_000n,
  nanosecond: 1n,
};

const calendarMonths: Readonly<Record<string, number>> = { year: 12, quarter: 3, month: 1 };
const units = [...Object.keys(calendarMonths), ...Object.keys(fixedNs)];

const datetimeAdd = scalar({
  name: 'datetime_add',
  aliases: ['dateadd'],
  params: [partName(units), param('amount', 'int'), when],
  returns: 'datetime',
  lower: (args, info) => {
    const unit = constantText(info, 0).toLowerCase();
    const months = calendarMonths[unit];
    if (months !== undefined) return monthsLater(arg(args, 2), arg(args, 1), months);
    return moved(arg(args, 2), times(call('toInt128', arg(args, 1)), literal(fixedNs[unit] ?? 1n)));
  },
  evaluate: (args) => {
    const [unit, amount, time] = [textAt(args, 0).toLowerCase(), intAt(args, 1), intAt(args, 2)];
    const width = fixedNs[unit];
    if (amount === null || time === null) return null;
    return width === undefined ? addMonths(time, bounded(amount) * (calendarMonths[unit] ?? 1)) : time + amount * width;
  },
  doc: 'A date moved by so many units.',
  example: 'print datetime_add("month", 1, datetime(2017-01-31))',
});

/** The day stays, or is the last of a shorter month. */
const addMonths = (time: bigint, months: number): bigint => {
  const rest = modulo(time, dayNs);
  const date = new Date(Number((time - rest) / 1_000_000n));
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const days = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return dateNs(year, month, Math.min(date.getUTCDate(), days)) + rest;
};

const datetimeDiff = scalar({
  name: 'datetime_diff',
  aliases: ['datediff'],
  params: [partName(units), param('time', 'datetime'), param('earlier', 'datetime')],
  returns: 'long',
  lower: (args, info) => {
    const unit = constantText(info, 0).toLowerCase();
    const months = calendarMonths[unit];
    if (months !== undefined) return int(call('dateDiff', literal(unit), arg(args, 2), arg(args, 1), literal('UTC')));
    const width = fixedNs[unit] ?? 1n;
    // Boundaries that lie between, not whole units; weeks begin on Sunday.
    const shift = unit === 'week' ? 4n * dayNs : 0n;
    const index = (time: Sql): Sql =>
      call('intDiv', floorTo(plus(ns(time), literal(shift)), width), signedWidth(width));
    return minus(index(arg(args, 1)), index(arg(args, 2)));
  },
  doc: 'How many boundaries of a unit lie between two dates.',
  example: 'print datetime_diff("day", datetime(2017-01-02), datetime(2017-01-01 23:59))',
});

export const timeFunctions: readonly ScalarFunction[] = [
  now,
  ago,
  ...(['day', 'week', 'month', 'year'] as const).flatMap((unit) => [startFunction(unit), endFunction(unit)]),
  datetimeAdd,
  datetimeDiff,
];
