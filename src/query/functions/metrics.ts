import { call, choose, infix, lambda, literal, NULL, type Sql } from '../clickhouse/sql-ast.ts';
import { plainText } from '../semantic/constants.ts';
import { agg, unitsOf } from './aggregate-parts.ts';
import type { AggregateFunction } from './registry.ts';

/*
 * Aggregates over the points of metrics. The binder puts them in the place of `rate`, `increase` and the percentiles when the
 * argument is the value of a metric: see `semantic/metrics.ts`.
 */

/** Rises add up; of none there is no number, as opposed to a counter that stood still. */
export const riseOf: AggregateFunction = {
  kind: 'aggregate',
  name: 'increase',
  params: [{ name: 'value', type: 'number' }],
  returns: 'real',
  nullable: true,
  columnName: (name) => `increase_${name ?? ''}`,
  lower: (args, info) => agg('sum', args, info, true),
  doc: 'How much a counter grew; resets do not count.',
  example: 'metrics | summarize increase(value) by bin(timestamp, 1m)',
};

export const rateOf: AggregateFunction = {
  ...riseOf,
  name: 'rate',
  params: [...riseOf.params, { name: 'unit', type: 'timespan', optional: true, constant: true }],
  columnName: (name) => `rate_${name ?? ''}`,
  lower: (args, info) => infix('/', riseOf.lower(args.slice(0, 1), info), unitsOf(info)),
  doc: 'Growth of a counter in a second.',
  example: 'metrics | summarize rate(value) by bin(timestamp, 1m)',
};

/**
 * A percentile of values, or, where the points are distributions, of their buckets: counts of equal buckets are added, and the
 * rank is placed inside its bucket in proportion. The arguments are the value, and upper bounds, lower bounds and counts.
 * Some counts are below nothing: they take off what coarser buckets beside them count again. At the upper bounds of those the
 * sum is right, and between them it is too small, so that it is never reached there.
 */
export function percentileOf(share: number): AggregateFunction {
  return {
    ...riseOf,
    name: 'percentile',
    params: [],
    lower: (args, info) => {
      const [value = NULL, hi = NULL, lo = NULL, n = NULL] = args;
      // The mean stands for a distribution that has no buckets; of one that has, but nothing new in them, there is no number.
      const mean = choose(infix('=', call('length', n), literal(0)), value, NULL);
      const digest = agg('quantileTDigest', [mean], info, true, [literal(share)]);
      const k: Sql = { kind: 'column', name: 'k' };
      const where = (op: '!=' | '>', array: Sql): Sql =>
        call('arrayFilter', lambda(['b', 'k'], infix(op, k, literal(0))), array, n);
      const sums = agg('sumMap', [where('!=', hi), where('!=', n)], info);
      const lows = agg('minMap', [where('>', hi), where('>', lo)], info);
      const uppers = call('tupleElement', sums, literal(1));
      const counts = call('tupleElement', sums, literal(2));
      const total = call('arraySum', counts);
      const rank = infix('*', total, literal(share));
      const running = call('arrayCumSum', counts);
      const c: Sql = { kind: 'column', name: 'c' };
      const at = call(
        'arrayFirstIndex',
        lambda(['c'], infix('AND', infix('>=', c, rank), infix('>', c, literal(0)))),
        running,
      );
      const reached = call('arrayElement', running, at);
      const below = call(
        'arrayMax',
        call('arrayPushFront', call('arraySlice', running, literal(1), infix('-', at, literal(1))), literal(0)),
      );
      const upper = call('arrayElement', uppers, at);
      // Where all of a bucket was taken off again it has a lower bound and no sum.
      const lower = call(
        'arrayElement',
        call('tupleElement', lows, literal(2)),
        call('indexOf', call('tupleElement', lows, literal(1)), upper),
      );
      const inside = infix('/', infix('-', rank, below), infix('-', reached, below));
      const placed = infix('+', lower, infix('*', infix('-', upper, lower), inside));
      // Nothing is known of the last bucket but where it begins.
      const found = choose(call('isInfinite', upper), lower, placed);
      return choose(infix('>', total, literal(0)), call('toNullable', found), call('toFloat64', digest));
    },
    doc: 'Percentile of a gauge, or of the measurements in a distribution.',
  };
}

/** `histogram_quantile(0.95, value)`, as Prometheus has it. */
export const histogramQuantile: AggregateFunction = {
  ...riseOf,
  name: 'histogram_quantile',
  params: [
    { name: 'share', type: 'number', constant: true, range: [0, 1] },
    { name: 'value', type: 'number' },
  ],
  columnName: (_name, constants) => `histogram_quantile_${plainText(constants[0] ?? null).replaceAll('.', '_')}`,
  lower: (args, info) => agg('quantileTDigest', args.slice(1), info, true, [literal(Number(info.constants[0] ?? 0.5))]),
  doc: 'The value below which that share (0 to 1) of the measurements of a distribution lies.',
  example: 'metrics | summarize histogram_quantile(0.95, value) by bin(timestamp, 5m)',
};

export const metricFunctions: readonly AggregateFunction[] = [histogramQuantile];
