import { z } from 'zod';
import { bulkBody, BulkId, bulkResult } from '../bulk.ts';
import { widgetTypes } from '../dashboards/widget-schema.ts';
import { Email } from '../members/schema.ts';
import { Channel } from '../notifications/schema.ts';
import { clearable } from '../patch.ts';
import { Target } from '../teams/schema.ts';
import { Int64, Severity, Title, UtcTime, Uuid } from '../types.ts';

const queryLengthMax = 10_000;
const textLengthMax = 10_000;
const subjectLengthMax = 1_000;
const targetsMax = 100;
const teamsMax = 100;
const minutesMax = 366 * 24 * 60;
const countMax = 1_000_000;

export const MonitorStatus = z.enum(['normal', 'warning', 'alerting']).meta({ id: 'MonitorStatus' });

const Minutes = Int64.min(1).max(minutesMax);

const required = {
  title: Title,
  query: z
    .string()
    .max(queryLengthMax)
    .describe(
      'The query that is watched. Its own aggregate is the value; a bare filter is counted. `now()` is the end of what a check looks at.',
    ),
  alert_threshold: z.number().describe('The monitor alerts when the value reaches it.'),
  trigger_less_than: z
    .boolean()
    .describe(
      'Whether low values are bad: then it alerts at or below its thresholds. A group that has no rows is not there, and no 0; counted in bins of time, one that falls silent is 0 in each bin behind its first. For those that may be silent for long, watch `summarize minutes = (now() - max(timestamp)) / 1m by service` over a day.',
    ),
  check_interval_mins: Minutes.describe('How often it is checked.'),
  time_window_mins: Minutes.describe('How far back each check looks; at least the interval.'),
  emails: z
    .array(Email)
    .max(targetsMax)
    .describe('Who is told, besides channels and teams. Where nobody at all is named, all members of the project are.'),
  team_chat_channels: z.array(Target).max(targetsMax).describe('Webhook addresses of chat channels.'),
  teams: z.array(Uuid).max(teamsMax).describe('Ids of teams of this project.'),
};

const optional = {
  active: z.boolean().describe('Left out: a new monitor is active, another stays as it is.'),
  alert_recovery_threshold: z
    .number()
    .describe('An alert ends only beyond this; on the good side of `alert_threshold`.'),
  email_all: z.boolean().describe('Tell all members of the project; `false` when left out.'),
  message: z.string().max(textLengthMax).describe('Goes into every notification.'),
  notify_after_mins: Minutes.describe('Repeats the notification this often while it lasts; never when left out.'),
  severity: Severity.describe('`error` when left out.'),
  stop_after_count: Int64.min(1).max(countMax).describe('Stops after this many notifications of one episode.'),
  subject: z
    .string()
    .max(subjectLengthMax)
    .describe('Of notifications; the title when left out, or when nothing is left of it.'),
  threshold_sustained_for_mins: Int64.min(0)
    .max(minutesMax)
    .describe('How long a threshold must be reached without a break; 0 when left out.'),
  visualization_type: z.enum(widgetTypes).describe('How the query is drawn; `timeseries` when left out.'),
  warning_recovery_threshold: z.number().describe('A warning ends only beyond this.'),
  warning_threshold: z.number().describe('The monitor warns when the value reaches it.'),
};

export const MonitorInput = z
  .strictObject({ ...required, ...z.strictObject(optional).partial().shape })
  .meta({ id: 'MonitorInput' });
export type MonitorInput = z.infer<typeof MonitorInput>;

const { active, ...others } = optional;

/** What a monitor cannot be without is not cleared; everything else is, by null. */
export const MonitorPatch = z
  .strictObject({ ...z.strictObject({ ...required, active }).partial().shape, ...clearable(others) })
  .meta({
    id: 'MonitorPatch',
    description: 'Fields left out stay as they are; null clears, or sets what is taken when a field is left out.',
  });
export type MonitorPatch = z.infer<typeof MonitorPatch>;

const MonitorAlertConfig = z
  .object({
    title: z.string(),
    severity: Severity,
    subject: z.string(),
    message: z.string(),
    emails: z.array(z.string()),
    email_all: z.boolean(),
    team_chat_channels: z.array(z.string()),
  })
  .meta({ id: 'MonitorAlertConfig' });

export const QueryMonitor = z
  .object({
    id: Uuid,
    project_id: Uuid,
    created_at: UtcTime,
    updated_at: UtcTime,
    check_interval_mins: Int64,
    alert_threshold: z.number(),
    log_query: z.string(),
    log_query_as_sql: z
      .string()
      .describe('The statement of the last check, with its values; of the next one while none has run.'),
    trigger_less_than: z.boolean(),
    threshold_sustained_for_mins: Int64,
    alert_config: MonitorAlertConfig,
    visualization_type: z.string(),
    teams: z.array(Uuid),
    current_status: MonitorStatus,
    current_value: z.number().describe('The last value that was found; 0 while there is none.'),
    notification_count: Int64.describe('Notifications of the current episode.'),
    time_window_mins: Int64,
    alert_last_triggered: UtcTime.optional().describe('When it last began to alert.'),
    alert_recovery_threshold: z.number().optional(),
    dashboard_id: Uuid.optional(),
    deactivated_at: UtcTime.optional().describe('Since when it is not checked.'),
    deleted_at: UtcTime.optional(),
    last_evaluated: UtcTime.optional(),
    muted_until: UtcTime.optional().describe('Until when nobody is told.'),
    renotify_interval_mins: Int64.optional(),
    stop_after_count: Int64.optional(),
    warning_last_triggered: UtcTime.optional().describe('When it last began to warn.'),
    warning_recovery_threshold: z.number().optional(),
    warning_threshold: z.number().optional(),
    widget_id: z.string().optional(),
  })
  .meta({ id: 'QueryMonitor' });
export type QueryMonitor = z.infer<typeof QueryMonitor>;

export const MonitorMute = z.strictObject({
  duration_minutes: Int64.min(1).optional().describe('For how long; until it is unmuted when left out.'),
});

export const MonitorBulk = bulkBody({
  name: 'MonitorBulk',
  actions: ['delete', 'activate', 'deactivate', 'mute', 'unmute', 'resolve'],
  id: BulkId,
  timed: ['mute'],
});
export type MonitorBulk = z.infer<typeof MonitorBulk>;

export const MonitorBulkResult = bulkResult({ name: 'MonitorBulkResult', id: BulkId });

export const MonitorTest = z
  .object({
    notifications: z
      .array(z.object({ id: Uuid, channel: Channel, address: z.string() }))
      .describe('One for each target; GET /notifications tells what became of them.'),
  })
  .meta({ id: 'MonitorTest' });
export type MonitorTest = z.infer<typeof MonitorTest>;
