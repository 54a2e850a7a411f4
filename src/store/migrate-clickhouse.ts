import type { ClickHouseClient } from '@clickhouse/client';
import { messageOf } from '../lib/sentence.ts';
import { type DdlTarget, expandDdl, onCluster } from './ddl.ts';
import { define } from './define.ts';
import { type Migration, unapplied } from './migration-files.ts';

/** The number recorded for "all statements of the file": greater than any statement's. */
const whole = 65_535;

type Recorded = { name: string; checksum: string; statement: number };

/** Statement by statement, each recorded after it ran. A file that was cut off goes on where it was. */
export async function applyClickhouse(
  clickhouse: ClickHouseClient,
  target: DdlTarget,
  files: readonly Migration[],
  onFile: (name: string) => void,
): Promise<string[]> {
  if ((await recordedClickhouse(clickhouse)).size > 0) await expectMadeFor(clickhouse, target);
  await makeRecord(clickhouse, target);
  const recorded = await readRecord(clickhouse);
  const pending = unapplied(files, wholeFiles(recorded));
  for (const file of files) {
    const isPending = pending.includes(file);
    if (isPending) onFile(file.name);
    for (const [statement, { sql, always }] of expandDdl(file.text, target).entries()) {
      // A file that failed half way may be corrected: then its statements, all idempotent, run again from the first.
      const ran = recorded.some(
        (row) => row.name === file.name && row.checksum === file.checksum && row.statement === statement,
      );
      if ((isPending && !ran) || always) {
        await run(clickhouse, target, file.name, statement, sql);
        if (isPending) await record(clickhouse, { name: file.name, checksum: file.checksum, statement });
      }
    }
    if (isPending) await record(clickhouse, { name: file.name, checksum: file.checksum, statement: whole });
  }
  return pending.map((file) => file.name);
}

/**
 * Tables stay what they were made as. On a cluster that they do not know of nothing would be replicated or spread; and without
 * the one that they do, a statement for all of them would reach those of one node.
 */
async function expectMadeFor(clickhouse: ClickHouseClient, { cluster, database }: DdlTarget): Promise<void> {
  const query = `
    SELECT DISTINCT extract(engine_full, '^Distributed\\(\\W*([\\w-]+)') AS name
    FROM system.tables WHERE database = currentDatabase() AND engine = 'Distributed'`;
  const result = await clickhouse.query({ query, format: 'JSONEachRow' });
  const known = (await result.json<{ name: string }>()).map(({ name }) => name);
  if (cluster === null ? known.length === 0 : known.includes(cluster)) return;
  const made = known.length === 0 ? 'without a cluster' : `on the cluster ${known.join(', ')}`;
  const asked = cluster === null ? 'names none' : `names ${cluster}`;
  throw new Error(
    `the tables of database ${database} were made ${made}, and CLICKHOUSE_CLUSTER ${asked}: set it as it was, ` +
      'or let CLICKHOUSE_URL name another database',
  );
}

export async function recordedClickhouse(clickhouse: ClickHouseClient): Promise<Map<string, string>> {
  const result = await clickhouse.query({ query: 'EXISTS TABLE migrations', format: 'TabSeparated' });
  if ((await result.text()).trim() !== '1') return new Map();
  return wholeFiles(await readRecord(clickhouse));
}

function wholeFiles(recorded: readonly Recorded[]): Map<string, string> {
  return new Map(recorded.filter((row) => row.statement === whole).map((row) => [row.name, row.checksum]));
}

async function run(
  clickhouse: ClickHouseClient,
  target: DdlTarget,
  name: string,
  statement: number,
  query: string,
): Promise<void> {
  try {
    await stopFilling(clickhouse, target, query);
    // Replicas are waited for; the parts of a table are rewritten in the background.
    const alterSync = target.replicated ? {} : { alter_sync: '0' as const };
    await define(clickhouse, { query, clickhouse_settings: { wait_end_of_query: 1, ...alterSync } });
  } catch (error) {
    throw new Error(`migration ${name}, statement ${statement + 1}, failed: ${messageOf(error)}`, { cause: error });
  }
}

/** An index cannot be dropped while an earlier file's statement fills it in the background, which may take hours. */
async function stopFilling(clickhouse: ClickHouseClient, target: DdlTarget, query: string): Promise<void> {
  const dropped = [...query.matchAll(/\bDROP INDEX IF EXISTS (\w+)/g)].map(([, index]) => `'${index}'`);
  if (dropped.length === 0) return;
  const kill = `
    KILL MUTATION {{on_cluster}}
    WHERE database = {{database_name}} AND NOT is_done AND extract(command, 'MATERIALIZE INDEX (\\w+)') IN (${dropped.join()})`;
  for (const { sql } of expandDdl(kill, target)) await clickhouse.command({ query: sql });
}

async function makeRecord(clickhouse: ClickHouseClient, target: DdlTarget): Promise<void> {
  const where = target.replicated && target.cluster !== null ? onCluster(target.cluster) : '';
  // One path for all shards: every node of the cluster has the whole record.
  const engine = target.replicated
    ? `ReplicatedMergeTree('/clickhouse/tables/{database}/{table}', '{shard}-{replica}')`
    : 'MergeTree';
  const durable = 'fsync_after_insert = 1, fsync_part_directory = 1';
  await define(clickhouse, {
    query: `
      CREATE TABLE IF NOT EXISTS migrations ${where}
      (name String, checksum String, statement UInt16, applied_at DateTime64(3, 'UTC') DEFAULT now64(3, 'UTC'))
      ENGINE = ${engine} ORDER BY (name, statement) SETTINGS ${durable}`,
  });
}

async function readRecord(clickhouse: ClickHouseClient): Promise<Recorded[]> {
  const query = 'SELECT DISTINCT name, checksum, statement FROM migrations ORDER BY applied_at';
  const result = await clickhouse.query({
    query,
    format: 'JSONEachRow',
    clickhouse_settings: { select_sequential_consistency: '1' },
  });
  return result.json<Recorded>();
}

async function record(clickhouse: ClickHouseClient, row: Recorded): Promise<void> {
  await clickhouse.insert({
    table: 'migrations',
    values: [row],
    format: 'JSONEachRow',
    clickhouse_settings: { async_insert: 0 },
  });
}
