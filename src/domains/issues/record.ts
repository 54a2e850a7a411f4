import type { Deps } from '../../deps.ts';
import { beginning } from '../../lib/beginning.ts';
import { storable } from '../../lib/storable.ts';
import type { Tx } from '../../store/transaction.ts';
import { titleLengthMax, type Severity } from '../types.ts';
import { setAcknowledged, type IssueSummaryRow } from './queries.ts';
import {
  insertActivity,
  insertIssue,
  insertIssueEvents,
  lockIssueTarget,
  nextIssueSeq,
  regressIssue,
  selectIssueOf,
  trimIssueEvents,
  updateIssue,
  type IssueEvent,
  type KnownIssue,
  type RecordedRow,
} from './queries-record.ts';
import type { IssueType } from './schema.ts';

/** Something that was seen, once or several times since it was last recorded. */
export interface NewIssue {
  readonly type: IssueType;
  /** What it is about, within its type: a fingerprint, or the id of a monitor, a pattern, an endpoint. */
  readonly target: string;
  /** Cut where it is longer than titles are. */
  readonly title: string;
  readonly severity: Severity;
  readonly service?: string;
  readonly recommendedAction?: string;
  /** What the type has to say beside: merged over what was said before, key by key. */
  readonly data: Readonly<Record<string, unknown>>;
  /** The figure that makes it one, or a line of it, for whoever is told of it. */
  readonly evidence?: readonly [name: string, text: string];
  /** New ones: they are added. None, when there is only more to say of it: that does not bring it back. */
  readonly occurrences: number;
  /** Different ones. Those that are known by their hashes are not counted again when they come again soon. */
  readonly traces?: { readonly count: number; readonly hashes: readonly string[] };
  readonly events?: readonly IssueEvent[];
  readonly firstSeen?: Date;
  readonly seenAt: Date;
  /** When it came to us, if that is not now: what was under way when an issue was archived does not bring it back. */
  readonly arrivedAt?: Date;
}

/**
 * The one way an issue comes to be or is seen again, in the transaction that saw it. There is one for each type and
 * target of a project; one that was archived comes back as a regression, and open: whoever knew of it took it to be over.
 * One that is acknowledged, and not archived, stays acknowledged.
 */
export async function recordIssue(
  tx: Tx,
  deps: Pick<Deps, 'now' | 'newId'>,
  projectId: string,
  found: NewIssue,
): Promise<RecordedRow> {
  const issue = { ...found, title: storable(beginning(found.title, titleLengthMax)) };
  const now = deps.now();
  await lockIssueTarget(tx, projectId, issue.type, issue.target);
  const known = await selectIssueOf(tx, projectId, issue.type, issue.target);
  const act = async (issueId: string, kind: 'created' | 'regressed') =>
    insertActivity(tx, projectId, { id: deps.newId(), issueId, kind, keyId: null, detail: {}, at: now });
  if (known === undefined) {
    const [id, seq] = [deps.newId(), await nextIssueSeq(tx, projectId)];
    await insertIssue(tx, projectId, { ...issue, id, seq, now });
    await insertIssueEvents(tx, projectId, id, issue.events ?? []);
    await act(id, 'created');
    const { title, severity } = issue;
    return { id, seq, title, severity, is_new: true, is_back: false, is_acknowledged: false };
  }
  const saying = said(known, issue);
  await updateIssue(tx, projectId, known.id, { ...saying, now });
  await insertIssueEvents(tx, projectId, known.id, issue.events ?? []);
  await trimIssueEvents(tx, projectId, known.id);
  const arrivedS = Math.floor((issue.arrivedAt ?? now).getTime() / 1000);
  const isAfter = known.archived_at !== null && arrivedS >= Math.floor(known.archived_at.getTime() / 1000);
  const isBack = isAfter && issue.occurrences > 0;
  if (isBack) {
    await regressIssue(tx, projectId, known.id);
    await act(known.id, 'regressed');
  }
  const { id, seq } = known;
  const { title, severity } = saying;
  return { id, seq, title, severity, is_new: false, is_back: isBack, is_acknowledged: isAcknowledged(known, now) };
}

/** One that was for a while is over when its time is, also before it was taken back. */
export function isAcknowledged(
  { acknowledged_at, acknowledged_until }: Pick<IssueSummaryRow, 'acknowledged_at' | 'acknowledged_until'>,
  now: Date,
): boolean {
  return acknowledged_at !== null && (acknowledged_until === null || acknowledged_until > now);
}

/**
 * Exceptions come in any order, and in any pieces: what their issue says is what the newest of them says, and it is critical
 * when any of them was fatal. What is only more to say of an issue makes it no graver, and no slighter.
 */
function said(known: KnownIssue, issue: NewIssue): NewIssue {
  if (issue.occurrences === 0) return { ...issue, severity: known.severity };
  if (issue.type !== 'runtime_exception') return issue;
  const isLate = issue.seenAt < known.last_seen;
  return {
    ...issue,
    ...(isLate ? { title: known.title, recommendedAction: known.recommended_action, data: {} } : {}),
    ...(known.severity === 'critical' ? { severity: 'critical' } : {}),
  };
}

/** An acknowledgement that was for a while, and is over, is taken back; says what the issue is like then. */
export async function reopenLapsed(
  tx: Tx,
  deps: Pick<Deps, 'now' | 'newId'>,
  row: IssueSummaryRow,
): Promise<IssueSummaryRow> {
  const until = row.acknowledged_until;
  if (until === null || until > deps.now()) return row;
  const changed = { ...row, acknowledged_at: null, acknowledged_until: null, acknowledged_by: null };
  await setAcknowledged(tx, row.project_id, row.id, changed, deps.now());
  const activity = { id: deps.newId(), issueId: row.id, kind: 'reopened', keyId: null, detail: {}, at: until } as const;
  await insertActivity(tx, row.project_id, activity);
  return changed;
}
