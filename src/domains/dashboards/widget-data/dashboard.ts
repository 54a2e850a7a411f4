import type { Deps } from '../../../deps.ts';
import { ApiError } from '../../../errors.ts';
import { closest, didYouMean } from '../../../lib/closest.ts';
import { allAtMost } from '../../../lib/concurrent.ts';
import { jsonList } from '../../../lib/json.ts';
import { charsOf, inPieces, type Pieces } from '../../../lib/pieces.ts';
import { ended } from '../../../lib/sentence.ts';
import { within } from '../../../lib/within.ts';
import { readMetrics } from '../../metrics/service.ts';
import type { Actor } from '../../permission.ts';
import { rangeMs, readRange } from '../../range.ts';
import { requireTab } from '../edit.ts';
import {
  chosenValue,
  isScalar,
  queryVariables,
  requiredNames,
  type Chosen,
  type Placeholders,
  type Scalar,
} from '../placeholders.ts';
import { selectDashboard } from '../queries.ts';
import { valuesMax, type DashboardSchema } from '../schema.ts';
import { missing } from '../service.ts';
import type { Widget } from '../widget-schema.ts';
import { findWidget, walkList } from '../widgets.ts';
import type { DashboardDataQuery } from './schema.ts';
import { runWidget, type WidgetDeps, withoutData } from './widget.ts';

type Needs = WidgetDeps & Pick<Deps, 'sql' | 'now'>;

/** Of one request. The reader's gate keeps the cap of the project over all of them. */
const widgetsAtOnce = 4;
const dataMsMax = 60_000;
const dataCharsMax = 50_000_000;
const tooMuch = 'All data of the dashboard is more than fits into one answer; ask for this widget alone.';

/** A dashboard with the data of its widgets, as JSON text. A widget that fails says so, and harms no other. */
export async function dashboardData(
  deps: Needs,
  actor: Actor,
  id: string,
  query: DashboardDataQuery,
  signal: AbortSignal,
): Promise<Pieces> {
  const row = (await selectDashboard(deps.sql, actor.projectId, id)) ?? missing();
  const { schema } = row;
  const { tab, widget: only, since, from, to, ...rest } = query;
  const asked = { since, from, to };
  const isAsked = Object.values(asked).some((value) => value !== undefined);
  const input = isAsked ? asked : (schema.time_range ?? {});
  const range = readRange(input, deps.now());
  const chosen = variablesOf(schema, rest);
  const shown = shownWidgets(schema, tab, only);

  const base: Placeholders = { projectId: actor.projectId, range, values: chosen, required: requiredNames(schema) };
  const all = [...walkList<Widget>(shown.widgets, '')].map(({ widget }) => widget);
  const texts = await within(dataMsMax, signal, async (inTime) => {
    const context = { deps, actor, signal: inTime };
    const constants = await constantsOf(context, schema, base);
    const placeholders = { ...base, values: new Map([...chosen, ...constants.values]) };
    let chars = 0;
    return allAtMost(widgetsAtOnce, all, async (widget) => {
      const text = await runWidget(context, widget, placeholders, constants.failed);
      signal.throwIfAborted();
      const isRoom = chars === 0 || chars + charsOf(text) <= dataCharsMax;
      if (isRoom) chars += charsOf(text);
      return [widget, isRoom ? text : withoutData(widget, tooMuch)] as const;
    });
  });
  const parts = new Map(texts);
  const head = JSON.stringify({
    id: row.id,
    title: row.title,
    ...(shown.tab === undefined ? {} : { tab: shown.tab }),
    tabs: schema.tabs.map(({ name }) => name),
    ...(input.since === undefined ? {} : { since: input.since }),
    ...rangeMs(range),
  });
  return inPieces(`${head.slice(0, -1)},"widgets":`, widgetsText(shown.widgets, parts), '}');
}

function widgetsText(widgets: readonly Widget[], parts: ReadonlyMap<Widget, Pieces>): Iterable<string> {
  return jsonList(widgets, function* (widget) {
    const own = parts.get(widget) ?? [];
    yield* own.slice(0, -1);
    const end = own.at(-1) ?? '{}';
    if (widget.children === undefined) return yield end;
    yield `${end.slice(0, -1)},"children":`;
    yield* widgetsText(widget.children, parts);
    yield '}';
  });
}

function shownWidgets(
  schema: DashboardSchema,
  tabName: string | undefined,
  only: string | undefined,
): { tab: string | undefined; widgets: readonly Widget[] } {
  const tab = tabName === undefined ? undefined : requireTab(schema, tabName);
  if (only !== undefined) {
    const widget = findWidget(tab === undefined ? schema : { ...schema, tabs: [], widgets: tab.widgets }, only);
    if (widget !== undefined) return { tab: tab?.name, widgets: [widget] };
    throw new ApiError('invalid_parameter', {
      parameter: 'widget',
      message: `widget is the id of no widget of this ${tab === undefined ? 'dashboard' : 'tab'}.`,
    });
  }
  if (tab !== undefined) return { tab: tab.name, widgets: tab.widgets };
  const [first] = schema.tabs;
  return { tab: first?.name, widgets: [...schema.widgets, ...(first?.widgets ?? [])] };
}

function variablesOf(schema: DashboardSchema, given: Readonly<Record<string, string>>): Map<string, Chosen> {
  const names = schema.variables.map(({ key }) => `var-${key}`);
  for (const name of Object.keys(given)) {
    if (names.includes(name)) continue;
    const suggestion = closest(name, [...names, 'tab', 'widget', 'since', 'from', 'to']);
    throw new ApiError('invalid_parameter', {
      parameter: name,
      message: ended(
        `${name} is neither a parameter of this operation nor a variable of this dashboard${didYouMean(suggestion)}`,
      ),
      ...(suggestion === undefined ? {} : { suggestion }),
    });
  }
  return new Map(
    schema.variables.map((variable) => {
      const name = `var-${variable.key}`;
      const value = chosenValue(variable, given[name]);
      if (Array.isArray(value) && value.length > valuesMax) {
        throw new ApiError('invalid_parameter', {
          parameter: name,
          message: `${name} has ${value.length} values; at most ${valuesMax} are allowed.`,
        });
      }
      return [name, value];
    }),
  );
}

interface Context {
  readonly deps: Needs;
  readonly actor: Actor;
  readonly signal: AbortSignal;
}

/** Constants that are asked of the data: the first column of what their query gives. */
async function constantsOf(
  { deps, actor, signal }: Context,
  schema: DashboardSchema,
  placeholders: Placeholders,
): Promise<{ values: Map<string, Chosen>; failed: Map<string, string> }> {
  const values = new Map<string, Chosen>();
  const failed = new Map<string, string>();
  await allAtMost(widgetsAtOnce, schema.constants, async ({ key, query, value }) => {
    const name = `const-${key}`;
    if (query === undefined) {
      values.set(name, value);
      return;
    }
    try {
      const answer = await readMetrics(
        deps,
        actor.projectId,
        {
          text: query,
          source: 'events',
          range: placeholders.range,
          dataType: 'json',
          variables: queryVariables(placeholders),
        },
        signal,
      );
      if (answer.error !== undefined) failed.set(name, answer.error);
      // A null is no value: nothing equals it, the text "null" least of all.
      const cells = answer.data_json.flatMap(([first = 'null']) => (first === 'null' ? [] : [first]));
      const found = cells.map((cell): Scalar => {
        const value: unknown = JSON.parse(cell);
        return isScalar(value) ? value : cell;
      });
      if (found.length > valuesMax)
        failed.set(name, `It has ${found.length} values; at most ${valuesMax} are allowed.`);
      values.set(name, found);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      failed.set(name, error.message);
      values.set(name, undefined);
    }
  });
  return { values, failed };
}
