import { isDeepStrictEqual } from 'node:util';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../errors.ts';
import { utcTime } from '../../lib/time.ts';
import type { Tx } from '../../store/transaction.ts';
import { auditOf } from '../audit/record.ts';
import { runBulk, type BulkResult } from '../bulk.ts';
import { type Fault, noSuch, refuse } from '../faults.ts';
import { userRef } from '../members/service.ts';
import type { Actor } from '../permission.ts';
import { patched } from '../patch.ts';
import { assertRoom, inSetup } from '../project/setup.ts';
import {
  deleteTeam,
  insertTeam,
  isHandleTaken,
  selectMemberIds,
  selectTeam,
  selectTeamIds,
  selectTeamMembers,
  selectTeams,
  updateTeam,
  type TeamContent,
  type TeamRow,
} from './queries.ts';
import { emptyTeam, type TeamBulk, type TeamFull, type TeamInput, type TeamPatch, type TeamSummary } from './schema.ts';

type Needs = Pick<Deps, 'sql' | 'now' | 'newId'>;

const teamsMax = 1_000;

export async function listTeams(deps: Needs, actor: Actor): Promise<TeamSummary[]> {
  return (await selectTeams(deps.sql, actor.projectId)).map(summary);
}

export async function getTeam(deps: Needs, actor: Actor, id: string): Promise<TeamFull> {
  // One transaction, so that the count and the members are of one moment.
  return deps.sql.begin('isolation level repeatable read read only', async (tx) =>
    full(tx, actor, (await selectTeam(tx, actor.projectId, id)) ?? missing()),
  );
}

export async function createTeam(deps: Needs, actor: Actor, input: TeamInput): Promise<TeamFull> {
  return inSetup(deps, actor, async (tx) => {
    await assertRoom(tx, actor, 'teams', teamsMax);
    const content = await checked(tx, actor, input, null);
    const id = deps.newId();
    await insertTeam(tx, actor.projectId, { ...content, id, at: deps.now() });
    return told(tx, deps, actor, 'create', id, null);
  });
}

export async function replaceTeam(deps: Needs, actor: Actor, id: string, input: TeamInput): Promise<TeamFull> {
  return inSetup(deps, actor, (tx) => change(tx, deps, actor, id, () => input));
}

export async function patchTeam(deps: Needs, actor: Actor, id: string, patch: TeamPatch): Promise<TeamFull> {
  return inSetup(deps, actor, (tx) => change(tx, deps, actor, id, (before) => patched(before, patch, emptyTeam)));
}

export async function removeTeam(deps: Needs, actor: Actor, id: string): Promise<void> {
  await inSetup(deps, actor, (tx) => remove(tx, deps, actor, id));
}

export async function bulkTeams(deps: Needs, actor: Actor, { action, ids }: TeamBulk): Promise<BulkResult<string>> {
  return runBulk(deps, actor, ids, async (tx, id) => {
    switch (action) {
      case 'delete':
        await remove(tx, deps, actor, id);
    }
  });
}

/**
 * For what names `teams` in its body: they must be this project's. One that is deleted is taken out of what names it, so
 * that what was read can be written back.
 */
export async function teamFaults(sql: Deps['sql'] | Tx, actor: Actor, ids: readonly string[]): Promise<Fault[]> {
  if (ids.length === 0) return [];
  const known = new Set(await selectTeamIds(sql, actor.projectId, ids));
  return unknownFaults(ids, known, 'teams', 'names no team of this project');
}

/** Nothing is written when nothing changes. */
async function change(
  tx: Tx,
  deps: Needs,
  actor: Actor,
  id: string,
  next: (before: TeamContent) => TeamContent,
): Promise<TeamFull> {
  const row = await editable(tx, actor, id);
  const before = await full(tx, actor, row);
  const current = contentOf(before);
  const content = await checked(tx, actor, next(current), id);
  if (isDeepStrictEqual(content, current)) return before;
  await updateTeam(tx, actor.projectId, { ...content, id, at: deps.now() });
  return told(tx, deps, actor, 'update', id, before);
}

function contentOf({ summary: { name, handle, description }, members, ...targets }: TeamFull): TeamContent {
  return { name, handle, description, members: members.map(({ id }) => id), ...targets };
}

async function remove(tx: Tx, deps: Needs, actor: Actor, id: string): Promise<void> {
  const before = await full(tx, actor, await editable(tx, actor, id));
  await deleteTeam(tx, actor.projectId, id, deps.now());
  await audit(tx, deps, actor, 'delete', before, null);
}

async function editable(tx: Tx, actor: Actor, id: string): Promise<TeamRow> {
  const row = (await selectTeam(tx, actor.projectId, id)) ?? missing();
  if (row.is_everyone) {
    throw new ApiError('conflict', {
      parameter: 'team_id',
      message: 'The team of all members cannot be changed or deleted.',
    });
  }
  return row;
}

/** Handle free, members known, each of them once. */
async function checked(tx: Tx, actor: Actor, content: TeamContent, own: string | null): Promise<TeamContent> {
  if (await isHandleTaken(tx, actor.projectId, content.handle, own)) {
    throw new ApiError('conflict', {
      parameter: 'body',
      message: `Another team has the handle ${content.handle}.`,
      details: [{ path: 'handle', message: 'belongs to another team' }],
    });
  }
  const members = [...new Set(content.members)];
  const known = new Set(await selectMemberIds(tx, actor.projectId, members));
  refuse(unknownFaults(content.members, known, 'members', 'names no member of this project'));
  return { ...content, members };
}

function unknownFaults(ids: readonly string[], known: ReadonlySet<string>, field: string, message: string): Fault[] {
  return ids.flatMap((id, index) => (known.has(id) ? [] : [{ path: `${field}[${index}]`, message }]));
}

const missing = noSuch('team_id');

function summary(row: TeamRow): TeamSummary {
  const { id, name, handle, description, is_everyone, member_count, created_at, updated_at } = row;
  return {
    id,
    name,
    handle,
    description,
    is_everyone,
    member_count,
    created_at: utcTime(created_at),
    updated_at: utcTime(updated_at),
  };
}

async function full(tx: Tx, actor: Actor, row: TeamRow): Promise<TeamFull> {
  const { notify_emails, team_chat_channels, community_chat_channels, phone_numbers, pager_services } = row;
  return {
    summary: summary(row),
    members: (await selectTeamMembers(tx, actor.projectId, row)).map(userRef),
    notify_emails,
    team_chat_channels,
    community_chat_channels,
    phone_numbers,
    pager_services,
  };
}

async function told(
  tx: Tx,
  deps: Needs,
  actor: Actor,
  action: string,
  id: string,
  before: TeamFull | null,
): Promise<TeamFull> {
  const row = await selectTeam(tx, actor.projectId, id);
  if (row === undefined) throw new Error('a team that was just written is not there');
  const after = await full(tx, actor, row);
  await audit(tx, deps, actor, action, before, after);
  return after;
}

const audit = auditOf(
  'team',
  (team: TeamFull) => team,
  ({ summary }) => summary.id,
);
