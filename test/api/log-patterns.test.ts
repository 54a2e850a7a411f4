import t from 'tap';
import { runCheck } from '../../src/domains/monitors/check.ts';
import { contentOf } from '../../src/domains/monitors/content.ts';
import type { Message } from '../../src/domains/notifications/message.ts';
import { minePatternsJob } from '../../src/domains/patterns/jobs.ts';
import { mergePattern } from '../../src/domains/patterns/queries-learn.ts';
import { startApi, type TestApi, type TestProject } from '../support/api.ts';
import { recentNs } from '../support/events.ts';
import { runJob, working } from '../support/jobs.ts';
import { untilWaiting } from '../support/locks.ts';
import { seedLines, type SeedLine } from '../support/logs.ts';
import { monitorInput } from '../support/monitors.ts';

const dayMs = 86_400_000;
const never = new AbortController().signal;

interface Item {
  id: number;
  state: string;
  log_pattern: string;
  occurrence_count: number;
  service_name: string;
  is_error: boolean;
}

const mine = (api: TestApi, project: TestProject) => runJob(api, minePatternsJob, { projectId: project.id });

async function patternsOf(project: TestProject, query = ''): Promise<Item[]> {
  const { status, body } = await project.get(`/log_patterns${query}`);
  t.equal(status, 200, query);
  return body.items;
}

/** The project is so old that what is new in it is news. */
async function settled(api: TestApi, project: TestProject): Promise<void> {
  await api.deps.sql`
    update projects set created_at = ${new Date(Date.now() - 3 * dayMs)} where id = ${project.id}`;
}

/** Everything that jobs wrote about a project's patterns and issues. */
async function written({ deps: { sql } }: TestApi, project: TestProject): Promise<string> {
  const patterns = await sql`select * from log_patterns where project_id = ${project.id} order by id`;
  const shapes = await sql`select * from log_pattern_shapes where project_id = ${project.id} order by service, shape`;
  const issues = await sql`select * from issues where project_id = ${project.id} order by seq`;
  return JSON.stringify([patterns, shapes, issues]);
}

const usual: SeedLine[] = Array.from({ length: 300 }, (_, n) => [
  { body: `order ${n} paid with card in ${n % 40} ms` },
  { body: `user ${n}@example.com logged in from 10.0.0.${n % 250}` },
  { body: `cache miss for key k-${n}`, service: 'cart' },
  { body: `GET /api/items/${n} took ${n} ms`, service: 'cart' },
]).flat();

t.test('one novel error line among many: one pattern, one issue, its line, and nothing more by a replay', async (t) => {
  const api = await startApi(t);
  const own = await api.project();
  const other = await api.project();
  await settled(api, own);
  await own.call('PATCH', '/project', { error_alerts: true, notify_emails: ['ops@example.com'] });
  await working(t, api);
  await seedLines(api, own, usual);
  await seedLines(api, other, usual.slice(0, 4));
  await mine(api, own);
  const before = await patternsOf(own, '?per_page=200');
  t.equal(before.length, 4);
  t.same(
    before.map(({ occurrence_count }) => occurrence_count),
    [300, 300, 300, 300],
  );
  t.same(await patternsOf(other), [], 'another project has patterns of its own');
  t.equal((await own.get('/issues?status=all')).body.total_count, 0, 'what is not an error waits ten minutes');

  await seedLines(api, own, [
    ...usual.slice(0, 400),
    { body: 'payment gateway refused transaction 4711: quota exceeded', level: 'ERROR', agoS: 30 },
  ]);
  await mine(api, own);
  const after = await patternsOf(own, '?per_page=200');
  const novel = after.filter(({ id }) => !before.some((one) => one.id === id));
  t.match(novel, [
    {
      log_pattern: 'payment gateway refused transaction <*>: quota exceeded',
      occurrence_count: 1,
      is_error: true,
      state: 'new',
      log_level: 'ERROR',
      service_name: 'shop',
      source_field: 'body',
    },
  ]);
  t.equal(novel.length, 1);
  const { body: issues } = await own.get('/issues?status=all');
  t.equal(issues.total_count, 1);
  t.match(issues.items[0], { type: 'log_pattern', severity: 'error', service: 'shop', occurrences: 1 });
  const { body: issue } = await own.get(`/issues/${issues.items[0].id}`);
  t.match(issue.data, { pattern_id: novel[0]?.id, is_error: true });
  t.match(issue.events, [{ message: 'payment gateway refused transaction 4711: quota exceeded' }]);
  const told = await api.deps.sql<{ message: Message }[]>`select message from notifications`;
  t.match(
    told.map(({ message: { facts, text } }) => [new Map(facts).get('A line'), text]),
    [['payment gateway refused transaction 4711: quota exceeded', `Look at its lines (pattern == "${novel[0]?.id}");`]],
    'who is told of it reads one of its lines, and how to find the others',
  );

  const state = await written(api, own);
  await mine(api, own);
  await api.deps.sql`delete from scan_marks where project_id = ${own.id}`;
  await mine(api, own);
  t.equal(await written(api, own), state, 'to look again at everything changes nothing');
});

t.test('the issue of a pattern that is logged on says how often by now, and when last', async (t) => {
  const api = await startApi(t);
  const own = await api.project();
  await settled(api, own);
  await working(t, api);
  const line = (what: string, agoS: number): SeedLine => ({
    body: `the ${what} is out of paper`,
    level: 'ERROR',
    agoS,
  });
  await seedLines(api, own, [line('printer', 300), line('plotter', 300)]);
  await mine(api, own);
  const issues = async () => {
    const { body } = await own.get('/issues?type=log_pattern&status=all');
    const shown = body.items.map(({ id, title, occurrences, last_seen }: Record<string, string>) => ({
      id,
      told: `${title} ${occurrences}`,
      lastMs: Date.parse(String(last_seen)),
    }));
    return shown.toSorted((a: { told: string }, b: { told: string }) => (a.told < b.told ? -1 : 1));
  };
  const [plotter, printer] = await issues();
  t.same([plotter.told, printer.told], ['the plotter is out of paper 1', 'the printer is out of paper 1']);
  await own.post(`/issues/${plotter.id}/archive`);
  await seedLines(api, own, [line('printer', 20), line('printer', 10), line('plotter', 10)]);
  const later = () => api.deps.sql`
    update scan_marks set at = at - interval '5 minutes' where project_id = ${own.id} and name = 'pattern issues'`;
  await later();
  await mine(api, own);
  const now = await issues();
  t.same(
    now.map(({ told }: { told: string }) => told),
    ['the plotter is out of paper 1', 'the printer is out of paper 3'],
    'what is in the archive is left there',
  );
  t.equal(now[1].lastMs - printer.lastMs, 290_000);
  const state = await written(api, own);
  await later();
  await mine(api, own);
  t.equal(await written(api, own), state, 'to count again changes nothing');
});

t.test('the query language knows the pattern: its rows are the counted ones', async (t) => {
  const api = await startApi(t);
  const own = await api.project();
  await working(t, api);
  await seedLines(api, own, usual);
  await mine(api, own);
  const patterns = await patternsOf(own);
  t.equal(patterns.length, 4);
  const query = async (text: string) =>
    (await own.get(`/events?since=1d&limit=5000&query=${encodeURIComponent(text)}`)).body;
  const grouped = await query('summarize n = count() by pattern');
  const at = grouped.colIdxMap;
  t.same(
    grouped.logsData.map((row: unknown[]) => `${String(row[at.pattern])} ${String(row[at.n])}`).sort(),
    patterns.map(({ id, occurrence_count }) => `${id} ${occurrence_count}`).sort(),
  );
  for (const { id, occurrence_count, service_name } of patterns) {
    const found = await query(`pattern == "${id}" | project body, service`);
    t.equal(found.logsData.length, occurrence_count);
    const services = new Set(found.logsData.map((row: unknown[]) => row[found.colIdxMap.service]));
    t.same([...services], [service_name]);
  }
  t.equal((await query('pattern == "999999999"')).logsData.length, 0);
});

t.test('patterns that become one: the oldest id lives, the others lead to it, counts go with them', async (t) => {
  const api = await startApi(t);
  const own = await api.project();
  await working(t, api);
  const line = (name: string): SeedLine => ({ body: `session opened for ${name} now` });
  await seedLines(api, own, ['ann', 'bob', 'cyrus'].map(line));
  await mine(api, own);
  const before = await patternsOf(own);
  t.equal(before.length, 3);
  const oldest = Math.min(...before.map(({ id }) => id));
  await own.post(`/log_patterns/${oldest}/ack`);
  await seedLines(api, own, ['dora', 'emil'].map(line));
  await mine(api, own);
  t.match(await patternsOf(own), [
    { id: oldest, log_pattern: 'session opened for <*> now', occurrence_count: 5, state: 'acknowledged' },
  ]);
  for (const { id } of before) t.equal((await own.get(`/log_patterns/${id}`)).body.summary.id, oldest);
  const { body } = await own.get(`/events?since=1d&query=${encodeURIComponent(`pattern == "${oldest}"`)}`);
  t.equal(body.logsData.length, 5);
});

t.test('queries and monitors with the id of a pattern that was taken over find what took it over', async (t) => {
  const api = await startApi(t);
  const own = await api.project();
  const other = await api.project();
  await working(t, api);
  const line = (name: string): SeedLine => ({ body: `session opened for ${name} now` });
  await seedLines(api, own, [{ body: 'disk is full', service: 'store' }]);
  await mine(api, own);
  const [{ id: disk } = { id: 0 }] = await patternsOf(own);
  await seedLines(api, own, ['ann', 'bob', 'cyrus'].map(line));
  await seedLines(api, other, ['ann', 'bob', 'cyrus'].map(line));
  await mine(api, own);
  await mine(api, other);
  const sessions = (await patternsOf(own, '?service=shop')).map(({ id }) => id).toSorted((a, b) => a - b);
  const [live = 0, old = 0, older = 0] = sessions;
  t.equal(sessions.length, 3);
  const count = async (condition: string) => {
    const query = encodeURIComponent(`${condition} | summarize count()`);
    const { status, body } = await own.get(`/events?since=1d&query=${query}`);
    t.equal(status, 200, condition);
    return body.logsData[0]?.[0];
  };
  const rule = contentOf({ ...monitorInput, query: `pattern == "${old}"`, time_window_mins: 5 });
  const checked = async () => {
    const slot = Number(recentNs / 60_000_000_000n) + 1;
    const { result } = await runCheck(api.deps, own.id, { ...rule, rule_revision: 0 }, slot, never);
    return result;
  };
  t.equal(await count(`pattern == "${old}"`), 1);
  t.match(await checked(), { kind: 'value', value: 1 });

  await seedLines(api, own, ['dora', 'emil'].map(line));
  await seedLines(api, own, [{ body: 'of no pattern yet' }]);
  await mine(api, own);
  t.equal((await patternsOf(own, '?service=shop')).length, 2);
  await seedLines(api, own, [{ body: 'and neither has this' }]);
  const found = [
    [`pattern == "${old}"`, 5],
    [`pattern == ${old}`, 5],
    [`pattern =~ "${old}"`, 5],
    [`"${old}" == pattern and service == "shop"`, 5],
    [`pattern in ("${old}", "${older}", "${disk}")`, 6],
    [`pattern in (${old}, ${disk})`, 6],
    [`pattern in (dynamic(["${older}"]))`, 5],
    [`pattern != "${old}"`, 2],
    [`pattern != ${old}`, 2],
    [`not(pattern == "${old}")`, 2],
    [`pattern !in ("${old}", "${disk}")`, 1],
    [`pattern == "${old}" or service == "store"`, 6],
    [`iff(pattern == "${old}", "session", "") == "session"`, 5],
    [`extend p = pattern | where p == "${old}"`, 5],
    [`summarize by p = pattern | where p == "${old}"`, 1],
    [`summarize n = countif(pattern == "${older}") | where n == 5`, 1],
    [`(logs | where pattern == "${old}") | union (logs | where pattern == "${disk}")`, 6],
    ['pattern == "none"', 0],
    ['pattern == 1.5', 0],
    ['isnull(pattern)', 1],
    ['isnotnull(pattern)', 7],
    ['summarize n = countif(isnull(pattern)) | where n == 1', 1],
  ] as const;
  for (const [condition, lines] of found) t.equal(await count(condition), lines, condition);
  t.match(await checked(), { kind: 'value', value: 5 });
  t.equal(
    (await own.get(`/events?since=1d&query=${encodeURIComponent(`pattern == "${old}"`)}`)).body.logsData.length,
    5,
  );
  const [{ id: foreign } = { id: 0 }] = await patternsOf(other);
  t.equal(await count(`pattern == "${foreign}"`), 0, 'another project’s');

  await api.deps.sql.begin((tx) => mergePattern(tx, own.id, live, disk, new Date()));
  await mine(api, own);
  for (const id of [old, older, live, disk]) t.equal(await count(`pattern == "${id}"`), 6, 'on and on');
  t.match(await checked(), { kind: 'value', value: 6 });
});

t.test('what a project begins with is learnt in silence; later a pattern is news when it lasts', async (t) => {
  const api = await startApi(t);
  const own = await api.project();
  await working(t, api);
  await seedLines(api, own, [...usual.slice(0, 4), { body: 'disk is nearly full', level: 'ERROR' }]);
  await mine(api, own);
  t.equal((await own.get('/issues?status=all')).body.total_count, 0);
  await settled(api, own);
  const rare = (n: number, agoS: number): SeedLine => ({ body: `rebalancing shard ${n} of the index`, agoS });
  await seedLines(api, own, [rare(1, 900), rare(2, 800), rare(3, 700), rare(4, 650)]);
  await mine(api, own);
  t.equal((await own.get('/issues?status=all')).body.total_count, 0, 'four lines are not enough');
  await seedLines(api, own, [rare(5, 60)]);
  await mine(api, own);
  const { body } = await own.get('/issues?status=all');
  t.match(body.items, [{ type: 'log_pattern', severity: 'info', occurrences: 5 }]);
  t.equal(body.items.length, 1);
});

t.test('a spike and a drop are told once each; an ignored pattern is quiet', async (t) => {
  const api = await startApi(t);
  const own = await api.project();
  await settled(api, own);
  await working(t, api);
  await own.post('/members', { email: 'oncall@example.com' });
  await own.call('PATCH', '/project', { error_alerts: true });
  // Nine hours of two lines in each five minutes, and two buckets with far more.
  const steady = Array.from({ length: 320 }, (_, n) => n);
  const lines = (word: string, perBucket: number, lastBuckets: number): SeedLine[] =>
    steady.flatMap((n) =>
      Array.from({ length: n < 4 ? lastBuckets : perBucket }, (_, i) => ({
        body: `${word} job ${i} finished its work`,
        agoS: n * 300 + 90 + (i % 50),
      })),
    );
  await seedLines(api, own, [...lines('backup', 2, 60), ...lines('mail', 2, 60), ...lines('sync', 2, 2)]);
  const quiet = async () => (await patternsOf(own)).find(({ log_pattern }) => log_pattern.startsWith('mail'));
  // The first look finds them; it must not judge before the one that is to be ignored is.
  await api.deps.sql`
    insert into scan_marks (project_id, name, at) values (${own.id}, 'pattern volume', now() - interval '30 seconds')`;
  await mine(api, own);
  await own.post('/log_patterns/bulk', { action: 'ignore', ids: [(await quiet())?.id] });
  await api.deps.sql`delete from scan_marks where project_id = ${own.id} and name = 'pattern volume'`;
  await mine(api, own);
  const changes = async () => (await own.get('/issues?type=log_pattern_rate_change&status=all')).body.items;
  const [one, ...rest] = await changes();
  t.match(one, { title: /^Far more lines of: backup/, severity: 'warning', occurrences: 1 });
  t.same(rest, []);
  const told = await api.deps.sql<{ message: Message }[]>`
    select message from notifications where source_id = ${one.id}`;
  t.same(
    told.map(({ message }) => message.facts.find(([name]) => name === 'Lines')),
    [['Lines', '60 in 5 minutes, usually 2']],
  );
  await api.deps.sql`delete from scan_marks where project_id = ${own.id} and name = 'pattern volume'`;
  await mine(api, own);
  t.equal((await changes())[0].occurrences, 1, 'while it lasts it is the same one');
});

t.test('what was silent for longer than is looked back, and is loud again, is a spike', async (t) => {
  const api = await startApi(t);
  const own = await api.project();
  await settled(api, own);
  await working(t, api);
  await seedLines(api, own, [{ body: 'failover of the primary began', agoS: 60 * 3_600 }]);
  await mine(api, own);
  const burst = Array.from({ length: 40 }, (_, n): SeedLine => ({
    body: 'failover of the primary began',
    agoS: 90 + n * 12,
  }));
  await seedLines(api, own, [...burst, ...burst.map((line) => ({ ...line, agoS: (line.agoS ?? 0) + 300 }))]);
  // As if the clock of the store had been put back.
  await api.deps.sql`
    update scan_marks set at = date_trunc('second', now()) + interval '3 hours' where project_id = ${own.id} and name = 'pattern volume'`;
  await mine(api, own);
  const { body } = await own.get('/issues?type=log_pattern_rate_change');
  t.match(body.items, [{ title: 'Far more lines of: failover of the primary began' }]);
  t.equal(body.items.length, 1);
});

t.test('a service whose name Postgres cannot hold keeps no other from being learnt', async (t) => {
  const api = await startApi(t);
  const own = await api.project();
  await working(t, api);
  await seedLines(api, own, [
    { body: 'order 1 paid with card in 3 ms', service: 'pay\u0000ments' },
    { body: 'cache miss for key k-1', service: 'cart' },
  ]);
  await mine(api, own);
  t.same(
    (await patternsOf(own)).map(({ service_name }) => service_name),
    ['cart'],
  );
});

t.test('a pattern that nothing is left of is forgotten, and learnt anew when it comes again', async (t) => {
  const api = await startApi(t);
  const own = await api.project();
  const other = await api.project();
  await working(t, api);
  const { sql, clickhouse } = api.deps;
  const lines = ['disk is full', 'user logged out', 'cache was flushed', 'mail went away'].map((body) => ({ body }));
  await seedLines(api, own, lines);
  await seedLines(api, other, lines);
  await mine(api, own);
  await mine(api, other);
  const named = (items: Item[], name: string) => items.find(({ log_pattern }) => log_pattern === name)?.id ?? 0;
  const [before, foreign] = [await patternsOf(own), await patternsOf(other)];
  const full = named(before, 'disk is full');
  const acked = await own.post(`/log_patterns/${named(before, 'cache was flushed')}/ack`);
  t.equal(acked.status, 200);
  await sql.begin((tx) => mergePattern(tx, own.id, named(before, 'mail went away'), full, new Date()));
  await mine(api, own);
  // Months later: the lines of all are past their retention, but those of one that still comes.
  const long = new Date(Date.now() - 100 * dayMs);
  await sql`update log_patterns set last_seen = ${long}, created_at = ${long}`;
  for (const table of ['log_shapes_5m', 'log_shape_samples'])
    await clickhouse.command({
      query: `ALTER TABLE ${table} DELETE WHERE 1`,
      clickhouse_settings: { mutations_sync: '2' },
    });
  await seedLines(api, own, [{ body: 'user logged out' }]);
  const aDayLater = () => sql`delete from scan_marks where name = 'pattern age'`;
  await aDayLater();
  await mine(api, own);
  const left = (await patternsOf(own)).map(({ log_pattern }) => log_pattern);
  t.same(left.toSorted(), ['cache was flushed', 'user logged out']);
  t.equal((await own.get(`/log_patterns/${full}`)).status, 404);
  const published = async (id: string) => {
    const query = 'SELECT toUInt32(count()) FROM shape_patterns WHERE project_id = {id:String}';
    const result = await clickhouse.query({ query, query_params: { id }, format: 'JSONCompactEachRow' });
    return (await result.json<[number]>())[0]?.[0];
  };
  t.equal(await published(own.id), 2);
  const idsOf = (items: Item[]) => items.map(({ id }) => id);
  t.same(idsOf(await patternsOf(other)), idsOf(foreign), 'another project’s stay');
  await sql`update log_patterns set last_seen = ${long} where service = 'shop' and template = 'user logged out'`;
  await aDayLater();
  await mine(api, own);
  t.equal((await patternsOf(own)).length, 2, 'whose lines are there stays');

  await seedLines(api, own, [{ body: 'disk is full' }]);
  await mine(api, own);
  const again = (await patternsOf(own)).find(({ log_pattern }) => log_pattern === 'disk is full');
  t.match(again, { occurrence_count: 1 });
  t.not(again?.id, full);
});

t.test('lists, states, and what names nothing', async (t) => {
  const api = await startApi(t);
  const own = await api.project();
  const other = await api.project();
  await working(t, api);
  await seedLines(api, own, usual.slice(0, 8));
  await seedLines(api, other, usual.slice(0, 4));
  await mine(api, own);
  await mine(api, other);
  const all = await patternsOf(own);
  const ids = all.map(({ id }) => id);
  t.same(
    ids,
    [...ids].sort((a, b) => b - a),
    'the newest first',
  );
  t.equal((await patternsOf(own, '?service=cart')).length, 2);
  t.equal((await patternsOf(own, '?query=PAID')).length, 1);
  t.equal((await patternsOf(own, '?query=%25')).length, 0, 'taken literally');
  t.same(await patternsOf(own, '?query='), await patternsOf(own), 'a part of every text');
  t.equal((await patternsOf(own, '?service=none')).length, 0);
  t.same(
    (await patternsOf(own, '?page=1&per_page=3')).map(({ id }) => id),
    ids.slice(3),
  );
  t.same((await patternsOf(own, '?page=7')).length, 0);
  for (const [query, parameter] of [
    ['state=open', 'state'],
    ['page=-1', 'page'],
    ['per_page=0', 'per_page'],
    ['per_page=many', 'per_page'],
    ['service=', 'service'],
    ['stat=new', 'stat'],
  ] as const) {
    const { status, body } = await own.get(`/log_patterns?${query}`);
    t.equal(status, 400, query);
    t.equal(body.error.parameter, parameter);
  }
  const [id = 0, second = 0] = ids;
  const foreign = (await patternsOf(other))[0]?.id ?? 0;
  for (const bad of ['0', '-1', 'x', '1.5', '9223372036854775807', '99999999999999999999', String(foreign)]) {
    for (const [method, path] of [
      ['GET', `/log_patterns/${bad}`],
      ['POST', `/log_patterns/${bad}/ack`],
    ] as const) {
      const { status, body } = await own.call(method, path);
      t.equal(status, 404, path);
      t.match(body.error, { code: 'not_found', parameter: 'pattern_id' });
    }
  }
  const viewer = await own.as('view');
  t.equal((await viewer.get(`/log_patterns/${id}`)).status, 200);
  t.equal((await viewer.post(`/log_patterns/${id}/ack`)).status, 403);
  t.equal((await viewer.post('/log_patterns/bulk', { action: 'ack', ids: [id] })).status, 403);
  t.equal((await (await own.as('ingest')).get('/log_patterns')).status, 403);

  const stateOf = async (one: number) => (await own.get(`/log_patterns/${one}`)).body.summary.state;
  const { body: acked } = await own.post(`/log_patterns/${id}/ack`);
  t.equal(acked.summary.state, 'acknowledged');
  t.equal((await own.post(`/log_patterns/${id}/ack`)).status, 200, 'again is the same');
  t.equal((await patternsOf(own, '?state=acknowledged')).length, 1);
  const bulk = (body: object) => own.post('/log_patterns/bulk', body);
  const { body: mixed } = await bulk({ action: 'ignore', ids: [id, foreign, 999_999, second, id] });
  t.same(mixed.succeeded, [id, second]);
  t.same(
    mixed.failed.map((one: { id: number; code: string }) => [one.id, one.code]),
    [
      [foreign, 'not_found'],
      [999_999, 'not_found'],
    ],
  );
  t.equal(await stateOf(id), 'ignored');
  t.match((await bulk({ action: 'acknowledge', ids: [id] })).body, { succeeded: [], failed: [{ code: 'conflict' }] });
  t.equal((await own.post(`/log_patterns/${id}/ack`)).status, 400);
  t.same((await bulk({ action: 'reopen', ids: [id] })).body.succeeded, [id]);
  t.equal(await stateOf(id), 'new');
  t.same((await bulk({ action: 'ack', ids: [id] })).body.succeeded, [id]);
  t.equal(await stateOf(id), 'acknowledged');
  for (const body of [
    { action: 'delete', ids: [id] },
    { action: 'ack', ids: [id], duration_minutes: 5 },
    { action: 'ack', ids: [] },
    { action: 'ack', ids: ['x'] },
    { action: 'ack', ids: [1.5] },
    { action: 'ack', id },
    { ids: [id] },
  ]) {
    const { status, body: answer } = await bulk(body);
    t.equal(status, 400, JSON.stringify(body));
    t.equal(answer.error.parameter, 'body');
  }
  const { body: audit } = await own.get('/audit?target_kind=log_pattern');
  t.ok(audit.items.some(({ action }: { action: string }) => action === 'log_pattern.reopen'));
});

t.test('what somebody decided about a pattern holds when an older one takes it over', async (t) => {
  const api = await startApi(t);
  const own = await api.project();
  await settled(api, own);
  await working(t, api);
  const line = (name: string, service: string): SeedLine => ({
    body: `session of ${name} was closed by the peer`,
    service,
  });
  const decide = async (service: string, name: string, action: string) => {
    const [found] = await patternsOf(own, `?service=${service}&query=of ${name} was`.replaceAll(' ', '%20'));
    await own.post('/log_patterns/bulk', { action, ids: [found?.id ?? 0] });
    return found?.id ?? 0;
  };
  // The oldest of a service first: the others are merged into it.
  const decided = [
    ['quiet', [['bob', 'ignore']], 'ignored'],
    ['known', [['bob', 'acknowledge']], 'acknowledged'],
    [
      'both',
      [
        ['bob', 'ignore'],
        ['alice', 'acknowledge'],
      ],
      'ignored',
    ],
    [
      'first',
      [
        ['alice', 'ignore'],
        ['bob', 'acknowledge'],
      ],
      'ignored',
    ],
  ] as const;
  const ids = new Map<string, number[]>();
  for (const name of ['alice', 'bob', 'carol']) {
    await seedLines(
      api,
      own,
      decided.map(([service]) => line(name, service)),
    );
    await mine(api, own);
  }
  for (const [service, actions] of decided)
    for (const [name, action] of actions)
      ids.set(service, [...(ids.get(service) ?? []), await decide(service, name, action)]);
  await seedLines(
    api,
    own,
    decided.flatMap(([service]) => ['dave', 'erin', 'frank'].map((name) => line(name, service))),
  );
  await mine(api, own);
  for (const [service, , state] of decided) {
    t.match(await patternsOf(own, `?service=${service}`), [{ state, occurrence_count: 6 }], service);
    for (const id of ids.get(service) ?? []) t.equal((await own.get(`/log_patterns/${id}`)).body.summary.state, state);
  }
});

t.test('what was told of a pattern is not told again by the one that takes it over', async (t) => {
  const api = await startApi(t);
  const own = await api.project();
  await settled(api, own);
  await working(t, api);
  const { sql } = api.deps;
  const line = (name: string, agoS: number): SeedLine => ({ body: `session opened for ${name} now`, agoS });
  await seedLines(api, own, [line('ann', 60)]);
  await mine(api, own);
  await seedLines(
    api,
    own,
    [900, 800, 700, 650, 60].map((agoS) => line('bob', agoS)),
  );
  await mine(api, own);
  const told = async () => (await own.get('/issues?type=log_pattern&status=all')).body.items;
  t.match(await told(), [{ title: 'session opened for bob now' }], 'ann’s is too rare');
  await sql`update log_patterns set volume = 'spike' where project_id = ${own.id} and template like '%bob%'`;
  await seedLines(
    api,
    own,
    ['cyrus', 'dora', 'emil'].map((name) => line(name, 60)),
  );
  await mine(api, own);
  t.match(await patternsOf(own), [{ log_pattern: 'session opened for <*> now', occurrence_count: 9 }]);
  t.equal((await told()).length, 1);
  const [live] = await sql`select volume from log_patterns where project_id = ${own.id} and merged_into is null`;
  t.match(live, { volume: 'spike' });
});

t.test('what is decided about a pattern while it is taken over goes to the one that takes it over', async (t) => {
  const api = await startApi(t);
  const own = await api.project();
  await working(t, api);
  await seedLines(api, own, [{ body: 'disk is full' }, { body: 'network is down' }]);
  await mine(api, own);
  const [young = 0, old = 0] = (await patternsOf(own)).map(({ id }) => id);
  const { sql } = api.deps;
  let answer: Promise<{ status: number }> | undefined;
  await sql.begin(async (tx) => {
    await mergePattern(tx, own.id, young, old, new Date());
    answer = own.post('/log_patterns/bulk', { action: 'ignore', ids: [young] });
    await untilWaiting(sql);
  });
  t.equal((await answer)?.status, 200);
  t.equal((await own.get(`/log_patterns/${young}`)).body.summary.state, 'ignored');
});

t.test('a flood of different lines: the service learns so much an hour, others go on', async (t) => {
  const api = await startApi(t);
  const own = await api.project();
  await working(t, api);
  // Letters only: words that vary are not values until they were seen together.
  const word = (n: number) =>
    String(n)
      .split('')
      .map((digit) => 'abcdefghij'[Number(digit)])
      .join('');
  const flood = Array.from({ length: 2_400 }, (_, n) => ({ body: `${word(n)}x went wrong`, service: 'noise' }));
  await seedLines(api, own, flood);
  await mine(api, own);
  await seedLines(api, own, usual.slice(0, 2));
  await mine(api, own);
  await mine(api, own);
  const { body } = await own.get('/log_patterns?service=noise&per_page=1');
  t.equal(body.total_count, 2_000);
  t.equal((await patternsOf(own, '?service=shop')).length, 2);
});

t.test('many patterns are decided about in any order while they change: nobody waits in a ring', async (t) => {
  const api = await startApi(t);
  const own = await api.project();
  await working(t, api);
  const kinds = 40;
  const words = ['came', 'went', 'stayed', 'fell', 'rose'];
  const lines = (round: number): SeedLine[] =>
    Array.from({ length: kinds * 2 }, (_, n) => {
      const name = String.fromCharCode(97 + (n >> 4), 97 + (n & 15));
      const body = `${name}one ${name}two ${name}three ${name}four ${words[round]}`;
      return { service: n % 2 === 0 ? 'shop' : 'cart', body };
    });
  await seedLines(api, own, lines(0));
  await mine(api, own);
  const ids = (await patternsOf(own, '?per_page=200')).map(({ id }) => id);
  t.equal(ids.length, kinds * 2);
  for (let round = 1; round <= 4; round++) {
    await seedLines(api, own, lines(round));
    const mined = mine(api, own);
    const over = new AbortController();
    void mined.finally(() => over.abort());
    while (!over.signal.aborted) {
      for (const action of ['ignore', 'reopen', 'acknowledge']) {
        const order = action === 'ignore' ? ids : ids.toReversed();
        const { status, body } = await own.post('/log_patterns/bulk', { action, ids: order });
        t.equal(status, 200, `${action}: ${JSON.stringify(body.error)}`);
      }
    }
    await mined;
  }
  const [ended] = await api.deps.sql<{ deadlocks: number }[]>`
    select deadlocks::int from pg_stat_database where datname = current_database()`;
  t.equal(ended?.deadlocks, 0);
});
