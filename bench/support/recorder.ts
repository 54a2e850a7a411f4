// The statements that the API sends for a request, so that the engine can be asked the same without the API.

import type { ClickHouseClient } from '@clickhouse/client';
import { allAtMost } from '../../src/lib/concurrent.ts';
import { planSettings, type Reader, type ReadRequest } from '../../src/store/read.ts';

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
    // Statements of users, which no one else asks.
    lines: (request) => reader.lines(request),
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
  /** Rows of the answer. */
  readonly answerRows: number;
}

/** The same statements in the same order; as many at once as there were. */
export async function replay(client: ClickHouseClient, recorded: readonly Recorded[]): Promise<EngineRun> {
  const start = performance.now();
  const runs: Omit<EngineRun, 'ms'>[] = [];
  for (const { statements, atOnce } of concurrent(recorded))
    runs.push(...(await allAtMost(atOnce, statements, (one) => run(client, one))));
  const ms = performance.now() - start;
  const sum = (of: (run: Omit<EngineRun, 'ms'>) => number): number => runs.reduce((total, run) => total + of(run), 0);
  return {
    ms,
    innerMs: sum((run) => run.innerMs),
    rows: sum((run) => run.rows),
    bytes: sum((run) => run.bytes),
    answerRows: sum((run) => run.answerRows),
  };
}

/** Statements that overlap, and the most of them that ran at any moment. */
function concurrent(recorded: readonly Recorded[]): { statements: Recorded[]; atOnce: number }[] {
  const groups: { statements: Recorded[]; atOnce: number }[] = [];
  let endMs = -Infinity;
  for (const one of recorded.toSorted((a, b) => a.startMs - b.startMs)) {
    const group = one.startMs < endMs ? groups.at(-1) : undefined;
    if (group === undefined) groups.push({ statements: [one], atOnce: 1 });
    else {
      group.statements.push(one);
      group.atOnce = Math.max(group.atOnce, group.statements.filter((other) => other.endMs > one.startMs).length);
    }
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
      // Also for other layouts: their text indexes gain as much.
      ...planSettings,
      output_format_json_quote_64bit_integers: 0,
      date_time_output_format: 'iso',
    },
  });
  let answerRows = 0;
  for await (const chunk of result.stream as AsyncIterable<Buffer>) answerRows += linesIn(chunk);
  const summary = JSON.parse(String(result.response_headers['x-clickhouse-summary'] ?? '{}')) as Record<string, string>;
  return {
    innerMs: Number(summary['elapsed_ns'] ?? 0) / 1e6,
    rows: Number(summary['read_rows'] ?? 0),
    bytes: Number(summary['read_bytes'] ?? 0),
    answerRows,
  };
}

function linesIn(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++;
  return lines;
}

const idleReads = 9;

/**
 * Says what CPU time the engine spent while something ran: it hardly depends on what else the machine does. Nothing else
 * may run in the engine meanwhile.
 */
export async function cpuMeter(
  clickhouse: ClickHouseClient,
): Promise<<T>(work: () => Promise<T>) => Promise<{ result: T; cpuMs: number }>> {
  const read = async (): Promise<number> => {
    const result = await clickhouse.query({
      query: "SELECT value / 1000 FROM system.events WHERE event = 'OSCPUVirtualTimeMicroseconds'",
      format: 'TabSeparated',
    });
    return Number(await result.text());
  };
  // What looking costs by itself.
  const idle: number[] = [];
  for (let before = await read(), i = 0; i < idleReads; i++) {
    const after = await read();
    idle.push(after - before);
    before = after;
  }
  const lookingMs = idle.toSorted((a, b) => a - b)[Math.floor(idleReads / 2)] ?? 0;
  return async (work) => {
    const before = await read();
    const result = await work();
    return { result, cpuMs: Math.max(0, (await read()) - before - lookingMs) };
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

/** How many granules are left of each table after all its indexes, or after its key alone, and how many its partitions had. */
export async function indexUse(
  client: ClickHouseClient,
  { sql, params }: Recorded,
  skipIndexes: 0 | 1 = 1,
): Promise<IndexUse[]> {
  const result = await client.query({
    query: `EXPLAIN json = 1, indexes = 1 ${sql}`,
    query_params: { ...params },
    format: 'TabSeparatedRaw',
    // Indexes that are applied while reading are not in the plan.
    clickhouse_settings: {
      use_skip_indexes: skipIndexes,
      use_skip_indexes_on_data_read: 0,
      use_query_condition_cache: 0,
    },
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
