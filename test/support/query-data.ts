import type { ClickHouseClient } from '@clickhouse/client';
import { catalogueOf, type Catalogue } from '../../src/query/catalogue/catalogue.ts';
import type { CompileInput } from '../../src/query/compile.ts';
import type { TimeRange } from '../../src/lib/time-range.ts';

/** A small, fixed set of telemetry for tests of queries: two projects with the same shapes and different texts. */

export const projectA = '0194a000-0000-7000-8000-00000000000a';
export const projectB = '0194a000-0000-7000-8000-00000000000b';

const second = 1_000_000_000n;
/** 2026-01-15T12:00:00Z. */
const startNs = 1_768_478_400n * second;
export const range: TimeRange = { from: startNs, to: startNs + 3_600n * second };
export const nowNs = range.to;

const day = 86_400n * second;

/** The present, to the second. */
export const presentNs = (BigInt(Date.now()) / 1000n) * second;

/** All events of a project within a day of a moment, of which nothing is known but that they are there. */
export function inputAround(projectId: string, now = presentNs): CompileInput {
  const around = { from: now - day, to: now + day };
  return {
    projectId,
    source: 'events',
    range: around,
    now,
    catalogue: catalogueOf(),
    options: { defaultLimit: 10_000 },
  };
}

export const testCatalogue: Catalogue = catalogueOf({
  attributes: [
    { scope: 'attributes', key: 'http.request.method', types: ['string'] },
    { scope: 'attributes', key: 'http.route', types: ['string'] },
    { scope: 'attributes', key: 'http.response.status_code', types: ['number'] },
    { scope: 'attributes', key: 'user.id', types: ['string'] },
    { scope: 'attributes', key: 'retries', types: ['number'] },
    { scope: 'attributes', key: 'cached', types: ['bool'] },
    { scope: 'attributes', key: 'tags', types: ['array'] },
    { scope: 'attributes', key: 'note', types: ['string'] },
    { scope: 'attributes', key: 'odd key', types: ['string'] },
    { scope: 'attributes', key: 'order.id', types: ['string'] },
    { scope: 'resource', key: 'service.name', types: ['string'] },
    { scope: 'resource', key: 'cloud.region', types: ['string'] },
  ],
});

type Row = Record<string, unknown>;

function stamp(ns: bigint): string {
  const iso = new Date(Number(ns / 1_000_000n)).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)}.${String(ns % second).padStart(9, '0')}`;
}

const services = ['checkout', 'cart', 'billing'];
const levels = ['INFO', 'WARN', 'ERROR', 'DEBUG'];
const bodies = [
  'Request timeout after 30s for order_17',
  'user logged in: alice@example.com',
  'Payment FAILED, code=E-42 (retry 3/5)',
  'cache miss for key db_1',
  'größe überschritten: 50% von 100_MB',
  '',
];
const routes = ['/orders/{id}', '/cart', '/pay'];

/** Every fourth row is a log with few attributes, so that absent, empty and odd values are all there. */
function eventRows(project: string, count = 60): readonly Row[] {
  return Array.from({ length: count }, (_, index): Row => {
    const isSpan = index % 2 === 1;
    const ts = startNs + BigInt(index) * 53n * second + BigInt(index * 7);
    const attrs: Record<string, string> = {};
    const types: Record<string, string> = {};
    const status = [200, 404, 500, 0][index % 4] ?? 0;
    if (index % 4 !== 3) {
      attrs['http.request.method'] = index % 3 === 0 ? 'POST' : 'GET';
      attrs['http.route'] = routes[index % 3] ?? '';
      attrs['http.response.status_code'] = String(status);
      types['http.response.status_code'] = 'int';
    }
    if (index % 3 === 0) attrs['user.id'] = `u${index % 5}`;
    if (index % 5 === 0) {
      attrs['retries'] = String(index / 5);
      types['retries'] = 'int';
    }
    if (index % 6 === 0) {
      attrs['cached'] = index % 12 === 0 ? 'true' : 'false';
      types['cached'] = 'bool';
      attrs['tags'] = JSON.stringify(['a', `t${index % 4}`]);
      types['tags'] = 'array';
    }
    if (index % 7 === 0) attrs['note'] = ['', '12.5ms', ' 5', "it's", '50%', 'A_B'][(index / 7) % 6] ?? '';
    if (index % 20 === 3) attrs['order.id'] = `order-${100_000 + index}`;
    if (index % 20 === 7) attrs['url.path'] = `/orders/${100_000 + index}`;
    const trace = index % 4 === 0 ? '' : `${project.slice(-1)}${String(Math.floor(index / 4)).padStart(31, '0')}`;
    return {
      project_id: project,
      kind: isSpan ? 'span' : 'log',
      ts: stamp(ts),
      id: `00000000-0000-4000-8000-${project.slice(-1)}${String(index).padStart(11, '0')}`,
      retention_days: 395,
      observed_ts: stamp(ts),
      service: services[index % 3],
      env: index % 2 === 0 ? 'prod' : '',
      host: `h${index % 2}`,
      severity: isSpan ? 0 : [9, 13, 17, 5][index % 4],
      level: isSpan ? '' : levels[index % 4],
      name: isSpan ? `${attrs['http.request.method'] ?? 'internal'} ${attrs['http.route'] ?? 'work'}` : '',
      body: isSpan
        ? ''
        : `${bodies[(index / 2) % bodies.length]}${project === projectB && index % 4 === 0 ? ' secret' : ''}`,
      shape: isSpan ? 0 : 100 + (index % 5),
      trace_id: trace,
      span_id: isSpan ? String(index).padStart(16, '0') : '',
      parent_span_id: isSpan && index % 4 === 3 ? String(index - 2).padStart(16, '0') : '',
      span_kind: isSpan ? (['server', 'client', 'internal'][index % 3] ?? 'unset') : 'unset',
      status: isSpan ? (['ok', 'error', 'unset'][index % 3] ?? 'unset') : 'unset',
      status_message: isSpan && index % 3 === 1 ? 'deadline exceeded' : '',
      duration_ns: isSpan ? String(BigInt(index) * 1_500_000n) : '0',
      res: { 'service.name': services[index % 3], 'cloud.region': index % 2 === 0 ? 'eu-1' : 'us-1' },
      attrs,
      attrs_types: types,
      http_method: attrs['http.request.method'] ?? '',
      http_route: attrs['http.route'] ?? '',
      http_status: index % 4 === 3 ? 0 : status,
      user_id: attrs['user.id'] ?? '',
      span_events:
        isSpan && index % 3 === 1
          ? JSON.stringify([{ name: 'exception', attributes: { 'exception.type': 'Timeout' } }])
          : '',
    };
  });
}

function seriesRows(project: string): readonly Row[] {
  const series = (id: number, metric: string, more: Row): Row => ({
    project_id: project,
    metric,
    series_id: String(id),
    day: '2026-01-15',
    type: 'sum',
    temporality: 'cumulative',
    monotonic: true,
    unit: '1',
    service: services[id % 3],
    attrs: { route: routes[id % 3] },
    retention_days: 395,
    last_seen: '2026-01-15 12:00:00',
    ...more,
  });
  return [
    series(1, 'http.requests', {}),
    series(2, 'http.requests', {}),
    series(3, 'http.bytes', { temporality: 'delta' }),
    series(4, 'memory', { type: 'gauge', temporality: 'unspecified', monotonic: false, unit: 'By' }),
    series(5, 'http.latency', { type: 'histogram', unit: 'ms' }),
    series(6, 'http.sizes', { type: 'exp_histogram', temporality: 'delta', unit: 'By' }),
  ];
}

/** Series 1 starts again after ten minutes; series 2 never does. */
function pointRows(project: string): readonly Row[] {
  return Array.from({ length: 20 }, (_, minute): readonly Row[] => {
    const ts = stamp(startNs + BigInt(minute) * 60n * second);
    const point = (id: number, metric: string, value: number, start: bigint): Row => ({
      project_id: project,
      metric,
      series_id: String(id),
      ts,
      start_ts: stamp(start),
      value,
      value_int: String(Math.trunc(value)),
      is_int: Number.isInteger(value),
      flags: 0,
      retention_days: 395,
    });
    const early = startNs - 86_400n * second;
    const restart = startNs + 630n * second;
    return [
      minute < 10
        ? point(1, 'http.requests', 1000 + minute * 60, early)
        : point(1, 'http.requests', minute === 10 ? 1600 : (minute - 10) * 30, minute === 10 ? early : restart),
      point(2, 'http.requests', minute * 120, early),
      point(3, 'http.bytes', 500, startNs + BigInt(minute - 1) * 60n * second),
      point(4, 'memory', 0.5 + minute / 10, 0n),
    ];
  }).flat();
}

function distributionRows(project: string): readonly Row[] {
  return Array.from({ length: 5 }, (_, minute): readonly Row[] => {
    const ts = stamp(startNs + BigInt(minute) * 60n * second);
    const n = minute + 1;
    const common = { project_id: project, ts, retention_days: 395, present: 7, flags: 0, min: 1, max: 50 };
    return [
      {
        ...common,
        metric: 'http.latency',
        series_id: '5',
        start_ts: stamp(startNs - 86_400n * second),
        count: 10 * n,
        sum: 150 * n,
        bounds: [10, 20, 40],
        counts: [5 * n, 3 * n, 2 * n, 0],
      },
      {
        ...common,
        metric: 'http.sizes',
        series_id: '6',
        start_ts: stamp(startNs + BigInt(minute - 1) * 60n * second),
        count: 8,
        sum: 64,
        scale: 0,
        zero_count: 1,
        pos_offset: 1,
        pos_counts: [2, 3, 2],
      },
    ];
  }).flat();
}

/** Fills the tables. They keep their rows for ever: these are of a day that will be long ago. */
export async function seedQueryData(clickhouse: ClickHouseClient, projects: readonly string[]): Promise<void> {
  await keepOldRows(clickhouse);
  const insert = async (table: string, values: readonly Row[]): Promise<void> => {
    // A cluster would answer before its other nodes have them.
    const clickhouse_settings = { distributed_foreground_insert: 1 } as const;
    await clickhouse.insert({ table, values: [...values], format: 'JSONEachRow', clickhouse_settings });
  };
  for (const project of projects) {
    await insert('events', eventRows(project));
    await insert('metric_series', seriesRows(project));
    await insert('metric_points', pointRows(project));
    await insert('metric_dists', distributionRows(project));
  }
}

/** The data is of one day for ever; this node forgets nothing from now on. */
export async function keepOldRows(clickhouse: ClickHouseClient): Promise<void> {
  const query = "SELECT name FROM system.tables WHERE database = currentDatabase() AND engine_full LIKE '% TTL %'";
  const found = await clickhouse.query({ query, format: 'JSONEachRow' });
  for (const { name } of await found.json<{ name: string }>())
    await clickhouse.command({ query: `ALTER TABLE ${name} REMOVE TTL` });
}
