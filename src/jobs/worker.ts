import { EventEmitter, setMaxListeners } from 'node:events';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Logger,
  parseCronItems,
  run,
  type CronItem,
  type Runner,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import { Pool as Connections } from 'pg';
import type { Logger as Log } from 'pino';
import type { Deps } from '../deps.ts';
import { sessionSettings } from '../store/postgres.ts';
import { LeaseLost, type Job } from './job.ts';
import type { JobMeter } from './meter.ts';
import {
  beat,
  countDue,
  countWorkerProcesses,
  forgetWorker,
  giveBack,
  hurryScheduled,
  park,
  putSchedulesBack,
  reap,
} from './queries.ts';
import { runAttempt, Stopping } from './task.ts';

/**
 * Runs jobs in this process, beside any number of others on the same database. Each worker says every moment that it
 * lives; the first that notices a silent one takes its jobs from it. A worker that was taken for dead, and is not, finds
 * that out before it writes (`Lease`), and starts afresh under a new name.
 */
export interface WorkerOptions {
  readonly deps: Deps;
  readonly databaseUrl: string;
  readonly jobs: readonly Job[];
  readonly meter: JobMeter;
  readonly timing?: Partial<WorkerTiming>;
  /** Jobs at once in this process, beside those that wait for others. */
  readonly runningMax?: number;
  /** False in tests that add the jobs by themselves. */
  readonly cron?: boolean;
}

export interface WorkerTiming {
  readonly beatMs: number;
  /** Silent for so long is dead. With the beat and the poll, a killed worker's jobs run again within 20 s. */
  readonly silentMsMax: number;
  readonly pollMs: number;
  /** At a stop, running jobs get so long to end by themselves. */
  readonly stopGraceMs: number;
}

export interface RunningWorker {
  stop(): Promise<void>;
}

const timing: WorkerTiming = { beatMs: 2_000, silentMsMax: 12_000, pollMs: 250, stopGraceMs: 1_500 };
const runningMax = 8;
/** Of jobs that wait for others. */
const waitingMax = 32;
/** Each place that is free asks the queue by itself: seldom, for the pool asks for all of them. */
const placePollMs = 60_000;
/** Beyond one for each that asks at once: the listener, the cron, and one to spare. */
const connectionsExtra = 3;
const restartMsMax = 10_000;
const tidyEveryMs = 5_000;
/** Clocks of several machines differ by less. */
const scheduleAheadMsMax = 5 * 60_000;
/** Put back by less, a schedule is late by as much, once. */
const putBackMsMax = 60_000;

/** How many processes run jobs on this database now. */
export function workersAlive(sql: Deps['sql']): Promise<number> {
  return countWorkerProcesses(sql, timing.silentMsMax);
}

export async function startWorker(options: WorkerOptions): Promise<RunningWorker> {
  const { deps, jobs, meter } = options;
  const times = { ...timing, ...options.timing };
  const log = deps.log.child({ part: 'jobs' });
  const stop = new AbortController();
  const crews = [
    { ...options, jobs: jobs.filter(({ waits }) => waits !== true) },
    { ...options, jobs: jobs.filter(({ waits }) => waits === true), runningMax: waitingMax },
  ].filter((crew) => crew.jobs.length > 0);
  const started: { readonly crew: WorkerOptions; readonly pool: Pool }[] = [];
  try {
    for (const crew of crews) started.push({ crew, pool: await startPool(crew, log) });
  } catch (error) {
    await Promise.all(started.map(({ pool }) => endPool(pool, 'stop', times, deps, log)));
    throw error;
  }
  const ended = started.map(({ crew, pool }) => keepRunning(pool, stop.signal, times, crew, log));
  const scheduled = jobs.flatMap(cronItem).flatMap((item) => item.options?.jobKey ?? []);
  const tidying = repeat(Math.min(tidyEveryMs, times.silentMsMax / 3), stop.signal, log, async () => {
    const taken = await reap(deps.sql, times.silentMsMax);
    if (taken.workers.length > 0) log.warn(taken, 'workers went silent; their jobs run elsewhere');
    meter.reaped(taken.jobs);
    const keyed = jobs.filter((job) => job.key !== undefined).map((job) => job.name);
    for (const parked of await park(deps.sql, keyed)) log.error(parked, 'a job is parked');
    if (options.cron === false) return;
    const ahead = await putSchedulesBack(deps.sql, new Date(), scheduleAheadMsMax);
    if (ahead > 0) log.warn({ schedules: ahead }, 'schedules were ahead of the clock; they go on from now');
    await hurryScheduled(deps.sql, scheduled);
  });
  return {
    async stop() {
      stop.abort();
      await Promise.all([...ended, tidying]);
    },
  };
}

/** One graphile-worker pool, which goes by one name, from its start to its end. */
interface Pool {
  readonly runner: Runner;
  readonly connections: Connections;
  readonly id: string;
  readonly jobNames: readonly string[];
  readonly isScheduling: boolean;
  readonly places: number;
  /** Lets so many of the places that are free look for a job now. */
  readonly wake: (places: number) => void;
  readonly cutOff: AbortController;
  readonly unfinished: string[];
}

async function startPool(options: WorkerOptions, log: Log): Promise<Pool> {
  const { deps, jobs, meter } = options;
  const cutOff = new AbortController();
  setMaxListeners(0, cutOff.signal); // one for each job that runs
  const unfinished: string[] = [];
  const taskList: TaskList = Object.fromEntries(
    jobs.map((job) => [
      job.name,
      (_: unknown, helpers) => runAttempt({ deps, meter, log, cutOff: cutOff.signal, unfinished }, job, helpers.job),
    ]),
  );
  const events: WorkerEvents = new EventEmitter();
  let id = '';
  let wake: Pool['wake'] = () => {};
  events.on('pool:create', ({ workerPool }) => {
    ({ id } = workerPool);
    wake = (places) => workerPool.nudge(places);
  });
  const cronItems = options.cron === false ? [] : parseCronItems(jobs.flatMap(cronItem));
  const concurrency = options.runningMax ?? runningMax;
  const connections = openConnections(options.databaseUrl, Math.min(concurrency, runningMax) + connectionsExtra, log);
  let runner: Runner | undefined;
  try {
    runner = await run({
      pgPool: connections,
      concurrency,
      pollInterval: placePollMs,
      noHandleSignals: true,
      // At once, and yet as batches: that a job could not be marked as ended is the end of the pool then, not of the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      taskList,
      parsedCronItems: cronItems,
      events,
      logger: new Logger(() => (level: string, message) => {
        // What a job did is logged where it runs.
        if (level === 'error' && !message.startsWith('Failed task')) log.error(message);
        else log.debug(message);
      }),
    });
    runner.promise.catch(() => {}); // `keepRunning` hears of it
    await beat(deps.sql, { id, host: hostname(), pid: process.pid }, true);
    return {
      runner,
      connections,
      id,
      jobNames: jobs.map(({ name }) => name),
      isScheduling: cronItems.length > 0,
      places: concurrency,
      wake,
      cutOff,
      unfinished,
    };
  } catch (error) {
    await runner?.stop().catch(() => {});
    void connections.end();
    throw error;
  }
}

/**
 * Not left to the library: at its end it stops listening to its connections before they are closed, and one that the
 * database cuts in between would end the process.
 */
function openConnections(connectionString: string, max: number, log: Log): Connections {
  const options = Object.entries(sessionSettings)
    .map(([name, value]) => `-c ${name}=${value.replaceAll(' ', String.raw`\ `)}`)
    .join(' ');
  const connections = new Connections({ connectionString, max, options, application_name: 'colonnade jobs' });
  const onError = (error: Error) => {
    // One that Postgres ends before it has read that we do, too, is not cut.
    if (!connections.ending) log.warn({ err: error }, 'a connection of the job queue was cut');
  };
  connections.on('connect', (client) => client.on('error', onError));
  // The pool says of one that is idle what it has said itself.
  connections.on('error', () => {});
  return connections;
}

function cronItem(job: Job): CronItem[] {
  if (job.cron === undefined) return [];
  const payload = {} as never;
  return [
    {
      task: job.name,
      match: job.cron.at,
      identifier: job.name,
      options: {
        backfillPeriod: job.cron.backfillMs,
        maxAttempts: job.attemptsMax,
        priority: job.priority ?? 0,
        queueName: job.queue?.(payload) ?? job.name,
        ...(job.key === undefined ? {} : { jobKey: job.key(payload), jobKeyMode: 'replace' as const }),
      },
    },
  ];
}

/** Beats and asks for a pool until the stop, and replaces it when it ended by itself, was taken for dead, or the clock was put back. */
async function keepRunning(
  first: Pool,
  stop: AbortSignal,
  times: WorkerTiming,
  options: WorkerOptions,
  log: Log,
): Promise<void> {
  let pool: Pool | undefined = first;
  let restartMs = times.pollMs;
  while (pool !== undefined) {
    const why = await untilEnd(pool, stop, times, options.deps, log);
    await endPool(pool, why, times, options.deps, log);
    if (why === 'stop') return;
    log.warn(`${said[why]}; starting again`);
    pool = undefined;
    while (pool === undefined && !stop.aborted) {
      pool = await startPool(options, log).catch((error: unknown) => {
        log.error({ err: error }, 'the worker could not start');
        return undefined;
      });
      if (pool !== undefined) restartMs = times.pollMs;
      else await pause((restartMs = Math.min(restartMs * 2, restartMsMax)), stop);
    }
  }
}

type Why = 'stop' | 'dead' | 'ended' | 'clock';
const said = {
  dead: 'this worker was taken for dead',
  ended: 'the worker ended',
  clock: 'the clock was put back',
} as const;

async function untilEnd(pool: Pool, stop: AbortSignal, times: WorkerTiming, deps: Deps, log: Log): Promise<Why> {
  const over = new AbortController();
  const either = AbortSignal.any([stop, over.signal]);
  const state: { why: Why } = { why: 'stop' };
  const onEnd = () => {
    if (!either.aborted) state.why = 'ended';
    over.abort();
  };
  pool.runner.promise.then(onEnd, onEnd);
  const asking = repeat(times.pollMs, either, log, async () => {
    const due = await countDue(deps.sql, pool.jobNames, pool.places).catch((error: unknown) => {
      // The beat tells of a store that is down, and more seldom.
      log.debug({ err: error }, 'the job queue could not be asked');
      return 0;
    });
    if (due > 0 && !either.aborted) pool.wake(due);
  });
  let latestMs = Date.now();
  await repeat(times.beatMs, either, log, async () => {
    // The schedule sleeps until its next minute, which is hours away when the clock was put back by hours.
    latestMs = Math.max(latestMs, Date.now());
    if (pool.isScheduling && latestMs - Date.now() > putBackMsMax) {
      state.why = 'clock';
      over.abort();
      return;
    }
    const isKnown = await beat(deps.sql, { id: pool.id, host: hostname(), pid: process.pid }, false);
    if (isKnown || either.aborted) return;
    state.why = 'dead';
    over.abort();
  });
  await asking;
  return state.why;
}

async function endPool(pool: Pool, why: Why, times: WorkerTiming, deps: Deps, log: Log): Promise<void> {
  let cut: NodeJS.Timeout | undefined;
  if (why === 'stop' || why === 'clock') {
    cut = setTimeout(() => pool.cutOff.abort(new Stopping('the worker stops')), times.stopGraceMs);
  } else pool.cutOff.abort(new LeaseLost('this worker was taken for dead, or ended'));
  if (why !== 'ended') {
    await pool.runner.stop().catch((error: unknown) => log.error({ err: error }, 'the worker did not stop cleanly'));
  }
  clearTimeout(cut);
  // Not waited for: one that is stuck must not keep the next pool from starting.
  void pool.connections.end();
  try {
    if (pool.unfinished.length > 0) await giveBack(deps.sql, pool.id, pool.unfinished);
    await forgetWorker(deps.sql, pool.id);
  } catch (error) {
    log.warn({ err: error }, 'this worker could not sign off; others will notice');
  }
}

/** Runs `work` again and again with a pause between, until the signal. A failure is logged, and is no end. */
async function repeat(everyMs: number, signal: AbortSignal, log: Log, work: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    await pause(everyMs, signal);
    if (signal.aborted) return;
    await work().catch((error: unknown) => log.error({ err: error }, 'upkeep of the job queue failed'));
  }
}

/** Ends early, and as well, with the signal. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
