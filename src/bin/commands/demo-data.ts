/** A small shop as OTLP/JSON: traces with logs inside them, an error now and then, and metrics. Seeded: the same every time. */

import { seededRandom } from '../../lib/random.ts';

interface Attribute {
  readonly key: string;
  readonly value: { stringValue: string } | { intValue: string } | { doubleValue: number };
}

export interface DemoBatch {
  readonly traces: object;
  readonly logs: object;
  readonly metrics: object;
  readonly spans: number;
  readonly records: number;
  readonly points: number;
}

const routes = [
  { method: 'GET', route: '/products/{id}', service: 'catalog', query: 'SELECT * FROM products WHERE id = $1', ms: 8 },
  { method: 'GET', route: '/search', service: 'search', query: 'SELECT id FROM products WHERE name ILIKE $1', ms: 35 },
  {
    method: 'POST',
    route: '/cart/{id}/items',
    service: 'cart',
    query: 'INSERT INTO cart_items VALUES ($1, $2)',
    ms: 12,
  },
  {
    method: 'POST',
    route: '/checkout',
    service: 'payment',
    query: 'UPDATE orders SET state = $1 WHERE id = $2',
    ms: 80,
  },
] as const;
const clientKind = 3;
const serverKind = 2;
const errorStatus = 2;

/** `requests` requests, spread over the minute that begins at `startMs`. Those of another have other ids. */
export function demoMinute(startMs: number, requests: number): DemoBatch {
  const random = seededRandom(startMs);
  const spans = new Map<string, object[]>();
  const logs = new Map<string, object[]>();
  const durations = new Map<string, number[]>();
  for (let i = 0; i < requests; i++) {
    const route = routes[Math.floor(random() ** 1.5 * routes.length)] ?? routes[0];
    const start = BigInt(Math.floor(startMs + (i / requests) * 60_000)) * 1_000_000n;
    const failed = route.route === '/checkout' && random() < 0.12;
    const totalMs = route.ms * (0.5 + random() * 2) * (failed ? 8 : 1);
    const [traceId, front, back, db] = [hex(random, 32), hex(random, 16), hex(random, 16), hex(random, 16)];
    const order = Math.floor(random() * 90_000) + 10_000;
    const at = (offsetMs: number) => String(start + BigInt(Math.round(offsetMs * 1e6)));
    const span = (
      spanId: string,
      parentSpanId: string,
      name: string,
      kind: number,
      from: number,
      to: number,
      attributes: Attribute[],
    ) => ({
      traceId,
      spanId,
      parentSpanId,
      name,
      kind,
      startTimeUnixNano: at(from),
      endTimeUnixNano: at(to),
      attributes,
      ...(failed && spanId !== db ? { status: { code: errorStatus, message: 'card declined' } } : {}),
      ...(failed && spanId === back ? { events: [declined(at(to), order)] } : {}),
    });
    const http = [
      text('http.request.method', route.method),
      text('http.route', route.route),
      integer('http.response.status_code', failed ? 502 : 200),
    ];
    push(
      spans,
      'web',
      span(front, '', `${route.method} ${route.route}`, serverKind, 0, totalMs, [
        ...http,
        text('user.id', `user-${order % 50}`),
      ]),
    );
    push(
      spans,
      route.service,
      span(back, front, `${route.method} ${route.route}`, serverKind, totalMs * 0.1, totalMs * 0.9, http),
    );
    push(
      spans,
      route.service,
      span(db, back, route.query.split(' ', 1)[0] ?? '', clientKind, totalMs * 0.2, totalMs * 0.6, [
        text('db.system.name', 'postgresql'),
        text('db.query.text', route.query),
      ]),
    );
    const record = (service: string, severityNumber: number, body: string) =>
      push(logs, service, {
        timeUnixNano: at(totalMs),
        severityNumber,
        body: { stringValue: body },
        traceId,
        spanId: service === 'web' ? front : back,
        attributes: [integer('order.id', order)],
      });
    record(
      'web',
      failed ? 17 : 9,
      `${route.method} ${route.route} answered ${failed ? 502 : 200} in ${totalMs.toFixed(1)} ms`,
    );
    if (failed)
      record(route.service, 17, `payment of order ${order} declined by the bank after ${Math.round(totalMs)} ms`);
    else if (random() < 0.2)
      record(route.service, 13, `slow query for order ${order}: ${(totalMs * 0.4).toFixed(1)} ms`);
    push(durations, route.service, totalMs / 1000);
  }
  const points = [...durations].map(([service, seconds]) => metricsOf(service, seconds, startMs + 60_000));
  return {
    traces: {
      resourceSpans: [...spans].map(([service, list]) => ({
        resource: resource(service),
        scopeSpans: [{ scope: { name: 'demo' }, spans: list }],
      })),
    },
    logs: {
      resourceLogs: [...logs].map(([service, list]) => ({
        resource: resource(service),
        scopeLogs: [{ scope: { name: 'demo' }, logRecords: list }],
      })),
    },
    metrics: { resourceMetrics: points },
    spans: [...spans.values()].flat().length,
    records: [...logs.values()].flat().length,
    points: points.length * 2,
  };
}

const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1];

function metricsOf(service: string, seconds: readonly number[], endMs: number): object {
  const [startTimeUnixNano, timeUnixNano] = [String(endMs - 60_000), String(endMs)].map((ms) => `${ms}000000`);
  const bucketCounts = Array.from({ length: bounds.length + 1 }, () => 0);
  for (const value of seconds) {
    const bucket = bounds.findIndex((bound) => value <= bound);
    const index = bucket === -1 ? bounds.length : bucket;
    bucketCounts[index] = (bucketCounts[index] ?? 0) + 1;
  }
  const sum = seconds.reduce((total, value) => total + value, 0);
  const histogram = {
    startTimeUnixNano,
    timeUnixNano,
    count: String(seconds.length),
    sum,
    bucketCounts: bucketCounts.map(String),
    explicitBounds: bounds,
  };
  const gauge = { timeUnixNano, asDouble: 100 + (seconds.length % 17) };
  return {
    resource: resource(service),
    scopeMetrics: [
      {
        scope: { name: 'demo' },
        metrics: [
          {
            name: 'http.server.request.duration',
            unit: 's',
            histogram: { aggregationTemporality: 1, dataPoints: [histogram] },
          },
          { name: 'process.memory.usage', unit: 'MiB', gauge: { dataPoints: [gauge] } },
        ],
      },
    ],
  };
}

function declined(timeUnixNano: string, order: number): object {
  return {
    timeUnixNano,
    name: 'exception',
    attributes: [
      text('exception.type', 'CardDeclinedError'),
      text('exception.message', `card of order ${order} declined`),
      text(
        'exception.stacktrace',
        `CardDeclinedError: card of order ${order} declined\n    at charge (/app/src/payment/charge.ts:42:11)\n    at checkout (/app/src/payment/checkout.ts:17:9)`,
      ),
    ],
  };
}

function resource(service: string) {
  return {
    attributes: [
      text('service.name', service),
      text('service.version', '1.4.2'),
      text('deployment.environment.name', 'demo'),
      text('host.name', `${service}-1`),
    ],
  };
}

function text(key: string, stringValue: string): Attribute {
  return { key, value: { stringValue } };
}

function integer(key: string, value: number): Attribute {
  return { key, value: { intValue: String(value) } };
}

function push<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}

function hex(random: () => number, digits: number): string {
  return Array.from({ length: digits }, () => Math.floor(random() * 16).toString(16)).join('');
}
