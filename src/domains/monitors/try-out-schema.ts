import { z } from 'zod';
import { Uuid } from '../types.ts';

export const MonitorTest = z
  .object({
    notifications: z
      .array(z.object({ id: Uuid, channel: z.enum(['email', 'chat', 'webhook', 'pager']), address: z.string() }))
      .describe('One for each target; GET /notifications tells what became of them.'),
  })
  .meta({ id: 'MonitorTest' });
export type MonitorTest = z.infer<typeof MonitorTest>;
