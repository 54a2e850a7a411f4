import { z } from 'zod';
import { rangeQuery } from '../range.ts';
import { Int64 } from '../types.ts';

export const ServiceMapQuery = z.strictObject(rangeQuery);
export type ServiceMapQuery = z.infer<typeof ServiceMapQuery>;

const Kind = z.enum(['service', 'db', 'messaging', 'external']);

const measures = {
  count: Int64,
  errors: Int64,
  p95: Int64.describe('Nanoseconds.'),
};

export const ServiceMap = z
  .object({
    from: Int64.describe('Epoch milliseconds, to the whole minute.'),
    to: Int64.describe('Epoch milliseconds, to the whole minute.'),
    nodes: z
      .array(z.object({ id: z.string().describe('Kind and name.'), name: z.string(), kind: Kind, ...measures }))
      .describe('Services with their spans; what they call that sends no spans, with the calls to it.'),
    edges: z.array(
      z.object({
        source: z.string().describe('Id of a node.'),
        target: z.string().describe('Id of a node.'),
        ...measures,
      }),
    ),
    serviceColors: z.record(z.string(), z.string()),
  })
  .meta({ id: 'ServiceMap' });
export type ServiceMap = z.infer<typeof ServiceMap>;
