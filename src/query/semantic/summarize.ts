import { argMax, argMin, max, min, takeAny, takeRow } from '../functions/aggregates.ts';
import { percentile, percentilew } from '../functions/percentiles.ts';
import { returned, type AggregateFunction } from '../functions/registry.ts';
import type * as Ast from '../syntax/ast.ts';
import {
  closed,
  columnExpr,
  columnId,
  errorExpr,
  fail,
  fieldIn,
  type Binding,
  type Bound,
  type Scope,
} from './binding.ts';
import { aggregateExpr } from './call.ts';
import {
  bindNamed,
  computedOf,
  groupedBy,
  keyAgain,
  namedItems,
  tooManyColumns,
  uniqueNames,
  type NamedValue,
} from './columns.ts';
import { bindExpr, sinkAggregate, type AggregateSink, type Place } from './expression.ts';
import { aggregateName, outputName, valueName } from './names.ts';
import type { Computed, Expr } from './rq.ts';
import { allColumns } from './source.ts';
import { withRows, withStages } from './stage.ts';
import { nowhere, type Span } from '../text/span.ts';

/** Groups by the keys; every aggregate is a column of its own, arithmetic over them comes after. */
export function bindSummarize(b: Binding, input: Bound, ast: Ast.StageOf<'summarize'>): Bound | null {
  const starred = ast.aggregates.some((item) => usesStar(item.value));
  const start = starred ? allColumns(b, input) : input;
  const { bound, value: keys } = withRows(start, (place) => bindNamed(b, { ...place, keys: true }, ast.keys));
  if (keys.some((key) => key.expr.type === 'error')) return null;
  return summarized(b, bound, keys, ast.aggregates, ast.span);
}

/** Shared with timechart and count, which bring their own keys. */
export function summarized(
  b: Binding,
  bound: Bound,
  keys: readonly NamedValue[],
  items: readonly Ast.NamedExpr[],
  at: Span,
): Bound | null {
  const keyed = keys.map((key) => groupedBy(computedOf(b, key)));
  const scope: Scope = { ...bound.scope, table: null, columns: keyed.map((one) => one.column), order: null };
  const sink: AggregateSink = { aggregates: [], rows: bound.scope, bucketSeconds: bucketSeconds(bound, keyed) };
  const values = namedAggregates(b, { scope, sink }, items, keys);
  if (values.some((value) => value.expr.type === 'error') || tooManyColumns(b, at, keys.length + values.length))
    return null;
  if (items.length > 0 && keyed.length === 0 && sink.aggregates.length === 0) {
    fail(b, 'E406', at, 'nothing is aggregated here; use count(), or extend for a value in every row');
    return null;
  }
  const all = uniqueNames(b, [...keys, ...values]);
  if (b.diagnostics.some((one) => one.code === 'E306')) return null;
  const named = all.slice(0, keys.length).map((key, index): Computed => {
    const made = keyed[index];
    if (made === undefined) throw new Error('a key without its column');
    return { ...made, column: { ...made.column, name: key.name } };
  });
  const outputs = all.slice(keys.length).map((value) => withLegacyNames(b, value));
  const columns = [...named.map((one) => one.column), ...outputs.map((one) => one.column)];
  const next = withStages(bound, {
    kind: 'aggregate',
    keys: named,
    aggregates: sink.aggregates,
    outputs,
    bucketSeconds: sink.bucketSeconds,
  });
  return closed(next, columns, 'summarize', true);
}

/** Seconds of one bucket: the bin among the keys, else the whole range. */
function bucketSeconds(bound: Bound, keys: readonly Computed[]): number {
  const width = keys.find((key) => key.column.binNs !== undefined)?.column.binNs;
  const ns = width ?? bound.scope.range.to - bound.scope.range.from;
  return Number(ns) / 1e9;
}

/** Names that dashboards of the predecessor use for the same column. */
function withLegacyNames(b: Binding, value: NamedValue): Computed {
  const computed = computedOf(b, value);
  const legacy: string[] = [...(computed.column.hidden ?? [])];
  const ast = value.ast.value;
  if (ast.kind === 'call') {
    const name = ast.name.toLowerCase();
    legacy.push(`${name}_`);
    const percentile = /^percentile_(.+)_(\d+)$/.exec(value.name);
    if (percentile !== null)
      legacy.push(`p${percentile[2]}_${percentile[1]}`, `percentile_${percentile[1]}_${percentile[2]}_0`);
  }
  if (ast.kind === 'binary') legacy.push('arith_');
  return legacy.length === 0 ? computed : { ...computed, column: { ...computed.column, hidden: legacy } };
}

function usesStar(ast: Ast.Expr): boolean {
  return ast.kind === 'call' && ast.name.toLowerCase() !== 'count' && ast.args.some((arg) => arg.value.kind === 'star');
}

function namedAggregates(
  b: Binding,
  place: Place,
  items: readonly Ast.NamedExpr[],
  keys: readonly NamedValue[],
): NamedValue[] {
  const values: NamedValue[] = [];
  let unnamed = 0;
  for (const ast of items) {
    const several = severalColumns(b, place, ast, keys);
    if (several !== null) {
      if (ast.names.length > several.length)
        fail(b, 'E402', ast.span, `this makes ${several.length} columns, for ${ast.names.length} names`);
      values.push(...several);
      continue;
    }
    const expr = bindExpr(b, place, ast.value);
    if (ast.names.length > 1) {
      values.push(...namedItems(ast, expr));
      continue;
    }
    const [name] = ast.names;
    const given = name?.text ?? aggregateOutputName(place, ast.value, expr);
    if (given === undefined) unnamed += 1;
    values.push({ name: given ?? `Column${unnamed}`, explicit: name !== undefined, expr, ast });
  }
  return values;
}

/** `avg(d)` is avg_d, `round(avg(d), 2)` too; arithmetic over aggregates is ColumnN. */
function aggregateOutputName(place: Place, ast: Ast.Expr, expr: Expr): string | undefined {
  if (expr.kind === 'column') return expr.column.name;
  if (expr.kind === 'call' && ast.kind === 'call') {
    const first = expr.args[0];
    if (first?.kind === 'column' && place.sink?.aggregates.some((one) => one.column.id === first.column.id) === true)
      return first.column.name;
  }
  if (expr.kind === 'cast' && expr.of.kind === 'column') return expr.of.column.name;
  return outputName(ast, expr);
}

/** A call that makes several columns, and where its aggregates go. */
interface Several {
  readonly ast: Ast.NamedExpr;
  readonly call: Ast.CallExpr;
  readonly sink: AggregateSink;
  readonly keys: readonly Expr[];
}

/** Aggregates that make several columns: percentiles, arg_max with values, take_any of several. */
function severalColumns(
  b: Binding,
  { sink }: Place,
  ast: Ast.NamedExpr,
  named: readonly NamedValue[],
): NamedValue[] | null {
  if (ast.value.kind !== 'call' || sink === null) return null;
  const of: Several = { ast, call: ast.value, sink, keys: named.map((key) => key.expr) };
  switch (ast.value.name.toLowerCase()) {
    case 'percentiles':
      return percentileColumns(b, of, percentile, 1);
    case 'percentilesw':
      return percentileColumns(b, of, percentilew, 2);
    case 'arg_max':
    case 'argmax':
      return argColumns(b, of, argMax, max);
    case 'arg_min':
    case 'argmin':
      return argColumns(b, of, argMin, min);
    case 'take_any':
    case 'any':
      return takenColumns(b, of, ast.value.args, ast.names, takeAny, [], 'any');
    default:
      return null;
  }
}

function percentileColumns(b: Binding, of: Several, single: AggregateFunction, fixed: number): NamedValue[] {
  const { ast, call, sink } = of;
  if (call.args.length <= fixed) {
    fail(b, 'E402', call.span, `${call.name.toLowerCase()}() takes a value and at least one percentile`);
    return [];
  }
  return call.args.slice(fixed).map((arg, index): NamedValue => {
    const one: Ast.CallExpr = { ...call, name: single.name, args: [...call.args.slice(0, fixed), arg] };
    const expr = aggregateExpr(b, sink.rows, one, single);
    if (expr === null) return errorValue(of);
    const [given, column] = [ast.names[index], aggregateName(expr)];
    const made = sinkAggregate(b, sink, expr, column);
    return { name: given?.text ?? column, explicit: given !== undefined, expr: made, ast };
  });
}

function errorValue({ ast, call }: Several): NamedValue {
  return { name: '', explicit: false, expr: errorExpr(call.span), ast };
}

/** `arg_max(t, a, b)`: t itself, then a and b of its row. */
function argColumns(b: Binding, of: Several, carry: AggregateFunction, best: AggregateFunction): NamedValue[] {
  const { ast, call, sink, keys } = of;
  const [by, ...carried] = call.args;
  if (by === undefined) {
    fail(b, 'E402', call.span, `${carry.name}() takes a value to compare, and the columns to show`);
    return [errorValue(of)];
  }
  const order = bindExpr(b, { scope: sink.rows, sink: null }, by.value);
  if (order.type === 'error') return [errorValue(of)];
  const extreme = aggregate(best, [order], returned(best, [order], []), order.unit, call.span);
  const first: NamedValue = {
    name: ast.names[0]?.text ?? outputName(by.value, order) ?? `${best.name}_${valueName(order) ?? ''}`,
    explicit: ast.names.length > 0,
    expr: sinkAggregate(b, sink, extreme, carry.name, fieldIn(order)),
    ast,
  };
  const beside = { ...of, keys: [order, ...keys] };
  const prefix = `${carry.name}_${valueName(order) ?? ''}`;
  return [first, ...takenColumns(b, beside, carried, ast.names.slice(1), carry, [order], prefix)];
}

/** Columns of one row of each group. `*` is every column that is no key. */
function takenColumns(
  b: Binding,
  of: Several,
  args: readonly Ast.Argument[],
  names: readonly Ast.Name[],
  fn: AggregateFunction,
  before: readonly Expr[],
  prefix: string,
): NamedValue[] {
  const { ast, call, sink, keys } = of;
  const shown = args.flatMap(({ value }): Taken[] => {
    if (value.kind === 'star') return starColumns(sink.rows, keys);
    const expr = bindExpr(b, { scope: sink.rows, sink: null }, value);
    return [{ name: outputName(value, expr) ?? `${prefix}_${valueName(expr) ?? ''}`, expr }];
  });
  return shown.map(({ name, expr, row }, index): NamedValue => {
    if (expr.type === 'error') return errorValue(of);
    const given = names[index];
    const taking = fn === takeAny && shown.length > 1 ? takeRow : fn;
    const taken = aggregate(taking, [...before, expr], expr.type, expr.unit, call.span);
    const made = sinkAggregate(b, sink, taken, fn.name, fieldIn(expr));
    return { name: given?.text ?? name, explicit: given !== undefined, expr: made, ast, row };
  });
}

type Taken = Pick<NamedValue, 'name' | 'expr' | 'row'>;

function aggregate(
  fn: AggregateFunction,
  args: readonly Expr[],
  type: Expr['type'],
  unit: Expr['unit'],
  at: Span,
): Expr {
  return {
    kind: 'aggregate',
    fn,
    args,
    type,
    nullable: true,
    unit,
    start: at.start,
    end: at.end,
  };
}

function starColumns(scope: Scope, except: readonly Expr[]): Taken[] {
  const skip = new Set(except.flatMap((expr) => (expr.kind === 'column' ? [expr.column.id] : [])));
  return scope.columns
    .filter((column) => !skip.has(column.id))
    .map((column) => ({ name: column.name, expr: columnExpr(column, nowhere), row: column.row }));
}

export function bindCount(b: Binding, bound: Bound, ast: Ast.StageOf<'count'>): Bound | null {
  const name = ast.as ?? { text: 'Count', quoted: false, span: ast.span };
  const call: Ast.CallExpr = { kind: 'call', span: ast.span, name: 'count', nameSpan: ast.span, args: [] };
  return summarized(b, bound, [], [{ span: ast.span, names: [name], value: call }], ast.span);
}

export function bindDistinct(b: Binding, input: Bound, ast: Ast.StageOf<'distinct'>): Bound | null {
  if (ast.all) {
    const all = allColumns(b, input);
    return distinctRows(
      all,
      all.scope.columns.map((column) => ({
        column: { ...column, id: columnId(b) },
        expr: columnExpr(column, nowhere),
      })),
    );
  }
  const { bound, value: keys } = withRows(input, (place) => bindNamed(b, place, ast.columns));
  if (keys.some((key) => key.expr.type === 'error')) return null;
  return distinctRows(
    bound,
    uniqueNames(b, keys).map((key) => computedOf(b, key)),
  );
}

function distinctRows(bound: Bound, values: readonly Computed[]): Bound {
  const computed = values.map((value) => keyAgain(groupedBy(value)));
  const columns = computed.map((one) => one.column);
  const next = withStages(bound, { kind: 'project', columns: computed }, { kind: 'distinct', columns });
  return closed(next, columns, 'distinct', true);
}
