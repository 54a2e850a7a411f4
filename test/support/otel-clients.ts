// The OpenTelemetry JavaScript SDK as a sender: it is configured by its environment variables, as anybody would, and
// tells what it gave to its exporters, in the words of OTLP's messages.

import {
  type Attributes,
  createTraceState,
  type HrTime,
  type Link,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  ValueType,
} from '@opentelemetry/api';
import { type AnyValueMap, SeverityNumber } from '@opentelemetry/api-logs';
import { OTLPLogExporter as GrpcLogs } from '@opentelemetry/exporter-logs-otlp-grpc';
import { OTLPLogExporter as JsonLogs } from '@opentelemetry/exporter-logs-otlp-http';
import { OTLPLogExporter as ProtoLogs } from '@opentelemetry/exporter-logs-otlp-proto';
import { OTLPMetricExporter as GrpcMetrics } from '@opentelemetry/exporter-metrics-otlp-grpc';
import { OTLPMetricExporter as JsonMetrics } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPMetricExporter as ProtoMetrics } from '@opentelemetry/exporter-metrics-otlp-proto';
import { OTLPTraceExporter as GrpcTraces } from '@opentelemetry/exporter-trace-otlp-grpc';
import { OTLPTraceExporter as JsonTraces } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtoTraces } from '@opentelemetry/exporter-trace-otlp-proto';
import { type Resource, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchLogRecordProcessor, LoggerProvider, type ReadableLogRecord } from '@opentelemetry/sdk-logs';
import {
  AggregationTemporality,
  AggregationType,
  DataPointType,
  MeterProvider,
  type MetricData,
  PeriodicExportingMetricReader,
  type ResourceMetrics,
} from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, type ReadableSpan, TracerProvider } from '@opentelemetry/sdk-trace';
import type { AnyValue, KeyValue, Message } from './otlp-random.ts';

export const protocols = {
  'http/protobuf': { traces: ProtoTraces, logs: ProtoLogs, metrics: ProtoMetrics },
  'http/json': { traces: JsonTraces, logs: JsonLogs, metrics: JsonMetrics },
  grpc: { traces: GrpcTraces, logs: GrpcLogs, metrics: GrpcMetrics },
} as const;
export type Protocol = keyof typeof protocols;

export interface SdkSent {
  readonly traces: Message[];
  readonly logs: Message[];
  readonly metrics: Message[];
  /** What the exporters said of each export that did not succeed. */
  readonly failures: string[];
  exports: number;
}

/** Everything that the SDK can say, in some tens of records of each signal. */
export async function sendWithSdk(protocol: Protocol, env: Record<string, string>, nowMs: number): Promise<SdkSent> {
  Object.assign(process.env, env);
  const sent: SdkSent = { traces: [], logs: [], metrics: [], failures: [], exports: 0 };
  const { traces: Traces, logs: Logs, metrics: Metrics } = protocols[protocol];
  const resource = resourceFromAttributes({
    'service.name': 'kassenhäuschen',
    'service.version': '1.2.3',
    'host.cpus': 8,
    'host.load': 0.25,
    'host.virtual': true,
    'process.command_args': ['node', '--import=tsx', 'größe.ts'],
  });
  const spans = observed(new Traces(), sent, (items: ReadableSpan[]) => sent.traces.push(tracesOf(items, protocol)));
  const logs = observed(new Logs(), sent, (items: ReadableLogRecord[]) => sent.logs.push(logsOf(items, protocol)));
  const metrics = observed(new Metrics(), sent, (items: ResourceMetrics) => sent.metrics.push(metricsOf(items)));
  await makeSpans(
    new TracerProvider({ resource, spanProcessors: [new BatchSpanProcessor({ exporter: spans })] }),
    nowMs,
  );
  await makeLogs(
    new LoggerProvider({ resource, processors: [new BatchLogRecordProcessor({ exporter: logs })] }),
    nowMs,
  );
  await makeMetrics(
    resource,
    new PeriodicExportingMetricReader({ exporter: metrics, exportIntervalMillis: 3_600_000 }),
  );
  return sent;
}

interface Exporting<Items> {
  export(items: Items, done: (result: { code: number; error?: Error }) => void): void;
}

/** The same exporter; what it is given and how that ends is written down. */
function observed<Items, E extends Exporting<Items>>(exporter: E, sent: SdkSent, keep: (items: Items) => void): E {
  const send = exporter.export.bind(exporter);
  exporter.export = (items, done) => {
    keep(items);
    sent.exports++;
    send(items, (result) => {
      if (result.code !== 0) sent.failures.push(String(result.error));
      done(result);
    });
  };
  return exporter;
}

let seq = 1;
const values: Attributes = {
  text: 'ünï¢ödé 😀',
  empty: '',
  long: 'x'.repeat(300),
  yes: true,
  no: false,
  int: 42,
  negative: -7,
  'largest.int': Number.MAX_SAFE_INTEGER,
  'smallest.int': Number.MIN_SAFE_INTEGER,
  double: 0.1 + 0.2,
  'tiny.double': 5e-324,
  'huge.double': 1.7976931348623157e308,
  nan: Number.NaN,
  infinite: -Infinity,
  texts: ['a', 'b\n"c"'],
  ints: [1, 2 ** 40],
  booleans: [true, false],
};

/** A time with nanoseconds that no double can hold together with its seconds. */
function timeOf(nowMs: number, offsetNs: number): HrTime {
  const ns = BigInt(nowMs) * 1_000_000n + 123_456_789n + BigInt(offsetNs);
  return [Number(ns / 1_000_000_000n), Number(ns % 1_000_000_000n)];
}

async function makeSpans(provider: TracerProvider, nowMs: number): Promise<void> {
  const tracer = provider.getTracer('shop', '4.5.6', { schemaUrl: 'https://opentelemetry.io/schemas/1.29.0' });
  const plain = provider.getTracer('plain');
  for (let i = 0; i < 20; i++) {
    const startTime = timeOf(nowMs - 60_000, i * 1_000_003);
    const root = tracer.startSpan(
      'GET /orders/:id',
      {
        kind: SpanKind.SERVER,
        startTime,
        attributes: { seq: seq++, 'http.request.method': 'GET', 'http.response.status_code': 500, ...values },
      },
      ROOT_CONTEXT,
    );
    const far: Link = {
      context: {
        traceId: '0af7651916cd43dd8448eb211c80319c',
        spanId: 'b7ad6b7169203331',
        traceFlags: TraceFlags.SAMPLED,
        traceState: createTraceState('vendor=1,other=a'),
        isRemote: true,
      },
      attributes: { seen: i, ...values },
    };
    const child = plain.startSpan(
      `SELECT ${i}`,
      {
        kind: [SpanKind.CLIENT, SpanKind.INTERNAL, SpanKind.PRODUCER, SpanKind.CONSUMER][i % 4] ?? SpanKind.CLIENT,
        startTime,
        links: i % 2 === 0 ? [{ context: root.spanContext() }, far] : [],
        attributes: { seq: seq++ },
      },
      trace.setSpan(ROOT_CONTEXT, root),
    );
    child.addEvent('row', { rows: i, ...values }, timeOf(nowMs - 60_000, i * 1_000_003 + 5));
    child.addEvent('done', timeOf(nowMs - 60_000, i * 1_000_003 + 7));
    child.end(timeOf(nowMs - 60_000, i * 1_000_003 + 77));
    root.recordException(new TypeError(`card ${i} declined`), timeOf(nowMs - 60_000, i * 1_000_003 + 9));
    root.setStatus(i % 2 === 0 ? { code: SpanStatusCode.ERROR, message: 'größer' } : { code: SpanStatusCode.OK });
    root.end(timeOf(nowMs - 59_000, i));
  }
  await provider.shutdown();
}

async function makeLogs(provider: LoggerProvider, nowMs: number): Promise<void> {
  const logger = provider.getLogger('shop', '4.5.6', { schemaUrl: 'https://opentelemetry.io/schemas/1.29.0' });
  const nested: AnyValueMap = {
    deep: { deeper: [{ x: 1, y: [0.5, 'z', null] }, true] },
    bytes: Uint8Array.of(0, 1, 254, 255),
    nothing: null,
  };
  const bodies = ['order 5 handled in 15 ms', 'ünï¢ödé', 7, 2.5, true, ['a', 1], nested, Uint8Array.of(1, 2, 3), ''];
  for (let i = 0; i < 40; i++) {
    logger.emit({
      timestamp: timeOf(nowMs - 30_000, i),
      observedTimestamp: timeOf(nowMs - 29_000, i * 3),
      severityNumber: [SeverityNumber.INFO, SeverityNumber.ERROR3, SeverityNumber.TRACE][i % 3] ?? SeverityNumber.WARN,
      severityText: ['INFO', 'error', 'trace'][i % 3] ?? '',
      body: bodies[i % bodies.length] ?? '',
      ...(i % 5 === 0 ? { eventName: 'device.boot' } : {}),
      attributes: { seq: seq++, ...values, nested, bytes: Uint8Array.of(9, 8, 7), mixed: [1, 'a', false] },
      context:
        i % 2 === 0
          ? ROOT_CONTEXT
          : trace.setSpanContext(ROOT_CONTEXT, {
              traceId: '0af7651916cd43dd8448eb211c80319c',
              spanId: 'b7ad6b7169203331',
              traceFlags: TraceFlags.SAMPLED,
            }),
    });
  }
  await provider.shutdown();
}

async function makeMetrics(resource: Resource, reader: PeriodicExportingMetricReader): Promise<void> {
  const provider = new MeterProvider({
    resource,
    readers: [reader],
    views: [
      { instrumentName: 'latency', aggregation: { type: AggregationType.EXPONENTIAL_HISTOGRAM } },
      {
        instrumentName: 'size',
        aggregation: {
          type: AggregationType.EXPLICIT_BUCKET_HISTOGRAM,
          options: { boundaries: [0.001, 1, 1e9], recordMinMax: true },
        },
      },
    ],
  });
  const meter = provider.getMeter('shop', '4.5.6', { schemaUrl: 'https://opentelemetry.io/schemas/1.29.0' });
  const orders = meter.createCounter('orders', { unit: '{order}', description: 'Größe', valueType: ValueType.INT });
  const money = meter.createCounter('money', { unit: 'EUR' });
  const stock = meter.createUpDownCounter('stock', { valueType: ValueType.INT });
  const latency = meter.createHistogram('latency', { unit: 's' });
  const size = meter.createHistogram('size', { unit: 'By' });
  const temperature = meter.createObservableGauge('temperature', { unit: 'Cel' });
  const observations = Array.from({ length: 5 }, (_, i) => ({ seq: seq++, room: `room ${i}` }));
  temperature.addCallback((result) => {
    for (const [i, attributes] of observations.entries()) result.observe(i - 2.5, attributes);
  });
  for (let i = 0; i < 10; i++) {
    orders.add(Number.MAX_SAFE_INTEGER - i, { seq: seq++, 'http.route': '/größe', 'error.type': '' });
    money.add(0.1 * i, { seq: seq++, currency: 'EUR', taxed: i % 2 === 0, rate: 0.19, parts: ['a', 'b'] });
    stock.add(-i, { seq: seq++ });
    const [one, other] = [{ seq: seq++, 'http.route': '/a' }, { seq: seq++ }];
    for (let n = 0; n < 20; n++) {
      latency.record(n % 5 === 0 ? 0 : 1.7 ** n, one);
      size.record(10 ** (n - 5), other);
    }
  }
  await provider.shutdown();
}

const nanos = ([seconds, ns]: HrTime): string => String(BigInt(seconds) * 1_000_000_000n + BigInt(ns));
const bytesOf = (hex: string): Buffer => Buffer.from(hex, 'hex');

/** JSON has no such numbers, and the SDK's exporter writes null in their place. */
function isLost(value: number, protocol: Protocol): boolean {
  return protocol === 'http/json' && !Number.isFinite(value);
}

function valueOf(value: unknown, protocol: Protocol): AnyValue {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number') {
    // What no integer of 64 bits holds is stored as a double, whatever the SDK calls it.
    if (Number.isInteger(value) && Math.abs(value) < 2 ** 63) return { intValue: String(value) };
    return isLost(value, protocol) ? {} : { doubleValue: value };
  }
  if (value instanceof Uint8Array) return { bytesValue: Buffer.from(value) };
  if (Array.isArray(value)) return { arrayValue: { values: value.map((item) => valueOf(item, protocol)) } };
  if (typeof value === 'object' && value !== null) return { kvlistValue: { values: attributesOf(value, protocol) } };
  return {};
}

function attributesOf(attributes: object, protocol: Protocol): KeyValue[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: valueOf(value, protocol) }));
}

interface Scope {
  readonly name: string;
  readonly version?: string;
  readonly schemaUrl?: string;
}

/** A group for each item: how they were put together on the way is not looked at. */
function groupsOf<Item extends { readonly resource: Resource; readonly instrumentationScope: Scope }>(
  items: readonly Item[],
  make: (item: Item) => Message,
): Message[] {
  return items.map((item) =>
    groupOf(item.resource, item.instrumentationScope, (scoped) => ({ ...scoped, ...make(item) })),
  );
}

function groupOf(resource: Resource, { name, version, schemaUrl }: Scope, make: (scoped: Message) => Message): Message {
  const scoped = { scope: { name, version, attributes: [] }, schemaUrl };
  return {
    resource: { attributes: attributesOf(resource.attributes, 'http/protobuf') },
    scopeRecords: [make(scoped)],
  };
}

const contextFlags = 0x100;
const remoteFlag = 0x200;
const unlessZero = (count: number): number | undefined => (count === 0 ? undefined : count);

function tracesOf(spans: readonly ReadableSpan[], protocol: Protocol): Message {
  const spanOf = (span: ReadableSpan): Message => {
    const context = span.spanContext();
    const parent = span.parentSpanContext;
    return {
      traceId: bytesOf(context.traceId),
      spanId: bytesOf(context.spanId),
      parentSpanId: parent === undefined ? undefined : bytesOf(parent.spanId),
      name: span.name,
      kind: span.kind + 1,
      startTimeUnixNano: nanos(span.startTime),
      endTimeUnixNano: nanos(span.endTime),
      attributes: attributesOf(span.attributes, protocol),
      droppedAttributesCount: unlessZero(span.droppedAttributesCount),
      droppedEventsCount: unlessZero(span.droppedEventsCount),
      droppedLinksCount: unlessZero(span.droppedLinksCount),
      status: { code: span.status.code, message: span.status.message },
      flags: context.traceFlags + contextFlags + (parent?.isRemote === true ? remoteFlag : 0),
      events: span.events.map(({ name, time, attributes = {} }) => ({
        timeUnixNano: nanos(time),
        name,
        attributes: attributesOf(attributes, protocol),
      })),
      links: span.links.map(({ context: to, attributes = {} }) => ({
        traceId: bytesOf(to.traceId),
        spanId: bytesOf(to.spanId),
        traceState: to.traceState?.serialize(),
        attributes: attributesOf(attributes, protocol),
        flags: to.traceFlags + contextFlags + (to.isRemote === true ? remoteFlag : 0),
      })),
    };
  };
  return { groups: groupsOf(spans, (span) => ({ spans: [spanOf(span)] })) };
}

function logsOf(records: readonly ReadableLogRecord[], protocol: Protocol): Message {
  const logOf = (record: ReadableLogRecord): Message => ({
    timeUnixNano: nanos(record.hrTime),
    observedTimeUnixNano: nanos(record.hrTimeObserved),
    severityNumber: record.severityNumber,
    severityText: record.severityText,
    body: valueOf(record.body, protocol),
    eventName: record.eventName,
    attributes: attributesOf(record.attributes, protocol),
    droppedAttributesCount: unlessZero(record.droppedAttributesCount),
    flags: record.spanContext?.traceFlags,
    traceId: record.spanContext === undefined ? undefined : bytesOf(record.spanContext.traceId),
    spanId: record.spanContext === undefined ? undefined : bytesOf(record.spanContext.spanId),
  });
  return { groups: groupsOf(records, (record) => ({ logRecords: [logOf(record)] })) };
}

function metricsOf({ resource, scopeMetrics }: ResourceMetrics): Message {
  return {
    groups: scopeMetrics.map(({ scope, metrics }) =>
      groupOf(resource, scope, (scoped) => ({ ...scoped, metrics: metrics.map(metricOf) })),
    ),
  };
}

function metricOf(metric: MetricData): Message {
  const { name, description, unit, valueType } = metric.descriptor;
  const aggregationTemporality = metric.aggregationTemporality === AggregationTemporality.DELTA ? 1 : 2;
  const shared = (point: MetricData['dataPoints'][number]): Message => ({
    attributes: attributesOf(point.attributes, 'http/protobuf'),
    startTimeUnixNano: nanos(point.startTime),
    timeUnixNano: nanos(point.endTime),
  });
  const number = (value: number): Message =>
    valueType === ValueType.INT ? { asInt: String(value) } : { asDouble: value };
  const named = { name, description, unit };
  switch (metric.dataPointType) {
    case DataPointType.SUM: {
      const dataPoints = metric.dataPoints.map((point) => ({ ...shared(point), ...number(point.value) }));
      return { ...named, sum: { aggregationTemporality, isMonotonic: metric.isMonotonic, dataPoints } };
    }
    case DataPointType.GAUGE:
      return {
        ...named,
        gauge: { dataPoints: metric.dataPoints.map((point) => ({ ...shared(point), ...number(point.value) })) },
      };
    case DataPointType.HISTOGRAM: {
      const dataPoints = metric.dataPoints.map((point) => {
        const { count, sum, min, max, buckets } = point.value;
        const bucketCounts = buckets.counts.map(String);
        return {
          ...shared(point),
          count: String(count),
          sum,
          min,
          max,
          bucketCounts,
          explicitBounds: buckets.boundaries,
        };
      });
      return { ...named, histogram: { aggregationTemporality, dataPoints } };
    }
    case DataPointType.EXPONENTIAL_HISTOGRAM: {
      const dataPoints = metric.dataPoints.map((point) => {
        const { count, sum, min, max, scale, zeroCount, positive, negative } = point.value;
        const buckets = (side: typeof positive): Message => ({
          offset: side.offset,
          bucketCounts: side.bucketCounts.map(String),
        });
        return {
          ...shared(point),
          count: String(count),
          sum,
          min,
          max,
          scale,
          zeroCount: String(zeroCount),
          positive: buckets(positive),
          negative: buckets(negative),
        };
      });
      return { ...named, exponentialHistogram: { aggregationTemporality, dataPoints } };
    }
  }
}
