import { type Readable, Transform } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { type ClickHouseClient, ClickHouseError, type ClickHouseSettings } from '@clickhouse/client';
import { uuidv7 } from 'uuidv7';
import { ApiError } from '../errors.ts';
import { type FairGate, fairGate, GateFull, gateWithin } from '../lib/fair-gate.ts';
import { once } from '../lib/once.ts';
import { wholeAnswer } from './clickhouse.ts';
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
  /** In whose name the engine is asked; the connection's own user when left out. */
  readonly user?: { readonly username: string; readonly password: string };
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
  resultBytesMax: 50_000_000,
};

/**
 * The newest rows of a filter: with its filter of the best rows so far, the engine reads a text index's column instead of
 * the index, which takes two to six times as long for words and tags. And what was unpacked for one read is kept for the
 * next, unless a read is so long that it would drive out all others. A join is planned by itself: of several that it puts
 * in an order of its own the engine takes keys that are constants for missing. And a text index hints at nothing: of a
 * condition on a rare key of a map the engine asks the key of all rows, also of those that another side of an `or` lets through.
 */
export const planSettings = {
  use_top_k_dynamic_filtering: 0,
  use_uncompressed_cache: 1,
  query_plan_optimize_join_order_limit: 2,
  query_plan_text_index_add_hint: 0,
} as const;

export const gateLimits = { runningMax: 16, runningPerProjectMax: 4, waitingPerProjectMax: 20 };
/** A stream has its turn for as long as its caller takes to read it: half of the turns are left to all else. */
const streamLimits = {
  ...gateLimits,
  runningMax: gateLimits.runningMax / 2,
  runningPerProjectMax: gateLimits.runningPerProjectMax / 2,
};

/**
 * A good query that could not be finished: told inside the answer where answers have a place for it. Elsewhere it is the
 * failure of the call: the caller's to mend where a limit was met, to be tried again where the store went away.
 */
export class ReadStopped extends ApiError {
  readonly reason: 'time' | 'memory' | 'rows' | 'values' | 'away';
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
  /** Each line of the answer, in the format that the statement names. */
  lines(request: ReadRequest): Promise<string[]>;
  /** The answer in any format, as it comes; for what is too large to hold. */
  stream(request: ReadRequest, format: string): Promise<Readable>;
}

export function createReader(client: ClickHouseClient, gate: FairGate): Reader {
  const threadsOf = sharedThreads(client);
  const streams = gateWithin(gate, fairGate(streamLimits));
  const lines = (request: ReadRequest): Promise<string[]> =>
    new Promise((resolve, reject) => {
      const work = async (running: number) => {
        const asked = call(request, { ...wholeAnswer, ...(await threadsOf(running, request.signal)) });
        return ended(client, asked, reject, async () => {
          const { stream } = await client.exec(asked);
          return linesOf(stream, printedMax * { ...defaultReadLimits, ...request.limits }.resultBytesMax);
        });
      };
      guarded(gate, request, work).then(resolve, reject);
    });
  return {
    rows: (request) => lines({ ...request, sql: `${request.sql}\nFORMAT JSONCompactEachRow` }),
    lines,
    stream: (request, format) =>
      new Promise((resolve, reject) => {
        // The turn lasts as long as the answer flows, not just until it begins.
        const work = async (running: number) => {
          const sql = `${request.sql}\nFORMAT ${format}`;
          // In a file for spreadsheets what is not there is an empty cell; what is empty has quotes.
          const file = { http_write_exception_in_output_format: 0, format_csv_null_representation: '' } as const;
          const settings = { ...file, ...(await threadsOf(running, request.signal)) };
          const asked = call({ ...request, sql }, settings);
          await ended(client, asked, reject, async () => {
            const { stream, response_headers } = await client.exec(asked);
            const tag = response_headers['x-clickhouse-exception-tag'];
            const checked = stream.compose(
              failingOn(typeof tag === 'string' ? `__exception__\r\n${tag}` : '__exception__\r\n'),
            );
            resolve(checked);
            await finished(checked, { writable: false });
          });
        };
        guarded(streams, request, work).catch(reject);
      }),
  };
}

/** How much longer an answer may be than its values: printed, each control character is six. */
const printedMax = 2;
const pieceBytes = 1024 * 1024;
const newline = 0x0a;

/** Decoded by the piece: the whole in one go would keep everybody else waiting, each chunk by itself takes several times as long. */
async function linesOf(stream: Readable, bytesMax: number): Promise<string[]> {
  const lines: string[] = [];
  let total = 0;
  const add = (piece: readonly Buffer[]) => {
    for (const line of Buffer.concat(piece).toString().split('\n')) lines.push(line);
  };
  let chunks: Buffer[] = [];
  let bytes = 0;
  for await (const part of stream) {
    const chunk = part as Buffer;
    total += chunk.length;
    if (total > bytesMax) throw new ReadStopped(tooMuch.reason, tooMuch.message, undefined);
    const end = bytes + chunk.length < pieceBytes ? -1 : chunk.lastIndexOf(newline);
    chunks.push(end === -1 ? chunk : chunk.subarray(0, end));
    bytes += chunk.length;
    if (end === -1) continue;
    add(chunks);
    chunks = [chunk.subarray(end + 1)];
    bytes = chunk.length - end - 1;
  }
  add(chunks);
  // Behind the last one there is an end of a line, too.
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Sees to it that a statement which does not come to its end here, because its caller left or its answer broke off, does so there. */
async function ended<T>(
  client: ClickHouseClient,
  asked: Call,
  failed: (fault: unknown) => void,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // What the engine itself gave up has ended.
    if (!(error instanceof ClickHouseError)) {
      // Its turn lasts until it has, which its caller need not wait for.
      failed(readFault(error));
      await stop(client, asked);
      // The engine may not have read a statement yet whose caller leaves at once.
      void pause(onItsWayMsMax, undefined, { ref: false }).then(() => stop(client, asked));
    }
    throw error;
  }
}

/** Longer than the engine waits for the end of what it stops. */
const stopMsMax = 10_000;
const stopTriesMax = 1_000;
const silentTriesMax = 2;
const onItsWayMsMax = 1_000;
const stillRuns = '216';

/**
 * Ends a statement, and waits until it has ended: it keeps its turn so long. The engine sees by itself that a connection
 * was closed, but not in the middle of a join; and neither that nor its limits in the middle of a function, which may take
 * minutes for one value. Whoever takes a statement's id ends it, and needs no other right.
 */
async function stop(client: ClickHouseClient, { query_id, auth }: Call): Promise<void> {
  const clickhouse_settings = { replace_running_query: 1 } as const;
  let silent = 0;
  for (let tries = 0; tries < stopTriesMax; tries++) {
    const abort_signal = AbortSignal.timeout(stopMsMax);
    const taking = { query_id, ...(auth === undefined ? {} : { auth }), abort_signal };
    const fault: unknown = await client.command({ query: 'SELECT 1', ...taking, clickhouse_settings }).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    const isRunning = fault instanceof ClickHouseError && fault.code === stillRuns;
    silent = abort_signal.aborted ? silent + 1 : 0;
    // A store that is away runs nothing any more, and of one that says nothing there is nothing to wait for.
    if (silent === silentTriesMax || (silent === 0 && !isRunning)) return;
  }
}

/** How far a statement yields that is not the only one of its project: as a process of this `nice` value would. */
const niceBesideOthers = 10;

/**
 * A project has the engine's cores once, however many of its statements run: one alone may use them all, one that begins
 * beside others its part of them, and that when nobody else needs them (where the engine may say so to its system). What
 * another project asks for finds little before it.
 */
function sharedThreads(
  client: ClickHouseClient,
): (running: number, caller: AbortSignal) => Promise<ClickHouseSettings> {
  const all = once(async () => {
    const result = await client.query({ query: "SELECT toUInt32(getSetting('max_threads'))", format: 'TabSeparated' });
    return Number(await result.text());
  });
  return async (running, caller) => {
    if (running === 1) return {};
    // A store that is away says so to the statement itself.
    const threads = await all().catch(() => undefined);
    // The driver does not see that a caller has left before it is asked.
    caller.throwIfAborted();
    if (threads === undefined) return {};
    return { max_threads: Math.max(1, Math.floor(threads / running)), os_threads_nice_value_query: niceBesideOthers };
  };
}

/** A failure after the first bytes went out comes as text behind them, between marks that no data can forge: make it one. */
function failingOn(mark: string): Transform {
  const wanted = Buffer.from(mark, 'latin1');
  const size = wanted.length;
  let before = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _, done) {
      // A chunk is copied at its ends only, where a mark may lie across two.
      const seam = Buffer.concat([before, chunk.subarray(0, size)]);
      const isFailed = seam.includes(wanted) || chunk.includes(wanted);
      before = Buffer.concat([before, chunk.subarray(-size)]).subarray(-size);
      done(isFailed ? new Error('the store failed in the middle of its answer') : null, chunk);
    },
  });
}

type Call = ReturnType<typeof call>;

function call(request: ReadRequest, settings: ClickHouseSettings) {
  return {
    query: request.sql,
    query_params: { ...request.params },
    query_id: `${request.operation}-${uuidv7()}`,
    abort_signal: request.signal,
    ...(request.user === undefined ? {} : { auth: request.user }),
    clickhouse_settings: {
      ...readSettings({ ...defaultReadLimits, ...request.limits }),
      ...(request.infinities === true ? { output_format_json_quote_denormals: 1 } : {}),
      log_comment: `${request.projectId} ${request.operation}`,
      ...settings,
    } satisfies ClickHouseSettings,
  };
}

/** What every read sets, or finds set already where its user may not. */
export function readSettings(limits: ReadLimits) {
  return {
    max_execution_time: limits.executionMsMax / 1000,
    max_memory_usage: String(limits.memoryBytesMax),
    max_rows_to_read: String(limits.rowsReadMax),
    max_result_rows: String(limits.resultRowsMax),
    max_result_bytes: String(limits.resultBytesMax),
    result_overflow_mode: 'throw',
    cancel_http_readonly_queries_on_client_close: 1,
    ...planSettings,
    output_format_json_quote_64bit_integers: 0,
    output_format_json_quote_denormals: 0,
    date_time_output_format: 'iso',
  } as const satisfies ClickHouseSettings;
}

/** Waits for the project's turn, and says in our words why a read did not end. */
async function guarded<T>(
  gate: FairGate,
  request: Pick<ReadRequest, 'projectId' | 'signal'>,
  work: (running: number) => Promise<T>,
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
  message:
    'The query reads or returns more rows than it may; narrow the time range or the filter, or ask for fewer fields.',
} as const;
const tooLarge = {
  reason: 'memory',
  message: 'The query needs more memory than it may have; group by fewer values or narrow the time range.',
} as const;

const noValue = {
  reason: 'values',
  message:
    'The query comes to a value that there is none of, such as a time beyond 2262 or a regular expression that is none.',
} as const;

const tooDeep = {
  reason: 'memory',
  message: 'The query is nested too deeply; compute the inner parts by themselves before.',
} as const;

const stops: Readonly<Record<string, { reason: ReadStopped['reason']; message: string }>> = {
  '159': tooSlow, // TIMEOUT_EXCEEDED
  '160': tooSlow, // TOO_SLOW
  '158': tooMuch, // TOO_MANY_ROWS
  '307': tooMuch, // TOO_MANY_BYTES
  '396': tooMuch, // TOO_MANY_ROWS_OR_BYTES
  '191': tooMuch, // SET_SIZE_LIMIT_EXCEEDED
  '241': tooLarge, // MEMORY_LIMIT_EXCEEDED
  '128': tooLarge, // TOO_LARGE_ARRAY_SIZE
  '131': tooLarge, // TOO_LARGE_STRING_SIZE
  '407': noValue, // DECIMAL_OVERFLOW
  '427': noValue, // CANNOT_COMPILE_REGEXP
  '167': tooDeep, // TOO_DEEP_AST
};
