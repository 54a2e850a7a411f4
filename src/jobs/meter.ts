import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Sql } from 'postgres';
import { withinMs } from '../lib/within.ts';
import { type QueueState, selectQueueStates } from './queries.ts';

export type JobOutcome = 'done' | 'failed' | 'parked' | 'given_back' | 'lease_lost';

/**
 * The worker's own numbers, which /metrics shows beside the API's where both are one process; and those of the queue, which
 * are the same whichever process is asked: also where it runs no jobs itself.
 */
export interface JobMeter {
  readonly registry: Registry;
  started(job: string): void;
  ended(job: string, outcome: JobOutcome, seconds: number): void;
  reaped(jobs: number): void;
}

const answerMsMax = 2_000;

export function jobMeter(sql: Sql): JobMeter {
  const registry = new Registry();
  const registers = [registry];
  const duration = new Histogram({
    name: 'colonnade_job_duration_seconds',
    help: 'Time that an attempt at a job took, by job and outcome.',
    labelNames: ['job', 'outcome'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
    registers,
  });
  const running = new Gauge({
    name: 'colonnade_jobs_running',
    help: 'Jobs that this process runs.',
    labelNames: ['job'],
    registers,
  });
  const reaped = new Counter({
    name: 'colonnade_jobs_reaped_total',
    help: 'Jobs that were taken from workers that went silent.',
    registers,
  });
  let asking: Promise<readonly QueueState[]> | undefined;
  /** Once for all of them, however many ask. What Postgres does not say is left out. */
  const states = () =>
    (asking ??= withinMs(selectQueueStates(sql), answerMsMax)
      .catch(() => [])
      .finally(() => (asking = undefined)));
  const ofQueue = (name: string, help: string, value: (state: QueueState) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['job'],
      registers,
      async collect() {
        const found = await states();
        // Of a job that none is left of there is no number any more.
        this.reset();
        for (const state of found) this.set({ job: state.name }, value(state));
      },
    });
  ofQueue('colonnade_jobs_waiting', 'Jobs that are due and do not run yet.', ({ waiting }) => waiting);
  ofQueue(
    'colonnade_jobs_late_seconds',
    'How long the oldest job that is due has waited.',
    (state) => state.late_seconds,
  );
  ofQueue(
    'colonnade_jobs_parked',
    'Jobs that were given up, and wait for somebody to look at them.',
    ({ parked }) => parked,
  );
  return {
    registry,
    started: (job) => running.inc({ job }),
    ended(job, outcome, seconds) {
      running.dec({ job });
      duration.observe({ job, outcome }, seconds);
    },
    reaped: (jobs) => reaped.inc(jobs),
  };
}
