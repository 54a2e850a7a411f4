import { jsonOrNull, jsonString } from '../clickhouse/json.ts';
import { dynamicText, whole } from '../clickhouse/casts.ts';
import { allOf, call, choose, column, infix, lambda, literal, NULL, type Sql } from '../clickhouse/sql-ast.ts';
import type { ConstValue, Type } from '../semantic/types.ts';
import type { Call, Param, ParamType, ScalarFunction, UnsupportedFunction } from './registry.ts';

/** The pieces that lowerings are made of. Positions of arguments count from 0. */

export const param = (name: string, type: ParamType, extra: Partial<Param> = {}): Param => ({ name, type, ...extra });

export const optional = (name: string, type: ParamType, extra: Partial<Param> = {}): Param => ({
  name,
  type,
  optional: true,
  ...extra,
});

type Entry = Omit<ScalarFunction, 'kind' | 'nulls'> & { readonly nulls?: ScalarFunction['nulls'] };

export const scalar = (entry: Entry): ScalarFunction => ({ kind: 'scalar', nulls: 'propagate', ...entry });

export const unsupported = (names: string, instead?: string): UnsupportedFunction[] =>
  names.split(' ').map((name) => ({ kind: 'unsupported', name, ...(instead === undefined ? {} : { instead }) }));

export const arg = (args: readonly Sql[], index: number): Sql => args[index] ?? NULL;

export const argOr = (args: readonly Sql[], index: number, other: Sql): Sql => args[index] ?? other;

export const typeOf = (info: Call, index: number): Type => info.args[index]?.type ?? 'error';

export const orEmpty = (text: Sql): Sql => call('ifNull', text, literal(''));

export const int = (value: Sql): Sql => call('toInt64', value);

/** The nearest whole number; null where there is none. */
export const rounded = (value: Sql): Sql => whole(call('round', value));

export const equals = (a: Sql, b: Sql): Sql => infix('=', a, b);
export const less = (a: Sql, b: Sql): Sql => infix('<', a, b);
export const plus = (...items: readonly Sql[]): Sql => infix('+', ...items);
export const minus = (a: Sql, b: Sql): Sql => infix('-', a, b);
export const times = (a: Sql, b: Sql): Sql => infix('*', a, b);

/** `f(x -> …, array)`: `make` gets the lambda's variables. */
export const over = (fn: string, name: string, make: (item: Sql) => Sql, ...arrays: readonly Sql[]): Sql =>
  call(fn, lambda([name], make(column(name))), ...arrays);

export const over2 = (
  fn: string,
  names: readonly [string, string],
  make: (a: Sql, b: Sql) => Sql,
  ...arrays: readonly Sql[]
): Sql => call(fn, lambda(names, make(column(names[0]), column(names[1]))), ...arrays);

export const array = (...items: readonly Sql[]): Sql => ({ kind: 'array', items });

/* dynamic: JSON text. */

/** Elements of an array as JSON texts; of anything else none. */
export const items = (value: Sql): Sql => call('JSONExtractArrayRaw', orEmpty(value));

export const isArray = (value: Sql): Sql => equals(call('JSONType', orEmpty(value)), literal('Array'));
export const isBag = (value: Sql): Sql => equals(call('JSONType', orEmpty(value)), literal('Object'));

/** Pairs of key and JSON text as a bag. */
export const bagJson = (pairs: Sql): Sql => {
  const texts = over(
    'arrayMap',
    'm',
    (m) =>
      call(
        'concat',
        jsonString(call('tupleElement', m, literal(1))),
        literal(':'),
        call('tupleElement', m, literal(2)),
      ),
    pairs,
  );
  return call('concat', literal('{'), call('arrayStringConcat', texts, literal(',')), literal('}'));
};

/** A bag of these members; their values are JSON texts. */
export const record = (of: readonly (readonly [name: string, json: Sql])[]): Sql => {
  const texts = of.flatMap(([name, json], index) => [literal(`${index === 0 ? '{' : ','}"${name}":`), json]);
  return call('concat', ...texts, literal('}'));
};

export const members = (bag: Sql): Sql => call('JSONExtractKeysAndValuesRaw', orEmpty(bag));

/** Null where the value is no array: Kusto's answer to operations on something else. */
export const ifArray = (value: Sql, result: Sql): Sql => choose(isArray(value), result, NULL);

export const ifArrays = (values: readonly Sql[], result: Sql): Sql => choose(allOf(values.map(isArray)), result, NULL);

/** An argument of any type as JSON text, with `null` for nothing. */
export const json = (args: readonly Sql[], info: Call, index: number): Sql =>
  jsonOrNull(arg(args, index), typeOf(info, index));

/** A JSON scalar as plain text, nothing as ''. */
export const plainText = (value: Sql): Sql => orEmpty(dynamicText(value));

/** Of digits, in quotes or not: `nan` and `inf` are words here. */
const numberJsonPattern = '^"?([-+.0-9eE]+)"?$';

/** A JSON number as a number, and the text of one, which an attribute is in a list; everything else as NULL. */
export const plainNumber = (value: Sql): Sql =>
  call('toFloat64OrNull', call('extract', value, literal(numberJsonPattern)));

/** A number as JSON: whole numbers without a point. */
export const numberJson = (value: Sql): Sql =>
  choose(call('isFinite', value), call('toString', value), literal('null'));

/* constants, for `evaluate` */

export const isNull = (value: ConstValue | undefined): value is null | undefined =>
  value === null || value === undefined;

export const textAt = (args: readonly ConstValue[], index: number): string => {
  const value = args[index];
  if (typeof value === 'string') return value;
  return typeof value === 'bigint' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
};

export const intAt = (args: readonly ConstValue[], index: number): bigint | null => {
  const value = args[index];
  if (typeof value === 'bigint') return value;
  return typeof value === 'number' && Number.isFinite(value) ? BigInt(Math.trunc(value)) : null;
};

export const numberAt = (args: readonly ConstValue[], index: number): number | null => {
  const value = args[index];
  return typeof value === 'bigint' || typeof value === 'number' ? Number(value) : null;
};

/** A constant text argument, '' when there is none. */
export const constantText = (info: Call, index: number): string => {
  const value = info.constants[index];
  return typeof value === 'string' ? value : '';
};

/** The parameters that most functions of texts have. */
export const text = param('text', 'text');
export const pattern = param('regex', 'regex', { constant: true });

/** Nothing below zero; beside zero the engine would take a null for less. */
export const notNegative = (value: Sql): Sql => choose(less(value, literal(0)), literal(0), value);

/** A position from the start; a negative one counts from the end. */
export const fromStart = (start: Sql, length: Sql): Sql =>
  choose(less(start, literal(0)), call('greatest', plus(length, start), literal(0)), start);
