import type { Deps } from '../../deps.ts';
import { eventTables } from '../../query/catalogue/events.ts';
import type { FieldDef } from '../../query/catalogue/field.ts';
import { metricTables } from '../../query/catalogue/metrics.ts';
import type { Actor } from '../permission.ts';
import { sentType } from './catalogue.ts';
import type { CatalogRow } from './queries.ts';
import { beginning } from '../../lib/beginning.ts';
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

const eventFields = fieldsOf(eventTables[0]?.fields, '');

/** What both tables have is told as of events: that is what a query reads that names no table. */
const wellKnownFields: Readonly<Record<string, FieldInfo>> = {
  ...eventFields,
  ...fieldsOf(
    metricTables[0]?.fields.filter(({ name }) => !Object.hasOwn(eventFields, name)),
    ' Of metrics only.',
  ),
};

function fieldsOf(fields: readonly FieldDef[] = [], note: string): Record<string, FieldInfo> {
  return Object.fromEntries(
    fields
      .filter(({ hidden }) => hidden !== true)
      .map(({ name, type, unit, description, values }) => [
        name,
        {
          field_type: type,
          description: `${description}${unit === undefined ? '' : ` Unit: ${unit}.`}${note}`,
          ...(values === undefined ? {} : { examples: values.slice(0, examplesMax) }),
        },
      ]),
  );
}

function infoOf({ source, types, samples }: CatalogRow): FieldInfo {
  const examples = samples.slice(0, examplesMax).map((text) => beginning(text, exampleLengthMax));
  return {
    field_type: [...new Set(types.map((sent) => sentType(sent).shown))].join('|') || 'string',
    description: source === 'resource' ? 'Attribute of the resource that sent it.' : 'Attribute of the event.',
    ...(examples.length === 0 ? {} : { examples }),
  };
}
