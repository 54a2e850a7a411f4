import { allOf, call, infix, literal, NULL, parametric, type Sql } from '../clickhouse/sql-ast.ts';
import { jsonOf } from '../clickhouse/json.ts';
import { plainText } from '../semantic/constants.ts';
import type { Expr } from '../semantic/rq.ts';
import type { ConstValue, Type } from '../semantic/types.ts';
import type { AggregateCall, AggregateFunction, Param } from './registry.ts';

/*
 * Aggregates. A value is lowered to a nullable expression, and ClickHouse aggregates skip NULL; `…OrNull` makes "of no rows"
 * null where Kusto has null. With a condition the name takes the -If combinator.
 */

const itemsMax = 10_000n;

const any: Param = { name: 'value', type: 'any' };
const number: Param = { name: 'value', type: 'number' };
const quantity: Param = { name: 'value', type: 'quantity' };
const condition: Param = { name: 'condition', type: 'predicate' };
const percent: Param = { name: 'percentile', type: 'number', constant: true, range: [0, 100] };
const cap: Param = { name: 'max', type: 'int', optional: true, constant: true, range: [1, 1_048_576] };

function first(args: readonly Sql[]): Sql {
  return args[0] ?? NULL;
}

/** `name(args)` or `nameIf(args, condition)`; OrNull comes last. */
function agg(
  name: string,
  args: readonly Sql[],
  info: AggregateCall,
  orNull = false,
  params: readonly Sql[] = [],
): Sql {
  const full = `${name}${info.condition === undefined ? '' : 'If'}${orNull ? 'OrNull' : ''}`;
  const all = info.condition === undefined ? args : [...args, info.condition];
  return params.length === 0 ? call(full, ...all) : parametric(full, params, ...all);
}

const sameType = (args: readonly Expr[]): Type => (args[0]?.type === 'unknown' ? 'real' : (args[0]?.type ?? 'long'));
const widened = (args: readonly Expr[]): Type => {
  const type = sameType(args);
  return type === 'int' ? 'long' : type;
};
const averaged = (args: readonly Expr[]): Type => {
  const type = sameType(args);
  return type === 'timespan' || type === 'datetime' || type === 'decimal' ? type : 'real';
};
const named =
  (prefix: string) =>
  (name: string | undefined): string =>
    `${prefix}_${name ?? ''}`;

/** Times are averaged as nanoseconds, and made times again. */
function overNs(info: AggregateCall, value: Sql, make: (value: Sql) => Sql): Sql {
  const type = info.args[0]?.type;
  if (type === 'datetime') {
    return call('fromUnixTimestamp64Nano', call('toInt64', make(call('toUnixTimestamp64Nano', value))), literal('UTC'));
  }
  return type === 'timespan' ? call('toInt64', make(value)) : make(value);
}

/** An aggregate and its `…if` form: the same entry with a condition behind the value. */
function withIf(
  fn: AggregateFunction,
  ifName: string,
  columnName?: AggregateFunction['columnName'],
): AggregateFunction[] {
  const { aliases: _aliases, ...rest } = fn;
  const params = [...fn.params.slice(0, 1), condition, ...fn.params.slice(1)];
  return [
    fn,
    {
      ...rest,
      name: ifName,
      params,
      condition: 1,
      columnName: columnName ?? named(ifName),
      example: `summarize ${ifName}(duration, level == "ERROR")`,
    },
  ];
}

interface Simple {
  readonly name: string;
  readonly sql: string;
  readonly param?: Param;
  readonly returns: AggregateFunction['returns'];
  readonly nullable: boolean;
  readonly doc: string;
  readonly keepsUnit?: true;
}

function simple(of: Simple): AggregateFunction {
  return {
    kind: 'aggregate',
    name: of.name,
    params: [of.param ?? quantity],
    returns: of.returns,
    nullable: of.nullable,
    ...(of.keepsUnit === undefined ? {} : { keepsUnit: of.keepsUnit }),
    columnName: named(of.name),
    lower: (args, info) => overNs(info, first(args), (value) => agg(of.sql, [value], info, of.nullable)),
    doc: of.doc,
    example: `summarize ${of.name}(duration)`,
  };
}

const count: AggregateFunction = {
  kind: 'aggregate',
  name: 'count',
  params: [{ name: 'value', type: 'star', optional: true }],
  returns: 'long',
  nullable: false,
  columnName: () => 'count_',
  // `count()` and `count(*)` count rows, `count(x)` the rows that have x.
  lower: (args, info) => {
    const value = info.args[0];
    const star = value === undefined || (value.kind === 'const' && value.value === '*');
    return star ? agg('count', [], info) : agg('count', args, info);
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
  lower: (_args, info) => agg('count', [], info),
  doc: 'Number of rows for which the condition holds.',
  example: 'summarize countif(level == "ERROR") by service',
};

const sum: AggregateFunction = {
  ...simple({ name: 'sum', sql: 'sum', returns: widened, nullable: false, doc: 'Sum of the values.', keepsUnit: true }),
  // The sum of nothing is nothing to the language's users, null; Kusto has 0 for it.
  nullable: true,
  lower: (args, info) => agg('sum', args, info, true),
};

const avg = simple({
  name: 'avg',
  sql: 'avg',
  returns: averaged,
  nullable: true,
  doc: 'Mean of the values.',
  keepsUnit: true,
});
const stdev = simple({
  name: 'stdev',
  sql: 'stddevSamp',
  param: number,
  returns: 'real',
  nullable: true,
  doc: 'Standard deviation of a sample.',
});
const stdevp = simple({
  name: 'stdevp',
  sql: 'stddevPop',
  param: number,
  returns: 'real',
  nullable: true,
  doc: 'Standard deviation of all values.',
});
const variance = simple({
  name: 'variance',
  sql: 'varSamp',
  param: number,
  returns: 'real',
  nullable: true,
  doc: 'Variance of a sample.',
});
const variancep = simple({
  name: 'variancep',
  sql: 'varPop',
  param: number,
  returns: 'real',
  nullable: true,
  doc: 'Variance of all values.',
});

/** Text has a smallest and a largest too. */
const ordered: Param = { name: 'value', type: 'any' };

function extreme(name: 'min' | 'max', doc: string): AggregateFunction {
  return {
    kind: 'aggregate',
    name,
    params: [ordered],
    returns: (args) => (args[0]?.type === 'unknown' ? 'real' : (args[0]?.type ?? 'long')),
    nullable: true,
    keepsUnit: true,
    columnName: named(name),
    lower: (args, info) => {
      const value = info.args[0]?.type === 'unknown' ? call('toFloat64OrNull', first(args)) : first(args);
      return agg(name, [value], info, true);
    },
    doc,
    example: `summarize ${name}(duration) by service`,
  };
}

const min = extreme('min', 'Smallest value.');
const max = extreme('max', 'Largest value.');

/** Precision of `dcount` by its accuracy argument, 0 to 4. */
const accuracies = [12, 14, 16, 17, 18];

/** Of no values the engine's estimate is NULL. */
function distinctCount(sql: Sql): Sql {
  return call('toInt64', call('ifNull', sql, literal(0)));
}

const dcount: AggregateFunction = {
  kind: 'aggregate',
  name: 'dcount',
  aliases: ['approx_count_distinct'],
  params: [any, { name: 'accuracy', type: 'int', optional: true, constant: true, range: [0, 4] }],
  returns: 'long',
  nullable: false,
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

/** One quantile; 0 and 100 are exact. Small groups are exact too: the digest keeps their values. */
function quantile(value: Sql, level: number, info: AggregateCall): Sql {
  if (level <= 0) return agg('min', [value], info, true);
  if (level >= 1) return agg('max', [value], info, true);
  return agg('quantileTDigest', [value], info, true, [literal(level)]);
}

const percentileType = (args: readonly Expr[]): Type => {
  const type = sameType(args);
  return type === 'decimal' ? 'real' : type === 'int' ? 'long' : type;
};

function asType(value: Sql, type: Type): Sql {
  return type === 'long' || type === 'int' ? call('toInt64', value) : value;
}

function levelName(level: ConstValue | undefined): string {
  return plainText(level ?? null).replaceAll('.', '_');
}

const percentile: AggregateFunction = {
  kind: 'aggregate',
  name: 'percentile',
  params: [quantity, percent],
  returns: percentileType,
  nullable: true,
  keepsUnit: true,
  columnName: (name, constants) => `percentile_${name ?? ''}_${levelName(constants[1])}`,
  lower: (args, info) => {
    const level = Number(info.constants[1] ?? 50) / 100;
    return asType(
      overNs(info, first(args), (value) => quantile(value, level, info)),
      info.type,
    );
  },
  doc: 'The value below which that share of the values lies, 0 to 100.',
  example: 'summarize percentile(duration, 95) by service',
};

/** The nearest-rank rule of Kusto on weighted values. */
const percentilew: AggregateFunction = {
  ...percentile,
  name: 'percentilew',
  params: [quantity, { name: 'weight', type: 'int' }, percent],
  columnName: (name, constants) => `percentile_${name ?? ''}_${levelName(constants[2])}`,
  lower: (args, info) => {
    const level = Number(info.constants[2] ?? 50) / 100;
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

/** p50 … p99_9: the percentiles people write most. */
const shortPercentiles = ['25', '50', '75', '90', '95', '99', '99_9', '100'].map((level): AggregateFunction => ({
  ...percentile,
  name: `p${level}`,
  ...(level === '50' ? { aliases: ['median'] } : level === '99_9' ? { aliases: ['p999'] } : {}),
  params: [quantity],
  columnName: named(`p${level}`),
  lower: (args, info) => {
    const share = Number(level.replace('_', '.')) / 100;
    return asType(
      overNs(info, first(args), (value) => quantile(value, share, info)),
      info.type,
    );
  },
  doc: `The value below which ${level.replace('_', '.')} % of the values lie.`,
  example: `summarize p${level}(duration) by service`,
}));

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
    columnName: named(name),
    // The value travels in a tuple: alone, a null of the best row would be skipped for the next best row's value.
    lower: (args, info) => {
      const [by, value] = args;
      const key = info.args[0]?.type === 'unknown' ? call('toFloat64OrNull', by ?? NULL) : (by ?? NULL);
      return call('tupleElement', agg(sql, [call('tuple', value ?? NULL), key], info), literal(1));
    },
    doc,
    example: `summarize ${name}(duration, name) by service`,
  };
}

const argMax = argOf('arg_max', 'argMax', 'The columns of the row with the largest value.');
const argMin = argOf('arg_min', 'argMin', 'The columns of the row with the smallest value.');

const takeAny: AggregateFunction = {
  kind: 'aggregate',
  name: 'take_any',
  aliases: ['any'],
  params: [any],
  returns: (args) => args[0]?.type ?? 'dynamic',
  nullable: true,
  keepsUnit: true,
  columnName: (name) => name ?? 'any_',
  lower: (args, info) => agg('any', args, info, true),
  doc: 'Some value of the group.',
  example: 'summarize take_any(body) by service',
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
      return call('tupleElement', agg(sql, [call('tuple', first(args)), time], info), literal(1));
    },
    doc: `The ${name === 'first' ? 'earliest' : 'latest'} value by timestamp.`,
    example: `summarize ${name}(body) by service`,
  };
}

/** Lists are JSON text; numbers stay numbers in it, JSON values are not quoted again. */
function jsonArray(items: Sql): Sql {
  return call('concat', literal('['), call('arrayStringConcat', items, literal(',')), literal(']'));
}

function listOf(name: string, sql: 'groupArray' | 'groupUniqArray', doc: string): AggregateFunction {
  return {
    kind: 'aggregate',
    name,
    params: [any, cap],
    returns: 'dynamic',
    nullable: false,
    columnName: named(name === 'make_list' ? 'list' : 'set'),
    lower: (args, info) => {
      const limit = info.constants[1];
      const most = typeof limit === 'bigint' && limit < itemsMax ? limit : itemsMax;
      const value = info.args[0];
      const items = agg(sql, [value === undefined ? first(args) : jsonOf(first(args), value.type)], info, false, [
        literal(most),
      ]);
      return jsonArray(items);
    },
    doc,
    example: `summarize ${name}(name, 10) by service`,
  };
}

const makeList = listOf('make_list', 'groupArray', 'The values as a list.');
const makeSet = listOf('make_set', 'groupUniqArray', 'The distinct values as a list.');

const makeListWithNulls: AggregateFunction = {
  ...makeList,
  name: 'make_list_with_nulls',
  params: [any],
  columnName: named('list'),
  lower: (args, info) => {
    const type = info.args[0]?.type ?? 'string';
    return jsonArray(
      agg('groupArray', [call('ifNull', jsonOf(first(args), type), literal('null'))], info, false, [literal(itemsMax)]),
    );
  },
  doc: 'The values as a list, nulls among them.',
  example: 'summarize make_list_with_nulls(name) by service',
};

/** Members of the bags, later ones do not replace earlier ones. */
const makeBag: AggregateFunction = {
  ...makeList,
  name: 'make_bag',
  params: [{ name: 'bag', type: 'dynamic' }, cap],
  columnName: named('bag'),
  lower: (args, info) => {
    const limit = info.constants[1];
    const most = typeof limit === 'bigint' && limit < itemsMax ? limit : itemsMax;
    const bag = first(args);
    const usable = call('equals', call('JSONType', bag), literal('Object'));
    const guarded = info.condition === undefined ? usable : allOf([info.condition, usable]);
    const bags = parametric('groupArrayIf', [literal(itemsMax)], bag, guarded);
    const members = call(
      'arrayFlatten',
      call(
        'arrayMap',
        { kind: 'lambda', names: ['b'], body: call('JSONExtractKeysAndValuesRaw', { kind: 'column', name: 'b' }) },
        bags,
      ),
    );
    return bagText(members, most);
  },
  doc: 'One bag of the members of many.',
  example: 'print b = dynamic({"a": 1}) | summarize make_bag(b)',
};

/** Pairs of key and JSON text as the text of a bag; the first of a key stays. */
function bagText(pairs: Sql, most: bigint): Sql {
  const p: Sql = { kind: 'column', name: 'p' };
  const i: Sql = { kind: 'column', name: 'i' };
  const k: Sql = { kind: 'column', name: 'k' };
  const keys = call('arrayMap', { kind: 'lambda', names: ['p'], body: call('tupleElement', p, literal(1)) }, pairs);
  const firstOnly = call(
    'arrayFilter',
    {
      kind: 'lambda',
      names: ['p', 'i'],
      body: infix('=', call('indexOf', keys, call('tupleElement', p, literal(1))), i),
    },
    pairs,
    call('arrayEnumerate', pairs),
  );
  const text = call(
    'arrayMap',
    {
      kind: 'lambda',
      names: ['k'],
      body: call(
        'concat',
        call('toJSONString', call('tupleElement', k, literal(1))),
        literal(':'),
        call('tupleElement', k, literal(2)),
      ),
    },
    call('arraySlice', firstOnly, literal(1), literal(most)),
  );
  return call('concat', literal('{'), call('arrayStringConcat', text, literal(',')), literal('}'));
}

const topk: AggregateFunction = {
  kind: 'aggregate',
  name: 'topk',
  params: [any, { name: 'count', type: 'int', constant: true, range: [1, 1000] }],
  returns: 'dynamic',
  nullable: false,
  columnName: named('topk'),
  lower: (args, info) => {
    const n = info.constants[1] ?? 10n;
    const size = typeof n === 'bigint' ? n : 10n;
    const counted = agg('approx_top_k', args.slice(0, 1), info, false, [
      literal(size),
      literal(size * 10n < 100n ? 100n : size * 10n),
    ]);
    const t: Sql = { kind: 'column', name: 't' };
    const value = jsonOf(call('tupleElement', t, literal(1)), info.args[0]?.type ?? 'string');
    const item = call(
      'concat',
      literal('{"value":'),
      call('ifNull', value, literal('null')),
      literal(',"count":'),
      call('toString', call('tupleElement', t, literal(2))),
      literal('}'),
    );
    return jsonArray(call('arrayMap', { kind: 'lambda', names: ['t'], body: item }, counted));
  },
  doc: 'The most frequent values, each with its estimated count.',
  example: 'summarize topk(name, 5) by service',
};

const histogram: AggregateFunction = {
  kind: 'aggregate',
  name: 'histogram',
  params: [number, { name: 'bins', type: 'int', constant: true, range: [1, 1000] }],
  returns: 'dynamic',
  nullable: false,
  columnName: named('histogram'),
  lower: (args, info) => {
    const n = info.constants[1] ?? 20n;
    const t: Sql = { kind: 'column', name: 't' };
    const part = (index: number): Sql => call('toString', call('tupleElement', t, literal(index)));
    const item = call(
      'concat',
      literal('{"from":'),
      part(1),
      literal(',"to":'),
      part(2),
      literal(',"count":'),
      part(3),
      literal('}'),
    );
    return jsonArray(
      call(
        'arrayMap',
        { kind: 'lambda', names: ['t'], body: item },
        agg('histogram', args.slice(0, 1), info, false, [literal(typeof n === 'bigint' ? n : 20n)]),
      ),
    );
  },
  doc: 'Buckets that adapt to the values, each with its bounds and height.',
  example: 'summarize histogram(duration, 20)',
};

const perSecond: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

const rate: AggregateFunction = {
  kind: 'aggregate',
  name: 'rate',
  params: [
    { ...number, optional: true },
    { name: 'unit', type: 'timespan', optional: true, constant: true },
  ],
  returns: 'real',
  nullable: false,
  columnName: (name) => (name === undefined ? 'rate' : `rate_${name}`),
  lower: (args, info) => {
    const total =
      args.length === 0 ? agg('count', [], info) : call('ifNull', agg('sum', args.slice(0, 1), info, true), literal(0));
    const unit = info.constants[1];
    const seconds = info.bucketSeconds / (typeof unit === 'bigint' ? Number(unit) / 1e9 : (perSecond['s'] ?? 1));
    return infix('/', total, literal(seconds));
  },
  doc: 'Events in a second, or the sum of a value; over a cumulative counter its increase in a second.',
  example: 'summarize rate() by bin(timestamp, 1m)',
};

const increase: AggregateFunction = {
  ...rate,
  name: 'increase',
  params: [number],
  columnName: named('increase'),
  lower: (args, info) => call('ifNull', agg('sum', args, info, true), literal(0)),
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
  ...withIf(makeList, 'make_list_if', named('list')),
  ...withIf(makeSet, 'make_set_if', named('set')),
  makeListWithNulls,
  ...withIf(makeBag, 'make_bag_if', named('bag')),
  topk,
  histogram,
  rate,
  increase,
  bits('binary_all_and', 'groupBitAnd'),
  bits('binary_all_or', 'groupBitOr'),
  bits('binary_all_xor', 'groupBitXor'),
];
