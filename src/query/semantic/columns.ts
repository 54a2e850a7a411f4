import type { FieldRef } from '../catalogue/field.ts';
import type * as Ast from '../syntax/ast.ts';
import { columnsMax } from '../syntax/limits.ts';
import { didYouMean } from '../../lib/closest.ts';
import { suggest } from '../text/suggest.ts';
import {
  columnAgain,
  columnExpr,
  constant,
  fail,
  fieldIn,
  isAlsoCalled,
  newColumn,
  type Binding,
  type Bound,
  warn,
  withColumns,
} from './binding.ts';
import { isAggregateName } from '../functions/all.ts';
import { binOriginNs, binWidthNs } from './bins.ts';
import { bindExpr, type AggregateSink, type Place } from './expression.ts';
import { outputName } from './names.ts';
import { resolvePath } from './resolve.ts';
import type { Column, Computed, Expr } from './rq.ts';
import { allColumns } from './source.ts';
import { extended, inOrderAgain, windowStages, withStages } from './stage.ts';
import { bindSummarize } from './summarize.ts';
import { nowhere, type Span } from '../text/span.ts';

/** A named or unnamed expression, bound. Several names take the items of an array. */
export interface NamedValue {
  readonly name: string;
  readonly explicit: boolean;
  readonly expr: Expr;
  readonly ast: Ast.NamedExpr;
  /** Of a `*`: the table that all of it is of. */
  readonly row?: Column['row'];
}

export function bindNamed(b: Binding, place: Place, items: readonly Ast.NamedExpr[]): NamedValue[] {
  let unnamed = 0;
  return items.flatMap((ast): NamedValue[] => {
    const expr = bindExpr(b, place, ast.value);
    if (ast.names.length > 1) return namedItems(ast, expr);
    const [name] = ast.names;
    if (name !== undefined) return [{ name: name.text, explicit: true, expr, ast }];
    const given = outputName(ast.value, expr);
    if (given === undefined) unnamed += 1;
    return [{ name: given ?? `Column${unnamed}`, explicit: false, expr, ast }];
  });
}

export function namedItems(ast: Ast.NamedExpr, expr: Expr): NamedValue[] {
  return ast.names.map(({ text }, index) => ({ name: text, explicit: true, expr: arrayItem(expr, index), ast }));
}

function arrayItem(expr: Expr, index: number): Expr {
  if (expr.type === 'error') return expr;
  const key = constant(BigInt(index), 'long', expr);
  return { kind: 'member', of: expr, key, type: 'dynamic', nullable: true, start: expr.start, end: expr.end };
}

/** Every output column has a name of its own: a repeated given name is an error, a repeated made-up one gets a digit. */
export function uniqueNames(b: Binding, values: readonly NamedValue[]): NamedValue[] {
  const first = new Map<string, NamedValue>();
  const taken = new Set(values.filter((value) => value.explicit).map((value) => value.name));
  return values.map((value) => {
    const before = first.get(value.name);
    if (value.explicit && before?.explicit === true) {
      fail(b, 'E306', value.ast.span, `column ${value.name} is already declared`, {
        notes: [{ start: before.ast.span.start, end: before.ast.span.end, message: 'first declared here' }],
      });
      return value;
    }
    if (before === undefined && (value.explicit || !taken.has(value.name))) {
      first.set(value.name, value);
      return value;
    }
    const named = { ...value, name: freeName(value.name, taken, first) };
    first.set(named.name, named);
    return named;
  });
}

function freeName(name: string, taken: ReadonlySet<string>, first: ReadonlyMap<string, NamedValue>): string {
  for (let digit = 1; ; digit += 1) {
    const candidate = `${name}${digit}`;
    if (!taken.has(candidate) && !first.has(candidate)) return candidate;
  }
}

export function computedOf(b: Binding, value: NamedValue): Computed {
  const { name, expr } = value;
  return {
    column: {
      ...newColumn(b, name, expr),
      binNs: binWidthNs(expr),
      binOriginNs: binOriginNs(expr),
      hidden: hiddenNames(value),
      field: fieldIn(expr),
      row: value.row,
      ofGroup: expr.kind === 'column' ? expr.column.ofGroup : undefined,
      computed: expr.kind === 'arithmetic' ? expr : undefined,
    },
    expr,
  };
}

/** What rows are grouped by: in all attributes as one value there are those, too, that a column of the row has alone. */
export function groupedBy({ column, expr }: Computed): Computed {
  const made: Column = { ...column, row: undefined, ofGroup: true, isKey: true };
  const field = fieldIn(expr);
  const alone = field?.members?.promoted ?? [];
  if (field?.storage.kind !== 'derived' || alone.length === 0) return { column: made, expr };
  const kept = expr.kind === 'column' ? { bag: expr.column, value: expr } : undefined;
  const whole: FieldRef = { ...field, storage: { ...field.storage, alone }, kept };
  return { column: made, expr: { ...expr, kind: 'field', field: whole } };
}

/** `resource.service.name` may also be said flat, and an alias by its canonical name. */
function hiddenNames(value: NamedValue): readonly string[] {
  const names: string[] = [];
  if (value.name.includes('.')) names.push(value.name.replaceAll('.', '_'), value.name.replaceAll('.', '___'));
  const inner = value.expr.kind === 'call' && value.expr.fn.naming === 'first' ? value.expr.args[0] : value.expr;
  if (inner?.kind === 'field' && !value.explicit) {
    names.push(inner.field.name);
    if (inner.field.name === 'service') names.push('resource.service.name', 'service_name', 'resource_service_name');
    if (inner.field.name === 'resource.service.name') names.push('service');
  }
  return names.filter((name) => name !== value.name);
}

export function tooManyColumns(b: Binding, at: Span, count: number): boolean {
  if (count <= columnsMax) return false;
  fail(b, 'E505', at, `a stage makes at most ${columnsMax} columns`);
  return true;
}

export function bindExtend(b: Binding, bound: Bound, items: readonly Ast.NamedExpr[]): Bound | null {
  const windows: Computed[] = [];
  const sink: AggregateSink = { aggregates: [], rows: bound.scope, bucketSeconds: rangeSeconds(bound) };
  const values = uniqueNames(b, bindNamed(b, { scope: bound.scope, sink, windows }, items));
  if (values.some((value) => value.expr.type === 'error')) return null;
  let before = windowStages(bound, windows);
  if (sink.aggregates.length > 0) {
    warn(b, 'W404', items[0]?.span ?? nowhere, 'an aggregate in extend is computed over all rows');
    before = inOrderAgain(withStages(before, { ...sink, kind: 'totals' }));
  }
  return extended(
    before,
    values.map((value) => computedOf(b, value)),
  );
}

function rangeSeconds(bound: Bound): number {
  return Number(bound.scope.range.to - bound.scope.range.from) / 1e9;
}

export function bindProject(b: Binding, bound: Bound, ast: Ast.StageOf<'extend' | 'project'>): Bound | null {
  if (ast.columns.some(isAggregate)) return bindSummarize(b, bound, implicitSummarize(ast));
  const windows: Computed[] = [];
  const values = uniqueNames(b, bindNamed(b, { scope: bound.scope, sink: null, windows }, ast.columns));
  if (values.some((value) => value.expr.type === 'error') || tooManyColumns(b, ast.span, values.length)) return null;
  return projected(
    windowStages(bound, windows),
    values.map((value) => keyAgain(computedOf(b, value))),
    'project',
  );
}

/** Where the columns before are gone, a key that is taken along is the key, whatever it is called. */
export function keyAgain({ column, expr }: Computed): Computed {
  return { column: { ...column, isKey: expr.kind === 'column' ? expr.column.isKey : undefined }, expr };
}

function isAggregate({ value }: Ast.NamedExpr): boolean {
  return value.kind === 'call' && isAggregateName(value.name, value.args.length);
}

/** Aggregates in a project: a summarize is meant, and every other column is its key (D16). */
function implicitSummarize(ast: Ast.StageOf<'extend' | 'project'>): Ast.StageOf<'summarize'> {
  return {
    kind: 'summarize',
    span: ast.span,
    aggregates: ast.columns.filter(isAggregate),
    keys: ast.columns.filter((one) => !isAggregate(one) && one.value.kind !== 'literal'),
  };
}

function projected(bound: Bound, computed: readonly Computed[], stage: string): Bound {
  const { relation, scope } = withColumns(
    withStages(bound, { kind: 'project', columns: computed }),
    computed.map((one) => one.column),
  );
  return { relation, scope: { ...scope, table: null, closedBy: stage, behind: bound.scope } };
}

function passed(columns: readonly Column[]): Computed[] {
  return columns.map((column) => ({ column, expr: columnExpr(column, nowhere) }));
}

function matcher(pattern: Ast.ColumnPattern): (name: string) => boolean {
  if (pattern.quoted || !pattern.text.includes('*')) return (name) => name === pattern.text;
  const [head = '', ...between] = pattern.text.split('*');
  const tail = between.pop() ?? '';
  return (name) => {
    const end = name.length - tail.length;
    if (end < head.length || !name.startsWith(head) || !name.endsWith(tail)) return false;
    // The first place of each part leaves most for those behind it: an expression would try all the others, too.
    let at = head.length;
    for (const part of between) {
      const found = name.indexOf(part, at);
      if (found === -1 || found + part.length > end) return false;
      at = found + part.length;
    }
    return true;
  };
}

function checkPattern(b: Binding, columns: readonly Column[], pattern: Ast.ColumnPattern): boolean {
  if (pattern.text.includes('*') || columns.some(named(pattern))) return true;
  const near = suggest(
    pattern.text,
    columns.map((column) => column.name),
  );
  fail(b, 'E301', pattern.span, `unknown column ${pattern.text}${didYouMean(near)}`);
  return false;
}

function named(pattern: Ast.ColumnPattern): (column: Column) => boolean {
  const match = matcher(pattern);
  return (column) => match(column.name) || isAlsoCalled(column, pattern.text);
}

/** The columns with one of these names, or all others. */
export function bindProjectBy(
  b: Binding,
  bound: Bound,
  kind: 'project-keep' | 'project-away',
  patterns: readonly Ast.ColumnPattern[],
): Bound | null {
  const all = allColumns(b, bound);
  // Of a table that nobody described a column may be there that nobody knows.
  const mayBeThere = kind === 'project-away' && bound.scope.table?.open === true;
  if (!mayBeThere && !patterns.every((pattern) => checkPattern(b, all.scope.columns, pattern))) return null;
  const isNamed = (column: Column): boolean => patterns.some((pattern) => named(pattern)(column));
  const kept = all.scope.columns.filter((column) => isNamed(column) === (kind === 'project-keep'));
  return projected(all, passed(kept), kind);
}

export function bindProjectReorder(b: Binding, bound: Bound, patterns: readonly Ast.ColumnPattern[]): Bound | null {
  const all = allColumns(b, bound);
  if (!patterns.every((pattern) => checkPattern(b, all.scope.columns, pattern))) return null;
  const front: Column[] = [];
  for (const pattern of patterns) {
    const found = all.scope.columns.filter((column) => named(pattern)(column) && !front.includes(column));
    const order = pattern.order;
    if (order !== null) found.sort((a, c) => (order.endsWith('asc') ? 1 : -1) * (a.name < c.name ? -1 : 1));
    front.push(...found);
  }
  const columns = [...front, ...all.scope.columns.filter((column) => !front.includes(column))];
  return projected(all, passed(columns), 'project-reorder');
}

export function bindProjectRename(b: Binding, bound: Bound, ast: Ast.StageOf<'project-rename'>): Bound | null {
  const all = allColumns(b, bound);
  const renamed = new Map<number, Column>();
  for (const one of ast.columns) {
    const expr = resolvePath(b, all.scope, one.path);
    if (expr.kind !== 'column') {
      if (expr.type !== 'error') fail(b, 'E301', one.path.span, 'only a column can be renamed');
      return null;
    }
    if (all.scope.columns.some((column) => column.name === one.name.text && !renamed.has(column.id))) {
      fail(b, 'E306', one.span, `column ${one.name.text} is already declared`);
      return null;
    }
    const again = [...renamed].find(([id, { name }]) => id === expr.column.id || name === one.name.text);
    if (again !== undefined) {
      fail(b, 'E306', one.span, `column ${again[1].name} is already declared`);
      return null;
    }
    renamed.set(expr.column.id, columnAgain(b, one.name.text, expr.column));
  }
  const computed = all.scope.columns.map((column) => ({
    column: renamed.get(column.id) ?? column,
    expr: columnExpr(column, nowhere),
  }));
  return projected(all, computed, 'project-rename');
}
