import { z } from 'zod';
import { bulkBody, bulkResult } from '../bulk.ts';
import { pageOf, pageQuery } from '../page.ts';
import { Int64, UtcTime, Uuid } from '../types.ts';

const textLengthMax = 300;

export const LogPatternState = z.enum(['new', 'acknowledged', 'ignored']);
export type LogPatternState = z.infer<typeof LogPatternState>;

const summary = {
  id: Int64,
  project_id: Uuid,
  pattern_hash: z.string().describe('Of the first shape that it was made of, in hex.'),
  source_field: z.string().describe('The field whose text has the pattern.'),
  state: LogPatternState,
  occurrence_count: Int64.describe('Lines that are still stored.'),
  first_seen_at: UtcTime,
  last_seen_at: UtcTime,
  is_error: z.boolean().describe('At least half of the last day’s lines are errors.'),
  log_level: z.string().optional(),
  service_name: z.string().optional(),
};

export const LogPatternSummary = z.object(summary).meta({ id: 'LogPatternSummary' });
export type LogPatternSummary = z.infer<typeof LogPatternSummary>;

const texts = {
  log_pattern: z.string().describe('What all its lines share, `<*>` for what varies.'),
  sample_message: z.string().optional(),
};

export const LogPatternFull = z.object({ summary: LogPatternSummary, ...texts }).meta({ id: 'LogPatternFull' });
export type LogPatternFull = z.infer<typeof LogPatternFull>;

const LogPatternItem = z.object({ ...summary, ...texts }).meta({ id: 'LogPatternItem' });
export type LogPatternItem = z.infer<typeof LogPatternItem>;

export const LogPatternList = z.strictObject({
  ...pageQuery(),
  state: LogPatternState.optional(),
  service: z.string().min(1).max(textLengthMax).optional().describe('Only of this service.'),
  query: z.string().max(textLengthMax).optional().describe('Only those whose pattern or sample has this text.'),
});
export type LogPatternList = z.infer<typeof LogPatternList>;

export const LogPatternPage = pageOf(LogPatternItem, 'LogPatternItems')
  .extend({
    unassigned_services: z
      .array(z.string())
      .describe(
        'Services that sent more kinds of lines in this hour than are learnt: lines of theirs may have no pattern.',
      ),
  })
  .meta({ id: 'LogPatternPage' });
export type LogPatternPage = z.infer<typeof LogPatternPage>;

export const LogPatternBulk = bulkBody({
  name: 'LogPatternBulk',
  actions: ['acknowledge', 'ack', 'ignore', 'reopen'],
  id: Int64,
});
export type LogPatternBulk = z.infer<typeof LogPatternBulk>;

export const LogPatternBulkResult = bulkResult({ name: 'LogPatternBulkResult', id: Int64 });
