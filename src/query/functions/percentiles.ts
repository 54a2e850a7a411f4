import { call, literal, type Sql, NULL } from '../clickhouse/sql-ast.ts';
import { plainText } from '../semantic/constants.ts';
import type { Expr } from '../semantic/rq.ts';
import type { ConstValue, Type } from '../semantic/types.ts';
import { agg, condition, first, named, overNs, percent, quantity, sameType } from './aggregate-parts.ts';
import type { AggregateCall, AggregateFunction } from './registry.ts';

/** One quantile; 0 and 100 are exact. Small groups are exact too: the digest keeps their values. */
function quantile(value: Sql, level: number, info: AggregateCall): Sql {
  if (level <= 0) return agg('min', [value], info, true);
  if (level >= 1) return agg('max', [value], info, true);
  // Of an instant in nanoseconds the digest's short floats would leave minutes.
  const name = info.args[0]?.type === 'datetime' ? 'quantileExact' : 'quantileTDigest';
  return agg(name, [value], info, true, [literal(level)]);
}

const percentileType = (args: readonly Expr[]): Type => {
  const type = sameType(args);
  return type === 'decimal' ? 'real' : type === 'int' ? 'long' : type;
};

function asType(value: Sql, type: Type): Sql {
  return type === 'long' ? call('toInt64', value) : value;
}

/** The first argument's quantile, of its own type. */
function ofFirst(args: readonly Sql[], level: number, info: AggregateCall): Sql {
  return asType(
    overNs(info, first(args), (value) => quantile(value, level, info)),
    info.type,
  );
}

function levelName(level: ConstValue | undefined): string {
  return plainText(level ?? null).replaceAll('.', '_');
}

export const percentile: AggregateFunction = {
  kind: 'aggregate',
  name: 'percentile',
  params: [quantity, percent],
  returns: percentileType,
  nullable: true,
  keepsUnit: true,
  columnName: (name, constants) => `percentile_${name ?? ''}_${levelName(constants[1])}`,
  lower: (args, info) => ofFirst(args, Number(info.constants[1]) / 100, info),
  doc: 'The value below which that share of the values lies, 0 to 100.',
  example: 'summarize percentile(duration, 95) by service',
};

/** The nearest-rank rule of Kusto on weighted values. */
export const percentilew: AggregateFunction = {
  ...percentile,
  name: 'percentilew',
  params: [quantity, { name: 'weight', type: 'int' }, percent],
  columnName: (name, constants) => `percentile_${name ?? ''}_${levelName(constants[2])}`,
  lower: (args, info) => {
    const level = Number(info.constants[2]) / 100;
    const weight = call('toUInt64', args[1] ?? NULL);
    return overNs(info, first(args), (value) =>
      agg('quantileExactWeighted', [value, weight], info, true, [literal(level)]),
    );
  },
  doc: 'Percentile of values that stand for several, by weight.',
  example: 'print 1 | summarize percentilew(print_0, 1, 50)',
};

/** Several percentiles at once as an array; as a column of summarize they are columns of their own. */
const percentiles: AggregateFunction = {
  ...percentile,
  name: 'percentiles',
  aliases: ['percentiles_array'],
  params: [quantity],
  rest: { params: [percent], min: 1, max: 20 },
  returns: 'dynamic',
  columnName: named('percentiles'),
  lower: (args, info) => {
    const levels = info.constants.slice(1).map((level) => Number(level) / 100);
    const items = levels.map((level) => asType(quantile(first(args), level, info), percentileType(info.args)));
    return call('toJSONString', { kind: 'array', items });
  },
  doc: 'Several percentiles.',
  example: 'summarize percentiles(duration, 50, 95, 99)',
};

const shortName = /^p(\d{1,2}(?:_\d{1,3})?|100)$/;

/** `p95`, `p99_9`: the level stands in the name, 0 to 100. */
export function levelOf(name: string): number | undefined {
  const level = shortName.exec(name)?.[1];
  return level === undefined ? undefined : Number(level.replace('_', '.'));
}

/** What `percentile` has as an argument stands in the name. */
export function shortPercentile(name: string): AggregateFunction | undefined {
  const level = levelOf(name);
  return level === undefined ? undefined : short(name, level);
}

const short = (name: string, level: number): AggregateFunction => ({
  ...percentile,
  name,
  params: [quantity],
  columnName: named(name),
  lower: (args, info) => ofFirst(args, level / 100, info),
  doc: `The value below which ${level} % of the values lie.`,
  example: `summarize ${name}(duration) by service`,
});

/** Those that people write most; any other is known too. */
const shortPercentiles: readonly AggregateFunction[] = [
  short('p0', 0),
  short('p25', 25),
  { ...short('p50', 50), aliases: ['median'] },
  short('p75', 75),
  short('p90', 90),
  short('p95', 95),
  short('p99', 99),
  { ...short('p99_9', 99.9), aliases: ['p999'] },
  short('p100', 100),
];

export const percentileFunctions: readonly AggregateFunction[] = [
  percentile,
  percentilew,
  percentiles,
  {
    ...percentile,
    name: 'percentileif',
    params: [quantity, percent, condition],
    condition: 2,
    example: 'summarize percentileif(duration, 95, level == "ERROR")',
  },
  ...shortPercentiles,
];
