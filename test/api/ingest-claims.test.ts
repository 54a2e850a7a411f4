// Several processes write into one store: what a sender gives to two of them at once is stored once.

import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import t from 'tap';
import { ClaimedElsewhere, claimLimits, Claims } from '../../src/ingest/claims.ts';
import { startApi } from '../support/api.ts';
import { postgresAt } from '../support/engines.ts';
import { encodeOtlp } from '../support/otlp-proto.ts';
import { startProcess } from '../support/service.ts';
import { testEngines } from '../support/stores.ts';

const api = await startApi(t);
const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' });
/** Leases that a busy machine renews in time, and who waits does so for as long as it takes. */
const limits = { ...claimLimits, leaseMs: 2_000, renewMs: 100, waitMsMax: 60_000, pollMs: 20 };

function claims(more: Partial<typeof limits> = {}, sql = api.deps.sql): Claims {
  const made = new Claims({ sql, holder: randomUUID(), log, limits: { ...limits, ...more } });
  t.teardown(() => made.close());
  return made;
}

t.test('a body belongs to the process that claims it first, until that gives it back', async (t) => {
  const [one, other] = [claims({ waitMsMax: 300 }), claims()];
  const receipts = ['1', '9223372036854775808', '18446744073709551615'];
  await Promise.all(receipts.map((receipt) => one.take(receipt)));
  const order: string[] = [];
  const waiting = Promise.all(receipts.map((receipt) => other.take(receipt).then(() => order.push('taken'))));
  await other.take('77');
  // Longer than a lease, which is renewed meanwhile.
  await sleep(limits.leaseMs * 1.5);
  t.same(order, []);
  order.push('given');
  for (const receipt of receipts) one.release(receipt);
  await waiting;
  t.same(order, ['given', 'taken', 'taken', 'taken']);
  await t.rejects(one.take('77'), ClaimedElsewhere, 'and a sender is not kept waiting for ever');
});

t.test('claims of a process that is gone end with their lease', async (t) => {
  const leaseMs = 400;
  const gone = claims({ leaseMs, renewMs: 600_000 });
  const startedAt = performance.now();
  await gone.take('5');
  await claims().take('5');
  t.ok(performance.now() - startedAt > leaseMs, 'not before');
});

t.test('many at once, from both sides and in any order: each belongs to one', async (t) => {
  const sides = [0, 1].map(() => claims({ leaseMs: claimLimits.leaseMs, waitMsMax: 0 }));
  const receipts = Array.from({ length: 2_000 }, (_, i) => String(1_000 + i));
  const taken = await Promise.all(
    sides.map((side, i) =>
      Promise.allSettled((i === 0 ? receipts : receipts.toReversed()).map((receipt) => side.take(receipt))),
    ),
  );
  const counts = taken.map((results) => results.filter(({ status }) => status === 'fulfilled').length);
  t.equal((counts[0] ?? 0) + (counts[1] ?? 0), receipts.length, counts.join(' and '));
});

t.test('without Postgres bodies are taken all the same', async (t) => {
  const nowhere = postgresAt('postgres://nobody@127.0.0.1:1/none');
  t.teardown(() => nowhere.end({ timeout: 0 }));
  await claims({ answerMsMax: 300 }, nowhere).take('5');
  t.pass('taken');
});

t.test('the same bodies at two services at once are stored once', async (t) => {
  const { clickhouse } = await testEngines(t);
  const project = await api.project();
  const database = api.databaseUrl.split('/').at(-1) ?? '';
  const env = {
    CLICKHOUSE_URL: `${clickhouse.url.replace('//', `//service:${clickhouse.servicePassword}@`)}/${database}`,
    DATABASE_URL: api.databaseUrl,
    COLONNADE_ROLE: 'api',
  };
  const services = await Promise.all(
    [0, 1].map(async () => {
      const directory = await mkdtemp(join(tmpdir(), 'colonnade-claims-'));
      const service = startProcess(directory, env);
      t.teardown(async () => {
        service.child.kill('SIGTERM');
        await service.exited;
        await rm(directory, { recursive: true, force: true });
      });
      return service.ready;
    }),
  );
  const records = 5;
  const bodies = Array.from({ length: 150 }, (_, n) =>
    encodeOtlp('LogsData', {
      resourceLogs: [
        {
          scopeLogs: [
            {
              logRecords: Array.from({ length: records }, () => ({
                timeUnixNano: `${Date.now()}000000`,
                body: { stringValue: `body ${n}` },
              })),
            },
          ],
        },
      ],
    }),
  );
  const statuses = new Map<number, number>();
  const send = async (url: string, body: Uint8Array): Promise<void> => {
    for (let tries = 0; tries < 20; tries++) {
      const { status } = await fetch(`${url}/v1/logs`, {
        method: 'POST',
        headers: { authorization: `Bearer ${project.key}`, 'content-type': 'application/x-protobuf' },
        body: new Uint8Array(body),
      });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 200) return;
    }
    throw new Error('a body was never taken');
  };
  // To both at once, and to the second a little later: before, while and after the first one stores it.
  await Promise.all(
    bodies.flatMap((body, i) =>
      services.map(async (url, which) => {
        await sleep(which === 0 ? i : i + (i % 5) * 60);
        await send(url, body);
      }),
    ),
  );
  const result = await api.deps.clickhouse.query({
    query: `SELECT body, toUInt32(count()) AS n FROM events WHERE project_id = {p: String} GROUP BY body`,
    query_params: { p: project.id },
    format: 'JSONEachRow',
  });
  const stored = await result.json<{ body: string; n: number }>();
  t.equal(stored.length, bodies.length, 'every body');
  t.same(
    stored.filter(({ n }) => n !== records),
    [],
    'each of them once',
  );
  t.same(
    [...statuses.keys()].filter((status) => status !== 200 && status !== 503),
    [],
    JSON.stringify([...statuses]),
  );
});
