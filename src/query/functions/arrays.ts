import { dynamicText } from '../clickhouse/casts.ts';
import { arrayJson, jsonOrNull } from '../clickhouse/json.ts';
import {
  allOf,
  call,
  choose,
  column,
  infix,
  lambda,
  literal,
  NULL,
  type Sql,
  withNames,
} from '../clickhouse/sql-ast.ts';
import { isNumber, type Type } from '../semantic/types.ts';
import { dayNs, hourNs } from '../syntax/duration.ts';
import {
  arg,
  argOr,
  equals,
  ifArray,
  ifArrays,
  int,
  isArray,
  items,
  json,
  less,
  minus,
  notNegative,
  optional,
  over,
  over2,
  param,
  plainNumber,
  plainText,
  plus,
  scalar,
  typeOf,
} from './lowering.ts';
import type { Call, ScalarFunction } from './registry.ts';

/* Arrays are JSON texts; a lowering takes the elements apart, works on them, and puts them together. */

export const array = param('array', 'dynamic');

const arrayLength = scalar({
  name: 'array_length',
  params: [array],
  returns: 'long',
  nulls: 'fallible',
  lower: (args) => ifArray(arg(args, 0), int(call('length', items(arg(args, 0))))),
  doc: 'Number of elements; null when it is no array.',
  example: 'print array_length(dynamic([1, 2]))',
});

const arrayConcat = scalar({
  name: 'array_concat',
  params: [array],
  rest: { params: [array], min: 0, max: 64 },
  returns: 'dynamic',
  nulls: 'fallible',
  lower: (args) =>
    ifArrays(args, arrayJson(args.length === 1 ? items(arg(args, 0)) : call('arrayConcat', ...args.map(items)))),
  doc: 'Arrays one after the other.',
  example: 'print array_concat(dynamic([1, 2]), dynamic([3]))',
});

const arraySlice = scalar({
  name: 'array_slice',
  params: [array, param('start', 'int'), param('end', 'int')],
  returns: 'dynamic',
  nulls: 'fallible',
  lower: (args) => {
    const all = items(arg(args, 0));
    const length = int(call('length', all));
    const start = placed(arg(args, 1), length);
    // A negative end that lies before the array leaves nothing.
    const end = choose(less(arg(args, 2), literal(0)), plus(arg(args, 2), length), arg(args, 2));
    const count = notNegative(plus(minus(end, start), literal(1)));
    // To the engine a place that nobody knows is none that was asked for.
    const isSlice = allOf([isArray(arg(args, 0)), call('isNotNull', arg(args, 1)), call('isNotNull', arg(args, 2))]);
    return choose(isSlice, arrayJson(call('arraySlice', all, plus(start, literal(1)), count)), NULL);
  },
  doc: 'Elements from a start to an end, both included; negative positions count from the end.',
  example: 'print array_slice(dynamic([1, 2, 3, 4]), 1, -2)',
});

/** A position from the start, of an array of `length`; negative ones count from the end. */
const placed = (at: Sql, length: Sql): Sql =>
  choose(less(at, literal(0)), call('greatest', plus(at, length), literal(0)), at);

/** The JSON of what is not there is empty. */
const orNull = (json_: Sql): Sql => choose(equals(json_, literal('')), literal('null'), json_);

const isByJson = (type: Type): boolean => !isNumber(type) && type !== 'unknown';

/** Whether an element is the value: of a number the size counts, of an attribute the text, of everything else the JSON. */
export const sameElement = (element: Sql, value: Sql, type: Type): Sql => {
  if (isNumber(type)) return call('ifNull', equals(plainNumber(element), value), literal(false));
  if (isByJson(type)) return equals(element, value);
  const isNothing = infix('AND', equals(element, literal('null')), call('isNull', value));
  return call('ifNull', equals(dynamicText(element), value), isNothing);
};

export const wanted = (args: readonly Sql[], info: Call, index: number): Sql =>
  isByJson(typeOf(info, index)) ? json(args, info, index) : arg(args, index);

const arrayIndexOf = scalar({
  name: 'array_index_of',
  params: [
    array,
    param('value', 'any'),
    optional('start', 'int'),
    optional('length', 'int'),
    optional('occurrence', 'int'),
  ],
  returns: 'long',
  nulls: 'fallible',
  lower: (args, info) => {
    const all = items(arg(args, 0));
    const length = int(call('length', all));
    const start = placed(argOr(args, 2, literal(0)), length);
    const span = argOr(args, 3, literal(-1));
    const end = choose(less(span, literal(0)), length, call('least', plus(start, span), length));
    const value = wanted(args, info, 1);
    const places = over2(
      'arrayFilter',
      ['i', 'x'],
      (i, x) => infix('AND', infix('>', i, start), infix('<=', i, end), sameElement(x, value, typeOf(info, 1))),
      call('arrayEnumerate', all),
      all,
    );
    const place = int(call('arrayElement', places, argOr(args, 4, literal(1))));
    return ifArray(arg(args, 0), minus(place, literal(1)));
  },
  doc: 'Where a value stands in an array, from 0; -1 when it is not there.',
  example: 'print array_index_of(dynamic(["a", "b"]), "b")',
});

/** Numbers before texts, both in their order; nulls at the end, or wherever they are wanted. */
const sorted = (name: string, descending: boolean, doc: string): ScalarFunction =>
  scalar({
    name,
    params: [array, optional('nulls last', 'bool', { constant: true })],
    returns: 'dynamic',
    nulls: 'fallible',
    lower: (args, info) => {
      const all = items(arg(args, 0));
      const present = over('arrayFilter', 'x', (x) => infix('!=', x, literal('null')), all);
      const nulls = over('arrayFilter', 'x', (x) => equals(x, literal('null')), all);
      const key = (x: Sql): Sql =>
        call('tuple', call('isNull', plainNumber(x)), call('ifNull', plainNumber(x), literal(0)), plainText(x));
      const ordered = over(descending ? 'arrayReverseSort' : 'arraySort', 'x', key, present);
      const both =
        info.constants[1] === false ? call('arrayConcat', nulls, ordered) : call('arrayConcat', ordered, nulls);
      return ifArray(arg(args, 0), arrayJson(both));
    },
    doc,
    example: `print ${name}(dynamic([3, 1, 2]))`,
  });

/**
 * `events[*].name` as a value: of each element what a path leads to. The keys of the path are constants behind the array;
 * a null among them stands for another star: the elements of what was found until there.
 */
export const each = scalar({
  name: '[*]',
  params: [array],
  returns: 'dynamic',
  nulls: 'fallible',
  lower: (args, info) => {
    let all = items(arg(args, 0));
    let path: Sql[] = [];
    for (const [index, key] of info.constants.slice(1).entries()) {
      if (key !== null) {
        path.push(typeof key === 'bigint' ? literal(key + 1n) : arg(args, index + 1));
        continue;
      }
      const keys = path;
      all = call(
        'arrayFlatten',
        over('arrayMap', 'x', (x) => call('JSONExtractArrayRaw', x, ...keys), all),
      );
      path = [];
    }
    const found = over(
      'arrayMap',
      'x',
      (x) => withNames({ e: call('JSONExtractRaw', x, ...path) }, orNull(column('e'))),
      all,
    );
    return ifArray(arg(args, 0), arrayJson(path.length === 0 ? all : found));
  },
  doc: '',
  example: '',
});

const arrayReverse = scalar({
  name: 'array_reverse',
  params: [array],
  returns: 'dynamic',
  nulls: 'fallible',
  lower: (args) => ifArray(arg(args, 0), arrayJson(call('arrayReverse', items(arg(args, 0))))),
  doc: 'Backwards.',
  example: 'print array_reverse(dynamic([1, 2, 3]))',
});

const arraySum = scalar({
  name: 'array_sum',
  aliases: ['series_sum'],
  params: [array],
  returns: 'real',
  nulls: 'fallible',
  lower: (args) => {
    const numbers = over('arrayMap', 'x', (x) => call('ifNull', plainNumber(x), literal(0)), items(arg(args, 0)));
    return ifArray(arg(args, 0), call('arraySum', numbers));
  },
  doc: 'Sum of the numbers in an array.',
  example: 'print array_sum(dynamic([1, 2, 3]))',
});

/** Its elements as JSON, as many as asked for: an array by its element is taken along, one that is looked into is copied for each. */
const padded = (list: Sql, length: Sql): Sql => call('arrayResize', list, length, literal('null'));

/** An argument that may be an array or one value for all: its elements as JSON, as many as asked for. */
const elementsOf = (args: readonly Sql[], info: Call, index: number, length: Sql): Sql => {
  const value = arg(args, index);
  const same = (one: Sql): Sql => call('arrayWithConstant', length, one);
  if (typeOf(info, index) !== 'dynamic') return same(json(args, info, index));
  return choose(isArray(value), padded(items(value), length), same(call('ifNull', value, literal('null'))));
};

const arrayIff = scalar({
  name: 'array_iff',
  aliases: ['array_iif'],
  params: [param('conditions', 'dynamic'), param('then', 'any'), param('else', 'any')],
  returns: 'dynamic',
  nulls: 'fallible',
  lower: (args, info) => {
    const conditions = items(arg(args, 0));
    const length = call('length', conditions);
    const [c, yes, no] = [column('c'), column('t'), column('e')];
    const holds = infix(
      'OR',
      equals(c, literal('true')),
      call('ifNull', infix('!=', plainNumber(c), literal(0)), literal(false)),
    );
    const fails = infix(
      'OR',
      equals(c, literal('false')),
      call('ifNull', equals(plainNumber(c), literal(0)), literal(false)),
    );
    const chosen = call(
      'arrayMap',
      lambda(['c', 't', 'e'], call('multiIf', holds, yes, fails, no, literal('null'))),
      conditions,
      elementsOf(args, info, 1, length),
      elementsOf(args, info, 2, length),
    );
    return ifArray(arg(args, 0), arrayJson(chosen));
  },
  doc: 'For each condition an element of one array or of the other.',
  example: 'print array_iff(dynamic([true, false]), dynamic([1, 2]), dynamic([3, 4]))',
});

const packArray = scalar({
  name: 'pack_array',
  params: [],
  rest: { params: [param('value', 'any')], min: 1, max: 200 },
  returns: 'dynamic',
  nulls: 'never',
  lower: (args, info) => {
    const texts = args.map((_, index) => json(args, info, index));
    return arrayJson({ kind: 'array', items: texts });
  },
  doc: 'An array of values.',
  example: 'print pack_array(1, "a", true)',
});

const repeat = scalar({
  name: 'repeat',
  params: [param('value', 'any'), param('count', 'int', { constant: true, range: [0, 10_000] })],
  returns: 'dynamic',
  nulls: 'never',
  lower: (args, info) => arrayJson(call('arrayWithConstant', arg(args, 1), json(args, info, 0))),
  doc: 'An array of one value so many times.',
  example: 'print repeat(1, 3)',
});

const zip = scalar({
  name: 'zip',
  params: [array, array],
  rest: { params: [array], min: 0, max: 14 },
  returns: 'dynamic',
  nulls: 'fallible',
  lower: (args) => {
    const lists = args.map(items);
    const length = call('greatest', ...lists.map((list) => call('length', list)));
    const names = lists.map((_, index) => `e${index}`);
    const row = arrayJson({ kind: 'array', items: names.map((name) => column(name)) });
    const rows = call('arrayMap', lambda(names, row), ...lists.map((list) => padded(list, length)));
    return ifArrays(args, arrayJson(rows));
  },
  doc: 'Arrays of the elements that stand at the same places.',
  example: 'print zip(dynamic([1, 3]), dynamic([2, 4]))',
});

const rangeMax = 10_000;

/** Numbers, dates or durations in equal steps, both ends included. */
const range = scalar({
  name: 'range',
  params: [param('start', 'quantity'), param('stop', 'quantity'), optional('step', 'amount')],
  returns: 'dynamic',
  nulls: 'fallible',
  fault: ([start, stop, step]) => {
    const isTime = start?.type === 'datetime' || start?.type === 'timespan';
    const isEven = isTime ? start.type === stop?.type : stop?.type !== 'datetime' && stop?.type !== 'timespan';
    const isStep = step === undefined || isTime === (step.type === 'timespan');
    return isEven && isStep ? null : 'needs numbers, or times of one type and a timespan between them';
  },
  lower: (args, info) => {
    const type = typeOf(info, 0);
    const isTime = type === 'datetime' || type === 'timespan';
    const ns = (value: Sql): Sql => (type === 'datetime' ? call('toUnixTimestamp64Nano', value) : value);
    const [start, stop] = [ns(arg(args, 0)), ns(arg(args, 1))];
    const step = argOr(args, 2, isTime ? literal(type === 'datetime' ? dayNs : hourNs) : literal(1));
    const steps = call('floor', infix('/', minus(stop, start), call('nullIf', step, literal(0))));
    const count = call(
      'least',
      call('greatest', plus(call('ifNull', steps, literal(-1)), literal(1)), literal(0)),
      literal(rangeMax),
    );
    const value = (i: Sql): Sql => plus(start, infix('*', i, step));
    const asType = (i: Sql): Sql =>
      type === 'datetime'
        ? call('fromUnixTimestamp64Nano', int(value(i)), literal('UTC'))
        : isTime
          ? int(value(i))
          : value(i);
    const text = (i: Sql): Sql => jsonOrNull(asType(i), isTime ? type : 'real');
    return arrayJson(over('arrayMap', 'i', text, call('range', call('toUInt64', count))));
  },
  doc: 'An array of numbers, dates or durations in equal steps, at most 10 000.',
  example: 'print range(1, 8, 3)',
});

export const arrayFunctions: readonly ScalarFunction[] = [
  arrayLength,
  arrayConcat,
  arraySlice,
  arrayIndexOf,
  sorted('array_sort_asc', false, 'In order, nulls last.'),
  sorted('array_sort_desc', true, 'In reverse order, nulls last.'),
  arrayReverse,
  arraySum,
  arrayIff,
  packArray,
  repeat,
  zip,
  range,
];
