import type { ClickHouseClient } from '@clickhouse/client';
import type { Sql } from 'postgres';
import type { Tx } from '../../store/transaction.ts';

/** Statements of jobs over what arrived: bounded, so that no project can hold the worker or the store. */
const limits = {
  max_execution_time: 30,
  max_memory_usage: '2000000000',
  date_time_output_format: 'iso',
  output_format_json_quote_64bit_integers: 1,
  async_insert: 0,
} as const;

/** Rows as arrays of cells; 64-bit integers are texts. */
export async function scanRows<Row extends readonly unknown[]>(
  clickhouse: ClickHouseClient,
  sql: string,
  params: Readonly<Record<string, unknown>>,
  signal?: AbortSignal,
): Promise<Row[]> {
  const result = await clickhouse.query({
    query: sql,
    query_params: { ...params },
    format: 'JSONCompactEachRow',
    clickhouse_settings: limits,
    ...(signal === undefined ? {} : { abort_signal: signal }),
  });
  return result.json<Row>();
}

/** Arrival is written by the engine, so it is the engine's clock that says how far has been read. */
export async function selectEngineSeconds(clickhouse: ClickHouseClient, signal: AbortSignal): Promise<number> {
  const [row] = await scanRows<[number]>(clickhouse, "SELECT toUnixTimestamp(now('UTC'))", {}, signal);
  if (row === undefined) throw new Error('the engine did not say what time it is');
  return row[0];
}

/** Projects to which something arrived since then. */
export async function selectArrivedSince(
  clickhouse: ClickHouseClient,
  { sinceS, projectsMax }: { readonly sinceS: number; readonly projectsMax: number },
  signal: AbortSignal,
): Promise<string[]> {
  const rows = await scanRows<[string]>(
    clickhouse,
    `
SELECT DISTINCT toString(e.project_id)
FROM events AS e
WHERE e.ingested_at >= toDateTime({since:Int64}, 'UTC')
LIMIT {limit:UInt32}`,
    { since: Math.floor(sinceS), limit: projectsMax },
    signal,
  );
  return rows.map(([id]) => id);
}

/** All that there are: where the store could not say which of them sent. */
export async function selectProjectIds(sql: Sql, rowsMax: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from projects where deleted_at is null order by id limit ${rowsMax}`;
  return rows.map(({ id }) => id);
}

/** When anything was last looked at: what arrived while no worker ran is behind it. */
export async function selectLatestMark(sql: Sql, name: string): Promise<Date | null> {
  const [row] = await sql<{ at: Date | null }[]>`select max(at) as at from scan_marks where name = ${name}`;
  return row?.at ?? null;
}

/** Of the projects that there are. */
export async function setMarks(tx: Tx, projectIds: readonly string[], name: string, at: Date): Promise<void> {
  await tx`
    insert into scan_marks (project_id, name, at)
    select id, ${name}, ${at} from projects
    where deleted_at is null and id::text in (select unnest(${[...projectIds]}::text[]))
    on conflict (project_id, name) do update set at = excluded.at`;
}

export async function selectMarkedSince(sql: Sql, name: string, since: Date): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select m.project_id as id from scan_marks m
    join projects p on p.id = m.project_id and p.deleted_at is null
    where m.name = ${name} and m.at >= ${since}
    order by m.project_id`;
  return rows.map(({ id }) => id);
}

export async function selectMark(sql: Sql, projectId: string, name: string): Promise<Date | null> {
  const [row] = await sql<{ at: Date }[]>`
    select at from scan_marks where project_id = ${projectId} and name = ${name}`;
  return row?.at ?? null;
}

/** False when somebody else has moved it since it was read: then what was found is theirs to write. */
export async function moveMark(tx: Tx, projectId: string, name: string, from: Date | null, to: Date): Promise<boolean> {
  const rows =
    from === null
      ? await tx`
          insert into scan_marks (project_id, name, at) values (${projectId}, ${name}, ${to})
          on conflict do nothing returning 1`
      : await tx`
          update scan_marks set at = ${to}
          where project_id = ${projectId} and name = ${name} and at = ${from} returning 1`;
  return rows.length > 0;
}

export async function selectScannedBatches(sql: Sql, projectId: string, name: string): Promise<string[]> {
  const rows = await sql<{ batch: string }[]>`
    select batch from scanned_batches where project_id = ${projectId} and name = ${name}`;
  return rows.map(({ batch }) => batch);
}

/** With the time of their arrival: those that arrived long before the mark are not met again, and need not be kept. */
export async function insertScannedBatches(
  tx: Tx,
  projectId: string,
  name: string,
  batches: readonly { readonly batch: string; readonly arrivedS: number }[],
): Promise<void> {
  if (batches.length === 0) return;
  await tx`
    insert into scanned_batches (project_id, name, batch, seen_at)
    select ${projectId}, ${name}, b.batch, to_timestamp(b.arrived)
    from unnest(${batches.map(({ batch }) => batch)}::text[], ${batches.map(({ arrivedS }) => arrivedS)}::float8[])
      as b(batch, arrived)
    on conflict do nothing`;
}

export async function deleteScannedBatches(tx: Tx, projectId: string, name: string, before: Date): Promise<void> {
  await tx`
    delete from scanned_batches where project_id = ${projectId} and name = ${name} and seen_at < ${before}`;
}
