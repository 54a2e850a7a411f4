import { inTurns } from '../../lib/in-turns.ts';
import { checkSql } from '../../query/sql-mode/check.ts';
import { parserFault } from '../../query/sql-mode/parser.ts';
import type { SqlFault } from '../../query/sql-mode/tokens.ts';
import { isError } from '../../query/text/diagnostic.ts';
import { positionOf } from '../../query/text/span.ts';
import { inside, type Fault } from '../faults.ts';
import { anyRange, compileAlone } from '../query/alone.ts';
import { ownValue, queryVariables, sqlPlaceholders } from './placeholders.ts';
import type { DashboardSchema } from './schema.ts';
import type { WidgetInput } from './widget-schema.ts';

/** Whether queries can be read at all. Which attributes a project sends may change; so names are not held against them here. */

interface Text {
  readonly path: string;
  readonly text: string;
  readonly language: 'query' | 'sql';
}

type Scope = Pick<DashboardSchema, 'variables' | 'constants'>;

/** One may take hundreds of milliseconds. */
const queriesPerTurn = 1;
/** Of a dashboard; more are not read. */
export const queriesMax = 500;

export async function queryFaults(
  projectId: string,
  scope: Scope,
  widgets: Iterable<{ readonly widget: WidgetInput; readonly path: string }>,
): Promise<Fault[]> {
  const texts = [...widgets].flatMap(({ widget, path }) => textsOf(widget, path));
  return textFaults(projectId, scope, texts.slice(0, queriesMax));
}

/** The queries of variables and constants: what they list and find out. */
export async function scopeFaults(projectId: string, scope: Scope): Promise<Fault[]> {
  const texts = (['variables', 'constants'] as const).flatMap((list) =>
    scope[list].flatMap(({ query }, index): Text[] =>
      query === undefined ? [] : [{ path: `schema.${list}[${index}].query`, text: query, language: 'query' }],
    ),
  );
  return textFaults(projectId, scope, texts);
}

function textsOf({ query, queries, sql }: WidgetInput, path: string): Text[] {
  return [
    ...(query === undefined ? [] : [{ path: inside(path, 'query'), text: query, language: 'query' as const }]),
    ...(queries ?? []).map((one, index) => ({
      path: inside(path, `queries[${index}].query`),
      text: one.query,
      language: 'query' as const,
    })),
    ...(sql === undefined ? [] : [{ path: inside(path, 'sql'), text: sql, language: 'sql' as const }]),
  ];
}

async function textFaults(projectId: string, scope: Scope, texts: readonly Text[]): Promise<Fault[]> {
  const faults: Fault[] = [];
  // A dashboard of hundreds of queries must not hold up everybody else.
  for await (const one of inTurns(texts, queriesPerTurn)) {
    const message = one.language === 'sql' ? sqlFault(one.text, scope) : queryFault(one.text, projectId, scope);
    if (message !== undefined) faults.push({ path: one.path, message });
  }
  return faults;
}

/** It has to work with nothing chosen, or with the variables' own values: not every place can do without one. */
function queryFault(text: string, projectId: string, { variables, constants }: Scope): string | undefined {
  const own = new Map([
    ...variables.map((one) => [`var-${one.key}`, ownValue(one)] as const),
    ...constants.map((one) => [`const-${one.key}`, ownValue(one)] as const),
  ]);
  const unset = new Map([...own.keys()].map((name) => [name, undefined] as const));
  let fault: string | undefined;
  for (const values of [unset, own]) {
    const variables = queryVariables({ projectId, range: anyRange, values, required: new Set() });
    const result = compileAlone(projectId, text, variables);
    const first = result.ok ? undefined : result.diagnostics.find(isError);
    if (first === undefined) return undefined;
    fault = `is not a query: ${at(text, first.start)}: ${first.message}`;
  }
  return fault;
}

function sqlFault(text: string, { variables, constants }: Scope): string | undefined {
  const names = [...variables.map(({ key }) => `var-${key}`), ...constants.map(({ key }) => `const-${key}`)];
  const known = sqlPlaceholders({
    projectId: '',
    range: anyRange,
    values: new Map(names.map((name) => [name, 'x'])),
    required: new Set(),
  });
  const checked = checkSql(text, known);
  const fault: SqlFault | undefined = checked.ok ? parserFault(checked.plain) : checked.fault;
  if (fault === undefined) return undefined;
  return `is not a statement of SQL mode: ${checked.ok ? '' : `${at(text, fault.span.start)}: `}${fault.message}`;
}

function at(text: string, offset: number): string {
  const { line, column } = positionOf(text, offset);
  return `line ${line}, column ${column}`;
}
