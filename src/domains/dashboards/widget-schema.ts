import { z } from 'zod';

export const widgetTypes = [
  'timeseries',
  'timeseries_line',
  'timeseries_stat',
  'stat',
  'table',
  'list',
  'logs',
  'traces',
  'top_list',
  'distribution',
  'heatmap',
  'pie_chart',
  'tree_map',
  'group',
  'anomalies',
  'service_map',
  'flamegraph',
  'markdown',
] as const;
export type WidgetType = (typeof widgetTypes)[number];

const gridColumns = 12;
const rowsMax = 100_000;
const idLengthMax = 100;
const titleLengthMax = 300;
const textLengthMax = 20_000;
const htmlLengthMax = 100_000;
const queryLengthMax = 65_536;
const queriesMax = 20;
const columnsMax = 200;

const position = {
  x: z
    .int()
    .min(0)
    .max(gridColumns - 1),
  y: z.int().min(0).max(rowsMax),
  w: z.int().min(1).max(gridColumns),
  h: z.int().min(1).max(rowsMax),
};
const fits = ({ x, w }: { x: number; w: number }) => x + w <= gridColumns;
const doesNotFit = { path: ['w'], error: `reaches beyond the ${gridColumns} columns` };

export const WidgetPosition = z
  .strictObject(position)
  .refine(fits, doesNotFit)
  .meta({ id: 'WidgetPosition', description: `Place and size on a grid of ${gridColumns} columns.` });
export type WidgetPosition = z.infer<typeof WidgetPosition>;

/** Widget id → where it stands. */
export const WidgetOrder = z
  .record(z.string(), WidgetPosition)
  .meta({ id: 'WidgetOrder', description: 'Widget id → where it stands. Widgets that are not named stay.' });
export type WidgetOrder = z.infer<typeof WidgetOrder>;

const WidgetId = z
  .string()
  .min(1)
  .max(idLengthMax)
  .regex(/^[^\p{Cc}]*$/u, 'holds control characters');

const Query = z.string().max(queryLengthMax);

const Fields = z.looseObject({
  type: z.enum(widgetTypes),
  title: z.string().max(titleLengthMax).optional(),
  subtitle: z.string().max(titleLengthMax).optional(),
  description: z.string().max(textLengthMax).optional(),
  icon: z.string().optional(),
  query: Query.optional(),
  queries: z
    .array(z.looseObject({ query: Query, label: z.string().optional() }))
    .max(queriesMax)
    .optional()
    .describe('Several queries in one chart.'),
  sql: Query.optional().describe('A SELECT over the views `events` and `metrics`.'),
  unit: z.string().optional(),
  layout: z.looseObject(position).refine(fits, doesNotFit).optional(),
  summarize_by: z
    .string()
    .optional()
    .describe('How a series becomes one number: `sum`, `min`, `max`, `mean`, `count`.'),
  legend: z.unknown().optional(),
  thresholds: z.looseObject({ alert: z.number().optional(), warning: z.number().optional() }).optional(),
  columns: z
    .array(z.union([z.string(), z.looseObject({})]))
    .max(columnsMax)
    .optional()
    .describe('For tables: which columns are shown, and how.'),
  html: z.string().max(htmlLengthMax).optional(),
});

type Fields = z.infer<typeof Fields>;

/** Of a dashboard; so no list of them is longer. */
export const widgetsMax = 300;

export type Widget = Fields & { id: string; children?: Widget[] | undefined };
export const Widget: z.ZodType<Widget> = Fields.extend({
  id: WidgetId,
  children: z.lazy(() => z.array(Widget)).optional(),
}).meta({ id: 'Widget', description: 'One part of a dashboard. Keys that are not listed are kept as they are.' });

export type WidgetInput = Fields & { id?: string | undefined; children?: WidgetInput[] | undefined };
export const WidgetInput: z.ZodType<WidgetInput> = Fields.extend({
  id: WidgetId.optional().describe('Given when missing: made of the title.'),
  children: z
    .lazy(() => z.array(WidgetInput).max(widgetsMax))
    .optional()
    .describe('The widgets of a group.'),
}).meta({ id: 'WidgetInput', description: 'As Widget; without an id it is given one.' });

export const WidgetPut = z
  .union([
    WidgetInput,
    z.array(WidgetInput).min(1).max(widgetsMax),
    z.strictObject({ tab: z.string().optional(), widgets: z.array(WidgetInput).min(1).max(widgetsMax) }),
  ])
  .meta({
    id: 'WidgetPut',
    description:
      'One widget, a list of them, or `{ tab?, widgets }`. A widget may name its own `tab`, by name or slug: where it goes when it is new.',
  });
export type WidgetPut = z.infer<typeof WidgetPut>;
