import { z } from 'zod';
import { listEvents } from '../../domains/events/list/list.ts';
import { rangeQuery, readRange } from '../../domains/range.ts';
import { ApiError } from '../../errors.ts';
import { beginning } from '../../lib/beginning.ts';
import { countedMax } from '../../query/derive.ts';
import { eventLine, failureOf } from '../event-line.ts';
import { rangeText } from '../text.ts';
import { readingTool } from '../tool.ts';

const languageHelp = `The query is a filter, optionally followed by pipes:
  level == "ERROR" and body has "timeout"
  service == "shop" and duration > 500ms
  attributes.http.response.status_code >= 500
  name contains "checkout" | where errors
Words match whole tokens with has, parts with contains; == is exact; and, or, not; in ("a", "b"); isnotempty(x).
Fields: timestamp, level, body, service, name, kind, duration, status_code, trace_id, errors, attributes.<key>, resource.<key>.
For numbers over many events use get_metrics with summarize instead.`;

const Found = z.object({
  events: z.array(
    z.object({
      id: z.string(),
      timestamp: z.string(),
      level: z.string().nullable(),
      service: z.string().nullable(),
      name: z.string().nullable(),
      body: z.string().nullable(),
      duration_ms: z.number().nullable(),
      errors: z.boolean(),
      failure: z.string().nullable().describe('The exception, or what the span says about its outcome.'),
      trace_id: z.string().nullable(),
    }),
  ),
  count: z.int().describe('Matching events in the range: exact up to 10 000.'),
  cursor: z.string().optional().describe('Give it back for the next page.'),
  error: z.string().optional().describe('Why not all were found.'),
});

const cellLengthMax = 500;
/** Asked for by the tool, so nothing that its caller could mend. */
const fields =
  'id,timestamp,level,service,span_name,body,duration,trace_id,errors,attributes.exception.type,attributes.exception.message,status_message';

function inOwnWords(error: unknown): never {
  if (!(error instanceof ApiError) || error.context.parameter !== 'fields') throw error;
  throw new ApiError('invalid_query', {
    parameter: 'query',
    message: 'search_events lists events; for a query that summarizes or projects use get_metrics or query_events.',
    cause: error,
  });
}

/** A list for a model: the few columns that tell a story, one event a line. */
export const searchEvents = readingTool({
  name: 'search_events',
  description: `Search log records and spans, newest first. Start here.\n${languageHelp}\nTo look closer: explain_trace with a trace_id, event_context with an id and timestamp.`,
  input: z.strictObject({
    query: z.string().optional().describe('A filter; everything when left out.'),
    ...rangeQuery,
    limit: z.int().min(1).max(200).default(20),
    cursor: z.string().optional().describe('Of the page before, with the same query and range as there.'),
  }),
  output: Found,
  run: async ({ deps, actor, input, signal }) => {
    const { text } = await listEvents(deps, actor, { ...input, fields }, signal).catch(inOwnWords);
    const page = JSON.parse(text.join('')) as {
      logsData: Cell[][];
      count: number;
      cursor?: string;
      error?: string;
    };
    const events = page.logsData.map(
      ([id, timestamp, level, service, name, body, duration, trace, errors, ...why]) => ({
        id: textOf(id) ?? '',
        timestamp: textOf(timestamp) ?? '',
        level: textOf(level),
        service: textOf(service),
        name: textOf(name),
        body: textOf(body),
        // A log record has none, nor has a row to which the query gave something else by this name.
        duration_ms: typeof duration === 'number' ? duration / 1e6 : null,
        errors: errors === true,
        failure: failureOf([textOf(why[0]), textOf(why[1])], textOf(why[2])),
        trace_id: textOf(trace),
      }),
    );
    // A cursor has its own.
    const range = input.cursor === undefined ? ` ${rangeText(readRange(input, deps.now()))}` : '';
    const more =
      page.cursor === undefined ? '' : `\nThere are more: call again with the same arguments and cursor=${page.cursor}`;
    return {
      value: {
        events,
        count: page.count,
        ...(page.cursor === undefined ? {} : { cursor: page.cursor }),
        ...(page.error === undefined ? {} : { error: page.error }),
      },
      text: `${page.count < countedMax ? '' : 'At least '}${page.count} match${range}, ${events.length} shown.${page.error === undefined ? '' : ` ${page.error}`}\n${events.map(eventLine).join('\n')}${more}`,
    };
  },
});

type Cell = string | number | boolean | null | object;

function textOf(cell: Cell | undefined): string | null {
  if (cell === null || cell === undefined || cell === '') return null;
  return beginning(typeof cell === 'object' ? JSON.stringify(cell) : String(cell), cellLengthMax);
}
