// A process that migrates once, for tests that start several or kill it. It says on standard output what it is about
// to do, and waits a moment each time, so that a test can kill it between any two statements.
import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MigrationFolders } from '../../src/store/migration-files.ts';
import { migrate } from '../../src/store/migrate.ts';
import { type TestEngines, clickhouseAt, postgresAt } from './engines.ts';

type Task = { databaseUrl: string; database: string; engines: TestEngines; folders: MigrationFolders };

const task = JSON.parse(process.env['MIGRATE'] ?? '') as Task;
const sql = postgresAt(task.databaseUrl);
const clickhouse = clickhouseAt(task.engines, task.database, 'service');
const pauseMs = 8;
const say = async (what: string) => {
  writeSync(1, `${what}\n`);
  await sleep(pauseMs);
};

const command = clickhouse.command.bind(clickhouse);
const insert = clickhouse.insert.bind(clickhouse);
clickhouse.command = async (parameters) => {
  await say(parameters.query);
  return command(parameters);
};
clickhouse.insert = async (parameters) => {
  const [row] = Array.isArray(parameters.values) ? (parameters.values as { statement: number }[]) : [];
  await say(`statement ${row?.statement}`);
  return insert(parameters);
};

await migrate(
  {
    sql,
    databaseUrl: task.databaseUrl,
    clickhouse,
    target: {
      cluster: null,
      replicated: false,
      database: task.database,
      user: 'service',
      password: task.engines.clickhouse.servicePassword,
    },
  },
  { folders: task.folders, onFile: (_, name) => writeSync(1, `${name}\n`) },
);
await sql.end();
await clickhouse.close();
