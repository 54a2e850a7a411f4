import type { Reader } from '../../store/read.ts';

export interface FacetCount {
  readonly field: string;
  readonly value: string;
  readonly count: number;
}

/** Counts by quarter of an hour, for the whole quarters of a range. */
export async function selectFacets(
  reader: Reader,
  projectId: string,
  wanted: {
    readonly fields: readonly string[];
    readonly kinds: readonly string[];
    readonly fromS: number;
    readonly toS: number;
    readonly valuesMax: number;
  },
  signal: AbortSignal,
): Promise<FacetCount[]> {
  const lines = await reader.rows({
    projectId,
    operation: 'get_facets',
    signal,
    sql: `
SELECT f.key, f.value, sum(f.cnt) AS total
FROM facets_15m AS f
WHERE f.project_id = {project:String} AND f.kind IN {kinds:Array(String)} AND f.key IN {fields:Array(String)}
  AND toStartOfHour(f.bucket) >= toStartOfHour(toDateTime({from:Int64}, 'UTC'))
  AND f.bucket >= toDateTime({from:Int64}, 'UTC') AND f.bucket < toDateTime({to:Int64}, 'UTC')
GROUP BY f.key, f.value
ORDER BY total DESC
LIMIT {limit:UInt32} BY f.key`,
    params: {
      project: projectId,
      kinds: wanted.kinds,
      fields: wanted.fields,
      from: wanted.fromS,
      to: wanted.toS,
      limit: wanted.valuesMax,
    },
  });
  return lines.map((line) => {
    const [field, value, count] = JSON.parse(line) as [string, string, number];
    return { field, value, count };
  });
}
