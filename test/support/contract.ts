// The OpenAPI document as the contract: what it says of each operation, and whether an answer is what it says.

import { connect } from 'node:net';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { stringify } from 'yaml';
import { z } from 'zod';
import { unknownId } from './api.ts';

const Json = z.record(z.string(), z.unknown());
export type Json = Readonly<z.infer<typeof Json>>;

const Media = z.object({ schema: Json, example: z.unknown().optional() });

const Parameter = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean(),
  schema: Json,
  example: z.unknown().optional(),
});
export type Parameter = z.infer<typeof Parameter>;

const Response = z.object({
  headers: z.record(z.string(), z.object({ required: z.boolean(), schema: Json })),
  content: z.record(z.string(), Media).optional(),
});

const Operation = z.object({
  id: z.string(),
  method: z.string(),
  path: z.string().describe('Below /api/v1, parameters in braces.'),
  permission: z.enum(['ingest', 'view', 'edit', 'admin']),
  parameters: z.array(Parameter),
  bodies: z.record(z.string(), Media).describe('By media type; empty when the operation takes none.'),
  responses: z.record(z.string(), Response).describe('By status.'),
  success: z.string().describe('The status of a good answer.'),
});
export type Operation = z.infer<typeof Operation>;

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface Contract {
  readonly operations: readonly Operation[];
  /** What is wrong with an answer by the document; what is right is remembered. */
  faults(operation: Operation, answer: Answered): string[];
  /** Whether the document's schema takes a value. */
  takes(schema: Json, value: unknown): boolean;
  /** A schema that stands elsewhere in the document, found. */
  resolved(schema: Json): Json;
  /** Pairs of operation and status, or media type of a good answer, that no right answer was seen of. */
  missing(): string[];
}

const root = 'https://colonnade.test/api';

export function contractOf(document: Json): Contract {
  const ajv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false, strictTuples: false });
  formats.default(ajv);
  ajv.addVocabulary(['components']);
  ajv.addSchema({ $id: root, components: { schemas: Json.parse(document['components'])['schemas'] } });
  const compiled = new Map<string, ValidateFunction>();
  const validatorOf = (schema: Json): ValidateFunction => {
    const text = JSON.stringify(schema).replaceAll('"#/', `"${root}#/`);
    const known = compiled.get(text);
    if (known !== undefined) return known;
    const made = ajv.compile(Json.parse(JSON.parse(text)));
    compiled.set(text, made);
    return made;
  };
  const resolved = (node: Json): Json =>
    typeof node['$ref'] === 'string'
      ? Json.parse(
          node['$ref']
            .split('/')
            .slice(1)
            .reduce<unknown>((at, step) => Json.parse(at)[step], document),
        )
      : node;

  const operations = Object.entries(Json.parse(document['paths'])).flatMap(([path, item]) =>
    Object.entries(Json.parse(item)).map(([method, one]) => operationOf(path, method, one, resolved)),
  );
  const seen = new Set<string>();

  return {
    operations,
    resolved,
    takes: (schema, value) => validatorOf(schema)(value),
    faults(operation, { status, headers, text }) {
      const said = operation.responses[status];
      if (said === undefined) return [`answers ${status}, which it does not declare: ${text.slice(0, 300)}`];
      const faults: string[] = [];
      for (const [name, { required, schema }] of Object.entries(said.headers)) {
        const value = headers.get(name);
        if (value === null ? required : !validatorOf(schema)(value))
          faults.push(`${status}: the header ${name} is ${value ?? 'not there'}`);
      }
      const type = headers.get('content-type')?.split(';', 1)[0] ?? '';
      const media = said.content?.[type];
      if (said.content === undefined && text !== '')
        faults.push(`${status}: should be empty, and is ${text.slice(0, 300)}`);
      else if (said.content !== undefined && media === undefined) faults.push(`${status}: is of type ${type}`);
      else if (media !== undefined && type === 'application/json') {
        const isValid = validatorOf(media.schema);
        if (!isValid(JSON.parse(text)))
          faults.push(`${status}: ${ajv.errorsText(isValid.errors)} in ${text.slice(0, 500)}`);
      }
      if (faults.length === 0) seen.add(pairOf(operation, String(status), media === undefined ? '' : type));
      return faults;
    },
    missing: () =>
      operations
        .flatMap((operation) =>
          Object.entries(operation.responses).flatMap(([status, { content }]) =>
            (content === undefined ? [''] : Object.keys(content)).map((type) => pairOf(operation, status, type)),
          ),
        )
        .filter((pair) => !seen.has(pair)),
  };
}

/** A good answer counts for its media type, any other for its status. */
function pairOf({ id, success }: Operation, status: string, type: string): string {
  return status === success ? `${id} ${status} ${type}`.trim() : `${id} ${status}`;
}

const Printed = z.object({
  operationId: z.string(),
  'x-permission': z.string(),
  parameters: z.array(Json),
  requestBody: z.object({ content: z.record(z.string(), Json) }).optional(),
  responses: z.record(z.string(), Json),
});

function operationOf(path: string, method: string, one: unknown, resolved: (node: Json) => Json): Operation {
  const { operationId, parameters, requestBody, responses, ...rest } = Printed.parse(one);
  const statuses = Object.entries(responses).map(([status, response]) => {
    const { headers, ...said } = resolved(response);
    const found = Object.entries(Json.parse(headers)).map(([name, header]) => [name, resolved(Json.parse(header))]);
    return [status, { ...said, headers: Object.fromEntries(found) as unknown }] as const;
  });
  return Operation.parse({
    id: operationId,
    method: method.toUpperCase(),
    path,
    permission: rest['x-permission'],
    parameters: parameters.map(resolved),
    bodies: requestBody?.content ?? {},
    responses: Object.fromEntries(statuses),
    success: statuses.find(([status]) => status.startsWith('2'))?.[0],
  });
}

/** What an operation is asked with. */
export interface Ask {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Sent extends Partial<Ask> {
  /** Whose key, and which project it says; null for none. */
  readonly key: string | null;
  readonly projectId: string | null;
  /** Of the body. */
  readonly type?: string;
  /** Sent as it is. */
  readonly raw?: string | Uint8Array<ArrayBuffer>;
}

export async function sendTo(url: string, operation: Operation, sent: Sent): Promise<Answered> {
  const { key, projectId, type = mainType(operation), raw } = sent;
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(sent.params?.[name] ?? unknownOf(name)),
  );
  const body = raw ?? (sent.body === undefined ? undefined : asType(type, sent.body));
  const leaving = new AbortController();
  const response = await fetch(`${url}/api/v1${path}?${new URLSearchParams(sent.query).toString()}`, {
    method: operation.method,
    headers: {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(projectId === null ? {} : { 'x-project-id': projectId }),
      ...(body === undefined ? {} : { 'content-type': type }),
      ...sent.headers,
    },
    ...(body === undefined ? {} : { body }),
    signal: leaving.signal,
  });
  const { status, headers } = response;
  // A stream never ends: its beginning is enough.
  if (headers.get('content-type')?.startsWith('text/event-stream') !== true)
    return { status, headers, text: await response.text() };
  const text = new TextDecoder().decode((await response.body?.getReader().read())?.value);
  leaving.abort();
  return { status, headers, text };
}

export function mainType({ bodies }: Operation): string {
  return Object.keys(bodies)[0] ?? 'application/json';
}

function asType(type: string, body: unknown): string | Uint8Array<ArrayBuffer> {
  if (body instanceof Uint8Array) return new Uint8Array(body);
  if (type.includes('yaml')) return stringify(body);
  if (type.includes('ndjson')) return (body as unknown[]).map((record) => JSON.stringify(record)).join('\n');
  return JSON.stringify(body);
}

/** Well formed, and the id of nothing. */
export function unknownOf(name: string): string {
  if (name === 'trace_id') return 'dead'.repeat(8);
  if (name === 'pattern_id') return '987654321';
  if (name === 'timestamp') return '2001-01-31T12:00:00Z';
  return unknownId;
}

/** Sends what no client would, and reads until the other side hangs up. */
export function sendRaw(url: string, head: readonly string[], timeoutMs: number): Promise<Answered> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    const timer = setTimeout(() => socket.destroy(new Error(`no answer in ${timeoutMs} ms: ${head[0]}`)), timeoutMs);
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => (text += chunk));
    socket.on('error', reject);
    socket.on('close', () => {
      clearTimeout(timer);
      const [above = '', ...below] = text.split('\r\n\r\n');
      const [line = '', ...fields] = above.split('\r\n');
      const headers = new Headers(fields.map((field) => /^([^:]+):\s*(.*)$/.exec(field)?.slice(1) as [string, string]));
      resolve({ status: Number(line.split(' ')[1]), headers, text: below.join('\r\n\r\n') });
    });
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
  });
}
