import { allOf, call, choose, infix, literal, NULL, TRUE, type Sql } from '../clickhouse/sql-ast.ts';
import {
  agg,
  amount,
  any,
  averaged,
  condition,
  first,
  named,
  number,
  overNs,
  quantity,
  sameType,
  simple,
  summand,
  unitsOf,
  widened,
  withIf,
} from './aggregate-parts.ts';
import { isInteger } from '../semantic/types.ts';
import { collectionFunctions } from './collections.ts';
import { int } from './lowering.ts';
import { percentileFunctions } from './percentiles.ts';
import type { AggregateCall, AggregateFunction } from './registry.ts';

export const count: AggregateFunction = {
  kind: 'aggregate',
  name: 'count',
  params: [{ name: 'value', type: 'star', optional: true }],
  returns: 'long',
  nullable: false,
  additive: true,
  counts: true,
  columnName: () => 'count_',
  // `count()` and `count(*)` count rows, `count(x)` the rows that have x.
  lower: (args, info) => {
    const value = info.args[0];
    const star = value === undefined || (value.kind === 'const' && value.value === '*');
    return int(agg('count', star ? [] : args, info));
  },
  doc: 'Number of rows; with an argument, of the rows that have a value.',
  example: 'summarize count() by service',
};

const countif: AggregateFunction = {
  ...count,
  name: 'countif',
  params: [condition],
  condition: 0,
  columnName: () => 'countif_',
  lower: (_args, info) => int(agg('count', [], info)),
  doc: 'Number of rows for which the condition holds.',
  example: 'summarize countif(level == "ERROR") by service',
};

/** Adding up may lead beyond 64 bits, and what the engine has there begins anew below nothing: hours of many calls, in nanoseconds. */
function isWhole({ args }: AggregateCall): boolean {
  const type = args[0]?.type;
  return type !== undefined && (type === 'timespan' || isInteger(type));
}

/** Wholes beyond 64 bits too, and reals without what is no number. */
function total(value: Sql, info: AggregateCall): Sql {
  return agg('sum', [isWhole(info) ? call('toInt128', value) : summand(value, info)], info, true);
}

const sum: AggregateFunction = {
  ...simple({
    name: 'sum',
    sql: 'sum',
    param: amount,
    returns: widened,
    // The sum of nothing is nothing to the language's users, null; Kusto has 0 for it.
    nullable: true,
    doc: 'Sum of the values.',
    keepsUnit: true,
  }),
  additive: true,
  counts: true,
  lower: (args, info) => {
    const all = total(first(args), info);
    return isWhole(info) ? call('accurateCastOrNull', all, literal('Int64')) : all;
  },
};

const avg: AggregateFunction = {
  ...simple({
    name: 'avg',
    sql: 'avg',
    returns: averaged,
    nullable: true,
    doc: 'Mean of the values.',
    keepsUnit: true,
  }),
  lower: (args, info) =>
    overNs(info, first(args), (value) => {
      if (info.args[0]?.type !== 'datetime')
        return agg('avg', [isWhole(info) ? call('toInt128', value) : summand(value, info)], info, true);
      // The sum of a handful of instants in nanoseconds is beyond 64 bits.
      const count = call('nullIf', agg('count', [value], info), literal(0));
      return call('intDiv', agg('sum', [call('toInt128', value)], info, true), count);
    }),
};
// From the distances to the mean: the squares of large numbers that lie close together do not fit a real.
const stdev = simple({
  name: 'stdev',
  sql: 'stddevSampStable',
  param: number,
  returns: 'real',
  nullable: true,
  doc: 'Standard deviation of a sample.',
});
const stdevp = simple({
  name: 'stdevp',
  sql: 'stddevPopStable',
  param: number,
  returns: 'real',
  nullable: true,
  doc: 'Standard deviation of all values.',
});
const variance = simple({
  name: 'variance',
  sql: 'varSampStable',
  param: number,
  returns: 'real',
  nullable: true,
  doc: 'Variance of a sample.',
});
const variancep = simple({
  name: 'variancep',
  sql: 'varPopStable',
  param: number,
  returns: 'real',
  nullable: true,
  doc: 'Variance of all values.',
});

/** JSON values by size: of numbers the largest is the `max` and the smallest the `min`, of texts only where there is no number. */
function sizeOf(value: Sql, wanted: 'min' | 'max'): Sql {
  const number = call('toFloat64OrNull', value);
  const numbersWin = call(wanted === 'max' ? 'isNotNull' : 'isNull', number);
  return call('tuple', numbersWin, call('ifNull', number, literal(0)), call('ifNull', value, literal('')));
}

function extreme(name: 'min' | 'max', doc: string): AggregateFunction {
  return {
    kind: 'aggregate',
    name,
    // Text has a smallest and a largest too.
    params: [any],
    returns: sameType,
    nullable: true,
    keepsUnit: true,
    columnName: named(name),
    lower: (args, info) => {
      const value = first(args);
      const type = info.args[0]?.type;
      if (type === 'dynamic')
        return agg(name === 'max' ? 'argMax' : 'argMin', [value, sizeOf(value, name)], info, true);
      return agg(name, [type === 'unknown' ? call('toFloat64OrNull', value) : value], info, true);
    },
    doc,
    example: `summarize ${name}(duration) by service`,
  };
}

export const min = extreme(
  'min',
  'Smallest value; of an attribute the smallest number, and `min(tostring(…))` the first text.',
);
export const max = extreme(
  'max',
  'Largest value; of an attribute the largest number, and `max(tostring(…))` the last text.',
);

/** Precision of `dcount` by its accuracy argument, 0 to 4. */
const accuracies = [12, 14, 16, 17, 18];

/** Of no values the engine's estimate is NULL. */
function distinctCount(sql: Sql): Sql {
  return int(call('ifNull', sql, literal(0)));
}

const dcount: AggregateFunction = {
  kind: 'aggregate',
  name: 'dcount',
  aliases: ['approx_count_distinct'],
  params: [any, { name: 'accuracy', type: 'int', optional: true, constant: true, range: [0, 4] }],
  returns: 'long',
  nullable: false,
  counts: true,
  ofValues: true,
  columnName: named('dcount'),
  lower: (args, info) => {
    const accuracy = Number(info.constants[1] ?? 1n);
    return distinctCount(agg('uniqCombined64', [first(args)], info, false, [literal(accuracies[accuracy] ?? 14)]));
  },
  doc: 'Estimated number of distinct values; accuracy 0 to 4.',
  example: 'summarize dcount(trace_id) by service',
};

const countDistinct: AggregateFunction = {
  ...dcount,
  name: 'count_distinct',
  aliases: ['countdistinct', 'uniq'],
  params: [any],
  columnName: named('count_distinct'),
  lower: (args, info) => distinctCount(agg('uniqExact', [first(args)], info)),
  doc: 'Exact number of distinct values.',
  example: 'summarize count_distinct(trace_id) by service',
};

const spread: AggregateFunction = {
  kind: 'aggregate',
  name: 'range',
  params: [quantity],
  returns: (args) => (args[0]?.type === 'datetime' ? 'timespan' : sameType(args)),
  nullable: true,
  keepsUnit: true,
  columnName: named('range'),
  lower: (args, info) => {
    const value = info.args[0]?.type === 'datetime' ? call('toUnixTimestamp64Nano', first(args)) : first(args);
    return infix('-', agg('max', [value], info, true), agg('min', [value], info, true));
  },
  doc: 'Largest minus smallest value.',
  example: 'summarize range(duration) by service',
};

/** What stands in the tuple of the best row; null where there is none. */
function best(sql: 'argMax' | 'argMin' | 'any', args: readonly Sql[], info: AggregateCall): Sql {
  return call('tupleElement', agg(sql, args, info), literal(1));
}

function argOf(name: 'arg_max' | 'arg_min', sql: 'argMax' | 'argMin', doc: string): AggregateFunction {
  return {
    kind: 'aggregate',
    name,
    aliases: [sql.toLowerCase()],
    params: [
      { name: 'by', type: 'any' },
      { name: 'value', type: 'any' },
    ],
    returns: (args) => args[1]?.type ?? 'dynamic',
    nullable: true,
    ofRow: true,
    columnName: named(name),
    // The value travels in a tuple: alone, a null of the best row would be skipped for the next best row's value.
    lower: (args, info) => {
      const [by = NULL, value = NULL] = args;
      const carried = call('tuple', call('toNullable', value));
      const of = info.args[0];
      const isBag = of?.type === 'dynamic';
      const size = isBag
        ? sizeOf(by, sql === 'argMax' ? 'max' : 'min')
        : of?.type === 'unknown'
          ? call('toFloat64OrNull', by)
          : by;
      const condition = isBag ? allOf([info.condition ?? TRUE, call('isNotNull', by)]) : info.condition;
      const row = agg(sql, [carried, size], { ...info, condition });
      // Where no row has a size they are all alike, and one of them is as good as another.
      const isSized = infix('>', agg('count', [isBag ? by : size], info), literal(0));
      const chosen = of?.nullable === true ? choose(isSized, row, agg('any', [carried], info)) : row;
      return call('tupleElement', chosen, literal(1));
    },
    doc,
    example: `summarize ${name}(duration, name) by service`,
  };
}

export const argMax = argOf('arg_max', 'argMax', 'The columns of the row with the largest value.');
export const argMin = argOf('arg_min', 'argMin', 'The columns of the row with the smallest value.');

export const takeAny: AggregateFunction = {
  kind: 'aggregate',
  name: 'take_any',
  aliases: ['any'],
  params: [any],
  returns: (args) => args[0]?.type ?? 'dynamic',
  nullable: true,
  keepsUnit: true,
  ordered: true,
  columnName: (name) => name ?? 'any_',
  lower: (args, info) => agg('any', args, info, true),
  doc: 'Some value of the group.',
  example: 'summarize take_any(body) by service',
};

/** Several columns are those of one row; one column alone is a value that is there, if there is one. */
export const takeRow: AggregateFunction = {
  ...takeAny,
  ofRow: true,
  lower: (args, info) => best('any', [call('tuple', call('toNullable', first(args)))], info),
};

function edge(name: 'first' | 'last', sql: 'argMin' | 'argMax'): AggregateFunction {
  return {
    ...takeAny,
    name,
    aliases: [],
    columnName: named(name),
    lower: (args, info) => {
      const time = info.time;
      if (time === undefined) return agg(name === 'first' ? 'any' : 'anyLast', args, info, true);
      return best(sql, [call('tuple', call('toNullable', first(args))), time], info);
    },
    doc: `The ${name === 'first' ? 'earliest' : 'latest'} value by timestamp.`,
    example: `summarize ${name}(body) by service`,
  };
}

const rate: AggregateFunction = {
  kind: 'aggregate',
  name: 'rate',
  params: [
    { ...number, optional: true },
    { name: 'unit', type: 'timespan', optional: true, constant: true },
  ],
  returns: 'real',
  nullable: false,
  additive: true,
  columnName: (name) => (name === undefined ? 'rate' : `rate_${name}`),
  lower: (args, info) => {
    const all = args.length === 0 ? agg('count', [], info) : call('ifNull', total(first(args), info), literal(0));
    return infix('/', all, unitsOf(info));
  },
  doc: 'Events in a second, or the sum of a value; over a cumulative counter its increase in a second.',
  example: 'summarize rate() by bin(timestamp, 1m)',
};

const increase: AggregateFunction = {
  ...rate,
  name: 'increase',
  params: [number],
  columnName: named('increase'),
  lower: (args, info) => call('toFloat64', call('ifNull', total(first(args), info), literal(0))),
  doc: 'How much a counter grew; resets do not count.',
  example: 'metrics | summarize increase(value) by bin(timestamp, 1m)',
};

function bits(name: string, sql: string): AggregateFunction {
  return {
    kind: 'aggregate',
    name,
    params: [{ name: 'value', type: 'int' }],
    returns: 'long',
    nullable: true,
    columnName: (value) => value ?? name,
    lower: (args, info) =>
      call(
        'toInt64',
        agg(
          sql,
          [call('assumeNotNull', first(args))],
          { ...info, condition: allOf([info.condition ?? literal(true), call('isNotNull', first(args))]) },
          true,
        ),
      ),
    doc: 'Combines the bits of the values.',
    example: `summarize ${name}(severity_number)`,
  };
}

export const aggregateFunctions: readonly AggregateFunction[] = [
  count,
  countif,
  ...withIf(sum, 'sumif'),
  ...withIf(avg, 'avgif'),
  ...withIf(min, 'minif'),
  ...withIf(max, 'maxif'),
  ...withIf(stdev, 'stdevif'),
  ...withIf(stdevp, 'stdevpif'),
  ...withIf(variance, 'varianceif'),
  ...withIf(variancep, 'variancepif'),
  ...withIf(dcount, 'dcountif'),
  ...withIf(countDistinct, 'count_distinctif'),
  ...percentileFunctions,
  spread,
  argMax,
  argMin,
  takeAny,
  {
    ...takeAny,
    name: 'take_anyif',
    aliases: ['anyif'],
    params: [any, condition],
    condition: 1,
    example: 'summarize take_anyif(body, level == "ERROR") by service',
  },
  edge('first', 'argMin'),
  edge('last', 'argMax'),
  ...collectionFunctions,
  rate,
  increase,
  bits('binary_all_and', 'groupBitAnd'),
  bits('binary_all_or', 'groupBitOr'),
  bits('binary_all_xor', 'groupBitXor'),
];
