import { call, choose, literal, NULL, parametric, type Sql } from '../clickhouse/sql-ast.ts';
import type { Expr } from '../semantic/rq.ts';
import type { Type } from '../semantic/types.ts';
import type { AggregateCall, AggregateFunction, Param } from './registry.ts';

/*
 * What entries of aggregates are made of. A value is lowered to a nullable expression, and ClickHouse aggregates skip NULL;
 * `…OrNull` makes "of no rows" null where Kusto has null. With a condition the name takes the -If combinator.
 */

export const itemsMax = 10_000n;

export const any: Param = { name: 'value', type: 'any' };
export const number: Param = { name: 'value', type: 'number' };
export const quantity: Param = { name: 'value', type: 'quantity' };
export const amount: Param = { name: 'value', type: 'amount' };
export const condition: Param = { name: 'condition', type: 'predicate' };
export const percent: Param = { name: 'percentile', type: 'number', constant: true, range: [0, 100], percent: true };
export const cap: Param = { name: 'max', type: 'int', optional: true, constant: true, range: [1, 1_048_576] };

export function first(args: readonly Sql[]): Sql {
  return args[0] ?? NULL;
}

/** `name(args)` or `nameIf(args, condition)`, beside the rows `name(args) OVER ()`; OrNull comes last. */
export function agg(
  name: string,
  args: readonly Sql[],
  info: AggregateCall,
  orNull = false,
  params: readonly Sql[] = [],
): Sql {
  const full = `${name}${info.condition === undefined ? '' : 'If'}${orNull ? 'OrNull' : ''}`;
  const all = info.condition === undefined ? args : [...args, info.condition];
  const fn = params.length === 0 ? call(full, ...all) : parametric(full, params, ...all);
  return info.beside ? { kind: 'window', fn, partition: [], order: [] } : fn;
}

export const sameType = (args: readonly Expr[]): Type =>
  args[0]?.type === 'unknown' ? 'real' : (args[0]?.type ?? 'long');
export const widened = (args: readonly Expr[]): Type => {
  const type = sameType(args);
  return type === 'int' ? 'long' : type;
};
export const averaged = (args: readonly Expr[]): Type => {
  const type = sameType(args);
  return type === 'timespan' || type === 'datetime' || type === 'decimal' ? type : 'real';
};
export const named =
  (prefix: string) =>
  (name: string | undefined): string =>
    `${prefix}_${name ?? ''}`;

const numbersOnly: ReadonlySet<Type | undefined> = new Set(['real', 'unknown', 'dynamic']);

/** What is added up: NaN is passed over, as the engine's extremes and quantiles do. One of them would leave no sum of all the others. */
export function summand(value: Sql, { args }: AggregateCall): Sql {
  return numbersOnly.has(args[0]?.type) ? choose(call('isNaN', value), NULL, value) : value;
}

/** Times are averaged as nanoseconds, and made times again. */
export function overNs(info: AggregateCall, value: Sql, make: (value: Sql) => Sql): Sql {
  const type = info.args[0]?.type;
  if (type === 'datetime') {
    return call('fromUnixTimestamp64Nano', call('toInt64', make(call('toUnixTimestamp64Nano', value))), literal('UTC'));
  }
  return type === 'timespan' ? call('toInt64', make(value)) : make(value);
}

/** What `rate` divides by: how often its unit, the second argument or a second, goes into a bucket. */
export function unitsOf({ bucketSeconds, constants: [, unit] }: AggregateCall): Sql {
  return literal(bucketSeconds / (typeof unit === 'bigint' ? Number(unit) / 1e9 : 1));
}

/** An aggregate and its `…if` form: the same entry with a condition behind the value. */
export function withIf(
  fn: AggregateFunction,
  ifName: string,
  columnName?: AggregateFunction['columnName'],
): AggregateFunction[] {
  const { aliases: _aliases, ...rest } = fn;
  const params = [...fn.params.slice(0, 1), condition, ...fn.params.slice(1)];
  return [
    fn,
    {
      ...rest,
      name: ifName,
      params,
      condition: 1,
      columnName: columnName ?? named(ifName),
      example: `summarize ${ifName}(duration, level == "ERROR")`,
    },
  ];
}

interface Simple {
  readonly name: string;
  readonly sql: string;
  readonly param?: Param;
  readonly returns: AggregateFunction['returns'];
  readonly nullable: boolean;
  readonly doc: string;
  readonly keepsUnit?: true;
}

export function simple(of: Simple): AggregateFunction {
  return {
    kind: 'aggregate',
    name: of.name,
    params: [of.param ?? quantity],
    returns: of.returns,
    nullable: of.nullable,
    ...(of.keepsUnit === undefined ? {} : { keepsUnit: of.keepsUnit }),
    columnName: named(of.name),
    lower: (args, info) => overNs(info, first(args), (value) => agg(of.sql, [summand(value, info)], info, of.nullable)),
    doc: of.doc,
    example: `summarize ${of.name}(duration)`,
  };
}
