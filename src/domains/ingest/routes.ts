import { route } from '../../http/route.ts';
import { IngestStats, IngestStatsQuery } from './schema.ts';
import { ingestStats } from './service.ts';

export const ingestRoutes = [
  route({
    method: 'GET',
    url: '/ingest/stats',
    operation: 'get_ingest_stats',
    tag: 'Ingest',
    permission: 'view',
    summary: 'What was sent, taken, rejected and stored, by minute and signal',
    query: IngestStatsQuery,
    result: IngestStats,
    errors: ['invalid_parameter'],
    example: {
      query: { since: '1h' },
      result: {
        minutes: [
          {
            minute: '2026-01-31T12:00:00Z',
            signal: 'logs',
            accepted: 1_200,
            duplicates: 0,
            rejected: { too_old: 3 },
            adjusted: { value_cut: 1 },
            refused: {},
            stored: 1_200,
            bytes: 480_000,
            lag_ms_mean: 140.5,
            lag_ms_max: 310,
          },
        ],
      },
    },
    run: ({ deps, actor, query, signal }) => ingestStats(deps, actor, query, signal),
  }),
];
