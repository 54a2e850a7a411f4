import { Content, json, route } from '../../http/route.ts';
import { MetricsData, MetricsQuery } from './schema.ts';
import { getMetrics } from './service.ts';

export const metricRoutes = [
  route({
    method: 'GET',
    url: '/metrics',
    operation: 'get_metrics',
    tag: 'Metrics',
    permission: 'view',
    summary: 'Chart, tabulate or compute a number from events and metrics',
    description:
      'With `data_type=metric` a query that bins its time gives `dataset`: a row for each bin, also where nothing happened, and a column for each series. ' +
      'A query without a time bin, with more than 10 000 bins, or with more than one row for a series and a bin, gives a table in `data_json` and `data_text`, and `data_float` when it is one cell.',
    query: MetricsQuery,
    result: MetricsData,
    errors: ['invalid_parameter', 'invalid_query', 'unknown_field'],
    example: {
      query: { query: 'summarize count() by bin_auto(timestamp), service', since: '1h' },
      result: {
        dataset: [
          [1_769_857_200_000, 12, null],
          [1_769_857_230_000, 9, 3],
        ],
        data_json: [],
        data_text: [],
        headers: ['timestamp', 'cart', 'shop'],
        rows_count: 2,
        from: 1_769_857_200_000,
        to: 1_769_860_800_000,
        rows_per_min: 0.4,
        stats: { min: 3, max: 12, sum: 24, count: 3, mean: 8, mode: 3, max_group_sum: 12 },
      },
    },
    run: async ({ deps, actor, query, signal }) => new Content(json, await getMetrics(deps, actor, query, signal)),
  }),
];
