import t from 'tap';
import { pino } from 'pino';
import { eraseLeftovers, eraseProject } from '../../src/domains/housekeeping/erase.ts';
import { dropAged, selfCheck } from '../../src/domains/housekeeping/jobs.ts';
import { countRowsOf, deleteAged, selectProjectTables } from '../../src/domains/housekeeping/queries.ts';
import { findMissing } from '../../src/domains/housekeeping/self-check.ts';
import { minePatternsJob } from '../../src/domains/patterns/jobs.ts';
import { addJobs } from '../../src/jobs/job.ts';
import { connectPostgres } from '../../src/store/postgres.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { recentNs, seedEvents } from '../support/events.ts';
import { runJob, working } from '../support/jobs.ts';
import { monitorInput } from '../support/monitors.ts';

const dayMs = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * dayMs);

t.test('history goes when it is old, and what waits or is young stays', async (t) => {
  const api = await startApi(t);
  const own = await api.project();
  await working(t, api);
  const { sql, newId } = api.deps;
  const { body: monitor } = await own.post('/monitors', monitorInput);
  for (const days of [1, 89, 91, 500]) {
    await sql`
      insert into monitor_evaluations (project_id, monitor_id, slot, result, status, duration_ms, evaluated_at)
      values (${own.id}, ${monitor.id}, ${ago(days)}, 'no_data', 'normal', 1, ${ago(days)})`;
  }
  for (const days of [1, 394, 396]) {
    await sql`
      insert into audit_log (id, project_id, request_id, action, target_kind, target_id, created_at)
      values (${newId()}, ${own.id}, 'old', 'x.y', 'x', ${String(days)}, ${ago(days)})`;
  }
  for (const days of [-1, 29, 31]) {
    await sql`
      insert into share_links (id, project_id, event_id, event_time, event_type, created_at, expires_at)
      values (${newId()}, ${own.id}, ${newId()}, '2026-01-01T00:00:00Z', 'log', ${ago(days + 2)}, ${ago(days)})`;
  }
  for (const [days, state] of [
    [89, 'failed'],
    [91, 'failed'],
    [91, 'waiting'],
  ] as const) {
    await sql`
      insert into notifications (id, project_id, target, channel, address, source_kind, source_id, kind, message, state,
                                 next_at, created_at)
      values (${newId()}, ${own.id}, 'x', 'email', 'x', 'monitor', ${monitor.id}, 'ALERT', '{}', ${state}, ${ago(-1)},
              ${ago(days)})`;
  }
  await runJob(api, dropAged, {});
  const [left] = await sql`
    select (select count(*)::int from monitor_evaluations where monitor_id = ${monitor.id}) as evaluations,
           (select count(*)::int from notifications where project_id = ${own.id}) as notifications,
           (select count(*)::int from audit_log where request_id = 'old') as audit,
           (select count(*)::int from share_links where project_id = ${own.id}) as links`;
  t.same({ ...left }, { evaluations: 2, notifications: 2, audit: 2, links: 2 });
  t.equal((await own.get(`/monitors/${monitor.id}`)).status, 200);
});

t.test('what somebody holds waits for another day, and nobody waits in a ring', async (t) => {
  const api = await startApi(t);
  const own = await api.project();
  const { sql, newId } = api.deps;
  const at = ago(400);
  const ids = [newId(), newId()] as const;
  for (const [seq, id] of ids.entries())
    await sql`
      insert into issues (project_id, id, seq, type, target, title, severity, first_seen, last_seen, created_at, updated_at)
      values (${own.id}, ${id}, ${seq + 1}, 'runtime_exception', ${id}, 'old', 'error', ${at}, ${at}, ${at}, ${at})`;
  const drop = () => deleteAged(sql, 'issues', ago(395), 100);
  await sql.begin(async (tx) => {
    await tx`select 1 from issues where id = ${ids[1]} for update`;
    t.equal(await drop(), 1);
    t.same(await tx`select 1 from issues where id = ${ids[0]}`, []);
  });
  t.equal(await drop(), 1);
});

t.test(
  'issues and endpoints that nothing is left of go, but for what somebody decided to keep an eye on',
  async (t) => {
    const api = await startApi(t);
    const own = await api.project();
    await working(t, api);
    const { sql, newId } = api.deps;
    const issue = async (target: string, days: number) => {
      const at = ago(days);
      const [id, activity] = [newId(), newId()];
      await sql`
      insert into issues (project_id, id, seq, type, target, title, severity, first_seen, last_seen, created_at, updated_at)
      values (${own.id}, ${id}, (select count(*) + 1 from issues), 'runtime_exception', ${target}, ${target}, 'error',
              ${at}, ${at}, ${at}, ${at})`;
      await sql`
      insert into issue_activity (project_id, id, issue_id, kind, created_at)
      values (${own.id}, ${activity}, ${id}, 'created', ${at})`;
      return id;
    };
    await issue('old', 396);
    await issue('young', 394);
    await own.post(`/issues/${await issue('archived lately', 396)}/archive`);
    const archived = await issue('archived long ago', 396);
    const known = await issue('acknowledged long ago', 396);
    await sql`update issues set archived_at = ${ago(396)} where id = ${archived}`;
    await sql`update issues set acknowledged_at = ${ago(396)} where id = ${known}`;
    const endpoint = (path: string, seenDays: number, enteredDays: number, archivedAt: Date | null = null) => sql`
    insert into endpoints (project_id, id, hash, outgoing, method, host, path, service, first_seen, last_seen, archived_at, created_at)
    values (${own.id}, ${newId()}, ${path}, false, 'GET', '', ${path}, 'shop', ${ago(seenDays)}, ${ago(seenDays)},
            ${archivedAt}, ${ago(enteredDays)})`;
    await endpoint('/old', 91, 91);
    await endpoint('/young', 89, 200);
    await endpoint('/sent-late', 91, 1);
    await endpoint('/archived', 91, 91, ago(91));
    await sql`
    insert into issue_activity (project_id, id, issue_id, kind, created_at)
    select ${own.id}, gen_random_uuid(), ${known}, 'resolved', at from (values (${ago(394)}::timestamptz), (${ago(396)})) as v(at)`;
    await sql`
    insert into log_pattern_scopes (project_id, service, hour, learnt, unassigned)
    values (${own.id}, 'gone', ${ago(91)}, 1, 0), (${own.id}, 'there', ${ago(89)}, 1, 0)`;
    await runJob(api, dropAged, {});
    const titles = (await own.get('/issues?status=all')).body.items.map(({ title }: { title: string }) => title);
    t.same(titles.toSorted(), ['acknowledged long ago', 'archived lately', 'young']);
    const activity =
      await sql`select count(*)::int as rows from issue_activity where issue_id = ${known} group by kind`;
    t.match(activity, [{ rows: 1 }], 'an issue that stays forgets what was long ago');
    t.same(await sql`select service from log_pattern_scopes`, [{ service: 'there' }]);
    const paths = await sql<{ path: string }[]>`select path from endpoints order by path`;
    t.same(
      paths.map(({ path }) => path),
      ['/archived', '/sent-late', '/young'],
    );
  },
);

t.test('what was deleted goes for good when the audit log forgets it, too', async (t) => {
  const api = await startApi(t);
  const own = await api.project();
  await working(t, api);
  const { sql } = api.deps;
  const dashboard = { title: 'd', schema: { widgets: [] } };
  const nouns = {
    monitors: (title: string) => own.post('/monitors', { ...monitorInput, title }),
    dashboards: (title: string) => own.post('/dashboards', { ...dashboard, title }),
    teams: (title: string) => own.post('/teams', { name: title, handle: title }),
    api_keys: (title: string) => own.post('/api_keys', { title }),
  };
  for (const [table, make] of Object.entries(nouns)) {
    for (const [title, days] of [
      ['there', undefined],
      ['young', 394],
      ['old', 396],
    ] as const) {
      const { body } = await make(title);
      const { id } = body.summary ?? body;
      if (days === undefined) continue;
      t.equal((await own.call('DELETE', `/${table}/${id}`)).status, 200);
      await sql`update ${sql(table)} set deleted_at = ${ago(days)} where id = ${id}`;
    }
    const count = async () => (await sql`select 1 from ${sql(table)} where project_id = ${own.id}`).length;
    const before = await count();
    await runJob(api, dropAged, {});
    t.equal(await count(), before - 1, table);
  }
});

async function rowsOf({ deps: { clickhouse } }: TestApi, id: string): Promise<number> {
  let rows = 0;
  const place = { clickhouse, cluster: undefined };
  for (const table of await selectProjectTables(place)) rows += await countRowsOf(place, table, [id]);
  return rows;
}

t.test('a project is erased from both stores, others stay as they are, and late rows go, too', async (t) => {
  const api = await startApi(t);
  const own = await api.project();
  const other = await api.project();
  await working(t, api);
  const seed = async (project: typeof own) => {
    const event = { ts: recentNs - 60_000_000_000n, body: 'hello', trace_id: 'ab', shape: '7', shape_v: 1 };
    await seedEvents(api, project, [event, { ...event, kind: 'span', endpoint: '9', duration_ns: 5 }]);
    await api.deps.clickhouse.insert({
      table: 'shape_patterns',
      format: 'JSONEachRow',
      values: [{ project_id: project.id, service: 'shop', shape: 7, pattern_id: 1, version: 1 }],
    });
  };
  await seed(own);
  await seed(other);
  await own.post('/monitors', monitorInput);
  const { sql } = api.deps;
  const later = [own, other].map(({ id }) => ({ projectId: id }));
  await sql.begin((tx) => addJobs(tx, minePatternsJob, later, { delayMs: dayMs }));
  const before = await rowsOf(api, other.id);
  t.ok((await rowsOf(api, own.id)) >= 6, 'events, their rollups and catalogues');
  const viewsOf = async () => {
    const query = `SELECT concat(currentDatabase(), '_sql_', replaceAll('${own.id}', '-', '_')) AS name, name IN (SELECT d.name FROM system.databases AS d)`;
    const result = await api.deps.clickhouse.query({ query, format: 'JSONCompactEachRow' });
    const [[name, isThere] = ['', 0]] = await result.json<[string, number]>();
    return { name, isThere };
  };
  await api.deps.clickhouse.command({ query: `CREATE DATABASE ${(await viewsOf()).name}` });
  const erased = await eraseProject(api.deps, own.id, 0);
  t.equal(erased.rows['events'], 2);
  t.equal((await viewsOf()).isThere, 0, 'nor are its views for SQL left');
  t.equal(await rowsOf(api, own.id), 0);
  t.equal(await rowsOf(api, other.id), before);
  const queues =
    await sql`select queue_name as name from graphile_worker._private_job_queues where queue_name ~ 'patterns of'`;
  t.same(queues, [{ name: `patterns of ${other.id}` }], 'nor is there a queue that bears its name');
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'project_id'`;
  t.ok(tables.length > 20);
  for (const { name } of tables) {
    const rows = await sql`select 1 from ${sql(name)} where project_id = ${own.id}`;
    t.equal(rows.length, 0, name);
  }
  api.clock.now = new Date(Date.now() + 10_000);
  t.equal((await own.get('/me')).status, 401);
  t.equal((await other.get('/me')).status, 200);
  t.same((await eraseProject(api.deps, own.id, 0)).rows, {}, 'what was cut off can be called again');
  await t.rejects(eraseProject(api.deps, api.deps.newId(), 0), { code: 'not_found' });

  await seed(own);
  t.ok((await rowsOf(api, own.id)) > 0, 'somebody stored late');
  const { signal } = new AbortController();
  await t.rejects(
    eraseLeftovers(api.deps, AbortSignal.abort()),
    { name: 'AbortError' },
    'who is cut off deletes no more',
  );
  t.equal((await eraseLeftovers(api.deps, signal))['events'], 2);
  t.equal(await rowsOf(api, own.id), 0);
  t.equal(await rowsOf(api, other.id), before, 'nothing else is taken for an orphan');
  t.same(await eraseLeftovers(api.deps, signal), {});
});

t.test('a project is erased however long that takes', async (t) => {
  const api = await startApi(t);
  const own = await api.project();
  await api.deps.sql.unsafe(`
    create function slowly() returns trigger language plpgsql as $$ begin perform pg_sleep(0.5); return old; end $$;
    create trigger slowly before delete on teams for each row execute function slowly()`);
  const sql = connectPostgres({
    url: api.databaseUrl,
    connectionsMax: 1,
    applicationName: 'erase',
    statementTimeoutMs: 200,
  });
  t.teardown(() => sql.end());
  await eraseProject({ ...api.deps, sql }, own.id, 0);
  t.same(await sql`select 1 from projects where id = ${own.id}`, []);
});

t.test('fewer stored than accepted is an alarm, all stored is none', async (t) => {
  const lines: { msg: string; projectId?: string; signal?: string; accepted?: number; stored?: number }[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const api = await startApi(t, {}, () => ({ log }));
  const own = await api.project();
  const fine = await api.project();
  const minute = Math.floor(Date.now() / 60_000) * 60;
  const then = minute - 15 * 60;
  const arrive = (project: typeof own, at: number) =>
    seedEvents(
      api,
      project,
      [1n, 2n, 3n].map((n) => ({ ts: recentNs - n, body: 'x', ingested_at: at })),
    );
  for (const project of [own, fine]) await arrive(project, then);
  const accepted = (project: typeof own, records: number, at = then) => ({
    project_id: project.id,
    minute: at,
    signal: 'logs',
    outcome: 'accepted',
    reason: '',
    records,
    bytes: 1,
    lag_ms_sum: 0,
    lag_ms_max: 0,
  });
  const count = (...values: ReturnType<typeof accepted>[]) =>
    api.deps.clickhouse.insert({ table: 'ingest_stats', format: 'JSONEachRow', values });
  const alarms = () => lines.filter(({ msg }) => msg === 'fewer records are stored than were accepted');
  const missing = () => findMissing(api.deps, AbortSignal.timeout(10_000));
  await count(accepted(own, 7, minute));
  t.same(await missing(), [], 'what may still be on its way is not looked at');
  await count(accepted(own, 5), accepted(fine, 3), { ...accepted(fine, 9), outcome: 'rejected' });
  await working(t, api);
  await runJob(api, selfCheck, {});
  t.equal(alarms().length, 1);
  t.match(alarms()[0], { projectId: own.id, signal: 'logs', accepted: 5, stored: 3 });
  const apart = await api.project();
  api.clock.now = new Date((minute - 300) * 1000);
  await count(accepted(apart, 3, minute - 300 - 660));
  await arrive(apart, minute - 660);
  t.same(await missing(), [], 'of an engine whose clock is ahead nothing is missed');
});
