import type { Deps } from '../../deps.ts';
import { eventTables } from '../../query/catalogue/events.ts';
import type { Actor } from '../permission.ts';
import type { CatalogRow } from './queries.ts';
import type { FieldInfo, Schema } from './schema.ts';

const examplesMax = 5;
const exampleLengthMax = 200;

/** The well-known fields, then every attribute the project really sent. */
export async function getSchema(deps: Pick<Deps, 'catalogues' | 'now'>, actor: Actor): Promise<Schema> {
  const { rows } = await deps.catalogues.of(actor.projectId, deps.now().getTime());
  return {
    fields: { ...wellKnownFields, ...Object.fromEntries(rows.map((row) => [`${row.source}.${row.key}`, infoOf(row)])) },
  };
}

const wellKnownFields: Readonly<Record<string, FieldInfo>> = Object.fromEntries(
  (eventTables[0]?.fields ?? [])
    .filter(({ hidden }) => hidden !== true)
    .map(({ name, type, unit, description, values }) => [
      name,
      {
        field_type: type,
        description: unit === undefined ? description : `${description} Unit: ${unit}.`,
        ...(values === undefined ? {} : { examples: values.slice(0, examplesMax) }),
      },
    ]),
);

function infoOf({ source, types, samples }: CatalogRow): FieldInfo {
  const examples = samples.slice(0, examplesMax).map((text) => text.slice(0, exampleLengthMax).toWellFormed());
  return {
    field_type: [...new Set(types.map(languageType))].join('|') || 'string',
    description: source === 'resource' ? 'Attribute of the resource that sent it.' : 'Attribute of the event.',
    ...(examples.length === 0 ? {} : { examples }),
  };
}

function languageType(sent: string): string {
  switch (sent) {
    case 'int':
      return 'long';
    case 'double':
      return 'real';
    case 'bool':
      return 'bool';
    case 'array':
    case 'map':
      return 'dynamic';
    default:
      return 'string';
  }
}
