import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import t from 'tap';
import { buildApp, entranceOf, routes } from '../../src/app.ts';
import { permits, KeyPermission } from '../../src/domains/permission.ts';
import { generateKey } from '../../src/domains/keys/key.ts';
import { connectionsPerHostMax, hostOf } from '../../src/http/connections.ts';
import { request, startApi, unknownId } from '../support/api.ts';
import { startSenders } from '../support/senders.ts';
import { until } from '../support/service.ts';

/** What every request goes through, whatever it asks for. */

const api = await startApi(t);
const project = await api.project();
const stranger = await api.project();
const authorization = `Bearer ${project.key}`;
const good = { authorization, 'x-project-id': project.id };
const me = `${api.url}/api/v1/me`;

/** Raw bytes to the socket, for what no HTTP client would send; the answer, or '' when the connection just ended. */
function raw(text: string, waitMs = 2_000): Promise<string> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(api.url);
    const socket = connect(Number(port), hostname, () => socket.write(text));
    let answer = '';
    socket.setTimeout(waitMs, () => socket.destroy());
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer));
  });
}

t.test('one answer for every bad key', async (t) => {
  const typo = project.key.slice(0, -1) + (project.key.endsWith('A') ? 'B' : 'A');
  const bad = [
    undefined,
    '',
    'Bearer',
    'Bearer ',
    `Basic ${project.key}`,
    `Bearer ${typo}`,
    `Bearer ${generateKey()}`,
    `Bearer ${project.key} x`,
    'Bearer a\tb',
    `Bearer ${'x'.repeat(5_000)}`,
    `Bearer ${project.key.toLowerCase()}`,
  ];
  for (const value of bad) {
    const answer = await request(me, {
      headers: { 'x-project-id': project.id, ...(value === undefined ? {} : { authorization: value }) },
    });
    const { request_id, ...error } = answer.body.error;
    t.equal(answer.status, 401);
    t.same(
      error,
      { code: 'unauthorized', message: 'Send a valid API key as "Authorization: Bearer <key>".' },
      String(value).slice(0, 40),
    );
    t.equal(answer.headers.get('www-authenticate'), 'Bearer');
    t.equal(answer.headers.get('x-request-id'), request_id);
  }
});

t.test('the project header comes after the key, and must be the key’s', async (t) => {
  const cases: [Record<string, string>, number, object][] = [
    [{ authorization }, 400, { code: 'invalid_parameter', parameter: 'X-Project-Id' }],
    [{ authorization, 'x-project-id': 'nonsense' }, 400, { code: 'invalid_parameter', parameter: 'X-Project-Id' }],
    [{ authorization, 'x-project-id': stranger.id }, 403, { code: 'forbidden' }],
    [{ 'x-project-id': 'nonsense' }, 401, { code: 'unauthorized' }],
    [{ authorization, 'x-project-id': project.id.toUpperCase() }, 200, {}],
  ];
  for (const [headers, status, error] of cases) {
    const answer = await request(me, { headers });
    t.equal(answer.status, status, JSON.stringify(Object.keys(headers)));
    if (status !== 200) t.match(answer.body.error, error);
  }
});

t.test('each route lets in exactly the keys that its permission says', async (t) => {
  const keys = Object.fromEntries(
    await Promise.all(KeyPermission.options.map(async (held) => [held, await project.as(held)] as const)),
  );
  for (const route of routes) {
    const path = route.url.replaceAll(/\{\w+\}/g, unknownId);
    for (const held of KeyPermission.options) {
      if (permits(held, route.permission) && route.effect !== 'read') continue; // what is let in would change things: other tests do that
      // The status alone: the answer of a stream never ends.
      const gone = new AbortController();
      const { status } = await fetch(`${api.url}/api/v1${path}`, {
        method: route.method,
        headers: {
          authorization: `Bearer ${keys[held]?.key}`,
          'x-project-id': project.id,
          ...(route.body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(route.body === undefined ? {} : { body: '{}' }),
        signal: gone.signal,
      });
      gone.abort();
      if (permits(held, route.permission)) t.not(status, 403, `${held} may ${route.operation}`);
      else t.equal(status, 403, `${held} may not ${route.operation}`);
    }
  }
});

t.test('what is not there, and what is there with another method', async (t) => {
  t.match(await request(`${api.url}/nowhere`), { status: 404, body: { error: { code: 'not_found' } } });
  t.match(await request(`${api.url}/api/v1/nowhere`, { method: 'POST', headers: good }), { status: 404 });
  t.match(await request(`${api.url}/api/v1/me/`, { headers: good }), { status: 404 });
  const wrong = await request(me, { method: 'DELETE', headers: good });
  t.match(wrong, { status: 405, body: { error: { code: 'method_not_allowed', message: 'This path takes GET.' } } });
  t.equal(wrong.headers.get('allow'), 'GET');
  t.equal((await request(`${api.url}/api/v1/api_keys/x/activate`, { headers: good })).headers.get('allow'), 'POST');
  t.match(await request(`${api.url}/api/v1/%E0%A4%A`, { headers: good }), { status: 404 });
  // Whatever else is odd about it.
  t.match(await request(me, { method: 'QUERY', headers: good }), { status: 405 });
  const odd = { ...good, 'content-type': 'text/csv', 'content-encoding': 'snappy' };
  t.match(await request(`${api.url}/nowhere`, { method: 'POST', body: 'a,b', headers: odd }), { status: 404 });
});

t.test('parameters that an operation does not have are refused', async (t) => {
  t.match(await request(`${me}?since=1h`, { headers: good }), {
    status: 400,
    body: { error: { code: 'invalid_parameter', parameter: 'since' } },
  });
  // Names that every object has, and no operation.
  for (const parameter of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) {
    for (const url of [me, `${api.url}/api/v1/dashboards`, `${api.url}/api/v1/events`]) {
      t.match(await request(`${url}?${parameter}=x`, { headers: good }), {
        status: 400,
        body: { error: { code: 'invalid_parameter', parameter } },
      });
    }
  }
});

t.test('a parameter that cannot be decoded is refused, and not taken as it stands', async (t) => {
  const search = (text: string) => request(`${api.url}/api/v1/endpoints?page=0&search=${text}`, { headers: good });
  for (const text of ['caf%E9', '50%', '%zz', 'a%20%', '?%'])
    t.match(await search(text), {
      status: 400,
      body: { error: { code: 'invalid_parameter', parameter: 'search', message: /a % is %25 there/ } },
    });
  for (const text of ['caf%C3%A9', '50%25', 'a+b%20c', '?']) t.match(await search(text), { status: 200 });
});

t.test('what is misspelt is told first, with what was meant', async (t) => {
  for (const [method, path, body, error] of [
    ['GET', '/events/export?formta=csv', undefined, { parameter: 'formta', suggestion: 'format' }],
    ['GET', '/events/export?format=cvs', undefined, { parameter: 'format', suggestion: 'csv' }],
    ['GET', '/issues?status=opne', undefined, { parameter: 'status', suggestion: 'open' }],
    ['POST', '/dashboards', { titel: 'x' }, { parameter: 'body', message: /^titel /, suggestion: 'title' }],
    ['POST', '/dashboards/bulk', { action: 'delet', ids: ['x'] }, { parameter: 'body', suggestion: 'delete' }],
  ] as const) {
    const answer = await request(`${api.url}/api/v1${path}`, {
      method,
      headers: { ...good, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    t.match(answer, { status: 400, body: { error } }, path);
  }
});

t.test('bodies: type, size, encoding', async (t) => {
  const keys = `${api.url}/api/v1/api_keys`;
  const post = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>) =>
    request(keys, { method: 'POST', body, headers: { ...good, ...headers } });
  const json = { 'content-type': 'application/json' };
  t.match(await post('title=x', { 'content-type': 'application/x-www-form-urlencoded' }), {
    status: 415,
    body: { error: { code: 'unsupported_media_type' } },
  });
  t.match(await post('{"title":"x"}', { 'content-type': 'text/plain' }), { status: 415 });
  t.match(await post('{"title":"x"}', { 'content-type': 'application/json;charset=utf-8' }), { status: 200 });
  t.match(await post('{"title":"x"}', { 'content-type': 'APPLICATION/JSON' }), { status: 200 });
  t.match(await post(`{"title":"${'x'.repeat(2_000_000)}"}`, json), {
    status: 413,
    body: {
      error: {
        code: 'too_large',
        parameter: 'body',
        message: 'A body may have 1048576 bytes; send a smaller one.',
      },
    },
  });
  t.match(await post(`{"title":[${'{},'.repeat(50_000)}1]}`, json), {
    status: 413,
    body: { error: { code: 'too_large', message: 'The body has more than 50000 values.' } },
  });
  for (const coding of ['gzip', 'GZIP', 'x-gzip'])
    t.match(await post(gzipSync('{"title":"zipped"}'), { ...json, 'content-encoding': coding }), {
      status: 200,
      body: { summary: { title: 'zipped' } },
    });
  t.match(await post(gzipSync(Buffer.alloc(50_000_000, 'x')), { ...json, 'content-encoding': 'gzip' }), {
    status: 413,
  });
  t.match(await post('not gzip at all', { ...json, 'content-encoding': 'gzip' }), {
    status: 400,
    body: { error: { code: 'invalid_body' } },
  });
  t.match(await post('{"title":"x"}', { ...json, 'content-encoding': 'snappy' }), { status: 415 });
  for (const [body, message] of [
    ['"a\\u0000"', 'The body holds a NUL character or half a surrogate pair.'],
    ['{"title":"\\ud800"}', 'title holds a NUL character or half a surrogate pair.'],
  ] as const)
    t.match(await post(body, json), { status: 400, body: { error: { code: 'invalid_body', message } } });
});

t.test('a body that an operation does not take is refused, unless it says nothing', async (t) => {
  const send = (body: string, type = 'application/json', method = 'POST', path = '/mute') =>
    request(`${api.url}/api/v1/monitors/${unknownId}${path}`, {
      method,
      body,
      headers: { ...good, 'content-type': type },
    });
  for (const [body, message] of [
    ['{"duration_minutes":30}', 'This operation takes no body; duration_minutes is a query parameter.'],
    ['{"minutes":30}', 'This operation takes no body.'],
    ['[1]', 'This operation takes no body.'],
    ['0', 'This operation takes no body.'],
  ] as const)
    t.match(await send(body), { status: 400, body: { error: { code: 'invalid_body', parameter: 'body', message } } });
  for (const body of ['', '{}', '[]', 'null']) t.equal((await send(body)).status, 404, `'${body}'`);
  // As `curl -d ''` and others name it.
  for (const type of ['application/x-www-form-urlencoded', 'text/plain;charset=UTF-8', 'nonsense']) {
    t.equal((await send('', type)).status, 404, type);
    t.equal((await send('', type, 'DELETE', '')).status, 404, `DELETE ${type}`);
    t.equal((await send('a=b', type)).status, 415, `a body of ${type}`);
    t.match((await send('', type, 'PUT', '')).body.error, { code: 'invalid_body', message: 'The body is required.' });
  }
});

t.test('request ids: a sane one is kept, any other is replaced', async (t) => {
  for (const [given, kept] of [
    ['abc-123', true],
    ['a b', false],
    ['x'.repeat(65), false],
    ['<script>', false],
  ] as const) {
    const { headers } = await request(me, { headers: { ...good, 'x-request-id': given } });
    t.equal(headers.get('x-request-id') === given, kept, given);
    t.ok(headers.get('x-request-id'));
  }
  // Of a path that cannot be decoded, too, which gets nowhere.
  const undecoded = await request(`${api.url}/api/v1/teams/%ff`, { headers: { ...good, 'x-request-id': 'abc-123' } });
  t.match(undecoded, { status: 404, body: { error: { request_id: 'abc-123' } } });
  t.equal(undecoded.headers.get('x-request-id'), 'abc-123');
  t.equal(undecoded.headers.get('x-content-type-options'), 'nosniff');
});

t.test('browsers may ask from anywhere; answers are not sniffed, framed or stored', async (t) => {
  const preflight = await fetch(me, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://app.example',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization,x-project-id',
    },
  });
  t.equal(preflight.status, 204);
  t.equal(preflight.headers.get('access-control-allow-origin'), '*');
  t.match(preflight.headers.get('access-control-allow-headers'), /authorization/);
  t.equal((await fetch(me, { method: 'OPTIONS' })).status, 204, 'whoever asks');
  const { headers } = await request(me, { headers: { ...good, origin: 'https://app.example' } });
  t.equal(headers.get('x-content-type-options'), 'nosniff');
  // What a page may read of an answer: all that operations say there.
  const exposed = (headers.get('access-control-expose-headers') ?? '').split(', ');
  const said = routes.flatMap((route) => Object.keys(route.headers ?? {}));
  t.same(
    ['X-Request-Id', 'Retry-After', ...said].filter((name) => !exposed.includes(name)),
    [],
  );
  t.equal(headers.get('cache-control'), 'no-store');
  t.match(headers.get('content-security-policy'), /default-src 'none'/);
});

t.test('large answers are compressed for those who can', async (t) => {
  const response = await fetch(`${api.url}/api/v1/openapi.json`, { headers: { 'accept-encoding': 'gzip' } });
  t.equal(response.headers.get('content-encoding'), 'gzip');
  t.equal(((await response.json()) as { openapi: string }).openapi, '3.1.1');
});

t.test('what is hardly HTTP gets the envelope too, and the service lives on', async (t) => {
  const lines = (...rest: string[]) => ['GET /api/v1/me HTTP/1.1', 'Host: x', ...rest, '', ''].join('\r\n');
  t.match(await raw(lines(`X-Big: ${'x'.repeat(70_000)}`)), /^HTTP\/1\.1 431 [\s\S]*headers_too_large/);
  t.match(await raw('NONSENSE\r\n\r\n'), /^HTTP\/1\.1 400 [\s\S]*"request_id"/);
  t.match(await raw(lines('Transfer-Encoding: chunked', 'Content-Length: 5')), /^HTTP\/1\.1 400 /);
  t.match(await raw(lines('X-Request-Id: a\0b')), /^HTTP\/1\.1 400 /);
  t.match(await raw('GET /api/v1/me HTTP/1.1\r\n\r\n'), /^HTTP\/1\.1 400 [\s\S]*"parameter":"Host"/, 'no Host');
  t.match(await raw(lines('Expect: nothing', 'Connection: close')), /^HTTP\/1\.1 401 [\s\S]*"request_id"/);
  t.match(await raw(`GET /${'a'.repeat(10_000)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`), /^HTTP\/1\.1 404 /);
  await raw('POST /api/v1/api_keys HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"ti', 300);
  t.equal((await request(me, { headers: good })).status, 200);
});

t.test('the service says how it is, without a key', async (t) => {
  t.match(await request(`${api.url}/healthz`), { status: 200, body: { status: 'ok' } });
  t.match(await request(`${api.url}/readyz`), { status: 200, body: { ready: true } });
  const metrics = await request(`${api.url}/metrics`);
  t.match(
    metrics.text,
    /colonnade_http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/me",status="200"\} \d+/,
  );
  t.match(metrics.text, /colonnade_store_up\{store="postgres"\} 1/);
  t.match((await request(`${api.url}/docs`)).text, /<!doctype html>/);
});

t.test('its numbers say which store answers now, though nobody asked whether it is ready', async (t) => {
  const state = { ready: true, clickhouse: true, postgres: true, migrations: true };
  let asked = 0;
  const readiness = async () => {
    asked++;
    await sleep(200);
    return { ...state };
  };
  const app = await buildApp(api.deps, entranceOf(api.deps), { version: '0.0.0-test', readiness });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  t.teardown(async () => {
    app.server.closeAllConnections();
    await app.close();
  });
  const up = async () => {
    const { text } = await request(`${url}/metrics`);
    return [...text.matchAll(/colonnade_store_up\{store="(\w+)"\} (\d)/g)].map(([, store, value]) => [store, value]);
  };
  t.same(await up(), [
    ['clickhouse', '1'],
    ['postgres', '1'],
  ]);
  state.postgres = false;
  t.same(await up(), [
    ['clickhouse', '1'],
    ['postgres', '0'],
  ]);
  asked = 0;
  await Promise.all(Array.from({ length: 50 }, () => fetch(`${url}/readyz`).then((answer) => answer.text())));
  t.ok(asked < 25, `50 that ask at once asked the stores ${asked} times`);
});

t.test('the numbers are of all ports', async (t) => {
  const senders = await startSenders(t, api);
  for (const url of [senders.url, senders.otlpUrl]) {
    const sent = await request(`${url}/v1/logs`, {
      method: 'POST',
      headers: { ...good, 'content-type': 'application/json' },
      body: '{}',
    });
    t.match(sent, { status: 200 });
  }
  const { text } = await request(`${senders.url}/metrics`);
  t.match(text, /duration_seconds_count\{method="POST",route="\/v1\/logs",status="200"\} 2\n/);
});

t.test('a key, and a project, have a rate', async (t) => {
  const limited = await startApi(t, { COLONNADE_RATE_PER_KEY: '1', COLONNADE_RATE_PER_PROJECT: '2' });
  limited.clock.now = new Date();
  const one = await limited.project();
  const statuses = await Promise.all(Array.from({ length: 30 }, async () => (await one.get('/me')).status));
  t.same(
    statuses.toSorted((a, b) => a - b),
    [...Array(10).fill(200), ...Array(20).fill(429)],
  );
  const refused = await one.get('/me');
  t.match(refused.body, { error: { code: 'rate_limited' } });
  t.equal(refused.headers.get('retry-after'), '1');
  t.equal((await (await one.as('view')).get('/me')).status, 200, 'what was refused took nothing from another key');
  const keys = [await one.as('view'), await one.as('edit')];
  const calls = keys.flatMap((key) => Array.from({ length: 10 }, async () => (await key.get('/me')).status));
  const granted = (await Promise.all(calls)).filter((status) => status === 200);
  t.equal(granted.length, 9, 'what is left of the project’s, with all its keys');
  t.equal((await (await limited.project()).get('/me')).status, 200, 'each project has its own');
  // A second later, also by a clock that was put back meanwhile.
  for (const ms of [1_000, -3_600_000, 1_000]) {
    limited.clock.now = new Date(limited.clock.now.getTime() + ms);
    t.equal((await one.get('/me')).status, ms > 0 ? 200 : 429);
  }
  limited.clock.now = new Date(limited.clock.now.getTime() + 3_600_000);
  const rested = await Promise.all(Array.from({ length: 30 }, async () => (await one.get('/me')).status));
  t.equal(rested.filter((status) => status === 200).length, 10, 'nothing is saved up');
});

t.test('a host of IPv6 is counted as one, whichever of its addresses it comes from', async (t) => {
  for (const [address, host] of [
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '::ffff:192.0.2.7'],
    ['::1', '0:0:0:0'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['2001:db8:0:1::', '2001:db8:0:1'],
    ['2001:db8:0:1:a:b:c:d', '2001:db8:0:1'],
    ['2001::5:0:0:7', '2001:0:0:0'],
    ['fe80::1:2:3:4%eth0', 'fe80:0:0:0'],
  ] as const)
    t.equal(hostOf(address), host, address);
});

t.test('a host with all the connections that it may have keeps no other out', async (t) => {
  const senders = await startSenders(t, api);
  for (const address of [senders.url, senders.otlpUrl, `http://${senders.grpc}`]) {
    const open = new Set<Socket>();
    const heard = new Set<Socket>();
    const from = (localAddress: string) =>
      new Promise<Socket>((resolve) => {
        const socket = connect({ host: '127.0.0.1', port: Number(new URL(address).port), localAddress });
        open.add(socket);
        socket.on('data', () => heard.add(socket));
        socket.on('error', () => undefined);
        socket.on('close', () => open.delete(socket));
        socket.on('connect', () => resolve(socket));
      });
    // In turns: the system holds only some hundred that nobody has taken yet.
    for (let left = connectionsPerHostMax + 1; left > 0; left -= 100)
      await Promise.all(Array.from({ length: Math.min(left, 100) }, () => from('127.0.0.1')));
    await until('one is hung up on', 10_000, () => open.size === connectionsPerHostMax);
    const answered = async (socket: Socket) => {
      // Over gRPC the other end begins by itself.
      if (!address.endsWith(senders.grpc)) socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
      await until('it is answered', 10_000, () => heard.has(socket));
    };
    await answered(await from('127.0.0.2'));
    // As soon as one of its own has ended, it has another.
    const [first] = open;
    first?.destroy();
    await until('it has ended', 10_000, () => open.size === connectionsPerHostMax);
    await answered(await from('127.0.0.1'));
    t.equal(open.size, connectionsPerHostMax + 1, address);
    for (const socket of open) socket.destroy();
  }
});
