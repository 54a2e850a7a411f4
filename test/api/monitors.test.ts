import t from 'tap';
import { nextIssueSeq } from '../../src/domains/issues/queries-record.ts';
import { ruleOf } from '../../src/domains/monitors/content.ts';
import { lockMonitor, selectMonitor } from '../../src/domains/monitors/queries.ts';
import { missing } from '../../src/domains/monitors/record.ts';
import type { QueryMonitor } from '../../src/domains/monitors/schema.ts';
import { minuteOf } from '../../src/domains/monitors/state.ts';
import { tellMonitor } from '../../src/domains/monitors/tell.ts';
import { lockOutbox } from '../../src/domains/notifications/queries.ts';
import { startApi, type TestProject, unknownId } from '../support/api.ts';
import { untilWaiting } from '../support/locks.ts';

const api = await startApi(t);
const notFound = { status: 404, body: { error: { code: 'not_found', parameter: 'monitor_id' } } };

const minimal = {
  title: 'Errors',
  query: 'level == "ERROR"',
  alert_threshold: 100,
  trigger_less_than: false,
  check_interval_mins: 5,
  time_window_mins: 10,
  emails: [],
  team_chat_channels: [],
  teams: [],
};
const optional = {
  active: true,
  alert_recovery_threshold: 60.5,
  email_all: true,
  message: 'Look at\nthe “logs” 👀',
  notify_after_mins: 30,
  severity: 'critical',
  stop_after_count: 7,
  subject: 'Errors!',
  threshold_sustained_for_mins: 15,
  visualization_type: 'stat',
  warning_recovery_threshold: 40,
  warning_threshold: 50,
};

async function teamOf(project: TestProject, handle = 'ops'): Promise<string> {
  return (await project.post('/teams', { name: handle, handle })).body.summary.id;
}

async function create(project: TestProject, change: object = {}) {
  const { status, body } = await project.post('/monitors', { ...minimal, ...change });
  if (status !== 200) t.fail(JSON.stringify(body));
  return body;
}

/** A monitor as its input: the names that the interface gives to one and the other. */
function inputOf(monitor: QueryMonitor) {
  const { alert_config: config } = monitor;
  return {
    title: config.title,
    query: monitor.log_query,
    alert_threshold: monitor.alert_threshold,
    trigger_less_than: monitor.trigger_less_than,
    check_interval_mins: monitor.check_interval_mins,
    time_window_mins: monitor.time_window_mins,
    emails: config.emails,
    team_chat_channels: config.team_chat_channels,
    teams: monitor.teams,
    active: monitor.deactivated_at === undefined,
    alert_recovery_threshold: monitor.alert_recovery_threshold,
    email_all: config.email_all,
    message: config.message,
    notify_after_mins: monitor.renotify_interval_mins,
    severity: config.severity,
    stop_after_count: monitor.stop_after_count,
    subject: config.subject,
    threshold_sustained_for_mins: monitor.threshold_sustained_for_mins,
    visualization_type: monitor.visualization_type,
    warning_recovery_threshold: monitor.warning_recovery_threshold,
    warning_threshold: monitor.warning_threshold,
  };
}

const defaults = {
  active: true,
  alert_recovery_threshold: undefined,
  email_all: false,
  message: '',
  notify_after_mins: undefined,
  severity: 'error',
  stop_after_count: undefined,
  subject: 'Errors',
  threshold_sustained_for_mins: 0,
  visualization_type: 'timeseries',
  warning_recovery_threshold: undefined,
  warning_threshold: undefined,
};

t.test('a monitor reads back as it was written, field for field', async (t) => {
  const project = await api.project();
  const input = {
    ...minimal,
    ...optional,
    emails: ['a@example.com', 'b@example.com'],
    team_chat_channels: ['https://chat.example.com/1', '#ops'],
    teams: [await teamOf(project), await teamOf(project, 'two')],
  };
  const created = await create(project, input);
  t.same(inputOf(created), input);
  t.match(created, { project_id: project.id, current_status: 'normal', current_value: 0, notification_count: 0 });
  t.same((await project.get(`/monitors/${created.id}`)).body, created);
  t.same((await project.get('/monitors')).body, [created]);
  t.notMatch(Object.values(created), [null], 'nothing is null');
  for (const absent of ['muted_until', 'deactivated_at', 'deleted_at', 'last_evaluated', 'alert_last_triggered']) {
    t.notOk(absent in created, absent);
  }
  const replaced = await project.call('PUT', `/monitors/${created.id}`, minimal);
  t.same(inputOf(replaced.body), { ...minimal, ...defaults }, 'what PUT leaves out gets its default');
  t.equal(replaced.body.id, created.id);
  t.equal(replaced.body.created_at, created.created_at);
  t.same((await project.get(`/monitors/${created.id}`)).body, replaced.body);
  t.equal((await project.call('DELETE', `/monitors/${created.id}`)).status, 200);
  t.match(await project.get(`/monitors/${created.id}`), notFound);
  t.same((await project.get('/monitors')).body, []);
});

t.test('what is left out gets its default', async (t) => {
  const project = await api.project();
  t.same(inputOf(await create(project)), { ...minimal, ...defaults });
  const query = `${minimal.query}; // all of them`;
  t.same(
    inputOf(await create(project, { query })),
    { ...minimal, ...defaults, query },
    'a filter may end as any query does',
  );
  const off = await create(project, { active: false });
  t.match(off.deactivated_at, /^\d{4}-/);
});

t.test('PATCH changes one field and no other, null clears what may be cleared', async (t) => {
  const project = await api.project();
  const [one, two] = [await teamOf(project), await teamOf(project, 'two')];
  const input: Record<string, unknown> = { ...minimal, ...optional, emails: ['a@example.com'], teams: [one] };
  const { id } = await create(project, input);
  const changes: Record<string, unknown> = {
    title: 'Other',
    query: 'summarize p95(duration)',
    alert_threshold: 200,
    check_interval_mins: 10,
    time_window_mins: 30,
    emails: ['b@example.com', 'c@example.com'],
    team_chat_channels: ['#two'],
    teams: [two, one],
    alert_recovery_threshold: 150,
    email_all: false,
    message: 'other',
    notify_after_mins: 60,
    severity: 'info',
    stop_after_count: 2,
    subject: 'Other subject',
    threshold_sustained_for_mins: 0,
    visualization_type: 'table',
    warning_threshold: 120,
    warning_recovery_threshold: 110,
    active: false,
  };
  for (const [field, value] of Object.entries(changes)) {
    const { status, body } = await project.call('PATCH', `/monitors/${id}`, { [field]: value });
    t.equal(status, 200, field);
    input[field] = value;
    t.same(inputOf(body), input, field);
    t.same((await project.get(`/monitors/${id}`)).body, body);
  }
  for (const field of Object.keys(minimal).concat('active')) {
    const refused = {
      status: 400,
      body: { error: { code: 'invalid_body', parameter: 'body', details: [{ path: field }] } },
    };
    t.match(await project.call('PATCH', `/monitors/${id}`, { [field]: null }), refused, `${field}: null`);
  }
  for (const field of Object.keys(optional).filter((name) => name !== 'active')) {
    const { status, body } = await project.call('PATCH', `/monitors/${id}`, { [field]: null });
    t.equal(status, 200, field);
    input[field] = field === 'subject' ? 'Other' : defaults[field as keyof typeof defaults];
    t.same(inputOf(body), input, `${field}: null`);
  }
  const untouched = await project.call('PATCH', `/monitors/${id}`, {});
  t.same(inputOf(untouched.body), input);
  t.match((await project.call('PATCH', `/monitors/${id}`, { trigger_less_than: true })).body, {
    trigger_less_than: true,
  });
  t.same((await project.call('PATCH', `/monitors/${id}`, { active: true })).body.deactivated_at, undefined);
});

t.test('each fault of a body is said with its path', async (t) => {
  const project = await api.project();
  const other = await api.project();
  const [mine, theirs] = [await teamOf(project), await teamOf(other)];
  const existing = await create(project, { title: 'There' });
  const cases: [change: object, path: string][] = [
    [{ title: undefined }, 'title'],
    [{ title: '' }, 'title'],
    [{ title: 'x'.repeat(301) }, 'title'],
    [{ query: undefined }, 'query'],
    [{ query: 1 }, 'query'],
    [{ query: 'x'.repeat(10_001) }, 'query'],
    [{ alert_threshold: undefined }, 'alert_threshold'],
    [{ alert_threshold: '100' }, 'alert_threshold'],
    [{ trigger_less_than: 'false' }, 'trigger_less_than'],
    [{ trigger_less_than: undefined }, 'trigger_less_than'],
    [{ check_interval_mins: 0 }, 'check_interval_mins'],
    [{ check_interval_mins: -5 }, 'check_interval_mins'],
    [{ check_interval_mins: 1.5 }, 'check_interval_mins'],
    [{ check_interval_mins: 9e15 }, 'check_interval_mins'],
    [{ time_window_mins: 0 }, 'time_window_mins'],
    [{ time_window_mins: 4 }, 'time_window_mins'],
    [{ time_window_mins: undefined }, 'time_window_mins'],
    [{ emails: undefined }, 'emails'],
    [{ emails: 'a@example.com' }, 'emails'],
    [{ emails: ['a@example.com', 'nonsense'] }, 'emails[1]'],
    [{ emails: ['a@b'] }, 'emails[0]'],
    [{ team_chat_channels: undefined }, 'team_chat_channels'],
    [{ team_chat_channels: [' '] }, 'team_chat_channels[0]'],
    [{ teams: undefined }, 'teams'],
    [{ teams: ['nonsense'] }, 'teams[0]'],
    [{ teams: [mine, unknownId] }, 'teams[1]'],
    [{ teams: [theirs] }, 'teams[0]'],
    [{ alert_recovery_threshold: 101 }, 'alert_recovery_threshold'],
    [{ warning_threshold: 101 }, 'warning_threshold'],
    [{ warning_threshold: 50, warning_recovery_threshold: 51 }, 'warning_recovery_threshold'],
    [{ warning_recovery_threshold: 101 }, 'warning_recovery_threshold'],
    [{ trigger_less_than: true, alert_recovery_threshold: 99 }, 'alert_recovery_threshold'],
    [{ trigger_less_than: true, warning_threshold: 99 }, 'warning_threshold'],
    [
      { trigger_less_than: true, warning_threshold: 120, warning_recovery_threshold: 119 },
      'warning_recovery_threshold',
    ],
    [{ severity: 'fatal' }, 'severity'],
    [{ visualization_type: 'hologram' }, 'visualization_type'],
    [{ notify_after_mins: 0 }, 'notify_after_mins'],
    [{ stop_after_count: 0 }, 'stop_after_count'],
    [{ threshold_sustained_for_mins: -1 }, 'threshold_sustained_for_mins'],
    [{ active: 1 }, 'active'],
    [{ email_all: 'yes' }, 'email_all'],
    [{ subject: 'x'.repeat(1_001) }, 'subject'],
    [{ dashboard_id: unknownId }, 'dashboard_id'],
    [{ tittle: 'x' }, 'tittle'],
  ];
  for (const [change, path] of cases) {
    const refused = { status: 400, body: { error: { code: 'invalid_body', parameter: 'body', details: [{ path }] } } };
    const body = { ...minimal, ...change };
    t.match(await project.post('/monitors', body), refused, `POST ${JSON.stringify(change).slice(0, 80)}`);
    t.match(await project.post('/monitors/apply', body), refused, 'apply');
    t.match(await project.call('PUT', `/monitors/${existing.id}`, body), refused, 'PUT');
    if (Object.values(change).every((value) => value !== undefined)) {
      t.match(await project.call('PATCH', `/monitors/${existing.id}`, change), refused, 'PATCH');
    }
  }
  const { body } = await project.post('/monitors', {
    ...minimal,
    warning_threshold: 101,
    alert_recovery_threshold: 102,
    time_window_mins: 1,
  });
  t.equal(body.error.details.length, 3, 'every fault at once');
  const meant = async (change: object, method: 'POST' | 'PATCH' = 'POST') => {
    const whole = method === 'POST' ? { ...minimal, ...change } : change;
    return (await project.call(method, method === 'POST' ? '/monitors' : `/monitors/${existing.id}`, whole)).body.error
      .suggestion as unknown;
  };
  t.equal(await meant({ tittle: 'x' }), 'title');
  t.equal(await meant({ alert_threshold: undefined, threshold: 1 }), 'alert_threshold', 'the one that is missing');
  t.equal(await meant({ query: undefined, log_query: 'x' }), 'query');
  t.equal(await meant({ log_query: 'x' }, 'PATCH'), 'query', 'the only one with its words');
  t.equal(await meant({ interval: 1 }), 'check_interval_mins');
  t.equal(await meant({ mins: 1 }), undefined, 'one of several');
  t.same((await project.get('/monitors')).body, [existing], 'nothing was written');
});

t.test('all that is wrong beside the types of the fields is told at once', async (t) => {
  const a = await api.project();
  const [{ id: team }] = (await a.get('/teams')).body;
  const wrong = { ...minimal, time_window_mins: 1, warning_threshold: 200, teams: [team, team, unknownId] };
  const paths = ({ body }: { body: { error: { details: { path: string }[] } } }) =>
    body.error.details.map(({ path }) => path);
  const fields = ['time_window_mins', 'warning_threshold', 'teams[2]'];
  const { id } = (await a.post('/monitors', minimal)).body;
  for (const [query, ...further] of [
    ['level == "ERROR"'],
    ['level = ', 'query:1:7', 'query:1:8'],
    ['print 1', 'query'],
  ] as const) {
    const body = { ...wrong, query };
    for (const answer of [
      await a.post('/monitors', body),
      await a.post('/monitors/apply', body),
      await a.call('PUT', `/monitors/${id}`, body),
      await a.call('PATCH', `/monitors/${id}`, body),
    ]) {
      t.match(answer, { status: 400, body: { error: { code: 'invalid_body', parameter: 'body' } } });
      t.same(paths(answer), [...fields, ...further], query);
    }
  }
});

t.test('a query that cannot be checked is refused with its place', async (t) => {
  const project = await api.project();
  const existing = await create(project);
  const cases: [query: string, error: object][] = [
    ['level == ', { code: 'invalid_query', position: { line: 1 } }],
    ['level == "ERROR"\n| summarise count()', { code: 'invalid_query', position: { line: 2, column: 3 } }],
    ['nosuchfield == 3', { code: 'unknown_field', position: { line: 1, column: 1, length: 11 } }],
    ['statuscode == "ERROR"', { code: 'unknown_field' }],
    ['summarize nosuch(duration)', { code: 'invalid_query' }],
    ['summarize make_list(name)', { code: 'invalid_query', details: [{ path: 'query' }] }],
    ['distinct service', { code: 'invalid_query', details: [{ path: 'query' }] }],
    ['drop table events', { code: /invalid_query|unknown_field/ }],
  ];
  for (const [query, error] of cases) {
    const refused = { status: 400, body: { error: { parameter: 'body', ...error } } };
    t.match(await project.post('/monitors', { ...minimal, query }), refused, `POST ${query}`);
    t.match(await project.call('PUT', `/monitors/${existing.id}`, { ...minimal, query }), refused, 'PUT');
    t.match(await project.call('PATCH', `/monitors/${existing.id}`, { query }), refused, 'PATCH');
    t.match(await project.post('/monitors/apply', { ...minimal, query }), refused, 'apply');
    t.match(await project.post('/monitors/preview', { ...minimal, query }), refused, 'preview');
  }
  t.same((await project.get(`/monitors/${existing.id}`)).body, existing);
});

t.test('a field that nobody sends any more refuses a new query, and no new threshold', async (t) => {
  const project = await api.project();
  const { id } = await create(project);
  const query = 'nosuchfield == 3';
  await api.deps.sql`update monitors set log_query = ${query} where id = ${id}`;
  const changed = await project.call('PATCH', `/monitors/${id}`, { alert_threshold: 7 });
  t.match(changed, { status: 200, body: { alert_threshold: 7, log_query: query, log_query_as_sql: /nosuchfield/ } });
  const whole = { ...minimal, query, alert_threshold: 8 };
  t.match(await project.call('PUT', `/monitors/${id}`, whole), { status: 200, body: { alert_threshold: 8 } });
  const refused = { status: 400, body: { error: { code: 'unknown_field' } } };
  t.match(await project.call('PATCH', `/monitors/${id}`, { query: `${query} | count` }), refused);
});

t.test('log_query_as_sql is a statement that runs as it is, over this project and window only', async (t) => {
  const project = await api.project();
  const queries = [
    '',
    'level == "ERROR"',
    'level == "it\'s \\\\ \\"x\\""',
    'summarize p95(duration)',
    'summarize avg(duration) by service',
    'summarize count() by bin_auto(timestamp)',
    'summarize count() by bin(timestamp, 10m), service',
    'summarize n = dcount(service), c = count() | extend r = n * 1.0 / c | project r',
  ];
  for (const query of queries) {
    const { log_query_as_sql: sql } = await create(project, { query });
    t.match(sql, project.id);
    t.notMatch(sql, /\{\w+:/, 'no placeholder is left');
    const answer = await api.deps.clickhouse.query({ query: sql, format: 'JSONCompact' });
    t.ok(await answer.json(), query);
  }
  api.clock.now = new Date('2026-03-01T12:34:56Z');
  const { log_query_as_sql: sql } = await create(project, {
    query: 'level == "ERROR"',
    check_interval_mins: 5,
    time_window_mins: 15,
  });
  api.clock.now = undefined;
  t.match(sql, '2026-03-01 12:14:30', 'the window of the newest slot, 12:30, less half a minute');
  t.match(sql, '2026-03-01 12:29:30');
});

t.test('log_query_as_sql is of the query that there is, also after an edit of a monitor that is off', async (t) => {
  const project = await api.project();
  const { id } = await create(project);
  const path = `/monitors/${id}`;
  await api.deps.sql`update monitor_states set last_sql = 'SELECT 1' where monitor_id = ${id}`;
  await project.post(`${path}/toggle_active`);
  t.equal((await project.post(`${path}/toggle_active`)).body.log_query_as_sql, 'SELECT 1', 'that of the last check');
  await project.post(`${path}/toggle_active`);
  const edited = await project.call('PATCH', path, { query: 'service == "cart"' });
  t.match(edited.body.log_query_as_sql, 'cart');
  const on = await project.post(`${path}/toggle_active`);
  t.equal(on.body.log_query_as_sql, edited.body.log_query_as_sql);
});

t.test('apply makes it once, changes it then, and nothing when nothing changes', async (t) => {
  const project = await api.project();
  const made = await project.post('/monitors/apply', minimal);
  t.equal(made.status, 200);
  api.clock.now = new Date(Date.now() + 60_000);
  t.same(
    (await project.post('/monitors/apply', minimal)).body,
    made.body,
    'the same again: not even its updated_at moves',
  );
  const changed = await project.post('/monitors/apply', { ...minimal, alert_threshold: 5, warning_threshold: 2 });
  api.clock.now = undefined;
  t.match(changed.body, { id: made.body.id, alert_threshold: 5, warning_threshold: 2 });
  t.not(changed.body.updated_at, made.body.updated_at);
  t.equal((await project.get('/monitors')).body.length, 1);
  const { items } = (await project.get('/audit?target_kind=monitor')).body;
  t.same(
    items.map(({ action }: { action: string }) => action),
    ['monitor.update', 'monitor.create'],
  );
});

t.test('of equal titles apply takes the oldest; case tells titles apart, deleted ones are no match', async (t) => {
  const project = await api.project();
  const first = await create(project);
  const second = await create(project);
  t.equal((await project.post('/monitors/apply', { ...minimal, alert_threshold: 1 })).body.id, first.id);
  t.equal((await project.get(`/monitors/${second.id}`)).body.alert_threshold, 100);
  await project.call('DELETE', `/monitors/${first.id}`);
  t.equal((await project.post('/monitors/apply', minimal)).body.id, second.id);
  const other = await project.post('/monitors/apply', { ...minimal, title: 'errors' });
  t.notOk([first.id, second.id].includes(other.body.id));
  const foreign = await api.project();
  t.not((await foreign.post('/monitors/apply', minimal)).body.id, second.id);
});

t.test('what is applied while its monitor is being deleted is made anew', async (t) => {
  const project = await api.project();
  const { sql } = api.deps;
  const { id } = await create(project);
  const answers = await sql.begin(async (tx) => {
    await lockMonitor(tx, project.id, id);
    const deleted = project.call('DELETE', `/monitors/${id}`);
    await untilWaiting(sql);
    const applied = project.post('/monitors/apply', minimal);
    await untilWaiting(sql, 2);
    return { deleted, applied };
  });
  t.equal((await answers.deleted).status, 200);
  const { status, body } = await answers.applied;
  t.equal(status, 200);
  t.not(body.id, id);
  t.match((await project.get('/monitors')).body, [{ id: body.id }]);
});

t.test('a monitor that was deactivated stays so when what is applied does not say', async (t) => {
  const project = await api.project();
  const { id } = await create(project);
  await project.post(`/monitors/${id}/toggle_active`);
  t.ok((await project.post('/monitors/apply', { ...minimal, alert_threshold: 3 })).body.deactivated_at);
  t.notOk((await project.post('/monitors/apply', { ...minimal, active: true })).body.deactivated_at);
  t.ok((await project.call('PUT', `/monitors/${id}`, { ...minimal, active: false })).body.deactivated_at);
});

t.test('twenty parallel applies of one title make one monitor, fifty times over', async (t) => {
  const project = await api.project();
  for (let round = 0; round < 50; round++) {
    const title = `Round ${round}`;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        project.post('/monitors/apply', { ...minimal, title, alert_threshold: index }),
      ),
    );
    const ids = new Set(answers.map(({ body }) => body.id));
    if (ids.size !== 1 || answers.some(({ status }) => status !== 200)) t.fail(`round ${round}: ${ids.size} ids`);
  }
  const titles = (await project.get('/monitors')).body.map((monitor: QueryMonitor) => monitor.alert_config.title);
  t.equal(titles.length, 50);
  t.equal(new Set(titles).size, 50);
});

t.test('what yaml gives, apply takes back unchanged, in either form', async (t) => {
  const project = await api.project();
  const team = await teamOf(project);
  const inputs = [
    minimal,
    { ...minimal, ...optional, title: 'yes: "no" # é', emails: ['a@example.com'], teams: [team], active: false },
    { ...minimal, title: 'Multi', query: 'level == "ERROR"\n| summarize count()\n', message: '  indented\n\n\ttab \n' },
  ];
  for (const input of inputs) {
    const monitor = await create(project, input);
    const json = await project.get(`/monitors/${monitor.id}/yaml`);
    t.equal(json.headers.get('content-type'), 'application/json; charset=utf-8');
    t.same((await project.post('/monitors/apply', json.body)).body, monitor);
    for (const accept of ['application/yaml', 'text/yaml', 'application/yaml;q=0.9, application/json;q=0.1']) {
      const yaml = await project.call('GET', `/monitors/${monitor.id}/yaml`, undefined, { accept });
      t.match(yaml.headers.get('content-type'), /^(application|text)\/yaml/);
      t.match(yaml.text, /^title: /);
      for (const type of ['application/yaml', 'text/yaml', 'application/x-yaml; charset=utf-8']) {
        t.same((await project.call('POST', '/monitors/apply', yaml.text, { 'content-type': type })).body, monitor);
        t.same(
          (await project.call('PUT', `/monitors/${monitor.id}`, yaml.text, { 'content-type': type })).body,
          monitor,
        );
      }
    }
  }
});

t.test('toggle, mute, unmute and resolve are shown, and repeat without harm', async (t) => {
  const project = await api.project();
  const { id } = await create(project);
  const path = `/monitors/${id}`;
  api.clock.now = new Date('2026-03-01T12:00:00Z');
  t.equal((await project.post(`${path}/toggle_active`)).body.deactivated_at, '2026-03-01T12:00:00Z');
  t.notOk('deactivated_at' in (await project.post(`${path}/toggle_active`)).body);
  t.equal((await project.post(`${path}/mute`)).body.muted_until, '2132-08-31T00:00:00Z');
  t.equal((await project.post(`${path}/mute?duration_minutes=30`)).body.muted_until, '2026-03-01T12:30:00Z');
  t.equal(
    (await project.post(`${path}/mute?duration_minutes=9223372036854775807`)).body.muted_until,
    '2132-08-31T00:00:00Z',
  );
  t.same((await project.get(path)).body.muted_until, '2132-08-31T00:00:00Z');
  for (const _ of [1, 2]) t.notOk('muted_until' in (await project.post(`${path}/unmute`)).body);
  for (const _ of [1, 2]) t.equal((await project.post(`${path}/resolve`)).body.current_status, 'normal');
  api.clock.now = undefined;
  for (const bad of ['0', '-1', '1.5', 'x', '', '9223372036854775809000']) {
    t.match(
      await project.post(`${path}/mute?duration_minutes=${bad}`),
      { status: 400, body: { error: { code: 'invalid_parameter', parameter: 'duration_minutes' } } },
      bad,
    );
  }
  t.match(await project.post(`${path}/mute?duration=5`), { status: 400, body: { error: { parameter: 'duration' } } });
});

t.test('resolve, deactivate and delete end an alert, and say so to whoever was told', async (t) => {
  const project = await api.project();
  const { sql } = api.deps;
  const alerting = async () => {
    const { id } = await create(project);
    await sql`update monitor_states set status = 'alerting', notified = 'alerting', alerted = true, notification_count = 2,
              alert_since = now(), seen = true, episode = 1, sequence = 3, current_value = 120, alert_last_triggered = now()
              where monitor_id = ${id}`;
    return id as string;
  };
  const told = async (id: string) =>
    sql`select kind, reason, status, value, episode, sequence from monitor_emissions where monitor_id = ${id}`;
  const after = { kind: 'RECOVERED', status: 'normal', value: 120, episode: 1, sequence: 4 };

  const resolved = await alerting();
  t.match((await project.get(`/monitors/${resolved}`)).body, {
    current_status: 'alerting',
    current_value: 120,
    notification_count: 2,
  });
  const { body } = await project.post(`/monitors/${resolved}/resolve`);
  t.match(body, { current_status: 'normal', current_value: 120, notification_count: 0 });
  t.ok(body.alert_last_triggered, 'when it last alerted is still known');
  t.same([...(await told(resolved))], [{ ...after, reason: 'manual' }]);
  await project.post(`/monitors/${resolved}/resolve`);
  t.equal((await told(resolved)).length, 1, 'once');

  const stopped = await alerting();
  t.match((await project.post(`/monitors/${stopped}/toggle_active`)).body, { current_status: 'normal' });
  t.same([...(await told(stopped))], [{ ...after, reason: 'deactivated' }]);

  const deleted = await alerting();
  await project.call('DELETE', `/monitors/${deleted}`);
  t.same([...(await told(deleted))], [{ ...after, reason: 'deleted' }]);

  const muted = await alerting();
  await project.post(`/monitors/${muted}/mute`);
  t.match((await project.post(`/monitors/${muted}/resolve`)).body, { current_status: 'normal' });
  t.same([...(await told(muted))], [], 'nobody is told while it is muted');
});

t.test('editing what values are judged by counts as a new rule, anything else does not', async (t) => {
  const project = await api.project();
  const { id } = await create(project);
  const revision = async () =>
    (await api.deps.sql`select rule_revision from monitors where id = ${id}`)[0]?.['rule_revision'];
  const cases: [patch: object, counts: boolean][] = [
    [{ title: 'Other' }, false],
    [{ emails: ['a@example.com'] }, false],
    [{ notify_after_mins: 5, stop_after_count: 3, severity: 'info', message: 'x', active: false }, false],
    [{ alert_threshold: 101 }, true],
    [{ alert_threshold: 101 }, false],
    [{ query: 'level == "WARN"' }, true],
    [{ trigger_less_than: true }, true],
    [{ time_window_mins: 15 }, true],
    [{ check_interval_mins: 3 }, true],
    [{ threshold_sustained_for_mins: 3 }, true],
    [{ warning_threshold: 200 }, true],
    [{ warning_threshold: null }, true],
  ];
  let expected = 0;
  for (const [patch, counts] of cases) {
    t.equal((await project.call('PATCH', `/monitors/${id}`, patch)).status, 200);
    if (counts) expected++;
    t.equal(await revision(), expected, JSON.stringify(patch));
  }
});

t.test('parallel edits of different fields are all kept', async (t) => {
  const project = await api.project();
  const { id } = await create(project);
  const patches = [
    { title: 'T' },
    { message: 'm' },
    { severity: 'info' },
    { alert_threshold: 7 },
    { emails: ['a@example.com'] },
    { stop_after_count: 4 },
    { query: 'level == "WARN"' },
    { notify_after_mins: 9 },
  ];
  await Promise.all(patches.map((patch) => project.call('PATCH', `/monitors/${id}`, patch)));
  const { body } = await project.get(`/monitors/${id}`);
  t.match(inputOf(body), Object.assign({}, ...patches));
  t.match(body.log_query_as_sql, 'WARN');
});

t.test('a team that is deleted is named by no monitor', async (t) => {
  const project = await api.project();
  const [one, two] = [await teamOf(project), await teamOf(project, 'two')];
  const { id } = await create(project, { teams: [one, two, one] });
  t.same((await project.get(`/monitors/${id}`)).body.teams, [one, two]);
  await project.call('DELETE', `/teams/${one}`);
  t.same((await project.get(`/monitors/${id}`)).body.teams, [two]);
  t.equal((await project.call('PATCH', `/monitors/${id}`, { title: 'x' })).status, 200);
});

t.test('a monitor that was deleted is there for no operation', async (t) => {
  const project = await api.project();
  const gone = await create(project);
  await project.call('DELETE', `/monitors/${gone.id}`);
  for (const [method, suffix, body] of [
    ['GET', ''],
    ['PUT', '', minimal],
    ['PATCH', '', { title: 'x' }],
    ['DELETE', ''],
    ['GET', '/yaml'],
    ['GET', '/history'],
    ['POST', '/toggle_active'],
    ['POST', '/mute'],
    ['POST', '/unmute'],
    ['POST', '/resolve'],
  ] as const)
    t.match(await project.call(method, `/monitors/${gone.id}${suffix}`, body), notFound, `${method} ${suffix}`);
});

t.test('bulk judges each id on its own', async (t) => {
  const project = await api.project();
  const other = await api.project();
  const [a, b, theirs] = [(await create(project)).id, (await create(project)).id, (await create(other)).id];
  const bulk = async (action: string, more: object = {}) =>
    (await project.post('/monitors/bulk', { action, ids: [a, theirs, unknownId, 'nonsense', b, a], ...more })).body;
  const failed = [theirs, unknownId, 'nonsense'];
  const check: Record<string, (monitor: QueryMonitor) => boolean> = {
    deactivate: (monitor) => monitor.deactivated_at !== undefined,
    activate: (monitor) => monitor.deactivated_at === undefined,
    mute: (monitor) => monitor.muted_until === '2132-08-31T00:00:00Z',
    unmute: (monitor) => monitor.muted_until === undefined,
    resolve: (monitor) => monitor.current_status === 'normal',
  };
  for (const [action, holds] of Object.entries(check)) {
    for (const _ of [1, 2]) {
      const body = await bulk(action);
      t.same(body.succeeded, [a, b], action);
      t.same(
        body.failed.map(({ id }: { id: string }) => id),
        failed,
      );
      for (const one of body.failed) t.match(one, { code: 'not_found', error: /./ });
    }
    for (const monitor of (await project.get('/monitors')).body) t.ok(holds(monitor), action);
  }
  await bulk('mute', { duration_minutes: 60 });
  const until = Date.parse((await project.get(`/monitors/${a}`)).body.muted_until);
  t.ok(Math.abs(until - Date.now() - 3_600_000) < 60_000);
  t.same((await bulk('delete')).succeeded, [a, b]);
  t.same(
    (await bulk('delete')).failed.map(({ id }: { id: string }) => id),
    [a, theirs, unknownId, 'nonsense', b],
  );
  t.equal((await other.get(`/monitors/${theirs}`)).status, 200);
  for (const [bad, path] of [
    [{ action: 'explode', ids: [a] }, 'action'],
    [{ action: 'mute', ids: [] }, 'ids'],
    [{ action: 'mute', ids: [a], duration_minutes: 0 }, 'duration_minutes'],
    [{ action: 'resolve', ids: [a], duration_minutes: 5 }, 'duration_minutes'],
    [{ ids: [a] }, 'action'],
  ] as const) {
    t.match(await project.post('/monitors/bulk', bad), {
      status: 400,
      body: { error: { code: 'invalid_body', parameter: 'body', details: [{ path }] } },
    });
  }
});

t.test('opposite bulk calls at once end, each whole', async (t) => {
  const project = await api.project();
  const ids = await Promise.all(Array.from({ length: 12 }, async () => (await create(project)).id));
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      project.post('/monitors/bulk', {
        action: index % 2 === 0 ? 'activate' : 'deactivate',
        ids: index % 3 === 0 ? ids : ids.toReversed(),
      }),
    ),
  );
  for (const { status, body } of answers) t.match({ status, failed: body.failed }, { status: 200, failed: [] });
  const states = new Set(
    (await project.get('/monitors')).body.map((monitor: QueryMonitor) => monitor.deactivated_at !== undefined),
  );
  t.equal(states.size, 1);
});

t.test('what is resolved at once tells the same targets, named in any order, and nobody is refused', async (t) => {
  const project = await api.project();
  const hooks = Array.from({ length: 6 }, (_, index) => `https://hooks.example.com/${index}`);
  const ids: string[] = [];
  for (let n = 0; n < 12; n++) {
    const team_chat_channels = n % 2 === 0 ? hooks : hooks.toReversed();
    ids.push((await create(project, { team_chat_channels })).id);
  }
  for (let round = 1; round <= 5; round++) {
    await api.deps.sql`
      update monitor_states set status = 'alerting', notified = 'alerting', notification_count = 1, episode = ${round}
      where project_id = ${project.id}`;
    const calls = ids.slice(6).map((id) => project.post(`/monitors/${id}/resolve`));
    const answers = await Promise.all([project.post('/monitors/bulk', { action: 'resolve', ids }), ...calls]);
    t.same([...new Set(answers.map(({ status }) => status))], [200]);
  }
});

t.test('a check that tells of an alert after errors takes its locks in the order of all who find issues', async (t) => {
  const project = await api.project();
  const { id } = await create(project, { emails: ['oncall@example.com'] });
  const { sql } = api.deps;
  const monitor = (await selectMonitor(sql, project.id, id)) ?? missing();
  const at = minuteOf(new Date());
  const common = { at, began: at, status: 'alerting', reason: null, stale: false, episode: 1 } as const;
  const emissions = (['EVAL_RESTORED', 'ALERT'] as const).map((kind, n) => ({ ...common, kind, sequence: n + 1 }));
  const found = { rule: ruleOf(monitor), value: 150, group: null, values: new Map(), window: null, error: null };
  let check: Promise<void> | undefined;
  await sql.begin(async (tx) => {
    await nextIssueSeq(tx, project.id);
    check = sql.begin((other) => tellMonitor(other, api.deps, monitor, emissions, found));
    await untilWaiting(sql);
    await lockOutbox(tx, project.id);
  });
  await check;
  const told = await sql<{ kind: string }[]>`select kind from notifications where source_id = ${id} order by position`;
  t.same(
    told.map(({ kind }) => kind),
    ['EVAL_RESTORED', 'ALERT'],
  );
});

t.test('view reads monitors, edit changes them', async (t) => {
  const project = await api.project();
  const { id } = await create(project);
  const forbidden = { status: 403, body: { error: { code: 'forbidden' } } };
  const viewer = await project.as('view');
  for (const path of ['/monitors', `/monitors/${id}`, `/monitors/${id}/yaml`, `/monitors/${id}/history`]) {
    t.equal((await viewer.get(path)).status, 200, path);
    t.match(await (await project.as('ingest')).get(path), forbidden, path);
  }
  const { title: _title, emails: _emails, team_chat_channels: _channels, teams: _teams, ...rule } = minimal;
  t.equal((await viewer.post('/monitors/preview', rule)).status, 200);
  const writes = [
    ['POST', '/monitors', minimal],
    ['PUT', `/monitors/${id}`, minimal],
    ['PATCH', `/monitors/${id}`, { title: 'x' }],
    ['DELETE', `/monitors/${id}`],
    ['POST', '/monitors/apply', minimal],
    ['POST', `/monitors/${id}/toggle_active`],
    ['POST', `/monitors/${id}/mute`],
    ['POST', `/monitors/${id}/unmute`],
    ['POST', `/monitors/${id}/resolve`],
    ['POST', '/monitors/bulk', { action: 'mute', ids: [id] }],
  ] as const;
  const editor = await project.as('edit');
  for (const [method, path, body] of writes)
    t.match(await viewer.call(method, path, body), forbidden, `${method} ${path}`);
  for (const [method, path, body] of writes.toSorted((one) => (one[0] === 'DELETE' ? 1 : -1))) {
    t.equal((await editor.call(method, path, body)).status, 200, `${method} ${path}`);
  }
});
