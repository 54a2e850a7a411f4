// One message in the dress of each channel. Everything in it came from users or from telemetry: each escapes for where it lands. Pure.

import { createHmac } from 'node:crypto';
import { beginning } from '../../../lib/beginning.ts';
import { escapeHtml } from '../../../lib/html.ts';
import { visible } from '../../../lib/visible.ts';
import { oneLine, type Message } from '../message.ts';

export interface Envelope {
  /** Of the notification: the same on each try. */
  readonly id: string;
  readonly project: { readonly id: string; readonly title: string };
  readonly message: Message;
  /** Base of links, without a slash at the end. */
  readonly hostUrl: string;
}

const colours: Readonly<Record<string, string>> = {
  ALERT: '#dc2626',
  REMINDER: '#dc2626',
  WARNING: '#d97706',
  RECOVERED: '#16a34a',
  EVAL_ERROR: '#d97706',
  EVAL_RESTORED: '#16a34a',
};
const plainColour = '#2563eb';

function colourOf({ kind }: Message): string {
  return colours[kind] ?? plainColour;
}

/** Production and its rehearsal have the same monitors: which of them it is comes first. */
function factsOf({ project, message }: Envelope): readonly [string, string][] {
  return [['Project', project.title], ...message.facts];
}

export interface Mail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** `pictureId`: of the attached trend, where there is one. */
export function renderMail(envelope: Envelope, pictureId: string | null): Mail {
  const { message, hostUrl } = envelope;
  const link = hostUrl + message.path;
  const all = factsOf(envelope);
  const width = Math.max(...all.map(([name]) => name.length));
  const facts = all.map(([name, value]) => `${`${name}:`.padEnd(width + 2)}${oneLine(value)}`);
  const html = (text: string) => escapeHtml(visible(text));
  const rows = all.map(
    ([name, value]) =>
      `<tr><td style="padding:2px 16px 2px 0;color:#64748b">${html(name)}</td><td style="padding:2px 0">${html(value)}</td></tr>`,
  );
  return {
    subject: oneLine(message.headline),
    text: [
      oneLine(message.headline),
      '',
      ...facts,
      ...(message.text === '' ? [] : ['', visible(message.text)]),
      '',
      link,
      '',
    ].join('\n'),
    html: [
      '<!doctype html><html><body style="margin:0;padding:16px;font-family:sans-serif;font-size:14px;color:#0f172a">',
      `<div style="border-left:4px solid ${colourOf(message)};padding-left:12px">`,
      `<h2 style="margin:0 0 8px;font-size:18px">${html(message.headline)}</h2>`,
      `<table style="border-collapse:collapse">${rows.join('')}</table>`,
      message.text === '' ? '' : `<p style="white-space:pre-wrap">${html(message.text)}</p>`,
      pictureId === null ? '' : `<p><img src="cid:${pictureId}" width="480" height="120" alt="The last values"></p>`,
      `<p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`,
      '</div></body></html>',
    ].join('\n'),
  };
}

/** Some hundred lines of a digest; products cut a message of more than 40 000 characters themselves. */
const chatTextMax = 30_000;

/** Slack's form, which most chat products take: text for those that know nothing else, below it an attachment with the facts. */
export function renderChat(envelope: Envelope): string {
  const { message, hostUrl } = envelope;
  const safe = (text: string) =>
    unheard(visible(text)).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const headline = safe(oneLine(message.headline));
  const link = hostUrl + message.path;
  return JSON.stringify({
    text: headline,
    mrkdwn: false,
    attachments: [
      {
        color: colourOf(message),
        fallback: headline,
        title: safe(link),
        title_link: link,
        text: safe(cut(message.text)),
        mrkdwn_in: [],
        fields: factsOf(envelope).map(([title, value]) => ({
          title: safe(title),
          value: safe(value),
          short: value.length <= 40,
        })),
        ts: Math.floor(Date.parse(message.at) / 1000),
      },
    ],
  });
}

/** Whoever writes into a log rings nobody: Mattermost, Rocket.Chat and Discord take these words for everyone in the channel. */
function unheard(text: string): string {
  return text.replaceAll(/@(?=(?:all|channel|everyone|here)\b)/gi, '@\u200b');
}

/** At the end of a line, and not in silence. */
function cut(text: string): string {
  if (text.length <= chatTextMax) return text;
  const kept = beginning(text, chatTextMax);
  return `${kept.slice(0, Math.max(kept.lastIndexOf('\n'), 0) || chatTextMax)}\n… (${text.length} characters in all)`;
}

/** The event for machines; the type tells its form. */
export function renderWebhook({ id, project, message, hostUrl }: Envelope): string {
  const { kind, severity, headline, text, path, at, data } = message;
  return JSON.stringify({
    type: `notification.${kind.toLowerCase()}`,
    timestamp: at,
    data: {
      id,
      project_id: project.id,
      project_title: project.title,
      kind,
      severity,
      title: headline,
      text,
      url: hostUrl + path,
      ...data,
    },
  });
}

/** Headers of Standard Webhooks: id, time and HMAC-SHA256 over both and the body. */
export function signed(id: string, body: string, secret: string, now: Date): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`msg_${id}.${timestamp}.${body}`).digest('base64');
  return {
    'webhook-id': `msg_${id}`,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}

const defaultPagerUrl = 'https://events.pagerduty.com/v2/enqueue';
const routingKey = /^[A-Za-z0-9]{16,64}$/;

/** A pager service is a routing key, or the URL of an events API with one in `routing_key`. */
export function pagerAddress(address: string): { url: string; key: string } | null {
  if (routingKey.test(address)) return { url: defaultPagerUrl, key: address };
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  const key = url.searchParams.get('routing_key') ?? '';
  url.searchParams.delete('routing_key');
  return { url: url.href, key };
}

export function renderPager(envelope: Envelope, key: string): string {
  const { id, message, hostUrl } = envelope;
  const link = hostUrl + message.path;
  return JSON.stringify({
    routing_key: key,
    event_action: message.incident?.ends === true ? 'resolve' : 'trigger',
    dedup_key: message.incident?.key ?? id,
    client: 'Colonnade',
    client_url: link,
    links: [{ href: link, text: oneLine(message.headline) }],
    payload: {
      summary: oneLine(message.headline),
      source: hostUrl,
      // Pagers have the same words for it.
      severity: message.severity,
      timestamp: message.at,
      custom_details: { text: message.text, ...Object.fromEntries(factsOf(envelope)), ...message.data },
    },
  });
}
