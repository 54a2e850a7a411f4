import { catalogueOf, type Catalogue } from '../../src/query/catalogue/catalogue.ts';
import { eventTables } from '../../src/query/catalogue/events.ts';
import type { FieldDef } from '../../src/query/catalogue/field.ts';
import { metricTables } from '../../src/query/catalogue/metrics.ts';
import type { AttributeFact, TableDef } from '../../src/query/catalogue/table.ts';
import type { Type } from '../../src/query/semantic/types.ts';

/*
 * The tables that the public queries talk about. Some are described, so that column types can be checked; any other name is
 * a table nobody described, whose fields are what a query says they are.
 */

const described: Readonly<Record<string, string>> = {
  StormEvents:
    'StartTime:datetime EndTime:datetime EpisodeId:int EventId:int State:string EventType:string InjuriesDirect:int InjuriesIndirect:int DeathsDirect:int DeathsIndirect:int DamageProperty:int DamageCrops:int Source:string BeginLocation:string EndLocation:string BeginLat:real BeginLon:real EndLat:real EndLon:real EpisodeNarrative:string EventNarrative:string StormSummary:dynamic',
  PopulationData: 'State:string Population:long',
  Customers: 'FirstName:string LastName:string Occupation:string Education:string Age:int',
  Ledger: 'Supplier:string Fruit:string Price:real Purchase:datetime',
  EventLog: 'LogEntry:string Created:long',
};

const pql: Readonly<Record<string, string>> = {
  StormEvents: 'EventId:long State:string EventType:string DamageProperty:long',
  StateCapitals: 'State:string StateCapital:string',
  SourceFiles: 'Directory:string FileName:string LineCount:long',
  Tokens: 'Kind:long TokenConstant:string',
  LexResults: 'SpanStart:long Kind:long Value:string',
  MapTable: 'id:long a:dynamic',
};

const fictional: Omit<TableDef, 'name' | 'physical' | 'fields' | 'listed'> = {
  alias: 'x',
  time: { column: 'ts', field: '' },
  roots: [],
  realDivision: false,
};

function tableOf(name: string, columns: string): TableDef {
  const fields = columns.split(' ').map((one): FieldDef => {
    const [field = '', type = 'string'] = one.split(':');
    return {
      name: field,
      type: type as Type,
      description: '',
      storage: { kind: 'column', column: field, absent: 'null' },
    };
  });
  return { ...fictional, name, physical: name, fields, listed: fields.map((field) => field.name), open: true };
}

function openTable(name: string): TableDef {
  return { ...fictional, name, physical: name, fields: [], listed: [], open: true };
}

const own = [...eventTables, ...metricTables];

/** The catalogue for one query: ours, the described tables, and whatever else the query begins with. */
export function catalogueFor(query: string, dialect: 'kql' | 'pql', attributes: readonly AttributeFact[]): Catalogue {
  const tables = dialect === 'pql' ? { ...described, ...pql } : described;
  const known = new Map<string, TableDef>(
    Object.entries(tables).map(([name, columns]) => [name, tableOf(name, columns)]),
  );
  const names = new Set(own.flatMap((table) => [table.name, ...(table.aliases ?? [])]));
  for (const name of sourcesOf(query)) {
    if (!known.has(name) && !names.has(name)) known.set(name, openTable(name));
  }
  return catalogueOf({ tables: [...own, ...known.values()], attributes });
}

const notSources = new Set(
  'print range datatable union let set materialize toscalar dynamic and or not in has where join kind on by'.split(' '),
);

/** Names in the place of a source: at the start of a statement, after a bracket, in `let x =`. */
function sourcesOf(query: string): readonly string[] {
  const clean = query.replaceAll(/\/\/[^\n]*/g, '');
  const bound = new Set(
    [...clean.matchAll(/\blet\s+(?:\['([^']+)'\]|(\w+))\s*=/g)].map((match) => match[1] ?? match[2]),
  );
  const places = [
    ...clean.matchAll(/(?:^|;|\()\s*(?:\['([^']+)'\]|`([^`]+)`|([A-Za-z_]\w*))\s*(?=\||$|;|\)|where\b|\n)/g),
    ...clean.matchAll(/=\s*(?:\['([^']+)'\]|`([^`]+)`|([A-Za-z_]\w*))\s*(?=\|)/g),
    ...clean.matchAll(
      /\b(?:join|lookup|union)\b(?:\s+[\w.]+\s*=\s*\w+)*\s+(?:\['([^']+)'\]|`([^`]+)`|([A-Za-z_]\w*))\s+(?=on\b)/g,
    ),
  ];
  return places
    .map((match) => match[1] ?? match[2] ?? match[3] ?? '')
    .filter((name) => name !== '' && !bound.has(name) && !notSources.has(name));
}

/** The attribute keys that the queries of a file mention in full: what a project that they suit has sent. */
export function attributesIn(queries: readonly string[]): readonly AttributeFact[] {
  const keys = new Set(queries.flatMap((query) => query.match(/\b(?:attributes|resource)(?:\.[A-Za-z_]\w*)+/g) ?? []));
  return [...keys].map((name): AttributeFact => {
    const [scope, ...rest] = name.split('.');
    return { scope: scope === 'resource' ? 'resource' : 'attributes', key: rest.join('.'), types: ['string'] };
  });
}
