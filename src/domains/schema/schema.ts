import { z } from 'zod';

export const FieldInfo = z
  .object({
    field_type: z
      .string()
      .describe(
        '`string`, `long`, `real`, `bool`, `datetime`, `dynamic` …; several joined by `|` when senders disagree.',
      ),
    description: z.string(),
    examples: z.array(z.string()).optional().describe('Up to 5 values that were sent.'),
  })
  .meta({ id: 'FieldInfo' });
export type FieldInfo = z.infer<typeof FieldInfo>;

export const Schema = z.object({ fields: z.record(z.string(), FieldInfo) }).meta({ id: 'Schema' });
export type Schema = z.infer<typeof Schema>;
