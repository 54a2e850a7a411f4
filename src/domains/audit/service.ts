import type { Deps } from '../../deps.ts';
import { utcTime } from '../../lib/time.ts';
import { page, pageWindow, type Page } from '../page.ts';
import type { Actor } from '../permission.ts';
import { readDates } from '../range.ts';
import { selectAudit, type AuditRow } from './queries.ts';
import type { AuditEvent, AuditList } from './schema.ts';

export async function listAudit(
  deps: Pick<Deps, 'sql' | 'now'>,
  actor: Actor,
  list: AuditList,
): Promise<Page<AuditEvent>> {
  const window = pageWindow(list);
  const { rows, total } = await selectAudit(deps.sql, actor.projectId, list, readDates(list, deps.now()), window);
  return page(rows.map(event), total, window);
}

function event(row: AuditRow): AuditEvent {
  const { id, key_id, request_id, action, target_kind, target_id, before, after, is_cut, created_at } = row;
  return {
    id,
    created_at: utcTime(created_at),
    ...(key_id === null ? {} : { key_id }),
    request_id,
    action,
    target: { kind: target_kind, id: target_id },
    ...(before === null ? {} : { before }),
    ...(after === null ? {} : { after }),
    ...(is_cut ? { cut: true } : {}),
  };
}
