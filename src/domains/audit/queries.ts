import type { Sql } from 'postgres';
import type { Tx } from '../../store/transaction.ts';
import type { Actor } from '../permission.ts';
import { andEqual, andWithin, type Rows, type Window } from '../queries-page.ts';
import type { Dates } from '../range.ts';
import type { AuditList } from './schema.ts';

export interface AuditEntry {
  readonly id: string;
  readonly at: Date;
  readonly action: string;
  readonly target: { readonly kind: string; readonly id: string };
  /** As the API shows it; null for what was not there before, or is gone now. */
  readonly before: object | null;
  readonly after: object | null;
}

/** In the transaction that makes the change, so that there is never one without the other. */
export async function insertAudit(tx: Tx, actor: Actor, entry: AuditEntry): Promise<void> {
  const { id, at, action, target, before, after } = entry;
  await tx`
    insert into audit_log (project_id, id, key_id, request_id, action, target_kind, target_id, before, after, created_at)
    values (${actor.projectId}, ${id}, ${actor.keyId}, ${actor.requestId}, ${action}, ${target.kind}, ${target.id},
            ${before === null ? null : tx.json(before as never)}, ${after === null ? null : tx.json(after as never)}, ${at})`;
}

export interface AuditRow {
  readonly id: string;
  readonly key_id: string | null;
  readonly request_id: string;
  readonly action: string;
  readonly target_kind: string;
  readonly target_id: string;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
  /** Whether what was and what is are left out here: the page has enough without them. */
  readonly is_cut: boolean;
  readonly created_at: Date;
}

/** A state may be a dashboard of a megabyte, and a page has hundreds. */
const stateBytesMax = 20_000_000;

/** A page, the newest first, and how many there are in all. */
export async function selectAudit(
  sql: Sql,
  projectId: string,
  { action, target_kind, target_id, key_id }: Pick<AuditList, 'action' | 'target_kind' | 'target_id' | 'key_id'>,
  dates: Dates,
  window: Window,
): Promise<Rows<AuditRow>> {
  const where = sql`
    project_id = ${projectId} ${andEqual(sql, { action, target_kind, target_id, key_id })}
    ${andWithin(sql, 'created_at', dates)}`;
  const [rows, [counted]] = await Promise.all([
    sql<AuditRow[]>`
      with entries as (
        select * from audit_log
        where ${where}
        order by created_at desc, id desc
        limit ${window.limit} offset ${window.offset}
      ), sized as (
        -- Of this page alone: to know how long a state is takes to unpack it.
        select *, coalesce(octet_length(before::text), 0) + coalesce(octet_length(after::text), 0) as bytes from entries
      ), summed as (
        select *, sum(bytes) over (order by created_at desc, id desc) - bytes >= ${stateBytesMax} as is_cut from sized
      )
      select id, key_id, request_id, action, target_kind, target_id, is_cut, created_at,
        case when not is_cut then before end as before, case when not is_cut then after end as after
      from summed
      order by created_at desc, id desc`,
    sql<{ total: number }[]>`select count(*)::int as total from audit_log where ${where}`,
  ]);
  return { rows, total: counted?.total ?? 0 };
}
