import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import compress from '@fastify/compress';
import cors from '@fastify/cors';
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { Deps } from '../deps.ts';
import { urlCharsMax } from '../domains/events/list/page-text.ts';
import { ApiError } from '../errors.ts';
import { beginning } from '../lib/beginning.ts';
import { codingOf } from '../lib/content-coding.ts';
import { charsOf } from '../lib/pieces.ts';
import { ended, messageOf } from '../lib/sentence.ts';
import { preferredYaml, yamlTypes } from '../lib/yaml.ts';
import { logFailure } from '../store/faults.ts';
import { admit, admitted, type Gate } from './auth.ts';
import { limitConnections } from './connections.ts';
import { endStalled, holdAnswer, requireRoom } from './held.ts';
import { bodyBytesMax, problemOf, type Problem } from './problems.ts';
import { Content, json, type Page, type Route } from './route.ts';
import type { RequestMeter } from './telemetry.ts';
import { faultOfBody, parseBody, parseParams, parseQuery } from './validate.ts';
import { yamlWorkers, type YamlWorkers } from './yaml.ts';

const requestTimeoutMs = 60_000;
const headersTimeoutMs = 15_000;
/** Beside the longest URL that we give out. */
const headerBytesMax = urlCharsMax + 16 * 1024;
const idleTimeoutMs = 75_000;
const compressBytesMin = 1_024;
/** In one go, within two milliseconds: to hand pieces over to another thread and back takes as long. */
const compressAtOnceBytesMax = 256 * 1024;
export const apiPrefix = '/api/v1';

declare module 'fastify' {
  interface FastifyInstance {
    readonly yaml: YamlWorkers;
  }
  interface FastifyContextConfig {
    /** Media types of the body that the mounted route takes besides JSON. */
    consumes?: readonly string[];
  }
}

/** A fastify with the shell that every request goes through, and nothing mounted yet. */
export async function createServer(deps: Deps, meter: RequestMeter): Promise<FastifyInstance> {
  const logger: FastifyBaseLogger = deps.log;
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    bodyLimit: bodyBytesMax,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: idleTimeoutMs,
    connectionTimeout: 0,
    http: {
      maxHeaderSize: headerBytesMax,
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      connectionsCheckingInterval: 5_000,
      // Asked for below: Node.js itself would answer without a word.
      requireHostHeader: false,
    },
    // As long as a URL: what is too long for an id is not found as one that is malformed is, by its name.
    routerOptions: { maxParamLength: headerBytesMax, ignoreDuplicateSlashes: false },
    genReqId: (request) => requestIdOf(request, deps.newId),
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, deps),
    // Of what no hook sees, such as a path that cannot be decoded.
    frameworkErrors: (error, request, reply) => {
      introduce(request, reply);
      void sendProblem(error, request, reply);
    },
  });
  limitConnections(app.server);
  // Node.js itself would refuse without a word what nobody knows; nobody needs it either.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  readBodies(app);
  const known = knownPaths(app);
  app.addHook('onRequest', async (request, reply) => {
    endStalled(reply.raw);
    introduce(request, reply);
    if (request.raw.httpVersion === '1.1' && request.headers.host === undefined)
      throw new ApiError('invalid_parameter', {
        parameter: 'Host',
        message: 'Send the header Host, as HTTP/1.1 asks.',
      });
    const coding = request.headers['content-encoding'];
    // What unpacks bodies knows names in small letters only.
    if (coding !== undefined) request.raw.headers['content-encoding'] = codingOf(coding);
  });
  const endless = new Set<FastifyReply>();
  app.addHook('onSend', async (_, reply) => {
    if (!String(reply.getHeader('content-type')).startsWith('text/event-stream')) return;
    endless.add(reply);
    reply.raw.on('close', () => endless.delete(reply));
  });
  // Everything else ends by itself; whoever follows a stream comes back and goes on where it was.
  app.addHook('preClose', async () => {
    for (const reply of endless) reply.raw.destroy();
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    meter.observe(request.method, route, reply.statusCode, reply.elapsedTime / 1000);
    // The path's own text and the query may hold a user's data: the route says enough.
    request.log.info(
      { method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request',
    );
  });
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply));
  await app.register(cors, {
    origin: deps.config.corsOrigins.includes('*') ? '*' : [...deps.config.corsOrigins],
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: ['X-Request-Id', 'Retry-After', 'X-Export-Rows', 'X-Export-Cut', 'Content-Disposition'],
    maxAge: 86_400,
    // Who asks without a browser's headers is told the same, not refused in another form than all else.
    strictPreflight: false,
  });
  // Before anything of its body is looked at: what is sent to nowhere is wrong for no other reason.
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) throw unknownRoute(known, request, reply);
  });
  await app.register(compress, {
    encodings: ['gzip', 'deflate'],
    // Lines of JSON, too. Of events that are followed each would wait for others.
    customTypes: /^text\/(?!event-stream)|json/,
    threshold: compressBytesMin,
    // A third of the time of the default, for an eighth more bytes: whoever waits for a large answer waits for this too.
    zlibOptions: { level: 1 },
    syncThreshold: compressAtOnceBytesMax,
    requestEncodings: ['gzip', 'deflate', 'identity'],
  });
  return app;
}

/** What every answer carries. */
function introduce(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('X-Request-Id', request.id);
  for (const [name, value] of securityHeaders) reply.header(name, value);
}

/** Mounts the API's routes: key, input, verb, answer; the same five steps for each. */
export function mountRoutes(app: FastifyInstance, deps: Deps, gate: Gate, routes: readonly Route[]): void {
  for (const route of routes.filter(({ isDoor }) => !isDoor)) {
    app.route({
      method: route.method,
      url: apiPrefix + route.url.replaceAll(/\{(\w+)\}/g, ':$1'),
      exposeHeadRoute: false,
      config: { consumes: route.consumes ?? [] },
      onRequest: async (request) => {
        await admit(gate, request, route.permission);
        // What is not there is of no type: many clients name one with every request.
        if (hasNoBody(request)) delete request.raw.headers['content-type'];
      },
      handler: async (request, reply) => {
        const actor = admitted(request);
        const call = {
          deps,
          actor,
          signal: signalOf(reply),
          lastEventId: lastEventIdOf(request),
          params:
            route.params === undefined
              ? undefined
              : parseParams(route.params, request.params as Record<string, string>),
          query: parseQueryOf(route, request),
          body: route.body === undefined ? requireNone(route, request.body) : parseBody(route.body, request.body),
        };
        const result = await route.run(call as never).catch((thrown: unknown) => {
          throw faultOfBody(route.body, thrown);
        });
        return send(reply, await inAskedForm(app.yaml, route, request, result), actor.projectId, {
          isEmpty: route.result === 'none',
          isRead: route.effect === 'read',
        });
      },
    });
  }
}

export function mountPages(app: FastifyInstance, deps: Deps, pages: readonly Page[]): void {
  for (const page of pages) {
    app.get(page.url.replaceAll(/\{(\w+)\}/g, ':$1'), { exposeHeadRoute: true }, async (request, reply) =>
      send(
        reply,
        await page.run({ deps, params: request.params as Record<string, string>, signal: signalOf(reply) }),
        withoutKey,
        { isEmpty: false, isRead: true },
      ),
    );
  }
}

/** What a route can also say in YAML is said so to callers who would rather have it. */
async function inAskedForm(
  yaml: YamlWorkers,
  route: Route,
  { headers }: FastifyRequest,
  result: unknown,
): Promise<unknown> {
  const type = preferredYaml(headers.accept ?? '');
  if (type === undefined || route.produces?.includes(type) !== true || result instanceof Content) return result;
  return new Content(`${type}; charset=utf-8`, await yaml.write(JSON.stringify(result)));
}

/** All callers that need no key, as one project. */
const withoutKey = '';

interface Sent {
  readonly isEmpty: boolean;
  readonly isRead: boolean;
}

function send(reply: FastifyReply, result: unknown, projectId: string, { isEmpty, isRead }: Sent): FastifyReply {
  if (isEmpty && !(result instanceof Content)) return reply.send();
  const { status, headers, type, content } =
    result instanceof Content ? result : new Content(json, JSON.stringify(result));
  const pieces = typeof content === 'string' ? [content] : content;
  if (!(pieces instanceof Readable)) {
    const chars = charsOf(pieces);
    if (isRead) requireRoom(projectId, chars);
    holdAnswer(reply.raw, projectId, chars);
  }
  const payload = pieces instanceof Readable ? pieces : pieces.length === 1 ? pieces[0] : Readable.from(pieces);
  return reply.code(status).headers(headers).type(type).send(payload);
}

export function sendProblem(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, body } = failed(thrown, request, reply);
  return reply.code(status).type(json).send(JSON.stringify(body));
}

/** What went wrong, told in the log where it is ours, and in the headers that go with it whatever the body is. */
export function failed(thrown: unknown, request: FastifyRequest, reply: FastifyReply): Problem {
  const problem = problemOf(thrown, request.id);
  // What was stopped because its caller left is no fault, and nobody hears of it.
  if (!reply.raw.destroyed) logFailure(request.log, problem.body.error.code, { err: thrown }, 'a request failed');
  if (problem.status === 401) reply.header('WWW-Authenticate', 'Bearer');
  if (problem.retryAfterS !== undefined) reply.header('Retry-After', String(problem.retryAfterS));
  return problem;
}

function parseQueryOf(route: Route, request: FastifyRequest): unknown {
  requireEncoded(request.url);
  const raw = request.query as Record<string, unknown>;
  if (route.query !== undefined) return parseQuery(route.query, raw);
  const [extra] = Object.keys(raw);
  if (extra !== undefined) {
    throw new ApiError('invalid_parameter', {
      parameter: extra,
      message: `${extra} is not a parameter of this operation; it takes none.`,
    });
  }
  return undefined;
}

/** What cannot be decoded would be taken as it stands, and looked for with its percent signs. */
function requireEncoded(url: string): void {
  for (const pair of url.split('?').slice(1).join('?').split('&')) {
    try {
      decodeURIComponent(pair);
    } catch {
      const parameter = beginning(pair.split('=', 1)[0] ?? '', 100);
      const message = `${parameter} is not encoded for a URL: a % is %25 there, and other characters are their bytes in UTF-8.`;
      throw new ApiError('invalid_parameter', { parameter, message });
    }
  }
}

/** What is sent where nothing is read would be lost without a word. Many clients send an empty object; that says nothing. */
function requireNone(route: Route, body: unknown): undefined {
  const fields = typeof body === 'object' && body !== null ? Object.keys(body) : [];
  if (body === undefined || body === null || (typeof body === 'object' && fields.length === 0)) return undefined;
  const misplaced = fields.find((name) => Object.hasOwn(route.query?.shape ?? {}, name));
  throw new ApiError('invalid_body', {
    parameter: 'body',
    message: `This operation takes no body${misplaced === undefined ? '' : `; ${misplaced} is a query parameter`}.`,
  });
}

function hasNoBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
}

const jsonType = 'application/json';

export function mediaTypeOf({ headers }: FastifyRequest, otherwise: string): string {
  return (headers['content-type'] ?? otherwise).split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

function readBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  const parseJson = (request: FastifyRequest, text: string) =>
    new Promise((resolve, reject) => {
      void parse(request, text, (error, value) => (error === null ? resolve(value) : reject(unreadable(text))));
    });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(jsonType, { parseAs: 'string' }, async (request: FastifyRequest, body: string) =>
    body.length === 0 ? undefined : parseJson(request, body),
  );
  const yaml = yamlWorkers();
  app.decorate('yaml', yaml);
  app.addHook('onListen', async () => yaml.start());
  app.addHook('onClose', () => yaml.close());
  app.addContentTypeParser([...yamlTypes], { parseAs: 'string' }, async (request: FastifyRequest, body: string) => {
    if (body.length === 0) return undefined;
    // Refused for its type, whatever is in it.
    const isTaken = request.routeOptions.config.consumes?.includes(mediaTypeOf(request, jsonType)) === true;
    if (!isTaken) throw new ApiError('unsupported_media_type');
    return parseJson(request, await yaml.read(body));
  });
}

/** Of a body that was refused: where it is no JSON, or else which names it must not have. */
function unreadable(text: string): ApiError {
  let message = 'No field may be called __proto__, nor constructor with a prototype in it.';
  try {
    JSON.parse(text);
  } catch (error) {
    message = ended(`The body is not JSON: ${messageOf(error)}`);
  }
  return new ApiError('invalid_body', { parameter: 'body', message });
}

interface KnownPath {
  readonly method: string;
  readonly url: string;
  readonly pattern: RegExp;
}

/** Remembers what is mounted, so that a wrong method can be told from a wrong path. */
function knownPaths(app: FastifyInstance): KnownPath[] {
  const known: KnownPath[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    const pattern = new RegExp(`^${url.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/:\w+/g, '[^/]+')}$`);
    for (const one of [method].flat())
      if (one !== 'HEAD' && one !== 'OPTIONS') known.push({ method: one, url, pattern });
  });
  return known;
}

function unknownRoute(known: readonly KnownPath[], request: FastifyRequest, reply: FastifyReply): ApiError {
  const path = request.url.split('?', 1)[0] ?? '';
  const allowed = [...new Set(known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))].join(
    ', ',
  );
  if (allowed === '') return new ApiError('not_found', { message: `There is no such path; ${pathsIn(known)}.` });
  reply.header('Allow', allowed);
  return new ApiError('method_not_allowed', { message: `This path takes ${allowed}.` });
}

/** A port with senders' doors only has no page to read. */
function pathsIn(known: readonly KnownPath[]): string {
  if (known.some(({ url }) => url === '/docs')) return 'see /docs for those there are';
  return `this port takes ${known.map(({ method, url }) => `${method} ${url}`).join(', ')}`;
}

/** Aborted when the caller goes away before its answer is complete. */
export function signalOf(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.on('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  // Who left while the key was looked up is not told of again.
  if (reply.raw.destroyed) gone.abort();
  return gone.signal;
}

function requestIdOf(request: Pick<IncomingMessage, 'headers'>, newId: () => string): string {
  // Firehose takes no answer that lacks its own, whatever id a proxy between gave the request.
  const given = request.headers['x-amz-firehose-request-id'] ?? request.headers['x-request-id'];
  return typeof given === 'string' && /^[\w.:-]{1,64}$/.test(given) ? given : newId();
}

function lastEventIdOf(request: FastifyRequest): string | undefined {
  const given = request.headers['last-event-id'];
  return typeof given === 'string' ? given : undefined;
}

const securityHeaders = [
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
  ['Referrer-Policy', 'no-referrer'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ['Cache-Control', 'no-store'],
] as const;

/** What never became a request: headers too large, too slow, not HTTP. The same envelope, written by hand. */
function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket, deps: Deps): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const fault =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? new ApiError('headers_too_large')
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? new ApiError('request_timeout')
        : new ApiError('invalid_body', { message: 'This is not a valid HTTP request.' });
  const id = deps.newId();
  const { body, status } = problemOf(fault, id);
  const text = JSON.stringify(body);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: ${json}\r\n` +
      `Content-Length: ${Buffer.byteLength(text)}\r\nX-Request-Id: ${id}\r\nConnection: close\r\n\r\n${text}`,
  );
}
