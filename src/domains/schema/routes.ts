import { route } from '../../http/route.ts';
import { Schema } from './schema.ts';
import { getSchema } from './service.ts';

export const schemaRoutes = [
  route({
    method: 'GET',
    url: '/schema',
    operation: 'get_schema',
    tag: 'Schema',
    permission: 'view',
    summary: 'List the fields that can be queried: the well-known ones, and every attribute the project sent',
    result: Schema,
    errors: [],
    example: {
      result: {
        fields: {
          level: {
            field_type: 'string',
            description: 'Severity of a log record: TRACE, DEBUG, INFO, WARN, ERROR, FATAL.',
            examples: ['ERROR'],
          },
          'attributes.http.route': {
            field_type: 'string',
            description: 'Attribute of the event.',
            examples: ['/orders/{id}'],
          },
        },
      },
    },
    run: ({ deps, actor }) => getSchema(deps, actor),
  }),
];
