import type { Sql } from 'postgres';
import type { Tx } from '../store/transaction.ts';

/** Every statement on the job queue's own schema: graphile-worker 0.17.3, whose tables are private to it. */

export interface NewJob {
  readonly identifier: string;
  readonly payload: unknown;
  readonly queue_name: string | null;
  readonly job_key: string | null;
  readonly max_attempts: number;
  readonly priority: number;
}

/** What becomes of a job whose key another one has that did not end yet. */
export type KeyTaken = 'replace' | 'keep' | 'once';

export async function insertJobs(tx: Tx, jobs: readonly NewJob[], delayMs: number, taken: KeyTaken): Promise<void> {
  // The queue itself would forget that the job failed before: what always fails would be tried for ever.
  const isTaken = {
    replace: tx`false`,
    keep: tx`locked_at is null and attempts > 0`,
    once: tx`true`,
  };
  await tx`
    select count(*) from graphile_worker.add_jobs(array(
      select row(identifier, payload, queue_name, now() + ${delayMs}::float8 * interval '1 millisecond', max_attempts,
                 job_key, priority, null)::graphile_worker.job_spec
      from jsonb_to_recordset(${tx.json(jobs as never)})
        as given (identifier text, payload json, queue_name text, max_attempts smallint, job_key text, priority smallint)
      where not exists (
        select 1 from graphile_worker._private_jobs where key = given.job_key and ${isTaken[taken]})
    ), ${taken === 'keep'})`;
}

/** Names one attempt at a job: the same worker may get the job again, but not at the same time. */
export interface LeaseKey {
  readonly jobId: string;
  readonly poolId: string;
  readonly lockedAt: Date;
}

/** Of the microseconds of `locked_at`, the queue's own driver gives back the milliseconds, at times one too few. */
function isHeld(sql: Sql | Tx, lease: LeaseKey) {
  return sql`
    id = ${lease.jobId}::bigint and locked_by = ${lease.poolId}
    and locked_at between ${lease.lockedAt}::timestamptz - interval '1 ms' and ${lease.lockedAt}::timestamptz + interval '2 ms'`;
}

/** While this share lock is held, nobody can unlock the job; a process that is frozen here is cut off by Postgres. */
export async function holdLease(tx: Tx, lease: LeaseKey, frozenMsMax: number): Promise<boolean> {
  const rows = await tx`
    select set_config('idle_in_transaction_session_timeout', ${String(frozenMsMax)}, true)
    from graphile_worker._private_jobs
    where ${isHeld(tx, lease)}
    for share`;
  return rows.length > 0;
}

export async function isLeaseHeld(sql: Sql, lease: LeaseKey): Promise<boolean> {
  const rows = await sql`select 1 from graphile_worker._private_jobs where ${isHeld(sql, lease)}`;
  return rows.length > 0;
}

/** A claim is as good as the lock of the job that holds it: with a silent worker's locks go its claims. */
export async function claimName(sql: Sql, name: string, lease: LeaseKey): Promise<boolean> {
  const rows = await sql`
    insert into job_claims as claims (name, job_id, pool_id, locked_at)
    select ${name}, id, locked_by, locked_at from graphile_worker._private_jobs where ${isHeld(sql, lease)}
    on conflict (name) do update
      set job_id = excluded.job_id, pool_id = excluded.pool_id, locked_at = excluded.locked_at
      where not exists (
        select 1 from graphile_worker._private_jobs as jobs
        where jobs.id = claims.job_id and jobs.locked_by = claims.pool_id and jobs.locked_at = claims.locked_at
      ) or (claims.job_id = excluded.job_id and claims.locked_at = excluded.locked_at)
    returning 1`;
  return rows.length > 0;
}

export async function countClaims(sql: Sql, projectId: string): Promise<number> {
  const [row] = await sql<{ claims: number }[]>`
    select count(*)::int as claims from job_claims as claims
    join graphile_worker._private_jobs as jobs
      on jobs.id = claims.job_id and jobs.locked_by = claims.pool_id and jobs.locked_at = claims.locked_at
    where jobs.payload ->> 'projectId' = ${projectId}`;
  return row?.claims ?? 0;
}

export async function dropClaims(sql: Sql, lease: LeaseKey): Promise<void> {
  await sql`delete from job_claims where job_id = ${lease.jobId}::bigint and pool_id = ${lease.poolId}`;
}

/** No further attempt: the failure that is about to be recorded is the last. */
export async function endAttempts(sql: Sql, lease: LeaseKey): Promise<void> {
  await sql`update graphile_worker._private_jobs set max_attempts = attempts where ${isHeld(sql, lease)}`;
}

/** What was cut off by our own stop is as if it had not been tried. The queue's own note of the failure may come before or after. */
export async function giveBack(sql: Sql, poolId: string, jobIds: readonly string[]): Promise<void> {
  await sql`
    with freed as (
      update graphile_worker._private_jobs
      set attempts = greatest(attempts - 1, 0), run_at = now(), last_error = null, locked_by = null, locked_at = null
      where id = any(${jobIds}::bigint[]) and (locked_by = ${poolId} or is_available)
      returning job_queue_id
    ),
    queues as (
      update graphile_worker._private_job_queues
      set locked_by = null, locked_at = null
      where id in (select job_queue_id from freed) and locked_by = ${poolId}
    )
    select pg_notify('jobs:insert', '{"count":1}') from freed`;
}

/** Jobs of these kinds that could run now, up to so many. */
export async function countDue(sql: Sql, names: readonly string[], most: number): Promise<number> {
  const [row] = await sql<{ due: number }[]>`
    select count(*)::int as due from (
      select 1 from graphile_worker._private_jobs
      where is_available and run_at <= now()
        and task_id in (select id from graphile_worker._private_tasks where identifier = any(${names}))
      limit ${most}
    ) as found`;
  return row?.due ?? 0;
}

/**
 * The queue schedules no minute that is not after the last one: where that was of a clock which was ahead, and was put back
 * or is gone, nothing until the old time comes. Answers how many schedules were ahead.
 */
export async function putSchedulesBack(sql: Sql, now: Date, aheadMsMax: number): Promise<number> {
  const { count } = await sql`
    update graphile_worker._private_known_crontabs set last_execution = ${now}
    where last_execution > ${new Date(now.getTime() + aheadMsMax)}`;
  return count;
}

/**
 * A schedule adds a run when its minute has come: one whose minute is still to come has it from a clock that is ahead of
 * Postgres', or was. Left alone it would wait until then, and give its place to that of the next minute before.
 */
export async function hurryScheduled(sql: Sql, keys: readonly string[]): Promise<void> {
  await sql`
    update graphile_worker._private_jobs set run_at = now()
    where key = any(${keys}::text[]) and run_at > now() and is_available
      and attempts = 0 -- one that failed waits with reason`;
}

export interface WorkerRow {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
}

/** False when this worker was taken for dead in the meantime. */
export async function beat(sql: Sql, worker: WorkerRow, isFirst: boolean): Promise<boolean> {
  if (isFirst) {
    await sql`
      insert into job_workers (id, host, pid, started_at, seen_at)
      values (${worker.id}, ${worker.host}, ${worker.pid}, now(), now())
      on conflict (id) do update set seen_at = now()`;
    return true;
  }
  const rows = await sql`update job_workers set seen_at = now() where id = ${worker.id} returning 1`;
  return rows.length > 0;
}

/** Whether a time is about now: not long ago, and not in what was the future before Postgres' clock was put back. */
function isLately(sql: Sql | Tx, time: 'seen_at' | 'since', msMax: number) {
  const most = sql`${msMax}::float8 * interval '1 millisecond'`;
  return sql`${sql(time)} between now() - ${most} and now() + ${most}`;
}

/** Processes that run jobs. Each of them has several workers. */
export async function countWorkerProcesses(sql: Sql, silentMsMax: number): Promise<number> {
  const [row] = await sql<{ processes: number }[]>`
    select count(distinct (host, pid))::int as processes from job_workers
    where ${isLately(sql, 'seen_at', silentMsMax)}`;
  return row?.processes ?? 0;
}

export async function forgetWorker(sql: Sql, id: string): Promise<void> {
  await sql`delete from job_workers where id = ${id}`;
}

/**
 * Takes the jobs and queues of workers that went silent away from them, so that others run them. Also of those that died
 * before they were first seen: a lock whose holder nobody knows.
 */
export async function reap(sql: Sql, silentMsMax: number): Promise<{ workers: string[]; jobs: number }> {
  return sql.begin(async (tx) => {
    const [lock] = await tx<{ ours: boolean }[]>`
      select pg_try_advisory_xact_lock(hashtextextended('reaper of job workers', 0)) as ours`;
    if (lock?.ours !== true) return { workers: [], jobs: 0 };
    const workers = await tx<{ id: string }[]>`
      with silent as (
        delete from job_workers where not ${isLately(tx, 'seen_at', silentMsMax)} returning id
      ),
      holders as (
        select locked_by as id, min(locked_at) as since from graphile_worker._private_jobs
        where locked_by is not null group by 1
        union all
        select locked_by, min(locked_at) from graphile_worker._private_job_queues
        where locked_by is not null group by 1
      )
      select id from silent
      union
      select id from holders
      where not ${isLately(tx, 'since', silentMsMax)}
        and id not in (select id from job_workers)`;
    const ids = workers.map(({ id }) => id);
    if (ids.length === 0) return { workers: [], jobs: 0 };
    const jobs = await tx`
      update graphile_worker._private_jobs
      set last_error = 'The worker that ran it went silent in attempt ' || attempts || '.'
      where locked_by = any(${ids}::text[])
      returning 1`;
    await tx`select graphile_worker.force_unlock_workers(${ids}::text[])`;
    if (jobs.length > 0) await tx`select pg_notify('jobs:insert', ${`{"count":${jobs.length}}`})`;
    return { workers: ids, jobs: jobs.length };
  });
}

export interface ParkedJob {
  readonly name: string;
  readonly reason: string;
}

/**
 * Moves jobs that have no attempt left out of the queue, to where they can be seen; of those with one key the newest is
 * kept. A job of a kind that has keys and lost its own was replaced by a newer one while it ran: nothing is lost with it,
 * so it only goes.
 */
export async function park(sql: Sql, namesWithKeys: readonly string[]): Promise<ParkedJob[]> {
  return sql<ParkedJob[]>`
    with ended as (
      delete from graphile_worker._private_jobs as jobs
      where attempts >= max_attempts and locked_at is null
      returning jobs.*
    ),
    older as (
      delete from parked_jobs as parked using ended
      where ended.key is not null and parked.key = ended.key and parked.id <> ended.id
    )
    insert into parked_jobs (id, name, project_id, payload, key, attempts, reason, created_at, parked_at)
    select ended.id, tasks.identifier,
           case when ended.payload ->> 'projectId' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
             then (ended.payload ->> 'projectId')::uuid end,
           ended.payload, ended.key, ended.attempts, coalesce(ended.last_error, 'It ended without a word.'),
           ended.created_at, now()
    from ended join graphile_worker._private_tasks as tasks on tasks.id = ended.task_id
    where not (ended.key is null and tasks.identifier = any(${namesWithKeys}::text[]))
    on conflict (id) do nothing
    returning name, reason`;
}

export interface QueueState {
  readonly name: string;
  readonly waiting: number;
  readonly parked: number;
  /** How long the oldest that is due has waited. */
  readonly late_seconds: number;
}

export async function selectQueueStates(sql: Sql): Promise<QueueState[]> {
  return sql<QueueState[]>`
    select name, sum(waiting)::int as waiting, sum(parked)::int as parked, max(late)::float8 as late_seconds
    from (
      select tasks.identifier as name,
             count(*) filter (where jobs.is_available and jobs.run_at <= now()) as waiting,
             0 as parked,
             coalesce(extract(epoch from now() - min(jobs.run_at)
               filter (where jobs.is_available and jobs.run_at <= now())), 0) as late
      from graphile_worker._private_jobs as jobs
      join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
      group by 1
      union all
      select name, 0, count(*), 0 from parked_jobs group by 1
    ) as states
    group by name
    order by name`;
}
