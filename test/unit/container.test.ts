import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join, relative, sep } from 'node:path';
import t from 'tap';
import { parse } from 'yaml';
import { z } from 'zod';
import { Environment } from '../../src/config.ts';
import { root } from '../support/service.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** What we use of the compose specification, strictly: a misspelt key is an error, as it is for `docker compose config`. */
const duration = z.string().regex(/^(\d+(us|ms|s|m|h))+$/);
const scalar = z.union([z.string(), z.number(), z.boolean()]);
const Service = z
  .strictObject({
    build: z.union([z.string(), z.strictObject({ context: z.string(), dockerfile: z.string().optional() })]).optional(),
    image: z.string().optional(),
    init: z.boolean().optional(),
    restart: z.enum(['no', 'always', 'on-failure', 'unless-stopped']).optional(),
    stop_grace_period: duration.optional(),
    environment: z.record(z.string(), scalar.nullable()).optional(),
    ports: z.array(z.string().regex(/^(\d+\.\d+\.\d+\.\d+:)?\d+:\d+(\/(tcp|udp))?$/)).optional(),
    volumes: z.array(z.string().regex(/^[\w./-]+:\/[\w./-]+(:(ro|rw))?$/)).optional(),
    depends_on: z
      .record(
        z.string(),
        z.strictObject({
          condition: z.enum(['service_started', 'service_healthy', 'service_completed_successfully']),
        }),
      )
      .optional(),
    configs: z.array(z.strictObject({ source: z.string(), target: z.string() })).optional(),
    ulimits: z.record(z.string(), z.union([z.int(), z.strictObject({ soft: z.int(), hard: z.int() })])).optional(),
    healthcheck: z
      .strictObject({
        test: z.array(z.string()).refine(([kind]) => kind === 'CMD' || kind === 'CMD-SHELL' || kind === 'NONE'),
        interval: duration.optional(),
        timeout: duration.optional(),
        retries: z.int().min(1).optional(),
        start_period: duration.optional(),
      })
      .optional(),
  })
  .refine((service) => (service.build === undefined) !== (service.image === undefined), 'one of build and image');
const Compose = z.strictObject({
  services: z.record(z.string().regex(/^[a-zA-Z0-9._-]+$/), Service),
  configs: z.record(z.string(), z.strictObject({ content: z.string() })).optional(),
  volumes: z.record(z.string(), z.null()),
});

t.test('the compose file is one, and its parts fit together', async (t) => {
  const { services, volumes, configs } = Compose.parse(parse(read('docker-compose.yml'), { version: '1.2' }));
  t.same(Object.keys(services).toSorted(), ['clickhouse', 'colonnade', 'postgres']);
  for (const [name, service] of Object.entries(services)) {
    t.ok(service.healthcheck ?? service.build, `${name} has a health check, of its own or that of our image`);
    for (const needed of Object.keys(service.depends_on ?? {})) t.ok(services[needed], `${name} needs ${needed}`);
    for (const mount of service.volumes ?? []) t.ok((mount.split(':')[0] ?? '') in volumes, `${mount} is declared`);
    for (const { source } of service.configs ?? []) t.ok(source in (configs ?? {}), `${source} is declared`);
    if (service.image !== undefined) t.match(service.image, /:\d+(\.\d+)*$/, `${name} has a version`);
  }
  const { colonnade } = services;
  const known = Object.keys(Environment.shape);
  for (const name of Object.keys(colonnade?.environment ?? {})) t.ok(known.includes(name), `${name} is a variable`);
  const set = Environment.parse({});
  const ports = [set.COLONNADE_PORT, set.COLONNADE_OTLP_HTTP_PORT, set.COLONNADE_OTLP_GRPC_PORT].map(
    (port) => `127.0.0.1:${port}:${port}`,
  );
  t.same(colonnade?.ports, ports, 'the ports that the service listens on, on this machine only');
  for (const store of ['clickhouse', 'postgres']) {
    t.equal(services[store]?.ports, undefined, `${store} is not published`);
    const asked = services[store]?.healthcheck?.test.join(' ');
    t.match(asked, new RegExp(`(//|--host=)${store}\\b`), `${store} is healthy once the service can reach it`);
  }
});

t.test('the ClickHouse of the compose file keeps no notes of itself that have no end', async (t) => {
  const { services, configs } = Compose.parse(parse(read('docker-compose.yml'), { version: '1.2' }));
  const mounted = services['clickhouse']?.configs ?? [];
  t.ok(mounted.some(({ source, target }) => source === 'clickhouse' && target.includes('/config.d/')));
  const removed = [...(configs?.['clickhouse']?.content ?? '').matchAll(/<(\w+_log) remove="1"\/>/g)].map(
    ([, log = '']) => log,
  );
  // Those that its own configuration switches on, without days.
  const endless =
    'query query_thread query_views query_metric text trace part metric asynchronous_metric latency error background_schedule_pool';
  t.same(new Set(removed), new Set(endless.split(' ').map((of) => `${of}_log`)));
});

t.test('a mistake in a compose file is found', async (t) => {
  const service = { image: 'x:1' };
  t.ok(Compose.safeParse({ services: { x: service }, volumes: {} }).success);
  for (const [name, broken] of Object.entries({
    'a misspelt key': { ...service, enviroment: {} },
    'neither image nor build': {},
    'a port that is none': { ...service, ports: ['http'] },
    'an interval without a unit': { ...service, healthcheck: { test: ['CMD', 'x'], interval: '5' } },
  })) {
    t.notOk(Compose.safeParse({ services: { x: broken }, volumes: {} }).success, name);
  }
});

t.test('the Dockerfile copies what there is, exposes what is served, and is not root', async (t) => {
  const lines = read('Dockerfile').replaceAll('\\\n', ' ').split('\n');
  const argsOf = (instruction: string) =>
    lines.filter((line) => line.startsWith(`${instruction} `)).map((line) => line.split(/\s+/).slice(1));
  const sources = argsOf('COPY').flatMap((args) => (args[0]?.startsWith('--') ? [] : args.slice(0, -1)));
  t.ok(sources.includes('src'));
  for (const source of sources) t.ok(existsSync(join(root, source)), `${source} is there`);
  const ignored = read('.dockerignore').split('\n');
  for (const source of sources) t.notOk(ignored.includes(source), `${source} is not ignored`);
  t.equal(argsOf('FROM').length, 2, 'the stage that installs is left behind');
  t.same(argsOf('USER'), [['node']]);
  t.same(argsOf('EXPOSE')[0]?.map(Number), [8080, 4318, 4317]);
  const names = argsOf('ENV')
    .flat()
    .map((pair) => pair.split('=')[0] ?? '');
  const known = [...Object.keys(Environment.shape), 'NODE_ENV'];
  for (const name of names) t.ok(known.includes(name), `${name} is a variable`);
  t.match(read('Dockerfile'), 'src/bin/serve.ts');
});

t.test('the image’s health is that of the process it runs, whatever its role and port', async (t) => {
  const [, command = ''] = /^HEALTHCHECK .*?CMD (\[.*\])$/m.exec(read('Dockerfile').replaceAll('\\\n', ' ')) ?? [];
  const [program, ...args] = z.array(z.string()).parse(JSON.parse(command));
  t.equal(program, 'node');
  const exitCode = (env: Record<string, string>) =>
    new Promise((resolve) => spawn(process.execPath, args, { env, stdio: 'ignore' }).once('exit', resolve));
  let status = 200;
  const server = createServer((request, response) => {
    response.statusCode = request.url === '/readyz' ? status : 404;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  const port = String((server.address() as AddressInfo).port);
  t.equal(await exitCode({ COLONNADE_PORT: port }), 0);
  status = 503;
  t.equal(await exitCode({ COLONNADE_PORT: port }), 1);
  t.equal(await exitCode({ COLONNADE_ROLE: 'worker', COLONNADE_PORT: port }), 0, 'a worker answers nobody');
});

t.test('every file that the service reads beside its code is in the image', async (t) => {
  const copied = read('Dockerfile')
    .split('\n')
    .filter((line) => line.startsWith('COPY ') && !line.startsWith('COPY --'))
    .flatMap((line) => line.split(/\s+/).slice(1, -1));
  const code = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.m?[jt]s$/.test(file),
  );
  const named = code.flatMap((file) =>
    [...read(join('src', file)).matchAll(/new URL\('([^']+)', import\.meta\.url\)/g)].map(([, path = '']) =>
      relative(root, join(root, 'src', dirname(file), path)),
    ),
  );
  t.ok(named.length > 5, `${named.length} files`);
  for (const path of named) t.ok(copied.includes(path.split(sep)[0] ?? ''), `${path} is copied`);
});
