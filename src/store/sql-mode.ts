import { text } from 'node:stream/consumers';
import { type ClickHouseClient, ClickHouseError } from '@clickhouse/client';
import { uuidv7 } from 'uuidv7';
import { ApiError } from '../errors.ts';
import type { FairGate } from '../lib/fair-gate.ts';
import { sqlViews, viewSql } from '../query/sql-mode/views.ts';
import { type ClickhouseConnection, connectClickhouse } from './clickhouse.ts';
import { guarded } from './read.ts';

/** A statement that a user wrote, checked, with its placeholders bound. */
export interface SqlModeRequest {
  readonly projectId: string;
  readonly sql: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

export interface SqlModeAnswer {
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  /** Each row the text of a JSON array. */
  readonly rows: readonly string[];
}

/** What ClickHouse said to a user's own statement: about their rows and the views only, so they may read it. */
export class SqlModeFault extends Error {
  readonly code: string;
  constructor(code: string, message: string, cause: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** SQL of users: each project's statements run as a ClickHouse user of its own, who sees its views and nothing else. */
export interface SqlMode {
  /** Why it is off; undefined when the wall was tried and stands. Asked at the start, and before every statement. */
  test(): Promise<string | undefined>;
  /** How the engine reads a statement, line by line; nothing of it is computed. */
  syntax(request: SqlModeRequest): Promise<{ lines: string[]; engineFunctions: ReadonlySet<string> }>;
  /** What the engine would do, line by line, and the database that the project's views are in. Constants are computed. */
  explain(request: SqlModeRequest): Promise<{ lines: string[]; database: string }>;
  run(request: SqlModeRequest): Promise<SqlModeAnswer>;
  close(): Promise<void>;
}

export interface SqlModeOptions {
  readonly enabled: boolean;
  /** Makes the views. */
  readonly clickhouse: ClickHouseClient;
  /** Database of the tables. */
  readonly database: string;
  readonly projectUser: (projectId: string) => ClickhouseConnection | undefined;
  /** The gate of the other reads: a project has one share of the engine, however it asks. */
  readonly gate: FairGate;
  readonly onLog: (level: 'info' | 'warn' | 'error', message: string) => void;
}

/** The project of nobody: its user proves at each start that the wall stands. */
export const canaryProjectId = '00000000-0000-0000-0000-000000000000';

const clientsMax = 64;
const connectionsPerProjectMax = 4;
const requestTimeoutMs = 30_000;

export function sqlMode(options: SqlModeOptions): SqlMode {
  const clients = new Map<string, Promise<{ client: ClickHouseClient; database: string }>>();
  let tested: Promise<string | undefined> | undefined;
  let names: Promise<ReadonlySet<string>> | undefined;

  const open = async (projectId: string) => {
    const connection = options.projectUser(projectId);
    if (connection === undefined)
      throw notReady('SQL mode is not ready for this project; it will be after the next start of the service.');
    await makeViews(options, projectId, connection.database);
    const client = connectClickhouse({
      ...connection,
      connectionsMax: connectionsPerProjectMax,
      requestTimeoutMs,
      readonly: false, // the user's own profile says so, and lets nobody say it again
    });
    return { client, database: connection.database };
  };

  const clientOf = async (projectId: string) => {
    const known = clients.get(projectId);
    if (known !== undefined) return known;
    const opened = open(projectId);
    clients.set(projectId, opened);
    opened.catch(() => clients.delete(projectId));
    if (clients.size > clientsMax) {
      const [oldest] = clients.keys();
      if (oldest !== undefined) await closeOne(clients, oldest);
    }
    return opened;
  };

  const test = (): Promise<string | undefined> => {
    if (!options.enabled) return Promise.resolve('SQL mode is switched off here.');
    tested ??= selfTest(options).catch((error: unknown) => {
      tested = undefined; // a store that was away proves nothing
      throw error;
    });
    return tested;
  };

  const ask = async (request: SqlModeRequest, query: string, operation: string, format: string) => {
    const reason = await test();
    if (reason !== undefined) throw notReady(reason);
    const { client, database } = await clientOf(request.projectId);
    const lines = await guarded(options.gate, request, () =>
      linesOf(client, { ...request, sql: query }, operation, format),
    );
    return { lines, database };
  };

  return {
    test,
    syntax: async (request) => {
      // It takes no FORMAT: that would be part of what it explains.
      const { lines } = await ask(request, `EXPLAIN AST\n${request.sql}`, 'sql-syntax', '');
      names ??= functionNames(options.clickhouse);
      return { lines, engineFunctions: await names };
    },
    explain: ({ sql, ...request }) =>
      ask({ ...request, sql }, `EXPLAIN QUERY TREE run_passes = 1\n${sql}`, 'sql-check', '\nFORMAT TabSeparated'),
    run: async (request) => {
      const format = '\nFORMAT JSONCompactEachRowWithNamesAndTypes';
      const { lines } = await ask(request, request.sql, 'sql', format);
      const [names = '[]', types = '[]', ...rows] = lines;
      const typeOf = JSON.parse(types) as string[];
      const columns = (JSON.parse(names) as string[]).map((name, at) => ({ name, type: typeOf[at] ?? '' }));
      return { columns, rows };
    },
    close: async () => {
      await Promise.all([...clients.keys()].map((id) => closeOne(clients, id)));
    },
  };
}

async function functionNames(clickhouse: ClickHouseClient): Promise<ReadonlySet<string>> {
  return new Set((await plain(clickhouse, 'SELECT lower(name) FROM system.functions')).split('\n'));
}

async function closeOne(clients: Map<string, Promise<{ client: ClickHouseClient }>>, projectId: string): Promise<void> {
  const opened = clients.get(projectId);
  clients.delete(projectId);
  await opened?.then(
    ({ client }) => client.close(),
    () => undefined,
  );
}

/** The text is awaited whole, so that a failure half way is an error, never a short answer. */
async function linesOf(
  client: ClickHouseClient,
  request: SqlModeRequest,
  operation: string,
  format: string,
): Promise<string[]> {
  try {
    const { stream } = await client.exec({
      query: request.sql + format,
      query_params: { ...request.params },
      query_id: `${operation}-${uuidv7()}`,
      abort_signal: request.signal,
      clickhouse_settings: { log_comment: `${request.projectId} ${operation}`, wait_end_of_query: 1 },
    });
    return (await text(stream)).trimEnd().split('\n');
  } catch (error) {
    if (error instanceof ClickHouseError && isTheirs(error.code))
      throw new SqlModeFault(error.code, readable(error.message), error);
    throw error;
  }
}

/** Limits have sentences of their own; the rest of what the engine says is about the statement. */
function isTheirs(code: string): boolean {
  return !['158', '159', '160', '191', '202', '209', '210', '241', '307', '394', '396'].includes(code);
}

const messageLengthMax = 300;

/** The engine's sentence, without what it appends for its own operators. */
function readable(message: string): string {
  return (message.split(/: (?:In scope|while executing|While (?:executing|processing))|\. \(|\s*Stack trace/)[0] ?? '')
    .replaceAll(/\b\w+_sql_[0-9a-f]{8}(?:_[0-9a-f]+){4}\./g, '')
    .replaceAll(/\bproject_[0-9a-f-]{36}: /g, '')
    .replaceAll(/\b__table\d+\./g, '')
    .slice(0, messageLengthMax)
    .trim();
}

/** The project's database and its views, made when they are first needed; they read as the project's scope. */
async function makeViews({ clickhouse, database }: SqlModeOptions, projectId: string, own: string): Promise<void> {
  await clickhouse.command({ query: `CREATE DATABASE IF NOT EXISTS \`${own}\`` });
  const views = projectId === canaryProjectId ? [...sqlViews, witness] : sqlViews;
  for (const view of views) {
    const body = 'columns' in view ? viewSql(view, database) : view.sql(database);
    await clickhouse.command({
      query: `CREATE OR REPLACE VIEW \`${own}\`.\`${view.name}\` DEFINER = \`scope_${projectId}\` SQL SECURITY DEFINER AS ${body}`,
    });
  }
}

/** A table with one row of another project. Whoever sees it through the canary's view could see anything. */
const witness = {
  name: 'witness',
  sql: (database: string) => `SELECT project_id, note FROM \`${database}\`.sql_witness`,
};

/** Tries to break out as the canary, in ways that have worked against weaker walls. Says what came through. */
async function selfTest(options: SqlModeOptions): Promise<string | undefined> {
  const connection = options.projectUser(canaryProjectId);
  if (connection === undefined) return 'SQL mode needs the embedded ClickHouse: this one has no users of the projects.';
  const { clickhouse, database } = options;
  await clickhouse.command({
    query: `CREATE TABLE IF NOT EXISTS \`${database}\`.sql_witness (project_id String, note String) ENGINE = MergeTree ORDER BY project_id`,
  });
  if ((await plain(clickhouse, `SELECT count() FROM \`${database}\`.sql_witness`)) === '0') {
    await clickhouse.command({
      query: `INSERT INTO \`${database}\`.sql_witness VALUES ('11111111-1111-1111-1111-111111111111', 'foreign')`,
    });
  }
  await makeViews(options, canaryProjectId, connection.database);
  const canary = connectClickhouse({ ...connection, connectionsMax: 1, requestTimeoutMs, readonly: false });
  try {
    // The view itself must answer, else silence would pass for safety.
    await plain(canary, 'SELECT count() FROM witness');
    for (const probe of probes(database)) {
      const answer = await plain(canary, probe).catch((error: unknown) => {
        if (error instanceof ClickHouseError && error.code !== '395') return '';
        if (error instanceof ClickHouseError) return 'raised';
        throw error;
      });
      if (answer !== '' && answer !== '0') {
        options.onLog('error', `SQL mode is off: the self-test saw a row of another project (${probe})`);
        return 'SQL mode switched itself off: its self-test failed; the log says how.';
      }
    }
    return undefined;
  } finally {
    await canary.close();
  }
}

function probes(database: string): string[] {
  const filters = `{'witness': '1', '${database}.sql_witness': '1'}`;
  return [
    'SELECT count() FROM witness',
    `SELECT count() FROM (SELECT * FROM witness SETTINGS additional_table_filters = ${filters}, readonly = 0)`,
    `SELECT count() FROM \`${database}\`.sql_witness`,
    `SELECT count() FROM merge('${database}', 'sql_witness')`,
    `SELECT count() FROM mergeTreeIndex('${database}', 'sql_witness')`,
    // A condition that fails on a row that must not be seen.
    "SELECT count() FROM witness WHERE throwIf(note = 'foreign') = 0",
  ];
}

async function plain(client: ClickHouseClient, query: string): Promise<string> {
  const result = await client.query({ query, format: 'TabSeparated' });
  return (await result.text()).trim();
}

function notReady(message: string): ApiError {
  return new ApiError('unavailable', { message, retryAfterS: 60 });
}
