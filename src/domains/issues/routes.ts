import { z } from 'zod';
import { route } from '../../http/route.ts';
import { examplePage } from '../page.ts';
import { Uuid } from '../types.ts';
import {
  Issue,
  IssueAcknowledge,
  IssueBulk,
  IssueBulkResult,
  IssueList,
  IssuePage,
  type Issue as IssueShown,
} from './schema.ts';
import { acknowledgeIssue, bulkIssues, getIssue, listIssues, setIssueArchived, unacknowledgeIssue } from './service.ts';

const tag = 'Issues';
const params = z.object({ issue_id: Uuid });
const at = '2026-01-31T12:00:00Z';

const summary: IssueShown['summary'] = {
  id: '0198c0de-0000-7000-8000-0000000000e1',
  seq: 42,
  project_id: '0198c0de-0000-7000-8000-0000000000a1',
  type: 'runtime_exception',
  title: 'TypeError: cannot read properties of undefined',
  severity: 'error',
  critical: false,
  service: 'shop',
  status: 'open',
  acknowledged: false,
  archived: false,
  occurrences: 17,
  affected_traces: 15,
  first_seen: at,
  last_seen: at,
  created_at: at,
  updated_at: at,
};
const issue: IssueShown = {
  summary,
  data: { exception_type: 'TypeError', culprit: 'checkout (src/cart.js)' },
  recommended_action: 'Look at checkout (src/cart.js), where it was thrown, and at the traces of its events.',
  events: [
    {
      event_id: '0198c0de-0000-7000-8000-0000000000b1',
      timestamp: '2026-01-31T11:59:59.123456789Z',
      trace_id: '5b8efff798038103d269b633813fc60c',
      service: 'shop',
      message: 'cannot read properties of undefined',
    },
  ],
  activity: [{ id: '0198c0de-0000-7000-8000-0000000000c1', kind: 'created', at, detail: {} }],
};
const example = { params: { issue_id: summary.id }, result: issue };

export const issueRoutes = [
  route({
    method: 'GET',
    url: '/issues',
    operation: 'list_issues',
    tag,
    permission: 'view',
    summary: 'List issues: exceptions, alerts, new error patterns, changed volumes, endpoints; the last seen first',
    query: IssueList,
    result: IssuePage,
    errors: ['invalid_parameter'],
    example: {
      query: { status: 'open', type: 'runtime_exception' },
      result: examplePage(summary),
    },
    run: ({ deps, actor, query }) => listIssues(deps, actor, query),
  }),
  route({
    method: 'GET',
    url: '/issues/{issue_id}',
    operation: 'get_issue',
    tag,
    permission: 'view',
    summary: 'Get an issue with its recent events and what happened to it',
    params,
    result: Issue,
    errors: ['not_found'],
    example,
    run: ({ deps, actor, params }) => getIssue(deps, actor, params.issue_id),
  }),
  route({
    method: 'POST',
    url: '/issues/{issue_id}/ack',
    operation: 'acknowledge_issue',
    tag,
    permission: 'edit',
    summary: 'Acknowledge an issue, for a while or until it is taken back',
    params,
    query: IssueAcknowledge,
    result: Issue,
    errors: ['invalid_parameter', 'not_found'],
    example: {
      ...example,
      query: { duration_minutes: 60 },
      result: {
        ...issue,
        summary: {
          ...summary,
          status: 'acknowledged',
          acknowledged: true,
          acknowledged_until: '2026-01-31T13:00:00Z',
        },
      },
    },
    run: ({ deps, actor, params, query }) => acknowledgeIssue(deps, actor, params.issue_id, query.duration_minutes),
  }),
  route({
    method: 'POST',
    url: '/issues/{issue_id}/unack',
    operation: 'unacknowledge_issue',
    tag,
    permission: 'edit',
    summary: 'Take back the acknowledgement of an issue',
    repeatable: true,
    params,
    result: Issue,
    errors: ['not_found'],
    example,
    run: ({ deps, actor, params }) => unacknowledgeIssue(deps, actor, params.issue_id),
  }),
  route({
    method: 'POST',
    url: '/issues/{issue_id}/archive',
    operation: 'archive_issue',
    tag,
    permission: 'edit',
    summary: 'Archive an issue; it comes back as a regression when it is seen again',
    repeatable: true,
    params,
    result: Issue,
    errors: ['not_found'],
    example: { ...example, result: { ...issue, summary: { ...summary, status: 'archived', archived: true } } },
    run: ({ deps, actor, params }) => setIssueArchived(deps, actor, params.issue_id, true),
  }),
  route({
    method: 'POST',
    url: '/issues/{issue_id}/unarchive',
    operation: 'unarchive_issue',
    tag,
    permission: 'edit',
    summary: 'Take an issue out of the archive',
    repeatable: true,
    params,
    result: Issue,
    errors: ['not_found'],
    example,
    run: ({ deps, actor, params }) => setIssueArchived(deps, actor, params.issue_id, false),
  }),
  route({
    method: 'POST',
    url: '/issues/bulk',
    operation: 'bulk_issues',
    tag,
    permission: 'edit',
    summary: 'Do one thing to many issues; each id succeeds or fails on its own',
    body: IssueBulk,
    result: IssueBulkResult,
    errors: ['invalid_body'],
    example: {
      body: { action: 'acknowledge', ids: [summary.id], duration_minutes: 60 },
      result: { succeeded: [summary.id], failed: [] },
    },
    run: ({ deps, actor, body }) => bulkIssues(deps, actor, body),
  }),
];
