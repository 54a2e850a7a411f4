import type { TransactionSql } from 'postgres';
import type { Actor } from '../permission.ts';

/** Where a change is written down: in the transaction that makes it, so that there is never one without the other. */
export type Tx = TransactionSql;

export interface AuditEntry {
  readonly id: string;
  readonly at: Date;
  readonly action: string;
  readonly target: { readonly kind: string; readonly id: string };
  /** As the API shows it; null for what was not there before, or is gone now. */
  readonly before: object | null;
  readonly after: object | null;
}

export async function insertAudit(tx: Tx, actor: Actor, entry: AuditEntry): Promise<void> {
  const { id, at, action, target, before, after } = entry;
  await tx`
    insert into audit_log (project_id, id, key_id, request_id, action, target_kind, target_id, before, after, created_at)
    values (${actor.projectId}, ${id}, ${actor.keyId}, ${actor.requestId}, ${action}, ${target.kind}, ${target.id},
            ${before === null ? null : tx.json(before as never)}, ${after === null ? null : tx.json(after as never)}, ${at})`;
}
