// A dashboard as a team has it on a screen: twelve widgets of several kinds over logs, spans and metrics.

import { metricNames } from './generator-metrics.ts';

const widgets: readonly (readonly [type: string, title: string, query: string])[] = [
  ['stat', 'Events', 'summarize count()'],
  ['stat', 'Failed', 'errors == true | summarize count()'],
  ['stat', 'Users', 'summarize dcount(attributes.user.id)'],
  ['timeseries', 'By level', 'summarize count() by bin_auto(timestamp), level'],
  ['timeseries', 'Failed by service', 'errors == true | summarize count() by bin_auto(timestamp), service'],
  [
    'timeseries',
    'Slowest twentieth',
    'spans | where kind == "server" | summarize p95(duration) by bin_auto(timestamp)',
  ],
  ['top_list', 'Services', 'spans | summarize p95(duration) by service | sort by p95_duration desc | take 10'],
  ['top_list', 'Routes', 'spans | summarize count() by attributes.http.route | sort by count_ desc | take 10'],
  ['top_list', 'Tenants', 'summarize count() by attributes.tenant | sort by count_ desc | take 10'],
  [
    'timeseries',
    'Requests',
    `metrics | where metric_name == "${metricNames.counter}" | summarize rate(value) by bin_auto(timestamp), service`,
  ],
  [
    'timeseries',
    'Memory',
    `metrics | where metric_name == "${metricNames.gauge}" | summarize avg(value) by bin_auto(timestamp)`,
  ],
  ['logs', 'Last errors', 'level == "ERROR"'],
];

export const dashboard = {
  title: 'bench',
  schema: { widgets: widgets.map(([type, title, query], index) => ({ id: `w${index}`, type, title, query })) },
} as const;
