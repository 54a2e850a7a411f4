import { isInternal } from './identifier.ts';
import { conjunctsOf, expressionsOf, partsOf, type From, type Select, type Sql } from './sql-ast.ts';

/**
 * The second fence, which knows nothing of the planner: it walks the finished statement and refuses it unless every table of
 * the store stands in a SELECT of its own whose WHERE has, as top-level conjuncts over that table, the project and both ends
 * of the time range; unless every function is on the list of pure ones; and unless no output name can be mistaken for a column.
 */
export interface Fence {
  readonly projectId: string;
  /** Physical tables that may be read, with the columns that the fence looks for, one of several times; what is no telemetry has none. */
  readonly tables: ReadonlyMap<string, { readonly tenant: string; readonly times: readonly string[] }>;
}

export class FenceError extends Error {}

export function verify(select: Select, fence: Fence): void {
  const tables = select.from === undefined ? [] : tablesOf(select.from);
  if (tables.length > 0 && select.from?.kind !== 'table')
    throw new FenceError('a table stands beside others in one select');
  for (const table of tables) {
    verifyScan(select, table, fence);
    verifyAliases(select, table.alias);
  }
  if (select.from !== undefined) verifyFrom(select.from, fence);
  for (const sql of expressionsOf(select)) verifySql(sql, fence);
}

type Table = Extract<From, { kind: 'table' }>;

function tablesOf(from: From): readonly Table[] {
  switch (from.kind) {
    case 'table':
      return [from];
    case 'join':
      return [...tablesOf(from.left), ...tablesOf(from.right)];
    case 'select':
    case 'union':
      return [];
  }
}

function verifyFrom(from: From, fence: Fence): void {
  switch (from.kind) {
    case 'table':
      return;
    case 'select':
      verify(from.select, fence);
      return;
    case 'union':
      for (const select of from.selects) verify(select, fence);
      return;
    case 'join':
      verifyFrom(from.left, fence);
      verifyFrom(from.right, fence);
      verifySql(from.on, fence);
      return;
  }
}

function verifyScan(select: Select, table: Table, fence: Fence): void {
  const known = fence.tables.get(table.name);
  if (known === undefined) throw new FenceError(`table ${table.name} is not one of the catalogue`);
  const conjuncts = select.where === undefined ? [] : conjunctsOf(select.where);
  const has = (op: readonly string[], name: string, right: (sql: Sql) => boolean): boolean =>
    conjuncts.some((one) => {
      if (one.kind !== 'infix' || !op.includes(one.op) || one.items.length !== 2) return false;
      const [left, bound] = one.items;
      return (
        left?.kind === 'column' &&
        left.table === table.alias &&
        left.name === name &&
        bound !== undefined &&
        right(bound)
      );
    });
  if (
    !has(['='], known.tenant, (sql) => sql.kind === 'param' && sql.type === 'String' && sql.value === fence.projectId)
  ) {
    throw new FenceError(`a scan of ${table.name} is not limited to the project`);
  }
  if (known.times.length === 0) return;
  const isBound = (sql: Sql): boolean =>
    sql.kind === 'param' ||
    (sql.kind === 'call' && sql.args.every((arg) => arg.kind === 'param' || arg.kind === 'literal'));
  if (!known.times.some((time) => has(['>', '>='], time, isBound) && has(['<', '<='], time, isBound)))
    throw new FenceError(`a scan of ${table.name} has no time range`);
}

/** An output called like the table, or like one of its qualified columns, could be read in its stead. */
function verifyAliases(select: Select, alias: string): void {
  for (const item of select.items) {
    if (item.alias === alias || item.alias?.startsWith(`${alias}.`) === true)
      throw new FenceError(`an output is called ${item.alias}`);
  }
  const bare = (sql: Sql): boolean =>
    sql.kind === 'column' ? sql.table === undefined && !isInternal(sql.name) : false;
  const where = select.where;
  if (where !== undefined && lambdaFree(where).some(bare)) throw new FenceError('a column of a scan is not qualified');
}

/** Columns outside of lambdas: inside, a bare name may be a lambda's argument. */
function lambdaFree(sql: Sql): readonly Sql[] {
  if (sql.kind === 'lambda' || sql.kind === 'subselect') return [];
  const parts = partsOf(sql);
  return parts.length === 0 ? [sql] : parts.flatMap(lambdaFree);
}

function verifySql(sql: Sql, fence: Fence): void {
  if (sql.kind === 'call') verifyCall(sql.name);
  if (sql.kind === 'cast' && !castTypes.test(sql.type)) throw new FenceError(`a cast to ${sql.type}`);
  if (sql.kind === 'param' && !paramTypes.test(sql.type)) throw new FenceError(`a parameter of type ${sql.type}`);
  if (sql.kind === 'subselect') verify(sql.select, fence);
  for (const part of partsOf(sql)) verifySql(part, fence);
}

const scalarType = String.raw`(?:String|UUID|Bool|U?Int(?:8|16|32|64)|Float64|DateTime(?:64\([39], 'UTC'\)|\('UTC'\))?|Date)`;
const castTypes = new RegExp(
  `^(?:${scalarType}|Nullable\\(${scalarType}\\)|Array\\((?:${scalarType}|Nullable\\(${scalarType}\\))\\))$`,
);
const paramTypes = new RegExp(`^(?:${scalarType}|Array\\(${scalarType}\\))$`);

/** Functions that read files, other tables, the network or the server are kept out by name and by form. */
const forbidden =
  /^(?:file|url|s3|hdfs|remote|remoteSecure|cluster|clusterAllReplicas|input|merge|mysql|postgresql|mongodb|redis|sqlite|odbc|jdbc|executable|sleep|sleepEachRow|getSetting|getServerPort|getMacro|hostName|hostname|fqdn|version|uptime|currentUser|connectionId|filesystem\w*|catboost\w*|joinGet\w*|dictGet|dictHas|dictionary|in|notIn|globalIn|nullIn|numbers|zeros|generateRandom|view|loop|mergeTree\w*|show\w*|addressTo\w*|demangle|logTrace|evalMLMethod|tcpPort|initialQueryID|queryID|serverUUID|throwIf|ignore|blockSerializedSize|transactionID)$/i;
const functionName = /^[A-Za-z][A-Za-z0-9_]*$/;

function verifyCall(name: string): void {
  if (!functionName.test(name) || forbidden.test(name)) throw new FenceError(`function ${name}`);
}
