import { z } from 'zod';
import { Int64, Uuid } from '../types.ts';

export const TraceId = z.string().regex(/^[0-9a-fA-F]{32}$/, 'must be 32 hexadecimal digits');

/** A record as it was sent: typed where every record has it, open where telemetry is. */
export const EventRecord = z
  .looseObject({
    id: Uuid,
    timestamp: z.string().describe('ISO with nanoseconds.'),
    kind: z.string().describe('`log`, or the kind of a span.'),
    start_time_ns: Int64,
    errors: z.boolean(),
    summary: z.array(z.string()),
    attributes: z.record(z.string(), z.json()),
    resource: z.record(z.string(), z.json()),
    events: z.array(z.json()),
    links: z.array(z.json()),
  })
  .meta({ id: 'EventRecord' });

const TraceLog = z
  .object({ id: Uuid, timestamp: z.string(), level: z.string(), body: z.string(), errors: z.boolean() })
  .meta({ id: 'TraceLog' });

const TraceSpan = z
  .object({
    id: Uuid,
    span_id: z.string(),
    parent_id: z.string(),
    name: z.string(),
    service: z.string(),
    kind: z.string(),
    timestamp: z.string(),
    start_time_ns: Int64,
    duration: Int64.describe('Nanoseconds.'),
    offset: Int64.describe(
      'Where it is drawn: nanoseconds after the start of the trace. A span that seems to have started before its parent, by a clock that is behind, is moved into it, and with it what its service did below it.',
    ),
    status_code: z.string(),
    status_message: z.string(),
    exception: z.string().describe('What it threw: type and message.'),
    errors: z.boolean(),
    session_id: z.string(),
    depth: z.int().describe('0 for a root.'),
    children: z.array(z.string()).describe('Span ids, in the order of their start.'),
    logs: z.array(TraceLog).describe('Log records written inside this span, in order.'),
  })
  .meta({ id: 'TraceSpan' });

export const Trace = z
  .object({
    trace_id: z.string(),
    start_time_ns: Int64,
    duration: Int64.describe(
      'Nanoseconds from the first start to the last end: of what clocks say, corrected as each `offset` is, unless truncated.',
    ),
    span_count: z.int(),
    log_count: z.int(),
    error_count: z.int(),
    services: z.array(z.string()),
    serviceColors: z.record(z.string(), z.string()),
    roots: z.array(z.string()).describe('Span ids; more than one when parents are missing.'),
    spans: z.array(TraceSpan).describe('Each before its children: ready to be drawn from top to bottom.'),
    orphan_logs: z.array(TraceLog).describe('Log records of the trace whose span is not there.'),
    truncated: z.boolean().describe('Whether the trace has more rows than are returned.'),
  })
  .meta({ id: 'Trace' });

const neighboursMax = 500;
const neighbours = z.int().min(0).max(neighboursMax).default(20);

export const ContextQuery = z.strictObject({
  timestamp: z.string().describe('When the event happened: its `timestamp`.'),
  scope: z
    .enum(['service', 'trace'])
    .default('service')
    .describe('Around it in the same service, or in the same trace.'),
  before: neighbours,
  after: neighbours,
});
export type ContextQuery = z.output<typeof ContextQuery>;

const ContextEvent = z
  .object({
    id: Uuid,
    timestamp: z.string(),
    kind: z.string(),
    service: z.string(),
    level: z.string(),
    name: z.string(),
    body: z.string(),
    duration: Int64,
    trace_id: z.string(),
    span_id: z.string(),
    errors: z.boolean(),
  })
  .meta({ id: 'ContextEvent' });

export const EventContext = z
  .object({ before: z.array(ContextEvent), event: EventRecord, after: z.array(ContextEvent) })
  .meta({ id: 'EventContext', description: 'An event and its neighbours, all in the order of time.' });
