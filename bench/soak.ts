// npm run bench -- soak [--minutes 60] [--bodies 6] [--monitors 30]: the service as it is started by `npm start`, for an hour.
// Senders of spans, logs and metric points each send so many bodies a second, every fifth one twice, as a sender does that saw
// no answer; somebody asks the API all the while, and monitors are checked every minute. In the end what is stored is held
// against what was sent, and the memory of the last third against that of the one before.

import { setTimeout as sleep } from 'node:timers/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import type { Credentials } from '../src/bin/first-start.ts';
import { monitorInput } from '../test/support/monitors.ts';
import { credentialsOf, enginePid, engineOf, residentMebibytes } from '../test/support/service.ts';
import type { Signal } from '../test/support/otlp-proto.ts';
import { judge, type Goal } from './support/goals.ts';
import { spread } from './support/measure.ts';
import { optionsOf } from './support/options.ts';
import { makeLoad } from './support/otlp-load.ts';
import { type RunningService, withService } from './support/service.ts';

const recordsPerBody = 250;
const bodiesMade = 20;
const askEveryMs = 400;
const minuteMs = 60_000;
const memoryGrowthMax = 1.2;
const signals = ['traces', 'logs', 'metrics'] as const;

const asked = [
  '/events?since=15m',
  `/events?since=1h&query=${encodeURIComponent('level == "ERROR"')}`,
  `/events?since=1h&query=${encodeURIComponent('body has "database"')}`,
  `/events?since=1h&query=${encodeURIComponent('attributes.app.order.id == "ord_1"')}`,
  `/metrics?since=1h&query=${encodeURIComponent('summarize count() by bin(timestamp, 1m), service')}`,
  `/metrics?since=1h&query=${encodeURIComponent('summarize p95(duration) by service')}`,
  '/facets?since=1h',
  '/log_patterns',
  '/issues',
  '/endpoints',
];

interface Size {
  readonly minutes: number;
  readonly bodies: number;
  readonly monitors: number;
}

interface Minute {
  readonly service: number;
  readonly engine: number;
}

export async function bench(args: string[]): Promise<void> {
  const size = optionsOf(args, { minutes: 60, bodies: 6, monitors: 30 });
  await withService({}, async (service) => judge(await run(service, size)));
}

async function run({ directory, pids }: RunningService, { minutes, bodies, monitors }: Size): Promise<Goal[]> {
  const credentials = credentialsOf(directory);
  const engine = engineOf(directory);
  const postgres = enginePid(directory, 'postgres');
  await makeMonitors(credentials, monitors);
  const endMs = Date.now() + minutes * minuteMs;
  const sent: Record<Signal, number> = { traces: 0, logs: 0, metrics: 0 };
  const failures = new Map<string, number>();
  const ms: { acks: number[]; answers: number[] } = { acks: [], answers: [] };
  const failed = (what: string) => failures.set(what, (failures.get(what) ?? 0) + 1);

  const send = async (signal: Signal): Promise<void> => {
    while (Date.now() < endMs) {
      const load = makeLoad(signal, bodiesMade, recordsPerBody, Date.now());
      for (const [index, body] of load.bodies.entries()) {
        const startedMs = Date.now();
        // Each fifth is sent again: it is stored once.
        for (let time = 0; time < (index % 5 === 4 ? 2 : 1); time++) {
          const [took, status] = await timed(`${credentials.otlp_http_url}/v1/${signal}`, {
            method: 'POST',
            headers: { authorization: `Bearer ${credentials.api_key}`, 'content-type': 'application/x-protobuf' },
            body,
          });
          ms.acks.push(took);
          if (status !== 200) failed(`${status} of ${signal}`);
          else if (time === 0) sent[signal] += load.recordsPerBody;
        }
        await sleep(Math.max(0, 1_000 / bodies - (Date.now() - startedMs)));
        if (Date.now() >= endMs) return;
      }
    }
  };
  const ask = async (): Promise<void> => {
    for (let index = 0; Date.now() < endMs; index++) {
      const path = asked[index % asked.length] ?? '';
      const [took, status] = await timed(`${credentials.base_url}/api/v1${path}`, { headers: headersOf(credentials) });
      ms.answers.push(took);
      if (status !== 200) failed(`${status} of ${path}`);
      await sleep(askEveryMs);
    }
  };
  const seen: Minute[] = [];
  const watch = async (): Promise<void> => {
    for (let minute = 1; minute <= minutes; minute++) {
      await sleep(Math.max(0, endMs - (minutes - minute) * minuteMs - Date.now()));
      const memory = { service: residentMebibytes(pids.service), engine: residentMebibytes(pids.engine) };
      seen.push(memory);
      const [ack, answer] = [spread(ms.acks.splice(0)), spread(ms.answers.splice(0))];
      const parts = await numberOf(engine, 'SELECT count() FROM system.parts WHERE active');
      console.log(
        `${String(minute).padStart(3)} min: ${sum(sent)} records, acknowledged in ${shown(ack)} ms, answers in ${shown(answer)} ms, ` +
          `MiB: service ${memory.service.toFixed(0)}, engine ${memory.engine.toFixed(0)}, Postgres ${residentMebibytes(postgres).toFixed(0)}; ${parts} parts`,
      );
    }
  };
  await Promise.all([...signals.map(send), ask(), watch()]);
  const stored = await storedIn(engine);
  await engine.close();
  for (const [what, times] of failures) console.log(`failed: ${times} × ${what}`);
  console.log(`${sum(sent)} records sent, ${sum(stored)} stored`);
  return [
    ...signals.map((signal): Goal => {
      const apart = Math.abs(stored[signal] - sent[signal]);
      return { name: `${signal}: stored more or less than was sent`, value: apart, goal: 0, is: 'at most' };
    }),
    { name: 'calls that failed', value: [...failures.values()].reduce((a, b) => a + b, 0), goal: 0, is: 'at most' },
    ...(['service', 'engine'] as const).map((of): Goal => {
      const third = Math.floor(seen.length / 3);
      const most = (part: readonly Minute[]) => Math.max(...part.map((one) => one[of]));
      const growth = third === 0 ? 1 : most(seen.slice(-third)) / most(seen.slice(-2 * third, -third));
      return { name: `memory of the ${of}, last third`, value: growth, goal: memoryGrowthMax, is: 'at most' };
    }),
  ];
}

const shown = ({ median, p90 }: { median: number; p90: number }) => `${median.toFixed(0)} (p90 ${p90.toFixed(0)})`;
const sum = (of: Readonly<Record<Signal, number>>) => of.traces + of.logs + of.metrics;
const headersOf = ({ api_key, project_id }: Credentials) => ({
  authorization: `Bearer ${api_key}`,
  'x-project-id': project_id,
});

async function timed(url: string, init: RequestInit): Promise<[ms: number, status: number]> {
  const startedAt = performance.now();
  const response = await fetch(url, init);
  await response.arrayBuffer();
  return [performance.now() - startedAt, response.status];
}

async function makeMonitors(credentials: Credentials, count: number): Promise<void> {
  for (let number = 0; number < count; number++) {
    const response = await fetch(`${credentials.base_url}/api/v1/monitors`, {
      method: 'POST',
      headers: { ...headersOf(credentials), 'content-type': 'application/json' },
      body: JSON.stringify({
        ...monitorInput,
        title: `Monitor ${number}`,
        query: number % 2 === 0 ? 'service == "cart" | summarize count() by bin(timestamp, 1m)' : 'level == "ERROR"',
        alert_threshold: 1e9,
        time_window_mins: 5,
      }),
    });
    if (!response.ok) throw new Error(`a monitor was refused: ${await response.text()}`);
  }
}

async function numberOf(engine: ClickHouseClient, query: string): Promise<number> {
  const result = await engine.query({ query, format: 'TabSeparated' });
  return Number(await result.text());
}

async function storedIn(engine: ClickHouseClient): Promise<Record<Signal, number>> {
  const events = (kind: string) => numberOf(engine, `SELECT count() FROM events WHERE kind = '${kind}'`);
  const [traces, logs, points, dists] = [
    await events('span'),
    await events('log'),
    await numberOf(engine, 'SELECT count() FROM metric_points'),
    await numberOf(engine, 'SELECT count() FROM metric_dists'),
  ];
  return { traces, logs, metrics: points + dists };
}
