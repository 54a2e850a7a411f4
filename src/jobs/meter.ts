import { Counter, Gauge, Histogram, Registry } from 'prom-client';

export type JobOutcome = 'done' | 'failed' | 'parked' | 'given_back' | 'lease_lost';

/** The worker's own numbers; /metrics shows them beside the API's where both are one process. */
export interface JobMeter {
  readonly registry: Registry;
  started(job: string): void;
  ended(job: string, outcome: JobOutcome, seconds: number): void;
  reaped(jobs: number): void;
  queue(job: string, state: { waiting: number; parked: number; late_seconds: number }): void;
}

export function jobMeter(): JobMeter {
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
  const waiting = new Gauge({
    name: 'colonnade_jobs_waiting',
    help: 'Jobs that are due and do not run yet.',
    labelNames: ['job'],
    registers,
  });
  const late = new Gauge({
    name: 'colonnade_jobs_late_seconds',
    help: 'How long the oldest job that is due has waited.',
    labelNames: ['job'],
    registers,
  });
  const parked = new Gauge({
    name: 'colonnade_jobs_parked',
    help: 'Jobs that were given up, and wait for somebody to look at them.',
    labelNames: ['job'],
    registers,
  });
  return {
    registry,
    started: (job) => running.inc({ job }),
    ended(job, outcome, seconds) {
      running.dec({ job });
      duration.observe({ job, outcome }, seconds);
    },
    reaped: (jobs) => reaped.inc(jobs),
    queue(job, state) {
      waiting.set({ job }, state.waiting);
      late.set({ job }, state.late_seconds);
      parked.set({ job }, state.parked);
    },
  };
}
