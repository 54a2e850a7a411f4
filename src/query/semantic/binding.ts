import type { FieldRef } from '../catalogue/field.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { TableDef } from '../catalogue/table.ts';
import type { ScalarFunction } from '../functions/registry.ts';
import type * as Ast from '../syntax/ast.ts';
import type { TimeRange } from '../../lib/time-range.ts';
import { problem, type Diagnostic, type Extra } from '../text/diagnostic.ts';
import type { Span } from '../text/span.ts';
import type { Column, ColumnId, Expr, Relation, SortKey } from './rq.ts';
import type { Type } from './types.ts';

export interface BindOptions {
  /** `attribute`: a name found nowhere is an attribute that nobody sent, but for near misses of a known name. */
  readonly unknownFields: 'error' | 'attribute';
  readonly hasMode: 'token' | 'substring';
  readonly regexCase: 'sensitive' | 'insensitive';
  /** The same rows in the same order each time: every order is a total one. */
  readonly steady: boolean;
  /** What chance draws for a row it draws each time. */
  readonly frozen: boolean;
}

/** A `let`, which is bound where it is used, since tables and scalars look alike until then; and how many stand before it. */
export interface Let {
  readonly value: Ast.LetValue;
  readonly before: number;
  /** Of a value: how much it makes wherever it is put in. */
  readonly chars: number;
}

/** The state of one compilation: everything the binder learns on the way. */
export interface Binding {
  readonly catalogue: Catalogue;
  readonly table: TableDef;
  readonly range: TimeRange;
  readonly now: bigint;
  readonly options: BindOptions;
  readonly diagnostics: Diagnostic[];
  readonly lets: Map<string, Let>;
  /** Pipelines named by `as`, each with how many tables it reads at most. */
  readonly names: Map<string, { readonly bound: Bound; readonly relations: number }>;
  /** Only lets before this one are visible: no recursion. */
  letLimit: number;
  readonly used: { readonly tables: Set<string>; readonly fields: Set<string>; readonly functions: Set<string> };
  /** Names that nothing has, each with what it was likely meant as. */
  readonly meant: Map<string, string | null>;
  columns: number;
  relations: number;
  /** How often a value of a let was put in: one let in another many times makes many. */
  letUses: number;
  letChars: number;
  chart: { readonly kind: string; readonly options: Readonly<Record<string, string>> } | null;
  /** Most series that a chart asked for. */
  seriesLimit: number | null;
  /** `set query_bin_auto_size`, `query_bin_auto_at`. */
  binAuto: { size: bigint | null; at: bigint | null };
}

/** What names mean at one place of a pipeline. */
export interface Scope {
  /** The scanned table whose fields are still visible; null once a stage made its own columns. */
  readonly table: TableDef | null;
  readonly columns: readonly Column[];
  /** The stage that hid the table's fields, for messages. */
  readonly closedBy: string | null;
  /** What was in sight before the projections that hid it: rows may still be sorted by it. */
  readonly behind?: Scope;
  /** No two rows are alike in all of the columns. */
  readonly unlike: boolean;
  /** The order of rows at this place, when one was asked for. */
  readonly order: readonly SortKey[] | null;
  /** The pipeline begins with a scan of telemetry: `/` gives fractions. */
  readonly realDivision: boolean;
  /** The effective range of the pipeline: the request's, narrowed by constant bounds of its own. */
  readonly range: TimeRange;
}

export interface Bound {
  readonly relation: Relation;
  readonly scope: Scope;
}

export function columnId(b: Binding): ColumnId {
  b.columns += 1;
  return b.columns as ColumnId;
}

export function newColumn(b: Binding, name: string, of: Pick<Expr, 'type' | 'nullable' | 'unit'>): Column {
  return { id: columnId(b), name, type: of.type, nullable: of.nullable, unit: of.unit };
}

/** Another column with the values of this one: what they are is still known. */
export function columnAgain(
  b: Binding,
  name: string,
  of: Pick<Column, 'type' | 'nullable' | 'unit' | 'binNs' | 'binOriginNs' | 'field' | 'row' | 'ofGroup' | 'isKey'>,
): Column {
  const { binNs, binOriginNs, field, row, ofGroup, isKey } = of;
  return { ...newColumn(b, name, of), binNs, binOriginNs, field, row, ofGroup, isKey };
}

/** Whether a column that has another name goes by this one too: by an alias of the field that it is, unless it was renamed. */
export function isAlsoCalled({ name, hidden, field }: Column, other: string): boolean {
  if (hidden?.includes(other) === true) return true;
  return field !== undefined && isNameOf(field, other) && isNameOf(field, name);
}

function isNameOf({ name, aliases }: FieldRef, wanted: string): boolean {
  return name === wanted || aliases?.includes(wanted) === true;
}

/** The field that an expression is, also where a stage before took it along as it is. */
export function fieldIn(expr: Expr): FieldRef | undefined {
  return expr.kind === 'field' ? expr.field : expr.kind === 'column' ? expr.column.field : undefined;
}

export function fail(b: Binding, code: string, at: Span, message: string, extra: Extra = {}): void {
  b.diagnostics.push(problem('error', code, at, message, extra));
}

export function warn(b: Binding, code: string, at: Span, message: string, extra: Extra = {}): void {
  b.diagnostics.push(problem('warning', code, at, message, extra));
}

/** Stands where something could not be bound: whatever is made of it stays silent. */
export function errorExpr(at: Span): Expr {
  return { kind: 'const', value: null, type: 'error', nullable: true, start: at.start, end: at.end };
}

export function constant(value: Extract<Expr, { kind: 'const' }>['value'], type: Type, at: Span): Expr {
  return { kind: 'const', value, type, nullable: value === null, start: at.start, end: at.end };
}

export function columnExpr(column: Column, at: Span): Expr {
  return {
    kind: 'column',
    column,
    type: column.type,
    nullable: column.nullable,
    unit: column.unit,
    start: at.start,
    end: at.end,
  };
}

/** A call that nobody wrote. */
export function callExpr(fn: ScalarFunction, args: readonly Expr[], type: Type, at: Span): Expr {
  return { kind: 'call', fn, args, type, nullable: true, start: at.start, end: at.end };
}

/** Nothing is in sight. */
export function emptyScope(b: Binding): Scope {
  return { table: null, columns: [], closedBy: null, unlike: true, order: null, realDivision: false, range: b.range };
}

export function withColumns(bound: Bound, columns: readonly Column[]): Bound {
  return { relation: { ...bound.relation, columns }, scope: { ...bound.scope, columns } };
}

/** After a stage that makes new rows nothing of the old ones is in sight. */
export function closed(bound: Bound, columns: readonly Column[], closedBy: string, unlike: boolean): Bound {
  const { behind: _behind, ...scope } = bound.scope;
  return withColumns({ ...bound, scope: { ...scope, table: null, closedBy, unlike, order: null } }, columns);
}

/** Columns beside others: one that was there keeps its place, new ones come last. */
export function placed(old: readonly Column[], made: readonly Column[]): readonly Column[] {
  const kept = old.map((column) => made.find((one) => one.name === column.name) ?? column);
  return [...kept, ...made.filter((column) => !kept.includes(column))];
}
