import { z } from 'zod';
import { route } from '../../http/route.ts';
import { Uuid } from '../types.ts';
import { ApiKeyCreate, ApiKeyCreated, ApiKeySummary } from './schema.ts';
import { createKey, getKey, listKeys, removeKey, setActive } from './service.ts';

const tag = 'API keys';
const params = z.object({ key_id: Uuid });

const summary = {
  id: '0198c0de-0000-7000-8000-000000000001',
  title: 'ci',
  key_prefix: 'cln_4fT9aQ2x',
  permission: 'edit',
  active: true,
  created_at: '2026-01-31T12:00:00Z',
} as const;
const example = { params: { key_id: summary.id }, result: summary };

export const keyRoutes = [
  route({
    method: 'GET',
    url: '/api_keys',
    operation: 'list_api_keys',
    tag,
    permission: 'view',
    summary: 'List the project’s API keys, oldest first',
    result: z.array(ApiKeySummary),
    errors: [],
    example: { result: [summary] },
    run: ({ deps, actor }) => listKeys(deps, actor),
  }),
  route({
    method: 'POST',
    url: '/api_keys',
    operation: 'create_api_key',
    tag,
    permission: 'admin',
    summary: 'Create an API key; its value is in this answer only',
    body: ApiKeyCreate,
    result: ApiKeyCreated,
    errors: ['invalid_body', 'conflict'],
    example: {
      body: { title: 'ci', permission: 'edit' },
      result: { summary, key: 'cln_4fT9aQ2xWvB7kLm3ZrYp8sUd0c1XyZ' },
    },
    run: ({ deps, actor, body }) => createKey(deps, actor, body),
  }),
  route({
    method: 'GET',
    url: '/api_keys/{key_id}',
    operation: 'get_api_key',
    tag,
    permission: 'view',
    summary: 'Get an API key',
    params,
    result: ApiKeySummary,
    errors: ['not_found'],
    example,
    run: ({ deps, actor, params }) => getKey(deps, actor, params.key_id),
  }),
  route({
    method: 'DELETE',
    url: '/api_keys/{key_id}',
    operation: 'delete_api_key',
    tag,
    permission: 'admin',
    summary: 'Delete an API key; it stops working within 5 seconds',
    params,
    result: 'none',
    errors: ['not_found', 'conflict'],
    example: { params: example.params },
    run: ({ deps, actor, params }) => removeKey(deps, actor, params.key_id),
  }),
  route({
    method: 'POST',
    url: '/api_keys/{key_id}/activate',
    operation: 'activate_api_key',
    tag,
    permission: 'admin',
    summary: 'Make an API key work again',
    repeatable: true,
    params,
    result: ApiKeySummary,
    errors: ['not_found'],
    example,
    run: ({ deps, actor, params }) => setActive(deps, actor, params.key_id, true),
  }),
  route({
    method: 'POST',
    url: '/api_keys/{key_id}/deactivate',
    operation: 'deactivate_api_key',
    tag,
    permission: 'admin',
    summary: 'Stop an API key from working, without deleting it',
    repeatable: true,
    params,
    result: ApiKeySummary,
    errors: ['not_found', 'conflict'],
    example: { ...example, result: { ...summary, active: false } },
    run: ({ deps, actor, params }) => setActive(deps, actor, params.key_id, false),
  }),
];
