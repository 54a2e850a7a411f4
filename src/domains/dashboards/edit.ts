import { ApiError } from '../../errors.ts';
import { inside, refuse, type Fault } from '../faults.ts';
import type { Actor } from '../permission.ts';
import { faultsOf } from './check.ts';
import { queryFaults } from './check-queries.ts';
import { lockDashboard } from './queries.ts';
import type { Dashboard, DashboardSchema } from './schema.ts';
import { change, full, missing, type Needs } from './service.ts';
import type { Widget, WidgetInput, WidgetOrder, WidgetPut } from './widget-schema.ts';
import { findTab, findWidget, placeWidgets, putWidgets, removeWidget, walk, walkList, withIds } from './widgets.ts';

/** Edits of a dashboard's widgets. The row is locked first, so that of edits at the same time none is lost. */

export async function putDashboardWidgets(deps: Needs, actor: Actor, id: string, body: WidgetPut): Promise<Dashboard> {
  const given = givenWidgets(body);
  refuse(repeatedIds(given));
  return edit(deps, actor, id, 'put_widgets', async (schema) => {
    const unknownTabs = given.flatMap(({ tab, path }): Fault[] =>
      tab === undefined || findTab(schema.tabs, tab) !== undefined
        ? []
        : [{ path: inside(path, 'tab'), message: `names no tab of this dashboard${listOf(schema)}` }],
    );
    const next = withIds(putWidgets(schema, given));
    refuse([
      ...unknownTabs,
      ...faultsOf(next, deps.now()),
      ...(await queryFaults(actor.projectId, schema, given.flatMap(withChildren))),
    ]);
    return next;
  });
}

export async function removeDashboardWidget(deps: Needs, actor: Actor, id: string, widgetId: string): Promise<void> {
  await edit(deps, actor, id, 'delete_widget', (schema) => {
    if (findWidget(schema, widgetId) === undefined) {
      throw new ApiError('not_found', {
        parameter: 'widget_id',
        message: 'The dashboard has no widget with this id.',
      });
    }
    return removeWidget(schema, widgetId);
  });
}

export async function orderDashboardWidgets(
  deps: Needs,
  actor: Actor,
  id: string,
  tabName: string | undefined,
  order: WidgetOrder,
): Promise<void> {
  await edit(deps, actor, id, 'order_widgets', (schema) => {
    const known = new Set(Array.from(placesIn(schema, tabName), ({ widget }) => widget.id));
    refuse(
      Object.keys(order)
        .filter((widgetId) => !known.has(widgetId))
        .map((widgetId) => ({
          path: widgetId,
          message: `is no widget of this ${tabName === undefined ? 'dashboard' : 'tab'}`,
        })),
    );
    return placeWidgets(schema, new Map(Object.entries(order)));
  });
}

function placesIn(schema: DashboardSchema, tabName: string | undefined) {
  if (tabName === undefined) return walk<Widget>(schema);
  return walkList<Widget>(requireTab(schema, tabName).widgets, '');
}

export function requireTab(schema: DashboardSchema, name: string): DashboardSchema['tabs'][number] {
  const tab = findTab(schema.tabs, name);
  if (tab !== undefined) return tab;
  throw new ApiError('invalid_parameter', {
    parameter: 'tab',
    message: `tab names no tab of this dashboard${listOf(schema)}.`,
  });
}

function listOf({ tabs }: DashboardSchema): string {
  return tabs.length === 0 ? '; it has none' : `; it has ${tabs.map(({ name }) => name).join(', ')}`;
}

interface Given {
  readonly widget: WidgetInput;
  readonly tab: string | undefined;
  /** Where it stands in the body. */
  readonly path: string;
}

function givenWidgets(body: WidgetPut): Given[] {
  if (Array.isArray(body)) return body.map((widget, index) => given(widget, undefined, `[${index}]`));
  if (isEnvelope(body)) return body.widgets.map((widget, index) => given(widget, body.tab, `widgets[${index}]`));
  return [given(body, undefined, '')];
}

function isEnvelope(body: Exclude<WidgetPut, unknown[]>): body is Extract<WidgetPut, { widgets: WidgetInput[] }> {
  return !('type' in body);
}

/** `tab` says where a new widget goes; it is no part of the widget. */
function given({ tab: own, ...widget }: WidgetInput, tab: string | undefined, path: string): Given {
  if (own !== undefined && typeof own !== 'string')
    refuse([{ path: inside(path, 'tab'), message: 'must be a string' }]);
  return { widget, tab: typeof own === 'string' ? own : tab, path };
}

function withChildren({ widget, path }: Given): { widget: WidgetInput; path: string }[] {
  return [{ widget, path }, ...walkList<WidgetInput>(widget.children ?? [], inside(path, 'children'))];
}

function repeatedIds(given: readonly Given[]): Fault[] {
  const seen = new Set<string>();
  return given.flatMap(({ widget: { id }, path }) => {
    if (id === undefined) return [];
    if (seen.has(id)) return [{ path: inside(path, 'id'), message: 'is the id of another widget of this body too' }];
    seen.add(id);
    return [];
  });
}

async function edit(
  deps: Needs,
  actor: Actor,
  id: string,
  action: string,
  changed: (schema: DashboardSchema) => DashboardSchema | Promise<DashboardSchema>,
): Promise<Dashboard> {
  return deps.sql.begin(async (tx) => {
    const before = (await lockDashboard(tx, actor.projectId, id)) ?? missing();
    const schema = await changed(before.schema);
    return full(await change(tx, deps, actor, before, { ...before, schema }, action));
  });
}
