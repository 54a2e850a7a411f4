import { z } from 'zod';
import { UtcTime, UtcTimeInput, Uuid } from '../types.ts';

export const EventType = z.enum(['request', 'log', 'span']);
export type EventType = z.infer<typeof EventType>;

export const ShareLinkCreate = z
  .strictObject({
    event_id: Uuid,
    event_created_at: UtcTimeInput.describe('The event’s `timestamp`: to the second, or exactly.'),
    event_type: EventType.optional().describe('What the page calls it; `log` when left out.'),
  })
  .meta({ id: 'ShareLinkCreate' });
export type ShareLinkCreate = z.output<typeof ShareLinkCreate>;

export const ShareLinkCreated = z
  .object({ id: Uuid, url: z.string().describe('A page that needs no login, for 48 hours.') })
  .meta({ id: 'ShareLinkCreated' });
export type ShareLinkCreated = z.infer<typeof ShareLinkCreated>;

export const ShareLink = z
  .object({
    id: Uuid,
    url: z.string(),
    event_id: Uuid,
    event_type: EventType,
    created_at: UtcTime,
    expires_at: UtcTime,
  })
  .meta({ id: 'ShareLink' });
export type ShareLink = z.infer<typeof ShareLink>;
