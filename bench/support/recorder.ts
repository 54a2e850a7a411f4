// The statements that the API sends for a request, so that the engine can be asked the same without the API.

import type { ClickHouseClient } from '@clickhouse/client';
import type { Reader, ReadRequest } from '../../src/store/read.ts';

export interface Recorded {
  readonly operation: string;
  readonly sql: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly format: string;
  readonly startMs: number;
  endMs: number;
}

const recordedMax = 10_000;

export function recording(reader: Reader, into: Recorded[]): Reader {
  const note = ({ sql, params, operation }: ReadRequest, format: string): Recorded => {
    const one: Recorded = { operation, sql, params, format, startMs: performance.now(), endMs: Infinity };
    if (into.length < recordedMax) into.push(one);
    return one;
  };
  return {
    rows: async (request) => {
      const one = note(request, 'JSONCompactEachRow');
      try {
        return await reader.rows(request);
      } finally {
        one.endMs = performance.now();
      }
    },
    stream: async (request, format) => {
      note(request, format);
      return reader.stream(request, format);
    },
  };
}

export interface EngineRun {
  /** From sending the statements to the last byte, as one who speaks HTTP to the engine waits for it. */
  readonly ms: number;
  /** What the engine says that it took. */
  readonly innerMs: number;
  readonly rows: number;
  readonly bytes: number;
}

/** The same statements in the same order; those that ran at the same time run so again. */
export async function replay(client: ClickHouseClient, recorded: readonly Recorded[]): Promise<EngineRun> {
  const start = performance.now();
  const runs: Omit<EngineRun, 'ms'>[] = [];
  for (const group of concurrent(recorded)) runs.push(...(await Promise.all(group.map((one) => run(client, one)))));
  const ms = performance.now() - start;
  const sum = (of: (run: Omit<EngineRun, 'ms'>) => number): number => runs.reduce((total, run) => total + of(run), 0);
  return { ms, innerMs: sum((run) => run.innerMs), rows: sum((run) => run.rows), bytes: sum((run) => run.bytes) };
}

function concurrent(recorded: readonly Recorded[]): Recorded[][] {
  const groups: Recorded[][] = [];
  let endMs = -Infinity;
  for (const one of recorded.toSorted((a, b) => a.startMs - b.startMs)) {
    if (one.startMs < endMs) groups.at(-1)?.push(one);
    else groups.push([one]);
    endMs = Math.max(endMs, one.endMs);
  }
  return groups;
}

async function run(client: ClickHouseClient, { sql, params, format }: Recorded): Promise<Omit<EngineRun, 'ms'>> {
  const result = await client.exec({
    query: `${sql}\nFORMAT ${format}`,
    query_params: { ...params },
    clickhouse_settings: {
      wait_end_of_query: 1,
      output_format_json_quote_64bit_integers: 0,
      date_time_output_format: 'iso',
    },
  });
  for await (const _ of result.stream);
  const summary = JSON.parse(String(result.response_headers['x-clickhouse-summary'] ?? '{}')) as Record<string, string>;
  return {
    innerMs: Number(summary['elapsed_ns'] ?? 0) / 1e6,
    rows: Number(summary['read_rows'] ?? 0),
    bytes: Number(summary['read_bytes'] ?? 0),
  };
}

export interface IndexUse {
  readonly table: string;
  readonly granules: number;
  readonly granulesMax: number;
}

interface PlanNode {
  readonly 'Node Type'?: string;
  readonly Description?: string;
  readonly Indexes?: readonly Readonly<Record<string, number>>[];
  readonly Plans?: readonly PlanNode[];
}

/** How many granules are left of each table after all its indexes, and how many its partitions had. */
export async function indexUse(client: ClickHouseClient, { sql, params }: Recorded): Promise<IndexUse[]> {
  const result = await client.query({
    query: `EXPLAIN json = 1, indexes = 1 ${sql}`,
    query_params: { ...params },
    format: 'TabSeparatedRaw',
    // Indexes that are applied while reading are not in the plan.
    clickhouse_settings: { use_skip_indexes_on_data_read: 0, use_query_condition_cache: 0 },
  });
  const plan = JSON.parse(await result.text()) as readonly { readonly Plan: PlanNode }[];
  return plan.flatMap(({ Plan }) => reads(Plan));
}

function reads(node: PlanNode): IndexUse[] {
  const below = (node.Plans ?? []).flatMap(reads);
  const [first] = node.Indexes ?? [];
  if (first === undefined) return below;
  const granulesMax = first['Initial Granules'] ?? 0;
  const granules = node.Indexes?.at(-1)?.['Selected Granules'] ?? 0;
  return [{ table: node.Description ?? '', granules, granulesMax }, ...below];
}
