import type { Deps } from '../../deps.ts';
import { minutesAfter, utcTime } from '../../lib/time.ts';
import type { Tx } from '../../store/transaction.ts';
import { insertAudit } from '../audit/queries.ts';
import { runBulk, type BulkResult } from '../bulk.ts';
import { noSuch } from '../faults.ts';
import { page, pageWindow, type Page } from '../page.ts';
import type { Actor } from '../permission.ts';
import { insertActivity } from './queries-record.ts';
import {
  lockIssue,
  lockIssues,
  selectIssue,
  selectIssueActivity,
  selectIssueEvents,
  selectIssues,
  setAcknowledged,
  setArchived,
  type IssueEventRow,
  type IssueRow,
  type IssueSummaryRow,
} from './queries.ts';
import { isAcknowledged, reopenLapsed } from './record.ts';
import type { Issue, IssueActivityKind, IssueBulk, IssueList, IssueSummary } from './schema.ts';

type Needs = Pick<Deps, 'sql' | 'now' | 'newId'>;

const eventsShownMax = 20;
const activityShownMax = 200;

export async function listIssues(deps: Needs, actor: Actor, list: IssueList): Promise<Page<IssueSummary>> {
  const window = pageWindow(list);
  const now = deps.now();
  const { rows, total } = await selectIssues(deps.sql, actor.projectId, list, now, window);
  const items = rows.map((row) => summary(row, now));
  return page(items, total, window);
}

export async function getIssue(deps: Needs, actor: Actor, id: string): Promise<Issue> {
  return shown(deps.sql, deps, (await selectIssue(deps.sql, actor.projectId, id)) ?? missing());
}

export async function acknowledgeIssue(
  deps: Needs,
  actor: Actor,
  id: string,
  minutes: number | undefined,
): Promise<Issue> {
  return locked(deps, actor, id, (tx, row) => acknowledge(tx, deps, actor, row, minutes));
}

export async function unacknowledgeIssue(deps: Needs, actor: Actor, id: string): Promise<Issue> {
  return locked(deps, actor, id, (tx, row) => unacknowledge(tx, deps, actor, row));
}

export async function setIssueArchived(deps: Needs, actor: Actor, id: string, archived: boolean): Promise<Issue> {
  return locked(deps, actor, id, (tx, row) => archive(tx, deps, actor, row, archived));
}

export async function bulkIssues(
  deps: Needs,
  actor: Actor,
  { action, ids, duration_minutes }: IssueBulk,
): Promise<BulkResult<string>> {
  const act = async (tx: Tx, id: string) => {
    const row = await lock(tx, deps, actor, id);
    switch (action) {
      case 'acknowledge':
      case 'ack':
        return acknowledge(tx, deps, actor, row, duration_minutes);
      case 'unacknowledge':
      case 'unack':
        return unacknowledge(tx, deps, actor, row);
      case 'archive':
      case 'unarchive':
        return archive(tx, deps, actor, row, action === 'archive');
    }
  };
  return runBulk(deps, actor, ids, act, (tx, all) => lockIssues(tx, actor.projectId, all));
}

async function locked(
  deps: Needs,
  actor: Actor,
  id: string,
  act: (tx: Tx, row: IssueSummaryRow) => Promise<void>,
): Promise<Issue> {
  return deps.sql.begin(async (tx) => {
    await act(tx, await lock(tx, deps, actor, id));
    return shown(tx, deps, (await selectIssue(tx, actor.projectId, id)) ?? missing());
  });
}

async function lock(tx: Tx, deps: Needs, actor: Actor, id: string): Promise<IssueSummaryRow> {
  return reopenLapsed(tx, deps, (await lockIssue(tx, actor.projectId, id)) ?? missing());
}

async function acknowledge(
  tx: Tx,
  deps: Needs,
  actor: Actor,
  row: IssueSummaryRow,
  minutes: number | undefined,
): Promise<void> {
  const now = deps.now();
  const until = minutes === undefined ? null : minutesAfter(now, minutes);
  if (row.acknowledged_at !== null && row.acknowledged_until?.getTime() === until?.getTime()) return;
  const state = { acknowledged_at: now, acknowledged_until: until, acknowledged_by: actor.keyId };
  await setAcknowledged(tx, actor.projectId, row.id, state, now);
  const detail = until === null ? {} : { until: utcTime(until) };
  await note(tx, deps, actor, row, 'acknowledged', 'acknowledge', detail);
}

async function unacknowledge(tx: Tx, deps: Needs, actor: Actor, row: IssueSummaryRow): Promise<void> {
  if (row.acknowledged_at === null) return;
  const state = { acknowledged_at: null, acknowledged_until: null, acknowledged_by: null };
  await setAcknowledged(tx, actor.projectId, row.id, state, deps.now());
  await note(tx, deps, actor, row, 'unacknowledged', 'unacknowledge', {});
}

async function archive(tx: Tx, deps: Needs, actor: Actor, row: IssueSummaryRow, archived: boolean): Promise<void> {
  if (archived === (row.archived_at !== null)) return;
  const now = deps.now();
  await setArchived(tx, actor.projectId, row.id, archived ? now : null, now);
  await note(tx, deps, actor, row, archived ? 'archived' : 'unarchived', archived ? 'archive' : 'unarchive', {});
}

/** What was done, where the issue's readers see it, and in the audit log. */
async function note(
  tx: Tx,
  deps: Needs,
  actor: Actor,
  before: IssueSummaryRow,
  kind: IssueActivityKind,
  action: string,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  const at = deps.now();
  const activity = { id: deps.newId(), issueId: before.id, kind, keyId: actor.keyId, detail, at };
  await insertActivity(tx, actor.projectId, activity);
  const after = (await selectIssue(tx, actor.projectId, before.id)) ?? missing();
  await insertAudit(tx, actor, {
    id: deps.newId(),
    at,
    action: `issue.${action}`,
    target: { kind: 'issue', id: before.id },
    before: summary(before, at),
    after: summary(after, at),
  });
}

const missing = noSuch('issue_id');

async function shown(sql: Deps['sql'] | Tx, deps: Needs, row: IssueRow): Promise<Issue> {
  const events = await selectIssueEvents(sql, row.project_id, row.id, eventsShownMax);
  const activity = await selectIssueActivity(sql, row.project_id, row.id, activityShownMax);
  return {
    summary: summary(row, deps.now()),
    data: row.data,
    recommended_action: row.recommended_action,
    events: events.map(event),
    activity: activity.map(({ id, kind, created_at, key_id, detail }) => ({
      id,
      kind,
      at: utcTime(created_at),
      detail,
      ...(key_id === null ? {} : { key_id }),
    })),
  };
}

function summary(row: IssueSummaryRow, now: Date): IssueSummary {
  const until = row.acknowledged_until;
  const acknowledged = isAcknowledged(row, now);
  const archived = row.archived_at !== null;
  return {
    id: row.id,
    seq: row.seq,
    project_id: row.project_id,
    type: row.type,
    title: row.title,
    severity: row.severity,
    critical: row.critical,
    ...(row.service === null ? {} : { service: row.service }),
    status: archived ? 'archived' : acknowledged ? 'acknowledged' : 'open',
    acknowledged,
    ...(acknowledged && until !== null ? { acknowledged_until: utcTime(until) } : {}),
    archived,
    occurrences: row.occurrences,
    affected_traces: row.affected_traces,
    first_seen: utcTime(row.first_seen),
    last_seen: utcTime(row.last_seen),
    created_at: utcTime(row.created_at),
    updated_at: utcTime(row.updated_at),
  };
}

function event({ event_id, time, trace_id, span_id, service, message }: IssueEventRow): Issue['events'][number] {
  return {
    event_id,
    timestamp: `${time.replace(' ', 'T')}Z`,
    ...(trace_id === '' ? {} : { trace_id }),
    ...(span_id === '' ? {} : { span_id }),
    ...(service === '' ? {} : { service }),
    ...(message === '' ? {} : { message }),
  };
}
