// What ingest writes beside the events: counts of values, the catalogue of keys, examples of log shapes.

import type { ClickHouseClient } from '@clickhouse/client';
import type { Wanted } from './generator.ts';
import { filled, type Vocabulary } from './vocabulary.ts';

/** Facets as ingest counts them: name of the field, and the column. */
const facets: readonly (readonly [string, string])[] = [
  ['service', 'e.service'],
  ['environment', 'e.env'],
  ['host', 'e.host'],
  ['level', 'e.level'],
  ['name', 'e.name'],
  ['method', 'e.http_method'],
  ['attributes.http.route', 'e.http_route'],
  ['attributes.db.system.name', 'e.db_system'],
  ['attributes.error.type', 'e.error_type'],
  ['attributes.exception.type', 'e.exc_type'],
  ['resource.k8s.pod.name', 'e.k8s_pod'],
  ['http_status', "if(e.http_status = 0, '', toString(e.http_status))"],
  ['kind', "multiIf(e.kind != 'span', 'log', e.span_kind = 'unset', 'internal', toString(e.span_kind))"],
  ['status_code', "if(e.kind = 'span', upper(toString(e.status)), '')"],
];

/** The catalogue of keys looks at one quarter of an hour in so many, which counts for all of them. */
const quartersPerSample = 19;
const quarterMs = 900_000;

export async function fillCatalogues(clickhouse: ClickHouseClient, fromMs: number, toMs: number): Promise<void> {
  // A pass for each column: much less than to turn all columns of a row into texts first.
  const facet = ([key, column]: readonly [string, string]): string => `
SELECT e.project_id, e.kind, '${key}', toStartOfFifteenMinutes(e.ts) AS quarter, toString(${column} AS one) AS value, 30, count()
FROM events AS e
WHERE e.ts >= {from:DateTime64(3, 'UTC')} AND e.ts < {to:DateTime64(3, 'UTC')}
GROUP BY e.project_id, e.kind, quarter, one HAVING value != ''`;
  const catalog = (source: string, map: string, type: string): string => `
INSERT INTO field_catalog (project_id, kind, source, key, type, day, retention_days, cnt, first_seen, last_seen, samples)
SELECT e.project_id, CAST(e.kind AS Enum8('log' = 1, 'span' = 2, 'event' = 3, 'metric' = 4)), '${source}', key, ${type} AS sent, toDate(e.ts), 30,
       count() * ${quartersPerSample}, toDateTime(min(e.ts)), toDateTime(max(e.ts)), groupUniqArray(5)(value)
FROM (SELECT project_id, kind, ts, attrs_types, arrayJoin(CAST(${map} AS Array(Tuple(String, String)))) AS one, one.1 AS key, one.2 AS value
      FROM events AS r WHERE r.ts >= {from:DateTime64(3, 'UTC')} AND r.ts < {to:DateTime64(3, 'UTC')}
        AND toStartOfFifteenMinutes(r.ts) IN {quarters:Array(DateTime('UTC'))}) AS e
GROUP BY e.project_id, e.kind, key, sent, toDate(e.ts)`;
  const quarters: number[] = [];
  for (let at = Math.floor(fromMs / quarterMs); at * quarterMs < toMs; at++)
    if (at % quartersPerSample === 0) quarters.push((at * quarterMs) / 1000);
  const query_params = { from: fromMs / 1000, to: toMs / 1000, quarters };
  for (const query of [
    `INSERT INTO facets_15m (project_id, kind, key, bucket, value, retention_days, cnt) ${facets.map(facet).join(' UNION ALL ')}`,
    catalog('attributes', 'attrs', 'toString(e.attrs_types[key])'),
    catalog('resource', 'res', "'string'"),
  ])
    await clickhouse.command({ query, query_params });
}

export async function fillShapes(
  clickhouse: ClickHouseClient,
  { projects, end }: Wanted,
  { services, templates, shapes }: Vocabulary,
): Promise<void> {
  const lines = templates.map(filled);
  await clickhouse.command({
    query: `
INSERT INTO log_shape_samples (project_id, shape, shape_v, service, level, sample, ts, retention_days)
SELECT arrayJoin({projects:Array(String)}), shape, 1, arrayJoin({services:Array(String)}), 'INFO', line, {end:DateTime64(9, 'UTC')}, 30
FROM (SELECT arrayJoin(arrayZip({shapes:Array(UInt64)}, {lines:Array(String)})) AS one, one.1 AS shape, one.2 AS line)`,
    query_params: { projects, services, shapes, lines, end: `${Math.floor(end.getTime() / 1000)}` },
  });
  await clickhouse.command({
    query: `
INSERT INTO shape_patterns (project_id, service, shape, pattern_id, version)
SELECT arrayJoin({projects:Array(String)}), arrayJoin({services:Array(String)}), shape, cityHash64(shape), 1
FROM (SELECT arrayJoin({shapes:Array(UInt64)}) AS shape)`,
    query_params: { projects, services, shapes },
  });
  await clickhouse.command({ query: 'SYSTEM RELOAD DICTIONARY pattern_of_shape' });
}
