import type { Deps } from '../../deps.ts';
import { utcTime } from '../../lib/time.ts';
import type { Tx } from '../audit/queries.ts';
import { oneLine, type Message } from '../notifications/message.ts';
import { tell } from '../notifications/outbox.ts';
import { targetsOfProject } from '../notifications/targets.ts';
import { selectProject } from '../project/queries.ts';
import type { IssueType } from './record.ts';

export interface IssueNews {
  readonly id: string;
  readonly seq: number;
  readonly type: IssueType;
  /** `worse`: of an open issue whose numbers got significantly worse. */
  readonly what: 'new' | 'back' | 'worse';
  readonly title: string;
  readonly severity: Message['severity'];
  readonly service?: string;
  /** What a person wants to know at a glance, beside service and time. */
  readonly facts?: readonly (readonly [string, string])[];
  readonly text?: string;
  readonly at: Date;
}

const words = { new: 'New', back: 'Back again', worse: 'Worse' } as const;

const names = {
  runtime_exception: 'exception',
  log_pattern: 'error pattern',
  log_pattern_rate_change: 'change of volume',
  new_endpoint: 'endpoint',
  endpoint_errors: 'failing endpoint',
} as const;

/**
 * Tells those of the project of an issue, in the transaction that recorded it, where the project asks for that kind
 * (`error_alerts`, `endpoint_alerts`). A monitor's own issue is told by the monitor. True when somebody is told.
 */
export async function tellIssue(tx: Tx, deps: Pick<Deps, 'now'>, projectId: string, news: IssueNews): Promise<boolean> {
  if (news.type === 'query_alert') return false;
  const project = await selectProject(tx, projectId);
  const ofEndpoint = news.type === 'new_endpoint' || news.type === 'endpoint_errors';
  if (project === undefined || !(ofEndpoint ? project.endpoint_alerts : project.error_alerts)) return false;
  const title = oneLine(news.title);
  const message: Message = {
    kind: 'ISSUE',
    severity: news.severity,
    headline: oneLine(`[${words[news.what]} ${names[news.type]}] ${title}`),
    text: news.text ?? '',
    facts: [
      ['Project', project.title],
      ['Issue', `#${news.seq} ${title}`],
      ...(news.service === undefined ? [] : [['Service', news.service] satisfies [string, string]]),
      ['Seen', utcTime(news.at)],
      ...(news.facts ?? []).map(([name, value]): [string, string] => [name, value]),
    ],
    path: `/api/v1/issues/${news.id}`,
    at: news.at.toISOString(),
    data: { issue: { id: news.id, seq: news.seq, type: news.type, title: news.title }, what: news.what },
  };
  const key = `issue ${news.id} ${news.what} ${news.at.toISOString()}`;
  const targets = await targetsOfProject(tx, projectId);
  const ids = await tell(tx, deps, { projectId, source: { kind: 'issue', id: news.id }, key, message }, targets);
  return ids.length > 0;
}
