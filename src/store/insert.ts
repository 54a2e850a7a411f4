// One INSERT of one prepared block, and what its failure means. A block goes into one table and one partition; its token
// is also its query id, so that two tries of the same block never run side by side, and every try is byte for byte the same.

import { setTimeout as sleep } from 'node:timers/promises';
import { Readable } from 'node:stream';
import { type ClickHouseClient, ClickHouseError } from '@clickhouse/client';

export interface PreparedBlock {
  readonly table: string;
  readonly token: string;
  readonly format: 'Native' | 'RowBinary' | 'JSONEachRow';
  /** Only where the format does not name its columns. */
  readonly columns?: readonly string[];
  /** Which of its rows are stored, where not all are: a statement that reads them from `input()`. */
  readonly select?: { readonly query: string; readonly params: Record<string, unknown> };
  readonly bytes: Uint8Array | Readable;
}

export interface InsertPolicy {
  /** A try that takes longer is given up; the engine may still finish it, and the next try finds that out. */
  readonly attemptTimeoutMs: number;
  readonly backoffMs: { readonly first: number; readonly max: number };
}

export const insertPolicy: InsertPolicy = { attemptTimeoutMs: 30_000, backoffMs: { first: 100, max: 3_000 } };

/** The engine read the block and will never take it: trying again is of no use. */
export class BlockRefused extends Error {
  override readonly name = 'BlockRefused';
}

/** More rows than any batch has: the engine must not cut a block in two, or its token would no longer name it. */
const blockRowsMax = '1000000000';
const blockBytesMax = '100000000000';

const settings = {
  async_insert: 0,
  // The answer waits for the commit, and a failure arrives as a status instead of inside a 200.
  wait_end_of_query: 1,
  insert_deduplicate: 1,
  deduplicate_blocks_in_dependent_materialized_views: 1,
  distributed_foreground_insert: 1,
  input_format_parallel_parsing: 0,
  max_insert_block_size: blockRowsMax,
  min_insert_block_size_rows: blockRowsMax,
  min_insert_block_size_bytes: blockBytesMax,
  // Rows of one block that a merge would make one are left to merges: readers expect them in any case, and to look for
  // them is a third of what an insert costs.
  optimize_on_insert: 0,
  // Filters of groups of granules are of no use to parts that are hardly a group: merges make them.
  exclude_materialize_skip_indexes_on_insert: 'ix_attr_groups',
  // One thread: the table's own part comes first, those of its views after it.
  max_threads: 1,
  max_insert_threads: '1',
  parallel_view_processing: 0,
} as const;

/** One try. Throws `BlockRefused`, or anything else when it is worth trying again. */
export async function insertBlock(client: ClickHouseClient, block: PreparedBlock, timeoutMs: number): Promise<void> {
  const columns = block.columns === undefined ? '' : ` (${block.columns.join(', ')})`;
  const select = block.select === undefined ? '' : ` ${block.select.query}`;
  try {
    const { stream } = await client.exec({
      query: `INSERT INTO ${block.table}${columns}${select} FORMAT ${block.format}`,
      query_params: block.select?.params ?? {},
      values: block.bytes instanceof Readable ? block.bytes : streamOf(block.bytes),
      query_id: block.token,
      abort_signal: AbortSignal.timeout(timeoutMs),
      clickhouse_settings: { ...settings, insert_deduplication_token: block.token },
    });
    await drain(stream);
  } catch (error) {
    if (error instanceof ClickHouseError && refusals.has(error.code)) {
      throw new BlockRefused(`${block.table} refused a block: ${error.message}`, { cause: error });
    }
    throw error;
  }
}

/** Lets go of the bytes once they are read: the client's listeners hold on to the stream for as long as its socket lives. */
function streamOf(bytes: Uint8Array): Readable {
  const left = [bytes];
  return new Readable({
    read() {
      this.push(left.pop() ?? null);
    },
  });
}

/**
 * Tries until the store has answered, or `signal` ends the waiting; a refusal is an answer too. `tries` counts from 1:
 * after more than one, a try that seemed to fail may have done its work. What `onFailure` throws ends it.
 */
export async function untilAnswered<T>(
  work: () => Promise<T>,
  options: {
    readonly signal: AbortSignal;
    readonly onFailure: (error: unknown, attempt: number) => void;
    readonly backoffMs?: InsertPolicy['backoffMs'];
  },
): Promise<{ answer: T; tries: number }> {
  const { first, max } = options.backoffMs ?? insertPolicy.backoffMs;
  for (let tries = 1; ; tries++) {
    options.signal.throwIfAborted();
    try {
      return { answer: await work(), tries };
    } catch (error) {
      if (error instanceof BlockRefused) throw error;
      options.onFailure(error, tries);
      await sleep(Math.min(max, first * 2 ** Math.min(tries - 1, 10)), undefined, { signal: options.signal });
    }
  }
}

/**
 * Codes that say "this block is wrong", whatever the engine's state. All others (network, memory, too many parts, read
 * only, disk full, shutting down, the same query still running …) pass, and the block is tried again.
 */
const refusals = new Set([
  '6', // CANNOT_PARSE_TEXT
  '7', // INCORRECT_NUMBER_OF_COLUMNS
  '8', // THERE_IS_NO_COLUMN
  '10', // NOT_FOUND_COLUMN_IN_BLOCK
  '16', // NO_SUCH_COLUMN_IN_TABLE
  '27', // CANNOT_PARSE_INPUT_ASSERTION_FAILED
  '32', // ATTEMPT_TO_READ_AFTER_EOF
  '33', // CANNOT_READ_ALL_DATA
  '38', // CANNOT_PARSE_DATE
  '41', // CANNOT_PARSE_DATETIME
  '50', // UNKNOWN_TYPE
  '53', // TYPE_MISMATCH
  '62', // SYNTAX_ERROR
  '70', // CANNOT_CONVERT_TYPE
  '72', // CANNOT_PARSE_NUMBER
  '117', // INCORRECT_DATA
  '128', // TOO_LARGE_ARRAY_SIZE
  '131', // TOO_LARGE_STRING_SIZE
  '190', // SIZES_OF_ARRAYS_DONT_MATCH
  '321', // VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE
  '349', // CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN
  '407', // DECIMAL_OVERFLOW: a time that a view comes to
]);

async function drain(stream: Readable): Promise<void> {
  for await (const chunk of stream) void chunk;
}
