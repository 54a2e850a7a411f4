import { z } from 'zod';
import { rangeQuery } from '../range.ts';
import { Int64, ResultError } from '../types.ts';

export const DataType = z.enum(['metric', 'json', 'float', 'text']);
export type DataType = z.infer<typeof DataType>;

export const MetricsQuery = z.strictObject({
  query: z
    .string()
    .optional()
    .describe(
      'A query that summarizes; a bare filter is counted over time. `spans | summarize p95(duration) by bin(timestamp, 5m), service`; `metrics | summarize count() by metric_name, metric_type` lists the metrics.',
    ),
  data_type: DataType.default('metric').describe(
    '`metric`: a time series table in `dataset`; `float`: one number; `json`, `text`: every row of the result.',
  ),
  ...rangeQuery,
  source: z.string().optional().describe('`events` (the default), `logs`, `spans` or `metrics`.'),
  compare: z
    .string()
    .optional()
    .describe('A duration such as `1d`: adds the same series of so long before, to the nearest whole bin.'),
});
export type MetricsQuery = z.output<typeof MetricsQuery>;

export const MetricsStats = z
  .object({
    min: z.number(),
    max: z.number(),
    sum: z.number(),
    count: Int64,
    mean: z.number(),
    mode: z.number().describe('The most frequent value; the smallest of those.'),
    max_group_sum: z.number().describe('The largest sum over the series at one timestamp.'),
  })
  .meta({ id: 'MetricsStats' });
export type MetricsStats = z.infer<typeof MetricsStats>;

export const MetricsData = z
  .object({
    dataset: z
      .array(z.array(z.number().nullable()))
      .describe('`[epoch ms, a value or null for each series]`, ascending, without holes.'),
    data_json: z
      .array(z.array(z.json()))
      .describe('Rows of a table: groups that the query does not sort come by time, else the largest first.'),
    data_text: z.array(z.array(z.string())),
    headers: z.array(z.string()).describe('`timestamp` and the series, or the columns of the table.'),
    rows_count: z.number(),
    data_float: z.number().optional(),
    error: ResultError,
    from: Int64.optional().describe('Start of the resolved range, epoch ms.'),
    to: Int64.optional().describe('End of the resolved range, epoch ms.'),
    rows_per_min: z.number().optional().describe('Events a minute over the range.'),
    stats: MetricsStats.optional(),
  })
  .meta({ id: 'MetricsData' });

/** The same on its way to the caller: cells of a table as the store printed them, exact to the last digit. */
export type MetricsAnswer = Omit<z.infer<typeof MetricsData>, 'data_json'> & {
  readonly data_json: readonly (readonly string[])[];
  /** Why nothing may have been found: told in `error`, and no failure to whoever made the query. */
  readonly hint?: string | undefined;
};
