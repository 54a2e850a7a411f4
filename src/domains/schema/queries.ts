import type { Reader } from '../../store/read.ts';

export interface CatalogRow {
  readonly source: 'attributes' | 'resource';
  readonly key: string;
  /** As they were sent: string, int, double, bool, bytes, array, map, empty; the most frequent first. */
  readonly types: readonly string[];
  readonly samples: readonly string[];
}

const sent = `
  c.project_id = {project:String} AND c.kind IN ('log', 'span', 'event', 'metric') AND c.source IN ('attributes', 'resource')`;

/**
 * The keys that the project sent, the most frequent first. Days and types are rows of the table: a key is a few of them. Who
 * makes keys out of ids has hundreds of thousands: of those that are left out the examples are not looked at.
 */
export async function selectCatalog(
  reader: Reader,
  projectId: string,
  keysMax: number,
  signal: AbortSignal,
): Promise<CatalogRow[]> {
  const lines = await reader.rows({
    projectId,
    operation: 'get_schema',
    signal,
    sql: `
SELECT source, key, arrayMap(x -> x.2, arrayReverseSort(groupArray((seen, type)))), arraySlice(arrayDistinct(arrayFlatten(groupArray(samples))), 1, 20)
FROM (
  SELECT c.source AS source, c.key AS key, c.type AS type, sum(c.cnt) AS seen, groupUniqArrayArray(20)(c.samples) AS samples
  FROM field_catalog AS c
  WHERE ${sent} AND (c.source, c.key) GLOBAL IN (
    SELECT c.source, c.key FROM field_catalog AS c
    WHERE ${sent}
    GROUP BY c.source, c.key
    ORDER BY sum(c.cnt) DESC, c.source, c.key
    LIMIT {limit:UInt32}
  )
  GROUP BY c.source, c.key, c.type
)
GROUP BY source, key
ORDER BY sum(seen) DESC, source, key`,
    params: { project: projectId, limit: keysMax },
  });
  return lines.map((line) => {
    const [source, key, types, samples] = JSON.parse(line) as [CatalogRow['source'], string, string[], string[]];
    return { source, key, types, samples };
  });
}
