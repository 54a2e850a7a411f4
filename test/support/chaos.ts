// Senders with unique logs, spans and metric points against a service and an engine that are killed and stopped under
// them. What was acknowledged is written down, and compared with what is stored at the end.

import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import { seededRandom } from '../../src/lib/random.ts';
import { encodeOtlp, keyValues, type Signal } from './otlp-proto.ts';
import { credentialsOf, engineOf, enginePid, type ServiceProcess, startProcess, until } from './service.ts';

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
  /** How many rows each rollup has more than there are, or fewer. */
  readonly rollups: Readonly<Record<string, number>>;
}

const readyMsMax = 60_000;
const answerMsMax = 10_000;

export async function runChaos(plan: ChaosPlan): Promise<ChaosResult> {
  const random = seededRandom(plan.seed);
  const state = { service: await start(plan.directory), stopping: false };
  const acknowledged: string[] = [];
  const statuses: Record<string, number> = {};
  let requests = 0;
  const send = async (sender: number) => {
    for (let n = 0; !state.stopping; n++) {
      const signal = signals[sender % signals.length] ?? 'logs';
      const numbers = Array.from({ length: plan.recordsPerRequest }, (_, i) => n * plan.recordsPerRequest + i);
      const ids = numbers.map((number) => `s${sender}-${number}`);
      const body = bodies[signal](`s${sender}`, numbers);
      requests++;
      for (let tried = 0; ; tried++) {
        const status = await post(plan.directory, signal, body);
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

async function post(directory: string, signal: Signal, body: Uint8Array): Promise<string> {
  try {
    const { otlp_http_url, api_key } = credentialsOf(directory);
    const response = await fetch(`${otlp_http_url}/v1/${signal}`, {
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

const signals = ['logs', 'traces', 'metrics'] as const;

const resource = { attributes: keyValues({ 'service.name': 'chaos' }) };
const nowNs = () => BigInt(Date.now()) * 1_000_000n;

/** Records that are known by their sender and a number of its own. */
const bodies: Readonly<Record<Signal, (sender: string, numbers: readonly number[]) => Uint8Array>> = {
  logs(sender, numbers) {
    const now = nowNs();
    const logRecords = numbers.map((number, i) => ({
      timeUnixNano: String(now + BigInt(i)),
      severityNumber: 9,
      body: { stringValue: `${sender}-${number}` },
      traceId: randomBytes(16),
      attributes: keyValues({ seq: i }),
    }));
    return encodeOtlp('LogsData', { resourceLogs: [{ resource, scopeLogs: [{ logRecords }] }] });
  },
  traces(sender, numbers) {
    const now = nowNs();
    const spans = numbers.map((number, i) => ({
      traceId: randomBytes(16),
      spanId: randomBytes(8),
      name: `${sender}-${number}`,
      kind: 2,
      startTimeUnixNano: String(now + BigInt(i)),
      endTimeUnixNano: String(now + 1_000_000n),
      attributes: keyValues({ 'http.request.method': 'GET', 'http.route': '/chaos' }),
    }));
    return encodeOtlp('TracesData', { resourceSpans: [{ resource, scopeSpans: [{ spans }] }] });
  },
  metrics(sender, numbers) {
    const now = nowNs();
    const dataPoints = numbers.map((number, i) => ({
      timeUnixNano: String(now + BigInt(i) * 1_000_000n),
      asDouble: number,
    }));
    const metrics = [{ name: sender, gauge: { dataPoints } }];
    return encodeOtlp('MetricsData', { resourceMetrics: [{ resource, scopeMetrics: [{ metrics }] }] });
  },
};

async function compare(directory: string, acknowledged: readonly string[]) {
  const client = engineOf(directory);
  try {
    // What a recovery or a last batch still has under way.
    await until('the journal is empty', readyMsMax, () => readdirSync(join(directory, 'ingest-journal')).length === 0);
    const stored = new Map<string, number>();
    const result = await client.query({
      query: `SELECT if(kind = 'span', toString(name), body) AS id, toUInt32(count()) FROM events WHERE service = 'chaos' GROUP BY id
              UNION ALL
              SELECT concat(metric, '-', toString(toUInt32(value))) AS id, toUInt32(count()) FROM metric_points WHERE match(metric, '^s[0-9]+$') GROUP BY id`,
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

async function rollupsOf(client: ClickHouseClient): Promise<Record<string, number>> {
  const service = "service = 'chaos'";
  const rows = `SELECT count() FROM events WHERE ${service}`;
  const points = "metric_points WHERE match(metric, '^s[0-9]+$')";
  const pairs: Record<string, [rolled: string, raw: string]> = {
    events_1m: [`SELECT sum(cnt) FROM events_1m WHERE ${service}`, rows],
    traces: [`SELECT sum(log_count) + sum(span_count) FROM traces WHERE has(services, 'chaos')`, rows],
    log_shapes_5m: [`SELECT sum(cnt) FROM log_shapes_5m WHERE ${service}`, `${rows} AND kind = 'log'`],
    endpoints_15m: [`SELECT sum(cnt) FROM endpoints_15m WHERE ${service}`, `${rows} AND kind = 'span'`],
    facets_15m: [`SELECT sum(cnt) FROM facets_15m WHERE key = 'service' AND value = 'chaos'`, rows],
    metric_points_5m: [
      `SELECT sum(v_count) FROM metric_points_5m WHERE match(metric, '^s[0-9]+$')`,
      `SELECT count() FROM ${points}`,
    ],
    // Points whose series nobody was told of.
    metric_series: [
      `SELECT count() FROM ${points} AND series_id IN (SELECT series_id FROM metric_series)`,
      `SELECT count() FROM ${points}`,
    ],
    // Minutes whose count is not that of the rows.
    minutes: [
      `SELECT count() FROM
      (SELECT toStartOfMinute(ts) AS m, count() AS n FROM events WHERE ${service} GROUP BY m) AS raw
      FULL JOIN (SELECT bucket AS m, sum(cnt) AS n FROM events_1m WHERE ${service} GROUP BY m) AS rolled USING (m)
      WHERE raw.n != rolled.n`,
      'SELECT 0',
    ],
  };
  const columns = Object.entries(pairs).map(
    ([name, [rolled, raw]]) => `toInt32(toInt64((${rolled})) - toInt64((${raw}))) AS ${name}`,
  );
  const result = await client.query({ query: `SELECT ${columns.join(', ')}`, format: 'JSONEachRow' });
  const [row] = await result.json<Record<string, number>>();
  return row ?? {};
}
