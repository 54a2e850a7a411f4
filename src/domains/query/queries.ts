import type { Compiled } from '../../query/compile.ts';
import type { Reader } from '../../store/read.ts';

/** What the store would read for a statement, table by table: parts, rows, marks. */
export async function estimate(
  reader: Reader,
  projectId: string,
  compiled: Compiled,
  signal: AbortSignal,
): Promise<{ parts: number; rows: number; granules: number }> {
  const lines = await reader.rows({
    projectId,
    operation: 'explain_query',
    signal,
    sql: `EXPLAIN ESTIMATE ${compiled.sql}`,
    params: compiled.params,
  });
  const total = { parts: 0, rows: 0, granules: 0 };
  for (const line of lines) {
    const [, , parts, rows, marks] = JSON.parse(line) as [string, string, number, number, number];
    total.parts += parts;
    total.rows += rows;
    total.granules += marks;
  }
  return total;
}

/** What is said of each series of metrics: the name of its metric, and of the resource that sent it. */
export type SeriesColumn = 'metric' | 'service' | 'env';

/** The most frequent first. */
export async function selectSeriesValues(
  reader: Reader,
  projectId: string,
  wanted: { readonly column: SeriesColumn; readonly fromS: number; readonly valuesMax: number },
  signal: AbortSignal,
): Promise<string[]> {
  const lines = await reader.rows({
    projectId,
    operation: 'complete_query',
    signal,
    sql: `
SELECT s.${wanted.column} AS value
FROM metric_series AS s
WHERE s.project_id = {project:String} AND s.day >= toDate(toDateTime({from:Int64}, 'UTC'))
GROUP BY value
ORDER BY count() DESC, value
LIMIT {limit:UInt32}`,
    params: { project: projectId, from: wanted.fromS, limit: wanted.valuesMax },
  });
  return lines.map((line) => (JSON.parse(line) as [string])[0]);
}
