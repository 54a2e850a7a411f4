import { Worker } from 'node:worker_threads';
import { ApiError } from '../errors.ts';

/** YAML is read into JSON text, and written from it, on worker threads that a hostile document may only waste briefly. */

export interface YamlLimits {
  readonly textCharsMax: number;
  /** What aliases may blow a document up to. */
  readonly jsonCharsMax: number;
  /** Of a short document: several times what one of a thousand lines takes a worker that has just come up, on a slow machine. */
  readonly readTimeoutMs: number;
  readonly heapMbMax: number;
}

/** What anybody may send: as much as in JSON, also with what aliases make of it. */
const ofBodies: YamlLimits = {
  textCharsMax: 1024 * 1024,
  jsonCharsMax: 1024 * 1024,
  readTimeoutMs: 600,
  heapMbMax: 256,
};
/** What lies in a folder of one's own: the largest dashboard there can be. */
export const ofFiles: YamlLimits = {
  textCharsMax: 16 * 1024 * 1024,
  jsonCharsMax: 4 * 1024 * 1024,
  readTimeoutMs: 60_000,
  heapMbMax: 2_048,
};
/** A longer document may cost more, in proportion: what a byte can cost us is the same for all. */
const readMsPerKib = 4;
const tokensOfAnyMax = 30_000;
const tokensPerCharMax = 1 / 2;
/** A machine that is busy with other things is no fault of the document: until it had this much of a core, it may go on. */
const readCpuShareMin = 0.9;
const starvedFactorMax = 10;
const recheckMs = 50;
const workersMax = 2;
const waitingMax = 64;

export interface YamlWorkers {
  /** Starts the first worker, so that no request waits for it. */
  start(): void;
  /** JSON text of the document; throws `invalid_body` that says where it is wrong. */
  read(text: string): Promise<string>;
  /** The document of JSON text that is our own. */
  write(json: string): Promise<string>;
  close(): Promise<void>;
}

interface Job {
  readonly given: { readonly text: string } | { readonly json: string };
  readonly chars: number;
  readonly resolve: (made: string) => void;
  readonly reject: (error: ApiError) => void;
}

interface Reader {
  readonly worker: Worker;
  ready: boolean;
  job: Job | undefined;
  startedMs: number;
  timeoutMs: number;
  cpu: NodeJS.CpuUsage;
  deadline: NodeJS.Timeout | undefined;
}

type Reply =
  | 'ready'
  | { readonly made: string }
  | { readonly fault: { readonly message: string; readonly line?: number; readonly column?: number } };

export function yamlWorkers(limits: YamlLimits = ofBodies): YamlWorkers {
  const { textCharsMax, jsonCharsMax, readTimeoutMs, heapMbMax } = limits;
  const readers = new Set<Reader>();
  const waiting: Job[] = [];
  let closed = false;

  const give = () => {
    for (const reader of readers) {
      if (!reader.ready || reader.job !== undefined) continue;
      const job = waiting.shift();
      if (job === undefined) return;
      reader.job = job;
      reader.startedMs = performance.now();
      reader.cpu = process.cpuUsage();
      reader.timeoutMs = Math.max(readTimeoutMs, (job.chars / 1024) * readMsPerKib);
      reader.deadline = setTimeout(() => watch(reader), reader.timeoutMs);
      const tokensMax = tokensOfAnyMax + Math.floor(job.chars * tokensPerCharMax);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port has no origins
      reader.worker.postMessage({ ...job.given, tokensMax, jsonCharsMax });
    }
    if (waiting.length > 0 && readers.size < workersMax && ![...readers].some((reader) => !reader.ready)) open();
  };

  const watch = (reader: Reader) => {
    const { user, system } = process.cpuUsage(reader.cpu);
    const starved = (user + system) / 1000 < reader.timeoutMs * readCpuShareMin;
    if (starved && performance.now() - reader.startedMs < reader.timeoutMs * starvedFactorMax) {
      reader.deadline = setTimeout(() => watch(reader), recheckMs);
    } else {
      end(reader, broken('it takes too long to read'));
    }
  };

  const open = () => {
    const worker = new Worker(new URL('./yaml-worker.mjs', import.meta.url), {
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: heapMbMax },
    });
    worker.unref();
    const reader: Reader = {
      worker,
      ready: false,
      job: undefined,
      startedMs: 0,
      timeoutMs: 0,
      cpu: process.cpuUsage(),
      deadline: undefined,
    };
    readers.add(reader);
    worker.on('message', (reply: Reply) => {
      if (reply === 'ready') {
        reader.ready = true;
      } else {
        const job = settled(reader);
        if ('made' in reply) job?.resolve(reply.made);
        else job?.reject(broken(reply.fault.message, reply.fault.line, reply.fault.column));
      }
      give();
    });
    worker.on('error', () => end(reader, broken('it takes too much memory to read')));
    worker.on('exit', () => end(reader, new ApiError('unavailable', { retryAfterS: 1 })));
  };

  /** Ends a worker that is stuck or broke, with an answer for its caller, and starts another in its place. */
  const end = (reader: Reader, answer: ApiError) => {
    if (!readers.delete(reader)) return;
    settled(reader)?.reject(answer);
    void reader.worker.terminate();
    // One that never came up would not the next time either: its callers are told, and the next call tries again.
    if (!reader.ready) refuseWaiting();
    else if (!closed) open();
  };

  const refuseWaiting = () => {
    for (const job of waiting.splice(0)) job.reject(new ApiError('unavailable', { retryAfterS: 1 }));
  };

  const run = (given: Job['given'], chars: number) =>
    new Promise<string>((resolve, reject) => {
      if (closed || waiting.length >= waitingMax) throw new ApiError('unavailable', { retryAfterS: 1 });
      waiting.push({ given, chars, resolve, reject });
      if (readers.size === 0) open();
      give();
    });

  return {
    start: () => {
      if (readers.size === 0 && !closed) open();
    },
    read: async (text) => {
      if (text.length > textCharsMax) {
        throw new ApiError('too_large', {
          parameter: 'body',
          message: `A body in YAML may have at most ${textCharsMax} characters; larger ones can be sent as JSON.`,
        });
      }
      return run({ text }, text.length);
    },
    // What we keep ourselves has no faults of its own.
    write: (json) =>
      run({ json }, json.length).catch(() => {
        throw new ApiError('unavailable', { retryAfterS: 1 });
      }),
    close: async () => {
      closed = true;
      refuseWaiting();
      for (const reader of readers) settled(reader)?.reject(new ApiError('unavailable', { retryAfterS: 1 }));
      await Promise.all([...readers].map(({ worker }) => worker.terminate()));
      readers.clear();
    },
  };
}

function settled(reader: Reader): Job | undefined {
  const { job } = reader;
  clearTimeout(reader.deadline);
  reader.job = undefined;
  return job;
}

function broken(why: string, line?: number, column?: number): ApiError {
  const where = line === undefined || column === undefined ? '' : ` at line ${line}, column ${column}`;
  return new ApiError('invalid_body', {
    parameter: 'body',
    message: `The body is not a YAML document${where}: ${why}.`,
  });
}
