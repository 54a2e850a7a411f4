import { stored } from '../../lib/time.ts';
import type { Type } from '../semantic/types.ts';
import { jsonOf, textOfTime } from './json.ts';
import { clockPattern, dayNs, hourNs, minuteNs, secondNs, unitNanoseconds } from '../syntax/duration.ts';
import { among, call, cast, choose, column, infix, lambda, literal, type Sql, withNames } from './sql-ast.ts';

/** A coercion of the language; text that does not parse gives NULL. */
export function castSql(value: Sql, from: Type, to: Type): Sql {
  if (from === to) return value;
  if (from === 'dynamic' && to !== 'string' && to !== 'unknown') return castSql(dynamicText(value), 'unknown', to);
  switch (to) {
    case 'string':
    case 'unknown':
      return toText(value, from);
    case 'int':
    case 'long':
      return toLong(value, from);
    case 'real':
    case 'decimal':
      return toReal(value, from);
    case 'bool':
      return toBool(value, from);
    case 'datetime':
      return toDatetime(toText(value, from));
    case 'timespan':
      return toTimespan(value, from);
    case 'dynamic':
      return jsonOf(value, from);
    case 'guid':
      return toGuid(toText(value, from));
    case 'error':
      return value;
  }
}

/** A JSON scalar as text: texts without their quotes, `null` as NULL, the rest as it stands. */
export function dynamicText(value: Sql): Sql {
  const isText = call('startsWith', value, literal('"'));
  return choose(isText, call('JSONExtractString', value), call('nullIf', value, literal('null')));
}

/** Of a number without digits behind the point; null where it is none of 64 bits. */
export function whole(value: Sql): Sql {
  return call('accurateCastOrNull', value, literal('Int64'));
}

/**
 * A whole number to divide by, null where it is zero. What is counted in words of few is of few itself: the engine divides
 * by its null.
 */
export function wholeDivisor(value: Sql): Sql {
  return call('nullIf', cast(value, 'Nullable(Int64)'), literal(0));
}

/** What is left of a division: less than the size of the divisor, which of the least number there is has more than 63 bits. */
export function restOf(value: Sql, divisor: Sql): Sql {
  return call('toInt64', call('positiveModulo', call('toInt128', value), call('abs', wholeDivisor(divisor))));
}

function toText(value: Sql, from: Type): Sql {
  switch (from) {
    case 'dynamic':
      return dynamicText(value);
    case 'bool':
      return choose(call('isNull', value), literal(null), choose(value, literal('true'), literal('false')));
    case 'datetime':
    case 'timespan':
      return textOfTime(value, from);
    case 'int':
    case 'long':
    case 'real':
    case 'decimal':
      return call('toString', value);
    case 'string':
    case 'unknown':
    case 'guid':
    case 'error':
      return value;
  }
}

function toLong(value: Sql, from: Type): Sql {
  switch (from) {
    case 'real':
    case 'decimal':
      return whole(call('trunc', value));
    case 'bool':
      return call('toInt64', value);
    case 'string':
    case 'unknown':
    case 'guid':
      return call('ifNull', call('toInt64OrNull', value), whole(call('trunc', call('toFloat64OrNull', value))));
    case 'datetime':
      return call('intDiv', call('toUnixTimestamp64Nano', value), literal(100));
    case 'timespan':
      return call('intDiv', value, literal(100));
    case 'int':
    case 'long':
    case 'dynamic':
    case 'error':
      return value;
  }
}

/** An instant so many nanoseconds later: of the years that there are, the nearest. The engine counts on from their end, or fails. */
export function moved(time: Sql, by: Sql): Sql {
  const ns = infix('+', call('toInt128', call('toUnixTimestamp64Nano', time)), by);
  const bound = (at: bigint): Sql => call('toInt128', literal(at));
  return instantOf(call('clamp', ns, bound(stored.firstNs), bound(stored.lastNs)));
}

function instantOf(ns: Sql): Sql {
  return call('fromUnixTimestamp64Nano', call('toInt64', ns), literal('UTC'));
}

/** A year of four digits, or the name of a month: where neither is, the engine takes `5` and `12:00` for times of this year. */
const datedPattern = String.raw`\d{4}|[A-Za-z]{3}`;

/** The year of a date: 0001 and 9999 are what machines write for never. */
const yearPattern = String.raw`^\s*(\d{4})-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:[T\s]|$)`;

/** As `parseDatetime` reads it, and the other forms that the engine knows; a comma may stand before the parts of a second. */
function toDatetime(text: Sql): Sql {
  const clean = call('replaceRegexpOne', text, literal(String.raw`(:\d{2}),(\d)`), literal(String.raw`\1.\2`));
  const read = call('parseDateTime64BestEffortUSOrNull', clean, literal(9), literal('UTC'));
  const year = call('toUInt16OrZero', call('extract', text, literal(yearPattern)));
  const far = call(
    'multiIf',
    infix('>', year, literal(2261)),
    instantOf(literal(stored.lastNs)),
    infix('>=', year, literal(1900)),
    literal(null),
    infix('>', year, literal(0)),
    instantOf(literal(stored.firstNs)),
    literal(null),
  );
  const near = choose(call('isNull', read), far, read);
  return choose(call('match', text, literal(datedPattern)), near, literal(null));
}

/** A number counts nanoseconds, as wherever it stands beside a duration; so does one that is the text of an attribute. */
function toTimespan(value: Sql, from: Type): Sql {
  if (from === 'string' || from === 'guid') return timespanOf(value);
  const ns = toLong(value, from);
  return from === 'unknown' ? call('ifNull', ns, timespanOf(value)) : ns;
}

const units = [...unitNanoseconds.keys()];
const amountPattern = String.raw`(\d+(?:\.\d+)?)`;
const durationPattern = String.raw`^-?\s*(?:${amountPattern}\s*(?:${units.join('|')}))+$`;

/** As `parseTimespan` reads it: a clock, amounts with their units, or a number of days. */
function timespanOf(text: Sql): Sql {
  const clean = column('t');
  const groups = call('extractGroups', clean, literal(clockPattern));
  const part = (index: number, size: bigint): Sql =>
    infix('*', call('toInt64OrZero', call('arrayElement', groups, literal(index))), literal(size));
  const fraction = call('rightPad', call('arrayElement', groups, literal(6)), literal(9), literal('0'));
  const clock = infix(
    '+',
    part(2, dayNs),
    part(3, hourNs),
    part(4, minuteNs),
    part(5, secondNs),
    call('toInt64OrZero', fraction),
  );
  const array = (items: readonly (string | bigint)[]): Sql => ({
    kind: 'array',
    items: items.map((one) => literal(one)),
  });
  const amountOf = (index: number): Sql => call('arrayElement', column('a'), literal(index));
  const size = call('transform', amountOf(2), array(units), array([...unitNanoseconds.values()]), literal(0));
  const amounts = call(
    'arraySum',
    lambda(['a'], infix('*', call('toFloat64', amountOf(1)), size)),
    call('extractAllGroupsVertical', clean, literal(String.raw`${amountPattern}\s*([^0-9]+)`)),
  );
  const days = infix('*', call('toInt64OrZero', call('extract', clean, literal(String.raw`\d+`))), literal(dayNs));
  const length = call(
    'multiIf',
    call('match', clean, literal(clockPattern)),
    clock,
    call('match', clean, literal(durationPattern)),
    whole(call('round', amounts)),
    call('match', clean, literal(String.raw`^-?\s*\d{1,5}$`)),
    days,
    literal(null),
  );
  const read = choose(call('startsWith', clean, literal('-')), call('negate', length), length);
  const trimmed = call('trimBoth', call('ifNull', text, literal('')), literal(' \t\n\v\f\r'));
  return withNames({ t: trimmed }, read);
}

function toReal(value: Sql, from: Type): Sql {
  if (from === 'string' || from === 'unknown' || from === 'guid') return call('toFloat64OrNull', value);
  if (from === 'real' || from === 'decimal') return value;
  return call('toFloat64', value);
}

function toBool(value: Sql, from: Type): Sql {
  if (from === 'string' || from === 'unknown' || from === 'guid') {
    const word = call('lower', value);
    const [yes, no] = [among(word, ['true', '1']), among(word, ['false', '0'])];
    return call('multiIf', yes, literal(true), no, literal(false), literal(null));
  }
  return infix('!=', value, literal(0));
}

function toGuid(value: Sql): Sql {
  return call(
    'toString',
    call(
      'toUUIDOrNull',
      call(
        'replaceRegexpOne',
        call('replaceAll', call('trimBoth', value), literal('-'), literal('')),
        literal('^(.{8})(.{4})(.{4})(.{4})(.{12})$'),
        literal(String.raw`\1-\2-\3-\4-\5`),
      ),
    ),
  );
}

/** The type of the store that holds values of a type of the language. */
export function storeType(type: Type): string {
  switch (type) {
    case 'bool':
      return 'Bool';
    case 'int':
    case 'long':
    case 'timespan':
      return 'Int64';
    case 'real':
    case 'decimal':
      return 'Float64';
    case 'datetime':
      return "DateTime64(9, 'UTC')";
    case 'string':
    case 'unknown':
    case 'guid':
    case 'dynamic':
    case 'error':
      return 'String';
  }
}

export function nullOf(type: Type): Sql {
  return cast(literal(null), `Nullable(${storeType(type)})`);
}
