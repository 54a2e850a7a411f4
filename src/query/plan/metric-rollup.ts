import { allOf, call, column, infix, literal, type Select, type Sql } from '../clickhouse/sql-ast.ts';
import type { TimeRange } from '../../lib/time-range.ts';
import type { Predicate } from '../semantic/rq.ts';
import { dayNs, minuteNs } from '../syntax/duration.ts';
import { isLabel, metricNames, metricsInput, points } from './metrics.ts';
import type { Planner } from './planner.ts';
import { bucketTime, inBuckets, type Rollup } from './rollup.ts';

/** Points of numbers by five minutes. Distributions are few enough to be read as they are. */
export const metricRollup: Rollup = {
  isOf: (table) => table.metrics === true,
  bucketNs: 5n * minuteNs,
  lengthNsMin: 2n * dayNs,
  hasField: ({ storage }) => isLabel(storage),
  aggregates: {
    'count()': (of) => call('toInt64', call('sum', of('points_n'))),
    'count(value)': (of) => call('toInt64', call('sum', of('value_n'))),
    'sum(value)': (of) => call('sumOrNull', of('value_sum')),
    'min(value)': (of) => call('minOrNull', of('value_min')),
    'max(value)': (of) => call('maxOrNull', of('value_max')),
    'avg(value)': (of) =>
      infix('/', call('sumOrNull', of('value_sum')), call('nullIf', call('sum', of('value_n')), literal(0))),
  },
  input: (planner, { table, filters, whole, hasRest, columns }) =>
    metricsInput(
      planner,
      table,
      filters,
      [buckets(planner, filters, whole), ...(hasRest ? [points(planner, filters, planner.range, whole)] : [])],
      columns,
    ),
};

function buckets(planner: Planner, filters: readonly Predicate[], range: TimeRange): Select {
  const b = (name: string): Sql => column(name, 'b');
  return {
    items: [
      { expr: b('series_id'), alias: 'series_id' },
      bucketTime('b'),
      { expr: b('v_count'), alias: 'points_n' },
      { expr: b('v_count'), alias: 'value_n' },
      ...['sum', 'min', 'max'].map((name) => ({ expr: call('toNullable', b(`v_${name}`)), alias: `value_${name}` })),
    ],
    from: { kind: 'table', name: 'metric_points_5m', alias: 'b' },
    where: allOf([planner.inProject('b'), ...inBuckets('b', range), ...metricNames(planner, filters, 'b')]),
  };
}
