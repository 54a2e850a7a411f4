import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ParamValue } from '../../src/query/clickhouse/sql-ast.ts';
import { connectClickhouse } from '../../src/store/clickhouse.ts';
import { freePort } from '../../src/store/embedded/ports.ts';
import { startClickhouse } from '../../src/store/embedded/clickhouse.ts';

/** An engine of our own, for queries that bring their rows with them. */
export interface Runner {
  run(sql: string, params: Readonly<Record<string, ParamValue>>): Promise<unknown[][]>;
  stop(): Promise<void>;
}

const startTimeoutMs = 60_000;
const queryTimeoutMs = 20_000;

export async function startRunner(): Promise<Runner> {
  const directory = mkdtempSync(join(tmpdir(), 'kql-corpus-'));
  const httpPort = await freePort();
  const password = 'corpus';
  const engine = await startClickhouse({
    directory,
    database: 'default',
    httpPort,
    servicePassword: password,
    readerPassword: password,
    sqlSecret: password,
    projectIds: [],
    projectTables: [],
    memoryBytesMax: 2_000_000_000,
    startTimeoutMs,
  });
  const client = connectClickhouse({
    url: `http://127.0.0.1:${httpPort}`,
    database: 'default',
    username: 'service',
    password,
    connectionsMax: 2,
    requestTimeoutMs: queryTimeoutMs,
    readonly: false,
  });
  return {
    run: async (sql, params) => {
      const result = await client.query({
        query: sql,
        query_params: { ...params },
        format: 'JSONCompactEachRow',
        clickhouse_settings: { output_format_json_quote_64bit_integers: 1, output_format_json_quote_denormals: 1 },
      });
      return await result.json<unknown[]>();
    },
    stop: async () => {
      await client.close();
      await engine.stop(2_000);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
