// The OpenAPI document that the service serves is its contract: every operation is asked so that it succeeds, and so
// that it fails in every way that it declares, and every answer must be what the document says of it.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import t, { type Test } from 'tap';
import type { z } from 'zod';
import { catalogues } from '../../src/domains/schema/catalogue.ts';
import { KeyPermission, permits } from '../../src/domains/permission.ts';
import { ErrorEnvelope } from '../../src/http/openapi.ts';
import { Ingest } from '../../src/ingest/ingest.ts';
import { plainDoors } from '../../src/ingest/plain-doors.ts';
import { fairGate } from '../../src/lib/fair-gate.ts';
import { connectClickhouse } from '../../src/store/clickhouse.ts';
import { createReader, gateLimits } from '../../src/store/read.ts';
import { serve, type Served, startApi, type TestProject } from '../support/api.ts';
import {
  type Answered,
  contractOf,
  type Json,
  mainType,
  type Operation,
  sendRaw,
  type Sent,
  sendTo,
  unknownOf,
} from '../support/contract.ts';
import { startWorld } from '../support/contract-world.ts';
import { postgresAt } from '../support/engines.ts';

const world = await startWorld(t);
const { project, stranger } = world;
const { deps } = world.api;
const usual = await serve(t, deps, world.doors);
const served = await fetch(`${usual.url}/api/v1/openapi.json`);
const contract = contractOf((await served.json()) as Json);
const { operations } = contract;

const send = (operation: Operation, { at = usual, ...sent }: Partial<Sent> & { readonly at?: Served }) =>
  sendTo(at.url, operation, { key: project.key, projectId: project.id, ...sent });

/** Holds an answer against the document, and its status and error against what is expected. */
function holds(t: Test, operation: Operation, answer: Answered, status: number, error: object, what: string): void {
  const faults = contract.faults(operation, answer);
  if (answer.status !== status) faults.unshift(`answers ${answer.status}: ${answer.text.slice(0, 500)}`);
  t.same(faults, [], `${operation.id}: ${what}`);
  if (answer.status === status && status >= 400) t.match(errorOf(answer), error, `${operation.id}: ${what}`);
}

function errorOf({ text }: Answered): z.infer<typeof ErrorEnvelope>['error'] {
  return ErrorEnvelope.parse(JSON.parse(text)).error;
}

const hasBody = ({ method }: Operation): boolean => method !== 'GET';
const senders = new Set(['ingest_json', 'prometheus_remote_write', 'post_replay']);

/** Answers of protocols that are not asked for anywhere below. */
const further: readonly (readonly [id: string, body: unknown, status: number])[] = [
  ['mcp', { jsonrpc: '2.0', method: 'notifications/initialized' }, 202],
  ['mcp', { surely: 'no message' }, 400],
];

t.test('doors answer as their protocols say', async (t) => {
  for (const [id, body, status] of further) {
    const operation = operations.find((one) => one.id === id);
    if (operation === undefined) throw new Error(`there is no operation ${id}`);
    const answer = await send(operation, { body });
    t.same([answer.status, contract.faults(operation, answer)], [status, []], JSON.stringify(body));
  }
});

/** Lists that nothing of this world gets into. */
const emptyLists = new Set(['list_parked_jobs']);

t.test('every operation succeeds, with every type of body and of answer', async (t) => {
  for (const operation of operations) {
    const types = Object.keys(operation.responses[operation.success]?.content ?? { '': {} });
    const bodyTypes = hasBody(operation) ? Object.keys(operation.bodies) : [];
    for (const [at, answerType] of types.entries()) {
      for (const type of at === 0 && bodyTypes.length > 0 ? bodyTypes : [mainType(operation)]) {
        const answer = await send(operation, { ...(await world.ask(operation, answerType)), type });
        holds(t, operation, answer, Number(operation.success), {}, `${type} → ${answerType}`);
        if (answerType === 'application/json' && operation.id.startsWith('list_') && !emptyLists.has(operation.id))
          t.notMatch(answer.text, /^(\[\]$|{"(items|logsData)":\[\])/, `${operation.id}: there is something to list`);
      }
    }
  }
});

t.test('without a good key: 401, whatever else is wrong', async (t) => {
  for (const operation of operations)
    for (const key of [null, `${project.key.slice(0, -1)}_`])
      holds(t, operation, await send(operation, { key, projectId: null }), 401, { code: 'unauthorized' }, `key ${key}`);
});

t.test('with a key of another project, or one that may not: 403', async (t) => {
  const weaker = new Map<string, TestProject>();
  for (const held of KeyPermission.options) weaker.set(held, await project.as(held));
  for (const operation of operations) {
    const foreign = await send(operation, { projectId: stranger.id });
    holds(t, operation, foreign, 403, { code: 'forbidden' }, 'another project');
    const weak = KeyPermission.options.findLast((held) => !permits(held, operation.permission));
    if (weak === undefined) continue;
    const refused = await send(operation, { key: weaker.get(weak)?.key ?? '' });
    holds(t, operation, refused, 403, { code: 'forbidden' }, `a key that may ${weak}`);
  }
});

t.test('the project is named as the document says', async (t) => {
  for (const operation of operations) {
    const header = operation.parameters.find(({ name }) => name === 'X-Project-Id');
    t.equal(header?.required, !senders.has(operation.id), operation.id);
    const error = { code: 'invalid_parameter', parameter: 'X-Project-Id' };
    for (const projectId of header?.required === true ? [null, 'nonsense'] : ['nonsense'])
      holds(t, operation, await send(operation, { projectId }), 400, error, `project ${projectId}`);
    if (header?.required === false) {
      const asked = await world.ask(operation, '');
      holds(t, operation, await send(operation, { ...asked, projectId: null }), Number(operation.success), {}, 'none');
    }
  }
});

t.test(
  'what is not there, is malformed, or is another project’s: 404, and the three cannot be told apart',
  async (t) => {
    for (const operation of operations) {
      const names = operation.parameters.filter((one) => one.in === 'path');
      if (names.length === 0) continue;
      const asked = await world.ask(operation, '');
      const messages = new Set<string>();
      for (const { name, schema } of names) {
        const error = { code: 'not_found', parameter: /^(event_id|timestamp)$/.test(name) ? /./ : name };
        for (const value of [unknownOf(name), 'nonsense!', 'nonsense'.repeat(100)]) {
          const isNonsense = value.startsWith('nonsense');
          // Names that may be anything are at most unknown.
          if (isNonsense && contract.takes(schema, value) && name !== 'timestamp') continue;
          const answer = await send(operation, { ...asked, params: { ...asked.params, [name]: value } });
          holds(t, operation, answer, 404, error, `${name} = ${value.slice(0, 50)}`);
          if (names.length === 1 && !isNonsense) messages.add(errorOf(answer).message);
        }
      }
      const foreign = await send(operation, { ...asked, key: stranger.key, projectId: stranger.id });
      holds(t, operation, foreign, 404, { code: 'not_found' }, 'another project’s');
      if (names.length === 1)
        t.equal(messages.add(errorOf(foreign).message).size, 1, `${operation.id}: ${[...messages].join(' | ')}`);
    }
  },
);

/** Parameters whose text is anybody's: what is not there is not found. */
const freeText = new Set(
  'get_facets field,list_replays user,list_issues type,list_issues service,list_log_patterns service,list_log_patterns query,list_endpoints search,list_endpoints service,list_audit action,list_audit target_kind,list_audit target_id'.split(
    ',',
  ),
);

t.test('a parameter that is not known, missing or not valid: 400 naming it', async (t) => {
  for (const operation of operations) {
    const asked = await world.ask(
      operation,
      Object.keys(operation.responses[operation.success]?.content ?? {})[0] ?? '',
    );
    const sent = async (query: Readonly<Record<string, string>>, parameter: string) =>
      holds(t, operation, await send(operation, { ...asked, query }), 400, { parameter }, JSON.stringify(query));
    if (!senders.has(operation.id) && operation.id !== 'mcp')
      await sent({ ...asked.query, surely_not: '1' }, 'surely_not');
    for (const { name, required, schema } of operation.parameters.filter((one) => one.in === 'query')) {
      const { since: _, from: __, to: ___, ...others } = asked.query;
      if (required)
        await sent(Object.fromEntries(Object.entries(asked.query).filter(([other]) => other !== name)), name);
      if (freeText.has(`${operation.id} ${name}`)) continue;
      await sent({ ...others, [name]: '~ nonsense |' }, name);
      if (schema['type'] === 'integer') await sent({ ...others, [name]: '-1' }, name);
    }
  }
});

t.test(
  'a body that is not JSON, is not there, lacks, misspells or mistypes a field: 400 naming the body',
  async (t) => {
    const error = { code: /^(invalid_body|invalid_query|unknown_field)$/, parameter: 'body' };
    for (const operation of operations.filter(hasBody)) {
      const asked = await world.ask(operation, '');
      const [media] = Object.values(operation.bodies);
      const sent = async (body: Partial<Sent>, what: string) =>
        holds(t, operation, await send(operation, { ...asked, body: undefined, ...body }), 400, error, what);
      if (operation.id === 'prometheus_remote_write') await sent({ raw: 'nonsense' }, 'nonsense');
      if (mainType(operation) !== 'application/json') continue;
      await sent({ raw: '{"half":' }, 'half a body');
      if (operation.id === 'ingest_json') continue; // shippers are told in the answer of what is no record
      if (media === undefined) {
        await sent({ body: { surely_not: 1 } }, 'a body where none is taken');
        continue;
      }
      await sent({ raw: '' }, 'no body');
      const schema = contract.resolved(media.schema);
      const properties = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, Json>>);
      if (properties.length === 0) {
        if (!contract.takes(schema, 'nonsense')) await sent({ body: 'nonsense' }, 'a text');
        continue;
      }
      const valid = asked.body as Json;
      t.ok(contract.takes(schema, valid), `${operation.id}: what is taken is what the document takes`);
      if (schema['additionalProperties'] === false)
        await sent({ body: { ...valid, surely_not: 1 } }, 'an unknown field');
      for (const name of (schema['required'] ?? []) as readonly string[]) {
        const { [name]: _, ...rest } = valid;
        await sent({ body: rest }, `without ${name}`);
      }
      for (const [name, property] of properties) {
        const wrong = [{ surely: 'wrong' }, 'wrong', -1.5, true, [[]]].find(
          (value) => !contract.takes(property, value),
        );
        if (wrong !== undefined)
          await sent({ body: { ...valid, [name]: wrong } }, `${name} = ${JSON.stringify(wrong)}`);
      }
    }
  },
);

t.test('a body that is too large, or of a type or encoding that is not taken: 413 and 415', async (t) => {
  const bomb = new Uint8Array(gzipSync(Buffer.alloc(65 * 1024 * 1024, ' ')));
  // What remote write claims to be, in its first bytes.
  const claimed = new Uint8Array([0xff, 0xff, 0xff, 0xff, 0x07]);
  for (const operation of operations.filter(hasBody)) {
    const isRemoteWrite = operation.id === 'prometheus_remote_write';
    const large = isRemoteWrite ? { raw: claimed } : { raw: bomb, headers: { 'content-encoding': 'gzip' } };
    holds(t, operation, await send(operation, large), 413, { code: 'too_large' }, 'too large');
    const odd = await send(operation, { raw: '{}', headers: { 'content-encoding': 'surely-not' } });
    holds(t, operation, odd, 415, { code: 'unsupported_media_type' }, 'encoding');
    if (operation.id === 'ingest_json') continue; // shippers name all sorts of types
    const typed = await send(operation, { raw: 'x', type: 'text/surely-not' });
    holds(t, operation, typed, 415, { code: 'unsupported_media_type' }, 'type');
  }
});

const headOf = ({ method, path }: Operation, more: readonly string[]): string[] => [
  `${method} /api/v1${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => unknownOf(name))} HTTP/1.1`,
  'Host: colonnade.test',
  `Authorization: Bearer ${project.key}`,
  `X-Project-Id: ${project.id}`,
  ...more,
];

t.test('headers that are too large, and a body that never comes: 431 and 408', async (t) => {
  const impatient = await serve(t, deps, world.doors);
  Object.assign(impatient.server, { requestTimeout: 500, headersTimeout: 500 });
  const error408 = { code: 'request_timeout' };
  const late = operations.filter(hasBody).map(async (operation) => {
    const type = `Content-Type: ${mainType(operation)}`;
    const answer = await sendRaw(impatient.url, headOf(operation, [type, 'Content-Length: 100']), 20_000);
    holds(t, operation, answer, 408, error408, 'a body that never comes');
  });
  for (const operation of operations) {
    const answer = await sendRaw(usual.url, headOf(operation, [`X-Large: ${'x'.repeat(70_000)}`]), 10_000);
    holds(t, operation, answer, 431, { code: 'headers_too_large' }, 'large headers');
  }
  await Promise.all(late);
});

t.test('too often, or too much at once: 429', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'colonnade-contract-'));
  const budget = { totalBytesMax: 1_000_000, aloneBytesMax: 1, shareBytesMin: 1 };
  const ingest = await Ingest.start({ ...deps, dataDir, alone: true, budget });
  t.teardown(async () => {
    await ingest.close(1_000);
    await rm(dataDir, { recursive: true, force: true });
  });
  const at = new Date();
  const config = { ...deps.config, ratePerKey: 1, ratePerProject: 1 };
  const limited = await serve(t, { ...deps, config, now: () => at }, plainDoors(ingest, deps.now));
  // What may be asked at once is used up; none of these changes anything.
  for (const operation of operations.filter(({ id }) => /^(get_me|list_)/.test(id)))
    await send(operation, { at: limited });
  for (const operation of operations) {
    const asked = senders.has(operation.id) ? await world.ask(operation, '') : {};
    const answer = await send(operation, { ...asked, at: limited });
    holds(t, operation, answer, 429, { code: 'rate_limited' }, 'too often');
  }
});

t.test('a store that is away: 503 and soon; with ClickHouse away, whatever needs it', async (t) => {
  const sql = postgresAt('postgres://nobody:nothing@127.0.0.1:1/nothing');
  t.teardown(() => sql.end({ timeout: 1 }));
  const withoutPostgres = await serve(t, { ...deps, sql }, world.doors);
  for (const operation of operations) {
    const answer = await send(operation, { at: withoutPostgres });
    holds(t, operation, answer, 503, { code: 'unavailable' }, 'Postgres is away');
  }
  const clickhouse = connectClickhouse({
    url: 'http://127.0.0.1:1',
    database: 'nothing',
    username: 'nobody',
    password: '',
    connectionsMax: 10,
    requestTimeoutMs: 5_000,
    readonly: true,
  });
  t.teardown(() => clickhouse.close());
  const reader = createReader(clickhouse, fairGate(gateLimits));
  const away = { ...deps, clickhouse, reader, catalogues: catalogues({ reader, now: deps.now }) };
  const withoutClickhouse = await serve(t, away, []);
  for (const operation of operations.filter(({ id }) => !senders.has(id))) {
    const [type = ''] = Object.keys(operation.responses[operation.success]?.content ?? {});
    const answer = await send(operation, { ...(await world.ask(operation, type)), at: withoutClickhouse });
    holds(t, operation, answer, answer.status === 200 ? 200 : 503, {}, 'ClickHouse is away');
  }
});

t.test('a fault of our own: 500, and nothing of it is told', async (t) => {
  const broken = await startApi(t);
  const { key, id: projectId } = await broken.project();
  await broken.deps.sql`alter table api_keys rename to surely_not`;
  const at = await serve(t, broken.deps, world.doors);
  for (const operation of operations) {
    const answer = await send(operation, { at, key, projectId });
    holds(t, operation, answer, 500, { code: 'internal' }, 'a table is gone');
    t.notMatch(answer.text, /api_keys|select|\.ts/i, operation.id);
  }
});

t.test('methods that a path does not take: 405, saying which it takes', async (t) => {
  const isLike = (path: string, pattern: string) =>
    new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path);
  for (const path of new Set(operations.map((operation) => operation.path))) {
    const concrete = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => unknownOf(name));
    const taken = new Set(operations.filter((one) => isLike(concrete, one.path)).map(({ method }) => method));
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((one) => !taken.has(one))) {
      const answer = await fetch(`${usual.url}/api/v1${concrete}`, { method });
      t.equal(answer.status, 405, `${method} ${path}`);
      t.same((answer.headers.get('allow') ?? '').split(', ').toSorted(), [...taken].toSorted(), `${method} ${path}`);
      t.equal(ErrorEnvelope.parse(await answer.json()).error.code, 'method_not_allowed');
    }
  }
});

t.test('nothing that the document declares was left out', async (t) => {
  t.ok(operations.length > 90, `${operations.length} operations`);
  t.same(contract.missing(), []);
});
