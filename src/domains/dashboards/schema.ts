import { z } from 'zod';
import { bulkBody, BulkId, bulkResult } from '../bulk.ts';
import { clearable } from '../patch.ts';
import { Title, UtcTime, Uuid } from '../types.ts';
import { WidgetInput, Widget, widgetsMax } from './widget-schema.ts';

const tagsMax = 50;
const tagLengthMax = 100;
const teamsMax = 100;
const filePathLengthMax = 500;
const textLengthMax = 10_000;
const tabsMax = 50;
const variablesMax = 100;
const constantsMax = 100;
const optionsMax = 1_000;
export const valuesMax = 500;

export const DashboardSummary = z
  .object({
    id: Uuid,
    title: z.string(),
    tags: z.array(z.string()),
    teams: z.array(Uuid),
    starred: z.boolean(),
    file_path: z.string().optional(),
    created_at: UtcTime,
    updated_at: UtcTime,
  })
  .meta({ id: 'DashboardSummary' });
export type DashboardSummary = z.infer<typeof DashboardSummary>;

/** What a placeholder's name may be: `{{var-KEY}}`. */
const Key = z
  .string()
  .regex(/^[A-Za-z_][\w.-]{0,99}$/, 'must be letters, digits, _, . and -, and begin with a letter')
  .describe('Letters, digits, `_`, `.` and `-`; begins with a letter.');

const Scalar = z.union([z.string(), z.number(), z.boolean()]);
const Chosen = z
  .union([Scalar, z.array(Scalar)])
  .refine((value) => !Array.isArray(value) || value.length <= valuesMax, `must have at most ${valuesMax} values`);

export const Variable = z
  .looseObject({
    key: Key,
    type: z.enum(['values', 'query', 'facet']).describe('Where its options come from.'),
    title: z.string().optional(),
    multi: z.boolean().optional().describe('Whether several values may be chosen; the value is then a list.'),
    required: z.boolean().optional().describe('Without a value, widgets that use it say so instead of running.'),
    options: z
      .array(z.tuple([z.string()]).rest(z.string()))
      .max(optionsMax)
      .optional()
      .describe('For `values`: pairs of value and label.'),
    query: z.string().optional().describe('For `query`: its first column gives the options.'),
    field: z.string().optional().describe('For `facet`: the field whose values are the options.'),
    value: Chosen.optional().describe('The value when a reader chooses none.'),
    depends_on: z
      .union([z.string(), z.array(z.string()).max(variablesMax)])
      .optional()
      .describe('Keys of variables that its query uses.'),
  })
  .meta({ id: 'DashboardVariable', description: 'Used in queries as `{{var-KEY}}`.' });
export type Variable = z.infer<typeof Variable>;

const Constant = z
  .looseObject({
    key: Key,
    query: z.string().optional().describe('The first column of its rows is the value.'),
    value: Chosen.optional(),
  })
  .meta({ id: 'DashboardConstant', description: 'Used in queries as `{{const-KEY}}`; has a `query` or a `value`.' });
export type Constant = z.infer<typeof Constant>;

const head = {
  title: z.string().optional(),
  description: z.string().max(textLengthMax).optional(),
  icon: z.string().optional(),
  refresh_interval: z.union([z.string(), z.number()]).optional().describe('Such as `30s`; a number is seconds.'),
  time_range: z
    .looseObject({ since: z.string().optional(), from: z.string().optional(), to: z.string().optional() })
    .optional()
    .describe('The range that is shown when a reader chooses none: `since`, or `from` and `to`.'),
  constants: z.array(Constant).max(constantsMax).default([]),
  variables: z.array(Variable).max(variablesMax).default([]),
};

const tabHead = {
  name: Title,
  icon: z.string().optional(),
  requires: z
    .union([z.string(), z.array(z.string()).max(variablesMax)])
    .optional()
    .describe('Keys of variables that must have a value before the tab is shown.'),
};

export const DashboardSchema = z
  .looseObject({
    ...head,
    tabs: z.array(z.looseObject({ ...tabHead, widgets: z.array(Widget) })),
    widgets: z.array(Widget),
  })
  .meta({
    id: 'DashboardSchema',
    description: 'What a dashboard shows. Keys that are not listed are kept as they are.',
  });
export type DashboardSchema = z.infer<typeof DashboardSchema>;

export const DashboardSchemaInput = z
  .looseObject({
    ...head,
    tabs: z
      .array(z.looseObject({ ...tabHead, widgets: z.array(WidgetInput).max(widgetsMax).default([]) }))
      .max(tabsMax)
      .default([]),
    widgets: z.array(WidgetInput).max(widgetsMax).default([]),
  })
  .meta({ id: 'DashboardSchemaInput', description: 'As DashboardSchema; widgets without an id are given one.' });
export type DashboardSchemaInput = z.infer<typeof DashboardSchemaInput>;

export const Dashboard = z
  .object({ summary: DashboardSummary, schema: DashboardSchema })
  .meta({ id: 'Dashboard', description: 'A dashboard in full.' });
export type Dashboard = z.infer<typeof Dashboard>;

const FilePath = z
  .string()
  .min(1)
  .max(filePathLengthMax)
  .refine((path) => !path.split(/[/\\]/).includes('..') && !/[\p{Cc}\\]/u.test(path), 'must be a path with no .. in it')
  .describe('The file it is kept in; `apply` finds it by this. One dashboard a path.');

const optional = {
  tags: z.array(z.string().trim().min(1).max(tagLengthMax)).max(tagsMax),
  teams: z.array(Uuid).max(teamsMax).describe('Ids of teams of this project.'),
  file_path: FilePath,
  schema: DashboardSchemaInput,
};

export const DashboardInput = z
  .strictObject({
    title: Title,
    tags: optional.tags.default([]),
    teams: optional.teams.default([]),
    file_path: optional.file_path.optional(),
    schema: optional.schema.optional(),
  })
  .meta({ id: 'DashboardInput' });
export type DashboardInput = z.infer<typeof DashboardInput>;

export const DashboardPatch = z
  .strictObject({
    title: Title.optional(),
    ...clearable(optional),
  })
  .meta({ id: 'DashboardPatch', description: 'Fields left out stay as they are; null clears.' });
export type DashboardPatch = z.infer<typeof DashboardPatch>;

/** What `yaml` gives and `apply` takes. */
export const DashboardDocument = z
  .object({
    title: z.string(),
    tags: z.array(z.string()),
    teams: z.array(Uuid),
    file_path: z.string().optional(),
    schema: DashboardSchema,
  })
  .meta({ id: 'DashboardDocument', description: 'A dashboard as `apply` takes it.' });
export type DashboardDocument = z.infer<typeof DashboardDocument>;

const sortKeys = ['title', 'created_at', 'updated_at'] as const;
export type SortKey = (typeof sortKeys)[number];

export const DashboardList = z.strictObject({
  sort: z
    .enum([...sortKeys, '-title', '-created_at', '-updated_at'])
    .default('-updated_at')
    .describe('With `-` for descending. Starred ones come first in any order.'),
  team_id: Uuid.optional().describe('Only those of this team.'),
});
export type DashboardList = z.infer<typeof DashboardList>;

export const DashboardBulk = bulkBody({
  name: 'DashboardBulk',
  actions: ['delete', 'star', 'unstar', 'duplicate'],
  id: BulkId,
});
export type DashboardBulk = z.infer<typeof DashboardBulk>;

export const DashboardBulkResult = bulkResult({ name: 'DashboardBulkResult', id: BulkId });
