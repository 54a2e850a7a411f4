import type { FieldDef } from '../catalogue/field.ts';
import { wellKnown } from '../catalogue/catalogue.ts';
import type * as Ast from '../syntax/ast.ts';
import { chainItems } from '../syntax/build.ts';
import { isArithmetic } from '../syntax/operators.ts';
import { columnExpr, constant, fail, newColumn, warn, type Binding, type Scope } from './binding.ts';
import { didYouMean } from '../../lib/closest.ts';
import { proposal } from '../text/diagnostic.ts';
import { bindArithmetic } from './arithmetic.ts';
import { asText, cast } from './coerce.ts';
import { compareAtom, warnOfEmpty } from './compare.ts';
import { bindBeside, bindExpr, memberOf, type Place } from './expression.ts';
import { bindIn } from './membership.ts';
import { bindRegex } from './regex.ts';
import { fieldRefExpr, keyOf, splitAtAny } from './resolve.ts';
import type { Atom, Expr, Predicate, TextOp } from './rq.ts';
import { isText } from './types.ts';
import type { Span } from '../text/span.ts';

/** Conditions. An operand that could not be bound makes `true`: the query is refused anyway, and nothing follows from it. */
export function bindPredicate(b: Binding, place: Place, ast: Ast.Expr): Predicate {
  switch (ast.kind) {
    case 'binary':
      if (ast.op === 'and' || ast.op === 'or') {
        return { kind: ast.op, items: chainItems(ast.op, ast).map((item) => bindPredicate(b, place, item)) };
      }
      if (isArithmetic(ast.op)) break;
      return bindComparison(b, place, ast, ast.op);
    case 'unary':
      if (ast.op === 'not') return { kind: 'not', of: bindPredicate(b, place, ast.of) };
      break;
    case 'text':
      return bindText(b, place, ast);
    case 'in':
      return bindIn(b, place, ast);
    case 'between':
      return bindBetween(b, place, ast);
    case 'regex':
      return anyElement(b, place, ast.left, (left, inner) => signed(bindRegex(b, inner, ast, left), ast.negated));
    case 'call': {
      const known = predicateCalls[ast.name.toLowerCase()];
      if (known !== undefined) return known(b, place, ast);
      break;
    }
    case 'literal':
      if (ast.value.type === 'string') return freeText(b, place.scope, ast.value.value, ast.span);
      if (ast.value.type === 'bool') return { kind: ast.value.value ? 'true' : 'false' };
      break;
    case 'path':
    case 'star':
    case 'index':
    case 'member':
    case 'array':
    case 'typeof':
    case 'toscalar':
    case 'error':
      break;
  }
  return truth(b, bindExpr(b, ast.kind === 'path' ? { ...place, bareWord: 'condition' } : place, ast), ast);
}

/** A value as a condition: booleans are themselves; anything else says that it is there and not empty. */
function truth(b: Binding, expr: Expr, ast: Ast.Expr): Predicate {
  if (expr.type === 'error') return { kind: 'true' };
  if (expr.kind === 'predicate') return expr.predicate;
  if (expr.kind === 'const' && expr.type === 'bool' && expr.value !== null)
    return { kind: expr.value === true ? 'true' : 'false' };
  if (expr.type === 'bool') return atomOf({ kind: 'truth', of: expr });
  if (ast.kind === 'path' || ast.kind === 'index' || ast.kind === 'member')
    return signed({ kind: 'empty', of: expr }, true);
  if (expr.type === 'unknown' || expr.type === 'dynamic') return atomOf({ kind: 'truth', of: cast(expr, 'bool') });
  fail(b, 'E401', ast.span, 'a condition is expected here, as in level == "ERROR"');
  return { kind: 'true' };
}

export function atomOf(atom: Atom): Predicate {
  return { kind: 'atom', atom, negated: false };
}

export function signed(atom: Atom | null, negated: boolean): Predicate {
  return atom === null ? { kind: 'true' } : { kind: 'atom', atom, negated };
}

/** `spans[*].name == "x"`: the condition inside, any element outside. Everything else passes through. */
export function anyElement(
  b: Binding,
  place: Place,
  left: Ast.Expr,
  make: (left: Expr, place: Place) => Predicate,
): Predicate {
  const split = left.kind === 'path' ? splitAtAny(left) : null;
  if (split === null) return make(bindExpr(b, place, left), place);
  const array = cast(bindExpr(b, place, split.array), 'dynamic');
  if (array.type === 'error') return { kind: 'true' };
  return inElements(b, array, split.inside, left.span, (inside) => make(inside, place));
}

/** In any element of the array, and, behind another star, in any element of those. */
function inElements(
  b: Binding,
  array: Expr,
  path: readonly Ast.Segment[],
  at: Span,
  make: (inside: Expr) => Predicate,
): Predicate {
  const element = newColumn(b, 'element', { type: 'dynamic', nullable: true });
  let inside = columnExpr(element, at);
  let found: Predicate | undefined;
  for (const [index, segment] of path.entries()) {
    if (segment.kind === 'any') {
      found = inElements(b, inside, path.slice(index + 1), at, make);
      break;
    }
    inside = memberOf(inside, keyOf(segment, segment.span), segment.span.end);
  }
  found ??= make(inside);
  if (found.kind === 'true' || found.kind === 'false') return found;
  // The negation stays outside: none of the elements.
  const negated = found.kind === 'not' || (found.kind === 'atom' && found.negated);
  const holds: Predicate = found.kind === 'not' ? found.of : found.kind === 'atom' ? atomOf(found.atom) : found;
  return signed({ kind: 'any-element', array, element, holds }, negated);
}

function bindComparison(b: Binding, place: Place, ast: Ast.ExprOf<'binary'>, op: Ast.CompareOp): Predicate {
  if (ast.left.kind === 'star') {
    const right = bindExpr(b, place, ast.right);
    return everyText(b, place.scope, ast.span, op === '!=' || op === '!~', (left) =>
      compareAtom(b, '==', op === '=~' || op === '!~', left, right, ast),
    );
  }
  return anyElement(b, place, ast.left, (left, inner) => {
    const right = bindBeside(b, inner, left, ast.right);
    return comparison(b, op, left, right, ast);
  });
}

function comparison(b: Binding, op: Ast.CompareOp, left: Expr, right: Expr, ast: Ast.ExprOf<'binary'>): Predicate {
  if (left.type === 'error' || right.type === 'error') return { kind: 'true' };
  if ((op === '==' || op === '!=') && (isNullWord(ast.right) || isNullWord(ast.left))) {
    return signed({ kind: 'null', of: isNullWord(ast.right) ? left : right }, op === '!=');
  }
  if (op === '==') warnOfEmpty(b, left, right);
  switch (op) {
    case '=~':
      return signed(compareAtom(b, '==', true, left, right, ast), false);
    case '!~':
      return signed(compareAtom(b, '==', true, left, right, ast), true);
    case '!=':
      return signed(compareAtom(b, '==', false, left, right, ast), true);
    case '==':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return signed(compareAtom(b, op, false, left, right, ast), false);
  }
}

/** The word `null`; a typed null is a value that equals nothing. */
function isNullWord(ast: Ast.Expr): boolean {
  return ast.kind === 'literal' && ast.value.type === 'null' && ast.value.of === null;
}

function bindBetween(b: Binding, place: Place, ast: Ast.ExprOf<'between'>): Predicate {
  return anyElement(b, place, ast.left, (left, inner) => {
    const low = bindExpr(b, inner, ast.low);
    let high = bindExpr(b, inner, ast.high);
    // `between (start .. 3d)`: the end is a distance from the start.
    if (low.type === 'datetime' && high.type === 'timespan') {
      high = bindArithmetic(b, inner.scope, '+', low, high, ast.high.span);
    }
    if ([left, low, high].some((one) => one.type === 'error')) return { kind: 'true' };
    const from = compareAtom(b, '>=', false, left, low, { ...ast, right: ast.low });
    const to = compareAtom(b, '<=', false, left, high, { ...ast, right: ast.high });
    const both: Predicate = { kind: 'and', items: [signed(from, false), signed(to, false)] };
    return ast.negated ? { kind: 'not', of: both } : both;
  });
}

const textOps: Readonly<Record<Ast.TextOp, readonly [op: TextOp, caseSensitive: boolean]>> = {
  has: ['has', false],
  has_cs: ['has', true],
  hasprefix: ['hasprefix', false],
  hasprefix_cs: ['hasprefix', true],
  hassuffix: ['hassuffix', false],
  hassuffix_cs: ['hassuffix', true],
  contains: ['contains', false],
  contains_cs: ['contains', true],
  startswith: ['startswith', false],
  startswith_cs: ['startswith', true],
  endswith: ['endswith', false],
  endswith_cs: ['endswith', true],
  like: ['like', true],
};

function bindText(b: Binding, place: Place, ast: Ast.ExprOf<'text'>): Predicate {
  const [op, caseSensitive] = textOps[ast.op];
  if (ast.left.kind === 'star') {
    const right = bindExpr(b, place, ast.right);
    return everyText(b, place.scope, ast.span, ast.negated, (left) => textAtom(b, op, caseSensitive, left, right));
  }
  return anyElement(b, place, ast.left, (left, inner) => {
    const right = bindBeside(b, inner, left, ast.right);
    if (left.type === 'error' || right.type === 'error') return { kind: 'true' };
    return signed(textAtom(b, op, caseSensitive, left, right), ast.negated);
  });
}

function textAtom(b: Binding, op: TextOp, caseSensitive: boolean, left: Expr, right: Expr): Atom {
  const substring = op === 'has' && b.options.hasMode === 'substring';
  return { kind: 'text', op: substring ? 'contains' : op, caseSensitive, left: asText(left), right: asText(right) };
}

/** A bare text: in the message, the name, or the status message. */
function freeText(b: Binding, scope: Scope, text: string, at: Span): Predicate {
  const needle = constant(text, 'string', at);
  if (/^[0-9a-f]{32}$/i.test(text) && scope.table?.fields.some(({ name }) => name === 'trace_id') === true) {
    const meant = `trace_id == "${text.toLowerCase()}"`;
    warn(b, 'W406', at, `a text is looked for in what was written, not among ids${didYouMean(meant)}`, {
      fixes: proposal(at, meant),
    });
  }
  return everyText(b, scope, at, false, (left) => textAtom(b, 'has', false, left, needle));
}

/** The same atom over every text column in sight: any of them, or, negated, none. */
function everyText(b: Binding, scope: Scope, at: Span, negated: boolean, make: (left: Expr) => Atom | null): Predicate {
  const own = scope.columns.filter((column) => isText(column.type)).map((column) => columnExpr(column, at));
  const fields =
    scope.table === null ? [] : freeTextFields(scope.table.fields).map((def) => fieldRefExpr(wellKnown(def), at));
  const items = [...fields, ...own].flatMap((left): Predicate[] => {
    const atom = make(left);
    return atom === null ? [] : [{ kind: 'found', atom, in: left }];
  });
  if (items.length === 0) {
    fail(b, 'E401', at, 'there is no text column to search in');
    return { kind: 'true' };
  }
  const any: Predicate = { kind: 'or', items };
  return negated ? { kind: 'not', of: any } : any;
}

function freeTextFields(fields: readonly FieldDef[]): readonly FieldDef[] {
  const marked = fields.filter((def) => def.freeText === true);
  return marked.length > 0 ? marked : fields.filter((def) => def.type === 'string' && def.hidden !== true);
}

type PredicateCall = (b: Binding, place: Place, ast: Ast.CallExpr) => Predicate;

/** Functions that are conditions: they keep the form that the indexes know. */
const predicateCalls: Readonly<Record<string, PredicateCall>> = {
  not: (b, place, ast) => {
    const [of] = exactly(b, ast, 1);
    return of === undefined ? { kind: 'true' } : { kind: 'not', of: bindPredicate(b, place, of) };
  },
  isnull: (b, place, ast) => nullTest(b, place, ast, 'null', false),
  isnotnull: (b, place, ast) => nullTest(b, place, ast, 'null', true),
  notnull: (b, place, ast) => nullTest(b, place, ast, 'null', true),
  isempty: (b, place, ast) => nullTest(b, place, ast, 'empty', false),
  isnotempty: (b, place, ast) => nullTest(b, place, ast, 'empty', true),
  notempty: (b, place, ast) => nullTest(b, place, ast, 'empty', true),
  exists: (b, place, ast) => nullTest(b, place, ast, 'null', true),
  startswith: (b, place, ast) => textCall(b, place, ast, 'startswith'),
  endswith: (b, place, ast) => textCall(b, place, ast, 'endswith'),
};

export function isPredicateCall(name: string): boolean {
  return Object.hasOwn(predicateCalls, name.toLowerCase());
}

function nullTest(b: Binding, place: Place, ast: Ast.CallExpr, kind: 'null' | 'empty', negated: boolean): Predicate {
  const [arg] = exactly(b, ast, 1);
  if (arg === undefined) return { kind: 'true' };
  return anyElement(b, place, arg, (of) => {
    if (of.type === 'error') return { kind: 'true' };
    // Text is never null, only empty: an absent attribute is null, a column of text is not.
    return signed({ kind, of }, negated);
  });
}

function textCall(b: Binding, place: Place, ast: Ast.CallExpr, op: TextOp): Predicate {
  const [left, right] = exactly(b, ast, 2);
  if (left === undefined || right === undefined) return { kind: 'true' };
  return anyElement(b, place, left, (value, inner) => {
    const needle = bindExpr(b, inner, right);
    if (value.type === 'error' || needle.type === 'error') return { kind: 'true' };
    return atomOf(textAtom(b, op, true, value, needle));
  });
}

function exactly(b: Binding, ast: Ast.CallExpr, count: number): readonly Ast.Expr[] {
  if (ast.args.length !== count) {
    const wanted = count === 1 ? '1 argument' : `${count} arguments`;
    fail(b, 'E402', ast.span, `${ast.name}() takes ${wanted}, not ${ast.args.length}`);
    return [];
  }
  b.used.functions.add(ast.name.toLowerCase());
  return ast.args.map((arg) => arg.value);
}
