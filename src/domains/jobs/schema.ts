import { z } from 'zod';
import { pageOf, pageQuery } from '../page.ts';
import { Int64, UtcTime } from '../types.ts';

export const ParkedJob = z
  .object({
    id: z.string(),
    name: z.string().describe('What was to be done: `monitors.check`.'),
    payload: z.record(z.string(), z.unknown()),
    attempts: Int64,
    reason: z.string().describe('Why the last attempt failed.'),
    created_at: UtcTime,
    parked_at: UtcTime,
  })
  .meta({ id: 'ParkedJob', description: 'A background job of the project that was given up after its last attempt.' });
export type ParkedJob = z.infer<typeof ParkedJob>;

export const ParkedJobList = z.strictObject(pageQuery());
export type ParkedJobList = z.infer<typeof ParkedJobList>;

export const ParkedJobPage = pageOf(ParkedJob, 'ParkedJobPage');
