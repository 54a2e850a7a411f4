import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { ClickHouseClient } from '@clickhouse/client';
import type { Sql } from 'postgres';
import type { Test } from 'tap';
import { type Config, loadConfig } from '../../src/config.ts';
import type { DdlTarget } from '../../src/store/ddl.ts';
import { connectClickhouse } from '../../src/store/clickhouse.ts';
import {
  type TestEngines,
  clickhouseAt,
  databaseName,
  dropDatabases,
  makeDatabases,
  postgresAt,
  startTestEngines,
} from './engines.ts';

export type TestStores = {
  config: Config;
  sql: Sql;
  databaseUrl: string;
  /** Writes and maintenance: the service's user. */
  clickhouse: ClickHouseClient;
  /** The read-only user. */
  reader: ClickHouseClient;
  /** The ClickHouse database of this test. */
  database: string;
  target: DdlTarget;
  engines: TestEngines;
};

/** Empty, migrated stores of this test's own, on the real engines. They are gone when the test is over. */
export async function stores(t: Test, options: { migrated?: boolean } = {}): Promise<TestStores> {
  const engines = await testEngines(t);
  const database = databaseName(basename(process.argv[1] ?? 'test'));
  const target = await makeDatabases(engines, database, options.migrated);
  const databaseUrl = `${engines.postgres.url}/${database}`;
  const sql = postgresAt(databaseUrl);
  const [clickhouse, reader] = [clickhouseAt(engines, database, 'service'), clickhouseAt(engines, database, 'reader')];
  t.teardown(async () => {
    await sql.end({ timeout: 5 });
    await Promise.all([clickhouse.close(), reader.close()]);
    await dropDatabases(engines, database);
  });
  return { config: loadConfig({}), sql, databaseUrl, clickhouse, reader, database, target, engines };
}

/** A client of the engine whose requests `pass` sees first, and passes on when and as it likes: until they are answered. */
export async function clientThrough(
  t: Test,
  { engines, database }: Pick<TestStores, 'engines' | 'database'>,
  username: 'service' | 'reader',
  pass: (body: Buffer, on: (path?: string) => Promise<void>, path: string) => void | Promise<void>,
): Promise<ClickHouseClient> {
  const { url, servicePassword, readerPassword } = engines.clickhouse;
  const { hostname, port } = new URL(url);
  const between = createServer(
    (asked, answer) =>
      void buffer(asked).then((body) => {
        const { method, headers, url: asIs = '/' } = asked;
        const on = (path = asIs) =>
          new Promise<void>((answered) => {
            const passed = request({ hostname, port, method, path, headers }, (given) => {
              given.pipe(answer);
              answered();
            });
            passed.end(body);
          });
        return pass(body, on, asIs);
      }),
  );
  await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve));
  const client = connectClickhouse({
    url: `http://127.0.0.1:${(between.address() as AddressInfo).port}`,
    database,
    username,
    password: username === 'reader' ? readerPassword : servicePassword,
    connectionsMax: 4,
    requestTimeoutMs: 20_000,
    readonly: username === 'reader',
  });
  t.teardown(async () => {
    between.closeAllConnections();
    between.close();
    await client.close();
  });
  return client;
}

let own: ReturnType<typeof startTestEngines> | undefined;

/** Those that the runner started, or, in a file that is run by itself, our own. */
export async function testEngines(t: Test): Promise<TestEngines> {
  const given = process.env['TEST_ENGINES'];
  if (given !== undefined) return JSON.parse(given) as TestEngines;
  if (own === undefined) {
    own = startTestEngines();
    const { stop } = await own;
    root(t).teardown(stop);
  }
  return (await own).engines;
}

/** The outermost test of the process: its teardown runs after all others. */
function root(t: Test): Test {
  let current = t;
  while (current.parent !== undefined) current = current.parent as Test;
  return current;
}
