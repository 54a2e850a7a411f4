import { modulo } from '../../lib/modulo.ts';
import type { Span } from '../text/span.ts';
import { constant, errorExpr, fail, type Binding, type Scope } from './binding.ts';
import { asTimespan, cast, hasOwnNumber } from './coerce.ts';
import { inCalendar, isInt64 } from './constants.ts';
import type { Expr } from './rq.ts';
import { isInteger, isNumber, isText, typeName, type Type } from './types.ts';

type Op = '+' | '-' | '*' | '/' | '%';

export function negate(b: Binding, of: Expr, at: Span): Expr {
  if (of.type === 'error') return of;
  const number = of.type === 'unknown' || of.type === 'dynamic' ? cast(of, 'real') : of;
  if (!isNumber(number.type) && number.type !== 'timespan') {
    fail(b, 'E401', at, `'-' needs a number; this is ${typeName(of.type)}`);
    return errorExpr(at);
  }
  if (number.kind === 'const') {
    const { value } = number;
    // The smallest integer has no opposite: the engine says what becomes of it.
    const isExact = typeof value === 'number' || (typeof value === 'bigint' && isInt64(-value));
    if (isExact) return { ...number, value: -value, start: at.start };
  }
  return {
    kind: 'negate',
    of: number,
    type: number.type,
    nullable: number.nullable,
    unit: number.unit,
    start: at.start,
    end: at.end,
  };
}

/** Types of both sides decide; attributes and JSON scalars are numbers here. */
export function bindArithmetic(b: Binding, scope: Scope, op: Op, leftIn: Expr, rightIn: Expr, at: Span): Expr {
  if (leftIn.type === 'error' || rightIn.type === 'error') return errorExpr(at);
  const left = operand(leftIn, rightIn);
  const right = operand(rightIn, leftIn);
  const shape = resultOf(op, left, right, scope.realDivision);
  if (shape === null) {
    const isJoined = op === '+' && (isText(leftIn.type) || isText(rightIn.type));
    const instead = isJoined ? '; texts are put together by strcat(…, …)' : '';
    fail(b, 'E401', at, `cannot compute ${typeName(leftIn.type)} ${op} ${typeName(rightIn.type)}${instead}`);
    return errorExpr(at);
  }
  const expr: Expr = {
    kind: 'arithmetic',
    op,
    left: shape.left ?? left,
    right: shape.right ?? right,
    guarded: scope.realDivision,
    type: shape.type,
    unit: shape.unit,
    nullable: left.nullable || right.nullable || op === '/' || op === '%',
    start: at.start,
    end: at.end,
  };
  return folded(expr);
}

function operand(side: Expr, other: Expr): Expr {
  if (side.type === 'bool') return cast(side, 'long');
  if (side.type !== 'unknown' && side.type !== 'dynamic' && !hasOwnNumber(side)) return side;
  if (side.kind === 'const' && side.value === null)
    return { ...side, type: other.type === 'unknown' ? 'long' : other.type };
  if (other.type === 'datetime' && side.type === 'unknown') return cast(side, 'datetime');
  return cast(side, 'real');
}

interface Shape {
  readonly type: Type;
  readonly unit?: 'ns';
  readonly left?: Expr;
  readonly right?: Expr;
}

function resultOf(op: Op, left: Expr, right: Expr, realDivision: boolean): Shape | null {
  const [a, c] = [left.type, right.type];
  if (a === 'datetime' || c === 'datetime') return datetimeResult(op, left, right);
  if (a === 'timespan' || c === 'timespan') return timespanResult(op, left, right);
  if (!isNumber(a) || !isNumber(c)) return null;
  if (op === '/' && realDivision && isInteger(a) && isInteger(c)) return { type: 'real' };
  const type: Type = isInteger(a) && isInteger(c) ? 'long' : a === 'decimal' || c === 'decimal' ? 'decimal' : 'real';
  // A duration stays one under + and - of durations.
  const ns = op === '+' || op === '-' ? left.unit !== undefined && right.unit !== undefined : false;
  return ns ? { type, unit: 'ns' } : { type };
}

function datetimeResult(op: Op, left: Expr, right: Expr): Shape | null {
  if (left.type === 'datetime' && right.type === 'datetime') return op === '-' ? { type: 'timespan' } : null;
  if (left.type === 'datetime') {
    const span = asTimespan(right);
    if (span === null) return null;
    return op === '+' || op === '-'
      ? { type: 'datetime', right: span }
      : op === '%'
        ? { type: 'timespan', right: span }
        : null;
  }
  const span = asTimespan(left);
  return op === '+' && span !== null ? { type: 'datetime', left: span } : null;
}

function timespanResult(op: Op, left: Expr, right: Expr): Shape | null {
  const [a, c] = [asSpan(left), asSpan(right)];
  if (a !== null && c !== null) {
    if (op === '/') return { type: 'real', left: a, right: c };
    return op === '*' ? null : { type: 'timespan', left: a, right: c };
  }
  if (a !== null && isNumber(right.type)) return op === '*' || op === '/' ? { type: 'timespan', left: a } : null;
  if (c !== null && isNumber(left.type)) return op === '*' ? { type: 'timespan', right: c } : null;
  return null;
}

function asSpan(expr: Expr): Expr | null {
  return expr.type === 'timespan' || expr.unit === 'ns' ? asTimespan(expr) : null;
}

/** Arithmetic of constants is done here, so that `ago(1h) + 5m` is one value everywhere. */
function folded(expr: Extract<Expr, { kind: 'arithmetic' }>): Expr {
  const { left, right, op } = expr;
  if (left.kind !== 'const' || right.kind !== 'const') return expr;
  const at = { start: expr.start, end: expr.end };
  if (left.value === null || right.value === null) return constant(null, expr.type, at);
  const value = compute(op, left.value, right.value, expr.type);
  return value === undefined ? expr : { ...constant(value, expr.type, at), unit: expr.unit };
}

function compute(op: Op, a: unknown, c: unknown, type: Type): bigint | number | null | undefined {
  if (typeof a === 'bigint' && typeof c === 'bigint') {
    if (op === '/' && type !== 'real') return c === 0n || !isInt64(a / c) ? null : a / c;
    if (op === '/') return c === 0n ? null : Number(a) / Number(c);
    if (op === '%') return c === 0n ? null : modulo(a, c);
    const exact = op === '+' ? a + c : op === '-' ? a - c : a * c;
    if (type === 'datetime') return inCalendar(exact);
    return isInt64(exact) ? exact : undefined;
  }
  const [x, y] = [Number(a), Number(c)];
  if (op === '/' && y === 0) return undefined;
  const real =
    op === '+' ? x + y : op === '-' ? x - y : op === '*' ? x * y : op === '/' ? x / y : ((x % y) + Math.abs(y)) % y;
  if (!Number.isFinite(real)) return undefined;
  if (type !== 'timespan' && type !== 'datetime' && type !== 'long' && type !== 'int') return real;
  const whole = BigInt(Math.round(real));
  return isInt64(whole) ? whole : undefined;
}
