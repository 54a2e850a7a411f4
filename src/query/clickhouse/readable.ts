import type { Compare } from '../normalize/constant-right.ts';
import { wholeNumber } from '../functions/casts.ts';
import type { Expr } from '../semantic/rq.ts';
import type { Env } from './expression.ts';
import { ofPresent, presence, type Mode } from './operand.ts';
import { allOf, call, literal, type Sql } from './sql-ast.ts';

/* Texts that are read as numbers or truths, and those among them that are none. */

/** What is read as something else; null where a value is what it is. */
export function readFrom(expr: Expr): Expr | null {
  if (expr.kind === 'cast') return expr.of;
  return expr.kind === 'call' && expr.fn === wholeNumber ? (expr.args[0] ?? null) : null;
}

/** Whether there is something that may be read as a number: what has a number of its own is missing where that is. */
function readable(env: Env, expr: Expr): Sql {
  const of = readFrom(expr) ?? expr;
  const number = of.kind === 'field' && of !== expr && expr.type !== 'bool' ? env.field(of.field).number : undefined;
  return number === undefined ? presence(env, of) : call('isNotNull', number);
}

/** A text that is there and is no number, or neither true nor false, is not equal to one, so it differs. */
export function unreadable(env: Env, { left, right }: Compare, op: string, compared: Sql, mode: Mode): Sql | null {
  const differs = op === '!=';
  if (left.kind !== 'cast' && right.kind !== 'cast') return null;
  if (!differs && (op !== '=' || mode !== 'value')) return null;
  const present = allOf([left, right].map((side) => readable(env, side)));
  return ofPresent(present, call('ifNull', compared, literal(differs ? 1 : 0)), mode);
}

/** A text that is there, and does not read as a number or a truth, is among none. */
export function amongReadable(env: Env, left: Expr, listed: Sql, negated: boolean, mode: Mode): Sql {
  if ((!negated && mode === 'where') || readFrom(left) === null) return listed;
  return ofPresent(readable(env, left), call('ifNull', listed, literal(negated ? 1 : 0)), mode);
}
