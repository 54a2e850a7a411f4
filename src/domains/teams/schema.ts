import { z } from 'zod';
import { bulkBody, BulkId, bulkResult } from '../bulk.ts';
import { Email, UserRef } from '../members/schema.ts';
import { clearable, defaulted } from '../patch.ts';
import { Int64, Title, UtcTime, Uuid } from '../types.ts';

const descriptionLengthMax = 10_000;
const membersMax = 1_000;
const targetsMax = 100;
const targetLengthMax = 2_048;

export const TeamSummary = z
  .object({
    id: Uuid,
    name: z.string(),
    handle: z.string(),
    description: z.string(),
    is_everyone: z.boolean().describe('The team of all members, which every project has; it cannot be changed.'),
    member_count: Int64,
    created_at: UtcTime,
    updated_at: UtcTime,
  })
  .meta({ id: 'TeamSummary' });
export type TeamSummary = z.infer<typeof TeamSummary>;

export const TeamFull = z
  .object({
    summary: TeamSummary,
    members: z.array(UserRef),
    notify_emails: z.array(z.string()),
    team_chat_channels: z.array(z.string()),
    community_chat_channels: z.array(z.string()),
    phone_numbers: z.array(z.string()),
    pager_services: z.array(z.string()),
  })
  .meta({ id: 'TeamFull' });
export type TeamFull = z.infer<typeof TeamFull>;

/** Where somebody is told: an address of a kind that the field names. */
export const Target = z.string().trim().min(1).max(targetLengthMax);

const required = {
  name: Title,
  handle: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'Must be 1 to 40 characters of a-z, 0-9 and -')
    .describe('What the team is called in messages; no two teams of a project share one.'),
};

const optional = {
  description: z.string().max(descriptionLengthMax),
  members: z.array(Uuid).max(membersMax).describe('`user_id` of members of this project.'),
  notify_emails: z.array(Email).max(targetsMax),
  team_chat_channels: z.array(Target).max(targetsMax).describe('Webhook addresses of chat channels.'),
  community_chat_channels: z.array(Target).max(targetsMax),
  phone_numbers: z.array(Target).max(targetsMax),
  pager_services: z.array(Target).max(targetsMax),
};

export const emptyTeam = {
  description: '',
  members: [],
  notify_emails: [],
  team_chat_channels: [],
  community_chat_channels: [],
  phone_numbers: [],
  pager_services: [],
};

export const TeamInput = z.strictObject({ ...required, ...defaulted(optional, emptyTeam) }).meta({ id: 'TeamInput' });
export type TeamInput = z.infer<typeof TeamInput>;

export const TeamPatch = z
  .strictObject({ ...z.strictObject(required).partial().shape, ...clearable(optional) })
  .meta({ id: 'TeamPatch', description: 'Fields left out stay as they are; null clears.' });
export type TeamPatch = z.infer<typeof TeamPatch>;

export const TeamBulk = bulkBody({ name: 'TeamBulk', actions: ['delete'], id: BulkId });
export type TeamBulk = z.infer<typeof TeamBulk>;

export const TeamBulkResult = bulkResult({ name: 'TeamBulkResult', id: BulkId });
