import { stored } from '../../lib/time.ts';
import { moved } from '../clickhouse/casts.ts';
import { call, choose, infix, literal, NULL, type Sql } from '../clickhouse/sql-ast.ts';
import { dayNs, hourNs, minuteNs, secondNs } from '../syntax/duration.ts';
import { formatPieces } from './format-time.ts';
import {
  arg,
  argOr,
  constantText,
  equals,
  int,
  numberAt,
  optional,
  param,
  plus,
  rounded,
  scalar,
  times,
} from './lowering.ts';
import type { Call, ScalarFunction } from './registry.ts';
import { midnight, ns, ofNs, partName, when } from './times.ts';

/* Dates taken apart, and put together. */

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

const datetimePart = scalar({
  name: 'datetime_part',
  aliases: ['datepart'],
  params: [partName(Object.keys(parts)), when],
  returns: 'long',
  lower: (args, info) => int(parts[constantText(info, 0).toLowerCase()]?.(arg(args, 1)) ?? NULL),
  doc: 'A part of a date as a number: year, quarter, month, week_of_year, day, dayofyear, hour, minute, second and smaller ones.',
  example: 'print datetime_part("hour", datetime(2017-01-29 09:00:05))',
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
    // Out of the calendar ClickHouse gives some other day, and fails where that is out of its own.
    const date = midnight(call('greatest', call('least', year, literal(2261)), literal(1900)), month, day);
    const real = infix(
      'AND',
      equals(call('toMonth', date), month),
      equals(call('toDayOfMonth', date), day),
      equals(call('toYear', date), year),
    );
    return choose(real, moved(date, clock), NULL);
  },
  doc: 'A date of its parts; null when there is no such day.',
  example: 'print make_datetime(2017, 10, 1, 12, 30)',
});

const clockNs = (days: Sql, hours: Sql, minutes: Sql, seconds: Sql): Sql =>
  plus(
    times(days, literal(dayNs)),
    times(hours, literal(hourNs)),
    times(minutes, literal(minuteNs)),
    rounded(times(seconds, literal(secondNs))),
  );

/** (hours, minutes), (hours, minutes, seconds) or (days, hours, minutes, seconds). */
const makeTimespan = scalar({
  name: 'make_timespan',
  params: [param('hours', 'int'), param('minutes', 'int'), optional('seconds', 'real'), optional('seconds', 'real')],
  returns: 'timespan',
  lower: (args) =>
    args.length < 4
      ? clockNs(literal(0), arg(args, 0), arg(args, 1), argOr(args, 2, literal(0)))
      : clockNs(arg(args, 0), arg(args, 1), rounded(arg(args, 2)), arg(args, 3)),
  doc: 'A duration of hours, minutes and seconds; with four values, of days first.',
  example: 'print make_timespan(1, 15, 10)',
});

/** What the store does not hold is null. */
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
        infix('>=', scaled, literal(stored.firstNs / unitNs)),
        infix('<=', scaled, literal(stored.lastNs / unitNs)),
      );
      const exact =
        info.args[0]?.type === 'real' ? rounded(times(value, literal(unitNs))) : times(value, literal(unitNs));
      return choose(inRange, ofNs(int(exact)), NULL);
    },
    evaluate: (args) => {
      const value = args[0];
      const instant = (numberAt(args, 0) ?? Number.NaN) * Number(unitNs);
      if (!(instant >= Number(stored.firstNs) && instant <= Number(stored.lastNs))) return null;
      return typeof value === 'bigint' ? value * unitNs : BigInt(Math.round(instant));
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

export const timePartFunctions: readonly ScalarFunction[] = [
  dayofweek,
  partOf('dayofmonth', [], (time) => call('toDayOfMonth', time), 'Day of the month, from 1.'),
  partOf('dayofyear', [], (time) => call('toDayOfYear', time), 'Day of the year, from 1.'),
  partOf('hourofday', ['hour'], (time) => call('toHour', time), 'Hour of the day, from 0.'),
  partOf('getmonth', ['monthofyear'], (time) => call('toMonth', time), 'Month of the year, from 1.'),
  partOf('getyear', ['year'], (time) => call('toYear', time), 'The year.'),
  partOf('week_of_year', ['weekofyear'], (time) => call('toISOWeek', time), 'Week of the year by ISO 8601.'),
  datetimePart,
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
