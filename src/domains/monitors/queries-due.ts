import type { Sql } from 'postgres';
import { minutesAfter } from '../../lib/time.ts';
import type { Tx } from '../../store/transaction.ts';
import { aheadMinutesMax } from './machine/schedule.ts';

export interface DueMonitor {
  readonly id: string;
  readonly project_id: string;
  /** How long its last check took. */
  readonly duration_ms: number;
  /** Among those of its project, from 1. */
  readonly place: number;
}

/** Monitors of all projects whose newest slot was not judged yet, or one that is still far from it; the latest first. */
export async function selectDue(sql: Sql, now: Date, rowsMax: number): Promise<DueMonitor[]> {
  return sql<DueMonitor[]>`
    select m.id, m.project_id, coalesce(e.duration_ms, 0) as duration_ms,
           row_number() over (partition by m.project_id order by s.last_slot nulls first, m.id)::int as place
    from monitors m
    join monitor_states s on s.monitor_id = m.id
    join projects p on p.id = m.project_id and p.deleted_at is null
    left join monitor_evaluations e on e.monitor_id = m.id and e.slot = s.last_evaluated
    where m.deleted_at is null and m.deactivated_at is null
      and (s.last_slot is null or s.last_slot < to_timestamp(
        floor(extract(epoch from ${now}::timestamptz) / (m.check_interval_mins * 60)) * (m.check_interval_mins * 60))
        or s.last_slot > ${now}::timestamptz + make_interval(mins => ${aheadMinutesMax}))
    order by s.last_slot nulls first, m.id
    limit ${rowsMax}`;
}

interface ChecksAround {
  readonly before: Date | null;
  readonly after: Date | null;
}

/** When a check of a project's monitors was last written up to a time, and first after it, within so many minutes. */
export async function selectChecksAround(
  sql: Sql,
  projectId: string,
  at: Date,
  withinMinutes: number,
): Promise<ChecksAround> {
  const [from, to] = [minutesAfter(at, -withinMinutes), minutesAfter(at, withinMinutes)];
  const [row] = await sql<ChecksAround[]>`
    select
      (select max(evaluated_at) from monitor_evaluations
       where project_id = ${projectId} and evaluated_at > ${from} and evaluated_at <= ${at}) as before,
      (select min(evaluated_at) from monitor_evaluations
       where project_id = ${projectId} and evaluated_at > ${at} and evaluated_at <= ${to}) as after`;
  return row ?? { before: null, after: null };
}

export interface TrendPoint {
  readonly slot: Date;
  readonly value: number | null;
}

/** The last checks up to a slot, the oldest first. */
export async function selectTrend(
  sql: Sql | Tx,
  projectId: string,
  monitorId: string,
  until: Date,
  pointsMax: number,
): Promise<TrendPoint[]> {
  const rows = await sql<TrendPoint[]>`
    select slot, value from monitor_evaluations
    where project_id = ${projectId} and monitor_id = ${monitorId} and slot <= ${until}
    order by slot desc
    limit ${pointsMax}`;
  return rows.toReversed();
}
