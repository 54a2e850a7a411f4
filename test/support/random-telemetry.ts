import { keyValues } from './otlp-proto.ts';
import type { Random } from './random.ts';

/*
 * Spans and logs of a few services as a plain model keeps them, and the OTLP bodies that bring them: in any order, in any
 * pieces, around the borders of minutes, quarters and days.
 */

export interface Sent {
  readonly kind: 'span' | 'log';
  readonly ts: bigint;
  readonly durationNs: bigint;
  readonly service: string;
  readonly environment: string;
  readonly level: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string;
  readonly spanKind: keyof typeof spanKinds;
  readonly isError: boolean;
  /** Of a server's span. */
  readonly route: string;
  /** Empty for none. */
  readonly exception: string;
}

const spanKinds = { internal: 1, server: 2, client: 3, producer: 4, consumer: 5 } as const;
const severities: Readonly<Record<string, number>> = { '': 0, INFO: 9, WARN: 13, ERROR: 17, FATAL: 21 };
const statuses = { unset: 0, error: 2 } as const;
const secondNs = 1_000_000_000n;
const dayNs = 86_400n * secondNs;

const hex = (random: Random, digits: number): string =>
  Array.from({ length: digits }, () => random.below(16).toString(16)).join('');

/** Of the two days before a time. */
function randomTime(random: Random, nowNs: bigint): bigint {
  const quarterNs = 900n * secondNs;
  const around = random.pick([
    nowNs - 600n * secondNs,
    nowNs - 4_000n * secondNs,
    nowNs - 100_000n * secondNs,
    nowNs - (nowNs % dayNs),
    nowNs - (nowNs % quarterNs) - quarterNs,
  ]);
  const off = random.pick([0, 1, -1, random.below(1e9), random.below(3e11), -random.below(3e11)]);
  const ts = around + BigInt(off);
  return ts < nowNs ? ts : nowNs - BigInt(random.below(1e9));
}

const randomOrigin = (random: Random) => ({
  service: random.pick(['shop', 'cart', 'größe', '']),
  environment: random.pick(['prod', 'staging', '']),
});

function randomTrace(random: Random, nowNs: bigint): Sent[] {
  const traceId = hex(random, 32);
  const start = randomTime(random, nowNs);
  const ids = random.many(1, 10, () => hex(random, 16));
  const spans = ids.map((spanId, n): Sent => {
    const spanKind = random.pick(['internal', 'server', 'client', 'producer', 'consumer'] as const);
    // Some know a parent that is not there, some are in a circle.
    const parentId = random.chance(0.1) ? hex(random, 16) : random.pick(random.chance(0.1) ? ids : ids.slice(0, n + 1));
    return {
      kind: 'span',
      // Clocks differ.
      ts: start + BigInt(random.below(2e9) - 2e8),
      durationNs: BigInt(random.pick([0, random.below(1e6), random.below(2e9)])),
      ...randomOrigin(random),
      level: '',
      name: random.pick(['work', 'wait', '']),
      traceId,
      spanId,
      parentId: n === 0 || parentId === spanId ? '' : parentId,
      spanKind,
      isError: random.chance(0.2),
      route: spanKind === 'server' ? random.pick(['', '/orders/{id}', '/cart']) : '',
      exception: random.chance(0.1) ? random.pick(['TypeError', 'IOError']) : '',
    };
  });
  return [...spans, ...random.many(0, 3, () => randomLog(random, start, traceId, random.pick([...ids, ''])))];
}

function randomLog(random: Random, ts: bigint, traceId = '', spanId = ''): Sent {
  const level = random.pick(Object.keys(severities));
  return {
    kind: 'log',
    ts,
    durationNs: 0n,
    ...randomOrigin(random),
    level,
    name: '',
    traceId,
    spanId,
    parentId: '',
    spanKind: 'internal',
    isError: level === 'ERROR' || level === 'FATAL',
    route: '',
    exception: random.chance(0.1) ? random.pick(['TypeError', 'IOError']) : '',
  };
}

export function randomTelemetry(random: Random, nowNs: bigint): Sent[] {
  return [
    ...random.many(25, 25, () => randomTrace(random, nowNs)).flat(),
    ...random.many(250, 250, () => randomLog(random, randomTime(random, nowNs))),
  ];
}

export interface Body {
  readonly path: '/v1/traces' | '/v1/logs';
  readonly text: string;
}

/** Each record in one body. */
export function bodiesOf(random: Random, sent: readonly Sent[]): Body[] {
  const bodies: Body[] = [];
  const left = { span: sent.filter(({ kind }) => kind === 'span'), log: sent.filter(({ kind }) => kind === 'log') };
  while (left.span.length + left.log.length > 0) {
    const kind = left.span.length > 0 && random.chance(0.5) ? 'span' : 'log';
    const part = left[kind].splice(0, 1 + random.below(40));
    if (part.length > 0) bodies.push(kind === 'span' ? tracesOf(part) : logsOf(part));
  }
  return bodies;
}

const tracesOf = (part: readonly Sent[]): Body => ({
  path: '/v1/traces',
  text: JSON.stringify({
    resourceSpans: part.map((one) => ({ resource: resourceOf(one), scopeSpans: [{ spans: [spanOf(one)] }] })),
  }),
});

const logsOf = (part: readonly Sent[]): Body => ({
  path: '/v1/logs',
  text: JSON.stringify({
    resourceLogs: part.map((one) => ({ resource: resourceOf(one), scopeLogs: [{ logRecords: [recordOf(one)] }] })),
  }),
});

const resourceOf = ({ service, environment }: Sent): object => ({
  attributes: entries({ 'service.name': service, 'deployment.environment': environment }),
});

const spanOf = ({ ts, durationNs, traceId, spanId, parentId, ...rest }: Sent): object => ({
  traceId,
  spanId,
  ...(parentId === '' ? {} : { parentSpanId: parentId }),
  name: rest.name,
  kind: spanKinds[rest.spanKind],
  startTimeUnixNano: String(ts),
  endTimeUnixNano: String(ts + durationNs),
  status: { code: rest.isError ? statuses.error : statuses.unset },
  attributes: entries({ 'http.request.method': rest.route === '' ? '' : 'GET', 'http.route': rest.route }),
  events:
    rest.exception === '' ? [] : [{ name: 'exception', attributes: entries({ 'exception.type': rest.exception }) }],
});

const recordOf = ({ ts, level, traceId, spanId, exception }: Sent): object => ({
  timeUnixNano: String(ts),
  severityNumber: severities[level],
  body: { stringValue: 'something happened' },
  traceId,
  spanId,
  attributes: entries({ 'exception.type': exception }),
});

const entries = (texts: Readonly<Record<string, string>>): object[] =>
  keyValues(Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')));
