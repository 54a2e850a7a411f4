import type { Sql } from 'postgres';
import type { Tx } from '../../store/transaction.ts';
import type { NewIssue } from './record.ts';
import type { IssueActivityKind } from './schema.ts';

export interface RecordedRow {
  readonly id: string;
  readonly seq: number;
  /** As the issue has them now. */
  readonly title: string;
  readonly severity: NewIssue['severity'];
  readonly is_new: boolean;
  /** It was archived, and is open again. */
  readonly is_back: boolean;
  /** Somebody knows. */
  readonly is_acknowledged: boolean;
}

/** One after the other for each issue: two who find the same thing at once make one issue. */
export async function lockIssueTarget(tx: Tx, projectId: string, type: string, target: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`issue ${projectId} ${type} ${target}`}, 0))`;
}

export interface KnownIssue {
  readonly id: string;
  readonly seq: number;
  readonly title: string;
  readonly severity: NewIssue['severity'];
  readonly recommended_action: string;
  readonly last_seen: Date;
  readonly archived_at: Date | null;
  readonly acknowledged_at: Date | null;
  readonly acknowledged_until: Date | null;
}

export async function selectIssueOf(
  tx: Tx,
  projectId: string,
  type: string,
  target: string,
): Promise<KnownIssue | undefined> {
  const [row] = await tx<KnownIssue[]>`
    select id, seq, title, severity, recommended_action, last_seen, archived_at, acknowledged_at, acknowledged_until
    from issues
    where project_id = ${projectId} and type = ${type} and target = ${target} for update`;
  return row;
}

export async function nextIssueSeq(tx: Tx, projectId: string): Promise<number> {
  const [row] = await tx<{ last_seq: number }[]>`
    insert into issue_counters (project_id, last_seq) values (${projectId}, 1)
    on conflict (project_id) do update set last_seq = issue_counters.last_seq + 1
    returning last_seq`;
  if (row === undefined) throw new Error('the counter of issues gave nothing');
  return row.last_seq;
}

export async function insertIssue(
  tx: Tx,
  projectId: string,
  issue: NewIssue & { readonly id: string; readonly seq: number; readonly now: Date },
): Promise<void> {
  const { id, seq, now } = issue;
  await tx`
    insert into issues (project_id, id, seq, type, target, title, severity, critical, service, recommended_action, data,
                        occurrences, affected_traces, recent_traces, first_seen, last_seen, created_at, updated_at)
    values (${projectId}, ${id}, ${seq}, ${issue.type}, ${issue.target}, ${issue.title}, ${issue.severity},
            ${issue.severity === 'critical'}, ${issue.service ?? null}, ${issue.recommendedAction ?? ''},
            ${tx.json(issue.data as never)}, ${issue.occurrences}, ${issue.traces?.count ?? 0}, ${tracesOf(issue)}::text[]::bigint[],
            ${issue.firstSeen ?? issue.seenAt}, ${issue.seenAt}, ${now}, ${now})`;
}

const tracesKeptMax = 1_000;

function tracesOf({ traces }: NewIssue): string[] {
  return (traces?.hashes ?? []).slice(0, tracesKeptMax);
}

/** Counts and times go up; what it says is said anew. */
export async function updateIssue(
  tx: Tx,
  projectId: string,
  id: string,
  issue: NewIssue & { readonly now: Date },
): Promise<void> {
  const traces = tracesOf(issue);
  await tx`
    update issues
    set title = ${issue.title}, severity = ${issue.severity}, critical = ${issue.severity === 'critical'},
        service = coalesce(${issue.service ?? null}, service),
        recommended_action = ${issue.recommendedAction ?? ''}, data = data || ${tx.json(issue.data as never)},
        occurrences = occurrences + ${issue.occurrences},
        affected_traces = affected_traces + ${issue.traces?.count ?? 0} - (
          select count(*) from unnest(${traces}::text[]::bigint[]) as t where t = any(recent_traces)),
        recent_traces = array(
          select t from unnest(${traces}::text[]::bigint[] || recent_traces) with ordinality as u(t, place)
          group by t order by min(place) limit ${tracesKeptMax}),
        first_seen = least(first_seen, ${issue.firstSeen ?? issue.seenAt}::timestamptz),
        last_seen = greatest(last_seen, ${issue.seenAt}::timestamptz),
        updated_at = ${issue.now}
    where project_id = ${projectId} and id = ${id}`;
}

/** Ids of the issues that some targets have, of those that are not in the archive. */
export async function selectOpenIssuesOf(
  sql: Sql,
  projectId: string,
  type: string,
  targets: readonly string[],
  rowsMax: number,
): Promise<Map<string, string>> {
  const rows = await sql<{ id: string; target: string }[]>`
    select id, target from issues
    where project_id = ${projectId} and type = ${type} and target = any(${[...targets]}::text[]) and archived_at is null
    order by last_seen desc limit ${rowsMax}`;
  return new Map(rows.map(({ id, target }) => [target, id]));
}

export interface CountedIssue {
  readonly id: string;
  readonly occurrences: number;
  readonly lastSeen: Date;
}

/** Where all were counted again. What was there once was there, also when the store has no more of it. */
export async function setIssueCounts(
  tx: Tx,
  projectId: string,
  counted: readonly CountedIssue[],
  now: Date,
): Promise<void> {
  await tx`
    update issues as i
    set occurrences = greatest(i.occurrences, c.occurrences), last_seen = greatest(i.last_seen, c.last),
        updated_at = ${now}
    from unnest(${counted.map(({ id }) => id)}::uuid[],
                ${counted.map(({ occurrences }) => String(occurrences))}::text[]::bigint[],
                ${counted.map(({ lastSeen }) => lastSeen.toISOString())}::text[]::timestamptz[])
      as c(id, occurrences, last)
    where i.project_id = ${projectId} and i.id = c.id and (i.occurrences < c.occurrences or i.last_seen < c.last)`;
}

/** From the archive it comes back, open. */
export async function regressIssue(tx: Tx, projectId: string, id: string): Promise<void> {
  await tx`
    update issues
    set regressions = regressions + 1, archived_at = null, acknowledged_at = null, acknowledged_until = null,
        acknowledged_by = null
    where project_id = ${projectId} and id = ${id}`;
}

export interface IssueEvent {
  readonly eventId: string;
  readonly time: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly service: string;
  readonly message: string;
}

const eventsKeptMax = 50;

export async function insertIssueEvents(
  tx: Tx,
  projectId: string,
  issueId: string,
  events: readonly IssueEvent[],
): Promise<void> {
  const newest = events.toSorted((a, b) => (a.time > b.time ? -1 : 1)).slice(0, eventsKeptMax);
  const rows = newest.map((event) => ({
    project_id: projectId,
    issue_id: issueId,
    event_id: event.eventId,
    time: event.time,
    trace_id: event.traceId,
    span_id: event.spanId,
    service: event.service,
    message: event.message,
  }));
  if (rows.length === 0) return;
  await tx`insert into issue_events ${tx(rows)} on conflict do nothing`;
}

/** The newest stay. */
export async function trimIssueEvents(tx: Tx, projectId: string, issueId: string): Promise<void> {
  await tx`
    delete from issue_events
    where project_id = ${projectId} and issue_id = ${issueId} and event_id in (
      select event_id from issue_events where issue_id = ${issueId}
      order by time desc, event_id offset ${eventsKeptMax})`;
}

export async function selectLapsed(
  sql: Sql,
  now: Date,
  rowsMax: number,
): Promise<{ project_id: string; id: string }[]> {
  return sql<{ project_id: string; id: string }[]>`
    select project_id, id from issues where acknowledged_until <= ${now}
    order by acknowledged_until limit ${rowsMax}`;
}

export async function insertActivity(
  tx: Tx,
  projectId: string,
  activity: {
    readonly id: string;
    readonly issueId: string;
    readonly kind: IssueActivityKind;
    readonly keyId: string | null;
    readonly detail: Readonly<Record<string, unknown>>;
    readonly at: Date;
  },
): Promise<void> {
  await tx`
    insert into issue_activity (project_id, id, issue_id, kind, key_id, detail, created_at)
    values (${projectId}, ${activity.id}, ${activity.issueId}, ${activity.kind}, ${activity.keyId},
            ${tx.json(activity.detail as never)}, ${activity.at})`;
}
