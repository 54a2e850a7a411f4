import { z } from 'zod';
import { pageOf, pageQuery } from '../page.ts';
import { Int64, UtcTime, Uuid } from '../types.ts';

const textLengthMax = 300;
export const endpointsPerPageMax = 100;

export const Endpoint = z
  .object({
    id: Uuid,
    project_id: Uuid,
    hash: z.string().describe('What the field `hashes` of its spans has: `hashes has "…"` finds them.'),
    method: z.string(),
    path: z.string().describe('The route, or the path with `{uuid}` and `{param}` for what varies.'),
    host: z.string().optional(),
    service: z.string().optional(),
    outgoing: z.boolean().describe('The service calls it; otherwise it answers.'),
    events_24h: Int64,
    errors_24h: Int64,
    p95_24h: Int64.describe('Nanoseconds; 0 while there were no calls.'),
    first_seen: UtcTime,
    last_seen: UtcTime.describe(
      'The newest call of the last week; where there is none, when one last came. 90 days after one last came the endpoint is deleted, unless it is archived.',
    ),
    archived: z.boolean(),
    activity_24h: z.array(Int64).describe('Calls in each of the last 24 hours, the oldest first.'),
    activity_7d: z.array(Int64).describe('Calls in each of the last 7 times 24 hours, the oldest first.'),
  })
  .meta({ id: 'Endpoint' });
export type Endpoint = z.infer<typeof Endpoint>;

export const EndpointList = z.strictObject({
  ...pageQuery(endpointsPerPageMax),
  search: z.string().max(textLengthMax).optional().describe('A part of method, path or host, in any case.'),
  outgoing: z.boolean().default(false).describe('Those that services call, rather than those that they answer.'),
  archived: z.boolean().default(false).describe('The archived ones, rather than the others.'),
  service: z.string().min(1).max(textLengthMax).optional().describe('Only of this service.'),
});
export type EndpointList = z.infer<typeof EndpointList>;

export const EndpointPage = pageOf(Endpoint, 'EndpointPage');
