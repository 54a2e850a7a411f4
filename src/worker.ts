import type { Deps } from './deps.ts';
import { housekeepingJobs } from './domains/housekeeping/jobs.ts';
import { issueJobs } from './domains/issues/jobs.ts';
import { monitorJobs } from './domains/monitors/jobs.ts';
import { notificationJobs } from './domains/notifications/jobs.ts';
import { reportJobs } from './domains/reports/jobs.ts';
import { scanJobs } from './domains/scan/jobs.ts';
import type { Job } from './jobs/job.ts';
import type { JobMeter } from './jobs/meter.ts';
import { startWorker, type RunningWorker } from './jobs/worker.ts';

/** Everything that happens without a request, one list: what is scheduled, queued, measured and walked by the tests. */
export const jobs: readonly Job[] = [
  ...monitorJobs,
  ...notificationJobs,
  ...reportJobs,
  ...scanJobs,
  ...issueJobs,
  ...housekeepingJobs,
];

/** Dependencies in, a worker out; it runs at once. */
export async function startJobs(
  deps: Deps,
  options: { readonly databaseUrl: string; readonly meter: JobMeter },
): Promise<RunningWorker> {
  return startWorker({ deps, jobs, ...options });
}
