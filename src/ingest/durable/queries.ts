import type { ClickHouseClient } from '@clickhouse/client';
import { addAbortSignal, type Readable } from 'node:stream';
import type { Sql } from 'postgres';
import { wholeAnswer } from '../../store/clickhouse.ts';
import type { PreparedBlock } from '../../store/insert.ts';

/** Tables whose rows carry a receipt. All that is acknowledged is in one of them; the others are learned from it. */
export const receiptTables = ['events', 'metric_points', 'metric_dists', 'metric_exemplars', 'replay_chunks'] as const;
export type ReceiptTable = (typeof receiptTables)[number];

export function carriesReceipts(table: string): table is ReceiptTable {
  return (receiptTables as readonly string[]).includes(table);
}

/** Of an event it is in its id (../events/event-id.ts): as the index of ids has it. */
const inId =
  'toUInt64(bitOr(bitOr(bitAnd(bitShiftRight(toUInt128(id), 32), 18446462598732840960), ' +
  'bitAnd(bitShiftRight(toUInt128(id), 28), 281406257233920)), bitAnd(bitShiftRight(toUInt128(id), 26), 68719476735)))';

/** Events that were stored before it was there have it in a column, as all other rows. */
export function receiptSql(table: ReceiptTable): string {
  return table === 'events' ? `if(receipt = 0, ${inId}, receipt)` : 'receipt';
}

/** Each half has an index. */
export function isAmong(table: ReceiptTable): string {
  const inColumn = 'receipt IN {receipts: Array(UInt64)}';
  return table === 'events' ? `(${inId} IN {receipts: Array(UInt64)} OR ${inColumn})` : inColumn;
}

/** A sender tries the same body again within this time. */
export const receiptWindowMs = 15 * 60_000;
const windowSlackS = 60;

export interface StoredPart {
  readonly receipt: string;
  readonly table: ReceiptTable;
  readonly day: number;
  readonly rows: number;
  /** When its first row came to be stored. */
  readonly storedAtMs: number;
  /** The inserts that stored it, as the column of this name has them. */
  readonly batches: readonly string[];
}

/** Where rows of these receipts (decimal) were stored within the window. */
export async function findReceipts(
  client: ClickHouseClient,
  tables: readonly ReceiptTable[],
  projectIds: readonly string[],
  receipts: readonly string[],
  timeoutMs: number,
): Promise<StoredPart[]> {
  const arms = tables.map(
    (table) => `
      SELECT '${table}' AS tbl, toString(${receiptSql(table)}) AS number, toUInt32(toDate(t.ts)) AS day, toUInt32(count()) AS rows,
             toUnixTimestamp(min(t.ingested_at)) AS stored_at, arrayMap(b -> toString(b), groupUniqArray(t.batch)) AS batches
      FROM ${table} AS t
      WHERE t.project_id IN {projects: Array(String)} AND ${isAmong(table)}
        AND t.ingested_at >= now() - {window: UInt32}
      GROUP BY number, day`,
  );
  const result = await client.query({
    query: arms.join(' UNION ALL '),
    format: 'JSONCompactEachRow',
    query_params: {
      projects: [...projectIds],
      receipts: receipts.map(BigInt),
      window: receiptWindowMs / 1000 + windowSlackS,
    },
    abort_signal: AbortSignal.timeout(timeoutMs),
  });
  const found =
    await result.json<
      [table: ReceiptTable, receipt: string, day: number, rows: number, storedAtS: number, batches: string[]]
    >();
  return found.map(([table, receipt, day, rows, storedAtS, batches]) => ({
    table,
    receipt,
    day,
    rows,
    storedAtMs: storedAtS * 1000,
    batches,
  }));
}

/** Every receipt that was stored within the window: 64-bit numbers, little-endian, one after the other; some come twice. */
export async function readReceipts(client: ClickHouseClient, timeoutMs: number): Promise<Readable> {
  const arms = receiptTables.map(
    (table) => `SELECT DISTINCT ${receiptSql(table)} FROM ${table} WHERE ingested_at >= now() - {window: UInt32}`,
  );
  const signal = AbortSignal.timeout(timeoutMs);
  const { stream } = await client.exec({
    query: `${arms.join(' UNION ALL ')} FORMAT RowBinary`,
    query_params: { window: receiptWindowMs / 1000 + windowSlackS },
    abort_signal: signal,
    clickhouse_settings: { ...wholeAnswer, max_execution_time: timeoutMs / 1000 },
  });
  return addAbortSignal(signal, stream);
}

/** The query ids of the inserts that the engine is carrying out. */
export async function runningInserts(client: ClickHouseClient): Promise<Set<string>> {
  const result = await client.query({
    query: `SELECT query_id FROM system.processes WHERE query_kind = 'Insert' AND current_database = currentDatabase()`,
    format: 'JSONCompactEachRow',
  });
  return new Set((await result.json<[string]>()).map(([id]) => id));
}

export interface BlockIdentity {
  readonly table: string;
  readonly token: string;
  readonly day: number;
  readonly retentionDays: number;
}

const wholeBlock = `batch = cityHash64({token: String}) AND toDate(ts) = toDate({day: UInt16})
  AND retention_days = {days: UInt16} AND ingested_at >= now() - {age: UInt32}`;

function blockParams(block: BlockIdentity, ageS: number) {
  return { token: block.token, day: block.day, days: block.retentionDays, age: ageS };
}

/** How many rows the insert with this token has stored, if it was tried within the last `ageS` seconds. */
export async function countBlock(client: ClickHouseClient, block: BlockIdentity, ageS: number): Promise<number> {
  return countRows(client, `${block.table} WHERE ${wholeBlock}`, blockParams(block, ageS));
}

async function countRows(client: ClickHouseClient, from: string, params: Record<string, unknown>): Promise<number> {
  const result = await client.query({
    query: `SELECT toUInt32(count()) AS rows FROM ${from}`,
    format: 'JSONEachRow',
    query_params: params,
  });
  const [row] = await result.json<{ rows: number }>();
  return row?.rows ?? 0;
}

/**
 * What names a row of a body, or all of its rows that one insert brings to one shard: either all of them are stored or
 * none. None of it is a time, which may be that of the arrival: of an event it is the end of its id.
 */
const namesInBody: Readonly<Record<ReceiptTable, string>> = {
  events: 'bitAnd(toUInt64(toUInt128(id)), 67108863)',
  metric_points: 'series_id',
  metric_dists: 'series_id',
  metric_exemplars: 'series_id',
  replay_chunks: 'session_id',
};

/** What the store may have of a block. */
export interface StoredOfBlock {
  readonly table: ReceiptTable;
  readonly day: number;
  /** The inserts that may have stored it: earlier ones as the column `batch` has them, and those of its own by their tokens. */
  readonly batches: readonly string[];
  readonly tokens: readonly string[];
  /** Of this body alone, if it is not 0. */
  readonly receipt: string;
}

const ofInserts = (table: ReceiptTable): string =>
  `has(arrayConcat({batches: Array(UInt64)}, arrayMap(t -> cityHash64(t), {tokens: Array(String)})), batch)
  AND {receipt: UInt64} IN (0, ${receiptSql(table)}) AND toDate(ts) = toDate({day: UInt16}) AND ingested_at >= now() - {age: UInt32}`;

function insertsParams({ day, batches, tokens, receipt }: StoredOfBlock, ageS: number) {
  return { batches: batches.map(BigInt), tokens: [...tokens], receipt, day, age: ageS };
}

/** How many rows of it are there, if they were stored within the last `ageS` seconds. */
export async function countStored(client: ClickHouseClient, stored: StoredOfBlock, ageS: number): Promise<number> {
  return countRows(client, `${stored.table} WHERE ${ofInserts(stored.table)}`, insertsParams(stored, ageS));
}

/** Of a block in `Native` the rows that are not there. */
export function rowsBeside(stored: StoredOfBlock, ageS: number): Required<Pick<PreparedBlock, 'columns' | 'select'>> {
  const { table } = stored;
  const sent = '* EXCEPT (batch, ingested_at)';
  const name = `(${receiptSql(table)}, ${namesInBody[table]})`;
  return {
    columns: [sent],
    select: {
      query: `SELECT ${sent} FROM input() WHERE ${name} NOT IN (SELECT ${name} FROM ${table} WHERE ${ofInserts(table)})`,
      params: insertsParams(stored, ageS),
    },
  };
}

/** The rows of a stored block, as they can be inserted again: the same token stores none of them twice. */
export async function readBlock(
  client: ClickHouseClient,
  block: BlockIdentity,
  ageS: number,
): Promise<{ columns: string[]; rows: Readable }> {
  const result = await client.query({
    query: `SELECT name FROM system.columns WHERE database = currentDatabase() AND table = {table: String}
            AND default_kind NOT IN ('MATERIALIZED', 'ALIAS') ORDER BY position`,
    format: 'JSONEachRow',
    query_params: { table: block.table },
  });
  const columns = (await result.json<{ name: string }>()).map(({ name }) => name);
  const { stream } = await client.exec({
    query: `SELECT ${columns.join(', ')} FROM ${block.table} WHERE ${wholeBlock} FORMAT RowBinary`,
    query_params: blockParams(block, ageS),
    clickhouse_settings: wholeAnswer,
  });
  return { columns, rows: stream };
}

/** What Prometheus told of a metric. */
export interface StoredMetadata {
  readonly project_id: string;
  readonly metric: string;
  readonly type: string;
  readonly unit: string;
  readonly help: string;
}

/** The newest of each metric of all projects, if it was told since then; of too many the latest. */
export async function readMetadata(
  client: ClickHouseClient,
  since: Date,
  limit: number,
  timeoutMs: number,
): Promise<StoredMetadata[]> {
  const result = await client.query({
    query: `
      SELECT m.project_id AS project_id, m.metric AS metric, argMax(m.type, m.last_seen) AS type,
             argMax(m.unit, m.last_seen) AS unit, argMax(m.description, m.last_seen) AS help
      FROM metric_metadata AS m
      WHERE m.last_seen >= fromUnixTimestamp({since: UInt32})
      GROUP BY project_id, metric
      ORDER BY max(m.last_seen) DESC
      LIMIT {limit: UInt32}`,
    format: 'JSONEachRow',
    query_params: { since: Math.floor(since.getTime() / 1000), limit },
    abort_signal: AbortSignal.timeout(timeoutMs),
  });
  return result.json<StoredMetadata>();
}

/**
 * Claims these receipts for a process until the lease ends, and gives those that are its own now: the others belong to
 * another. In one order for all, so that two statements never wait for each other.
 */
export async function claimReceipts(
  sql: Sql,
  holder: string,
  receipts: readonly string[],
  leaseMs: number,
): Promise<string[]> {
  const rows = await sql<{ receipt: string }[]>`
    insert into ingest_claims as claim (receipt, holder, until)
    select receipt, ${holder}::uuid, now() + ${leaseMs} * interval '1 millisecond'
    from unnest(${receipts.map(signed)}::bigint[]) as receipt order by receipt
    on conflict (receipt) do update set until = excluded.until where claim.holder = excluded.holder
    returning receipt::text`;
  return rows.map(({ receipt }) => unsigned(receipt));
}

/** Gives those that are still the process's own: a claim that is gone may have been another's meanwhile. */
export async function renewClaims(
  sql: Sql,
  holder: string,
  receipts: readonly string[],
  leaseMs: number,
): Promise<string[]> {
  const rows = await sql<{ receipt: string }[]>`
    update ingest_claims as claim set until = now() + ${leaseMs} * interval '1 millisecond'
    from (${ownClaims(sql, holder, receipts)}) as own where claim.receipt = own.receipt
    returning claim.receipt::text`;
  return rows.map(({ receipt }) => unsigned(receipt));
}

export async function dropClaims(sql: Sql, holder: string, receipts: readonly string[]): Promise<void> {
  await sql`delete from ingest_claims where receipt in (${ownClaims(sql, holder, receipts)})`;
}

function ownClaims(sql: Sql, holder: string, receipts: readonly string[]) {
  return sql`
    select receipt from ingest_claims
    where receipt = any(${receipts.map(signed)}::bigint[]) and holder = ${holder}::uuid order by receipt for update`;
}

export interface StandingClaim {
  readonly receipt: string;
  readonly holder: string;
  /** Negative where its lease has ended. */
  readonly leftMs: number;
}

export async function selectClaims(sql: Sql, receipts: readonly string[]): Promise<StandingClaim[]> {
  const rows = await sql<StandingClaim[]>`
    select receipt::text, holder::text, (extract(epoch from until - now()) * 1000)::float8 as "leftMs"
    from ingest_claims where receipt = any(${receipts.map(signed)}::bigint[])`;
  return rows.map((claim) => ({ ...claim, receipt: unsigned(claim.receipt) }));
}

/** Those of a process that has let their lease end. */
export async function dropEndedClaims(sql: Sql, holder: string): Promise<void> {
  await sql`
    delete from ingest_claims where receipt in (
      select receipt from ingest_claims where holder = ${holder}::uuid and until < now() order by receipt for update)`;
}

/** Of a run that is over. */
export async function dropClaimsOf(sql: Sql, holder: string): Promise<void> {
  await sql`
    delete from ingest_claims where receipt in (
      select receipt from ingest_claims where holder = ${holder}::uuid order by receipt for update)`;
}

/** Of processes that ended without a word. */
export async function dropOldClaims(sql: Sql, ageS: number): Promise<void> {
  await sql`delete from ingest_claims where until < now() - ${ageS} * interval '1 second'`;
}

/** Receipts are unsigned, Postgres has signed numbers alone. */
function signed(receipt: string): string {
  return BigInt.asIntN(64, BigInt(receipt)).toString();
}

function unsigned(receipt: string): string {
  return BigInt.asUintN(64, BigInt(receipt)).toString();
}
