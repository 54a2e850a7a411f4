import type { Reader } from '../../store/read.ts';

export interface FacetCount {
  readonly field: string;
  readonly value: string;
  readonly count: number;
}

interface Wanted {
  readonly fields: readonly string[];
  readonly kinds: readonly string[];
  readonly fromS: number;
  readonly toS: number;
  readonly valuesMax: number;
}

/** Of a field with more than `valuesMax` values so many are counted once more: what is shown, and then some. */
const recountedMax = 200;

const counted = `
FROM facets_15m AS f
WHERE f.project_id = {project:String} AND f.kind IN {kinds:Array(String)} AND f.key IN {fields:Array(String)}
  AND toStartOfHour(f.bucket) >= toStartOfHour(toDateTime({from:Int64}, 'UTC'))
  AND f.bucket >= toDateTime({from:Int64}, 'UTC') AND f.bucket < toDateTime({to:Int64}, 'UTC')`;

/**
 * Counts by quarter of an hour, for the whole quarters of a range. A field may have a value for each row: of more than `valuesMax`
 * only those with a larger share than one in `valuesMax` are sure to be found, and the memory for it is bounded. What is found
 * is counted exactly.
 */
export async function selectFacets(
  reader: Reader,
  projectId: string,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<FacetCount[]> {
  const { kinds, fromS, toS, valuesMax } = wanted;
  const ask = async (fields: readonly string[], sql: string, more: Record<string, unknown>): Promise<string[]> =>
    reader.rows({
      projectId,
      operation: 'get_facets',
      signal,
      sql,
      params: { project: projectId, kinds, fields, from: fromS, to: toS, ...more },
    });
  const found = (
    await ask(
      wanted.fields,
      `
SELECT f.key, arrayJoin(approx_top_sum({kept:UInt32}, {kept:UInt32})(f.value, f.cnt)) AS top, toString(cityHash64(top.item)) ${counted}
GROUP BY f.key`,
      { kept: valuesMax },
    )
  ).map((line) => {
    const [field, top, hash] = JSON.parse(line) as [string, { item: string; count: number; error: number }, string];
    return { field, value: top.item, count: top.count, error: top.error, hash };
  });
  const inexact = [...new Set(found.filter(({ error }) => error > 0).map(({ field }) => field))];
  if (inexact.length === 0) return found;
  const hashes = inexact.flatMap((field) =>
    found
      .filter((one) => one.field === field)
      .slice(0, recountedMax)
      .map(({ hash }) => BigInt(hash)),
  );
  const recounted = await ask(
    inexact,
    `
SELECT f.key, f.value, sum(f.cnt) ${counted} AND cityHash64(f.value) IN {hashes:Array(UInt64)}
GROUP BY f.key, f.value`,
    { hashes },
  );
  return [
    ...found.filter(({ field }) => !inexact.includes(field)),
    ...recounted.map((line) => {
      const [field, value, count] = JSON.parse(line) as [string, string, number];
      return { field, value, count };
    }),
  ];
}
