// Real senders against the running service: no export fails, and every record and field that was sent is stored.

import { gzipSync } from 'node:zlib';
import { Client, credentials } from '@grpc/grpc-js';
import t from 'tap';
import { seededRandom } from '../../src/lib/random.ts';
import { startApi, type TestProject } from '../support/api.ts';
import { select } from '../support/ingest.ts';
import { type Protocol, protocols, sendWithSdk } from '../support/otel-clients.ts';
import { compareEvents, comparePoints, seriesKnown } from '../support/otlp-compare.ts';
import { exportGrpc } from '../support/grpc.ts';
import { encodeOtlp, otlpMessages, type Signal } from '../support/otlp-proto.ts';
import { jsonText, type Message, randomLogs, randomMetrics, randomTraces } from '../support/otlp-random.ts';
import { label, snappyOf } from '../support/prom.ts';
import type { Dice } from '../support/random.ts';
import { startSenders } from '../support/senders.ts';

t.setTimeout(240_000);
const api = await startApi(t);
const senders = await startSenders(t, api);
const { clickhouse } = api.deps;
const nowMs = Date.now();

async function senderOf(): Promise<TestProject> {
  return (await api.project()).as('ingest');
}

for (const protocol of Object.keys(protocols) as Protocol[])
  for (const compression of ['none', 'gzip'])
    t.test(`the OpenTelemetry SDK, ${protocol}, ${compression}`, async (t) => {
      const sender = await senderOf();
      const sent = await sendWithSdk(
        protocol,
        {
          OTEL_EXPORTER_OTLP_ENDPOINT: protocol === 'grpc' ? `http://${senders.grpc}` : senders.otlpUrl,
          OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer ${sender.key}`,
          OTEL_EXPORTER_OTLP_COMPRESSION: compression,
        },
        nowMs,
      );
      t.same(sent.failures, [], 'no export failed');
      t.ok(sent.exports >= 3, `${sent.exports} exports`);
      t.equal(await compareEvents(t, clickhouse, sender.id, [...sent.traces, ...sent.logs]), 80);
      await seriesKnown(clickhouse, sender.id);
      t.equal(await comparePoints(t, clickhouse, sender.id, sent.metrics), 55);
    });

const makers = { logs: randomLogs, traces: randomTraces, metrics: randomMetrics };

const grpc = new Client(senders.grpc, credentials.createInsecure(), { 'grpc.default_compression_algorithm': 2 });
t.teardown(() => grpc.close());

async function post(signal: Signal, key: string, type: string, body: Uint8Array): Promise<void> {
  const response = await fetch(`${senders.otlpUrl}/v1/${signal}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': type, 'content-encoding': 'gzip' },
    body: new Uint8Array(gzipSync(body)),
  });
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
}

/** What the SDK above cannot say: integers of 64 bits, NaN everywhere, exemplars, summaries, dropped counts. */
const doors = {
  'protobuf over HTTP': (signal: Signal, key: string, message: Message) =>
    post(signal, key, 'application/x-protobuf', encodeOtlp(otlpMessages[signal].name, message)),
  'JSON over HTTP': (signal: Signal, key: string, message: Message, random: Dice) =>
    post(signal, key, 'application/json', jsonText(message, random)),
  gRPC: async (signal: Signal, key: string, message: Message) => {
    const body = encodeOtlp(otlpMessages[signal].name, message);
    const { error } = await exportGrpc(grpc, signal, body, { authorization: `Bearer ${key}` });
    if (error !== null) throw error;
  },
} as const;

for (const [door, send] of Object.entries(doors))
  t.test(`random requests, ${door}`, async (t) => {
    const sender = await senderOf();
    const random = seededRandom(21);
    const counter = { next: 1 };
    const sent: Message[] = [];
    const sending: Promise<void>[] = [];
    for (const signal of Object.keys(makers) as Signal[])
      for (let i = 0; i < 40; i++) {
        const message = makers[signal](random, counter, nowMs);
        sent.push(message);
        sending.push(send(signal, sender.key, message, random));
      }
    await Promise.all(sending);
    t.ok((await compareEvents(t, clickhouse, sender.id, sent)) > 150);
    await seriesKnown(clickhouse, sender.id);
    t.ok((await comparePoints(t, clickhouse, sender.id, sent)) > 150);
  });

t.test('Prometheus: every sample with its labels, to the bit', async (t) => {
  const sender = await senderOf();
  const values = [0, -0, 1.5, 5e-324, 1.7976931348623157e308, Infinity, -Infinity, Number.NaN, 2 ** 53, 0.1 + 0.2];
  const sent = Array.from({ length: 60 }, (_, n) => ({
    labels: [
      label('__name__', `metric_${n % 7}`),
      label('instance', `host-${n}:9100`),
      label('job', 'node'),
      label('path', `/größe "${n}"`),
    ],
    samples: values.map((value, i) => ({ value, timestamp: nowMs - i * 1000 - n })),
  }));
  for (let at = 0; at < sent.length; at += 20) {
    const response = await fetch(`${senders.url}/api/v1/prom/write`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${sender.key}`,
        'content-type': 'application/x-protobuf',
        'content-encoding': 'snappy',
      },
      body: new Uint8Array(snappyOf(encodeOtlp('WriteRequest', { timeseries: sent.slice(at, at + 20) }))),
    });
    t.equal(response.status, 204);
  }
  await seriesKnown(clickhouse, sender.id);
  const rows = await select(
    clickhouse,
    `SELECT p.metric AS metric, reinterpretAsUInt64(p.value) AS bits, toUnixTimestamp64Nano(p.ts) AS ns, s.attrs AS attrs
     FROM metric_points AS p INNER JOIN metric_series AS s ON s.series_id = p.series_id AND s.metric = p.metric AND s.day = toDate(p.ts)
     WHERE p.project_id = '${sender.id}' AND s.project_id = '${sender.id}'`,
  );
  const textOf = (metric: unknown, bits: unknown, ns: unknown, labels: object): string =>
    JSON.stringify([metric, bits, ns, Object.entries(labels).map(String).sort()]);
  const expected = sent.flatMap(({ labels: [name, ...rest], samples }) =>
    samples.map(({ value, timestamp }) => {
      const bits = Buffer.alloc(8);
      bits.writeDoubleBE(value);
      const attributes = Object.fromEntries(rest.map((one) => [one.name, one.value]));
      return textOf(name?.value, bits.readBigUInt64BE().toString(), `${timestamp}000000`, attributes);
    }),
  );
  const stored = rows.map(({ metric, bits, ns, attrs }) => textOf(metric, bits, ns, attrs as object));
  t.same(stored.toSorted(), expected.toSorted());
});

t.test('rrweb: posts of a session in any order give its events, each as it was', async (t) => {
  const project = await api.project();
  const sender = await project.as('ingest');
  const sessionId = '0198c0de-0000-7000-8000-00000000c0de';
  const events = Array.from({ length: 40 }, (_, i) => ({
    type: i === 0 ? 4 : i === 1 ? 2 : 3,
    timestamp: nowMs - 60_000 + i * 10,
    data: { source: i % 5, text: 'ünï¢ödé 😀', positions: [{ x: i / 3, y: -i, id: 2 ** 40 }], nested: { none: null } },
  }));
  const posts = Array.from({ length: 8 }, (_, i) => events.slice(i * 5, i * 5 + 5));
  for (const part of posts.toReversed()) {
    const response = await fetch(`${senders.url}/api/v1/rrweb`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sender.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        events: part,
        sessionId,
        timestamp: new Date(part[0]?.timestamp ?? 0).toISOString().replace(/\.\d+Z/, 'Z'),
        userId: 'u-1',
        userEmail: 'ann@example.com',
        userName: 'Ann',
      }),
    });
    t.equal(response.status, 200);
  }
  const { body } = await project.get(`/rrweb/${sessionId}`);
  t.same(body.events, events);
  t.match(body.session, { chunks: posts.length });
});
