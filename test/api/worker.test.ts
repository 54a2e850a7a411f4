import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { mock } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import t, { type Test } from 'tap';
import { z } from 'zod';
import type { Deps } from '../../src/deps.ts';
import { addJobs, job, scheduledJob, type Job, type JobSpec } from '../../src/jobs/job.ts';
import { jobMeter, type JobMeter } from '../../src/jobs/meter.ts';
import { startWorker, type WorkerOptions } from '../../src/jobs/worker.ts';
import { type TestApi, startApi } from '../support/api.ts';
import { postgresAt } from '../support/engines.ts';
import { drained } from '../support/jobs.ts';
import { testEngines } from '../support/stores.ts';
import { until } from '../support/service.ts';
import {
  deaf,
  failing,
  hopeless,
  makeRunsTable,
  patient,
  poison,
  runs,
  scheduled,
  slow,
  stuck,
  unfit,
} from '../support/test-jobs.ts';
import { quickTiming, startWorkerProcess } from '../support/workers.ts';

interface Setting extends TestApi {
  readonly add: <P>(job: JobSpec<P>, ...payloads: P[]) => Promise<void>;
  readonly work: (
    jobs: readonly Job[],
    more?: Partial<WorkerOptions>,
  ) => Promise<{ stop: () => Promise<void>; meter: JobMeter }>;
  readonly process: (more?: { timing?: object; cron?: boolean }) => Promise<ReturnType<typeof startWorkerProcess>>;
}

async function setting(t: Test, change?: (deps: Deps) => Partial<Deps>): Promise<Setting> {
  const api = await startApi(t, {}, change);
  const { sql } = api.deps;
  await makeRunsTable(sql);
  return {
    ...api,
    add: (job, ...payloads) => sql.begin((tx) => addJobs(tx, job, payloads)),
    async work(jobs, more = {}) {
      const meter = jobMeter(sql);
      const { deps, databaseUrl } = api;
      const worker = await startWorker({ deps, databaseUrl, jobs, meter, timing: quickTiming, cron: false, ...more });
      let stopping: Promise<void> | undefined;
      const stop = () => (stopping ??= worker.stop());
      t.teardown(stop);
      return { stop, meter };
    },
    async process({ timing = quickTiming, cron = false } = {}) {
      const engines = await testEngines(t);
      const database = new URL(api.databaseUrl).pathname.slice(1);
      const child = startWorkerProcess(t, { engines, database, timing, cron, env: {} });
      await child.ready;
      return child;
    },
  };
}

const minuteMs = 60_000;
const whats = async (sql: Deps['sql']) => (await runs(sql)).map(({ what }) => what);

t.test('a job runs when its transaction commits: not before, and not when it does not', async (t) => {
  const { deps, add, work } = await setting(t);
  await work([slow]);
  await deps.sql.begin(async (tx) => {
    await addJobs(tx, slow, [{ n: 1, ms: 0 }]);
    await sleep(300);
    t.same(await runs(deps.sql), []);
  });
  await until('it ran', 30_000, async () => (await whats(deps.sql)).includes('ends'));
  const takenBack = deps.sql.begin(async (tx) => {
    await addJobs(tx, slow, [{ n: 2, ms: 0 }]);
    throw new Error('taken back');
  });
  await t.rejects(takenBack);
  await add(slow, { n: 3, ms: 0 });
  await drained(deps, slow.name);
  t.same(
    (await runs(deps.sql)).map(({ n, what }) => `${n} ${what}`),
    ['1 begins', '1 ends', '3 begins', '3 ends'],
  );
});

t.test('what a database has its sessions begin with changes nothing, in jobs neither', async (t) => {
  const { deps, databaseUrl, work, add } = await setting(t);
  const name = new URL(databaseUrl).pathname.slice(1);
  await deps.sql.unsafe(`
    alter database ${name} set default_transaction_isolation = 'serializable';
    alter database ${name} set datestyle = 'German';
    create table seen (program text, isolation text, dates text);
    create function note_session() returns trigger language plpgsql as $$ begin
      insert into seen values (current_setting('application_name'), current_setting('transaction_isolation'), current_setting('datestyle'));
      return null; end $$;
    create trigger note_session after update on graphile_worker._private_jobs for each row execute function note_session()`);
  const later = postgresAt(databaseUrl);
  t.teardown(() => later.end());
  const [row] = await later<{ now: Date; isolation: string }[]>`
    select now() as now, current_setting('transaction_isolation') as isolation`;
  t.equal(row?.isolation, 'read committed');
  t.ok(Math.abs((row?.now.getTime() ?? 0) - Date.now()) < 60_000);
  await work([slow]);
  await add(slow, ...Array.from({ length: 20 }, (_, n) => ({ n, ms: 1 })));
  await until('all ran', 30_000, async () => (await whats(deps.sql)).filter((what) => what === 'ends').length === 20);
  const seen = await later<{ isolation: string; dates: string }[]>`
    select distinct isolation, dates from seen where program = 'colonnade jobs'`;
  t.match(seen, [{ isolation: 'read committed', dates: /^ISO/ }]);
  t.equal(seen.length, 1);
});

t.test('jobs of one queue run one after the other; of one key only one waits', async (t) => {
  const { deps, add, work } = await setting(t);
  await work([slow]);
  await add(slow, { n: 1, ms: 100 }, { n: 2, ms: 100 }, { n: 3, ms: 100 });
  await until('all ran', 30_000, async () => (await whats(deps.sql)).filter((what) => what === 'ends').length === 3);
  t.same(await whats(deps.sql), ['begins', 'ends', 'begins', 'ends', 'begins', 'ends']);

  const seen: number[] = [];
  const keyed = job({
    name: 'test.keyed',
    payload: z.object({ n: z.number() }),
    key: () => 'one',
    deadlineMs: 1_000,
    attemptsMax: 1,
    run: async ({ payload }) => void seen.push(payload.n),
  });
  await add(keyed, { n: 1 });
  await add(keyed, { n: 2 });
  await work([keyed]);
  await drained(deps, keyed.name);
  t.same(seen, [2], 'the newer one took the place of the older');
});

t.test('how many jobs wait is told where none run too, and no longer once they have run', async (t) => {
  const { deps, add, work } = await setting(t);
  const { registry } = jobMeter(deps.sql);
  const waiting = async () =>
    [...(await registry.metrics()).matchAll(/jobs_waiting\{job="test.slow"\} (\d+)/g)].map(([, n]) => n);
  t.same(await waiting(), []);
  await add(slow, { n: 1, ms: 0 }, { n: 2, ms: 0 });
  t.same(await waiting(), ['2']);
  await work([slow]);
  await until('both ran', 30_000, async () => (await whats(deps.sql)).filter((what) => what === 'ends').length === 2);
  await until('and are told of no more', 30_000, async () => (await waiting()).every((n) => n === '0'));
});

t.test('what is asked for again every minute and never works is parked as well, once', async (t) => {
  const { deps, work, ...api } = await setting(t);
  const own = await api.project();
  const asked = { n: 1, projectId: own.id };
  const ask = () => deps.sql.begin((tx) => addJobs(tx, hopeless, [asked], { taken: 'keep' }));
  await work([hopeless]);
  let last: string | undefined;
  for (const time of [1, 2]) {
    const parked = async () => (await own.get('/jobs/parked')).body.items as { id: string }[];
    await until('it is given up', 30_000, async () => {
      await ask();
      return ((await parked())[0]?.id ?? last) !== last;
    });
    const [one, ...others] = await parked();
    t.match(one, { name: 'test.hopeless', attempts: 2, reason: 'it broke' }, `time ${time}`);
    t.same(others, []);
    last = one?.id;
  }
});

t.test('a job that is wanted once is not added beside one that waits or runs', async (t) => {
  const { deps, work } = await setting(t);
  const ask = (n: number) => deps.sql.begin((tx) => addJobs(tx, patient, [{ n, ms: 2_000 }], { taken: 'once' }));
  await ask(1);
  await ask(2);
  await work([patient]);
  await until('it runs', 30_000, async () => (await runs(deps.sql)).length > 0);
  await ask(3);
  await until('it ended', 30_000, async () => (await whats(deps.sql)).includes('ends'));
  await until(
    'it is gone',
    30_000,
    async () => (await deps.sql`select 1 from graphile_worker._private_jobs`).length === 0,
  );
  await ask(4);
  await until('it ran again', 30_000, async () => (await runs(deps.sql)).length === 4);
  t.same(
    (await runs(deps.sql)).map(({ n, what }) => `${n} ${what}`),
    ['1 begins', '1 ends', '4 begins', '4 ends'],
  );
});

t.test('what never works is parked, with the reason, where only its own project sees it', async (t) => {
  const { deps, add, work, ...api } = await setting(t);
  const [own, other] = [await api.project(), await api.project()];
  const { meter } = await work([failing, unfit]);
  await add(failing, { n: 1, projectId: own.id });
  await add(unfit, { n: 2, projectId: own.id });
  await add(failing as JobSpec<unknown>, { n: 'three', projectId: own.id });
  const parked = async () => (await own.get('/jobs/parked')).body.items as { name: string; reason: string }[];
  await until('all are parked', 30_000, async () => (await parked()).length === 3);
  t.same((await parked()).map(({ name, reason }) => `${name}: ${reason}`).sort(), [
    'test.failing: it broke',
    'test.failing: its payload is not valid: n: Invalid input: expected number, received string',
    'test.unfit: there is nothing to do it with',
  ]);
  t.same((await runs(deps.sql)).length, 1, 'what does not fit was not run');
  t.same((await other.get('/jobs/parked')).body.items, []);
  await until('they are counted', 30_000, async () =>
    /jobs_parked\{job="test.failing"\} 2/.test(await meter.registry.metrics()),
  );
  t.match(
    await meter.registry.metrics(),
    /colonnade_job_duration_seconds_count\{job="test.failing",outcome="parked"\} 2/,
  );
});

t.test('a job that does not end is cut off at its deadline and tried again', async (t) => {
  const { deps, add, work } = await setting(t);
  await work([stuck]);
  await add(stuck, { n: 1, ms: 0 });
  await until('it was tried again', 20_000, async () => (await whats(deps.sql)).includes('attempt 2'));
});

t.test('a long job says how far it is, at most every few seconds', async (t) => {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, new Writable({ write: (line, _, done) => (lines.push(String(line)), done()) }));
  const { add, work } = await setting(t, () => ({ log }));
  let tookMs = 0;
  const long = job({
    name: 'test.long',
    payload: z.object({}),
    deadlineMs: 60_000,
    attemptsMax: 1,
    run: async ({ progress }) => {
      const startedAt = performance.now();
      for (let step = 0; step < 60; step++) {
        await sleep(100);
        progress(step, 60, 'steps');
      }
      tookMs = performance.now() - startedAt;
    },
  });
  await work([long]);
  await add(long, {});
  await until('it ended', 60_000, () => tookMs > 0);
  const told = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'steps');
  t.ok(told.length > 0 && told.length <= tookMs / 5_000, `${told.length} times in ${Math.round(tookMs)} ms`);
  t.match(told[0], { job: 'test.long', of: 60 });
});

t.test('a worker with nothing to do asks a few times a second, however many jobs it may run at once', async (t) => {
  const { deps, add, work } = await setting(t);
  const mostly = { ...slow, name: 'test.mostly', waits: true };
  await work([slow, mostly], { timing: { ...quickTiming, pollMs: 250 } });
  const transactions = async () => {
    const [row] = await deps.sql<{ n: number }[]>`
      select xact_commit::int as n from pg_stat_database where datname = current_database()`;
    return row?.n ?? 0;
  };
  // What a connection did is counted up to a second later.
  await sleep(1_500);
  const [before, startedAt] = [await transactions(), performance.now()];
  await sleep(4_000);
  const each = ((await transactions()) - before) / ((performance.now() - startedAt) / 1_000);
  t.ok(each < 40, `${each} a second`);
  await deps.sql.begin((tx) => addJobs(tx, slow, [{ n: 1, ms: 0 }], { delayMs: 500 }));
  await deps.sql.begin((tx) => addJobs(tx, mostly, [{ n: 2, ms: 0 }], { delayMs: 500 }));
  await add(slow, { n: 3, ms: 0 });
  await until(
    'what is due later runs then',
    10_000,
    async () => (await whats(deps.sql)).filter((what) => what === 'ends').length === 3,
  );
});

t.test('a stop gives back what it cuts off, at once and as if it had not been tried', async (t) => {
  const { deps, add, work } = await setting(t);
  const first = await work([slow]);
  await add(slow, { n: 1, ms: 6_000 });
  await until('it began', 30_000, async () => (await runs(deps.sql)).length === 1);
  const startedAt = performance.now();
  await first.stop();
  t.ok(performance.now() - startedAt < 5_000, 'the stop does not wait for it');
  const [left] = await deps.sql`select attempts, locked_by, run_at <= now() as due from graphile_worker._private_jobs`;
  t.same(left, { attempts: 0, locked_by: null, due: true });
  t.same(await deps.sql`select 1 from job_workers`, [], 'the worker signed off');
  await work([slow]);
  await until('another ended it', 30_000, async () => (await whats(deps.sql)).includes('ends'));
});

t.test('a killed worker’s job runs again within 30 seconds, and its queue goes on', async (t) => {
  const { deps, add, process: start } = await setting(t);
  const usualTiming = {};
  const [one, two] = [await start({ timing: usualTiming }), await start({ timing: usualTiming })];
  await add(slow, { n: 1, ms: 4_000 });
  await add(slow, { n: 2, ms: 0 });
  await until('it began', 30_000, async () => (await runs(deps.sql)).length === 1);
  const owner = (await runs(deps.sql))[0]?.pid;
  const [victim, survivor] = owner === one.pid ? [one, two] : [two, one];
  victim.kill('SIGKILL');
  const ms = await until(
    'both ended',
    40_000,
    async () => (await whats(deps.sql)).filter((what) => what === 'ends').length === 2,
  );
  t.ok(ms < 30_000, `after ${Math.round(ms)} ms`);
  const after = (await runs(deps.sql)).slice(1);
  t.same(
    after.map(({ n, what }) => `${n} ${what}`),
    ['1 begins', '1 ends', '2 begins', '2 ends'],
    'in the order of the queue',
  );
  t.ok(after.every(({ pid }) => pid === survivor.pid));
});

t.test('the jobs of workers that died before Postgres’ clock was put back run, and their queues go on', async (t) => {
  const { deps, add, work } = await setting(t);
  const { sql } = deps;
  await add(slow, { n: 1, ms: 0 }, { n: 2, ms: 0 });
  await add(deaf, { n: 3, ms: 0 });
  // One was seen, the other died before it was.
  await sql`
    insert into job_workers (id, host, pid, started_at, seen_at)
    values ('seen', 'gone', 1, now() + interval '2 hours', now() + interval '2 hours')`;
  const lock = sql`locked_at = now() + interval '2 hours', locked_by`;
  await sql`
    update graphile_worker._private_jobs set ${lock} = case payload ->> 'n' when '1' then 'seen' else 'unseen' end
    where payload ->> 'n' in ('1', '3')`;
  await sql`update graphile_worker._private_job_queues set ${lock} = 'seen'`;
  await work([slow, deaf]);
  await until('all ended', 20_000, async () => (await whats(sql)).filter((what) => what === 'ends').length === 3);
});

t.test('a frozen worker that wakes up late cannot write, and starts again under a new name', async (t) => {
  const { deps, add, process: start } = await setting(t);
  const [one, two] = [await start(), await start()];
  await add(deaf, { n: 1, ms: 3_000 });
  await until('it began', 30_000, async () => (await runs(deps.sql)).length === 1);
  const owner = (await runs(deps.sql))[0]?.pid;
  const [frozen, other] = owner === one.pid ? [one, two] : [two, one];
  const named = async () =>
    (await deps.sql<{ id: string }[]>`select id from job_workers where pid = ${frozen.pid}`)[0]?.id;
  const before = await named();
  frozen.kill('SIGSTOP');
  await until('another ended it', 20_000, async () => (await whats(deps.sql)).includes('ends'));
  frozen.kill('SIGCONT');
  await until('it has a new name', 20_000, async () => ![undefined, before].includes(await named()));
  await sleep(1_500);
  t.same(
    (await runs(deps.sql)).map(({ pid, what }) => `${pid === other.pid ? 'other' : 'frozen'} ${what}`),
    ['frozen begins', 'other begins', 'other ends'],
  );
  await add(slow, { n: 2, ms: 0 }, { n: 3, ms: 0 });
  await until(
    'jobs run on',
    30_000,
    async () => (await whats(deps.sql)).filter((what) => what === 'ends').length === 3,
  );
});

t.test('a job that takes its worker down is parked after its attempts, and takes no more with it', async (t) => {
  const { deps, add, process: start, ...api } = await setting(t);
  const own = await api.project();
  const victims = [await start(), await start()];
  await add(poison, { n: 1, projectId: own.id });
  await Promise.all(victims.map(({ exited }) => exited));
  const survivor = await start();
  await until('it is parked', 20_000, async () => (await own.get('/jobs/parked')).body.total_count === 1);
  t.match((await own.get('/jobs/parked')).body.items[0], {
    name: 'test.poison',
    attempts: 2,
    reason: 'The worker that ran it went silent in attempt 2.',
  });
  t.equal((await runs(deps.sql)).length, 2);
  t.equal(survivor.child.exitCode, null);
});

t.test('each scheduled minute runs once: however many workers there are, and made up for after a pause', async (t) => {
  const { deps, work } = await setting(t);
  const registering = await work([scheduled], { cron: true });
  await until('it is known', 30_000, async () => {
    const rows = await deps.sql`select 1 from graphile_worker._private_known_crontabs`;
    return rows.length === 1;
  });
  await registering.stop();
  await deps.sql`update graphile_worker._private_known_crontabs set known_since = now() - interval '5 minutes', last_execution = null`;
  await deps.sql`truncate test_runs`;
  const workers = await Promise.all([work([scheduled], { cron: true }), work([scheduled], { cron: true })]);
  await until('five minutes ran', 30_000, async () => (await runs(deps.sql)).length >= 5);
  await Promise.all(workers.map(({ stop }) => stop()));
  await work([scheduled], { cron: true });
  await sleep(1_000);
  const minutes = (await runs(deps.sql)).map(({ n }) => n).sort((a, b) => a - b);
  t.same(minutes, [...new Set(minutes)], 'none twice');
  const [first = 0] = minutes;
  t.same(
    minutes,
    minutes.map((_, index) => first + index),
    'none left out',
  );
});

/** The clock of this process stands still where it is put; that of Postgres is its own. */
function ownClock(t: Test): (minute: number, ms: number) => void {
  mock.timers.enable({ apis: ['Date'], now: Date.now() });
  t.teardown(() => mock.timers.reset());
  return (minute, ms) => mock.timers.setTime(minute * minuteMs + ms);
}

t.test('a schedule goes on when the clock was put back by hours, in who works then and in who begins', async (t) => {
  const { deps, work } = await setting(t);
  const { sql } = deps;
  const start = Math.floor(Date.now() / minuteMs) - 180;
  const setClock = ownClock(t);
  const name = async () => (await sql<{ id: string }[]>`select id from job_workers`)[0]?.id;
  const isMended = async () => {
    const [row] = await sql<{ at: Date | null }[]>`
      select max(last_execution) as at from graphile_worker._private_known_crontabs`;
    return Number(row?.at) <= Date.now();
  };
  const ran = async (minute: number) => (await runs(sql)).some(({ n }) => n === minute);

  setClock(start + 120, -200);
  const first = await work([scheduled], { cron: true });
  await until('it is known', 30_000, async () => {
    const rows = await sql`select 1 from graphile_worker._private_known_crontabs`;
    return rows.length === 1;
  });
  setClock(start + 120, 10);
  await until('a minute ran', 10_000, () => ran(start + 120));
  const before = await name();
  setClock(start + 1, -200);
  await until('the worker began anew', 10_000, async () => ![undefined, before].includes(await name()));
  await until('its schedule is mended', 10_000, isMended);
  setClock(start + 1, 10);
  await until('the next minute ran', 10_000, () => ran(start + 1));

  await first.stop();
  await sql`
    update graphile_worker._private_known_crontabs set last_execution = last_execution + interval '2 hours'`;
  setClock(start + 2, -200);
  await work([scheduled], { cron: true });
  await until('what another one left is mended', 10_000, isMended);
  setClock(start + 2, 10);
  await until('the minute after ran', 10_000, () => ran(start + 2));
});

t.test('a scheduled run is due when it is added, also where Postgres’ clock is behind', async (t) => {
  const { deps, work } = await setting(t);
  const start = Math.floor(Date.now() / minuteMs) + 10;
  const setClock = ownClock(t);
  let ran = 0;
  const minutely = scheduledJob({
    name: 'test.minutely',
    cron: { at: '* * * * *', backfillMs: 0 },
    deadlineMs: 10_000,
    attemptsMax: 1,
    run: async () => void ran++,
  });
  setClock(start, -200);
  await work([minutely], { cron: true });
  await until('it is known', 30_000, async () => {
    const rows = await deps.sql`select 1 from graphile_worker._private_known_crontabs`;
    return rows.length === 1;
  });
  setClock(start, 10);
  await until('it ran', 10_000, () => ran === 1);
});

t.test('a worker whose connections are all cut, in the middle of a job too, goes on', async (t) => {
  const { deps, add, work } = await setting(t);
  await work([slow]);
  // The test's own connections are cut too: it asks again.
  const seen = () => runs(deps.sql).catch(() => []);
  const surelyAdd = (n: number) =>
    until(`${n} is added`, 30_000, () =>
      add(slow, { n, ms: 200 }).then(
        () => true,
        () => false,
      ),
    );
  for (let n = 0; n < 3; n++) {
    await surelyAdd(n);
    await until('it began', 30_000, async () => (await seen()).some((run) => run.n === n));
    const cut = deps.sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`;
    await cut.catch(() => {});
  }
  await surelyAdd(3);
  await until('all ended', 40_000, async () => {
    const ended = (await seen()).filter(({ what }) => what === 'ends');
    return new Set(ended.map(({ n }) => n)).size === 4;
  });
});

t.test('a job whose end Postgres has no room for is no end of the process', async (t) => {
  const { deps, add, work } = await setting(t);
  const { sql } = deps;
  await sql`create function no_room() returns trigger language plpgsql as $$
    begin raise exception 'No space left on device' using errcode = '53100'; end $$`;
  await sql`create trigger no_room before delete on graphile_worker._private_jobs for each row execute function no_room()`;
  await work([slow]);
  await add(slow, { n: 1, ms: 0 });
  await until('it has run', 20_000, async () => (await runs(sql)).some(({ what }) => what === 'ends'));
  await sql`drop trigger no_room on graphile_worker._private_jobs`;
  await add(slow, { n: 2, ms: 0 });
  const left = () => sql`select 1 from graphile_worker._private_jobs`;
  await until('the worker goes on', 30_000, async () => (await left()).length === 0);
  t.ok((await runs(sql)).some(({ n, what }) => n === 2 && what === 'ends'));
});

t.test('a stop whose connections are cut meanwhile is still one', async (t) => {
  const { deps, work } = await setting(t);
  for (let n = 0; n < 5; n++) {
    const { stop } = await work([slow]);
    let cuts = 0;
    const cut = async () => {
      for (let i = 0; i < 20; i++) {
        const rows = await deps.sql`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name = 'colonnade jobs'`;
        cuts += rows.length;
      }
    };
    await t.resolves(Promise.all([stop(), cut()]));
    t.ok(cuts > 0, `${cuts} connections were cut`);
  }
});

t.test('connections that Postgres ends when the worker has ended are no fault', async (t) => {
  const api = await startApi(t, {});
  const { sql } = api.deps;
  const { hostname, port, href } = new URL(api.databaseUrl);
  const goodbye = Buffer.from('X\0\0\0\x04', 'latin1');
  let goodbyes = 0;
  // As a machine that has much to do: what a connection says at its end is read too late.
  const between = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect(Number(port), hostname);
    near.on('error', () => far.destroy());
    far.on('error', () => near.destroy()).on('close', () => near.destroy());
    near.on('data', (sent) => (sent.equals(goodbye) ? void goodbyes++ : far.write(sent)));
    far.on('data', (given) => near.write(given));
  }).listen(0, '127.0.0.1');
  await once(between, 'listening');
  t.teardown(() => between.close());
  const said: string[] = [];
  const log = pino({ level: 'warn' }, new Writable({ write: (line, _, done) => (said.push(String(line)), done()) }));
  const worker = await startWorker({
    deps: { ...api.deps, log },
    databaseUrl: href.replace(`:${port}/`, `:${(between.address() as AddressInfo).port}/`),
    jobs: [slow],
    meter: jobMeter(sql),
    timing: quickTiming,
    cron: false,
  });
  await worker.stop();
  const left = () => sql<{ pid: number }[]>`
    select pid from pg_stat_activity where datname = current_database() and application_name = 'colonnade jobs'`;
  t.ok(goodbyes > 0, `${goodbyes} connections were ended`);
  for (const { pid } of await left()) await sql`select pg_terminate_backend(${pid})`;
  await until('they are gone', 20_000, async () => (await left()).length === 0);
  t.same(said, []);
});
