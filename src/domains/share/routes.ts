import { z } from 'zod';
import { route } from '../../http/route.ts';
import { Uuid } from '../types.ts';
import { ShareLink, ShareLinkCreate, ShareLinkCreated } from './schema.ts';
import { createShare, deleteShare, listShares } from './service.ts';

const tag = 'Share links';
const id = '3d5f0a4e-5c1b-4f5e-9f0a-2b1c3d4e5f60';
const url = `http://127.0.0.1:8080/share/${id}`;
const event_id = '0198c0de-0000-7000-8000-000000000001';

export const shareRoutes = [
  route({
    method: 'POST',
    url: '/share',
    operation: 'create_share_link',
    tag,
    permission: 'edit',
    summary: 'Create a link that shows one event, its trace and its replay to anyone, for 48 hours',
    body: ShareLinkCreate,
    result: ShareLinkCreated,
    errors: ['invalid_body', 'conflict'],
    example: { body: { event_id, event_created_at: '2026-01-31T12:00:00Z', event_type: 'log' }, result: { id, url } },
    run: ({ deps, actor, body, signal }) => createShare(deps, actor, body, signal),
  }),
  route({
    method: 'GET',
    url: '/share',
    operation: 'list_share_links',
    tag,
    permission: 'view',
    summary: 'List the links that work, the newest first',
    result: z.array(ShareLink),
    errors: [],
    example: {
      result: [
        {
          id,
          url,
          event_id,
          event_type: 'log',
          created_at: '2026-01-31T12:00:00Z',
          expires_at: '2026-02-02T12:00:00Z',
        },
      ],
    },
    run: ({ deps, actor }) => listShares(deps, actor),
  }),
  route({
    method: 'DELETE',
    url: '/share/{share_id}',
    operation: 'revoke_share_link',
    tag,
    permission: 'edit',
    summary: 'Revoke a link: from now on it shows nothing',
    params: z.object({ share_id: Uuid }),
    result: 'none',
    errors: ['not_found'],
    example: { params: { share_id: id } },
    run: ({ deps, actor, params }) => deleteShare(deps, actor, params.share_id),
  }),
];
