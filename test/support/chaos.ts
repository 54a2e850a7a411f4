// Senders with unique records against a service and an engine that are killed and stopped under them. What was
// acknowledged is written down, and compared with what is stored at the end.

import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClickHouseClient } from '@clickhouse/client';
import { connectClickhouse } from '../../src/store/clickhouse.ts';
import { encodeOtlp } from './otlp-proto.ts';
import { enginePid, type ServiceProcess, startProcess, until } from './service.ts';

export type Disturbance = 'kill engine' | 'stop engine' | 'kill service' | 'kill both' | 'end service';

export interface ChaosPlan {
  readonly directory: string;
  readonly seed: number;
  readonly disturbances: readonly Disturbance[];
  readonly senders: number;
  readonly recordsPerRequest: number;
  /** How long a stopped engine stays so. */
  readonly stopMs: number;
  readonly say?: (line: string) => void;
}

export interface ChaosResult {
  readonly requests: number;
  readonly statuses: Readonly<Record<string, number>>;
  readonly acknowledged: number;
  /** Acknowledged and not stored. */
  readonly lost: number;
  /** Stored more than once. */
  readonly doubled: number;
  /** Stored, though the sender was never told. */
  readonly unacknowledged: number;
  /** Rows, and what each rollup says of them. */
  readonly rollups: Readonly<Record<string, number>>;
}

const readyMsMax = 60_000;
const answerMsMax = 10_000;

export async function runChaos(plan: ChaosPlan): Promise<ChaosResult> {
  const random = mulberry(plan.seed);
  const state = { service: await start(plan.directory), stopping: false };
  const acknowledged: string[] = [];
  const statuses: Record<string, number> = {};
  let requests = 0;
  const send = async (sender: number) => {
    for (let n = 0; !state.stopping; n++) {
      const ids = Array.from({ length: plan.recordsPerRequest }, (_, i) => `s${sender}-${n}-${i}`);
      const body = logsBody(ids);
      requests++;
      for (let tried = 0; ; tried++) {
        const status = await post(plan.directory, body);
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (status === '200') break;
        if (state.stopping && tried > 100) return;
        await sleep(50 + Math.floor(random() * 200));
      }
      acknowledged.push(...ids);
    }
  };
  const senders = Array.from({ length: plan.senders }, (_, i) => send(i));
  for (const [index, disturbance] of plan.disturbances.entries()) {
    const before = acknowledged.length;
    await until('something is acknowledged', readyMsMax, () => acknowledged.length > before);
    await sleep(Math.floor(random() * 700));
    await disturb(plan, state, disturbance);
    plan.say?.(`${index + 1}/${plan.disturbances.length} ${disturbance}: ${acknowledged.length} acknowledged so far`);
  }
  const before = acknowledged.length;
  await until('something is acknowledged at the end', readyMsMax, () => acknowledged.length > before);
  state.stopping = true;
  await Promise.all(senders);
  const result = await compare(plan.directory, acknowledged);
  state.service.child.kill('SIGTERM');
  await state.service.exited;
  return { requests, statuses, acknowledged: acknowledged.length, ...result };
}

async function disturb(plan: ChaosPlan, state: { service: ServiceProcess }, what: Disturbance): Promise<void> {
  const { directory } = plan;
  switch (what) {
    case 'kill engine':
      process.kill(enginePid(directory, 'clickhouse'), 'SIGKILL');
      return;
    case 'stop engine': {
      const pid = enginePid(directory, 'clickhouse');
      process.kill(pid, 'SIGSTOP');
      await sleep(plan.stopMs);
      // The supervisor may have replaced it meanwhile.
      if (enginePid(directory, 'clickhouse') === pid) process.kill(pid, 'SIGCONT');
      return;
    }
    case 'kill both':
    case 'kill service':
    case 'end service': {
      const pid = enginePid(directory, 'clickhouse');
      state.service.child.kill(what === 'end service' ? 'SIGTERM' : 'SIGKILL');
      if (what === 'kill both') process.kill(pid, 'SIGKILL');
      await state.service.exited;
      state.service = await start(directory);
      return;
    }
  }
}

async function start(directory: string): Promise<ServiceProcess> {
  const service = startProcess(directory);
  await service.ready;
  return service;
}

async function post(directory: string, body: Uint8Array): Promise<string> {
  try {
    const { otlp_http_url, api_key } = JSON.parse(readFileSync(join(directory, 'credentials.json'), 'utf8'));
    const response = await fetch(`${otlp_http_url}/v1/logs`, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${api_key}`, 'content-type': 'application/x-protobuf' },
      signal: AbortSignal.timeout(answerMsMax),
    });
    await response.arrayBuffer();
    return String(response.status);
  } catch {
    return 'no answer';
  }
}

function logsBody(ids: readonly string[]): Uint8Array {
  const now = BigInt(Date.now()) * 1_000_000n;
  return encodeOtlp('LogsData', {
    resourceLogs: [
      {
        resource: { attributes: [{ key: 'service.name', value: { stringValue: 'chaos' } }] },
        scopeLogs: [
          {
            logRecords: ids.map((id, i) => ({
              timeUnixNano: String(now + BigInt(i)),
              severityNumber: 9,
              body: { stringValue: id },
              traceId: randomBytes(16),
              attributes: [{ key: 'seq', value: { intValue: String(i) } }],
            })),
          },
        ],
      },
    ],
  });
}

async function compare(directory: string, acknowledged: readonly string[]) {
  const { clickhouse } = JSON.parse(readFileSync(join(directory, 'engines.json'), 'utf8'));
  const client = connectClickhouse({
    url: `http://127.0.0.1:${clickhouse.httpPort}`,
    database: 'colonnade',
    username: 'service',
    password: clickhouse.servicePassword,
    connectionsMax: 2,
    requestTimeoutMs: 60_000,
    readonly: false,
  });
  try {
    // What a recovery or a last batch still has under way.
    await until('the journal is empty', readyMsMax, async () => (await journalSize(directory)) === 0);
    const stored = new Map<string, number>();
    const result = await client.query({
      query: "SELECT body, toUInt32(count()) FROM events WHERE service = 'chaos' GROUP BY body",
      format: 'JSONCompactEachRow',
    });
    for (const [id, count] of await result.json<[string, number]>()) stored.set(id, count);
    const told = new Set(acknowledged);
    return {
      lost: acknowledged.filter((id) => !stored.has(id)).length,
      doubled: [...stored.values()].filter((count) => count > 1).length,
      unacknowledged: [...stored.keys()].filter((id) => !told.has(id)).length,
      rollups: await rollupsOf(client),
    };
  } finally {
    await client.close();
  }
}

async function journalSize(directory: string): Promise<number> {
  const { readdir } = await import('node:fs/promises');
  return (await readdir(join(directory, 'ingest-journal'))).length;
}

async function rollupsOf(client: ClickHouseClient): Promise<Record<string, number>> {
  const service = "service = 'chaos'";
  const parts: Record<string, string> = {
    rows: `SELECT count() FROM events WHERE ${service}`,
    events_1m: `SELECT sum(cnt) FROM events_1m WHERE ${service}`,
    traces: `SELECT sum(log_count) FROM traces WHERE has(services, 'chaos')`,
    log_shapes_5m: `SELECT sum(cnt) FROM log_shapes_5m WHERE ${service}`,
    facets_15m: `SELECT sum(cnt) FROM facets_15m WHERE key = 'service' AND value = 'chaos'`,
    // Minutes whose count is not that of the rows.
    wrong_minutes: `SELECT count() FROM
      (SELECT toStartOfMinute(ts) AS m, count() AS n FROM events WHERE ${service} GROUP BY m) AS raw
      FULL JOIN (SELECT bucket AS m, sum(cnt) AS n FROM events_1m WHERE ${service} GROUP BY m) AS rolled USING (m)
      WHERE raw.n != rolled.n`,
  };
  const columns = Object.entries(parts).map(([name, query]) => `toUInt32((${query})) AS ${name}`);
  const result = await client.query({ query: `SELECT ${columns.join(', ')}`, format: 'JSONEachRow' });
  const [row] = await result.json<Record<string, number>>();
  return row ?? {};
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

function mulberry(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}
