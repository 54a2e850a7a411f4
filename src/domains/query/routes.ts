import { route } from '../../http/route.ts';
import { ExplainQuery, QueryExplained } from './schema.ts';
import { explainQuery } from './service.ts';

export const queryRoutes = [
  route({
    method: 'GET',
    url: '/query/explain',
    operation: 'explain_query',
    tag: 'Query',
    permission: 'view',
    summary: 'Show what a query means: its SQL, its columns, its warnings, and how much it would read',
    query: ExplainQuery,
    result: QueryExplained,
    errors: ['invalid_parameter', 'invalid_query', 'unknown_field'],
    example: {
      query: { query: 'level == "ERROR" | summarize count() by service', since: '1h' },
      result: {
        sql: "SELECT nullIf(e.service, '') AS service, count() AS count_ FROM events AS e WHERE …",
        shape: 'table',
        columns: [
          { name: 'service', type: 'string', role: 'series' },
          { name: 'count_', type: 'long', role: 'value' },
        ],
        tables: ['events'],
        fields: ['level', 'service'],
        functions: ['count'],
        warnings: [],
        from: 1_769_857_200_000,
        to: 1_769_860_800_000,
        estimate: { rows: 8192, parts: 1, granules: 1 },
      },
    },
    run: ({ deps, actor, query, signal }) => explainQuery(deps, actor, query, signal),
  }),
];
