import type { Type } from '../semantic/types.ts';
import { dayNs, hourNs, minuteNs, secondNs } from '../syntax/duration.ts';
import { call, choose, literal, NULL, type Sql } from './sql-ast.ts';

/** `toJSONString` without its needless `\/`: texts from JSON and texts made here must be alike. */
export function jsonString(value: Sql): Sql {
  return call('replaceAll', call('toJSONString', value), literal(String.raw`\/`), literal('/'));
}

/** A value as JSON text: what `dynamic` is in the store. NULL stays NULL. */
export function jsonOf(value: Sql, type: Type): Sql {
  switch (type) {
    case 'dynamic':
      return value;
    case 'bool':
      return choose(call('isNull', value), NULL, choose(value, literal('true'), literal('false')));
    case 'int':
    case 'long':
      return call('toString', value);
    case 'real':
    case 'decimal':
      return choose(
        call('isFinite', value),
        call('toString', value),
        choose(call('isNull', value), NULL, jsonString(call('toString', value))),
      );
    case 'unknown':
      return choose(looksLikeJson(value), value, jsonOf(value, 'string'));
    case 'string':
    case 'guid':
      return choose(call('isNull', value), NULL, jsonString(call('assumeNotNull', value)));
    case 'datetime':
    case 'timespan':
      return choose(call('isNull', value), NULL, jsonString(call('assumeNotNull', textOfTime(value, type))));
    case 'error':
      return NULL;
  }
}

/** The same with the word for nothing, as it stands among others. */
export function jsonOrNull(value: Sql, type: Type): Sql {
  return call('ifNull', jsonOf(value, type), literal('null'));
}

/** JSON texts as one of an array. */
export function arrayJson(texts: Sql): Sql {
  return call('concat', literal('['), call('arrayStringConcat', texts, literal(',')), literal(']'));
}

/** An attribute that was sent as a list or a map is kept as JSON text. */
function looksLikeJson(value: Sql): Sql {
  const opens = call('match', value, literal(String.raw`^[\[{]`));
  return call('ifNull', call('and', opens, call('isValidJSON', call('ifNull', value, literal('')))), literal(false));
}

/** Times as text, the way `tostring` shows them: ISO with seven digits, `1.02:03:04.5000000`. */
export function textOfTime(value: Sql, type: 'datetime' | 'timespan'): Sql {
  if (type === 'datetime') {
    const date = call('formatDateTime', value, literal('%Y-%m-%dT%H:%i:%S'));
    const ticks = call(
      'intDiv',
      call('positiveModulo', call('toUnixTimestamp64Nano', value), literal(1_000_000_000)),
      literal(100),
    );
    return call(
      'concat',
      date,
      literal('.'),
      call('leftPad', call('toString', ticks), literal(7), literal('0')),
      literal('Z'),
    );
  }
  const ns = call('abs', value);
  const part = (size: bigint, of: bigint): Sql =>
    call(
      'leftPad',
      call('toString', call('intDiv', call('modulo', ns, literal(of)), literal(size))),
      literal(2),
      literal('0'),
    );
  const days = call('intDiv', ns, literal(dayNs));
  const ticks = call('intDiv', call('modulo', ns, literal(secondNs)), literal(100));
  return call(
    'concat',
    choose(call('less', value, literal(0)), literal('-'), literal('')),
    choose(call('greater', days, literal(0)), call('concat', call('toString', days), literal('.')), literal('')),
    part(hourNs, dayNs),
    literal(':'),
    part(minuteNs, hourNs),
    literal(':'),
    part(secondNs, minuteNs),
    choose(
      call('greater', ticks, literal(0)),
      call('concat', literal('.'), call('leftPad', call('toString', ticks), literal(7), literal('0'))),
      literal(''),
    ),
  );
}
