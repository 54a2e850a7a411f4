import { utcTime } from '../../lib/time.ts';
import { page, pageWindow, type Page } from '../page.ts';
import type { Actor } from '../permission.ts';
import { readDates } from '../range.ts';
import type { MonitorEvaluation, MonitorHistory } from './history-schema.ts';
import { selectEvaluations, selectMonitor, type EvaluationRow } from './queries.ts';
import { missing, type Needs } from './record.ts';

export async function listHistory(
  deps: Needs,
  actor: Actor,
  id: string,
  list: MonitorHistory,
): Promise<Page<MonitorEvaluation>> {
  if ((await selectMonitor(deps.sql, actor.projectId, id)) === undefined) missing();
  const window = pageWindow(list);
  const { rows, total } = await selectEvaluations(deps.sql, actor.projectId, id, readDates(list, deps.now()), window);
  return page(rows.map(evaluation), total, window);
}

function evaluation(row: EvaluationRow): MonitorEvaluation {
  const { slot, result, value, group_name, status, emissions, replayed, duration_ms, error } = row;
  return {
    slot: utcTime(slot),
    result,
    ...(value === null || !Number.isFinite(value) ? {} : { value }),
    ...(group_name === null ? {} : { group: group_name }),
    status,
    told: emissions,
    replayed,
    duration_ms,
    ...(error === null ? {} : { error }),
  };
}
