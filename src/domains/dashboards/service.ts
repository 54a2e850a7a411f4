import { isDeepStrictEqual } from 'node:util';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../errors.ts';
import { beginning } from '../../lib/beginning.ts';
import { utcTime } from '../../lib/time.ts';
import type { Tx } from '../../store/transaction.ts';
import { auditOf } from '../audit/record.ts';
import { runBulk, type BulkResult } from '../bulk.ts';
import { noSuch, refuse } from '../faults.ts';
import { patched } from '../patch.ts';
import type { Actor } from '../permission.ts';
import { assertRoom, inSetup } from '../project/setup.ts';
import { teamFaults } from '../teams/service.ts';
import { titleLengthMax } from '../types.ts';
import { schemaFaults } from './check.ts';
import {
  contentColumns,
  deleteDashboard,
  insertDashboard,
  lockDashboard,
  selectDashboard,
  selectDashboards,
  selectIdByPath,
  selectIdByTitle,
  setDashboardStarred,
  updateDashboard,
  type DashboardContent,
  type DashboardRow,
  type DashboardSummaryRow,
} from './queries.ts';
import type {
  Dashboard,
  DashboardBulk,
  DashboardDocument,
  DashboardInput,
  DashboardList,
  DashboardPatch,
  DashboardSchema,
  DashboardSchemaInput,
  DashboardSummary,
  SortKey,
} from './schema.ts';
import { withIds } from './widgets.ts';

export type Needs = Pick<Deps, 'sql' | 'now' | 'newId'>;

const dashboardsMax = 5_000;
const copySuffix = ' (copy)';

export async function listDashboards(deps: Needs, actor: Actor, list: DashboardList): Promise<DashboardSummary[]> {
  const rows = await selectDashboards(deps.sql, actor.projectId, {
    key: list.sort.replace('-', '') as SortKey,
    descending: list.sort.startsWith('-'),
    teamId: list.team_id,
  });
  return rows.map(summary);
}

export async function getDashboard(deps: Needs, actor: Actor, id: string): Promise<Dashboard> {
  return full((await selectDashboard(deps.sql, actor.projectId, id)) ?? missing());
}

/** What `apply` takes back unchanged. */
export async function getDocument(deps: Needs, actor: Actor, id: string): Promise<DashboardDocument> {
  const row = (await selectDashboard(deps.sql, actor.projectId, id)) ?? missing();
  const { title, tags, teams, file_path, schema } = row;
  return { title, tags, teams, ...(file_path === null ? {} : { file_path }), schema };
}

export async function createDashboard(deps: Needs, actor: Actor, input: DashboardInput): Promise<Dashboard> {
  const content = await contentOf(deps, actor, input);
  return inSetup(deps, actor, async (tx) => full(await add(tx, deps, actor, content)));
}

export async function replaceDashboard(
  deps: Needs,
  actor: Actor,
  id: string,
  input: DashboardInput,
): Promise<Dashboard> {
  await assertThere(deps, actor, id);
  const content = await contentOf(deps, actor, input);
  return inSetup(deps, actor, async (tx) => {
    const before = (await lockDashboard(tx, actor.projectId, id)) ?? missing();
    return full(await change(tx, deps, actor, before, content));
  });
}

export async function patchDashboard(deps: Needs, actor: Actor, id: string, patch: DashboardPatch): Promise<Dashboard> {
  await assertThere(deps, actor, id);
  const schema =
    patch.schema === undefined
      ? undefined
      : await checkedSchema(deps, actor, patch.schema ?? undefined, patch.teams ?? []);
  return inSetup(deps, actor, async (tx) => {
    const before = (await lockDashboard(tx, actor.projectId, id)) ?? missing();
    const next = patched<DashboardContent>(before, { ...patch, schema }, { tags: [], teams: [], file_path: null });
    return full(await change(tx, deps, actor, before, { ...next, teams: [...new Set(next.teams)] }));
  });
}

/** Makes it what the input says: the dashboard with its file path, else the oldest with its title, else a new one. */
export async function applyDashboard(deps: Needs, actor: Actor, input: DashboardInput): Promise<Dashboard> {
  const content = await contentOf(deps, actor, input);
  return inSetup(deps, actor, async (tx) => {
    const id =
      content.file_path === null
        ? await selectIdByTitle(tx, actor.projectId, content.title)
        : await selectIdByPath(tx, actor.projectId, content.file_path);
    const before = id === undefined ? undefined : await lockDashboard(tx, actor.projectId, id);
    if (before === undefined) return full(await add(tx, deps, actor, content));
    // An input without a path was found by its title: it says nothing about where the dashboard is kept.
    const next = { ...content, file_path: content.file_path ?? before.file_path };
    return full(await change(tx, deps, actor, before, next));
  });
}

export async function removeDashboard(deps: Needs, actor: Actor, id: string): Promise<void> {
  await deps.sql.begin((tx) => removeIn(tx, deps, actor, id));
}

export async function duplicateDashboard(deps: Needs, actor: Actor, id: string): Promise<Dashboard> {
  return inSetup(deps, actor, async (tx) => full(await duplicateIn(tx, deps, actor, id)));
}

export async function setStarred(deps: Needs, actor: Actor, id: string, starred: boolean): Promise<Dashboard> {
  return deps.sql.begin(async (tx) => full(await starIn(tx, deps, actor, id, starred)));
}

export async function bulkDashboards(
  deps: Needs,
  actor: Actor,
  { action, ids }: DashboardBulk,
): Promise<BulkResult<string>> {
  return runBulk(deps, actor, ids, async (tx, id) => {
    switch (action) {
      case 'delete':
        await removeIn(tx, deps, actor, id);
        return;
      case 'star':
      case 'unstar':
        await starIn(tx, deps, actor, id, action === 'star');
        return;
      case 'duplicate':
        await duplicateIn(tx, deps, actor, id);
    }
  });
}

async function removeIn(tx: Tx, deps: Needs, actor: Actor, id: string): Promise<void> {
  const row = (await lockDashboard(tx, actor.projectId, id)) ?? missing();
  await deleteDashboard(tx, actor.projectId, id, deps.now());
  await audit(tx, deps, actor, 'delete', row, null);
}

async function duplicateIn(tx: Tx, deps: Needs, actor: Actor, id: string): Promise<DashboardRow> {
  const { tags, teams, schema, title } = (await selectDashboard(tx, actor.projectId, id)) ?? missing();
  const copied = beginning(title, titleLengthMax - copySuffix.length) + copySuffix;
  return add(tx, deps, actor, { title: copied, tags, teams, file_path: null, schema });
}

async function starIn(tx: Tx, deps: Needs, actor: Actor, id: string, starred: boolean): Promise<DashboardRow> {
  const row = (await lockDashboard(tx, actor.projectId, id)) ?? missing();
  if (row.starred === starred) return row;
  const after = { ...row, starred };
  await setDashboardStarred(tx, actor.projectId, id, starred);
  await audit(tx, deps, actor, starred ? 'star' : 'unstar', row, after);
  return after;
}

/** Adds a row under the lock on the project's setup. */
async function add(tx: Tx, deps: Needs, actor: Actor, content: DashboardContent): Promise<DashboardRow> {
  await assertRoom(tx, actor, 'dashboards', dashboardsMax);
  await assertPathFree(tx, actor, content.file_path, undefined);
  refuse(await teamFaults(tx, actor, content.teams));
  const row = await insertDashboard(tx, actor.projectId, { ...content, id: deps.newId(), at: deps.now() });
  await audit(tx, deps, actor, 'create', null, row);
  return row;
}

/** Writes a locked row anew, if anything of it changes; `action` tells the audit log what was done. */
export async function change(
  tx: Tx,
  deps: Needs,
  actor: Actor,
  before: DashboardRow,
  content: DashboardContent,
  action = 'update',
): Promise<DashboardRow> {
  if (isSame(before, content)) return before;
  if (content.file_path !== before.file_path) await assertPathFree(tx, actor, content.file_path, before.id);
  refuse(await teamFaults(tx, actor, content.teams));
  const after = await updateDashboard(tx, actor.projectId, { ...content, id: before.id, at: deps.now() });
  await audit(tx, deps, actor, action, before, after);
  return after;
}

async function assertPathFree(tx: Tx, actor: Actor, path: string | null, own: string | undefined): Promise<void> {
  if (path === null) return;
  const holder = await selectIdByPath(tx, actor.projectId, path);
  if (holder !== undefined && holder !== own) {
    throw new ApiError('conflict', {
      parameter: 'body',
      message: `The file path ${path} belongs to the dashboard ${holder}; apply changes that one.`,
      details: [{ path: 'file_path', message: `belongs to the dashboard ${holder}` }],
    });
  }
}

async function contentOf(deps: Needs, actor: Actor, input: DashboardInput): Promise<DashboardContent> {
  const { title, tags, teams, file_path = null } = input;
  const schema = await checkedSchema(deps, actor, input.schema, teams);
  return { title, tags, teams: [...new Set(teams)], file_path, schema };
}

/** What is not there is told of before what is wrong with a body for it, whose queries are read without a lock. */
async function assertThere(deps: Needs, actor: Actor, id: string): Promise<void> {
  if ((await selectDashboard(deps.sql, actor.projectId, id)) === undefined) missing();
}

/** A schema as it is stored: every widget with its id. All that is wrong with it, and with the teams beside it, is told at once. */
async function checkedSchema(
  deps: Needs,
  actor: Actor,
  input: DashboardSchemaInput | undefined,
  teams: readonly string[],
): Promise<DashboardSchema> {
  const schema = withIds(input ?? { constants: [], variables: [], tabs: [], widgets: [] });
  const faults = await schemaFaults(actor.projectId, schema, deps.now());
  refuse([...faults, ...(await teamFaults(deps.sql, actor, teams))]);
  return schema;
}

/** Keys have no order here: reading a body puts those that are known first. */
function isSame(before: DashboardContent, content: DashboardContent): boolean {
  return contentColumns.every((name) => isDeepStrictEqual(before[name], content[name]));
}

export const missing = noSuch('dashboard_id');

function summary(row: DashboardSummaryRow): DashboardSummary {
  const { id, title, tags, teams, starred, file_path, created_at, updated_at } = row;
  return {
    id,
    title,
    tags,
    teams,
    starred,
    ...(file_path === null ? {} : { file_path }),
    created_at: utcTime(created_at),
    updated_at: utcTime(updated_at),
  };
}

export function full(row: DashboardRow): Dashboard {
  return { summary: summary(row), schema: row.schema };
}

const audit = auditOf('dashboard', full, ({ id }) => id);
