import type * as Ast from '../syntax/ast.ts';
import { literalText } from '../syntax/variables.ts';
import { walkExpr } from '../syntax/walk.ts';
import type { Span } from '../text/span.ts';
import { emptyScope, errorExpr, fail, type Binding, type Bound, type Scope, warn } from './binding.ts';
import { constantOf } from './call.ts';
import { bindExpr } from './expression.ts';
import type { Expr, Relation } from './rq.ts';
import { allColumns, bindSource } from './source.ts';
import { bindStage } from './stage.ts';

/** A whole query: its lets are entered, its settings read, its pipeline bound. */
export function bindQuery(b: Binding, ast: Ast.Query): Bound | null {
  for (const statement of ast.statements) {
    if (statement.kind === 'set') bindSet(b, statement);
    else bindLetStatement(b, statement);
  }
  return bindTabular(b, ast.body);
}

function bindLetStatement(b: Binding, statement: Extract<Ast.Statement, { kind: 'let' }>): void {
  const { name, value } = statement;
  const chars = value.kind === 'expr' ? writtenChars(value.expr) : 0;
  b.lets.set(name.text, { value, before: b.lets.size, chars });
  b.letLimit = b.lets.size;
}

/** With what variables stand for, which is not in the text. */
function writtenChars(expr: Ast.Expr): number {
  let chars = 0;
  walkExpr(expr, { expr: (one) => (chars += one.kind === 'literal' ? literalText(one.value).length + 1 : 1) });
  return chars;
}

/** Settings of other engines are accepted and mean nothing here, but for the two that bins know. */
function bindSet(b: Binding, statement: Extract<Ast.Statement, { kind: 'set' }>): void {
  const name = statement.name.text.toLowerCase();
  if ((name === 'query_bin_auto_size' || name === 'query_bin_auto_at') && statement.value !== null) {
    const value = constantOf(b)(bindExpr(b, { scope: emptyScope(b), sink: null }, statement.value));
    if (typeof value === 'bigint') b.binAuto[name === 'query_bin_auto_size' ? 'size' : 'at'] = value;
    return;
  }
  warn(b, 'W501', statement.span, `set ${statement.name.text} has no effect here`);
}

const relationsMax = 48;

/** Counts further tables of the query; false, and said once, when they are too many. */
export function mayRead(b: Binding, tables: number, at: Span): boolean {
  const wereFew = b.relations <= relationsMax;
  b.relations += tables;
  if (b.relations <= relationsMax) return true;
  if (wereFew)
    fail(b, 'E504', at, `a query reads at most ${relationsMax} tables; a let that is used twice counts twice`);
  return false;
}

/** A lone name that nobody knows is no table where only one can stand, and elsewhere a condition of one field. */
export function bindTabular(b: Binding, ast: Ast.Tabular, onlyTable = ast.stages.length > 0): Bound | null {
  if (!mayRead(b, 1, ast.span)) return null;
  const { source, stages } = searched(ast);
  let bound = bindSource(b, source, onlyTable);
  if (bound === null) return null;
  for (const stage of stages) {
    bound = bindStage(b, bound, stage);
    if (bound === null) return null;
  }
  return bound;
}

/** `search in (logs, spans) "x"` is `union (logs | search "x"), (spans | search "x")`. */
function searched(ast: Ast.Tabular): Pick<Ast.Tabular, 'source' | 'stages'> {
  const [first, ...stages] = ast.stages;
  if (ast.source.kind !== 'default' || first?.kind !== 'search' || first.tables.length === 0) return ast;
  const search = { ...first, tables: [] };
  const sides = first.tables.map(({ text: root, quoted, span }): Ast.Tabular => {
    const path: Ast.PathExpr = { kind: 'path', span, root, rootSpan: span, quoted, segments: [] };
    return { kind: 'tabular', span, source: { kind: 'named', span, path, lone: false }, stages: [search] };
  });
  const [only, ...others] = sides;
  if (only !== undefined && others.length === 0) return { source: only.source, stages: [search, ...stages] };
  return { source: { kind: 'union', span: first.span, options: [], sides }, stages };
}

/** A query inside an expression: its own scan, the same project and range. */
export function bindSubquery(b: Binding, ast: Ast.Tabular): Relation | null {
  const bound = bindTabular(b, ast);
  if (bound === null) return null;
  // A list of values is the first column, whatever else the query shows.
  const { relation } = allColumns(b, bound);
  return { ...relation, columns: relation.columns.slice(0, 1) };
}

/** `toscalar(T | …)`: the first column of the first row; of a value, `let x = 5; … toscalar(x)`, the value itself. */
export function bindScalarQuery(b: Binding, scope: Scope, ast: Ast.ExprOf<'toscalar'>): Expr {
  const { source, stages } = ast.query;
  if (
    stages.length === 0 &&
    source.kind === 'named' &&
    b.lets.get(source.path.root)?.value.kind === 'expr' &&
    !b.catalogue.tables.has(source.path.root)
  ) {
    return bindExpr(b, { scope, sink: null }, source.path);
  }
  const relation = bindSubquery(b, ast.query);
  const [column] = relation?.columns ?? [];
  if (relation === null || column === undefined) return errorExpr(ast.span);
  return {
    kind: 'scalar-query',
    relation: { ...relation, stages: [...relation.stages, { kind: 'limit', rows: 1 }] },
    type: column.type,
    nullable: true,
    unit: column.unit,
    start: ast.span.start,
    end: ast.span.end,
  };
}
