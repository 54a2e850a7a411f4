// Metrics of every service's pods: a counter that resets once a day, a gauge, a histogram. About a tenth of the rows.

import type { ClickHouseClient } from '@clickhouse/client';
import type { Wanted } from './generator.ts';
import type { Made } from './generator-sql.ts';
import { serviceNames } from './vocabulary.ts';

export const metricNames = {
  counter: 'http.server.requests',
  gauge: 'process.memory.usage',
  histogram: 'http.server.request.duration',
} as const;

const pointsPerEvent = 0.1;
const stepSMin = 60;
const podsMax = 40;
const bounds = [5, 10, 25, 50, 100, 250, 500, 1000, 2500];

export async function fillMetrics(clickhouse: ClickHouseClient, wanted: Wanted, days: number): Promise<void> {
  for (const { table, columns, select } of [series, numbers, distributions])
    await clickhouse.command({
      query: `INSERT INTO ${table} (${columns.join(', ')}) ${select}`,
      query_params: metricParams(wanted, days),
      clickhouse_settings: { max_partitions_per_insert_block: '20' },
    });
}

export function metricParams({ rows, end, seed, projects }: Wanted, days: number): Record<string, unknown> {
  const kinds = Object.keys(metricNames).length;
  const seconds = days * 86_400;
  const points = rows * pointsPerEvent;
  const pods = Math.min(podsMax, Math.max(1, Math.round((points * stepSMin) / seconds / serviceNames.length / kinds)));
  const series = pods * serviceNames.length;
  const stepS = Math.max(stepSMin, Math.round((seconds * series * kinds) / points / 60) * 60);
  return {
    seed,
    project: projects[0],
    services: serviceNames,
    series,
    step: stepS,
    steps: Math.floor(seconds / stepS),
    end: Math.floor(end.getTime() / 1000 / stepS) * stepS,
    bounds,
    days,
    ...metricNames,
  };
}

const pod = "concat({services:Array(String)}[s % length({services:Array(String)}) + 1], '-', toString(s))";
const seriesId = (metric: string): string => `cityHash64({seed:UInt64}, ${metric}, s)`;

interface MadeFor extends Made {
  readonly table: string;
}
const madeFor = (table: string, columns: string, select: string): MadeFor => ({
  table,
  columns: columns.split(', '),
  select,
});

export const series = madeFor(
  'metric_series',
  'project_id, metric, series_id, day, type, temporality, monotonic, unit, service, env, attrs, res, retention_days, last_seen',
  `
SELECT {project:String}, metric, ${seriesId('metric')}, toDate(toDateTime({end:Int64}, 'UTC')) - day,
       multiIf(metric = {counter:String}, 'sum', metric = {gauge:String}, 'gauge', 'histogram'),
       if(metric = {gauge:String}, 'unspecified', 'cumulative'), metric = {counter:String},
       multiIf(metric = {counter:String}, '{request}', metric = {gauge:String}, 'By', 'ms'),
       {services:Array(String)}[s % length({services:Array(String)}) + 1], 'production',
       map('http.request.method', ['GET', 'POST'][s % 2 + 1]), map('service.name', {services:Array(String)}[s % length({services:Array(String)}) + 1], 'k8s.pod.name', ${pod}),
       30, toDateTime({end:Int64}, 'UTC')
FROM (SELECT arrayJoin(range({series:UInt32})) AS s, arrayJoin(range({days:UInt8} + 1)) AS day, arrayJoin([{counter:String}, {gauge:String}, {histogram:String}]) AS metric)`,
);

const every = `(SELECT intDiv(number, {steps:UInt32}) AS s, {end:Int64} - {step:Int64} * ({steps:UInt32} - number % {steps:UInt32}) AS at, cityHash64({seed:UInt64}, number) AS g
      FROM numbers({series:UInt64} * {steps:UInt64}))`;

export const numbers = madeFor(
  'metric_points',
  'project_id, metric, series_id, ts, start_ts, value, value_int, is_int, retention_days',
  `
SELECT {project:String}, metric, ${seriesId('metric')}, toDateTime64(at, 9, 'UTC'), toDateTime64(at - at % 86400, 9, 'UTC'), toFloat64(made), made, true, 30
FROM (SELECT *, arrayJoin([{counter:String}, {gauge:String}]) AS metric,
             if(metric = {counter:String}, toInt64(at % 86400) * (3 + s % 40) + toInt64(g % 3), 200000000 + toInt64(s) * 1000000 + toInt64(g % 50000000)) AS made
      FROM ${every})`,
);

export const distributions = madeFor(
  'metric_dists',
  'project_id, metric, series_id, ts, start_ts, count, sum, present, bounds, counts, retention_days',
  `
SELECT {project:String}, {histogram:String}, ${seriesId('{histogram:String}')}, toDateTime64(at, 9, 'UTC'), toDateTime64(at - at % 86400, 9, 'UTC'),
       arraySum(filled), arraySum(filled) * 60., 1, {bounds:Array(Float64)}, filled, 30
FROM (SELECT *, arrayMap(i -> toUInt64((at % 86400) * (10 - abs(toInt64(i) - 3)) / 10 + g % 3), range(length({bounds:Array(Float64)}) + 1)) AS filled FROM ${every})`,
);
