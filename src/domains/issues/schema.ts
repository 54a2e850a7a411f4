import { z } from 'zod';
import { BulkId, bulkBody, bulkResult } from '../bulk.ts';
import { pageOf, pageQuery } from '../page.ts';
import { Int64, Severity, UtcTime, Uuid } from '../types.ts';

const serviceLengthMax = 300;

const issueTypes = [
  'runtime_exception',
  'query_alert',
  'log_pattern',
  'log_pattern_rate_change',
  'new_endpoint',
  'endpoint_errors',
] as const;
export type IssueType = (typeof issueTypes)[number];

const IssueStatus = z.enum(['open', 'acknowledged', 'archived']);

export const IssueSummary = z
  .object({
    id: Uuid,
    seq: Int64.describe('Counts from 1 in each project: what people call it.'),
    project_id: Uuid,
    type: z.enum(issueTypes),
    title: z.string(),
    severity: Severity,
    critical: z.boolean(),
    service: z.string().optional(),
    status: IssueStatus.describe('`archived` comes before `acknowledged`.'),
    acknowledged: z.boolean(),
    acknowledged_until: UtcTime.optional().describe('When it opens again by itself.'),
    archived: z.boolean(),
    occurrences: Int64,
    affected_traces: Int64,
    first_seen: UtcTime,
    last_seen: UtcTime.describe('The issue is deleted 395 days later, unless it is acknowledged and not archived.'),
    created_at: UtcTime,
    updated_at: UtcTime,
  })
  .meta({ id: 'IssueSummary' });
export type IssueSummary = z.infer<typeof IssueSummary>;

const IssueEvent = z
  .object({
    event_id: Uuid,
    timestamp: z.string().describe('With nanoseconds, as `GET /events/{event_id}/time/{timestamp}` takes it.'),
    trace_id: z.string().optional(),
    span_id: z.string().optional(),
    service: z.string().optional(),
    message: z.string().optional(),
  })
  .meta({ id: 'IssueEvent' });

const IssueActivityKind = z.enum([
  'created',
  'regressed',
  'acknowledged',
  'unacknowledged',
  'archived',
  'unarchived',
  'reopened',
  'resolved',
]);
export type IssueActivityKind = z.infer<typeof IssueActivityKind>;

const IssueActivity = z
  .object({
    id: Uuid,
    kind: IssueActivityKind,
    at: UtcTime,
    key_id: Uuid.optional().describe('The API key of whoever did it; left out when it happened by itself.'),
    detail: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'IssueActivity' });

export const Issue = z
  .object({
    summary: IssueSummary,
    data: z.record(z.string(), z.unknown()).describe('What its type has to say beside.'),
    recommended_action: z.string(),
    events: z.array(IssueEvent).describe('Some of its events, the newest first.'),
    activity: z.array(IssueActivity).describe('What happened to it, the newest first.'),
  })
  .meta({ id: 'Issue' });
export type Issue = z.infer<typeof Issue>;

export const IssueList = z.strictObject({
  ...pageQuery(),
  status: z
    .enum([...IssueStatus.options, 'all'])
    .default('open')
    .describe('`open`: neither acknowledged nor archived.'),
  type: z
    .string()
    .regex(/^[a-z_]{1,64}$/, 'must be a type of issues, such as runtime_exception')
    .optional()
    .describe(`Only of this type: ${issueTypes.map((type) => `\`${type}\``).join(', ')}.`),
  service: z.string().min(1).max(serviceLengthMax).optional().describe('Only of this service.'),
});
export type IssueList = z.infer<typeof IssueList>;

export const IssuePage = pageOf(IssueSummary, 'IssuePage');

export const IssueAcknowledge = z.strictObject({
  duration_minutes: Int64.min(1)
    .optional()
    .describe('It opens again by itself after so long; not before it is taken back when left out.'),
});

export const IssueBulk = bulkBody({
  name: 'IssueBulk',
  actions: ['acknowledge', 'ack', 'unacknowledge', 'unack', 'archive', 'unarchive'],
  id: BulkId,
  timed: ['acknowledge', 'ack'],
});
export type IssueBulk = z.infer<typeof IssueBulk>;

export const IssueBulkResult = bulkResult({ name: 'IssueBulkResult', id: BulkId });
