import { asciiLower } from '../../../src/query/clickhouse/text-search.ts';
import { normalize } from '../../../src/query/normalize/nnf.ts';
import { hasOwnNumber } from '../../../src/query/semantic/coerce.ts';
import { atomsOf, operandsOf, partsOf } from '../../../src/query/semantic/parts.ts';
import type { Atom, CompareOp, Expr, NormalPredicate, Predicate } from '../../../src/query/semantic/rq.ts';
import { type ConstValue, isText } from '../../../src/query/semantic/types.ts';
import { jsonText } from '../../../src/query/semantic/constants.ts';
import { matcher } from './regex.ts';
import { textHolds } from './text.ts';
import { type EventRecord, exprValue, type Scope } from './values.ts';

/*
 * The second executor of the language: a condition over one event in process. The service asks the store alone; this one
 * reads the same tree as the ClickHouse lowering, so that tests hold the two together.
 */

/** What of a condition cannot be asked of one event alone, as a name for people; null when all of it can. */
export const notEvaluable = (predicate: Predicate): string | null => firstReason(atomsOf(predicate).map(atomReason));

const firstReason = (reasons: readonly (string | null)[]): string | null => reasons.find((one) => one !== null) ?? null;

const atomReason = (atom: Atom): string | null => {
  if (atom.kind === 'in-query' || atom.kind === 'has-query') return queryInside;
  const ofElements = atom.kind === 'any-element' ? notEvaluable(atom.holds) : null;
  return firstReason([...operandsOf(atom).map(exprReason), ofElements]);
};

const queryInside = 'a query inside the condition';

const exprReason = (expr: Expr): string | null => {
  if (expr.kind === 'scalar-query') return queryInside;
  if (expr.kind === 'predicate') return notEvaluable(expr.predicate);
  const isBeyond = expr.kind === 'aggregate' || expr.kind === 'window';
  if (isBeyond || (expr.kind === 'call' && expr.fn.evaluate === undefined)) return `${expr.fn.name}()`;
  return firstReason(partsOf(expr).map(exprReason));
};

/** Whether an event passes the filter. `notEvaluable` must have been null. */
export const evaluate = (predicate: Predicate, record: EventRecord, now: bigint): boolean =>
  holds(normalize(predicate), { record, now, elements: new Map() }, 'where') === true;

/** In value position: null where an operand is missing. */
export const truth = (predicate: Predicate, scope: Scope): boolean | null =>
  holds(normalize(predicate), scope, 'value');

type Mode = 'where' | 'value';

/** Three-valued, as the store's AND and OR. */
const holds = (predicate: NormalPredicate, scope: Scope, mode: Mode): boolean | null => {
  switch (predicate.kind) {
    case 'true':
      return true;
    case 'false':
      return false;
    case 'and':
    case 'or': {
      const decisive = predicate.kind === 'or';
      let result: boolean | null = !decisive;
      for (const item of predicate.items) {
        const one = holds(item, scope, mode);
        if (one === decisive) return decisive;
        if (one === null) result = null;
      }
      return result;
    }
    case 'atom': {
      const result = atomHolds(predicate.atom, predicate.negated, scope);
      return result === null && mode === 'where' ? false : result;
    }
  }
};

const atomHolds = (atom: Atom, negated: boolean, scope: Scope): boolean | null => {
  switch (atom.kind) {
    case 'compare':
      return compareHolds(atom, negated, scope);
    case 'in':
      return inHolds(atom, negated, scope);
    case 'text': {
      const [text, needle] = [textOf(atom.left, scope), textOf(atom.right, scope)];
      if (text === null || needle === null) return null;
      return textHolds(atom.op, text, needle, atom.caseSensitive) !== negated;
    }
    case 'has-list': {
      const text = textOf(atom.left, scope);
      if (text === null) return null;
      const all = atom.mode === 'all';
      const one = (value: Expr): boolean => {
        const known = value.kind === 'const';
        const needles = known || value.type !== 'dynamic' ? [textOf(value, scope)] : textsOf(value, scope);
        const has = (needle: string | null): boolean => needle !== null && textHolds('has', text, needle, false);
        return all ? needles.every(has) : needles.some(has);
      };
      return (all ? atom.values.every(one) : atom.values.some(one)) !== negated;
    }
    case 'regex': {
      const [text, pattern] = [textOf(atom.left, scope), textOf(atom.pattern, scope)];
      const test = pattern === null ? null : matcher(pattern, atom.flags);
      return text === null || test === null ? null : test(text) !== negated;
    }
    case 'null':
      return (exprValue(atom.of, scope) === null) !== negated;
    case 'empty':
      return isEmpty(atom.of, exprValue(atom.of, scope)) !== negated;
    case 'truth': {
      const value = exprValue(atom.of, scope);
      return typeof value === 'boolean' ? value !== negated : null;
    }
    case 'any-element':
      return anyHolds(atom, negated, scope);
    case 'in-query':
    case 'has-query':
      throw new Error('a query inside the condition cannot be evaluated over one event');
  }
};

const textOf = (expr: Expr, scope: Scope): string | null => {
  const value = exprValue(expr, scope);
  if (value === null || typeof value === 'string') return value;
  return jsonText(value);
};

/** The items of a JSON array as texts, without its nulls; anything else is the one text that it is. */
const textsOf = (json: Expr, scope: Scope): readonly string[] => {
  const value = exprValue(json, scope);
  const items: readonly ConstValue[] = Array.isArray(value) ? value : [value];
  return items.flatMap((item) => (item === null ? [] : typeof item === 'string' ? item : jsonText(item)));
};

const isEmpty = (expr: Expr, value: ConstValue): boolean =>
  value === null || (value === '' && (isText(expr.type) || expr.type === 'dynamic'));

const anyHolds = (atom: Extract<Atom, { kind: 'any-element' }>, negated: boolean, scope: Scope): boolean | null => {
  const array = exprValue(atom.array, scope);
  if (array === null) return null;
  const items: readonly ConstValue[] = Array.isArray(array) ? array : [];
  const found = items.some((item) => {
    const elements = new Map([...scope.elements, [atom.element.id, item]]);
    return truth(atom.holds, { ...scope, elements }) === true;
  });
  return found !== negated;
};

const opposite: Readonly<Record<CompareOp, CompareOp>> = {
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
};

const compareHolds = (atom: Extract<Atom, { kind: 'compare' }>, negated: boolean, scope: Scope): boolean | null => {
  const op = negated ? opposite[atom.op] : atom.op;
  const [left, right] = [exprValue(atom.left, scope), exprValue(atom.right, scope)];
  const typedNull = atom.right.kind === 'const' ? atom.right : atom.left.kind === 'const' ? atom.left : null;
  if (typedNull?.value === null) {
    const other = typedNull === atom.right ? left : right;
    return other === null ? null : op === '!=';
  }
  if (left !== null && right !== null) return ordered(op, fold(atom, left), fold(atom, right));
  // A text that is no number differs from every number, and so with truths; a missing one does not.
  const isCast =
    (atom.as === 'number' || atom.as === 'bool') && (atom.left.kind === 'cast' || atom.right.kind === 'cast');
  const isAnswered = isCast && (op === '!=' || op === '==');
  return isAnswered && isReadable(atom.left, scope) && isReadable(atom.right, scope) ? op === '!=' : null;
};

/** There is something that may be read as a number; what has a number of its own is missing where that is. */
const isReadable = (expr: Expr, scope: Scope): boolean =>
  exprValue(expr.kind === 'cast' && (expr.type === 'bool' || !hasOwnNumber(expr.of)) ? expr.of : expr, scope) !== null;

const fold = (atom: { readonly ignoreCase: boolean }, value: ConstValue): ConstValue =>
  atom.ignoreCase && typeof value === 'string' ? asciiLower(value) : value;

const ordered = (op: CompareOp, a: ConstValue, b: ConstValue): boolean => {
  const order = compareValues(a, b);
  switch (op) {
    case '==':
      return order === 0;
    case '!=':
      return order !== 0;
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
  }
};

/** NaN stands for "neither less nor equal nor greater". Texts are ordered by their UTF-8 bytes, which is by code points. */
const compareValues = (a: ConstValue, b: ConstValue): number => {
  if (typeof a === 'string' && typeof b === 'string') return a === b ? 0 : byCodePoints(a, b);
  if (isOrdered(a) && isOrdered(b)) {
    if (Number.isNaN(a) || Number.isNaN(b)) return Number.NaN;
    return a < b ? -1 : a > b ? 1 : 0;
  }
  const [left, right] = [jsonText(a), jsonText(b)];
  return left === right ? 0 : left < right ? -1 : 1;
};

const isOrdered = (value: ConstValue): value is bigint | number | boolean =>
  typeof value === 'bigint' || typeof value === 'number' || typeof value === 'boolean';

const byCodePoints = (a: string, b: string): number => {
  const [left, right] = [Array.from(a), Array.from(b)];
  for (let index = 0; ; index += 1) {
    const [x, y] = [left[index]?.codePointAt(0), right[index]?.codePointAt(0)];
    if (x === undefined || y === undefined) return left.length - right.length;
    if (x !== y) return x - y;
  }
};

const inHolds = (atom: Extract<Atom, { kind: 'in' }>, negated: boolean, scope: Scope): boolean | null => {
  if (atom.as === 'dynamic') {
    const left = textOf(atom.left, scope);
    if (left === null) return null;
    const texts = atom.values.flatMap((json) => textsOf(json, scope));
    return texts.some((text) => fold(atom, text) === fold(atom, left)) !== negated;
  }
  if (atom.values.length === 0) return exprValue(atom.left, scope) === null ? null : negated;
  const one = (value: Expr): boolean | null =>
    compareHolds(
      { kind: 'compare', op: '==', as: atom.as, ignoreCase: atom.ignoreCase, left: atom.left, right: value },
      negated,
      scope,
    );
  const results = atom.values.map(one);
  if (negated) return results.includes(false) ? false : results.includes(null) ? null : true;
  return results.includes(true) ? true : results.includes(null) ? null : false;
};
