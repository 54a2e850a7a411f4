import { chmod } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import type { ClickhouseConnection } from '../clickhouse.ts';
import { clickhouseLibrary, startClickhouse } from './clickhouse.ts';
import { projectDatabase, projectPassword, projectUserName } from './clickhouse-config.ts';
import { type EngineAccess, engineAccess, readEngineAccess } from './credentials.ts';
import { type Lock, lockDirectory, ownerOf } from './lock.ts';
import { postgresUser, startPostgres } from './postgres.ts';
import { type Supervised, type SuperviseOptions, supervise } from './supervise.ts';

export type EmbeddedOptions = {
  directory: string;
  onLog: SuperviseOptions['onLog'];
  /** Told before work that takes seconds. */
  onProgress: (what: string) => void;
};

/** The engines of one data directory, which this process owns, or uses while another owns it. */
export type Embedded = {
  postgres: () => Promise<{ url: string }>;
  clickhouse: (projects: ProjectAccess) => Promise<EmbeddedClickhouse>;
  /** From now on others may use them, until they are closed. */
  share: () => Promise<void>;
  close: () => Promise<void>;
};

export type ProjectAccess = { projectIds: readonly string[]; projectTables: readonly string[] };

export type EmbeddedClickhouse = {
  service: ClickhouseConnection;
  reader: ClickhouseConnection;
  /** A project's own user; only projects that were there when the engine started have one. */
  project: (projectId: string) => ClickhouseConnection | undefined;
};

const database = 'colonnade';
const startTimeoutMs = 60_000;
/** Of the machine's memory, or of what our container may use. */
const memoryShare = 0.5;

/** Takes the directory; fails at once when another process has it. */
export async function openEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { directory, onLog, onProgress } = options;
  const lock: Lock = await lockDirectory(directory);
  // Postgres may run as another user than we do, and must be able to pass through.
  if (process.getuid?.() === 0) await chmod(directory, 0o711);
  const running: Supervised[] = [];
  const access = await engineAccess(directory);
  return {
    async postgres() {
      onProgress('starting Postgres');
      const engine = await supervise({
        name: 'Postgres',
        onLog,
        start: () =>
          startPostgres({ directory: join(directory, 'postgres'), ...access.postgres, startTimeoutMs, onProgress }),
      });
      running.push(engine);
      return { url: postgresUrl(access) };
    },
    async clickhouse(projects) {
      onProgress('starting ClickHouse');
      clickhouseLibrary();
      const engine = await supervise({
        name: 'ClickHouse',
        onLog,
        start: () =>
          startClickhouse({
            directory: join(directory, 'clickhouse'),
            database,
            ...access.clickhouse,
            sqlSecret: access.sqlSecret,
            ...projects,
            memoryBytesMax: memoryBytesMax(),
            startTimeoutMs,
          }),
      });
      running.push(engine);
      return clickhouseConnections(access, projects.projectIds);
    },
    share: () => lock.share(true),
    async close() {
      await lock.share(false);
      await Promise.all(running.map((engine) => engine.stop()));
      await lock.release();
    },
  };
}

/** The running engines of a directory that another process owns and shares; undefined when none does. */
export async function attachEmbedded(directory: string): Promise<Embedded | undefined> {
  if ((await ownerOf(directory))?.shared !== true) return undefined;
  const access = await readEngineAccess(directory);
  if (access === undefined) return undefined;
  return {
    postgres: async () => ({ url: postgresUrl(access) }),
    clickhouse: async ({ projectIds }) => clickhouseConnections(access, projectIds),
    share: async () => {},
    close: async () => {},
  };
}

function postgresUrl({ postgres }: EngineAccess): string {
  // The cluster is ours alone: its first database serves.
  return `postgres://${postgresUser}:${postgres.password}@127.0.0.1:${postgres.port}/postgres`;
}

function clickhouseConnections(access: EngineAccess, projectIds: readonly string[]): EmbeddedClickhouse {
  const { httpPort, servicePassword, readerPassword } = access.clickhouse;
  const as = (username: string, password: string, inside = database): ClickhouseConnection => ({
    url: `http://127.0.0.1:${httpPort}`,
    database: inside,
    username,
    password,
  });
  return {
    service: as('service', servicePassword),
    reader: as('reader', readerPassword),
    project: (id) =>
      projectIds.includes(id)
        ? as(projectUserName(id), projectPassword(access.sqlSecret, id), projectDatabase(database, id))
        : undefined,
  };
}

function memoryBytesMax(): number {
  const limit = process.constrainedMemory();
  const available = limit > 0 && limit < totalmem() ? limit : totalmem();
  return Math.round(available * memoryShare);
}
