import { call, choose, column, infix, lambda, literal, NULL, type Sql, withNames } from '../clickhouse/sql-ast.ts';
import { plainText } from '../semantic/constants.ts';
import { agg, first, summand, unitsOf } from './aggregate-parts.ts';
import type { AggregateFunction } from './registry.ts';

/*
 * Over the points of metrics `rate`, `increase` and the percentiles are lowered in these ways when the argument is the value
 * of a metric: see `semantic/metrics.ts`.
 */

type Lower = AggregateFunction['lower'];

/** Rises add up; of none there is no number, as opposed to a counter that stood still. */
export const riseOf: Lower = (args, info) => agg('sum', [summand(first(args), info)], info, true);

export const rateOf: Lower = (args, info) => infix('/', riseOf(args, info), unitsOf(info));

/** The same of values that were multiplied or divided by a constant. */
export function scaled(lower: Lower, op: '*' | '/', by: number): Lower {
  return (args, info) => infix(op, lower(args, info), literal(by));
}

const noLowerBound = literal(Number.NEGATIVE_INFINITY);

/** Bounds as keys of a map: by whole numbers the engine adds up in a hash table, and by others in a tree, at twice the cost. */
const keysOf = (bounds: Sql): Sql =>
  // Of two zeros one, which differ in their bits.
  call('arrayMap', lambda(['b'], call('reinterpretAsUInt64', infix('+', column('b'), literal(0)))), bounds);
const boundsOf = (map: Sql): Sql =>
  call('arrayMap', lambda(['b'], call('reinterpretAsFloat64', column('b'))), call('mapKeys', map));

/** Where the rank of a share lies among `sums` and `lows`: maps of upper bounds to counts, and to lower bounds. */
function placeOf(share: number): Sql {
  const [sums, lows] = [column('sums'), column('lows')];
  const inOrder = (map: Sql): Sql =>
    call('arraySort', lambda(['v', 'b'], column('b')), call('mapValues', map), boundsOf(map));
  const [uppers, counts, ends, begins] = [column('uppers'), column('counts'), column('ends'), column('begins')];
  const [running, rank, at, c] = [column('running'), column('rank'), column('at'), column('c')];
  const [below, begin] = [column('below'), column('begin')];
  // The last bucket tells: of those that are counted apart the first may begin nowhere, too.
  const isCumulative = infix('=', call('arrayElement', begins, literal(-1)), noLowerBound);
  const upper = call('arrayElement', uppers, at);
  // Where all of a bucket was taken off again it has a lower bound and no sum.
  const here = call('indexOf', ends, upper);
  const ownBegin = choose(
    isCumulative,
    call('arrayElementOrNull', ends, infix('-', here, literal(1))),
    call('nullIf', call('arrayElement', begins, here), noLowerBound),
  );
  const passed = choose(
    infix('>', below, literal(0)),
    call('arrayElement', uppers, call('indexOf', running, below)),
    noLowerBound,
  );
  const lower = call('greatest', passed, call('ifNull', begin, call('least', upper, literal(0))));
  const inside = infix('/', infix('-', rank, below), infix('-', call('arrayElement', running, at), below));
  const placed = infix('+', lower, infix('*', infix('-', upper, lower), inside));
  // Nothing is known of the last bucket but where it begins.
  const found = choose(call('isInfinite', upper), begin, placed);
  const isReached = infix('AND', infix('>=', c, rank), infix('>', c, literal(0)));
  const total = call('arrayElement', running, literal(-1));
  const before = call('arraySlice', running, literal(1), infix('-', at, literal(1)));
  const steps: readonly Readonly<Record<string, Sql>>[] = [
    {
      uppers: call('arraySort', boundsOf(sums)),
      counts: inOrder(sums),
      ends: call('arraySort', boundsOf(lows)),
      begins: inOrder(lows),
    },
    { running: choose(isCumulative, counts, call('arrayCumSum', counts)) },
    { rank: infix('*', total, literal(share)) },
    { at: call('arrayFirstIndex', lambda(['c'], isReached), running) },
    { below: call('arrayMax', call('arrayPushFront', before, literal(0))) },
    // Of distributions with other buckets one begins below the end of another: a higher rank is no smaller value for that.
    { begin: choose(infix('<', ownBegin, passed), passed, ownBegin) },
  ];
  const placedOrNone = choose(infix('>', total, literal(0)), found, NULL);
  return steps.reduceRight<Sql>((of, names) => withNames(names, of), placedOrNone);
}

/**
 * A percentile of values, or, where the points are distributions, of their buckets: counts of equal buckets are added, and the
 * rank is placed inside its bucket in proportion. The arguments are the value, and upper bounds, lower bounds and counts.
 * Some counts are below nothing: they take off what was there before. Where the buckets are finer than before the sum is too
 * small below the upper bound of that of before, so that it is never reached there.
 * Without a lower bound (-inf) a bucket counts those below it too, as Prometheus has it: it begins where the one before ends.
 */
export function percentileOf(share: number): Lower {
  return (args, info) => {
    const [value = NULL, hi = NULL, lo = NULL, n = NULL] = args;
    const [k, l] = [column('k'), column('l')];
    const keys = keysOf(hi);
    const begun = infix('OR', infix('>', k, literal(0)), infix('=', l, noLowerBound));
    const whereBegun = (array: Sql): Sql => call('arrayFilter', lambda(['b', 'k', 'l'], begun), array, n, lo);
    const sums = agg('sumMap', [call('mapFromArrays', keys, n)], info);
    const buckets = {
      sums: call('mapFilter', lambda(['b', 'k'], infix('!=', k, literal(0))), sums),
      lows: agg('minMap', [call('mapFromArrays', whereBegun(keys), whereBegun(lo))], info),
    };
    // The mean stands for a distribution that has no buckets; of one that has, but nothing new in them, there is no number.
    const mean = choose(infix('=', call('length', n), literal(0)), value, NULL);
    const digest = agg('quantileTDigest', [mean], info, true, [literal(share)]);
    return call('ifNull', withNames(buckets, placeOf(share)), call('toFloat64', digest));
  };
}

/** Several of them as an array, as `percentiles` gives them. */
export function arrayOf(lowers: readonly Lower[]): Lower {
  return (args, info) => call('toJSONString', { kind: 'array', items: lowers.map((lower) => lower(args, info)) });
}

/** `histogram_quantile(0.95, value)`, as Prometheus has it. */
const histogramQuantile: AggregateFunction = {
  kind: 'aggregate',
  name: 'histogram_quantile',
  params: [
    { name: 'share', type: 'number', constant: true, range: [0, 1] },
    { name: 'value', type: 'number' },
  ],
  returns: 'real',
  nullable: true,
  columnName: (_name, constants) => `histogram_quantile_${plainText(constants[0] ?? null).replaceAll('.', '_')}`,
  lower: (args, info) => agg('quantileTDigest', args.slice(1), info, true, [literal(Number(info.constants[0] ?? 0.5))]),
  doc: 'The value below which that share (0 to 1) of the measurements of a distribution lies; of Prometheus too, whose metric is then called `…_bucket`.',
  example: 'metrics | summarize histogram_quantile(0.95, value) by bin(timestamp, 5m)',
};

export const metricFunctions: readonly AggregateFunction[] = [histogramQuantile];
