import { z } from 'zod';
import { Content, json, route } from '../../http/route.ts';
import { Uuid } from '../types.ts';
import { dashboardData } from './widget-data/dashboard.ts';
import { DashboardData, DashboardDataQuery } from './widget-data/schema.ts';
import { orderDashboardWidgets, putDashboardWidgets, removeDashboardWidget } from './edit.ts';
import { Dashboard } from './schema.ts';
import { WidgetOrder, WidgetPut } from './widget-schema.ts';

const tag = 'Dashboards';
const params = z.object({ dashboard_id: Uuid });
const id = '0198c0de-0000-7000-8000-0000000000d1';

const widget = {
  id: 'errors',
  type: 'stat',
  title: 'Errors',
  query: 'level == "ERROR" | summarize count()',
  layout: { x: 6, y: 0, w: 3, h: 2 },
} as const;
const dashboard = {
  summary: {
    id,
    title: 'Checkout',
    tags: [],
    teams: [],
    starred: false,
    created_at: '2026-01-31T12:00:00Z',
    updated_at: '2026-01-31T12:00:00Z',
  },
  schema: { constants: [], variables: [], tabs: [], widgets: [widget] },
};

export const widgetRoutes = [
  route({
    method: 'GET',
    url: '/dashboards/{dashboard_id}/data',
    operation: 'get_dashboard_data',
    tag,
    permission: 'view',
    summary: 'Get a dashboard with the data of its widgets',
    description:
      'Widgets run side by side; one that fails has `error`, and the rest still come. `var-KEY=value` sets a variable: a list for one of several values, as JSON or separated by commas; empty for none. Where the variable’s own value is a number, or true or false, so is what is given.',
    params,
    query: DashboardDataQuery,
    result: DashboardData,
    errors: ['invalid_parameter', 'not_found'],
    example: {
      params: { dashboard_id: id },
      query: { since: '1h' },
      result: {
        id,
        title: 'Checkout',
        tabs: [],
        since: '1h',
        from: 1_769_857_200_000,
        to: 1_769_860_800_000,
        widgets: [
          {
            ...widget,
            data: {
              dataset: [],
              data_json: [[3]],
              data_text: [['3']],
              headers: ['count_'],
              rows_count: 1,
              data_float: 3,
              from: 1_769_857_200_000,
              to: 1_769_860_800_000,
            },
          },
        ],
      },
    },
    run: async ({ deps, actor, params, query, signal }) =>
      new Content(json, await dashboardData(deps, actor, params.dashboard_id, query, signal)),
  }),
  route({
    method: 'PUT',
    url: '/dashboards/{dashboard_id}/widgets',
    operation: 'put_dashboard_widgets',
    tag,
    permission: 'edit',
    summary: 'Add widgets to a dashboard, or replace those with the same ids',
    description:
      'A widget whose id is there is replaced where it stands, in a tab or a group too. Others go to the end of the tab they name, or of the dashboard.',
    params,
    body: WidgetPut,
    result: Dashboard,
    errors: ['invalid_body', 'not_found'],
    example: { params: { dashboard_id: id }, body: widget, result: dashboard },
    run: ({ deps, actor, params, body }) => putDashboardWidgets(deps, actor, params.dashboard_id, body),
  }),
  route({
    method: 'DELETE',
    url: '/dashboards/{dashboard_id}/widgets/{widget_id}',
    operation: 'delete_dashboard_widget',
    tag,
    permission: 'edit',
    summary: 'Delete a widget, wherever in the dashboard it is; a group goes with what is in it',
    params: params.extend({ widget_id: z.string() }),
    result: 'none',
    errors: ['not_found'],
    example: { params: { dashboard_id: id, widget_id: widget.id } },
    run: ({ deps, actor, params }) => removeDashboardWidget(deps, actor, params.dashboard_id, params.widget_id),
  }),
  route({
    method: 'PATCH',
    url: '/dashboards/{dashboard_id}/widgets/order',
    operation: 'order_dashboard_widgets',
    tag,
    permission: 'edit',
    summary: 'Move widgets: each id gets its place and size',
    params,
    query: z.strictObject({
      tab: z.string().optional().describe('Name or slug; only widgets of this tab may be named.'),
    }),
    body: WidgetOrder,
    result: 'none',
    errors: ['invalid_parameter', 'invalid_body', 'not_found'],
    example: { params: { dashboard_id: id }, body: { [widget.id]: widget.layout } },
    run: ({ deps, actor, params, query, body }) =>
      orderDashboardWidgets(deps, actor, params.dashboard_id, query.tab, body),
  }),
];
