import type { TableDef } from '../catalogue/table.ts';
import { lowerPredicate } from '../clickhouse/predicates.ts';
import { allOf, call, column, infix, literal, param, type Select, type Sql } from '../clickhouse/sql-ast.ts';
import { access } from '../clickhouse/storage.ts';
import type { AggregateFunction } from '../functions/registry.ts';
import { conjuncts } from '../normalize/nnf.ts';
import { formatInstant } from '../semantic/constants.ts';
import type { Computed, Expr, Predicate, Relation, Stage } from '../semantic/rq.ts';
import { fieldsOf } from './fields.ts';
import { Level, type Input } from './level.ts';
import type { Planner } from './planner.ts';

/*
 * Counts of events by minute stand in `events_1m`. A query that counts, groups by its keys and by bins of whole minutes, and
 * filters by nothing else, reads that instead; what the range has of a first and a last minute is counted from the events, so
 * the answer is the same to the row.
 */

const minuteNs = 60_000_000_000n;
const rollup = 'events_1m';
const keyColumns = new Set(['service', 'env', 'level']);

interface Counted {
  readonly aggregate: Extract<Stage, { kind: 'aggregate' }>;
  readonly filters: readonly Predicate[];
  readonly rest: readonly Stage[];
}

/** The input and the remaining stages, when the counts can be read from the rollup. */
export function rollupOf(planner: Planner, relation: Relation): { input: Input; stages: readonly Stage[] } | null {
  const source = relation.source;
  const table = source.kind === 'scan' ? planner.input.catalogue.tables.get(source.table) : undefined;
  if (table?.physical !== 'events' || table.kinds === undefined || planner.input.window !== undefined) return null;
  const counted = countedOf(relation);
  if (counted === null) return null;
  const { from, to } = planner.input.range;
  const [first, last] = [((from + minuteNs - 1n) / minuteNs) * minuteNs, (to / minuteNs) * minuteNs];
  if (last - first < minuteNs) return null;
  const edges: (readonly [bigint, bigint])[] = [];
  if (from < first) edges.push([from, first]);
  if (last < to) edges.push([last, to]);
  const selects = [
    minutes(planner, table, counted.filters, first, last),
    ...edges.map(([a, z]) => events(planner, table, counted.filters, a, z)),
  ];
  const alias = table.alias;
  const input: Input = {
    from: { kind: 'union', selects, alias },
    column: () => undefined,
    field: (ref) => access(ref, alias),
  };
  const aggregate = { ...counted.aggregate, aggregates: counted.aggregate.aggregates.map((one) => summed(one, alias)) };
  return { input, stages: [aggregate, ...counted.rest] };
}

function countedOf(relation: Relation): Counted | null {
  const at = relation.stages.findIndex((stage) => stage.kind !== 'filter');
  const aggregate = relation.stages[at];
  if (aggregate?.kind !== 'aggregate') return null;
  if (!aggregate.keys.every((key) => isKey(key.expr)) || !aggregate.aggregates.every((one) => isRowCount(one.expr)))
    return null;
  if (aggregate.aggregates.length === 0) return null;
  const filters = relation.stages
    .slice(0, at)
    .flatMap((stage) => (stage.kind === 'filter' ? conjuncts(stage.predicate) : []));
  const usable = filters.every((filter) => {
    const fields = fieldsOf(filter);
    return fields.length > 0 && fields.every((field) => columnsOf(field.storage) !== null);
  });
  return usable ? { aggregate, filters, rest: relation.stages.slice(at + 1) } : null;
}

/** The rollup's key behind a field, or null. */
function columnsOf(storage: Extract<Expr, { kind: 'field' }>['field']['storage']): string | null {
  const name =
    storage.kind === 'column' ? storage.column : storage.kind === 'resource' ? storage.promoted?.column : undefined;
  return name !== undefined && keyColumns.has(name) ? name : null;
}

function isKey(expr: Expr): boolean {
  if (expr.kind === 'field') return columnsOf(expr.field.storage) !== null;
  if (expr.kind !== 'call' || (expr.fn.name !== 'bin' && expr.fn.name !== 'bin_auto')) return false;
  const [value, width] = expr.args;
  const time = value?.kind === 'field' && value.field.name === 'timestamp';
  return (
    time &&
    width?.kind === 'const' &&
    typeof width.value === 'bigint' &&
    width.value > 0n &&
    width.value % minuteNs === 0n
  );
}

function isRowCount(expr: Expr): boolean {
  if (expr.kind !== 'aggregate' || expr.fn.name !== 'count' || expr.filter !== undefined) return false;
  const [only] = expr.args;
  return only === undefined || (only.kind === 'const' && only.value === '*');
}

function summed(one: Computed, alias: string): Computed {
  if (one.expr.kind !== 'aggregate') return one;
  const fn: AggregateFunction = { ...one.expr.fn, lower: () => call('sum', column('cnt', alias)) };
  return { ...one, expr: { ...one.expr, fn } };
}

function lowered(planner: Planner, filters: readonly Predicate[], alias: string): readonly Sql[] {
  const env = planner.env(new Level({ from: null, column: () => undefined, field: (ref) => access(ref, alias) }));
  return filters.map((filter) => lowerPredicate(env, filter, 'where'));
}

function kinds(table: TableDef, alias: string): Sql {
  const values = table.kinds?.values ?? [];
  return {
    kind: 'in',
    left: column('kind', alias),
    set: { kind: 'tuple', items: values.map((value) => literal(value)) },
    negated: false,
  };
}

function minutes(planner: Planner, table: TableDef, filters: readonly Predicate[], from: bigint, to: bigint): Select {
  const r = (name: string): Sql => column(name, 'r');
  const at = (ns: bigint): Sql => param("DateTime('UTC')", formatInstant(ns).slice(0, 19));
  return {
    items: [
      { expr: call('toDateTime64', r('bucket'), literal(9), literal('UTC')), alias: 'ts' },
      ...['service', 'env', 'level', 'cnt'].map((name) => ({ expr: r(name), alias: name })),
    ],
    from: { kind: 'table', name: rollup, alias: 'r' },
    where: allOf([
      infix('=', r('project_id'), param('String', planner.input.projectId)),
      kinds(table, 'r'),
      infix('>=', r('bucket'), at(from)),
      infix('<', r('bucket'), at(to)),
      ...lowered(planner, filters, 'r'),
    ]),
  };
}

/** The rows of a part of a minute. */
function events(planner: Planner, table: TableDef, filters: readonly Predicate[], from: bigint, to: bigint): Select {
  const alias = table.alias;
  const e = (name: string): Sql => column(name, alias);
  const at = (ns: bigint): Sql => param("DateTime64(9, 'UTC')", formatInstant(ns));
  return {
    items: [
      ...['ts', 'service', 'env', 'level'].map((name) => ({ expr: e(name), alias: name })),
      { expr: call('toUInt64', literal(1)), alias: 'cnt' },
    ],
    from: { kind: 'table', name: table.physical, alias },
    where: allOf([
      infix('=', e('project_id'), param('String', planner.input.projectId)),
      kinds(table, alias),
      infix('>=', e('ts'), at(from)),
      infix('<', e('ts'), at(to)),
      ...lowered(planner, filters, alias),
    ]),
  };
}
