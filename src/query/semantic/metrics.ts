import { wellKnown } from '../catalogue/catalogue.ts';
import type { FieldRef } from '../catalogue/field.ts';
import { metricTables } from '../catalogue/metrics.ts';
import type { TableDef } from '../catalogue/table.ts';
import { percentileOf, rateOf, riseOf } from '../functions/metrics.ts';
import { levelOf } from '../functions/percentiles.ts';
import type { AggregateFunction } from '../functions/registry.ts';
import { fieldIn } from './binding.ts';
import { valueName } from './names.ts';
import { fieldRefExpr } from './resolve.ts';
import type { Expr } from './rq.ts';

type AggregateExpr = Extract<Expr, { kind: 'aggregate' }>;

/** Which rise belongs to which measure. */
const rises: Readonly<Record<string, string>> = {
  value: 'value_rise',
  value_int: 'value_rise',
  distribution_count: 'count_rise',
  distribution_sum: 'sum_rise',
};

/** Over the points of metrics `rate`, `increase` and percentiles mean something of their own. */
export function overMetrics(table: TableDef, expr: AggregateExpr): AggregateExpr {
  const { fn, args } = expr;
  const measured = args.find((arg) => fieldName(arg) !== null);
  const name = measured === undefined ? null : fieldName(measured);
  if (name === null || measured === undefined) return expr;
  const rise = rises[name];
  if (rise !== undefined && (fn.name === 'rate' || fn.name === 'increase')) {
    const risen = hiddenField(table, rise, measured);
    return {
      ...expr,
      fn: named(fn.name === 'rate' ? rateOf : riseOf, expr),
      args: [risen, ...args.slice(1)],
      type: 'real',
      nullable: true,
    };
  }
  const share = name === 'value' ? shareOf(fn, args) : null;
  if (share === null) return expr;
  const buckets = ['bucket_hi', 'bucket_lo', 'bucket_n'].map((field) => hiddenField(table, field, measured));
  return { ...expr, fn: named(percentileOf(share), expr), args: [measured, ...buckets], type: 'real', nullable: true };
}

/** The column is called as if nothing had been put in its place. */
function named(fn: AggregateFunction, of: AggregateExpr): AggregateFunction {
  const first = of.args[0] === undefined ? undefined : valueName(of.args[0]);
  const name = of.fn.columnName(
    first,
    of.args.map((arg) => (arg.kind === 'const' ? arg.value : undefined)),
  );
  return { ...fn, columnName: () => name };
}

/** Behind a stage that hides the points a counter is a number like any other: the sum of its readings is no rise. */
export function isPastItsPoints({ fn, args }: AggregateExpr): boolean {
  if (fn.name !== 'rate' && fn.name !== 'increase') return false;
  return args.map(measuredIn).some((field) => field !== undefined && counters.has(field.storage));
}

const counters = new Set(
  metricTables.flatMap(({ fields }) => fields.filter(({ name }) => name in rises).map(({ storage }) => storage)),
);

function fieldName(expr: Expr): string | null {
  return measuredIn(expr)?.name ?? null;
}

/** The field that this is, also as a number of another kind. */
function measuredIn(expr: Expr): FieldRef | undefined {
  return fieldIn(expr.kind === 'cast' ? expr.of : expr);
}

function hiddenField(table: TableDef, name: string, at: Expr): Expr {
  const def = table.fields.find((field) => field.name === name);
  if (def === undefined) throw new Error(`metrics have no ${name}`);
  return fieldRefExpr(wellKnown(def), at);
}

/** The share that a percentile function asks for, 0 to 1. */
function shareOf(fn: AggregateFunction, args: readonly Expr[]): number | null {
  const constant = args.find((arg) => arg.kind === 'const');
  const given = constant?.kind === 'const' ? Number(constant.value) : Number.NaN;
  if (fn.name === 'histogram_quantile') return given;
  if (fn.name === 'percentile' || fn.name === 'percentileif') return given / 100;
  const level = levelOf(fn.name);
  return level === undefined ? null : level / 100;
}
