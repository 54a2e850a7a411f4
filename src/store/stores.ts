import { setTimeout as sleep } from 'node:timers/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import type { Sql } from 'postgres';
import type { Config } from '../config.ts';
import { type ClickhouseConnection, clickhouseAt, connectClickhouse } from './clickhouse.ts';
import { onCluster, type DdlTarget } from './ddl.ts';
import { define } from './define.ts';
import { type Embedded, type ProjectAccess, attachEmbedded, openEmbedded } from './embedded/embedded.ts';
import { InUse, type Lock, lockDirectory } from './embedded/lock.ts';
import { expectWhole } from './embedded/losses.ts';
import { connectPostgres } from './postgres.ts';

export type PostgresStore = { sql: Sql; databaseUrl: string };

export type ClickhouseStore = {
  /** Writes and maintenance. */
  clickhouse: ClickHouseClient;
  /** Everything that a user's text caused. */
  reader: ClickHouseClient;
  target: DdlTarget;
  /** A ClickHouse user who sees one project only; undefined where there is none (yet). */
  projectUser: (projectId: string) => ClickhouseConnection | undefined;
};

export type OpenOptions = {
  onLog: (level: 'info' | 'warn' | 'error', message: string) => void;
  onProgress: (what: string) => void;
  /** For the command line: use the engines of a service that runs, and wait for whoever shares none. */
  attach: boolean;
  /** How long ClickHouse may be silent about a statement; a minute, unless somebody waits for long ones. */
  silentMsMax?: number;
};

/** Both stores, each a server or embedded. Postgres comes first: it knows the projects that ClickHouse is told of. */
export type Stores = {
  postgres: () => Promise<PostgresStore>;
  /** Whoever serves no users needs no user of theirs. */
  clickhouse: (projects?: ProjectAccess) => Promise<ClickhouseStore>;
  /** From now on others know that they are served, and may use the embedded ones. */
  share: () => Promise<void>;
  close: () => Promise<void>;
};

const postgresConnectionsMax = 20;
const statementTimeoutMs = 30_000;
const clickhouseConnectionsMax = 64;
const usualSilentMsMax = 60_000;
const closeTimeoutSeconds = 2;
const turnPollMs = 100;
const turnMsMax = 60_000;

export async function openStores(config: Config, options: OpenOptions): Promise<Stores> {
  const embedded = await embeddedFor(config, options);
  const lock = embedded === undefined ? await lockFor(config, options) : undefined;
  const opened: { close: () => Promise<void> }[] = [];
  return {
    async postgres() {
      const databaseUrl = config.databaseUrl ?? (await required(embedded).postgres()).url;
      const sql = connectPostgres({
        url: databaseUrl,
        connectionsMax: postgresConnectionsMax,
        applicationName: `colonnade ${config.role}`,
        statementTimeoutMs,
      });
      opened.push({ close: () => sql.end({ timeout: closeTimeoutSeconds }) });
      if (config.databaseUrl !== undefined) await usable('DATABASE_URL', config.databaseUrl, sql`select 1`);
      return { sql, databaseUrl };
    },
    async clickhouse(projects = { projectIds: [], projectTables: [] }) {
      const access =
        config.clickhouseUrl === undefined
          ? await required(embedded).clickhouse(projects)
          : { ...onServer(config.clickhouseUrl), project: () => undefined };
      const made = makeDatabase(access.service, config.clickhouseCluster);
      await (config.clickhouseUrl === undefined ? made : usable('CLICKHOUSE_URL', config.clickhouseUrl, made));
      const requestTimeoutMs = options.silentMsMax ?? usualSilentMsMax;
      const limits = { connectionsMax: clickhouseConnectionsMax, requestTimeoutMs };
      const clickhouse = connectClickhouse({ ...access.service, ...limits, readonly: false });
      // The embedded engine's reader is read-only by its profile, and may not say so itself.
      const isServer = config.clickhouseUrl !== undefined;
      const reader = connectClickhouse({ ...access.reader, ...limits, readonly: isServer });
      opened.push(clickhouse, reader);
      return {
        clickhouse,
        reader,
        target: await ddlTarget(clickhouse, access.service, config.clickhouseCluster),
        projectUser: access.project,
      };
    },
    share: async () => (embedded === undefined ? lock?.share(true) : embedded.share()),
    async close() {
      // Connections first: an engine waits for its clients.
      await Promise.all(opened.map((one) => one.close()));
      await embedded?.close();
      await lock?.release();
    },
  };
}

async function embeddedFor(config: Config, options: OpenOptions): Promise<Embedded | undefined> {
  if (config.clickhouseUrl !== undefined && config.databaseUrl !== undefined) return undefined;
  expectWhole(config, (message) => options.onLog('warn', message));
  const open = () => openEmbedded({ directory: config.dataDir, ...options });
  return options.attach ? inTurn(config.dataDir, open, options) : open();
}

/** Of a service those it shares. Until one that comes up does, and until another command is over, it is waited for. */
async function inTurn(directory: string, open: () => Promise<Embedded>, options: OpenOptions): Promise<Embedded> {
  for (let waitedMs = 0; ; waitedMs += turnPollMs) {
    const attached = await attachEmbedded(directory);
    if (attached !== undefined) return attached;
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof InUse) || waitedMs >= turnMsMax) throw error;
    }
    if (waitedMs === 0) options.onProgress('waiting for the process that has the data directory');
    await sleep(turnPollMs);
  }
}

/** On servers the data directory holds what is under way to them, which is one process's own. */
async function lockFor(config: Config, options: OpenOptions): Promise<Lock | undefined> {
  if (options.attach || config.role === 'worker') return undefined;
  return lockDirectory(config.dataDir);
}

function required(embedded: Embedded | undefined): Embedded {
  if (embedded === undefined) throw new Error('no embedded store was opened');
  return embedded;
}

function onServer(url: string): { service: ClickhouseConnection; reader: ClickhouseConnection } {
  const connection = clickhouseAt(url);
  return { service: connection, reader: connection };
}

/** A server's first answer; a failure says where it comes from, without the password in the address. */
async function usable(variable: string, url: string, answer: PromiseLike<unknown>): Promise<void> {
  try {
    await answer;
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    // That no address of a name took the connection has no message of its own.
    const said = message === '' ? code : message;
    throw new Error(`the server that ${variable} names, ${new URL(url).host}, cannot be used: ${said}`, {
      cause: error,
    });
  }
}

async function makeDatabase(connection: ClickhouseConnection, cluster: string | undefined): Promise<void> {
  // A connection cannot name a database that is not there yet.
  const outside = connectClickhouse({
    ...connection,
    database: 'default',
    connectionsMax: 1,
    requestTimeoutMs: usualSilentMsMax,
    readonly: false,
  });
  try {
    const where = cluster !== undefined && (await hasKeeper(outside)) ? onCluster(cluster) : '';
    await define(outside, { query: `CREATE DATABASE IF NOT EXISTS \`${connection.database}\` ${where}` });
  } finally {
    await outside.close();
  }
}

/** Tables are replicated where a cluster is configured and its nodes have a Keeper to agree through. */
async function ddlTarget(
  clickhouse: ClickHouseClient,
  { database, username, password }: ClickhouseConnection,
  cluster: string | undefined,
): Promise<DdlTarget> {
  const target = { cluster: cluster ?? null, database, user: username, password };
  return { ...target, replicated: cluster !== undefined && (await hasKeeper(clickhouse)) };
}

/** A node that knows of no Keeper has no such table. */
export async function hasKeeper(clickhouse: ClickHouseClient): Promise<boolean> {
  const query = "SELECT 1 FROM system.tables WHERE database = 'system' AND name = 'zookeeper'";
  const result = await clickhouse.query({ query, format: 'TabSeparated' });
  return (await result.text()) !== '';
}
