import { createHmac } from 'node:crypto';
import postgres from 'postgres';
import t, { type Test } from 'tap';
import { recordIssue, type NewIssue } from '../../src/domains/issues/record.ts';
import { raiseIssues } from '../../src/domains/issues/tell.ts';
import { deliver } from '../../src/domains/notifications/jobs.ts';
import type { Message } from '../../src/domains/notifications/message.ts';
import { tell, type Told } from '../../src/domains/notifications/outbox.ts';
import { chatTarget, type Target } from '../../src/domains/notifications/targets.ts';
import { dueReports } from '../../src/domains/reports/jobs.ts';
import { utcTime } from '../../src/lib/time.ts';
import { defaultReadLimits, ReadStopped } from '../../src/store/read.ts';
import { addJobs, type Lease } from '../../src/jobs/job.ts';
import { type TestApi, type TestProject, startApi } from '../support/api.ts';
import { seedEvents } from '../support/events.ts';
import { drained, working } from '../support/jobs.ts';
import { untilWaiting } from '../support/locks.ts';
import { addTick, monitorInput, seedValue } from '../support/monitors.ts';
import { until } from '../support/service.ts';
import { httpSink, mailSink } from '../support/sinks.ts';

const minuteMs = 60_000;
const start = new Date(Math.floor(Date.now() / minuteMs) * minuteMs - 120 * minuteMs);
const minute = (n: number) => new Date(start.getTime() + n * minuteMs);

async function delivering(t: Test, env: Record<string, string> = {}): Promise<TestApi> {
  const api = await startApi(t, { COLONNADE_ALLOW_PRIVATE_WEBHOOKS: 'true', ...env });
  await working(t, api);
  return api;
}

function messageNamed(headline: string): Message {
  return {
    kind: 'ALERT',
    severity: 'error',
    headline,
    text: '',
    facts: [],
    path: '/api/v1/me',
    at: start.toISOString(),
    data: { name: headline },
  };
}

/** Tells the targets of so many things, in one transaction each. */
async function tellAll(
  api: TestApi,
  own: TestProject,
  names: readonly string[],
  targets: readonly Target[],
): Promise<void> {
  for (const name of names) await api.deps.sql.begin((tx) => tell(tx, api.deps, toldOf(own, name), targets));
}

const toldOf = (own: TestProject, name: string): Told => ({
  projectId: own.id,
  source: { kind: 'monitor', id: own.id },
  key: name,
  message: messageNamed(name),
});

/** Has every target that waits looked at again, by the clock as it is now. */
async function deliverAgain(api: TestApi, own: TestProject): Promise<void> {
  await api.deps.sql.begin(async (tx) => {
    const waiting = await tx<{ target: string }[]>`select distinct target from notifications where state = 'waiting'`;
    await addJobs(
      tx,
      deliver,
      waiting.map(({ target }) => ({ projectId: own.id, target })),
    );
  });
  await drained(api.deps, 'notifications.%');
}

const list = async (own: TestProject, query = '') =>
  (await own.get(`/notifications?per_page=200${query}`)).body.items as Record<string, unknown>[];

t.test('an alert reaches mail, chat, webhook and pager, each in its form, and so does its end', async (t) => {
  const mail = await mailSink(t);
  const sink = await httpSink(t);
  const api = await delivering(t, { SMTP_URL: mail.url, COLONNADE_MAIL_FROM: 'Shop: alerts <alerts@example.com>' });
  const own = await api.project();
  api.clock.now = minute(-1);
  const team = await own.post('/teams', {
    name: 'Pay',
    handle: 'pay',
    notify_emails: ['pay@example.com'],
    team_chat_channels: [`webhook+${sink.url}/machine`],
    pager_services: [`${sink.url}/pager?routing_key=abc`],
  });
  const { body: monitor } = await own.post('/monitors', {
    ...monitorInput,
    subject: 'Checkout: {{value}} <b>',
    message: 'Runbook for {{title}}',
    emails: ['oncall@example.com', 'Pay@example.com'],
    team_chat_channels: [`${sink.url}/chat`],
    teams: [team.body.summary.id],
  });
  await seedValue(api.deps, own.id, minute(0), 40);
  await seedValue(api.deps, own.id, minute(1), 150);
  await seedValue(api.deps, own.id, minute(2), 50);
  for (const n of [0, 1, 2]) {
    api.clock.now = minute(n);
    await addTick(api.deps);
    await drained(api.deps, '%');
  }
  t.same(mail.mails.map(({ to }) => String(to[0])).sort(), [
    'Pay@example.com',
    'Pay@example.com',
    'oncall@example.com',
    'oncall@example.com',
  ]);
  const [first] = mail.mails;
  t.match(first?.raw, /^From: "Shop: alerts" <alerts@example.com>\r$/m, 'one sender, and no group');
  t.match(first?.raw, /Subject: =\?UTF-8\?Q\?=5BAlert=5D_Checkout=3A_150/);
  t.match(first?.raw, /\n\[Alert\] Checkout: 150 <b>: 150 =E2=89=A5 100\r\n/);
  t.match(first?.raw, /Runbook for Errors of checkout/);
  t.match(first?.raw, /^Auto-Submitted: auto-generated\r$/m, 'or each absence is answered to the sender');
  t.match(first?.raw, /\nProject: +Test\r\n/, 'of which of their projects');
  t.match(first?.raw, /Content-Type: image\/png/);
  t.match(first?.raw, /Content-Type: text\/html/);
  t.notMatch(first?.raw, /<h2[^>]*>[^\n]*<b>/);
  t.match(first?.raw, new RegExp(`/api/v1/monitors/${monitor.id}`));

  const at = (path: string) => sink.arrivals.filter((one) => one.path.startsWith(path));
  t.same(
    at('/chat').map(({ body }) => body.text),
    ['[Alert] Checkout: 150 &lt;b&gt;: 150 ≥ 100', '[Recovered] Checkout: 50 &lt;b&gt;: 50'],
  );
  const pages = at('/pager').map(({ body }) => body);
  t.match(pages, [{ routing_key: 'abc', event_action: 'trigger' }, { event_action: 'resolve' }]);
  t.equal(pages[0].dedup_key, pages[1].dedup_key);
  const { body: held } = await own.get('/notifications/webhook_secret');
  const key = Buffer.from(held.secret.slice('whsec_'.length), 'base64');
  for (const { headers, text } of at('/machine')) {
    const signature = createHmac('sha256', key)
      .update(`${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${text}`)
      .digest('base64');
    t.equal(headers['webhook-signature'], `v1,${signature}`);
  }
  t.match(
    at('/machine').map(({ body }) => body),
    [
      {
        type: 'notification.alert',
        data: { status: 'alerting', value: 150, threshold: 100, monitor: { id: monitor.id } },
      },
      { type: 'notification.recovered', data: { status: 'normal' } },
    ],
  );
  const log = await list(own, `&source_id=${monitor.id}`);
  t.equal(log.length, 10);
  t.ok(log.every(({ state }) => state === 'delivered'));
  const [issue] = await api.deps.sql`
    select array(select kind from issue_activity a where a.issue_id = i.id order by created_at, id) as activity from issues i`;
  t.same(issue?.['activity'], ['created', 'resolved']);
});

t.test(
  'what cannot be delivered is tried again, with the same id and in order, until it can or is given up',
  async (t) => {
    const sink = await httpSink(t);
    const api = await delivering(t);
    const own = await api.project();
    api.clock.now = minute(0);
    const target = chatTarget(`webhook+${sink.url}/flaky`);
    sink.answer = () => ({ status: 503 });
    await api.deps.sql.begin(async (tx) => {
      for (const name of ['one', 'two']) await tell(tx, api.deps, toldOf(own, name), [target]);
    });
    await drained(api.deps, 'notifications.%');
    t.equal(sink.arrivals.length, 1, 'the second waits for the first');
    await deliverAgain(api, own);
    t.equal(sink.arrivals.length, 1, 'and nothing is tried too early');
    for (const wait of [7, 37, 150]) {
      api.clock.now = new Date((api.clock.now ?? start).getTime() + wait * 1000);
      await deliverAgain(api, own);
    }
    t.equal(sink.arrivals.length, 4);
    sink.answer = () => ({ status: 429, headers: { 'retry-after': '3600' } });
    api.clock.now = new Date((api.clock.now ?? start).getTime() + 13 * minuteMs);
    await deliverAgain(api, own);
    api.clock.now = new Date((api.clock.now ?? start).getTime() + 50 * minuteMs);
    await deliverAgain(api, own);
    t.equal(sink.arrivals.length, 5, 'Retry-After is waited for');
    t.match(
      (await list(own)).find(({ title }) => title === 'one'),
      { state: 'waiting', attempts: 5, status_code: 429 },
    );
    sink.answer = () => ({ status: 200 });
    api.clock.now = new Date((api.clock.now ?? start).getTime() + 11 * minuteMs);
    await deliverAgain(api, own);
    t.same(
      sink.arrivals.map(({ body }) => body.data.title),
      ['one', 'one', 'one', 'one', 'one', 'one', 'two'],
    );
    t.equal(new Set(sink.arrivals.slice(0, 6).map(({ headers }) => headers['webhook-id'])).size, 1);

    sink.answer = () => ({ status: 404 });
    await tellAll(api, own, ['three'], [target]);
    await drained(api.deps, 'notifications.%');
    t.match((await list(own, '&state=failed'))[0], {
      title: 'three',
      attempts: 1,
      status_code: 404,
      error: 'it answered 404: as told',
    });
    sink.answer = () => ({ status: 302, headers: { location: `${sink.url}/elsewhere` } });
    await tellAll(api, own, ['four'], [target]);
    await drained(api.deps, 'notifications.%');
    t.match((await list(own, '&state=failed'))[0], { title: 'four', status_code: 302 });
    t.notOk(
      sink.arrivals.some(({ path }) => path === '/elsewhere'),
      'a redirect is not followed',
    );
  },
);

t.test('a receiver that answers with bytes is tried again in its time, like any other', async (t) => {
  const sink = await httpSink(t);
  const api = await delivering(t);
  const own = await api.project();
  api.clock.now = minute(0);
  sink.answer = () => ({ status: 502, body: '\u001f\u0008\u0000\u0000packed' });
  await tellAll(api, own, ['one'], [chatTarget(`webhook+${sink.url}/x`)]);
  await drained(api.deps, 'notifications.%');
  await deliverAgain(api, own);
  t.equal(sink.arrivals.length, 1, 'not at once');
  t.match(await list(own), [{ state: 'waiting', attempts: 1, status_code: 502, error: /^it answered 502: .*packed$/ }]);
});

t.test('after the last pause a notification is given up, and the next one goes on', async (t) => {
  const sink = await httpSink(t);
  const api = await delivering(t);
  const own = await api.project();
  api.clock.now = minute(0);
  sink.answer = ({ body }) => ({ status: body.data.title === 'one' ? 500 : 200 });
  await tellAll(api, own, ['one', 'two'], [chatTarget(`webhook+${sink.url}/x`)]);
  await drained(api.deps, 'notifications.%');
  for (let tries = 1; tries < 8; tries++) {
    api.clock.now = new Date((api.clock.now ?? start).getTime() + 8 * 60 * minuteMs);
    await deliverAgain(api, own);
  }
  const log = await list(own);
  t.match(
    log.find(({ title }) => title === 'one'),
    { state: 'failed', attempts: 8, status_code: 500 },
  );
  t.match(
    log.find(({ title }) => title === 'two'),
    { state: 'delivered', attempts: 1 },
  );
});

t.test('what comes meanwhile has what failed tried at once, and goes out behind it', async (t) => {
  const sink = await httpSink(t);
  const api = await delivering(t);
  const own = await api.project();
  const target = chatTarget(`webhook+${sink.url}/x`);
  const say = async (name: string) => {
    const told = { ...toldOf(own, name), source: { kind: 'monitor', id: api.deps.newId() } } as const;
    await api.deps.sql.begin((tx) => tell(tx, api.deps, told, [target]));
    await drained(api.deps, 'notifications.%');
  };
  const titles = () => sink.arrivals.splice(0).map(({ body }) => body.data.title as string);
  api.clock.now = minute(0);
  sink.answer = () => ({ status: 500 });
  await say('a');
  await say('b');
  t.same(titles(), ['a', 'a'], 'order is kept');
  for (const wait of [7, 37, 150, 13 * 60, 37 * 60]) {
    api.clock.now = new Date(api.clock.now.getTime() + wait * 1000);
    await deliverAgain(api, own);
  }
  t.same(titles(), ['a', 'a', 'a', 'a', 'a']);
  const a = (await list(own)).find(({ title }) => title === 'a');
  t.match(a, { state: 'waiting', attempts: 6 }, 'the one more is not counted');
  sink.answer = () => ({ status: 200 });
  api.clock.now = new Date(api.clock.now.getTime() + minuteMs);
  await say('c');
  t.same(titles(), ['a', 'b', 'c'], 'not hours later');
});

t.test('a receiver that asks for time, or gives no answer, is let alone by all', async (t) => {
  const sink = await httpSink(t);
  const api = await delivering(t);
  const own = await api.project();
  api.clock.now = minute(0);
  const say = async (name: string, target: Target) => {
    const told = { ...toldOf(own, name), source: { kind: 'monitor', id: api.deps.newId() } } as const;
    await api.deps.sql.begin((tx) => tell(tx, api.deps, told, [target]));
    await drained(api.deps, 'notifications.%');
  };
  sink.answer = () => ({ status: 503, headers: { 'retry-after': '600' } });
  const busy = chatTarget(`webhook+${sink.url}/busy`);
  await say('one', busy);
  await say('two', busy);
  api.clock.now = new Date(minute(10).getTime() - 1000);
  await say('three', busy);
  t.equal(sink.arrivals.length, 1);
  sink.answer = () => ({ status: 200 });
  api.clock.now = minute(11);
  await deliverAgain(api, own);
  t.same(
    sink.arrivals.map(({ body }) => body.data.title),
    ['one', 'one', 'two', 'three'],
  );

  const away = chatTarget('webhook+http://127.0.0.1:9/');
  for (const name of ['four', 'five', 'six']) await say(name, away);
  const tries = (await list(own, '&state=waiting')).map(({ title, attempts }) => [title, attempts]);
  t.same(tries.toReversed(), [
    ['four', 1],
    ['five', 0],
    ['six', 0],
  ]);
});

t.test('what waited behind another for longer than anything is tried has one try, and makes room', async (t) => {
  const sink = await httpSink(t);
  const api = await delivering(t);
  const own = await api.project();
  api.clock.now = minute(0);
  sink.answer = () => ({ status: 500 });
  await tellAll(api, own, ['one', 'two', 'three'], [chatTarget(`webhook+${sink.url}/gone`)]);
  await drained(api.deps, 'notifications.%');
  for (let tries = 1; tries < 8; tries++) {
    api.clock.now = new Date((api.clock.now ?? start).getTime() + 8 * 60 * minuteMs);
    await deliverAgain(api, own);
  }
  t.same((await list(own, '&state=failed')).map(({ title, attempts }) => [title, attempts]).toReversed(), [
    ['one', 8],
    ['two', 1],
    ['three', 1],
  ]);
});

t.test('what comes as a delivery ends for now is told at once, too', async (t) => {
  const sink = await httpSink(t);
  const api = await startApi(t, { COLONNADE_ALLOW_PRIVATE_WEBHOOKS: 'true' });
  const { deps } = api;
  const own = await api.project();
  const target = chatTarget(`${sink.url}/x`);
  sink.answer = () => ({ status: 503, headers: { 'retry-after': '3600' } });
  await tellAll(api, own, ['one'], [target]);
  const jobs = () => deps.sql<{ id: string; payload: { projectId: string; target: string }; wait: number }[]>`
    select id, payload, extract(epoch from run_at - now())::float8 as wait
    from graphile_worker._private_jobs where key like 'deliver %'`;
  const [job] = await jobs();
  t.ok(job);
  if (job === undefined) return;
  await deps.sql`delete from graphile_worker._private_jobs where id = ${job.id}`;
  // The third of its transactions is that which adds the next job.
  let writes = 0;
  const lease: Lease = {
    claim: () => Promise.resolve(true),
    claimsOf: () => Promise.resolve(1),
    begin: (work) =>
      deps.sql.begin(async (tx) => {
        if (++writes === 3) await tellAll(api, own, ['two'], [target]);
        return work(tx);
      }) as never,
  };
  const call = { deps, payload: job.payload, now: deps.now(), attempt: 1, log: deps.log };
  await deliver.run({ ...call, lease, signal: AbortSignal.timeout(30_000), progress: () => {} });
  t.equal(writes, 3);
  const left = await jobs();
  t.equal(left.length, 1);
  t.ok((left[0]?.wait ?? 3600) < 1, `in ${left[0]?.wait} s`);
});

t.test('a job that has no time left for another mail as slow as the last leaves it to the next one', async (t) => {
  const mail = await mailSink(t);
  const api = await startApi(t, { SMTP_URL: mail.url });
  const { deps } = api;
  const own = await api.project();
  mail.stepMs = 7_000;
  await tellAll(api, own, ['one', 'two'], [{ channel: 'email', address: 'oncall@example.com' }]);
  const [job] = await deps.sql<{ payload: { projectId: string; target: string } }[]>`
    select payload from graphile_worker._private_jobs where key like 'deliver %'`;
  t.ok(job);
  if (job === undefined) return;
  const lease: Lease = {
    claim: () => Promise.resolve(true),
    claimsOf: () => Promise.resolve(1),
    begin: (work) => deps.sql.begin(work) as never,
  };
  const call = { deps, payload: job.payload, now: deps.now(), attempt: 1, log: deps.log };
  await deliver.run({ ...call, lease, signal: AbortSignal.timeout(deliver.deadlineMs), progress: () => {} });
  t.match(await list(own), [{ state: 'waiting', attempts: 0 }, { state: 'delivered' }]);
  t.equal(mail.mails.length, 1);
});

t.test('mail: a server that looks through a mail before it takes it is waited for, and given it once', async (t) => {
  const mail = await mailSink(t);
  const api = await delivering(t, { SMTP_URL: mail.url });
  const own = await api.project();
  mail.takingMs = 12_000;
  await tellAll(api, own, ['one'], [{ channel: 'email', address: 'oncall@example.com' }]);
  await drained(api.deps, 'notifications.%', 40_000);
  t.match(await list(own), [{ state: 'delivered', attempts: 1 }]);
  t.equal(mail.mails.length, 1);
});

t.test('a target that hangs delays no other', async (t) => {
  const sink = await httpSink(t);
  const api = await delivering(t);
  const own = await api.project();
  sink.answer = ({ path }) => (path === '/hangs' ? 'hang' : { status: 200 });
  await tellAll(api, own, ['a', 'b', 'c'], [chatTarget(`${sink.url}/hangs`), chatTarget(`${sink.url}/answers`)]);
  await until('the other has all', 8_000, () => sink.arrivals.filter(({ path }) => path === '/answers').length === 3);
  t.equal(sink.arrivals.filter(({ path }) => path === '/hangs').length, 1);
});

t.test('however many targets hang, monitors are checked and others are told', async (t) => {
  const sink = await httpSink(t);
  const api = await delivering(t);
  const own = await api.project();
  sink.answer = ({ path }) => (path.startsWith('/hangs') ? 'hang' : { status: 200 });
  const hanging = Array.from({ length: 20 }, (_, n) => chatTarget(`${sink.url}/hangs/${n}`));
  await tellAll(api, own, ['a'], hanging);
  await until('all wait for an answer', 8_000, () => sink.arrivals.length === hanging.length);
  const { body: monitor } = await own.post('/monitors', monitorInput);
  await addTick(api.deps);
  await drained(api.deps, 'monitors.%', 5_000);
  t.equal((await own.get(`/monitors/${monitor.id}/history`)).body.total_count, 1);
  await tellAll(api, own, ['b'], [chatTarget(`${sink.url}/answers`)]);
  await until('the other is told', 5_000, () => sink.arrivals.some(({ path }) => path === '/answers'));
});

t.test('however many targets of a project hang, those of another wait for one of them, and not for all', async (t) => {
  const sink = await httpSink(t);
  const api = await delivering(t);
  const [own, other] = [await api.project(), await api.project()];
  sink.answer = ({ path }) => (path.startsWith('/hangs') ? 'hang' : { status: 200 });
  const hanging = Array.from({ length: 150 }, (_, n) => chatTarget(`${sink.url}/hangs/${n}`));
  await tellAll(api, own, ['a'], hanging);
  await until('places are taken', 8_000, () => sink.arrivals.length >= 30);
  await tellAll(api, other, ['b'], [chatTarget(`${sink.url}/answers`)]);
  await until('the other is told', 100_000, () => sink.arrivals.some(({ path }) => path === '/answers'));
  const before = sink.arrivals.findIndex(({ path }) => path === '/answers');
  t.ok(before < 100, `after ${before} of ${hanging.length}`);
  sink.answer = () => ({ status: 200 });
  await until('all are tried', 100_000, () => new Set(sink.arrivals.map(({ path }) => path)).size === 151);
});

t.test(
  'a storm: twenty messages, the last of them lists all the rest, and another project is not touched by it',
  async (t) => {
    const sink = await httpSink(t);
    const api = await delivering(t);
    const [own, other] = [await api.project(), await api.project()];
    api.clock.now = minute(0);
    const target = chatTarget(`webhook+${sink.url}/storm`);
    const names = Array.from({ length: 60 }, (_, n) => `n${n}`);
    await api.deps.sql.begin(async (tx) => {
      for (const name of names) await tell(tx, api.deps, toldOf(own, name), [target]);
    });
    await drained(api.deps, 'notifications.%');
    t.equal(sink.arrivals.length, 20);
    const said = sink.arrivals.flatMap(({ body }) =>
      (body.data.notifications ?? [body.data]).map((one: { title: string }) => one.title),
    );
    t.same(said, names, 'everything was said, once, in order');
    const log = await list(own);
    t.equal(log.filter(({ state }) => state === 'in_digest').length, 41);
    t.equal(log.filter(({ state }) => state === 'delivered').length, 20);
    await tellAll(api, own, ['late'], [target]);
    await drained(api.deps, 'notifications.%');
    t.equal(sink.arrivals.length, 20, 'not within the minute');
    await tellAll(api, other, ['of another'], [target]);
    await drained(api.deps, 'notifications.%');
    t.equal(sink.arrivals.length, 21);
    api.clock.now = minute(2);
    await deliverAgain(api, own);
    t.equal(sink.arrivals.at(-1)?.body.data.title, 'late');
  },
);

t.test('a pager hears of each thing by itself, however many there are', async (t) => {
  const sink = await httpSink(t);
  const api = await delivering(t);
  const own = await api.project();
  api.clock.now = minute(0);
  const pager: Target = { channel: 'pager', address: `${sink.url}/pager?routing_key=abc` };
  const names = Array.from({ length: 25 }, (_, n) => `n${n}`);
  await api.deps.sql.begin(async (tx) => {
    for (const name of names) await tell(tx, api.deps, toldOf(own, name), [pager]);
  });
  await drained(api.deps, 'notifications.%');
  t.equal(sink.arrivals.length, 20, 'those of this minute');
  api.clock.now = minute(2);
  await deliverAgain(api, own);
  t.same(
    sink.arrivals.map(({ body }) => body.payload.summary),
    names,
  );
});

t.test('what was told before the clock was put back keeps nobody from being told', async (t) => {
  const sink = await httpSink(t);
  const api = await delivering(t);
  const own = await api.project();
  api.clock.now = minute(60);
  const target = chatTarget(`webhook+${sink.url}/x`);
  const names = Array.from({ length: 20 }, (_, n) => `n${n}`);
  await tellAll(api, own, names, [target]);
  await drained(api.deps, 'notifications.%');
  t.equal(sink.arrivals.length, 20);
  api.clock.now = minute(0);
  await tellAll(api, own, ['after'], [target]);
  await drained(api.deps, 'notifications.%');
  t.equal(sink.arrivals.at(-1)?.body.data.title, 'after');
});

t.test('a receiver that was let alone until a time that is far away again is tried, in its time', async (t) => {
  const sink = await httpSink(t);
  const api = await delivering(t);
  const own = await api.project();
  api.clock.now = minute(24 * 60);
  sink.answer = () => ({ status: 503, headers: { 'retry-after': '600' } });
  const target = chatTarget(`webhook+${sink.url}/x`);
  await tellAll(api, own, ['one'], [target]);
  await drained(api.deps, 'notifications.%');
  t.equal(sink.arrivals.length, 1);
  api.clock.now = minute(0);
  sink.answer = () => ({ status: 503 });
  await tellAll(api, own, ['two'], [target]);
  await drained(api.deps, 'notifications.%');
  t.equal(sink.arrivals.length, 2, 'once, and not again and again');
  sink.answer = () => ({ status: 200 });
  api.clock.now = minute(1);
  await deliverAgain(api, own);
  t.same(
    sink.arrivals.map(({ body }) => body.data.title),
    ['one', 'one', 'one', 'two'],
  );
});

t.test('without a mail server, without a public address, without a URL: it fails at once, and says why', async (t) => {
  const api = await delivering(t, { COLONNADE_ALLOW_PRIVATE_WEBHOOKS: 'false' });
  const own = await api.project();
  await tellAll(
    api,
    own,
    ['x'],
    [
      { channel: 'email', address: 'a@example.com' },
      { channel: 'chat', address: 'http://127.0.0.1/' },
      { channel: 'chat', address: 'https://chat.example.com:8443/' },
      { channel: 'chat', address: '#general' },
      { channel: 'pager', address: 'ring me' },
    ],
  );
  await until('all failed', 30_000, async () => (await list(own, '&state=failed')).length === 5);
  t.same((await list(own)).map(({ error }) => String(error)).sort(), [
    '127.0.0.1 is not on the public internet (COLONNADE_ALLOW_PRIVATE_WEBHOOKS)',
    'it is neither a routing key nor a URL',
    'it is not a URL',
    'no mail server is configured (SMTP_URL)',
    'port 8443 is not allowed (COLONNADE_WEBHOOK_PORTS)',
  ]);
});

t.test('mail: a mailbox that is gone ends it, a greylisting does not', async (t) => {
  const mail = await mailSink(t);
  const api = await delivering(t, { SMTP_URL: mail.url });
  const own = await api.project();
  api.clock.now = minute(0);
  mail.refuse = 550;
  await tellAll(api, own, ['gone'], [{ channel: 'email', address: 'gone@example.com' }]);
  await drained(api.deps, 'notifications.%');
  t.match((await list(own))[0], { state: 'failed', attempts: 1, status_code: 550 });
  mail.refuse = 451;
  await tellAll(api, own, ['grey'], [{ channel: 'email', address: 'grey@example.com' }]);
  await drained(api.deps, 'notifications.%');
  t.match((await list(own))[0], { state: 'waiting', attempts: 1, status_code: 451 });
  mail.refuse = 0;
  api.clock.now = minute(1);
  await deliverAgain(api, own);
  t.match(mail.mails, [{ to: ['grey@example.com'] }]);
});

t.test('mail: a login that is refused ends nothing, and what waited goes out when it is mended', async (t) => {
  const mail = await mailSink(t);
  const api = await delivering(t, { SMTP_URL: mail.url.replace('//', '//colonnade:secret@') });
  const own = await api.project();
  api.clock.now = minute(0);
  mail.password = 'another';
  await tellAll(api, own, ['locked out'], [{ channel: 'email', address: 'oncall@example.com' }]);
  await drained(api.deps, 'notifications.%');
  t.match(await list(own), [{ state: 'waiting', attempts: 1, status_code: 535, error: /bad credentials/ }]);
  mail.password = 'secret';
  api.clock.now = minute(1);
  await deliverAgain(api, own);
  t.match(mail.mails, [{ to: ['oncall@example.com'] }]);
  t.match(await list(own), [{ state: 'delivered', attempts: 2 }]);
});

t.test('a test message goes to everyone whom the monitor names, and changes nothing', async (t) => {
  const sink = await httpSink(t);
  const api = await delivering(t);
  const own = await api.project();
  const { body: monitor } = await own.post('/monitors', { ...monitorInput, team_chat_channels: [`${sink.url}/chat`] });
  const { status, body } = await own.post(`/monitors/${monitor.id}/test`);
  t.equal(status, 200);
  t.match(body.notifications, [{ channel: 'chat', address: `${sink.url}/chat` }]);
  await until('it arrived', 30_000, () => sink.arrivals.length === 1);
  t.match(sink.arrivals[0]?.body.text, /^\[Test\] \[Alert\] Errors of checkout/);
  t.match((await own.get(`/monitors/${monitor.id}`)).body, { current_status: 'normal', notification_count: 0 });
  t.equal((await own.post('/monitors/0198c0de-0000-7000-8000-000000000000/test')).status, 404);
  t.equal((await (await own.as('view')).post(`/monitors/${monitor.id}/test`)).status, 403);
});

t.test('thousands are told in a few statements, in the order of their names, once', async (t) => {
  const api = await startApi(t);
  const own = await api.project();
  const statements: string[] = [];
  const sql = postgres(api.databaseUrl, { max: 1, debug: (_, text) => void statements.push(text) });
  t.teardown(() => sql.end());
  const targets = Array.from({ length: 5_000 }, (_, n): Target => ({ channel: 'email', address: `${n}@example.com` }));
  const told = await sql.begin((tx) => tell(tx, api.deps, toldOf(own, 'one'), targets));
  t.ok(statements.length < 15, `${statements.length} statements`);
  const rows = await sql<{ id: string; address: string }[]>`select id, address from notifications order by position`;
  t.same(
    rows.map(({ address }) => address),
    targets.map(({ address }) => address),
  );
  t.same(
    rows.map(({ id }) => id),
    told,
  );
  const count = async () => (await sql`select count(*)::int as jobs from graphile_worker.jobs`)[0]?.['jobs'] as unknown;
  t.equal(await count(), 5_000);
  await sql`delete from graphile_worker._private_jobs`;
  await sql.begin((tx) => tell(tx, api.deps, toldOf(own, 'one'), targets));
  t.equal(await count(), 0);
});

t.test('the webhooks’ secret is the admins’, and can be replaced', async (t) => {
  const api = await startApi(t);
  const [own, other] = [await api.project(), await api.project()];
  const before = (await own.get('/notifications/webhook_secret')).body.secret;
  t.equal((await own.get('/notifications/webhook_secret')).body.secret, before);
  t.not((await other.get('/notifications/webhook_secret')).body.secret, before);
  t.equal((await (await own.as('edit')).get('/notifications/webhook_secret')).status, 403);
  const after = (await own.post('/notifications/webhook_secret/rotate')).body.secret;
  t.not(after, before);
  t.equal((await own.get('/notifications/webhook_secret')).body.secret, after);
  t.notMatch((await own.get('/audit')).text, after.slice(6));
});

t.test('who asks for the secret while it is made is given the one that is kept', async (t) => {
  const api = await startApi(t);
  const own = await api.project();
  const secret = 'whsec_c2VjcmV0';
  const asked = await api.deps.sql.begin(async (tx) => {
    await tx`insert into webhook_secrets (project_id, secret, created_at) values (${own.id}, ${secret}, now())`;
    const answer = own.get('/notifications/webhook_secret');
    await untilWaiting(api.deps.sql);
    return { answer };
  });
  t.equal((await asked.answer).body.secret, secret);
});

t.test('an issue is told where the project asks for its kind, when it is new, back again or worse', async (t) => {
  const api = await startApi(t);
  const own = await api.project();
  await api.deps.sql`update projects set notify_emails = array['ops@example.com'] where id = ${own.id}`;
  const seen = (
    type: NewIssue['type'],
    target: string,
    severity: NewIssue['severity'] = 'error',
    seenAt: Date = start,
  ) => {
    const issue = { type, target, severity, title: target, data: {}, occurrences: 3, seenAt };
    return api.deps.sql.begin((tx) => raiseIssues(tx, api.deps, own.id, [issue]));
  };
  const told: string[] = [];
  const tells = async (what: string, ...titles: string[]) => {
    told.push(...titles);
    const all = await list(own, '&source_kind=issue');
    t.same(new Set(all.map(({ title }) => title)), new Set(told), what);
  };
  await seen('runtime_exception', 'a');
  await tells('nobody asks for anything');
  await own.call('PATCH', '/project', { error_alerts: true });
  await seen('runtime_exception', 'a');
  await tells('it is known');
  await seen('runtime_exception', 'b');
  await seen('log_pattern', 'c');
  await seen('log_pattern', 'd', 'info');
  await seen('new_endpoint', 'e');
  await seen('query_alert', 'f');
  await tells('errors are asked for', '[New exception] b', '[New error pattern] c');
  await own.call('PATCH', '/project', { endpoint_alerts: true });
  await seen('new_endpoint', 'g');
  await seen('endpoint_errors', 'h');
  await tells('endpoints too', '[New endpoint] g', '[New failing endpoint] h');
  await seen('new_endpoint', 'g');
  await seen('endpoint_errors', 'h');
  await tells('it was better in between', '[Worse failing endpoint] h');
  await seen('log_pattern_rate_change', 'v', 'warning');
  await seen('log_pattern_rate_change', 'v', 'warning', new Date(start.getTime() + minuteMs));
  await tells('it was as usual in between', '[New change of volume] v', '[Another change of volume] v');
  await api.deps.sql`update issues set acknowledged_at = now() where target in ('h', 'v')`;
  await api.deps.sql`delete from notifications`;
  told.length = 0;
  await seen('endpoint_errors', 'h');
  await seen('log_pattern_rate_change', 'v', 'warning', new Date(start.getTime() + 2 * minuteMs));
  await tells('somebody knows');
  await api.deps.sql`update issues set acknowledged_until = now() - interval '1 s' where target = 'h'`;
  await seen('endpoint_errors', 'h', 'error', new Date(start.getTime() + minuteMs));
  await tells('for a while that is over', '[Worse failing endpoint] h');
  await api.deps.sql`update issues set archived_at = now()`;
  await seen('runtime_exception', 'a');
  await tells('it was archived', '[Back again exception] a');
  await seen('runtime_exception', 'x', 'critical');
  await api.deps.sql`update issues set archived_at = now(), critical = true where target = 'x'`;
  await seen('runtime_exception', 'x');
  const [back] = await api.deps.sql`
    select message ->> 'severity' as severity from notifications where message ->> 'headline' = '[Back again exception] x'`;
  t.same(back, { severity: 'critical' }, 'as the issue has it');
  const [row] = await api.deps.sql`
    select occurrences::int, seq, regressions, archived_at from issues where target = 'a'`;
  t.same(row, { occurrences: 9, seq: 1, regressions: 1, archived_at: null });
});

t.test('a headline that is cut in the middle of a character is told all the same', async (t) => {
  const api = await startApi(t);
  const own = await api.project();
  await api.deps.sql`update projects set notify_emails = array['ops@example.com'] where id = ${own.id}`;
  await own.call('PATCH', '/project', { error_alerts: true });
  // As many characters as leave half of the last one.
  for (const length of [281, 282]) {
    const title = `${'x'.repeat(length)}😀${'y'.repeat(10)}`;
    const issue = { type: 'runtime_exception', target: title, severity: 'error', title, data: {} } as const;
    await api.deps.sql.begin((tx) => raiseIssues(tx, api.deps, own.id, [{ ...issue, occurrences: 1, seenAt: start }]));
  }
  const told = await list(own, '&source_kind=issue');
  t.equal(told.length, 2);
  t.notMatch(JSON.stringify(told), '\ufffd', 'and nothing is left of the half');
});

t.test('many who see the same thing at once make one issue, with every occurrence', async (t) => {
  const api = await startApi(t);
  const own = await api.project();
  const seen = {
    type: 'log_pattern',
    target: 'p',
    title: 'x',
    severity: 'error',
    data: {},
    occurrences: 1,
    seenAt: start,
  } as const;
  const record = () => api.deps.sql.begin((tx) => recordIssue(tx, api.deps, own.id, seen));
  const found = await Promise.all(Array.from({ length: 8 }, record));
  t.equal(found.filter(({ is_new }) => is_new).length, 1);
  t.same(await api.deps.sql`select occurrences::int, seq from issues`, [{ occurrences: 8, seq: 1 }]);
});

t.test('reports are sent in the morning to those who asked, once', async (t) => {
  const mail = await mailSink(t);
  const api = await delivering(t, { SMTP_URL: mail.url });
  const own = await api.project('Shop');
  await api.deps.sql`update projects set notify_emails = array['boss@example.com'] where id = ${own.id}`;
  await own.call('PATCH', '/project', { daily_notif: true });
  const day = new Date(Math.floor(Date.now() / 86_400_000) * 86_400_000);
  const noon = BigInt(day.getTime() - 12 * 3_600_000) * 1_000_000n;
  await seedEvents(api, own, [
    { ts: noon, service: 'cart', level: 'ERROR' },
    { ts: noon, service: 'cart', level: 'INFO' },
    { ts: noon, service: 'pay', level: 'INFO' },
    { ts: noon - 86_400_000_000_000n, service: 'pay', level: 'INFO' },
  ]);
  for (let n = 0; n < 12; n++) {
    const { body: monitor } = await own.post('/monitors', { ...monitorInput, title: `m${n}` });
    await api.deps.sql`
      insert into monitor_emissions (project_id, monitor_id, sequence, episode, kind, status, stale, emitted_at)
      values (${own.id}, ${monitor.id}, 1, 1, 'ALERT', 'alerting', false, ${new Date(day.getTime() - 12 * 3_600_000)})`;
  }
  const [from, to] = [-1, 0].map((days) => utcTime(new Date(day.getTime() + days * 86_400_000)));
  const issue = { type: 'runtime_exception', target: 'x', title: 'Error: a\nb', severity: 'error', data: {} } as const;
  await api.deps.sql.begin((tx) =>
    recordIssue(tx, api.deps, own.id, { ...issue, occurrences: 2, seenAt: new Date(day.getTime() - 3_600_000) }),
  );
  const due = async (hour: number) => {
    api.clock.now = new Date(day.getTime() + hour * 3_600_000);
    await api.deps.sql.begin((tx) => addJobs(tx, dueReports, [{}]));
    await drained(api.deps, 'reports.%');
    await drained(api.deps, 'notifications.%');
  };
  await due(7.9);
  t.equal(mail.mails.length, 0);
  await due(8.1);
  await due(9);
  await due(20);
  t.equal(mail.mails.length, 1);
  const raw = mail.mails[0]?.raw ?? '';
  t.match(raw, new RegExp(`Subject: Shop: daily report for ${new Date(day.getTime() - 1).toISOString().slice(0, 10)}`));
  t.match(raw, new RegExp(`Period: +${from} to ${to}, a day in UTC`));
  t.match(raw, /#1 Error: a b \(2 times\)/, 'a line each');
  t.match(raw, /Events: +3 \(\+200 %\)/);
  t.match(raw, /Errors: +1 \(none before\)/);
  t.match(raw, /cart: 2 events, 1 errors/);
  t.match(raw, /Alerts: +12/, 'of all monitors, also of those that are not listed');
});

t.test('a report whose numbers take long is sent with them, or without those that cannot be had, once', async (t) => {
  const mail = await mailSink(t);
  let [takesMs, asked] = [20_000, 0];
  let reason: ReadStopped['reason'] = 'time';
  const api = await startApi(t, { SMTP_URL: mail.url }, ({ reader }) => ({
    reader: {
      ...reader,
      rows: (request) => {
        if (request.operation !== 'report') return reader.rows(request);
        asked++;
        return takesMs > (request.limits?.executionMsMax ?? defaultReadLimits.executionMsMax)
          ? Promise.reject(new ReadStopped(reason, 'It took too long.', undefined))
          : reader.rows(request);
      },
    },
  }));
  await working(t, api);
  const own = await api.project('Shop');
  await api.deps.sql`update projects set notify_emails = array['boss@example.com'] where id = ${own.id}`;
  await own.call('PATCH', '/project', { daily_notif: true });
  const day = Math.floor(Date.now() / 86_400_000);
  const noon = BigInt(day - 1) * 86_400_000_000_000n + 43_200_000_000_000n;
  await seedEvents(api, own, [{ ts: noon, service: 'cart', level: 'ERROR' }]);
  const due = async (days: number, hour: number) => {
    api.clock.now = new Date((day + days) * 86_400_000 + hour * 3_600_000);
    await api.deps.sql.begin((tx) => addJobs(tx, dueReports, [{}]));
    await drained(api.deps, 'reports.%');
    await drained(api.deps, 'notifications.%');
  };
  await due(0, 9);
  t.match(mail.mails[0]?.raw, /Events: +1 \(none before\)/, 'in twice the time that a page has');

  takesMs = 600_000;
  asked = 0;
  await due(1, 9);
  await due(1, 10);
  t.equal(mail.mails.length, 2);
  t.equal(asked, 3, 'what is too much is asked once');
  t.match(mail.mails[1]?.raw, /Events: +could not be counted\r\nErrors: +could not be counted\r\nAlerts: +0\r\n/);
  t.match(mail.mails[1]?.raw, /Services\r\n +could not be counted\r\n/);

  reason = 'away';
  await due(2, 9);
  t.equal(mail.mails.length, 2);
  takesMs = 0;
  await until('it is tried again', 30_000, () => mail.mails.length === 3);
  t.match(mail.mails[2]?.raw, /Events: +0 \(none before either\)/);
});
