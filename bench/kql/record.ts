import { catalogueOf, fieldOf } from '../../src/query/catalogue/catalogue.ts';
import type { EventRecord } from '../../test/support/evaluate/values.ts';
import { castConstant } from '../../src/query/semantic/constants.ts';
import type { ConstValue, JsonValue } from '../../src/query/semantic/types.ts';

const catalogue = catalogueOf();

/** A JSON row of the corpus as an event in process: known fields in their types, everything else an attribute. */
export function recordOf(row: Readonly<Record<string, unknown>>): EventRecord {
  const table = catalogue.tables.get('events');
  const root: Record<string, ConstValue> = {};
  const attributes: Record<string, string> = {};
  const resource: Record<string, string> = {};
  for (const [path, value] of flat(row, '')) {
    const [scope = '', ...rest] = path.split('.');
    const key = rest.join('.');
    const field = table === undefined ? undefined : fieldOf(catalogue, table, path);
    if (scope === 'attributes' && key !== '') attributes[key] = text(value);
    else if (scope === 'resource' && key !== '') resource[key] = text(value);
    else if (field === undefined) attributes[path] = text(value);
    if (field !== undefined) root[field.name] = typed(value, field.type);
  }
  const service = resource['service.name'];
  if (service !== undefined) root['service'] ??= service;
  return { root, attributes, resource };
}

/** Nested objects by dotted paths; lists and nulls are values, and nulls are absent. */
function flat(value: Readonly<Record<string, unknown>>, prefix: string): readonly (readonly [string, unknown])[] {
  return Object.entries(value).flatMap(([key, item]): readonly (readonly [string, unknown])[] => {
    const path = prefix === '' ? key : `${prefix}.${key}`;
    if (item === null || item === undefined) return [];
    if (typeof item === 'object' && !Array.isArray(item)) return flat(item as Readonly<Record<string, unknown>>, path);
    return [[path, item]];
  });
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function typed(value: unknown, type: Parameters<typeof castConstant>[2]): ConstValue {
  if (type === 'dynamic') return value as JsonValue;
  if (typeof value === 'number' && (type === 'long' || type === 'int')) return BigInt(Math.trunc(value));
  const plain = typeof value === 'number' || typeof value === 'boolean' ? value : text(value);
  const from = typeof plain === 'number' ? 'real' : typeof plain === 'boolean' ? 'bool' : 'string';
  return castConstant(plain, from, type) ?? null;
}
