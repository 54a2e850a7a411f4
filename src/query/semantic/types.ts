import type { TypeName } from '../syntax/ast.ts';

/**
 * The types of the language. `int` and `long` are both Int64, `decimal` is Float64 and `guid` a string in the store: the
 * difference lives in column types only. `dynamic` is JSON text in the store. `unknown` is a telemetry attribute whose type
 * nobody declared: plain text in the store (`404`, `true`, `GET`), compared as a number with numbers and as text with text.
 * `error` absorbs everything, so that one mistake is reported once.
 */
export type Type = TypeName | 'unknown' | 'error';

export type JsonValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/**
 * A constant: `bigint` for int, long, timespan (nanoseconds) and datetime (nanoseconds since 1970); `number` for real and
 * decimal; `string` for string and guid; any JSON for dynamic; `null` is the null of every type.
 */
export type ConstValue = JsonValue;

export function isInteger(type: Type): boolean {
  return type === 'int' || type === 'long';
}

export function isNumber(type: Type): boolean {
  return isInteger(type) || type === 'real' || type === 'decimal';
}

/** Types whose values are text in the store and may be given to text operators as they are. */
export function isText(type: Type): boolean {
  return type === 'string' || type === 'unknown' || type === 'guid';
}

/** What a value of it is, is known only when the query runs. */
export function isLoose(type: Type): boolean {
  return type === 'unknown' || type === 'dynamic';
}

/** `long` in messages is `int`: people do not care about the width. */
export function typeName(type: Type): string {
  return type === 'long' ? 'int' : type === 'unknown' ? 'attribute' : type;
}
