// The readers take anything: no crash, no hang, nothing read beyond the body. 10 million bytes; more by INGEST_FUZZ_BYTES.

import t from 'tap';
import { seededRandom } from '../../src/lib/random.ts';
import { ApiError } from '../../src/errors.ts';
import { MalformedBody } from '../../src/ingest/outcome.ts';
import { RowSink } from '../../src/ingest/rows/sink.ts';
import {
  decodeJsonLines,
  decodeLogs,
  decodeLogsJson,
  decodeMetrics,
  decodeMetricsJson,
  decodeRemoteWrite,
  decodeTraces,
  decodeTracesJson,
} from '../support/decoders.ts';
import { contextAt, select, store } from '../support/ingest.ts';
import { encodeOtlp } from '../support/otlp-proto.ts';
import { jsonText, randomLogs, randomMetrics, randomTraces } from '../support/otlp-random.ts';
import { snappyOf, writeRequest } from '../support/prom.ts';
import type { Dice } from '../support/random.ts';
import { stores } from '../support/stores.ts';
import { cpuMs } from '../support/turns.ts';

const bytesMin = Number(process.env['INGEST_FUZZ_BYTES'] ?? 10_000_000);
const decodeMsMax = 2_000;
const sealRows = 50_000;
const nowMs = Date.now();
t.setTimeout(240_000);

const counter = { next: 1 };
const readers = [
  { decode: decodeLogs, seed: (random: Dice) => encodeOtlp('LogsData', randomLogs(random, counter, nowMs)) },
  { decode: decodeTraces, seed: (random: Dice) => encodeOtlp('TracesData', randomTraces(random, counter, nowMs)) },
  { decode: decodeMetrics, seed: (random: Dice) => encodeOtlp('MetricsData', randomMetrics(random, counter, nowMs)) },
  { decode: decodeRemoteWrite, seed: (random: Dice) => snappyOf(writeRequest(random, nowMs)) },
  { decode: decodeLogsJson, seed: (random: Dice) => jsonText(randomLogs(random, counter, nowMs), random) },
  { decode: decodeTracesJson, seed: (random: Dice) => jsonText(randomTraces(random, counter, nowMs), random) },
  { decode: decodeMetricsJson, seed: (random: Dice) => jsonText(randomMetrics(random, counter, nowMs), random) },
  { decode: decodeJsonLines, seed: (random: Dice) => Buffer.from(`{"msg":"x${random()}","level":30}\n`.repeat(20)) },
];

/** Half of all bodies are a request with faults in it: those get further than noise. */
function bodyOf(random: Dice, seed: (random: Dice) => Uint8Array): Uint8Array {
  if (random() < 0.1) return noise(random, Math.floor(random() * 3000));
  const body = Uint8Array.from(seed(random));
  const faults = Math.floor(random() * 6);
  for (let i = 0; i < faults && body.length > 0; i++) {
    const at = Math.floor(random() * body.length);
    const kind = random();
    if (kind < 0.4) body[at] = Math.floor(random() * 256);
    else if (kind < 0.6) body[at] = (body[at] ?? 0) ^ (1 << Math.floor(random() * 8));
    // A length that promises more than there is.
    else if (kind < 0.8) body.set([0xff, 0xff, 0xff, 0xff, 0x0f].slice(0, body.length - at), at);
    else body.copyWithin(at, Math.floor(random() * body.length));
  }
  return random() < 0.3 ? body.subarray(0, Math.floor(random() * body.length)) : body;
}

function noise(random: Dice, length: number): Uint8Array {
  return Uint8Array.from({ length }, () => Math.floor(random() * 256));
}

t.test('whatever the bytes: an answer in time, and rows that the engine takes', async (t) => {
  const { clickhouse } = await stores(t);
  const random = seededRandom(Number(process.env['INGEST_FUZZ_SEED'] ?? 1));
  const sink = new RowSink();
  const alone = new RowSink();
  let bytes = 0;
  let accepted = 0;
  let refused = 0;
  let slowestMs = 0;
  for (let i = 0; bytes < bytesMin; i++) {
    const reader = readers[i % readers.length];
    if (reader === undefined) break;
    const body = bodyOf(random, reader.seed);
    bytes += body.length;
    const before = process.cpuUsage();
    const one = attempt(reader.decode, body, sink);
    slowestMs = Math.max(slowestMs, cpuMs(before));
    if (one === undefined) refused++;
    else accepted += one;
    if (i % 16 === 0) {
      // The same in the middle of other bytes: what lies around a body must not matter.
      const around = Buffer.alloc(body.length + 512, i % 32 === 0 ? 0x0a : 0xff);
      around.set(body, 256);
      const within = attempt(reader.decode, around.subarray(256, 256 + body.length), alone);
      if (within !== one) t.equal(within, one, `body ${i} reads its surroundings`);
      alone.seal(nowMs);
    }
    if (sink.rows > sealRows) await store(clickhouse, sink, nowMs);
  }
  await store(clickhouse, sink, nowMs);
  t.ok(slowestMs < decodeMsMax, `the slowest body took ${Math.round(slowestMs)} ms of processor time`);
  t.ok(refused > 20 && accepted > 20, `${bytes} bytes: ${accepted} records taken, ${refused} bodies refused`);
  const [stored] = await select(
    clickhouse,
    `SELECT (SELECT count() FROM events) + (SELECT count() FROM metric_points) + (SELECT count() FROM metric_dists) AS n`,
  );
  t.equal(Number(stored?.['n']), accepted, 'every record that was taken is stored');
});

/** Records taken; undefined for a body that was refused. Anything else thrown is a fault of ours. */
function attempt(decode: (typeof readers)[number]['decode'], body: Uint8Array, sink: RowSink): number | undefined {
  const before = sink.rows;
  try {
    return decode(body, contextAt(nowMs), sink).accepted;
  } catch (error) {
    if (!(error instanceof MalformedBody) && !(error instanceof ApiError)) throw error;
    if (sink.rows !== before) throw new Error('a refused body left rows behind', { cause: error });
    return undefined;
  }
}
