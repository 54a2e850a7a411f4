import { z } from 'zod';
import { Email } from '../members/schema.ts';
import { clearable } from '../patch.ts';
import { Title, UtcTime, Uuid } from '../types.ts';

export const ProjectSummary = z
  .object({
    id: Uuid,
    title: z.string(),
    description: z.string(),
    payment_plan: z.string(),
    time_zone: z.string(),
    created_at: UtcTime,
    updated_at: UtcTime,
  })
  .meta({ id: 'ProjectSummary' });
export type ProjectSummary = z.infer<typeof ProjectSummary>;

const notices = {
  daily_notif: z.boolean().describe('Send a daily report.'),
  weekly_notif: z.boolean().describe('Send a weekly report.'),
  endpoint_alerts: z.boolean().describe('Tell of new endpoints and of those that got worse.'),
  error_alerts: z.boolean().describe('Tell of new exceptions and error patterns.'),
};

const notifyEmailsMax = 100;

export const ProjectFull = z
  .object({ summary: ProjectSummary, ...notices, notify_emails: z.array(z.string()) })
  .meta({ id: 'ProjectFull' });
export type ProjectFull = z.infer<typeof ProjectFull>;

const descriptionLengthMax = 10_000;

const required = {
  ...notices,
  title: Title,
  time_zone: z.string().refine(isTimeZone, 'must be an IANA time zone such as Europe/Berlin'),
};

const optional = {
  notify_emails: z
    .array(Email)
    .max(notifyEmailsMax)
    .describe('Who gets the reports and alerts asked for here; all members while there is none.'),
  description: z.string().max(descriptionLengthMax),
};

export const emptyProject = { notify_emails: [], description: '' };

export const ProjectPatch = z
  .strictObject({ ...z.strictObject(required).partial().shape, ...clearable(optional) })
  .meta({ id: 'ProjectPatch', description: 'Fields left out stay as they are; null clears.' });
export type ProjectPatch = z.infer<typeof ProjectPatch>;

/** Of what is stored a partition is of one of these, and goes as a whole. */
export const RetentionDays = z.literal([3, 7, 14, 30, 90, 395]);

export const RetentionChange = z.strictObject({
  events: RetentionDays.optional(),
  metrics: RetentionDays.optional(),
  replays: RetentionDays.optional(),
});
export type RetentionChange = z.infer<typeof RetentionChange>;

export const MeResponse = z
  .object({ project_id: Uuid, project: ProjectSummary, host_url: z.string() })
  .meta({ id: 'MeResponse' });
export type MeResponse = z.infer<typeof MeResponse>;

/** Names only: Intl also takes offsets such as +01:00, which know no daylight saving. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}
