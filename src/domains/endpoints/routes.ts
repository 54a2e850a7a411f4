import { z } from 'zod';
import { route } from '../../http/route.ts';
import { examplePage } from '../page.ts';
import { Uuid } from '../types.ts';
import { Endpoint, EndpointList, EndpointPage, type Endpoint as EndpointShown } from './schema.ts';
import { archiveEndpoint, getEndpoint, listEndpoints } from './service.ts';

const tag = 'Endpoints';
const params = z.object({ endpoint_id: Uuid });

const endpoint: EndpointShown = {
  id: '0198c0de-0000-7000-8000-0000000000f1',
  project_id: '0198c0de-0000-7000-8000-0000000000a1',
  hash: 'endpoint:6d0f2c9b71e34a58',
  method: 'GET',
  path: '/orders/{uuid}',
  host: 'shop.example.com',
  service: 'shop',
  outgoing: false,
  events_24h: 24,
  errors_24h: 1,
  p95_24h: 48_000_000,
  first_seen: '2026-01-20T08:00:00Z',
  last_seen: '2026-01-31T12:00:00Z',
  archived: false,
  activity_24h: Array.from({ length: 24 }, () => 1),
  activity_7d: [20, 30, 24, 22, 31, 25, 24],
};
const example = { params: { endpoint_id: endpoint.id }, result: endpoint };

export const endpointRoutes = [
  route({
    method: 'GET',
    url: '/endpoints',
    operation: 'list_endpoints',
    tag,
    permission: 'view',
    summary: 'List HTTP endpoints that services answer, or call, by path',
    query: EndpointList,
    result: EndpointPage,
    errors: ['invalid_parameter'],
    example: {
      query: { search: 'orders' },
      result: examplePage(endpoint),
    },
    run: ({ deps, actor, query, signal }) => listEndpoints(deps, actor, query, signal),
  }),
  route({
    method: 'GET',
    url: '/endpoints/{endpoint_id}',
    operation: 'get_endpoint',
    tag,
    permission: 'view',
    summary: 'Get an endpoint with its calls, errors and latency',
    params,
    result: Endpoint,
    errors: ['not_found'],
    example,
    run: ({ deps, actor, params, signal }) => getEndpoint(deps, actor, params.endpoint_id, signal),
  }),
  route({
    method: 'POST',
    url: '/endpoints/{endpoint_id}/archive',
    operation: 'archive_endpoint',
    tag,
    permission: 'edit',
    summary: 'Archive an endpoint: lists leave it out, and nobody is told of it',
    repeatable: true,
    params,
    result: Endpoint,
    errors: ['not_found'],
    example: { ...example, result: { ...endpoint, archived: true } },
    run: ({ deps, actor, params, signal }) => archiveEndpoint(deps, actor, params.endpoint_id, true, signal),
  }),
  route({
    method: 'POST',
    url: '/endpoints/{endpoint_id}/unarchive',
    operation: 'unarchive_endpoint',
    tag,
    permission: 'edit',
    summary: 'Take an endpoint out of the archive',
    repeatable: true,
    params,
    result: Endpoint,
    errors: ['not_found'],
    example,
    run: ({ deps, actor, params, signal }) => archiveEndpoint(deps, actor, params.endpoint_id, false, signal),
  }),
];
