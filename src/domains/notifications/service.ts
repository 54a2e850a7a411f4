import type { Deps } from '../../deps.ts';
import { utcTime } from '../../lib/time.ts';
import { insertAudit } from '../audit/queries.ts';
import { page, pageWindow, type Page } from '../page.ts';
import type { Actor } from '../permission.ts';
import { readDates } from '../range.ts';
import { replaceWebhookSecret, selectNotifications, webhookSecret, type NotificationRow } from './queries.ts';
import type { Notification, NotificationList, WebhookSecret } from './schema.ts';
import { newSecret } from './delivery/send.ts';

type Needs = Pick<Deps, 'sql' | 'now' | 'newId'>;

/** What was told, to whom and with what end; without a range all of it, the newest first. */
export async function listNotifications(
  deps: Needs,
  actor: Actor,
  list: NotificationList,
): Promise<Page<Notification>> {
  const window = pageWindow(list);
  const dates = readDates(list, deps.now());
  const { rows, total } = await selectNotifications(deps.sql, actor.projectId, list, dates, window);
  return page(rows.map(shown), total, window);
}

export async function getWebhookSecret(deps: Needs, actor: Actor): Promise<WebhookSecret> {
  return { secret: await webhookSecret(deps.sql, actor.projectId, newSecret(), deps.now()) };
}

/** The old one signs nothing any more, at once. */
export async function rotateWebhookSecret(deps: Needs, actor: Actor): Promise<WebhookSecret> {
  const secret = newSecret();
  await deps.sql.begin(async (tx) => {
    await replaceWebhookSecret(tx, actor.projectId, secret, deps.now());
    await insertAudit(tx, actor, {
      id: deps.newId(),
      at: deps.now(),
      action: 'webhook_secret.rotate',
      target: { kind: 'project', id: actor.projectId },
      before: null,
      after: null,
    });
  });
  return { secret };
}

function shown(row: NotificationRow): Notification {
  const { digest_id, status_code, error, ended_at } = row;
  return {
    id: row.id,
    state: row.state,
    channel: row.channel,
    address: row.address,
    kind: row.kind,
    title: row.message.headline,
    source: { kind: row.source_kind, id: row.source_id },
    ...(digest_id === null ? {} : { digest_id }),
    attempts: row.attempts,
    ...(row.state === 'waiting' ? { next_attempt_at: utcTime(row.next_at) } : {}),
    ...(status_code === null ? {} : { status_code }),
    ...(error === null ? {} : { error }),
    created_at: utcTime(row.created_at),
    ...(ended_at === null ? {} : { ended_at: utcTime(ended_at) }),
  };
}
