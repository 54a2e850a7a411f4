import { z } from 'zod';
import { rangeQuery } from '../range.ts';
import { Int64 } from '../types.ts';

const fieldLengthMax = 300;

export const FacetsQuery = z.strictObject({
  ...rangeQuery,
  field: z
    .string()
    .min(1)
    .max(fieldLengthMax)
    .optional()
    .describe('Exactly this field, any attribute included; the well-known ones when left out.'),
  query: z.string().optional().describe('Count only what matches this filter.'),
  source: z.string().optional().describe('`events` (the default), `logs` or `spans`.'),
});
export type FacetsQuery = z.output<typeof FacetsQuery>;

export const Facets = z
  .record(z.string(), z.array(z.object({ value: z.string(), count: Int64 })))
  .meta({ id: 'Facets', description: 'Field → its 50 most frequent values in the range, the most frequent first.' });
export type Facets = z.infer<typeof Facets>;
