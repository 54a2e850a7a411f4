import { z } from 'zod';
import { UtcTime, UtcTimeInput, Uuid } from '../types.ts';
import { rangeQuery } from '../range.ts';

export const IngestStatsQuery = z.strictObject(rangeQuery);
export type IngestStatsQuery = z.infer<typeof IngestStatsQuery>;

const count = z.int().min(0);
const byReason = z.record(z.string(), count);

export const IngestMinute = z
  .object({
    minute: UtcTime,
    signal: z.enum(['logs', 'traces', 'metrics', 'replays']),
    accepted: count.describe('Records taken: log records, spans, data points, replay events.'),
    duplicates: count.describe('Records of requests that had been stored before: a sender tried again.'),
    rejected: byReason.describe('Records left out, by reason; the sender was told.'),
    adjusted: byReason.describe(
      'What was changed on the way, by kind: values cut, attributes dropped, timestamps replaced.',
    ),
    refused: byReason.describe('Requests not taken at all, by reason.'),
    stored: count.describe('Rows in the store that arrived in this minute.'),
    bytes: count.describe('Bytes received, after decompression.'),
    lag_ms_mean: z.number().describe('From arrival to durable, mean over the records.'),
    lag_ms_max: z.number().describe('The longest of them.'),
  })
  .meta({ id: 'IngestMinute' });
export type IngestMinute = z.infer<typeof IngestMinute>;

export const IngestStats = z.object({ minutes: z.array(IngestMinute) }).meta({ id: 'IngestStats' });
export type IngestStats = z.infer<typeof IngestStats>;

/** A post of a recorder. */
export const replayPostBytesMax = 10_000_000;

export const ReplayPost = z
  .strictObject({
    events: z.json().describe('The recorder’s events: an array.'),
    sessionId: Uuid,
    timestamp: UtcTimeInput,
    userEmail: z.string().optional(),
    userId: z.string().optional(),
    userName: z.string().optional(),
  })
  .meta({ id: 'ReplayPost' });

export const ReplayPosted = z
  .object({
    sessionId: z.string(),
    status: z.literal('ok'),
    events: count.describe('How many are stored.'),
    rejected: count.optional().describe('How many are not: a recording older than the retention of its project.'),
    messages: z.array(z.string()).optional().describe('Why, in words.'),
  })
  .meta({ id: 'ReplayPosted' });
export type ReplayPosted = z.infer<typeof ReplayPosted>;

export const JsonRecords = z
  .array(z.record(z.string(), z.json()))
  .describe(
    'Records with the usual names for time, level, message, service, trace ids and exception, in any spelling ' +
      '(`traceId`, `trace_id`); all else is an attribute.',
  )
  .meta({ id: 'JsonRecords' });

export const JsonIngested = z
  .object({
    accepted: count,
    rejected: count,
    reasons: byReason.describe('How many were rejected for what.'),
    messages: z.array(z.string()).describe('The first of the reasons, in words.'),
  })
  .meta({ id: 'JsonIngested' });
export type JsonIngested = z.infer<typeof JsonIngested>;
