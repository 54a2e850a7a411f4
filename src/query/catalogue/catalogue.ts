import { fieldsElsewhere } from '../text/elsewhere.ts';
import { suggest } from '../text/suggest.ts';
import { eventTables } from './events.ts';
import { exemplarTable, metricTables } from './metrics.ts';
import type { FieldDef, FieldRef } from './field.ts';
import { spellings } from './conventions.ts';
import type { AttributeFact, AttributeRoot, TableDef } from './table.ts';

/** Tables and the project's attribute keys, indexed once for many compilations. */
export interface Catalogue {
  readonly tables: ReadonlyMap<string, TableDef>;
  readonly attributes: readonly AttributeFact[];
  readonly attributesByKey: ReadonlyMap<string, readonly AttributeFact[]>;
  readonly attributesBySuffix: ReadonlyMap<string, readonly AttributeFact[]>;
  readonly fields: ReadonlyMap<TableDef, ReadonlyMap<string, FieldDef>>;
}

export interface CatalogueInput {
  readonly attributes?: readonly AttributeFact[];
  readonly tables?: readonly TableDef[];
}

/** All that a query may ask of, and every name that it goes by. */
export const ownTables: readonly TableDef[] = [...eventTables, ...metricTables, exemplarTable];
export const tableNames: readonly string[] = ownTables.flatMap(namesOf);

function namesOf({ name, aliases }: TableDef): readonly string[] {
  return [name, ...(aliases ?? [])];
}

export function catalogueOf(input: CatalogueInput = {}): Catalogue {
  const defs = input.tables ?? ownTables;
  const attributes = input.attributes ?? [];
  const tables = new Map<string, TableDef>();
  const fields = new Map<TableDef, ReadonlyMap<string, FieldDef>>();
  for (const table of defs) {
    for (const name of namesOf(table)) tables.set(name, table);
    fields.set(table, fieldNames(table));
  }
  return {
    tables,
    attributes,
    attributesByKey: grouped(attributes, (fact) => [fact.key]),
    attributesBySuffix: grouped(attributes, (fact) => suffixes(fact.key)),
    fields,
  };
}

function fieldNames(table: TableDef): ReadonlyMap<string, FieldDef> {
  const names = new Map<string, FieldDef>();
  for (const field of table.fields) for (const alias of field.aliases ?? []) names.set(alias, field);
  for (const field of table.fields) names.set(field.name, field);
  return names;
}

const suffixPartsMax = 8;

function suffixes(key: string): readonly string[] {
  const parts = key.split('.').slice(-suffixPartsMax);
  return parts.slice(1).map((_, index) => parts.slice(index + 1).join('.'));
}

function grouped<T>(items: readonly T[], keysOf: (item: T) => readonly string[]): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    for (const key of keysOf(item)) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [item]);
      else group.push(item);
    }
  }
  return groups;
}

export function fieldOf(catalogue: Catalogue, table: TableDef, name: string): FieldDef | undefined {
  return catalogue.fields.get(table)?.get(name);
}

export function wellKnown(field: FieldDef): FieldRef {
  const storage = field.storage;
  const path: FieldRef['path'] =
    storage.kind === 'attribute' ? { scope: 'attributes', keys: storage.keys } : { scope: 'root', keys: [field.name] };
  return {
    name: field.name,
    aliases: field.aliases,
    type: field.type,
    nullable: isNullable(field),
    unit: field.unit,
    values: field.values,
    asNumber: field.asNumber,
    members: field.members,
    storage,
    path,
  };
}

function isNullable(field: FieldDef): boolean {
  const storage = field.storage;
  switch (storage.kind) {
    case 'column':
      return storage.absent !== undefined;
    case 'enum':
      return false;
    case 'derived':
      return ['pattern', 'duration', 'status_code'].includes(storage.name);
    case 'attribute':
    case 'resource':
    case 'map':
    case 'list':
      return true;
  }
}

/** `attributes.http.route`: any key is legal, a key that nobody sent is absent everywhere. */
export function attributeRef(root: AttributeRoot, key: string): FieldRef {
  const keys = spellings(key);
  const promoted = root.promoted.find((one) => one.keys.includes(key));
  const path = { scope: root.root, keys };
  const common = { name: `${root.root}.${key}`, type: 'unknown', nullable: true, path } as const;
  if (root.kind === 'map') return { ...common, storage: { kind: 'map', column: root.column ?? root.root, keys } };
  return { ...common, storage: { kind: root.kind, keys, promoted } };
}

/** How a query names an attribute: a key that is no path stands in quotes. */
export function attributeText({ scope, key }: Pick<AttributeFact, 'scope' | 'key'>): string {
  return /^[\w$@]+(?:[.:/-][\w$@]+)*$/.test(key) ? `${scope}.${key}` : `${scope}[${JSON.stringify(key)}]`;
}

/** Attributes whose full key, under any spelling of its convention, or whose tail is this name; the full key wins. */
export function attributesNamed(catalogue: Catalogue, name: string): readonly AttributeFact[] {
  const sent = spellings(name).find((key) => catalogue.attributesByKey.has(key));
  return catalogue.attributesByKey.get(sent ?? name) ?? catalogue.attributesBySuffix.get(name) ?? [];
}

export function factOf(
  catalogue: Catalogue,
  scope: 'attributes' | 'resource',
  keys: readonly string[],
): AttributeFact | undefined {
  for (const key of keys) {
    const found = catalogue.attributesByKey.get(key)?.find((fact) => fact.scope === scope);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The name that was probably meant, among the fields of a table and the keys that were sent. */
export function suggestField(catalogue: Catalogue, table: TableDef, name: string): string | null {
  const known = catalogue.fields.get(table)?.keys() ?? [];
  return suggest(name, known, fieldsElsewhere) ?? suggest(name, catalogue.attributesByKey.keys());
}
