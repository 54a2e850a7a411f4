import type { Catalogue } from './catalogue/catalogue.ts';
import type { TableDef } from './catalogue/table.ts';
import { isInternal } from './clickhouse/identifier.ts';
import { renderParameterised, renderReadable } from './clickhouse/render.ts';
import { call, type ParamValue, type Select, type SelectItem } from './clickhouse/sql-ast.ts';
import { verify, type Fence } from './clickhouse/verify.ts';
import { rises } from './plan/metrics.ts';
import { Planner, type PlanInput } from './plan/planner.ts';
import { selectWeight } from './plan/weight.ts';
import type { TimeRange } from '../lib/time-range.ts';
import { type Binding, type Bound } from './semantic/binding.ts';
import { widthIn } from './semantic/bins.ts';
import { conjuncts } from './normalize/nnf.ts';
import { bindQuery } from './semantic/query.ts';
import type { Column, Predicate, Relation, Stage, Unit } from './semantic/rq.ts';
import { listedColumns, scanOf } from './semantic/source.ts';
import { inRows } from './semantic/series.ts';
import { inOrder, rowsMax, totalOrder } from './semantic/stage.ts';
import type { Type } from './semantic/types.ts';
import { parse } from './syntax/parser.ts';
import type { Variables } from './syntax/variables.ts';
import { hasError, orderDiagnostics, problem, type Diagnostic } from './text/diagnostic.ts';
import type { Span } from './text/span.ts';

/** Everything a compilation depends on: the same input gives the same statement. */
export interface CompileInput {
  readonly projectId: string;
  /** What a query without a source reads. */
  readonly source: string;
  /** Half open; nanoseconds since 1970. A query can narrow it, never widen it. */
  readonly range: TimeRange;
  readonly now: bigint;
  readonly catalogue: Catalogue;
  readonly variables?: Variables;
  readonly options?: CompileOptions;
}

export interface CompileOptions {
  /** Rows of a row query that has no `take` of its own, and the most of one that has. Default 500. */
  readonly defaultLimit?: number;
  /** The most rows of any other query. Default 10 000. */
  readonly tableLimit?: number;
  /** The page older or newer than this row; only for queries that are `pageable`. */
  readonly cursor?: { readonly ts: bigint; readonly id: string; readonly direction: 'older' | 'newer' };
  /** Columns of a row query that projects nothing, in order; default: what the table lists. */
  readonly columns?: readonly string[];
  readonly unknownFields?: 'error' | 'attribute';
  readonly hasMode?: 'token' | 'substring';
  readonly regexCase?: 'sensitive' | 'insensitive';
  /** The same rows in the same order each time, so that pages can be cut out of them, and a file has those of the list. */
  readonly steady?: boolean;
  /** What chance draws is the same in all statements of one query and one present, as pages and their count have to be. */
  readonly frozen?: boolean;
  /** A bare filter becomes `summarize count() by bin_auto(timestamp)`, as charts want it. */
  readonly chart?: boolean;
}

export interface OutputColumn {
  readonly name: string;
  readonly type: Type;
  /** `time`: the bin of a series; `series`: a key that tells series apart; `value`: a number; `plain`: anything else. */
  readonly role: 'time' | 'series' | 'value' | 'plain';
  readonly unit?: Unit | undefined;
}

export interface Compiled {
  readonly ok: true;
  readonly sql: string;
  readonly params: Readonly<Record<string, ParamValue>>;
  /** The same statement with its values written out. */
  readonly readable: string;
  readonly columns: readonly OutputColumn[];
  readonly shape: 'rows' | 'table' | 'series';
  readonly chart: { readonly kind: string; readonly options: Readonly<Record<string, string>> } | null;
  /** The request's range, narrowed by constant bounds in the query. */
  readonly range: TimeRange;
  readonly binNs: bigint | null;
  /** When one of the bins begins, where that is known without their rows. */
  readonly binOriginNs: bigint | undefined;
  /** Most series that the query asked a chart to have. */
  readonly seriesLimit: number | null;
  /** The query makes columns of its own, or picks the first of an order of its own: more than a filter of a list. */
  readonly shaped: boolean;
  /** Names of the columns that the query made: they are no fields, whatever they are called. */
  readonly made: readonly string[];
  /** The query's own `take`, when it has one. */
  readonly take: number | null;
  /** Rows in newest-first order: the newest are at the end of the range, and a cursor can go on from those that have an id. */
  readonly pageable: boolean;
  readonly warnings: readonly Diagnostic[];
  readonly explain: {
    readonly tables: readonly string[];
    readonly fields: readonly string[];
    readonly functions: readonly string[];
  };
  /** The condition when the query is nothing but a filter. */
  readonly filter: Predicate | null;
  /** For statements derived from the same query: see `derive.ts`. */
  readonly plan: QueryPlan;
}

export interface QueryPlan {
  readonly relation: Relation;
  readonly table: TableDef | null;
  readonly input: PlanInput;
  readonly fence: Fence;
}

export type CompileResult = Compiled | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

const defaultLimit = 500;

export function compile(text: string, input: CompileInput): CompileResult {
  const table = input.catalogue.tables.get(input.source);
  if (table === undefined) throw new Error(`no source ${input.source}`);
  const parsed = parse(text, input.catalogue.tables.keys(), input.variables);
  const b = binding(input, table);
  b.diagnostics.push(...parsed.diagnostics);
  const bound = bindQuery(b, parsed.query);
  if (hasError(b.diagnostics)) return { ok: false, diagnostics: orderDiagnostics(b.diagnostics) };
  if (bound === null) {
    const fault = problem('error', 'E299', { start: 0, end: text.length }, 'this query could not be read');
    return { ok: false, diagnostics: [fault] };
  }
  return compiled(b, bound, input, text);
}

function binding(input: CompileInput, table: TableDef): Binding {
  const options = input.options ?? {};
  return {
    catalogue: input.catalogue,
    table,
    range: input.range,
    now: input.now,
    options: {
      unknownFields: options.unknownFields ?? 'error',
      hasMode: options.hasMode ?? 'token',
      regexCase: options.regexCase ?? 'sensitive',
      steady: options.steady ?? false,
      frozen: options.frozen ?? false,
    },
    diagnostics: [],
    lets: new Map(),
    names: new Map(),
    letLimit: 0,
    used: { tables: new Set(), fields: new Set(), functions: new Set() },
    meant: new Map(),
    columns: 0,
    relations: 0,
    letUses: 0,
    letChars: 0,
    chart: null,
    seriesLimit: null,
    binAuto: { size: null, at: null },
  };
}

function compiled(b: Binding, start: Bound, input: CompileInput, text: string): CompileResult {
  const options = input.options ?? {};
  const whole = { start: 0, end: text.length };
  const filter = filterOf(start.relation);
  const bound = options.chart === true ? asChart(b, start) : start;
  const table = tableOf(input.catalogue, bound.relation);
  const rows = bound.scope.table !== null || isRowQuery(bound.relation);
  const take = ownTake(bound.relation);
  const sorted = bound.relation.stages.some((stage) => stage.kind === 'sort');
  // A rise is that since the point before, which lies outside of a part of the range.
  const isWhole = table?.rowId === undefined && rises.some((name) => b.used.fields.has(name));
  const pageable = isRowQuery(bound.relation) && !sorted && take === null && !isWhole;
  const limit = rows
    ? Math.min(take ?? Infinity, options.defaultLimit ?? defaultLimit)
    : (options.tableLimit ?? rowsMax);
  const names = options.columns ?? bound.scope.table?.listed ?? [];
  let ordered = bound;
  if (rows && !sorted && table !== undefined) ordered = newestFirst(b, bound, table, options.cursor?.direction);
  if (!rows) ordered = inOrder(b, bound);
  const listed = listedColumns(b, ordered, names);
  const relation: Relation = {
    ...listed.relation,
    stages: [...listed.relation.stages, { kind: 'limit', rows: limit }],
  };
  if (hasError(b.diagnostics)) return { ok: false, diagnostics: orderDiagnostics(b.diagnostics) };
  const plan: QueryPlan = {
    relation,
    table: table ?? null,
    input: {
      catalogue: input.catalogue,
      projectId: input.projectId,
      range: input.range,
      now: input.now,
      main: { window: pageable ? options.cursor : undefined },
    },
    fence: fenceOf(input),
  };
  const select = planOf(plan, relation);
  if (selectWeight(select) > statementNodesMax)
    return tooLarge(
      whole,
      'this query is too large once it is written out; compute the inner parts in an extend before',
    );
  verify(select, plan.fence);
  const { sql, params } = renderParameterised(select);
  const values = Object.keys(params).length;
  if (values > statementValuesMax)
    return tooLarge(
      whole,
      `this query has ${values} different values (limit ${statementValuesMax}); those of one 'in (…)' count as one`,
    );
  const columns = outputColumns(relation, rows);
  const binned = relation.columns.find(({ binNs }) => binNs !== undefined);
  return {
    ok: true,
    sql,
    params,
    readable: renderReadable(select),
    columns,
    shape: rows ? 'rows' : columns.some((column) => column.role === 'time') ? 'series' : 'table',
    chart: b.chart,
    range: start.scope.range,
    binNs: binned?.binNs ?? null,
    binOriginNs: binned?.binOriginNs,
    seriesLimit: b.seriesLimit,
    shaped: !rows || bound.scope.table === null || bound.scope.columns.length > 0 || (sorted && take !== null),
    made: bound.scope.columns.map(({ name }) => name),
    take,
    pageable,
    warnings: orderDiagnostics(b.diagnostics),
    explain: { tables: [...b.used.tables], fields: [...b.used.fields], functions: [...b.used.functions] },
    filter,
    plan,
  };
}

/** A function may write its argument several times, and one in another many times: the engine takes no larger statement. */
const statementNodesMax = 20_000;
/** The engine takes a thousand fields with a request, its settings among them. */
const statementValuesMax = 900;

function tooLarge(at: Span, message: string): CompileResult {
  return { ok: false, diagnostics: [problem('error', 'E508', at, message)] };
}

function planOf(plan: QueryPlan, relation: Relation): Select {
  const select = new Planner(plan.input).select(relation, outputName);
  return { ...select, items: select.items.map((item, index) => shownItem(item, relation.columns[index], plan.table)) };
}

/** The engine's comparisons are 0 and 1; only a column of the table is a truth already. */
function shownItem(item: SelectItem, of: Column | undefined, table: TableDef | null): SelectItem {
  const isStored = item.expr.kind === 'column' && item.expr.table === table?.alias;
  return of?.type === 'bool' && !isStored ? { ...item, expr: call('toBool', item.expr) } : item;
}

/** Plans, and passes the fence: nothing is rendered that has not. */
export function planned(plan: QueryPlan, relation: Relation): Select {
  const select = planOf(plan, relation);
  verify(select, plan.fence);
  return select;
}

/** Aliases of tables and sub-selects, and what starts with one: `e.project_id` must mean the column. */
const tableLike = /^(?:[emx]|[tq]\d*)(?:\.|$)/;

/** The user's name for a column where no table could take it for its own, else an internal one. */
export function outputName({ name }: Pick<Column, 'name'>, index: number): string {
  return name === '' || name.length > 128 || isInternal(name) || tableLike.test(name) ? `__o${index}` : name;
}

export function fenceOf(input: Pick<CompileInput, 'projectId' | 'catalogue'>): Fence {
  const tables = new Map<string, { tenant: string; times: readonly string[] }>();
  const fence = (name: string, ...times: string[]) => tables.set(name, { tenant: 'project_id', times });
  for (const { metrics, physical, time } of input.catalogue.tables.values()) {
    if (metrics !== true) fence(physical, time.column, ...(time.days === undefined ? [] : [time.days]));
  }
  fence('events_1m', 'bucket');
  fence('metric_points', 'ts');
  fence('metric_points_5m', 'bucket');
  fence('metric_dists', 'ts');
  fence('metric_series', 'day');
  fence('shape_patterns');
  return { projectId: input.projectId, tables };
}

function tableOf(catalogue: Catalogue, relation: Relation): TableDef | undefined {
  return relation.source.kind === 'scan' ? catalogue.tables.get(relation.source.table) : undefined;
}

const rowStages: ReadonlySet<Stage['kind']> = new Set(['filter', 'compute', 'project', 'sort', 'limit', 'sample']);

/** Every row of the result is a row of the table. */
function isRowQuery(relation: Relation): boolean {
  return relation.source.kind === 'scan' && relation.stages.every((stage) => rowStages.has(stage.kind));
}

function ownTake(relation: Relation): number | null {
  const limits = relation.stages.flatMap((stage) =>
    stage.kind === 'limit' || stage.kind === 'sample' ? [stage.rows] : [],
  );
  return limits.length === 0 ? null : Math.min(...limits);
}

/** The predicate of a pipeline that only filters. */
function filterOf(relation: Relation): Predicate | null {
  if (relation.source.kind !== 'scan') return null;
  const items: Predicate[] = [];
  for (const stage of relation.stages) {
    if (stage.kind !== 'filter') return null;
    items.push(...conjuncts(stage.predicate));
  }
  return { kind: 'and', items };
}

/** Rows come newest first; the id breaks ties. The sort goes before the stages that hide the fields. */
function newestFirst(b: Binding, bound: Bound, table: TableDef, direction: 'older' | 'newer' = 'older'): Bound {
  const keys = totalOrder(b, scanOf(b, table)).map((key) => ({ ...key, descending: direction === 'older' }));
  const at = bound.relation.stages.findIndex((stage) => stage.kind === 'project' || stage.kind === 'limit');
  const stages = [...bound.relation.stages];
  stages.splice(at < 0 ? stages.length : at, 0, { kind: 'sort', keys });
  return { ...bound, relation: { ...bound.relation, stages } };
}

/** Rows that nobody limits are counted over time, and arrays over time are rows. */
function asChart(b: Binding, bound: Bound): Bound {
  const { relation, scope } = bound;
  const isList = scope.table !== null && !relation.stages.some((stage) => stage.kind === 'limit');
  return isList ? countedByTime(b, bound) : inRows(b, bound);
}

function countedByTime(b: Binding, bound: Bound): Bound {
  b.binAuto.size ??= widthIn(bound.scope);
  const parsed = parse('summarize count() by bin_auto(timestamp)', b.catalogue.tables.keys());
  const inner = bindQuery({ ...b, lets: new Map() }, parsed.query);
  const stages = inner?.relation.stages ?? [];
  if (inner === null) return bound;
  return {
    relation: { ...inner.relation, source: bound.relation.source, stages: [...bound.relation.stages, ...stages] },
    scope: inner.scope,
  };
}

/** What a chart needs to know of each column, so that nobody has to guess. */
function outputColumns(relation: Relation, rows: boolean): readonly OutputColumn[] {
  const grouped = relation.stages.findLast((stage) => stage.kind === 'aggregate' || stage.kind === 'series');
  const keys = new Set(grouped?.keys.map((key) => key.column.name) ?? []);
  let timed = false;
  return relation.columns.map((column): OutputColumn => {
    const base = { name: column.name, type: column.type, unit: column.unit };
    if (rows || grouped === undefined) return { ...base, role: 'plain' };
    if (column.binNs !== undefined && !timed) {
      timed = true;
      return { ...base, role: 'time' };
    }
    if (column.isKey === true || keys.has(column.name)) return { ...base, role: 'series' };
    return { ...base, role: isValue(column.type) ? 'value' : 'plain' };
  });
}

function isValue(type: Type): boolean {
  return type === 'int' || type === 'long' || type === 'real' || type === 'decimal' || type === 'timespan';
}
