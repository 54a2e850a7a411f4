import { castSql, nullOf } from '../clickhouse/casts.ts';
import { allOf, call, choose, infix, literal, NULL, param, type Sql } from '../clickhouse/sql-ast.ts';
import type { Type } from '../semantic/types.ts';
import { quoteRegex } from '../syntax/regex.ts';
import { arg, equals, orEmpty, scalar } from './lowering.ts';
import type { ScalarFunction } from './registry.ts';

/* What `parse` and `parse-kv` are made of. No name leads to these: they are in no list of functions. */

function unlisted(name: string, lower: (args: readonly Sql[]) => Sql): ScalarFunction {
  return scalar({ name, params: [], returns: 'dynamic', nulls: 'fallible', lower, doc: '', example: '' });
}

/** What the groups of an expression match in a text; none where it does not match. */
export function groupsOf(source: string): ScalarFunction {
  return unlisted('parse', (args) => extracted(arg(args, 0), source));
}

function extracted(text: Sql, source: string): Sql {
  return call('extractGroups', orEmpty(text), param('String', source));
}

/** Of the groups, and of parts that had to be read as something: whether all is there. */
export const isParsed = unlisted('parse_complete', ([groups = NULL, ...parts]) =>
  allOf([infix('>', call('length', groups), literal(0)), ...parts.map((part) => call('isNotNull', part))]),
);

/** One of the groups. */
export function groupAt(group: number, type: Type): ScalarFunction {
  return unlisted('parse_part', (args) =>
    castSql(call('arrayElementOrNull', arg(args, 0), literal(group)), 'string', type),
  );
}

/** A part of what was parsed, where that holds. */
export const parsedPart = unlisted('parse_value', (args) => choose(arg(args, 0), arg(args, 1), NULL));

/** The value of a key: an expression matches it, in its first group between quotes, in its second without. */
export function valueOfKey(source: string, escape: string | null, type: Type): ScalarFunction {
  return unlisted('parse_kv', (args) => {
    const groups = extracted(arg(args, 0), source);
    const quoted = call('arrayElement', groups, literal(1));
    const bare = call('arrayElement', groups, literal(2));
    const clean =
      escape === null
        ? quoted
        : call('replaceRegexpAll', quoted, param('String', `${quoteRegex(escape)}(.)`), literal(String.raw`\1`));
    const value = choose(equals(quoted, literal('')), bare, clean);
    const missing = type === 'string' ? NULL : nullOf('string');
    return castSql(choose(equals(call('length', groups), literal(0)), missing, value), 'string', type);
  });
}
