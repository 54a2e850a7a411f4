import { z } from 'zod';
import { Content, json, route } from '../../http/route.ts';
import { Uuid } from '../types.ts';
import { exportEvents, exportTypes } from './export.ts';
import { EventsListQuery, EventsQuery, ExportQuery, LogResult, TailQuery } from './list/schema.ts';
import { listEvents } from './list/list.ts';
import { getContext, getEvent } from './one.ts';
import { ContextQuery, EventContext, EventRecord, Trace, TraceId } from './schema.ts';
import { tailEvents } from './tail.ts';
import { getTrace } from './trace.ts';

const tag = 'Events';

const record = {
  id: '0198c0de-0000-7000-8000-000000000001',
  timestamp: '2026-01-31T12:00:00.123456789Z',
  kind: 'server',
  start_time_ns: 1_769_860_800_123_456_768,
  duration: 1_500_000,
  trace_id: '5b8efff798038103d269b633813fc60c',
  span_id: 'eee19b7ec3c1b174',
  name: 'GET /orders/{id}',
  service: 'shop',
  errors: false,
  summary: ['method;badge-get⇒GET', 'span_name;neutral⇒GET /orders/{id}'],
  attributes: { 'http.request.method': 'GET', 'http.response.status_code': 200 },
  resource: { 'service.name': 'shop' },
  events: [],
  links: [],
};
const log = { id: record.id, timestamp: record.timestamp, level: 'INFO', body: 'order 7 placed', errors: false };

const page = {
  logsData: [[record.id, record.timestamp, 'shop', ['body;text⇒order 7 placed'], record.span_id]],
  cols: ['id', 'timestamp', 'service', 'summary', 'latency_breakdown'],
  colIdxMap: { id: 0, timestamp: 1, service: 2, summary: 3, latency_breakdown: 4 },
  nextUrl: '',
  resetLogsUrl: '/api/v1/events?query=level+%3D%3D+%22ERROR%22&since=1h',
  recentUrl: '/api/v1/events?query=level+%3D%3D+%22ERROR%22&since=1h&cursor=MTc2',
  serviceColors: { shop: '#1d91c0' },
  queryResultCount: 1,
  count: 1,
  hasMore: false,
  traces: [{ trace_id: record.trace_id, start_time: record.start_time_ns, duration: 0, root: record.id, children: {} }],
};
const listDescription =
  'Events come newest first and are paged by a cursor that neither repeats nor skips a row while others arrive. ' +
  'A query that summarizes or projects returns its own columns.';

export const eventRoutes = [
  route({
    method: 'GET',
    url: '/events',
    operation: 'list_events',
    tag,
    permission: 'view',
    summary: 'Search logs and spans, or run any query over them',
    description: listDescription,
    query: EventsListQuery,
    result: LogResult,
    errors: ['invalid_parameter', 'invalid_query', 'unknown_field'],
    example: { query: { query: 'level == "ERROR"', since: '1h', limit: 100 }, result: page },
    run: async ({ deps, actor, query, signal }) =>
      new Content(json, (await listEvents(deps, actor, query, signal)).text),
  }),
  route({
    method: 'POST',
    url: '/events/query',
    operation: 'query_events',
    tag,
    permission: 'view',
    effect: 'read',
    summary: 'The same as GET /events, for queries too long for a URL',
    description: listDescription,
    body: EventsQuery,
    result: LogResult,
    errors: ['invalid_body', 'invalid_query', 'unknown_field'],
    example: { body: { query: 'level == "ERROR" and body has "timeout"', since: '1h' }, result: page },
    run: async ({ deps, actor, body, signal }) => new Content(json, (await listEvents(deps, actor, body, signal)).text),
  }),
  route({
    method: 'GET',
    url: '/events/export',
    operation: 'export_events',
    tag,
    permission: 'view',
    summary: 'Download the rows of a query as CSV, JSON lines or Parquet',
    description:
      'Streamed as the store reads it, at most 1 000 000 rows: `X-Export-Rows` says how many matched just before, so that events which arrive meanwhile may make it a few more or less, `X-Export-Cut` whether more matched than an export has. ' +
      'An answer that ends early was broken off. In CSV, text that a spreadsheet would run as a formula begins with an apostrophe.',
    query: ExportQuery,
    result: 'none',
    produces: Object.values(exportTypes).map((type) => type.split(';', 1)[0] ?? type),
    headers: {
      'X-Export-Rows': 'How many rows follow, as counted just before.',
      'X-Export-Cut': '`true` when more matched than follow.',
    },
    errors: ['invalid_parameter', 'invalid_query', 'unknown_field'],
    example: { query: { format: 'csv', query: 'level == "ERROR"', since: '1d' } },
    run: async ({ deps, actor, query, signal }) => {
      const { stream, rows, isCut } = await exportEvents(deps, actor, query, signal);
      return new Content(exportTypes[query.format], stream, {
        'X-Export-Rows': String(rows),
        'X-Export-Cut': String(isCut),
        'Content-Disposition': `attachment; filename="events.${query.format}"`,
      });
    },
  }),
  route({
    method: 'GET',
    url: '/events/tail',
    operation: 'tail_events',
    tag,
    permission: 'view',
    summary: 'Follow events as they arrive, as server-sent events',
    description:
      'Each message is one event as a JSON object, a few seconds after it was stored. A client that comes back with `Last-Event-ID` goes on where it was; what came last may come again, with the same `id`. ' +
      'An event that happened more than an hour before it arrived, or that the store took more than ten seconds to take in, is not told of: GET /events finds it, by its time. ' +
      'At most 10 at a time for a project.',
    query: TailQuery,
    result: 'none',
    produces: ['text/event-stream'],
    errors: ['invalid_parameter', 'invalid_query', 'unknown_field'],
    example: { query: { query: 'level == "ERROR"' } },
    run: async ({ deps, actor, query, signal, lastEventId }) =>
      new Content('text/event-stream; charset=utf-8', await tailEvents(deps, actor, query, signal, lastEventId), {
        'X-Accel-Buffering': 'no',
        // Compression would hold back what is small, and tails are.
        'Content-Encoding': 'identity',
      }),
  }),
  route({
    method: 'GET',
    url: '/events/{event_id}/time/{timestamp}',
    operation: 'get_event',
    tag,
    permission: 'view',
    summary: 'Get one event, whole, as it was sent',
    description:
      'The time finds it: to the second, or exactly when it has a fraction. Both are in every list of events.',
    params: z.object({ event_id: Uuid, timestamp: z.string() }),
    result: EventRecord,
    errors: ['not_found'],
    example: { params: { event_id: record.id, timestamp: record.timestamp }, result: record },
    run: async ({ deps, actor, params, signal }) =>
      new Content(json, await getEvent(deps, actor, params.event_id, params.timestamp, signal)),
  }),
  route({
    method: 'GET',
    url: '/events/{event_id}/context',
    operation: 'get_event_context',
    tag,
    permission: 'view',
    summary: 'Get the events around one, of the same service or the same trace',
    params: z.object({ event_id: Uuid }),
    query: ContextQuery,
    result: EventContext,
    errors: ['not_found', 'invalid_parameter'],
    example: {
      params: { event_id: record.id },
      query: { timestamp: record.timestamp, before: 5, after: 5 },
      result: {
        before: [
          {
            ...log,
            kind: 'log',
            service: 'shop',
            name: '',
            duration: 0,
            trace_id: record.trace_id,
            span_id: record.span_id,
          },
        ],
        event: record,
        after: [],
      },
    },
    run: async ({ deps, actor, params, query, signal }) =>
      new Content(json, await getContext(deps, actor, params.event_id, query, signal)),
  }),
  route({
    method: 'GET',
    url: '/traces/{trace_id}',
    operation: 'get_trace',
    tag,
    permission: 'view',
    summary: 'Get a whole trace as a tree, with its logs and errors',
    params: z.object({ trace_id: TraceId }),
    result: Trace,
    errors: ['not_found'],
    example: {
      params: { trace_id: record.trace_id },
      result: {
        trace_id: record.trace_id,
        start_time_ns: record.start_time_ns,
        duration: record.duration,
        span_count: 1,
        log_count: 1,
        error_count: 0,
        services: ['shop'],
        serviceColors: { shop: '#1d91c0' },
        roots: [record.span_id],
        spans: [
          {
            id: record.id,
            span_id: record.span_id,
            parent_id: '',
            name: record.name,
            service: 'shop',
            kind: 'server',
            timestamp: record.timestamp,
            start_time_ns: record.start_time_ns,
            duration: record.duration,
            offset: 0,
            status_code: 'OK',
            status_message: '',
            exception: '',
            errors: false,
            session_id: '',
            depth: 0,
            children: [],
            logs: [log],
          },
        ],
        orphan_logs: [],
        truncated: false,
      },
    },
    run: async ({ deps, actor, params, signal }) =>
      new Content(json, await getTrace(deps, actor, params.trace_id, signal)),
  }),
];
