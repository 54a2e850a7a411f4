import { dayNs, hourNs, minuteNs, secondNs } from '../syntax/duration.ts';
import { call, choose, infix, literal, type Sql } from '../clickhouse/sql-ast.ts';

/** The pieces of a pattern in order: runs of one letter are parts of the time, everything else is text. */
export const formatPieces = (type: 'datetime' | 'timespan', pattern: string, value: Sql): Sql[] =>
  [...pattern.matchAll(/([A-Za-z])\1*|[^A-Za-z]+/g)].map(([piece]) =>
    type === 'datetime' ? ofDatetime(piece, value) : ofTimespan(piece, value),
  );

const padded = (value: Sql, width: number): Sql =>
  width <= 1 ? call('toString', value) : call('leftPad', call('toString', value), literal(width), literal('0'));

/** So many digits behind the second; `F` without the zeros at the end. */
const fraction = (ns: Sql, digits: number, trim: boolean): Sql => {
  const all = call(
    'leftPad',
    call('toString', call('positiveModulo', ns, literal(secondNs))),
    literal(9),
    literal('0'),
  );
  const some = call('substring', all, literal(1), literal(Math.min(digits, 9)));
  return trim ? call('trimRight', some, literal('0')) : some;
};

const ofDatetime = (piece: string, time: Sql): Sql => {
  const width = piece.length;
  const hour = call('toHour', time);
  switch (piece.charAt(0)) {
    case 'y':
      return width <= 2
        ? padded(call('modulo', call('toYear', time), literal(100)), width)
        : padded(call('toYear', time), width);
    case 'M':
      return padded(call('toMonth', time), width);
    case 'd':
      return padded(call('toDayOfMonth', time), width);
    case 'H':
      return padded(hour, width);
    case 'h':
      return padded(infix('+', call('modulo', infix('+', hour, literal(11)), literal(12)), literal(1)), width);
    case 'm':
      return padded(call('toMinute', time), width);
    case 's':
      return padded(call('toSecond', time), width);
    case 'f':
    case 'F':
      return fraction(call('toUnixTimestamp64Nano', time), width, piece.startsWith('F'));
    case 't':
      return choose(infix('<', hour, literal(12)), literal('AM'), literal('PM'));
    default:
      return literal(piece);
  }
};

const ofTimespan = (piece: string, value: Sql): Sql => {
  const width = piece.length;
  const ns = call('abs', value);
  const part = (unit: bigint, of: bigint): Sql => call('intDiv', call('modulo', ns, literal(of)), literal(unit));
  switch (piece.charAt(0)) {
    case 'd':
      return padded(call('intDiv', ns, literal(dayNs)), width);
    case 'H':
    case 'h':
      return padded(part(hourNs, dayNs), width);
    case 'm':
      return padded(part(minuteNs, hourNs), width);
    case 's':
      return padded(part(secondNs, minuteNs), width);
    case 'f':
    case 'F':
      return fraction(ns, width, piece.startsWith('F'));
    default:
      return literal(piece);
  }
};
