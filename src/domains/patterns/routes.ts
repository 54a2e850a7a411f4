import { z } from 'zod';
import { route } from '../../http/route.ts';
import { examplePage } from '../page.ts';
import { Int64 } from '../types.ts';
import { LogPatternBulk, LogPatternBulkResult, LogPatternFull, LogPatternList, LogPatternPage } from './schema.ts';
import { acknowledgePattern, bulkPatterns, getPattern, listPatterns } from './service.ts';

const tag = 'Log patterns';
/** No id has more digits than a number holds exactly. */
const params = z.object({ pattern_id: Int64.refine(Number.isSafeInteger) });

const summary = {
  id: 4711,
  project_id: '0198c0de-0000-7000-8000-0000000000a1',
  pattern_hash: '9f86d081884c7d65',
  source_field: 'body',
  state: 'new',
  occurrence_count: 1200,
  first_seen_at: '2026-01-30T08:00:00Z',
  last_seen_at: '2026-01-31T12:00:00Z',
  is_error: true,
  log_level: 'ERROR',
  service_name: 'shop',
} as const;
const texts = {
  log_pattern: 'connection to <*> refused after <*>',
  sample_message: 'connection to db-3:5432 refused after 30s',
};
const example = { params: { pattern_id: summary.id }, result: { summary, ...texts } };

export const patternRoutes = [
  route({
    method: 'GET',
    url: '/log_patterns',
    operation: 'list_log_patterns',
    tag,
    permission: 'view',
    summary: 'List log patterns: what kinds of lines there are, the newest kind first',
    description:
      'Which are the most in a time range a query says: `isnotempty(pattern) | summarize count() by pattern | top 20 by count_`, whose `pattern` is the `id` here.',
    query: LogPatternList,
    result: LogPatternPage,
    errors: ['invalid_parameter'],
    example: {
      query: { state: 'new', service: 'shop' },
      result: { ...examplePage({ ...summary, ...texts }), unassigned_services: ['exporter'] },
    },
    run: ({ deps, actor, query, signal }) => listPatterns(deps, actor, query, signal),
  }),
  route({
    method: 'GET',
    url: '/log_patterns/{pattern_id}',
    operation: 'get_log_pattern',
    tag,
    permission: 'view',
    summary: 'Get a log pattern',
    description: 'The id of a pattern that became part of another one leads to that one.',
    params,
    result: LogPatternFull,
    errors: ['not_found'],
    example,
    run: ({ deps, actor, params, signal }) => getPattern(deps, actor, params.pattern_id, signal),
  }),
  route({
    method: 'POST',
    url: '/log_patterns/{pattern_id}/ack',
    operation: 'acknowledge_log_pattern',
    tag,
    permission: 'edit',
    summary: 'Acknowledge a log pattern: it is known',
    repeatable: true,
    params,
    result: LogPatternFull,
    errors: ['not_found', 'conflict'],
    example: { ...example, result: { ...example.result, summary: { ...summary, state: 'acknowledged' } } },
    run: ({ deps, actor, params, signal }) => acknowledgePattern(deps, actor, params.pattern_id, signal),
  }),
  route({
    method: 'POST',
    url: '/log_patterns/bulk',
    operation: 'bulk_log_patterns',
    tag,
    permission: 'edit',
    summary: 'Acknowledge, ignore or reopen many log patterns; each id succeeds or fails on its own',
    description: 'No more issues are made of one that is ignored; its lines are kept and found as before.',
    repeatable: true,
    body: LogPatternBulk,
    result: LogPatternBulkResult,
    errors: ['invalid_body'],
    example: { body: { action: 'ignore', ids: [summary.id] }, result: { succeeded: [summary.id], failed: [] } },
    run: ({ deps, actor, body }) => bulkPatterns(deps, actor, body),
  }),
];
