// What protobufjs encodes is what the engine gives back, field by field; and JSON gives the very same rows.

import t from 'tap';
import { seededRandom } from '../../src/lib/random.ts';
import { RowSink } from '../../src/ingest/rows/sink.ts';
import {
  decodeLogs,
  decodeLogsJson,
  decodeMetrics,
  decodeMetricsJson,
  decodeTraces,
  decodeTracesJson,
} from '../support/decoders.ts';
import { contextAt, select, store } from '../support/ingest.ts';
import { compareEvents, comparePoints } from '../support/otlp-compare.ts';
import { encodeOtlp } from '../support/otlp-proto.ts';
import { jsonText, randomLogs, randomMetrics, randomTraces } from '../support/otlp-random.ts';
import type { Message } from '../support/otlp-random.ts';
import { stores } from '../support/stores.ts';

const nowMs = Date.now();
t.setTimeout(240_000);
const requests = 100;
const signals = [
  { name: 'LogsData', make: randomLogs, decode: decodeLogs, decodeJson: decodeLogsJson },
  { name: 'TracesData', make: randomTraces, decode: decodeTraces, decodeJson: decodeTracesJson },
  { name: 'MetricsData', make: randomMetrics, decode: decodeMetrics, decodeJson: decodeMetricsJson },
] as const;

t.test('a request in JSON gives the same rows, byte for byte, as in protobuf', (t) => {
  const random = seededRandom(11);
  const [one, other] = [new RowSink(), new RowSink()];
  for (const { name, make, decode, decodeJson } of signals)
    for (let i = 0; i < requests; i++) {
      const message = make(random, { next: 0 }, nowMs);
      const first = decode(encodeOtlp(name, message), contextAt(nowMs), one);
      const second = decodeJson(jsonText(message, random), contextAt(nowMs), other);
      if (first.accepted !== second.accepted) t.fail(`${name} ${i}: ${first.accepted} and ${second.accepted}`);
      const [blocks, again] = [one.seal(nowMs), other.seal(nowMs)];
      const isSame =
        blocks.length === again.length &&
        blocks.every((block, at) => Buffer.from(block.bytes).equals(Buffer.from(again[at]?.bytes ?? [])));
      if (!isSame) t.fail(`${name} ${i} differs: ${JSON.stringify(message)}`);
    }
  t.pass('compared');
  t.end();
});

t.test('every field of random requests is read back from the engine as it was sent', async (t) => {
  const { clickhouse } = await stores(t);
  const random = seededRandom(5);
  const sink = new RowSink();
  const sent: Message[] = [];
  const counter = { next: 1 };
  for (const { name, make, decode } of signals)
    for (let i = 0; i < requests; i++) {
      const message = make(random, counter, nowMs);
      sent.push(message);
      decode(encodeOtlp(name, message), contextAt(nowMs), sink);
    }
  await store(clickhouse, sink, nowMs);

  const { projectId } = contextAt(nowMs);
  const seen = await compareEvents(t, clickhouse, projectId, sent);
  t.ok(seen > 400, `${seen} events`);
  const points = await comparePoints(t, clickhouse, projectId, sent);
  t.ok(points > 400, `${points} points`);

  const facets = await select(clickhouse, `SELECT sum(cnt) AS n FROM facets_15m WHERE key = 'kind'`);
  t.same(facets, [{ n: String(seen) }], 'facets count every event');
  const lost = await select(
    clickhouse,
    `SELECT key FROM (SELECT kind, arrayJoin(mapKeys(attrs)) AS key FROM events) WHERE (kind, key) NOT IN (SELECT kind, key FROM field_catalog WHERE source = 'attributes')`,
  );
  t.same(lost, [], 'the catalogue knows every key');
});
