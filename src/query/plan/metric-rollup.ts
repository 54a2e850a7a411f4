import { allOf, call, column, infix, literal, param, type Select, type Sql } from '../clickhouse/sql-ast.ts';
import type { AggregateFunction } from '../functions/registry.ts';
import { conjuncts } from '../normalize/nnf.ts';
import type { TimeRange } from '../semantic/binding.ts';
import { formatInstant } from '../semantic/constants.ts';
import type { Computed, Expr, Predicate, Relation, Stage } from '../semantic/rq.ts';
import { fieldsOf } from './fields.ts';
import type { Input } from './level.ts';
import { isLabel, metricNames, metricsInput, points, type rolled } from './metrics.ts';
import type { Planner } from './planner.ts';

/*
 * Points by five minutes stand in `metric_points_5m`. Over days, a query that takes means, sums, extremes or counts of the
 * value, by labels and by bins of whole five minutes, reads that instead; what the range has of a first and a last five
 * minutes is read from the points, and distributions are few enough to be read as they are.
 */

const bucketNs = 300_000_000_000n;
/** Below that the points are few, and one table is faster than two. */
const lengthNsMin = 2n * 86_400_000_000_000n;

type Rolled = (typeof rolled)[number];

/** Of the rolled columns, what an aggregate of the value is made of. */
const aggregates: Readonly<Record<string, { readonly of: readonly Rolled[]; readonly sql: (...of: Sql[]) => Sql }>> = {
  sum: { of: ['value_sum'], sql: (sum) => call('sumOrNull', sum ?? literal(null)) },
  min: { of: ['value_min'], sql: (min) => call('minOrNull', min ?? literal(null)) },
  max: { of: ['value_max'], sql: (max) => call('maxOrNull', max ?? literal(null)) },
  avg: {
    of: ['value_sum', 'value_n'],
    sql: (sum, n) =>
      infix('/', call('sumOrNull', sum ?? literal(null)), call('nullIf', call('sum', n ?? literal(null)), literal(0))),
  },
  count: { of: ['value_n'], sql: (n) => call('sum', n ?? literal(null)) },
};

export function metricRollupOf(
  planner: Planner,
  relation: Relation,
): { input: Input; stages: readonly Stage[] } | null {
  const source = relation.source;
  const table = source.kind === 'scan' ? planner.input.catalogue.tables.get(source.table) : undefined;
  if (table?.metrics !== true) return null;
  const { from, to } = planner.input.range;
  const [first, last] = [((from + bucketNs - 1n) / bucketNs) * bucketNs, (to / bucketNs) * bucketNs];
  if (last - first < lengthNsMin) return null;
  const at = relation.stages.findIndex((stage) => stage.kind !== 'filter');
  const aggregate = relation.stages[at];
  if (aggregate?.kind !== 'aggregate' || !aggregate.keys.every((key) => isKey(key.expr))) return null;
  const filters = relation.stages
    .slice(0, at)
    .flatMap((stage) => (stage.kind === 'filter' ? conjuncts(stage.predicate) : []));
  if (!filters.every((filter) => fieldsOf(filter).every((field) => isLabel(field.storage)))) return null;
  const wanted = aggregate.aggregates.map((one) => columnsOf(one.expr));
  if (wanted.length === 0 || wanted.includes(null)) return null;
  const edges: TimeRange[] = [
    { from, to: first },
    { from: last, to },
  ].filter((edge) => edge.from < edge.to);
  const selects = [
    buckets(planner, filters, { from: first, to: last }),
    ...edges.map((edge) => points(planner, filters, edge)),
  ];
  const columns = wanted.flatMap((of) => of ?? []);
  return {
    input: metricsInput(planner, table, filters, selects, columns),
    stages: [
      ...relation.stages.slice(0, at),
      { ...aggregate, aggregates: aggregate.aggregates.map((one) => ofRolled(one, table.alias)) },
      ...relation.stages.slice(at + 1),
    ],
  };
}

function isKey(expr: Expr): boolean {
  if (expr.kind === 'field') return isLabel(expr.field.storage);
  if (expr.kind !== 'call' || (expr.fn.name !== 'bin' && expr.fn.name !== 'bin_auto')) return false;
  const [value, width] = expr.args;
  return (
    value?.kind === 'field' &&
    value.field.name === 'timestamp' &&
    width?.kind === 'const' &&
    typeof width.value === 'bigint' &&
    width.value > 0n &&
    width.value % bucketNs === 0n
  );
}

/** The columns that an aggregate is made of; null when the buckets do not have them. */
function columnsOf(expr: Expr): readonly Rolled[] | null {
  if (expr.kind !== 'aggregate' || expr.filter !== undefined) return null;
  if (isRowCount(expr)) return ['points_n'];
  const [only] = expr.args;
  if (only?.kind !== 'field' || only.field.name !== 'value') return null;
  return aggregates[expr.fn.name]?.of ?? null;
}

function isRowCount(expr: Extract<Expr, { kind: 'aggregate' }>): boolean {
  const [only] = expr.args;
  return expr.fn.name === 'count' && (only === undefined || (only.kind === 'const' && only.value === '*'));
}

function ofRolled(one: Computed, alias: string): Computed {
  if (one.expr.kind !== 'aggregate') return one;
  const { fn } = one.expr;
  const sum = call('sum', column('points_n', alias));
  const made = aggregates[fn.name];
  const sql =
    isRowCount(one.expr) || made === undefined ? sum : made.sql(...made.of.map((name) => column(name, alias)));
  const lowered: AggregateFunction = { ...fn, lower: () => sql };
  return { ...one, expr: { ...one.expr, args: [], fn: lowered } };
}

function buckets(planner: Planner, filters: readonly Predicate[], range: TimeRange): Select {
  const b = (name: string): Sql => column(name, 'b');
  const at = (ns: bigint): Sql => param("DateTime('UTC')", formatInstant(ns).slice(0, 19));
  const count = b('v_count');
  return {
    items: [
      { expr: b('series_id'), alias: 'series_id' },
      { expr: call('toDateTime64', b('bucket'), literal(9), literal('UTC')), alias: 'ts' },
      { expr: count, alias: 'points_n' },
      { expr: count, alias: 'value_n' },
      ...(['sum', 'min', 'max'] as const).map((name) => ({
        expr: call('toNullable', b(`v_${name}`)),
        alias: `value_${name}`,
      })),
    ],
    from: { kind: 'table', name: 'metric_points_5m', alias: 'b' },
    where: allOf([
      infix('=', b('project_id'), param('String', planner.input.projectId)),
      infix('>=', b('bucket'), at(range.from)),
      infix('<', b('bucket'), at(range.to)),
      ...metricNames(planner, filters, 'b'),
    ]),
  };
}
