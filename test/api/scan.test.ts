// From a sender's request over HTTP, through the jobs as the worker runs them, to what people see and are told.

import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import t, { type Test } from 'tap';
import type { Deps } from '../../src/deps.ts';
import { discoverEndpoints } from '../../src/domains/endpoints/jobs.ts';
import { minePatternsJob } from '../../src/domains/patterns/jobs.ts';
import { tick } from '../../src/domains/scan/jobs.ts';
import { addJobs } from '../../src/jobs/job.ts';
import { type TestApi, type TestProject, startApi } from '../support/api.ts';
import { exceptionStacks } from '../support/exception-stacks.ts';
import { recentNs, seedEvents } from '../support/events.ts';
import { drained, runJob, working } from '../support/jobs.ts';
import { sendLogs, sendSpans, type SentSpan } from '../support/otlp-send.ts';
import { startSenders, type TestSenders } from '../support/senders.ts';
import { until } from '../support/service.ts';
import { mailSink } from '../support/sinks.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;

async function running(t: Test, env: Record<string, string> = {}): Promise<{ api: TestApi; senders: TestSenders }> {
  const api = await startApi(t, env);
  const senders = await startSenders(t, api);
  await working(t, api);
  return { api, senders };
}

/** What happens each minute, to its end: whatever is found, told and delivered. */
async function lookAtAll(api: TestApi): Promise<void> {
  await runJob(api, tick, {});
  await drained(api.deps, '%', 60_000);
}

/** What jobs wrote, but for how far they have read. */
async function written({ deps: { sql } }: TestApi): Promise<string> {
  const tables = ['issues', 'issue_activity', 'issue_events', 'log_patterns', 'log_pattern_shapes', 'notifications'];
  const rows: unknown[] = [];
  for (const table of tables) rows.push(await sql`select * from ${sql(table)} as t order by t::text`);
  rows.push(await sql`select hash, method, path, archived_at, worse from endpoints order by id`);
  return JSON.stringify(rows);
}

interface Found {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  readonly severity: string;
  readonly occurrences: number;
}

async function issuesOf(project: TestProject, query = ''): Promise<Found[]> {
  const { status, body } = await project.get(`/issues?status=all&per_page=100${query}`);
  t.equal(status, 200);
  return body.items;
}

const order = (n: number, more: Partial<SentSpan> = {}): SentSpan => ({
  kind: 'server',
  attributes: { 'http.request.method': 'GET', 'url.path': `/orders/${1000 + n}`, 'http.response.status_code': 200 },
  ...more,
});

t.test('what is sent is found by the next look: issues, endpoints, patterns, each once', async (t) => {
  const { api, senders } = await running(t);
  const [own, other, silent] = [await api.project(), await api.project(), await api.project()];
  await runJob(api, tick, {});
  t.same(await api.deps.sql`select 1 from graphile_worker._private_jobs`, [], 'nobody sent anything');
  const exception = {
    type: 'TypeError',
    message: 'x is undefined',
    stacktrace: exceptionStacks['Node.js']?.stack ?? '',
  };
  await sendSpans(senders, own, 'shop', [
    ...Array.from({ length: 20 }, (_, n) => order(n)),
    order(20, { failed: true, exception }),
    order(21, { failed: true, exception }),
    { kind: 'client', attributes: { 'http.request.method': 'POST', 'url.full': 'https://bank.example.com/v1/pay' } },
  ]);
  await sendLogs(senders, own, 'shop', [
    ...Array.from({ length: 30 }, (_, n) => ({ body: `order ${n} paid in ${n} ms` })),
    ...Array.from({ length: 10 }, (_, n) => ({ body: `user ${n}@example.com logged in`, level: 'WARN' as const })),
    {
      body: 'could not pay',
      level: 'ERROR',
      attributes: { 'exception.type': 'IOError', 'exception.message': 'disk 7 is full', 'exception.stacktrace': '' },
    },
  ]);
  await sendLogs(senders, other, 'shop', [{ body: 'order 1 paid in 2 ms' }]);
  await lookAtAll(api);

  const issues = await issuesOf(own);
  t.same(issues.map(({ type, title, occurrences }) => `${type} ${occurrences} ${title}`).toSorted(), [
    'new_endpoint 1 New endpoint: GET /orders/{param}',
    'new_endpoint 1 New outgoing endpoint: POST bank.example.com/v1/pay',
    'runtime_exception 1 IOError: disk 7 is full',
    'runtime_exception 2 TypeError: x is undefined',
  ]);
  const endpoints = (await own.get('/endpoints')).body.items;
  t.match(endpoints, [{ method: 'GET', path: '/orders/{param}', service: 'shop', events_24h: 22, errors_24h: 2 }]);
  t.equal(endpoints.length, 1);
  t.match((await own.get('/endpoints?outgoing=true')).body.items, [{ host: 'bank.example.com', path: '/v1/pay' }]);
  const patterns = (await own.get('/log_patterns')).body.items;
  t.same(
    patterns
      .map((one: { log_pattern: string; occurrence_count: number }) => `${one.occurrence_count} ${one.log_pattern}`)
      .toSorted(),
    ['1 could not pay', '10 user <*> logged in', '30 order <*> paid in <*>'],
  );
  t.equal((await other.get('/log_patterns')).body.total_count, 1, 'another project has its own');
  t.equal((await other.get('/issues?status=all')).body.total_count, 0);
  const marks = await api.deps.sql`select 1 from scan_marks where project_id = ${silent.id}`;
  t.equal(marks.length, 0, 'a project that sends nothing is not looked at');

  const before = await written(api);
  await lookAtAll(api);
  await api.deps.sql`delete from scan_marks where name in ('patterns', 'endpoints')`;
  await lookAtAll(api);
  t.equal(await written(api), before, 'what was found is not found again');
});

t.test('an exception from three deploys is one issue, another with its type and message is another', async (t) => {
  const { api, senders } = await running(t);
  const own = await api.project();
  const message = 'the same message';
  const wanted: string[] = [];
  const deploys: SentSpan[][] = [[], [], []];
  for (const [language, { type, stack, same, other }] of Object.entries(exceptionStacks)) {
    const builds = [stack, ...same.map(([, moved]) => moved)];
    const thrown = (stacktrace: string): SentSpan => ({
      failed: true,
      exception: { type: `${language} ${type}`, message, stacktrace },
    });
    for (const [n, spans] of deploys.entries()) spans.push(thrown(builds[n % builds.length] ?? ''));
    wanted.push(`${language} ${type} 3`);
    for (const [, different] of other) {
      deploys[2]?.push(thrown(different));
      wanted.push(`${language} ${type} 1`);
    }
  }
  for (const spans of deploys) {
    await sendSpans(senders, own, 'shop', spans);
    await lookAtAll(api);
  }
  const found = (await issuesOf(own)).map(
    ({ title, occurrences }) => `${title.replace(`: ${message}`, '')} ${occurrences}`,
  );
  t.ok(wanted.length > 14, `${wanted.length} different ones`);
  t.same(found.toSorted(), wanted.toSorted());
});

t.test('who asks for it is told of errors and endpoints, once each; who does not, is not', async (t) => {
  const mail = await mailSink(t);
  const { api, senders } = await running(t, { SMTP_URL: mail.url });
  const own = await api.project('Shop');
  const quiet = await api.project('Quiet');
  for (const { id } of [own, quiet])
    await api.deps.sql`
      update projects set notify_emails = array['boss@example.com'], created_at = ${new Date(Date.now() - 3 * dayMs)}
      where id = ${id}`;
  await own.call('PATCH', '/project', { error_alerts: true, endpoint_alerts: true });
  await quiet.call('PATCH', '/project', { error_alerts: false, endpoint_alerts: false });
  const subjects = () => mail.mails.map(({ raw }) => /^Subject: (.*)$/m.exec(raw)?.[1] ?? '').toSorted();

  const told: string[] = [];
  const news = async (why: string, expected: readonly string[]) => {
    told.push(...expected);
    for (const _ of [1, 2]) {
      await lookAtAll(api);
      t.same(subjects(), told.toSorted(), why);
    }
  };
  const exception = {
    type: 'TypeError',
    message: 'x is undefined',
    stacktrace: exceptionStacks['Node.js']?.stack ?? '',
  };
  for (const project of [own, quiet]) {
    await sendSpans(senders, project, 'shop', [order(1, { failed: true, exception })]);
    await sendLogs(senders, project, 'shop', [{ body: 'payment gateway refused it', level: 'ERROR' }]);
  }
  await news('a new exception, a new error pattern, a new endpoint', [
    '[New exception] TypeError: x is undefined',
    '[New error pattern] payment gateway refused it',
    '[New endpoint] New endpoint: GET /orders/{param}',
  ]);
  for (const project of [own, quiet])
    await sendSpans(senders, project, 'shop', [order(2, { failed: true, exception })]);
  await news('the same again is nothing new', []);

  const [issue] = await issuesOf(own, '&type=runtime_exception');
  await own.post(`/issues/${issue?.id}/archive`);
  await sleep(1_100);
  await sendSpans(senders, own, 'shop', [order(3, { failed: true, exception })]);
  await news('an archived one is back', ['[Back again exception] TypeError: x is undefined']);

  // A day of calls, and the half hour before the quarter that runs.
  const calls = (path: string, late: Partial<SentSpan>): SentSpan[] => {
    const attributes = { 'http.request.method': 'GET', 'http.route': path, 'http.response.status_code': 200 };
    const call = { kind: 'server', attributes } as const;
    return [
      ...Array.from({ length: 300 }, (_, n) => ({ ...call, agoMs: 2 * hourMs + n * 120_000 })),
      ...Array.from({ length: 60 }, (_, n) => ({ ...call, agoMs: 17 * 60_000 + n * 1_000, ...late })),
    ];
  };
  // As if the clock of the store had been put back.
  const judgeAgain = () =>
    api.deps
      .sql`update scan_marks set at = date_trunc('second', now()) + interval '3 hours' where name = 'endpoint health'`;
  await sendSpans(senders, own, 'shop', calls('/same', {}));
  await news('an endpoint that is as it was', ['[New endpoint] New endpoint: GET /same']);
  await sendSpans(senders, own, 'shop', [...calls('/fails', { failed: true }), ...calls('/slow', { durationMs: 900 })]);
  await judgeAgain();
  await news('more errors, and slower', [
    '[New endpoint] New endpoint: GET /fails',
    '[New endpoint] New endpoint: GET /slow',
    '[New failing endpoint] More errors: GET /fails',
    '[New failing endpoint] Slower: GET /slow',
  ]);
  await judgeAgain();
  await news('while it lasts it is told once', []);
  // As if there had been a better half hour.
  const better = () =>
    api.deps.sql`update endpoints set worse = false where project_id = ${own.id} and path = '/fails'`;
  await better();
  await judgeAgain();
  await news('better, and worse again', ['[Worse failing endpoint] More errors: GET /fails']);
  const failing = (await issuesOf(own, '&type=endpoint_errors')).find(({ severity }) => severity === 'error');
  await own.post(`/issues/${failing?.id}/ack`);
  await better();
  await judgeAgain();
  await news('once more, and somebody knows', []);
  t.match(
    (await issuesOf(own, '&type=endpoint_errors')).map(({ title, severity }) => `${severity} ${title}`).toSorted(),
    ['error More errors: GET /fails', 'warning Slower: GET /slow'],
  );
  const { body: log } = await own.get('/notifications?per_page=100');
  t.equal(log.total_count, told.length, 'the outbox holds each once');
  t.ok(
    log.items.every(
      ({ state, attempts }: { state: string; attempts: number }) => state === 'delivered' && attempts === 1,
    ),
  );
  t.equal((await issuesOf(quiet)).length, 3, 'found there as well');
  t.equal((await quiet.get('/notifications')).body.total_count, 0);
});

t.test('what arrived before there was a worker at all is looked at by the first', async (t) => {
  const api = await startApi(t);
  const own = await api.project();
  const at = Math.floor(Date.now() / 1000) - 5 * 3_600;
  await seedEvents(api, own, [{ ts: BigInt(at) * 1_000_000_000n, ingested_at: at, exc_type: 'IOError' }]);
  await working(t, api);
  await lookAtAll(api);
  t.match(await issuesOf(own), [{ type: 'runtime_exception', title: 'IOError' }]);
});

/** A store that refuses what a statement says of itself, as one does that would need too long for it. */
function refusing(
  { clickhouse }: Deps,
  tooMuch: (query: string, params: Readonly<Record<string, unknown>>) => boolean,
): Pick<Deps, 'clickhouse'> {
  const query: ClickHouseClient['query'] = (asked) =>
    tooMuch(asked.query, asked.query_params ?? {})
      ? Promise.reject(new Error('Timeout exceeded'))
      : clickhouse.query(asked);
  return { clickhouse: Object.assign(Object.create(clickhouse) as ClickHouseClient, { query }) };
}

t.test('what piled up in days without a worker is read piece by piece, and each exception counted once', async (t) => {
  const nowS = Math.floor(Date.now() / 1000);
  const api = await startApi(t, {}, (deps) =>
    refusing(deps, (query, { since, until = nowS }) => {
      if (!query.includes('e.exc_type')) return false;
      return !query.includes('e.batch IN') && Number(until) - Number(since) > 7 * 3_600;
    }),
  );
  const own = await api.project();
  const daysAgo = new Date((nowS - 5 * 86_400) * 1000);
  for (const name of ['arrived', 'exceptions'])
    await api.deps.sql`insert into scan_marks (project_id, name, at) values (${own.id}, ${name}, ${daysAgo})`;
  // One batch every two hours.
  for (let hours = 0; hours < 5 * 24; hours += 2) {
    const at = nowS - hours * 3_600 - 30;
    await seedEvents(api, own, [{ ts: BigInt(at) * 1_000_000_000n, ingested_at: at, exc_type: 'IOError' }]);
  }
  await working(t, api);
  await lookAtAll(api);
  t.match(await issuesOf(own), [{ type: 'runtime_exception', title: 'IOError', occurrences: 60 }]);
  await lookAtAll(api);
  t.match(await issuesOf(own), [{ occurrences: 60 }]);
  t.equal((await api.deps.sql`select 1 from scanned_batches`).length, 1, 'what is not met again is forgotten');
});

t.test('a project that comes when the clock of the store was put back is looked at', async (t) => {
  const { api } = await running(t);
  const [other, own] = [await api.project(), await api.project()];
  await api.deps.sql`
    insert into scan_marks (project_id, name, at) values (${other.id}, 'arrived', now() + interval '3 hours')`;
  await seedEvents(api, own, [{ ts: recentNs, exc_type: 'IOError' }]);
  await lookAtAll(api);
  t.match(await issuesOf(own), [{ title: 'IOError' }]);
});

t.test('of lines that are longer than what is scanned patterns have what was scanned', async (t) => {
  const { api, senders } = await running(t);
  const own = await api.project();
  const long = 'é'.repeat(5_000);
  await sendLogs(senders, own, 'json', [
    ...[1, 2].map((n) => ({ body: JSON.stringify({ msg: `order ${n} was paid by card`, dump: long.slice(n) }) })),
    { body: JSON.stringify({ dump: long, msg: 'too late to be seen' }) },
  ]);
  await sendLogs(senders, own, 'text', [{ body: `card of user 7 declined, answer: ${'x '.repeat(5_000)}` }]);
  await lookAtAll(api);
  const found = (await own.get('/log_patterns')).body.items as { log_pattern: string; occurrence_count: number }[];
  t.same(found.map((one) => `${one.occurrence_count} ${one.log_pattern.slice(0, 40)}`).toSorted(), [
    '1 card of user <*> declined, answer: x x x',
    '1 dump',
    '2 order <*> was paid by card',
  ]);
  t.notOk(found.some(({ log_pattern }) => log_pattern.includes('cut, was')));
});

t.test('when the store cannot say who sent anything, everybody is looked at', async (t) => {
  const api = await startApi(t, {}, (deps) =>
    refusing(deps, (query) => query.includes('DISTINCT toString(e.project_id)')),
  );
  const own = await api.project();
  await seedEvents(api, own, [{ ts: recentNs, exc_type: 'IOError' }]);
  await working(t, api);
  await api.deps.sql.begin((tx) => addJobs(tx, tick, [{}]));
  await until('it is found', 20_000, async () => (await issuesOf(own)).length === 1);
});

t.test('more kinds of exceptions than one look records are recorded by the next', async (t) => {
  const { api, senders } = await running(t);
  const own = await api.project();
  const word = (n: number) => String(n).replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '');
  for (const batch of [0, 1])
    await sendSpans(
      senders,
      own,
      'shop',
      Array.from({ length: 600 }, (_, n) => ({
        failed: true,
        exception: { type: `E${word(batch * 600 + n)}`, message: 'x', stacktrace: '' },
      })),
    );
  await lookAtAll(api);
  t.equal((await own.get('/issues?status=all')).body.total_count, 600);
  await lookAtAll(api);
  t.equal((await own.get('/issues?status=all')).body.total_count, 1_200);
  const [sum] = await api.deps.sql`select sum(occurrences)::int as occurrences from issues`;
  t.equal(sum?.['occurrences'], 1_200, 'each once');
});

t.test('a service that throws more kinds of exceptions at once than are recorded hides none of another', async (t) => {
  const { api } = await running(t);
  const own = await api.project();
  const word = (n: number) => String(n).replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '');
  const thrown = (service: string, exc_type: string) => ({ ts: recentNs, service, exc_type });
  const flood = Array.from({ length: 1_200 }, (_, n) => thrown('noise', `E${word(n)}`));
  await seedEvents(api, own, [...flood, ...flood, thrown('shop', 'IOError')]);
  await lookAtAll(api);
  t.match(await issuesOf(own, '&service=shop'), [{ title: 'IOError' }]);
});

t.test('an error that says something else each time is counted each time, however many come at once', async (t) => {
  const { api } = await running(t);
  const own = await api.project();
  const locked = (n: number) => ({
    ts: recentNs - BigInt(n),
    service: 'shop',
    trace_id: randomBytes(16).toString('hex'),
    exc_type: 'LockError',
    exc_message: `order ${randomUUID()} is locked`,
    exc_stack: 'LockError\n    at lock (/srv/app/src/lock.js:3:9)',
  });
  const rare = { ts: recentNs, service: 'shop', exc_type: 'IOError' };
  await seedEvents(api, own, [...Array.from({ length: 2_500 }, (_, n) => locked(n)), rare]);
  await lookAtAll(api);
  const found = await own.get('/issues?type=runtime_exception');
  t.same(
    found.body.items
      .map((one: Found & { affected_traces: number }) => [one.title.slice(0, 9), one.occurrences, one.affected_traces])
      .toSorted(),
    [
      ['IOError', 1, 0],
      ['LockError', 2_500, 2_500],
    ],
  );
  const { id } = found.body.items.find(({ title }: Found) => title !== 'IOError');
  const { body } = await own.get(`/issues/${id}`);
  t.equal(body.events[0].timestamp.slice(19, 29), `.${String(recentNs).slice(-9)}`, 'the newest of its events is told');
});

t.test('a project with random paths has an end to its catalog, and enters them by and by', async (t) => {
  const { api, senders } = await running(t);
  const own = await api.project();
  const word = (n: number) => String(n).replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '');
  const calls = Array.from({ length: 700 }, (_, n) => ({
    kind: 'server' as const,
    attributes: { 'http.request.method': 'GET', 'url.path': `/p/${word(n)}`, 'http.response.status_code': 200 },
  }));
  await sendSpans(senders, own, 'shop', calls);
  const discover = () => runJob(api, discoverEndpoints, { projectId: own.id });
  const total = async () => (await own.get('/endpoints?per_page=1')).body.total_count;
  await discover();
  t.equal(await total(), 500, 'of one look');
  await discover();
  t.equal(await total(), 700);
  const [{ full } = { full: 0 }] = await api.deps.sql<{ full: number }[]>`
    insert into endpoints (project_id, id, hash, outgoing, method, host, path, service, first_seen, last_seen, created_at)
    select ${own.id}, gen_random_uuid(), n::text, false, 'GET', '', '/old', 'shop', now(), now(), now()
    from generate_series(1, 9295) as n
    returning 9295 as full`;
  t.equal(full, 9_295);
  await sendSpans(
    senders,
    own,
    'shop',
    Array.from({ length: 20 }, (_, n) => ({
      kind: 'server' as const,
      attributes: { 'http.request.method': 'PUT', 'url.path': `/q/${word(n)}`, 'http.response.status_code': 200 },
    })),
  );
  await discover();
  t.equal(await total(), 10_000);
  t.equal((await own.get('/issues?status=all&type=new_endpoint')).body.total_count, 705);

  // The flood is over: what it left behind makes room, but not for another one.
  const twoDaysAgo = new Date(Date.now() - 2 * dayMs);
  await api.deps.sql`update endpoints set last_seen = ${twoDaysAgo}, created_at = ${twoDaysAgo}`;
  await api.deps.sql`update endpoints set archived_at = now() where path = '/p/a'`;
  const put = (paths: string[]) =>
    sendSpans(
      senders,
      own,
      'shop',
      paths.map((path) => ({
        kind: 'server' as const,
        attributes: { 'http.request.method': 'PUT', 'url.path': path, 'http.response.status_code': 200 },
      })),
    );
  const paths = async (search: string) => (await own.get(`/endpoints?per_page=1&search=${search}`)).body.total_count;
  await put(['/new/one', '/new/two']);
  await discover();
  t.equal(await paths('/new/'), 2);
  t.equal((await own.get('/endpoints?archived=true')).body.total_count, 1, 'what somebody archived stays');
  t.equal(await total(), 9_999);
  for (let flood = 0; flood < 3; flood++) {
    await put(Array.from({ length: 450 }, (_, n) => `/flood${word(flood)}/${word(n)}`));
    await discover();
  }
  t.ok((await paths('/flood')) > 900);
  const [day] = await api.deps.sql`select count(*)::int as entered from endpoints where created_at > ${twoDaysAgo}`;
  t.equal(day?.['entered'], 1_000, 'of one day');
  t.equal(await total(), 9_999);
});

t.test('hundreds of patterns that wait for more lines hold up no error', async (t) => {
  const { api, senders } = await running(t);
  const own = await api.project();
  await api.deps.sql`update projects set created_at = ${new Date(Date.now() - 3 * dayMs)} where id = ${own.id}`;
  const word = (n: number) => String(n).replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '');
  const lines = Array.from({ length: 1_300 }, (_, n) => ({ body: `${word(n)}x came once` }));
  await sendLogs(senders, own, 'shop', lines);
  const mine = () => runJob(api, minePatternsJob, { projectId: own.id });
  await mine();
  await sendLogs(senders, own, 'shop', [{ body: 'the last one failed for good', level: 'ERROR' }]);
  await mine();
  t.match(await issuesOf(own), [{ type: 'log_pattern', title: 'the last one failed for good', severity: 'error' }]);
});
