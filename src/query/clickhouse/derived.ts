import type { Promoted, Storage } from '../catalogue/field.ts';
import { wordsOf, type Access } from './access.ts';
import { jsonString } from './json.ts';
import { patternOf } from './patterns.ts';
import {
  allOf,
  among,
  anyOf,
  call,
  cast,
  choose,
  column,
  FALSE,
  infix,
  lambda,
  literal,
  NULL,
  TRUE,
  type Sql,
} from './sql-ast.ts';

const spanKinds = ['internal', 'server', 'client', 'producer', 'consumer'];

/** Fields that are made of several columns. */
export function derived({ name, alone = [] }: Extract<Storage, { kind: 'derived' }>, alias: string): Access {
  const at = (column_: string): Sql => column(column_, alias);
  const always = (value: Sql): Access => ({ value, raw: null, present: TRUE });
  switch (name) {
    case 'kind':
      return kind(alias);
    case 'status_code':
      return statusCode(alias);
    case 'errors':
      return always(at('is_error'));
    case 'duration': {
      // A log record has none: its zero would pull every mean and percentile down.
      const present = infix('=', at('kind'), literal('span'));
      const raw = at('duration_ns');
      return { value: choose(present, call('toInt64', raw), NULL), raw, present };
    }
    case 'observed_timestamp': {
      const unknown = infix('=', call('toUnixTimestamp64Nano', at('observed_ts')), literal(0));
      return always(choose(unknown, nanoseconds(at('ingested_at')), at('observed_ts')));
    }
    case 'ingested_at':
      return always(nanoseconds(at('ingested_at')));
    case 'end_time':
      return always(call('addNanoseconds', at('ts'), at('duration_ns')));
    case 'date':
      return always(nanoseconds(call('toStartOfDay', at('ts'))));
    case 'start_time_ns':
      return always(call('toUnixTimestamp64Nano', at('ts')));
    case 'summary_parts':
      return always(summaryParts(alias));
    case 'hashes':
      return always(call('toJSONString', hashes(alias)));
    case 'attributes':
      return always(typedMap(alias, 'attrs', typeOfAttribute(alias), alone));
    case 'resource':
      return always(typedMap(alias, 'res', typeIn(at('res_types')), alone));
    case 'labels':
      return always(typedMap(alias, 'attrs', typeIn(at('attrs_types')), []));
    case 'pattern':
      return pattern(alias);
  }
}

/** A time that the store keeps to the second, or to the day. */
function nanoseconds(time: Sql): Sql {
  return cast(time, "DateTime64(9, 'UTC')");
}

/** How much of long texts a summary has, in characters. */
export const summaryLengths = { exception: 300, status: 300, body: 1000 } as const;

/** What the list's `summary` is made from, in the order of `SummaryParts` in `domains/events/list/summary.ts`. */
function summaryParts(alias: string): Sql {
  const at = (name: string): Sql => column(name, alias);
  const start = (name: string, length: number): Sql => call('substringUTF8', at(name), literal(1), literal(length));
  return call(
    'toJSONString',
    call(
      'tuple',
      ...['kind', 'level', 'span_kind', 'http_status', 'http_method', 'http_route', 'url_path', 'db_system'].map(at),
      ...['peer', 'peer_kind', 'name', 'status', 'exc_type'].map(at),
      start('exc_message', summaryLengths.exception),
      start('status_message', summaryLengths.status),
      start('body', summaryLengths.body),
      call('toString', at('duration_ns')),
    ),
  );
}

/** What events of one kind have in common: the shape of a message, the endpoint of a request. */
function hashes(alias: string): Sql {
  const known = (label: string, name: string): Sql =>
    choose(
      infix('=', column(name, alias), literal(0)),
      literal(''),
      call('concat', literal(label), call('lower', call('hex', column(name, alias)))),
    );
  return call('arrayFilter', lambda(['x'], infix('!=', column('x'), literal(''))), {
    kind: 'array',
    items: [known('log:', 'shape'), known('endpoint:', 'endpoint')],
  });
}

/** `kind` says log for everything that is no span. */
function kind(alias: string): Access {
  const stored = column('kind', alias);
  const spanKind = column('span_kind', alias);
  const isSpan = infix('=', stored, literal('span'));
  const shown = choose(infix('=', spanKind, literal('unset')), literal('internal'), call('toString', spanKind));
  const value = choose(isSpan, shown, choose(infix('=', stored, literal('event')), literal('alert'), literal('log')));
  const one = (word: string): Sql => {
    if (word === 'log') return infix('=', stored, literal('log'));
    if (word === 'alert') return infix('=', stored, literal('event'));
    if (!spanKinds.includes(word)) return FALSE;
    const same = word === 'internal' ? among(spanKind, ['internal', 'unset']) : infix('=', spanKind, literal(word));
    return allOf([isSpan, same]);
  };
  return {
    value,
    raw: null,
    present: TRUE,
    equals: (values) => {
      const [first, ...rest] = values.map(one);
      if (first === undefined) return FALSE;
      return rest.length === 0 ? first : infix('OR', first, ...rest);
    },
  };
}

const statusWords: readonly (readonly [string, string])[] = [
  ['ok', 'OK'],
  ['error', 'ERROR'],
  ['unset', 'UNSET'],
];

/** Text is the status of the span, and a log record has none; a number is the status of the HTTP response (language.md D30). */
function statusCode(alias: string): Access {
  const isSpan = infix('=', column('kind', alias), literal('span'));
  const raw = column('status', alias);
  const status = column('http_status', alias);
  return {
    value: choose(isSpan, call('upper', call('toString', raw)), NULL),
    raw: null,
    present: isSpan,
    number: call('nullIf', status, literal(0)),
    integer: status,
    words: wordsOf(raw, statusWords),
  };
}

/** The id under which the dictionary of patterns knows the shape; a shape that no pattern has yet has none. */
function pattern(alias: string): Access {
  const shape = column('shape', alias);
  const id = patternOf(column('project_id', alias), column('service', alias), shape, literal(0));
  const known = infix('!=', shape, literal(0));
  return {
    value: choose(known, call('nullIf', call('toString', id), literal('0')), NULL),
    raw: null,
    present: allOf([known, infix('!=', id, literal(0))]),
    shape,
  };
}

/**
 * A map as a JSON object, every value in the type it was sent in. Bytes stay base64 text.
 */
function typedMap(alias: string, name: 'attrs' | 'res', typeOf: (key: Sql) => Sql, alone: readonly Promoted[]): Sql {
  const map = column(name, alias);
  const k = column('k');
  const v = column('v');
  const sent = typeOf(k);
  // JSON has no word for what is not finite.
  const plain = allOf([among(sent, ['bool', 'int', 'double', 'array', 'map']), among(v, ['nan', 'inf', '-inf'], true)]);
  const quoted = jsonString(v);
  const member = choose(infix('=', sent, literal('empty')), literal('null'), choose(plain, v, quoted));
  const text = call('concat', jsonString(k), literal(':'), member);
  const keys = call('arrayMap', lambda(['x'], call('toString', column('x'))), call('mapKeys', map));
  const values = call('arrayMap', lambda(['x'], call('toString', column('x'))), call('mapValues', map));
  const sentOnes = call('arrayMap', lambda(['k', 'v'], text), keys, values);
  const members = alone.length === 0 ? sentOnes : call('arrayConcat', sentOnes, membersAlone(map, alone, alias));
  return call('concat', literal('{'), call('arrayStringConcat', members, literal(',')), literal('}'));
}

/** What an attribute was when it was sent: rows from before ClickHouse 0014 have their numbers in a map of these. */
function typeOfAttribute(alias: string): (key: Sql) => Sql {
  const typed = typeIn(column('attrs_types', alias));
  return (key) => choose(call('mapContains', column('attrs_num', alias), key), literal('double'), typed(key));
}

function typeIn(types: Sql): (key: Sql) => Sql {
  return (key) => call('toString', call('arrayElement', types, key));
}

/** Of a span's exception, say: what the map has under none of its names. */
function membersAlone(map: Sql, alone: readonly Promoted[], alias: string): Sql {
  const items = alone.flatMap(({ column: name, keys, type }): readonly Sql[] => {
    const [key] = keys;
    if (key === undefined || type !== 'text') return [];
    const value = column(name, alias);
    const isSent = keys.map((one) => call('mapContains', map, literal(one)));
    const member = call('concat', literal(`${JSON.stringify(key)}:`), jsonString(call('toString', value)));
    return [choose(anyOf([infix('=', value, literal('')), ...isSent]), literal(''), member)];
  });
  return call('arrayFilter', lambda(['x'], infix('!=', column('x'), literal(''))), { kind: 'array', items });
}
