// Telemetry as a middling shop sends it: the bodies that the ingest benchmark decodes.

import { encodeOtlp, otlpMessages, type Signal } from '../../test/support/otlp-proto.ts';
import { seededRandom } from '../../src/lib/random.ts';

export interface Load {
  readonly signal: Signal;
  readonly bodies: readonly Uint8Array[];
  readonly recordsPerBody: number;
}

const services = ['checkout', 'cart', 'catalog', 'payment', 'shipping', 'frontend', 'search', 'mail'];
const routes = ['/api/orders/:id', '/api/cart', '/api/products/:sku', '/api/users/:id/addresses', '/healthz', '/login'];
const pointsPerMetric = 10;
const text = (value: string) => ({ stringValue: value });

function resource(service: string, random: () => number): object {
  const pod = `${service}-${Math.floor(random() * 40).toString(36)}`;
  const attributes: Record<string, string> = {
    'service.name': service,
    'service.version': '4.2.1',
    'service.instance.id': pod,
    'deployment.environment.name': 'production',
    'host.name': `node-${Math.floor(random() * 12)}`,
    'k8s.pod.name': pod,
    'k8s.namespace.name': 'shop',
    'k8s.deployment.name': service,
    'cloud.region': 'eu-central-1',
    'telemetry.sdk.language': 'nodejs',
    'telemetry.sdk.version': '2.12.1',
  };
  return { attributes: Object.entries(attributes).map(([key, value]) => ({ key, value: text(value) })) };
}

function bytes(count: number, random: () => number): Buffer {
  const id = Buffer.alloc(count);
  for (let i = 0; i < count; i++) id[i] = Math.floor(random() * 256);
  id[0] = 1;
  return id;
}

function span(random: () => number, startNs: bigint): object {
  const route = routes[Math.floor(random() * routes.length)] ?? '/';
  const status = random() < 0.03 ? 500 : 200;
  const user = Math.floor(random() * 5000);
  const attributes = [
    { key: 'http.request.method', value: text(random() < 0.8 ? 'GET' : 'POST') },
    { key: 'http.route', value: text(route) },
    { key: 'url.path', value: text(route.replace(/:\w+/, String(Math.floor(random() * 1e6)))) },
    { key: 'url.scheme', value: text('https') },
    { key: 'server.address', value: text('shop.example.com') },
    { key: 'http.response.status_code', value: { intValue: status } },
    {
      key: 'user_agent.original',
      value: text('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'),
    },
    { key: 'network.peer.address', value: text(`10.1.${user % 250}.${user % 13}`) },
    { key: 'user.id', value: text(`user-${user}`) },
    { key: 'app.order.id', value: text(`ord_${Math.floor(random() * 1e9)}`) },
    { key: 'app.items', value: { intValue: Math.floor(random() * 12) } },
    { key: 'app.total', value: { doubleValue: Math.round(random() * 1e5) / 100 } },
  ];
  return {
    traceId: bytes(16, random),
    spanId: bytes(8, random),
    parentSpanId: random() < 0.2 ? Buffer.alloc(0) : bytes(8, random),
    name: `GET ${route}`,
    kind: 2,
    startTimeUnixNano: String(startNs),
    endTimeUnixNano: String(startNs + BigInt(Math.floor(random() * 4e7))),
    attributes,
    status: status === 500 ? { code: 2, message: 'internal error' } : {},
  };
}

function log(random: () => number, timeNs: bigint): object {
  const order = Math.floor(random() * 1e6);
  const bodies = [
    `order ${order} accepted for user ${order % 5000} in ${Math.floor(random() * 300)} ms`,
    `cache miss for key product:${order} falling back to the database`,
    `payment provider answered 200 after ${Math.floor(random() * 900)}ms attempt=1 order=${order}`,
    'health check passed',
  ];
  return {
    timeUnixNano: String(timeNs),
    observedTimeUnixNano: String(timeNs + 1_500_000n),
    severityNumber: random() < 0.04 ? 17 : 9,
    severityText: 'INFO',
    body: text(bodies[Math.floor(random() * bodies.length)] ?? ''),
    attributes: [
      { key: 'log.iostream', value: text('stdout') },
      { key: 'logger.name', value: text('com.example.shop.OrderService') },
      { key: 'thread.name', value: text(`http-nio-8080-exec-${order % 20}`) },
      { key: 'order.id', value: { intValue: order } },
      { key: 'user.id', value: text(`user-${order % 5000}`) },
      { key: 'request.id', value: text(bytes(12, random).toString('hex')) },
    ],
    traceId: bytes(16, random),
    spanId: bytes(8, random),
    flags: 1,
  };
}

function metric(i: number, random: () => number, timeNs: bigint): object {
  const time = { startTimeUnixNano: String(timeNs - 60_000_000_000n), timeUnixNano: String(timeNs) };
  const attributes = (n: number) => [
    { key: 'http.request.method', value: text('GET') },
    { key: 'http.route', value: text(routes[n % routes.length] ?? '') },
    { key: 'http.response.status_code', value: { intValue: n % 7 === 0 ? 500 : 200 } },
    { key: 'instance', value: text(`i-${Math.floor(n / routes.length)}`) },
  ];
  const points = Array.from({ length: pointsPerMetric }, (_, n) => n);
  if (i % 5 === 0)
    return {
      name: `http.server.duration.${i % 20}`,
      unit: 's',
      histogram: {
        aggregationTemporality: 2,
        dataPoints: points.map((n) => ({
          ...time,
          attributes: attributes(n),
          count: 100,
          sum: random() * 100,
          min: 0.001,
          max: 2.5,
          explicitBounds: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
          bucketCounts: [1, 4, 20, 30, 20, 10, 8, 4, 2, 1],
        })),
      },
    };
  return {
    name: `app.requests.${i % 40}`,
    unit: '{request}',
    sum: {
      aggregationTemporality: 2,
      isMonotonic: true,
      dataPoints: points.map((n) => ({
        ...time,
        attributes: attributes(n),
        asInt: String(Math.floor(random() * 1e6)),
      })),
    },
  };
}

export function makeLoad(signal: Signal, bodies: number, records: number, nowMs: number): Load {
  const random = seededRandom(7);
  const startNs = BigInt(nowMs) * 1_000_000n - 60_000_000_000n;
  const at = (n: number): bigint => startNs + BigInt(n * 1_000_003);
  const { name, resources, scopes, records: leaves } = otlpMessages[signal];
  const make: Readonly<Record<Signal, (n: number, body: number) => object>> = {
    traces: (n) => span(random, at(n)),
    logs: (n) => log(random, at(n)),
    metrics: (n, body) => metric(n, random, at(body)),
  };
  const length = signal === 'metrics' ? records / pointsPerMetric : records;
  const scope = { name: 'io.opentelemetry.express', version: '1.2.3' };
  const bodyOf = (body: number) => ({
    [resources]: [
      {
        resource: resource(services[body % services.length] ?? '', random),
        [scopes]: [{ scope, [leaves]: Array.from({ length }, (_, n) => make[signal](n, body)) }],
      },
    ],
  });
  const made = Array.from({ length: bodies }, (_, body) => encodeOtlp(name, bodyOf(body)));
  return { signal, bodies: made, recordsPerBody: records };
}
