import type { Server } from 'node:http';
import type { Test } from 'tap';
import { buildApp, entranceOf, routes } from '../../src/app.ts';
import { loadConfig } from '../../src/config.ts';
import type { Deps } from '../../src/deps.ts';
import { createKey } from '../../src/domains/keys/service.ts';
import type { KeyPermission } from '../../src/domains/permission.ts';
import { createProject } from '../../src/domains/project/service.ts';
import type { Door } from '../../src/http/door.ts';
import { ErrorEnvelope } from '../../src/http/openapi.ts';
import type { Method } from '../../src/http/route.ts';
import { depsOver } from './deps.ts';
import { stores } from './stores.ts';

/** The whole API on real engines, over a real socket. Every answer is held against the route's schema, every failure against the envelope. */
export interface TestApi {
  readonly deps: Deps;
  readonly url: string;
  /** For workers, which connect by themselves. */
  readonly databaseUrl: string;
  /** What `deps.now()` says; undefined for the real time. */
  readonly clock: { now: Date | undefined };
  /** A project of its own, with its admin key. */
  project(title?: string): Promise<TestProject>;
}

export interface TestProject {
  readonly id: string;
  readonly key: string;
  /** Calls `/api/v1` + path as this project’s admin. */
  call(method: Method, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  get(path: string, query?: Readonly<Record<string, string>>): Promise<Answer>;
  /** A URL that an answer gave, as it is. */
  follow(url: string): Promise<Answer>;
  post(path: string, body?: unknown): Promise<Answer>;
  /** The same project with a weaker key. */
  as(permission: KeyPermission): Promise<TestProject>;
}

/** Well formed, and the id of nothing. */
export const unknownId = '0198c0de-0000-7000-8000-00000000dead';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined when there is none or it is not JSON. */
  readonly body: any; // oxlint-disable-line no-explicit-any -- tests reach into answers of every shape
}

export async function startApi(
  t: Test,
  env: Record<string, string> = {},
  change: (deps: Deps) => Partial<Deps> = () => ({}),
): Promise<TestApi> {
  const { sql, clickhouse, reader: readOnly, databaseUrl, ...engines } = await stores(t);
  const clock: TestApi['clock'] = { now: undefined };
  const config = loadConfig({ COLONNADE_RATE_PER_KEY: '100000', COLONNADE_RATE_PER_PROJECT: '100000', ...env });
  const usual = depsOver({ ...engines, readOnly, config, sql, clickhouse }, () => clock.now ?? new Date());
  const deps: Deps = { ...usual, ...change(usual) };
  t.teardown(() => deps.sqlMode.close());
  const { url } = await serve(t, deps);
  return {
    deps,
    url,
    databaseUrl,
    clock,
    project: async (title = 'Test') => {
      const { project, key } = await createProject(deps, { title, requestId: 'test' });
      return client(deps, url, project.id, key.key);
    },
  };
}

export interface Served {
  readonly url: string;
  readonly server: Server;
}

/** The whole API over a socket, as the service serves it. */
export async function serve(
  t: Test,
  deps: Deps,
  doors: readonly Door[] = [],
  entrance = entranceOf(deps),
): Promise<Served> {
  const ready = { ready: true, clickhouse: true, postgres: true, migrations: true };
  const app = await buildApp(deps, entrance, { version: '0.0.0-test', readiness: async () => ready, doors });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  t.teardown(async () => {
    const closed = app.close();
    // fetch() opens connections ahead that it never uses; the server would wait for their first request.
    app.server.closeAllConnections();
    await closed;
  });
  return { url, server: app.server };
}

function client(deps: Deps, url: string, id: string, key: string): TestProject {
  const ask = (method: Method, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    request(url + path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        'x-project-id': id,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  const call: TestProject['call'] = (method, path, ...rest) => ask(method, `/api/v1${path}`, ...rest);
  return {
    id,
    key,
    call,
    get: (path, query) => call('GET', query === undefined ? path : `${path}?${new URLSearchParams(query).toString()}`),
    follow: (given) => ask('GET', given),
    post: (path, body) => call('POST', path, body),
    as: async (permission) => {
      const actor = { projectId: id, permission: 'admin', keyId: null, requestId: 'test' } as const;
      return client(deps, url, id, (await createKey(deps, actor, { title: permission, permission })).key);
    },
  };
}

/** One call, with the answer held against what the API promises of it. */
export async function request(url: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, init);
  const text = await response.text();
  const isJson = (response.headers.get('content-type') ?? '').startsWith('application/json');
  const body: unknown = isJson && text !== '' ? JSON.parse(text) : undefined;
  const route = routeOf(init.method ?? 'GET', new URL(url).pathname);
  if (!response.ok) ErrorEnvelope.parse(body);
  else if (route !== undefined && route.result === 'none' && route.produces === undefined && text !== '')
    throw new Error(`${url} should answer nothing, and answered ${text}`);
  else if (route !== undefined && route.result !== 'none' && isJson) route.result.parse(body);
  return { status: response.status, headers: response.headers, text, body };
}

function routeOf(method: string, path: string) {
  return routes.find(
    (route) =>
      route.method === method && new RegExp(`^/api/v1${route.url.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
}
