// What a service would do with protobufjs: decode to objects, then map each record to the fields of its row.

import type protobuf from 'protobufjs';
import { messageType, otlpMessages, type Signal } from '../../test/support/otlp-proto.ts';

interface AnyValue {
  stringValue?: string;
  boolValue?: boolean;
  intValue?: { toString(): string };
  doubleValue?: number;
  bytesValue?: Uint8Array;
  arrayValue?: { values: AnyValue[] };
  kvlistValue?: { values: KeyValue[] };
}
interface KeyValue {
  key: string;
  value?: AnyValue;
}
type Fields = Record<string, unknown>;

/** Rows of one body: what is stored of each record, without level, shape, endpoint or catalogue. */
export function mapWithProtobufjs(signal: Signal, body: Uint8Array): Fields[] {
  const rows: Fields[] = [];
  const { name, resources, scopes, records } = otlpMessages[signal];
  const data = messageType(name).decode(body) as protobuf.Message & Record<string, Fields[]>;
  for (const group of data[resources] ?? []) {
    const resource = group['resource'] as { attributes: KeyValue[] } | undefined;
    const [res] = attributesOf(resource?.attributes ?? []);
    for (const scoped of group[scopes] as Fields[]) {
      const scope = scoped['scope'] as { name: string; version: string } | undefined;
      for (const record of scoped[records] as Fields[]) {
        if (signal === 'traces') rows.push(spanRow(record, res, scope));
        else if (signal === 'logs') rows.push(logRow(record, res, scope));
        else metricRows(record, res, rows);
      }
    }
  }
  return rows;
}

function spanRow(span: Fields, res: Fields, scope: { name: string; version: string } | undefined): Fields {
  const [attrs, attrsTypes] = attributesOf(span['attributes'] as KeyValue[]);
  const status = span['status'] as { code: number; message: string } | undefined;
  return {
    ts: String(span['startTimeUnixNano']),
    end: String(span['endTimeUnixNano']),
    service: res['service.name'],
    scope: scope?.name,
    traceId: hex(span['traceId']),
    spanId: hex(span['spanId']),
    parentSpanId: hex(span['parentSpanId']),
    name: span['name'],
    kind: span['kind'],
    status: status?.code,
    statusMessage: status?.message,
    res,
    attrs,
    attrsTypes,
    events: JSON.stringify(span['events']),
    links: JSON.stringify(span['links']),
  };
}

function logRow(log: Fields, res: Fields, scope: { name: string; version: string } | undefined): Fields {
  const [attrs, attrsTypes] = attributesOf(log['attributes'] as KeyValue[]);
  return {
    ts: String(log['timeUnixNano']),
    observed: String(log['observedTimeUnixNano']),
    service: res['service.name'],
    scope: scope?.name,
    traceId: hex(log['traceId']),
    spanId: hex(log['spanId']),
    severity: log['severityNumber'],
    severityText: log['severityText'],
    body: textOf(log['body'] as AnyValue),
    res,
    attrs,
    attrsTypes,
  };
}

function metricRows(metric: Fields, res: Fields, rows: Fields[]): void {
  for (const kind of ['gauge', 'sum', 'histogram', 'exponentialHistogram', 'summary']) {
    const data = metric[kind] as { dataPoints: Fields[] } | undefined;
    for (const point of data?.dataPoints ?? []) {
      const [attrs] = attributesOf(point['attributes'] as KeyValue[]);
      rows.push({
        metric: metric['name'],
        series: JSON.stringify([res, attrs]),
        ts: String(point['timeUnixNano']),
        start: String(point['startTimeUnixNano']),
        value: point['asInt'] === undefined ? point['asDouble'] : (point['asInt'] as { toString(): string }).toString(),
        count: String(point['count']),
        sum: point['sum'],
        counts: (point['bucketCounts'] as unknown[] | undefined)?.map(String),
        bounds: point['explicitBounds'],
      });
    }
  }
}

function attributesOf(list: KeyValue[]): [texts: Fields, types: Fields] {
  const texts: Fields = {};
  const types: Fields = {};
  for (const { key, value } of list) {
    texts[key] = textOf(value ?? {});
    if (value?.intValue !== undefined && value.intValue !== null) types[key] = 'int';
    else if (typeof value?.doubleValue === 'number') types[key] = 'double';
  }
  return [texts, types];
}

function textOf(value: AnyValue): string {
  if (Object.hasOwn(value, 'stringValue')) return value.stringValue ?? '';
  if (Object.hasOwn(value, 'intValue')) return String(value.intValue);
  if (Object.hasOwn(value, 'doubleValue')) return String(value.doubleValue);
  if (Object.hasOwn(value, 'boolValue')) return String(value.boolValue);
  return JSON.stringify(value);
}

function hex(id: unknown): string {
  return id instanceof Uint8Array ? Buffer.from(id.buffer, id.byteOffset, id.length).toString('hex') : '';
}
