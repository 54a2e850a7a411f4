// The same telemetry as the engine makes, sent as OTLP protobuf over HTTP: through the doors, the decoders, the batches.

import { setTimeout as sleep } from 'node:timers/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import protobuf from 'protobufjs';
import { createKey } from '../../src/domains/keys/service.ts';
import { encodeOtlp, otlpMessages, type Signal } from '../../test/support/otlp-proto.ts';
import { benchActor } from './actor.ts';
import { days, steps, type Wanted } from './generator.ts';
import type { Made } from './generator-sql.ts';
import { distributions, metricParams, numbers, series } from './generator-metrics.ts';
import type { Stand } from './stand.ts';

type Target = Pick<Stand, 'url' | 'deps' | 'clickhouse'>;

export interface Sent {
  readonly signal: Signal;
  readonly sent: number;
  readonly rejected: number;
  readonly stored: number;
}

type Row = Readonly<Record<string, unknown>>;
type Texts = Readonly<Record<string, string>>;

const recordsPerBody = 500;
const sendersAtOnce = 16;
const triesMax = 20;

/** Resolves when all of it was answered with success, and says what of it the store holds. */
export async function sendOtlp(stand: Target, wanted: Wanted): Promise<Sent[]> {
  const { clickhouse } = stand;
  const since = await now(clickhouse);
  const todo = [...steps(wanted)];
  const out = await Sender.for(
    stand,
    wanted,
    todo.reduce((sum, { rows }) => sum + rows, 0),
  );
  for (const { made, params } of todo)
    for await (const row of rowsOf(clickhouse, made, params)) {
      const signal = row['kind'] === 'span' ? 'traces' : 'logs';
      await out.add(signal, row, signal === 'traces' ? span(row) : log(row));
    }
  const params = metricParams(wanted, days);
  const known = new Map<unknown, Row>();
  for await (const row of rowsOf(clickhouse, series, params)) known.set(row['series_id'], row);
  for (const made of [numbers, distributions])
    for await (const row of rowsOf(clickhouse, made, params)) {
      const one = known.get(row['series_id']) ?? {};
      await out.add('metrics', { ...row, res: one['res'] }, metric(row, one));
    }
  await out.end();
  const stored = await storedSince(clickhouse, since);
  return (['traces', 'logs', 'metrics'] as const).map((signal) => ({
    signal,
    sent: out.sent[signal],
    rejected: out.rejected[signal],
    stored: stored[signal],
  }));
}

async function* rowsOf(
  clickhouse: ClickHouseClient,
  { columns, select }: Made,
  params: Readonly<Record<string, unknown>>,
): AsyncGenerator<Row> {
  const result = await clickhouse.query({
    query: select,
    query_params: { ...params },
    format: 'JSONCompactEachRow',
    clickhouse_settings: { date_time_output_format: 'unix_timestamp', output_format_json_quote_64bit_integers: 1 },
  });
  for await (const lines of result.stream<unknown[]>())
    for (const line of lines) {
      const cells = line.json();
      yield Object.fromEntries(columns.map((name, index) => [name, cells[index]]));
    }
}

/** Collects records into bodies, one for each project and signal, and posts them, at most so many at once. */
class Sender {
  readonly sent: Record<Signal, number> = { traces: 0, logs: 0, metrics: 0 };
  readonly rejected: Record<Signal, number> = { traces: 0, logs: 0, metrics: 0 };
  private readonly waiting = new Map<string, { signal: Signal; project: string; records: [Row, object][] }>();
  private readonly posts = new Set<Promise<void>>();
  private readonly startedMs = performance.now();
  private failure: unknown;
  private told = 0;
  private readonly url: string;
  private readonly keys: ReadonlyMap<string, string>;
  private readonly print: Wanted['print'];
  /** About so many events will be sent. */
  private readonly events: number;

  private constructor(url: string, keys: ReadonlyMap<string, string>, print: Wanted['print'], events: number) {
    this.url = url;
    this.keys = keys;
    this.print = print;
    this.events = events;
  }

  static async for({ url, deps }: Target, wanted: Wanted, events: number): Promise<Sender> {
    const keys = new Map<string, string>();
    for (const projectId of wanted.projects) {
      keys.set(
        projectId,
        (await createKey(deps, benchActor(projectId), { title: 'bench senders', permission: 'ingest' })).key,
      );
    }
    return new Sender(url, keys, wanted.print, events);
  }

  async add(signal: Signal, row: Row, record: object): Promise<void> {
    const project = String(row['project_id']);
    const name = `${signal} ${project}`;
    const body = this.waiting.get(name) ?? { signal, project, records: [] };
    this.waiting.set(name, body);
    body.records.push([row, record]);
    if (body.records.length >= recordsPerBody) {
      this.waiting.delete(name);
      await this.post(body);
    }
  }

  async end(): Promise<void> {
    for (const body of this.waiting.values()) await this.post(body);
    await Promise.all(this.posts);
    if (this.failure !== undefined) throw this.failure;
  }

  private async post({ signal, project, records }: { signal: Signal; project: string; records: [Row, object][] }) {
    while (this.posts.size >= sendersAtOnce) await Promise.race(this.posts);
    if (this.failure !== undefined) throw this.failure;
    const body = encodeOtlp(otlpMessages[signal].name, message(signal, records));
    const done = this.deliver(signal, project, body, records.length).finally(() => this.posts.delete(done));
    this.posts.add(done);
  }

  private async deliver(signal: Signal, project: string, body: Uint8Array, count: number): Promise<void> {
    try {
      this.rejected[signal] += await deliver(`${this.url}/v1/${signal}`, this.keys.get(project) ?? '', body);
      this.sent[signal] += count;
      this.tell();
    } catch (error) {
      this.failure ??= error;
    }
  }

  private tell(): void {
    const done = this.sent.traces + this.sent.logs;
    const percent = Math.floor((100 * done) / this.events);
    if (percent < this.told + 5) return;
    this.told = percent;
    const tookS = (performance.now() - this.startedMs) / 1000;
    const leftS = Math.max(0, Math.round((tookS / done) * (this.events - done)));
    this.print(`${percent} %, ${Math.round(done / tookS)} records/s, ${leftS} s left`);
  }
}

/** Sends again what is answered with "later", as senders do; gives the number of records that were rejected. */
async function deliver(url: string, key: string, body: Uint8Array): Promise<number> {
  for (let tries = 1; ; tries++) {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-protobuf' },
      body,
    });
    const answer = new Uint8Array(await response.arrayBuffer());
    if (response.ok) return rejectedOf(answer);
    if ((response.status !== 429 && response.status !== 503) || tries >= triesMax)
      throw new Error(`${url}: ${response.status} ${Buffer.from(answer).toString('latin1').slice(0, 300)}`);
    const waitMs = Number(response.headers.get('retry-after') ?? 1) * 1000;
    await sleep(waitMs);
  }
}

/** `ExportTraceServiceResponse` and its siblings: field 1 is `partial_success`, whose field 1 is what was rejected. */
function rejectedOf(answer: Uint8Array): number {
  const reader = protobuf.Reader.create(answer);
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    if (tag === 0x0a) reader.uint32();
    else if (tag === 0x08) return Number(reader.int64());
    else reader.skipType(tag & 7);
  }
  return 0;
}

/** Records of one body by resource and scope, as a collector batches what many senders sent. */
function message(signal: Signal, records: readonly (readonly [Row, object])[]): object {
  const { resources, scopes, records: leaves } = otlpMessages[signal];
  const groups = new Map<string, { row: Row; records: object[] }>();
  for (const [row, record] of records) {
    const key = JSON.stringify(row['res']);
    const group = groups.get(key) ?? { row, records: [] };
    groups.set(key, group);
    group.records.push(record);
  }
  return {
    [resources]: [...groups.values()].map(({ row, records: own }) => ({
      resource: { attributes: attributes(row['res'] as Texts) },
      [scopes]: [{ scope: { name: row['scope_name'] ?? '', version: row['scope_version'] ?? '' }, [leaves]: own }],
    })),
  };
}

const spanKinds = ['unset', 'internal', 'server', 'client', 'producer', 'consumer'];
const statuses = ['unset', 'ok', 'error'];

function span(row: Row): object {
  const start = nanoseconds(row['ts']);
  return {
    traceId: hex(row['trace_id']),
    spanId: hex(row['span_id']),
    parentSpanId: hex(row['parent_span_id']),
    name: row['name'],
    kind: spanKinds.indexOf(String(row['span_kind'])),
    startTimeUnixNano: String(start),
    endTimeUnixNano: String(start + BigInt(String(row['duration_ns']))),
    attributes: attributes(row['attrs'] as Texts, row['attrs_types'] as Texts),
    status: { code: statuses.indexOf(String(row['status'])), message: row['status_message'] },
  };
}

function log(row: Row): object {
  return {
    timeUnixNano: String(nanoseconds(row['ts'])),
    observedTimeUnixNano: String(nanoseconds(row['ts']) + 1_500_000n),
    severityNumber: row['severity'],
    severityText: row['severity_text'],
    body: { stringValue: row['body'] },
    attributes: attributes(row['attrs'] as Texts, row['attrs_types'] as Texts),
    traceId: hex(row['trace_id']),
    spanId: hex(row['span_id']),
  };
}

/** A point, as a metric of its own: what is sent is not less valid for being longer. */
function metric(row: Row, one: Row): object {
  const time = {
    startTimeUnixNano: String(nanoseconds(row['start_ts'])),
    timeUnixNano: String(nanoseconds(row['ts'])),
    attributes: attributes((one['attrs'] ?? {}) as Texts),
  };
  const cumulative = { aggregationTemporality: 2 };
  const described = { name: row['metric'], unit: one['unit'] };
  if (row['counts'] !== undefined) {
    const { count, sum, bounds: explicitBounds, counts: bucketCounts } = row;
    return {
      ...described,
      histogram: { ...cumulative, dataPoints: [{ ...time, count, sum, explicitBounds, bucketCounts }] },
    };
  }
  const dataPoints = [{ ...time, asInt: row['value_int'] }];
  if (one['type'] === 'gauge') return { ...described, gauge: { dataPoints } };
  return { ...described, sum: { ...cumulative, isMonotonic: true, dataPoints } };
}

function attributes(texts: Texts, types: Texts = {}): object[] {
  return Object.entries(texts).map(([key, text]) => ({
    key,
    value: types[key] === 'int' ? { intValue: text } : { stringValue: text },
  }));
}

/** `1700000000.123456789` */
function nanoseconds(time: unknown): bigint {
  const [seconds = '0', fraction = ''] = String(time).split('.');
  return BigInt(seconds + fraction.padEnd(9, '0'));
}

function hex(id: unknown): Buffer {
  return Buffer.from(String(id), 'hex');
}

async function now(clickhouse: ClickHouseClient): Promise<number> {
  const result = await clickhouse.query({ query: 'SELECT toUnixTimestamp(now())', format: 'TabSeparated' });
  return Number(await result.text());
}

async function storedSince(clickhouse: ClickHouseClient, since: number): Promise<Record<Signal, number>> {
  const count = (table: string, filter: string): string =>
    `(SELECT toUInt32(count()) FROM ${table} WHERE ingested_at >= toDateTime({since:Int64}) AND ${filter})`;
  const result = await clickhouse.query({
    query: `SELECT ${count('events', "kind = 'span'")}, ${count('events', "kind = 'log'")}, ${count('metric_points', '1')} + ${count('metric_dists', '1')}`,
    query_params: { since },
    format: 'JSONCompactEachRow',
    clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
  });
  const [[traces, logs, metrics] = [0, 0, 0]] = await result.json<[number, number, number]>();
  return { traces, logs, metrics };
}
