// Several processes write into one store: what a sender gives to two of them at once is stored once.

import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { uuidv7 } from 'uuidv7';
import { Batcher, batchLimits } from '../../src/ingest/durable/batch.ts';
import { ClaimedElsewhere, claimLimits, Claims } from '../../src/ingest/durable/claims.ts';
import { Ingest } from '../../src/ingest/ingest.ts';
import { Journal } from '../../src/ingest/durable/journal.ts';
import { receiptTables, runningInserts, selectClaims } from '../../src/ingest/durable/queries.ts';
import { ReceiptLookup, Receipts } from '../../src/ingest/durable/receipts.ts';
import type { RowSink } from '../../src/ingest/rows/sink.ts';
import { hashTexts, toBigInt } from '../../src/lib/hash64.ts';
import { startApi } from '../support/api.ts';
import { asServers, postgresAt } from '../support/engines.ts';
import { encodeOtlp } from '../support/otlp-proto.ts';
import { writeSpans } from '../support/rows.ts';
import { testLog as log } from '../support/deps.ts';
import { type ServiceProcess, startProcess, until } from '../support/service.ts';
import { testEngines } from '../support/stores.ts';

const api = await startApi(t);
/** Leases that a busy machine renews in time, and who waits does so for as long as it takes. */
const limits = { ...claimLimits, leaseMs: 2_000, renewMs: 100, waitMsMax: 60_000, pollMs: 20 };

const { clickhouse, sql: postgres } = api.deps;

/** Gone with their test: what they hold is renewed until then. */
function claims(t: Test, more: Partial<typeof limits> = {}, sql = postgres, holder: string = randomUUID()): Claims {
  const made = new Claims({ clickhouse, sql, holder, log, limits: { ...limits, ...more } });
  t.teardown(() => made.close());
  return made;
}

t.test('a body belongs to the process that claims it first, until that gives it back', async (t) => {
  const [one, other] = [claims(t, { waitMsMax: 300 }), claims(t)];
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
  const gone = claims(t, { leaseMs, renewMs: 600_000 });
  const startedAt = performance.now();
  await gone.take('5');
  await claims(t).take('5');
  t.ok(performance.now() - startedAt > leaseMs, 'not before');
});

const isClaimed = async (receipt: string) => (await selectClaims(postgres, [receipt])).length > 0;

async function storedOf(projectId: string): Promise<{ text: string; n: number }[]> {
  const result = await clickhouse.query({
    query: `SELECT if(kind = 'span', toString(name), body) AS text, toUInt32(count()) AS n
            FROM events WHERE project_id = {p: String} GROUP BY text`,
    query_params: { p: projectId },
    format: 'JSONEachRow',
  });
  return result.json();
}

/** A process on the stores of this test. */
async function startService(t: Test): Promise<ServiceProcess & { url: string }> {
  const servers = asServers(await testEngines(t), api.databaseUrl);
  const directory = await mkdtemp(join(tmpdir(), 'colonnade-claims-'));
  const service = startProcess(directory, { ...servers, COLONNADE_ROLE: 'api' });
  t.teardown(async () => {
    service.child.kill('SIGCONT');
    service.child.kill('SIGTERM');
    await service.exited;
    await rm(directory, { recursive: true, force: true });
  });
  return { ...service, url: await service.ready };
}

function post(url: string, key: string, body: Uint8Array): Promise<Response> {
  return fetch(`${url}/v1/logs`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-protobuf' },
    body: new Uint8Array(body),
  });
}

function logsOf(text: string, records: number): Uint8Array {
  const record = { timeUnixNano: `${Date.now()}000000`, body: { stringValue: text } };
  const logRecords = Array.from({ length: records }, () => record);
  return encodeOtlp('LogsData', { resourceLogs: [{ scopeLogs: [{ logRecords }] }] });
}

/** Claims as a process has them that does nothing any more. */
const frozen = { leaseMs: 400, renewMs: 600_000 };

t.test('claims of a process that is gone stand for as long as the store has something of it under way', async (t) => {
  const holder = randomUUID();
  await claims(t, frozen, postgres, holder).take('6');
  await clickhouse.command({ query: 'CREATE TABLE slow (n UInt64) ENGINE = MergeTree ORDER BY n' });
  const query = 'INSERT INTO slow SELECT sleepEachRow(0.5) FROM numbers(5) SETTINGS max_block_size = 1';
  const inserted = clickhouse.command({ query, query_id: `ingest-${holder}-slow` });
  await until('it is under way', 10_000, async () => (await runningInserts(clickhouse)).size > 0);
  const order: string[] = [];
  await Promise.all([
    inserted.then(() => order.push('stored')),
    claims(t)
      .take('6')
      .then(() => order.push('taken')),
  ]);
  t.same(order, ['stored', 'taken']);
});

t.test('claims of a batch that was given up end with their lease, though its process lives', async (t) => {
  const leaseMs = 1_000;
  const one = claims(t, { leaseMs });
  const startedAt = performance.now();
  await one.take('7');
  one.abandon('7');
  await claims(t).take('7');
  t.ok(performance.now() - startedAt > leaseMs, 'not before');
  await t.resolves(one.confirm(['7']), 'it is no claim of the first any more');
});

t.test('a sender is told when to come again', async (t) => {
  const gone = claims(t, { leaseMs: 60_000, renewMs: 600_000 });
  await gone.take('8');
  const lives = claims(t, { leaseMs: 60_000, renewMs: 10_000, waitMsMax: 0 });
  await t.rejects(lives.take('8'), { retryAfterS: 3, message: /^Another process of this service has the same body/ });
  const [claim] = await postgres`
    update ingest_claims set until = now() + interval '35 seconds' where receipt = 8 returning holder`;
  t.ok(claim);
  await t.rejects(lives.take('8'), { retryAfterS: 35, message: /silent; without it the body can be stored in 35 s/ });
});

t.test('a process that was frozen for longer than its lease stores nothing that another may have', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'colonnade-frozen-'));
  t.teardown(() => rm(directory, { recursive: true, force: true }));
  const batcher = async (of: Claims, name: string, batchAgeMsMax: number) =>
    new Batcher({
      client: clickhouse,
      journal: await Journal.open(join(directory, name)),
      receipts: new Receipts({ alone: false, nowMs: Date.now }),
      claims: of,
      log,
      newId: uuidv7,
      nowMs: Date.now,
      limits: { ...batchLimits, batchAgeMsMax },
    });
  const [projectId, receipt] = ['frozen', hashTexts(1, ['frozen'])];
  const request = (of: Claims) => ({
    projectId,
    receipt: toBigInt(receipt).toString(),
    lookup: new ReceiptLookup(clickhouse, receiptTables, 10_000, of),
    decode: (sink: RowSink) => writeSpans(sink, { projectId, receipt, rows: [{ ms: Date.now(), name: 'once' }] }),
  });
  // One that seals its batch late, and does not renew its claims, stands for one that is frozen in between.
  const [late, other] = [claims(t, { leaseMs: 400, renewMs: 300 }), claims(t)];
  const [slow, quick] = [await batcher(late, 'late', 3_000), await batcher(other, 'other', 1)];
  const refused = t.rejects(slow.submit(request(late)), ClaimedElsewhere);
  await until('it has its claim', 10_000, () => isClaimed(request(late).receipt));
  await late.close();
  await quick.submit(request(other));
  other.release(request(other).receipt);
  await refused;
  t.same(await storedOf(projectId), [{ text: 'once', n: 1 }]);
});

t.test('many at once, from both sides and in any order: each belongs to one', async (t) => {
  const sides = [0, 1].map(() => claims(t, { ...claimLimits, waitMsMax: 0 }));
  const receipts = Array.from({ length: 2_000 }, (_, i) => String(1_000 + i));
  const taken = await Promise.all(
    sides.map((side, i) =>
      Promise.allSettled((i === 0 ? receipts : receipts.toReversed()).map((receipt) => side.take(receipt))),
    ),
  );
  const counts = taken.map((results) => results.filter(({ status }) => status === 'fulfilled').length);
  t.equal((counts[0] ?? 0) + (counts[1] ?? 0), receipts.length, counts.join(' and '));
});

/** The way to Postgres, which can be closed and opened again, or go nowhere. */
async function wayToPostgres(t: Test) {
  const { hostname, port } = new URL(api.databaseUrl);
  let isLost = false;
  const network = createServer((socket) => {
    sockets.add(socket);
    if (isLost) return;
    const there = connect(Number(port), hostname);
    socket.pipe(there).pipe(socket);
    for (const [one, other] of [
      [socket, there],
      [there, socket],
    ] as const)
      one.on('error', () => {}).on('close', () => other.destroy());
  });
  const sockets = new Set<Socket>();
  const restart = () => new Promise<void>((up) => network.listen(at, '127.0.0.1', () => up()));
  const stop = () => {
    network.close();
    for (const socket of sockets) socket.destroy();
  };
  const lose = () => {
    isLost = true;
    for (const socket of sockets) socket.unpipe();
  };
  let at = 0;
  await restart();
  at = (network.address() as AddressInfo).port;
  const url = new URL(api.databaseUrl);
  url.port = String(at);
  const sql = postgresAt(url.href);
  t.teardown(() => sql.end({ timeout: 0 }).then(stop));
  return { sql, restart, stop, lose };
}

t.test('a restart of Postgres is waited for, and what it did not drop goes after it', async (t) => {
  const { sql, restart, stop } = await wayToPostgres(t);
  const one = claims(t, {}, sql);
  await one.take('20');
  stop();
  one.release('20');
  const taken = one.take('21');
  await sleep(1_000);
  t.ok(await isClaimed('20'));
  await restart();
  await taken;
  t.ok(await isClaimed('21'), 'not without a claim');
  await until('the other is gone', 10_000, async () => !(await isClaimed('20')));
  const [table] = await postgres`select relpersistence as kind from pg_class where relname = 'ingest_claims'`;
  t.equal(table?.['kind'], 'p', 'and a crash leaves them');
});

t.test('without Postgres a body is taken, also one that came just before that was known', async (t) => {
  const { sql, lose } = await wayToPostgres(t);
  const one = claims(t, { answerMsMax: 300, waitMsMax: 600 }, sql);
  await one.take('22');
  lose();
  // It is asked about the next body when it did not answer to this.
  one.release('22');
  await t.resolves(one.take('23'));
});

t.test('a claim whose answer came too late ends with its body', async (t) => {
  const one = claims(t, { answerMsMax: 1, waitMsMax: 0 });
  await one.take('30');
  await until('the statement has run', 10_000, () => isClaimed('30'));
  one.release('30');
  await t.resolves(until('the claim is gone', 10_000, async () => !(await isClaimed('30'))));
});

t.test('a run ends the claims of the one before it, if the store has all that was under way', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'colonnade-former-'));
  t.teardown(() => rm(dataDir, { recursive: true, force: true }));
  const run = async (): Promise<string> => {
    const options = { clickhouse, sql: postgres, log, now: () => new Date(), newId: uuidv7, dataDir, alone: false };
    await (await Ingest.start(options)).close(10_000);
    return readFile(join(dataDir, 'ingest-holder'), 'utf8');
  };
  const former = claims(t, { leaseMs: 60_000 }, postgres, await run());
  await former.take('10');
  const next = await run();
  t.notOk(await isClaimed('10'), 'nothing was under way');
  await claims(t, { leaseMs: 60_000 }, postgres, next).take('11');
  const journal = await Journal.open(join(dataDir, 'ingest-journal'));
  const block = { table: 'events', token: 'never', day: 20_000, retentionDays: 30, rows: 1 };
  await journal.add({ id: uuidv7(), primary: [block], side: [] });
  await run();
  t.ok(await isClaimed('11'), 'the store may yet get what it has not');
});

t.test(
  'a body that a frozen process has under way is refused elsewhere, with the reason, and stored once',
  async (t) => {
    const project = await api.project();
    const [one, other] = await Promise.all([startService(t), startService(t)]);
    const standing = await postgres<{ holder: string }[]>`select distinct holder from ingest_claims`;
    const others = standing.map(({ holder }) => holder);
    const claimed = async () =>
      (await postgres`select 1 from ingest_claims where holder != all(${others}::uuid[])`).length > 0;
    // Until it is frozen in time: a body is under way for a fraction of a second, which a look now and then would miss.
    for (let n = 0; ; n++) {
      const body = logsOf(`frozen ${n}`, 1);
      const answered = new AbortController();
      const answer = post(one.url, project.key, body).finally(() => answered.abort());
      while (!answered.signal.aborted && !(await claimed()));
      one.child.kill('SIGSTOP');
      // What it asked of Postgres before that has been done by then.
      await sleep(100);
      if (!(await claimed())) {
        one.child.kill('SIGCONT');
        t.equal((await answer).status, 200);
        continue;
      }
      const refused = await post(other.url, project.key, body);
      t.equal(refused.status, 503);
      t.equal(refused.headers.get('retry-after'), '3');
      t.match(await refused.text(), 'Another process of this service has the same body under way');
      one.child.kill('SIGCONT');
      t.equal((await answer).status, 200);
      t.equal((await post(other.url, project.key, body)).status, 200);
      break;
    }
    t.same(
      (await storedOf(project.id)).filter(({ n }) => n !== 1),
      [],
    );
  },
);

t.test('the same bodies at two services at once are stored once', async (t) => {
  const project = await api.project();
  const services = await Promise.all([startService(t), startService(t)]);
  const records = 5;
  const bodies = Array.from({ length: 150 }, (_, n) => logsOf(`body ${n}`, records));
  const statuses = new Map<number, number>();
  const send = async (url: string, body: Uint8Array): Promise<void> => {
    for (let tries = 0; tries < 20; tries++) {
      const { status } = await post(url, project.key, body);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 200) return;
    }
    throw new Error('a body was never taken');
  };
  // To both at once, and to the second a little later: before, while and after the first one stores it.
  await Promise.all(
    bodies.flatMap((body, i) =>
      services.map(async ({ url }, which) => {
        await sleep(which === 0 ? i : i + (i % 5) * 60);
        await send(url, body);
      }),
    ),
  );
  const stored = await storedOf(project.id);
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
