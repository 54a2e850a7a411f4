import type { Deps } from '../../deps.ts';
import { utcTime } from '../../lib/time.ts';
import type { Tx } from '../../store/transaction.ts';
import { oneLine, type Message } from '../notifications/message.ts';
import { tell } from '../notifications/outbox.ts';
import { targetsOfProject, type Target } from '../notifications/targets.ts';
import { selectProject } from '../project/queries.ts';
import type { RecordedRow } from './queries-record.ts';
import { recordIssue, type NewIssue } from './record.ts';
import type { IssueType } from './schema.ts';

const words = { new: 'New', back: 'Back again' } as const;

interface Kind {
  readonly name: string;
  /** The setting of a project that asks for it. */
  readonly asked: 'error_alerts' | 'endpoint_alerts';
  /** What its occurrences are, where their number says something. */
  readonly occurrences?: string;
  /** The word for one more, of those that were over in between: each is news to who did not say that they know. */
  readonly again?: string;
}

const kinds: Readonly<Record<IssueType, Kind | null>> = {
  runtime_exception: { name: 'exception', asked: 'error_alerts', occurrences: 'Occurrences' },
  log_pattern: { name: 'error pattern', asked: 'error_alerts', occurrences: 'Lines' },
  log_pattern_rate_change: { name: 'change of volume', asked: 'error_alerts', again: 'Another' },
  new_endpoint: { name: 'endpoint', asked: 'endpoint_alerts' },
  endpoint_errors: { name: 'failing endpoint', asked: 'endpoint_alerts', again: 'Worse' },
  // The monitor tells it.
  query_alert: null,
};

/**
 * Records what was seen and, when that is news, tells those of the project who ask for its kind. In the order in which
 * `lockIssues` takes them, and all before the first is told: nobody who holds one waits for another in a ring.
 */
export async function raiseIssues(
  tx: Tx,
  deps: Pick<Deps, 'now' | 'newId'>,
  projectId: string,
  issues: readonly NewIssue[],
): Promise<void> {
  const news: Told[] = [];
  for (const issue of issues.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))) {
    const recorded = await recordIssue(tx, deps, projectId, issue);
    const what = newsOf(issue, recorded);
    if (what !== null) news.push({ ...issue, ...recorded, what });
  }
  await tellNews(tx, deps, projectId, news);
}

function placeOf({ type, target }: NewIssue): string {
  return `${type} ${target}`;
}

type News = keyof typeof words | 'again';
type Told = NewIssue & RecordedRow & { readonly what: News };

function newsOf({ type, severity }: NewIssue, { is_new, is_back, is_acknowledged }: RecordedRow): News | null {
  if (type === 'log_pattern' && severity === 'info') return null;
  if (is_new) return 'new';
  if (is_back) return 'back';
  return kinds[type]?.again !== undefined && !is_acknowledged ? 'again' : null;
}

async function tellNews(tx: Tx, deps: Pick<Deps, 'now'>, projectId: string, news: readonly Told[]): Promise<void> {
  const project = news.length === 0 ? undefined : await selectProject(tx, projectId);
  if (project === undefined) return;
  const asked = news.flatMap((one) => {
    const kind = kinds[one.type];
    return kind !== null && project[kind.asked] ? [{ one, kind }] : [];
  });
  if (asked.length === 0) return;
  const targets = await targetsOfProject(tx, projectId);
  for (const { one, kind } of asked) await tellIssue(tx, deps, projectId, one, kind, targets);
}

async function tellIssue(
  tx: Tx,
  deps: Pick<Deps, 'now'>,
  projectId: string,
  { id, seq, what, ...issue }: Told,
  kind: Kind,
  targets: readonly Target[],
): Promise<void> {
  const at = issue.seenAt.toISOString();
  const title = oneLine(issue.title);
  const message: Message = {
    kind: 'ISSUE',
    severity: issue.severity,
    headline: oneLine(`[${what === 'again' ? kind.again : words[what]} ${kind.name}] ${title}`),
    text: issue.recommendedAction ?? '',
    facts: [
      ['Issue', `#${seq} ${title}`],
      ...fact('Service', issue.service),
      ['Seen', utcTime(issue.seenAt)],
      ...fact(kind.occurrences, String(issue.occurrences)),
      ...fact(...(issue.evidence ?? [])),
    ],
    path: `/api/v1/issues/${id}`,
    at,
    data: { issue: { id, seq, type: issue.type, title: issue.title }, what },
  };
  const source = { kind: 'issue', id } as const;
  await tell(tx, deps, { projectId, source, key: `issue ${id} ${what} ${at}`, message }, targets);
}

function fact(name?: string, value?: string): [string, string][] {
  return name === undefined || value === undefined ? [] : [[name, value]];
}
