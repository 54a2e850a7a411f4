import { route } from '../../http/route.ts';
import { MeResponse, ProjectFull, ProjectPatch } from './schema.ts';
import { getProject, me, patchProject } from './service.ts';

const tag = 'Project';

const summary = {
  id: '0198c0de-0000-7000-8000-0000000000aa',
  title: 'Shop',
  description: '',
  payment_plan: 'self_hosted',
  time_zone: 'Europe/Berlin',
  created_at: '2026-01-31T12:00:00Z',
  updated_at: '2026-01-31T12:00:00Z',
};
const full = {
  summary,
  daily_notif: true,
  weekly_notif: false,
  endpoint_alerts: false,
  error_alerts: true,
  notify_emails: [],
};

export const projectRoutes = [
  route({
    method: 'GET',
    url: '/me',
    operation: 'get_me',
    tag,
    permission: 'view',
    summary: 'Who this key is: its project and where the service is',
    result: MeResponse,
    errors: [],
    example: { result: { project_id: summary.id, project: summary, host_url: 'http://127.0.0.1:8080' } },
    run: ({ deps, actor }) => me(deps, actor),
  }),
  route({
    method: 'GET',
    url: '/project',
    operation: 'get_project',
    tag,
    permission: 'view',
    summary: 'Get the project and its notification settings',
    result: ProjectFull,
    errors: [],
    example: { result: full },
    run: ({ deps, actor }) => getProject(deps, actor),
  }),
  route({
    method: 'PATCH',
    url: '/project',
    operation: 'update_project',
    tag,
    permission: 'admin',
    summary: 'Change the project; fields left out stay as they are',
    body: ProjectPatch,
    result: ProjectFull,
    errors: ['invalid_body'],
    example: { body: { time_zone: 'Europe/Berlin', daily_notif: true }, result: full },
    run: ({ deps, actor, body }) => patchProject(deps, actor, body),
  }),
];
