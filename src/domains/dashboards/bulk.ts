import type { z } from 'zod';
import { runBulk } from '../bulk.ts';
import type { Actor } from '../permission.ts';
import { isUuid } from '../types.ts';
import type { DashboardBulk, DashboardBulkResult } from './schema.ts';
import { duplicateIn, missing, removeIn, starIn, type Needs } from './service.ts';

export async function bulkDashboards(
  deps: Needs,
  actor: Actor,
  { action, ids }: DashboardBulk,
): Promise<z.infer<typeof DashboardBulkResult>> {
  return runBulk(deps, actor, ids, async (tx, id) => {
    if (!isUuid(id)) missing();
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
