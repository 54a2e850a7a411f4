import { doubleText } from '../../lib/double-text.ts';
import { wholeNumber } from '../functions/casts.ts';
import { constantRight, type Compare } from '../normalize/constant-right.ts';
import { normalize } from '../normalize/nnf.ts';
import type { Atom, Expr, NormalPredicate, Predicate } from '../semantic/rq.ts';
import { isBeyondReal } from '../semantic/compare.ts';
import { plainText } from '../semantic/constants.ts';
import { isInteger, isNumber, isText, type ConstValue } from '../semantic/types.ts';
import { textWithin } from '../syntax/regex.ts';
import { hasOwnNumber, isPattern } from '../semantic/coerce.ts';
import { oneOf, type Access } from './access.ts';
import { castSql } from './casts.ts';
import { lowerExpr, type Env } from './expression.ts';
import { livePatterns, shapesOf } from './patterns.ts';
import {
  forPresent,
  guarded,
  ofPresent,
  ofRows,
  operand,
  presence,
  textsOf,
  type Mode,
  type Operand,
} from './operand.ts';
import {
  allOf,
  among,
  anyOf,
  call,
  column,
  FALSE,
  infix,
  lambda,
  literal,
  not,
  param,
  TRUE,
  type InfixOp,
  type Sql,
} from './sql-ast.ts';
import { asciiLower, hasListSql, hasQuerySql, textSql, withinSql } from './text-search.ts';

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
      return anyOf(predicate.items.map((item) => normalForm(env, item, mode)));
    case 'atom':
      return atomSql(env, predicate.atom, predicate.negated, mode);
  }
}

/** The field that has to be a number above zero for the condition to hold, as in `x >= 200`. */
function heldPositive(predicate: NormalPredicate): readonly string[] {
  if (predicate.kind !== 'atom' || predicate.atom.kind !== 'compare' || predicate.atom.as !== 'number') return [];
  const { left, right, op } = constantRight(predicate.atom);
  const source = numbered(left);
  const above = ['=', '>', '>='].includes(predicate.negated ? opposite[op] : spelled[op]);
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

const opposite = { '==': '!=', '!=': '=', '<': '>=', '<=': '>', '>': '<=', '>=': '<' } as const;
const spelled = { '==': '=', '!=': '!=', '<': '<', '<=': '<=', '>': '>', '>=': '>=' } as const;

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
  const op = negated ? opposite[atom.op] : spelled[atom.op];
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

function isNull(expr: Expr): boolean {
  return expr.kind === 'const' && expr.value === null;
}

function compareText(env: Env, atom: Compare, negated: boolean, mode: Mode): Sql {
  const value = atom.right.kind === 'const' ? atom.right.value : null;
  if (typeof value !== 'string' || (atom.op !== '==' && atom.op !== '!='))
    return compareValues(env, atom, negated, mode);
  return equalTexts(env, atom.left, [value], atom.ignoreCase, negated !== (atom.op === '!='), mode);
}

/** `x in ("a", "b")` and `x == "a"`, the way the index of the field answers it. */
function equalTexts(
  env: Env,
  expr: Expr,
  values: readonly string[],
  ignoreCase: boolean,
  negated: boolean,
  mode: Mode,
): Sql {
  const left = operand(env, expr, mode);
  const access = left.access;
  if (values.length === 0) return forPresent(left, negated, mode);
  if (isPattern(expr)) return equalPatterns(env, left, values, negated);
  if (access?.words !== undefined) {
    const { column: of, stored } = access.words;
    const [first, ...more] = values.flatMap((value) => stored(value, ignoreCase));
    if (first === undefined) return forPresent(left, negated, mode);
    if (more.length === 0) return guarded(left, infix(negated ? '!=' : '=', of, literal(first)));
    return guarded(left, among(of, [first, ...more], negated));
  }
  if (ignoreCase) {
    const folded = values.map(asciiLower);
    const same = oneOf(access?.isLower === true ? left.raw : call('lower', left.raw), folded);
    if (negated) return guarded(left, not(same));
    // The index over the keys of a map answers first.
    return access?.present.kind === 'call' ? allOf([access.present, same]) : guardedEmpty(left, folded, same);
  }
  if (access?.equals !== undefined) {
    const equal = access.equals(values);
    return negated ? guarded(left, equal === FALSE ? TRUE : not(equal)) : equal;
  }
  const [only] = values;
  if (values.length === 1 && only !== undefined) {
    const compared = infix(negated ? '!=' : '=', left.raw, param('String', only));
    return negated ? guarded(left, compared) : guardedEmpty(left, values, foldedToo(left, values, compared));
  }
  const listed: Sql = { kind: 'in', left: left.raw, set: param('Array(String)', values), negated };
  return negated ? guarded(left, listed) : guardedEmpty(left, values, foldedToo(left, values, listed));
}

/** The id of a pattern that another one took over stands for that one. The index on shapes answers first. */
function equalPatterns(env: Env, left: Operand, ids: readonly string[], negated: boolean): Sql {
  const live = livePatterns(env.projectId, ids);
  const texts = call('arrayMap', lambda(['id'], call('toString', column('id'))), live);
  const same: Sql = { kind: 'in', left: left.raw, set: texts, negated };
  if (negated) return guarded(left, same);
  const shape = left.access?.shape;
  if (shape === undefined) return same;
  return allOf([{ kind: 'in', left: shape, set: shapesOf(env.projectId, live), negated: false }, same]);
}

/** The text index knows the words of a value in lower case only. */
function foldedToo(left: Operand, values: readonly string[], exact: Sql): Sql {
  return left.textIndex === true ? allOf([oneOf(call('lower', left.raw), values.map(asciiLower)), exact]) : exact;
}

/** The raw form of something absent is the empty text: only then the presence must be asked for. */
function guardedEmpty(left: Operand, values: readonly string[], condition: Sql): Sql {
  return left.access !== null && left.access.raw !== null && values.includes('') ? guarded(left, condition) : condition;
}

/** What is read as something else; null where a value is what it is. */
function readFrom(expr: Expr): Expr | null {
  if (expr.kind === 'cast') return expr.of;
  return expr.kind === 'call' && expr.fn === wholeNumber ? (expr.args[0] ?? null) : null;
}

/** Whether there is something that may be read as a number: what has a number of its own is missing where that is. */
function readable(env: Env, expr: Expr): Sql {
  const of = readFrom(expr) ?? expr;
  const number = of.kind === 'field' && of !== expr && expr.type !== 'bool' ? env.field(of.field).number : undefined;
  return number === undefined ? presence(env, of) : call('isNotNull', number);
}

const promotedMax = 65_535n;

/** The same bits. */
function unsigned(value: bigint): bigint {
  return BigInt.asUintN(64, value);
}

/**
 * The texts under which an attribute has such numbers, as ingest writes those that are sent: by these its indexes know them.
 * Null where they cannot be listed, and of what is no attribute, or one with a column of numbers.
 */
function sentTexts(source: Expr, access: Access | null, numbers: readonly ConstValue[]): readonly string[] | null {
  const isAttribute = source.kind === 'field' && source.field.storage.kind === 'attribute';
  if (!isAttribute || access === null || access.integer !== undefined) return null;
  const texts = numbers.map((number) =>
    typeof number === 'bigint' || typeof number === 'number' ? written(number) : [],
  );
  return texts.every(({ length }) => length > 0) ? [...new Set(texts.flat())] : null;
}

/** As an integer and as a double; none where the nearest double is that of other integers, too. */
function written(number: bigint | number): readonly string[] {
  const double = Number(number);
  if (double === 0) return ['0', '0.0', '-0.0'];
  if (Number.isSafeInteger(double)) return [String(double), doubleText(double)];
  if (typeof number === 'bigint') return [String(number)];
  return Number.isFinite(number) && !Number.isInteger(number) ? [doubleText(number)] : [];
}

/** What is read as a number. */
function numbered(left: Expr): Expr {
  return left.kind === 'cast' && left.of.kind === 'field' ? left.of : left;
}

/** The field that is read as a number; where it is asked for its index, as the store has it. */
function numberSource(env: Env, left: Expr, mode: Mode): { source: Expr; access: Access | null } {
  const source = numbered(left);
  return { source, access: source.kind === 'field' && mode === 'where' ? env.field(source.field) : null };
}

/** A text that is there and is no number, or neither true nor false, is not equal to one, so it differs. */
function unreadable(env: Env, { left, right }: Compare, op: string, compared: Sql, mode: Mode): Sql | null {
  const differs = op === '!=';
  if (left.kind !== 'cast' && right.kind !== 'cast') return null;
  if (!differs && (op !== '=' || mode !== 'value')) return null;
  const present = allOf([left, right].map((side) => readable(env, side)));
  return ofPresent(present, call('ifNull', compared, literal(differs ? 1 : 0)), mode);
}

/** Numbers: text that is none is not less, not greater, and not equal. */
function compareNumber(env: Env, atom: Compare, negated: boolean, mode: Mode): Sql {
  const { source, access } = numberSource(env, atom.left, mode);
  const bound = atom.right.kind === 'const' ? atom.right.value : null;
  const op = negated ? opposite[atom.op] : spelled[atom.op];
  if (access?.integer !== undefined && typeof bound === 'bigint' && bound > 0n && bound <= promotedMax && op !== '!=') {
    const compared = infix(op, access.integer, param('UInt16', bound));
    if (op !== '<' && op !== '<=') return compared;
    const isHeld = source.kind === 'field' && env.positive?.has(source.field.name) === true;
    if (access.beyondInteger !== true || isHeld) return allOf([infix('!=', access.integer, literal(0)), compared]);
  }
  if (access?.bits !== undefined && typeof bound === 'bigint' && (op === '=' || op === '!='))
    return infix(op, access.bits, param('UInt64', unsigned(bound)));
  if (isNull(atom.right)) return forPresent(operand(env, atom.left, mode), op === '!=', mode);
  const sent = op === '=' || op === '!=' ? sentTexts(source, access, [bound]) : null;
  if (sent !== null) return equalTexts(env, source, sent, false, op === '!=', mode);
  const stored = mode === 'where' ? storedNumber(env, atom.left) : null;
  const left = stored?.sql ?? lowerExpr(env, atom.left);
  // The index is asked for values of the type of what it is compared with alone.
  const isReal = stored !== null && atom.left.type === 'real' && typeof bound === 'bigint' && !isBeyondReal(atom.right);
  const right = isReal ? param('Float64', Number(bound)) : lowerExpr(env, atom.right);
  const compared = ofWholes(env, atom, op, infix(op, left, right));
  const differing = unreadable(env, atom, op, compared, mode);
  if (differing !== null) return differing;
  if (stored !== null) return allOf([...stored.present, compared]);
  // A key that is nowhere in a block is not read there; what has a number of its own is missing where that is.
  const isOfValue = source !== atom.left && access !== null && access.number === undefined;
  return isOfValue ? allOf([access.present, compared]) : compared;
}

/** A text of digits beside a whole number of each row is compared as such: as a real it may be any of some neighbours. */
function ofWholes(env: Env, { left, right }: Compare, op: InfixOp, compared: Sql): Sql {
  const whole = (side: Expr, other: Expr): Sql | null =>
    isInteger(other.type) &&
    other.kind !== 'const' &&
    side.kind === 'cast' &&
    !isNumber(side.of.type) &&
    !hasOwnNumber(side.of)
      ? call('toInt64OrNull', castSql(lowerExpr(env, side.of), side.of.type, 'string'))
      : null;
  const [a, c] = [whole(left, right), whole(right, left)];
  if (a === null && c === null) return compared;
  return call('ifNull', infix(op, a ?? lowerExpr(env, left), c ?? lowerExpr(env, right)), compared);
}

/**
 * A field of numbers, or arithmetic over such, as the store has them: what an index knows, which does not see through the
 * NULL of what is missing. Whether they are there is to be asked besides.
 */
function storedNumber(env: Env, expr: Expr): { sql: Sql; present: readonly Sql[] } | null {
  const fields = new Map<string, Sql>();
  const isStored = (of: Expr): boolean => {
    if (!isNumber(of.type) && of.type !== 'timespan') return false;
    if (of.kind === 'arithmetic') return isStored(of.left) && isStored(of.right);
    if (of.kind !== 'field') return of.kind === 'const' && of.value !== null;
    const { raw, present } = env.field(of.field);
    fields.set(of.field.name, present);
    return raw !== null;
  };
  if (!isStored(expr) || fields.size === 0) return null;
  const asStored: Env = {
    ...env,
    field: (ref) => {
      const access = env.field(ref);
      return { ...access, value: access.raw ?? access.value };
    },
  };
  return { sql: lowerExpr(asStored, expr), present: [...fields.values()] };
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

function numberList(env: Env, atom: Extract<Atom, { kind: 'in' }>, negated: boolean, mode: Mode): Sql {
  const values = atom.values.map((value) => (value.kind === 'const' ? value.value : null));
  const integers = values.every((value) => typeof value === 'bigint');
  const { source, access } = numberSource(env, atom.left, mode);
  if (
    access?.integer !== undefined &&
    !negated &&
    values.every((value) => typeof value === 'bigint' && value > 0n && value <= promotedMax)
  ) {
    return { kind: 'in', left: access.integer, set: param('Array(UInt16)', values.map(Number)), negated };
  }
  if (access?.bits !== undefined && integers) {
    const set = param(
      'Array(UInt64)',
      values.map((value) => (typeof value === 'bigint' ? unsigned(value) : 0n)),
    );
    return { kind: 'in', left: access.bits, set, negated };
  }
  const sent = sentTexts(source, access, values);
  if (sent !== null) return equalTexts(env, source, sent, false, negated, mode);
  const set = integers
    ? param(
        'Array(Int64)',
        values.map((value) => (typeof value === 'bigint' ? value : 0n)),
      )
    : param('Array(Float64)', values.map(Number));
  const stored = mode === 'where' ? storedNumber(env, atom.left) : null;
  if (stored !== null) return allOf([...stored.present, { kind: 'in', left: stored.sql, set, negated }]);
  return amongReadable(env, atom.left, { kind: 'in', left: lowerExpr(env, atom.left), set, negated }, negated, mode);
}

/** A text that is there, and does not read as a number or a truth, is among none. */
function amongReadable(env: Env, left: Expr, listed: Sql, negated: boolean, mode: Mode): Sql {
  if ((!negated && mode === 'where') || readFrom(left) === null) return listed;
  return ofPresent(readable(env, left), call('ifNull', listed, literal(negated ? 1 : 0)), mode);
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
