import type { Reader } from '../../store/read.ts';

export interface CountRow {
  readonly minuteS: number;
  readonly signal: string;
  readonly outcome: string;
  readonly reason: string;
  readonly records: number;
  readonly bytes: number;
  readonly lagMsSum: number;
  readonly lagMsMax: number;
}

/** Whole minutes. */
interface Range {
  readonly from: string;
  readonly to: string;
}

type CountCells = [number, string, string, string, number, number, number, number];

export async function selectCounts(
  reader: Reader,
  projectId: string,
  range: Range,
  signal: AbortSignal,
): Promise<CountRow[]> {
  const rows = await reader.rows({
    projectId,
    operation: 'get_ingest_stats',
    signal,
    sql: `
SELECT toUnixTimestamp(s.minute), s.signal, s.outcome, s.reason,
  toFloat64(sum(s.records)), toFloat64(sum(s.bytes)), toFloat64(sum(s.lag_ms_sum)), toFloat64(max(s.lag_ms_max))
FROM ingest_stats AS s
WHERE s.project_id = {project:String}
  AND s.minute >= {from:DateTime64(9, 'UTC')} AND s.minute < {to:DateTime64(9, 'UTC')}
GROUP BY s.minute, s.signal, s.outcome, s.reason
ORDER BY s.minute DESC, s.signal, s.outcome, s.reason`,
    params: { project: projectId, ...range },
  });
  return rows.map((line) => {
    const [minuteS, one, outcome, reason, records, bytes, lagMsSum, lagMsMax] = JSON.parse(line) as CountCells;
    return { minuteS, signal: one, outcome, reason, records, bytes, lagMsSum, lagMsMax };
  });
}

const storedTables = [
  ['events', "if(t.kind = 'span', 'traces', 'logs')", '1'],
  ['metric_points', "'metrics'", '1'],
  ['metric_dists', "'metrics'", '1'],
  ['replay_chunks', "'replays'", 't.event_count'],
] as const;

/** What the tables themselves say, by minute of arrival. */
export async function selectStored(
  reader: Reader,
  projectId: string,
  range: Range,
  signal: AbortSignal,
): Promise<{ minuteS: number; signal: string; rows: number }[]> {
  const arms = storedTables.map(
    ([table, name, weight]) => `
  SELECT toStartOfMinute(t.ingested_at) AS minute, ${name} AS sig, sum(${weight}) AS stored
  FROM ${table} AS t
  WHERE t.project_id = {project:String}
    AND t.ingested_at >= {from:DateTime64(9, 'UTC')} AND t.ingested_at < {to:DateTime64(9, 'UTC')}
  GROUP BY minute, sig`,
  );
  const rows = await reader.rows({
    projectId,
    operation: 'get_ingest_stats',
    signal,
    sql: `SELECT toUnixTimestamp(minute), sig, toFloat64(sum(stored)) FROM (${arms.join('\n  UNION ALL')}
) GROUP BY minute, sig`,
    params: { project: projectId, ...range },
  });
  return rows.map((line) => {
    const [minuteS, one, stored] = JSON.parse(line) as [number, string, number];
    return { minuteS, signal: one, rows: stored };
  });
}
