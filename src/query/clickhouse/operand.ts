import type { Compare } from '../normalize/constant-right.ts';
import type { Expr } from '../semantic/rq.ts';
import type { Access } from './access.ts';
import { dynamicText } from './casts.ts';
import { lowerExpr, type Env } from './expression.ts';
import {
  allOf,
  call,
  choose,
  column,
  FALSE,
  lambda,
  literal,
  NULL,
  TRUE,
  type InfixOp,
  type Select,
  type Sql,
} from './sql-ast.ts';

/* What conditions are about, and what they say where it is missing. */

/**
 * `where`: an atom over a missing value is false or NULL, and no NOT stands above it, so both mean "not this row".
 * `value`: a missing operand gives NULL, which people see.
 */
export type Mode = 'where' | 'value';

/** An operand with what is known of its absence and its index. */
export interface Operand {
  readonly value: Sql;
  readonly raw: Sql;
  /** TRUE when there is always a value. */
  readonly present: Sql;
  readonly textIndex?: true | undefined;
  readonly access: Access | null;
}

export function operand(env: Env, expr: Expr, mode: Mode): Operand {
  const value = lowerExpr(env, expr);
  if (expr.kind === 'field') {
    const access = env.field(expr.field);
    // In value position the nullable form says by itself that something is missing.
    if (mode === 'where')
      return { value, raw: access.raw ?? value, present: access.present, textIndex: access.textIndex, access };
    return { value, raw: value, present: TRUE, textIndex: access.textIndex, access: null };
  }
  const present = expr.nullable ? call('isNotNull', value) : TRUE;
  return { value, raw: value, present: mode === 'where' ? present : TRUE, access: null };
}

/** Whether there is a value, where nothing else is asked. */
export function presence(env: Env, expr: Expr): Sql {
  if (expr.kind === 'field') return env.field(expr.field).present;
  if (expr.kind === 'const') return expr.value === null ? FALSE : TRUE;
  if (expr.type === 'string' && !expr.nullable) return TRUE;
  const value = lowerExpr(env, expr);
  return call('isNotNull', value);
}

/** Negative atoms hold for values that are there. */
export function guarded(of: Operand, condition: Sql): Sql {
  return allOf([of.present, condition]);
}

/** What holds, or does not, for every value that is there, whichever it is. */
export function forPresent(left: Operand, holds: boolean, mode: Mode): Sql {
  if (mode === 'where') return holds ? left.present : FALSE;
  return choose(call('isNull', left.value), NULL, literal(holds));
}

/** A condition that says nothing of absence itself. */
export function ofPresent(present: Sql, condition: Sql, mode: Mode): Sql {
  return mode === 'where' || present === TRUE ? allOf([present, condition]) : choose(present, condition, NULL);
}

/** What is made of the values that a query of one column gives. */
export function ofRows(select: Select, make: (value: Sql) => Sql): Sql {
  const value = column(select.items[0]?.alias ?? 'x', 'q');
  return {
    kind: 'subselect',
    select: { items: [{ expr: make(value) }], from: { kind: 'select', select, alias: 'q' } },
  };
}

/** The items of a JSON array as texts, without its nulls; anything else is the one text that it is. */
export function textsOf(env: Env, json: Expr): Sql {
  const value = call('ifNull', lowerExpr(env, json), literal('[]'));
  const isArray = call('startsWith', value, literal('['));
  const items = choose(isArray, call('JSONExtractArrayRaw', value), { kind: 'array', items: [value] });
  const texts = call('arrayMap', lambda(['j'], dynamicText(column('j'))), items);
  return call('arrayFilter', lambda(['j'], call('isNotNull', column('j'))), texts);
}

export function isNull(expr: Expr): boolean {
  return expr.kind === 'const' && expr.value === null;
}

const opposite = { '==': '!=', '!=': '=', '<': '>=', '<=': '>', '>': '<=', '>=': '<' } as const;
const spelled = { '==': '=', '!=': '!=', '<': '<', '<=': '<=', '>': '>', '>=': '>=' } as const;

export function operator(op: Compare['op'], negated: boolean): InfixOp {
  return negated ? opposite[op] : spelled[op];
}
