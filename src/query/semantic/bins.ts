import { dayNs, formatDuration, hourNs, minuteNs, secondNs } from '../syntax/duration.ts';
import type * as Ast from '../syntax/ast.ts';
import { replacement } from '../text/diagnostic.ts';
import { binAt, isBin, originNs } from '../functions/bins.ts';
import { constant, fail, type Binding, type Scope, warn } from './binding.ts';
import type { TimeRange } from '../../lib/time-range.ts';
import type { Expr } from './rq.ts';
import { plainText } from './constants.ts';
import { isNumber } from './types.ts';
import type { Span } from '../text/span.ts';

export const bucketsMax = 10_000n;

/** Range → width of `bin_auto`; the first row whose range is not smaller wins. */
const widths: readonly (readonly [upTo: bigint, width: bigint])[] = [
  [2n * minuteNs, secondNs],
  [5n * minuteNs, 5n * secondNs],
  [15n * minuteNs, 10n * secondNs],
  [hourNs, 30n * secondNs],
  [6n * hourNs, minuteNs],
  [14n * hourNs, 5n * minuteNs],
  [48n * hourNs, 10n * minuteNs],
  [7n * dayNs - 1n, hourNs],
  [30n * dayNs - 1n, 6n * hourNs],
];

export function autoWidth(range: TimeRange): bigint {
  const length = range.to - range.from;
  const row = widths.find(([upTo]) => length <= upTo);
  let width = row?.[1] ?? dayNs;
  while (length / width > bucketsMax) width *= 2n;
  return width;
}

/**
 * The width of `bin_auto`. Exporters of metrics send once a minute unless they are told otherwise: in shorter bins the rise
 * of that minute would be the rate of one bin, too high, and those beside it would be empty.
 */
export function widthIn({ range, table }: Scope): bigint {
  const width = autoWidth(range);
  return table?.metrics === true && width < minuteNs ? minuteNs : width;
}

/**
 * Checks the width of a bin, and gives `bin_auto` its width and a plain number its unit. The arguments are changed in
 * place: the expression was made a moment ago and nobody else has it.
 */
export function checkBin(b: Binding, scope: Scope, ast: Ast.CallExpr, expr: Expr): Expr | null {
  if (expr.kind !== 'call') return expr;
  const args = expr.args as Expr[];
  const [value, width] = args;
  if (value === undefined) return expr;
  if (expr.fn.name === 'bin_auto' && width === undefined) {
    const isTime = value.type === 'datetime';
    args[1] = constant(b.binAuto.size ?? widthIn(scope), isTime ? 'timespan' : 'long', ast.span);
    if (b.binAuto.at === null || !isTime) return expr;
    return { ...expr, fn: binAt, args: [...args.slice(0, 2), constant(b.binAuto.at, 'datetime', ast.span)] };
  }
  if (!isBin(expr.fn)) return expr;
  return width === undefined || checkWidth(b, scope, ast, expr.fn.name, args) ? expr : null;
}

function checkWidth(b: Binding, scope: Scope, ast: Ast.CallExpr, name: string, args: Expr[]): boolean {
  const [value, width] = args;
  if (value === undefined || width === undefined) return true;
  const at = ast.args[1]?.span ?? ast.span;
  if (value.type === 'datetime' && width.type !== 'timespan') {
    if (width.kind !== 'const' || !isNumber(width.type) || width.value === null) {
      fail(b, 'E401', at, 'the width of a time bin is a timespan, as in bin(timestamp, 5m)');
      return false;
    }
    warn(b, 'W403', at, `taken as ${plainText(width.value)} seconds; write ${plainText(width.value)}s`, {
      fixes: [replacement(`${plainText(width.value)}s`, at, `${plainText(width.value)}s`)],
    });
    const ns = Math.round(Number(width.value) * 1e9);
    if (!(Math.abs(ns) < 2 ** 63)) {
      fail(b, 'E501', at, 'this bin width is too large');
      return false;
    }
    args[1] = constant(BigInt(ns), 'timespan', at);
  }
  const fixed = args[1];
  if (fixed?.kind !== 'const' || fixed.value === null) return true;
  const size = Number(fixed.value);
  if (size < 0 || (size === 0 && (value.type === 'datetime' || name === 'bin_at'))) {
    fail(b, 'E501', at, 'bin width must be positive');
    return false;
  }
  return value.type !== 'datetime' || typeof fixed.value !== 'bigint' || fewBuckets(b, scope, at, value, fixed.value);
}

function fewBuckets(b: Binding, scope: Scope, at: Span, value: Expr, width: bigint): boolean {
  // Only the time of a scan is known to lie in the range.
  if (value.kind !== 'field' || value.field.name !== 'timestamp') return true;
  const buckets = (scope.range.to - scope.range.from) / width;
  if (buckets <= bucketsMax) return true;
  const least = smallestWidth(scope.range);
  fail(b, 'E503', at, `a bin of ${formatDuration(width)} would make ${buckets} buckets (limit ${bucketsMax})`, {
    fixes: [replacement(formatDuration(least), at, formatDuration(least))],
  });
  return false;
}

const nice: readonly bigint[] = [1n, 2n, 5n, 10n, 15n, 30n].flatMap((count) => [
  count * 1_000_000n,
  count * 10_000_000n,
  count * 100_000_000n,
  count * secondNs,
  count * minuteNs,
  count * hourNs,
  count * dayNs,
]);

function smallestWidth(range: TimeRange): bigint {
  const least = (range.to - range.from) / bucketsMax + 1n;
  return nice.toSorted((a, c) => (a < c ? -1 : 1)).find((width) => width >= least) ?? least;
}

/** Units of the calendar that are all of one length. Weeks begin on Sunday, four days before the Thursday that 1970 began with. */
const units: ReadonlyMap<string, { readonly widthNs: bigint; readonly originNs: bigint }> = new Map([
  ['startofday', { widthNs: dayNs, originNs: 0n }],
  ['startofweek', { widthNs: 7n * dayNs, originNs: -4n * dayNs }],
]);

/** The width of the buckets that an expression makes, when it is a time bin of a constant width. */
export function binWidthNs(expr: Expr): bigint | undefined {
  if (expr.kind === 'column') return expr.column.binNs;
  if (expr.kind !== 'call' || expr.type !== 'datetime') return undefined;
  const unit = units.get(expr.fn.name);
  if (unit !== undefined) return unit.widthNs;
  const width = expr.args[1];
  return isBin(expr.fn) && width?.kind === 'const' && typeof width.value === 'bigint' ? width.value : undefined;
}

/** When one of these buckets begins. */
export function binOriginNs(expr: Expr): bigint | undefined {
  if (expr.kind === 'column') return expr.column.binOriginNs;
  const widthNs = binWidthNs(expr);
  if (expr.kind !== 'call' || widthNs === undefined) return undefined;
  const unit = units.get(expr.fn.name);
  if (unit !== undefined) return unit.originNs;
  const origin = expr.args[2];
  if (origin === undefined) return originNs(widthNs);
  return origin.kind === 'const' && typeof origin.value === 'bigint' ? origin.value : undefined;
}
