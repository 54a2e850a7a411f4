// What was sent, as OTLP's messages, held against what is stored, field by field. Every record is found by the number in
// its first attribute.

import type { ClickHouseClient } from '@clickhouse/client';
import type { Test } from 'tap';
import { until } from './service.ts';
import { type Row, select } from './ingest.ts';
import type { AnyValue, KeyValue, Message } from './otlp-random.ts';

/** Logs and spans of a project: each that was sent, no other, none twice. Gives how many there are. */
export async function compareEvents(
  t: Test,
  clickhouse: ClickHouseClient,
  projectId: string,
  sent: readonly Message[],
): Promise<number> {
  const ofProject = `project_id = '${projectId}'`;
  const events = await select(
    clickhouse,
    `SELECT *, toUnixTimestamp64Nano(ts) AS ns, toUnixTimestamp64Nano(observed_ts) AS observed_ns FROM events
     WHERE ${ofProject}`,
  );
  const bySeq = new Map(events.map((row) => [(row['attrs'] as Row)['seq'], row]));
  t.equal(bySeq.size, events.length, 'no event twice');
  let seen = 0;
  for (const { group, scope, record, origin } of recordsOf(sent, 'logRecords')) {
    seen++;
    const row = bySeq.get(seqOf(record));
    checkOrigin(t, row, group, scope, origin);
    check(t, row, {
      kind: 'log',
      ns: record['timeUnixNano'],
      observed_ns: record['observedTimeUnixNano'] ?? '0',
      severity_text: record['severityText'] ?? '',
      name: record['eventName'] ?? '',
      trace_id: hex(record['traceId']),
      span_id: hex(record['spanId']),
      flags: record['flags'] ?? 0,
    });
    if (record['severityNumber'] !== undefined) check(t, row, { severity: record['severityNumber'] });
    const body = record['body'] as AnyValue | undefined;
    checkText(t, row?.['body'], row?.['body_type'], body ?? {});
    checkAttributes(t, row, record['attributes'] as KeyValue[]);
    checkMeta(t, row, { dropped_attributes_count: record['droppedAttributesCount'] });
  }
  for (const { group, scope, record, origin } of recordsOf(sent, 'spans')) {
    seen++;
    const row = bySeq.get(seqOf(record));
    checkOrigin(t, row, group, scope, origin);
    const status = record['status'] as Message | undefined;
    check(t, row, {
      kind: 'span',
      ns: record['startTimeUnixNano'],
      duration_ns: String(BigInt(String(record['endTimeUnixNano'])) - BigInt(String(record['startTimeUnixNano']))),
      name: record['name'] ?? '',
      trace_id: hex(record['traceId']),
      span_id: hex(record['spanId']),
      parent_span_id: hex(record['parentSpanId']),
      trace_state: record['traceState'] ?? '',
      flags: record['flags'] ?? 0,
      span_kind: ['unset', 'internal', 'server', 'client', 'producer', 'consumer'][Number(record['kind'] ?? 0)],
      status: ['unset', 'ok', 'error'][Number(status?.['code'] ?? 0)],
      status_message: status?.['message'] ?? '',
    });
    checkAttributes(t, row, record['attributes'] as KeyValue[]);
    checkMeta(t, row, {
      dropped_attributes_count: record['droppedAttributesCount'],
      dropped_events_count: record['droppedEventsCount'],
      dropped_links_count: record['droppedLinksCount'],
    });
    const parts = (list: unknown) =>
      `[${(list as Message[]).map((part) => partJson(part)).join(',')}]`.replaceAll(/^\[\]$/g, '');
    check(t, row, { span_events: parts(record['events']), span_links: parts(record['links']) });
  }
  t.equal(events.length, seen, 'every event, and no other');
  return seen;
}

/** What series are is stored behind their points, and their senders do not wait for it. */
export async function seriesKnown(clickhouse: ClickHouseClient, projectId: string): Promise<void> {
  const known = `series_id NOT IN (SELECT series_id FROM metric_series WHERE project_id = '${projectId}')`;
  const [points, dists] = ['metric_points', 'metric_dists'].map(
    (table) => `(SELECT count() FROM ${table} WHERE project_id = '${projectId}' AND ${known})`,
  );
  await until('every series is known', 20_000, async () => {
    const [row] = await select(clickhouse, `SELECT ${points} + ${dists} AS n`);
    return row?.['n'] === '0';
  });
}

/** Points of metrics with their series and exemplars, likewise. */
export async function comparePoints(
  t: Test,
  clickhouse: ClickHouseClient,
  projectId: string,
  sent: readonly Message[],
): Promise<number> {
  const ofProject = `project_id = '${projectId}'`;
  const withSeries = (table: string) =>
    select(
      clickhouse,
      `SELECT p.*, toUnixTimestamp64Nano(p.ts) AS ns, toUnixTimestamp64Nano(p.start_ts) AS start_ns, s.* EXCEPT (project_id, metric, series_id, retention_days)
       FROM ${table} AS p INNER JOIN metric_series AS s ON s.series_id = p.series_id AND s.metric = p.metric AND s.day = toDate(p.ts)
       WHERE p.${ofProject} AND s.${ofProject}`,
    );
  const [points, dists] = [await withSeries('metric_points'), await withSeries('metric_dists')];
  const exemplars = await select(
    clickhouse,
    `SELECT *, toUnixTimestamp64Nano(ts) AS ns FROM metric_exemplars WHERE ${ofProject}`,
  );
  const pointsBySeq = new Map([...points, ...dists].map((row) => [(row['attrs'] as Row)['seq'], row]));
  const exemplarsBySeq = new Map(exemplars.map((row) => [(row['attrs'] as Row)['seq'], row]));
  let seenPoints = 0;
  let seenExemplars = 0;
  for (const { group, scope, record: metric, origin } of recordsOf(sent, 'metrics'))
    for (const kind of ['gauge', 'sum', 'histogram', 'exponentialHistogram', 'summary'] as const) {
      const data = metric[kind] as Message | undefined;
      for (const point of (data?.['dataPoints'] ?? []) as Message[]) {
        seenPoints++;
        const row = pointsBySeq.get(seqOf(point));
        checkOrigin(t, row, group, scope, origin);
        check(t, row, {
          metric: metric['name'],
          unit: metric['unit'] ?? '',
          description: metric['description'] ?? '',
          type: kind === 'exponentialHistogram' ? 'exp_histogram' : kind,
          temporality: ['unspecified', 'delta', 'cumulative'][Number(data?.['aggregationTemporality'] ?? 0)],
          monotonic: data?.['isMonotonic'] ?? false,
          ns: point['timeUnixNano'],
          start_ns: point['startTimeUnixNano'],
          // Of NaN there is no recorded value, whether the sender says so or not.
          flags: Number(point['flags'] ?? 0) | (Number.isNaN(point['asDouble']) ? 1 : 0),
          ...(kind === 'gauge' || kind === 'sum' ? numberFields(point) : distFields(kind, point)),
        });
        checkAttributes(t, row, point['attributes'] as KeyValue[]);
        for (const exemplar of (point['exemplars'] ?? []) as Message[]) {
          seenExemplars++;
          const found = exemplarsBySeq.get(seqOf(exemplar, 'filteredAttributes'));
          check(t, found, {
            series_id: row?.['series_id'],
            ns: exemplar['timeUnixNano'],
            trace_id: hex(exemplar['traceId']),
            span_id: hex(exemplar['spanId']),
            ...numberFields(exemplar),
          });
          checkAttributes(t, found, exemplar['filteredAttributes'] as KeyValue[]);
        }
      }
    }
  t.equal(points.length + dists.length, seenPoints, 'every point, and no other');
  t.equal(exemplars.length, seenExemplars, 'every exemplar, and no other');
  return seenPoints;
}

interface Found {
  readonly group: Message;
  readonly scope: Message;
  readonly record: Message;
  readonly origin: Message;
}

function* recordsOf(sent: readonly Message[], records: string): Generator<Found> {
  for (const message of sent)
    for (const groups of Object.values(message) as Message[][])
      for (const group of groups)
        for (const [key, scopes] of Object.entries(group))
          if (key.startsWith('scope'))
            for (const scoped of scopes as Message[])
              for (const record of (scoped[records] ?? []) as Message[])
                yield { group: group['resource'] as Message, scope: scoped, record, origin: group };
}

function seqOf(record: Message, attributes = 'attributes'): string {
  return (record[attributes] as KeyValue[])[0]?.value.intValue ?? '';
}

function check(t: Test, row: Row | undefined, expected: Message): void {
  for (const [name, value] of Object.entries(expected))
    if (JSON.stringify(row?.[name]) !== JSON.stringify(value))
      t.same(row?.[name], value, `${name} of ${JSON.stringify(row)}`);
}

function checkOrigin(t: Test, row: Row | undefined, resource: Message, scoped: Message, group: Message): void {
  const scope = scoped['scope'] as Message;
  const attributes = resource['attributes'] as KeyValue[];
  check(t, row, {
    service: attributes[0]?.value.stringValue,
    scope_name: scope['name'],
    scope_version: scope['version'] ?? '',
  });
  checkAttributes(t, row, attributes, 'res');
  const own = scope['attributes'] as KeyValue[];
  checkMeta(t, row, {
    'resource.dropped_attributes_count': resource['droppedAttributesCount'],
    'resource.schema_url': group['schemaUrl'],
    schema_url: scoped['schemaUrl'],
    'scope.dropped_attributes_count': scope['droppedAttributesCount'],
    'scope.attributes': own.length === 0 ? undefined : objectJson(own),
  });
}

function checkMeta(t: Test, row: Row | undefined, expected: Message): void {
  const meta = row?.['meta'] as Row | undefined;
  for (const [name, value] of Object.entries(expected))
    if (String(meta?.[name]) !== String(value)) t.same(meta?.[name], value, `${name} of ${JSON.stringify(row)}`);
}

function checkAttributes(t: Test, row: Row | undefined, attributes: KeyValue[], name: 'attrs' | 'res' = 'attrs'): void {
  const [texts, types] = [row?.[name] as Row, row?.[`${name}_types`] as Row];
  if (Object.keys(texts ?? {}).length !== attributes.length) t.same(texts, attributes, `the same ${name}`);
  for (const { key, value } of attributes) checkText(t, texts?.[key], types?.[key] ?? 'string', value);
}

function typeOf(value: AnyValue): string {
  if (value.stringValue !== undefined) return 'string';
  if (value.boolValue !== undefined) return 'bool';
  if (value.intValue !== undefined) return 'int';
  if (value.doubleValue !== undefined) return 'double';
  if (value.bytesValue !== undefined) return 'bytes';
  if (value.arrayValue !== undefined) return 'array';
  return value.kvlistValue === undefined ? 'empty' : 'map';
}

function checkText(t: Test, text: unknown, type: unknown, value: AnyValue): void {
  const expected = textOf(value);
  if (type !== typeOf(value) || text !== expected) t.same({ type, text }, { type: typeOf(value), text: expected });
}

/** Exact integers, doubles that cannot be taken for integers, bytes as base64. */
function textOf(value: AnyValue): string {
  if (value.stringValue !== undefined) return value.stringValue;
  if (value.boolValue !== undefined) return String(value.boolValue);
  if (value.intValue !== undefined) return value.intValue;
  if (value.doubleValue !== undefined) return doubleOf(value.doubleValue);
  if (value.bytesValue !== undefined) return value.bytesValue.toString('base64');
  return value.arrayValue === undefined && value.kvlistValue === undefined ? '' : jsonOf(value);
}

function doubleOf(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  const text = Object.is(value, -0) ? '-0' : String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

function jsonOf(value: AnyValue): string {
  if (value.stringValue !== undefined) return JSON.stringify(value.stringValue);
  if (value.bytesValue !== undefined) return `{"bytesValue":"${value.bytesValue.toString('base64')}"}`;
  if (value.doubleValue !== undefined && !Number.isFinite(value.doubleValue))
    return `{"doubleValue":"${value.doubleValue}"}`;
  if (value.arrayValue !== undefined) return `[${value.arrayValue.values.map(jsonOf).join(',')}]`;
  if (value.kvlistValue !== undefined) return mapJson(value.kvlistValue.values);
  return textOf(value) === '' ? 'null' : textOf(value);
}

function objectJson(entries: readonly KeyValue[]): string {
  return `{${entries.map(({ key, value }) => `${JSON.stringify(key)}:${jsonOf(value)}`).join(',')}}`;
}

function mapJson(entries: readonly KeyValue[]): string {
  const wraps = entries.length === 1 && ['bytesValue', 'doubleValue', 'kvlistValue'].includes(entries[0]?.key ?? '');
  return wraps ? `{"kvlistValue":${objectJson(entries)}}` : objectJson(entries);
}

/** An event or link of a span. */
function partJson(part: Message): string {
  const attributes = part['attributes'] as KeyValue[];
  const fields: [string, string | undefined][] = [
    ['time_unix_nano', part['timeUnixNano'] === undefined ? undefined : JSON.stringify(part['timeUnixNano'])],
    ['name', part['name'] === undefined ? undefined : JSON.stringify(part['name'])],
    ['trace_id', part['traceId'] === undefined ? undefined : `"${hex(part['traceId'])}"`],
    ['span_id', part['spanId'] === undefined ? undefined : `"${hex(part['spanId'])}"`],
    ['trace_state', part['traceState'] === undefined ? undefined : JSON.stringify(part['traceState'])],
    ['attributes', attributes.length === 0 ? undefined : objectJson(attributes)],
    ['flags', part['flags'] === undefined ? undefined : JSON.stringify(part['flags'])],
    [
      'dropped_attributes_count',
      part['droppedAttributesCount'] === undefined ? undefined : JSON.stringify(part['droppedAttributesCount']),
    ],
  ];
  return `{${fields.flatMap(([name, json]) => (json === undefined ? [] : [`"${name}":${json}`])).join(',')}}`;
}

function numberFields(point: Message): Message {
  const int = point['asInt'] as string | undefined;
  if (int !== undefined) return { is_int: true, value_int: int, value: Number(int) };
  const value = point['asDouble'] as number;
  return {
    is_int: false,
    value_int: '0',
    value: Number.isFinite(value) ? value : String(value).toLowerCase().replace('infinity', 'inf'),
  };
}

function distFields(kind: string, point: Message): Message {
  const present =
    kind === 'summary'
      ? 1
      : (point['sum'] === undefined ? 0 : 1) +
        (point['min'] === undefined ? 0 : 2) +
        (point['max'] === undefined ? 0 : 4);
  const buckets = (name: string): Message => (point[name] ?? {}) as Message;
  const quantiles = (point['quantileValues'] ?? []) as Message[];
  return {
    count: point['count'],
    sum: point['sum'] ?? 0,
    min: point['min'] ?? 0,
    max: point['max'] ?? 0,
    present,
    bounds: point['explicitBounds'] ?? [],
    counts: point['bucketCounts'] ?? [],
    scale: point['scale'] ?? 0,
    zero_count: point['zeroCount'] ?? '0',
    zero_threshold: point['zeroThreshold'] ?? 0,
    pos_offset: buckets('positive')['offset'] ?? 0,
    pos_counts: buckets('positive')['bucketCounts'] ?? [],
    neg_offset: buckets('negative')['offset'] ?? 0,
    neg_counts: buckets('negative')['bucketCounts'] ?? [],
    quantiles: quantiles.map((one) => one['quantile']),
    quantile_values: quantiles.map((one) => one['value']),
  };
}

function hex(id: unknown): string {
  return Buffer.isBuffer(id) ? id.toString('hex') : '';
}
