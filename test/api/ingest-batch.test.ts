import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import t, { type Test } from 'tap';
import { uuidv7 } from 'uuidv7';
import { createProject } from '../../src/domains/project/service.ts';
import { Batcher, type BatcherOptions, batchLimits } from '../../src/ingest/durable/batch.ts';
import { facetsOf } from '../../src/ingest/events/facets.ts';
import { Ingest } from '../../src/ingest/ingest.ts';
import { decodeJsonLines } from '../../src/ingest/json/lines.ts';
import { Journal } from '../../src/ingest/durable/journal.ts';
import { recordsPerRequestMax } from '../../src/ingest/limits.ts';
import { MalformedBody, type Outcome } from '../../src/ingest/outcome.ts';
import { findReceipts, receiptTables, runningInserts } from '../../src/ingest/durable/queries.ts';
import { ReceiptLookup, Receipts } from '../../src/ingest/durable/receipts.ts';
import { recover, tokensOf } from '../../src/ingest/durable/recover.ts';
import { retentionReader } from '../../src/ingest/durable/retention.ts';
import { Rooms } from '../../src/ingest/receiving/rooms.ts';
import { RowSink } from '../../src/ingest/rows/sink.ts';
import { atOnce } from '../../src/ingest/steps.ts';
import { hashTexts, toBigInt } from '../../src/lib/hash64.ts';
import { withinMs } from '../../src/lib/within.ts';
import { connectClickhouse } from '../../src/store/clickhouse.ts';
import { insertBlock } from '../../src/store/insert.ts';
import { type PlainRequest, writeSpans } from '../support/rows.ts';
import { testLog as log } from '../support/deps.ts';
import { root, until } from '../support/service.ts';
import { stores } from '../support/stores.ts';
import { cpuMs, longestTurnMs } from '../support/turns.ts';

const { clickhouse, reader, sql, engines, database } = await stores(t);
const directory = await mkdtemp(join(tmpdir(), 'colonnade-journal-'));
t.teardown(() => rm(directory, { recursive: true }));

const dayMs = 86_400_000;
/** Noon of yesterday: what a test sends is of one day, and younger than any retention, whenever it runs. */
const now = Math.floor(Date.now() / dayMs) * dayMs - dayMs / 2;
const lookup = new ReceiptLookup(clickhouse, receiptTables, 10_000);

/** What the batches still have under way when the test ends is stored before its store and its network go. */
async function start(t: Test, options: Partial<BatcherOptions> & { alone?: boolean } = {}) {
  const journal = await Journal.open(join(directory, uuidv7()));
  const receipts = new Receipts({ alone: options.alone ?? true, nowMs: Date.now });
  const batcher = new Batcher({
    client: clickhouse,
    journal,
    receipts,
    log,
    newId: uuidv7,
    nowMs: Date.now,
    ...options,
  });
  t.teardown(() => batcher.close(10_000));
  return { batcher, journal };
}

function request(projectId: string, seed: string, rows: PlainRequest['rows'], retentionDays = 30) {
  const receipt = hashTexts(1, [projectId, seed]);
  return {
    projectId,
    receipt: toBigInt(receipt).toString(),
    lookup,
    decode: (sink: RowSink) => writeSpans(sink, { projectId, receipt, rows, retentionDays }),
  };
}

async function select<T>(query: string, projectId: string): Promise<T[]> {
  const result = await clickhouse.query({ query, query_params: { p: projectId }, format: 'JSONCompactEachRow' });
  return result.json<T>();
}

const counts = `SELECT
  (SELECT toUInt32(count()) FROM events WHERE project_id = {p: String}),
  (SELECT toUInt32(sum(cnt)) FROM events_1m WHERE project_id = {p: String}),
  (SELECT toUInt32(sum(span_count)) FROM traces WHERE project_id = {p: String}),
  (SELECT toUInt32(sum(cnt)) FROM log_shapes_5m WHERE project_id = {p: String}),
  (SELECT toUInt32(sum(cnt)) FROM endpoints_15m WHERE project_id = {p: String})`;
const all = async (projectId: string) => (await select<number[]>(counts, projectId))[0];

t.test('requests that arrive together are one block, each answered with its own outcome', async (t) => {
  const { batcher } = await start(t);
  const rows = (n: number) => Array.from({ length: n }, (_, i) => ({ ms: now + i, name: `together-${n}-${i}` }));
  const answers = await Promise.all([1, 2, 3].map((n) => batcher.submit(request('together', `${n}`, rows(n)))));
  t.same(
    answers.map(({ outcome, isRepeat }) => [outcome.accepted, isRepeat]),
    [
      [1, false],
      [2, false],
      [3, false],
    ],
  );
  t.same(await all('together'), [6, 6, 6, 6, 6]);
  t.same(await select('SELECT uniqExact(batch), count() FROM events WHERE project_id = {p: String}', 'together'), [
    ['1', '6'],
  ]);
});

t.test('a large body holds nobody up, and neither it nor those beside it are less for that', async (t) => {
  const { batcher } = await start(t, { limits: { ...batchLimits, batchAgeMsMax: 1 } });
  const projectId = 'in turns';
  const requestOf = (seed: string, count: number, end = '') => {
    const receipt = hashTexts(1, [projectId, seed]);
    const lines = Array.from({ length: count }, (_, n) => `{"message":"${seed} ${n}","level":"info","n":${n}}`);
    const body = Buffer.from(`[${lines.join(',')}${end}]`);
    const receivedAtNs = BigInt(now) * 1_000_000n;
    const context = { projectId, retentionDays: 30, receivedAtNs, receipt };
    const decode = (sink: RowSink) => decodeJsonLines(body, context, sink);
    return { projectId, receipt: toBigInt(receipt).toString(), lookup, decode };
  };
  await batcher.submit(requestOf('first', 1));
  const requests = [requestOf('whole', 50_000), requestOf('cut off', 50_000, ',{'), requestOf('small', 3)];
  const before = process.cpuUsage();
  let answers: PromiseSettledResult<unknown>[] = [];
  const longestMs = await longestTurnMs(async () => {
    answers = await Promise.allSettled(requests.map((request) => batcher.submit(request)));
  });
  const allMs = cpuMs(before);
  t.ok(longestMs < allMs / 3, `${longestMs} ms of ${allMs} ms in one turn`);
  t.match(answers, [
    { status: 'fulfilled', value: { outcome: { accepted: 50_000 } } },
    { status: 'rejected', reason: { name: 'MalformedBody' } },
    { status: 'fulfilled', value: { outcome: { accepted: 3 } } },
  ]);
  const stored = `SELECT toUInt32(count()), toUInt32(uniqExact(id)), toUInt32(countIf(body LIKE 'cut off%')),
    toUInt32(countIf(body LIKE 'whole %' AND body = concat('whole ', attrs['n'])))
    FROM events WHERE project_id = {p: String}`;
  t.same(await select(stored, projectId), [[50_004, 50_004, 0, 50_000]]);
  await t.test('and it is stored whole when the service ends in the middle of it', async (t) => {
    const last = batcher.submit(requestOf('last', 50_000));
    await batcher.close(30_000);
    t.match(await last, { outcome: { accepted: 50_000 } });
    t.match(await all(projectId), [100_004]);
  });
});

t.test('a body that cannot be read leaves nothing, and the others of its batch are stored', async (t) => {
  const { batcher } = await start(t);
  const broken = {
    ...request('broken', 'broken', []),
    decode: (sink: RowSink) =>
      sink.request<Outcome>(function* () {
        yield;
        sink.events(Math.floor(now / dayMs), 30).addRow();
        throw new MalformedBody('cut off');
      }),
  };
  const [good, bad] = await Promise.allSettled([
    batcher.submit(request('broken', 'good', [{ ms: now, name: 'whole' }])),
    batcher.submit(broken),
  ]);
  t.equal(good.status, 'fulfilled');
  t.match(bad, { status: 'rejected', reason: { name: 'MalformedBody' } });
  t.same(await all('broken'), [1, 1, 1, 1, 1]);
});

t.test('one batch over several days and retention classes is one part each', async (t) => {
  const { batcher } = await start(t);
  await Promise.all([
    batcher.submit(
      request('days', 'a', [
        { ms: now, name: 'a' },
        { ms: now - dayMs, name: 'b' },
      ]),
    ),
    batcher.submit(request('days', 'b', [{ ms: now, name: 'c' }], 7)),
  ]);
  t.same(
    await select(
      'SELECT uniqExact(_part), uniqExact(batch), count() FROM events WHERE project_id = {p: String}',
      'days',
    ),
    [['3', '3', '3']],
  );
  t.same(await all('days'), [3, 3, 3, 3, 3]);
});

t.test('of a body and a day all is stored or nothing: rows of a partition are one part, however many', async (t) => {
  const bytesMax = 2 ** 30;
  const whole = { batchAgeMsMax: 60_000, batchRowsMax: 5 * recordsPerRequestMax };
  const limits = { ...batchLimits, ...whole, batchBytesMax: bytesMax, waitingBytesMax: bytesMax };
  const { batcher } = await start(t, { limits });
  const rows = Array.from({ length: recordsPerRequestMax }, (_, i) => ({ ms: now + (i % 1000), name: `n${i % 1000}` }));
  await Promise.all(['a', 'b', 'c', 'd', 'e'].map((seed) => batcher.submit(request('large', seed, rows))));
  const parts = 'SELECT _part, toUInt32(count()) FROM events WHERE project_id = {p: String} GROUP BY _part';
  const [[part, count] = [], ...others] = await select<[string, number]>(parts, 'large');
  t.same([count, others], [5 * recordsPerRequestMax, []]);
  t.match(part, /_0$/, 'not merged since');
});

t.test('filters of groups of granules are made by merges, and not by inserts', async (t) => {
  const { batcher } = await start(t);
  const bytesOf = async (index: string): Promise<number> => {
    const [[bytes] = [0]] = await select<[number]>(
      `SELECT toUInt32(data_compressed_bytes) FROM system.data_skipping_indices
       WHERE database = currentDatabase() AND table = 'events' AND name = {p: String}`,
      index,
    );
    return bytes;
  };
  await clickhouse.command({ query: 'SYSTEM STOP MERGES events' });
  const [value, groups] = [await bytesOf('ix_attr'), await bytesOf('ix_attr_groups')];
  await batcher.submit(request('groups', 'a', [{ ms: now, name: 'a' }], 11));
  t.ok((await bytesOf('ix_attr')) > value);
  t.equal(await bytesOf('ix_attr_groups'), groups);
  await clickhouse.command({ query: 'SYSTEM START MERGES events' });
  await clickhouse.command({ query: 'OPTIMIZE TABLE events FINAL' });
  t.ok((await bytesOf('ix_attr_groups')) > groups);
});

t.test('a batch is sealed by its rows, by its bytes, or by its age', async (t) => {
  for (const [name, limits] of [
    ['rows', { batchRowsMax: 10, batchAgeMsMax: 60_000 }],
    ['bytes', { batchBytesMax: 1000, batchAgeMsMax: 60_000 }],
    ['age', { batchAgeMsMax: 20 }],
  ] as const) {
    const { batcher } = await start(t, { limits: { ...batchLimits, ...limits } });
    const rows = Array.from({ length: 10 }, (_, i) => ({ ms: now + i, name: `${name}-${i}` }));
    await batcher.submit(request(`sealed-${name}`, 'x', rows));
    t.same(await all(`sealed-${name}`), [10, 10, 10, 10, 10], name);
  }
});

t.test('the same body again is stored once', async (t) => {
  const one = (project: string) => request(project, 'same', [{ ms: now, name: 'once' }]);
  await t.test('while the first is under way, and after it', async (t) => {
    const { batcher } = await start(t);
    const answers = await Promise.all([batcher.submit(one('repeat-1')), batcher.submit(one('repeat-1'))]);
    answers.push(await batcher.submit(one('repeat-1')));
    t.same(
      answers.map(({ outcome, isRepeat }) => [outcome.accepted, isRepeat]),
      [
        [1, false],
        [1, true],
        [1, true],
      ],
    );
    t.same(await all('repeat-1'), [1, 1, 1, 1, 1]);
  });
  await t.test('to a process that knows nothing of it', async (t) => {
    await (await start(t)).batcher.submit(one('repeat-2'));
    for (const alone of [true, false]) {
      const { outcome, isRepeat } = await (await start(t, { alone })).batcher.submit(one('repeat-2'));
      t.same([outcome.accepted, isRepeat], [1, true]);
    }
    t.same(await all('repeat-2'), [1, 1, 1, 1, 1]);
  });
  await t.test('also when only one of its days came to be stored the first time', async (t) => {
    const whole = request('repeat-3', 'days', [
      { ms: now, name: 'today' },
      { ms: now - dayMs, name: 'yesterday' },
    ]);
    await (await start(t)).batcher.submit({ ...whole, ...request('repeat-3', 'days', [{ ms: now, name: 'today' }]) });
    const { outcome, isRepeat } = await (await start(t)).batcher.submit(whole);
    t.same([outcome.accepted, isRepeat], [2, true]);
    t.same(await all('repeat-3'), [2, 2, 2, 2, 2]);
  });
  await t.test('also when its project keeps rows for another time since', async (t) => {
    const of = (days: number) => request('repeat-5', 'class', [{ ms: now, name: 'once' }], days);
    await (await start(t)).batcher.submit(of(30));
    const { outcome, isRepeat } = await (await start(t)).batcher.submit(of(7));
    t.same([outcome.accepted, isRepeat], [1, true]);
    t.same(await all('repeat-5'), [1, 1, 1, 1, 1]);
  });
  await t.test('but another body with the same rows is another request', async (t) => {
    const { batcher } = await start(t);
    await batcher.submit(request('repeat-4', 'a', [{ ms: now, name: 'n' }]));
    await batcher.submit(request('repeat-4', 'b', [{ ms: now, name: 'n' }]));
    t.same(await all('repeat-4'), [2, 2, 2, 2, 2]);
  });
});

t.test(
  'a body without times that comes again on another day, to a process that knows nothing of it, is stored once',
  async (t) => {
    const { id: projectId } = (
      await createProject({ sql, now: () => new Date(), newId: uuidv7 }, { title: 'midnight', requestId: 'test' })
    ).project;
    const send = async (atMs: number) => {
      const dataDir = join(directory, uuidv7());
      const deps = { clickhouse, sql, log, now: () => new Date(atMs), newId: uuidv7 };
      const ingest = await Ingest.start({ ...deps, dataDir, alone: true });
      const source = Readable.from([Buffer.from('{"message":"no time"}')]);
      const door = 'lines';
      try {
        return await ingest.take({
          projectId,
          signal: 'logs',
          door,
          source,
          encoding: undefined,
          decode: decodeJsonLines,
        });
      } finally {
        await ingest.close(10_000);
      }
    };
    const atMs = Date.now();
    for (const days of [0, 1]) t.equal((await send(atMs + days * dayMs)).accepted, 1);
    t.same(await select('SELECT toUInt32(count()) FROM events WHERE project_id = {p: String}', projectId), [[1]]);
  },
);

t.test('what a killed service left half done is finished at the next start, and only that', async (t) => {
  // A view that fails stands for a kill between the table's own part and those of its views.
  await clickhouse.command({ query: 'CREATE TABLE trap (armed UInt8) ENGINE = MergeTree ORDER BY armed' });
  await clickhouse.command({
    query: `CREATE MATERIALIZED VIEW zz_trap TO events_1m AS SELECT e.project_id AS project_id, e.ts AS bucket
            FROM events AS e WHERE e.project_id = 'killed' AND throwIf((SELECT count() FROM trap) > 0) = 1`,
  });
  await clickhouse.insert({ table: 'trap', values: [{ armed: 1 }], format: 'JSONEachRow' });
  const killed = await start(t, { policy: { attemptTimeoutMs: 10_000, backoffMs: { first: 60_000, max: 60_000 } } });
  const rows = Array.from({ length: 1000 }, (_, i) => ({ ms: now + i, name: `killed-${i}` }));
  const lost = killed.batcher.submit(request('killed', 'x', rows));
  lost.catch(() => undefined);
  await until('the rows are there', 30_000, async () => (await all('killed'))?.[0] === 1000);
  t.ok(
    ((await all('killed')) ?? []).some((n) => n < 1000),
    'and something that is derived from them is not',
  );
  await clickhouse.command({ query: 'DROP TABLE zz_trap' });
  const entries = await killed.journal.entries(log);
  t.equal(entries.length, 1);
  const never = { ...entries[0]!, id: uuidv7(), primary: entries[0]!.primary.map((b) => ({ ...b, token: 'never' })) };
  await killed.journal.add(never);
  t.same(await recover(clickhouse, killed.journal, log), { completed: 1, dropped: 1, left: [] });
  t.same(await all('killed'), [1000, 1000, 1000, 1000, 1000]);
  t.same(await killed.journal.entries(log), []);
  // The sender was never answered, and tries again.
  const { isRepeat } = await (await start(t)).batcher.submit(request('killed', 'x', rows));
  t.ok(isRepeat);
  t.same(await all('killed'), [1000, 1000, 1000, 1000, 1000]);
  await killed.batcher.close(0);
  await t.rejects(lost);
});

t.test('the journal is empty when nothing is under way', async (t) => {
  const { batcher, journal } = await start(t);
  await batcher.submit(request('journal', 'x', [{ ms: now, name: 'n' }]));
  await batcher.close(1000);
  t.same(await journal.entries(log), []);
});

/** A client whose network loses what `loses` says of a statement: the statement itself, or the answer to it. */
async function lossyClient(t: Test, loses: (query: string) => 'statement' | 'answer' | undefined) {
  const { url, servicePassword: password } = engines.clickhouse;
  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const address = new URL(incoming.url ?? '/', url);
    const lost = loses(address.searchParams.get('query') ?? body.toString());
    if (lost === 'statement') return void incoming.socket.destroy();
    const { 'transfer-encoding': _, ...headers } = incoming.headers;
    const options = { method: 'POST', headers: { ...headers, 'content-length': body.length } };
    httpRequest(address, options, (answer) => {
      if (lost === 'answer') answer.resume().on('end', () => incoming.socket.destroy());
      else answer.pipe(outgoing.writeHead(answer.statusCode ?? 500, answer.headers));
    }).end(body);
  };
  const network = createServer((incoming, outgoing) => void pass(incoming, outgoing));
  await new Promise<void>((resolve) => network.listen(0, '127.0.0.1', resolve));
  const address = network.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const at = { url: `http://127.0.0.1:${address.port}`, database, username: 'service', password };
  const client = connectClickhouse({ ...at, connectionsMax: 4, requestTimeoutMs: 10_000, readonly: false });
  t.teardown(async () => {
    await client.close();
    network.close();
  });
  return client;
}

t.test('a block whose answer was lost is looked for until the store says whether it has it', async (t) => {
  let [inserts, questions] = [0, 0];
  const client = await lossyClient(t, (query) => {
    if (query.startsWith('INSERT INTO events ') && inserts++ === 0) return 'answer';
    return query.startsWith('SELECT toUInt32(count())') && questions++ < 2 ? 'statement' : undefined;
  });
  const policy = { attemptTimeoutMs: 10_000, backoffMs: { first: 10, max: 20 } };
  const { batcher, journal } = await start(t, { client, policy });
  const { outcome } = await batcher.submit(request('unsure', 'x', [{ ms: now, name: 'n' }]));
  t.equal(outcome.accepted, 1);
  await batcher.close(10_000);
  t.ok(inserts > 1 && questions > 2, 'both were lost');
  t.same(await all('unsure'), [1, 1, 1, 1, 1]);
  t.same(await journal.entries(log), []);
});

t.test(
  'a batch is settled at the next start under whatever token it was stored, and past what is refused',
  async (t) => {
    const { batcher, journal } = await start(t);
    await batcher.submit(request('settled', 'x', [{ ms: now, name: 'n' }]));
    await batcher.close(10_000);
    const sink = new RowSink();
    atOnce(request('settled', 'y', [{ ms: now, name: 'n' }]).decode(sink));
    const blocks = sink.seal(now);
    const events = blocks.find(({ table }) => table === 'events');
    const facets = blocks.find(({ table }) => table === 'facets_15m');
    if (events === undefined || facets === undefined) throw new Error('no blocks');
    const token = `ingest-${uuidv7()}`;
    const again = tokensOf(token)[1] ?? '';
    await insertBlock(clickhouse, { table: 'events', token: again, format: 'Native', bytes: events.bytes }, 10_000);
    const { table, day, retentionDays, rows } = events;
    const broken = { ...facets, token: `${token}-broken`, bytes: Buffer.from('not a block at all') };
    await journal.add({
      id: uuidv7(),
      primary: [{ table, token, day, retentionDays, rows }],
      side: [broken, { ...facets, token: `${token}-facets` }],
    });
    t.same(await recover(clickhouse, journal, log), { completed: 1, dropped: 0, left: [] });
    t.same(await journal.entries(log), []);
    t.same(await all('settled'), [2, 2, 2, 2, 2]);
    const names = "SELECT toUInt32(sum(cnt)) FROM facets_15m WHERE project_id = {p: String} AND key = 'name'";
    t.same(await select(names, 'settled'), [[2]]);
  },
);

/** What passes over its network, by kind. */
async function countingClient(t: Test, loses: (query: string) => 'statement' | undefined = () => undefined) {
  const seen = { lookups: 0, inserts: 0 };
  const client = await lossyClient(t, (query) => {
    if (query.includes('IN {receipts:')) seen.lookups++;
    if (query.startsWith('INSERT INTO events ')) seen.inserts++;
    return loses(query);
  });
  return { client, seen };
}

t.test('a receipt is found in ids, and beside the ids of rows that were stored before it was in them', async (t) => {
  const projectId = 'receipts';
  const inIds = request(
    projectId,
    'now',
    [0, 1, 2].map((n) => ({ ms: now + n, name: `${n}` })),
  );
  await (await start(t)).batcher.submit(inIds);
  const before = '18446744073709551615';
  await clickhouse.command({
    query: `
      INSERT INTO events (project_id, kind, ts, id, receipt, retention_days)
      SELECT '${projectId}', 'log', now64(9), generateUUIDv4(), ${before}, 30`,
  });
  const found = await findReceipts(clickhouse, ['events'], [projectId], [inIds.receipt, before, '1'], 10_000);
  const rows = new Map(found.map((part) => [part.receipt, part.rows]));
  t.strictSame(
    rows,
    new Map([
      [inIds.receipt, 3],
      [before, 1],
    ]),
  );
});

t.test('a later run finds what an earlier one stored, and asks for nothing else', async (t) => {
  const { project } = await createProject(
    { sql, newId: uuidv7, now: () => new Date() },
    { title: 'Runs', requestId: 't' },
  );
  const run = async (loses?: (query: string) => 'statement' | undefined) => {
    const { client, seen } = await countingClient(t, loses);
    const dataDir = join(directory, uuidv7());
    const ingest = await Ingest.start({
      clickhouse: client,
      sql,
      log,
      now: () => new Date(),
      newId: uuidv7,
      dataDir,
      alone: true,
    });
    t.teardown(() => ingest.close(10_000));
    const send = async (text: string) => {
      const outcome = await ingest.take({
        projectId: project.id,
        signal: 'traces',
        door: 'test',
        source: Readable.from([Buffer.from(text)]),
        encoding: undefined,
        decode: (body, { projectId, receipt }, sink) =>
          writeSpans(sink, { projectId, receipt, rows: [{ ms: now, name: Buffer.from(body).toString() }] }),
      });
      return [outcome.accepted, seen.lookups, seen.inserts];
    };
    return { ingest, send };
  };
  const first = await run();
  t.same(await first.send('a'), [1, 0, 1], 'new bodies are not asked for');
  t.same(await first.send('b'), [1, 0, 2]);
  t.same(await first.send('a'), [1, 0, 2], 'those that are remembered neither');
  const second = await run();
  t.same(await second.send('c'), [1, 0, 1]);
  t.same(await second.send('a'), [1, 1, 1], 'the store is asked, has it, and gets nothing');
  t.same(await second.send('a'), [1, 1, 1]);
  t.same(await second.send('b'), [1, 2, 1]);
  const blind = await run((query) => (query.includes('SELECT DISTINCT') ? 'statement' : undefined));
  t.same(await blind.send('c'), [1, 1, 0], 'a run that could not learn it asks for everything');
  t.same(await blind.send('d'), [1, 2, 1]);
  t.same(await all(project.id), [4, 4, 4, 4, 4]);
  for (const { ingest } of [first, second, blind]) await ingest.close(10_000);
  const told =
    "SELECT toUInt32(sum(records)) FROM ingest_stats WHERE project_id = {p: String} AND outcome = 'duplicate'";
  t.same(await select(told, project.id), [[5]], 'repeats are counted as such');
});

t.test('a changed retention counts for new rows also when the clock was put back meanwhile', async (t) => {
  const deps = { sql, newId: uuidv7, now: () => new Date() };
  const { project } = await createProject(deps, { title: 'Clock', requestId: 't' });
  let nowMs = now;
  const retentionOf = retentionReader(sql, () => nowMs);
  t.equal((await retentionOf(project.id)).events, 30);
  await sql`update projects set events_retention_days = 7 where id = ${project.id}`;
  nowMs -= 3_600_000;
  t.equal((await retentionOf(project.id)).events, 7);
});

t.test('a Postgres that hangs keeps no sender waiting: what was known of a project holds', async (t) => {
  const deps = { sql, newId: uuidv7, now: () => new Date() };
  const { project } = await createProject(deps, { title: 'Hangs', requestId: 't' });
  let nowMs = now;
  const retentionOf = retentionReader(sql, () => nowMs);
  await retentionOf(project.id);
  await sql.begin(async (tx) => {
    await tx`lock table projects in access exclusive mode`;
    nowMs += 60_000;
    t.equal((await withinMs(retentionOf(project.id), 20_000)).events, 30);
    const knowsNone = retentionReader(sql, () => nowMs);
    await t.rejects(withinMs(knowsNone(project.id), 20_000), { code: 'unavailable' });
  });
  await sql`update projects set events_retention_days = 7 where id = ${project.id}`;
  nowMs += 60_000;
  t.equal((await retentionOf(project.id)).events, 7);
});

t.test('a body whose batch failed is asked for when it comes again', async (t) => {
  const { client, seen } = await countingClient(t, (query) =>
    query.startsWith('INSERT INTO') ? 'statement' : undefined,
  );
  const receipts = new Receipts({ alone: true, nowMs: Date.now });
  await receipts.learn(Readable.from([]));
  const { batcher } = await start(t, {
    client,
    receipts,
    policy: { attemptTimeoutMs: 10_000, backoffMs: { first: 10, max: 20 } },
  });
  const body = {
    ...request('failed', 'x', [{ ms: now, name: 'n' }]),
    lookup: new ReceiptLookup(client, receiptTables, 10_000),
  };
  const lost = t.rejects(batcher.submit(body), { name: 'BatchLost' });
  await batcher.close(0);
  await lost;
  t.equal(seen.lookups, 0);
  const again = await start(t, { receipts });
  const { outcome, isRepeat } = await again.batcher.submit(body);
  t.same([outcome.accepted, isRepeat, seen.lookups], [1, false, 1]);
  t.same(await all('failed'), [1, 1, 1, 1, 1]);
});

t.test('a batch that the store is still taking is waited for, not taken for one that never began', async (t) => {
  const journal = await Journal.open(join(directory, uuidv7()));
  const sink = new RowSink();
  const many = Array.from({ length: 5_000 }, (_, i) => ({ ms: now + i, name: `${'slow'.repeat(25)}-${i}` }));
  atOnce(request('slow', 'x', many).decode(sink));
  const events = sink.seal(now).find(({ table }) => table === 'events');
  if (events === undefined) throw new Error('no block');
  const { table, day, retentionDays, rows } = events;
  const token = `ingest-${uuidv7()}`;
  await journal.add({ id: uuidv7(), primary: [{ table, token, day, retentionDays, rows }], side: [] });
  const bytes = new PassThrough();
  // As much as the engine reads before it begins with an insert, and not all.
  const begun = 400_000;
  bytes.write(events.bytes.subarray(0, begun));
  const stored = insertBlock(clickhouse, { table, token, format: 'Native', bytes }, 20_000);
  await until('the store takes it', 30_000, async () => (await runningInserts(clickhouse)).has(token));
  t.match(await recover(clickhouse, journal, log, 100), { completed: 0, dropped: 0, left: [{ primary: [{ token }] }] });
  t.equal((await journal.entries(log)).length, 1, 'it stays in the journal');
  const recovery = recover(clickhouse, journal, log);
  await sleep(300);
  bytes.end(events.bytes.subarray(begun));
  await stored;
  t.same(await recovery, { completed: 1, dropped: 0, left: [] });
  t.same(await all('slow'), [5_000, 5_000, 5_000, 5_000, 5_000]);
  await journal.add({ id: uuidv7(), primary: [{ table, token: 'never', day, retentionDays, rows }], side: [] });
  t.same(
    await recover(reader, journal, log),
    { completed: 0, dropped: 1, left: [] },
    'one who may not see it does not wait',
  );
});

t.test(
  'a batch of which the store will not speak keeps no service from starting, and is settled when it does',
  async (t) => {
    const dataDir = join(directory, uuidv7());
    const folder = join(dataDir, 'ingest-journal');
    const journal = await Journal.open(folder);
    const block = { day: Math.floor(now / dayMs), retentionDays: 30, rows: 1 };
    await journal.add({ id: uuidv7(), primary: [{ ...block, table: 'away', token: 'a' }], side: [] });
    await journal.add({ id: uuidv7(), primary: [{ ...block, table: 'events', token: 'never' }], side: [] });
    const deps = { clickhouse, sql, log, now: () => new Date(), newId: uuidv7 };
    const ingest = await Ingest.start({ ...deps, dataDir, alone: true });
    t.teardown(() => ingest.close(10_000));
    t.match(await journal.entries(log), [{ primary: [{ table: 'away' }] }], 'what could be settled is');
    await clickhouse.command({ query: 'CREATE TABLE away AS events' });
    // Not read: it may go between its name and its content.
    await until('it is settled', 20_000, async () => (await readdir(folder)).length === 0);
  },
);

t.test('a damaged file of the journal is laid aside, and the others are settled', async (t) => {
  const folder = join(directory, uuidv7());
  const journal = await Journal.open(folder);
  const side = { table: 'metric_series', token: 's', day: 1, retentionDays: 30, bytes: Buffer.alloc(5_000) };
  const [cut, whole, empty] = [uuidv7(), uuidv7(), uuidv7()];
  for (const id of [cut, whole, empty]) await journal.add({ id, primary: [], side: [side] });
  await truncate(join(folder, `${cut}.batch`), 3_000);
  await truncate(join(folder, `${empty}.batch`), 0);
  await writeFile(join(folder, `${uuidv7()}.batch.new`), 'begun');
  for (let look = 0; look < 2; look++) t.match(await journal.entries(log), [{ id: whole }]);
  t.same(await readdir(folder), [`${cut}.batch.damaged`, `${whole}.batch`, `${empty}.batch.damaged`]);
});

t.test('a batch that the disk has no room for is not begun, and leaves nothing', async (t) => {
  const folder = join(directory, uuidv7());
  const add = `
    process.on('SIGXFSZ', () => {});
    const { Journal } = await import('./src/ingest/durable/journal.ts');
    const journal = await Journal.open(process.argv[1]);
    const side = [{ table: 'x', token: 'x', day: 1, retentionDays: 1, bytes: new Uint8Array(100_000) }];
    await journal.add({ id: 'x', primary: [], side }).then(() => console.log('added'), ({ code }) => console.log(code));`;
  // What a file may take stands for what a disk has: the write is cut short, and only the next one fails.
  const { stdout } = await promisify(execFile)(
    'sh',
    [
      '-c',
      'ulimit -f 100; exec "$@"',
      'sh',
      process.execPath,
      '--import=tsx',
      '--input-type=module',
      '-e',
      add,
      folder,
    ],
    { cwd: root, env: { PATH: process.env['PATH'], TSX_DISABLE_CACHE: '1' } },
  );
  t.equal(stdout.trim(), 'EFBIG');
  t.same(await readdir(folder), [], 'nor does what was written of it take room from others');
});

t.test('while a batch is on its way the next one grows, until it is full', async (t) => {
  let [isSent, tries] = [false, 0];
  const client = await lossyClient(t, (query) => {
    if (!query.startsWith('INSERT INTO events ') || isSent) return undefined;
    tries++;
    return 'statement';
  });
  const limits = { ...batchLimits, batchAgeMsMax: 1, batchRowsMax: 3 };
  const policy = { attemptTimeoutMs: 10_000, backoffMs: { first: 20, max: 20 } };
  const { batcher } = await start(t, { client, limits, policy });
  const send = (name: string) => batcher.submit(request('growing', name, [{ ms: now, name }]));
  const sent = [send('a')];
  await until('the first is on its way', 30_000, () => tries > 0);
  for (const name of ['b', 'c', 'd', 'e', 'f']) {
    await sleep(30);
    sent.push(send(name));
  }
  isSent = true;
  await Promise.all(sent);
  const sizes = 'SELECT toUInt32(count()) AS n FROM events WHERE project_id = {p: String} GROUP BY batch ORDER BY n';
  t.same(await select(sizes, 'growing'), [[1], [2], [3]]);
});

t.test('a block the store refuses fails its requests and is not tried for ever', async (t) => {
  await t.rejects(
    insertBlock(
      clickhouse,
      { table: 'events', token: uuidv7(), format: 'Native', bytes: Buffer.from('not a block at all') },
      5_000,
    ),
    { name: 'BlockRefused' },
  );
  // The rows themselves would do, and a view cannot take them.
  const ts = new Date(now).toISOString().slice(0, -1);
  const row = { project_id: 'refused', kind: 'span', ts, duration_ns: '8000000000000000000' };
  const bytes = Buffer.from(JSON.stringify({ ...row, trace_id: 'a'.repeat(32), retention_days: 30 }));
  await t.rejects(insertBlock(clickhouse, { table: 'events', token: uuidv7(), format: 'JSONEachRow', bytes }, 5_000), {
    name: 'BlockRefused',
  });
});

t.test('facets with few values are complete, however many values the others have', async (t) => {
  const day = 20_000;
  const sink = new RowSink();
  const rows = Array.from({ length: 30_000 }, (_, i) => ({ ms: day * 86_400_000, name: `n${i}`, service: `s${i}` }));
  atOnce(writeSpans(sink, { projectId: 'p', receipt: { hi: 1, lo: 1 }, rows }));
  const facets = facetsOf(sink.events(day, 30));
  const sums: Record<string, number> = {};
  for (let row = 0; row < facets.rows; row++) {
    const key = facets.key.words.textAt(facets.key.data[row] ?? 0);
    sums[key] = (sums[key] ?? 0) + (facets.cnt.data[row * 2] ?? 0);
  }
  t.match(sums, { kind: rows.length, level: rows.length, status_code: rows.length });
});

t.test('the room of a stored block is used again, and never while somebody may hold it', async (t) => {
  const rooms = new Rooms({ bytesMin: 1024 * 1024, bytesMax: 16 * 1024 * 1024, keptMax: 3 });
  const mebibyte = 1 << 20;
  const first = rooms.take(2.5 * mebibyte);
  t.not(rooms.take(2 * mebibyte), first);
  rooms.give(first.subarray(0, 10));
  t.equal(rooms.take(4 * mebibyte).length, 4 * mebibyte, 'too small');
  t.equal(rooms.take(1.5 * mebibyte).buffer, first.buffer);
  t.not(rooms.take(1.5 * mebibyte).buffer, first.buffer, 'it was taken');
  const many = Array.from({ length: 10 }, () => rooms.take(mebibyte));
  for (const room of many) rooms.give(room);
  rooms.give(new Uint8Array(17 * mebibyte));
  const again = Array.from({ length: 10 }, () => rooms.take(mebibyte).buffer);
  t.equal(again.filter((room) => many.some(({ buffer }) => buffer === room)).length, 3, 'no more than it may keep');
});

t.test('closing stores what is open', async (t) => {
  const { batcher } = await start(t, { limits: { ...batchLimits, batchAgeMsMax: 60_000 } });
  const pending = batcher.submit(request('closing', 'x', [{ ms: now, name: 'n' }]));
  await batcher.close(10_000);
  t.equal((await pending).outcome.accepted, 1);
  t.same(await all('closing'), [1, 1, 1, 1, 1]);
});
