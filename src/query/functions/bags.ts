import { jsonString } from '../clickhouse/json.ts';
import { call, choose, column, infix, literal, NULL, type Sql, withNames } from '../clickhouse/sql-ast.ts';
import type { Expr } from '../semantic/rq.ts';
import type { JsonValue } from '../semantic/types.ts';
import {
  arg,
  array,
  bagJson,
  equals,
  isBag,
  items,
  json,
  members,
  orEmpty,
  over,
  over2,
  param,
  plainText,
  record,
  scalar,
} from './lowering.ts';
import type { ScalarFunction } from './registry.ts';

/* Bags: JSON objects, as pairs of key and JSON text while they are worked on. */

const bag = param('bag', 'dynamic');

const tuple = (...items_: readonly Sql[]): Sql => call('tuple', ...items_);
const key = (pair: Sql): Sql => call('tupleElement', pair, literal(1));
const valueOf = (pair: Sql): Sql => call('tupleElement', pair, literal(2));

/** The first of several pairs with one key stays. */
export const firstOfEach = (pairs: Sql): Sql =>
  over2(
    'arrayFilter',
    ['p', 'n'],
    (_p, n) => equals(n, literal(1)),
    pairs,
    // The how manieth of its key each is: to look for a key among all, all would be copied for each.
    call('arrayEnumerateUniq', over('arrayMap', 'k', key, pairs)),
  );

/** Of a key that is given twice the first value stays; pairs without a key are left out. */
const bagPack = scalar({
  name: 'bag_pack',
  aliases: ['pack', 'pack_dictionary'],
  params: [],
  rest: { params: [param('key', 'text'), param('value', 'any')], min: 1, max: 100 },
  returns: 'dynamic',
  nulls: 'never',
  lower: (args, info) => {
    const pairs: Sql[] = [];
    for (let index = 0; index + 1 < args.length; index += 2) {
      pairs.push(tuple(call('ifNull', arg(args, index), literal('')), json(args, info, index + 1)));
    }
    const named = over('arrayFilter', 'p', (p) => infix('!=', key(p), literal('')), array(...pairs));
    return bagJson(firstOfEach(named));
  },
  doc: 'A bag of keys and values.',
  example: 'print bag_pack("a", 1, "b", "x")',
});

const bagKeys = scalar({
  name: 'bag_keys',
  params: [bag],
  returns: 'dynamic',
  nulls: 'fallible',
  lower: (args) =>
    choose(isBag(arg(args, 0)), jsonString(call('JSONExtractKeys', call('ifNull', arg(args, 0), literal('')))), NULL),
  doc: 'The keys of a bag.',
  example: 'print bag_keys(dynamic({"a": 1, "b": 2}))',
});

const bagHasKey = scalar({
  name: 'bag_has_key',
  params: [bag, param('key', 'text')],
  returns: 'bool',
  nulls: 'fallible',
  lower: (args, info) => {
    const wanted = info.constants[1];
    const value = call('ifNull', arg(args, 0), literal(''));
    const path = typeof wanted === 'string' && wanted.startsWith('$') ? steps(wanted).map(stepSql) : null;
    const has =
      path === null ? call('has', call('JSONExtractKeys', value), arg(args, 1)) : call('JSONHas', value, ...path);
    return choose(isBag(arg(args, 0)), infix('!=', has, literal(0)), NULL);
  },
  doc: 'Whether a bag has a key; a constant one that begins with $ is a path.',
  example: 'print bag_has_key(dynamic({"a": 1}), "a")',
});

type Step = string | number;

/** The members and the positions of `$.a.b`, `$['a']` and `$.a[0]`. */
const steps = (path: string): readonly Step[] =>
  [...path.matchAll(/\.([\w-]+)|\[(\d+)\]|\[["']([^"']*)["']\]/g)].map(([, name, index, quoted]) =>
    index === undefined ? (name ?? quoted ?? '') : Number(index),
  );

const stepSql = (step: Step): Sql =>
  typeof step === 'number' ? literal(step + 1) : { kind: 'param', type: 'String', value: step };

/** A key as the way to it through bags in bags; one that does not begin with $ is a name, whatever is in it. */
const wayTo = (wanted: string): readonly Step[] => (wanted.startsWith('$') ? steps(wanted) : [wanted]);

const stepsMax = 16;

/** Each step of a path is a level of the statement. */
const tooDeep = ([, keys]: readonly Expr[]): string | null => {
  if (keys?.kind !== 'const') return null;
  const paths = Array.isArray(keys.value) ? keys.value : [keys.value];
  return paths.some((one: JsonValue) => typeof one === 'string' && wayTo(one).length > stepsMax)
    ? `takes paths of at most ${stepsMax} steps`
    : null;
};

const bagMerge = scalar({
  name: 'bag_merge',
  params: [bag, bag],
  rest: { params: [bag], min: 0, max: 62 },
  returns: 'dynamic',
  nulls: 'never',
  lower: (args) => bagJson(firstOfEach(call('arrayConcat', ...args.map(members)))),
  doc: 'One bag of the members of several; of a key that several have, the first.',
  example: 'print bag_merge(dynamic({"a": 1}), dynamic({"a": 2, "b": 3}))',
});

/** What is no bag is left as it is: there is nothing in it to remove. */
const without = (value: Sql, ways: readonly (readonly Step[])[], depth = 0): Sql => {
  const gone = ways.flatMap(([step, ...more]) => (step === undefined || more.length > 0 ? [] : [step]));
  const names: Sql = { kind: 'param', type: 'Array(String)', value: gone };
  const inner = new Map<Step, (readonly Step[])[]>();
  for (const [step, ...more] of ways) {
    if (step !== undefined && more.length > 0) inner.set(step, [...(inner.get(step) ?? []), more]);
  }
  const member = (p: Sql): Sql => {
    const rest = [...inner].flatMap(([step, more]) => [
      equals(key(p), stepSql(step)),
      without(valueOf(p), more, depth + 1),
    ]);
    return tuple(key(p), call('multiIf', ...rest, valueOf(p)));
  };
  const isKept = (p: Sql): Sql => equals(call('has', names, key(p)), literal(0));
  const kept = gone.length === 0 ? members(value) : over('arrayFilter', `p${depth}`, isKept, members(value));
  const left = inner.size === 0 ? kept : over('arrayMap', `p${depth}`, member, kept);
  return choose(isBag(value), bagJson(left), value);
};

const bagRemoveKeys = scalar({
  name: 'bag_remove_keys',
  params: [bag, param('keys', 'dynamic')],
  fault: tooDeep,
  returns: 'dynamic',
  nulls: 'fallible',
  lower: (args, info) => {
    const value = arg(args, 0);
    const listed = info.constants[1];
    if (Array.isArray(listed)) {
      // A position is in no bag.
      const ways = listed.map((one: JsonValue) => (typeof one === 'string' ? wayTo(one) : []));
      const found = ways.filter((way) => way.every((step) => typeof step === 'string'));
      return choose(isBag(value), without(value, found), NULL);
    }
    const keys = over('arrayMap', 'x', plainText, items(arg(args, 1)));
    const kept = over('arrayFilter', 'p', (p) => equals(call('has', keys, key(p)), literal(0)), members(value));
    return choose(isBag(value), bagJson(kept), NULL);
  },
  doc: 'A bag without some of its keys; of constants one that begins with $ is a path.',
  example: 'print bag_remove_keys(dynamic({"a": 1, "b": 2}), dynamic(["a"]))',
});

/** Members on the way that are not there, or are no bags, become bags. */
const withMember = (value: Sql, name: Sql, inner: readonly Step[], json_: Sql): Sql => {
  const alias = `b${inner.length}`;
  const of = column(alias);
  const [next, ...more] = inner;
  const there = call('JSONExtractRaw', of, name);
  const made =
    next === undefined ? json_ : withMember(choose(isBag(there), there, literal('{}')), stepSql(next), more, json_);
  const others = over('arrayFilter', 'p', (p) => infix('!=', key(p), name), members(of));
  return withNames({ [alias]: value }, bagJson(call('arrayConcat', array(tuple(name, made)), others)));
};

const bagSetKey = scalar({
  name: 'bag_set_key',
  params: [bag, param('key', 'text'), param('value', 'any')],
  fault: tooDeep,
  returns: 'dynamic',
  nulls: 'fallible',
  lower: (args, info) => {
    const value = arg(args, 0);
    const wanted = info.constants[1];
    const [first, ...inner] = typeof wanted === 'string' ? wayTo(wanted) : [];
    const name = first === undefined ? call('ifNull', arg(args, 1), literal('')) : stepSql(first);
    return choose(isBag(value), withMember(orEmpty(value), name, inner, json(args, info, 2)), NULL);
  },
  doc: 'A bag with one member set; a constant key that begins with $ is a path.',
  example: 'print bag_set_key(dynamic({"a": 1}), "b", 2)',
});

const urlPattern = String.raw`^(?:([A-Za-z][\w+.-]*):(?://)?)?(?:([^:@/?#]*)(?::([^@/?#]*))?@)?(\[[^\]/?#]*\]|[^:/?#]*)(?::(\d+))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$`;

/** `a=1&b=2` as a bag of texts. */
const queryBag = (query: Sql): Sql => {
  const pairs = over('arrayFilter', 'q', (q) => infix('!=', q, literal('')), call('splitByChar', literal('&'), query));
  const decoded = (text: Sql): Sql => call('decodeURLFormComponent', text);
  const pair = (q: Sql): Sql => {
    const name = call('arrayElement', call('splitByChar', literal('='), q), literal(1));
    // All behind the first sign: Base64 ends with more of them.
    const value = call('substring', q, infix('+', call('length', name), literal(2)));
    return tuple(decoded(name), jsonString(decoded(value)));
  };
  return bagJson(firstOfEach(over('arrayMap', 'q', pair, pairs)));
};

const parseUrl = scalar({
  name: 'parse_url',
  params: [param('url', 'text')],
  returns: 'dynamic',
  lower: (args) => {
    const url = arg(args, 0);
    const groups = call('extractGroups', call('assumeNotNull', url), literal(urlPattern));
    const group = (index: number): Sql => call('arrayElement', groups, literal(index));
    const parts = record([
      ['Scheme', jsonString(group(1))],
      ['Host', jsonString(group(4))],
      ['Port', jsonString(group(5))],
      ['Path', jsonString(group(6))],
      ['Username', jsonString(group(2))],
      ['Password', jsonString(group(3))],
      ['Query Parameters', queryBag(group(7))],
      ['Fragment', jsonString(group(8))],
    ]);
    return choose(call('isNull', url), NULL, parts);
  },
  doc: 'The parts of a URL as a bag: Scheme, Host, Port, Path, Query Parameters and more.',
  example: 'print parse_url("https://example.com:8080/a?k=v").Host',
});

const parseUrlQuery = scalar({
  name: 'parse_urlquery',
  params: [param('query', 'text')],
  returns: 'dynamic',
  lower: (args) => {
    const query = call('trimLeft', call('assumeNotNull', arg(args, 0)), literal('?'));
    return choose(call('isNull', arg(args, 0)), NULL, record([['Query Parameters', queryBag(query)]]));
  },
  doc: 'The parameters of a URL as a bag.',
  example: 'print parse_urlquery("a=1&b=2")',
});

const pathPattern = String.raw`^(?:([A-Za-z][\w+.-]*)://)?([A-Za-z]:)?(.*?)([^/\\]*)$`;

const parsePath = scalar({
  name: 'parse_path',
  params: [param('path', 'text')],
  returns: 'dynamic',
  lower: (args) => {
    const path = arg(args, 0);
    const groups = call('extractGroups', call('assumeNotNull', path), literal(pathPattern));
    const group = (index: number): Sql => call('arrayElement', groups, literal(index));
    const directory = call('trimRight', call('concat', group(2), group(3)), literal('/\\'));
    const parent = call('extract', directory, literal(String.raw`([^/\\]*)$`));
    const extension = call('extract', group(4), literal(String.raw`.\.([^.]*)$`));
    const parts = record([
      ['Scheme', jsonString(group(1))],
      ['RootPath', jsonString(group(2))],
      ['DirectoryPath', jsonString(directory)],
      ['DirectoryName', jsonString(parent)],
      ['Filename', jsonString(group(4))],
      ['Extension', jsonString(extension)],
    ]);
    return choose(call('isNull', path), NULL, parts);
  },
  doc: 'The parts of a file path as a bag: DirectoryPath, Filename, Extension and more.',
  example: 'print parse_path("/var/log/app.log").Extension',
});

/** The first record of comma-separated values; quotes are doubled inside quotes, where lines may break. */
const firstRecord = String.raw`^(?:"(?:[^"]|"")*"|[^\r\n])*`;

const parseCsv = scalar({
  name: 'parse_csv',
  params: [param('text', 'text')],
  returns: 'dynamic',
  lower: (args) => {
    const record = call('extract', call('assumeNotNull', arg(args, 0)), literal(firstRecord));
    const text = call('concat', record, literal(','));
    const fields = call('extractAllGroupsVertical', text, literal('(?s)(?:"((?:[^"]|"")*)"|([^,]*)),'));
    const field = (f: Sql): Sql => {
      const quoted = call('replaceAll', call('arrayElement', f, literal(1)), literal('""'), literal('"'));
      return call('concat', quoted, call('arrayElement', f, literal(2)));
    };
    return choose(call('isNull', arg(args, 0)), NULL, jsonString(over('arrayMap', 'f', field, fields)));
  },
  doc: 'The values of the first line of CSV as an array.',
  example: 'print parse_csv(\'aa,"b,b",c\')',
});

export const bagFunctions: readonly ScalarFunction[] = [
  bagPack,
  bagKeys,
  bagHasKey,
  bagMerge,
  bagRemoveKeys,
  bagSetKey,
  parseUrl,
  parseUrlQuery,
  parsePath,
  parseCsv,
];
