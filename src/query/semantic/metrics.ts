import { wellKnown } from '../catalogue/catalogue.ts';
import type { FieldRef } from '../catalogue/field.ts';
import { metricTables } from '../catalogue/metrics.ts';
import type { TableDef } from '../catalogue/table.ts';
import { arrayOf, percentileOf, rateOf, riseOf, scaled } from '../functions/metrics.ts';
import { levelOf } from '../functions/percentiles.ts';
import type { AggregateFunction } from '../functions/registry.ts';
import { fieldIn } from './binding.ts';
import { aggregateName } from './names.ts';
import { fieldRefExpr } from './resolve.ts';
import type { Expr } from './rq.ts';
import { isNumber } from './types.ts';

type AggregateExpr = Extract<Expr, { kind: 'aggregate' }>;
type Lower = AggregateFunction['lower'];

/** Which rise belongs to which measure. */
const rises: Readonly<Record<string, string>> = {
  value: 'value_rise',
  value_int: 'value_rise',
  distribution_count: 'count_rise',
  distribution_sum: 'sum_rise',
};

/** A measure, or one that is multiplied or divided by a constant: what is asked of it is then told of the measure, and scaled. */
interface Measured {
  readonly name: string;
  readonly of: Expr;
  readonly scale: (lower: Lower) => Lower;
}

/** Over the points of metrics `rate`, `increase` and percentiles mean something of their own. */
export function overMetrics(table: TableDef, expr: AggregateExpr): AggregateExpr {
  const { fn, args } = expr;
  const measured = args.map(measuredIn).find((one) => one !== null);
  if (measured === undefined) return expr;
  const { name, of, scale } = measured;
  const rise = rises[name];
  if (rise !== undefined && isOfRises(expr)) {
    const lowered = loweredBy(scale(fn.name === 'rate' ? rateOf : riseOf), expr);
    return { ...lowered, args: [hiddenField(table, rise, of), ...args.slice(1)], type: 'real' };
  }
  const placed = name === 'value' ? sharesOf(fn, args).map((share) => scale(percentileOf(share))) : [];
  const [first] = placed;
  if (first === undefined) return expr;
  const buckets = ['bucket_hi', 'bucket_lo', 'bucket_n'].map((field) => hiddenField(table, field, of));
  const all = fn.name === 'percentiles' ? arrayOf(placed) : first;
  return { ...loweredBy(all, expr), args: [of, ...buckets] };
}

/** What a point is turned into has no rise: that of a counter is known of the series, and not of what is made of a reading. */
export function isOfNoMeasure(expr: AggregateExpr): boolean {
  const [value] = expr.args;
  if (!isOfRises(expr) || value === undefined || value.kind === 'const') return false;
  const measured = measuredIn(value);
  return measured === null || !(measured.name in rises);
}

export const measures = Object.keys(rises);

function isOfRises({ fn }: Pick<AggregateExpr, 'fn'>): boolean {
  return fn.name === 'rate' || fn.name === 'increase';
}

function measuredIn(expr: Expr): Measured | null {
  const field = fieldIn(expr);
  if (field !== undefined) return { name: field.name, of: fieldRefExpr(field, expr), scale: (lower) => lower };
  if (expr.kind === 'cast') return measuredIn(expr.of);
  if (expr.kind === 'column') return expr.column.computed === undefined ? null : measuredIn(expr.column.computed);
  if (expr.kind !== 'arithmetic' || (expr.op !== '*' && expr.op !== '/')) return null;
  const { op, left, right } = expr;
  const isFirst = op === '*' && factorOf(left) !== null;
  const [measure, by] = isFirst ? [right, factorOf(left)] : [left, factorOf(right)];
  const inner = measuredIn(measure);
  return inner === null || by === null ? null : { ...inner, scale: (lower) => scaled(inner.scale(lower), op, by) };
}

/** A constant above nothing: what it multiplies stays in its order. */
function factorOf(expr: Expr): number | null {
  if (expr.kind === 'cast') return factorOf(expr.of);
  if (expr.kind !== 'const' || !isNumber(expr.type)) return null;
  const factor = Number(expr.value);
  return factor > 0 ? factor : null;
}

/** In another way, and called as if nothing had been put in its place. */
function loweredBy(lower: Lower, of: AggregateExpr): AggregateExpr {
  const name = aggregateName(of);
  return { ...of, fn: { ...of.fn, nullable: true, lower, columnName: () => name }, nullable: true };
}

/**
 * Behind a stage that hides the points a counter is a number like any other: the sum of its readings is no rise, and of what a
 * bucket counts, or of means, there is no percentile of the measurements.
 */
export function isPastItsPoints({ fn, args }: AggregateExpr): boolean {
  const names = isOfRises({ fn }) ? measures : sharesOf(fn, args).length > 0 ? ['value'] : [];
  const storages = names.map((name) => storageOf.get(name));
  return args.map(fieldOf).some((field) => field !== undefined && storages.includes(field.storage));
}

const storageOf = new Map(metricTables.flatMap(({ fields }) => fields.map(({ name, storage }) => [name, storage])));

/** The field that this is, also as a number of another kind, or in other units. */
function fieldOf(expr: Expr): FieldRef | undefined {
  const measured = measuredIn(expr);
  return measured === null ? undefined : fieldIn(measured.of);
}

function hiddenField(table: TableDef, name: string, at: Expr): Expr {
  const def = table.fields.find((field) => field.name === name);
  if (def === undefined) throw new Error(`metrics have no ${name}`);
  return fieldRefExpr(wellKnown(def), at);
}

const percentileNames = new Set(['percentile', 'percentileif', 'percentiles']);

/** The shares that a percentile function asks for, 0 to 1. */
function sharesOf(fn: AggregateFunction, args: readonly Expr[]): number[] {
  const given = args.flatMap((arg) => (arg.kind === 'const' ? [Number(arg.value)] : []));
  if (fn.name === 'histogram_quantile') return given;
  if (percentileNames.has(fn.name)) return given.map((level) => level / 100);
  const level = levelOf(fn.name);
  return level === undefined ? [] : [level / 100];
}
