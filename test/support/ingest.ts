// From a body to rows of the real engine, without the batcher.

import { randomUUID } from 'node:crypto';
import type { ClickHouseClient } from '@clickhouse/client';
import type { IngestContext } from '../../src/ingest/outcome.ts';
import type { RowSink } from '../../src/ingest/rows/sink.ts';
import { insertBlock } from '../../src/store/insert.ts';

export type Row = Record<string, unknown>;

export function contextAt(nowMs: number, more: Partial<IngestContext> = {}): IngestContext {
  return {
    projectId: 'p-1',
    retentionDays: 30,
    receivedAtNs: BigInt(nowMs) * 1_000_000n,
    receipt: { hi: 0x89abcdef, lo: 0x01234567 },
    ...more,
  };
}

/** Everything in the sink, one INSERT for each block. */
export async function store(client: ClickHouseClient, sink: RowSink, nowMs: number): Promise<void> {
  for (const block of sink.seal(nowMs))
    await insertBlock(
      client,
      { table: block.table, token: randomUUID(), format: 'Native', bytes: block.bytes },
      30_000,
    );
}

/** 64-bit integers come as texts, doubles that JSON lacks as 'nan', 'inf' and '-inf'. */
export async function select(client: ClickHouseClient, query: string): Promise<Row[]> {
  const result = await client.query({
    query,
    format: 'JSONEachRow',
    clickhouse_settings: {
      output_format_json_quote_64bit_integers: 1,
      output_format_json_quote_denormals: 1,
    },
  });
  return result.json<Row>();
}
