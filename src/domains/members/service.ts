import type { Deps } from '../../deps.ts';
import { ApiError } from '../../errors.ts';
import type { Tx } from '../../store/transaction.ts';
import { auditOf } from '../audit/record.ts';
import { noSuch } from '../faults.ts';
import type { Actor } from '../permission.ts';
import { inSetup } from '../project/setup.ts';
import {
  deleteMember,
  insertMember,
  insertUser,
  selectMember,
  selectMembers,
  selectUser,
  setMemberPermission,
  type MemberRow,
  type UserRow,
} from './queries.ts';
import type { MemberAdd, MemberPermission, MemberSummary, UserRef } from './schema.ts';

type Needs = Pick<Deps, 'sql' | 'now' | 'newId'>;

const membersMax = 10_000;

export async function listMembers(deps: Needs, actor: Actor): Promise<MemberSummary[]> {
  return selectMembers(deps.sql, actor.projectId);
}

export async function getMember(deps: Needs, actor: Actor, userId: string): Promise<MemberSummary> {
  return (await selectMember(deps.sql, actor.projectId, userId)) ?? missing();
}

/** Adding somebody who is a member already changes their permission, if one is given. */
export async function addMember(deps: Needs, actor: Actor, input: MemberAdd): Promise<MemberSummary> {
  return inSetup(deps, actor, async (tx) => {
    const user = await knownUser(tx, deps, actor, input);
    const members = await selectMembers(tx, actor.projectId);
    const before = members.find((member) => member.user_id === user.user_id);
    if (before !== undefined) return setPermission(tx, deps, actor, before, input.permission ?? before.permission);
    if (members.length >= membersMax) {
      throw new ApiError('conflict', { message: `A project has at most ${membersMax} members; remove some first.` });
    }
    const after: MemberRow = { ...user, id: deps.newId(), permission: input.permission ?? 'view' };
    await insertMember(tx, actor.projectId, {
      id: after.id,
      userId: after.user_id,
      permission: after.permission,
      at: deps.now(),
    });
    await audit(tx, deps, actor, 'create', null, after);
    return after;
  });
}

export async function patchMember(
  deps: Needs,
  actor: Actor,
  userId: string,
  permission: MemberPermission,
): Promise<MemberSummary> {
  return inSetup(deps, actor, async (tx) => {
    const before = (await selectMember(tx, actor.projectId, userId)) ?? missing();
    return setPermission(tx, deps, actor, before, permission);
  });
}

export async function removeMember(deps: Needs, actor: Actor, userId: string): Promise<void> {
  await inSetup(deps, actor, async (tx) => {
    const before = (await selectMember(tx, actor.projectId, userId)) ?? missing();
    await assertAdminLeft(tx, actor, before);
    await deleteMember(tx, actor.projectId, userId);
    await audit(tx, deps, actor, 'delete', before, null);
  });
}

export function userRef({ user_id, email, first_name, last_name }: UserRow): UserRef {
  const name = `${first_name} ${last_name}`.trim();
  return { id: user_id, email, ...(name === '' ? {} : { name }) };
}

async function knownUser(tx: Tx, deps: Needs, actor: Actor, { email, user_id }: MemberAdd): Promise<UserRow> {
  if (email !== undefined) {
    const known = await selectUser(tx, actor.projectId, { email });
    return known ?? insertUser(tx, actor.projectId, { id: deps.newId(), email, at: deps.now() });
  }
  const user = user_id === undefined ? undefined : await selectUser(tx, actor.projectId, { id: user_id });
  if (user !== undefined) return user;
  throw new ApiError('invalid_body', {
    parameter: 'body',
    message: 'user_id names nobody that this project knows; add them by email.',
    details: [{ path: 'user_id', message: 'names nobody that this project knows' }],
  });
}

async function setPermission(
  tx: Tx,
  deps: Needs,
  actor: Actor,
  before: MemberRow,
  permission: MemberPermission,
): Promise<MemberSummary> {
  if (before.permission === permission) return before;
  await assertAdminLeft(tx, actor, before);
  const after = { ...before, permission };
  await setMemberPermission(tx, actor.projectId, before.user_id, permission);
  await audit(tx, deps, actor, 'update', before, after);
  return after;
}

/** Refuses when this member is the last admin: asked under the lock, before they stop being one. */
async function assertAdminLeft(tx: Tx, actor: Actor, member: MemberRow): Promise<void> {
  if (member.permission !== 'admin') return;
  const others = (await selectMembers(tx, actor.projectId)).filter(({ user_id }) => user_id !== member.user_id);
  if (others.some(({ permission }) => permission === 'admin')) return;
  throw new ApiError('conflict', {
    parameter: 'user_id',
    message: 'This is the last admin of the project; make somebody else one first.',
  });
}

const missing = noSuch('user_id');

const audit = auditOf(
  'member',
  (member: MemberRow) => member,
  ({ user_id }) => user_id,
);
