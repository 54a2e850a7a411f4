import type * as Ast from '../syntax/ast.ts';
import { pathText } from '../syntax/build.ts';
import { listItemsMax } from '../syntax/limits.ts';
import { columnExpr, constant, fail, newColumn, type Binding } from './binding.ts';
import { asText, cast } from './coerce.ts';
import { alike, compareAtom } from './compare.ts';
import { bindBeside, visibleLet, type Place } from './expression.ts';
import { anyElement, atomOf, signed } from './predicate.ts';
import { bindSubquery } from './query.ts';
import type { Atom, CompareAs, Expr, Predicate, Relation, Stage } from './rq.ts';
import { isText, type JsonValue, type Type } from './types.ts';
import { nowhere } from '../text/span.ts';

/** `in`, `in~`, `has_any`, `has_all`, over a list, a constant array or a query. */
export function bindIn(b: Binding, place: Place, ast: Ast.ExprOf<'in'>): Predicate {
  return anyElement(b, place, ast.left, (left, inner) => {
    const query = queryOf(b, inner, ast.list);
    if (query !== null) return bindInQuery(b, ast, left, query);
    const items = ast.list.kind === 'items' ? ast.list.items : [];
    const values = items.flatMap((item) => flattened(bindBeside(b, inner, left, item)));
    if (left.type === 'error' || values.some((value) => value.type === 'error')) return { kind: 'true' };
    if (values.length > listItemsMax) {
      fail(b, 'E501', ast.list.span, `a list has at most ${listItemsMax} items`);
      return { kind: 'true' };
    }
    if (ast.mode !== 'in') return hasList(left, values, ast.mode === 'has_any' ? 'any' : 'all', ast.negated);
    return inList(b, ast, left, values);
  });
}

/** `(T | …)`, or the bare name of a `let` table. */
function queryOf(b: Binding, place: Place, list: Ast.InList): Ast.Tabular | null {
  if (list.kind === 'query') return list.query;
  const [only] = list.items;
  if (only === undefined || list.items.length > 1 || only.kind !== 'path') return null;
  const name = pathText(only);
  if (place.scope.columns.some((column) => column.name === name)) return null;
  const known = visibleLet(b, name);
  if (known?.value.kind === 'tabular') return known.value.tabular;
  if (known?.value.kind === 'expr' && isTablePath(b, known.value.expr)) return tableQuery(known.value.expr);
  return known === undefined && isTablePath(b, only) ? tableQuery(only) : null;
}

function isTablePath(b: Binding, ast: Ast.Expr): ast is Ast.PathExpr {
  return ast.kind === 'path' && b.catalogue.tables.has(pathText(ast));
}

function tableQuery(path: Ast.PathExpr): Ast.Tabular {
  return { kind: 'tabular', span: path.span, source: { kind: 'named', span: path.span, path, lone: true }, stages: [] };
}

function bindInQuery(b: Binding, ast: Ast.ExprOf<'in'>, left: Expr, query: Ast.Tabular): Predicate {
  const relation = bindSubquery(b, query);
  const [column] = relation?.columns ?? [];
  if (relation === null || column === undefined || left.type === 'error') return { kind: 'true' };
  if (ast.mode !== 'in') {
    const mode = ast.mode === 'has_any' ? 'any' : 'all';
    return signed({ kind: 'has-query', mode, left: asText(left), relation: withoutJson(b, relation) }, ast.negated);
  }
  const sides = { span: ast.span, left: ast.left, right: ast.left };
  const same = alike(b, left, columnExpr(column, ast.list.span), sides);
  if (same === null) return { kind: 'true' };
  const ignoreCase = ast.ci && [same.left, same.right].every(({ type }) => isText(type) || type === 'dynamic');
  return signed(
    { kind: 'in-query', ignoreCase, left: same.left, relation: made(b, relation, same.right) },
    ast.negated,
  );
}

/** The values of JSON as texts, without their quotes. */
function withoutJson(b: Binding, relation: Relation): Relation {
  const [column] = relation.columns;
  return column?.type === 'dynamic' ? made(b, relation, cast(columnExpr(column, nowhere), 'string')) : relation;
}

/** What is made of the one column of a query. */
function made(b: Binding, relation: Relation, expr: Expr): Relation {
  if (expr.kind === 'column') return relation;
  const column = newColumn(b, relation.columns[0]?.name ?? '', expr);
  const stages: readonly Stage[] = [...relation.stages, { kind: 'compute', columns: [{ column, expr }] }];
  return { ...relation, stages, columns: [column] };
}

/** A constant array among the items counts as its items. */
function flattened(expr: Expr): readonly Expr[] {
  if (expr.kind !== 'const' || expr.type !== 'dynamic' || !Array.isArray(expr.value)) return [expr];
  const items: readonly JsonValue[] = expr.value;
  return items.map((item) => constant(item, jsonType(item), expr));
}

function jsonType(value: JsonValue): Type {
  if (typeof value === 'string') return 'string';
  if (typeof value === 'bigint') return 'long';
  if (typeof value === 'number') return 'real';
  if (typeof value === 'boolean') return 'bool';
  return value === null ? 'unknown' : 'dynamic';
}

function hasList(left: Expr, values: readonly Expr[], mode: 'any' | 'all', negated: boolean): Predicate {
  const needles = values.map((value) => (isJson(value) ? value : asText(value)));
  return signed({ kind: 'has-list', mode, left: asText(left), values: needles }, negated);
}

/** JSON that is known only when the query runs: an array counts as its items, anything else as itself. */
function isJson(value: Expr): boolean {
  return value.kind !== 'const' && value.type === 'dynamic';
}

/** Numbers are compared as numbers and texts as texts, so a mixed list is several lists. Nothing is in an empty list. */
function inList(b: Binding, ast: Ast.ExprOf<'in'>, left: Expr, values: readonly Expr[]): Predicate {
  const known = values.filter((value) => value.kind === 'const' && value.value !== null);
  const others = values.filter((value) => value.kind !== 'const');
  const groups = new Map<string, { as: CompareAs; left: Expr; values: Expr[] }>();
  const atoms: Atom[] = [];
  for (const value of known) {
    const atom = compareAtom(b, '==', ast.ci, left, value, { span: ast.span, left: ast.left, right: ast.left });
    if (atom?.kind !== 'compare') continue;
    const key = `${atom.as} ${atom.left.type}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { as: atom.as, left: atom.left, values: [atom.right] });
    else group.values.push(atom.right);
  }
  for (const group of groups.values()) atoms.push({ kind: 'in', ignoreCase: ast.ci, ...group });
  for (const value of others) atoms.push(...memberAtoms(b, ast, left, value));
  if (atoms.length === 0) atoms.push({ kind: 'in', as: 'text', ignoreCase: false, left: asText(left), values: [] });
  const [first] = atoms;
  if (atoms.length === 1 && first !== undefined) return signed(first, ast.negated);
  const any: Predicate = { kind: 'or', items: atoms.map(atomOf) };
  return ast.negated ? { kind: 'not', of: any } : any;
}

/**
 * A value that is known only when the query runs: compared, or, for JSON, looked into. An attribute may be either, each time it is sent.
 */
function memberAtoms(b: Binding, ast: Ast.ExprOf<'in'>, left: Expr, value: Expr): readonly Atom[] {
  const items = cast(value, 'dynamic');
  const within: Atom = { kind: 'in', as: 'dynamic', ignoreCase: ast.ci, left: asText(left), values: [items] };
  if (isJson(value)) return [within];
  const same = compareAtom(b, '==', ast.ci, left, value, { span: ast.span, left: ast.left, right: ast.left });
  return [...(same === null ? [] : [same]), ...(value.type === 'unknown' ? [within] : [])];
}
