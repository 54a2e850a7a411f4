import { allOf, call, literal, TRUE, type Sql } from '../clickhouse/sql-ast.ts';
import { arrayJson, jsonOf, jsonOrNull } from '../clickhouse/json.ts';
import { agg, any, cap, first, itemsMax, named, number, withIf } from './aggregate-parts.ts';
import { firstOfEach } from './bags.ts';
import { bagJson, isBag, json, members, over, record, typeOf } from './lowering.ts';
import type { AggregateCall, AggregateFunction } from './registry.ts';

/* Aggregates that keep the values: lists, sets, bags, the most frequent, a histogram. All are JSON text. */

/** How many are kept: those asked for, or as many as there may be. */
function mostOf({ constants: [, limit] }: AggregateCall): Sql {
  return literal(typeof limit === 'bigint' && limit < itemsMax ? limit : itemsMax);
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
      // Numbers stay numbers in it, JSON values are not quoted again.
      return arrayJson(agg(sql, [jsonOf(first(args), typeOf(info, 0))], info, false, [mostOf(info)]));
    },
    doc,
    example: `summarize ${name}(name, 10) by service`,
  };
}

const makeList: AggregateFunction = {
  ...listOf('make_list', 'groupArray', 'The values as a list.'),
  ordered: true,
};
const makeSet = listOf('make_set', 'groupUniqArray', 'The distinct values as a list.');

const makeListWithNulls: AggregateFunction = {
  ...makeList,
  name: 'make_list_with_nulls',
  params: [any],
  columnName: named('list'),
  lower: (args, info) => arrayJson(agg('groupArray', [json(args, info, 0)], info, false, [literal(itemsMax)])),
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
    const bag = first(args);
    const condition = allOf([info.condition ?? TRUE, isBag(bag)]);
    const bags = agg('groupArray', [bag], { ...info, condition }, false, [literal(itemsMax)]);
    const pairs = firstOfEach(call('arrayFlatten', over('arrayMap', 'b', members, bags)));
    return bagJson(call('arraySlice', pairs, literal(1), mostOf(info)));
  },
  doc: 'One bag of the members of many.',
  example: 'print b = dynamic({"a": 1}) | summarize make_bag(b)',
};

const topk: AggregateFunction = {
  kind: 'aggregate',
  name: 'topk',
  params: [any, { name: 'count', type: 'int', constant: true, range: [1, 250] }],
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
    const item = (t: Sql): Sql =>
      record([
        ['value', jsonOrNull(call('tupleElement', t, literal(1)), typeOf(info, 0))],
        ['count', call('toString', call('tupleElement', t, literal(2)))],
      ]);
    return arrayJson(over('arrayMap', 't', item, counted));
  },
  doc: 'The most frequent values, each with its estimated count.',
  example: 'summarize topk(name, 5) by service',
};

const histogram: AggregateFunction = {
  kind: 'aggregate',
  name: 'histogram',
  params: [number, { name: 'bins', type: 'int', constant: true, range: [1, 250] }],
  returns: 'dynamic',
  nullable: false,
  columnName: named('histogram'),
  lower: (args, info) => {
    const n = info.constants[1] ?? 20n;
    const value = first(args);
    const condition = allOf([info.condition ?? TRUE, call('isFinite', value)]);
    const part = (t: Sql, index: number): Sql => call('toString', call('tupleElement', t, literal(index)));
    const item = (t: Sql): Sql =>
      record([
        ['from', part(t, 1)],
        ['to', part(t, 2)],
        ['count', part(t, 3)],
      ]);
    const bins = agg('histogram', [value], { ...info, condition }, false, [literal(typeof n === 'bigint' ? n : 20n)]);
    return arrayJson(over('arrayMap', 't', item, bins));
  },
  doc: 'Buckets that adapt to the values, each with its bounds and height.',
  example: 'summarize histogram(duration, 20)',
};

export const collectionFunctions: readonly AggregateFunction[] = [
  ...withIf(makeList, 'make_list_if', named('list')),
  ...withIf(makeSet, 'make_set_if', named('set')),
  makeListWithNulls,
  ...withIf(makeBag, 'make_bag_if', named('bag')),
  topk,
  histogram,
];
