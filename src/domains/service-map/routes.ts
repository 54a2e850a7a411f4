import { route } from '../../http/route.ts';
import { ServiceMap, ServiceMapQuery } from './schema.ts';
import { getServiceMap } from './service.ts';

const shop = { id: 'service:shop', name: 'shop', kind: 'service', count: 1200, errors: 3, p95: 48_000_000 } as const;
const db = { id: 'db:postgresql', name: 'postgresql', kind: 'db', count: 800, errors: 0, p95: 9_000_000 } as const;

export const serviceMapRoutes = [
  route({
    method: 'GET',
    url: '/service_map',
    operation: 'get_service_map',
    tag: 'Service map',
    permission: 'view',
    summary: 'Show which services call which, and what else they call, with counts, errors and latency',
    query: ServiceMapQuery,
    result: ServiceMap,
    errors: ['invalid_parameter'],
    example: {
      query: { since: '1h' },
      result: {
        from: 1_769_857_200_000,
        to: 1_769_860_800_000,
        nodes: [shop, db],
        edges: [{ source: shop.id, target: db.id, count: 800, errors: 0, p95: 9_000_000 }],
        serviceColors: { shop: '#4a7fd6' },
      },
    },
    run: ({ deps, actor, query, signal }) => getServiceMap(deps, actor, query, signal),
  }),
];
