import { z } from 'zod';
import { rangeQuery } from '../range.ts';
import { Int64 } from '../types.ts';

export const ExplainQuery = z.strictObject({
  query: z.string().optional().describe('The query to explain; a bare list when left out.'),
  ...rangeQuery,
  source: z.string().optional().describe('`events` (the default), `logs`, `spans` or `metrics`.'),
});
export type ExplainQuery = z.output<typeof ExplainQuery>;

export const QueryExplained = z
  .object({
    sql: z
      .string()
      .describe('What the store is asked, with the values written out: it can be pasted into a ClickHouse client.'),
    shape: z.enum(['rows', 'table', 'series']),
    columns: z.array(
      z.object({
        name: z.string(),
        type: z.string(),
        role: z.enum(['time', 'series', 'value', 'plain']),
        unit: z.string().optional(),
      }),
    ),
    tables: z.array(z.string()),
    fields: z.array(z.string()),
    functions: z.array(z.string()),
    warnings: z.array(z.object({ message: z.string(), line: z.int(), column: z.int(), length: z.int() })),
    from: Int64.describe('Start of the range that is read, epoch ms.'),
    to: Int64.describe('End of the range that is read, epoch ms.'),
    estimate: z
      .object({ rows: Int64, parts: Int64, granules: Int64 })
      .describe('What the store would read, by its indexes.'),
  })
  .meta({ id: 'QueryExplained' });
export type QueryExplained = z.infer<typeof QueryExplained>;
