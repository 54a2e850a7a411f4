import type { ClickHouseClient } from '@clickhouse/client';

/** Statements of a project that the engine has under way; of those, the ones that hold a text. */
export async function runningOf(clickhouse: ClickHouseClient, projectId: string, text = ''): Promise<number> {
  const result = await clickhouse.query({
    query: `SELECT toUInt32(count()) FROM system.processes
            WHERE startsWith(Settings['log_comment'], {projectId:String}) AND position(query, {text:String}) > 0`,
    query_params: { projectId, text },
    format: 'TabSeparated',
  });
  return Number(await result.text());
}
