import { arrayJson, jsonString } from '../clickhouse/json.ts';
import { call, choose, infix, literal, NULL, type Sql } from '../clickhouse/sql-ast.ts';
import {
  arg,
  equals,
  ifArray,
  ifArrays,
  int,
  items,
  json,
  minus,
  numberJson,
  optional,
  over,
  over2,
  param,
  plainNumber,
  record,
  scalar,
  typeOf,
} from './lowering.ts';
import type { ScalarFunction } from './registry.ts';
import { array, sameElement, wanted } from './arrays.ts';

/* Arrays as sets, and as series of numbers over equal steps. */

const distinct = (list: Sql): Sql => call('arrayDistinct', list);

/** A filter that looks into the other array would copy it for each element. */
const without = (a: Sql, b: Sql): Sql => call('arrayExcept', a, b);

const setOf = (name: string, doc: string, combine: (a: Sql, b: Sql) => Sql): ScalarFunction =>
  scalar({
    name,
    params: [array, array],
    rest: { params: [array], min: 0, max: 62 },
    returns: 'dynamic',
    nulls: 'fallible',
    lower: (args) => {
      const [first = NULL, ...others] = args.map(items);
      return ifArrays(args, arrayJson(distinct(others.reduce(combine, first))));
    },
    doc,
    example: `print ${name}(dynamic([1, 2]), dynamic([2, 3]))`,
  });

const setHasElement = scalar({
  name: 'set_has_element',
  params: [array, param('value', 'any')],
  returns: 'bool',
  nulls: 'fallible',
  lower: (args, info) => {
    const value = wanted(args, info, 1);
    const found = over('arrayExists', 'x', (x) => sameElement(x, value, typeOf(info, 1)), items(arg(args, 0)));
    return ifArray(arg(args, 0), infix('!=', found, literal(0)));
  },
  doc: 'Whether an array has a value.',
  example: 'print set_has_element(dynamic([1, 2]), 2)',
});

const jaccard = scalar({
  name: 'jaccard_index',
  params: [array, array],
  returns: 'real',
  nulls: 'fallible',
  lower: (args) => {
    const [a, b] = [items(arg(args, 0)), items(arg(args, 1))];
    const all = call('length', distinct(call('arrayConcat', a, b)));
    return ifArrays(args, infix('/', call('length', call('arrayIntersect', a, b)), call('nullIf', all, literal(0))));
  },
  doc: 'Share of elements that two arrays have in common.',
  example: 'print jaccard_index(dynamic([1, 2]), dynamic([2, 3]))',
});

const seriesOf = (name: string, op: '+' | '-' | '*' | '/', doc: string): ScalarFunction =>
  scalar({
    name,
    params: [array, array],
    returns: 'dynamic',
    nulls: 'fallible',
    lower: (args) => {
      const numbers = (index: number): Sql => over('arrayMap', 'x', plainNumber, items(arg(args, index)));
      const [a, b] = [numbers(0), numbers(1)];
      const length = call('least', call('length', a), call('length', b));
      const cut = (list: Sql): Sql => call('arraySlice', list, literal(1), length);
      const results = over2(
        'arrayMap',
        ['a', 'b'],
        (x, y) => call('ifNull', numberJson(infix(op, x, y)), literal('null')),
        cut(a),
        cut(b),
      );
      return ifArrays(args, arrayJson(results));
    },
    doc,
    example: `print ${name}(dynamic([1, 2]), dynamic([4, 2]))`,
  });

const fillConst = scalar({
  name: 'series_fill_const',
  params: [array, param('value', 'any'), optional('missing', 'any')],
  returns: 'dynamic',
  nulls: 'fallible',
  lower: (args, info) => {
    const missing = args.length > 2 ? json(args, info, 2) : literal('null');
    return ifArray(
      arg(args, 0),
      arrayJson(over('arrayMap', 'x', (x) => choose(equals(x, missing), json(args, info, 1), x), items(arg(args, 0)))),
    );
  },
  doc: 'Missing values of a series replaced by a constant.',
  example: 'print series_fill_const(dynamic([1, null, 3]), 0)',
});

const filled = (name: string, sql: string, doc: string): ScalarFunction =>
  scalar({
    name,
    params: [array],
    returns: 'dynamic',
    nulls: 'fallible',
    lower: (args) =>
      ifArray(arg(args, 0), arrayJson(over(sql, 'x', (x) => infix('!=', x, literal('null')), items(arg(args, 0))))),
    doc,
    example: `print ${name}(dynamic([1, null, 3]))`,
  });

const outliers = scalar({
  name: 'series_outliers',
  params: [array, optional('kind', 'string', { constant: true })],
  returns: 'dynamic',
  nulls: 'fallible',
  lower: (args) => {
    const numbers = over('arrayMap', 'x', (x) => call('ifNull', plainNumber(x), literal(0)), items(arg(args, 0)));
    // The store wants at least four points.
    const scores = choose(
      infix('>=', call('length', numbers), literal(4)),
      call(
        'seriesOutliersDetectTukey',
        call('arrayResize', numbers, call('greatest', call('length', numbers), literal(4)), literal(0)),
      ),
      over('arrayMap', 'x', () => call('toFloat64', literal(0)), numbers),
    );
    return ifArray(arg(args, 0), jsonString(scores));
  },
  doc: 'How far each value of a series is off (Tukey); 0 for usual ones.',
  example: 'print series_outliers(dynamic([1, 2, 1, 2, 1, 2, 50, 2]))',
});

const statsDynamic = scalar({
  name: 'series_stats_dynamic',
  params: [array],
  returns: 'dynamic',
  nulls: 'fallible',
  lower: (args) => {
    const numbers = over(
      'arrayFilter',
      'x',
      (x) => call('isNotNull', x),
      over('arrayMap', 'x', plainNumber, items(arg(args, 0))),
    );
    const plain = over('arrayMap', 'x', (x) => call('assumeNotNull', x), numbers);
    const reduce = (fn: string): Sql => numberJson(call('arrayReduce', literal(fn), plain));
    const place = (fn: string): Sql =>
      call('toString', minus(int(call('indexOf', plain, call('arrayReduce', literal(fn), plain))), literal(1)));
    const stats = record([
      ['min', reduce('min')],
      ['min_idx', place('min')],
      ['max', reduce('max')],
      ['max_idx', place('max')],
      ['avg', reduce('avg')],
      ['stdev', reduce('stddevSampStable')],
      ['variance', reduce('varSampStable')],
      ['sum', reduce('sum')],
      ['len', call('toString', call('length', plain))],
    ]);
    return ifArray(arg(args, 0), stats);
  },
  doc: 'Least, largest, mean, spread, sum and length of a series, as a bag.',
  example: 'print series_stats_dynamic(dynamic([1, 2, 3]))',
});

export const seriesFunctions: readonly ScalarFunction[] = [
  setOf('set_union', 'Elements of any of the arrays, each once.', (a, b) => call('arrayConcat', a, b)),
  setOf('set_intersect', 'Elements that all arrays have.', (a, b) => without(a, without(a, b))),
  setOf('set_difference', 'Elements of the first array that no other has.', without),
  setHasElement,
  jaccard,
  seriesOf('series_add', '+', 'Sum of two series, place by place.'),
  seriesOf('series_subtract', '-', 'Difference of two series, place by place.'),
  seriesOf('series_multiply', '*', 'Product of two series, place by place.'),
  seriesOf('series_divide', '/', 'Quotient of two series, place by place.'),
  fillConst,
  filled('series_fill_forward', 'arrayFill', 'Missing values of a series replaced by the one before.'),
  filled('series_fill_backward', 'arrayReverseFill', 'Missing values of a series replaced by the one behind.'),
  outliers,
  statsDynamic,
];
