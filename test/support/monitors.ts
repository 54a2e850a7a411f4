import { tick } from '../../src/domains/monitors/jobs.ts';
import type { Deps } from '../../src/deps.ts';
import { addJobs } from '../../src/jobs/job.ts';

/** A monitor that alerts from 100 on, checked every minute. */
export const monitorInput = {
  title: 'Errors of checkout',
  query: 'name == "m" | summarize max(todouble(attributes.v))',
  alert_threshold: 100,
  trigger_less_than: false,
  check_interval_mins: 1,
  time_window_mins: 1,
  emails: [] as string[],
  team_chat_channels: [] as string[],
  teams: [] as string[],
};

/** A value for the check of a minute: its data is a second before the window's end. */
export async function seedValue(
  deps: Deps,
  projectId: string,
  slot: Date,
  value: number,
  more: { readonly name?: string; readonly service?: string; readonly durationNs?: number } = {},
): Promise<void> {
  await deps.clickhouse.insert({
    table: 'events',
    format: 'JSONEachRow',
    values: [
      {
        project_id: projectId,
        kind: more.durationNs === undefined ? 'log' : 'span',
        duration_ns: more.durationNs ?? 0,
        id: deps.newId(),
        name: more.name ?? 'm',
        service: more.service ?? 'shop',
        attrs: { v: String(value) },
        retention_days: 30,
        ts: `${Math.floor(slot.getTime() / 1000) - 31}.000000000`,
      },
    ],
  });
}

export async function addTick({ sql }: Deps): Promise<void> {
  await sql.begin((tx) => addJobs(tx, tick, [{}]));
}
