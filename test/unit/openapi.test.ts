import t from 'tap';
import { routes } from '../../src/app.ts';
import { errorCodes } from '../../src/errors.ts';
import { docsPage } from '../../src/http/docs-page.ts';
import { openapi } from '../../src/http/openapi.ts';
import { servicePages } from '../../src/http/pages.ts';
import { requestMeter } from '../../src/http/telemetry.ts';

const document = openapi(routes, { version: '1.2.3', hostUrl: 'http://127.0.0.1:8080' }) as any; // oxlint-disable-line no-explicit-any -- a document of many shapes

t.test('every route is an operation with a name of its own, a permission and its errors', async (t) => {
  const names = new Set<string>();
  for (const route of routes) {
    const operation = document.paths[route.url][route.method.toLowerCase()];
    t.equal(operation.operationId, route.operation);
    t.equal(operation['x-permission'], route.permission);
    t.notOk(names.has(route.operation), `${route.operation} is unique`);
    names.add(route.operation);
    for (const code of ['unauthorized', 'forbidden', ...route.errors] as const) {
      t.ok(operation.responses[errorCodes[code].status], `${route.operation} documents ${code}`);
    }
  }
  t.ok(names.size >= 9);
});

t.test('path parameters of the URL are those of the schema', async (t) => {
  for (const route of routes) {
    const inUrl = [...route.url.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    t.same(Object.keys(route.params?.shape ?? {}), inUrl, route.operation);
    if (inUrl.length > 0) t.ok(route.errors.includes('not_found'), `${route.operation} can be not_found`);
  }
});

t.test('examples are valid: what they show can be sent, and comes back like that', async (t) => {
  for (const { operation, example, params, query, body, result } of routes) {
    if (params !== undefined) t.ok(params.safeParse(example.params).success, `${operation}: params`);
    if (example.query !== undefined) t.ok(query?.safeParse(example.query).success, `${operation}: query`);
    if (body !== undefined) t.ok(body.safeParse(example.body).success, `${operation}: body`);
    if (result !== 'none') t.ok(result.safeParse(example.result).success, `${operation}: result`);
  }
});

t.test('bodies and queries refuse what they do not know', async (t) => {
  const extra = { surely_not_a_field: '1' };
  for (const { operation, body, query, example } of routes) {
    const plain =
      typeof example.body === 'object' && !Array.isArray(example.body) && body !== undefined && 'shape' in body;
    if (plain) t.notOk(body.safeParse({ ...example.body, ...extra }).success, `${operation}: body`);
    const open = query?.def.catchall !== undefined && query.def.catchall._zod.def.type !== 'never';
    if (query !== undefined && !open)
      t.notOk(query.safeParse({ ...example.query, ...extra }).success, `${operation}: query`);
  }
});

t.test('ids may be in either case, in the document as in the service', async (t) => {
  const patterns = [...JSON.stringify(document).matchAll(/"pattern":("(?:[^"\\\\]|\\\\.)*")/g)].map(([, text = '']) =>
    String(JSON.parse(text)),
  );
  const ids = ['0198c0de-0000-7000-8000-0000000000a1', '5b8efff798038103d269b633813fc60c'];
  for (const id of ids) {
    const ofIds = patterns.filter((pattern) => pattern.startsWith('^[0-9a-f') && new RegExp(pattern).test(id));
    t.ok(ofIds.length > 0, id);
    for (const pattern of ofIds) t.match(id.toUpperCase(), new RegExp(pattern));
  }
});

t.test('references lead somewhere', async (t) => {
  const text = JSON.stringify(document);
  for (const [, path = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    t.ok(
      path.split('/').reduce((node, step) => node?.[step], document),
      path,
    );
  }
});

t.test('the reference page has every operation, and nothing from elsewhere', async (t) => {
  const page = docsPage(document);
  for (const { operation } of routes) t.ok(page.includes(`id="${operation}"`), operation);
  t.notMatch(page, /<script|<link|<img|<iframe|@import|url\(|(src|href|action)="(https?:)?\/\//);
});

t.test('anybody may ask for it: it is printed once', async (t) => {
  let looks = 0;
  const watched = new Proxy(routes, { get: (all, name) => (looks++, Reflect.get(all, name) as unknown) });
  const ready = { ready: true, clickhouse: true, postgres: true, migrations: true };
  const pages = servicePages({
    routes: watched,
    meter: requestMeter(),
    version: '1.2.3',
    readiness: async () => ready,
  });
  const call = { deps: { hostUrl: 'http://127.0.0.1:8080' }, params: {}, signal: AbortSignal.timeout(10_000) };
  const ask = async () => {
    const described = pages.filter(({ url }) => /openapi|docs/.test(url));
    return Promise.all(described.map(async (page) => (await page.run(call as never)).content));
  };
  const first = await ask();
  t.equal(first[0], JSON.stringify(document));
  looks = 0;
  t.same(await ask(), first);
  t.equal(looks, 0);
});
