import type { Logger } from 'pino';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import type { Tx } from '../store/transaction.ts';
import { insertJobs, type KeyTaken } from './queries.ts';

/** Held while this very attempt is the one that runs the job. Whoever was thought dead, and is not, has lost it. */
export interface Lease {
  /**
   * Runs a transaction, as every write of a job: throws `LeaseLost` when another worker has the job by now, and keeps it
   * from being taken away until the transaction ends.
   */
  begin<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Takes a name that only one attempt can have at a time, across all jobs and processes; false when another has it. It is
   * free again when this attempt ends, however it ends.
   */
  claim(name: string): Promise<boolean>;
  /** How many names attempts at jobs of a project have now, across all processes. */
  claimsOf(projectId: string): Promise<number>;
}

export class LeaseLost extends Error {}

/** Ends a job that no further attempt can help: it is parked at once, with this reason. */
export class Unfit extends Error {}

export interface JobCall<P> {
  readonly deps: Deps;
  readonly payload: P;
  /** `deps.now()` at the start of the attempt. */
  readonly now: Date;
  /** Aborted at the deadline, when the lease is lost, and when the process stops. */
  readonly signal: AbortSignal;
  readonly lease: Lease;
  /** From 1. */
  readonly attempt: number;
  readonly log: Logger;
  /** Says in the log how far a long job is; at most one line every few seconds. */
  readonly progress: (done: number, of: number, what: string) => void;
}

/** In UTC. */
export interface Schedule {
  readonly at: string;
  /** How far back missed runs are made up for when workers come back. */
  readonly backfillMs: number;
}

export interface JobSpec<P> {
  /** `monitors.check`: the noun, then what is done. */
  readonly name: string;
  /** What does not fit is parked. A `projectId` in it says whose job it is. */
  readonly payload: z.ZodType<P>;
  readonly cron?: Schedule;
  /** Jobs of one queue run one after the other, across all processes. */
  readonly queue?: (payload: P) => string;
  /** Of jobs with one key, only one waits at a time: adding another replaces it. */
  readonly key?: (payload: P) => string;
  /** Lower runs first; 0 when left out. */
  readonly priority?: number;
  /** Mostly for others, who may never answer: however many of these there are, no other job waits for its turn. */
  readonly waits?: boolean;
  readonly deadlineMs: number;
  /** After so many the job is parked. A worker that dies costs one. */
  readonly attemptsMax: number;
  readonly run: (call: JobCall<P>) => Promise<void>;
}

/** A job with its types checked and then forgotten: what the worker runs. */
export interface Job extends Omit<JobSpec<unknown>, 'run' | 'queue' | 'key'> {
  readonly queue?: (payload: never) => string;
  readonly key?: (payload: never) => string;
  readonly run: (call: JobCall<never>) => Promise<void>;
}

export function job<P>(spec: JobSpec<P>): JobSpec<P> {
  return spec;
}

/** A job on a schedule, of which there is no other: a run that is due makes an older one that did not start yet unnecessary. */
export function scheduledJob(
  spec: Omit<JobSpec<Record<string, never>>, 'payload' | 'key'> & { readonly cron: Schedule },
): JobSpec<Record<string, never>> {
  return job({ queue: () => spec.name, ...spec, payload: z.object({}), key: () => spec.name });
}

export interface AddOptions {
  /** From now; at once when left out. */
  readonly delayMs?: number;
  /** That of the job when left out. */
  readonly priority?: number;
  /**
   * When a job has the key already. `replace`, the default: one that waits takes the new time. `keep`: it keeps its time,
   * and its tries when it failed before. Beside one that runs, both add another, for what comes up meanwhile. `once`:
   * nothing is added.
   */
  readonly taken?: KeyTaken;
}

/** Adds jobs in a transaction: they are there when it commits, and never when it does not. */
export async function addJobs<P>(
  tx: Tx,
  job: JobSpec<P>,
  payloads: readonly P[],
  options: AddOptions = {},
): Promise<void> {
  if (payloads.length === 0) return;
  const rows = payloads.map((payload) => ({
    identifier: job.name,
    payload,
    queue_name: job.queue?.(payload) ?? null,
    job_key: job.key?.(payload) ?? null,
    max_attempts: job.attemptsMax,
    priority: options.priority ?? job.priority ?? 0,
  }));
  await insertJobs(tx, rows, options.delayMs ?? 0, options.taken ?? 'replace');
}
