import { isDeepStrictEqual } from 'node:util';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../errors.ts';
import { utcTime } from '../../lib/time.ts';
import { insertAudit } from '../audit/queries.ts';
import { auditOf } from '../audit/record.ts';
import { addKey } from '../keys/service.ts';
import type { ApiKeyCreated } from '../keys/schema.ts';
import { patched } from '../patch.ts';
import type { Actor } from '../permission.ts';
import { insertEveryone } from '../teams/queries.ts';
import {
  insertProject,
  lockProject,
  selectProject,
  selectProjects,
  selectRetention,
  updateProject,
  updateRetention,
  type ProjectChange,
  type ProjectRow,
  type Retention,
} from './queries.ts';
import {
  emptyProject,
  type MeResponse,
  type ProjectFull,
  type ProjectPatch,
  type ProjectSummary,
  type RetentionChange,
} from './schema.ts';

type Needs = Pick<Deps, 'sql' | 'now' | 'newId'>;

export async function me(deps: Needs & Pick<Deps, 'hostUrl'>, actor: Actor): Promise<MeResponse> {
  const row = (await selectProject(deps.sql, actor.projectId)) ?? missing();
  return { project_id: row.id, project: summary(row), host_url: deps.hostUrl };
}

export async function getProject(deps: Needs, actor: Actor): Promise<ProjectFull> {
  return full((await selectProject(deps.sql, actor.projectId)) ?? missing());
}

export async function patchProject(deps: Needs, actor: Actor, patch: ProjectPatch): Promise<ProjectFull> {
  return deps.sql.begin(async (tx) => {
    const before = (await lockProject(tx, actor.projectId)) ?? missing();
    const wanted = patched<ProjectRow>(before, patch, emptyProject);
    const change: ProjectChange = Object.fromEntries(
      Object.entries(wanted).filter(([name, value]) => !isDeepStrictEqual(value, before[name as keyof ProjectRow])),
    );
    if (Object.keys(change).length === 0) return full(before);
    const after = await updateProject(tx, actor.projectId, change, deps.now());
    await audit(tx, deps, actor, 'update', before, after);
    return full(after);
  });
}

/** Counts for what is sent from now on: what is stored keeps the days that it was stored with. */
export async function changeRetention(deps: Needs, actor: Actor, change: RetentionChange): Promise<Retention> {
  return deps.sql.begin(async (tx) => {
    await lockProject(tx, actor.projectId);
    const before = (await selectRetention(tx, actor.projectId)) ?? missing();
    const after = {
      events: change.events ?? before.events,
      metrics: change.metrics ?? before.metrics,
      replays: change.replays ?? before.replays,
    };
    if (isDeepStrictEqual(after, { ...before })) return after;
    await updateRetention(tx, actor.projectId, after, deps.now());
    await insertAudit(tx, actor, {
      id: deps.newId(),
      at: deps.now(),
      action: 'retention.update',
      target: { kind: 'project', id: actor.projectId },
      before,
      after,
    });
    return after;
  });
}

/** A project is born with its first admin key, without which nobody could ever make another, and with the team of all members. */
export async function createProject(
  deps: Needs,
  input: { title: string; requestId: string },
): Promise<{ project: ProjectSummary; key: ApiKeyCreated }> {
  return deps.sql.begin(async (tx) => {
    const row = await insertProject(tx, { id: deps.newId(), title: input.title, at: deps.now() });
    const actor: Actor = { projectId: row.id, permission: 'admin', keyId: null, requestId: input.requestId };
    await audit(tx, deps, actor, 'create', null, row);
    await insertEveryone(tx, row.id, { id: deps.newId(), at: deps.now() });
    const key = await addKey(tx, deps, actor, { title: 'first key', permission: 'admin' });
    return { project: summary(row), key };
  });
}

export async function listProjects(deps: Needs): Promise<ProjectSummary[]> {
  return (await selectProjects(deps.sql)).map(summary);
}

function missing(): never {
  throw new ApiError('not_found', { message: 'The project is gone.' });
}

function summary(row: ProjectRow): ProjectSummary {
  const { id, title, description, payment_plan, time_zone } = row;
  return {
    id,
    title,
    description,
    payment_plan,
    time_zone,
    created_at: utcTime(row.created_at),
    updated_at: utcTime(row.updated_at),
  };
}

function full(row: ProjectRow): ProjectFull {
  const { daily_notif, weekly_notif, endpoint_alerts, error_alerts, notify_emails } = row;
  return { summary: summary(row), daily_notif, weekly_notif, endpoint_alerts, error_alerts, notify_emails };
}

const audit = auditOf('project', full, ({ id }) => id);
