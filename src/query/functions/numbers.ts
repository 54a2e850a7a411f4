import { call, choose, infix, literal, NULL, type Sql } from '../clickhouse/sql-ast.ts';
import type { Expr } from '../semantic/rq.ts';
import { isInt64 } from '../semantic/constants.ts';
import { type ConstValue, isInteger, type Type } from '../semantic/types.ts';
import { bin } from './bins.ts';
import { arg, int, intAt, isNull, less, numberAt, optional, param, plus, scalar, times } from './lowering.ts';
import type { ScalarFunction } from './registry.ts';

const number = param('value', 'number');
const real = param('value', 'real');

/** There is one zero: -0 would be a group of its own. */
const unsigned = (value: Sql): Sql => plus(value, literal(0));

/** The type of the first argument; attributes are read as real. */
const sameType = (args: readonly Expr[]): Type => args[0]?.type ?? 'real';

/** From here on a number has nothing behind its point. */
const wholeFrom = 2 ** 52;

const round = scalar({
  name: 'round',
  params: [number, optional('digits', 'int', { constant: true, range: [0, 15] })],
  returns: sameType,
  naming: 'first',
  lower: (args, info) => {
    const value = arg(args, 0);
    if (isInteger(info.type)) return value;
    // Halves go away from zero; ClickHouse's round() takes them to the even neighbour.
    const scale = literal(10 ** Number(info.constants[1] ?? 0));
    const scaled = infix('*', value, scale);
    const half = choose(less(value, literal(0)), literal(-0.5), literal(0.5));
    const rounded = unsigned(infix('/', call('trunc', plus(scaled, half)), scale));
    return choose(less(call('abs', scaled), literal(wholeFrom)), rounded, value);
  },
  evaluate: (args) => {
    const value = args[0];
    if (typeof value !== 'number') return value ?? null;
    const scale = 10 ** Number(intAt(args, 1) ?? 0n);
    const scaled = value * scale;
    return Math.abs(scaled) < wholeFrom ? Math.trunc(scaled + (value < 0 ? -0.5 : 0.5)) / scale + 0 : value;
  },
  doc: 'Rounded to so many digits behind the point, 0 to 15.',
  example: 'print round(3.14159, 2)',
});

const floor = scalar({
  name: 'floor',
  params: [param('value', 'quantity'), optional('width', 'amount')],
  returns: (args, constants) =>
    args.length < 2 ? sameType(args) : typeof bin.returns === 'function' ? bin.returns(args, constants) : bin.returns,
  nulls: 'fallible',
  naming: 'first',
  lower: (args, info) => {
    if (args.length > 1) return bin.lower(args, info);
    return info.type === 'real' || info.type === 'decimal' ? call('floor', arg(args, 0)) : arg(args, 0);
  },
  doc: 'The next whole number below; with a width the same as bin.',
  example: 'print floor(2.7)',
});

const ceiling = scalar({
  name: 'ceiling',
  aliases: ['ceil'],
  params: [number],
  returns: sameType,
  lower: (args, info) => (isInteger(info.type) ? arg(args, 0) : unsigned(call('ceil', arg(args, 0)))),
  evaluate: (args) => (typeof args[0] === 'number' ? Math.ceil(args[0]) + 0 : (args[0] ?? null)),
  doc: 'The next whole number above.',
  example: 'print ceiling(2.1)',
});

const abs = scalar({
  name: 'abs',
  params: [param('value', 'amount')],
  returns: (args) => (args[0]?.type === 'int' ? 'long' : sameType(args)),
  lower: (args, info) =>
    isInteger(info.type) || info.type === 'timespan' ? int(call('abs', arg(args, 0))) : call('abs', arg(args, 0)),
  evaluate: (args) => {
    const value = args[0];
    if (typeof value === 'bigint') return value < 0n ? -value : value;
    return typeof value === 'number' ? Math.abs(value) : null;
  },
  doc: 'Without its sign.',
  example: 'print abs(-42)',
});

const sign = scalar({
  name: 'sign',
  params: [number],
  returns: 'real',
  lower: (args) => call('toFloat64', call('sign', arg(args, 0))),
  evaluate: (args) => {
    const value = numberAt(args, 0);
    return value === null ? null : Math.sign(value);
  },
  doc: '-1, 0 or 1.',
  example: 'print sign(-42)',
});

/** A function of a real number that ClickHouse has. */
const mapped = (
  name: string,
  sql: string,
  doc: string,
  evaluate?: (value: number) => number,
  aliases: readonly string[] = [],
): ScalarFunction =>
  scalar({
    name,
    aliases,
    params: [real],
    returns: 'real',
    lower: (args) => call(sql, arg(args, 0)),
    ...(evaluate === undefined
      ? {}
      : {
          evaluate: (args: readonly ConstValue[]) => {
            const value = numberAt(args, 0);
            return value === null ? null : evaluate(value);
          },
        }),
    doc,
    example: `print ${name}(1)`,
  });

const cot = scalar({
  name: 'cot',
  params: [real],
  returns: 'real',
  lower: (args) => infix('/', literal(1), call('tan', arg(args, 0))),
  doc: 'Cotangent of an angle in radians.',
  example: 'print cot(1)',
});

const exp10 = mapped('exp10', 'exp10', 'Ten to the power of the value.');

const pow = scalar({
  name: 'pow',
  aliases: ['power'],
  params: [real, param('exponent', 'real')],
  returns: 'real',
  lower: (args) => call('pow', arg(args, 0), arg(args, 1)),
  evaluate: (args) => {
    const [base, exponent] = [numberAt(args, 0), numberAt(args, 1)];
    return base === null || exponent === null ? null : base ** exponent;
  },
  doc: 'To the power of an exponent.',
  example: 'print pow(2, 10)',
});

const atan2 = scalar({
  name: 'atan2',
  params: [param('y', 'real'), param('x', 'real')],
  returns: 'real',
  lower: (args) => call('atan2', arg(args, 0), arg(args, 1)),
  doc: 'Angle of a point, in radians.',
  example: 'print atan2(1, 1)',
});

const pi = scalar({
  name: 'pi',
  params: [],
  returns: 'real',
  lower: () => literal(Math.PI),
  evaluate: () => Math.PI,
  doc: 'The number π.',
  example: 'print pi()',
});

const rand = scalar({
  name: 'rand',
  params: [optional('below', 'int', { constant: true })],
  returns: 'real',
  volatile: {
    frozen: (args) => {
      const bits = call('bitShiftRight', call('xxHash64', arg(args, args.length - 1)), literal(64 - mantissaBits));
      return drawnBelow(args.slice(0, -1), call('divide', bits, literal(2 ** mantissaBits)));
    },
  },
  nulls: 'never',
  lower: (args) => drawnBelow(args.slice(0, -2), call('randCanonical', call('tuple', ...args.slice(-2)))),
  doc: 'A number by chance, from 0 up to 1; or a whole one below a limit.',
  example: 'print rand() < 1',
});

/** Of a number: more bits of a hash could be rounded up to 1. */
const mantissaBits = 53;

function drawnBelow(args: readonly Sql[], drawn: Sql): Sql {
  return args.length === 0 ? drawn : call('floor', times(drawn, arg(args, 0)));
}

const intDiv = scalar({
  name: 'int_div',
  params: [param('value', 'int'), param('divisor', 'int')],
  returns: 'long',
  nulls: 'fallible',
  lower: (args) => call('intDivOrNull', arg(args, 0), arg(args, 1)),
  evaluate: (args) => {
    const [value, divisor] = [intAt(args, 0), intAt(args, 1)];
    const isUndefined = value === null || divisor === null || divisor === 0n || !isInt64(value / divisor);
    return isUndefined ? null : value / divisor;
  },
  doc: 'Division of whole numbers, without the rest; null by zero.',
  example: 'print int_div(7, 2)',
});

const tested = (
  name: string,
  lower: (value: Sql) => Sql,
  evaluate: (value: number) => boolean,
  doc: string,
): ScalarFunction =>
  scalar({
    name,
    params: [real],
    returns: 'bool',
    nulls: 'never',
    lower: (args) => call('ifNull', infix('!=', lower(arg(args, 0)), literal(0)), literal(false)),
    evaluate: (args) => {
      const value = numberAt(args, 0);
      return value !== null && evaluate(value);
    },
    doc,
    example: `print ${name}(1.5)`,
  });

const bits = (name: string, sql: string, doc: string): ScalarFunction =>
  scalar({
    name,
    params: [param('value', 'int'), param('other', 'int')],
    returns: 'long',
    lower: (args) => int(call(sql, arg(args, 0), arg(args, 1))),
    doc,
    example: `print ${name}(6, 3)`,
  });

/** By so many bits, modulo 64; null where they are less than none. */
const shift = (name: string, sql: string, doc: string): ScalarFunction => ({
  ...bits(name, sql, doc),
  nulls: 'fallible',
  lower: ([value = NULL, by = NULL]) =>
    choose(infix('>=', by, literal(0)), int(call(sql, value, call('positiveModulo', by, literal(64)))), NULL),
});

const binaryNot = scalar({
  name: 'binary_not',
  params: [param('value', 'int')],
  returns: 'long',
  lower: (args) => int(call('bitNot', arg(args, 0))),
  doc: 'All bits the other way round.',
  example: 'print binary_not(5)',
});

const bitsetCount = scalar({
  name: 'bitset_count_ones',
  params: [param('value', 'int')],
  returns: 'long',
  lower: (args) => int(call('bitCount', arg(args, 0))),
  doc: 'Number of bits that are set.',
  example: 'print bitset_count_ones(42)',
});

/** The least or the largest; nulls do not take part. */
const extreme = (name: 'min_of' | 'max_of', sql: string, doc: string): ScalarFunction =>
  scalar({
    name,
    params: [param('value', 'any')],
    rest: { params: [param('value', 'any')], min: 1, max: 64 },
    returns: 'error',
    unify: (count) => Array.from({ length: count }, (_, index) => index),
    numeric: true,
    lower: (args) => call(sql, ...args),
    evaluate: (args) => {
      const known = args.filter((one) => !isNull(one));
      return known.reduce<ConstValue>(
        (best, one) => (best === null || (name === 'min_of' ? before(one, best) : before(best, one)) ? one : best),
        null,
      );
    },
    doc,
    example: `print ${name}(10, 1, -3)`,
  });

const before = (a: ConstValue, b: ConstValue): boolean =>
  typeof a === 'string' && typeof b === 'string' ? a < b : Number(a) < Number(b);

export const numberFunctions: readonly ScalarFunction[] = [
  round,
  floor,
  ceiling,
  abs,
  sign,
  mapped('sqrt', 'sqrt', 'Square root.', Math.sqrt),
  mapped('exp', 'exp', 'e to the power of the value.', Math.exp),
  mapped('exp2', 'exp2', 'Two to the power of the value.', (value) => 2 ** value),
  exp10,
  mapped('log', 'log', 'Natural logarithm.', Math.log, ['ln']),
  mapped('log2', 'log2', 'Logarithm to the base of 2.', Math.log2),
  mapped('log10', 'log10', 'Logarithm to the base of 10.', Math.log10),
  mapped('sin', 'sin', 'Sine of an angle in radians.', Math.sin),
  mapped('cos', 'cos', 'Cosine of an angle in radians.', Math.cos),
  mapped('tan', 'tan', 'Tangent of an angle in radians.', Math.tan),
  mapped('asin', 'asin', 'Arc sine, in radians.'),
  mapped('acos', 'acos', 'Arc cosine, in radians.'),
  mapped('atan', 'atan', 'Arc tangent, in radians.'),
  cot,
  atan2,
  mapped('radians', 'radians', 'Degrees as radians.'),
  mapped('degrees', 'degrees', 'Radians as degrees.'),
  mapped('gamma', 'tgamma', 'The gamma function.'),
  mapped('loggamma', 'lgamma', 'Logarithm of the gamma function.'),
  pi,
  pow,
  rand,
  intDiv,
  tested('isnan', (value) => call('isNaN', value), Number.isNaN, 'Whether it is no number.'),
  tested(
    'isinf',
    (value) => call('isInfinite', value),
    (value) => Math.abs(value) === Infinity,
    'Whether it is infinite.',
  ),
  tested(
    'isfinite',
    (value) => call('isFinite', value),
    Number.isFinite,
    'Whether it is neither infinite nor no number.',
  ),
  extreme('min_of', 'least', 'The smallest of several values; of attributes the smallest number.'),
  extreme('max_of', 'greatest', 'The largest of several values; of attributes the largest number.'),
  bits('binary_and', 'bitAnd', 'Bits that both have.'),
  bits('binary_or', 'bitOr', 'Bits that one of both has.'),
  bits('binary_xor', 'bitXor', 'Bits that one of both has, and not the other.'),
  shift('binary_shift_left', 'bitShiftLeft', 'Bits moved to the left.'),
  shift('binary_shift_right', 'bitShiftRight', 'Bits moved to the right.'),
  binaryNot,
  bitsetCount,
];
