import { wellKnown } from '../catalogue/catalogue.ts';
import type { TableDef } from '../catalogue/table.ts';
import type * as Ast from '../syntax/ast.ts';
import { pathText } from '../syntax/build.ts';
import { rangeRowsMax } from '../syntax/limits.ts';
import { proposal } from '../text/diagnostic.ts';
import { nowhere, type Span } from '../text/span.ts';
import { didYouMean } from '../../lib/closest.ts';
import { suggest } from '../text/suggest.ts';
import {
  columnAgain,
  columnExpr,
  emptyScope,
  fail,
  fieldIn,
  newColumn,
  type Binding,
  type Bound,
  type Scope,
  withColumns,
} from './binding.ts';
import { cast } from './coerce.ts';
import { namedItems } from './columns.ts';
import { bindExpr, visibleLet } from './expression.ts';
import { bindPredicate } from './predicate.ts';
import { bindTabular, mayRead } from './query.ts';
import { fieldRefExpr } from './resolve.ts';
import { withStages } from './stage.ts';
import { isStepped } from './steps.ts';
import type { Column, Computed, Expr } from './rq.ts';
import { bindUnion } from './union.ts';

export function bindSource(b: Binding, source: Ast.Source, onlyTable: boolean): Bound | null {
  switch (source.kind) {
    case 'default':
    case 'everything':
      return scanOf(b, b.table);
    case 'named':
      return bindNamed(b, source, onlyTable);
    case 'print':
      return bindPrint(b, source);
    case 'range':
      return bindRange(b, source);
    case 'datatable':
      return bindDatatable(b, source);
    case 'union':
      return bindUnion(b, null, source.sides, source.options, source.span);
    case 'group':
    case 'materialize':
      return bindTabular(b, source.of);
    case 'error':
      return null;
  }
}

export function scanOf(b: Binding, table: TableDef): Bound {
  b.used.tables.add(table.name);
  const scope: Scope = {
    table,
    columns: [],
    closedBy: null,
    unlike: false,
    order: null,
    realDivision: table.realDivision,
    range: b.range,
  };
  return { relation: { source: { kind: 'scan', table: table.name }, stages: [], columns: [] }, scope };
}

function bindNamed(b: Binding, source: Extract<Ast.Source, { kind: 'named' }>, onlyTable: boolean): Bound | null {
  const name = pathText(source.path);
  const known = visibleLet(b, name);
  if (known !== undefined) {
    const limit = b.letLimit;
    b.letLimit = known.before;
    const bound =
      known.value.kind === 'tabular' ? bindTabular(b, known.value.tabular) : letAsTable(b, known.value.expr, source);
    b.letLimit = limit;
    return bound;
  }
  const pipeline = b.names.get(name);
  if (pipeline !== undefined) return mayRead(b, pipeline.relations, source.span) ? pipeline.bound : null;
  const table = b.catalogue.tables.get(name);
  if (table !== undefined) return scanOf(b, table);
  if (source.lone) {
    const found = b.diagnostics.length;
    const bound = loneFilter(b, source.path);
    const unknown = onlyTable && b.diagnostics.slice(found).some((one) => one.code === 'E301');
    if (!unknown) return bound;
    b.diagnostics.splice(found);
  }
  const near = suggest(name, b.catalogue.tables.keys());
  fail(b, 'E304', source.path.span, `unknown source ${name}${didYouMean(near)}`, {
    fixes: proposal(source.path.span, near),
  });
  return null;
}

/** A lone name that is no table is a filter of one field. */
function loneFilter(b: Binding, path: Ast.PathExpr): Bound {
  const base = scanOf(b, b.table);
  return withStages(base, { kind: 'filter', predicate: bindPredicate(b, { scope: base.scope, sink: null }, path) });
}

/** `let T = spans;`: a lone name, which may be a table. */
function letAsTable(b: Binding, expr: Ast.Expr, source: Extract<Ast.Source, { kind: 'named' }>): Bound | null {
  if (expr.kind === 'error') return null;
  if (expr.kind === 'path') return bindNamed(b, { kind: 'named', span: source.span, path: expr, lone: false }, true);
  if (source.lone) return loneFilter(b, source.path);
  fail(b, 'E304', source.path.span, `${source.path.root} is a value, not a table`);
  return null;
}

/** Names that the query itself gives to columns, each once. */
function named(b: Binding, names: readonly { readonly text: string; readonly span: Span }[]): boolean {
  const seen = new Set<string>();
  const again = names.find(({ text }) => seen.size === seen.add(text).size);
  if (again !== undefined) fail(b, 'E306', again.span, `column ${again.text} is already declared`);
  return again === undefined;
}

export function rowsBound(b: Binding, columns: readonly Column[], rows: readonly (readonly Expr[])[]): Bound {
  const row = rowColumn(b);
  return {
    relation: { source: { kind: 'rows', columns, rows, row }, stages: [], columns },
    scope: { ...emptyScope(b), columns, unlike: rows.length < 2, order: naturalOrder(row) },
  };
}

/** Number of a row in what the query itself wrote down: its natural order. */
export function rowColumn(b: Binding): Column {
  return newColumn(b, '', { type: 'long', nullable: false });
}

export function naturalOrder(row: Column): Scope['order'] {
  return [{ expr: columnExpr(row, nowhere), descending: false, nulls: 'first' }];
}

function bindPrint(b: Binding, source: Extract<Ast.Source, { kind: 'print' }>): Bound | null {
  const scope = emptyScope(b);
  if (
    !named(
      b,
      source.columns.flatMap((item) => item.names),
    )
  )
    return null;
  const columns: Column[] = [];
  const row: Expr[] = [];
  for (const [index, item] of source.columns.entries()) {
    const expr = bindExpr(b, { scope, sink: null }, item.value);
    const values =
      item.names.length > 1 ? namedItems(item, expr) : [{ name: item.names[0]?.text ?? `print_${index}`, expr }];
    for (const value of values) {
      columns.push(newColumn(b, value.name, value.expr));
      row.push(value.expr);
    }
  }
  return rowsBound(b, columns, [row]);
}

function bindRange(b: Binding, source: Extract<Ast.Source, { kind: 'range' }>): Bound | null {
  const place = { scope: emptyScope(b), sink: null };
  const [from, to, step] = [source.from, source.to, source.step].map((ast) => numeric(bindExpr(b, place, ast)));
  if (from === undefined || to === undefined || step === undefined) return null;
  if ([from, to, step].some((one) => one.type === 'error')) return null;
  if (!isStepped(b, source, from, { from, to, step, closed: true, max: rangeRowsMax })) return null;
  const real = [from, to, step].some((one) => one.type === 'real' || one.type === 'decimal');
  const type = from.type === 'datetime' ? 'datetime' : from.type === 'timespan' ? 'timespan' : real ? 'real' : 'long';
  const column = newColumn(b, source.name.text, { type, nullable: false });
  const row = rowColumn(b);
  const bounds = type === 'real' ? [from, to, step].map((one) => cast(one, 'real')) : [from, to, step];
  const [a, z, by] = bounds;
  if (a === undefined || z === undefined || by === undefined) return null;
  return {
    relation: { source: { kind: 'range', column, from: a, to: z, step: by, row }, stages: [], columns: [column] },
    scope: { ...emptyScope(b), columns: [column], order: naturalOrder(row) },
  };
}

/** What an attribute or a JSON value is, where numbers are counted. */
function numeric(expr: Expr): Expr {
  return expr.type === 'unknown' || expr.type === 'dynamic' ? cast(expr, 'real') : expr;
}

function bindDatatable(b: Binding, source: Extract<Ast.Source, { kind: 'datatable' }>): Bound | null {
  const width = source.columns.length;
  const place = { scope: emptyScope(b), sink: null };
  if (width === 0) return rowsBound(b, [], []);
  if (
    !named(
      b,
      source.columns.map((decl) => decl.name),
    )
  )
    return null;
  if (source.cells.length % width !== 0) {
    fail(
      b,
      'E409',
      source.span,
      `a datatable of ${width} columns has rows of ${width} values; there are ${source.cells.length} values`,
    );
    return null;
  }
  const cells = source.cells.map((cell, index) => {
    const type = source.columns[index % width]?.type ?? 'string';
    const expr = bindExpr(b, place, cell);
    return expr.kind === 'const' && expr.value === null && type === 'string'
      ? { ...expr, value: '', type, nullable: false }
      : cast(expr, type);
  });
  const rows: Expr[][] = [];
  for (let at = 0; at < cells.length; at += width) rows.push(cells.slice(at, at + width));
  // What is written is a text, if an empty one; what is computed may be missing.
  const columns = source.columns.map(({ name, type }, index) =>
    newColumn(b, name.text, { type, nullable: type !== 'string' || rows.some((row) => row[index]?.nullable === true) }),
  );
  return rowsBound(b, columns, rows);
}

/** Every column that `*` means at this place: the table's own, in their order, then those the pipeline made. */
export function allColumns(b: Binding, bound: Bound): Bound {
  const table = bound.scope.table;
  if (table === null) return bound;
  const made = bound.scope.columns;
  const computed: Computed[] = [];
  const own = table.fields
    .filter((def) => def.hidden !== true)
    .map((def): Column => {
      const redefined = made.find((column) => column.name === def.name);
      if (redefined !== undefined) return redefined;
      const ref = wellKnown(def);
      const expr = fieldRefExpr(ref, nowhere);
      const column = columnAgain(b, def.name, { ...expr, field: ref, row: def.members && table });
      computed.push({ column, expr });
      return column;
    });
  const all = shown(bound, computed, [...own, ...made.filter((column) => !own.includes(column))]);
  // Nobody knows all columns of a table that nobody described.
  return table.open === true ? { ...all, scope: { ...all.scope, table } } : all;
}

/** The columns of a row query that projects nothing: what the table lists, then what the pipeline made. */
export function listedColumns(b: Binding, bound: Bound, names: readonly string[]): Bound {
  if (bound.scope.table === null) return bound;
  const made = bound.scope.columns;
  const computed: Computed[] = [];
  const listed = names.flatMap((name): Column[] => {
    const redefined = made.find((column) => column.name === name);
    if (redefined !== undefined) return [redefined];
    const before = b.diagnostics.length;
    const expr = bindExpr(b, { scope: { ...bound.scope, columns: [] }, sink: null }, parsePath(name));
    b.diagnostics.splice(before);
    if (expr.type === 'error') return [];
    const column = columnAgain(b, name, { ...expr, field: fieldIn(expr) });
    computed.push({ column, expr });
    return [column];
  });
  return shown(bound, computed, [...listed, ...made.filter((column) => !listed.includes(column))]);
}

function shown(bound: Bound, computed: readonly Computed[], columns: readonly Column[]): Bound {
  const { relation, scope } = withColumns(withStages(bound, { kind: 'compute', columns: computed }), columns);
  return { relation, scope: { ...scope, table: null } };
}

/** A dotted name of a request as the path it stands for. */
function parsePath(name: string): Ast.PathExpr {
  const span = nowhere;
  const [root = '', ...rest] = name.split('.');
  return {
    kind: 'path',
    span,
    root,
    rootSpan: span,
    quoted: false,
    segments: rest.map((part) => ({ kind: 'name', name: part, quoted: false, span })),
  };
}
