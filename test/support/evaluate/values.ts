import type { FieldRef } from '../../../src/query/catalogue/field.ts';
import { constantsOf } from '../../../src/query/functions/registry.ts';
import { hasOwnNumber } from '../../../src/query/semantic/coerce.ts';
import { modulo } from '../../../src/lib/modulo.ts';
import { castConstant } from '../../../src/query/semantic/constants.ts';
import type { ColumnId, Expr } from '../../../src/query/semantic/rq.ts';
import type { ConstValue, JsonValue, Type } from '../../../src/query/semantic/types.ts';
import { truth } from './evaluate.ts';

/** An event in process. Root fields by their canonical names, in the types of the catalogue; absent ones are not there. */
export interface EventRecord {
  readonly root: Readonly<Record<string, ConstValue | undefined>>;
  readonly attributes: Readonly<Record<string, string>>;
  readonly resource: Readonly<Record<string, string>>;
}

/** What an expression reads. */
export interface Scope {
  readonly record: EventRecord;
  /** The instant of the query, nanoseconds since 1970. */
  readonly now: bigint;
  /** Elements of arrays, inside `spans[*].name == …`. */
  readonly elements: ReadonlyMap<ColumnId, ConstValue>;
}

/** The value of a field, null where it is absent. */
const fieldValue = (field: FieldRef, record: EventRecord): ConstValue => {
  const { scope, keys } = field.path;
  const found = scope === 'root' ? rootValue(field, record) : firstOf(record[scope], keys);
  return found === undefined || isAbsent(field, found) ? null : found;
};

const rootValue = (field: FieldRef, record: EventRecord): ConstValue | undefined => {
  const value = record.root[field.name];
  if (value !== undefined) return value;
  const storage = field.storage;
  return storage.kind === 'derived' && (storage.name === 'attributes' || storage.name === 'resource')
    ? record[storage.name]
    : undefined;
};

const firstOf = (values: Readonly<Record<string, string>>, keys: readonly string[]): string | undefined => {
  const key = keys.find((one) => Object.hasOwn(values, one));
  return key === undefined ? undefined : values[key];
};

/** Columns have one value that stands for "none"; attributes without a column of their own have all values. */
const isAbsent = (field: FieldRef, value: ConstValue): boolean => {
  const storage = field.storage;
  switch (storage.kind) {
    case 'column':
      return (
        (storage.absent === 'empty' && value === '') || (storage.absent === 'zero' && (value === 0n || value === 0))
      );
    case 'attribute':
    case 'resource':
      return storage.promoted?.type === 'text' && value === '';
    case 'list':
      return value === '';
    case 'enum':
    case 'map':
    case 'derived':
      return false;
  }
};

export const exprValue = (expr: Expr, scope: Scope): ConstValue => {
  switch (expr.kind) {
    case 'const':
      return expr.value;
    case 'field':
      return fieldValue(expr.field, scope.record);
    case 'column':
      return scope.elements.get(expr.column.id) ?? null;
    case 'cast':
      return castValue(expr.of, expr.type, scope);
    case 'predicate':
      return truth(expr.predicate, scope);
    case 'negate':
      return negated(exprValue(expr.of, scope));
    case 'arithmetic':
      return arithmetic(expr, exprValue(expr.left, scope), exprValue(expr.right, scope));
    case 'member':
      return member(exprValue(expr.of, scope), exprValue(expr.key, scope));
    case 'list':
      return expr.items.map((item) => exprValue(item, scope));
    case 'call':
      return called(expr, scope);
    case 'aggregate':
    case 'window':
    case 'scalar-query':
      throw new Error(`${expr.kind} cannot be evaluated over one event`);
  }
};

const called = (expr: Extract<Expr, { kind: 'call' }>, scope: Scope): ConstValue => {
  const { fn, args, type } = expr;
  if (fn.evaluate === undefined) throw new Error(`${fn.name}() cannot be evaluated over one event`);
  const values = args.map((arg) => exprValue(arg, scope));
  if (fn.nulls === 'propagate' && values.includes(null)) return null;
  return fn.evaluate(values, { args, constants: constantsOf(args), type, now: scope.now }) ?? null;
};

const statusNames = ['http.response.status_code', 'http.status_code'];

/** As the store casts: what is no number, date or truth is null. */
const castValue = (of: Expr, to: Type, scope: Scope): ConstValue => {
  if (hasOwnNumber(of) && (to === 'real' || to === 'long'))
    return castConstant(firstOf(scope.record.attributes, statusNames) ?? '', 'string', to) ?? null;
  return castConstant(exprValue(of, scope), of.type, to) ?? null;
};

const negated = (value: ConstValue): ConstValue => {
  if (typeof value === 'bigint') return BigInt.asIntN(64, -value);
  return typeof value === 'number' ? -value : null;
};

const isPlainBag = (value: ConstValue): value is { readonly [key: string]: JsonValue } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `bag.key`, `array[0]`, `array[-1]`. */
const member = (of: ConstValue, key: ConstValue): ConstValue => {
  if (Array.isArray(of) && typeof key === 'bigint') return (of as readonly JsonValue[]).at(Number(key)) ?? null;
  return isPlainBag(of) && typeof key === 'string' && Object.hasOwn(of, key) ? (of[key] ?? null) : null;
};

const arithmetic = (expr: Extract<Expr, { kind: 'arithmetic' }>, left: ConstValue, right: ConstValue): ConstValue => {
  if (left === null || right === null) return null;
  const whole = typeof left === 'bigint' && typeof right === 'bigint';
  if (whole && expr.type !== 'real' && expr.type !== 'decimal') return integers(expr.op, left, right);
  const [a, b] = [Number(left), Number(right)];
  const result = reals(expr.op, a, b, expr.guarded);
  if (result === null || (expr.type !== 'timespan' && expr.type !== 'datetime')) return result;
  return Number.isFinite(result) ? BigInt(Math.round(result)) : null;
};

const integers = (op: string, a: bigint, b: bigint): ConstValue => {
  switch (op) {
    case '+':
      return BigInt.asIntN(64, a + b);
    case '-':
      return BigInt.asIntN(64, a - b);
    case '*':
      return BigInt.asIntN(64, a * b);
    case '/':
      return b === 0n ? null : a / b;
    default:
      return b === 0n ? null : modulo(a, b);
  }
};

const reals = (op: string, a: number, b: number, guarded: boolean): number | null => {
  switch (op) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return guarded && b === 0 ? null : a / b;
    default:
      return b === 0 ? null : ((a % b) + Math.abs(b)) % b;
  }
};
