import { randomBytes } from 'node:crypto';
import { createTransport } from 'nodemailer';
import type { Deps } from '../../../deps.ts';
import { webhookSecret, type SendRow } from '../queries.ts';
import { post, type Post } from './outgoing.ts';
import { pagerAddress, renderChat, renderMail, renderPager, renderWebhook, signed, type Envelope } from './render.ts';
import { isFinalStatus, type Sent } from './retry.ts';
import { trendPicture } from './trend.ts';

const smtpTimeoutMs = 8_000;
/** A mail that was handed over and is not waited for may have been taken: it would be sent again. Some look through it for half a minute. */
const mailMsMax = 40_000;
const secretBytes = 32;
const json = { 'content-type': 'application/json' };

/** One try at one notification. Never throws: what went wrong is a result too. */
export async function send(deps: Pick<Deps, 'config' | 'sql' | 'now' | 'hostUrl'>, row: SendRow): Promise<Sent> {
  const envelope: Envelope = {
    id: row.id,
    project: { id: row.project_id, title: row.project_title },
    message: row.message,
    hostUrl: deps.hostUrl,
  };
  switch (row.channel) {
    case 'email':
      return sendMail(deps.config, envelope, row.address);
    case 'chat':
      return sendPost(deps, { url: row.address, headers: json, body: renderChat(envelope) });
    case 'webhook': {
      const body = renderWebhook(envelope);
      const secret = await webhookSecret(deps.sql, row.project_id, newSecret(), deps.now());
      return sendPost(deps, {
        url: row.address,
        headers: { ...json, ...signed(row.id, body, secret, deps.now()) },
        body,
      });
    }
    case 'pager': {
      const pager = pagerAddress(row.address);
      if (pager === null) return refused('it is neither a routing key nor a URL');
      return sendPost(deps, { url: pager.url, headers: json, body: renderPager(envelope, pager.key) });
    }
  }
}

/** As Standard Webhooks writes secrets. */
export function newSecret(): string {
  return `whsec_${randomBytes(secretBytes).toString('base64')}`;
}

function mailTransport(url: string) {
  return createTransport({
    url,
    connectionTimeout: smtpTimeoutMs,
    greetingTimeout: smtpTimeoutMs,
    socketTimeout: mailMsMax,
    dnsTimeout: smtpTimeoutMs,
  });
}

/** Throws what the mail server has against us. */
export async function probeMail(url: string): Promise<void> {
  const transport = mailTransport(url);
  await transport.verify().finally(() => transport.close());
}

async function sendMail(config: Deps['config'], envelope: Envelope, to: string): Promise<Sent> {
  if (config.smtpUrl === undefined) return refused('no mail server is configured (SMTP_URL)');
  const picture = trendPicture(envelope.message.trend);
  const pictureId = picture === null ? null : `trend.${envelope.id}@colonnade`;
  const transport = mailTransport(config.smtpUrl);
  const inTime = AbortSignal.timeout(mailMsMax);
  try {
    await transport.sendMail({
      signal: inTime,
      from: config.mailFrom,
      to: { name: '', address: to },
      messageId: `<${envelope.id}@colonnade>`,
      date: new Date(envelope.message.at),
      // Who is on holiday answers people.
      headers: { 'Auto-Submitted': 'auto-generated' },
      ...renderMail(envelope, pictureId),
      attachments:
        picture === null || pictureId === null
          ? []
          : [{ filename: 'trend.png', content: picture, cid: pictureId, contentType: 'image/png' }],
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    return { kind: 'delivered', statusCode: 250 };
  } catch (error) {
    const { responseCode, command, message } = error as Error & { responseCode?: number; command?: string };
    // 5xx for the recipient or the mail is for ever; for our login or sender it is until the operator mends it.
    const isFinal = responseCode !== undefined && responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA');
    const reason = inTime.aborted ? 'the mail server did not take it in time' : message;
    return { kind: 'failed', isFinal, statusCode: responseCode ?? null, reason };
  } finally {
    transport.close();
  }
}

async function sendPost({ config }: Pick<Deps, 'config'>, one: Post): Promise<Sent> {
  const { webhookPorts: ports, allowPrivateWebhooks: allowPrivate } = config;
  const result = await post(one, { ports, allowPrivate });
  switch (result.kind) {
    case 'refused':
      return refused(result.reason);
    case 'unreachable':
      return { kind: 'failed', isFinal: false, statusCode: null, reason: result.reason };
    case 'answered': {
      const { status, body, retryAfter } = result;
      if (status >= 200 && status < 300) return { kind: 'delivered', statusCode: status };
      const reason = `it answered ${status}${body.trim() === '' ? '' : `: ${body.trim()}`}`;
      return { kind: 'failed', isFinal: isFinalStatus(status), statusCode: status, reason, retryAfter };
    }
  }
}

function refused(reason: string): Sent {
  return { kind: 'failed', isFinal: true, statusCode: null, reason };
}
