import { z } from 'zod';
import { route } from '../../http/route.ts';
import { Uuid } from '../types.ts';
import { example } from './example.ts';
import { MonitorTest } from './try-out-schema.ts';
import { testMonitor } from './try-out.ts';

export const tryOutRoutes = [
  route({
    method: 'POST',
    url: '/monitors/{monitor_id}/test',
    operation: 'test_monitor',
    tag: 'Monitors',
    permission: 'edit',
    summary: 'Send what an alert would look like to everyone whom the monitor names',
    params: z.object({ monitor_id: Uuid }),
    result: MonitorTest,
    errors: ['not_found'],
    example: {
      params: example.params,
      result: {
        notifications: [
          { id: '0198c0de-0000-8000-8000-0000000000f1', channel: 'email', address: 'oncall@example.com' },
        ],
      },
    },
    run: ({ deps, actor, params }) => testMonitor(deps, actor, params.monitor_id),
  }),
];
