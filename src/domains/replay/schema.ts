import { z } from 'zod';
import { rangeQuery } from '../range.ts';
import { Int64, UtcTime } from '../types.ts';

const userLengthMax = 320;
const cursorLengthMax = 100;

const user = {
  userId: z.string().optional(),
  userEmail: z.string().optional(),
  userName: z.string().optional(),
};

export const ReplaySession = z
  .object({
    sessionId: z.string(),
    start: UtcTime,
    end: UtcTime,
    duration_ms: z.int(),
    chunks: z.int().describe('Posts that make up the recording.'),
    ...user,
    users: z
      .array(z.object(user))
      .describe('Everyone it was posted for, such as before and after a login; the one above is the first of them.'),
    url: z.string().optional().describe('The first page of the session.'),
  })
  .meta({ id: 'ReplaySession' });
export type ReplaySession = z.infer<typeof ReplaySession>;

export const Replay = z
  .object({
    session: ReplaySession,
    events: z
      .array(z.json())
      .describe('The recorder’s events of all posts, or of some 50 MB of them, in the order of their timestamps.'),
    truncated: z.boolean().describe('Whether the recording goes on after what is returned.'),
    cursor: z.string().optional().describe('Where the rest begins, of a recording that goes on.'),
  })
  .meta({ id: 'Replay' });

export const ReplayQuery = z.strictObject({
  ...rangeQuery,
  user: z
    .string()
    .min(1)
    .max(userLengthMax)
    .optional()
    .describe('Only sessions of the user with this id, e-mail address or name.'),
  limit: Int64.min(1).default(100).describe('Sessions to list; more than 1 000 is taken as 1 000.'),
});
export type ReplayQuery = z.output<typeof ReplayQuery>;

export const ReplayPage = z.strictObject({
  cursor: z.string().max(cursorLengthMax).optional().describe('Where to go on: `cursor` of the part before.'),
  limit: Int64.min(1).default(20_000).describe('Posts to read; more than 20 000 is taken as 20 000.'),
});
export type ReplayPage = z.output<typeof ReplayPage>;
