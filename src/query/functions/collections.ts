import { allOf, call, infix, literal, TRUE, type Sql } from '../clickhouse/sql-ast.ts';
import { jsonOf } from '../clickhouse/json.ts';
import { agg, any, cap, first, itemsMax, named, number, withIf } from './aggregate-parts.ts';
import type { AggregateFunction } from './registry.ts';

/* Aggregates that keep the values: lists, sets, bags, the most frequent, a histogram. All are JSON text. */

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
    const condition = allOf([info.condition ?? TRUE, usable]);
    const bags = agg('groupArray', [bag], { ...info, condition }, false, [literal(itemsMax)]);
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
  params: [number, { name: 'bins', type: 'int', constant: true, range: [1, 250] }],
  returns: 'dynamic',
  nullable: false,
  columnName: named('histogram'),
  lower: (args, info) => {
    const n = info.constants[1] ?? 20n;
    const value = first(args);
    const condition = allOf([info.condition ?? TRUE, call('isFinite', value)]);
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
        agg('histogram', [value], { ...info, condition }, false, [literal(typeof n === 'bigint' ? n : 20n)]),
      ),
    );
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
