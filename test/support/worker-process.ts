// A worker as a process of its own, that a test can kill or freeze: the service's jobs and those of the tests.

import { readFileSync } from 'node:fs';
import { jobMeter } from '../../src/jobs/meter.ts';
import { startWorker, type WorkerTiming } from '../../src/jobs/worker.ts';
import { jobs } from '../../src/worker.ts';
import type { TestEngines } from './engines.ts';
import { openSystem } from './system.ts';
import { testJobs } from './test-jobs.ts';

export interface WorkerTask {
  readonly engines: TestEngines;
  readonly database: string;
  readonly timing: Partial<WorkerTiming>;
  readonly env: Readonly<Record<string, string>>;
  /** Holds the time in milliseconds; the real time when left out. */
  readonly clockFile?: string;
  readonly cron: boolean;
}

const task = JSON.parse(process.env['WORKER_TASK'] ?? '') as WorkerTask;
const { clockFile } = task;
const system = openSystem({
  engines: task.engines,
  database: task.database,
  env: task.env,
  ...(clockFile === undefined ? {} : { now: () => new Date(Number(readFileSync(clockFile, 'utf8'))) }),
});
const worker = await startWorker({
  deps: system.deps,
  databaseUrl: system.databaseUrl,
  jobs: [...jobs, ...testJobs],
  meter: jobMeter(system.deps.sql),
  timing: task.timing,
  cron: task.cron,
});
process.on('SIGTERM', () => {
  void worker
    .stop()
    .then(() => system.close())
    .then(() => process.exit(0));
});
process.stdout.write('ready\n');
