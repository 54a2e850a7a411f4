import { jsonString } from '../clickhouse/json.ts';
import { call, cast, choose, column, infix, lambda, literal, NULL, type Sql } from '../clickhouse/sql-ast.ts';
import {
  arg,
  argOr,
  constantText,
  equals,
  int,
  intAt,
  isNull,
  items,
  less,
  notNegative,
  optional,
  orEmpty,
  over,
  param,
  plainText,
  plus,
  scalar,
  textAt,
  fromStart,
  pattern,
  text,
} from './lowering.ts';
import type { ScalarFunction } from './registry.ts';

/* Texts. Characters are code points; a missing text counts as the empty one where texts are put together. */

export const strcat = scalar({
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
      : call('substringUTF8', value, start, notNegative(arg(args, 2)));
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
    const missing = infix('OR', ...args.map((one) => call('isNull', one)));
    return choose(missing, NULL, jsonString(chosen));
  },
  evaluate: (args) => {
    if (args.some(isNull)) return null;
    const parts = textAt(args, 0).split(textAt(args, 1));
    const at = intAt(args, 2);
    return at === null ? parts : parts.slice(Number(at), Number(at) + 1);
  },
  doc: 'The parts between delimiters, as an array; with an index an array of that part alone.',
  example: 'print split("a,b,c", ",")',
});

/** Functions that ClickHouse has as they are. */
export const mapped = (
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
    const names = ['acc', 'f', 't'];
    const replaced = call(
      'arrayFold',
      lambda(names, call('replaceAll', ...names.map((name) => column(name)))),
      from,
      to,
      // The fold begins with the type it ends with: words of few are a type of their own.
      cast(call('assumeNotNull', arg(args, 0)), 'String'),
    );
    return choose(call('isNull', arg(args, 0)), NULL, replaced);
  },
  doc: 'Replaces several texts, one after the other.',
  example: 'print replace_strings("abc", dynamic(["a", "b"]), dynamic(["1", "2"]))',
});

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
    return int(call('multiIf', less(a, b), literal(-1), equals(a, b), literal(0), infix('>', a, b), literal(1), NULL));
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
    // The engine would cut what is longer.
    lower: (args, info) => {
      const length = call('greatest', arg(args, 1), int(call('lengthUTF8', arg(args, 0))));
      return call(sql, arg(args, 0), length, literal(constantText(info, 2) || ' '));
    },
    doc,
    example: `print ${name}("abc", 6)`,
  });

/** The terms of a text, each between blanks: needles that the query makes are no constants, which the index's functions want. */
export const fenced = (value: Sql): Sql =>
  call('concat', literal(' '), call('arrayStringConcat', call('tokens', value), literal(' ')), literal(' '));

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

const translate = scalar({
  name: 'translate',
  params: [param('search', 'string', { constant: true }), param('replacement', 'string', { constant: true }), text],
  returns: 'string',
  lower: (args, info) => {
    const from = Array.from(constantText(info, 0));
    const to = Array.from(constantText(info, 1));
    const last = to.at(-1) ?? '';
    // All at once: what came of one character is none that is looked for. Of a character that is there twice the first counts.
    const pairs = new Map(from.map((char, index) => [char, to[index] ?? last] as const).toReversed());
    return call(
      'translateUTF8',
      arg(args, 2),
      literal([...pairs.keys()].join('')),
      literal([...pairs.values()].join('')),
    );
  },
  doc: 'Replaces characters one by one.',
  example: 'print translate("abc", "x", "aabbcc")',
});

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
  repeat,
  strcmp,
  padded('padleft', 'leftPadUTF8', 'Filled up at the front.'),
  padded('padright', 'rightPadUTF8', 'Filled up at the end.'),
  isascii,
  isutf8,
  translate,
];
