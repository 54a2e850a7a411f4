import { type ClickHouseClient, ClickHouseError } from '@clickhouse/client';
import { ApiError } from '../errors.ts';
import { type FairGate, fairGate, gateWithin } from '../lib/fair-gate.ts';
import { once } from '../lib/once.ts';
import { sqlViews, viewSql } from '../query/sql-mode/views.ts';
import { type ClickhouseConnection, connectClickhouse } from './clickhouse.ts';
import { define } from './define.ts';
import { createReader, gateLimits, type ReadLimits } from './read.ts';

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

export const sqlModeLimits: ReadLimits = {
  executionMsMax: 10_000,
  memoryBytesMax: 1_000_000_000,
  rowsReadMax: 1_000_000_000,
  resultRowsMax: 10_000,
  resultBytesMax: 64_000_000,
};

const requestTimeoutMs = 30_000;
/** Nothing ends a statement in the middle of a function, which may take hours over texts that it makes itself: half of the turns are left to all else. */
const turnLimits = { ...gateLimits, runningMax: gateLimits.runningMax / 2 };

export function sqlMode(options: SqlModeOptions): SqlMode {
  const canary = options.projectUser(canaryProjectId);
  const client = canary === undefined ? undefined : connect(canary);
  const reader =
    client === undefined ? undefined : createReader(client, gateWithin(options.gate, fairGate(turnLimits)));
  /** Of projects that the engine knows: those it was told of at its start. */
  const views = new Map<string, () => Promise<void>>();
  const names = once(() => functionNames(options.clickhouse));

  const viewsOf = (projectId: string, own: string): Promise<void> => {
    const made = views.get(projectId) ?? once(() => makeViews(options, projectId, own));
    views.set(projectId, made);
    return made();
  };

  // A store that was away proves nothing: it is tried again.
  const test = once(async (): Promise<string | undefined> => {
    if (!options.enabled) return 'SQL mode is switched off here.';
    if (canary === undefined || client === undefined)
      return 'SQL mode needs the embedded ClickHouse: this one has no users of the projects.';
    return selfTest(options, client, canary.database);
  });

  const ask = async ({ projectId, ...request }: SqlModeRequest, operation: string) => {
    const reason = await test();
    if (reason !== undefined || reader === undefined) throw notReady(reason ?? 'SQL mode is off.');
    const user = options.projectUser(projectId);
    if (user === undefined)
      throw notReady('SQL mode is not ready for this project; it will be after the next start of the service.');
    await viewsOf(projectId, user.database);
    try {
      const lines = await reader.lines({ ...request, projectId, operation, user, limits: sqlModeLimits });
      return { lines, database: user.database };
    } catch (error) {
      if (error instanceof ClickHouseError && isTheirs(error.code))
        throw new SqlModeFault(error.code, readable(error.message), error);
      throw error;
    }
  };

  return {
    test,
    syntax: async (request) => {
      // It takes no FORMAT: that would be part of what it explains.
      const { lines } = await ask({ ...request, sql: `EXPLAIN AST\n${request.sql}` }, 'sql-syntax');
      return { lines, engineFunctions: await names() };
    },
    explain: (request) => {
      const sql = `EXPLAIN QUERY TREE run_passes = 1\n${request.sql}\nFORMAT TabSeparated`;
      return ask({ ...request, sql }, 'sql-check');
    },
    run: async (request) => {
      const sql = `${request.sql}\nFORMAT JSONCompactEachRowWithNamesAndTypes`;
      const { lines } = await ask({ ...request, sql }, 'sql');
      const [names = '[]', types = '[]', ...rows] = lines;
      const typeOf = JSON.parse(types) as string[];
      const columns = (JSON.parse(names) as string[]).map((name, at) => ({ name, type: typeOf[at] ?? '' }));
      return { columns, rows };
    },
    close: async () => client?.close(),
  };
}

/** One connection for the users of all projects, each of which has a database of its own: it names none. */
function connect(canary: ClickhouseConnection): ClickHouseClient {
  return connectClickhouse({
    ...canary,
    database: 'default',
    connectionsMax: gateLimits.runningMax,
    requestTimeoutMs,
    readonly: false, // the users' own profile says so, and lets nobody say it again
  });
}

async function functionNames(clickhouse: ClickHouseClient): Promise<ReadonlySet<string>> {
  return new Set((await plain(clickhouse, 'SELECT lower(name) FROM system.functions')).split('\n'));
}

/** Limits have been said already; but for the engine's own troubles, the rest of what it says is about the statement. */
function isTheirs(code: string): boolean {
  return !['202', '209', '210', '394'].includes(code);
}

const messageLengthMax = 300;

/** The engine's sentence, without what it appends for its own operators, and without places: it counts in what we sent. */
function readable(message: string): string {
  return (message.split(/: (?:In scope|while executing|While (?:executing|processing))|\. \(|\s*Stack trace/)[0] ?? '')
    .replaceAll(/\b\w+_sql_[0-9a-f]{8}(?:_[0-9a-f]+){4}\./g, '')
    .replaceAll(/\bproject_[0-9a-f-]{36}: /g, '')
    .replaceAll(/\b__table\d+\./g, '')
    .replace(/ at position \d+ \((end of query)?.*?\) \(line \d+, col \d+\):\s*/s, (_, end) =>
      end ? ' at the end' : ' at ',
    )
    .slice(0, messageLengthMax)
    .trim();
}

/** In whose name the views of a project read; nobody logs in as it. */
export function projectScopeName(projectId: string): string {
  return `scope_${projectId}`;
}

/** The project's database and its views, made when they are first needed; they read as the project's scope. */
async function makeViews({ clickhouse, database }: SqlModeOptions, projectId: string, own: string): Promise<void> {
  await define(clickhouse, { query: `CREATE DATABASE IF NOT EXISTS \`${own}\`` });
  const views = projectId === canaryProjectId ? [...sqlViews, witness] : sqlViews;
  for (const view of views) {
    const body = 'columns' in view ? viewSql(view, database) : view.sql(database);
    await define(clickhouse, {
      query: `CREATE OR REPLACE VIEW \`${own}\`.\`${view.name}\` DEFINER = \`${projectScopeName(projectId)}\` SQL SECURITY DEFINER AS ${body}`,
    });
  }
}

/** A table with one row of another project. Whoever sees it through the canary's view could see anything. */
const witness = {
  name: 'witness',
  sql: (database: string) => `SELECT project_id, note FROM \`${database}\`.sql_witness`,
};

/** Tries to break out as the canary, in ways that have worked against weaker walls. Says what came through. */
async function selfTest(options: SqlModeOptions, canary: ClickHouseClient, own: string): Promise<string | undefined> {
  const { clickhouse, database } = options;
  await define(clickhouse, {
    query: `CREATE TABLE IF NOT EXISTS \`${database}\`.sql_witness (project_id String, note String) ENGINE = MergeTree ORDER BY project_id`,
  });
  if ((await plain(clickhouse, `SELECT count() FROM \`${database}\`.sql_witness`)) === '0') {
    await clickhouse.command({
      query: `INSERT INTO \`${database}\`.sql_witness VALUES ('11111111-1111-1111-1111-111111111111', 'foreign')`,
    });
  }
  await makeViews(options, canaryProjectId, own);
  // The view itself must answer, else silence would pass for safety.
  await plain(canary, `SELECT count() FROM \`${own}\`.witness`);
  for (const probe of probes(database, own)) {
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
}

function probes(database: string, own: string): string[] {
  const filters = `{'witness': '1', '${own}.witness': '1', '${database}.sql_witness': '1'}`;
  const view = `\`${own}\`.witness`;
  return [
    `SELECT count() FROM ${view}`,
    `SELECT count() FROM (SELECT * FROM ${view} SETTINGS additional_table_filters = ${filters}, readonly = 0)`,
    `SELECT count() FROM \`${database}\`.sql_witness`,
    `SELECT count() FROM merge('${database}', 'sql_witness')`,
    `SELECT count() FROM mergeTreeIndex('${database}', 'sql_witness')`,
    // A condition that fails on a row that must not be seen.
    `SELECT count() FROM ${view} WHERE throwIf(note = 'foreign') = 0`,
  ];
}

async function plain(client: ClickHouseClient, query: string): Promise<string> {
  const result = await client.query({ query, format: 'TabSeparated' });
  return (await result.text()).trim();
}

function notReady(message: string): ApiError {
  return new ApiError('unavailable', { message, retryAfterS: 60 });
}
