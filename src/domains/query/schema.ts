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

const textLengthMax = 65_536;

export const CompleteInput = z
  .strictObject({
    text: z.string().max(textLengthMax).describe('The query as it stands, however unfinished.'),
    offset: Int64.min(0).describe('Where the caret is, in UTF-16 units from the start.'),
    source: z.string().optional().describe('`events` (the default), `logs`, `spans` or `metrics`.'),
  })
  .meta({ id: 'CompleteInput' });
export type CompleteInput = z.output<typeof CompleteInput>;

const Span = { start: z.int(), end: z.int() };

export const QueryCompleted = z
  .object({
    from: z.int().describe('What stands from here to `to` is replaced by what is chosen.'),
    to: z.int(),
    items: z.array(z.object({ label: z.string(), insert: z.string(), kind: z.string(), detail: z.string() })),
    hover: z
      .object({ ...Span, title: z.string(), text: z.string() })
      .nullable()
      .describe('What the word at the caret means.'),
    tokens: z
      .array(z.object({ ...Span, kind: z.string() }))
      .describe('Every piece of the text with what it is, for colours.'),
    diagnostics: z.array(
      z.object({
        ...Span,
        code: z.string(),
        severity: z.enum(['error', 'warning', 'hint']),
        message: z.string(),
        fixes: z.array(z.object({ title: z.string(), edits: z.array(z.object({ ...Span, text: z.string() })) })),
      }),
    ),
  })
  .meta({ id: 'QueryCompleted' });
export type QueryCompleted = z.infer<typeof QueryCompleted>;
