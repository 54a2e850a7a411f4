import { route } from '../../http/route.ts';
import { examplePage } from '../page.ts';
import { NotificationList, NotificationPage, WebhookSecret } from './schema.ts';
import { getWebhookSecret, listNotifications, rotateWebhookSecret } from './service.ts';

const tag = 'Notifications';

const notification = {
  id: '0198c0de-0000-8000-8000-0000000000f1',
  state: 'delivered',
  channel: 'chat',
  address: 'https://chat.example.com/hooks/T1/B1',
  kind: 'ALERT',
  title: '[Alert] Errors of checkout: 120 ≥ 100',
  source: { kind: 'monitor', id: '0198c0de-0000-7000-8000-0000000000d1' },
  attempts: 1,
  status_code: 200,
  created_at: '2026-01-31T12:00:00Z',
  ended_at: '2026-01-31T12:00:01Z',
} as const;

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';

export const notificationRoutes = [
  route({
    method: 'GET',
    url: '/notifications',
    operation: 'list_notifications',
    tag,
    permission: 'view',
    summary: 'List what was told, to whom and with what end; the newest first',
    description:
      'A target is told in order. A try that fails is repeated after 5 s, 30 s, 2 min, 10 min, 30 min, 2 h and 6 h, or when the receiver says, ' +
      'and once more when something else is to be told. ' +
      'A target hears of at most 20 things a minute; the rest comes in one digest.',
    query: NotificationList,
    result: NotificationPage,
    errors: ['invalid_parameter'],
    example: {
      query: { state: 'failed', since: '1d' },
      result: examplePage(notification),
    },
    run: ({ deps, actor, query }) => listNotifications(deps, actor, query),
  }),
  route({
    method: 'GET',
    url: '/notifications/webhook_secret',
    operation: 'get_webhook_secret',
    tag,
    permission: 'admin',
    summary: 'Get the secret that signs this project’s webhooks',
    description:
      'A chat channel written as `webhook+https://…` is sent events for machines, signed as Standard Webhooks: ' +
      '`webhook-id`, `webhook-timestamp` and `webhook-signature`, an HMAC-SHA256 with this secret.',
    result: WebhookSecret,
    errors: [],
    example: { result: { secret } },
    run: ({ deps, actor }) => getWebhookSecret(deps, actor),
  }),
  route({
    method: 'POST',
    url: '/notifications/webhook_secret/rotate',
    operation: 'rotate_webhook_secret',
    tag,
    permission: 'admin',
    summary: 'Replace the secret that signs this project’s webhooks, at once',
    effect: 'destroy',
    result: WebhookSecret,
    errors: [],
    example: { result: { secret } },
    run: ({ deps, actor }) => rotateWebhookSecret(deps, actor),
  }),
];
