import { z } from 'zod';
import { LogResult } from '../../events/list/schema.ts';
import { MetricsData } from '../../metrics/schema.ts';
import { rangeQuery } from '../../range.ts';
import { Int64, Uuid } from '../../types.ts';
import { widgetTypes } from '../widget-schema.ts';

export const DashboardDataQuery = z
  .object({
    tab: z
      .string()
      .optional()
      .describe('Name or slug of a tab: only its widgets. Default: those of no tab and of the first.'),
    widget: z.string().optional().describe('Id of one widget, wherever it is.'),
    ...rangeQuery,
  })
  .catchall(z.string())
  .describe('`var-KEY=value` sets a variable.');
export type DashboardDataQuery = z.output<typeof DashboardDataQuery>;

const Fields = z.object({
  id: z.string(),
  type: z.enum(widgetTypes),
  title: z.string().optional(),
  unit: z.string().optional(),
  query: z.string().optional(),
  queries: z.array(z.looseObject({ query: z.string(), label: z.string().optional() })).optional(),
  sql: z.string().optional(),
  layout: z.looseObject({ x: z.int(), y: z.int(), w: z.int(), h: z.int() }).optional(),
  data: z.union([MetricsData, LogResult]).optional(),
  error: z.string().optional().describe('Why this widget has no data, or not all; the others are not harmed.'),
});

export type WidgetData = z.infer<typeof Fields> & { children?: WidgetData[] | undefined };
export const WidgetData: z.ZodType<WidgetData> = Fields.extend({
  children: z.lazy(() => z.array(WidgetData)).optional(),
}).meta({ id: 'WidgetData' });

export const DashboardData = z
  .object({
    id: Uuid,
    title: z.string(),
    tab: z.string().optional(),
    tabs: z.array(z.string()),
    since: z.string().optional().describe('When the range was asked for so.'),
    from: Int64.describe('Start of the range, epoch ms.'),
    to: Int64.describe('End of the range, epoch ms.'),
    widgets: z.array(WidgetData),
  })
  .meta({ id: 'DashboardData', description: 'A dashboard with the data of its widgets.' });
