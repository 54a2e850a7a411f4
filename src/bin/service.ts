import type { Logger } from 'pino';
import { uuidv7 } from 'uuidv7';
import { buildApp, entranceOf } from '../app.ts';
import type { Config } from '../config.ts';
import type { Deps } from '../deps.ts';
import { catalogues } from '../domains/schema/catalogue.ts';
import { listProjects } from '../domains/project/service.ts';
import type { Readiness } from '../http/pages.ts';
import { jobMeter } from '../jobs/meter.ts';
import { fairGate } from '../lib/fair-gate.ts';
import { withinMs } from '../lib/within.ts';
import { sqlModeTables } from '../query/sql-mode/views.ts';
import { freePort } from '../store/embedded/ports.ts';
import { areMigrated, migrateClickhouse, migratePostgres } from '../store/migrate.ts';
import { clockFault, probeClickhouse, probePostgres } from '../store/probe.ts';
import { createReader, gateLimits } from '../store/read.ts';
import { canaryProjectId, sqlMode } from '../store/sql-mode.ts';
import { openStores, type Stores } from '../store/stores.ts';
import { startJobs } from '../worker.ts';
import { ensureFirstProject, keepCredentials } from './first-start.ts';
import { listeners, portFault, portFaults, type PortFault } from './ports.ts';
import { openSenders } from './senders.ts';
import { programVersion } from './version.ts';

export type Service = {
  /** Undefined where this process serves no API. */
  url: string | undefined;
  /** The first project, when this start made it. */
  first: { projectId: string; apiKey: string } | undefined;
  stop: () => Promise<void>;
};

export type ServiceOptions = { log: Logger; onProgress: (what: string) => void };

/** Brings everything up in order, and takes it down in the opposite one, also when it does not come up. */
export async function startService(config: Config, options: ServiceOptions): Promise<Service> {
  const ports = await choosePorts(config);
  const stores = await openStores(config, {
    attach: false,
    onProgress: options.onProgress,
    onLog: (level, message) => options.log[level](message),
  });
  try {
    return await startOn(stores, { ...config, ...ports }, options);
  } catch (error) {
    await stores.close();
    throw error;
  }
}

async function startOn(stores: Stores, config: Config, { log, onProgress }: ServiceOptions): Promise<Service> {
  const now = () => new Date();
  const postgres = await stores.postgres();
  const onFile = (_: string, name: string) => onProgress(`migrating: ${name}`);
  await migratePostgres(postgres, { onFile });
  const needs = { sql: postgres.sql, now, newId: uuidv7 };
  const first = config.databaseUrl === undefined ? await ensureFirstProject(needs, config.dataDir) : undefined;
  const projectIds = (await listProjects(needs)).map((project) => project.id);
  const clickhouse = await stores.clickhouse({
    projectIds: [canaryProjectId, ...projectIds],
    projectTables: sqlModeTables,
  });
  await migrateClickhouse({ ...postgres, ...clickhouse }, { onFile });
  for (const [name, probe] of [
    ['Postgres', await probePostgres(postgres.sql)],
    ['ClickHouse', await probeClickhouse(clickhouse.clickhouse)],
  ] as const) {
    const fault = clockFault(probe);
    if (fault !== undefined) log.warn(`${name}: ${fault}; what arrives may be looked for in the wrong minutes`);
  }
  const gate = fairGate(gateLimits);
  const sqlOfUsers = sqlMode({
    enabled: config.sqlMode,
    clickhouse: clickhouse.clickhouse,
    database: clickhouse.target.database,
    projectUser: clickhouse.projectUser,
    gate,
    onLog: (level, message) => log[level](message),
  });
  const whyOff = await sqlOfUsers.test();
  if (whyOff !== undefined) log.info(whyOff);
  const base = `http://${authority(config.host, config.port)}`;
  const reader = createReader(clickhouse.reader, gate);
  const deps: Deps = {
    ...needs,
    config,
    log,
    clickhouse: clickhouse.clickhouse,
    reader,
    sqlMode: sqlOfUsers,
    catalogues: catalogues({ reader, now }),
    hostUrl: config.hostUrl ?? base,
  };
  const closing = { now: false };
  const readiness = () => (closing.now ? Promise.resolve(notReady) : askReadiness(deps));
  const entrance = entranceOf(deps);
  const senders = config.role === 'worker' ? undefined : await openSenders(deps, entrance);
  const meter = jobMeter(postgres.sql);
  const app = await buildApp(deps, entrance, {
    version: await programVersion(),
    readiness,
    doors: senders?.doors ?? [],
    registries: [meter.registry],
  });
  if (senders !== undefined) {
    await listening(config, async () => {
      await app.listen({ host: config.host, port: config.port });
      await senders.listen();
    });
  }
  // Jobs have a gate of their own: users who keep all places of the API's busy delay no alert.
  const jobReader = createReader(clickhouse.reader, fairGate(gateLimits));
  const jobDeps = { ...deps, reader: jobReader, catalogues: catalogues({ reader: jobReader, now }) };
  const worker =
    config.role === 'api' ? undefined : await startJobs(jobDeps, { databaseUrl: postgres.databaseUrl, meter });
  // A worker beside an API process may share its directory, and is nowhere itself.
  if (config.role !== 'worker' || first !== undefined) {
    await keepCredentials(
      config.dataDir,
      {
        base_url: base,
        otlp_http_url: `http://${authority(config.host, config.otlpHttpPort)}`,
        otlp_grpc_url: `http://${authority(config.host, config.otlpGrpcPort)}`,
      },
      first,
    );
  }
  await stores.share();
  return {
    url: config.role === 'worker' ? undefined : base,
    first,
    async stop() {
      closing.now = true;
      // However that ends, the stores are closed.
      const closed = Promise.all([app.close(), senders?.close(requestsGraceMs), worker?.stop()]);
      await withinMs(closed, requestsGraceMs + 500).catch((error: unknown) =>
        log.warn(error, 'cut off while stopping'),
      );
      await sqlOfUsers.close();
      await stores.close();
    },
  };
}

/** What is under way at the end gets so long; with the engines' own limit a stop stays below ten seconds. */
const requestsGraceMs = 2_500;

const notReady: Readiness = { ready: false, clickhouse: false, postgres: false, migrations: false };

const readyMsMax = 2_000;

/** Whoever asks has other things to do than to wait for a store that hangs: it is not ready then. */
export async function askReadiness({ sql, clickhouse }: Pick<Deps, 'sql' | 'clickhouse'>): Promise<Readiness> {
  const [postgres, columnar] = await Promise.all([probePostgres(sql), probeClickhouse(clickhouse)]);
  const bothAnswer = postgres.answers && columnar.answers;
  const migrations = bothAnswer && (await withinMs(areMigrated({ sql, clickhouse }), readyMsMax).catch(() => false));
  return { ready: migrations, clickhouse: columnar.answers, postgres: postgres.answers, migrations };
}

/** Fails before anything is started when a port cannot be had; gives a number to those that may be any. */
async function choosePorts(config: Config): Promise<Pick<Config, 'port' | 'otlpHttpPort' | 'otlpGrpcPort'>> {
  const faults = await portFaults(config);
  if (faults.length > 0) throw new Error([...new Set(faults.map(toldOf))].join('\n'));
  const { port, otlpHttpPort, otlpGrpcPort } = config;
  const ports = { port, otlpHttpPort, otlpGrpcPort };
  for (const { field } of config.role === 'worker' ? [] : listeners) {
    if (ports[field] === 0) ports[field] = await freePort();
  }
  return ports;
}

/** Somebody else may take a port while the stores start. */
async function listening(config: Config, listen: () => Promise<unknown>): Promise<void> {
  try {
    await listen();
  } catch (error) {
    const { code, port } = error as NodeJS.ErrnoException & { readonly port?: number };
    const listener = listeners.find(({ field }) => config[field] === port);
    if (code === undefined || listener === undefined) throw error;
    throw new Error(toldOf(portFault(config, listener, code)), { cause: error });
  }
}

function toldOf({ said, advice }: PortFault): string {
  return `${said}: ${advice}`;
}

/** Where a program on this machine finds what listens on `host`. */
function authority(host: string, port: number): string {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return name.includes(':') ? `[${name}]:${port}` : `${name}:${port}`;
}
