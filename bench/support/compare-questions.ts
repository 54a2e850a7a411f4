// The same question three times: of our API, and in plain SQL of each other layout. What an answer shows is the same:
//   a page     time, service, level, body, ids and the exception, which our `summary` is made of; not how many match in all
//   facets     the fields that our API counts by default, attributes included
//   a trace    its spans and its logs
//   an event   all columns of the row

import type { Facts } from './claims.ts';
import { wideColumns } from './other-layouts.ts';
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

const from = "{from:DateTime64(3, 'UTC')}";
const to = "{to:DateTime64(3, 'UTC')}";
const within = `Timestamp >= ${from} AND Timestamp < ${to}`;
const scope = {
  otelLogs: `${within} AND TimestampTime >= toDateTime(${from}) AND TimestampTime <= toDateTime(${to})`,
  otelSpans: within,
  wide: `${within} AND toStartOfFiveMinutes(Timestamp) >= toStartOfFiveMinutes(${from}) AND toStartOfFiveMinutes(Timestamp) <= toStartOfFiveMinutes(${to})`,
};
const page =
  "Timestamp, TraceId, SpanId, ServiceName, SeverityText, substringUTF8(Body, 1, 1000), LogAttributes['exception.type'], LogAttributes['exception.message']";
const newest = {
  otel: 'ORDER BY Timestamp DESC LIMIT 101',
  // The same order, in the words of the key: the engine then reads from the end and stops.
  wide: 'ORDER BY toStartOfFiveMinutes(Timestamp) DESC, Timestamp DESC LIMIT 101',
};
const hours: Readonly<Record<string, number>> = { '1h': 1, '24h': 24, '7d': 168 };

export function questions(facts: Facts, end: Date): Question[] {
  const endMs = (Math.floor(end.getTime() / 1000) + 1) * 1000;
  const range = (since: string) => {
    const [first, last] = [endMs - (hours[since] ?? 0) * 3_600_000, endMs];
    return {
      asked: { from: new Date(first).toISOString(), to: new Date(last).toISOString() },
      params: { from: first / 1000, to: last / 1000 },
    };
  };
  const ask = (path: string, params: Record<string, string>): string =>
    `${path}?${new URLSearchParams(params).toString()}`;
  const filtered = { otel: 5, wide: 1 };
  const charts = { otel: 5, wide: 10 };
  const faster = { otel: 1, wide: 1 };
  const list = (name: string, query: string, otel: string, wide: string, times = filtered): Question => {
    const { asked, params } = range('7d');
    return {
      name,
      path: ask('/events', { ...asked, source: 'logs', ...(query === '' ? {} : { query }) }),
      otel: `SELECT ${page} FROM otel_logs WHERE ${scope.otelLogs}${otel} ${newest.otel}`,
      wide: `SELECT ${page} FROM wide_logs WHERE ${scope.wide}${wide} ${newest.wide}`,
      params,
      times,
    };
  };
  const chart = (
    name: string,
    since: string,
    source: 'logs' | 'spans',
    query: string,
    { otel, wide }: { readonly otel: readonly [string, string]; readonly wide: readonly [string, string] },
    times = faster,
  ): Question => {
    const { asked, params } = range(since);
    const table = source === 'logs' ? 'logs' : 'traces';
    return {
      name,
      path: ask('/metrics', { ...asked, source, query }),
      otel: `SELECT ${otel[0]} FROM otel_${table} WHERE ${source === 'logs' ? scope.otelLogs : scope.otelSpans} ${otel[1]}`,
      wide: `SELECT ${wide[0]} FROM wide_${table} WHERE ${scope.wide} ${wide[1]}`,
      params,
      times,
    };
  };
  const same = (select: string, rest: string) =>
    ({ otel: [select, rest], wide: [select, rest] }) as const satisfies Parameters<typeof chart>[4];
  const histogram = (since: string, step: string, seconds: number): Question =>
    chart(
      `histogram by ${step} and level, ${since}`,
      since,
      'logs',
      `summarize count() by bin(timestamp, ${step}), level`,
      same(
        `toStartOfInterval(Timestamp, INTERVAL ${seconds} SECOND) AS t, SeverityText, count()`,
        'GROUP BY t, SeverityText ORDER BY t',
      ),
      charts,
    );
  const facets = (name: string, source: 'logs' | 'spans', errors: boolean, times = faster): Question => {
    const { asked, params } = range('24h');
    const [table, otelScope] = source === 'logs' ? ['logs', scope.otelLogs] : ['traces', scope.otelSpans];
    const filter = source === 'logs' ? " AND SeverityText = 'ERROR'" : " AND StatusCode = 'Error'";
    const count = (side: 'otel' | 'wide', time: string): string =>
      counted(`${side}_${table}`, fieldsOf(source, side), `${time}${errors ? filter : ''}`);
    return {
      name,
      path: ask('/facets', { ...asked, source, ...(errors ? { query: 'errors == true' } : {}) }),
      otel: count('otel', otelScope),
      wide: count('wide', scope.wide),
      params,
      times,
    };
  };
  const item = (key: string, value: string) => ({
    query: `attributes.${key} == "${value}"`,
    otel: ` AND LogAttributes['${key}'] = '${value}'`,
    wide: ` AND has(LogAttributesItems, '${key}=${value}')`,
  });
  const word = (text: string) => ({
    query: `body has "${text}"`,
    otel: ` AND hasToken(Body, '${text}')`,
    wide: ` AND hasAllTokens(lower(Body), '${text}')`,
  });
  const [rare, common] = [word(words.rare), word(words.common)];
  const [tenant, request] = [item('tenant', 't17'), item('request.id', facts.logRequestId)];
  const service = " AND ServiceName = 'geo'";
  const errors = " AND SeverityText = 'ERROR'";
  return [
    list('newest 100', '', '', '', faster),
    list('newest 100 of a small service', 'service == "geo"', service, service),
    list('newest 100 errors', 'level == "ERROR"', errors, errors),
    list('newest 100 with a rare word', rare.query, rare.otel, rare.wide),
    list('newest 100 with a common word', common.query, common.otel, common.wide),
    list('newest 100 of an attribute (1 of 300)', tenant.query, tenant.otel, tenant.wide),
    list('newest 100 of an attribute (unique)', request.query, request.otel, request.wide),
    histogram('1h', '1m', 60),
    histogram('24h', '1m', 60),
    histogram('7d', '15m', 900),
    facets('facets of logs, 24 h', 'logs', false, charts),
    facets('facets of spans, 24 h', 'spans', false, charts),
    facets('facets of failed spans, 24 h', 'spans', true),
    chart(
      'p95 by service, 24 h',
      '24h',
      'spans',
      'summarize p95(duration) by service',
      same('ServiceName, quantileTDigest(0.95)(Duration)', 'GROUP BY ServiceName'),
    ),
    chart(
      'p95 by endpoint, 24 h',
      '24h',
      'spans',
      'kind == "server" | summarize p95(duration) by method, attributes.http.route',
      same(
        "SpanAttributes['http.request.method'] AS m, SpanAttributes['http.route'] AS r, quantileTDigest(0.95)(Duration)",
        "AND SpanKind = 'Server' GROUP BY m, r",
      ),
    ),
    chart(
      'top 10 of an attribute, 24 h',
      '24h',
      'logs',
      'summarize count() by attributes.tenant | sort by count_ desc | take 10',
      same("LogAttributes['tenant'] AS v, count() AS n", 'GROUP BY v ORDER BY n DESC LIMIT 10'),
    ),
    chart(
      'distinct users, 24 h',
      '24h',
      'logs',
      'summarize dcount(attributes.user.id)',
      same("uniqCombined64(14)(LogAttributes['user.id'])", ''),
    ),
    chart('count of a common word, 24 h', '24h', 'logs', `${common.query} | summarize count()`, {
      otel: ['count()', common.otel],
      wide: ['count()', common.wide],
    }),
    event(facts),
    trace(facts.trace, 'one trace'),
    trace(facts.largeTrace, 'trace tree of 1 000 spans'),
  ];
}

type Side = 'otel' | 'wide';

/** The fields that `GET /facets` counts, where these tables have them. */
function fieldsOf(source: 'logs' | 'spans', side: Side): string[] {
  const own = source === 'logs' ? 'LogAttributes' : 'SpanAttributes';
  const hasColumns = source === 'logs' && side === 'wide';
  return [
    'ServiceName',
    hasColumns ? wideColumns.environment : "ResourceAttributes['deployment.environment.name']",
    "ResourceAttributes['host.name']",
    hasColumns ? wideColumns.pod : "ResourceAttributes['k8s.pod.name']",
    ...(source === 'logs' ? ['SeverityText', 'EventName'] : ['SpanName', 'SpanKind', 'StatusCode']),
    ...[
      'http.request.method',
      'http.response.status_code',
      'http.route',
      'db.system.name',
      'error.type',
      'exception.type',
    ].map((key) => `${own}['${key}']`),
  ];
}

/** The 50 most frequent values of each field: every row is read once, for all fields. */
function counted(table: string, fields: readonly string[], where: string): string {
  return `
SELECT f.1 AS field, f.2 AS value, count() AS n
FROM ${table} ARRAY JOIN [${fields.map((field, index) => `(${index}, toString(${field}))`).join(', ')}] AS f
WHERE ${where} AND value != ''
GROUP BY field, value ORDER BY n DESC LIMIT 50 BY field`;
}

function event({ event: { id, ts }, spanId, traceId }: Facts): Question {
  const one = (table: string, scopeSql: string): string =>
    `SELECT * FROM ${table} WHERE Timestamp = {at:DateTime64(9, 'UTC')} AND TraceId = {trace:String} AND SpanId = {span:String}${scopeSql} LIMIT 1`;
  return {
    name: 'one event',
    path: `/events/${id}/time/${ts}`,
    otel: one('otel_traces', ''),
    wide: one('wide_traces', " AND toStartOfFiveMinutes(Timestamp) = toStartOfFiveMinutes({at:DateTime64(9, 'UTC')})"),
    params: { at: ts.replace('T', ' ').replace('Z', ''), trace: traceId, span: spanId },
    times: { otel: 1, wide: 1 },
  };
}

function trace(id: string, name: string): Question {
  const both = (side: Side, spanScope: string, logScope: string): string => `
SELECT * FROM (
  SELECT Timestamp, 'span' AS Kind, SpanId, ParentSpanId, SpanName, SpanKind, ServiceName, Duration, StatusCode, StatusMessage, '' AS Level, '' AS Text
  FROM ${side}_traces WHERE TraceId = {trace:String}${spanScope}
  UNION ALL
  SELECT Timestamp, 'log' AS Kind, SpanId, '', EventName, '', ServiceName, 0, '', '', SeverityText, substringUTF8(Body, 1, 2000)
  FROM ${side}_logs WHERE TraceId = {trace:String}${logScope}
) ORDER BY Timestamp LIMIT 10001`;
  // That table knows when spans began, to the second; logs may be later.
  const around = ' AND Timestamp >= a AND Timestamp < z + 10';
  return {
    name,
    path: `/traces/${id}`,
    otel: `
WITH (SELECT min(Start) FROM otel_traces_trace_id_ts WHERE TraceId = {trace:String}) AS a, (SELECT max(End) FROM otel_traces_trace_id_ts WHERE TraceId = {trace:String}) AS z
${both('otel', around, `${around} AND TimestampTime >= a AND TimestampTime < z + 10`)}`,
    wide: both('wide', '', ''),
    params: { trace: id },
    times: { otel: 5, wide: 1 },
  };
}
