import type { Sql } from 'postgres';
import type { Tx } from '../../store/transaction.ts';
import type { KeyPermission } from '../permission.ts';

export interface KeyRow {
  readonly id: string;
  readonly title: string;
  readonly key_prefix: string;
  readonly permission: KeyPermission;
  readonly active: boolean;
  readonly created_at: Date;
}

const columns = ['id', 'title', 'key_prefix', 'permission', 'active', 'created_at'] as const;

export async function selectKeys(sql: Sql, projectId: string): Promise<KeyRow[]> {
  return sql<KeyRow[]>`
    select ${sql(columns)} from api_keys
    where project_id = ${projectId} and deleted_at is null
    order by created_at, id`;
}

export async function selectKey(sql: Sql, projectId: string, id: string): Promise<KeyRow | undefined> {
  const [row] = await sql<KeyRow[]>`
    select ${sql(columns)} from api_keys
    where project_id = ${projectId} and id = ${id} and deleted_at is null`;
  return row;
}

/** Locks the project's keys, so that two calls cannot each take away what the other counts on (its last admin). */
export async function lockKeys(tx: Tx, projectId: string): Promise<KeyRow[]> {
  return tx<KeyRow[]>`
    select ${tx(columns)} from api_keys
    where project_id = ${projectId} and deleted_at is null
    order by id for update`;
}

export async function insertKey(
  tx: Tx,
  projectId: string,
  key: { id: string; title: string; permission: KeyPermission; prefix: string; hash: string; at: Date },
): Promise<KeyRow> {
  const [row] = await tx<KeyRow[]>`
    insert into api_keys (project_id, id, title, permission, key_prefix, key_sha256, created_at)
    values (${projectId}, ${key.id}, ${key.title}, ${key.permission}, ${key.prefix}, decode(${key.hash}, 'hex'),
            ${key.at})
    returning ${tx(columns)}`;
  if (row === undefined) throw new Error('insert into api_keys returned no row');
  return row;
}

export async function setKeyActive(tx: Tx, projectId: string, id: string, active: boolean): Promise<void> {
  await tx`update api_keys set active = ${active} where project_id = ${projectId} and id = ${id}`;
}

export async function deleteKey(tx: Tx, projectId: string, id: string, at: Date): Promise<void> {
  await tx`update api_keys set deleted_at = ${at}, active = false where project_id = ${projectId} and id = ${id}`;
}

/** The one look-up that has no project: it is what finds the project. Of those that there are and that are good. */
export async function selectKeysByHash(
  sql: Sql,
  hashes: readonly string[],
): Promise<{ hash: string; id: string; project_id: string; permission: KeyPermission }[]> {
  return sql<{ hash: string; id: string; project_id: string; permission: KeyPermission }[]>`
    select encode(k.key_sha256, 'hex') as hash, k.id, k.project_id, k.permission
    from api_keys k join projects p on p.id = k.project_id
    where k.key_sha256 = any(array(select decode(hash, 'hex') from unnest(${[...hashes]}::text[]) as hash))
      and k.active and k.deleted_at is null and p.deleted_at is null`;
}
