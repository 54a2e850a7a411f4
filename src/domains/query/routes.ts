import { route } from '../../http/route.ts';
import { CompleteInput, ExplainQuery, QueryCompleted, QueryExplained } from './schema.ts';
import { completeQuery, explainQuery } from './service.ts';

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
  route({
    method: 'POST',
    url: '/query/complete',
    operation: 'complete_query',
    tag: 'Query',
    permission: 'view',
    effect: 'read',
    summary:
      'For editors: what may follow at the caret, what a word means, how the text is coloured, and what is wrong with it',
    body: CompleteInput,
    result: QueryCompleted,
    errors: ['invalid_body'],
    example: {
      body: { text: 'level == "ERROR" | summ', offset: 23 },
      result: {
        from: 19,
        to: 23,
        items: [{ label: 'summarize', insert: 'summarize', kind: 'operator', detail: 'Aggregates by groups.' }],
        hover: null,
        tokens: [{ start: 0, end: 5, kind: 'field' }],
        diagnostics: [],
      },
    },
    run: ({ deps, actor, body, signal }) => completeQuery(deps, actor, body, signal),
  }),
];
