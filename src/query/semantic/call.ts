import type { AttributeFact } from '../catalogue/table.ts';
import { findFunction, functionNames } from '../functions/all.ts';
import { tostring } from '../functions/casts.ts';
import {
  returned,
  type AggregateFunction,
  type Call,
  type FunctionEntry,
  type Param,
  type ScalarFunction,
} from '../functions/registry.ts';
import type * as Ast from '../syntax/ast.ts';
import { formatExpr } from '../syntax/format-expr.ts';
import { textOperators } from '../syntax/operators.ts';
import { didYouMean } from '../../lib/closest.ts';
import { functionsElsewhere } from '../text/elsewhere.ts';
import { suggest } from '../text/suggest.ts';
import { calling, proposal } from '../text/diagnostic.ts';
import { nowhere } from '../text/span.ts';
import { checkBin } from './bins.ts';
import {
  columnExpr,
  columnId,
  constant,
  errorExpr,
  fail,
  fieldIn,
  newColumn,
  type Binding,
  type Scope,
  warn,
} from './binding.ts';
import { lotOf } from './identity.ts';
import { isOfNoMeasure, isPastItsPoints, measures, overMetrics } from './metrics.ts';
import { timeField } from './resolve.ts';
import { cast, commonType, fit, hasOwnNumber, isPattern } from './coerce.ts';
import { inCalendar } from './constants.ts';
import { bindExpr, predicateExpr, sinkAggregate, visibleLet, type Place } from './expression.ts';
import { aggregateName } from './names.ts';
import { atomOf, bindPredicate, isPredicateCall } from './predicate.ts';
import { checkRegex } from './regex.ts';
import type { Expr, Predicate } from './rq.ts';
import { isLoose, isNumber, isText, typeName, type ConstValue, type Type } from './types.ts';

export function bindCall(b: Binding, place: Place, ast: Ast.CallExpr): Expr {
  if (isPredicateCall(ast.name)) return predicateExpr(bindPredicate(b, place, ast), ast.span);
  const entry = findFunction(ast.name, ast.args.length);
  if (entry === undefined) return unknownFunction(b, ast);
  if (entry.kind !== 'unsupported') b.used.functions.add(entry.name);
  switch (entry.kind) {
    case 'unsupported': {
      const instead = entry.instead === undefined ? '' : `; ${entry.instead}`;
      fail(b, 'E601', ast.nameSpan, `function ${entry.name}() is not supported${instead}`);
      return errorExpr(ast.span);
    }
    case 'aggregate':
      return bindAggregate(b, place, ast, entry);
    case 'window':
      return bindWindow(b, place, ast, entry);
    case 'scalar':
      return bindScalar(b, place, ast, entry);
  }
}

function unknownFunction(b: Binding, ast: Ast.CallExpr): Expr {
  // A let that could not be read was told of already.
  const known = visibleLet(b, ast.name)?.value;
  if (known?.kind === 'expr' && known.expr.kind === 'error') return errorExpr(ast.span);
  const method = methodOf(ast);
  if (method !== null) {
    const fixes = proposal(ast.span, method);
    fail(b, 'E305', ast.nameSpan, `unknown function ${ast.name}()${didYouMean(method)}`, { fixes });
    return errorExpr(ast.span);
  }
  const near = suggest(ast.name, functionNames(), functionsElsewhere);
  fail(b, 'E305', ast.nameSpan, `unknown function ${ast.name}()${didYouMean(near, '()')}`, {
    fixes: proposal(ast.nameSpan, near),
  });
  return errorExpr(ast.span);
}

/** `body.contains("x")` and `contains(body, "x")`, as other languages call it, in this one. */
function methodOf({ name, args }: Ast.CallExpr): string | null {
  const dot = name.lastIndexOf('.');
  const given = args.map(({ value }) => formatExpr(value));
  const [of, ...values] = dot < 0 ? given : [name.slice(0, dot), ...given];
  const word = name.slice(dot + 1).toLowerCase();
  const operator = textOperators.get(word === 'includes' ? 'contains' : word);
  if (operator !== undefined && values.length === 1) return `${of} ${operator} ${values.join()}`;
  const fn = findFunction(word, values.length + 1);
  return fn === undefined ? null : `${fn.name}(${[of, ...values].join(', ')})`;
}

function bindScalar(b: Binding, place: Place, ast: Ast.CallExpr, fn: ScalarFunction): Expr {
  const given = bindArguments(b, place, ast, fn);
  if (given === null) return errorExpr(ast.span);
  const args = fn.numeric === true ? given.map((arg) => (hasOwnNumber(arg) ? cast(arg, 'real') : arg)) : given;
  const [text] = args;
  if (fn === tostring && text !== undefined && isWritten(text)) return { ...text, type: 'string' };
  const unified = unify(b, ast, fn, args);
  if (unified === null) return errorExpr(ast.span);
  const fault = fn.fault?.(args) ?? null;
  if (fault !== null) {
    fail(b, 'E401', ast.span, `${fn.name}() ${fault}`);
    return errorExpr(ast.span);
  }
  const constants = unified.args.map(constantOf(b));
  const type = unified.type ?? returned(fn, unified.args, constants);
  const drawn = fn.volatile === undefined ? null : drawnAs(b, place.scope, fn, fn.volatile);
  const expr: Expr = {
    kind: 'call',
    fn: drawn?.fn ?? fn,
    args: drawn === null ? unified.args : [...unified.args, ...drawn.by],
    type,
    nullable: fn.nulls === 'never' ? false : fn.nulls === 'fallible' || unified.args.some((arg) => arg.nullable),
    start: ast.span.start,
    end: ast.span.end,
  };
  const checked = checkBin(b, place.scope, ast, expr);
  return checked === null ? errorExpr(ast.span) : foldedTime(b, checked);
}

/** A field that is a text in the store already: it stays the field, which its index answers. */
function isWritten(expr: Expr): boolean {
  const isPlain = expr.type === 'string' || expr.type === 'unknown';
  return isPlain && fieldIn(expr) !== undefined && !hasOwnNumber(expr) && !isPattern(expr);
}

/** Chance for a row and a call: where it has to fall the same each time, as far as something tells the rows apart. */
function drawnAs(
  b: Binding,
  scope: Scope,
  fn: ScalarFunction,
  { frozen }: NonNullable<ScalarFunction['volatile']>,
): { readonly fn: ScalarFunction; readonly by: readonly Expr[] } {
  const number = BigInt(columnId(b));
  const lot = b.options.frozen ? lotOf(b, scope, b.now, number) : null;
  if (lot !== null) return { fn: { ...fn, lower: frozen }, by: [lot] };
  return { fn, by: [drawnBy(scope), constant(number, 'long', nowhere)] };
}

/**
 * What chance is drawn for: a value of the row, beside the number of the call. Else the store draws once for all rows of an
 * array, once for each part of a table, which it then reads or leaves out as a whole, and once for all calls.
 */
function drawnBy(scope: Scope): Expr {
  if (scope.behind !== undefined) return drawnBy(scope.behind);
  const last = scope.columns.at(-1);
  const own = last === undefined ? constant(null, 'unknown', nowhere) : columnExpr(last, nowhere);
  return timeField(scope) ?? own;
}

/** Instants and distances are folded at once: bounds of the range and widths of bins must be known. */
function foldedTime(b: Binding, expr: Expr): Expr {
  if (expr.type !== 'datetime' && expr.type !== 'timespan') return expr;
  const computed = constantOf(b)(expr);
  if (computed === undefined) return expr;
  const value = expr.type === 'datetime' && typeof computed === 'bigint' ? inCalendar(computed) : computed;
  return constant(value, expr.type, expr);
}

const computedCharsMax = 4_096;

/** The value of an expression that can be computed now, or undefined. */
export function constantOf(b: Binding): (expr: Expr) => ConstValue | undefined {
  const valueOf = (expr: Expr): ConstValue | undefined => {
    if (expr.kind === 'const') return expr.value;
    if (expr.kind !== 'call' || expr.fn.volatile !== undefined || expr.fn.evaluate === undefined) return undefined;
    const constants = expr.args.map(valueOf);
    const values: ConstValue[] = [];
    let chars = 0;
    for (const value of constants) {
      if (value === undefined) return undefined;
      if (typeof value === 'string') chars += value.length;
      values.push(value);
    }
    // A text in another many times makes a very long one: the store has a limit for it.
    if (chars > computedCharsMax) return undefined;
    const call: Call = { args: expr.args, constants, type: expr.type, now: b.now };
    return expr.fn.evaluate(values, call);
  };
  return valueOf;
}

/** Attributes and JSON values are numbers beside numbers, and beside each other. */
function numericType(items: readonly Expr[]): Type | null {
  const isNull = (item: Expr): boolean => item.kind === 'const' && item.value === null;
  const isOfNumbers = items.some(({ type }) => isNumber(type)) || items.every(({ type }) => isLoose(type));
  if (!isOfNumbers) return commonType(items);
  return commonType(items.map((item) => (isLoose(item.type) && !isNull(item) ? { ...item, type: 'real' } : item)));
}

/** Branches of `case`, arguments of `coalesce`: brought to one type. */
function unify(
  b: Binding,
  ast: Ast.CallExpr,
  fn: ScalarFunction,
  args: readonly Expr[],
): { args: readonly Expr[]; type?: Type } | null {
  if (fn.unify === undefined) return { args };
  const positions = fn.unify(args.length);
  const items = positions.flatMap((position) => args[position] ?? []);
  const type = fn.numeric === true ? numericType(items) : commonType(items);
  if (type === null) {
    const types = [...new Set(items.map((item) => typeName(item.type)))].join(' and ');
    fail(b, 'E401', ast.span, `${fn.name}() would give ${types}; its values must be of one type`);
    return null;
  }
  const cased = args.map((arg, index) => (positions.includes(index) ? cast(arg, type) : arg));
  return { args: cased, type };
}

/** Binds and checks the arguments against the parameters; null when one of them, or the call, was refused. */
function bindArguments(
  b: Binding,
  place: Place,
  ast: Ast.CallExpr,
  fn: Exclude<FunctionEntry, { kind: 'unsupported' }>,
): Expr[] | null {
  const params = parametersFor(fn, ast.args.length);
  if (params === null) {
    fail(b, 'E402', ast.span, arityMessage(fn, ast.args.length));
    return null;
  }
  const named = ast.args.find((arg) => arg.name !== null);
  if (named !== undefined) {
    fail(b, 'E402', named.span, `${fn.name}() takes no named arguments`);
    return null;
  }
  const args: Expr[] = [];
  let refused = false;
  for (const [index, param] of params.entries()) {
    const given = ast.args[index];
    if (given === undefined) break;
    const arg = bindArgument(b, place, fn, param, given.value);
    if (arg === null || arg.type === 'error') refused = true;
    else args.push(arg);
  }
  return refused ? null : args;
}

function parametersFor(fn: Exclude<FunctionEntry, { kind: 'unsupported' }>, count: number): readonly Param[] | null {
  const required = fn.params.filter((param) => param.optional !== true).length;
  const rest = fn.rest;
  if (rest === undefined) return count < required || count > fn.params.length ? null : fn.params;
  const repeated = rest.params.length;
  const optional = fn.params.length - required;
  // Optional parameters are taken before repetition begins.
  const over = count - fn.params.length;
  if (over < 0 && count < required + (optional > 0 ? 0 : rest.min * repeated)) return null;
  const groups = Math.max(0, Math.ceil(over / repeated));
  if (count < required || groups < rest.min || (rest.max !== undefined && groups > rest.max)) return null;
  const all = [...fn.params, ...Array.from({ length: groups }, () => rest.params).flat()];
  const isAlone = rest.last !== undefined && count === all.length - repeated + 1;
  return isAlone ? [...all.slice(0, count - 1), rest.last] : all;
}

function arityMessage(fn: Exclude<FunctionEntry, { kind: 'unsupported' }>, given: number): string {
  const required = fn.params.filter((param) => param.optional !== true).length;
  const repeated = fn.rest === undefined ? 0 : fn.rest.min * fn.rest.params.length;
  const least = required + (fn.rest?.last === undefined ? repeated : 1);
  const most = fn.rest === undefined ? fn.params.length : undefined;
  const wanted = most === undefined ? `at least ${least}` : least === most ? `${least}` : `${least} to ${most}`;
  return `${fn.name}() takes ${wanted} argument${wanted === '1' || wanted === 'at least 1' ? '' : 's'}, not ${given}`;
}

function bindArgument(b: Binding, place: Place, fn: { name: string }, param: Param, ast: Ast.Expr): Expr | null {
  if (ast.kind === 'star')
    return param.type === 'star' ? constant('*', 'string', ast.span) : reject(b, fn, param, "'*'", ast);
  if (param.type === 'type')
    return ast.kind === 'typeof' ? constant(ast.type, 'string', ast.span) : reject(b, fn, param, 'something else', ast);
  if (param.type === 'predicate') return predicateExpr(bindPredicate(b, place, ast), ast.span);
  const expr = bindExpr(b, place, ast);
  if (expr.type === 'error') return expr;
  const fitted = fit(expr, param.type);
  if (fitted === null) return reject(b, fn, param, describe(expr), ast, expr);
  return checkConstant(b, fn, param, fitted, ast);
}

function describe(expr: Expr): string {
  const name = expr.kind === 'field' ? expr.field.name : expr.kind === 'column' ? expr.column.name : 'this';
  return `${name} is ${typeName(expr.type)}`;
}

const wantedNames: Partial<Record<Param['type'], string>> = {
  number: 'a number',
  int: 'an integer',
  real: 'a number',
  quantity: 'a number or a time',
  amount: 'a number or a timespan',
  datetime: 'a datetime',
  timespan: 'a timespan',
  bool: 'a condition',
  type: 'typeof(…)',
};

function reject(b: Binding, fn: { name: string }, param: Param, got: string, ast: Ast.Expr, expr?: Expr): null {
  const wanted = wantedNames[param.type] ?? `another type for ${param.name}`;
  const numeric = ['number', 'real', 'quantity', 'amount'].includes(param.type);
  const path = ast.kind === 'path' && expr !== undefined && isText(expr.type) && numeric;
  fail(b, 'E401', ast.span, `${fn.name}() needs ${wanted}; ${got}`, {
    fixes: path ? [calling('todouble', ast.span)] : [],
  });
  return null;
}

function checkConstant(b: Binding, fn: { name: string }, param: Param, expr: Expr, ast: Ast.Expr): Expr | null {
  const value = constantOf(b)(expr);
  if (value === undefined) {
    if (param.constant !== true) return expr;
    fail(b, 'E403', ast.span, `${param.name} of ${fn.name}() must be a constant`);
    return null;
  }
  if (value === null && param.constant === true && param.type !== 'bool') {
    fail(b, 'E403', ast.span, `${param.name} of ${fn.name}() must not be null`);
    return null;
  }
  if (param.range !== undefined && value !== null) {
    const number = Number(value);
    if (number < param.range[0] || number > param.range[1]) {
      fail(
        b,
        'E501',
        ast.span,
        `${param.name} of ${fn.name}() must be between ${param.range[0]} and ${param.range[1]}`,
      );
      return null;
    }
  }
  if (param.percent === true && Number(value) > 0 && Number(value) < 1) warnOfShare(b, Number(value), ast);
  if (param.oneOf !== undefined && typeof value === 'string' && !param.oneOf.includes(value.toLowerCase())) {
    const near = suggest(value, param.oneOf);
    fail(b, 'E404', ast.span, `${param.name} of ${fn.name}() is one of ${param.oneOf.join(', ')}${didYouMean(near)}`, {
      fixes: proposal(ast.span, near && JSON.stringify(near)),
    });
    return null;
  }
  if (param.type === 'regex' && typeof value === 'string') {
    if (!checkRegex(b, value, { start: ast.span.start + 1, end: Math.max(ast.span.start + 1, ast.span.end - 1) }))
      return null;
  }
  // A constant parameter is given to the lowering as the constant it comes to.
  return param.constant === true && expr.kind !== 'const' ? constant(value, expr.type, ast.span) : expr;
}

/** `percentile(duration, 0.95)`, as where the argument is a share. */
function warnOfShare(b: Binding, share: number, ast: Ast.Expr): void {
  const meant = String(Number((share * 100).toFixed(6)));
  warn(b, 'W407', ast.span, `percentiles go from 0 to 100${didYouMean(meant)}`, {
    fixes: proposal(ast.span, meant),
  });
}

type AggregateOf = Extract<Expr, { kind: 'aggregate' }>;

/** The aggregate itself, of rows, outside of any column: the caller decides where it goes. */
export function aggregateExpr(b: Binding, rows: Scope, ast: Ast.CallExpr, fn: AggregateFunction): AggregateOf | null {
  const args = bindArguments(b, { scope: rows, sink: null }, ast, fn);
  if (args === null) return null;
  const at = fn.condition;
  const filterArg = at === undefined ? undefined : args[at];
  const filter: Predicate | undefined =
    filterArg === undefined
      ? undefined
      : filterArg.kind === 'predicate'
        ? filterArg.predicate
        : atomOf({ kind: 'truth', of: filterArg });
  const values = at === undefined ? args : args.filter((_, index) => index !== at);
  const constants = values.map(constantOf(b));
  const type = returned(fn, values, constants);
  const expr: AggregateOf = {
    kind: 'aggregate',
    fn,
    args: values,
    filter,
    time: timeOf(rows, fn),
    type,
    nullable: fn.nullable,
    unit: fn.keepsUnit === true ? values[0]?.unit : undefined,
    start: ast.span.start,
    end: ast.span.end,
  };
  const { table, closedBy } = rows;
  if (table?.metrics === true && isOfNoMeasure(expr)) {
    const message = `over metrics ${fn.name}() is of ${measures.join(', ')}, or of one of them times a constant; choose points with where, and calculate with what it gives`;
    fail(b, 'E415', ast.span, message);
    return null;
  }
  warnOfNoNumber(b, expr, ast.args[0]?.value);
  if (table?.metrics === true) return overMetrics(table, expr);
  if (isPastItsPoints(expr)) {
    const stage = closedBy ?? 'a stage';
    fail(b, 'E415', ast.span, `${fn.name}() is of the points of a metric; ask for it before ${stage} hides them`);
    return null;
  }
  return expr;
}

/** A number of what nobody sent as one: of texts it is null. */
function warnOfNoNumber(b: Binding, { fn, type, args: [value] }: AggregateOf, ast: Ast.Expr | undefined): void {
  const of = value?.kind === 'cast' ? value.of : value;
  if (type !== 'real' || of?.kind !== 'field' || of.type !== 'unknown' || ast === undefined) return;
  const { name, path } = of.field;
  const sent = path.keys
    .flatMap((key) => b.catalogue.attributesByKey.get(key) ?? [])
    .filter(({ scope }) => scope === path.scope);
  const isOfNumbers = ({ types, samples = [] }: AttributeFact): boolean =>
    types.includes('number') || samples.some((one) => one.trim() !== '' && Number.isFinite(Number(one)));
  if (sent.length === 0 || sent.some(isOfNumbers)) return;
  const message = `${name} is not sent as a number, and ${fn.name}() is of numbers`;
  // What takes texts as well has only to be told that these are some.
  const takesText = fn.params[0]?.type === 'any';
  warn(b, 'W408', ast.span, takesText ? `${message}; ${fn.name}(tostring(${name})) is of texts` : message, {
    fixes: takesText ? [calling('tostring', ast.span)] : [],
  });
}

/** `first` and `last` go by the time of the rows. */
function timeOf(scope: Scope, fn: AggregateFunction): Expr | undefined {
  if (fn.name !== 'first' && fn.name !== 'last') return undefined;
  const own = scope.columns.find((column) => column.name === 'timestamp' && column.type === 'datetime');
  return own === undefined ? (timeField(scope) ?? undefined) : columnExpr(own, nowhere);
}

function bindAggregate(b: Binding, place: Place, ast: Ast.CallExpr, fn: AggregateFunction): Expr {
  if (place.sink === null) {
    const instead = place.keys === true ? "it stands before 'by'" : 'use it in summarize';
    fail(b, 'E405', ast.span, `aggregate ${fn.name}() is not allowed here; ${instead}`);
    return errorExpr(ast.span);
  }
  const expr = aggregateExpr(b, place.sink.rows, ast, fn);
  if (expr === null) return errorExpr(ast.span);
  return sinkAggregate(b, place.sink, expr, aggregateName(expr));
}

function bindWindow(b: Binding, place: Place, ast: Ast.CallExpr, fn: Extract<FunctionEntry, { kind: 'window' }>): Expr {
  if (place.windows === undefined) {
    fail(b, 'E405', ast.span, `${fn.name}() is not allowed here; use it in extend or project`);
    return errorExpr(ast.span);
  }
  if (place.scope.order === null) {
    fail(b, 'E408', ast.span, `${fn.name}() needs rows in order: put 'sort by' before it, or serialize`);
    return errorExpr(ast.span);
  }
  const args = bindArguments(b, place, ast, fn);
  if (args === null) return errorExpr(ast.span);
  const constants = args.map(constantOf(b));
  const type = returned(fn, args, constants);
  const expr: Expr = { kind: 'window', fn, args, type, nullable: true, start: ast.span.start, end: ast.span.end };
  const column = newColumn(b, fn.name, expr);
  place.windows.push({ column, expr });
  return columnExpr(column, expr);
}
