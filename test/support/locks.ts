import type { Sql } from 'postgres';
import { until } from './service.ts';

/** Until so many others wait for a lock. */
export async function untilWaiting(sql: Sql, count = 1): Promise<void> {
  await until(`${count} wait for a lock`, 20_000, async () => {
    const rows = await sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return rows.length >= count;
  });
}
