import { didYouMean } from '../../lib/closest.ts';
import { stored } from '../../lib/time.ts';
import type { FieldRef } from '../catalogue/field.ts';
import type * as Ast from '../syntax/ast.ts';
import { pathText } from '../syntax/build.ts';
import { writtenCharsMax } from '../syntax/limits.ts';
import { isArithmetic } from '../syntax/operators.ts';
import { proposal } from '../text/diagnostic.ts';
import {
  columnAgain,
  columnExpr,
  constant,
  errorExpr,
  fail,
  type Let,
  isAlsoCalled,
  type Binding,
  type Scope,
  warn,
} from './binding.ts';
import { bindArithmetic, negate } from './arithmetic.ts';
import { bindCall } from './call.ts';
import { cast } from './coerce.ts';
import { bindPredicate } from './predicate.ts';
import { bindScalarQuery } from './query.ts';
import { type BareWord, calledLike, members, resolvePath } from './resolve.ts';
import type { Computed, Expr, Predicate } from './rq.ts';
import { isText, type Type } from './types.ts';
import type { Span } from '../text/span.ts';

/** Where aggregates of a summarize go: each becomes a column, the expression around it reads that column. */
export interface AggregateSink {
  readonly aggregates: Computed[];
  /** Scope of the rows, for the arguments of aggregates. */
  readonly rows: Scope;
  /** Seconds of a bucket: `rate` divides by it. */
  readonly bucketSeconds: number;
}

/** What may stand at a place. */
export interface Place {
  readonly scope: Scope;
  readonly sink: AggregateSink | null;
  /** Where functions over ordered rows go; each is a column of a stage before this one. */
  readonly windows?: Computed[];
  /** Behind the `by` of a summarize. */
  readonly keys?: true;
  /** What a name that is none was most likely meant as: see `resolve.ts`. */
  readonly bareWord?: BareWord;
}

/** The other side of an operator. */
export function bindBeside(b: Binding, place: Place, left: Expr, ast: Ast.Expr): Expr {
  return bindExpr(b, ast.kind === 'path' && isText(left.type) ? { ...place, bareWord: 'text' } : place, ast);
}

export function bindExpr(b: Binding, place: Place, ast: Ast.Expr): Expr {
  switch (ast.kind) {
    case 'literal':
      return literalExpr(b, ast);
    case 'path':
      return bindPath(b, place, ast);
    case 'call':
      return bindCall(b, place, ast);
    case 'unary':
      if (ast.op === 'not') return predicateExpr(bindPredicate(b, place, ast), ast.span);
      return ast.op === '-' ? negate(b, bindExpr(b, place, ast.of), ast.span) : bindExpr(b, place, ast.of);
    case 'binary':
      return isArithmetic(ast.op)
        ? bindArithmetic(b, place.scope, ast.op, bindExpr(b, place, ast.left), bindExpr(b, place, ast.right), ast.span)
        : predicateExpr(bindPredicate(b, place, ast), ast.span);
    case 'text':
    case 'in':
    case 'between':
    case 'regex':
      return predicateExpr(bindPredicate(b, place, ast), ast.span);
    case 'index':
      return bindIndex(b, place, ast);
    case 'member': {
      const of = bindExpr(b, place, ast.of);
      return memberOf(of, constant(ast.name, 'string', ast.nameSpan), ast.span.end);
    }
    case 'array':
      return listExpr(
        ast.items.map((item) => bindExpr(b, place, item)),
        ast,
      );
    case 'typeof':
      return constant(ast.type, 'string', ast.span);
    case 'toscalar':
      return bindScalarQuery(b, place.scope, ast);
    case 'star':
      fail(b, 'E405', ast.span, "'*' is not a value here");
      return errorExpr(ast.span);
    case 'error':
      return errorExpr(ast.span);
  }
}

export function predicateExpr(predicate: Predicate, at: Span): Expr {
  if (predicate.kind === 'true' || predicate.kind === 'false') return constant(predicate.kind === 'true', 'bool', at);
  if (predicate.kind === 'atom' && !predicate.negated && predicate.atom.kind === 'truth') return predicate.atom.of;
  return { kind: 'predicate', predicate, type: 'bool', nullable: true, start: at.start, end: at.end };
}

function literalExpr(b: Binding, ast: Ast.LiteralExpr): Expr {
  const value = ast.value;
  if (value.type === 'datetime' && (value.value < stored.firstNs || value.value > stored.lastNs))
    warn(b, 'W405', ast.span, 'times are those of 1900 to 2261; this one is taken as the nearest of them');
  switch (value.type) {
    case 'null':
      return constant(null, value.of ?? 'unknown', ast.span);
    case 'decimal':
      return constant(Number(value.text), 'decimal', ast.span);
    case 'bool':
    case 'int':
    case 'long':
    case 'real':
    case 'string':
    case 'datetime':
    case 'timespan':
    case 'guid':
    case 'dynamic':
      return constant(value.value, value.type, ast.span);
  }
}

function bindPath(b: Binding, place: Place, ast: Ast.PathExpr): Expr {
  const { scope, sink } = place;
  const own = scope.columns.some((column) => column.name === ast.root || isAlsoCalled(column, ast.root));
  const known = own ? undefined : visibleLet(b, ast.root);
  if (known !== undefined) return bindLet(b, scope, known, ast);
  if (sink !== null && sink.rows !== scope) {
    const whole = resolvesIn(scope, ast);
    if (!whole) {
      const name = pathText(ast);
      const meant = calledLike(ast, 'aggregate');
      const instead = meant === null ? `; add it to 'by', or use take_any(${name})` : didYouMean(meant);
      fail(b, 'E406', ast.span, `${name} is neither in an aggregate nor a key${instead}`, {
        fixes: proposal(ast.span, meant?.endsWith('()') === true ? meant : null),
      });
      return errorExpr(ast.span);
    }
  }
  return resolvePath(b, scope, ast, place.bareWord);
}

function resolvesIn(scope: Scope, ast: Ast.PathExpr): boolean {
  const text = pathText(ast);
  return scope.columns.some((column) => column.name === ast.root || column.name === text || isAlsoCalled(column, text));
}

export function visibleLet(b: Binding, name: string): Let | undefined {
  const known = b.lets.get(name);
  return known !== undefined && known.before < b.letLimit ? known : undefined;
}

const letUsesMax = 1_000;

/** False, and said once, when the values of lets are too many, or too long with all that they hold. */
function mayPutIn(b: Binding, { chars }: Let, at: Span): boolean {
  const wereFew = b.letUses <= letUsesMax && b.letChars <= writtenCharsMax;
  b.letUses += 1;
  b.letChars += chars;
  if (b.letUses <= letUsesMax && b.letChars <= writtenCharsMax) return true;
  const most = b.letUses > letUsesMax ? `${letUsesMax} values` : `${writtenCharsMax} characters of values`;
  if (wereFew) fail(b, 'E504', at, `a query puts in at most ${most} of lets; one inside another counts each time`);
  return false;
}

/** A let is bound where it is used, and sees the lets before it only. */
function bindLet(b: Binding, scope: Scope, known: Let, ast: Ast.PathExpr): Expr {
  if (known.value.kind === 'tabular') {
    fail(b, 'E407', ast.span, `${ast.root} is a table, not a value; use toscalar(${ast.root}) or 'in (${ast.root})'`);
    return errorExpr(ast.span);
  }
  if (!mayPutIn(b, known, ast.span)) return errorExpr(ast.span);
  const limit = b.letLimit;
  b.letLimit = known.before;
  const empty: Scope = { ...scope, table: null, columns: [], closedBy: null, unlike: true, order: null };
  const expr = bindExpr(b, { scope: empty, sink: null }, known.value.expr);
  b.letLimit = limit;
  return members({ ...expr, start: ast.span.start, end: ast.span.end }, ast, 0, memberOf);
}

const indexTypes: ReadonlySet<Type> = new Set(['string', 'int', 'long', 'dynamic', 'unknown']);

function bindIndex(b: Binding, place: Place, ast: Ast.ExprOf<'index'>): Expr {
  const single = onePercentile(ast);
  if (single !== null) return bindExpr(b, place, single);
  const of = bindExpr(b, place, ast.of);
  const key = bindExpr(b, place, ast.index);
  if (of.type === 'error' || key.type === 'error') return errorExpr(ast.span);
  if (!indexTypes.has(key.type)) {
    fail(b, 'E401', ast.index.span, 'an index is a number or a text');
    return errorExpr(ast.span);
  }
  return memberOf(of, key, ast.span.end);
}

export function memberOf(of: Expr, key: Expr, end: number): Expr {
  if (of.type === 'error') return of;
  const bag = cast(of, 'dynamic');
  if (bag.kind === 'const' && key.kind === 'const') {
    const value = constantMember(bag.value, key.value);
    return { ...constant(value, 'dynamic', { start: of.start, end }), nullable: true };
  }
  return { kind: 'member', of: bag, key, type: 'dynamic', nullable: true, start: of.start, end };
}

type Value = Extract<Expr, { kind: 'const' }>['value'];

function constantMember(bag: Value, key: Value): Value {
  if (bag === null || typeof bag !== 'object') return null;
  if (Array.isArray(bag)) {
    if (typeof key !== 'bigint') return null;
    const list: readonly Value[] = bag;
    return list.at(Number(key)) ?? null;
  }
  if (typeof key !== 'string') return null;
  return Object.entries(bag).find(([name]) => name === key)?.[1] ?? null;
}

function listExpr(items: readonly Expr[], ast: Ast.ExprOf<'array'>): Expr {
  const constants = items.map((item) => cast(item, 'dynamic'));
  if (constants.every((item) => item.kind === 'const')) {
    return constant(
      constants.map((item) => (item.kind === 'const' ? item.value : null)),
      'dynamic',
      ast.span,
    );
  }
  return { kind: 'list', items: constants, type: 'dynamic', nullable: false, start: ast.span.start, end: ast.span.end };
}

/** An aggregate becomes a column of the summarize it is in; one that takes a value of a field along is that field still. */
export function sinkAggregate(b: Binding, sink: AggregateSink, expr: Expr, name: string, field?: FieldRef): Expr {
  const column = columnAgain(b, name, { ...expr, field });
  sink.aggregates.push({ column, expr });
  return columnExpr(column, expr);
}

/** `percentiles(x, 50, 95)[1]` is `percentile(x, 95)`. */
function onePercentile(ast: Ast.ExprOf<'index'>): Ast.CallExpr | null {
  const { of, index } = ast;
  if (of.kind !== 'call' || of.name.toLowerCase() !== 'percentiles' || index.kind !== 'literal') return null;
  const [value, ...levels] = of.args;
  const at = 'value' in index.value && typeof index.value.value === 'bigint' ? Number(index.value.value) : -1;
  const level = levels[at];
  return value === undefined || level === undefined ? null : { ...of, name: 'percentile', args: [value, level] };
}
