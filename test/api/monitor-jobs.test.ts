import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import type { Deps } from '../../src/deps.ts';
import { deliver } from '../../src/domains/notifications/jobs.ts';
import type { Message } from '../../src/domains/notifications/message.ts';
import { addJobs } from '../../src/jobs/job.ts';
import { utcTime } from '../../src/lib/time.ts';
import { seededRandom } from '../../src/lib/random.ts';
import { ReadStopped } from '../../src/store/read.ts';
import { openLive } from '../../bench/support/live-monitors.ts';
import { AlertVector, differences } from '../../bench/support/alert-vectors.ts';
import { type TestApi, type TestProject, startApi } from '../support/api.ts';
import { drained, working } from '../support/jobs.ts';
import { addTick, monitorInput, seedValue } from '../support/monitors.ts';
import { until } from '../support/service.ts';
import { testEngines } from '../support/stores.ts';
import { httpSink } from '../support/sinks.ts';
import { quickTiming, startWorkerProcess, type WorkerProcess } from '../support/workers.ts';

const minuteMs = 60_000;
/** On a minute, some hours ago: data of the past is there before its checks run. */
const start = new Date(Math.floor(Date.now() / minuteMs) * minuteMs - 240 * minuteMs);
const minute = (n: number) => new Date(start.getTime() + n * minuteMs);

/** A project, and workers, in the minute before the first that counts. */
async function beforeFirst(t: Test): Promise<{ api: TestApi; own: TestProject }> {
  const api = await startApi(t);
  const own = await api.project();
  await working(t, api);
  api.clock.now = minute(-1);
  return { api, own };
}

async function checkAt(api: TestApi, at: Date): Promise<void> {
  api.clock.now = at;
  await addTick(api.deps);
  await drained(api.deps, 'monitors.%');
}

t.test('timelines through the jobs, both stores and a clock that is set', async (t) => {
  const vector = (id: string, more: object) =>
    AlertVector.parse({ id, name: id, config: {}, actions: [], outage: null, ...more });
  const live = await openLive(await testEngines(t));
  t.teardown(() => live.close());
  for (const one of [
    vector('sustained, with a dip', {
      config: { S: 2 },
      inputs: ['120', '90', '120', '120', '120', '50'],
      expect_status: ['Np', 'N', 'Np', 'Np', 'A', 'N'],
      expect_notifications: [
        [4, 'ALERT'],
        [5, 'RECOVERED'],
      ],
      expect_count: 0,
    }),
    vector('errors tell once, and keep the status', {
      inputs: ['120', '!', '!', '!', '120', '50'],
      expect_status: ['A', 'A', 'A', 'A', 'A', 'N'],
      expect_notifications: [
        [0, 'ALERT'],
        [3, 'EVAL_ERROR'],
        [4, 'EVAL_RESTORED'],
        [5, 'RECOVERED'],
      ],
      expect_count: 0,
    }),
    vector('an outage is made up for in silence', {
      inputs: ['50', '120', '120', '50', '120'],
      outage: [1, 4],
      expect_status: ['N', '(A)', '(A)', '(N)', 'A'],
      expect_notifications: [[4, 'ALERT']],
      expect_count: 1,
    }),
    vector('resolved by hand, muted, deleted', {
      inputs: ['120', '120', 'inf', 'nan'],
      actions: [
        [0.5, 'resolve'],
        [1.5, 'mute', 10],
        [2.5, 'delete'],
      ],
      expect_status: ['A', 'A', 'A', 'x'],
      expect_notifications: [
        [0, 'ALERT'],
        [0.5, 'RECOVERED(manual)'],
        [1, 'ALERT'],
      ],
      expect_count: 0,
    }),
  ]) {
    t.same(differences(one, await live.play(one)), [], one.name);
  }
});

t.test('the worst group is named, complete buckets count, and every slot is in the history', async (t) => {
  const { api, own } = await beforeFirst(t);
  const query = 'name == "m" | summarize max(todouble(attributes.v)) by service';
  const { body: monitor } = await own.post('/monitors', {
    ...monitorInput,
    query,
    message: 'Look at {{group}}: {{value}} of {{threshold}} {{nothing}}',
  });
  await seedValue(api.deps, own.id, minute(0), 40, { service: 'cart' });
  await seedValue(api.deps, own.id, minute(1), 140, { service: 'cart' });
  await seedValue(api.deps, own.id, minute(1), 250, { service: 'pay' });
  for (const at of [0, 1, 2]) await checkAt(api, minute(at));
  const { body: history } = await own.get(`/monitors/${monitor.id}/history`);
  t.match(history.items, [
    { result: 'no_data', status: 'alerting', told: [] },
    { result: 'value', value: 250, group: 'pay', status: 'alerting', told: ['ALERT'] },
    { result: 'value', value: 40, group: 'cart', status: 'normal', told: [] },
  ]);
  const { body: shown } = await own.get(`/monitors/${monitor.id}`);
  t.match(shown, { current_status: 'alerting', current_value: 250, notification_count: 1 });
  t.match(shown.log_query_as_sql, /maxOrNull/);
  const told = await api.deps.sql`select message from notifications where source_id = ${monitor.id}`;
  t.equal(told.length, 0, 'a project without members has nobody to tell');
  const [issue] = await api.deps
    .sql`select type, target, title, occurrences::int, seq, data from issues where project_id = ${own.id}`;
  t.match(issue, {
    type: 'query_alert',
    target: monitor.id,
    occurrences: 1,
    seq: 1,
    data: { group: 'pay', value: 250 },
  });
});

t.test(
  'an alert names its worst group in its first line, once; so does its end, with the value of that one',
  async (t) => {
    const { api, own } = await beforeFirst(t);
    const query = 'name == "m" | summarize max(todouble(attributes.v)) by service';
    const plain = { ...monitorInput, query, emails: ['oncall@example.com'] };
    const held = { ...plain, alert_recovery_threshold: 10 };
    const inputs = [plain, { ...held, subject: 'Errors in {{group}}' }, { ...held, subject: 'Errors in payments' }];
    for (const input of inputs) await own.post('/monitors', input);
    for (const [n, value] of [150, 50].entries()) {
      await seedValue(api.deps, own.id, minute(n), value, { service: 'pay' });
      await seedValue(api.deps, own.id, minute(n), 60, { service: 'cart' });
      await checkAt(api, minute(n));
    }
    const told = await api.deps.sql<{ message: Message }[]>`
    select message from notifications where project_id = ${own.id} order by message->>'kind', message->>'headline'`;
    t.same(
      told.map(({ message: { headline, facts } }) => [
        headline,
        new Map(facts).get('Group'),
        new Map(facts).get('Query'),
      ]),
      [
        ['[Alert] Errors in pay: 150 ≥ 100', 'pay', query],
        ['[Alert] Errors in payments: 150 ≥ 100 (pay)', 'pay', query],
        ['[Alert] Errors of checkout: 150 ≥ 100 (pay)', 'pay', query],
        ['[Recovered] Errors of checkout: 50 (pay)', 'pay', query],
      ],
    );
    const issues = await api.deps.sql<{ data: object }[]>`
      select data from issues where project_id = ${own.id} and data->>'status' = 'normal'`;
    t.match(issues, [{ data: { group: 'pay', value: 50 } }], 'so does its issue');
  },
);

t.test('an end is that of the group that was told of, however it ends; so is a reminder without data', async (t) => {
  const { api, own } = await beforeFirst(t);
  const { body: monitor } = await own.post('/monitors', {
    ...monitorInput,
    query: 'name == "m" | summarize max(todouble(attributes.v)) by service',
    subject: 'Errors in {{group}}',
    message: 'Restart {{group}}',
    notify_after_mins: 1,
    emails: ['oncall@example.com'],
  });
  for (const [n, pay] of [150, 50, 150, null, 150, null, null].entries()) {
    if (pay !== null) await seedValue(api.deps, own.id, minute(n), pay, { service: 'pay' });
    if (pay !== null) await seedValue(api.deps, own.id, minute(n), 60, { service: 'cart' });
    await checkAt(api, minute(n));
  }
  await seedValue(api.deps, own.id, minute(7), 200, { service: 'cart' });
  await checkAt(api, minute(7));
  await own.post(`/monitors/${monitor.id}/resolve`);
  const told = await api.deps.sql<{ message: Message }[]>`
    select message from notifications where source_id = ${monitor.id} order by position`;
  t.same(
    told.map(({ message: { headline, text, facts, data } }) => [
      headline,
      text,
      new Map(facts).get('Group'),
      data['group'],
    ]),
    [
      ['[Alert] Errors in pay: 150 ≥ 100', 'Restart pay', 'pay', 'pay'],
      ['[Recovered] Errors in pay: 50', 'Restart pay', 'pay', 'pay'],
      ['[Alert] Errors in pay: 150 ≥ 100', 'Restart pay', 'pay', 'pay'],
      ['[Still alerting] Errors in pay: 150 ≥ 100', 'Restart pay', 'pay', 'pay'],
      ['[Still alerting] Errors in pay: 150 ≥ 100', 'Restart pay', 'pay', 'pay'],
      ['[Still alerting] Errors in pay: 150 ≥ 100', 'Restart pay', 'pay', 'pay'],
      ['[Recovered] Errors in pay: there is no data any more', 'Restart pay', undefined, 'pay'],
      ['[Alert] Errors in cart: 200 ≥ 100', 'Restart cart', 'cart', 'cart'],
      ['[Recovered] Errors in cart: resolved by hand', 'Restart cart', undefined, 'cart'],
    ],
  );
});

t.test('a subject that nothing is left of gives way to the title', async (t) => {
  const { api, own } = await beforeFirst(t);
  const plain = { ...monitorInput, emails: ['oncall@example.com'] };
  for (const subject of ['', ' ', '{{group}}', '\u200b']) await own.post('/monitors', { ...plain, subject });
  await seedValue(api.deps, own.id, minute(0), 150);
  await checkAt(api, minute(0));
  t.same(
    (await own.get('/notifications')).body.items.map(({ title }: { title: string }) => title),
    Array.from({ length: 4 }, () => '[Alert] Errors of checkout: 150 ≥ 100'),
  );
});

t.test('a group that Postgres cannot hold is told of, too', async (t) => {
  const { api, own } = await beforeFirst(t);
  const query = 'name == "m" | summarize max(todouble(attributes.v)) by service';
  const { body: monitor } = await own.post('/monitors', { ...monitorInput, query, emails: ['oncall@example.com'] });
  await seedValue(api.deps, own.id, minute(0), 140, { service: 'pay\u0000ments' });
  await seedValue(api.deps, own.id, minute(1), 150, { service: `${'x'.repeat(499)}😀` });
  for (const at of [0, 1]) await checkAt(api, minute(at));
  const { body: history } = await own.get(`/monitors/${monitor.id}/history`);
  t.match(history.items, [
    { value: 150, group: /^x{499}$/ },
    { value: 140, group: 'payments', status: 'alerting', told: ['ALERT'] },
  ]);
  t.equal((await own.get(`/notifications?source_id=${monitor.id}`)).body.total_count, 1);
});

t.test('whoever is told that a monitor cannot be checked is told why', async (t) => {
  const why = 'The query took too long; narrow the time range or the filter.';
  const api = await startApi(t, {}, ({ reader }) => ({
    reader: {
      ...reader,
      rows: (request) =>
        request.operation === 'monitor'
          ? Promise.reject(new ReadStopped('time', why, undefined))
          : reader.rows(request),
    },
  }));
  const own = await api.project();
  await working(t, api);
  api.clock.now = minute(-1);
  const { body: monitor } = await own.post('/monitors', { ...monitorInput, emails: ['oncall@example.com'] });
  for (const at of [0, 1, 2]) await checkAt(api, minute(at));
  const told = await api.deps.sql<{ kind: string; message: Message }[]>`
    select kind, message from notifications where source_id = ${monitor.id}`;
  t.equal(told.length, 1);
  t.match(told[0], { kind: 'EVAL_ERROR', message: { data: { error: why } } });
  t.same(
    told[0]?.message.facts.filter(([name]) => name === 'Error'),
    [['Error', why]],
  );
  t.equal(new Map(told[0]?.message.facts).get('Value'), 'no value', 'no check ever found one');
  const { body } = await own.get(`/monitors/${monitor.id}/history`);
  for (const { duration_ms } of body.items) t.ok(duration_ms < 1_000, `without the pauses between: ${duration_ms} ms`);
});

t.test('what a project sends may fail to be read: a check is tried again for that, too, and told of', async (t) => {
  let failures = 0;
  let asked = 0;
  const api = await startApi(t, {}, ({ catalogues }) => ({
    catalogues: {
      of: async (...of) => {
        asked++;
        if (failures-- > 0) throw new ReadStopped('time', 'It took too long.', undefined);
        return catalogues.of(...of);
      },
    },
  }));
  const own = await api.project();
  await working(t, api);
  api.clock.now = minute(-1);
  const { body: monitor } = await own.post('/monitors', { ...monitorInput, emails: ['oncall@example.com'] });
  await seedValue(api.deps, own.id, minute(0), 150);
  failures = 2;
  await checkAt(api, minute(0));
  t.match((await own.get(`/monitors/${monitor.id}`)).body, { current_status: 'alerting', current_value: 150 });
  failures = Infinity;
  asked = 0;
  for (const at of [1, 2, 3]) await checkAt(api, minute(at));
  t.equal(asked, 9);
  const { body: history } = await own.get(`/monitors/${monitor.id}/history`);
  t.match(history.items[0], { result: 'error', error: 'It took too long.', told: ['EVAL_ERROR'] });
});

t.test('an alert that ends since there is no data is told without a value as of now', async (t) => {
  const { api, own } = await beforeFirst(t);
  const { body: monitor } = await own.post('/monitors', { ...monitorInput, emails: ['oncall@example.com'] });
  await seedValue(api.deps, own.id, minute(0), 150);
  for (const at of [0, 1, 2]) await checkAt(api, minute(at));
  const told = await api.deps.sql<{ message: Message }[]>`
    select message from notifications where source_id = ${monitor.id} order by position`;
  const [alert, end] = told.map(({ message }) => message);
  t.match(alert, { headline: '[Alert] Errors of checkout: 150 ≥ 100', data: { stale: false } });
  t.match(end, {
    headline: '[Recovered] Errors of checkout: there is no data any more',
    data: { stale: true, reason: 'no_data' },
  });
  t.same(
    end?.facts.filter(([name]) => name === 'Value'),
    [['Value', '150 (of the last check that found one)']],
  );
});

t.test('a count of nothing is a 0 in the history and in the picture, once there was something', async (t) => {
  const { api, own } = await beforeFirst(t);
  const counted = { ...monitorInput, query: 'name == "m"', alert_threshold: 1, emails: ['oncall@example.com'] };
  const { body: monitor } = await own.post('/monitors', counted);
  await seedValue(api.deps, own.id, minute(1), 1);
  for (const at of [0, 1, 2]) await checkAt(api, minute(at));
  const { body: history } = await own.get(`/monitors/${monitor.id}/history`);
  t.match(history.items, [
    { result: 'value', value: 0, status: 'normal', told: ['RECOVERED'] },
    { result: 'value', value: 1, status: 'alerting', told: ['ALERT'] },
    { result: 'no_data', status: 'normal', told: [] },
  ]);
  const [end] = await api.deps.sql<{ message: Message }[]>`
    select message from notifications where source_id = ${monitor.id} order by position desc`;
  t.same(
    end?.message.trend?.points.map(([, value]) => value),
    [null, 1, 0],
  );
  const range = { from: minute(0).toISOString(), to: minute(2).toISOString() };
  const { body: preview } = await own.post('/monitors/preview', { ...counted, ...range });
  t.match(preview.slots, [
    { result: 'value', value: 1, status: 'alerting' },
    { result: 'value', value: 0, status: 'normal' },
  ]);
});

t.test('fewer that report than there should be is told also when none does', async (t) => {
  const { api, own } = await beforeFirst(t);
  const query = 'name == "m" | summarize dcount(service)';
  const fewer = { ...monitorInput, query, alert_threshold: 1, trigger_less_than: true };
  const { body: monitor } = await own.post('/monitors', fewer);
  for (const service of ['a', 'b']) await seedValue(api.deps, own.id, minute(0), 1, { service });
  await checkAt(api, minute(0));
  await checkAt(api, minute(1));
  t.match((await own.get(`/monitors/${monitor.id}`)).body, { current_status: 'alerting', current_value: 0 });
});

t.test('a value between a threshold and its recovery is not told as one that reached the threshold', async (t) => {
  const { api, own } = await beforeFirst(t);
  const { body: monitor } = await own.post('/monitors', {
    ...monitorInput,
    alert_recovery_threshold: 90,
    warning_threshold: 80,
    warning_recovery_threshold: 70,
    notify_after_mins: 1,
    emails: ['oncall@example.com'],
  });
  for (const [n, value] of [150, 95, 75, 60].entries()) {
    await seedValue(api.deps, own.id, minute(n), value);
    await checkAt(api, minute(n));
  }
  const told = await api.deps.sql<{ message: Message }[]>`
    select message from notifications where source_id = ${monitor.id} order by position`;
  t.same(
    told.map(({ message: { headline, facts } }) => [headline, new Map(facts).get('Threshold')]),
    [
      ['[Alert] Errors of checkout: 150 ≥ 100', '≥ 100'],
      ['[Still alerting] Errors of checkout: 95, recovers < 90', '≥ 100, recovers < 90'],
      ['[Warning] Errors of checkout: 75, recovers < 70', '≥ 80, recovers < 70'],
      ['[Recovered] Errors of checkout: 60', '≥ 100'],
    ],
  );
  const test = await own.post(`/monitors/${monitor.id}/test`);
  const [sample] = await own
    .get(`/notifications?source_id=${monitor.id}`)
    .then(({ body }) => body.items.filter(({ id }: { id: string }) => id === test.body.notifications[0].id));
  t.equal(sample.title, '[Test] [Alert] Errors of checkout: 100 ≥ 100', 'as an alert would look');
});

t.test(
  'a reminder and the end tell when it began: with the first check of the breach, not with the alert',
  async (t) => {
    const { api, own } = await beforeFirst(t);
    const { body: monitor } = await own.post('/monitors', {
      ...monitorInput,
      warning_threshold: 80,
      threshold_sustained_for_mins: 1,
      notify_after_mins: 1,
      emails: ['oncall@example.com'],
    });
    for (const [n, value] of [50, 85, 85, 120, 120, 120, 50].entries()) {
      await seedValue(api.deps, own.id, minute(n), value);
      await checkAt(api, minute(n));
    }
    const told = await api.deps.sql<{ message: Message }[]>`
    select message from notifications where source_id = ${monitor.id} order by position`;
    const began = utcTime(minute(1));
    t.same(
      told.map(({ message: { kind, facts, data } }) => [kind, new Map(facts).get('Began'), data['began']]),
      ['WARNING', 'REMINDER', 'ALERT', 'REMINDER', 'RECOVERED'].map((kind) => [kind, began, began]),
    );
  },
);

t.test('durations are told as people say them, and what was resolved by hand without a value', async (t) => {
  const { api, own } = await beforeFirst(t);
  const { body: monitor } = await own.post('/monitors', {
    ...monitorInput,
    query: 'name == "m" | summarize max(duration) by service',
    alert_threshold: 500_000_000,
    alert_recovery_threshold: 400_000_000,
    message: '{{value}} of {{threshold}}',
    emails: ['oncall@example.com'],
  });
  await seedValue(api.deps, own.id, minute(0), 0, { durationNs: 1_612_345_678 });
  await checkAt(api, minute(0));
  api.clock.now = new Date(minute(0).getTime() + 20_000);
  await own.post(`/monitors/${monitor.id}/resolve`);
  const told = await api.deps.sql<{ message: Message }[]>`
    select message from notifications where source_id = ${monitor.id} order by position`;
  const [alert, end] = told.map(({ message }) => message);
  t.match(alert, {
    headline: '[Alert] Errors of checkout: 1.61235 s ≥ 500 ms',
    text: '1.61235 s of 500 ms',
    data: { value: 1_612_345_678, threshold: 500_000_000 },
  });
  t.match(
    new Map(alert?.facts),
    new Map([
      ['Value', '1.61235 s'],
      ['Threshold', '≥ 500 ms'],
    ]),
  );
  t.equal(end?.headline, '[Recovered] Errors of checkout: resolved by hand');
  const span = `${utcTime(new Date(minute(0).getTime() - 90_000))} to ${utcTime(new Date(minute(0).getTime() - 30_000))}`;
  t.same(
    [alert, end].map((one) => new Map(one?.facts).get('Window')),
    [span, span],
    'of the check that found the value',
  );
});

t.test('an incident that a pager was told of ends for it, whatever comes of the monitor or of the team', async (t) => {
  let fails = false;
  const api = await startApi(t, {}, ({ reader }) => ({
    reader: {
      ...reader,
      rows: (request) =>
        request.operation === 'monitor' && fails
          ? Promise.reject(new ReadStopped('time', 'It took too long.', undefined))
          : reader.rows(request),
    },
  }));
  const own = await api.project();
  await working(t, api);
  const pager = (name: string) => `http://127.0.0.1:9/${name}?routing_key=k`;
  const cases: [name: string, fails: boolean, end: (monitor: string, team: string) => Promise<unknown>][] = [
    ['deleted while it alerts', false, (monitor) => own.call('DELETE', `/monitors/${monitor}`)],
    ['deleted while it cannot be checked', true, (monitor) => own.call('DELETE', `/monitors/${monitor}`)],
    ['deactivated while it cannot be checked', true, (monitor) => own.post(`/monitors/${monitor}/toggle_active`)],
    [
      'muted, then deleted',
      false,
      async (monitor) => {
        await own.post(`/monitors/${monitor}/mute`);
        await own.call('DELETE', `/monitors/${monitor}`);
      },
    ],
    [
      'the pager left the team, then it recovered',
      false,
      async (monitor, team) => {
        await own.call('PATCH', `/teams/${team}`, { pager_services: [pager('another')] });
        await seedValue(api.deps, own.id, minute(3), 50);
        await checkAt(api, minute(3));
        await own.call('DELETE', `/monitors/${monitor}`);
      },
    ],
    [
      'the team left the monitor, then it was checked again',
      true,
      async (monitor) => {
        await own.call('PATCH', `/monitors/${monitor}`, { teams: [] });
        fails = false;
        await checkAt(api, minute(3));
        await own.call('DELETE', `/monitors/${monitor}`);
      },
    ],
  ];
  for (const n of [0, 1, 2]) await seedValue(api.deps, own.id, minute(n), 150);
  for (const [index, [name, isFailing, end]] of cases.entries()) {
    api.clock.now = minute(-1);
    fails = isFailing;
    const address = pager(String(index));
    const { body: team } = await own.post('/teams', { name, handle: `t${index}`, pager_services: [address] });
    const { body: monitor } = await own.post('/monitors', { ...monitorInput, teams: [team.summary.id] });
    for (const n of [0, 1, 2]) await checkAt(api, minute(n));
    await end(monitor.id, team.summary.id);
    const told = await api.deps.sql<{ key: string; ends: boolean }[]>`
      select message->'incident'->>'key' as key, (message->'incident'->>'ends')::boolean as ends from notifications
      where source_id = ${monitor.id} and address = ${address} order by position`;
    const key = `${monitor.id}/${isFailing ? 'check' : '1'}`;
    t.same(
      told.map((one) => ({ ...one })),
      [
        { key, ends: false },
        { key, ends: true },
      ],
      name,
    );
  }
});

t.test('the end of an alert brings no issue back from the archive, its next beginning does', async (t) => {
  const { api, own } = await beforeFirst(t);
  await own.post('/monitors', monitorInput);
  for (const [n, value] of [150, 50, 150].entries()) await seedValue(api.deps, own.id, minute(n), value);
  await checkAt(api, minute(0));
  const [{ id }] = (await own.get('/issues')).body.items;
  await own.post(`/issues/${id}/archive`);
  const activity = async () => {
    const { body } = await own.get(`/issues/${id}`);
    return [body.summary.status, ...body.activity.map(({ kind }: { kind: string }) => kind)];
  };
  await checkAt(api, minute(1));
  t.same(await activity(), ['archived', 'resolved', 'archived', 'created']);
  await checkAt(api, minute(2));
  t.same(await activity(), ['open', 'regressed', 'resolved', 'archived', 'created']);
});

t.test('an issue is as severe as what its monitor last said, also when that is over', async (t) => {
  const { api, own } = await beforeFirst(t);
  const warned = { ...monitorInput, warning_threshold: 50 };
  await own.post('/monitors', { ...warned, title: 'grave', severity: 'critical' });
  await own.post('/monitors', { ...warned, title: 'slight', severity: 'info' });
  for (const [n, value] of [60, 10, 150, 10].entries()) await seedValue(api.deps, own.id, minute(n), value);
  for (const [n, severity] of ['warning', 'warning', 'critical', 'critical'].entries()) {
    await checkAt(api, minute(n));
    const { items } = (await own.get('/issues')).body;
    const shown = new Map(items.map(({ title, ...issue }: { title: string }) => [title, issue]));
    t.match(shown.get('grave'), { severity, critical: severity === 'critical' }, `minute ${n}`);
    t.match(shown.get('slight'), { severity: 'info', critical: false });
  }
});

t.test('a check at the same time as an edit judges by the edited rule, and a slot is judged once', async (t) => {
  const { api, own } = await beforeFirst(t);
  const { body: monitor } = await own.post('/monitors', monitorInput);
  for (let n = 0; n < 8; n++) await seedValue(api.deps, own.id, minute(n), 150);
  for (let n = 0; n < 8; n++) {
    api.clock.now = minute(n);
    await Promise.all([
      addTick(api.deps),
      addTick(api.deps),
      own.call('PATCH', `/monitors/${monitor.id}`, { alert_threshold: n % 2 === 0 ? 200 : 100 }),
    ]);
    await drained(api.deps, 'monitors.%');
    // The edit may have come after the check: one more look is harmless.
    await checkAt(api, minute(n));
  }
  const slots = await api.deps.sql<{ slot: Date }[]>`
    select slot from monitor_evaluations where monitor_id = ${monitor.id} order by slot`;
  t.same(
    slots.map(({ slot }) => slot),
    Array.from({ length: 8 }, (_, n) => minute(n)),
  );
  const [emissions] = await api.deps.sql<{ told: number; distinct: number }[]>`
    select count(*)::int as told, count(distinct sequence)::int as distinct from monitor_emissions where monitor_id = ${monitor.id}`;
  t.equal(emissions?.told, emissions?.distinct);
});

t.test('slots of an interval that a monitor did not have yet are none that it missed', async (t) => {
  const { api, own } = await beforeFirst(t);
  const hour = Math.ceil(minute(0).getTime() / (60 * minuteMs)) * 60 - minute(0).getTime() / minuteMs;
  const { body: monitor } = await own.post('/monitors', {
    ...monitorInput,
    check_interval_mins: 60,
    time_window_mins: 60,
    threshold_sustained_for_mins: 10,
  });
  for (let n = 10; n <= 26; n++) await seedValue(api.deps, own.id, minute(hour + n), 150);
  await checkAt(api, minute(hour));
  api.clock.now = new Date(minute(hour + 25).getTime() + 30_000);
  await own.call('PATCH', `/monitors/${monitor.id}`, { check_interval_mins: 1, time_window_mins: 1 });
  await checkAt(api, api.clock.now);
  await checkAt(api, minute(hour + 26));
  const { body } = await own.get(`/monitors/${monitor.id}/history`);
  t.match(
    body.items.map(({ slot, replayed }: { slot: string; replayed: boolean }) => [Date.parse(slot), replayed]),
    [
      [minute(hour + 26).getTime(), false],
      [minute(hour).getTime(), false],
    ],
  );
  const { body: shown } = await own.get(`/monitors/${monitor.id}`);
  t.match(shown, { current_status: 'normal', current_value: 150 }, 'the sustain time begins with the edit');
  t.equal(shown.alert_last_triggered, undefined);
});

t.test('after a long pause the past is a gap, and the present is judged', async (t) => {
  const { api, own } = await beforeFirst(t);
  const { body: monitor } = await own.post('/monitors', monitorInput);
  await checkAt(api, minute(0));
  await seedValue(api.deps, own.id, minute(90), 150);
  await checkAt(api, minute(90));
  const { body } = await own.get(`/monitors/${monitor.id}/history`);
  t.match(body.items, [
    { result: 'value', status: 'alerting', replayed: false },
    { result: 'gap', status: 'normal', told: [] },
    { result: 'no_data' },
  ]);
  t.equal(body.total_count, 3);
});

t.test('late checks are told of, slot by slot, however late; only what was missed in an outage is not', async (t) => {
  const takesS = [0, 55, 60, 60, 60, 60, 0, 0];
  const api = await startApi(t, {}, ({ reader, now }) => ({
    reader: {
      ...reader,
      rows: async (request) => {
        const rows = await reader.rows(request);
        if (request.operation === 'monitor') api.clock.now = new Date(now().getTime() + (takesS.shift() ?? 0) * 1000);
        return rows;
      },
    },
  }));
  const own = await api.project();
  await working(t, api);
  api.clock.now = minute(-2);
  const { body: monitor } = await own.post('/monitors', monitorInput);
  for (let n = -1; n <= 15; n++) await seedValue(api.deps, own.id, minute(n), n % 2 === 0 ? 50 : 150);
  const judged = async () => {
    const { body } = await own.get(`/monitors/${monitor.id}/history`);
    return body.items
      .map(({ slot, replayed, told }: { slot: string; replayed: boolean; told: string[] }) =>
        [(Date.parse(slot) - start.getTime()) / minuteMs, ...told, ...(replayed ? ['replayed'] : [])].join(' '),
      )
      .toReversed();
  };
  const told = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, n) => `${from + n} ${(from + n) % 2 === 0 ? 'RECOVERED' : 'ALERT'}`);
  for (const at of [-0.5, 0.5, 2]) await checkAt(api, minute(at));
  t.same(await judged(), told(-1, 6), 'a check takes a minute');
  takesS.push(60, 60, 60, 60, 60);
  await checkAt(api, minute(10));
  const missed = [7, 8, 9, 10].map((n) => `${n} replayed`);
  t.same(await judged(), [...told(-1, 6), ...missed, ...told(11, 15)], 'so it does after an outage of four');
});

t.test('a clock that was put back has monitors judged on, not only when it is as late again', async (t) => {
  const { api, own } = await beforeFirst(t);
  const { body: monitor } = await own.post('/monitors', {
    ...monitorInput,
    notify_after_mins: 2,
    emails: ['oncall@example.com'],
  });
  for (let n = 0; n < 5; n++) await seedValue(api.deps, own.id, minute(n), 150);
  await seedValue(api.deps, own.id, minute(30), 150);
  await checkAt(api, minute(0));
  await checkAt(api, minute(30));
  const judged = async () => {
    const { body } = await own.get(`/monitors/${monitor.id}/history?per_page=100`);
    return body.items
      .map(({ slot, result, told }: { slot: string; result: string; told: string[] }) =>
        [(Date.parse(slot) - start.getTime()) / minuteMs, result, ...told].join(' '),
      )
      .toReversed();
  };
  t.same((await judged()).slice(29), ['29 no_data', '30 value REMINDER']);
  for (const at of [2, 3, 4]) await checkAt(api, minute(at));
  t.same(await judged(), ['0 value ALERT', '1 gap', '2 value', '3 value REMINDER', '4 value']);
  await checkAt(api, new Date(minute(4).getTime() - 50_000));
  t.equal((await judged()).length, 5, 'what clocks of workers differ by is no such thing');
});

t.test('a project runs at most four checks at once', async (t) => {
  let running = 0;
  let most = 0;
  const api = await startApi(t, {}, ({ reader }) => ({
    reader: {
      ...reader,
      rows: async (request) => {
        if (request.operation !== 'monitor') return reader.rows(request);
        most = Math.max(most, ++running);
        await sleep(60);
        return reader.rows(request).finally(() => running--);
      },
    },
  }));
  const own = await api.project();
  await working(t, api);
  api.clock.now = minute(-1);
  for (let n = 0; n < 16; n++) await own.post('/monitors', { ...monitorInput, title: `m${n}` });
  await checkAt(api, minute(0));
  t.ok(most > 1 && most <= 4, `${most} at once`);
});

t.test('however many checks projects have, those of another wait for a few of them', async (t) => {
  const asked: string[] = [];
  const api = await startApi(t, {}, ({ reader }) => ({
    reader: {
      ...reader,
      rows: async (request) => {
        if (request.operation !== 'monitor') return reader.rows(request);
        asked.push(request.projectId);
        await sleep(100);
        return reader.rows(request);
      },
    },
  }));
  const busy = [await api.project(), await api.project(), await api.project()];
  const other = await api.project();
  await working(t, api);
  api.clock.now = minute(-1);
  for (const own of busy) await Promise.all(Array.from({ length: 80 }, () => own.post('/monitors', monitorInput)));
  api.clock.now = minute(0);
  await addTick(api.deps);
  await until('some are checked', 60_000, () => asked.length > 8);
  await other.post('/monitors', monitorInput);
  const before = asked.length;
  await addTick(api.deps);
  await drained(api.deps, 'monitors.%', 120_000);
  t.equal(asked.length, 241);
  const waited = asked.indexOf(other.id) - before;
  t.ok(waited < 80, `for ${waited} of ${asked.length - before}`);
});

const episodes = Number(process.env['KILL_EPISODES'] ?? 5);
const seed = Number(process.env['KILL_SEED'] ?? 7);

t.test(
  `workers killed at random points in ${episodes} episodes: everything is told, in order, with one id`,
  { timeout: 1_800_000 },
  async (t) => {
    const random = seededRandom(seed);
    const api = await startApi(t, { COLONNADE_ALLOW_PRIVATE_WEBHOOKS: 'true' });
    const { deps } = api;
    const sink = await httpSink(t);
    const own = await api.project();
    const directory = mkdtempSync(join(tmpdir(), 'colonnade-kill-'));
    t.teardown(() => rmSync(directory, { recursive: true, force: true }));
    const clockFile = join(directory, 'clock');
    const setClock = (at: Date) => {
      api.clock.now = at;
      writeFileSync(clockFile, String(at.getTime()));
    };
    setClock(minute(-1));
    const engines = await testEngines(t);
    const database = new URL(api.databaseUrl).pathname.slice(1);
    const task = {
      engines,
      database,
      timing: quickTiming,
      env: { COLONNADE_ALLOW_PRIVATE_WEBHOOKS: 'true' },
      clockFile,
      cron: false,
    };
    const workers: WorkerProcess[] = [];
    for (let n = 0; n < 3; n++) workers.push(startWorkerProcess(t, task));
    await Promise.all(workers.map(({ ready }) => ready));

    const targets = [`webhook+${sink.url}/a`, `webhook+${sink.url}/b`];
    for (const name of ['m1', 'm2', 'm3']) {
      const query = `name == "${name}" | summarize max(todouble(attributes.v))`;
      await own.post('/monitors', { ...monitorInput, title: name, query, team_chat_channels: targets });
    }
    let kills = 0;
    for (let n = 0; n < episodes * 2; n++) {
      for (const name of ['m1', 'm2', 'm3']) await seedValue(deps, own.id, minute(n), n % 2 === 0 ? 150 : 50, { name });
      setClock(minute(n));
      await addTick(deps);
      if (n % 2 === 0) {
        const at = Math.floor(random() * workers.length);
        await sleep(random() * 400);
        const victim = workers[at];
        victim?.kill('SIGKILL');
        await victim?.exited;
        kills++;
        const next = startWorkerProcess(t, task);
        workers[at] = next;
        // Now and then the episode goes on while one is missing.
        if (random() < 0.7) await next.ready;
      }
      await drained(deps, 'monitors.%', 60_000);
    }
    await Promise.all(workers.map(({ ready }) => ready));
    const left = async () => (await deps.sql`select 1 from notifications where state = 'waiting' limit 1`).length > 0;
    for (let round = 0; (await left()) && round < 60; round++) {
      // What failed to be noted as delivered is due again some seconds later, by the clock that is set.
      setClock(new Date((api.clock.now ?? start).getTime() + 10_000));
      await deps.sql.begin(async (tx) => {
        const waiting = await tx<
          { target: string }[]
        >`select distinct target from notifications where state = 'waiting'`;
        await addJobs(
          tx,
          deliver,
          waiting.map(({ target }) => ({ projectId: own.id, target })),
        );
      });
      await drained(deps, 'notifications.%', 60_000);
    }
    await judgeArrivals(t, deps, own.id, sink.arrivals, targets.length, kills);
  },
);

async function judgeArrivals(
  t: Test,
  { sql }: Deps,
  projectId: string,
  arrivals: readonly { path: string; headers: Record<string, unknown>; body: any }[], // oxlint-disable-line no-explicit-any -- as the sink has it
  targets: number,
  kills: number,
): Promise<void> {
  const emitted = await sql<{ monitor_id: string; sequence: number; kind: string }[]>`
    select monitor_id, sequence, kind from monitor_emissions where project_id = ${projectId} order by monitor_id, sequence`;
  const paths = [...new Set(arrivals.map(({ path }) => path))];
  t.equal(paths.length, targets);
  t.ok(emitted.length > 0, `${emitted.length} emissions, ${arrivals.length} arrivals, ${kills} kills`);
  let repeats = 0;
  for (const path of paths) {
    const ids = new Map<string, string>();
    const orders = new Map<string, { sequence: number; kind: string }[]>();
    for (const { body, headers } of arrivals.filter((one) => one.path === path)) {
      const listed: { monitor: { id: string }; sequence: number; kind: string }[] = body.data.notifications ?? [
        body.data,
      ];
      for (const { monitor, sequence, kind } of listed) {
        const name = `${monitor.id} ${sequence}`;
        const id = String(headers['webhook-id']);
        if (ids.has(name)) {
          repeats++;
          t.equal(ids.get(name), id, 'a repeat has the id of the first');
          continue;
        }
        ids.set(name, id);
        orders.set(monitor.id, [...(orders.get(monitor.id) ?? []), { sequence, kind }]);
      }
    }
    t.same(
      [...ids.keys()].sort(),
      emitted.map((one) => `${one.monitor_id} ${one.sequence}`).sort(),
      'everything arrived',
    );
    for (const order of orders.values()) {
      t.same(
        order.map(({ sequence }) => sequence),
        order.map(({ sequence }) => sequence).sort((a, b) => a - b),
        'in order',
      );
      const orphans = order.filter(({ kind }, index) => kind === 'RECOVERED' && order[index - 1]?.kind !== 'ALERT');
      t.same(orphans, [], 'no recovery of what was never told');
    }
  }
  t.ok(repeats <= kills * targets, `${repeats} repeats for ${kills} kills`);
  t.comment(
    `${emitted.length} emissions to ${targets} targets: ${arrivals.length} arrivals, ${repeats} repeats, ${kills} kills`,
  );
}
