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
