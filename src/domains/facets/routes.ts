import { route } from '../../http/route.ts';
import { Facets, FacetsQuery } from './schema.ts';
import { getFacets } from './service.ts';

export const facetRoutes = [
  route({
    method: 'GET',
    url: '/facets',
    operation: 'get_facets',
    tag: 'Schema',
    permission: 'view',
    summary: 'Count the values of fields: of the well-known ones, or of one of your choice',
    query: FacetsQuery,
    result: Facets,
    errors: ['invalid_parameter', 'invalid_query', 'unknown_field'],
    example: {
      query: { since: '1d', field: 'service' },
      result: {
        service: [
          { value: 'shop', count: 1200 },
          { value: 'cart', count: 30 },
        ],
      },
    },
    run: ({ deps, actor, query, signal }) => getFacets(deps, actor, query, signal),
  }),
];
