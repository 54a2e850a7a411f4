// What is asked of Postgres is answered from a few rows, however many there are.

import t, { type Test } from 'tap';
import { uuidv7 } from 'uuidv7';
import { deleteAged } from '../../src/domains/housekeeping/queries.ts';
import { selectEvaluations } from '../../src/domains/monitors/queries.ts';
import { unpublishShapes } from '../../src/domains/patterns/queries-forget.ts';
import { selectFullScopes, selectScope } from '../../src/domains/patterns/queries-learn.ts';
import { selectPatterns } from '../../src/domains/patterns/queries.ts';
import { selectAlertCounts } from '../../src/domains/reports/queries.ts';
import type { Sql } from '../../src/store/postgres.ts';
import { rowsRead } from '../support/rows-read.ts';
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
