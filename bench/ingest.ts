// npm run bench -- ingest [--rounds 9] [--records 1000] [--json]: OTLP in protobuf, from bytes to rows.
// All figures are of CPU time of this one process, the best of interleaved rounds: other load on the machine makes them
// smaller, not larger; the ratio to protobufjs is of the same run.

import type { IngestContext } from '../src/ingest/outcome.ts';
import { RowSink } from '../src/ingest/rows/sink.ts';
import { decodeLogs, decodeMetrics, decodeTraces } from '../test/support/decoders.ts';
import { cpuMs } from '../test/support/turns.ts';
import { judge, type Goal } from './support/goals.ts';
import { optionsOf, wordsBeside } from './support/options.ts';
import type { Load } from './support/otlp-load.ts';
import { makeLoad } from './support/otlp-load.ts';
import { mapWithProtobufjs } from './support/otlp-oracle.ts';

const decoders = { traces: decodeTraces, logs: decodeLogs, metrics: decodeMetrics };
const unitOf = { traces: 'spans', logs: 'logs', metrics: 'points' };
const mebibyte = 2 ** 20;
const recordsPerRound = 20_000;
const warmRounds = 3;
const decodeGoal = 200;
const ratioGoal = 2.5;

interface Figures {
  readonly signal: Load['signal'];
  readonly bytesPerRecord: number;
  readonly rowBytesPerRecord: number;
  readonly decodeMibPerS: number;
  readonly decodePerS: number;
  readonly withEncodeMibPerS: number;
  readonly withEncodePerS: number;
  readonly protobufjsMibPerS: number;
  readonly ratio: number;
}

export async function bench(args: string[]): Promise<void> {
  const { rounds, records, json } = optionsOf(args, { rounds: 9, records: 1_000, json: false });
  const print = wordsBeside(json);
  const figures = (['traces', 'logs', 'metrics'] as const).map((signal) => measure(signal, records, rounds));
  if (json) console.log(JSON.stringify(figures));
  for (const one of figures) print(line(one));
  print(`${records} records a request; RSS ${Math.round(process.memoryUsage().rss / mebibyte)} MiB`);
  judge(
    figures.flatMap(({ signal, decodeMibPerS, ratio }): Goal[] => [
      { name: `${signal}: decode to rows, MiB/s`, value: Math.round(decodeMibPerS), goal: decodeGoal, is: 'at least' },
      { name: `${signal}: times a protobufjs mapping`, value: ratio, goal: ratioGoal, is: 'at least' },
    ]),
    print,
  );
}

/** Decoding, then sealing what was decoded, then protobufjs on the same bodies; round by round. */
function measure(signal: Load['signal'], recordsPerBody: number, rounds: number): Figures {
  const nowMs = Date.now();
  const load = makeLoad(signal, Math.ceil(recordsPerRound / recordsPerBody), recordsPerBody, nowMs);
  const bytes = load.bodies.reduce((sum, body) => sum + body.length, 0);
  const records = load.bodies.length * load.recordsPerBody;
  const sink = new RowSink();
  const context: IngestContext = {
    projectId: '8a6e0804-2bd0-4672-b79d-d97027f9071a',
    retentionDays: 30,
    receivedAtNs: BigInt(nowMs) * 1_000_000n,
    receipt: { hi: 1, lo: 2 },
  };
  const best = { decode: Infinity, withEncode: Infinity, protobufjs: Infinity };
  let rowBytes = 0;
  for (let round = 0; round < rounds + warmRounds; round++) {
    const decode = cpuSeconds(() => {
      for (const body of load.bodies) decoders[signal](body, context, sink);
    });
    const encode = cpuSeconds(() => {
      rowBytes = sink.seal(nowMs).reduce((sum, block) => sum + block.bytes.length, 0);
    });
    const protobufjs = cpuSeconds(() => {
      for (const body of load.bodies) mapWithProtobufjs(signal, body);
    });
    if (round < warmRounds) continue;
    best.decode = Math.min(best.decode, decode);
    best.withEncode = Math.min(best.withEncode, decode + encode);
    best.protobufjs = Math.min(best.protobufjs, protobufjs);
  }
  const mib = bytes / mebibyte;
  return {
    signal,
    bytesPerRecord: bytes / records,
    rowBytesPerRecord: rowBytes / records,
    decodeMibPerS: mib / best.decode,
    decodePerS: records / best.decode,
    withEncodeMibPerS: mib / best.withEncode,
    withEncodePerS: records / best.withEncode,
    protobufjsMibPerS: mib / best.protobufjs,
    ratio: best.protobufjs / best.decode,
  };
}

function cpuSeconds(run: () => void): number {
  const before = process.cpuUsage();
  run();
  return cpuMs(before) / 1000;
}

function line(one: Figures): string {
  const { signal } = one;
  const unit = unitOf[signal];
  return [
    `${signal}: ${one.bytesPerRecord.toFixed(0)} B a record in, ${one.rowBytesPerRecord.toFixed(0)} B out`,
    `decode ${one.decodeMibPerS.toFixed(0)} MiB/s, ${thousands(one.decodePerS)} ${unit}/s`,
    `decode + encode ${one.withEncodeMibPerS.toFixed(0)} MiB/s, ${thousands(one.withEncodePerS)} ${unit}/s`,
    `protobufjs ${one.protobufjsMibPerS.toFixed(0)} MiB/s`,
    `${one.ratio.toFixed(2)} times`,
  ].join('; ');
}

function thousands(value: number): string {
  return `${Math.round(value / 1000)}k`;
}
