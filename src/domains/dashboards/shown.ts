import type { WidgetType } from './widget-schema.ts';

/** What a type shows, and so which of the reading operations its data is an answer of. */
type Shown =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'chart'; readonly fallback?: string }
  | { readonly kind: 'table' }
  | { readonly kind: 'list'; readonly source: string; readonly withChildren: boolean };

const chart: Shown = { kind: 'chart' };
const list: Shown = { kind: 'list', source: 'events', withChildren: false };

/** Calls between services: what a service map draws. Who is called is said by whichever attribute says it best. */
const callsBetweenServices =
  'kind in ("client", "producer") | summarize count(), countif(errors), p95(duration) by service, ' +
  'peer = coalesce(attributes.peer.service, attributes.db.system.name, attributes.messaging.destination.name, attributes.server.address)';

export const shownBy: Readonly<Record<WidgetType, Shown>> = {
  timeseries: chart,
  timeseries_line: chart,
  timeseries_stat: chart,
  stat: chart,
  table: { kind: 'table' },
  list,
  logs: { ...list, source: 'logs' },
  traces: { ...list, source: 'spans' },
  top_list: chart,
  distribution: chart,
  heatmap: chart,
  pie_chart: chart,
  tree_map: chart,
  group: { kind: 'nothing' },
  anomalies: chart,
  service_map: { kind: 'chart', fallback: callsBetweenServices },
  flamegraph: { ...list, source: 'spans', withChildren: true },
  markdown: { kind: 'nothing' },
};
