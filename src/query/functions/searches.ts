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
  items,
  less,
  minus,
  notNegative,
  optional,
  orEmpty,
  over,
  param,
  plainText,
  plus,
  scalar,
  fromStart,
  pattern,
  text,
} from './lowering.ts';
import type { Call, ScalarFunction } from './registry.ts';
import { fenced } from './strings.ts';

/* Finding things in texts: places, counts, and what regular expressions match. */

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
      call('substringUTF8', value, plus(start, literal(1)), notNegative(length)),
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
  // The engine splits by constants alone.
  fault: ([, search, , , nth]) =>
    search?.kind === 'const' || nth === undefined ? null : 'counts occurrences of a constant text only',
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

const extract = scalar({
  name: 'extract',
  params: [pattern, param('group', 'int', { constant: true, range: [0, 100] }), text, optional('type', 'type')],
  returns: (_args, constants) => (typeof constants[3] === 'string' ? (constants[3] as Type) : 'string'),
  nulls: 'fallible',
  lower: (args, info) => {
    const [regex, value] = [arg(args, 0), arg(args, 2)];
    const group = Number(info.constants[1] ?? 0);
    const groups = countGroups(constantText(info, 0));
    if (group > groups) return castSql(literal(''), 'string', info.type);
    const wrapped = group === 0 ? call('concat', literal('('), regex, literal(')')) : regex;
    const found =
      group <= 1
        ? call('extract', value, wrapped)
        : call('arrayElement', call('extractGroups', call('assumeNotNull', value), regex), literal(group));
    const kept = choose(call('match', value, regex), found, NULL);
    return castSql(kept, 'string', info.type);
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

export const searchFunctions: readonly ScalarFunction[] = [
  replaceRegex,
  replace,
  indexof,
  indexofRegex,
  countof,
  extract,
  extractAll,
  hasAnyIndex,
];
