import { z } from 'zod';
import { job, type JobCall, type JobSpec } from '../../jobs/job.ts';
import { Uuid } from '../types.ts';

interface Payload {
  readonly projectId: string;
}

export type ScanCall = JobCall<Payload>;

type ScanSpec = Pick<JobSpec<Payload>, 'name' | 'deadlineMs' | 'run'>;

/** Looks at what arrived for one project, for something: one look for it and project at a time. */
export function scanJob(what: string, spec: ScanSpec): JobSpec<Payload> {
  const look = ({ projectId }: Payload) => `${what} of ${projectId}`;
  return job({ ...spec, payload: z.object({ projectId: Uuid }), queue: look, key: look, attemptsMax: 5 });
}
