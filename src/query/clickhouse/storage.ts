import type { FieldRef, Promoted, Storage } from '../catalogue/field.ts';
import { oneOf, wordsOf, type Access } from './access.ts';
import { derived } from './derived.ts';
import {
  allOf,
  anyOf,
  call,
  choose,
  column,
  FALSE,
  infix,
  lambda,
  literal,
  not,
  NULL,
  param,
  TRUE,
  type Sql,
} from './sql-ast.ts';

/** Where a scan's columns are found: its alias. */
export function access(field: FieldRef, alias: string): Access {
  const storage = field.storage;
  switch (storage.kind) {
    case 'column':
      return plainColumn(storage, alias, field);
    case 'enum':
      return enumColumn(storage, column(storage.column, alias));
    case 'attribute':
      return attribute(storage.keys, storage.promoted, alias);
    case 'resource':
      return storage.promoted === undefined
        ? mapField('res', storage.keys, alias, true)
        : textColumn(storage.promoted, alias);
    case 'map':
      return mapField(storage.column, storage.keys, alias, true);
    case 'list':
      return textColumn(storage, alias);
    case 'derived':
      return derived(storage, alias);
  }
}

function plainColumn(storage: Extract<Storage, { kind: 'column' }>, alias: string, field: FieldRef): Access {
  const raw = column(storage.column, alias);
  if (storage.sqlType === 'UUID') {
    // Only a UUID can be equal, in granules that have something of the same body.
    const equals = (values: readonly string[]): Sql => {
      const ids = values.filter((value) => /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(value));
      const ofBodies = ids.map((id) => infix('=', bodyOf(raw), bodyOf(param('UUID', id))));
      return ids.length === 0 ? FALSE : allOf([anyOf(ofBodies), oneOf(raw, ids, 'UUID')]);
    };
    return { value: call('toString', raw), raw: null, present: TRUE, equals, order: raw };
  }
  const value = storage.sqlType === 'integer' ? call('toInt64', raw) : raw;
  if (storage.absent === undefined) {
    const bits = storage.sqlType === 'integer' ? raw : undefined;
    return { value, raw: field.type === 'string' ? raw : null, present: TRUE, bits };
  }
  if (storage.absent === 'null') return { value, raw: null, present: call('isNotNull', raw) };
  if (storage.absent === 'empty') return { ...textColumn(storage, alias), isLower: storage.isLower };
  const nullable = call('nullIf', raw, literal(0));
  return { value: call('toInt64', nullable), raw, present: infix('!=', raw, literal(0)), integer: raw };
}

/** A column in which the empty text stands for none. */
function textColumn(of: { readonly column: string; readonly textIndex?: true }, alias: string): Access {
  const raw = column(of.column, alias);
  return {
    value: call('nullIf', raw, literal('')),
    raw,
    present: infix('!=', raw, literal('')),
    textIndex: of.textIndex,
  };
}

/** What the id of an event says of the body it came in, as the index in the DDL has it. */
function bodyOf(id: Sql): Sql {
  const bits = (right: number, mask: bigint): Sql =>
    call('bitAnd', call('bitShiftRight', call('toUInt128', id), literal(right)), literal(mask));
  const upper = call('bitOr', bits(32, 0xffff_0000_0000_0000n), bits(28, 0xfff0_0000_0000n));
  return call('toUInt64', call('bitOr', upper, bits(26, 0xf_ffff_ffffn)));
}

function enumColumn(storage: Extract<Storage, { kind: 'enum' }>, raw: Sql): Access {
  const branches = storage.words.flatMap(([stored, shown]) => [infix('=', raw, literal(stored)), literal(shown)]);
  return {
    value: call('multiIf', ...branches, literal('')),
    raw: null,
    present: TRUE,
    words: wordsOf(raw, storage.words),
  };
}

const tags = 'attr_tags';
const tokenFunctions: ReadonlySet<string> = new Set(['hasAllTokens', 'hasAnyTokens', 'hasPhrase']);

/** Whether a text index of the DDL answers it: of the tags, or of the body's words, where no tokenizer is named. */
export function asksTextIndex(sql: Sql): boolean {
  if (sql.kind !== 'call') return false;
  const [of] = sql.args;
  return (of?.kind === 'column' && of.name === tags) || (tokenFunctions.has(sql.name) && sql.args.length === 2);
}

/** Whether it asks for a value that the index of tags has not: an id, an address, a long text. Few rows have the same. */
export function asksOddValue(sql: Sql): boolean {
  return sql.kind === 'call' && sql.name === 'indexHint';
}

/** Keys that the filters of values leave out, since a column of their own is asked: as the DDL has them, or no filter is used. */
export const unfiltered = /^(url[.]path|user[.]id|session[.]id|exception[.](message|stacktrace))$/;

/** Granules where no attribute has such a value are passed over; it is true of every row. */
function onlyWhereAny(map: Sql, values: readonly string[]): Sql {
  const others = call(
    'mapFilter',
    lambda(['k', 'v'], not(call('match', column('k'), literal(unfiltered.source)))),
    map,
  );
  return call('indexHint', call('hasAny', call('mapValues', others), param('Array(String)', values)));
}

/** Byte-identical to the rule of `attr_tags` in the DDL: which values the tag index has. */
const notTagged = /[0-9]{4}|[0-9a-fA-F]{8}|^[0-9]+[.][0-9]+[.][0-9]+[.]/;
const tagBytesMax = 48;

function isTagged(value: string): boolean {
  return Buffer.byteLength(value) <= tagBytesMax && !notTagged.test(value);
}

function attribute(keys: readonly string[], promoted: Promoted | undefined, alias: string): Access {
  if (promoted?.type === 'text') return promotedText(promoted, alias);
  const base = mapField('attrs', keys, alias, false);
  const map = column('attrs', alias);
  const isFiltered = !keys.some((key) => unfiltered.test(key));
  const equals = (values: readonly string[]): Sql => {
    const [one] = values;
    const empty = values.includes('') || one === undefined;
    const underAny = anyOf(
      keys.map((key) => {
        const same = oneOf(call('arrayElement', map, param('String', key)), values);
        return empty ? allOf([has(map, key), same]) : same;
      }),
    );
    const inMap = keys.length === 1 ? underAny : allOf([underAny, oneOf(base.value, values)]);
    if (!values.every(isTagged)) return empty || !isFiltered ? inMap : allOf([onlyWhereAny(map, values), inMap]);
    const tagged = (under: readonly string[]): Sql => hasTag(column(tags, alias), under, values);
    // Of several names the first that is there has the value.
    const first = keys.map((key, at) =>
      allOf([tagged([key]), ...keys.slice(0, at).map((other) => not(has(map, other)))]),
    );
    const found = keys.length === 1 ? tagged(keys) : allOf([tagged(keys), anyOf(first)]);
    // `b=c` under `a` and `c` under `a=b` have the same tag.
    const isExact = [...keys, ...values].every((text) => !text.includes('='));
    return isExact ? found : allOf([found, inMap]);
  };
  if (promoted === undefined) return { ...base, equals };
  // The whole number is at hand in a column; what is none stays in the map.
  return { ...base, equals, integer: column(promoted.column, alias), beyondInteger: true };
}

/** A column of text; of what it has word for word from the map, the index over that is asked first. */
function promotedText(promoted: Promoted, alias: string): Access {
  const plain = textColumn(promoted, alias);
  const { copyOf } = promoted;
  if (copyOf === undefined) return plain;
  const equals = (values: readonly string[]): Sql => {
    const there = values.filter((value) => value !== '');
    if (there.length === 0) return FALSE;
    const same = oneOf(column(promoted.column, alias), there);
    return there.every(isTagged) ? allOf([hasTag(column(tags, alias), copyOf, there), same]) : same;
  };
  return { ...plain, equals };
}

/** One of the values, under one of the keys. */
function hasTag(tagged: Sql, keys: readonly string[], values: readonly string[]): Sql {
  const [only, ...more] = values.flatMap((value) => keys.map((key) => `${key}=${value}`));
  return more.length === 0
    ? call('has', tagged, param('String', only ?? ''))
    : call('hasAny', tagged, param('Array(String)', [only ?? '', ...more]));
}

function has(map: Sql, key: string): Sql {
  return call('mapContains', map, param('String', key));
}

/** A map of text. Keys are tried in order; the first that is there has the value. */
function mapField(name: string, keys: readonly string[], alias: string, words: boolean): Access {
  const map = column(name, alias);
  const element = (key: string): Sql => {
    const item = call('arrayElement', map, param('String', key));
    // Words of a low-cardinality map are text like any other from here on.
    return words ? call('toString', item) : item;
  };
  const present = anyOf(keys.map((key) => has(map, key)));
  const value = keys.reduceRight<Sql>((rest, key) => choose(has(map, key), element(key), rest), NULL);
  const [only] = keys;
  return { value, raw: keys.length === 1 && only !== undefined ? element(only) : null, present };
}
