import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:http2';
import { connect as connectTcp } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { Client, credentials } from '@grpc/grpc-js';
import protobuf from 'protobufjs';
import t from 'tap';
import { Ingest, type IngestOptions } from '../../src/ingest/ingest.ts';
import { decodeJsonLines } from '../../src/ingest/json/lines.ts';
import { learnMetadata } from '../../src/ingest/prometheus/metadata.ts';
import { PromMetadataCache } from '../../src/ingest/prometheus/types.ts';
import { decodeRemoteWrite } from '../../src/ingest/prometheus/write.ts';
import { startApi } from '../support/api.ts';
import { exportGrpc, grpcMethods } from '../support/grpc.ts';
import { encodeOtlp, otlpMessages, type Signal } from '../support/otlp-proto.ts';
import { snappyOf } from '../support/prom.ts';
import { startSenders } from '../support/senders.ts';
import { cpuMs } from '../support/turns.ts';
import { until } from '../support/service.ts';

const api = await startApi(t);
const senders = await startSenders(t, api);
const project = await api.project();
const stranger = await api.project();
const sender = await project.as('ingest');
const protobufType = 'application/x-protobuf';
const jsonType = 'application/json';
const now = Date.now();
const ns = (ms: number) => `${ms}000000`;
const old = ns(now - 400 * 86_400_000);

const { root } = protobuf.parse(`syntax = "proto3";
  message Response { Partial partial_success = 1; } message Partial { int64 rejected = 1; string error_message = 2; }
  message Status { int32 code = 1; string message = 2; repeated Any details = 3; }
  message Any { string type_url = 1; bytes value = 2; }`);
const read = (type: string, bytes: Uint8Array) =>
  root.lookupType(type).toObject(root.lookupType(type).decode(bytes), { longs: String }) as Record<string, any>; // oxlint-disable-line no-explicit-any -- messages of any type

interface Sent {
  readonly status: number;
  readonly type: string;
  readonly headers: Headers;
  readonly bytes: Buffer;
}

async function post(path: string, body: Uint8Array | string, headers: Record<string, string> = {}): Promise<Sent> {
  const url = path.startsWith('http') ? path : senders.otlpUrl + path;
  const response = await fetch(url, {
    method: 'POST',
    body: typeof body === 'string' ? body : new Uint8Array(body),
    headers: { authorization: `Bearer ${sender.key}`, 'content-type': protobufType, ...headers },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  return {
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    headers: response.headers,
    bytes,
  };
}

async function rows<T>(query: string, projectId: string = project.id): Promise<T[]> {
  const result = await api.deps.clickhouse.query({ query, query_params: { p: projectId }, format: 'JSONEachRow' });
  return result.json<T>();
}
const count = async (table: string, where: string) =>
  (
    await rows<{ n: number }>(`SELECT toUInt32(count()) AS n FROM ${table} WHERE project_id = {p: String} AND ${where}`)
  )[0]?.n;

/** One record of a signal, named so that it can be found again; `bad` ones are too old to keep. */
const signals = {
  logs: {
    path: '/v1/logs',
    field: 'rejectedLogRecords',
    of: (name: string, bad: number) => ({
      resourceLogs: [
        {
          scopeLogs: [
            {
              logRecords: [
                { timeUnixNano: ns(now), body: { stringValue: name } },
                ...Array.from({ length: bad }, () => ({ timeUnixNano: old, body: { stringValue: name } })),
              ],
            },
          ],
        },
      ],
    }),
    stored: (name: string) => count('events', `body = '${name}'`),
  },
  traces: {
    path: '/v1/traces',
    field: 'rejectedSpans',
    of: (name: string, bad: number) => {
      const ids = { traceId: Buffer.alloc(16, 7).toString('hex'), spanId: Buffer.alloc(8, 7).toString('hex') };
      const span = (start: string) => ({ ...ids, name, startTimeUnixNano: start, endTimeUnixNano: start });
      return {
        resourceSpans: [{ scopeSpans: [{ spans: [span(ns(now)), ...Array.from({ length: bad }, () => span(old))] }] }],
      };
    },
    stored: (name: string) => count('events', `name = '${name}'`),
  },
  metrics: {
    path: '/v1/metrics',
    field: 'rejectedDataPoints',
    of: (name: string, bad: number) => ({
      resourceMetrics: [
        {
          scopeMetrics: [
            {
              metrics: [
                {
                  name,
                  gauge: {
                    dataPoints: [
                      { timeUnixNano: ns(now), asDouble: 1.5 },
                      ...Array.from({ length: bad }, () => ({ timeUnixNano: old, asDouble: 2 })),
                    ],
                  },
                },
              ],
            },
          ],
        },
      ],
    }),
    stored: (name: string) => count('metric_points', `metric = '${name}'`),
  },
} as const;
const signalNames = Object.keys(signals) as Signal[];

/** protobufjs takes ids as bytes, OTLP's JSON as hex. */
const binaryIds = (message: object): object =>
  JSON.parse(JSON.stringify(message), (key, value: unknown) =>
    (key === 'traceId' || key === 'spanId') && typeof value === 'string'
      ? Buffer.from(value, 'hex').toString('base64')
      : value,
  ) as object;
const bodies = {
  [protobufType]: (signal: Signal, message: object) => encodeOtlp(otlpMessages[signal].name, binaryIds(message)),
  [jsonType]: (_signal: Signal, message: object) => Buffer.from(JSON.stringify(message)),
} as const;
const compressions = {
  identity: (bytes: Uint8Array) => bytes,
  gzip: (bytes: Uint8Array) => gzipSync(bytes),
  deflate: (bytes: Uint8Array) => deflateSync(bytes),
  'deflate without a header': (bytes: Uint8Array) => deflateRawSync(bytes),
} as const;

let unique = 0;
const uniqueName = () => `record_${++unique}`;

t.test('every signal comes in by every encoding and compression, on either port', async (t) => {
  const tried: Promise<void>[] = [];
  for (const signal of signalNames)
    for (const [type, encode] of Object.entries(bodies))
      for (const [compression, compress] of Object.entries(compressions))
        for (const base of [senders.otlpUrl, senders.url]) {
          const name = uniqueName();
          const what = `${signal} ${type} ${compression}`;
          const body = compress(encode(signal, signals[signal].of(name, 0)));
          const headers = { 'content-type': type, 'content-encoding': compression.split(' ')[0] ?? '' };
          const check = async () => {
            const answer = await post(base + signals[signal].path, body, headers);
            t.equal(answer.status, 200, what);
            t.equal(answer.type, type, `${what} is answered in kind`);
            t.equal(answer.bytes.toString(), type === jsonType ? '{}' : '', `${what}: nothing to complain of`);
            t.equal(await signals[signal].stored(name), 1, `${what} is found`);
          };
          tried.push(check());
        }
  await Promise.all(tried);
});

t.test('attributes have the names that they came with, whatever lay in the same place of a body before', async (t) => {
  const name = uniqueName();
  // Longer than what comes in one piece: bodies that lie in the same room one after the other.
  const bodyOf = (key: string) => {
    const attributes = [{ key, value: { stringValue: key } }];
    const record = { timeUnixNano: ns(now), body: { stringValue: name.padEnd(200) }, attributes };
    const logRecords = Array.from({ length: 2_000 }, () => record);
    return encodeOtlp('LogsData', { resourceLogs: [{ scopeLogs: [{ logRecords }] }] });
  };
  for (const key of ['shop.route', 'http.route', 'mail.route'])
    t.equal((await post(signals.logs.path, bodyOf(key))).status, 200);
  const of = `SELECT http_route, mapKeys(attrs) AS keys, mapValues(attrs) AS texts, toUInt32(count()) AS n FROM events`;
  t.same(
    await rows(`${of} WHERE project_id = {p: String} AND startsWith(body, '${name} ') GROUP BY ALL ORDER BY keys`),
    ['http.route', 'mail.route', 'shop.route'].map((key) => ({
      http_route: key === 'http.route' ? key : '',
      keys: [key],
      texts: [key],
      n: 2_000,
    })),
  );
});

t.test('some bad records among good ones: the good are stored, the others counted', async (t) => {
  for (const signal of signalNames)
    for (const [type, encode] of Object.entries(bodies)) {
      const name = uniqueName();
      const answer = await post(signals[signal].path, encode(signal, signals[signal].of(name, 300)), {
        'content-type': type,
      });
      t.equal(answer.status, 200);
      const { partialSuccess } =
        type === jsonType ? JSON.parse(answer.bytes.toString()) : read('Response', answer.bytes);
      t.equal(partialSuccess[type === jsonType ? signals[signal].field : 'rejected'], '300', `${signal} ${type}`);
      t.match(partialSuccess.errorMessage, /300 too_old/);
      t.equal(await signals[signal].stored(name), 1);
    }
});

t.test('a path that is none is told what its port takes', async (t) => {
  const said = async (url: string) => {
    const answer = await post(url, '{}', { 'content-type': jsonType });
    t.equal(answer.status, 404);
    return JSON.parse(answer.bytes.toString()).error.message;
  };
  t.equal(
    await said(senders.otlpUrl),
    'There is no such path; this port takes POST /v1/logs, POST /v1/traces, POST /v1/metrics.',
  );
  t.equal(await said(`${senders.url}/v1/log`), 'There is no such path; see /docs for those there are.');
});

t.test('empty requests are fine', async (t) => {
  for (const signal of signalNames) {
    t.match(await post(signals[signal].path, ''), { status: 200 });
    t.match(await post(signals[signal].path, '{}', { 'content-type': jsonType }), { status: 200 });
  }
});

t.test('failures are a Status in the encoding of the request, and only what may work later is retryable', async (t) => {
  const good = bodies[protobufType]('logs', signals.logs.of('x', 0));
  const bomb = gzipSync(Buffer.alloc(65 * 1024 * 1024));
  const cases: [
    what: string,
    body: Uint8Array | string,
    headers: Record<string, string>,
    status: number,
    code: number,
  ][] = [
    ['no key', good, { authorization: '' }, 401, 16],
    ['a wrong key', good, { authorization: 'Bearer nope' }, 401, 16],
    ['another project', good, { 'x-project-id': stranger.id }, 403, 7],
    ['a project that is none', good, { 'x-project-id': 'nonsense' }, 400, 3],
    ['not protobuf', 'garbage', {}, 400, 3],
    ['cut off', good.subarray(0, good.length - 3), {}, 400, 3],
    ['not JSON', '{', { 'content-type': jsonType }, 400, 3],
    ['JSON, and no request', '[]', { 'content-type': jsonType }, 400, 3],
    ['not gzip', good, { 'content-encoding': 'gzip' }, 400, 3],
    ['gzip that nobody names', gzipSync(good), {}, 400, 3],
    ['JSON, and gzip that nobody names', gzipSync('{}'), { 'content-type': jsonType }, 400, 3],
    ['an encoding nobody knows', good, { 'content-encoding': 'br' }, 415, 3],
    ['a type nobody knows', good, { 'content-type': 'text/csv' }, 415, 3],
    ['a bomb', bomb, { 'content-encoding': 'gzip' }, 413, 3],
  ];
  for (const [what, body, headers, status, code] of cases) {
    const answer = await post('/v1/logs', body, headers);
    t.equal(answer.status, status, what);
    const isProtobuf = (headers['content-type'] ?? protobufType) === protobufType;
    t.equal(answer.type, isProtobuf ? protobufType : jsonType, what);
    const problem = isProtobuf ? read('Status', answer.bytes) : JSON.parse(answer.bytes.toString());
    t.equal(problem.code, code, what);
    t.match(problem.message, /^[A-Z].{10,}\.$/, `${what}: a sentence`);
    t.equal(answer.headers.get('retry-after'), null, what);
  }
  const named = await post('/v1/logs', '{"resourceLogs":[]}');
  t.match(read('Status', named.bytes)['message'], /not valid protobuf/, 'JSON is told what it was taken for');
  const unnamed = await post('/v1/logs', gzipSync(good));
  t.match(read('Status', unnamed.bytes)['message'], /compressed with gzip/, 'and so is what lacks its header');
  t.match(await fetch(`${senders.otlpUrl}/v1/logs`), { status: 405 });
  t.match(await post('/v1/nothing', good), { status: 404 });
});

t.test('keys: in either header, with or without the project', async (t) => {
  const good = () => bodies[protobufType]('logs', signals.logs.of(uniqueName(), 0));
  const none: string = undefined as never;
  for (const headers of [
    { 'x-api-key': sender.key, authorization: none },
    { authorization: `bearer ${sender.key}`, 'x-project-id': project.id.toUpperCase() },
  ]) {
    const present = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== none));
    const response = await fetch(`${senders.otlpUrl}/v1/logs`, {
      method: 'POST',
      body: new Uint8Array(good()),
      headers: { 'content-type': protobufType, ...present },
    });
    t.equal(response.status, 200);
  }
});

t.test('the same body again is stored once and answered alike', async (t) => {
  const name = uniqueName();
  const body = bodies[protobufType]('logs', signals.logs.of(name, 2));
  const answers = await Promise.all([post('/v1/logs', body), post('/v1/logs', body)]);
  answers.push(await post('/v1/logs', gzipSync(body), { 'content-encoding': 'gzip' }));
  for (const answer of answers) t.same(read('Response', answer.bytes)['partialSuccess'].rejected, '2');
  t.equal(await signals.logs.stored(name), 1);
});

const client = new Client(senders.grpc, credentials.createInsecure());
const gzipClient = new Client(senders.grpc, credentials.createInsecure(), { 'grpc.default_compression_algorithm': 2 });
t.teardown(() => {
  client.close();
  gzipClient.close();
});

t.test('gRPC: every signal, compressed or not, with partial success and the right codes', async (t) => {
  const key = { authorization: `Bearer ${sender.key}`, 'x-project-id': project.id };
  for (const signal of signalNames)
    for (const using of [client, gzipClient]) {
      const name = uniqueName();
      const body = bodies[protobufType](signal, signals[signal].of(name, 2));
      const { error, bytes } = await exportGrpc(using, signal, body, key);
      t.equal(error, null, signal);
      t.equal(read('Response', bytes ?? Buffer.alloc(0))['partialSuccess'].rejected, '2');
      t.equal(await signals[signal].stored(name), 1);
    }
  const good = bodies[protobufType]('logs', signals.logs.of('x', 0));
  const cases: [what: string, using: Client, body: Uint8Array, headers: Record<string, string>, code: number][] = [
    ['no key', client, good, {}, 16],
    ['another project', client, good, { ...key, 'x-project-id': stranger.id }, 7],
    ['not protobuf', client, Buffer.from('garbage'), key, 3],
    ['too large', client, Buffer.alloc(65 * 1024 * 1024), key, 3],
    ['a bomb', gzipClient, Buffer.alloc(65 * 1024 * 1024), key, 3],
  ];
  for (const [what, using, body, headers, code] of cases) {
    const { error } = await exportGrpc(using, 'logs', body, headers);
    t.equal(error?.code, code, what);
    t.ok((error?.details ?? '').length > 10, `${what} says why`);
  }
  t.equal(
    (await exportGrpc(client, 'logs', Buffer.alloc(0), { 'x-api-key': sender.key })).error,
    null,
    'empty, x-api-key',
  );
  const numbers = await senders.numbers();
  for (const status of [200, 400, 401, 403, 413])
    t.match(numbers, `{method="POST",route="${grpcMethods.logs}",status="${status}"} `, 'the call is counted');
});

t.test('gRPC: a sender that hangs up before its message is no failure of ours', async (t) => {
  const senders = await startSenders(t, api);
  const session = connect(`http://${senders.grpc}`);
  const headers = { 'content-type': 'application/grpc', authorization: `Bearer ${sender.key}` };
  const stream = session.request({ ':method': 'POST', ':path': grpcMethods.logs, ...headers });
  stream.on('error', () => {});
  await new Promise((sent) => stream.write('x', sent));
  // What is answered on the same connection was sent after it.
  await new Promise((answered) => session.ping(answered));
  session.destroy();
  const counted = async () => /route="[^"]*LogsService\/Export",status="(\d+)"/.exec(await senders.numbers())?.[1];
  await until('the call is counted', 10_000, async () => (await counted()) !== undefined);
  t.equal(await counted(), '400');
});

t.test('gRPC: calls that no library would make are answered as the protocol says', async (t) => {
  const session = connect(`http://${senders.grpc}`);
  t.teardown(() => session.close());
  const good = Buffer.from(bodies[protobufType]('logs', signals.logs.of(uniqueName(), 0)));
  const frame = (bytes: Buffer, length = bytes.length, flag = 0) => {
    const head = Buffer.alloc(5);
    head[0] = flag;
    head.writeUInt32BE(length, 1);
    return Buffer.concat([head, bytes]);
  };
  const send = (bytes: Buffer, more: Record<string, string> = {}) =>
    new Promise<Record<string, unknown>>((resolve, reject) => {
      const stream = session.request({
        ':method': 'POST',
        ':path': grpcMethods.logs,
        'content-type': 'application/grpc',
        authorization: `Bearer ${sender.key}`,
        ...more,
      });
      let said: Record<string, unknown> = {};
      stream.on('response', (headers) => (said = { ...said, ...headers }));
      stream.on('trailers', (headers) => (said = { ...said, ...headers }));
      stream.on('error', reject);
      stream.on('close', () => resolve(said));
      stream.resume();
      stream.end(bytes);
    });
  const unknown = '/opentelemetry.proto.collector.logs.v1.LogsService/Import';
  const cases: [what: string, bytes: Buffer, headers: Record<string, string>, status: string][] = [
    ['one message', frame(good), {}, '0'],
    ['with a subtype', frame(good), { 'content-type': 'application/grpc+proto' }, '0'],
    ['compressed', frame(gzipSync(good), undefined, 1), { 'grpc-encoding': 'gzip' }, '0'],
    ['an encoding that was not used', frame(good), { 'grpc-encoding': 'br' }, '0'],
    ['no message', Buffer.alloc(0), {}, '3'],
    ['half a frame', Buffer.alloc(3), {}, '3'],
    ['less than it says', frame(good, good.length + 1), {}, '3'],
    ['two messages', Buffer.concat([frame(good), frame(good)]), {}, '3'],
    ['not gzip', frame(good, undefined, 1), { 'grpc-encoding': 'gzip' }, '3'],
    ['an encoding nobody knows', frame(good, undefined, 1), { 'grpc-encoding': 'br' }, '12'],
    ['a length of 4 GiB', frame(good, 0xffff_ffff), {}, '3'],
    ['another method', frame(good), { ':path': unknown }, '12'],
  ];
  for (const [what, bytes, headers, status] of cases) {
    const said = await send(bytes, headers);
    t.match(said, { ':status': 200, 'content-type': 'application/grpc', 'grpc-status': status }, what);
  }
  t.match(await send(good, { 'content-type': 'application/json' }), { ':status': 415 });
});

t.test('Prometheus remote write: samples, metadata alone, and what is not of version 1', async (t) => {
  const name = uniqueName();
  const labels = [
    { name: '__name__', value: name },
    { name: 'job', value: 'node' },
  ];
  const write = (message: object) => snappyOf(encodeOtlp('WriteRequest', message));
  const headers = { 'content-encoding': 'snappy', 'x-prometheus-remote-write-version': '0.1.0' };
  const samples = write({ timeseries: [{ labels, samples: [{ value: 3, timestamp: String(now) }] }] });
  for (const path of ['/api/v1/prom/write', '/api/v1/write'])
    t.equal((await post(senders.url + path, samples, headers)).status, 204, path);
  t.equal(await signals.metrics.stored(name), 1, 'the same at two doors is the same');
  const metadata = write({ metadata: [{ type: 1, metricFamilyName: name, help: 'what it is', unit: 's' }] });
  t.equal((await post(`${senders.url}/api/v1/prom/write`, metadata, headers)).status, 204);
  t.equal(await count('metric_metadata', `metric = '${name}'`), 1);
  const v2 = { ...headers, 'content-type': `${protobufType};proto=io.prometheus.write.v2.Request` };
  t.equal((await post(`${senders.url}/api/v1/prom/write`, samples, v2)).status, 415);
  t.equal((await post(`${senders.url}/api/v1/prom/write`, samples, { 'content-encoding': 'gzip' })).status, 415);
  t.equal((await post(`${senders.url}/api/v1/prom/write`, 'zzz', headers)).status, 400);
  const stale = write({ timeseries: [{ labels, samples: [{ value: 3, timestamp: '1000' }] }] });
  t.equal((await post(`${senders.url}/api/v1/prom/write`, stale, headers)).status, 400, 'all of it too old');
});

t.test('a metric is of the kind that Prometheus told to an earlier run, or to another process', async (t) => {
  const own = await api.project();
  const dataDir = await mkdtemp(join(tmpdir(), 'colonnade-metadata-'));
  t.teardown(() => rm(dataDir, { recursive: true, force: true }));
  // By its name alone it would be a counter.
  const name = 'waiting_count';
  const take = async (ingest: Ingest, message: object) =>
    ingest.take({
      projectId: own.id,
      signal: 'metrics',
      door: 'prom',
      source: Readable.from([snappyOf(encodeOtlp('WriteRequest', message))]),
      encoding: undefined,
      decode: decodeRemoteWrite,
    });
  const run = async (...messages: object[]) => {
    const ingest = await Ingest.start({ ...api.deps, dataDir, alone: true });
    for (const message of messages) await take(ingest, message);
    await ingest.close(20_000);
  };
  const sample = (value: number, ms: number) => ({
    timeseries: [{ labels: [{ name: '__name__', value: name }], samples: [{ value, timestamp: String(now - ms) }] }],
  });
  const metadata = { metadata: [{ type: 2, metricFamilyName: name, help: 'Who waits.', unit: 'people' }] };
  await run(metadata, sample(7, 20_000));
  await run(sample(5, 10_000));
  const query = 'metrics | summarize increase(value) by metric_name, metric_type, metric_unit, metric_description';
  const { body } = await own.get(`/metrics?data_type=json&query=${encodeURIComponent(query)}`);
  t.same(body.data_json, [[name, 'GAUGE', 'people', 'Who waits.', -2]]);

  const told = new PromMetadataCache();
  await learnMetadata(told, api.deps, new Date(api.deps.now().getTime() + 60_000));
  t.equal(told.kindOf(own.id, name).metadata, undefined, 'nothing was told since');
  await learnMetadata(told, api.deps, new Date(api.deps.now().getTime() - 60_000));
  t.same(told.kindOf(own.id, name).metadata, { type: 'gauge', unit: 'people', help: 'Who waits.' });
});

t.test('what is no number is passed over, however it comes', async (t) => {
  const own = await api.project();
  const { key } = await own.as('ingest');
  const send = async (path: string, body: Uint8Array, headers: object = {}) => {
    const sent = { authorization: `Bearer ${key}`, 'content-type': protobufType, ...headers };
    t.ok((await fetch(senders.url + path, { method: 'POST', headers: sent, body: new Uint8Array(body) })).ok, path);
  };
  const values = [3, NaN, 5];
  const at = (n: number) => ({ timeUnixNano: `${now - n * 1000}000000` });
  const points = values.map((asDouble, n) => ({ ...at(n), asDouble }));
  const sums = values.map((sum, n) => ({ ...at(n), count: '2', sum, min: sum, max: sum }));
  // Of two infinite readings there is no difference.
  const counted = [4, 2, 1].flatMap((asDouble, n) => [
    { ...at(n), asDouble },
    { ...at(n), asDouble: n === 2 ? 1 : Infinity, attributes: [{ key: 'of', value: { stringValue: 'all' } }] },
  ]);
  const metrics = [
    { name: 'of_otlp', gauge: { dataPoints: points } },
    { name: 'of_histograms', histogram: { aggregationTemporality: 1, dataPoints: sums } },
    { name: 'of_counters', sum: { aggregationTemporality: 2, isMonotonic: true, dataPoints: counted } },
  ];
  await send('/v1/metrics', encodeOtlp('MetricsData', { resourceMetrics: [{ scopeMetrics: [{ metrics }] }] }));
  const labels = [{ name: '__name__', value: 'of_prometheus' }];
  const samples = values.map((value, n) => ({ value, timestamp: String(now - n * 1000) }));
  const written = snappyOf(encodeOtlp('WriteRequest', { timeseries: [{ labels, samples }] }));
  await send('/api/v1/write', written, { 'content-encoding': 'snappy' });
  const logRecords = values.map((doubleValue, n) => ({
    ...at(n),
    body: { stringValue: 'said' },
    attributes: [{ key: 'amount', value: { doubleValue } }],
  }));
  await send('/v1/logs', encodeOtlp('LogsData', { resourceLogs: [{ scopeLogs: [{ logRecords }] }] }));

  const asked = async (query: string) => (await own.get('/metrics', { data_type: 'json', query })).body.data_json;
  const of = (value: string) => `sum(${value}), avg(${value}), min(${value}), max(${value}), stdev(${value})`;
  t.same(
    await asked(
      `metrics | where metric_name in ("of_otlp", "of_prometheus") | summarize ${of('value')} by metric_name`,
    ),
    [
      ['of_otlp', 8, 4, 3, 5, Math.SQRT2],
      ['of_prometheus', 8, 4, 3, 5, Math.SQRT2],
    ],
  );
  const measures = 'sum(distribution_sum), increase(distribution_sum), avg(distribution_min), max(distribution_max)';
  t.same(await asked(`metrics | where metric_name == "of_histograms" | summarize ${measures}`), [[8, 8, 4, 5]]);
  const means = 'avg(value), increase(value), rate(value * 2)';
  t.same(await asked(`metrics | where metric_name == "of_histograms" | summarize ${means}`), [[2, null, null]]);
  t.same(await asked(`logs | summarize ${of('attributes.amount')}`), [[8, 4, 3, 5, Math.SQRT2]]);
  t.same(await asked('logs | summarize increase(attributes.amount), rate(attributes.amount, 1h)'), [[8, 8]]);
  const rises = 'increase(value), rate(value) by bin(timestamp, 1s)';
  t.same((await asked(`metrics | where metric_name == "of_counters" | summarize ${rises}`)).at(-1).slice(1), [2, 2]);
  const { rows } = await api.deps.clickhouse
    .query({
      query: `SELECT sum(v_sum), sum(v_count) FROM metric_points_5m WHERE project_id = '${own.id}' AND metric != 'of_counters'`,
      format: 'JSONCompact',
    })
    .then(async (result) => ({ rows: (await result.json<[number, string]>()).data }));
  t.same(
    rows.map((row) => row.map(Number)),
    [[16, 4]],
    'nor is it in the rollup',
  );
});

t.test('a metric that was never seen before can be asked for as soon as it is acknowledged', async (t) => {
  for (let i = 0; i < 10; i++) {
    const name = uniqueName();
    await post('/v1/metrics', bodies[protobufType]('metrics', signals.metrics.of(name, 0)));
    t.equal(await count('metric_series', `metric = '${name}'`), 1);
  }
});

t.test('JSON records: an array or lines, of any content type', async (t) => {
  const [a, b] = [uniqueName(), uniqueName()];
  const url = `${senders.url}/api/v1/ingest/json`;
  const array = JSON.stringify([
    { time: new Date(now).toISOString(), level: 'warn', message: a, n: 5 },
    'not a record',
  ]);
  const first = await post(url, array, { 'content-type': 'application/json; charset=utf-8' });
  t.match(JSON.parse(first.bytes.toString()), { accepted: 1, rejected: 1, reasons: { invalid_record: 1 } });
  const lines = `{"msg":"${b}","level":"error"}\n{"msg":"${b}","level":"info"}\n`;
  const second = await post(url, gzipSync(lines), { 'content-type': 'text/plain', 'content-encoding': 'x-gzip' });
  t.same(JSON.parse(second.bytes.toString()), { accepted: 2, rejected: 0, reasons: {}, messages: [] });
  t.same(await rows(`SELECT level, attrs_types FROM events WHERE project_id = {p: String} AND body = '${a}'`), [
    { level: 'WARN', attrs_types: { n: 'int' } },
  ]);
  t.equal(await signals.logs.stored(b), 2);
  for (const type of ['json', 'ndjson; charset=utf-8', ''])
    t.equal((await post(url, `{"msg":"${uniqueName()}"}`, { 'content-type': type })).status, 200, `as "${type}"`);
  const bad = await post(url, 'neither', { 'content-type': jsonType });
  t.match(JSON.parse(bad.bytes.toString()), { error: { code: 'invalid_body', parameter: 'body' } });
  t.equal(bad.status, 400);
});

t.test('Firehose: its access key is the key, and every answer has its form and its own id', async (t) => {
  const name = uniqueName();
  const requestId = 'ed4acda5-034f-9f42-bba1-f29aea6d7d8f';
  const bodyOf = (...data: string[]) =>
    JSON.stringify({ requestId, timestamp: now, records: data.map((d) => ({ data: d })) });
  const record = Buffer.from(JSON.stringify({ level: 'error', message: name })).toString('base64');
  const deliver = async (key: string, body: string | Uint8Array, headers: Record<string, string> = {}) => {
    const response = await fetch(`${senders.url}/api/v1/ingest/firehose`, {
      method: 'POST',
      body: typeof body === 'string' ? body : new Uint8Array(body),
      headers: {
        'content-type': jsonType,
        'x-amz-firehose-protocol-version': '1.0',
        'x-amz-firehose-request-id': requestId,
        'x-amz-firehose-access-key': key,
        'x-request-id': 'of-a-proxy',
        ...headers,
      },
    });
    t.equal(response.headers.get('content-type'), jsonType);
    const answer = (await response.json()) as Record<string, unknown>;
    t.match(answer, { requestId, timestamp: Number });
    return { status: response.status, keys: Object.keys(answer), message: answer['errorMessage'] };
  };
  const keys = ['requestId', 'timestamp'];
  t.match(await deliver(sender.key, bodyOf(record)), { status: 200, keys });
  t.match(await deliver(sender.key, bodyOf(record)), { status: 200, keys }, 'again, as after an answer that got lost');
  t.equal(await count('events', `body = '${name}' AND level = 'ERROR'`), 1);
  const half = bodyOf(Buffer.from(`{"message":"${name}","n":2}`).toString('base64'), '%');
  const gzipped = await deliver(sender.key, gzipSync(half), { 'content-encoding': 'gzip' });
  t.match(gzipped, { status: 200, keys }, 'where some of it could be taken');
  t.equal(await signals.logs.stored(name), 2);

  // As many and as long as a stream may have.
  const most = Object.fromEntries(Array.from({ length: 47 }, (_, n) => [`${n}`.padEnd(256, 'k'), 'v'.repeat(1024)]));
  const attributes = { service: 'the stream’s', team: 'zahlung €', level: 'info', ...most };
  const common = Buffer.from(JSON.stringify({ commonAttributes: attributes })).toString('latin1');
  const stream = { 'x-amz-firehose-common-attributes': common };
  const [own, line] = [{ message: `${name} own`, service: 'its own', level: 'error' }, `${name} line`];
  const both = bodyOf(...[JSON.stringify(own), line].map((one) => Buffer.from(one).toString('base64')));
  t.match(await deliver(sender.key, both, stream), { status: 200, keys }, 'what is said of the stream');
  t.match(await deliver(sender.key, both, stream), { status: 200, keys }, 'and again');
  const of = `SELECT body, service, level, attrs['team'] AS team, length(attrs) AS attributes FROM events`;
  t.same(await rows(`${of} WHERE project_id = {p: String} AND startsWith(body, '${name} ') ORDER BY body`), [
    { body: line, service: 'the stream’s', level: 'INFO', team: 'zahlung €', attributes: '48' },
    { body: own.message, service: 'its own', level: 'ERROR', team: 'zahlung €', attributes: '48' },
  ]);
  for (const none of ['neither', '[]', '{"commonAttributes":[]}', '{"commonAttributes":{"a":1}}'])
    t.match(await deliver(sender.key, bodyOf(record), { 'x-amz-firehose-common-attributes': none }), {
      status: 400,
      message: /^X-Amz-Firehose-Common-Attributes is not/,
    });
  const many = JSON.stringify(
    Array.from({ length: 2_000 }, (_, n) => ({ data: Buffer.from(`${name} ${n}`).toString('base64') })),
  );
  const long = `{"requestId":"${requestId}","timestamp":${now},"records":${many}}`;
  t.match(await deliver(sender.key, long, stream), { status: 400, message: /too large/ }, 'not copied without end');
  t.match(await deliver('cln_nobody', bodyOf(record)), { status: 401, message: /access key/ });
  t.match(await deliver(sender.key, bodyOf('%')), { status: 400, message: /None of the 1 records .* base64/ });
  t.match(await deliver(sender.key, 'neither'), { status: 400, message: /JSON/ });
});

t.test('recordings: taken, the same again is the same, and faults are named all at once', async (t) => {
  const url = `${senders.url}/api/v1/rrweb`;
  const sessionId = '0198c0de-0000-7000-8000-0000000000ff';
  const post1 = {
    sessionId,
    timestamp: new Date(now).toISOString().replace(/\.\d+Z/, 'Z'),
    events: [{ type: 4, data: { href: 'https://shop.example/' }, timestamp: now }],
    userEmail: 'ada@example.com',
  };
  const headers = { 'content-type': jsonType };
  for (const text of [JSON.stringify(post1), JSON.stringify(post1), JSON.stringify(post1, null, 1)]) {
    const answer = await post(url, text, headers);
    t.equal(answer.status, 200);
    t.same(JSON.parse(answer.bytes.toString()), { sessionId, status: 'ok', events: 1 });
  }
  t.match((await project.get(`/rrweb/${sessionId}`)).body, { events: post1.events, session: { chunks: 1 } });
  const past = {
    sessionId,
    timestamp: '2020-01-31T12:00:00Z',
    events: [{ timestamp: 1_580_472_000_000 }, { type: 3 }],
  };
  for (const text of [JSON.stringify(past), JSON.stringify(past)]) {
    const answer = await post(url, text, headers);
    t.equal(answer.status, 200);
    const messages = ['a replay is older than the retention of its project'];
    const expected = { sessionId, status: 'ok', events: 0, rejected: 2, messages };
    t.same(JSON.parse(answer.bytes.toString()), expected, 'what is not kept is not called stored');
  }
  const counted = {
    ...post1,
    sessionId: '0198c0de-0000-7000-8000-0000000000fe',
    events: [{ timestamp: 20 }, { timestamp: 1_580_472_000_000 }],
  };
  const taken = await post(url, JSON.stringify(counted), headers);
  t.same(JSON.parse(taken.bytes.toString()), { sessionId: counted.sessionId, status: 'ok', events: 2 });
  t.match(
    (await project.get(`/rrweb/${counted.sessionId}`)).body,
    { events: counted.events, session: { start: post1.timestamp, end: post1.timestamp } },
    'times that count from elsewhere do not make it old: it was when it was posted',
  );
  const wrong = await post(url, JSON.stringify({ sessionID: 'x', timestamp: 'y', userName: 1 }), headers);
  t.equal(wrong.status, 400);
  t.match(JSON.parse(wrong.bytes.toString()).error, {
    message: 'sessionID is not a field of this body; did you mean sessionId?',
    parameter: 'body',
    details: [
      { path: 'events', message: 'is required' },
      { path: 'sessionId', message: 'is required' },
      { path: 'timestamp', message: 'must be a time such as 2026-01-31T12:00:00Z' },
      { path: 'userName', message: 'must be a string' },
      { path: 'sessionID', message: 'is not a field of this body; did you mean sessionId?' },
    ],
  });
  t.equal((await post(url, '[]', headers)).status, 400);
  const deep = `${'['.repeat(500)}${']'.repeat(500)}`;
  t.equal(
    (await post(url, `{"sessionId":"${sessionId}","timestamp":"${post1.timestamp}","events":[${deep}]}`, headers))
      .status,
    200,
    'a page may be deep',
  );
  const pit = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  t.equal(
    (await post(url, `{"sessionId":"${sessionId}","timestamp":"${post1.timestamp}","events":[${pit}]}`, headers))
      .status,
    400,
    'but not without end',
  );
  const crowd = JSON.stringify({ ...post1, events: Array(300_000).fill(1) });
  t.equal((await post(url, crowd, headers)).status, 413, 'so many events has no recorder');
  const talk = JSON.stringify({ ...post1, userName: 'x'.repeat(100_000) });
  t.equal((await post(url, talk, headers)).status, 413, 'nor so much to say beside them');
  const twice = `{"events":[1,2,3],${JSON.stringify({ ...post1, sessionId: post1.sessionId.replace('ff', 'fd') }).slice(1)}`;
  t.match(JSON.parse((await post(url, twice, headers)).bytes.toString()), { events: 1 }, 'the last one counts');
  const large = JSON.stringify({ ...post1, events: 'x'.repeat(10_000_001) });
  t.equal((await post(url, large, headers)).status, 413);
  const preflight = await fetch(url, {
    method: 'OPTIONS',
    headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' },
  });
  t.equal(preflight.headers.get('access-control-allow-origin'), '*', 'browsers may');
});

t.test('a post of millions of small things is stored in half the time that it takes to parse', async (t) => {
  const recording = (n: number): string =>
    JSON.stringify({
      sessionId: `0198c0de-0000-7000-8000-00000000f${String(n).padStart(3, '0')}`,
      timestamp: new Date(now),
      events: 0,
    }).replace('"events":0', `"events":[{"data":[${'{},'.repeat(3_000_000)}{}]}]`);
  // The quickest of three of each: what the parser leaves behind is cleared away during one of the posts.
  let [takenMs, parsedMs] = [Infinity, Infinity];
  for (const n of [1, 2, 3]) {
    const text = recording(n);
    const taking = process.cpuUsage();
    const answer = await post(`${senders.url}/api/v1/rrweb`, text, { 'content-type': jsonType });
    takenMs = Math.min(takenMs, cpuMs(taking));
    t.match(JSON.parse(answer.bytes.toString()), { status: 'ok', events: 1 });
    const parsing = process.cpuUsage();
    JSON.parse(text);
    parsedMs = Math.min(parsedMs, cpuMs(parsing));
  }
  t.ok(takenMs < parsedMs / 2, `${takenMs} ms; to parse it takes ${parsedMs} ms`);
});

interface LogsMinute {
  accepted: number;
  duplicates: number;
  stored: number;
  lag_ms_mean: number;
  rejected: Record<string, number>;
  refused: Record<string, number>;
}

t.test('what was taken, rejected, repeated and refused is counted by minute', async (t) => {
  const own = await api.project();
  const headers = { authorization: `Bearer ${own.key}` };
  const name = uniqueName();
  const body = bodies[protobufType]('logs', signals.logs.of(name, 3));
  await post('/v1/logs', body, headers);
  await post('/v1/logs', body, headers);
  await post('/v1/logs', 'garbage', headers);
  // The four can fall into two minutes, and what was stored is told apart from what came.
  let rows: LogsMinute[] = [];
  const sum = (of: (row: LogsMinute) => number | undefined) => rows.reduce((total, row) => total + (of(row) ?? 0), 0);
  const sums = () => [
    sum(({ accepted }) => accepted),
    sum(({ duplicates }) => duplicates),
    sum(({ rejected }) => rejected['too_old']),
    sum(({ refused }) => refused['invalid_body']),
    sum(({ stored }) => stored),
  ];
  await until('all of it is counted', 60_000, async () => {
    const { body: stats } = await own.get('/ingest/stats?since=30m');
    rows = stats.minutes.filter(({ signal }: { signal: string }) => signal === 'logs');
    return !sums().includes(0);
  });
  t.same(sums(), [1, 1, 3, 1, 1]);
  t.ok(rows.every(({ stored, lag_ms_mean }) => stored === 0 || lag_ms_mean > 0));
});

t.test('what a door does not take is counted by what is wrong with it', async (t) => {
  const own = await api.project();
  const headers = { authorization: `Bearer ${own.key}` };
  const csv = { ...headers, 'content-type': 'text/csv' };
  for (const path of ['/v1/logs', '/v1/traces', '/api/v1/prom/write', '/api/v1/rrweb'])
    t.equal((await post(senders.url + path, 'a,b', csv)).status, 415, path);
  t.equal((await post('/v1/traces', 'a,b', { ...headers, 'content-type': 'csv' })).status, 415, 'also what is no type');
  // A sender that goes away in the middle of its body, of which more is read by then than lies between the two.
  const socket = connectTcp(Number(new URL(senders.otlpUrl).port), '127.0.0.1');
  socket.write(`POST /v1/logs HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${own.key}\r\n`);
  socket.write(`Content-Type: ${protobufType}\r\nContent-Length: 60000000\r\n\r\n`);
  await new Promise((resolve) => socket.write(Buffer.alloc(32_000_000), resolve));
  socket.destroy();
  let counts: Record<string, Record<string, number>> = {};
  await until('all of them are counted', 20_000, async () => {
    const { body } = await own.get('/ingest/stats?since=5m');
    counts = {};
    for (const { signal, refused: by } of body.minutes as (LogsMinute & { signal: string })[])
      for (const [reason, n] of Object.entries(by)) {
        const of = (counts[signal] ??= {});
        of[reason] = (of[reason] ?? 0) + n;
      }
    const all = Object.values(counts).flatMap((by) => Object.values(by));
    return all.reduce((sum, n) => sum + n, 0) >= 6;
  });
  t.same(counts, {
    logs: { unsupported_media_type: 1, invalid_body: 1 },
    traces: { unsupported_media_type: 2 },
    metrics: { unsupported_media_type: 1 },
    replays: { unsupported_media_type: 1 },
  });
});

t.test('minutes are whole, also at the ends of a range, which is two days at most', async (t) => {
  const own = await api.project();
  const minuteMs = 60_000;
  const minute = Math.floor(now / minuteMs) * minuteMs - 5 * minuteMs;
  const at = (ms: number) => new Date(ms).toISOString();
  await api.deps.clickhouse.insert({
    table: 'ingest_stats',
    format: 'JSONEachRow',
    values: [0, 1].map((n) => ({
      project_id: own.id,
      minute: minute / 1000 + n * 60,
      signal: 'logs',
      outcome: 'accepted',
      records: 2,
    })),
  });
  await api.deps.clickhouse.insert({
    table: 'events',
    format: 'JSONEachRow',
    values: [1, 59, 61, 119].map((s) => ({
      project_id: own.id,
      kind: 'log',
      ts: at(minute + s * 1000).slice(0, -1),
      ingested_at: minute / 1000 + s,
      retention_days: 30,
    })),
  });
  const stats = async (from: number, to: number) => {
    const { body } = await own.get(`/ingest/stats?from=${at(from)}&to=${at(to)}`);
    return body.minutes.map(({ accepted, stored }: LogsMinute) => [accepted, stored]);
  };
  const whole = [2, 2];
  t.same(await stats(minute + 30_000, minute + 90_000), [whole, whole]);
  t.same(await stats(minute, minute + minuteMs), [whole], 'the end is not part of it');
  t.same(await stats(minute + 59_999, minute + minuteMs), [whole]);
  for (const [range, parameter] of [
    ['since=3d', 'since'],
    ['from=now-3d', 'from'],
  ])
    t.match(await own.get(`/ingest/stats?${range}`), { status: 400, body: { error: { parameter } } });
});

t.test('counts of a minute that came apart are put together: the sums, and the longest of the lags', async (t) => {
  const own = await api.project();
  const minute = Math.floor(now / 60_000) * 60 - 120;
  const counts = { project_id: own.id, minute, signal: 'logs', outcome: 'accepted', records: 2, bytes: 10 };
  for (const lag of [100, 9_000, 300])
    await api.deps.clickhouse.insert({
      table: 'ingest_stats',
      format: 'JSONEachRow',
      values: [{ ...counts, lag_ms_sum: 2 * lag, lag_ms_max: lag }],
    });
  await api.deps.clickhouse.command({ query: 'OPTIMIZE TABLE ingest_stats FINAL' });
  const { minutes } = (await own.get('/ingest/stats?since=10m')).body;
  t.match(minutes, [{ accepted: 6, bytes: 30, lag_ms_mean: 18_800 / 6, lag_ms_max: 9_000 }]);
});

t.test('what is stored late is counted, and so are the bytes of a body of which nothing was taken', async (t) => {
  const own = await api.project();
  const dataDir = await mkdtemp(join(tmpdir(), 'colonnade-stats-'));
  t.teardown(() => rm(dataDir, { recursive: true, force: true }));
  const run = async (text: string, more: Partial<IngestOptions> = {}): Promise<unknown> => {
    const ingest = await Ingest.start({ ...api.deps, dataDir, alone: true, ...more });
    const taken = await ingest
      .take({
        projectId: own.id,
        signal: 'logs',
        door: 'json',
        source: Readable.from([Buffer.from(text)]),
        encoding: undefined,
        decode: decodeJsonLines,
      })
      .catch((error: unknown) => error);
    await ingest.close(20_000);
    return taken;
  };
  const counted = async () => {
    const { body } = await own.get('/ingest/stats?since=5m');
    const minutes = body.minutes as (LogsMinute & { bytes: number })[];
    const sum = (of: (minute: (typeof minutes)[number]) => number | undefined) =>
      minutes.reduce((total, minute) => total + (of(minute) ?? 0), 0);
    return {
      accepted: sum(({ accepted }) => accepted),
      stored: sum(({ stored }) => stored),
      unavailable: sum(({ refused }) => refused['unavailable']),
      bytes: sum(({ bytes }) => bytes),
    };
  };
  t.match(await run('{"msg":"a"}\n{"msg":"b"}', { answerMsMax: 1 }), { code: 'unavailable' });
  t.same(await counted(), { accepted: 2, stored: 2, unavailable: 1, bytes: 23 });
  t.match(await run('[1]'), { accepted: 0, rejected: 1 });
  t.same(await counted(), { accepted: 2, stored: 2, unavailable: 1, bytes: 26 });
});
