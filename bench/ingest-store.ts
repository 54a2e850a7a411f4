// npm run bench -- ingest-store [--seconds 8] [--records 512] [--senders 1,8,64] [--rounds 2]: from a sender's socket to a durable row,
// beside the rate at which the same engine takes the same rows as prepared blocks: batches as the service makes them when
// it is warm, with the tables beside the events, the settings, and as many at once. The service runs as it is started by
// `npm start`; senders, service and engine share the machine, and the engine's own turn has it to itself. Beside the wall
// clock, which any other load on the machine distorts, it compares what a row costs in CPU time: engine alone, against
// engine and service together. The senders' own time is named apart: they are other machines elsewhere. Merges are stopped.

import { Agent, request } from 'node:http';
import type { ClickHouseClient } from '@clickhouse/client';
import { uuidv7 } from 'uuidv7';
import type { Credentials } from '../src/bin/first-start.ts';
import { batchLimits } from '../src/ingest/durable/batch.ts';
import type { SealedBlock } from '../src/ingest/rows/block.ts';
import { RowSink } from '../src/ingest/rows/sink.ts';
import { insertBlock } from '../src/store/insert.ts';
import { decodeTraces } from '../test/support/decoders.ts';
import { varint } from '../test/support/otlp-proto.ts';
import { credentialsOf, engineOf, residentMebibytes } from '../test/support/service.ts';
import { judge } from './support/goals.ts';
import { optionsOf } from './support/options.ts';
import { spread } from './support/measure.ts';
import { makeLoad } from './support/otlp-load.ts';
import { cpuSecondsOf, type RunningService, withService } from './support/service.ts';

const bodiesMade = 64;
const batchesMade = 4;
const shareGoal = 0.6;
const p99Goal = 1_000;
/** Senders at once for which the goals are; with one, most of the time is waited. */
const many = 64;
const warmS = 10;
const insertTimeoutMs = 60_000;

interface Size {
  readonly seconds: number;
  readonly records: number;
  readonly rounds: number;
  /** How many at once, in one turn after the other. */
  readonly turns: readonly number[];
}

export async function bench(args: string[]): Promise<void> {
  const { senders, ...size } = optionsOf(args, { seconds: 8, records: 512, senders: '1,8,64', rounds: 2 });
  await withService({}, (service) => run(service, { ...size, turns: senders.split(',').map(Number) }));
}

async function run({ directory, pids }: RunningService, { seconds, records, rounds, turns }: Size): Promise<void> {
  const { bodies } = makeLoad('traces', bodiesMade, records, Date.now());
  const client = engineOf(directory);
  const credentials = credentialsOf(directory);
  // Or the merges of one turn would be paid by the next.
  await client.command({ query: 'SYSTEM STOP MERGES' });
  // What is measured has been running for a while.
  await endToEnd(credentials, bodies, records, many, warmS);
  const shares: number[] = [];
  const costs: number[] = [];
  let worstP99 = 0;
  for (let round = 0; round < rounds; round++)
    for (const senders of turns) {
      const cpu = () => ({
        engine: cpuSecondsOf(pids.engine),
        service: cpuSecondsOf(pids.service),
        senders: cpuSecondsOf(process.pid),
      });
      const cpu0 = cpu();
      const engine = await enginesOwnRate(client, bodies, seconds);
      const cpu1 = cpu();
      const { rate, rows, p50, p99 } = await endToEnd(credentials, bodies, records, senders, seconds);
      const cpu2 = cpu();
      const costAlone = (cpu1.engine - cpu0.engine) / engine.rows;
      const [inEngine, inService] = [(cpu2.engine - cpu1.engine) / rows, (cpu2.service - cpu1.service) / rows];
      const cost = inEngine + inService;
      const inSenders = (cpu2.senders - cpu1.senders) / rows;
      if (senders === many) {
        shares.push(rate / engine.rate);
        costs.push(costAlone / cost);
        worstP99 = Math.max(worstP99, p99);
      }
      console.log(
        `${String(senders).padStart(3)} senders: ${Math.round(rate)} spans/s, ack p50 ${p50} ms, p99 ${p99} ms; ` +
          `the engine alone ${Math.round(engine.rate)} spans/s: ${(rate / engine.rate).toFixed(2)}; ` +
          `CPU a span: service ${micro(inService)} + engine ${micro(inEngine)} µs, the engine alone ${micro(costAlone)}: ${(costAlone / cost).toFixed(2)}; ` +
          `senders ${micro(inSenders)}; RSS ${Math.round(residentMebibytes(pids.service))} MiB`,
      );
    }
  await client.close();
  const middle = (list: readonly number[]) => spread(list).median;
  judge([
    { name: 'end to end, share of the engine’s own rate', value: middle(shares), goal: shareGoal, is: 'at least' },
    { name: 'the same in CPU time', value: middle(costs), goal: shareGoal, is: 'at least' },
    { name: `${many} senders: ack p99, ms`, value: worstP99, goal: p99Goal, is: 'at most' },
  ]);
}

const micro = (seconds: number) => (seconds * 1e6).toFixed(1);

/** Prepared blocks of whole batches into the tables of the service, as many at once as the service sends. */
async function enginesOwnRate(
  client: ClickHouseClient,
  bodies: readonly Uint8Array[],
  seconds: number,
): Promise<{ rate: number; rows: number }> {
  const batches = prepared(bodies);
  const startedAt = performance.now();
  let [rows, taken] = [0, 0];
  const insert = ({ table, bytes }: SealedBlock) =>
    insertBlock(client, { table, token: uuidv7(), format: 'Native', bytes }, insertTimeoutMs);
  const run = async () => {
    while (performance.now() - startedAt < seconds * 1000) {
      // The same blocks under new names: to the engine they are new rows.
      const blocks = batches[taken++ % batches.length] ?? [];
      for (const block of blocks.filter(({ table }) => table === 'events')) {
        await insert(block);
        rows += block.rows;
      }
      await Promise.all(blocks.filter(({ table }) => table !== 'events').map(insert));
    }
  };
  await Promise.all(Array.from({ length: batchLimits.batchesInFlightMax }, run));
  const elapsedS = (performance.now() - startedAt) / 1000;
  return { rate: rows / elapsedS, rows };
}

/** What a service sends that has been running for a while: endpoints and keys were told with the first batch. */
function prepared(bodies: readonly Uint8Array[]): SealedBlock[][] {
  const sink = new RowSink();
  const nowMs = Date.now();
  let sent = 0;
  const next = () => {
    while (sink.rows < batchLimits.batchRowsMax && sink.bytes < batchLimits.batchBytesMax) {
      const body = bodies[sent % bodies.length];
      if (body === undefined) throw new Error('no bodies');
      const receipt = { hi: 1, lo: ++sent };
      const context = { retentionDays: 30, receivedAtNs: BigInt(nowMs) * 1_000_000n, receipt };
      decodeTraces(body, { ...context, projectId: 'bench' }, sink);
    }
    return sink.seal(nowMs);
  };
  while (sent < bodies.length) next();
  return Array.from({ length: batchesMade }, next);
}

async function endToEnd(
  credentials: Credentials,
  bodies: readonly Uint8Array[],
  records: number,
  senders: number,
  seconds: number,
): Promise<{ rate: number; rows: number; p50: number; p99: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: senders });
  const acks: number[] = [];
  const startedAt = performance.now();
  const run = async () => {
    while (performance.now() - startedAt < seconds * 1000) {
      const body = bodies[sent % bodies.length];
      if (body === undefined) throw new Error('no bodies');
      const sentAt = performance.now();
      const status = await post(agent, credentials, body, endOf(sent++));
      if (status === 200) acks.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: senders }, run));
  const elapsedS = (performance.now() - startedAt) / 1000;
  agent.destroy();
  const sorted = acks.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? Number.POSITIVE_INFINITY);
  const rows = acks.length * records;
  return { rate: rows / elapsedS, rows, p50: at(0.5), p99: at(0.99) };
}

/** Of the whole run: a body that was sent before would be taken for a sender's second try. */
let sent = 0;

/** The same rows in another body: a field at its end that nobody knows makes it a request of its own. */
function endOf(number: number): Buffer {
  return Buffer.concat([Buffer.from([0xf8, 0x01]), varint(number)]);
}

function post(agent: Agent, credentials: Credentials, body: Uint8Array, end: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = request(
      `${credentials.otlp_http_url}/v1/traces`,
      {
        method: 'POST',
        agent,
        headers: {
          authorization: `Bearer ${credentials.api_key}`,
          'content-type': 'application/x-protobuf',
          'content-length': body.length + end.length,
        },
      },
      (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
      },
    );
    call.on('error', reject);
    call.write(body);
    call.end(end);
  });
}
