import { type Readable, Transform } from 'node:stream';
import { finished } from 'node:stream/promises';
import { type ClickHouseClient, ClickHouseError, type ClickHouseSettings } from '@clickhouse/client';
import { uuidv7 } from 'uuidv7';
import { ApiError } from '../errors.ts';
import { type FairGate, GateFull } from '../lib/fair-gate.ts';
import { isStoreDown } from './faults.ts';

/** One statement that a user's text caused, with everything that bounds it. */
export interface ReadRequest {
  readonly projectId: string;
  /** What it is for, in the engine's own list of queries. */
  readonly operation: string;
  readonly sql: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
  readonly limits?: Partial<ReadLimits>;
  /** Infinite numbers as the texts `inf` and `-inf`, rather than as null. */
  readonly infinities?: boolean;
}

export interface ReadLimits {
  readonly executionMsMax: number;
  readonly memoryBytesMax: number;
  readonly rowsReadMax: number;
  readonly resultRowsMax: number;
  readonly resultBytesMax: number;
}

export const defaultReadLimits: ReadLimits = {
  executionMsMax: 10_000,
  memoryBytesMax: 2_000_000_000,
  rowsReadMax: 10_000_000_000,
  resultRowsMax: 100_000,
  resultBytesMax: 256_000_000,
};

export const gateLimits = { runningMax: 16, runningPerProjectMax: 4, waitingPerProjectMax: 20 };

/**
 * A good query that could not be finished: told inside the answer where answers have a place for it. Elsewhere it is the
 * failure of the call: the caller's to mend where a limit was met, to be tried again where the store went away.
 */
export class ReadStopped extends ApiError {
  readonly reason: 'time' | 'memory' | 'rows' | 'away';
  constructor(reason: ReadStopped['reason'], message: string, cause: unknown) {
    super(reason === 'away' ? 'unavailable' : 'invalid_query', {
      message,
      cause,
      ...(reason === 'away' ? { retryAfterS: 2 } : {}),
    });
    this.reason = reason;
  }
}

/** Reads for users: fair between projects, limited, cancelled when the caller leaves. */
export interface Reader {
  /** Each row as the engine printed it: the text of a JSON array, exact to the last digit. */
  rows(request: ReadRequest): Promise<string[]>;
  /** The answer in any format, as it comes; for what is too large to hold. */
  stream(request: ReadRequest, format: string): Promise<Readable>;
}

export function createReader(client: ClickHouseClient, gate: FairGate): Reader {
  return {
    rows: (request) =>
      guarded(gate, request, async () => {
        // The whole answer is awaited by the engine: a failure half way is an error, never a short page.
        const result = await client.query({ ...call(request, { wait_end_of_query: 1 }), format: 'JSONCompactEachRow' });
        const text = await result.text();
        return text === '' ? [] : text.trimEnd().split('\n');
      }),
    stream: (request, format) =>
      new Promise((resolve, reject) => {
        // The turn lasts as long as the answer flows, not just until it begins.
        guarded(gate, request, async () => {
          const settings = { http_write_exception_in_output_format: 0 } as const;
          const { stream, response_headers } = await client.exec({
            ...call(request, settings),
            query: `${request.sql}\nFORMAT ${format}`,
          });
          const tag = response_headers['x-clickhouse-exception-tag'];
          const checked = stream.compose(
            failingOn(typeof tag === 'string' ? `__exception__\r\n${tag}` : '__exception__\r\n'),
          );
          resolve(checked);
          await finished(checked, { writable: false }).catch(() => undefined);
        }).catch(reject);
      }),
  };
}

/** A failure after the first bytes went out comes as text behind them, between marks that no data can forge: make it one. */
function failingOn(mark: string): Transform {
  const wanted = Buffer.from(mark, 'latin1');
  let held = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _, done) {
      const seen = Buffer.concat([held, chunk]);
      if (seen.includes(wanted)) return done(new Error('the store failed in the middle of its answer'));
      // What could be the beginning of the mark waits for the next chunk.
      const safe = Math.max(0, seen.length - wanted.length);
      held = seen.subarray(safe);
      done(null, seen.subarray(0, safe));
    },
    flush(done) {
      done(null, held);
    },
  });
}

function call(request: ReadRequest, settings: ClickHouseSettings) {
  const limits = { ...defaultReadLimits, ...request.limits };
  return {
    query: request.sql,
    query_params: { ...request.params },
    query_id: `${request.operation}-${uuidv7()}`,
    abort_signal: request.signal,
    clickhouse_settings: {
      max_execution_time: limits.executionMsMax / 1000,
      max_memory_usage: String(limits.memoryBytesMax),
      max_rows_to_read: String(limits.rowsReadMax),
      max_result_rows: String(limits.resultRowsMax),
      max_result_bytes: String(limits.resultBytesMax),
      result_overflow_mode: 'throw',
      cancel_http_readonly_queries_on_client_close: 1,
      output_format_json_quote_64bit_integers: 0,
      output_format_json_quote_denormals: request.infinities === true ? 1 : 0,
      date_time_output_format: 'iso',
      log_comment: `${request.projectId} ${request.operation}`,
      ...settings,
    } satisfies ClickHouseSettings,
  };
}

/** Waits for the project's turn, and says in our words why a read did not end. */
export async function guarded<T>(
  gate: FairGate,
  request: Pick<ReadRequest, 'projectId' | 'signal'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await gate.run(request.projectId, request.signal, work);
  } catch (error) {
    throw readFault(error);
  }
}

/** By ClickHouse's own code: the HTTP status says little, and the message is not for users. */
function readFault(error: unknown): unknown {
  if (error instanceof GateFull) {
    return new ApiError('rate_limited', {
      message: `${gateLimits.waitingPerProjectMax} callers of this project wait for their queries already; try again when some are done.`,
      retryAfterS: 2,
    });
  }
  if (error instanceof ClickHouseError) {
    const stopped = stops[error.code];
    return stopped === undefined ? error : new ReadStopped(stopped.reason, stopped.message, error);
  }
  if (isStoreDown(error)) return new ReadStopped('away', 'The store did not answer; try again shortly.', error);
  return error;
}

const tooSlow = { reason: 'time', message: 'The query took too long; narrow the time range or the filter.' } as const;
const tooMuch = {
  reason: 'rows',
  message: 'The query reads or returns more rows than it may; narrow the time range or the filter.',
} as const;
const tooLarge = {
  reason: 'memory',
  message: 'The query needs more memory than it may have; group by fewer values or narrow the time range.',
} as const;

const stops: Readonly<Record<string, { reason: 'time' | 'memory' | 'rows'; message: string }>> = {
  '159': tooSlow, // TIMEOUT_EXCEEDED
  '160': tooSlow, // TOO_SLOW
  '158': tooMuch, // TOO_MANY_ROWS
  '307': tooMuch, // TOO_MANY_BYTES
  '396': tooMuch, // TOO_MANY_ROWS_OR_BYTES
  '191': tooMuch, // SET_SIZE_LIMIT_EXCEEDED
  '241': tooLarge, // MEMORY_LIMIT_EXCEEDED
};
