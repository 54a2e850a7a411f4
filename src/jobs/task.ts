import type { Job as QueuedJob } from 'graphile-worker';
import type { Logger } from 'pino';
import type { Deps } from '../deps.ts';
import type { Tx } from '../store/transaction.ts';
import type { JobMeter, JobOutcome } from './meter.ts';
import { LeaseLost, Unfit, type Job, type JobCall } from './job.ts';
import { claimName, countClaims, dropClaims, endAttempts, holdLease, isLeaseHeld, type LeaseKey } from './queries.ts';

/** A transaction that stands still for so long belongs to a frozen process; others need its locks. */
const frozenMsMax = 10_000;
/** After the signal a job gets so long to end by itself, before its slot is used again. */
const abortGraceMs = 1_000;
const progressEveryMs = 5_000;
/** Nobody can have been taken for dead within such a time. */
const quickMsMax = 1_000;

/** Why an attempt was cut off: reasons of its signal. */
class DeadlinePassed extends Error {}
export class Stopping extends Error {}

export interface TaskContext {
  readonly deps: Deps;
  readonly meter: JobMeter;
  readonly log: Logger;
  /** Aborted with `Stopping` when this worker stops, and with `LeaseLost` when it was taken for dead. */
  readonly cutOff: AbortSignal;
  /** Ids of jobs whose attempt was cut off by a stop: they are given back. */
  readonly unfinished: string[];
}

/** One attempt: read the payload, run within the deadline, and end in a way that the queue understands. */
export async function runAttempt(context: TaskContext, job: Job, queued: QueuedJob): Promise<void> {
  const { deps, meter } = context;
  const lease: LeaseKey = {
    jobId: queued.id,
    poolId: queued.locked_by ?? '',
    lockedAt: queued.locked_at ?? new Date(0),
  };
  const log = context.log.child({ job: job.name, job_id: lease.jobId, attempt: queued.attempts });
  const startedAt = performance.now();
  meter.started(job.name);
  let outcome: JobOutcome = 'failed';
  const held = { claims: false };
  try {
    await withDeadline(job, context.cutOff, (signal) =>
      job.run(callOf(job, queued, { deps, log, signal, lease, held })),
    );
    // Whoever lost the job must not take it out of the queue: another attempt runs. That takes a while of silence.
    if (performance.now() - startedAt > quickMsMax && !(await isLeaseHeld(deps.sql, lease)))
      throw new LeaseLost('the job was taken by another worker');
    outcome = 'done';
  } catch (error) {
    if (error instanceof LeaseLost) outcome = 'lease_lost';
    else if (error instanceof Stopping) {
      outcome = 'given_back';
      context.unfinished.push(lease.jobId);
    } else if (error instanceof Unfit || queued.attempts >= queued.max_attempts) {
      outcome = 'parked';
      if (error instanceof Unfit) await endAttempts(deps.sql, lease);
      log.error({ err: error }, 'a job is given up');
    } else log.warn({ err: error }, 'a job failed, and is tried again');
    throw error;
  } finally {
    if (held.claims)
      await dropClaims(deps.sql, lease).catch((error: unknown) => log.warn({ err: error }, 'claims stay'));
    meter.ended(job.name, outcome, (performance.now() - startedAt) / 1000);
  }
}

interface CallParts {
  readonly deps: Deps;
  readonly log: Logger;
  readonly signal: AbortSignal;
  readonly lease: LeaseKey;
  readonly held: { claims: boolean };
}

function callOf(job: Job, queued: QueuedJob, { deps, log, signal, lease, held }: CallParts): JobCall<never> {
  const payload = job.payload.safeParse(queued.payload ?? {});
  if (!payload.success) {
    const faults = payload.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new Unfit(`its payload is not valid: ${faults.join('; ')}`);
  }
  const now = deps.now();
  let toldAt = performance.now();
  return {
    deps,
    payload: payload.data as never,
    now,
    signal,
    attempt: queued.attempts,
    log,
    lease: {
      begin: <T>(work: (tx: Tx) => Promise<T>) =>
        deps.sql.begin(async (tx) => {
          signal.throwIfAborted();
          if (!(await holdLease(tx, lease, frozenMsMax))) throw new LeaseLost('the job was taken by another worker');
          return work(tx);
        }) as Promise<T>,
      async claim(name) {
        held.claims = true;
        return claimName(deps.sql, name, lease);
      },
      claimsOf: (projectId) => countClaims(deps.sql, projectId),
    },
    progress(done, of, what) {
      if (performance.now() - toldAt < progressEveryMs) return;
      toldAt = performance.now();
      log.info({ done, of }, what);
    },
  };
}

/** Ends when the job does, or shortly after it was told to. */
async function withDeadline(job: Job, cutOff: AbortSignal, run: (signal: AbortSignal) => Promise<void>): Promise<void> {
  cutOff.throwIfAborted();
  const own = new AbortController();
  let deadline: NodeJS.Timeout | undefined;
  let grace: NodeJS.Timeout | undefined;
  const cut = () => own.abort(cutOff.reason);
  const overdue = new Promise<never>((_, reject) => {
    deadline = setTimeout(
      () => own.abort(new DeadlinePassed(`it did not end within ${job.deadlineMs} ms`)),
      job.deadlineMs,
    );
    cutOff.addEventListener('abort', cut, { once: true });
    own.signal.addEventListener('abort', () => {
      grace = setTimeout(() => reject(own.signal.reason as Error), abortGraceMs);
    });
  });
  try {
    await Promise.race([run(own.signal), overdue]);
  } catch (error) {
    // Whatever came of being cut off, that is why.
    throw own.signal.aborted ? own.signal.reason : error;
  } finally {
    clearTimeout(deadline);
    clearTimeout(grace);
    cutOff.removeEventListener('abort', cut);
  }
}
