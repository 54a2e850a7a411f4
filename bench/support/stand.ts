// The stand of a benchmark: both stores, migrated, and the whole API and the doors of senders over a socket. The engines are
// embedded, in the directory of `--data` or in one that goes with the run, unless CLICKHOUSE_URL names a server.

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClickHouseClient } from '@clickhouse/client';
import { pino } from 'pino';
import { uuidv7 } from 'uuidv7';
import { buildApp, entranceOf } from '../../src/app.ts';
import { openSenders } from '../../src/bin/senders.ts';
import { loadConfig } from '../../src/config.ts';
import type { Deps } from '../../src/deps.ts';
import { createKey } from '../../src/domains/keys/service.ts';
import { createProject } from '../../src/domains/project/service.ts';
import { catalogues } from '../../src/domains/schema/catalogue.ts';
import { fairGate } from '../../src/lib/fair-gate.ts';
import { migrateClickhouse, migratePostgres } from '../../src/store/migrate.ts';
import { sqlModeTables } from '../../src/query/sql-mode/views.ts';
import { createReader, gateLimits } from '../../src/store/read.ts';
import { canaryProjectId, sqlMode } from '../../src/store/sql-mode.ts';
import { openStores } from '../../src/store/stores.ts';
import { benchActor } from './actor.ts';
import { recording, type Recorded } from './recorder.ts';

export interface Stand {
  readonly deps: Deps;
  readonly url: string;
  /** Writes, and asks without limits. */
  readonly clickhouse: ClickHouseClient;
  /** As the service reads for users. */
  readonly reader: ClickHouseClient;
  /** The statements of the API since this was last emptied. */
  readonly recorded: Recorded[];
  /** What the API takes for the present; the end of the data. */
  readonly clock: { now: Date };
  readonly projects: readonly string[];
  /** Of the first project, which has four fifths of the rows. */
  readonly key: string;
}

const projectCount = 3;
const title = 'bench';
const closeMsMax = 10_000;
/** A statement that makes or merges a large part says nothing until it is done. */
const silentMsMax = 3_600_000;

export async function withStand(data: string, work: (stand: Stand) => Promise<void>): Promise<void> {
  const isNamed = data !== '';
  const directory = isNamed ? data : mkdtempSync(join(tmpdir(), 'colonnade-bench-'));
  if (!isNamed) chmodSync(directory, 0o711);
  const { CLICKHOUSE_URL, DATABASE_URL } = process.env;
  const config = loadConfig({
    COLONNADE_DATA: directory,
    COLONNADE_RATE_PER_KEY: '1000000',
    COLONNADE_RATE_PER_PROJECT: '1000000',
    ...(CLICKHOUSE_URL === undefined ? {} : { CLICKHOUSE_URL }),
    ...(DATABASE_URL === undefined ? {} : { DATABASE_URL }),
  });
  const log = (level: string, message: string): void => {
    if (level !== 'info') console.error(message);
  };
  const stores = await openStores(config, { onLog: log, onProgress: () => {}, attach: false, silentMsMax });
  try {
    const postgres = await stores.postgres();
    await migratePostgres(postgres);
    const { sql } = postgres;
    const clock = { now: new Date() };
    const now = () => clock.now;
    const projects = await ensureProjects({ sql, now, newId: uuidv7 });
    const {
      clickhouse,
      reader: client,
      target,
      projectUser,
    } = await stores.clickhouse({ projectIds: [canaryProjectId, ...projects], projectTables: sqlModeTables });
    await migrateClickhouse({ sql, clickhouse, target });
    const recorded: Recorded[] = [];
    const gate = fairGate(gateLimits);
    const reader = recording(createReader(client, gate), recorded);
    const deps: Deps = {
      config,
      sql,
      clickhouse,
      reader,
      sqlMode: sqlMode({
        enabled: true,
        clickhouse,
        database: target.database,
        projectUser,
        gate,
        onLog: log,
      }),
      catalogues: catalogues({ reader, now: () => new Date() }),
      log: pino({ level: 'silent' }),
      hostUrl: '',
      now,
      newId: uuidv7,
    };
    const actor = benchActor(projects[0] ?? '');
    const key = (await createKey(deps, actor, { title, permission: 'admin' })).key;
    const ready = { ready: true, clickhouse: true, postgres: true, migrations: true };
    const entrance = entranceOf(deps);
    const senders = await openSenders(deps, entrance);
    const app = await buildApp(deps, entrance, {
      version: '0.0.0-bench',
      readiness: async () => ready,
      doors: senders.doors,
    });
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    try {
      await work({ deps, url, clickhouse, reader: client, recorded, clock, projects, key });
    } finally {
      await app.close();
      await senders.close(closeMsMax);
      await deps.sqlMode.close();
    }
  } finally {
    await stores.close();
    if (!isNamed) rmSync(directory, { recursive: true, force: true });
  }
}

async function ensureProjects(deps: Pick<Deps, 'sql' | 'now' | 'newId'>): Promise<string[]> {
  const found = await deps.sql<{ id: string }[]>`select id from projects where title = ${title} order by id`;
  const projects = found.map(({ id }) => id);
  while (projects.length < projectCount)
    projects.push((await createProject(deps, { title, requestId: 'bench' })).project.id);
  return projects;
}
