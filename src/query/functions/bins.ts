import { call, cast, infix, literal, type Sql } from '../clickhouse/sql-ast.ts';
import { modulo } from '../../lib/modulo.ts';
import type { Expr } from '../semantic/rq.ts';
import type { ConstValue } from '../semantic/types.ts';
import { dayNs, secondNs } from '../syntax/duration.ts';
import { wholeDivisor } from '../clickhouse/casts.ts';
import { rounded } from './lowering.ts';
import type { Call, ScalarFunction } from './registry.ts';

/*
 * Buckets. Kusto's grid starts at 0001-01-01, a Monday; ours is the same for every width (language.md D12): seconds from
 * 1970-01-01 for widths that divide a day, from Monday 1969-12-29 for others.
 */

const instant = "DateTime64(9, 'UTC')";
/** 1970-01-01 minus 0001-01-01, in nanoseconds. */
const kustoEpochNs = 719_162n * dayNs;

/** Distance of the grid's origin from 1970: zero where both grids agree. */
export function originNs(width: bigint): bigint {
  if (dayNs % width === 0n) return 0n;
  return -(kustoEpochNs % width);
}

/** `floor((ns - origin) / width) * width + origin` of an Int64. */
export function floorNs(value: Sql, width: Sql, origin: bigint): Sql {
  const shifted = origin === 0n ? value : infix('-', value, literal(origin));
  return infix('-', value, call('positiveModulo', shifted, width));
}

function binDatetime(value: Sql, width: bigint, origin: bigint, isField: boolean): Sql {
  // Whole seconds from 1970 have a function of their own, which the engine can use with the sorting key. It knows 1970 to 2106.
  if (isField && origin === 0n && width % secondNs === 0n) {
    const start = call('toStartOfInterval', value, call('toIntervalSecond', literal(width / secondNs)));
    return cast(start, instant);
  }
  // The time of a rollup is one of whole seconds.
  const ns = call('toUnixTimestamp64Nano', call('toDateTime64', value, literal(9), literal('UTC')));
  return call('fromUnixTimestamp64Nano', floorNs(ns, call('toInt64', literal(width)), origin), literal('UTC'));
}

function lowerBin(args: readonly Sql[], info: Call): Sql {
  const [value, width] = args;
  if (value === undefined || width === undefined) return literal(null);
  const constant = info.constants[1];
  const type = info.args[0]?.type;
  if (type === 'datetime') {
    if (typeof constant === 'bigint')
      return binDatetime(value, constant, originNs(constant), info.args[0]?.kind === 'field');
    const ns = call('toUnixTimestamp64Nano', value);
    // From Kusto's own origin, which is a multiple of no width that is not known: beyond 64 bits.
    const since = infix('+', call('toInt128', ns), call('toInt128', literal(String(kustoEpochNs))));
    const start = infix('-', ns, call('positiveModulo', since, wholeWidth(width, info)));
    return call('fromUnixTimestamp64Nano', start, literal('UTC'));
  }
  return binNumber(value, width, info);
}

const isReal = (of: { readonly type: Expr['type'] } | undefined): boolean =>
  of?.type === 'real' || of?.type === 'decimal';

/** One that is known is positive; of another, nothing is a multiple of zero or less. */
function isKnown({ constants: [, width] }: Call): boolean {
  return width !== undefined && width !== null && Number(width) > 0;
}

/** Whole numbers have whole steps. */
function wholeWidth(width: Sql, info: Call): Sql {
  if (isReal(info.args[1])) return wholeDivisor(call('greatest', rounded(width), literal(0)));
  return isKnown(info) ? width : wholeDivisor(call('greatest', width, literal(0)));
}

function binNumber(value: Sql, width: Sql, info: Call): Sql {
  if (isReal(info)) {
    const divisor = isKnown(info) ? width : call('nullIf', call('greatest', width, literal(0)), literal(0));
    // There is one zero: -0 would be a group of its own.
    return infix('+', infix('*', call('floor', infix('/', value, divisor)), width), literal(0));
  }
  return infix('-', value, call('positiveModulo', value, wholeWidth(width, info)));
}

function binType(args: readonly Expr[]): Expr['type'] {
  const [value, width] = args;
  if (value === undefined) return 'real';
  return (value.type === 'long' || value.type === 'int') && isReal(width) && value.unit === undefined
    ? 'real'
    : value.type === 'int'
      ? 'long'
      : value.type;
}

function evaluateBin(args: readonly ConstValue[], info: Call): ConstValue {
  const [value, width] = args;
  if (value === null || value === undefined || width === null || width === undefined) return null;
  if (typeof value === 'bigint' && !isReal(info)) {
    const step = Number(width);
    const size = typeof width === 'bigint' ? width : Number.isFinite(step) ? BigInt(Math.round(step)) : 0n;
    const origin = info.args[0]?.type === 'datetime' && size > 0n ? originNs(size) : 0n;
    return size > 0n ? value - modulo(value - origin, size) : null;
  }
  const [x, w] = [Number(value), Number(width)];
  return w > 0 ? Math.floor(x / w) * w : null;
}

const value = { name: 'value', type: 'quantity' } as const;
const width = { name: 'width', type: 'amount' } as const;

export const bin: ScalarFunction = {
  kind: 'scalar',
  name: 'bin',
  params: [value, width],
  returns: binType,
  nulls: 'fallible',
  naming: 'first',
  lower: lowerBin,
  evaluate: evaluateBin,
  doc: 'Rounds down to a multiple of the width: buckets of time or of numbers.',
  example: 'summarize count() by bin(timestamp, 5m)',
};

export const binAt: ScalarFunction = {
  kind: 'scalar',
  name: 'bin_at',
  params: [value, { ...width, constant: true }, { name: 'origin', type: 'quantity' }],
  returns: binType,
  nulls: 'fallible',
  naming: 'first',
  fault: ([at, , origin]) =>
    (at?.type === 'datetime') === (origin?.type === 'datetime') ? null : 'needs an origin of the type of its value',
  lower: (args, info) => {
    const [at, size, origin] = args;
    if (at === undefined || size === undefined || origin === undefined) return literal(null);
    if (info.args[0]?.type === 'datetime') {
      const ns = call('toUnixTimestamp64Nano', at);
      const from = call('toUnixTimestamp64Nano', origin);
      return call(
        'fromUnixTimestamp64Nano',
        infix('-', ns, call('positiveModulo', infix('-', ns, from), size)),
        literal('UTC'),
      );
    }
    if (isReal(info)) {
      return infix('+', infix('*', call('floor', infix('/', infix('-', at, origin), size)), size), origin);
    }
    const from = isReal(info.args[2]) ? rounded(origin) : origin;
    return infix('-', at, call('positiveModulo', infix('-', at, from), wholeWidth(size, info)));
  },
  doc: 'Rounds down to a multiple of the width, counted from an origin.',
  example: 'summarize count() by bin_at(timestamp, 1d, datetime(2026-01-01))',
};

/** The binder gives it the width that suits the range, as a second argument. */
const binAuto: ScalarFunction = {
  ...bin,
  name: 'bin_auto',
  params: [value, { ...width, optional: true }],
  doc: 'Buckets of a width that suits the time range of the query; of metrics, a minute at least.',
  example: 'summarize count() by bin_auto(timestamp)',
};

export const binFunctions = [bin, binAt, binAuto];

const binNames: ReadonlySet<string> = new Set(['bin', 'bin_at', 'bin_auto', 'floor']);

/** Whether a function makes buckets, of the width that is its second argument. */
export function isBin({ name }: ScalarFunction): boolean {
  return binNames.has(name);
}
