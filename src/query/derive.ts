import { renderParameterised, type Rendered } from './clickhouse/render.ts';
import { call, column, conjunctsOf, infix, lambda, literal, type Select, type Sql } from './clickhouse/sql-ast.ts';
import { verify } from './clickhouse/verify.ts';
import { planned, type Compiled, type QueryPlan } from './compile.ts';
import { lowerExpr, type Env } from './clickhouse/expression.ts';
import { asksOddValue, asksTextIndex } from './clickhouse/storage.ts';
import { countOfMinutes } from './plan/event-rollup.ts';
import { leadingCount } from './plan/fields.ts';
import { isWholeDays, wholeDays } from './plan/range.ts';
import { type MainScan, Planner } from './plan/planner.ts';
import type { ScanWindow } from './plan/scan.ts';
import type { TimeRange } from '../lib/time-range.ts';
import { columnExpr } from './semantic/binding.ts';
import { cast } from './semantic/coerce.ts';
import type { Column, Expr, Relation } from './semantic/rq.ts';
import { nowhere } from './text/span.ts';

/*
 * Other questions about the rows that a row query matches: the same scan, the same conditions, the same fences.
 */

/**
 * A page of the same rows in the same order, out of a part of the range: the text is not read again. Only for queries that
 * are `pageable`, compiled without a cursor. `readable` stays that of the whole range.
 */
export function deriveWindow(compiled: Compiled, range: TimeRange, limit: number, cursor?: ScanWindow): Compiled {
  const { plan } = compiled;
  const relation: Relation = {
    ...plan.relation,
    stages: [...plan.relation.stages.slice(0, -1), { kind: 'limit', rows: limit }],
  };
  const main = { part: range, window: cursor };
  const derived: QueryPlan = { ...plan, relation, input: { ...plan.input, main } };
  return { ...compiled, ...renderParameterised(planned(derived, relation)), range, plan: derived };
}

/** The same statement over a part of the range. */
export function derivePart(compiled: Compiled, part: TimeRange): Compiled {
  const { plan } = compiled;
  const derived: QueryPlan = { ...plan, input: { ...plan.input, main: { part } } };
  return { ...compiled, ...renderParameterised(planned(derived, plan.relation)), plan: derived };
}

/** The rows that match, before they were sorted, cut and shown; null when the query is no row query. */
function matching(compiled: Compiled): Relation | null {
  if (compiled.shape !== 'rows') return null;
  const { relation } = compiled.plan;
  // The last stage is the page's own limit; a take of the query's own stays, and the order that it takes from.
  const stages = relation.stages.slice(0, -1);
  const taken = stages.findLastIndex((stage) => stage.kind === 'limit');
  return { ...relation, stages: stages.filter((stage, index) => stage.kind !== 'sort' || index < taken) };
}

/** The plan without the page's cursor: these are questions about all rows, or about a part of them. */
function whole(plan: QueryPlan, main: MainScan): Planner {
  return new Planner({ ...plan.input, main });
}

function finished(plan: QueryPlan, select: Select): Rendered {
  verify(select, plan.fence);
  return renderParameterised(select);
}

export const countedMax = 10_000;

/**
 * One row, one number: rows that match in a range, or in it beyond a cursor, counted at least up to one more than
 * `countedMax`. `many`: as there are at least so many, they are soon found; else all are counted, from the counts by minute
 * where these can say it.
 */
export function deriveCount(
  compiled: Compiled,
  range: TimeRange,
  { cursor, many = false }: { readonly cursor?: ScanWindow | undefined; readonly many?: boolean } = {},
): Rendered | null {
  const relation = matching(compiled);
  if (relation === null) return null;
  const minutes = many ? null : minutesOf(whole(compiled.plan, { part: range, window: cursor }), relation);
  if (minutes !== null) return finished(compiled.plan, minutes);
  const limited = { ...relation, stages: [...relation.stages, { kind: 'limit', rows: countedMax + 1 } as const] };
  const selects = partsOf(compiled, range, cursor).map((main) =>
    whole(compiled.plan, main)
      .level(limited)
      .select([{ expr: literal(1), alias: '__one' }]),
  );
  const select: Select = {
    items: [{ expr: call('count'), alias: 'rows' }],
    from: { kind: 'union', selects, alias: 't' },
  };
  return finished(compiled.plan, select);
}

/** Whole days apart from what is left of a range, where the time of each row is read: they cost half as much. */
function partsOf({ plan, pageable }: Compiled, range: TimeRange, cursor: ScanWindow | undefined): readonly MainScan[] {
  const days = pageable && cursor === undefined ? wholeDays(range) : null;
  if (days === null || plan.table?.time.days === undefined) return [{ part: range, window: cursor }];
  return isWholeDays(range) ? [{ part: days }] : [{ part: days }, { part: range, except: days }];
}

/** How many rows of a scan there are, where the counts by minute say it. */
function minutesOf(planner: Planner, relation: Relation): Select | null {
  const shown = relation.stages.slice(leadingCount(relation));
  const isPlain = shown.every(({ kind }) => kind === 'compute' || kind === 'project');
  return isPlain ? countOfMinutes(planner, relation) : null;
}

/** Whether counting the rows of a range costs little, however long it is: the minutes say how many there are, or an index which. */
export function isSoonCounted(compiled: Compiled, range: TimeRange): boolean {
  const relation = matching(compiled);
  if (relation === null) return false;
  return isIndexed(compiled) || minutesOf(whole(compiled.plan, { part: range }), relation) !== null;
}

// Both are asked of `pageable` queries, whose rows are of one scan: the sides of a union are not looked at.

/** Whether an index tells which rows can match: however long the range, counting them costs little. */
export function isIndexed(compiled: Compiled): boolean {
  return asks(compiled, asksTextIndex);
}

/** Whether few rows can be expected: where none is near, none is likely a little further either. */
export function isOdd(compiled: Compiled): boolean {
  return asks(compiled, asksOddValue);
}

function asks({ plan }: Compiled, what: (condition: Sql) => boolean): boolean {
  const { where } = planned(plan, plan.relation);
  return where !== undefined && conjunctsOf(where).some(what);
}

export interface Facets extends Rendered {
  /** The fields in the order of the first column's numbers: a row is [number, value, count]. */
  readonly fields: readonly string[];
}

/** The most frequent values of several columns in one pass, of those that are there: rows of [field number, value, count]. */
export function deriveFacets(
  compiled: Compiled,
  names: readonly string[],
  top: number,
  except?: TimeRange,
): Facets | null {
  const relation = matching(compiled);
  const fields = (relation?.columns ?? []).filter(({ name }) => names.includes(name));
  if (relation === null || fields.length === 0) return null;
  const { plan } = compiled;
  const planner = whole(plan, { except });
  const matched = planner.level(relation);
  for (const field of fields) {
    const number = storedNumber(planner.env(matched), plan, field);
    if (number !== undefined) matched.define(field, number);
  }
  const level = matched.limit === undefined && !matched.distinct ? matched : planner.close(matched);
  const env = planner.env(level);
  const keys = fields.map((field, index) => ({
    expr: shownText(env, columnExpr(field, nowhere)),
    alias: `__k${index}`,
  }));
  const grouped: Select = {
    ...level.select([...keys, { expr: call('count'), alias: '__n' }]),
    groupingSets: keys.map((key) => [column(key.alias)]),
  };
  // In each set one key is grouped by, and the others are null or empty: a cluster's nodes refuse `grouping()` of an expression.
  const isThere = lambda(['k'], infix('!=', column('k'), literal('')));
  const values: Sql = {
    kind: 'array',
    items: keys.map((key) => call('ifNull', column(key.alias, 't'), literal(''))),
  };
  const select: Select = {
    items: [
      { expr: call('minus', call('arrayFirstIndex', isThere, values), literal(1)), alias: '__field' },
      { expr: call('arrayFirst', isThere, values), alias: '__value' },
      { expr: column('__n', 't'), alias: '__count' },
    ],
    from: { kind: 'select', select: grouped, alias: 't' },
    where: infix('!=', column('__value'), literal('')),
    orderBy: [
      { expr: column('__field'), descending: false },
      { expr: column('__count'), descending: true },
    ],
    limitBy: { rows: top, keys: [column('__field')] },
  };
  return { ...finished(compiled.plan, select), fields: fields.map((field) => field.name) };
}

/** Of an attribute that is a facet by a short name the number is counted that ingest put into a column, as ingest counts it. */
function storedNumber(env: Env, { table }: QueryPlan, { field }: Column): Sql | undefined {
  const isFacet = table?.fields.some(({ name, facet }) => name === field?.name && facet === true) === true;
  if (field?.storage.kind !== 'attribute' || !isFacet) return undefined;
  const number = env.field(field).integer;
  return number && call('nullIf', number, literal(0));
}

/** As an answer's rows have it, to the nanosecond; but a text in JSON is shown without its quotes. */
function shownText(env: Env, expr: Expr): Sql {
  const text = call('toString', lowerExpr(env, expr.type === 'dynamic' ? cast(expr, 'string') : expr));
  return expr.type === 'datetime'
    ? call('concat', call('replaceOne', text, literal(' '), literal('T')), literal('Z'))
    : text;
}
