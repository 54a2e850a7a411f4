import type { Sql } from 'postgres';
import type { Tx } from '../../store/transaction.ts';
import type { EventType } from './schema.ts';

export interface ShareRow {
  readonly id: string;
  readonly project_id: string;
  readonly event_id: string;
  readonly event_time: string;
  readonly event_type: EventType;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly revoked_at: Date | null;
}

const columns = [
  'id',
  'project_id',
  'event_id',
  'event_time',
  'event_type',
  'created_at',
  'expires_at',
  'revoked_at',
] as const;

export async function insertShare(
  tx: Tx,
  projectId: string,
  link: Omit<ShareRow, 'project_id' | 'revoked_at'> & { created_by: string | null },
): Promise<void> {
  await tx`insert into share_links ${tx({ project_id: projectId, ...link })}`;
}

/** Those that work. */
export async function selectShares(sql: Sql, projectId: string, now: Date): Promise<ShareRow[]> {
  return sql<ShareRow[]>`
    select ${sql(columns)} from share_links
    where project_id = ${projectId} and expires_at > ${now} and revoked_at is null
    order by created_at desc, id`;
}

export async function countShares(tx: Tx, projectId: string, now: Date): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from share_links
    where project_id = ${projectId} and expires_at > ${now} and revoked_at is null`;
  return row?.count ?? 0;
}

export async function revokeShare(tx: Tx, projectId: string, id: string, at: Date): Promise<ShareRow | undefined> {
  const [row] = await tx<ShareRow[]>`
    update share_links set revoked_at = ${at}
    where project_id = ${projectId} and id = ${id} and revoked_at is null
    returning ${tx(columns)}`;
  return row;
}

/** By the links alone: whoever has one has no project. Of those that there are. */
export async function selectSharesById(sql: Sql, ids: readonly string[]): Promise<ShareRow[]> {
  return sql<ShareRow[]>`
    select ${sql(columns.map((column) => `s.${column}`))} from share_links s join projects p on p.id = s.project_id
    where s.id = any(${[...ids]}::uuid[]) and p.deleted_at is null`;
}
