import { route } from '../../http/route.ts';
import { examplePage } from '../page.ts';
import { AuditList, AuditPage } from './schema.ts';
import { listAudit } from './service.ts';

const event = {
  id: '0198c0de-0000-7000-8000-0000000000e1',
  created_at: '2026-01-31T12:00:00Z',
  key_id: '0198c0de-0000-7000-8000-000000000001',
  request_id: '0198c0de-0000-7000-8000-0000000000e2',
  action: 'member.update',
  target: { kind: 'member', id: '0198c0de-0000-7000-8000-0000000000b2' },
  before: { permission: 'view' },
  after: { permission: 'edit' },
};

export const auditRoutes = [
  route({
    method: 'GET',
    url: '/audit',
    operation: 'list_audit',
    tag: 'Audit',
    permission: 'admin',
    summary: 'List what was changed, by whom, with before and after; the newest first',
    description: 'Every change that the API or the command line made. Without a time range: all of them.',
    query: AuditList,
    result: AuditPage,
    errors: ['invalid_parameter'],
    example: {
      query: { target_kind: 'member', since: '7d' },
      result: examplePage(event),
    },
    run: ({ deps, actor, query }) => listAudit(deps, actor, query),
  }),
];
