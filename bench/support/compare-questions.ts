// The same question three times: of our API, and in plain SQL of each other layout.

import type { Facts } from './claims.ts';
import { words } from './vocabulary.ts';

export interface Question {
  readonly name: string;
  /** Below /api/v1. */
  readonly path: string;
  readonly otel: string;
  readonly wide: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** How many times longer the others should take. */
  readonly times: { readonly otel: number; readonly wide: number };
}

const within = "Timestamp >= {from:DateTime64(9, 'UTC')} AND Timestamp < {to:DateTime64(9, 'UTC')}";
const scope = {
  otelLogs: `${within} AND TimestampTime >= toDateTime({from:DateTime64(9, 'UTC')}) AND TimestampTime <= toDateTime({to:DateTime64(9, 'UTC')})`,
  otelSpans: within,
  wide: `${within} AND toStartOfFiveMinutes(Timestamp) >= toStartOfFiveMinutes({from:DateTime64(9, 'UTC')}) AND toStartOfFiveMinutes(Timestamp) <= toStartOfFiveMinutes({to:DateTime64(9, 'UTC')})`,
};
const page = 'Timestamp, ServiceName, SeverityText, Body, TraceId, SpanId';
const newest = 'ORDER BY Timestamp DESC LIMIT 101';
const hours: Readonly<Record<string, number>> = { '1h': 1, '24h': 24, '7d': 168 };

export function questions(facts: Facts, end: Date): Question[] {
  const endS = Math.floor(end.getTime() / 1000) + 1;
  const range = (since: string) => ({ from: String(endS - (hours[since] ?? 0) * 3_600), to: String(endS) });
  const ask = (path: string, params: Record<string, string>): string =>
    `${path}?${new URLSearchParams(params).toString()}`;
  const filtered = { otel: 5, wide: 1 };
  const charts = { otel: 5, wide: 10 };
  const faster = { otel: 1, wide: 1 };
  const list = (name: string, query: string, otel: string, wide: string, times = filtered): Question => ({
    name,
    path: ask('/events', { since: '7d', source: 'logs', ...(query === '' ? {} : { query }) }),
    otel: `SELECT ${page} FROM otel_logs WHERE ${scope.otelLogs}${otel} ${newest}`,
    wide: `SELECT ${page} FROM wide_logs WHERE ${scope.wide}${wide} ${newest}`,
    params: range('7d'),
    times,
  });
  const histogram = (since: string, step: string, seconds: number): Question => ({
    name: `histogram by ${step} and level, ${since}`,
    path: ask('/metrics', { since, source: 'logs', query: `summarize count() by bin(timestamp, ${step}), level` }),
    otel: `SELECT toStartOfInterval(Timestamp, INTERVAL ${seconds} SECOND) AS t, SeverityText, count() FROM otel_logs WHERE ${scope.otelLogs} GROUP BY t, SeverityText ORDER BY t`,
    wide: `SELECT toStartOfInterval(Timestamp, INTERVAL ${seconds} SECOND) AS t, SeverityText, count() FROM wide_logs WHERE ${scope.wide} GROUP BY t, SeverityText ORDER BY t`,
    params: range(since),
    times: charts,
  });
  const same = (
    name: string,
    source: string,
    query: string,
    select: string,
    rest: string,
    times = faster,
  ): Question => {
    const table = source === 'logs' ? 'logs' : 'traces';
    return {
      name,
      path: ask('/metrics', { since: '24h', source, query }),
      otel: `SELECT ${select} FROM otel_${table} WHERE ${source === 'logs' ? scope.otelLogs : scope.otelSpans} ${rest}`,
      wide: `SELECT ${select} FROM wide_${table} WHERE ${scope.wide} ${rest}`,
      params: range('24h'),
      times,
    };
  };
  const facets = (table: string, time: string): string => `
SELECT grouping(a) AS ga, grouping(b) AS gb, grouping(c) AS gc, grouping(d) AS gd, a, b, c, d, count() AS n
FROM (SELECT ServiceName AS a, SeverityText AS b, ResourceAttributes['deployment.environment.name'] AS c, ResourceAttributes['k8s.pod.name'] AS d FROM ${table} WHERE ${time})
GROUP BY GROUPING SETS ((a), (b), (c), (d)) ORDER BY n DESC LIMIT 50 BY ga, gb, gc, gd`;
  const trace = (id: string, name: string): Question => ({
    name,
    path: `/traces/${id}`,
    otel: `
WITH (SELECT min(Start) FROM otel_traces_trace_id_ts WHERE TraceId = {trace:String}) AS a, (SELECT max(End) + 1 FROM otel_traces_trace_id_ts WHERE TraceId = {trace:String}) AS z
SELECT Timestamp, SpanId, ParentSpanId, SpanName, ServiceName, Duration, StatusCode FROM otel_traces WHERE TraceId = {trace:String} AND Timestamp >= a AND Timestamp <= z ORDER BY Timestamp LIMIT 10001`,
    wide: `SELECT Timestamp, SpanId, ParentSpanId, SpanName, ServiceName, Duration, StatusCode FROM wide_traces WHERE TraceId = {trace:String} ORDER BY Timestamp LIMIT 10001`,
    params: { trace: id },
    times: filtered,
  });
  const item = (key: string, value: string) => ({
    otel: ` AND LogAttributes['${key}'] = '${value}'`,
    wide: ` AND has(LogAttributesItems, '${key}=${value}')`,
  });
  const word = (text: string) => ({
    query: `body has "${text}"`,
    otel: ` AND hasToken(Body, '${text}')`,
    wide: ` AND hasAllTokens(lower(Body), '${text}')`,
  });
  const [rare, common, tenant] = [word(words.rare), word(words.common), item('tenant', 't17')];
  return [
    list('newest 100', '', '', '', faster),
    list('newest 100 of a small service', 'service == "geo"', " AND ServiceName = 'geo'", " AND ServiceName = 'geo'"),
    list('newest 100 errors', 'level == "ERROR"', " AND SeverityText = 'ERROR'", " AND SeverityText = 'ERROR'"),
    list('newest 100 with a rare word', rare.query, rare.otel, rare.wide),
    list('newest 100 with a common word', common.query, common.otel, common.wide),
    list('newest 100 of an attribute (1 of 300)', 'attributes.tenant == "t17"', tenant.otel, tenant.wide),
    histogram('1h', '1m', 60),
    histogram('24h', '1m', 60),
    histogram('7d', '15m', 900),
    {
      name: 'facets, 24 h',
      path: ask('/facets', { since: '24h', source: 'logs' }),
      otel: facets('otel_logs', scope.otelLogs),
      wide: facets('wide_logs', scope.wide),
      params: range('24h'),
      times: charts,
    },
    same(
      'p95 by service, 24 h',
      'spans',
      'summarize p95(duration) by service',
      'ServiceName, quantileTDigest(0.95)(Duration)',
      'GROUP BY ServiceName',
    ),
    same(
      'p95 by endpoint, 24 h',
      'spans',
      'kind == "server" | summarize p95(duration) by method, attributes.http.route',
      "SpanAttributes['http.request.method'] AS m, SpanAttributes['http.route'] AS r, quantileTDigest(0.95)(Duration)",
      "AND SpanKind = 'Server' GROUP BY m, r",
    ),
    same(
      'top 10 of an attribute, 24 h',
      'logs',
      'summarize count() by attributes.tenant | sort by count_ desc | take 10',
      "LogAttributes['tenant'] AS v, count() AS n",
      'GROUP BY v ORDER BY n DESC LIMIT 10',
    ),
    same(
      'distinct users, 24 h',
      'logs',
      'summarize dcount(attributes.user.id)',
      "uniqCombined64(LogAttributes['user.id'])",
      '',
    ),
    same(
      'count of a common word, 24 h',
      'logs',
      `${common.query} | summarize count()`,
      'count()',
      `AND positionCaseInsensitive(Body, '${words.common}') > 0`,
    ),
    trace(facts.trace, 'one trace'),
    trace(facts.largeTrace, 'trace tree of 1 000 spans'),
  ];
}
