import { constantSql } from '../clickhouse/expression.ts';
import { call, choose, infix, literal, NULL, type Sql } from '../clickhouse/sql-ast.ts';
import { formatPieces } from './format-time.ts';
import {
  arg,
  argOr,
  constantText,
  equals,
  int,
  intAt,
  minus,
  numberAt,
  optional,
  param,
  plus,
  scalar,
  textAt,
  times,
} from './lowering.ts';
import type { Call, ScalarFunction } from './registry.ts';

/* Instants are DateTime64(9, 'UTC'), durations nanoseconds. Months and years are those of the calendar in UTC. */

export const secondNs = 1_000_000_000n;
export const dayNs = 86_400n * secondNs;
const tickNs = 100n;

const when = param('time', 'datetime');
const offset = optional('offset', 'int');

const ns = (time: Sql): Sql => call('toUnixTimestamp64Nano', time);
const ofNs = (value: Sql): Sql => call('fromUnixTimestamp64Nano', value, literal('UTC'));
const floorTo = (value: Sql, width: bigint): Sql => minus(value, call('positiveModulo', value, literal(width)));

const now = scalar({
  name: 'now',
  params: [optional('offset', 'timespan')],
  returns: 'datetime',
  nulls: 'never',
  lower: (args, info) => {
    const instant = constantSql(info.now, 'datetime');
    return args.length === 0 ? instant : call('addNanoseconds', instant, call('ifNull', arg(args, 0), literal(0)));
  },
  evaluate: (args, info) => info.now + (intAt(args, 0) ?? 0n),
  doc: 'The instant of the query, the same everywhere in it; with a duration, moved by it.',
  example: 'print now(-5m) < now()',
});

const ago = scalar({
  name: 'ago',
  params: [param('duration', 'timespan')],
  returns: 'datetime',
  lower: (args, info) => call('subtractNanoseconds', constantSql(info.now, 'datetime'), arg(args, 0)),
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
      return midnight(call('toYear', time), call('toMonth', time));
    case 'year':
      return midnight(call('toYear', time), literal(1));
  }
};

const midnight = (year: Sql, month: Sql): Sql =>
  call(
    'makeDateTime64',
    year,
    month,
    literal(1),
    literal(0),
    literal(0),
    literal(0),
    literal(0),
    literal(9),
    literal('UTC'),
  );

const addUnits: Readonly<Record<Unit, string>> = {
  day: 'addDays',
  week: 'addWeeks',
  month: 'addMonths',
  year: 'addYears',
};

export const startOfConstant = (unit: Unit, time: bigint, by: bigint): bigint => {
  const modulo = (value: bigint, width: bigint): bigint => ((value % width) + width) % width;
  if (unit === 'day') return time - modulo(time, dayNs) + by * dayNs;
  if (unit === 'week') return time - modulo(time + 4n * dayNs, 7n * dayNs) + by * 7n * dayNs;
  const date = new Date(Number((time - modulo(time, secondNs)) / 1_000_000n));
  const month = unit === 'year' ? 12 * Number(by) : date.getUTCMonth() + Number(by);
  return BigInt(Date.UTC(date.getUTCFullYear(), month, 1)) * 1_000_000n;
};

const startFunction = (unit: Unit): ScalarFunction =>
  scalar({
    name: `startof${unit}`,
    params: [when, offset],
    returns: 'datetime',
    naming: 'first',
    lower: (args) => {
      const start = startOf(unit, arg(args, 0));
      return args.length < 2 ? start : call(addUnits[unit], start, arg(args, 1));
    },
    evaluate: (args) => {
      const time = intAt(args, 0);
      return time === null ? null : startOfConstant(unit, time, intAt(args, 1) ?? 0n);
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
      const next = call(addUnits[unit], startOf(unit, arg(args, 0)), plus(argOr(args, 1, literal(0)), literal(1)));
      return call('subtractNanoseconds', next, literal(tickNs));
    },
    evaluate: (args) => {
      const time = intAt(args, 0);
      return time === null ? null : startOfConstant(unit, time, (intAt(args, 1) ?? 0n) + 1n) - tickNs;
    },
    doc: `End of the ${unit}, moved by so many ${unit}s.`,
    example: `print endof${unit}(datetime(2017-01-01 10:10:17))`,
  });

/** Parts of a date that are numbers. */
const partOf = (name: string, aliases: readonly string[], lower: (time: Sql) => Sql, doc: string): ScalarFunction =>
  scalar({
    name,
    aliases,
    params: [when],
    returns: 'int',
    lower: (args) => int(lower(arg(args, 0))),
    doc,
    example: `print ${name}(datetime(2017-01-29 09:00:05))`,
  });

const dayofweek = scalar({
  name: 'dayofweek',
  params: [when],
  returns: 'timespan',
  lower: (args) => times(int(call('modulo', call('toDayOfWeek', arg(args, 0)), literal(7))), literal(dayNs)),
  doc: 'Days since the Sunday before, as a duration.',
  example: 'print dayofweek(datetime(1970-05-11))',
});

const parts: Readonly<Record<string, (time: Sql) => Sql>> = {
  year: (time) => call('toYear', time),
  quarter: (time) => call('toQuarter', time),
  month: (time) => call('toMonth', time),
  week_of_year: (time) => call('toISOWeek', time),
  day: (time) => call('toDayOfMonth', time),
  dayofyear: (time) => call('toDayOfYear', time),
  hour: (time) => call('toHour', time),
  minute: (time) => call('toMinute', time),
  second: (time) => call('toSecond', time),
  millisecond: (time) => subSecond(time, 1_000_000n),
  microsecond: (time) => subSecond(time, 1_000n),
  nanosecond: (time) => subSecond(time, 1n),
};

const subSecond = (time: Sql, unit: bigint): Sql =>
  call('intDiv', call('positiveModulo', ns(time), literal(secondNs)), literal(unit));

const partName = (words: readonly string[]) => param('part', 'string', { constant: true, oneOf: words });

const datetimePart = scalar({
  name: 'datetime_part',
  aliases: ['datepart'],
  params: [partName(Object.keys(parts)), when],
  returns: 'long',
  lower: (args, info) => int(parts[constantText(info, 0).toLowerCase()]?.(arg(args, 1)) ?? NULL),
  doc: 'A part of a date as a number: year, quarter, month, week_of_year, day, dayofyear, hour, minute, second and smaller ones.',
  example: 'print datetime_part("hour", datetime(2017-01-29 09:00:05))',
});

/** Widths of the units that are always of one length. */
const fixedNs: Readonly<Record<string, bigint>> = {
  week: 7n * dayNs,
  day: dayNs,
  hour: 3_600n * secondNs,
  minute: 60n * secondNs,
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
    if (months !== undefined) return call('addMonths', arg(args, 2), times(arg(args, 1), literal(months)));
    return call('addNanoseconds', arg(args, 2), times(arg(args, 1), literal(fixedNs[unit] ?? 1n)));
  },
  evaluate: (args) => {
    const [unit, amount, time] = [textAt(args, 0).toLowerCase(), intAt(args, 1), intAt(args, 2)];
    const width = fixedNs[unit];
    if (amount === null || time === null) return null;
    return width === undefined ? addMonths(time, amount * BigInt(calendarMonths[unit] ?? 1)) : time + amount * width;
  },
  doc: 'A date moved by so many units.',
  example: 'print datetime_add("month", 1, datetime(2017-01-31))',
});

/** The day stays, or is the last of a shorter month. */
const addMonths = (time: bigint, months: bigint): bigint => {
  const rest = ((time % dayNs) + dayNs) % dayNs;
  const date = new Date(Number((time - rest) / 1_000_000n));
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + Number(months)];
  const days = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return BigInt(Date.UTC(year, month, Math.min(date.getUTCDate(), days))) * 1_000_000n + rest;
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
    const index = (time: Sql): Sql => call('intDiv', floorTo(plus(ns(time), literal(shift)), width), literal(width));
    return minus(index(arg(args, 1)), index(arg(args, 2)));
  },
  doc: 'How many boundaries of a unit lie between two dates.',
  example: 'print datetime_diff("day", datetime(2017-01-02), datetime(2017-01-01 23:59))',
});

const makeDatetime = scalar({
  name: 'make_datetime',
  params: [
    param('year', 'int'),
    param('month', 'int'),
    param('day', 'int'),
    optional('hour', 'int'),
    optional('minute', 'int'),
    optional('second', 'real'),
  ],
  returns: 'datetime',
  nulls: 'fallible',
  lower: (args) => {
    const [year, month, day] = [arg(args, 0), arg(args, 1), arg(args, 2)];
    const clock = clockNs(
      literal(0),
      argOr(args, 3, literal(0)),
      argOr(args, 4, literal(0)),
      argOr(args, 5, literal(0)),
    );
    const date = call(
      'makeDateTime64',
      year,
      month,
      day,
      literal(0),
      literal(0),
      literal(0),
      literal(0),
      literal(9),
      literal('UTC'),
    );
    // Out of the calendar, ClickHouse gives some other day.
    const real = infix(
      'AND',
      equals(call('toMonth', date), month),
      equals(call('toDayOfMonth', date), day),
      equals(call('toYear', date), year),
    );
    return choose(real, call('addNanoseconds', date, clock), NULL);
  },
  doc: 'A date of its parts; null when there is no such day.',
  example: 'print make_datetime(2017, 10, 1, 12, 30)',
});

const clockNs = (days: Sql, hours: Sql, minutes: Sql, seconds: Sql): Sql =>
  plus(
    times(days, literal(dayNs)),
    times(hours, literal(3_600n * secondNs)),
    times(minutes, literal(60n * secondNs)),
    int(call('round', times(seconds, literal(secondNs)))),
  );

/** (hours, minutes), (hours, minutes, seconds) or (days, hours, minutes, seconds). */
const makeTimespan = scalar({
  name: 'make_timespan',
  params: [param('hours', 'int'), param('minutes', 'int'), optional('seconds', 'real'), optional('seconds', 'real')],
  returns: 'timespan',
  lower: (args) =>
    args.length < 4
      ? clockNs(literal(0), arg(args, 0), arg(args, 1), argOr(args, 2, literal(0)))
      : clockNs(arg(args, 0), arg(args, 1), int(arg(args, 2)), arg(args, 3)),
  doc: 'A duration of hours, minutes and seconds; with four values, of days first.',
  example: 'print make_timespan(1, 15, 10)',
});

/** Instants that the store can hold; others are null. */
const nsMin = -2_208_988_800n * secondNs;
const nsMax = 9_223_372_036n * secondNs;

const fromUnix = (word: string, unitNs: bigint): ScalarFunction =>
  scalar({
    name: `unixtime_${word}_todatetime`,
    params: [param('value', 'number')],
    returns: 'datetime',
    nulls: 'fallible',
    naming: 'first',
    lower: (args, info) => {
      const value = arg(args, 0);
      const scaled = call('toFloat64', value);
      const inRange = infix(
        'AND',
        infix('>=', scaled, literal(nsMin / unitNs)),
        infix('<=', scaled, literal(nsMax / unitNs)),
      );
      const exact =
        info.args[0]?.type === 'real'
          ? int(call('round', times(value, literal(unitNs))))
          : times(value, literal(unitNs));
      return choose(inRange, ofNs(int(exact)), NULL);
    },
    evaluate: (args) => {
      const value = args[0];
      const instant =
        typeof value === 'bigint' ? value * unitNs : BigInt(Math.round((numberAt(args, 0) ?? 0) * Number(unitNs)));
      return value === null || instant < nsMin || instant > nsMax ? null : instant;
    },
    doc: `The instant so many ${word} after 1970.`,
    example: `print unixtime_${word}_todatetime(1546300800)`,
  });

/** `yyyy-MM-dd [HH:mm:ss.fff]`: pieces of a date by letters, everything else as it stands. */
const formatFunction = (
  name: 'format_datetime' | 'format_timespan',
  type: 'datetime' | 'timespan',
  example: string,
): ScalarFunction =>
  scalar({
    name,
    params: [param('value', type), param('format', 'string', { constant: true })],
    returns: 'string',
    lower: (args, info: Call) =>
      call('concat', ...formatPieces(type, constantText(info, 1), arg(args, 0)), literal('')),
    doc: type === 'datetime' ? 'A date by a pattern of y M d h H m s f t.' : 'A duration by a pattern of d h m s f.',
    example,
  });

export const timeFunctions: readonly ScalarFunction[] = [
  now,
  ago,
  ...(['day', 'week', 'month', 'year'] as const).flatMap((unit) => [startFunction(unit), endFunction(unit)]),
  dayofweek,
  partOf('dayofmonth', [], (time) => call('toDayOfMonth', time), 'Day of the month, from 1.'),
  partOf('dayofyear', [], (time) => call('toDayOfYear', time), 'Day of the year, from 1.'),
  partOf('hourofday', ['hour'], (time) => call('toHour', time), 'Hour of the day, from 0.'),
  partOf('getmonth', ['monthofyear'], (time) => call('toMonth', time), 'Month of the year, from 1.'),
  partOf('getyear', ['year'], (time) => call('toYear', time), 'The year.'),
  partOf('week_of_year', ['weekofyear'], (time) => call('toISOWeek', time), 'Week of the year by ISO 8601.'),
  datetimePart,
  datetimeAdd,
  datetimeDiff,
  makeDatetime,
  makeTimespan,
  fromUnix('seconds', secondNs),
  fromUnix('milliseconds', 1_000_000n),
  fromUnix('microseconds', 1_000n),
  fromUnix('nanoseconds', 1n),
  formatFunction(
    'format_datetime',
    'datetime',
    'print format_datetime(datetime(2017-01-29 09:00:05), "yy-MM-dd [HH:mm:ss]")',
  ),
  formatFunction('format_timespan', 'timespan', 'print format_timespan(1d + 2h, "d.hh:mm")'),
];
