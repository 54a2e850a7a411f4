import { constantRight, type Compare } from '../normalize/constant-right.ts';
import { normalize } from '../normalize/nnf.ts';
import { plainText } from '../semantic/constants.ts';
import type { Atom, Expr, NormalPredicate, Predicate } from '../semantic/rq.ts';
import { isNumber, isText } from '../semantic/types.ts';
import { textWithin } from '../syntax/regex.ts';
import { equalTexts } from './equality.ts';
import { lowerExpr, type Env } from './expression.ts';
import { compareNumber, numberList, numbered } from './numbers.ts';
import {
  forPresent,
  guarded,
  isNull,
  ofPresent,
  ofRows,
  operand,
  operator,
  presence,
  textsOf,
  type Mode,
} from './operand.ts';
import { amongReadable, readFrom, unreadable } from './readable.ts';
import {
  allOf,
  among,
  anyOf,
  call,
  column,
  conjunctsOf,
  FALSE,
  infix,
  lambda,
  literal,
  not,
  param,
  partsOf,
  TRUE,
  type Sql,
} from './sql-ast.ts';
import { hasListSql, hasQuerySql, textSql, withinSql } from './text-search.ts';

export function lowerPredicate(env: Env, predicate: Predicate, mode: Mode): Sql {
  return normalForm(env, normalize(predicate), mode);
}

function normalForm(env: Env, predicate: NormalPredicate, mode: Mode): Sql {
  switch (predicate.kind) {
    case 'true':
      return TRUE;
    case 'false':
      return FALSE;
    case 'and': {
      const all = { ...env, positive: new Set([...(env.positive ?? []), ...predicate.items.flatMap(heldPositive)]) };
      return allOf(predicate.items.map((item) => normalForm(all, item, mode)));
    }
    case 'or':
      return anyOf(predicate.items.map((item) => alternative(normalForm(env, item, mode), mode)));
    case 'atom':
      return atomSql(env, predicate.atom, predicate.negated, mode);
  }
}

/**
 * One side of an `or`. A NULL that is the same for all rows, that of a query without rows say, would rule out the other sides, too,
 * where the engine looks through an index of values.
 */
function alternative(sql: Sql, mode: Mode): Sql {
  if (mode !== 'where') return sql;
  return allOf(conjunctsOf(sql).map((one) => (hasConstant(one) ? call('ifNull', one, FALSE) : one)));
}

/** Whether it has a part that is computed, and not of the row. */
function hasConstant(sql: Sql): boolean {
  if (sql.kind === 'subselect' || (sql.kind === 'call' && !readsRow(sql))) return true;
  return (sql.kind === 'in' ? [sql.left] : partsOf(sql)).some(hasConstant);
}

function readsRow(sql: Sql): boolean {
  return sql.kind === 'column' || partsOf(sql).some(readsRow);
}

/** The field that has to be a number above zero for the condition to hold, as in `x >= 200`. */
function heldPositive(predicate: NormalPredicate): readonly string[] {
  if (predicate.kind !== 'atom' || predicate.atom.kind !== 'compare' || predicate.atom.as !== 'number') return [];
  const { left, right, op } = constantRight(predicate.atom);
  const source = numbered(left);
  const above = ['=', '>', '>='].includes(operator(op, predicate.negated));
  const bound = right.kind === 'const' ? right.value : null;
  return above && source.kind === 'field' && typeof bound === 'bigint' && bound > 0n ? [source.field.name] : [];
}

/** A column that is no more than a name of a field is asked for as the field, which its index answers. */
function overFields(env: Env, atom: Atom): Atom {
  const field = (expr: Expr): Expr => {
    if (expr.kind === 'cast') return { ...expr, of: field(expr.of) };
    const ref = expr.kind === 'column' ? env.named?.(expr.column) : undefined;
    return ref === undefined ? expr : { ...expr, kind: 'field', field: ref };
  };
  if (atom.kind === 'compare') return { ...atom, left: field(atom.left), right: field(atom.right) };
  if ('left' in atom) return { ...atom, left: field(atom.left) };
  return 'of' in atom ? { ...atom, of: field(atom.of) } : atom;
}

function atomSql(env: Env, written: Atom, negated: boolean, mode: Mode): Sql {
  const atom = overFields(env, written);
  switch (atom.kind) {
    case 'compare':
      return compareSql(env, atom, negated, mode);
    case 'in':
      return inSql(env, atom, negated, mode);
    case 'in-query': {
      const left = operand(env, atom.left, mode);
      const select = env.subquery(atom.relation);
      const fold = (sql: Sql): Sql => (atom.ignoreCase ? call('lower', sql) : sql);
      const set: Sql = atom.ignoreCase ? ofRows(select, fold) : { kind: 'subselect', select };
      const listed: Sql = { kind: 'in', left: fold(left.raw), set, negated };
      const isRead = (isNumber(atom.left.type) || atom.left.type === 'bool') && readFrom(atom.left) !== null;
      return isRead ? amongReadable(env, atom.left, listed, negated, mode) : guarded(left, listed);
    }
    case 'text':
      return textSql(env, atom, negated, mode);
    case 'has-list':
      return hasListSql(env, atom, negated, mode);
    case 'has-query':
      return hasQuerySql(env, atom, negated, mode);
    case 'regex':
      return regexSql(env, atom, negated, mode);
    case 'null': {
      const present = presence(env, atom.of);
      return negated ? present : present === TRUE ? FALSE : not(present);
    }
    case 'empty':
      return emptySql(env, atom.of, negated, mode);
    case 'truth': {
      const value = lowerExpr(env, atom.of);
      return negated ? not(value) : value;
    }
    case 'any-element':
      return anyElementSql(env, atom, negated, mode);
  }
}

function emptySql(env: Env, expr: Expr, negated: boolean, mode: Mode): Sql {
  if (!isText(expr.type) && expr.type !== 'dynamic') {
    const present = presence(env, expr);
    return negated ? present : not(present);
  }
  const access = expr.kind === 'field' ? env.field(expr.field) : null;
  const value = access?.raw ?? call('ifNull', lowerExpr(env, expr), literal(''));
  if (expr.type === 'dynamic') return among(value, ['', '""', 'null'], negated);
  // The indexes of attributes answer both: whether it is there, and empty.
  if (mode === 'where' && access?.equals !== undefined && access.present !== TRUE) {
    const nothing = access.equals(['']);
    return negated
      ? allOf([access.present, nothing === FALSE ? TRUE : not(nothing)])
      : anyOf([not(access.present), nothing]);
  }
  const filled = infix('!=', value, literal(''));
  // The index over the keys of a map answers first.
  if (negated) return access !== null && access.present.kind === 'call' ? allOf([access.present, filled]) : filled;
  return infix('=', value, literal(''));
}
function compareSql(env: Env, written: Compare, negated: boolean, mode: Mode): Sql {
  const atom = constantRight(written);
  switch (atom.as) {
    case 'text':
      return compareText(env, atom, negated, mode);
    case 'number':
      return compareNumber(env, atom, negated, mode);
    case 'bool':
    case 'datetime':
    case 'dynamic':
      return compareValues(env, atom, negated, mode);
  }
}

function compareValues(env: Env, atom: Compare, negated: boolean, mode: Mode): Sql {
  const left = operand(env, atom.left, mode);
  const op = operator(atom.op, negated);
  // A value that is there differs from `int(null)`, and is not comparable with it otherwise.
  if (isNull(atom.right)) return forPresent(left, op === '!=', mode);
  const right = operand(env, atom.right, mode);
  // Times and truths have no case.
  const hasCase = atom.as === 'text' || atom.as === 'dynamic';
  const fold = (sql: Sql): Sql => (atom.ignoreCase && hasCase ? call('lower', sql) : sql);
  const compared = infix(op, fold(left.raw), fold(right.raw));
  return (
    (atom.as === 'bool' ? unreadable(env, atom, op, compared, mode) : null) ??
    allOf([left.present, right.present, compared])
  );
}

function compareText(env: Env, atom: Compare, negated: boolean, mode: Mode): Sql {
  const value = atom.right.kind === 'const' ? atom.right.value : null;
  if (typeof value !== 'string' || (atom.op !== '==' && atom.op !== '!='))
    return compareValues(env, atom, negated, mode);
  return equalTexts(env, atom.left, [value], atom.ignoreCase, negated !== (atom.op === '!='), mode);
}

function inSql(env: Env, atom: Extract<Atom, { kind: 'in' }>, negated: boolean, mode: Mode): Sql {
  if (atom.as === 'text' && atom.values.every((value) => value.kind === 'const' && typeof value.value === 'string')) {
    const values = atom.values.map((value) => (value.kind === 'const' ? plainText(value.value) : ''));
    return equalTexts(env, atom.left, [...new Set(values)], atom.ignoreCase, negated, mode);
  }
  if (atom.as === 'dynamic') {
    const [array] = atom.values;
    const left = operand(env, atom.left, mode);
    if (array === undefined) return forPresent(left, negated, mode);
    const fold = (sql: Sql): Sql => (atom.ignoreCase ? call('lower', sql) : sql);
    const test = lambda(['v'], call('ifNull', infix('=', fold(column('v')), fold(left.raw)), FALSE));
    const found = call('arrayExists', test, textsOf(env, array));
    return ofPresent(presence(env, atom.left), negated ? not(found) : found, mode);
  }
  if (atom.as === 'number') {
    const [first, ...rest] = atom.values;
    const one = (value: Expr): Compare => ({
      kind: 'compare',
      op: '==',
      as: 'number',
      ignoreCase: false,
      left: atom.left,
      right: value,
    });
    if (first === undefined) return FALSE;
    if (rest.length === 0) return compareSql(env, one(first), negated, mode);
    return numberList(env, atom, negated, mode);
  }
  const any: Predicate = {
    kind: 'or',
    items: atom.values.map((value) => ({
      kind: 'atom',
      negated: false,
      atom: { kind: 'compare', op: '==', as: atom.as, ignoreCase: atom.ignoreCase, left: atom.left, right: value },
    })),
  };
  return lowerPredicate(env, negated ? { kind: 'not', of: any } : any, mode);
}

function regexSql(env: Env, atom: Extract<Atom, { kind: 'regex' }>, negated: boolean, mode: Mode): Sql {
  const left = operand(env, atom.left, mode);
  const pattern = atom.pattern;
  const flags = atom.flags === '' ? '' : `(?${atom.flags})`;
  const sql =
    pattern.kind === 'const' && typeof pattern.value === 'string'
      ? param('String', flags + pattern.value)
      : lowerExpr(env, pattern);
  const matched = call('match', left.raw, sql);
  if (negated) return guarded(left, not(matched));
  const within =
    pattern.kind === 'const' && typeof pattern.value === 'string' ? textWithin(pattern.value, atom.flags) : '';
  return guarded(left, allOf([...withinSql(left, within), matched]));
}

/** Any element of a JSON array; negative: none, and there is an array. */
function anyElementSql(env: Env, atom: Extract<Atom, { kind: 'any-element' }>, negated: boolean, mode: Mode): Sql {
  const array = lowerExpr(env, atom.array);
  const name = `x${atom.element.id}`;
  const inner: Env = { ...env, column: (one) => (one.id === atom.element.id ? column(name) : env.column(one)) };
  const condition = call('ifNull', lowerPredicate(inner, atom.holds, 'value'), literal(false));
  const items = call('JSONExtractArrayRaw', call('ifNull', array, literal('[]')));
  const found = call('arrayExists', lambda([name], condition), items);
  if (mode === 'where' && !negated) return found;
  return ofPresent(call('isNotNull', array), negated ? not(found) : found, mode);
}
