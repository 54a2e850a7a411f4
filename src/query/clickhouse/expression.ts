import { stored } from '../../lib/time.ts';
import type { FieldRef } from '../catalogue/field.ts';
import { constantsOf } from '../functions/registry.ts';
import { jsonText, plainText } from '../semantic/constants.ts';
import { formatInstant } from '../syntax/datetime.ts';
import type { Column, Expr, Relation } from '../semantic/rq.ts';
import { type ConstValue, isText, type Type } from '../semantic/types.ts';
import { castSql, moved, nullOf, restOf, whole, wholeDivisor } from './casts.ts';
import { arrayJson, jsonOf, jsonOrNull } from './json.ts';
import { lowerPredicate } from './predicates.ts';
import { allOf, call, choose, infix, literal, param, type Select, type Sql } from './sql-ast.ts';
import type { Access } from './access.ts';

/** What an expression may ask of the select it stands in. */
export interface Env {
  readonly column: (column: Column) => Sql;
  readonly field: (field: FieldRef) => Access;
  /** The field that a column is a name of, where the select has it. */
  readonly named?: (column: Column) => FieldRef | undefined;
  readonly subquery: (relation: Relation) => Select;
  /** Fields that another condition on the same rows holds above zero. */
  readonly positive?: ReadonlySet<string>;
  readonly projectId: string;
  readonly now: bigint;
}

const lowered = new WeakMap<Env, WeakMap<Expr, Sql>>();

/** Remembered: a condition asks for the value of its operand and for its presence, and so does one in the other. */
export function lowerExpr(env: Env, expr: Expr): Sql {
  let known = lowered.get(env);
  if (known === undefined) lowered.set(env, (known = new WeakMap()));
  let sql = known.get(expr);
  if (sql === undefined) known.set(expr, (sql = lowerOnce(env, expr)));
  return sql;
}

function lowerOnce(env: Env, expr: Expr): Sql {
  switch (expr.kind) {
    case 'const':
      return constantSql(expr.value, expr.type);
    case 'field':
      return env.field(expr.field).value;
    case 'column':
      return env.column(expr.column);
    case 'call': {
      const args = expr.args.map((arg) => lowerExpr(env, arg));
      return expr.fn.lower(args, { args: expr.args, type: expr.type, constants: constantsOf(expr.args), now: env.now });
    }
    case 'arithmetic':
      return arithmetic(env, expr);
    case 'negate':
      return call('negate', lowerExpr(env, expr.of));
    case 'cast':
      return lowerCast(env, expr.of, expr.type);
    case 'predicate':
      return lowerPredicate(env, expr.predicate, 'value');
    case 'member':
      return member(env, expr);
    case 'list':
      return arrayJson({ kind: 'array', items: expr.items.map((item) => jsonOrNull(lowerExpr(env, item), 'dynamic')) });
    case 'scalar-query':
      return { kind: 'subselect', select: env.subquery(expr.relation) };
    case 'aggregate':
    case 'window':
      throw new Error(`${expr.fn.name}() was left where a value is expected`);
  }
}

function lowerCast(env: Env, of: Expr, type: Type): Sql {
  if (of.kind === 'field' && (type === 'real' || type === 'long')) {
    const number = env.field(of.field).number;
    if (number !== undefined) return type === 'real' ? call('toFloat64', number) : call('toInt64', number);
  }
  return castSql(lowerExpr(env, of), of.type, type);
}

/** A user's value, bound. */
export function constantSql(value: ConstValue, type: Type): Sql {
  if (value === null) return type === 'unknown' || type === 'error' ? literal(null) : nullOf(type);
  if (type === 'dynamic') return param('String', jsonText(value));
  if (typeof value === 'boolean') return literal(value);
  if (typeof value === 'string') return param('String', value);
  if (typeof value === 'number') return param('Float64', value);
  if (typeof value === 'bigint') {
    return type === 'datetime' ? instant(value) : param('Int64', value);
  }
  return param('String', jsonText(value));
}

export function instant(ns: bigint): Sql {
  const { firstNs, lastNs } = stored;
  return param("DateTime64(9, 'UTC')", formatInstant(ns < firstNs ? firstNs : ns > lastNs ? lastNs : ns));
}

function arithmetic(env: Env, expr: Extract<Expr, { kind: 'arithmetic' }>): Sql {
  const left = lowerExpr(env, expr.left);
  const right = lowerExpr(env, expr.right);
  const [a, c] = [expr.left.type, expr.right.type];
  if (a === 'datetime' && c === 'datetime') {
    return infix('-', call('toUnixTimestamp64Nano', left), call('toUnixTimestamp64Nano', right));
  }
  if (a === 'datetime' || c === 'datetime') {
    const [time, distance] = a === 'datetime' ? [left, right] : [right, left];
    if (expr.op === '%') return rest(call('toUnixTimestamp64Nano', time), expr.right, right);
    return moved(time, expr.op === '-' ? call('negate', call('toInt128', distance)) : distance);
  }
  const real = (type: Type): boolean => type === 'real' || type === 'decimal';
  const divisor = expr.guarded ? notZero(expr.right, right) : right;
  switch (expr.op) {
    case '+':
    case '-':
      return infix(expr.op, left, right);
    case '*': {
      const product = infix('*', left, right);
      return expr.type === 'timespan' && (real(a) || real(c)) ? whole(call('round', product)) : product;
    }
    case '/':
      if (expr.type === 'timespan') return whole(call('trunc', infix('/', left, divisor)));
      if (expr.type !== 'int' && expr.type !== 'long') return infix('/', left, divisor);
      return call(isSafeDivisor(expr.right) ? 'intDiv' : 'intDivOrNull', left, right);
    case '%':
      return real(expr.type) ? call('positiveModulo', left, divisor) : rest(left, expr.right, right);
  }
}

function rest(value: Sql, expr: Expr, divisor: Sql): Sql {
  if (!isSafeDivisor(expr)) return restOf(value, divisor);
  // The size has no sign; beside it a negative number would wrap around.
  return call('toInt64', call('positiveModulo', value, call('toInt64', call('abs', divisor))));
}

/** Whether every number of 64 bits can be divided by it there: not by zero, nor the least one by -1, and nothing by that. */
function isSafeDivisor(expr: Expr): boolean {
  return expr.kind === 'const' && typeof expr.value === 'bigint' && ![0n, -1n, leastLong].includes(expr.value);
}

const leastLong = -(2n ** 63n);

/** A constant that is not zero needs no guard. */
function notZero(expr: Expr, sql: Sql): Sql {
  if (expr.kind === 'const' && expr.value !== null && Number(expr.value) !== 0) return sql;
  return expr.type === 'real' || expr.type === 'decimal' ? call('nullIf', sql, literal(0)) : wholeDivisor(sql);
}

/** One member of a JSON value: by name in a bag, by position, also from the end, in an array. */
function member(env: Env, expr: Extract<Expr, { kind: 'member' }>): Sql {
  const keys: Expr[] = [expr.key];
  let of = expr.of;
  // a.b.c is one call with the path as arguments.
  while (of.kind === 'member') {
    keys.unshift(of.key);
    of = of.of;
  }
  const path = keys.map((key) => pathStep(env, key));
  const value = lowerExpr(env, of);
  // A number or a time has no members, and is no text either for the engine to look for them in.
  const json = call('ifNull', isText(of.type) ? value : jsonOf(value, of.type), literal('null'));
  const found = call('nullIf', call('nullIf', call('JSONExtractRaw', json, ...path), literal('')), literal('null'));
  // The engine counts the members of a bag as well.
  const arrays = keys.flatMap((key, index) =>
    isPosition(key) ? [infix('=', call('JSONType', json, ...path.slice(0, index)), literal('Array'))] : [],
  );
  return arrays.length === 0 ? found : choose(allOf(arrays), found, nullOf('dynamic'));
}

function isPosition({ type }: Expr): boolean {
  return type === 'int' || type === 'long';
}

/** Positions count from 1 in the store, and from -1 backwards in both. */
function pathStep(env: Env, key: Expr): Sql {
  if (key.kind === 'const') {
    if (typeof key.value === 'bigint') return literal(key.value >= 0n ? key.value + 1n : key.value);
    return param('String', plainText(key.value));
  }
  const sql = lowerExpr(env, key);
  if (isPosition(key)) {
    return call('assumeNotNull', infix('+', sql, choose(infix('<', sql, literal(0)), literal(0), literal(1))));
  }
  return call('ifNull', castSql(sql, key.type, 'string'), literal(''));
}
