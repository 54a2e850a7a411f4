import type { ParamType } from '../functions/registry.ts';
import type { Expr } from './rq.ts';
import { parseDuration } from '../syntax/duration.ts';
import { constant, fieldIn } from './binding.ts';
import { castConstant } from './constants.ts';
import { isInteger, isLoose, isNumber, isText, type Type } from './types.ts';

/** A cast node, or the constant it comes to. */
export function cast(expr: Expr, type: Type): Expr {
  if (expr.type === type || expr.type === 'error') return expr;
  if (expr.kind === 'const') {
    const value = castConstant(expr.value, expr.type, type);
    if (value !== undefined) return { ...expr, value, type, nullable: value === null };
  }
  // Widening loses nothing; everything read from text may fail.
  const safe =
    (isInteger(expr.type) && isNumber(type)) ||
    ((type === 'string' || type === 'unknown') && expr.type !== 'dynamic') ||
    type === 'dynamic';
  const nullable = safe ? expr.nullable : true;
  return { kind: 'cast', of: inRow(expr), type, nullable, start: expr.start, end: expr.end };
}

/** A column of a row is still the field, where that is something else as a number. */
function inRow(expr: Expr): Expr {
  if (expr.kind !== 'column' || expr.column.field === undefined || !hasOwnNumber(expr)) return expr;
  return { ...expr, kind: 'field', field: { ...expr.column.field, kept: { bag: expr.column, value: expr } } };
}

export function asText(expr: Expr): Expr {
  return isText(expr.type) ? expr : cast(expr, 'string');
}

/** status_code is a word of the span; as a number it is the answer of the HTTP server (language.md D30). */
export function hasOwnNumber(expr: Expr): boolean {
  const storage = fieldIn(expr)?.storage;
  const isOfGroup = expr.kind === 'column' && expr.column.ofGroup === true;
  return storage?.kind === 'derived' && storage.name === 'status_code' && !isOfGroup;
}

/** Ids of log patterns are words, though all of them are digits. */
export function isPattern(expr: Expr): boolean {
  const storage = fieldIn(expr)?.storage;
  return storage?.kind === 'derived' && storage.name === 'pattern';
}

const numeric: ReadonlySet<ParamType> = new Set(['number', 'int', 'real', 'quantity', 'amount']);

/**
 * The argument as the parameter wants it, or null when it does not fit. Attributes and JSON scalars fit everything:
 * what they hold is known only when the query runs.
 */
export function fit(expr: Expr, wanted: ParamType): Expr | null {
  const type = expr.type;
  if (type === 'error') return expr;
  const loose = isLoose(type);
  if (hasOwnNumber(expr) && numeric.has(wanted)) return cast(expr, wanted === 'int' ? 'long' : 'real');
  if (expr.kind === 'const' && expr.value === null) return nullFor(expr, wanted);
  switch (wanted) {
    case 'any':
    case 'star':
    case 'type':
      return expr;
    case 'bool':
    case 'predicate':
      return type === 'bool' ? expr : loose || isNumber(type) ? cast(expr, 'bool') : null;
    case 'number':
      return isNumber(type) ? expr : loose ? cast(expr, 'real') : type === 'bool' ? cast(expr, 'long') : null;
    case 'int':
      return isInteger(type)
        ? expr
        : loose || type === 'real' || type === 'decimal' || type === 'bool'
          ? cast(expr, 'long')
          : null;
    case 'real':
      return type === 'real' ? expr : isNumber(type) || loose ? cast(expr, 'real') : null;
    case 'quantity':
      if (isNumber(type) || type === 'datetime' || type === 'timespan') return expr;
      return loose ? cast(expr, 'real') : writtenTimespan(expr);
    case 'amount':
      return type === 'datetime' ? null : fit(expr, 'quantity');
    case 'string':
    case 'text':
    case 'regex':
      return type === 'string' ? expr : cast(expr, 'string');
    case 'datetime':
      return type === 'datetime' ? expr : isText(type) || type === 'dynamic' ? cast(expr, 'datetime') : null;
    case 'timespan':
      return type === 'timespan' ? expr : asTimespan(expr);
    case 'dynamic':
      return type === 'dynamic' ? expr : cast(expr, 'dynamic');
  }
}

/** `bin(timestamp, "5m")`: a variable's value is a text. */
function writtenTimespan(expr: Expr): Expr | null {
  const ns = expr.kind === 'const' && typeof expr.value === 'string' ? parseDuration(expr.value.trim()) : null;
  return ns === null ? null : constant(ns, 'timespan', expr);
}

/** A number of nanoseconds is a timespan; other numbers are none. */
export function asTimespan(expr: Expr): Expr | null {
  if (expr.type === 'timespan') return expr;
  if (expr.unit === 'ns') return { ...expr, type: 'timespan' };
  return isText(expr.type) || expr.type === 'dynamic' ? cast(expr, 'timespan') : null;
}

function nullFor(expr: Expr, wanted: ParamType): Expr {
  const types: Partial<Record<ParamType, Type>> = {
    bool: 'bool',
    predicate: 'bool',
    int: 'long',
    number: 'long',
    real: 'real',
    string: 'string',
    text: 'string',
    regex: 'string',
    datetime: 'datetime',
    timespan: 'timespan',
    dynamic: 'dynamic',
    quantity: 'long',
    amount: 'long',
  };
  const type = types[wanted];
  if (type === undefined || expr.type === type) return expr;
  const keeps =
    (wanted === 'number' && isNumber(expr.type)) ||
    ((wanted === 'quantity' || wanted === 'amount') &&
      (isNumber(expr.type) || expr.type === 'timespan' || (expr.type === 'datetime' && wanted === 'quantity')));
  return keeps ? expr : { ...expr, type };
}

/**
 * One type for values that stand for each other (branches of `case`, sides of a union): equal types stay, integers and
 * reals become real, nulls follow, an attribute and a number may be either, text and anything else become text. Null when
 * they have nothing in common.
 */
export function commonType(items: readonly Expr[]): Type | null {
  let common: Type | undefined;
  for (const item of items) {
    if (item.type === 'error') return 'error';
    if (item.kind === 'const' && item.value === null && item.type === 'unknown') continue;
    common = common === undefined ? item.type : joined(common, item.type);
    if (common === undefined) return null;
  }
  return common ?? 'unknown';
}

function joined(a: Type, b: Type): Type | undefined {
  if (a === b) return a;
  if (isInteger(a) && isInteger(b)) return 'long';
  if (isNumber(a) && isNumber(b)) return a === 'decimal' || b === 'decimal' ? 'decimal' : 'real';
  if (a === 'dynamic' || b === 'dynamic') return 'dynamic';
  // As a text it would be sorted as one: "9" after "10".
  if ((a === 'unknown' && isNumber(b)) || (isNumber(a) && b === 'unknown')) return 'unknown';
  if (isText(a) || isText(b)) return 'string';
  return undefined;
}
