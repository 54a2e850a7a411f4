import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { Deps } from '../deps.ts';
import type { Actor, KeyPermission } from '../domains/permission.ts';
import type { ErrorCode } from '../errors.ts';
import type { Pieces } from '../lib/pieces.ts';
import type { Tag } from './tags.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export const json = 'application/json; charset=utf-8';

/** An answer that is text already, or not JSON: a page, a YAML document, a stream. `type` must be one of the route's `produces`. */
export class Content {
  readonly type: string;
  readonly content: string | Pieces | Readable;
  readonly headers: Readonly<Record<string, string>>;
  readonly status: number;
  constructor(
    type: string,
    content: string | Pieces | Readable,
    headers: Readonly<Record<string, string>> = {},
    status = 200,
  ) {
    this.type = type;
    this.content = content;
    this.headers = headers;
    this.status = status;
  }
}

/** A page of HTML that runs nothing, and shows nothing from elsewhere. */
export function htmlPage(text: string, status = 200, headers: Readonly<Record<string, string>> = {}): Content {
  const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";
  return new Content('text/html; charset=utf-8', text, { 'Content-Security-Policy': policy, ...headers }, status);
}

export interface Call<P, Q, B> {
  readonly deps: Deps;
  readonly actor: Actor;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
  /** The caller's Last-Event-ID header, for event streams. */
  readonly lastEventId: string | undefined;
}

/** What is replaced or changed is lost, as what is deleted is. */
export type Effect = 'read' | 'write' | 'destroy';

const usualEffects: Readonly<Record<Method, Effect>> = {
  GET: 'read',
  POST: 'write',
  PUT: 'destroy',
  PATCH: 'destroy',
  DELETE: 'destroy',
};

type Shape = z.ZodObject;
type Out<S> = S extends z.ZodType ? z.output<S> : undefined;

export interface RouteSpec<
  P extends Shape | undefined,
  Q extends Shape | undefined,
  B extends z.ZodType | undefined,
  R,
> {
  readonly method: Method;
  /** Below /api/v1, parameters in braces: `/api_keys/{key_id}`. */
  readonly url: `/${string}`;
  /** Name of the operation in the OpenAPI document and of the MCP tool. */
  readonly operation: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description?: string;
  /** The weakest key that may call it. */
  readonly permission: KeyPermission;
  /** Path parameters. A value that does not fit is 404: it names nothing. */
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** Schema of the answer in JSON; 'none' where there is none: an empty one, or what `produces` says. */
  readonly result: z.ZodType<R> | 'none';
  /** Further media types that `run` may answer with (as `Content`). */
  readonly produces?: readonly string[];
  /** Headers of a good answer that are this operation's own, and what they say. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Media types of the body besides JSON. */
  readonly consumes?: readonly string[];
  /** Codes it can end with, besides those that any call can (401, 403, 413, 429, 500, 503 …). */
  readonly errors: readonly ErrorCode[];
  readonly example: {
    readonly query?: object;
    readonly params?: object;
    readonly body?: unknown;
    readonly result?: unknown;
  };
  /** Hint for agents: does it change anything, can it lose what was there. Derived from the method when left out. */
  readonly effect?: Effect;
  /** Hint for agents: a repeat changes nothing more. That of a POST does unless it says so; no other does. */
  readonly repeatable?: boolean;
  readonly run: (call: Call<Out<P>, Out<Q>, Out<B>>) => Promise<R | Content>;
}

/** A route with its types checked and then forgotten: what fastify serves, OpenAPI prints and MCP exposes. */
export interface Route extends Omit<RouteSpec<Shape, Shape, z.ZodType, unknown>, 'run' | 'params' | 'query' | 'body'> {
  readonly params: Shape | undefined;
  readonly query: Shape | undefined;
  readonly body: z.ZodType | undefined;
  readonly effect: Effect;
  /** Served by a door (see door.ts), which reads its body itself; described here like any other. */
  readonly isDoor: boolean;
  /** The status of a good answer where a door's protocol has its own; 200 everywhere else. */
  readonly success?: 204;
  /** Further answers that a door's protocol asks for, by status; one that is an error may be that or the API's own. */
  readonly also?: Readonly<Record<number, { readonly description: string; readonly body?: z.ZodType }>>;
  readonly run: (call: Call<never, never, never>) => Promise<unknown>;
}

export function route<
  const P extends Shape | undefined = undefined,
  const Q extends Shape | undefined = undefined,
  const B extends z.ZodType | undefined = undefined,
  R = unknown,
>(spec: RouteSpec<P, Q, B, R>): Route {
  const effect = spec.effect ?? usualEffects[spec.method];
  return { ...spec, params: spec.params, query: spec.query, body: spec.body, effect, isDoor: false };
}

type DoorSpec = Pick<Route, 'url' | 'operation' | 'tag' | 'summary' | 'result' | 'errors' | 'example'> &
  Partial<Pick<Route, 'description' | 'body' | 'consumes' | 'success'>>;

/** The description of a door below /api/v1: always POST, open to whoever may send. */
export function doorRoute(spec: DoorSpec): Route {
  return {
    ...spec,
    method: 'POST',
    permission: 'ingest',
    params: undefined,
    query: undefined,
    body: spec.body,
    effect: 'write',
    isDoor: true,
    run: () => Promise.reject(new Error(`${spec.operation} is served by its door`)),
  };
}

/** What needs no key: health, the API's own description, shared events. Always GET, at the root, never JSON of a project. */
export interface Page {
  readonly url: `/${string}`;
  readonly run: (call: {
    readonly deps: Deps;
    readonly params: Readonly<Record<string, string>>;
    readonly signal: AbortSignal;
  }) => Promise<Content>;
}
