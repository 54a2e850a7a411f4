import { z } from 'zod';
import { readMetrics } from '../../domains/metrics/service.ts';
import { rangeQuery, readRange } from '../../domains/range.ts';
import { beginning } from '../../lib/beginning.ts';
import { openEnded } from '../../query/syntax/continued.ts';
import { failureOf } from '../event-line.ts';
import { rangeText } from '../text.ts';
import { readingTool } from '../tool.ts';
import { inFilter } from './filter.ts';

const Patterns = z.object({
  patterns: z.array(
    z.object({
      service: z.string(),
      operation: z.string(),
      exception: z.string(),
      pattern: z
        .string()
        .describe('Id of the log pattern, for get_log_pattern; empty for spans, and before it is learnt.'),
      count: z.number(),
      first_seen: z.string(),
      last_seen: z.string(),
      sample: z.string(),
      trace_id: z.string(),
    }),
  ),
  has_more: z.boolean().describe('Whether there are more kinds than `limit`.'),
  error: z.string().optional().describe('Why not all were found.'),
});

const sampleLengthMax = 300;

/** What goes wrong, grouped: one line for each kind of error. */
export const findErrorPatterns = readingTool({
  name: 'find_error_patterns',
  description:
    'Group the errors of a time range by service, operation, exception and kind of message: how many, since when, with a sample and a trace to look at. The first thing to ask when something is wrong.',
  input: z.strictObject({
    ...rangeQuery,
    filter: z.string().optional().describe('Only errors that also match this filter, such as service == "shop".'),
    limit: z.int().min(1).max(100).default(20),
  }),
  output: Patterns,
  run: async ({ deps, actor, input, signal }) => {
    const filter = openEnded(input.filter ?? '');
    const range = readRange(input, deps.now());
    const data = await readMetrics(
      deps,
      actor.projectId,
      {
        text: `${filter}\n| where errors == true | summarize n = count(), first = min(timestamp), last = max(timestamp), sample = take_any(body), thrown = take_any(attributes.exception.message), status = take_any(status_message), trace = take_any(trace_id) by service, name, exception = attributes.exception.type, pattern, shape = iff(kind == "log" and isempty(pattern), tostring(hashes), "") | top ${input.limit + 1} by n`,
        source: 'events',
        range,
        dataType: 'text',
        parameter: 'filter',
      },
      signal,
    ).catch(inFilter(filter));
    const column = (row: readonly string[], name: string) => {
      const cell = row[data.headers.indexOf(name)] ?? '';
      return cell === 'null' ? '' : cell;
    };
    const hasMore = data.data_text.length > input.limit;
    const patterns = data.data_text.slice(0, input.limit).map((row) => ({
      service: column(row, 'service'),
      operation: column(row, 'name'),
      exception: column(row, 'exception'),
      pattern: column(row, 'pattern'),
      count: Number(column(row, 'n')),
      first_seen: column(row, 'first'),
      last_seen: column(row, 'last'),
      sample: beginning(
        column(row, 'sample') || (failureOf([column(row, 'thrown')], column(row, 'status')) ?? ''),
        sampleLengthMax,
      ),
      trace_id: column(row, 'trace'),
    }));
    const lines = patterns.map(
      (one) =>
        `${one.count} × ${one.service} ${one.operation} ${one.exception} (${one.first_seen} to ${one.last_seen}): ${one.sample}${one.pattern === '' ? '' : ` pattern=${one.pattern}`}${one.trace_id === '' ? '' : ` trace=${one.trace_id}`}`,
    );
    // Of a slip in the rest of the query its caller can mend nothing.
    const hint = filter === '' ? undefined : data.hint;
    const error = data.error ?? hint;
    return {
      value: { patterns, has_more: hasMore, ...(error === undefined ? {} : { error }) },
      text:
        data.error ??
        (lines.length === 0
          ? `No errors ${rangeText(range)}.${hint === undefined ? '' : ` ${hint}`}`
          : `${lines.join('\n')}${hasMore ? '\nThere are rarer kinds: a higher limit or a filter shows them.' : ''}\nLook closer with explain_trace or search_events.`),
    };
  },
});
