import { join } from 'node:path';
import { readdirSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import t from 'tap';
import { uuidv7 } from 'uuidv7';
import { createProject } from '../../src/domains/project/service.ts';
import { computeEdges, selectLinkedMinutes } from '../../src/domains/service-map/queries.ts';
import { eraseProject } from '../../src/domains/housekeeping/erase.ts';
import { deleteSql, selectProjectTables } from '../../src/domains/housekeeping/queries.ts';
import { Batcher, batchLimits } from '../../src/ingest/durable/batch.ts';
import { decodeJsonLines } from '../../src/ingest/json/lines.ts';
import { Journal } from '../../src/ingest/durable/journal.ts';
import { Outcome } from '../../src/ingest/outcome.ts';
import { receiptSql, type ReceiptTable, receiptTables } from '../../src/ingest/durable/queries.ts';
import { ReceiptLookup, Receipts } from '../../src/ingest/durable/receipts.ts';
import { recover } from '../../src/ingest/durable/recover.ts';
import { ReplayRows } from '../../src/ingest/rows/replays.ts';
import type { RowSink } from '../../src/ingest/rows/sink.ts';
import type { Steps } from '../../src/ingest/steps.ts';
import { hashTexts, toBigInt } from '../../src/lib/hash64.ts';
import { migrateClickhouse } from '../../src/store/migrate.ts';
import { startPair, statements } from '../support/pair.ts';
import { writeSpans } from '../support/rows.ts';
import { testLog as log } from '../support/deps.ts';
import { cli } from '../support/cli.ts';
import { until } from '../support/service.ts';
import { stores } from '../support/stores.ts';

// There is no Keeper here: replicated engines are format-checked only.

const { directory, cluster, target, clients, urls } = await startPair(t);

async function one<T>(index: number, query: string): Promise<T | undefined> {
  const client = clients[index];
  if (client === undefined) throw new Error('no such shard');
  const [row] = await (await client.query({ query, format: 'JSONCompactEachRow' })).json<T>();
  return row;
}

const now = Math.floor(Date.now() / 60_000) * 60_000;

async function start(index: number, alone = false) {
  const client = clients[index];
  if (client === undefined) throw new Error('no such shard');
  const journalDirectory = join(directory, `journal-${uuidv7()}`);
  const journal = await Journal.open(journalDirectory);
  const receipts = new Receipts({ alone, nowMs: Date.now });
  if (alone) await receipts.learn(Readable.from([]));
  const limits = { ...batchLimits, catchUpMsMax: 300 };
  let failures = 0;
  const counting = pino({ level: 'warn' }, { write: () => void failures++ });
  const batcher = new Batcher({ client, journal, receipts, log: counting, newId: uuidv7, nowMs: Date.now, limits });
  t.teardown(() => batcher.close(10_000));
  const isUnderWay = () => readdirSync(journalDirectory).some((name) => name.endsWith('.batch'));
  const hasFailed = () => failures > 0;
  return { batcher, journal, isUnderWay, hasFailed, client, lookup: new ReceiptLookup(client, receiptTables, 10_000) };
}

function request(seed: string, traces: number, lookup: ReceiptLookup) {
  const receipt = hashTexts(1, [seed]);
  const rows = Array.from({ length: traces * 3 }, (_, i) => ({ ms: now + i, name: `${seed}-${i % traces}` }));
  return {
    projectId: 'p',
    receipt: toBigInt(receipt).toString(),
    lookup,
    decode: (sink: Parameters<typeof writeSpans>[0]) => writeSpans(sink, { projectId: 'p', receipt, rows }),
  };
}

const [own, other] = ["project_id = 'p'", 'elsewhere'];
const whole = `SELECT toUInt32((SELECT count() FROM events WHERE ${own})),
  toUInt32((SELECT sum(cnt) FROM events_1m WHERE ${own})), toUInt32((SELECT sum(span_count) FROM traces WHERE ${own})),
  toUInt32((SELECT sum(cnt) FROM log_shapes_5m WHERE ${own})), toUInt32((SELECT sum(cnt) FROM endpoints_15m WHERE ${own}))`;

/** The second shard takes no rows of the project until the function that is given is called. */
async function shut(table: string): Promise<() => Promise<unknown>> {
  const alter = (what: string) => clients[1].command({ query: `ALTER TABLE ${table}_local ${what}` });
  await alter(`ADD CONSTRAINT shut CHECK NOT (${own})`);
  return () => alter('DROP CONSTRAINT shut');
}

/** Rows of one body, each with a name of its own within it; events are log lines whose time is that of their arrival. */
function writeRows(sink: RowSink, table: ReceiptTable, seed: string, count: number, arrivedMs: number): Steps<Outcome> {
  const receipt = hashTexts(1, [seed]);
  const rows = Array.from({ length: count }, (_, i) => ({ ms: now, name: `${seed}-${i}` }));
  if (table === 'events') {
    const lines = rows.map(({ name }) => JSON.stringify({ message: 'no time', service: name })).join('\n');
    const receivedAtNs = BigInt(arrivedMs) * 1_000_000n;
    const context = { projectId: 'p', retentionDays: 30, receivedAtNs, receipt };
    return decodeJsonLines(Buffer.from(lines), context, sink);
  }
  return sink.request(function* () {
    const day = Math.floor(now / 86_400_000);
    const block = {
      metric_points: () => sink.points(day, 30),
      metric_dists: () => sink.dists(day, 30),
      metric_exemplars: () => sink.exemplars(day, 30),
      replay_chunks: () => sink.replays(day, 30),
    }[table]();
    for (const [index, { ms, name }] of rows.entries()) {
      const row = block.addRow();
      block.projectId.data[row] = block.projectId.words.ofText('p');
      block.retention.data[row] = 30;
      block.receipt.data.set([receipt.lo, receipt.hi], row * 2);
      const time = block instanceof ReplayRows ? BigInt(ms) : BigInt(ms) * 1_000_000n;
      block.ts.data.set([Number(time & 0xffff_ffffn), Number(time >> 32n)], row * 2);
      if (block instanceof ReplayRows) {
        block.sessionId.start(row, name.length);
        block.sessionId.bytes[block.sessionId.length++] = name.length;
        block.sessionId.bytes.set(Buffer.from(name), block.sessionId.length);
        block.sessionId.length += name.length;
      } else block.seriesId.data.set([index + 1, receipt.lo], row * 2);
      yield;
    }
    const outcome = new Outcome();
    outcome.accepted = count;
    return outcome;
  });
}

t.test('every statement of the cluster form is one that ClickHouse can read', async (t) => {
  for (const { sql } of await statements({ ...target, replicated: true })) {
    const query = 'SELECT formatQuery({sql: String})';
    const answer = await clients[0].query({ query, query_params: { sql }, format: 'TabSeparated' });
    t.ok((await answer?.text())?.includes('ON CLUSTER'), sql.slice(0, 60));
  }
});

t.test('tables stay what they were made as: on a cluster, on another one, or on none', async (t) => {
  const { sql, clickhouse, target: single } = await stores(t);
  const on = (own: string | null) =>
    migrateClickhouse({ sql, clickhouse: clients[0], target: { ...target, cluster: own } });
  await on(cluster);
  t.same(await on(cluster), []);
  const made = /^the tables of database clustered were made on the cluster pair, and CLICKHOUSE_CLUSTER names /;
  await t.rejects(on(null), { message: made });
  await t.rejects(on('other'), { message: made });
  const spread = { ...single, cluster };
  await t.rejects(migrateClickhouse({ sql, clickhouse, target: spread }), {
    message: /were made without a cluster, and CLICKHOUSE_CLUSTER names pair: /,
  });
});

t.test('rows spread over the shards, those of a trace stay together, rollups are those of the rows', async (t) => {
  const { batcher, lookup } = await start(0);
  await batcher.submit(request('spread', 200, lookup));
  const counts = [
    await one<number[]>(0, 'SELECT toUInt32(count()) FROM events_local'),
    await one<number[]>(1, 'SELECT toUInt32(count()) FROM events_local'),
  ];
  t.equal((counts[0]?.[0] ?? 0) + (counts[1]?.[0] ?? 0), 600);
  for (const count of counts) t.ok((count?.[0] ?? 0) > 200, `${count?.[0]} rows on one shard`);
  for (const index of [0, 1]) {
    t.same(await one(index, whole), [600, 600, 600, 600, 600], 'the same from either node');
    t.same(
      await one(index, 'SELECT toUInt32(min(n)) FROM (SELECT count() AS n FROM events_local GROUP BY trace_id)'),
      [3],
    );
    t.same(await one(index, 'SELECT toUInt32(max(span_count)) FROM traces_local FINAL'), [3]);
  }
});

t.test('a repeated request is stored once, whichever node takes it', async (t) => {
  const first = await start(0);
  await first.batcher.submit(request('repeat', 100, first.lookup));
  const second = await start(1);
  t.equal((await second.batcher.submit(request('repeat', 100, second.lookup))).isRepeat, true);
  t.same(await one(1, whole), [900, 900, 900, 900, 900]);
});

t.test('a batch that one shard has not taken is finished by the next try, and by a recovery', async (t) => {
  const { batcher, journal, isUnderWay, hasFailed, client, lookup } = await start(0, true);
  // A shard without its table stands for one that is away.
  await clients[1].command({ query: 'RENAME TABLE events_local TO away' });
  const pending = batcher.submit(request('half', 100, lookup));
  await until('it was tried', 30_000, hasFailed);
  const [entry] = await journal.entries(log);
  await clients[1].command({ query: 'RENAME TABLE away TO events_local' });
  await pending;
  t.same(await one(0, whole), [1200, 1200, 1200, 1200, 1200]);
  // What is learned on the way follows the rows, and only then the batcher forgets the batch.
  await until('the journal is empty', 30_000, () => !isUnderWay());
  if (entry !== undefined) await journal.add(entry);
  t.same(await recover(client, journal, log), { completed: 1, dropped: 0, left: [] });
  t.same(await one(0, whole), [1200, 1200, 1200, 1200, 1200]);
});

t.test('a body of which a shard has its rows and another has not is completed when it comes again', async (t) => {
  for (const table of receiptTables) {
    const whichRows = `SELECT toUInt32(count()), toUInt32(uniqExact(tuple(*))) FROM ${table}_local WHERE ${own} AND ${receiptSql(table)} =`;
    const body = (seed: string, lookup: ReceiptLookup) => {
      const receipt = toBigInt(hashTexts(1, [seed])).toString();
      const decode = (sink: RowSink, storedAtMs = now) => writeRows(sink, table, seed, 200, storedAtMs);
      return { projectId: 'p', receipt, lookup, decode };
    };
    const held = async (seed: string) => {
      const query = `${whichRows} ${toBigInt(hashTexts(1, [seed]))}`;
      return [
        (await one<[number, number]>(0, query)) ?? [0, 0],
        (await one<[number, number]>(1, query)) ?? [0, 0],
      ] as const;
    };
    const [seed, neighbour] = [`half-${table}`, `neighbour-${table}`];
    const first = await start(0);
    const open = await shut(table);
    const lost = Promise.allSettled([seed, neighbour].map((name) => first.batcher.submit(body(name, first.lookup))));
    await until('a shard has its rows', 30_000, async () => (await held(seed))[0][0] > 0);
    await first.batcher.close(0);
    for (const { status } of await lost) t.equal(status, 'rejected');
    await open();
    const [[here], [there]] = await held(seed);
    t.ok(here > 0 && here < 200 && there === 0, `${here} and ${there} rows of ${table}`);
    // With one that is new, and at two processes: the second finds all of it.
    for (const index of [1, 0]) {
      const { batcher, lookup } = await start(index);
      const answers = [seed, neighbour, `new-${table}`].map((name) => batcher.submit(body(name, lookup)));
      for (const { outcome } of await Promise.all(answers)) t.equal(outcome.accepted, 200);
      for (const name of [seed, neighbour, `new-${table}`]) {
        const [one, two] = await held(name);
        t.same([one[0] + two[0], one[1] + two[1]], [200, 200], `${name} at ${index}`);
      }
    }
  }
  t.same(await one(0, whole), [1800, 1800, 1200, 1800, 1200]);
});

t.test('a block that one shard remembers and has lost is stored anew there, and only there', async (t) => {
  const { batcher, journal, hasFailed, lookup } = await start(0);
  const open = await shut('events');
  const pending = batcher.submit(request('lost', 100, lookup));
  await until('it was tried', 30_000, hasFailed);
  const [entry] = await journal.entries(log);
  const token = entry?.primary[0]?.token ?? '';
  // As an engine leaves it that was killed between its log of tokens and the block, and whose views were told since.
  await clients[1].insert({
    table: 'events_local',
    values: [
      {
        project_id: other,
        kind: 'span',
        id: uuidv7(),
        ts: `${now / 1000}.000000000`,
        retention_days: 30,
        trace_id: '1',
        shape: '1',
        endpoint: '1',
      },
    ],
    format: 'JSONEachRow',
    clickhouse_settings: {
      async_insert: 0,
      insert_deduplication_token: token,
      deduplicate_blocks_in_dependent_materialized_views: 1,
    },
  });
  await clients[1].command({
    query: `ALTER TABLE events_local DELETE WHERE project_id = '${other}' SETTINGS mutations_sync = 1`,
  });
  await open();
  await pending;
  t.same(await one(0, whole), [2100, 2100, 1500, 2100, 1500]);
});

t.test('who calls whom is found on the shard of each trace, also when the caller comes later', async (t) => {
  const [client] = clients;
  const minuteS = now / 1000 - 3_600;
  const send = (column: object) =>
    client.insert({
      table: 'events',
      values: Array.from({ length: 40 }, (_, n) => ({
        project_id: 'map',
        kind: 'span',
        id: uuidv7(),
        trace_id: String(n),
        retention_days: 30,
        ...column,
      })),
      format: 'JSONEachRow',
      clickhouse_settings: { distributed_foreground_insert: 1, async_insert: 0 },
    });
  await send({
    ts: `${minuteS + 600}.000000000`,
    service: 'cart',
    span_id: '2',
    parent_span_id: '1',
    ingested_at: minuteS,
  });
  await send({ ts: `${minuteS}.000000000`, service: 'shop', span_id: '1' });
  const signal = AbortSignal.timeout(30_000);
  const noted = [{ minute: minuteS, newsSince: minuteS + 1 }];
  const linked = await selectLinkedMinutes(client, 'map', noted, signal);
  t.same(linked, [{ minute: minuteS + 600, newsSince: null }]);
  const minutes = [...noted, ...linked].map(({ minute }) => minute);
  await computeEdges(client, 'map', minutes, signal);
  const edges = "SELECT source, target, toUInt32(sum(cnt)) FROM service_edges WHERE source != '' GROUP BY ALL";
  for (const index of [0, 1]) t.same(await one(index, edges), ['shop', 'cart', 40]);
});

t.test('the dictionary of patterns is the same on every node', async (t) => {
  await clients[0].insert({
    table: 'shape_patterns',
    values: [
      { project_id: 'p', service: 's', shape: 1, pattern_id: 5, version: 1 },
      { project_id: 'p', service: 's', shape: 1, pattern_id: 7, version: 2 },
    ],
    format: 'JSONEachRow',
    clickhouse_settings: { distributed_foreground_insert: 1, async_insert: 0 },
  });
  for (const index of [0, 1]) {
    await clients[index]?.command({ query: 'SYSTEM RELOAD DICTIONARY pattern_of_shape' });
    t.same(
      await one(index, "SELECT toUInt32(dictGet('pattern_of_shape', 'pattern_id', ('p', 's', toUInt64(1))))"),
      [7],
    );
  }
});

t.test('a project is erased from every node, physically, and is there until the last one was asked', async (t) => {
  const { sql, databaseUrl } = await stores(t);
  const deps = { sql, newId: uuidv7, now: () => new Date() };
  const project = (await createProject(deps, { title: 'Erased', requestId: 'test' })).project.id;
  const other = (await createProject(deps, { title: 'Kept', requestId: 'test' })).project.id;
  const settings = { distributed_foreground_insert: 1, async_insert: 0 } as const;
  for (const id of [project, other]) {
    const rows = Array.from({ length: 200 }, (_, n) => ({
      project_id: id,
      kind: n % 2 === 0 ? 'span' : 'log',
      id: uuidv7(),
      ts: `${now / 1000}.000000000`,
      service: 's',
      trace_id: String(n),
      shape: String(n),
      shape_v: 1,
      endpoint: '1',
      retention_days: 30,
    }));
    const patterns = rows.map(({ shape }) => ({ project_id: id, service: 's', shape, pattern_id: 1, version: 1 }));
    await clients[0].insert({ table: 'events', values: rows, format: 'JSONEachRow', clickhouse_settings: settings });
    await clients[0].insert({
      table: 'shape_patterns',
      values: patterns,
      format: 'JSONEachRow',
      clickhouse_settings: settings,
    });
  }
  // With what a row that is only masked would still count.
  const held = async (index: number, id: string) => {
    const client = clients[index];
    if (client === undefined) throw new Error('no such shard');
    const counts: Record<string, number> = {};
    for (const table of await selectProjectTables({ clickhouse: client })) {
      const query = `SELECT toUInt32(count()) FROM ${table} WHERE project_id = '${id}' SETTINGS apply_deleted_mask = 0`;
      const [count = 0] = (await one<number[]>(index, query)) ?? [];
      if (count > 0) counts[table] = count;
    }
    return counts;
  };
  const before = [await held(0, other), await held(1, other)];
  for (const index of [0, 1]) {
    const tables = Object.keys(await held(index, project));
    for (const name of [
      'events_local',
      'events_1m_local',
      'traces_local',
      'shape_patterns_local',
      'log_shapes_5m_local',
    ])
      t.ok(tables.includes(name), `${name} of shard ${index}`);
  }
  // Each node in its turn, as one who looks after the cluster would.
  const erase = (index: number) =>
    cli(
      {
        CLICKHOUSE_URL: urls[index] ?? '',
        CLICKHOUSE_CLUSTER: cluster,
        DATABASE_URL: databaseUrl,
      },
      'project',
      'erase',
      project,
      '--confirm',
      project,
      '--json',
    );
  const refused = await erase(0);
  t.equal(refused.code, 1, refused.stderr);
  t.match(refused.stderr + refused.stdout, /other nodes of the cluster still hold rows/);
  t.same(await held(0, project), {});
  t.not(Object.keys(await held(1, project)).length, 0);
  t.equal((await sql`select 1 from projects where id = ${project}`).length, 1, 'what is not gone is not forgotten');
  const done = await erase(1);
  t.equal(done.code, 0, done.stderr);
  const { rows } = JSON.parse(done.stdout) as { rows: Record<string, number> };
  t.ok((rows['events_local'] ?? 0) > 0);
  t.same([await held(0, project), await held(1, project)], [{}, {}]);
  t.same([await held(0, other), await held(1, other)], before, 'nobody else lost anything');
  t.equal((await sql`select 1 from projects where id = ${project}`).length, 0);
  const again = { ...deps, clickhouse: clients[0], config: { clickhouseCluster: cluster } };
  t.same(await eraseProject(again, project, 0), { project_id: project, rows: {} }, 'again is nothing');
});

t.test('with a Keeper one statement erases on every node', async (t) => {
  const query = 'SELECT formatQuery({sql: String})';
  const sql = deleteSql({ cluster, hasKeeper: true });
  const answer = await clients[0].query({ query, query_params: { sql }, format: 'TabSeparatedRaw' });
  t.match(await answer?.text(), /ALTER TABLE .* ON CLUSTER .*\n.*DELETE WHERE/);
  const [client] = clients;
  const run = client.command({
    query: sql,
    query_params: { table: 'events_local', projects: [uuidv7()] },
  });
  // It is understood, down to its values; what it then asks for is not here.
  await t.rejects(run, { message: /zookeeper|keeper|DDL/i });
});
