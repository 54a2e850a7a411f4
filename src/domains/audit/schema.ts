import { z } from 'zod';
import { pageOf, pageQuery } from '../page.ts';
import { rangeQuery } from '../range.ts';
import { UtcTime, Uuid } from '../types.ts';

const textLengthMax = 200;
const State = z.record(z.string(), z.unknown());

export const AuditEvent = z
  .object({
    id: Uuid,
    created_at: UtcTime,
    key_id: Uuid.optional().describe('The API key that was used; left out when the command line acted.'),
    request_id: z.string(),
    action: z.string().describe('The kind of thing and what was done: `monitor.update`.'),
    target: z.object({ kind: z.string(), id: z.string() }),
    before: State.optional().describe('As the API showed it before; left out for what was not there.'),
    after: State.optional().describe('As the API shows it since; left out for what is gone.'),
    cut: z
      .literal(true)
      .optional()
      .describe('`before` and `after` are left out, since the page is large without them: ask for fewer at a time.'),
  })
  .meta({ id: 'AuditEvent', description: 'One change, who made it, and what it changed.' });
export type AuditEvent = z.infer<typeof AuditEvent>;

export const AuditList = z.strictObject({
  ...pageQuery(),
  ...rangeQuery,
  action: z.string().min(1).max(textLengthMax).optional().describe('Only this action: `team.delete`.'),
  target_kind: z.string().min(1).max(textLengthMax).optional().describe('Only changes of this kind of thing: `team`.'),
  target_id: z.string().min(1).max(textLengthMax).optional().describe('Only changes of the thing with this id.'),
  key_id: Uuid.optional().describe('Only what this API key did.'),
});
export type AuditList = z.infer<typeof AuditList>;

export const AuditPage = pageOf(AuditEvent, 'AuditPage');
