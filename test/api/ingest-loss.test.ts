import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClickHouseClient } from '@clickhouse/client';
import t from 'tap';
import { connectClickhouse } from '../../src/store/clickhouse.ts';
import { freePort } from '../../src/store/embedded/ports.ts';
import { startClickhouse } from '../../src/store/embedded/clickhouse.ts';
import { insertBlock } from '../../src/store/insert.ts';
import { runChaos } from '../support/chaos.ts';

// The short form; `node --import=tsx test/support/chaos-run.ts` does the same twenty times each, with a minute's stop.

const directory = await mkdtemp(join(tmpdir(), 'colonnade-loss-'));
t.teardown(() => rm(directory, { recursive: true, force: true }));

t.test('a block whose token the engine noted before it was killed is stored when it is tried again', async (t) => {
  const home = join(directory, 'engine');
  const start = async () => {
    const httpPort = await freePort();
    const secrets = { servicePassword: 'service', readerPassword: 'reader', sqlSecret: 'sql' };
    const of = { directory: home, database: 'lost', projectIds: [], projectTables: [] };
    const limits = { memoryBytesMax: 2_000_000_000, startTimeoutMs: 60_000 };
    const engine = await startClickhouse({ ...of, ...secrets, ...limits, httpPort });
    const url = `http://127.0.0.1:${httpPort}`;
    const at = { url, username: 'service', password: secrets.servicePassword, readonly: false };
    const client = connectClickhouse({ ...at, database: 'default', connectionsMax: 2, requestTimeoutMs: 10_000 });
    return { engine, client };
  };
  const first = await start();
  const durable = 'fsync_after_insert = 1, non_replicated_deduplication_window = 100';
  for (const query of [
    'CREATE DATABASE lost',
    `CREATE TABLE lost.rows (n UInt32) ENGINE = MergeTree ORDER BY n SETTINGS ${durable}`,
    `CREATE TABLE lost.sums (n UInt64) ENGINE = SummingMergeTree ORDER BY tuple() SETTINGS ${durable}`,
    'CREATE MATERIALIZED VIEW lost.sums_mv TO lost.sums AS SELECT sum(n) AS n FROM lost.rows',
  ])
    await first.client.command({ query });
  const insert = (client: ClickHouseClient, token: string, n: number) =>
    insertBlock(client, { table: 'lost.rows', token, format: 'JSONEachRow', bytes: Buffer.from(`{"n":${n}}`) }, 10_000);
  for (const [token, n] of Object.entries({ kept: 1, lost: 10, half: 100 })) await insert(first.client, token, n);
  const result = await first.client.query({
    query: "SELECT table, path FROM system.parts WHERE database = 'lost' AND active ORDER BY table, name",
    format: 'JSONCompactEachRow',
  });
  const parts = await result.json<[table: string, path: string]>();
  const pathOf = (table: string, index: number) => parts.filter(([name]) => name === table)[index]?.[1] ?? 'none';
  await first.client.close();
  process.kill(first.engine.pid, 'SIGKILL');
  await first.engine.exited;
  // As if it had been killed before the parts of `lost` were there, and that of the view of `half`.
  for (const path of [pathOf('rows', 1), pathOf('sums', 1), pathOf('sums', 2)]) await rm(path, { recursive: true });
  const second = await start();
  t.teardown(() => second.engine.stop(5_000));
  for (const [token, n] of Object.entries({ kept: 1, lost: 10, half: 100 })) await insert(second.client, token, n);
  const sums = await second.client.query({
    query: 'SELECT (SELECT toUInt32(sum(n)) FROM lost.rows), (SELECT toUInt32(sum(n)) FROM lost.sums)',
    format: 'JSONCompactEachRow',
  });
  t.same(await sums.json(), [[111, 111]]);
  await second.client.close();
});

t.test('what is acknowledged is stored once, and rollups are those of the rows, whatever is killed', async (t) => {
  const { lost, doubled, acknowledged, rollups, statuses } = await runChaos({
    directory,
    seed: 20_261_120,
    disturbances: ['kill engine', 'kill service', 'stop engine', 'kill both', 'end service', 'kill engine'],
    senders: 6,
    recordsPerRequest: 20,
    stopMs: 2_000,
  });
  t.ok(acknowledged > 200, `${acknowledged} acknowledged`);
  t.equal(lost, 0, 'acknowledged and not stored');
  t.equal(doubled, 0, 'stored more than once');
  t.ok(Object.keys(rollups).length > 5);
  for (const [name, deviation] of Object.entries(rollups)) t.equal(deviation, 0, name);
  for (const status of Object.keys(statuses)) t.ok(['200', '429', '503', 'no answer'].includes(status), status);
});
