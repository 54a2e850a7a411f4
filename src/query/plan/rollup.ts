import type { FieldRef } from '../catalogue/field.ts';
import type { TableDef } from '../catalogue/table.ts';
import { call, column, infix, literal, param, type SelectItem, type Sql } from '../clickhouse/sql-ast.ts';
import { isBin, originNs } from '../functions/bins.ts';
import type { AggregateFunction } from '../functions/registry.ts';
import type { TimeRange } from '../../lib/time-range.ts';
import { formatInstant } from '../syntax/datetime.ts';
import { columnExpr } from '../semantic/binding.ts';
import type { Computed, Expr, Predicate, Relation, Stage } from '../semantic/rq.ts';
import { nowhere } from '../text/span.ts';
import { fieldsOf, leadingCount, leadingFilters } from './fields.ts';
import type { Input } from './level.ts';
import type { Planner } from './planner.ts';

/*
 * A rollup has one row for all rows of a bucket of time that are alike in some fields; in it stands what aggregates are made
 * of. A query of such aggregates that groups by those fields and by bins of whole buckets, and filters by nothing else, reads
 * the rollup; what the range has of a first and a last bucket is read from the rows, so the answer is the same to the row.
 */
export interface Rollup {
  /** Whether its rows are of that table. */
  readonly isOf: (table: TableDef) => boolean;
  readonly bucketNs: bigint;
  /** The shortest stretch of whole buckets that is worth it: below, one table is faster than two. */
  readonly lengthNsMin: bigint;
  /** Whether the rows of one of its rows are alike in a field. */
  readonly hasField: (field: FieldRef) => boolean;
  /**
   * By what they are in a query: how aggregates are made of the columns of the input. Only what has a condition in the query
   * is given one.
   */
  readonly aggregates: Readonly<Record<string, (column: (name: string) => Sql, condition?: Sql) => Sql>>;
  /** Its rows and those of the table one under the other, all filtered. */
  readonly input: (planner: Planner, parts: RollupParts) => Input;
}

export interface RollupParts {
  readonly table: TableDef;
  readonly filters: readonly Predicate[];
  /** To be read from the rollup. */
  readonly whole: TimeRange;
  /** Whether the range has something beside it, to be read from the table. */
  readonly hasRest: boolean;
  /** Those that the aggregates are made of. */
  readonly columns: readonly string[];
  /** What rows must be told apart by, beside the time: what is grouped by, and what aggregates have conditions on. */
  readonly fields: readonly FieldRef[];
  /** All bins begin at multiples of it, from 1970 on; 0 where there are none. */
  readonly stepNs: bigint;
}

/** What of the rows that a scan's filters leave can be read from a rollup; null where nothing can. */
export function reach(planner: Planner, relation: Relation, rollup: Rollup) {
  const { catalogue, main } = planner.input;
  const { range } = planner;
  const { source } = relation;
  const table = source.kind === 'scan' ? catalogue.tables.get(source.table) : undefined;
  if (table === undefined || !rollup.isOf(table)) return null;
  if (main?.window !== undefined || main?.except !== undefined) return null;
  const whole = wholeBuckets(range, rollup.bucketNs);
  if (whole.to - whole.from < rollup.lengthNsMin) return null;
  const filters = leadingFilters(relation);
  if (!filters.every((filter) => isOfFields(rollup, filter))) return null;
  return { table, filters, whole, hasRest: range.from < whole.from || whole.to < range.to };
}

/** The input and the stages that remain, when the relation can be read from the rollup. */
export function rolledUp(
  planner: Planner,
  relation: Relation,
  rollup: Rollup,
): { input: Input; stages: readonly Stage[] } | null {
  const { stages } = relation;
  const begin = leadingCount(relation);
  const { at, meant, computed } = named(stages, begin);
  const stage = stages[at];
  const isGrouped = stage?.kind === 'aggregate' || (stage?.kind === 'distinct' && at > begin);
  if (!isGrouped) return null;
  const keys =
    stage.kind === 'aggregate'
      ? stage.keys.map(({ expr }) => meant(expr))
      : stage.columns.map((one) => meant(columnExpr(one, nowhere)));
  if (!keys.every((key) => isKey(rollup, key))) return null;
  const reached = reach(planner, relation, rollup);
  if (reached === null) return null;
  const columns = new Set<string>();
  const note = (name: string): Sql => {
    columns.add(name);
    return column(name, reached.table.alias);
  };
  const asked = stage.kind === 'aggregate' ? stage.aggregates : [];
  const aggregates = asked.flatMap((one) => ofRollup(rollup, one, note) ?? []);
  if (aggregates.length + keys.length === 0 || aggregates.length < asked.length) return null;
  const widths = keys.flatMap((key) => widthOf(rollup, key) ?? []);
  const conditions = asked.flatMap(({ expr }) => conditionOf(expr) ?? []);
  const fields = [
    ...[...keys, ...aggregates.flatMap(({ expr }) => valuesOf(expr))].flatMap((expr) => plainField(expr) ?? []),
    ...conditions.flatMap(fieldsOf),
  ];
  const stepNs = widths.flatMap((width) => [width, -originNs(width)]).reduce(greatestCommon, 0n);
  return {
    input: rollup.input(planner, { ...reached, columns: [...columns], fields, stepNs }),
    stages: [
      // Names of fields and of keys. What else was computed nobody asks for, and no rollup could say it.
      ...computed.map((one) => ({ ...one, columns: one.columns.filter(({ expr }) => isName(rollup, meant(expr))) })),
      stage.kind === 'aggregate' ? { ...stage, aggregates } : stage,
      ...stages.slice(at + 1),
    ],
  };
}

/** Behind the stages that no more than compute columns: where that is, and what such a column has for its value. */
function named(stages: readonly Stage[], begin: number) {
  const made = new Map<number, Expr>();
  const computed: Extract<Stage, { kind: 'compute' | 'project' }>[] = [];
  const meant = (expr: Expr): Expr => (expr.kind === 'column' ? (made.get(expr.column.id) ?? expr) : expr);
  let at = begin;
  for (; ; at++) {
    const stage = stages[at];
    if (stage?.kind !== 'compute' && stage?.kind !== 'project') return { at, meant, computed };
    computed.push(stage);
    for (const one of stage.columns.map((each) => ({ ...each, expr: meant(each.expr) })))
      made.set(one.column.id, one.expr);
  }
}

function wholeBuckets({ from, to }: TimeRange, bucketNs: bigint): TimeRange {
  return { from: ((from + bucketNs - 1n) / bucketNs) * bucketNs, to: (to / bucketNs) * bucketNs };
}

/** A condition on no field may be another one for each row. */
function isOfFields({ hasField }: Rollup, filter: Predicate): boolean {
  const fields = fieldsOf(filter);
  return fields.length > 0 && fields.every(hasField);
}

function isKey(rollup: Rollup, expr: Expr): boolean {
  const field = plainField(expr);
  return field === undefined ? widthOf(rollup, expr) !== undefined : rollup.hasField(field);
}

function isName(rollup: Rollup, expr: Expr): boolean {
  return plainField(expr) !== undefined || isKey(rollup, expr);
}

function plainField(expr: Expr): FieldRef | undefined {
  return expr.kind === 'field' ? expr.field : undefined;
}

/** Of a bin of whole buckets. */
function widthOf({ bucketNs }: Rollup, expr: Expr): bigint | undefined {
  if (expr.kind !== 'call' || !isBin(expr.fn)) return undefined;
  const [value, width, origin] = expr.args;
  const isOfTime = origin === undefined && value?.kind === 'field' && value.field.name === 'timestamp';
  if (!isOfTime || width?.kind !== 'const' || typeof width.value !== 'bigint') return undefined;
  return width.value > 0n && width.value % bucketNs === 0n ? width.value : undefined;
}

function greatestCommon(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestCommon(b, a % b);
}

function conditionOf(expr: Expr): Predicate | undefined {
  return expr.kind === 'aggregate' ? expr.filter : undefined;
}

function ofRollup(rollup: Rollup, one: Computed, columnOf: (name: string) => Sql): Computed | null {
  const { expr } = one;
  if (expr.kind !== 'aggregate') return null;
  const { filter, fn, args } = expr;
  if (filter !== undefined && !isOfFields(rollup, filter)) return null;
  const made = rollup.aggregates[`${fn.name}(${argumentOf(args)})`];
  if (made === undefined)
    return valuesOf(expr).some((value) => plainField(value) !== undefined && isKey(rollup, value)) ? one : null;
  // Beforehand, so that it is known which columns it takes.
  made(columnOf);
  const lower: AggregateFunction['lower'] = (_, { condition }) => made(columnOf, condition);
  return { ...one, expr: { ...expr, args: [], fn: { ...fn, lower } } };
}

/** What an aggregate is asked of, where it does not matter in how many rows a value is. */
function valuesOf(expr: Expr): readonly Expr[] {
  return expr.kind === 'aggregate' && expr.fn.ofValues === true ? expr.args.slice(0, 1) : [];
}

/** As it is written in a query: a field, or nothing where whole rows are meant. No rollup knows what is computed. */
function argumentOf([only]: readonly Expr[]): string {
  if (only === undefined || (only.kind === 'const' && only.value === '*')) return '';
  return only.kind === 'field' ? only.field.name : '?';
}

/** The time of a row of a rollup. */
export function bucketTime(alias: string): SelectItem {
  return { expr: call('toDateTime64', column('bucket', alias), literal(9), literal('UTC')), alias: 'ts' };
}

export function inBuckets(alias: string, { from, to }: TimeRange): readonly Sql[] {
  const bucket = column('bucket', alias);
  const at = (ns: bigint): Sql => param("DateTime('UTC')", formatInstant(ns).slice(0, 19));
  return [infix('>=', bucket, at(from)), infix('<', bucket, at(to))];
}
