import { z } from 'zod';
import { pageOf, pageQuery } from '../page.ts';
import { rangeQuery } from '../range.ts';
import { Int64, UtcTime, Uuid } from '../types.ts';
import { messageKinds } from './message.ts';

export const NotificationState = z.enum(['waiting', 'delivered', 'failed', 'in_digest']);
export type NotificationState = z.infer<typeof NotificationState>;
export const Channel = z.enum(['email', 'chat', 'webhook', 'pager']);
export type Channel = z.infer<typeof Channel>;
export const SourceKind = z.enum(['monitor', 'issue', 'report', 'digest']);
export type SourceKind = z.infer<typeof SourceKind>;

export const Notification = z
  .object({
    id: Uuid.describe('Receivers see the same id on each try.'),
    state: NotificationState.describe('`in_digest`: told among others, by the notification `digest_id`.'),
    channel: Channel,
    address: z.string(),
    kind: z.enum(messageKinds),
    title: z.string(),
    source: z.object({ kind: SourceKind, id: Uuid }),
    digest_id: Uuid.optional(),
    attempts: Int64.describe(
      'Tries at its own times; when something else is to be told meanwhile, it is tried once more.',
    ),
    next_attempt_at: UtcTime.optional().describe('Of one that waits.'),
    status_code: Int64.optional().describe('What the receiver answered to the last try.'),
    error: z.string().optional().describe('What went wrong with the last try.'),
    created_at: UtcTime,
    ended_at: UtcTime.optional(),
  })
  .meta({ id: 'Notification' });
export type Notification = z.infer<typeof Notification>;

export const NotificationList = z.strictObject({
  ...pageQuery(),
  ...rangeQuery,
  state: NotificationState.optional(),
  channel: Channel.optional(),
  source_kind: SourceKind.optional(),
  source_id: Uuid.optional().describe('Only of this monitor, issue or report.'),
});
export type NotificationList = z.infer<typeof NotificationList>;

export const NotificationPage = pageOf(Notification, 'NotificationPage');

export const WebhookSecret = z
  .object({ secret: z.string().describe('`whsec_` and base64, as Standard Webhooks verifies with.') })
  .meta({ id: 'WebhookSecret' });
export type WebhookSecret = z.infer<typeof WebhookSecret>;
