import type { Sql } from 'postgres';
import type { Tx } from '../../store/transaction.ts';
import { andEqual, andWithin, selectPage, type Rows, type Window } from '../queries-page.ts';
import type { Dates } from '../range.ts';
import type { Message } from './message.ts';
import type { Channel, NotificationList, NotificationState, SourceKind } from './schema.ts';

export interface NotificationRow {
  readonly id: string;
  readonly project_id: string;
  readonly target: string;
  readonly channel: Channel;
  readonly address: string;
  readonly source_kind: SourceKind;
  readonly source_id: string;
  readonly kind: Message['kind'];
  readonly message: Message;
  readonly state: NotificationState;
  readonly digest_id: string | null;
  readonly attempts: number;
  readonly next_at: Date;
  readonly status_code: number | null;
  readonly error: string | null;
  readonly created_at: Date;
  readonly ended_at: Date | null;
}

const columns = [
  'id',
  'project_id',
  'target',
  'channel',
  'address',
  'source_kind',
  'source_id',
  'kind',
  'message',
  'state',
  'digest_id',
  'attempts',
  'next_at',
  'status_code',
  'error',
  'created_at',
  'ended_at',
] as const;

/**
 * One at a time tells a project's targets: two who tell the same ones would wait for each other at the jobs that deliver.
 * Taken after what the message is about.
 */
export async function lockOutbox(tx: Tx, projectId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`outbox of ${projectId}`}, 0))`;
}

/** One for each target, in their order. Answers the targets of those that were not told already. */
export async function insertNotifications(
  tx: Tx,
  projectId: string,
  told: {
    readonly source: { readonly kind: SourceKind; readonly id: string };
    readonly message: Message;
    readonly at: Date;
  },
  all: readonly {
    readonly id: string;
    readonly target: string;
    readonly channel: Channel;
    readonly address: string;
  }[],
): Promise<string[]> {
  const { source, message, at } = told;
  const rows = await tx<{ target: string }[]>`
    insert into notifications (project_id, id, target, channel, address, source_kind, source_id, kind, message, next_at,
                               created_at)
    select ${projectId}, t.id, t.target, t.channel, t.address, ${source.kind}, ${source.id}, ${message.kind},
           ${tx.json(message as never)}, ${at}, ${at}
    from jsonb_to_recordset(${tx.json(all)}) as t(id uuid, target text, channel text, address text)
    on conflict (id) do nothing
    returning target`;
  return rows.map(({ target }) => target);
}

/** One that is to be sent: whoever gets it has several projects. */
export type SendRow = NotificationRow & { readonly project_title: string };

export interface Waiting {
  /** The oldest. */
  readonly next: SendRow;
  readonly count: number;
  /** When the next try is due: at its time, or when something came after it, and not while the target is let alone. */
  readonly dueAt: Date;
}

/** What a target is to be told next. Undefined when nothing waits. */
export async function selectNext(sql: Sql, projectId: string, target: string): Promise<Waiting | undefined> {
  const [row] = await sql<(SendRow & { count: number; due_at: Date })[]>`
    select ${sql(columns)}, (select title from projects where id = ${projectId}) as project_title,
           count(*) over ()::int as count,
           greatest(min(next_at) over (), max(held_until) over ()) as due_at
    from notifications
    where project_id = ${projectId} and target = ${target} and state = 'waiting'
    order by position
    limit 1`;
  if (row === undefined) return undefined;
  const { count, due_at: dueAt, ...next } = row;
  return { next, count, dueAt };
}

/** What a target is to be told, in order. */
export async function selectWaiting(
  tx: Tx,
  projectId: string,
  target: string,
  rowsMax: number,
): Promise<{ id: string; message: Message }[]> {
  return tx<{ id: string; message: Message }[]>`
    select id, message from notifications
    where project_id = ${projectId} and target = ${target} and state = 'waiting'
    order by position
    limit ${rowsMax}`;
}

/** What pagers were told of the beginning of, and not yet of the end: also those that are no targets any more. */
export async function selectOpenIncidents(
  tx: Tx,
  projectId: string,
  source: { readonly kind: SourceKind; readonly id: string },
): Promise<{ key: string; address: string }[]> {
  return tx<{ key: string; address: string }[]>`
    select key, address from (
      select distinct on (key, address) message->'incident'->>'key' as key, address, message->'incident'->'ends' as ends
      from notifications
      where project_id = ${projectId} and source_kind = ${source.kind} and source_id = ${source.id} and channel = 'pager'
      order by key, address, position desc
    ) as last
    where ends = 'false'`;
}

/** When the target was told, the oldest first: not in what was the future before a clock was put back. */
export async function selectSentWithin(
  sql: Sql,
  projectId: string,
  target: string,
  range: { readonly after: Date; readonly until: Date },
): Promise<Date[]> {
  const rows = await sql<{ ended_at: Date }[]>`
    select ended_at from notifications
    where project_id = ${projectId} and target = ${target} and state = 'delivered'
      and ended_at > ${range.after} and ended_at <= ${range.until}
    order by ended_at`;
  return rows.map(({ ended_at }) => ended_at);
}

/** Written before a try: one that dies with its worker has counted. */
export async function countTry(tx: Tx, projectId: string, id: string): Promise<void> {
  await tx`
    update notifications set attempts = attempts + 1
    where project_id = ${projectId} and id = ${id} and state = 'waiting'`;
}

export interface TryResult {
  readonly state: 'waiting' | 'delivered' | 'failed';
  readonly nextAt: Date;
  readonly heldUntil: Date | null;
  readonly statusCode: number | null;
  readonly error: string | null;
  readonly endedAt: Date | null;
}

/** What waited at the time of the try waits on with it: none is told before it is, or is given up. */
export async function writeTry(
  tx: Tx,
  projectId: string,
  row: NotificationRow,
  triedAt: Date,
  result: TryResult,
): Promise<void> {
  await tx`
    update notifications
    set state = ${result.state}, next_at = ${result.nextAt}, held_until = ${result.heldUntil},
        status_code = ${result.statusCode}, error = ${result.error}, ended_at = ${result.endedAt}
    where project_id = ${projectId} and id = ${row.id} and state = 'waiting'`;
  if (result.state !== 'waiting') return;
  await tx`
    update notifications set next_at = ${result.nextAt}
    where project_id = ${projectId} and target = ${row.target} and state = 'waiting' and next_at <= ${triedAt}`;
}

/** Puts many into one: the digest takes the place of the first of them. */
export async function insertDigest(
  tx: Tx,
  projectId: string,
  digest: {
    readonly id: string;
    readonly target: string;
    readonly like: NotificationRow;
    readonly ids: readonly string[];
    readonly message: Message;
    readonly at: Date;
  },
): Promise<void> {
  const { id, target, like, ids, message, at } = digest;
  await tx`
    update notifications set state = 'in_digest', digest_id = ${id}, ended_at = ${at}
    where project_id = ${projectId} and id = any(${ids}::uuid[]) and state = 'waiting'`;
  await tx`
    insert into notifications (project_id, id, position, target, channel, address, source_kind, source_id, kind, message,
                               next_at, created_at)
    overriding system value
    select ${projectId}, ${id}, min(position), ${target}, ${like.channel}, ${like.address}, 'digest', ${id}, ${message.kind},
           ${tx.json(message as never)}, ${at}, ${at}
    from notifications where project_id = ${projectId} and digest_id = ${id}`;
}

/** Targets of all projects with something that should have been tried by now: their jobs may have been lost. */
export async function selectOverdueTargets(
  sql: Sql,
  before: Date,
  rowsMax: number,
): Promise<{ project_id: string; target: string }[]> {
  return sql<{ project_id: string; target: string }[]>`
    select n.project_id, n.target from notifications n
    join projects p on p.id = n.project_id and p.deleted_at is null
    where n.state = 'waiting'
    group by n.project_id, n.target
    having min(n.next_at) < ${before}
    limit ${rowsMax}`;
}

type NotificationFilter = Pick<NotificationList, 'state' | 'channel' | 'source_kind' | 'source_id'>;

export async function selectNotifications(
  sql: Sql,
  projectId: string,
  { state, channel, source_kind, source_id }: NotificationFilter,
  dates: Dates,
  window: Window,
): Promise<Rows<NotificationRow>> {
  const where = sql`
    project_id = ${projectId} ${andEqual(sql, { state, channel, source_kind, source_id })}
    ${andWithin(sql, 'created_at', dates)}`;
  const from = sql`notifications where ${where}`;
  return selectPage(sql, { columns: sql`${sql(columns)}`, from, order: sql`created_at desc, position desc` }, window);
}

/** The project's own, made when it is first needed. */
export async function webhookSecret(sql: Sql | Tx, projectId: string, fresh: string, at: Date): Promise<string> {
  const [kept] = await sql<{ secret: string }[]>`
    select secret from webhook_secrets where project_id = ${projectId}`;
  if (kept !== undefined) return kept.secret;
  // Of two who make it at once the second is given what the first has made.
  const [made] = await sql<{ secret: string }[]>`
    insert into webhook_secrets (project_id, secret, created_at) values (${projectId}, ${fresh}, ${at})
    on conflict (project_id) do update set secret = webhook_secrets.secret
    returning secret`;
  return made?.secret ?? fresh;
}

export async function replaceWebhookSecret(tx: Tx, projectId: string, secret: string, at: Date): Promise<void> {
  await tx`
    insert into webhook_secrets (project_id, secret, created_at) values (${projectId}, ${secret}, ${at})
    on conflict (project_id) do update set secret = excluded.secret, created_at = excluded.created_at`;
}
