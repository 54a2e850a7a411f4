import type { ClickHouseClient } from '@clickhouse/client';
import type { Sql } from './postgres.ts';
import { withinMs } from '../lib/within.ts';

/** Whether a store answers now, and as what. */
export type Probe = { answers: true; version: string } | { answers: false; fault: string };

const probeTimeoutMs = 2_000;

export function probePostgres(sql: Sql): Promise<Probe> {
  return probe(async () => {
    const [row] = await sql<{ server_version: string }[]>`show server_version`;
    return row?.server_version ?? '';
  });
}

export function probeClickhouse(clickhouse: ClickHouseClient): Promise<Probe> {
  return probe(async () => {
    const result = await clickhouse.query({ query: 'SELECT version()', format: 'TabSeparated' });
    return (await result.text()).trim();
  });
}

async function probe(ask: () => Promise<string>): Promise<Probe> {
  try {
    return { answers: true, version: await withinMs(ask(), probeTimeoutMs) };
  } catch (error) {
    return { answers: false, fault: error instanceof Error ? error.message : String(error) };
  }
}
