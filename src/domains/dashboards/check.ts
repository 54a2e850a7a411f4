import { closest, didYouMean } from '../../lib/closest.ts';
import { parseTimeRange } from '../../lib/time-range.ts';
import { nsOf } from '../../lib/time.ts';
import type { Fault } from '../faults.ts';
import { queriesMax, queryFaults, scopeFaults } from './check-queries.ts';
import type { DashboardSchema } from './schema.ts';
import { shownBy } from './shown.ts';
import { type Widget, widgetsMax } from './widget-schema.ts';
import { walk } from './widgets.ts';

const groupDepthMax = 4;
const schemaBytesMax = 1024 * 1024;

/** What a schema must fulfil beyond the types of its fields. Pure: queries are read elsewhere. */
export function faultsOf(schema: DashboardSchema, now: Date): Fault[] {
  return [
    ...widgetFaults(schema),
    ...tabFaults(schema),
    ...variableFaults(schema),
    ...constantFaults(schema),
    ...rangeFaults(schema, now),
  ];
}

function widgetFaults(schema: DashboardSchema): Fault[] {
  const faults: Fault[] = [];
  const ids = new Map<string, string>();
  let count = 0;
  let queries = 0;
  for (const { widget, path, depth } of walk<Widget>(schema)) {
    count++;
    const first = ids.get(widget.id);
    if (first === undefined) ids.set(widget.id, path);
    else faults.push({ path: `${path}.id`, message: `is the id of ${first} too; ids are unique in a dashboard` });
    const sources = (['query', 'queries', 'sql'] as const).filter((name) => widget[name] !== undefined);
    queries += widget.queries?.length ?? Number(sources.length > 0);
    if (sources.length > 1) faults.push({ path, message: `has ${sources.join(' and ')}; give one of them` });
    // The rows of several queries are no list.
    if (shownBy[widget.type].kind === 'list' && (widget.queries?.length ?? 0) > 1)
      faults.push({ path: `${path}.queries`, message: `has several; a ${widget.type} shows the rows of one query` });
    if (widget.children !== undefined && widget.type !== 'group')
      faults.push({ path: `${path}.children`, message: 'only a widget of type group has children' });
    if (depth > groupDepthMax) faults.push({ path, message: `groups are nested deeper than ${groupDepthMax} levels` });
  }
  if (count > widgetsMax)
    faults.push({ path: 'schema', message: `has ${count} widgets; at most ${widgetsMax} are allowed` });
  if (queries > queriesMax)
    faults.push({ path: 'schema', message: `has ${queries} queries; at most ${queriesMax} are allowed` });
  const bytes = Buffer.byteLength(JSON.stringify(schema));
  if (bytes > schemaBytesMax)
    faults.push({ path: 'schema', message: `is ${bytes} bytes long; at most ${schemaBytesMax} are allowed` });
  return faults;
}

function tabFaults({ tabs, variables }: DashboardSchema): Fault[] {
  const keys = variables.map(({ key }) => key);
  return [
    ...repeated(tabs.map(({ name }) => name)).map((index) => ({
      path: `schema.tabs[${index}].name`,
      message: 'is the name of another tab too',
    })),
    ...tabs.flatMap((tab, index) => unknownKeys(tab.requires, keys, `schema.tabs[${index}].requires`)),
  ];
}

function variableFaults({ variables }: DashboardSchema): Fault[] {
  const keys = variables.map(({ key }) => key);
  return [
    ...repeated(keys).map((index) => ({
      path: `schema.variables[${index}].key`,
      message: 'is the key of another variable too',
    })),
    ...variables.flatMap((variable, index) => {
      const path = `schema.variables[${index}]`;
      const { type, query, field } = variable;
      const faults = unknownKeys(variable.depends_on, keys, `${path}.depends_on`);
      if (type === 'query' && query === undefined)
        faults.push({ path: `${path}.query`, message: 'is required for a variable of type query' });
      if (type === 'facet' && field === undefined)
        faults.push({ path: `${path}.field`, message: 'is required for a variable of type facet' });
      if (Array.isArray(variable.value) && variable.multi !== true)
        faults.push({ path: `${path}.value`, message: 'is a list, and the variable is not multi' });
      return faults;
    }),
  ];
}

function constantFaults({ constants }: DashboardSchema): Fault[] {
  return [
    ...repeated(constants.map(({ key }) => key)).map((index) => ({
      path: `schema.constants[${index}].key`,
      message: 'is the key of another constant too',
    })),
    ...constants.flatMap(({ query, value }, index) =>
      (query === undefined) === (value === undefined)
        ? [{ path: `schema.constants[${index}]`, message: 'has either a query or a value' }]
        : [],
    ),
  ];
}

function rangeFaults({ time_range }: DashboardSchema, now: Date): Fault[] {
  if (time_range === undefined) return [];
  const parsed = parseTimeRange(time_range, nsOf(now));
  if (parsed.ok) return [];
  const message = parsed.message.replace(/^\w+ /, '').replace(/\.$/, '');
  return [{ path: `schema.time_range.${parsed.parameter}`, message }];
}

function unknownKeys(given: string | readonly string[] | undefined, known: readonly string[], path: string): Fault[] {
  return [given ?? []]
    .flat()
    .filter((key) => !known.includes(key))
    .map((key) => {
      const near = closest(key, known);
      return {
        path,
        message: `names the variable ${key}, which is not there${didYouMean(near)}`,
      };
    });
}

/** Indexes of those that stood earlier in the list. */
function repeated(names: readonly string[]): number[] {
  return names.flatMap((name, index) => (names.indexOf(name) < index ? [index] : []));
}

/** With what is wrong with its queries. */
export async function schemaFaults(projectId: string, schema: DashboardSchema, now: Date): Promise<Fault[]> {
  return [
    ...faultsOf(schema, now),
    ...(await scopeFaults(projectId, schema)),
    ...(await queryFaults(projectId, schema, walk<Widget>(schema))),
  ];
}
