import type * as Ast from '../syntax/ast.ts';
import { seriesStepsMax } from '../syntax/limits.ts';
import { findFunction } from '../functions/all.ts';
import { iff } from '../functions/casts.ts';
import {
  callExpr,
  closed,
  columnExpr,
  constant,
  fail,
  newColumn,
  withColumns,
  type Binding,
  type Bound,
  type Scope,
} from './binding.ts';
import { constantOf } from './call.ts';
import { cast } from './coerce.ts';
import { bindNamed, computedOf, groupedBy, type NamedValue } from './columns.ts';
import { bindExpr, predicateExpr, type AggregateSink } from './expression.ts';
import { outputName, valueName } from './names.ts';
import { atomOf, signed } from './predicate.ts';
import type { Computed, ExpandItem, Expr, SeriesItem, SortKey } from './rq.ts';
import { timeField } from './resolve.ts';
import { rowCount, withRows, withStages } from './stage.ts';
import { isStepped, type Steps } from './steps.ts';
import { summarized } from './summarize.ts';
import { isNumber, isText } from './types.ts';
import { nowhere } from '../text/span.ts';

/** Aggregates over time: a bin of the range's own width, and the keys. */
export function bindTimechart(b: Binding, input: Bound, ast: Ast.StageOf<'timechart'>): Bound | null {
  const time = timeField(input.scope);
  if (time === null) {
    fail(b, 'E410', ast.span, 'timechart needs rows with their timestamp; put it before summarize and project');
    return null;
  }
  const width = ast.width === null ? null : bindExpr(b, { scope: input.scope, sink: null }, ast.width);
  if (width !== null && (width.type !== 'timespan' || constantOf(b)(width) === undefined)) {
    if (width.type !== 'error')
      fail(b, 'E403', ast.width?.span ?? ast.span, 'span is a constant timespan, as in span=5m');
    return null;
  }
  const limit = ast.limit === null ? null : rowCount(b, ast.limit, 'limit');
  const span = ast.width?.span ?? ast.span;
  const path: Ast.PathExpr = { kind: 'path', span, root: 'timestamp', rootSpan: span, quoted: false, segments: [] };
  const args = [
    { span, name: null, value: path },
    ...(ast.width === null ? [] : [{ span, name: null, value: ast.width }]),
  ];
  const call: Ast.CallExpr = {
    kind: 'call',
    span,
    name: ast.width === null ? 'bin_auto' : 'bin',
    nameSpan: span,
    args,
  };
  const key: Ast.NamedExpr = { span, names: [], value: call };
  const { bound, value: keys } = withRows(input, (place): NamedValue[] => bindNamed(b, place, [key, ...ast.keys]));
  if (keys.some((one) => one.expr.type === 'error')) return null;
  b.chart ??= { kind: 'timechart', options: {} };
  if (limit === null) return summarized(b, bound, keys, ast.aggregates, ast.span);
  const [, series, ...more] = keys;
  if (series === undefined || more.length > 0) {
    b.seriesLimit = limit;
    return summarized(b, bound, keys, ast.aggregates, ast.span);
  }
  const kept = largest(b, bound, ast, keys, limit);
  return kept === null ? null : summarized(b, kept.bound, kept.keys, ast.aggregates, ast.span);
}

/**
 * The series with the largest totals, found by the same query without its bins. Where all aggregates add up, what is left of
 * the others is one more, `other`; else it is dropped.
 */
function largest(
  b: Binding,
  bound: Bound,
  ast: Ast.StageOf<'timechart'>,
  keys: readonly NamedValue[],
  limit: number,
): { bound: Bound; keys: readonly NamedValue[] } | null {
  const [time, series] = keys;
  const [first] = ast.aggregates;
  if (time === undefined || series === undefined || first === undefined) return { bound, keys };
  const totals = summarized(
    b,
    bound,
    [series],
    [{ ...first, names: [{ text: 'total', quoted: false, span: first.span }] }],
    ast.span,
  );
  const [key, total] = totals?.relation.columns ?? [];
  if (totals === null || key === undefined || total === undefined) return null;
  const order: readonly SortKey[] = [
    { expr: columnExpr(total, ast.span), descending: true, nulls: 'last' },
    { expr: columnExpr(key, ast.span), descending: false, nulls: 'last' },
  ];
  // Nothing is among no values: rows without the key are no series of their own.
  const named = signed({ kind: 'null', of: columnExpr(key, ast.span) }, true);
  const top = withStages(
    totals,
    { kind: 'filter', predicate: named },
    { kind: 'sort', keys: order },
    { kind: 'limit', rows: limit },
  );
  const relation = { ...top.relation, columns: [key] };
  const among = atomOf({ kind: 'in-query', ignoreCase: false, left: series.expr, relation });
  if (!isText(series.expr.type) || !ast.aggregates.every(addsUp)) {
    return { bound: withStages(bound, { kind: 'filter', predicate: among }), keys };
  }
  const at = ast.span;
  const args = [predicateExpr(among, at), series.expr, constant('other', 'string', at)];
  const folded = callExpr(iff, args, 'string', at);
  return { bound, keys: [time, { ...series, explicit: true, expr: folded }] };
}

function addsUp({ value }: Ast.NamedExpr): boolean {
  const fn = value.kind === 'call' ? findFunction(value.name, value.args.length) : undefined;
  return fn?.kind === 'aggregate' && fn.additive === true;
}

/** One row for each group, its values as arrays over an axis of even steps; gaps have the default. */
export function bindMakeSeries(b: Binding, input: Bound, ast: Ast.StageOf<'make-series'>): Bound | null {
  const place = { scope: input.scope, sink: null };
  const { bound, value: keys } = withRows(input, (rows): NamedValue[] => bindNamed(b, rows, ast.keys));
  const axis = bindExpr(b, place, ast.on);
  const [from, to, step] = [ast.from, ast.to, ast.step].map((one) => (one === null ? null : bindExpr(b, place, one)));
  if (step === undefined || step === null) return null;
  if ([axis, from, to, step, ...keys.map((key) => key.expr)].some((one) => one?.type === 'error')) return null;
  const quantity =
    axis.type === 'unknown' || axis.type === 'dynamic'
      ? cast(axis, from?.type === 'datetime' ? 'datetime' : 'real')
      : axis;
  if (!isNumber(quantity.type) && quantity.type !== 'datetime' && quantity.type !== 'timespan') {
    fail(b, 'E401', ast.on.span, 'the axis of make-series is a number or a time');
    return null;
  }
  const end = (one: Expr | null | undefined): Expr | null =>
    one?.type === 'string' && quantity.type === 'datetime' ? cast(one, 'datetime') : (one ?? null);
  const steps = { from: end(from), to: end(to), step, closed: ast.inclusive, max: seriesStepsMax };
  if (!isStepped(b, ast, quantity, { ...steps, ...endsWithin(input.scope, axis, steps) })) return null;
  const sink: AggregateSink = { aggregates: [], rows: bound.scope, bucketSeconds: stepSeconds(b, step) };
  const keyed = keys.map((key) => groupedBy(computedOf(b, key)));
  const scope: Scope = { ...bound.scope, table: null, columns: keyed.map((one) => one.column), order: null };
  const items: SeriesItem[] = [];
  for (const item of ast.items) {
    const expr = bindExpr(b, { scope, sink }, item.value);
    const fallback = item.default === null ? gapOf(expr) : bindExpr(b, place, item.default);
    if (expr.type === 'error' || fallback.type === 'error') return null;
    const name =
      item.name?.text ??
      (expr.kind === 'column' ? expr.column.name : outputName(item.value, expr)) ??
      valueName(expr) ??
      'series';
    items.push({ column: newColumn(b, name, { type: 'dynamic', nullable: false }), expr, fallback });
  }
  const axisName = outputName(ast.on, axis) ?? 'axis';
  const axisColumn = newColumn(b, axisName, { type: 'dynamic', nullable: false });
  const columns = [...keyed.map((one) => one.column), ...items.map((one) => one.column), axisColumn];
  const next = withStages(bound, {
    kind: 'series',
    keys: keyed,
    axis: quantity,
    from: steps.from,
    to: steps.to,
    step,
    inclusive: ast.inclusive,
    nonempty: ast.nonempty,
    aggregates: sink.aggregates,
    items,
    axisColumn,
    bucketSeconds: sink.bucketSeconds,
  });
  return closed(next, columns, 'make-series', true);
}

/** Between which ends there are steps at most, where only rows tell: the time of a scan lies in the range. */
function endsWithin(
  { table, range }: Scope,
  axis: Expr,
  { from, to }: Pick<Steps, 'from' | 'to'>,
): Pick<Steps, 'from' | 'to'> {
  if (axis.kind !== 'field' || axis.field.name !== table?.time.field) return { from, to };
  return { from: from ?? constant(range.from, 'datetime', axis), to: to ?? constant(range.to, 'datetime', axis) };
}

/** What stands where there are no rows, unless the query says something else: 0, as in Kusto; of what is no number, nothing. */
function gapOf(expr: Expr): Expr {
  const counts = isNumber(expr.type) || expr.type === 'timespan';
  return constant(counts ? 0n : null, expr.type, expr);
}

/** The arrays that make-series ends with as a row for each step, which is what a chart is made of; of steps in time only. */
export function inRows(b: Binding, bound: Bound): Bound {
  const stage = bound.relation.stages.at(-1);
  if (stage?.kind !== 'series' || stage.axis.type !== 'datetime') return bound;
  const step = constantOf(b)(stage.step);
  if (typeof step !== 'bigint') return bound;
  const arrays = [stage.axisColumn, ...stage.items.map(({ column }) => column)];
  const items = arrays.map((column): ExpandItem => ({
    column: newColumn(b, column.name, { type: 'dynamic', nullable: true }),
    expr: columnExpr(column, nowhere),
  }));
  const [time, ...values] = items.map(({ column }, index): Computed => {
    const expr = cast(columnExpr(column, nowhere), index === 0 ? 'datetime' : 'real');
    return { column: newColumn(b, column.name, { ...expr, unit: stage.items[index - 1]?.expr.unit }), expr };
  });
  if (time === undefined) return bound;
  const binned = { ...time, column: { ...time.column, binNs: step } };
  const expanded = withStages(
    bound,
    { kind: 'expand', items, bag: 'bag' },
    { kind: 'compute', columns: [binned, ...values] },
  );
  return withColumns(
    expanded,
    [binned, ...stage.keys, ...values].map(({ column }) => column),
  );
}

function stepSeconds(b: Binding, step: Expr): number {
  const value = constantOf(b)(step);
  return typeof value === 'bigint' ? Number(value) / 1e9 : 1;
}
