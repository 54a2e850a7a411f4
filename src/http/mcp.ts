import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import type { Actor } from '../domains/permission.ts';
import { ApiError } from '../errors.ts';
import { admit, spend, type Gate } from './auth.ts';
import { holdAnswer, requireRoom } from './held.ts';
import type { Route } from './route.ts';
import { apiPrefix, signalOf } from './server.ts';

const url = '/mcp';
const batchMessagesMax = 100;

/** The description of the agents' door; the protocol's own is at modelcontextprotocol.io. */
export const mcpRoute: Route = {
  method: 'POST',
  url,
  operation: 'mcp',
  tag: 'MCP',
  permission: 'view',
  summary: 'Model Context Protocol, for agents',
  description:
    'Streamable HTTP without sessions, answered in JSON. Tools are the operations of this API that the key may call, and a few that do more.',
  params: undefined,
  query: undefined,
  body: z.json().meta({ id: 'JsonRpcRequest', description: 'A JSON-RPC 2.0 message.' }),
  result: z.json().meta({ id: 'JsonRpcResponse', description: 'A JSON-RPC 2.0 answer.' }),
  errors: ['invalid_body'],
  also: {
    202: { description: 'A notification was taken; there is nothing to say.' },
    400: {
      description: 'The body is not a message of the protocol, or of a version that is spoken here.',
      body: z
        .object({
          jsonrpc: z.literal('2.0'),
          id: z.union([z.string(), z.number(), z.null()]).optional(),
          error: z.object({ code: z.int(), message: z.string(), data: z.json().optional() }),
        })
        .meta({ id: 'JsonRpcError' }),
    },
  },
  example: {
    body: { jsonrpc: '2.0', id: 1, method: 'ping' },
    result: { jsonrpc: '2.0', id: 1, result: {} },
  },
  effect: 'write',
  isDoor: true,
  run: () => Promise.reject(new Error('agents are served by their door')),
};

/** Who calls, and until when: a call without a session ends when its caller goes away, and in no other way. */
export interface McpCaller {
  readonly actor: Actor;
  readonly signal: AbortSignal;
}

/** Answers one HTTP request of an agent, as the key's holder. */
export type McpEndpoint = (request: Request, body: unknown, caller: McpCaller) => Promise<Response>;

/** The same key, the same limits; what is inside the body is the endpoint's to judge. */
export function mountMcp(app: FastifyInstance, deps: Deps, gate: Gate, endpoint: McpEndpoint): void {
  app.post(apiPrefix + url, async (request, reply) => {
    const actor = await admit(gate, request, 'view');
    requireOrigin(deps, request);
    if (request.body === undefined)
      throw new ApiError('invalid_body', { parameter: 'body', message: 'The body is empty; send JSON.' });
    admitBatch(gate, actor, request.body);
    requireRoom(actor.projectId);
    const signal = signalOf(reply);
    const response = await endpoint(asRequest(deps, request), request.body, { actor, signal });
    const text = await response.text();
    holdAnswer(reply.raw, actor.projectId, text.length);
    return reply
      .code(response.status)
      .type(response.headers.get('content-type') ?? 'application/json; charset=utf-8')
      .send(text);
  });
}

/** The older protocol has batches: each message in one counts as a request. */
function admitBatch(gate: Gate, actor: Actor, body: unknown): void {
  if (!Array.isArray(body)) return;
  if (body.length > batchMessagesMax) {
    const message = `A batch has at most ${batchMessagesMax} messages.`;
    throw new ApiError('invalid_body', { parameter: 'body', message });
  }
  for (let message = 1; message < body.length; message++) spend(gate, actor);
}

/** A page of another site that got hold of a key must not act with it: browsers say where they come from. */
function requireOrigin(deps: Deps, request: FastifyRequest): void {
  const { origin } = request.headers;
  if (origin === undefined || deps.config.corsOrigins.includes(origin) || origin === deps.hostUrl) return;
  if (/^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(origin)) return;
  throw new ApiError('forbidden', {
    message: `Agents may not call from ${origin.slice(0, 200)}; name it in COLONNADE_CORS_ORIGINS.`,
  });
}

/** Without its body, which is read already and goes beside it. */
function asRequest(deps: Deps, request: FastifyRequest): Request {
  const headers = new Headers({ 'content-type': 'application/json', accept: 'application/json, text/event-stream' });
  for (const [name, value] of Object.entries(request.headers)) {
    if (name.startsWith('mcp-') && typeof value === 'string') headers.set(name, value);
  }
  return new Request(`${deps.hostUrl}${apiPrefix}${url}`, { method: 'POST', headers });
}
