import type { ClickHouseClient } from '@clickhouse/client';
import type { Sql } from 'postgres';
import { messageOf } from '../lib/sentence.ts';
import { withinMs } from '../lib/within.ts';

/** Whether a store answers now, as what, and how far its clock is ahead of ours. */
export type Probe = { answers: true; version: string; aheadMs: number } | { answers: false; fault: string };

/** The oldest of each store that has all that statements are written with. */
export const oldestVersions = { postgres: '15', clickhouse: '26.7' } as const;

export function isVersion(found: string, least: string): boolean {
  return found.localeCompare(least, 'en', { numeric: true }) >= 0;
}

const probeTimeoutMs = 2_000;
/** What was stored of late is looked for by the clock of the store: a tail looks back twelve seconds. */
const clocksApartMsMax = 10_000;

export function probePostgres(sql: Sql): Promise<Probe> {
  return probe(async () => {
    const [row] = await sql<{ version: string; ms: number }[]>`
      select current_setting('server_version') as version, extract(epoch from clock_timestamp())::float8 * 1000 as ms`;
    return [row?.version ?? '', row?.ms ?? NaN];
  });
}

export function probeClickhouse(clickhouse: ClickHouseClient): Promise<Probe> {
  return probe(async () => {
    const query = 'SELECT version(), toFloat64(toUnixTimestamp64Milli(now64(3)))';
    const result = await clickhouse.query({ query, format: 'JSONCompactEachRow' });
    const [row] = await result.json<[version: string, ms: number]>();
    return row ?? ['', NaN];
  });
}

/** What there is to say of a store whose clock is not ours. */
export function clockFault(probe: Probe): string | undefined {
  if (!probe.answers || Math.abs(probe.aheadMs) <= clocksApartMsMax) return undefined;
  const seconds = Math.round(Math.abs(probe.aheadMs) / 1000);
  return `its clock is ${seconds} s ${probe.aheadMs > 0 ? 'ahead of' : 'behind'} the clock of this machine`;
}

async function probe(ask: () => Promise<[version: string, ms: number]>): Promise<Probe> {
  const askedMs = Date.now();
  try {
    const [version, ms] = await withinMs(ask(), probeTimeoutMs);
    return { answers: true, version, aheadMs: ms - (askedMs + Date.now()) / 2 };
  } catch (error) {
    return { answers: false, fault: messageOf(error) };
  }
}
