/**
 * The files of `clickhouse/` serve a single node and a cluster alike. What differs is written as a placeholder, and
 * this module, which does no I/O, puts the text of the target in its place.
 *
 *   {{on_cluster}}        nothing | ON CLUSTER 'name'
 *   {{local}}             nothing | _local          suffix of a table that a Distributed table stands before
 *   {{engine:X(args)}}    X(args) | ReplicatedX('/clickhouse/tables/…', '{replica}', args)
 *   {{durable}}           settings of every table that ingest writes: fsync and how many files, a window for deduplication tokens
 *   {{cluster}}           the cluster's name as a string
 *   {{database}}          the database's name as an identifier
 *   {{database_name}}     the same as a string
 *   {{user}} {{password}} of the connection that migrates, as strings (for a dictionary's source)
 *
 * A statement ends with a semicolon at the end of its line. Comment lines directly before a statement may direct it:
 *
 *   -- @cluster           only where a cluster is configured
 *   -- @always            run at each migration, also when it ran before: it holds a credential that may have changed
 */
export type DdlTarget = {
  readonly cluster: string | null;
  /** False where no Keeper is: each node is migrated by itself, with tables that are not replicated. */
  readonly replicated: boolean;
  readonly database: string;
  readonly user: string;
  readonly password: string;
};

export type DdlStatement = { readonly sql: string; readonly always: boolean };

const tokenWindow = 10_000;
/** Parts below it keep all columns in one file: a batch is a hundred files to sync instead of three hundred and fifty. */
const widePartBytesMin = 64 * 1024 * 1024;

const durable = (replicated: boolean): string =>
  [
    'fsync_after_insert = 1',
    'fsync_part_directory = 1',
    'min_rows_to_fsync_after_merge = 1',
    'min_compressed_bytes_to_fsync_after_merge = 1',
    `min_bytes_for_wide_part = ${widePartBytesMin}`,
    replicated
      ? `replicated_deduplication_window = ${tokenWindow}`
      : `non_replicated_deduplication_window = ${tokenWindow}`,
  ].join(', ');

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** No parameter can stand for the name of a cluster. */
export const onCluster = (cluster: string): string => `ON CLUSTER ${quoted(cluster)}`;

const engine = (text: string, replicated: boolean): string => {
  if (!replicated) return text;
  const [, name = text, args = ''] = /^(\w+)(?:\((.*)\))?$/.exec(text) ?? [];
  const replica = `'/clickhouse/tables/{shard}/{database}/{table}', '{replica}'`;
  return `Replicated${name}(${args === '' ? replica : `${replica}, ${args}`})`;
};

const placeholder = (name: string, target: DdlTarget): string => {
  if (name.startsWith('engine:')) return engine(name.slice('engine:'.length), target.replicated);
  switch (name) {
    case 'on_cluster':
      return target.cluster !== null && target.replicated ? onCluster(target.cluster) : '';
    case 'local':
      return target.cluster === null ? '' : '_local';
    case 'durable':
      return durable(target.replicated);
    case 'cluster':
      return quoted(target.cluster ?? '');
    case 'database':
      return `\`${target.database}\``;
    case 'database_name':
      return quoted(target.database);
    case 'user':
      return quoted(target.user);
    case 'password':
      return quoted(target.password);
    default:
      throw new Error(`unknown placeholder {{${name}}} in a ClickHouse migration`);
  }
};

/** The statements of one file for one target, in order. The same text and target always give the same statements. */
export const expandDdl = (text: string, target: DdlTarget): DdlStatement[] => {
  const statements: DdlStatement[] = [];
  for (const chunk of text.split(/;[ \t]*(?:\n|$)/)) {
    const lines = chunk.split('\n');
    const directives = new Set<string>();
    const body: string[] = [];
    for (const line of lines) {
      const comment = /^\s*--(?:\s*@(\w+))?/.exec(line);
      if (comment === null) body.push(line);
      else if (comment[1] !== undefined) directives.add(comment[1]);
    }
    const sql = body.join('\n').trim();
    if (sql === '') continue;
    for (const directive of directives)
      if (directive !== 'cluster' && directive !== 'always')
        throw new Error(`unknown directive @${directive} in a ClickHouse migration`);
    if (directives.has('cluster') && target.cluster === null) continue;
    statements.push({
      sql: sql.replaceAll(/\{\{([^{}]+)\}\}/g, (_, name: string) => placeholder(name.trim(), target)),
      always: directives.has('always'),
    });
  }
  return statements;
};
