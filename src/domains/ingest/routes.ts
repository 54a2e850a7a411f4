import { doorRoute, route } from '../../http/route.ts';
import { IngestStats, IngestStatsQuery, JsonIngested, JsonRecords, ReplayPost, ReplayPosted } from './schema.ts';
import { ingestStats } from './service.ts';

const tag = 'Ingest';

export const ingestRoutes = [
  doorRoute({
    url: '/ingest/json',
    operation: 'ingest_json',
    tag,
    summary: 'Send log records as JSON: an array, or objects one after another',
    description:
      'For shippers that speak neither OTLP nor remote write. Answered when the records are durable; the same body sent ' +
      'again within fifteen minutes is stored once. gzip and deflate are understood. An object around a list of records, ' +
      '`logEvents`, `records`, `Records`, `logs` or `events`, is those records, each with what stands beside the list ' +
      '(subscriptions of CloudWatch, CloudTrail, diagnostics of Azure): where it has no time, level, message, number, ' +
      'exception or trace of its own, and they have a time or a message. So are the requests of Amazon Data Firehose, ' +
      'with gzip in their data or without, and those that are made for Loki. A stream of Firehose delivers to ' +
      '`/ingest/firehose`, with an API key as its access key, and is answered as it expects; its common attributes ' +
      '(`X-Amz-Firehose-Common-Attributes`) stand beside each of its records. A bulk request of Elasticsearch that ' +
      'only indexes and creates is its documents. JSON in the text of a record that has neither level nor trace nor ' +
      'exception of its own, such as a line of a container’s log, is read like a record, beside which what carried it ' +
      'stands. A request of OTLP is refused, with the path that it belongs to.',
    body: JsonRecords,
    consumes: ['application/x-ndjson'],
    result: JsonIngested,
    errors: ['invalid_body'],
    example: {
      body: [
        { time: '2026-01-31T12:00:00.123Z', level: 'error', message: 'payment failed', service: 'checkout', order: 7 },
      ],
      result: { accepted: 1, rejected: 0, reasons: {}, messages: [] },
    },
  }),
  doorRoute({
    url: '/prom/write',
    operation: 'prometheus_remote_write',
    tag,
    summary: 'Send metrics by Prometheus remote write 1.0',
    description: 'The body is a WriteRequest in protobuf, compressed with snappy. Also at `/write`.',
    consumes: ['application/x-protobuf'],
    result: 'none',
    success: 204,
    errors: ['invalid_body', 'unsupported_media_type'],
    example: {},
  }),
  doorRoute({
    url: '/rrweb',
    operation: 'post_replay',
    tag: 'Session replay',
    summary: 'Send a piece of a session recording',
    description: 'Up to 10 MB after decompression. The same piece again is the same piece.',
    body: ReplayPost,
    result: ReplayPosted,
    errors: ['invalid_body'],
    example: {
      body: {
        sessionId: '0198c0de-0000-7000-8000-0000000000ff',
        timestamp: '2026-01-31T12:00:00Z',
        userEmail: 'ada@example.com',
        events: [{ type: 4, data: { href: 'https://shop.example/' }, timestamp: 1_769_860_800_000 }],
      },
      result: { sessionId: '0198c0de-0000-7000-8000-0000000000ff', status: 'ok', events: 1 },
    },
  }),
  route({
    method: 'GET',
    url: '/ingest/stats',
    operation: 'get_ingest_stats',
    tag,
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
