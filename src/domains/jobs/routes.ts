import { route } from '../../http/route.ts';
import { examplePage } from '../page.ts';
import { ParkedJobList, ParkedJobPage } from './schema.ts';
import { listParkedJobs } from './service.ts';

const parked = {
  id: '4711',
  name: 'monitors.check',
  payload: { projectId: '0198c0de-0000-7000-8000-0000000000a1' },
  attempts: 5,
  reason: 'The worker that ran it went silent in attempt 5.',
  created_at: '2026-01-31T12:00:00Z',
  parked_at: '2026-01-31T12:03:00Z',
};

export const jobRoutes = [
  route({
    method: 'GET',
    url: '/jobs/parked',
    operation: 'list_parked_jobs',
    tag: 'Jobs',
    permission: 'view',
    summary: 'List background jobs of the project that were given up, and why; the newest first',
    query: ParkedJobList,
    result: ParkedJobPage,
    errors: ['invalid_parameter'],
    example: { result: examplePage(parked) },
    run: ({ deps, actor, query }) => listParkedJobs(deps, actor, query),
  }),
];
