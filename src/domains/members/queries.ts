import type { Sql } from 'postgres';
import type { Tx } from '../../store/transaction.ts';
import type { MemberPermission } from './schema.ts';

export interface UserRow {
  readonly user_id: string;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
}

export interface MemberRow extends UserRow {
  readonly id: string;
  readonly permission: MemberPermission;
}

function columns(sql: Sql | Tx) {
  return sql`m.id, m.user_id, u.email, u.first_name, u.last_name, m.permission`;
}

export async function selectMembers(sql: Sql | Tx, projectId: string): Promise<MemberRow[]> {
  return sql<MemberRow[]>`
    select ${columns(sql)} from members m join users u on u.id = m.user_id
    where m.project_id = ${projectId}
    order by m.created_at, m.id`;
}

export async function selectMember(sql: Sql | Tx, projectId: string, userId: string): Promise<MemberRow | undefined> {
  const [row] = await sql<MemberRow[]>`
    select ${columns(sql)} from members m join users u on u.id = m.user_id
    where m.project_id = ${projectId} and m.user_id = ${userId}`;
  return row;
}

export async function selectUser(
  tx: Tx,
  projectId: string,
  by: { readonly id: string } | { readonly email: string },
): Promise<UserRow | undefined> {
  const [row] = await tx<UserRow[]>`
    select id as user_id, email, first_name, last_name from users
    where project_id = ${projectId} and ${'id' in by ? tx`id = ${by.id}` : tx`lower(email) = lower(${by.email})`}`;
  return row;
}

export async function insertUser(
  tx: Tx,
  projectId: string,
  user: { readonly id: string; readonly email: string; readonly at: Date },
): Promise<UserRow> {
  await tx`
    insert into users (project_id, id, email, created_at) values (${projectId}, ${user.id}, ${user.email}, ${user.at})`;
  return { user_id: user.id, email: user.email, first_name: '', last_name: '' };
}

export async function insertMember(
  tx: Tx,
  projectId: string,
  member: {
    readonly id: string;
    readonly userId: string;
    readonly permission: MemberPermission;
    readonly at: Date;
  },
): Promise<void> {
  await tx`
    insert into members (project_id, id, user_id, permission, created_at)
    values (${projectId}, ${member.id}, ${member.userId}, ${member.permission}, ${member.at})`;
}

export async function setMemberPermission(
  tx: Tx,
  projectId: string,
  userId: string,
  permission: MemberPermission,
): Promise<void> {
  await tx`update members set permission = ${permission} where project_id = ${projectId} and user_id = ${userId}`;
}

export async function deleteMember(tx: Tx, projectId: string, userId: string): Promise<void> {
  await tx`delete from members where project_id = ${projectId} and user_id = ${userId}`;
}
