import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClickHouseClient } from '@clickhouse/client';
import type { Test } from 'tap';
import { connectClickhouse } from '../../src/store/clickhouse.ts';
import { type DdlStatement, type DdlTarget, expandDdl } from '../../src/store/ddl.ts';
import { startClickhouse } from '../../src/store/embedded/clickhouse.ts';
import { freePort } from '../../src/store/embedded/ports.ts';

/** Two engines on loopback, which are a cluster of two shards. There is no Keeper, so no tables are replicated. */
export interface Pair {
  readonly directory: string;
  readonly cluster: string;
  readonly target: DdlTarget;
  /** The service's user on each node. */
  readonly clients: readonly [ClickHouseClient, ClickHouseClient];
  /** The read-only user of the first node. */
  readonly reader: ClickHouseClient;
  /** Of each node, as `CLICKHOUSE_URL` has it. */
  readonly urls: readonly [string, string];
}

const [database, cluster, password] = ['clustered', 'pair', 'cluster-test'];
const memoryBytesMax = 2_000_000_000;
const timeoutMs = 60_000;

/** All tables are there; both nodes are gone when the test is over. */
export async function startPair(t: Test): Promise<Pair> {
  const directory = await mkdtemp(join(tmpdir(), 'colonnade-cluster-'));
  const ports = await Promise.all([0, 1].map(async () => ({ httpPort: await freePort(), tcpPort: await freePort() })));
  const shards = await Promise.all(
    ports.map((own, index) =>
      startClickhouse({
        directory: join(directory, String(index)),
        database,
        ...own,
        servicePassword: password,
        readerPassword: password,
        sqlSecret: password,
        projectIds: [],
        projectTables: [],
        memoryBytesMax,
        startTimeoutMs: timeoutMs,
        clusters: { [cluster]: ports.map(({ tcpPort }) => ({ tcpPort, password })) },
      }),
    ),
  );
  const connect = (index: 0 | 1, username: string, inside = database) =>
    connectClickhouse({
      url: `http://127.0.0.1:${ports[index]?.httpPort}`,
      database: inside,
      username,
      password,
      connectionsMax: 10,
      requestTimeoutMs: timeoutMs,
      readonly: false,
    });
  const clients = [connect(0, 'service'), connect(1, 'service')] as const;
  const reader = connect(0, 'reader');
  t.teardown(async () => {
    await Promise.all([...clients, reader].map((client) => client.close()));
    await Promise.all(shards.map((shard) => shard.stop(2_000)));
    await rm(directory, { recursive: true, force: true });
  });
  const target: DdlTarget = { cluster, replicated: false, database, user: 'service', password };
  for (const index of [0, 1] as const) {
    const outside = connect(index, 'service', 'default');
    await outside.command({ query: `CREATE DATABASE ${database}` });
    await outside.close();
    for (const { sql } of await statements(target)) await clients[index].command({ query: sql });
  }
  const url = (index: 0 | 1) => `http://service:${password}@127.0.0.1:${ports[index]?.httpPort}/${database}`;
  return { directory, cluster, target, clients, reader, urls: [url(0), url(1)] };
}

const folder = new URL('../../clickhouse/', import.meta.url);

/** Of all migrations. */
export async function statements(target: DdlTarget): Promise<DdlStatement[]> {
  const found: DdlStatement[] = [];
  for (const name of (await readdir(folder)).toSorted())
    found.push(...expandDdl(await readFile(new URL(name, folder), 'utf8'), target));
  return found;
}
