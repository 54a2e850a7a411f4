import { z } from 'zod';
import { rangeQuery } from '../../range.ts';
import { Int64, ResultError } from '../../types.ts';

const input = {
  query: z.string().optional().describe('A query in the query language; everything when left out.'),
  ...rangeQuery,
  source: z.string().optional().describe('`events` (logs and spans; the default), `logs`, `spans` or `metrics`.'),
  limit: Int64.min(1).optional().describe('Rows on a page, 100 when left out; more than 10 000 is taken as 10 000.'),
  with_children: z.boolean().optional().describe('Also return the whole subtrees of the matched spans.'),
  include_attributes: z.boolean().optional().describe('Add `attributes` and `resource` as the last two columns.'),
  cursor: z
    .string()
    .optional()
    .describe(
      'Where the next page begins: `cursor` of the page before, whose range goes on: no other range is looked at.',
    ),
  fields: z.string().optional().describe('Columns to return instead of the default ones, separated by commas.'),
};

export const EventsListQuery = z.strictObject(input);
export const EventsQuery = z.strictObject(input).meta({ id: 'EventsQuery' });
export type EventsInput = z.output<typeof EventsQuery>;

export const ExportQuery = z.strictObject({
  format: z
    .enum(['csv', 'jsonl', 'parquet'])
    .describe('CSV with a header line, a JSON object on each line, or Parquet.'),
  query: input.query,
  ...rangeQuery,
  source: input.source,
  fields: input.fields,
  include_attributes: input.include_attributes,
  limit: Int64.min(1).optional().describe('The most rows; 1 000 000 when left out, and at most.'),
});
export type ExportQuery = z.output<typeof ExportQuery>;

export const TailQuery = z.strictObject({
  query: z.string().optional().describe('A filter; everything when left out.'),
  source: input.source,
  fields: input.fields,
});
export type TailQuery = z.output<typeof TailQuery>;

const TraceTreeEntry = z
  .object({
    trace_id: z.string(),
    start_time: Int64.describe('Nanoseconds since 1970.'),
    duration: Int64.describe('Nanoseconds.'),
    root: z.string().describe('Span id of the root; the row’s id when it is a log record.'),
    children: z.record(z.string(), z.array(z.string())).describe('Node → its children, in the order of their start.'),
    trace_start_time: z.string().optional(),
  })
  .meta({ id: 'TraceTreeEntry' });

export const LogResult = z
  .object({
    logsData: z.array(z.array(z.json())).describe('Rows; `colIdxMap` says where each column is.'),
    cols: z.array(z.string()).describe('The columns that a list shows, in order.'),
    colIdxMap: z.record(z.string(), Int64).describe('Column → its place in a row.'),
    nextUrl: z
      .string()
      .describe(
        'The next page; empty on the last. Of a query too long for a URL all URLs are empty: go on with `cursor`.',
      ),
    resetLogsUrl: z.string().describe('The same query from now on, without a cursor.'),
    recentUrl: z
      .string()
      .describe(
        'The same query for what is newer than the newest row; of rows that are no events, such as those of metrics or of a projection, for what happened from the end of the range on. What comes late and is older is not in it: `/events/tail` tells of events as they arrive.',
      ),
    serviceColors: z.record(z.string(), z.string()),
    queryResultCount: Int64.describe('Rows that matched and are on this page.'),
    count: Int64.describe('Rows that match in the whole range: exact up to 10 000, at least that beyond.'),
    hasMore: z.boolean(),
    traces: z.array(TraceTreeEntry).describe('A tree for each root on the page, the newest first.'),
    cursor: z.string().optional(),
    error: ResultError,
  })
  .meta({ id: 'LogResult' });
