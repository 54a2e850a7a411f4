import { jsonString } from '../clickhouse/json.ts';
import { call, choose, infix, literal, NULL, type Sql } from '../clickhouse/sql-ast.ts';
import { castSql } from '../clickhouse/casts.ts';
import type { Type } from '../semantic/types.ts';
import { countGroups } from '../syntax/regex.ts';
import {
  arg,
  argOr,
  array,
  constantText,
  equals,
  int,
  intAt,
  isNull,
  items,
  less,
  minus,
  optional,
  orEmpty,
  over,
  param,
  plainText,
  plus,
  scalar,
  textAt,
} from './lowering.ts';
import type { Call, ScalarFunction } from './registry.ts';

/* Texts. Characters are code points; a missing text counts as the empty one where texts are put together. */

const text = param('text', 'text');
const pattern = param('regex', 'regex', { constant: true });

const strcat = scalar({
  name: 'strcat',
  aliases: ['concat'],
  params: [param('value', 'text')],
  rest: { params: [param('value', 'text')], min: 0, max: 64 },
  returns: 'string',
  nulls: 'never',
  lower: (args) => call('concat', ...args.map(orEmpty), literal('')),
  evaluate: (args) => args.map((_, index) => textAt(args, index)).join(''),
  doc: 'Puts values together as one text.',
  example: 'print strcat("a", 1, true)',
});

const strcatDelim = scalar({
  name: 'strcat_delim',
  params: [param('delimiter', 'text'), param('value', 'text')],
  rest: { params: [param('value', 'text')], min: 0, max: 64 },
  returns: 'string',
  nulls: 'never',
  lower: (args) => {
    const [delimiter, ...values] = args.map(orEmpty);
    return call(
      'concat',
      ...values.flatMap((value, index) => (index === 0 ? [value] : [delimiter ?? NULL, value])),
      literal(''),
    );
  },
  doc: 'Puts values together with a delimiter between them.',
  example: 'print strcat_delim("-", "a", 1, "b")',
});

const strcatArray = scalar({
  name: 'strcat_array',
  params: [param('array', 'dynamic'), param('delimiter', 'string', { constant: true })],
  returns: 'string',
  lower: (args) => call('arrayStringConcat', over('arrayMap', 'x', plainText, items(arg(args, 0))), arg(args, 1)),
  doc: 'Puts the elements of an array together with a delimiter between them.',
  example: 'print strcat_array(dynamic([1, 2, 3]), "->")',
});

const strlen = scalar({
  name: 'strlen',
  aliases: ['len', 'length'],
  params: [text],
  returns: 'long',
  lower: (args) => int(call('lengthUTF8', arg(args, 0))),
  evaluate: (args) => (isNull(args[0]) ? null : BigInt(Array.from(textAt(args, 0)).length)),
  doc: 'Number of characters.',
  example: 'print strlen("hello")',
});

const stringSize = scalar({
  name: 'string_size',
  params: [text],
  returns: 'long',
  lower: (args) => int(call('length', arg(args, 0))),
  doc: 'Number of bytes in UTF-8.',
  example: 'print string_size("hello")',
});

/** A position from the start; a negative one counts from the end. */
const fromStart = (start: Sql, length: Sql): Sql =>
  choose(less(start, literal(0)), call('greatest', plus(length, start), literal(0)), start);

const substring = scalar({
  name: 'substring',
  aliases: ['substr'],
  params: [text, param('start', 'int'), optional('length', 'int')],
  returns: 'string',
  lower: (args) => {
    const value = arg(args, 0);
    const start = plus(fromStart(arg(args, 1), int(call('lengthUTF8', value))), literal(1));
    return args.length < 3
      ? call('substringUTF8', value, start)
      : call('substringUTF8', value, start, call('greatest', arg(args, 2), literal(0)));
  },
  evaluate: (args) => {
    const [start, length] = [intAt(args, 1), args.length < 3 ? null : intAt(args, 2)];
    if (isNull(args[0]) || start === null || (args.length > 2 && length === null)) return null;
    const chars = Array.from(textAt(args, 0));
    const from = start < 0n ? Math.max(0, chars.length + Number(start)) : Number(start);
    return chars.slice(from, length === null ? undefined : from + Math.max(0, Number(length))).join('');
  },
  doc: 'A part of a text; the start counts from 0, a negative one from the end.',
  example: 'print substring("abcdef", 1, 3)',
});

const split = scalar({
  name: 'split',
  params: [text, param('delimiter', 'string', { constant: true }), optional('index', 'int')],
  returns: 'dynamic',
  lower: (args) => {
    const parts = call('splitByString', arg(args, 1), call('assumeNotNull', arg(args, 0)));
    const chosen = args.length < 3 ? parts : call('arraySlice', parts, plus(arg(args, 2), literal(1)), literal(1));
    return choose(call('isNull', arg(args, 0)), NULL, jsonString(chosen));
  },
  evaluate: (args) => {
    if (isNull(args[0])) return null;
    const parts = textAt(args, 0).split(textAt(args, 1));
    const at = intAt(args, 2);
    return at === null ? parts : parts.slice(Number(at), Number(at) + 1);
  },
  doc: 'The parts between delimiters, as an array; with an index an array of that part alone.',
  example: 'print split("a,b,c", ",")',
});

/** Functions that ClickHouse has as they are. */
const mapped = (
  name: string,
  sql: string,
  doc: string,
  example: string,
  evaluate?: (value: string) => string,
  aliases: readonly string[] = [],
) =>
  scalar({
    name,
    aliases,
    params: [text],
    returns: 'string',
    lower: (args) => call(sql, arg(args, 0)),
    ...(evaluate === undefined ? {} : { evaluate: (args) => (isNull(args[0]) ? null : evaluate(textAt(args, 0))) }),
    doc,
    example,
  });

const tolower = mapped(
  'tolower',
  'lowerUTF8',
  'In lower case.',
  'print tolower("ABC")',
  (value) => value.toLowerCase(),
  ['lower'],
);
const toupper = mapped(
  'toupper',
  'upperUTF8',
  'In upper case.',
  'print toupper("abc")',
  (value) => value.toUpperCase(),
  ['upper'],
);
const reverse = mapped('reverse', 'reverseUTF8', 'Backwards.', 'print reverse("abc")', (value) =>
  Array.from(value).reverse().join(''),
);
const urlEncode = mapped(
  'url_encode',
  'encodeURLFormComponent',
  'Escapes a text for a URL, blanks as +.',
  'print url_encode("a b")',
);
const urlEncodeComponent = mapped(
  'url_encode_component',
  'encodeURLComponent',
  'Escapes a text for a part of a URL.',
  'print url_encode_component("a b/c")',
);
const urlDecode = mapped(
  'url_decode',
  'decodeURLComponent',
  'Takes the escapes of a URL away.',
  'print url_decode("a%20b")',
);
const base64Encode = mapped(
  'base64_encode_tostring',
  'base64Encode',
  'Base64 of a text.',
  'print base64_encode_tostring("Kusto")',
  undefined,
  ['base64_encodestring'],
);

const base64Decode = scalar({
  name: 'base64_decode_tostring',
  aliases: ['base64_decodestring'],
  params: [text],
  returns: 'string',
  nulls: 'fallible',
  lower: (args) => {
    const decoded = call('tryBase64Decode', arg(args, 0));
    const valid = infix(
      'AND',
      call('isValidUTF8', decoded),
      infix('OR', infix('!=', decoded, literal('')), equals(arg(args, 0), literal(''))),
    );
    return choose(valid, decoded, NULL);
  },
  doc: 'The text of Base64; null when it is none.',
  example: 'print base64_decode_tostring("S3VzdG8=")',
});

const base64ToArray = scalar({
  name: 'base64_decode_toarray',
  params: [text],
  returns: 'dynamic',
  lower: (args) => {
    const bytes = call('tryBase64Decode', call('assumeNotNull', arg(args, 0)));
    const codes = over(
      'arrayMap',
      'i',
      (i) => call('reinterpretAsUInt8', call('substring', bytes, i, literal(1))),
      call('range', literal(1), plus(call('length', bytes), literal(1))),
    );
    return choose(call('isNull', arg(args, 0)), NULL, jsonString(codes));
  },
  doc: 'The bytes of Base64 as an array of numbers.',
  example: 'print base64_decode_toarray("S3VzdG8=")',
});

type Side = 'both' | 'start' | 'end';

/** One argument: blanks go. Two: a regular expression, as often as it stands there, and the text. */
const trimmed = (name: string, side: Side, doc: string): ScalarFunction =>
  scalar({
    name,
    params: [pattern, optional('text', 'text')],
    returns: 'string',
    lower: (args) => {
      if (args.length === 1) return trimBlanks(arg(args, 0), side);
      const [regex, value] = [arg(args, 0), arg(args, 1)];
      const front =
        side === 'end'
          ? value
          : call('replaceRegexpOne', value, call('concat', literal('^(?:'), regex, literal(')+')), literal(''));
      return side === 'start'
        ? front
        : call('replaceRegexpOne', front, call('concat', literal('(?:'), regex, literal(')+$')), literal(''));
    },
    doc,
    example: `print ${name}("-+", "--a--")`,
  });

const blanks = literal(' \t\r\n');

const trimBlanks = (value: Sql, side: Side): Sql =>
  call(side === 'both' ? 'trimBoth' : side === 'start' ? 'trimLeft' : 'trimRight', value, blanks);

const trimws = scalar({
  name: 'trimws',
  params: [text],
  returns: 'string',
  lower: (args) => trimBlanks(arg(args, 0), 'both'),
  evaluate: (args) => (isNull(args[0]) ? null : textAt(args, 0).replaceAll(/^[ \t\r\n]+|[ \t\r\n]+$/g, '')),
  doc: 'Without blanks at both ends.',
  example: 'print trimws("  a ")',
});

const replaceString = scalar({
  name: 'replace_string',
  params: [text, param('search', 'text'), param('replacement', 'text')],
  returns: 'string',
  lower: (args) => call('replaceAll', arg(args, 0), arg(args, 1), arg(args, 2)),
  evaluate: (args) => {
    if (args.some(isNull)) return null;
    const [value, search, replacement] = [textAt(args, 0), textAt(args, 1), textAt(args, 2)];
    return search === '' ? value : value.split(search).join(replacement);
  },
  doc: 'Replaces each occurrence of a text.',
  example: 'print replace_string("abcb", "b", "1")',
});

const replaceStrings = scalar({
  name: 'replace_strings',
  params: [text, param('searches', 'dynamic'), param('replacements', 'dynamic')],
  returns: 'string',
  lower: (args) => {
    const texts = (index: number): Sql => over('arrayMap', 'x', plainText, items(arg(args, index)));
    const from = texts(1);
    const to = call('arrayResize', texts(2), call('length', from), literal(''));
    const body = call(
      'replaceAll',
      { kind: 'column', name: 'acc' },
      { kind: 'column', name: 'f' },
      { kind: 'column', name: 't' },
    );
    const replaced = call(
      'arrayFold',
      { kind: 'lambda', names: ['acc', 'f', 't'], body },
      from,
      to,
      call('assumeNotNull', arg(args, 0)),
    );
    return choose(call('isNull', arg(args, 0)), NULL, replaced);
  },
  doc: 'Replaces several texts, one after the other.',
  example: 'print replace_strings("abc", dynamic(["a", "b"]), dynamic(["1", "2"]))',
});

const replaceRegex = scalar({
  name: 'replace_regex',
  params: [text, pattern, param('replacement', 'text', { constant: true })],
  returns: 'string',
  lower: (args) => call('replaceRegexpAll', arg(args, 0), arg(args, 1), arg(args, 2)),
  doc: 'Replaces what a regular expression finds; \\1 stands for its first group.',
  example: 'print replace_regex("a1b2", @"\\d", "#")',
});

/** The older order of arguments. */
const replace = scalar({
  ...replaceRegex,
  name: 'replace',
  params: [pattern, param('replacement', 'text', { constant: true }), text],
  lower: (args) => call('replaceRegexpAll', arg(args, 2), arg(args, 0), arg(args, 1)),
  example: 'print replace(@"\\d", "#", "a1b2")',
});

/** Where the search begins and ends, from 0; a length below 0 is no bound. */
const searched = (args: readonly Sql[], value: Sql): { start: Sql; region: Sql } => {
  const start = fromStart(argOr(args, 2, literal(0)), int(call('lengthUTF8', value)));
  const whole = args.length < 3 ? value : call('substringUTF8', value, plus(start, literal(1)));
  if (args.length < 4) return { start, region: whole };
  const length = arg(args, 3);
  return {
    start,
    region: choose(
      less(length, literal(0)),
      whole,
      call('substringUTF8', value, plus(start, literal(1)), call('greatest', length, literal(0))),
    ),
  };
};

const searchParams = [
  optional('start', 'int'),
  optional('length', 'int'),
  optional('occurrence', 'int', { constant: true, range: [1, 1000] }),
];

const occurrence = (info: Call): number => Number(info.constants[4] ?? 1);

const indexof = scalar({
  name: 'indexof',
  params: [text, param('search', 'text'), ...searchParams],
  returns: 'long',
  lower: (args, info) => {
    const value = arg(args, 0);
    const { start, region } = searched(args, value);
    const search = arg(args, 1);
    if (occurrence(info) <= 1) {
      const at = int(call('positionUTF8', region, search));
      return choose(equals(at, literal(0)), literal(-1), minus(plus(at, start), literal(1)));
    }
    // Occurrences do not overlap: the place of the n-th is behind n-1 parts and delimiters.
    const parts = call('splitByString', call('assumeNotNull', search), call('assumeNotNull', region));
    return nthPlace(parts, int(call('lengthUTF8', search)), start, occurrence(info));
  },
  doc: 'Where a text begins in another, from 0; -1 when it is not there.',
  example: 'print indexof("abcdefg", "cde")',
});

const nthPlace = (parts: Sql, width: Sql, start: Sql, n: number): Sql => {
  const before = call(
    'arraySum',
    over('arrayMap', 'p', (p) => call('lengthUTF8', p), call('arraySlice', parts, literal(1), literal(n))),
  );
  const place = plus(int(before), { kind: 'infix', op: '*', items: [width, literal(n - 1)] }, start);
  return choose(infix('>', call('length', parts), literal(n)), place, literal(-1));
};

const indexofRegex = scalar({
  name: 'indexof_regex',
  params: [text, pattern, ...searchParams],
  returns: 'long',
  lower: (args, info) => {
    const value = arg(args, 0);
    const { start, region } = searched(args, value);
    const once = call('concat', literal('(?:'), arg(args, 1), literal(')'));
    const n = occurrence(info);
    // What stands before the n-th match: n-1 matches and the texts between them.
    const before = call('concat', literal('(?s)^((?:.*?'), once, literal(`){${n - 1}}.*?)`), once);
    const found = call('match', region, before);
    const place = plus(int(call('lengthUTF8', call('extract', region, before))), start);
    const valid = infix('>=', argOr(args, 2, literal(0)), literal(0));
    return choose(valid, choose(found, place, literal(-1)), NULL);
  },
  nulls: 'fallible',
  doc: 'Where a regular expression first matches, from 0; -1 when it does not.',
  example: 'print indexof_regex("abcabc", @"b.")',
});

const countof = scalar({
  name: 'countof',
  params: [
    text,
    param('search', 'text', { constant: true }),
    optional('kind', 'string', { constant: true, oneOf: ['normal', 'regex'] }),
  ],
  returns: 'long',
  lower: (args, info) => {
    const [value, search] = [arg(args, 0), arg(args, 1)];
    const kind = info.constants[2];
    if (typeof kind === 'string' && kind.toLowerCase() === 'regex') return int(call('countMatches', value, search));
    // Plain texts may overlap.
    const places = call('range', literal(1), plus(call('length', call('assumeNotNull', value)), literal(1)));
    const width = call('length', search);
    const count = over(
      'arrayCount',
      'i',
      (i) => equals(call('substring', call('assumeNotNull', value), i, width), search),
      places,
    );
    return choose(call('isNull', value), NULL, choose(equals(width, literal(0)), literal(0), int(count)));
  },
  doc: 'How often a text, or a regular expression, occurs.',
  example: 'print countof("abc abc ab", "abc")',
});

const extracted = (info: Call): Type => {
  const type = info.constants[3];
  return typeof type === 'string' ? (type as Type) : 'string';
};

const extract = scalar({
  name: 'extract',
  params: [pattern, param('group', 'int', { constant: true, range: [0, 100] }), text, optional('type', 'type')],
  returns: (_args, constants) => (typeof constants[3] === 'string' ? (constants[3] as Type) : 'string'),
  nulls: 'fallible',
  lower: (args, info) => {
    const [regex, value] = [arg(args, 0), arg(args, 2)];
    const group = Number(info.constants[1] ?? 0);
    const groups = countGroups(constantText(info, 0));
    if (group > groups) return castSql(literal(''), 'string', extracted(info));
    const wrapped = group === 0 ? call('concat', literal('('), regex, literal(')')) : regex;
    const found =
      group <= 1
        ? call('extract', value, wrapped)
        : call('arrayElement', call('extractGroups', call('assumeNotNull', value), regex), literal(group));
    const kept = choose(call('match', value, regex), found, NULL);
    return castSql(kept, 'string', extracted(info));
  },
  doc: 'What a group of a regular expression matched (0: all of it), read as a type.',
  example: 'print extract("x=([0-9.]+)", 1, "hello x=45.6", typeof(real))',
});

const extractAll = scalar({
  name: 'extract_all',
  params: [pattern, param('groups or text', 'text'), optional('text', 'text')],
  returns: 'dynamic',
  lower: (args, info) => {
    const value = args.length > 2 ? arg(args, 2) : arg(args, 1);
    const groups = countGroups(constantText(info, 0));
    const regex = groups === 0 ? call('concat', literal('('), arg(args, 0), literal(')')) : arg(args, 0);
    const found = call('extractAllGroupsVertical', call('assumeNotNull', value), regex);
    const chosen = args.length > 2 ? chosenGroups(info) : null;
    const lists =
      chosen === null
        ? found
        : over('arrayMap', 'g', (g) => array(...chosen.map((one) => call('arrayElement', g, literal(one)))), found);
    const width = chosen?.length ?? Math.max(1, groups);
    const flat = width === 1 ? call('arrayFlatten', lists) : lists;
    return choose(call('isNull', value), NULL, jsonString(flat));
  },
  doc: 'Everything that a regular expression finds; with several groups an array for each match.',
  example: 'print extract_all(@"(\\d+)", "a 1 b 22")',
});

/** `dynamic([1, 2])` between expression and text chooses groups. */
const chosenGroups = (info: Call): number[] | null => {
  const given = info.constants[1];
  const value = typeof given === 'string' ? (/^\[[\d,\s]*\]$/.test(given) ? given : null) : null;
  return value === null ? null : [...value.matchAll(/\d+/g)].map(([digits]) => Number(digits)).filter((one) => one > 0);
};

const repeat = scalar({
  name: 'strrep',
  aliases: ['repeat_string'],
  params: [
    text,
    param('count', 'int', { constant: true, range: [0, 1024] }),
    optional('delimiter', 'text', { constant: true }),
  ],
  returns: 'string',
  lower: (args) => {
    const copies = call('arrayWithConstant', arg(args, 1), call('assumeNotNull', arg(args, 0)));
    return choose(call('isNull', arg(args, 0)), NULL, call('arrayStringConcat', copies, argOr(args, 2, literal(''))));
  },
  doc: 'A text so many times, at most 1024.',
  example: 'print strrep("ab", 3, "-")',
});

const strcmp = scalar({
  name: 'strcmp',
  params: [text, param('other', 'text')],
  returns: 'long',
  lower: (args) => {
    const [a, b] = [arg(args, 0), arg(args, 1)];
    return call('multiIf', less(a, b), literal(-1), equals(a, b), literal(0), infix('>', a, b), literal(1), NULL);
  },
  doc: '-1, 0 or 1 by the order of two texts.',
  example: 'print strcmp("a", "b")',
});

const padded = (name: string, sql: string, doc: string): ScalarFunction =>
  scalar({
    name,
    params: [
      text,
      param('length', 'int', { constant: true, range: [0, 10_000] }),
      optional('with', 'string', { constant: true }),
    ],
    returns: 'string',
    lower: (args, info) => call(sql, arg(args, 0), arg(args, 1), literal(constantText(info, 2) || ' ')),
    doc,
    example: `print ${name}("abc", 6)`,
  });

/** The terms of a text, each between blanks: needles that the query makes are no constants, which the index's functions want. */
const fenced = (value: Sql): Sql =>
  call('concat', literal(' '), call('arrayStringConcat', call('tokens', value), literal(' ')), literal(' '));

const hasAnyIndex = scalar({
  name: 'has_any_index',
  params: [text, param('words', 'dynamic')],
  returns: 'long',
  lower: (args) => {
    const words = over('arrayMap', 'w', (w) => call('lower', plainText(w)), items(arg(args, 1)));
    const found = over(
      'arrayFirstIndex',
      'w',
      (w) => infix('>', call('position', fenced(call('lower', orEmpty(arg(args, 0)))), fenced(w)), literal(0)),
      words,
    );
    return minus(int(found), literal(1));
  },
  doc: 'The place in the list of the first word that the text has; -1 when it has none.',
  example: 'print has_any_index("a quick fox", dynamic(["slow", "fox"]))',
});

const test = (name: string, lower: (value: Sql) => Sql, doc: string): ScalarFunction =>
  scalar({
    name,
    params: [text],
    returns: 'bool',
    lower: (args) => lower(arg(args, 0)),
    doc,
    example: `print ${name}("abc")`,
  });

const asBool = (value: Sql): Sql => infix('!=', value, literal(0));

const isascii = test(
  'isascii',
  (value) => asBool(call('match', value, literal('^[\\x00-\\x7F]*$'))),
  'Whether there are only ASCII characters.',
);
const isutf8 = test('isutf8', (value) => asBool(call('isValidUTF8', value)), 'Whether the bytes are UTF-8.');

const hashed = (name: string, sql: string, doc: string): ScalarFunction =>
  scalar({
    name,
    params: [text],
    returns: 'string',
    lower: (args) => call('lower', call('hex', call(sql, arg(args, 0)))),
    doc,
    example: `print ${name}("World")`,
  });

const hash = scalar({
  name: 'hash',
  aliases: ['hash_xxhash64'],
  params: [text, optional('modulus', 'int')],
  returns: 'long',
  lower: (args) => {
    const value = call('reinterpretAsInt64', call('xxHash64', arg(args, 0)));
    return args.length < 2 ? value : call('positiveModulo', value, call('nullIf', arg(args, 1), literal(0)));
  },
  doc: 'A number that is the same for the same value (xxHash64).',
  example: 'print hash("World", 100)',
});

const translate = scalar({
  name: 'translate',
  params: [param('search', 'string', { constant: true }), param('replacement', 'string', { constant: true }), text],
  returns: 'string',
  lower: (args, info) => {
    const from = Array.from(constantText(info, 0));
    const to = Array.from(constantText(info, 1));
    return from.reduce<Sql>(
      (value, char, index) => call('replaceAll', value, literal(char), literal(to[index] ?? to.at(-1) ?? '')),
      arg(args, 2),
    );
  },
  doc: 'Replaces characters one by one.',
  example: 'print translate("abc", "x", "aabbcc")',
});

const toHex = scalar({
  name: 'tohex',
  params: [param('value', 'int'), optional('digits', 'int', { constant: true, range: [0, 64] })],
  returns: 'string',
  lower: (args, info) => {
    const value = typeOf32(info) ? call('toInt32', arg(args, 0)) : arg(args, 0);
    const digits = call('replaceRegexpOne', call('lower', call('hex', value)), literal('^0+(.)'), literal('\\1'));
    const width = arg(args, 1);
    return args.length < 2
      ? digits
      : choose(less(call('length', digits), width), call('leftPad', digits, width, literal('0')), digits);
  },
  doc: 'A whole number in hexadecimal digits.',
  example: 'print tohex(256, 8)',
});

const typeOf32 = (info: Call): boolean => info.args[0]?.type === 'int';

export const stringFunctions: readonly ScalarFunction[] = [
  strcat,
  strcatDelim,
  strcatArray,
  strlen,
  stringSize,
  substring,
  split,
  tolower,
  toupper,
  reverse,
  trimmed('trim', 'both', 'Takes what a regular expression matches away from both ends; without one, blanks.'),
  trimmed('trim_start', 'start', 'Takes what a regular expression matches away from the start; without one, blanks.'),
  trimmed('trim_end', 'end', 'Takes what a regular expression matches away from the end; without one, blanks.'),
  trimws,
  replaceString,
  replaceStrings,
  replaceRegex,
  replace,
  indexof,
  indexofRegex,
  countof,
  extract,
  extractAll,
  repeat,
  strcmp,
  padded('padleft', 'leftPadUTF8', 'Filled up at the front.'),
  padded('padright', 'rightPadUTF8', 'Filled up at the end.'),
  hasAnyIndex,
  isascii,
  isutf8,
  translate,
  toHex,
  urlEncode,
  urlEncodeComponent,
  urlDecode,
  base64Encode,
  base64Decode,
  base64ToArray,
  hash,
  hashed('hash_sha256', 'SHA256', 'SHA-256 in hexadecimal digits.'),
  hashed('hash_sha1', 'SHA1', 'SHA-1 in hexadecimal digits.'),
  hashed('hash_md5', 'MD5', 'MD5 in hexadecimal digits.'),
];
