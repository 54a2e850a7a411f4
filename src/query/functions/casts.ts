import { castSql, nullOf, whole } from '../clickhouse/casts.ts';
import { arrayJson, jsonString } from '../clickhouse/json.ts';
import { call, choose, literal, NULL, type Sql } from '../clickhouse/sql-ast.ts';
import { castConstant } from '../semantic/constants.ts';
import { isNumber, type ConstValue, type Type } from '../semantic/types.ts';
import {
  arg,
  bagJson,
  equals,
  isArray,
  isBag,
  isNull,
  items,
  members,
  orEmpty,
  over,
  param,
  scalar,
  typeOf,
} from './lowering.ts';
import type { ScalarFunction } from './registry.ts';

/* Reading one type as another: what cannot be read is null, never an error. And choosing between values. */

const cast = (name: string, type: Type, doc: string, aliases: readonly string[], example: string): ScalarFunction =>
  scalar({
    name,
    aliases,
    params: [param('value', 'any')],
    returns: type,
    nulls: 'fallible',
    naming: 'first',
    ...(isNumber(type) ? { numeric: true } : {}),
    lower: (args, info) => castSql(arg(args, 0), typeOf(info, 0), type),
    evaluate: (args, info) => castConstant(args[0] ?? null, typeOf(info, 0), type),
    doc,
    example,
  });

const hexText = '^0[xX][0-9a-fA-F]{1,16}$';

/** As the cast of the store, and `0xa0` besides. */
const longOf = (value: Sql, from: Type): Sql => {
  const read = castSql(value, from, 'long');
  if (from !== 'string' && from !== 'unknown') return read;
  const digits = call('leftPad', call('substring', value, literal(3)), literal(16), literal('0'));
  const hex = call('reinterpretAsInt64', call('reverse', call('unhex', digits)));
  return choose(call('match', orEmpty(value), literal(hexText)), hex, read);
};

const longOfConstant = (value: ConstValue, from: Type): ConstValue =>
  typeof value === 'string' && new RegExp(hexText).test(value)
    ? BigInt.asIntN(64, BigInt(value))
    : (castConstant(value, from, 'long') ?? null);

/** 32 bits: what does not fit is null. */
const toint = scalar({
  ...cast('toint', 'int', 'As a whole number of 32 bits.', ['int', 'toint32'], 'print toint("42")'),
  lower: (args, info) => {
    const value = longOf(arg(args, 0), typeOf(info, 0));
    return call('toInt64', call('accurateCastOrNull', value, literal('Int32')));
  },
  evaluate: (args, info) => {
    const value = longOfConstant(args[0] ?? null, typeOf(info, 0));
    return typeof value === 'bigint' && BigInt.asIntN(32, value) === value ? value : null;
  },
});

const tolong = scalar({
  ...cast('tolong', 'long', 'As a whole number.', ['long', 'toint64'], 'print tolong("42")'),
  lower: (args, info) => longOf(arg(args, 0), typeOf(info, 0)),
  evaluate: (args, info) => longOfConstant(args[0] ?? null, typeOf(info, 0)),
});

/** The whole number that a text or a JSON value is, to the last digit, also as 5.0 and 5e0; what is none is null. Nobody calls it by name. */
export const wholeNumber = scalar({
  name: 'whole_number',
  params: [param('value', 'any')],
  returns: 'long',
  nulls: 'fallible',
  lower: (args, info) => {
    const text = castSql(arg(args, 0), typeOf(info, 0), 'unknown');
    return call('ifNull', call('toInt64OrNull', text), whole(call('toFloat64OrNull', text)));
  },
  doc: 'The whole number that a value is.',
  example: '',
});

const typeWords: Readonly<Partial<Record<Type, string>>> = { unknown: 'string', guid: 'guid' };

const gettype = scalar({
  name: 'gettype',
  params: [param('value', 'any')],
  returns: 'string',
  nulls: 'never',
  lower: (args, info) => {
    const type = typeOf(info, 0);
    if (type !== 'dynamic') return literal(typeWords[type] ?? type);
    const kind = call('toString', call('JSONType', orEmpty(arg(args, 0))));
    const named: readonly (readonly [string, string])[] = [
      ['Array', 'array'],
      ['Object', 'dictionary'],
      ['String', 'string'],
      ['Bool', 'bool'],
      ['Double', 'real'],
      ['Int64', 'long'],
      ['UInt64', 'long'],
    ];
    return call(
      'multiIf',
      ...named.flatMap(([json, word]) => [equals(kind, literal(json)), literal(word)]),
      literal('null'),
    );
  },
  doc: 'The name of the type of a value.',
  example: 'print gettype(dynamic([1]))',
});

const parseJson = scalar({
  name: 'parse_json',
  aliases: ['todynamic', 'toobject', 'parsejson', 'dynamic'],
  params: [param('text', 'any')],
  returns: 'dynamic',
  naming: 'first',
  nulls: 'fallible',
  lower: (args, info) => {
    const from = typeOf(info, 0);
    if (from !== 'string' && from !== 'unknown') return castSql(arg(args, 0), from, 'dynamic');
    const text = arg(args, 0);
    // What is no JSON is a text.
    return call(
      'multiIf',
      call('isNull', text),
      NULL,
      call('isValidJSON', orEmpty(text)),
      call('JSONExtractRaw', orEmpty(text)),
      jsonString(call('assumeNotNull', text)),
    );
  },
  doc: 'JSON taken apart: its members can be read with . and [ ].',
  example: 'print parse_json("{\\"a\\": [1, 2]}").a[0]',
});

/** Deeper than this, keys stay as they are. */
const sortedLevels = 4;

const sortedJson = (value: Sql, level: number): Sql => {
  if (level === 0) return value;
  const [p, x] = [`p${level}`, `x${level}`];
  const part = (pair: Sql, index: number): Sql => call('tupleElement', pair, literal(index));
  const inside = over(
    'arrayMap',
    p,
    (one) => call('tuple', part(one, 1), sortedJson(part(one, 2), level - 1)),
    members(value),
  );
  const elements = over('arrayMap', x, (one) => sortedJson(one, level - 1), items(value));
  return call('multiIf', isBag(value), bagJson(call('arraySort', inside)), isArray(value), arrayJson(elements), value);
};

const dynamicToJson = scalar({
  name: 'dynamic_to_json',
  params: [param('value', 'dynamic')],
  returns: 'string',
  lower: (args) => sortedJson(arg(args, 0), sortedLevels),
  doc: 'JSON as text, the keys in order.',
  example: 'print dynamic_to_json(dynamic({"b": 1, "a": 2}))',
});

export const iff = scalar({
  name: 'iff',
  aliases: ['iif'],
  params: [param('condition', 'predicate'), param('then', 'any'), param('else', 'any')],
  returns: 'error',
  nulls: 'fallible',
  unify: () => [1, 2],
  lower: (args) => choose(arg(args, 0), arg(args, 1), arg(args, 2)),
  evaluate: (args) => (args[0] === true ? (args[1] ?? null) : (args[2] ?? null)),
  doc: 'One value or the other, by a condition.',
  example: 'print iff(1 < 2, "yes", "no")',
});

/** Conditions stand at even places, but for the last of an odd number. */
const isBranch = (index: number, count: number): boolean => index % 2 === 1 || (index === count - 1 && count % 2 === 1);

const branch = [param('condition', 'predicate'), param('then', 'any')];

const caseOf = scalar({
  name: 'case',
  params: branch,
  rest: { params: branch, min: 1, max: 64, last: param('else', 'any') },
  returns: 'error',
  nulls: 'fallible',
  unify: (count) => Array.from({ length: count }, (_, index) => index).filter((index) => isBranch(index, count)),
  lower: (args, info) => call('multiIf', ...args, ...(args.length % 2 === 0 ? [nullOf(info.type)] : [])),
  evaluate: (args) => {
    for (let index = 0; index + 1 < args.length; index += 2) if (args[index] === true) return args[index + 1] ?? null;
    return args.length % 2 === 1 ? (args.at(-1) ?? null) : null;
  },
  doc: 'The value behind the first condition that holds, else the last.',
  example: 'print case(1 > 2, "a", 2 > 1, "b", "c")',
});

export const coalesce = scalar({
  name: 'coalesce',
  params: [param('value', 'any'), param('other', 'any')],
  rest: { params: [param('other', 'any')], min: 0, max: 63 },
  returns: 'error',
  nulls: 'fallible',
  unify: (count) => Array.from({ length: count }, (_, index) => index),
  // An empty text is a missing one.
  lower: (args, info) =>
    call(
      'coalesce',
      ...args.map((value, index) =>
        (info.type === 'string' || info.type === 'unknown') && index < args.length - 1
          ? call('nullIf', value, literal(''))
          : value,
      ),
    ),
  evaluate: (args) => args.find((one, index) => !isNull(one) && (one !== '' || index === args.length - 1)) ?? null,
  doc: 'The first value that is there.',
  example: 'print coalesce(int(null), 42)',
});

const newGuid = scalar({
  name: 'new_guid',
  params: [],
  returns: 'guid',
  nulls: 'never',
  volatile: { frozen: (args) => call('toString', call('reinterpretAsUUID', call('sipHash128', arg(args, 0)))) },
  lower: (args) => call('toString', call('generateUUIDv4', call('tuple', ...args))),
  doc: 'A new GUID.',
  example: 'print strlen(tostring(new_guid()))',
});

export const tostring = cast('tostring', 'string', 'As text.', ['string'], 'print tostring(1h)');

export const castFunctions: readonly ScalarFunction[] = [
  tostring,
  toint,
  tolong,
  cast(
    'todouble',
    'real',
    'As a number with a point.',
    ['toreal', 'tofloat', 'double', 'real', 'float'],
    'print todouble("1.5")',
  ),
  cast('todecimal', 'decimal', 'As a number with a point.', ['decimal'], 'print todecimal("1.5")'),
  cast('tobool', 'bool', 'As true or false.', ['toboolean', 'bool', 'boolean'], 'print tobool("true")'),
  cast('todatetime', 'datetime', 'As a date.', [], 'print todatetime("2024-01-15 12:35:35")'),
  cast(
    'totimespan',
    'timespan',
    'As a duration; a number counts nanoseconds, a text without a unit days.',
    ['totime'],
    'print totimespan("1.02:03:04")',
  ),
  cast('toguid', 'guid', 'As a GUID.', [], 'print toguid("0123456789abcdef0123456789abcdef")'),
  gettype,
  parseJson,
  dynamicToJson,
  iff,
  caseOf,
  coalesce,
  newGuid,
];
