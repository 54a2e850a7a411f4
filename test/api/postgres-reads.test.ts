// What is asked of Postgres is answered from a few rows, however many there are.

import type { Sql } from 'postgres';
import t, { type Test } from 'tap';
import { uuidv7 } from 'uuidv7';
import { selectAudit } from '../../src/domains/audit/queries.ts';
import { deleteAged } from '../../src/domains/housekeeping/queries.ts';
import { selectIssues } from '../../src/domains/issues/queries.ts';
import { raiseIssues } from '../../src/domains/issues/tell.ts';
import { selectChecksAround } from '../../src/domains/monitors/queries-due.ts';
import { selectEvaluations } from '../../src/domains/monitors/queries.ts';
import { unpublishShapes } from '../../src/domains/patterns/queries-forget.ts';
import { selectFullScopes, selectScope } from '../../src/domains/patterns/queries-learn.ts';
import { selectPatterns } from '../../src/domains/patterns/queries.ts';
import { selectNotifications } from '../../src/domains/notifications/queries.ts';
import { targetsOf } from '../../src/domains/notifications/targets.ts';
import { selectAlertCounts, selectNewIssues } from '../../src/domains/reports/queries.ts';
import { setMarks } from '../../src/domains/scan/queries.ts';
import { rowsRead } from '../support/rows-read.ts';
import { until } from '../support/service.ts';
import { stores } from '../support/stores.ts';

interface Large {
  readonly sql: Sql;
  readonly projectId: string;
}

async function large(t: Test): Promise<Large> {
  const { sql } = await stores(t);
  const projectId = uuidv7();
  await sql`insert into projects (id, title, created_at, updated_at) values (${projectId}, 'Large', now(), now())`;
  return { sql, projectId };
}

type Work = (sql: Sql) => Promise<unknown>;

async function expectFew(t: Test, sql: Sql, table: string, works: Readonly<Record<string, Work>>): Promise<void> {
  const [row] = await sql<{ all: number }[]>`select count(*)::int as all from ${sql(table)}`;
  for (const [name, work] of Object.entries(works)) {
    const read = await rowsRead(sql, table, work);
    t.ok(read > 0 && read < 300, `${name} reads ${read} rows of ${row?.all}`);
  }
}

/**
 * As a table is that is vacuumed now and then: rows are counted without a look at each only where their page is known to be
 * seen by all. That has to wait for whoever holds a snapshot, such as an analysis that Postgres began by itself.
 */
async function seenByAll(sql: Sql, table: string): Promise<void> {
  await sql`checkpoint`; // commits of a test are not flushed at once, and until then no page is known to be
  await until('all pages are seen by all', 30_000, async () => {
    await sql`vacuum analyze ${sql(table)}`;
    const [row] = await sql<{ isSeen: boolean }[]>`
      select relallvisible = relpages as "isSeen" from pg_class where oid = ${table}::regclass`;
    return row?.isSeen === true;
  });
}

const minuteMs = 60_000;

t.test('what monitors said is found by its time', async (t) => {
  const { sql, projectId } = await large(t);
  const minutes = 5_000;
  const start = Date.UTC(2026, 0, 1);
  const monitors = [uuidv7(), uuidv7()] as const;
  for (const id of monitors) {
    await sql`
      insert into monitors (id, project_id, title, severity, message, emails, email_all, team_chat_channels, teams,
                            log_query, log_query_as_sql, visualization_type, trigger_less_than, alert_threshold,
                            threshold_sustained_for_mins, check_interval_mins, time_window_mins, created_at, updated_at)
      values (${id}, ${projectId}, 'm', 'error', '', '{}', false, '{}', '{}', '', '', 'logs', false, 1, 0, 1, 1, now(), now())`;
    await sql`
      insert into monitor_evaluations (project_id, monitor_id, slot, result, status, duration_ms, evaluated_at)
      select ${projectId}, ${id}, at, 'value', 'alerting', 1, at
      from generate_series(1, ${minutes}) as n, lateral (select ${new Date(start)}::timestamptz + n * interval '1 minute' as at)`;
    await sql`
      insert into monitor_emissions (project_id, monitor_id, sequence, episode, kind, status, stale, emitted_at)
      select project_id, monitor_id, row_number() over (order by slot), 1, 'ALERT', 'alerting', false, slot
      from monitor_evaluations where monitor_id = ${id}`;
  }
  await sql`analyze monitors, monitor_evaluations, monitor_emissions`;
  const at = (minute: number) => new Date(start + minute * minuteMs);
  const [id] = monitors;
  await expectFew(t, sql, 'monitor_emissions', {
    'a page of a history': (sql) => selectEvaluations(sql, projectId, id, {}, { limit: 25, offset: 100 }),
    'a report': (sql) => selectAlertCounts(sql, projectId, { from: at(4_900), to: at(4_950) }, 10),
    'what is too old': (sql) => deleteAged(sql, 'monitor_emissions', at(50), 1_000),
  });
  await expectFew(t, sql, 'monitor_evaluations', {
    'whether anything was checked around a slot': (sql) => selectChecksAround(sql, projectId, at(2_500), 2),
  });
});

t.test('of the patterns of a large service those are read that it is about', async (t) => {
  const { sql, projectId } = await large(t);
  const patterns = 10_000;
  await sql`
    insert into log_patterns (id, project_id, service, shape, level, state, tokens, separators, template, sample, first_seen,
                              last_seen, created_at, updated_at)
    select n, ${projectId}, 'shop', n, '', case when n % 200 = 0 then 'ignored' else 'new' end, '[]', '[]', 't', 's', now(),
           now(), now(), now()
    from generate_series(1, ${patterns}) as n`;
  await sql`
    insert into log_pattern_shapes (project_id, service, shape, pattern_id, indexed, published)
    select project_id, service, shape, id, id % 200 = 1, true from log_patterns`;
  await sql`update log_patterns set merged_into = id - 1 where id % 10 = 2`;
  await sql`vacuum analyze log_patterns, log_pattern_shapes`;
  const withdrawn = [1, 2, 11, 13];
  await expectFew(t, sql, 'log_patterns', {
    'what new lines are compared with': (sql) => selectScope(sql as never, projectId, 'shop'),
    'what is forgotten': async (sql) =>
      t.same((await unpublishShapes(sql as never, projectId, withdrawn)).toSorted(), ['1', '11', '12', '13', '2']),
    'a page of one state': (sql) =>
      selectPatterns(
        sql,
        projectId,
        { state: 'ignored', service: undefined, query: undefined },
        { limit: 25, offset: 0 },
      ),
  });
  await expectFew(t, sql, 'log_pattern_shapes', {
    'what new lines are compared with': (sql) => selectScope(sql as never, projectId, 'shop'),
    'whether there is room for more': (sql) => selectFullScopes(sql, projectId, ['shop'], 10),
  });
});

t.test('open issues are counted without a look at each, and listed without their stacks', async (t) => {
  const { sql, projectId } = await large(t);
  const at = new Date(Date.UTC(2026, 0, 1));
  await sql`
    insert into issues (id, project_id, seq, type, target, title, severity, service, data, first_seen, last_seen,
                        created_at, updated_at, acknowledged_at)
    select gen_random_uuid(), ${projectId}, n, 'runtime_exception', n, 'TypeError', 'error', 'shop',
           jsonb_build_object('stacktrace', (select string_agg(md5(n::text || i), ' at ') from generate_series(1, 40) as i)), seen, seen, seen, seen, case when n % 10 = 0 then seen end
    from generate_series(1, 10_000) as n, lateral (select ${at}::timestamptz + n * interval '1 minute' as seen)`;
  await seenByAll(sql, 'issues');
  const window = { limit: 25, offset: 0 };
  const list = (filter: { service?: string; status?: 'open' | 'acknowledged' }) => async (sql: Sql) => {
    const all = { status: 'open' as const, type: undefined, service: undefined };
    const { rows, total } = await selectIssues(sql, projectId, { ...all, ...filter }, at, window);
    t.equal(total, filter.status === 'acknowledged' ? 1_000 : 9_000);
    t.equal(rows.length, 25);
    t.notOk('data' in (rows[0] ?? {}));
  };
  await expectFew(t, sql, 'issues', {
    'a page of those that are open': list({}),
    'a page of a service': list({ service: 'shop' }),
    'a page of those that somebody knows of': list({ status: 'acknowledged' }),
    'a report': (sql) =>
      selectNewIssues(sql, projectId, { from: new Date(at.getTime() + 9_900 * minuteMs), to: new Date() }, 10),
  });
});

t.test('whom a monitor names is found without the other teams', async (t) => {
  const { sql, projectId } = await large(t);
  await sql`
    insert into teams (id, project_id, name, handle, notify_emails, created_at, updated_at)
    select gen_random_uuid(), ${projectId}, n, n, array[n || '@example.com'], now(), now() from generate_series(1, 1_000) as n`;
  await sql`analyze teams`;
  const rows = await sql<{ id: string }[]>`select id from teams where name in ('7', '8')`;
  const audience = { emails: [], email_all: false, team_chat_channels: [], teams: rows.map(({ id }) => id) };
  await expectFew(t, sql, 'teams', {
    'an alert': async (sql) => t.equal((await targetsOf(sql as never, projectId, audience)).length, 2),
  });
});

t.test('a page of the audit log reads its own states, and what was done to one thing is found by it', async (t) => {
  const { sql, projectId } = await large(t);
  await sql`
    insert into audit_log (id, project_id, request_id, action, target_kind, target_id, before, after, created_at)
    select gen_random_uuid(), ${projectId}, '', 'dashboard.update', 'dashboard', n % 500,
           jsonb_build_object('title', (select string_agg(md5(n::text || i), '') from generate_series(1, 100) as i)), '{}',
           now() - n * interval '1 minute'
    from generate_series(1, 5_000) as n`;
  await sql`analyze audit_log`;
  const page = (filter: { target_id?: string }, offset: number, count: number) => async (sql: Sql) => {
    const { rows, total } = await selectAudit(sql, projectId, filter, {}, { limit: 10, offset });
    t.equal(total, count);
    t.equal(rows.length, 10);
    t.ok(rows.every(({ before }) => typeof before?.['title'] === 'string'));
  };
  await expectFew(t, sql, 'audit_log', { 'what was done to one thing': page({ target_id: '7' }, 0, 10) });
  const [first, later] = [
    await rowsRead(sql, 'audit_log', page({}, 0, 5_000)),
    await rowsRead(sql, 'audit_log', page({}, 200, 5_000)),
  ];
  t.equal(later - first, 200, 'what is on the pages before is passed by, and not unpacked');
});

t.test('who was told of one thing is found by it', async (t) => {
  const { sql, projectId } = await large(t);
  const [source, other] = [uuidv7(), uuidv7()];
  await sql`
    insert into notifications (id, project_id, target, channel, address, source_kind, source_id, kind, message, next_at, created_at)
    select gen_random_uuid(), ${projectId}, n % 100, 'email', n % 100, 'monitor',
           case when n % 100 = 0 then ${source}::uuid else ${other}::uuid end, 'ALERT', '{}', at, at
    from generate_series(1, 5_000) as n, lateral (select now() - n * interval '1 minute' as at)`;
  await sql`analyze notifications`;
  await expectFew(t, sql, 'notifications', {
    'a page': async (sql) => {
      const { rows, total } = await selectNotifications(
        sql,
        projectId,
        { source_id: source },
        {},
        { limit: 25, offset: 0 },
      );
      t.same([rows.length, total], [25, 50]);
    },
  });
});

t.test('whom a project tells of many issues is looked up once', async (t) => {
  const { sql, projectId } = await large(t);
  await sql`update projects set error_alerts = true where id = ${projectId}`;
  await sql`
    insert into users (id, project_id, email, created_at)
    select gen_random_uuid(), ${projectId}, n || '@example.com', now() from generate_series(1, 200) as n`;
  await sql`
    insert into members (id, project_id, user_id, permission, created_at)
    select gen_random_uuid(), project_id, id, 'view', now() from users`;
  const seenAt = new Date();
  const issues = Array.from({ length: 10 }, (_, n) => ({
    type: 'runtime_exception' as const,
    target: String(n),
    title: 'TypeError',
    severity: 'error' as const,
    data: {},
    occurrences: 1,
    seenAt,
  }));
  const deps = { now: () => seenAt, newId: uuidv7 };
  await expectFew(t, sql, 'members', { 'a look': (sql) => raiseIssues(sql as never, deps, projectId, issues) });
  const [told] = await sql`select count(*)::int as rows from notifications`;
  t.same({ ...told }, { rows: 2_000 });
});

t.test('tens of thousands of projects that sent are marked without each being held against each', async (t) => {
  const { sql } = await large(t);
  await sql`
    insert into projects (id, title, created_at, updated_at)
    select gen_random_uuid(), n, now(), now() from generate_series(1, 30_000) as n`;
  await sql`analyze projects`;
  const rows = await sql<{ id: string }[]>`select id from projects`;
  const ids = [...rows.map(({ id }) => id), 'none'];
  await sql.begin(async (tx) => {
    // As a connection plans that has asked often.
    await tx`select set_config('plan_cache_mode', 'force_generic_plan', true), set_config('statement_timeout', '10s', true)`;
    await setMarks(tx, ids, 'arrived', new Date());
  });
  const [marked] = await sql`select count(*)::int as rows from scan_marks`;
  t.same({ ...marked }, { rows: rows.length });
});
