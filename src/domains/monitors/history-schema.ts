import { z } from 'zod';
import { pageOf, pageQuery } from '../page.ts';
import { rangeQuery } from '../range.ts';
import { Int64, UtcTime } from '../types.ts';
import { MonitorInput, MonitorStatus } from './schema.ts';

const Told = z
  .array(z.enum(['ALERT', 'WARNING', 'RECOVERED', 'REMINDER', 'EVAL_ERROR', 'EVAL_RESTORED']))
  .describe('What people are told at this slot.');

export const MonitorHistory = z.strictObject({ ...pageQuery(), ...rangeQuery });
export type MonitorHistory = z.infer<typeof MonitorHistory>;

const CheckError = z
  .string()
  .optional()
  .describe('Why it could not be checked, or why there may never be data: what may be a slip in the query.');

export const MonitorEvaluation = z
  .object({
    slot: UtcTime.describe('The check that this is of; its data ends half a minute before.'),
    result: z.enum(['value', 'no_data', 'error', 'gap']),
    value: z.number().optional(),
    group: z.string().optional().describe('The worst group, which the value is of.'),
    status: MonitorStatus,
    told: Told,
    replayed: z.boolean().describe('Judged late, after an outage; nobody was told.'),
    duration_ms: Int64,
    error: CheckError,
  })
  .meta({ id: 'MonitorEvaluation' });
export type MonitorEvaluation = z.infer<typeof MonitorEvaluation>;

export const MonitorHistoryPage = pageOf(MonitorEvaluation, 'MonitorHistoryPage');

/** A monitor that need not be complete: who is told, and what, plays no part. */
export const MonitorPreviewInput = z
  .strictObject({
    ...MonitorInput.partial({ title: true, emails: true, team_chat_channels: true, teams: true }).shape,
    ...rangeQuery,
  })
  .meta({ id: 'MonitorPreviewInput' });
export type MonitorPreviewInput = z.infer<typeof MonitorPreviewInput>;

export const MonitorPreview = z
  .object({
    from: UtcTime,
    to: UtcTime,
    alerts: Int64.describe('How often it would have told of an alert.'),
    warnings: Int64.describe('How often it would have told of a warning.'),
    slots: z.array(
      z.object({
        slot: UtcTime,
        result: z.enum(['value', 'no_data', 'error']),
        value: z.number().optional(),
        group: z.string().optional(),
        status: MonitorStatus,
        pending: z.boolean().describe('A threshold is reached, and not yet for long enough.'),
        told: Told,
        error: CheckError,
      }),
    ),
  })
  .meta({ id: 'MonitorPreview' });
export type MonitorPreview = z.infer<typeof MonitorPreview>;
