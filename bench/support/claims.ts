// What is claimed to be fast, as calls of the API.

import type { ClickHouseClient } from '@clickhouse/client';
import { bucketsMax } from '../../src/query/semantic/bins.ts';
import { dashboard } from './dashboard.ts';
import { metricNames } from './generator-metrics.ts';
import { words } from './vocabulary.ts';

export interface Claim {
  readonly name: string;
  /** Below /api/v1. */
  readonly path: string;
  /** The API may take 1.2 times the engine's time and 5 ms. */
  readonly thin?: boolean;
  readonly msMax?: number;
  /** Does not grow with the table. */
  readonly flat?: boolean;
  /** One answer is long: of many clients each asks once. */
  readonly heavy?: boolean;
}

/** Places in the data that the claims ask for. */
export interface Facts {
  readonly event: { readonly id: string; readonly ts: string };
  readonly trace: string;
  readonly largeTrace: string;
  /** Of that event. */
  readonly requestId: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Of a log. */
  readonly logRequestId: string;
  /** With twelve widgets. */
  readonly dashboardId: string;
  /** Below /api/v1: a page well behind the first. */
  readonly nextPage: string;
}

export const exportRows = 100_000;

export function claims({ event, trace, largeTrace, requestId, nextPage, dashboardId }: Facts): Claim[] {
  const newest = { since: '7d' };
  const day = { since: '24h' };
  const page = { thin: true, flat: true, msMax: 100 };
  return [
    { name: 'newest 100', path: events(newest), ...page },
    { name: 'newest 100 of a small service', path: events({ ...newest, query: 'service == "geo"' }), ...page },
    { name: 'newest 100 errors', path: events({ ...newest, query: 'level == "ERROR"' }), ...page },
    {
      name: 'newest 100 with a rare word',
      path: events({ ...newest, query: has(words.rare) }),
      ...page,
    },
    { name: 'newest 100 with a common word', path: events({ ...newest, query: has(words.common) }), ...page },
    {
      name: 'newest 100 of an attribute (1 of 300)',
      path: events({ ...newest, query: 'attributes.tenant == "t17"' }),
      ...page,
    },
    {
      name: 'newest 100 of an attribute (unique)',
      path: events({ ...newest, query: `attributes.request.id == "${requestId}"` }),
      ...page,
    },
    { name: 'next page', path: nextPage, ...page },
    {
      name: 'histogram by minute and level, 1 h',
      path: metrics({ since: '1h', query: histogram('1m') }),
      thin: true,
      flat: true,
    },
    { name: 'histogram by minute, 24 h', path: metrics({ ...day, query: minutes }), thin: true, flat: true },
    {
      name: `histogram by ${finest}, 7 d`,
      path: metrics({ since: '7d', query: `summarize count() by bin(timestamp, ${finest})` }),
      thin: true,
      flat: true,
    },
    {
      name: 'histogram by 15 minutes and level, 7 d',
      path: metrics({ since: '7d', query: histogram('15m') }),
      thin: true,
      flat: true,
    },
    {
      name: 'histogram by minute of an attribute, 24 h',
      path: metrics({ ...day, query: `attributes.tenant == "t17" | ${minutes}` }),
      thin: true,
    },
    { name: 'facets, 24 h', path: call('/facets', day), thin: true, flat: true },
    { name: 'facets of errors, 24 h', path: call('/facets', { ...day, query: 'level == "ERROR"' }), thin: true },
    {
      name: 'p95 by service, 24 h',
      path: metrics({ ...day, source: 'spans', query: 'summarize p95(duration) by service' }),
    },
    {
      name: 'p95 by endpoint, 24 h',
      path: metrics({
        ...day,
        source: 'spans',
        query: 'kind == "server" | summarize p95(duration) by method, attributes.http.route',
      }),
    },
    {
      name: 'top 10 of an attribute, 24 h',
      path: metrics({ ...day, query: 'summarize count() by attributes.tenant | sort by count_ desc | take 10' }),
    },
    { name: 'distinct users, 24 h', path: metrics({ ...day, query: 'summarize dcount(attributes.user.id)' }) },
    { name: 'one event', path: `/events/${event.id}/time/${event.ts}`, msMax: 20, flat: true },
    { name: 'one trace', path: `/traces/${trace}`, msMax: 50, flat: true },
    { name: 'trace tree of 1 000 spans', path: `/traces/${largeTrace}`, flat: true },
    {
      name: 'metric rate by service, 24 h',
      path: metrics({
        ...day,
        source: 'metrics',
        query: `metric_name == "${metricNames.counter}" | summarize rate(value) by bin(timestamp, 5m), service`,
      }),
    },
    {
      name: 'metric histogram percentile, 24 h',
      path: metrics({
        ...day,
        source: 'metrics',
        query: `metric_name == "${metricNames.histogram}" | summarize p95(value) by bin(timestamp, 5m)`,
      }),
    },
    {
      name: 'patterns, 24 h',
      path: metrics({ ...day, source: 'logs', query: 'summarize count() by pattern | sort by count_ desc | take 20' }),
    },
    { name: 'dashboard of 12 widgets, 24 h', path: call(`/dashboards/${dashboardId}/data`, day) },
    { name: 'schema', path: '/schema' },
    {
      name: `export of ${exportRows} rows`,
      path: call('/events/export', { ...newest, format: 'jsonl', limit: String(exportRows) }),
      heavy: true,
    },
  ];
}

/** The narrowest bin of a week that an answer has room for. */
const finest = bucketsMax > 7n * 24n * 60n ? '1m' : '2m';
const minutes = 'summarize count() by bin(timestamp, 1m)';
const histogram = (step: string): string => `summarize count() by bin(timestamp, ${step}), level`;
const has = (word: string): string => `body has "${word}"`;
const call = (path: string, params: Record<string, string>): string =>
  `${path}?${new URLSearchParams(params).toString()}`;
const events = (params: Record<string, string>): string => call('/events', params);
const metrics = (params: Record<string, string>): string => call('/metrics', params);

export interface Calls {
  get(path: string): Promise<{ text: string }>;
  post(path: string, body: unknown): Promise<{ text: string }>;
}

/** Looks for them in the rows of a project; the middle of the range stands for "somewhere in the past". */
export async function findFacts(
  clickhouse: ClickHouseClient,
  projectId: string,
  end: Date,
  api: Calls,
): Promise<Facts> {
  const ask = async (query: string): Promise<string[]> => {
    const query_params = {
      project: projectId,
      at: Math.floor(end.getTime() / 1000) - 3.3 * 86_400,
      hour: Math.floor(end.getTime() / 1000) - 3_600,
    };
    const result = await clickhouse.query({
      query,
      query_params,
      format: 'JSONCompactEachRow',
      clickhouse_settings: { date_time_output_format: 'iso' },
    });
    const [row] = await result.json<string[]>();
    if (row === undefined) throw new Error('the data has no such row: generate it first');
    return row;
  };
  const where =
    "e.project_id = {project:String} AND e.ts >= toDateTime({at:Float64}, 'UTC') AND e.ts < toDateTime({at:Float64} + 7200, 'UTC')";
  const [logRequestId = ''] = await ask(
    `SELECT e.attrs['request.id'] FROM events AS e WHERE ${where} AND e.kind = 'log' ORDER BY e.ts LIMIT 1`,
  );
  const [id = '', ts = '', requestId = '', traceId = '', spanId = ''] = await ask(
    `SELECT e.id, e.ts, e.attrs['request.id'], e.trace_id, e.span_id FROM events AS e WHERE ${where} AND e.kind = 'span' ORDER BY e.ts LIMIT 1`,
  );
  const [trace = ''] = await ask(
    `SELECT t.trace_id FROM traces AS t WHERE t.project_id = {project:String} AND t.start >= toDateTime({at:Float64}, 'UTC')
     GROUP BY t.trace_id ORDER BY abs(sum(t.span_count) - 25), t.trace_id LIMIT 1`,
  );
  const [largeTrace = ''] = await ask(
    `SELECT t.trace_id FROM traces AS t WHERE t.project_id = {project:String} AND t.start >= toDateTime({hour:Float64} - 60, 'UTC')
     GROUP BY t.trace_id ORDER BY sum(t.span_count) DESC, t.trace_id LIMIT 1`,
  );
  let nextPage = events({ since: '7d' });
  for (let page = 0; page < 5; page++) {
    const { nextUrl } = JSON.parse((await api.get(nextPage)).text) as { nextUrl: string };
    nextPage = nextUrl.replace(/^.*\/api\/v1/, '');
  }
  const applied = JSON.parse((await api.post('/dashboards/apply', dashboard)).text) as { summary: { id: string } };
  const dashboardId = applied.summary.id;
  return { event: { id, ts }, trace, largeTrace, requestId, traceId, spanId, logRequestId, nextPage, dashboardId };
}
