import type { Deps } from '../../deps.ts';
import { utcTime } from '../../lib/time.ts';
import { page, pageWindow, type Page } from '../page.ts';
import type { Actor } from '../permission.ts';
import { selectParked } from './queries.ts';
import type { ParkedJob, ParkedJobList } from './schema.ts';

export async function listParkedJobs(
  deps: Pick<Deps, 'sql'>,
  actor: Actor,
  list: ParkedJobList,
): Promise<Page<ParkedJob>> {
  const window = pageWindow(list);
  const { rows, total } = await selectParked(deps.sql, actor.projectId, window);
  const items = rows.map((row) => ({
    ...row,
    created_at: utcTime(row.created_at),
    parked_at: utcTime(row.parked_at),
  }));
  return page(items, total, window);
}
