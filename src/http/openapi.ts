import { z } from 'zod';
import { errorCodes, type ErrorCode } from '../errors.ts';
import { groupBy } from '../lib/group-by.ts';
import { bodyBytesMax } from './problems.ts';
import type { Route } from './route.ts';
import { tags } from './tags.ts';

type Json = Record<string, unknown>;

/** Codes that any operation may end with, whatever it does. */
const everyOperation: readonly ErrorCode[] = [
  'unauthorized',
  'forbidden',
  'rate_limited',
  'headers_too_large',
  'internal',
  'unavailable',
];

export const ErrorEnvelope = z
  .object({
    error: z.object({
      code: z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]),
      message: z.string().describe('One sentence a person can act on.'),
      parameter: z.string().optional().describe('Name of the query, path or header parameter, or `body`.'),
      details: z
        .array(z.object({ path: z.string(), message: z.string() }))
        .optional()
        .describe('Every fault at once.'),
      position: z
        .object({ line: z.int(), column: z.int(), length: z.int() })
        .optional()
        .describe('Where in the text of a query.'),
      suggestion: z.string().optional().describe('What was probably meant.'),
      request_id: z.string(),
    }),
  })
  .meta({ id: 'Error', description: 'Every failure of the API, whatever caused it.' });

/** The OpenAPI 3.1 document: the routes and their schemas, printed. */
export function openapi(routes: readonly Route[], info: { version: string; hostUrl: string }): Json {
  const components: Json = {};
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const item = (paths[route.url] ??= {});
    item[route.method.toLowerCase()] = operation(route, components);
  }
  const error = schemaOf(ErrorEnvelope, 'output', components);
  const used = groupByStatus(Object.keys(errorCodes) as ErrorCode[]).filter(([status]) =>
    Object.values(paths).some((item) =>
      Object.values(item).some((one) => status in (one as { responses: Json }).responses),
    ),
  );
  const responses = Object.fromEntries(
    used.map(([status, codes]) => [
      `Error${status}`,
      {
        description: codes.map((code) => `\`${code}\`: ${errorCodes[code].message}`).join('\n\n'),
        headers: headersOf(status),
        content: { 'application/json': { schema: error } },
      },
    ]),
  );
  return {
    openapi: '3.1.1',
    info: {
      title: 'Colonnade',
      version: info.version,
      summary: 'Logs, traces, metrics and session replays: send, search, watch.',
      description:
        'Every operation acts on one project, named by `X-Project-Id`, with a key of that project in `Authorization: Bearer <key>`. ' +
        'Every failure has the same body, `Error`, and every answer carries `X-Request-Id`. ' +
        `A body may have ${bodyBytesMax} bytes; what is sent with permission \`ingest\` may have more.`,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: `${info.hostUrl}/api/v1` }],
    security: [{ apiKey: [] }],
    tags: Object.entries(tags)
      .filter(([name]) => routes.some(({ tag }) => tag === name))
      .map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: 'An API key of the project.' } },
      parameters: {
        ProjectId: {
          name: 'X-Project-Id',
          in: 'header',
          required: true,
          description: 'The project acted on.',
          schema: { type: 'string', format: 'uuid' },
        },
        SenderProjectId: {
          name: 'X-Project-Id',
          in: 'header',
          required: false,
          description: 'A sender’s key names its project; where this is sent too, it must agree.',
          schema: { type: 'string', format: 'uuid' },
        },
      },
      headers: {
        RequestId: {
          description: 'Names the request in the service’s log; the caller’s own where it sent a sane one.',
          required: true,
          schema: { type: 'string' },
        },
        RetryAfter: {
          description: 'Seconds to wait before the next try.',
          required: true,
          schema: { type: 'string', pattern: '^[0-9]+$' },
        },
        Authenticate: { required: true, schema: { type: 'string', const: 'Bearer' } },
      },
      responses,
      schemas: Object.fromEntries(Object.entries(components).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    },
  };
}

function operation(route: Route, components: Json): Json {
  const codes: ErrorCode[] = [...everyOperation, ...route.errors];
  codes.push('invalid_parameter'); // a malformed X-Project-Id, if nothing else
  // A body is read also where none is wanted: to say so.
  if (route.method !== 'GET') codes.push('invalid_body', 'too_large', 'unsupported_media_type', 'request_timeout');
  const media: Json = {};
  if (route.result !== 'none') {
    const schema = schemaOf(route.result, 'output', components);
    media['application/json'] = { schema, ...exampleOf(route.example.result) };
  }
  for (const type of route.produces ?? []) media[type] = { schema: { type: 'string' } };
  const project = route.isDoor && route.permission === 'ingest' ? 'SenderProjectId' : 'ProjectId';
  return {
    operationId: route.operation,
    tags: [route.tag],
    summary: route.summary,
    description: [route.description, `Needs permission \`${route.permission}\`.`]
      .filter((text) => text !== undefined)
      .join('\n\n'),
    'x-permission': route.permission,
    parameters: [{ $ref: `#/components/parameters/${project}` }, ...parametersOf(route, components)],
    ...requestBody(route, components),
    responses: {
      [route.success ?? 200]: {
        description: 'Done.',
        headers: { ...headersOf(200), ...ownHeaders(route) },
        ...(Object.keys(media).length === 0 ? {} : { content: media }),
      },
      ...Object.fromEntries(
        groupByStatus(codes).map(([status]) => [status, { $ref: `#/components/responses/Error${status}` }]),
      ),
      ...furtherAnswers(route, components),
    },
  };
}

function furtherAnswers(route: Route, components: Json): Json {
  const error = { $ref: '#/components/schemas/Error' };
  const answers = Object.entries(route.also ?? {}).map(([status, { description, body }]) => {
    const schema = body === undefined ? undefined : schemaOf(body, 'output', components);
    const either = Number(status) < 400 ? schema : { anyOf: [error, schema] };
    return [
      status,
      {
        description,
        headers: headersOf(Number(status)),
        ...(schema === undefined ? {} : { content: { 'application/json': { schema: either } } }),
      },
    ];
  });
  return Object.fromEntries(answers) as Json;
}

function requestBody(route: Route, components: Json): Json {
  const content: Json = {};
  const schema = route.body === undefined ? {} : schemaOf(route.body, 'input', components);
  if (route.body !== undefined) content['application/json'] = { schema, ...exampleOf(route.example.body) };
  for (const type of route.consumes ?? []) content[type] = { schema };
  return Object.keys(content).length === 0 ? {} : { requestBody: { required: true, content } };
}

function headersOf(status: number): Json {
  return {
    'X-Request-Id': { $ref: '#/components/headers/RequestId' },
    ...(status === 401 ? { 'WWW-Authenticate': { $ref: '#/components/headers/Authenticate' } } : {}),
    ...(status === 429 || status === 503 ? { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } : {}),
  };
}

function ownHeaders(route: Route): Json {
  return Object.fromEntries(
    Object.entries(route.headers ?? {}).map(([name, description]) => [
      name,
      { description, required: true, schema: { type: 'string' } },
    ]),
  );
}

function parametersOf(route: Route, components: Json): Json[] {
  return [
    ...fieldsOf(route.params, 'path', route.example.params as Json | undefined, components),
    ...fieldsOf(route.query, 'query', route.example.query as Json | undefined, components),
  ];
}

function fieldsOf(
  shape: z.ZodObject | undefined,
  where: 'path' | 'query',
  examples: Json | undefined,
  components: Json,
): Json[] {
  return Object.entries(shape?.shape ?? {}).map(([name, field]) => {
    const { description, ...schema } = schemaOf(field, 'input', components);
    const required = where === 'path' || !field.safeParse(undefined).success;
    return {
      name,
      in: where,
      required,
      ...(description === undefined ? {} : { description }),
      schema,
      ...exampleOf(examples?.[name]),
    };
  });
}

function exampleOf(example: unknown): Json {
  return example === undefined ? {} : { example };
}

function groupByStatus(codes: readonly ErrorCode[]): [number, ErrorCode[]][] {
  return [...groupBy(new Set(codes), (code) => errorCodes[code].status)].toSorted(([a], [b]) => a - b);
}

/** A schema with its named parts moved into `components`, where each name must always mean the same. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', components: Json): Json {
  const printed = withJsonValue(z.toJSONSchema(schema, { io, reused: 'inline', unrepresentable: 'any' }));
  const definitions = { ...(printed['$defs'] as Json | undefined) };
  delete printed['$defs'];
  delete printed['$schema'];
  const id = printed['id'];
  if (typeof id === 'string') {
    definitions[id] = printed;
  }
  for (const [name, definition] of Object.entries(definitions)) {
    const text = JSON.stringify(definition, (key, value: unknown) =>
      key === 'id' && value === name ? undefined : value,
    ).replaceAll('"#/$defs/', '"#/components/schemas/');
    const known = components[name];
    if (known !== undefined && JSON.stringify(known) !== text)
      throw new Error(`two different schemas are called ${name}`);
    components[name] = JSON.parse(text);
  }
  if (typeof id === 'string') return { $ref: `#/components/schemas/${id}` };
  return JSON.parse(JSON.stringify(printed).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json;
}

const anyJson = 'JSONValue';
const anyJsonText = JSON.stringify(z.toJSONSchema(z.json())['anyOf']).replaceAll('"#"', `"#/$defs/${anyJson}"`);

/** "Any JSON" is recursive, so it is printed under a number that differs from place to place; here it has a name. */
function withJsonValue(printed: Json): Json {
  let text = JSON.stringify(printed);
  for (const [name, definition] of Object.entries((printed['$defs'] ?? {}) as Record<string, Json>)) {
    const shape = JSON.stringify(definition['anyOf'] ?? null).replaceAll(`"#/$defs/${name}"`, `"#/$defs/${anyJson}"`);
    if (shape === anyJsonText) text = text.replaceAll(`"#/$defs/${name}"`, `"#/$defs/${anyJson}"`);
  }
  const named = JSON.parse(text) as Json;
  if (!text.includes(`"#/$defs/${anyJson}"`)) return named;
  const definitions = Object.entries(named['$defs'] as Json).filter(([name]) => text.includes(`"#/$defs/${name}"`));
  named['$defs'] = { ...Object.fromEntries(definitions), [anyJson]: { anyOf: JSON.parse(anyJsonText) as unknown } };
  return named;
}
