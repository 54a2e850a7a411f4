import { findFunction } from '../functions/all.ts';
import { returned, type AggregateFunction } from '../functions/registry.ts';
import type * as Ast from '../syntax/ast.ts';
import { closed, columnExpr, errorExpr, fail, fieldIn, type Binding, type Bound, type Scope } from './binding.ts';
import { aggregateExpr } from './call.ts';
import { arrayItem, bindNamed, computedOf, passed, tooManyColumns, uniqueNames, type NamedValue } from './columns.ts';
import { bindExpr, sinkAggregate, type AggregateSink, type Place } from './expression.ts';
import { aggregateName, outputName, valueName } from './names.ts';
import type { Computed, Expr } from './rq.ts';
import { allColumns } from './source.ts';
import { withRows, withStages } from './stage.ts';

/** Groups by the keys; every aggregate is a column of its own, arithmetic over them comes after. */
export function bindSummarize(b: Binding, input: Bound, ast: Ast.StageOf<'summarize'>): Bound | null {
  const starred = ast.aggregates.some((item) => usesStar(item.value));
  const start = starred ? allColumns(b, input) : input;
  const { bound, value: keys } = withRows(start, (place) => bindNamed(b, place, ast.keys));
  if (keys.some((key) => key.expr.type === 'error')) return null;
  return summarized(b, bound, keys, ast.aggregates, ast.span);
}

/** Shared with timechart and count, which bring their own keys. */
export function summarized(
  b: Binding,
  bound: Bound,
  keys: readonly NamedValue[],
  items: readonly Ast.NamedExpr[],
  at: { start: number; end: number },
): Bound | null {
  const keyed = keys.map((key) => computedOf(b, key));
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
  return closed(next, columns, 'summarize');
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
      values.push(...several);
      continue;
    }
    const expr = bindExpr(b, place, ast.value);
    const [name] = ast.names;
    const given = name?.text ?? aggregateOutputName(place, ast.value, expr);
    if (given === undefined) unnamed += 1;
    values.push({ name: given ?? `Column${unnamed}`, explicit: name !== undefined, expr, ast });
    for (const [index, extra] of ast.names.slice(1).entries()) {
      values.push({ name: extra.text, explicit: true, expr: arrayItem(expr, index + 1), ast });
    }
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

/** Aggregates that make several columns: percentiles, arg_max with values, take_any of several. */
function severalColumns(
  b: Binding,
  place: Place,
  ast: Ast.NamedExpr,
  keys: readonly NamedValue[],
): NamedValue[] | null {
  if (ast.value.kind !== 'call' || place.sink === null) return null;
  const name = ast.value.name.toLowerCase();
  if (name === 'percentiles' || name === 'percentilesw') return percentileColumns(b, place, ast, ast.value, name);
  if (name === 'arg_max' || name === 'arg_min' || name === 'argmax' || name === 'argmin') {
    return argColumns(b, place, ast, ast.value, name.endsWith('max') ? 'arg_max' : 'arg_min', keys);
  }
  if (name === 'take_any' || name === 'any') return anyColumns(b, place, ast, ast.value, keys);
  return null;
}

function percentileColumns(
  b: Binding,
  place: Place,
  ast: Ast.NamedExpr,
  call: Ast.CallExpr,
  name: string,
): NamedValue[] {
  const single = findFunction(name === 'percentiles' ? 'percentile' : 'percentilew');
  const fixed = name === 'percentiles' ? 1 : 2;
  if (single?.kind !== 'aggregate' || place.sink === null) return [];
  if (call.args.length <= fixed) {
    fail(b, 'E402', call.span, `${name}() takes a value and at least one percentile`);
    return [];
  }
  const sink = place.sink;
  return call.args.slice(fixed).map((arg, index): NamedValue => {
    const one: Ast.CallExpr = { ...call, name: single.name, args: [...call.args.slice(0, fixed), arg] };
    const expr = aggregateExpr(b, place, one, single);
    const given = ast.names[index];
    if (expr === null) return errorValue(ast, call);
    const column = aggregateName(expr);
    const made = sinkAggregate(b, sink, expr, column);
    return { name: given?.text ?? column, explicit: given !== undefined, expr: made, ast };
  });
}

function errorValue(ast: Ast.NamedExpr, call: Ast.CallExpr): NamedValue {
  return { name: '', explicit: false, expr: errorExpr(call.span), ast };
}

/** `arg_max(t, a, b)`: t itself, then a and b of its row. `*` is every column that is no key. */
function argColumns(
  b: Binding,
  place: Place,
  ast: Ast.NamedExpr,
  call: Ast.CallExpr,
  kind: 'arg_max' | 'arg_min',
  keys: readonly NamedValue[],
): NamedValue[] {
  const sink = place.sink;
  const best = findFunction(kind === 'arg_max' ? 'max' : 'min');
  const carry = findFunction(kind);
  const [by, ...carried] = call.args;
  if (sink === null || best?.kind !== 'aggregate' || carry?.kind !== 'aggregate' || by === undefined) {
    fail(b, 'E402', call.span, `${kind}() takes a value to compare, and the columns to show`);
    return [errorValue(ast, call)];
  }
  const rows: Place = { scope: sink.rows, sink: null };
  const order = bindExpr(b, rows, by.value);
  if (order.type === 'error') return [errorValue(ast, call)];
  const at = call.span;
  const extreme = aggregate(best, [order], returned(best, [order], []), order.unit, at);
  const first: NamedValue = {
    name:
      ast.names[0]?.text ??
      outputName(by.value, order) ??
      `${kind === 'arg_max' ? 'max' : 'min'}_${valueName(order) ?? ''}`,
    explicit: ast.names.length > 0,
    expr: sinkAggregate(b, sink, extreme, 'arg', fieldIn(order)),
    ast,
  };
  const shown = carried.flatMap((arg): { name: string; expr: Expr }[] => {
    if (arg.value.kind === 'star') return starColumns(sink.rows, [order, ...keys.map((key) => key.expr)]);
    const expr = bindExpr(b, rows, arg.value);
    return [
      { name: outputName(arg.value, expr) ?? `${kind}_${valueName(order) ?? ''}_${valueName(expr) ?? ''}`, expr },
    ];
  });
  const others = shown.map((one, index): NamedValue => {
    if (one.expr.type === 'error') return errorValue(ast, call);
    const given = ast.names[index + 1];
    const carriedOn = aggregate(carry, [order, one.expr], one.expr.type, one.expr.unit, at);
    const made = sinkAggregate(b, sink, carriedOn, 'arg', fieldIn(one.expr));
    return { name: given?.text ?? one.name, explicit: given !== undefined, expr: made, ast };
  });
  return [first, ...others];
}

function aggregate(
  fn: AggregateFunction,
  args: readonly Expr[],
  type: Expr['type'],
  unit: Expr['unit'],
  at: { start: number; end: number },
): Expr {
  return {
    kind: 'aggregate',
    fn,
    args,
    type,
    nullable: true,
    ...(unit === undefined ? {} : { unit }),
    start: at.start,
    end: at.end,
  };
}

function starColumns(scope: Scope, except: readonly Expr[]): { name: string; expr: Expr }[] {
  const skip = new Set(except.flatMap((expr) => (expr.kind === 'column' ? [expr.column.id] : [])));
  return scope.columns
    .filter((column) => !skip.has(column.id))
    .map((column) => ({ name: column.name, expr: columnExpr(column, { start: 0, end: 0 }) }));
}

function anyColumns(
  b: Binding,
  place: Place,
  ast: Ast.NamedExpr,
  call: Ast.CallExpr,
  keys: readonly NamedValue[],
): NamedValue[] | null {
  const sink = place.sink;
  const fn = findFunction('take_any');
  if (sink === null || fn?.kind !== 'aggregate') return null;
  const rows: Place = { scope: sink.rows, sink: null };
  const shown = call.args.flatMap((arg): { name: string; expr: Expr }[] => {
    if (arg.value.kind === 'star')
      return starColumns(
        sink.rows,
        keys.map((key) => key.expr),
      );
    const expr = bindExpr(b, rows, arg.value);
    return [{ name: outputName(arg.value, expr) ?? `any_${valueName(expr) ?? ''}`, expr }];
  });
  return shown.map((one, index): NamedValue => {
    if (one.expr.type === 'error') return errorValue(ast, call);
    const given = ast.names[index];
    const taken = aggregate(fn, [one.expr], one.expr.type, one.expr.unit, call.span);
    const made = sinkAggregate(b, sink, taken, 'any', fieldIn(one.expr));
    return { name: given?.text ?? one.name, explicit: given !== undefined, expr: made, ast };
  });
}

export function bindCount(b: Binding, bound: Bound, ast: Ast.StageOf<'count'>): Bound | null {
  const name = ast.as ?? { text: 'Count', quoted: false, span: ast.span };
  const call: Ast.CallExpr = { kind: 'call', span: ast.span, name: 'count', nameSpan: ast.span, args: [] };
  return summarized(b, bound, [], [{ span: ast.span, names: [name], value: call }], ast.span);
}

export function bindDistinct(b: Binding, input: Bound, ast: Ast.StageOf<'distinct'>): Bound | null {
  if (ast.all) {
    const all = allColumns(b, input);
    return distinctRows(all, passed(all.scope.columns));
  }
  const { bound, value: keys } = withRows(input, (place) => bindNamed(b, place, ast.columns));
  if (keys.some((key) => key.expr.type === 'error')) return null;
  return distinctRows(
    bound,
    uniqueNames(b, keys).map((key) => computedOf(b, key)),
  );
}

function distinctRows(bound: Bound, computed: readonly Computed[]): Bound {
  const columns = computed.map((one) => one.column);
  const next = withStages(bound, { kind: 'project', columns: computed }, { kind: 'distinct', columns });
  return closed(next, columns, 'distinct');
}
