import { createHmac } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { inflateSync } from 'node:zlib';
import t from 'tap';
import { filled, nanosecondsText, numberText, oneLine, type Message } from '../../src/domains/notifications/message.ts';
import { post, type OutgoingLimits } from '../../src/domains/notifications/delivery/outgoing.ts';
import { isPublicAddress } from '../../src/domains/notifications/delivery/public-address.ts';
import {
  pagerAddress,
  renderChat,
  renderMail,
  renderPager,
  renderWebhook,
  signed,
} from '../../src/domains/notifications/delivery/render.ts';
import {
  heldMs,
  isDue,
  isFinalStatus,
  pauseMs,
  retryAfterMs,
  unchangedMs,
} from '../../src/domains/notifications/delivery/retry.ts';
import { digestOf, turn } from '../../src/domains/notifications/delivery/storm.ts';
import { chatTarget } from '../../src/domains/notifications/targets.ts';
import { trendPicture } from '../../src/domains/notifications/delivery/trend.ts';
import { periodBefore, periodDue, periodOf } from '../../src/domains/reports/period.ts';
import { withinMs } from '../../src/lib/within.ts';

const now = new Date('2026-03-01T12:00:00Z');

const names: Record<string, readonly string[]> = {
  'internal.example.com': ['10.0.0.5'],
  'metadata.example.com': ['169.254.169.254'],
  'half.example.com': ['93.184.216.34', '127.0.0.1'],
  'six.example.com': ['::1'],
  'mapped.example.com': ['::ffff:10.0.0.1'],
  'nat64.example.com': ['64:ff9b::a00:1'],
  'ula.example.com': ['fd12:3456::1'],
  'zone.example.com': ['fe80::1%eth0'],
  localhost: ['127.0.0.1', '::1'],
};

const forbidden = [
  // Loopback in every notation.
  'http://127.0.0.1/',
  'http://127.1/',
  'http://127.0.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0x7f.1/',
  'http://0x7f.0x0.0x0.0x1/',
  'http://017700000001/',
  'http://0177.0.0.1/',
  'http://0177.0.0.01/',
  'http://127.0.0.1./',
  'http://１２７.０.０.１/',
  'http://①②⑦.0.0.1/',
  'http://127.255.255.254/',
  'http://[::1]/',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://[::]/',
  'http://0/',
  'http://0.0.0.0/',
  'http://localhost/',
  'https://localhost/',
  'http://LOCALHOST/',
  // Private, shared, link-local, special.
  'http://10.0.0.1/',
  'http://10.255.255.255/',
  'http://012.0.0.1/',
  'http://167772161/',
  'http://172.16.0.1/',
  'http://172.31.255.255/',
  'http://192.168.0.1/',
  'http://192.168.255.255/',
  'http://3232235521/',
  'http://169.254.169.254/latest/meta-data/',
  'http://0xa9fea9fe/',
  'http://2852039166/',
  'http://169.254.0.1/',
  'http://100.64.0.1/',
  'http://100.127.255.255/',
  'http://192.0.0.1/',
  'http://198.18.0.1/',
  'http://192.0.2.1/',
  'http://198.51.100.1/',
  'http://203.0.113.1/',
  'http://224.0.0.1/',
  'http://239.255.255.255/',
  'http://240.0.0.1/',
  'http://255.255.255.255/',
  // IPv6, and what only wraps an IPv4 address.
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::ffff:10.0.0.1]/',
  'http://[::ffff:169.254.169.254]/',
  'http://[::127.0.0.1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[64:ff9b:1::a00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[2001:0:7f00:1::]/',
  'http://[2001:db8::1]/',
  'http://[fc00::1]/',
  'http://[fd00:ec2::254]/',
  'http://[fe80::1]/',
  'http://[fec0::1]/',
  'http://[ff02::1]/',
  'http://[100::1]/',
  // Names.
  'http://internal.example.com/',
  'https://metadata.example.com/',
  'http://half.example.com/',
  'http://six.example.com/',
  'http://mapped.example.com/',
  'http://nat64.example.com/',
  'http://ula.example.com/',
  'http://zone.example.com/',
  // Other ports, other protocols, a user.
  'http://93.184.216.34:22/',
  'http://93.184.216.34:6379/',
  'https://93.184.216.34:8443/',
  'ftp://93.184.216.34/',
  'file:///etc/passwd',
  'gopher://93.184.216.34/',
  'http://user:secret@93.184.216.34/',
  'http://:secret@93.184.216.34/',
  'not a url',
];

t.test('60 ways to a private address: no connection is opened, to whatever it is', async (t) => {
  const resolve = async (name: string) => names[name] ?? [];
  const limits: OutgoingLimits = { ports: [80, 443], allowPrivate: false, resolve };
  const sockets: unknown[] = [];
  const onSocket = (socket: unknown) => sockets.push(socket);
  subscribe('net.client.socket', onSocket);
  t.teardown(() => unsubscribe('net.client.socket', onSocket));
  t.ok(forbidden.length >= 60, `${forbidden.length} targets`);
  for (const url of forbidden) {
    const result = await post({ url, headers: {}, body: '{}' }, limits);
    t.equal(result.kind, 'refused', url);
  }
  t.same(sockets, []);
});

t.test('a name is resolved once, and the address that was judged is the one that is connected to', async (t) => {
  let asked = 0;
  const connected: unknown[] = [];
  const onSocket = (message: unknown) => connected.push(message);
  subscribe('net.client.socket', onSocket);
  t.teardown(() => unsubscribe('net.client.socket', onSocket));
  const resolve = async () => [asked++ === 0 ? '127.0.0.1' : '10.0.0.1'];
  const result = await post(
    { url: 'http://rebinding.example.com:9/', headers: {}, body: '{}' },
    { ports: [80], allowPrivate: true, resolve },
  );
  t.equal(asked, 1);
  t.same(result, { kind: 'unreachable', reason: 'ECONNREFUSED' });
  t.equal(connected.length, 1);
  const refused = await post(
    { url: 'http://rebinding.example.com/', headers: {}, body: '{}' },
    { ports: [80], allowPrivate: false, resolve: async () => ['127.0.0.1'] },
  );
  t.equal(refused.kind, 'refused');
  t.equal(connected.length, 1);
});

t.test('of the addresses of a name one that answers is enough', async (t) => {
  const server = createHttpServer((_, response) => response.end('here')).listen(0, '127.0.0.1');
  t.teardown(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const limits = { ports: [], allowPrivate: true, resolve: async () => ['::1', '127.0.0.2', '127.0.0.1'] };
  const result = await post({ url: `http://many.example.com:${port}/`, headers: {}, body: '{}' }, limits);
  t.same(result, { kind: 'answered', status: 200, retryAfter: null, body: 'here' });
});

t.test('of an answer that does not end its beginning is enough', async (t) => {
  const server = createHttpServer((_, response) => response.write('x'.repeat(100_000))).listen(0, '127.0.0.1');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const limits = { ports: [], allowPrivate: true };
  const result = await withinMs(post({ url: `http://127.0.0.1:${port}/`, headers: {}, body: '{}' }, limits), 8_000);
  t.same(result, { kind: 'answered', status: 200, retryAfter: null, body: 'x'.repeat(500) });
});

t.test('a resolver that never answers is waited for no longer than a receiver', async (t) => {
  const limits = { ports: [80], allowPrivate: false, resolve: () => new Promise<never>(() => {}) };
  const result = await withinMs(post({ url: 'http://silent.example.com/', headers: {}, body: '{}' }, limits), 10_000);
  t.same(result, { kind: 'unreachable', reason: 'silent.example.com could not be resolved' });
});

t.test('a receiver that hangs up is told of in words', async (t) => {
  const server = createServer((socket) => socket.on('data', () => socket.destroy())).listen(0, '127.0.0.1');
  t.teardown(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const limits = { ports: [], allowPrivate: true };
  const result = await post({ url: `http://127.0.0.1:${port}/`, headers: {}, body: '{}' }, limits);
  t.same(result, { kind: 'unreachable', reason: 'other side closed' });
});

t.test('addresses of the public internet are', async (t) => {
  for (const one of [
    '1.1.1.1',
    '93.184.216.34',
    '172.15.0.1',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700::1111',
    '2a00:1450::1',
  ]) {
    t.ok(isPublicAddress(one), one);
  }
});

t.test('pauses between tries grow to hours, spread by a fifth, and do as the receiver asks', async (t) => {
  const failed = { kind: 'failed', isFinal: false, statusCode: 503, reason: '' } as const;
  for (const [index, base] of retryAfterMs.entries()) {
    t.equal(pauseMs(index + 1, failed, now, 0.5), base);
    t.equal(Math.round(pauseMs(index + 1, failed, now, 0) ?? 0), base * 0.8);
    t.equal(Math.round(pauseMs(index + 1, failed, now, 1) ?? 0), base * 1.2);
  }
  t.equal(pauseMs(retryAfterMs.length + 1, failed, now, 0.5), null, 'then it is over');
  t.equal(pauseMs(1, { ...failed, retryAfter: '120' }, now, 0.5), 120_000);
  t.equal(pauseMs(1, { ...failed, retryAfter: new Date(now.getTime() + 90_000).toUTCString() }, now, 0.5), 90_000);
  t.equal(pauseMs(1, { ...failed, retryAfter: '1' }, now, 0.5), 5_000, 'never sooner than usual');
  t.equal(pauseMs(1, { ...failed, retryAfter: '999999999' }, now, 0.5), 6 * 3_600_000);
  t.equal(pauseMs(1, { ...failed, retryAfter: 'soon' }, now, 0.5), 5_000);
  t.equal(pauseMs(1, { ...failed, isFinal: true }, now, 0.5), null);
  const final = [301, 302, 307, 400, 401, 403, 404, 410, 422];
  const passing = [408, 409, 425, 429, 500, 502, 503, 504];
  t.same([final.every(isFinalStatus), passing.some(isFinalStatus)], [true, false]);
});

t.test('a target is let alone as it asks, and for a minute at most when it does not answer', async (t) => {
  const answered = { kind: 'failed', isFinal: false, statusCode: 503, reason: '' } as const;
  const silent = { ...answered, statusCode: null };
  const hourMs = 3_600_000;
  t.equal(heldMs(hourMs, answered, now), 0, 'what one message got says nothing of the next');
  t.equal(heldMs(hourMs, { ...answered, retryAfter: '120' }, now), 120_000);
  t.equal(heldMs(hourMs, silent, now), 60_000);
  t.equal(heldMs(5_000, silent, now), 5_000, 'not for longer than until its own next try');
  t.equal(unchangedMs(5_000, answered, now), 5_000);
  t.equal(unchangedMs(5_000, { ...answered, retryAfter: '120' }, now), 120_000);
  t.equal(unchangedMs(5_000, { ...answered, isFinal: true }, now), null);
});

t.test('what waits until later than any pause waits no more: the clock was put back', async (t) => {
  const after = (ms: number) => isDue(new Date(now.getTime() + ms), now);
  const hourMs = 3_600_000;
  t.same([-hourMs, 0, 1, hourMs, 7.2 * hourMs, 7.3 * hourMs].map(after), [true, true, false, false, false, true]);
});

t.test('a target hears of twenty things a minute, the last of them a digest of all that waits', async (t) => {
  const sent = (n: number) => Array.from({ length: n }, (_, index) => new Date(now.getTime() - 30_000 + index));
  t.same(turn(sent(0), 50, true, now), { kind: 'one' });
  t.same(turn(sent(18), 50, true, now), { kind: 'one' });
  t.same(turn(sent(19), 50, true, now), { kind: 'digest' });
  t.same(turn(sent(19), 1, true, now), { kind: 'one' }, 'one alone needs no digest');
  t.same(turn(sent(19), 50, false, now), { kind: 'one' }, 'pagers get each');
  t.same(turn(sent(20), 50, true, now), { kind: 'wait', ms: 30_000 });
  const digest = digestOf([message, { ...message, severity: 'critical', headline: 'second' }], now);
  t.match(digest, { kind: 'DIGEST', severity: 'critical', headline: '2 notifications in one' });
  t.match(digest.text, /\n2026-03-01T12:00:00Z second$/, 'with day and zone: it may have waited for hours');
  t.match(digest.data['notifications'], [{ severity: 'error' }, { severity: 'critical', title: 'second' }]);
});

const hostile = '<script>alert(1)</script> & "quotes" <!channel> @channel @Everyone {{title}}';
const message: Message = {
  kind: 'ALERT',
  severity: 'error',
  headline: `[Alert] ${hostile}`,
  text: hostile,
  facts: [['Group', `${hostile}\nSecond: line`]],
  path: '/api/v1/monitors/1',
  at: now.toISOString(),
  incident: { key: 'monitor/1', ends: false },
  data: { value: 120 },
  trend: {
    points: [
      [1, 10],
      [2, null],
      [3, 120],
    ],
    alert: 100,
    warning: 80,
  },
};
const envelope = {
  id: '0198c0de-0000-8000-8000-000000000001',
  project: { id: 'p', title: 'Shop <b>' },
  message,
  hostUrl: 'https://c.example.com',
};

t.test('what users and telemetry bring is escaped for where it lands', async (t) => {
  const mail = renderMail(envelope, 'cid');
  t.notMatch(mail.html, /<script>|<!channel>/);
  t.match(mail.html, /&#60;script&#62;/);
  t.notMatch(mail.text, /\nSecond: line/, 'no line of its own in the facts');
  t.notMatch(renderMail({ ...envelope, message: { ...message, headline: 'a\r\nBcc: x@y.z' } }, null).subject, /[\r\n]/);
  const chat = JSON.parse(renderChat(envelope));
  t.notMatch(JSON.stringify(chat), /<script>|<!channel>|@channel|@everyone/i);
  t.match(chat.text, /&lt;script&gt;/);
  t.equal(chat.mrkdwn, false, 'a name with stars or underlines stays as it is written');
  t.same(
    chat.attachments.map(({ title, title_link }: Record<string, string>) => [title, title_link]),
    [['https://c.example.com/api/v1/monitors/1', 'https://c.example.com/api/v1/monitors/1']],
    'the first line is said once: both are shown',
  );
  t.equal(
    filled('{{value}} of {{ threshold }} {{unknown}}', { value: '{{threshold}}', threshold: '100' }),
    '{{threshold}} of 100 {{unknown}}',
  );
  t.equal(filled('{{constructor}} {{toString}}', {}), '{{constructor}} {{toString}}');
  t.equal(oneLine('a\u2028b\u0000c\td'), 'a b c d');
  t.equal(oneLine('👩\u200d💻 می\u200cخواهم'), '👩\u200d💻 می\u200cخواهم', 'what joins letters is part of the word');
  for (const start of ['', 'x']) {
    const long = start + '😀'.repeat(10_000);
    t.match(oneLine(long), /^x?😀+…$/u, 'a cut leaves no half of a character');
    t.match(filled('{{a}}', { a: long }), /^x?😀+$/u);
  }
  t.equal(numberText(0.1 + 0.2), '0.3');
  t.same([12_345.678, 123_456.7, 1_234_564.4, -1_234_564.6, 1_073_741_824.5].map(numberText), [
    '12345.7',
    '123457',
    '1234564',
    '-1234565',
    '1073741825',
  ]);
  t.equal(numberText(Infinity), '∞');
  t.same([0, 999, -1_500, 2e6, 999_999_999, 5.4e12, Infinity, null].map(nanosecondsText), [
    '0 ns',
    '999 ns',
    '-1.5 µs',
    '2 ms',
    '1000 ms',
    '5400 s',
    '∞',
    'no value',
  ]);
});

t.test('whoever is told of something is told of which project it is', async (t) => {
  const mail = renderMail(envelope, null);
  t.match(mail.text, /\nProject: Shop <b>\nGroup: /);
  t.match(mail.html, />Project<\/td><td[^>]*>Shop &#60;b&#62;</);
  const [first] = JSON.parse(renderChat(envelope)).attachments[0].fields;
  t.same(first, { title: 'Project', value: 'Shop &lt;b&gt;', short: true });
  t.match(JSON.parse(renderWebhook(envelope)).data, { project_id: 'p', project_title: 'Shop <b>' });
  t.match(JSON.parse(renderPager(envelope, 'k')).payload.custom_details, { Project: 'Shop <b>' });
});

t.test('a chat is told hundreds of lines, and that there are more', async (t) => {
  const lines = (count: number) => Array.from({ length: count }, (_, n) => `12:00:00 [Alert] A & B of service ${n}`);
  const textOf = (text: string): string =>
    JSON.parse(renderChat({ ...envelope, message: { ...message, text } })).attachments[0].text;
  t.equal(textOf(lines(300).join('\n')), lines(300).join('\n').replaceAll('&', '&amp;'));
  const all = lines(2_000).join('\n');
  const said = textOf(all).split('\n');
  t.equal(said.at(-1), `… (${all.length} characters in all)`);
  t.same(
    said.slice(0, -1),
    lines(said.length - 1).map((line) => line.replaceAll('&', '&amp;')),
    'no half of a line or of an escape',
  );
});

t.test('webhooks are signed as Standard Webhooks, and verify', async (t) => {
  const secret = `whsec_${Buffer.from('a secret of thirty-two bytes ...').toString('base64')}`;
  const body = renderWebhook(envelope);
  const headers = signed(envelope.id, body, secret, now);
  const expected = createHmac('sha256', 'a secret of thirty-two bytes ...')
    .update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
    .digest('base64');
  t.equal(headers['webhook-signature'], `v1,${expected}`);
  t.equal(headers['webhook-id'], `msg_${envelope.id}`);
  t.match(JSON.parse(body), {
    type: 'notification.alert',
    data: { value: 120, url: 'https://c.example.com/api/v1/monitors/1' },
  });
});

t.test('pagers are told of beginnings and ends of one incident', async (t) => {
  t.same(pagerAddress('R0123456789ABCDEF0123456789ABCDE'), {
    url: 'https://events.pagerduty.com/v2/enqueue',
    key: 'R0123456789ABCDEF0123456789ABCDE',
  });
  t.same(pagerAddress('https://pager.example.com/v2/enqueue?routing_key=k'), {
    url: 'https://pager.example.com/v2/enqueue',
    key: 'k',
  });
  t.equal(pagerAddress('the one on the wall'), null);
  const trigger = JSON.parse(renderPager(envelope, 'k'));
  t.match(trigger, {
    routing_key: 'k',
    event_action: 'trigger',
    dedup_key: 'monitor/1',
    payload: { severity: 'error' },
  });
  const end = { ...message, incident: { key: 'monitor/1', ends: true } };
  t.equal(JSON.parse(renderPager({ ...envelope, message: end }, 'k')).event_action, 'resolve');
  t.same(chatTarget('webhook+https://x.example.com/'), { channel: 'webhook', address: 'https://x.example.com/' });
});

/** The rows of pixels, each behind its filter byte. */
function linesOf(picture: Buffer | null): Buffer {
  const bytes = picture ?? Buffer.alloc(0);
  const at = bytes.indexOf('IDAT');
  return inflateSync(bytes.subarray(at + 4, at + 4 + bytes.readUInt32BE(at - 4)));
}

t.test('the trend is a picture that can be read back', async (t) => {
  const picture = trendPicture(message.trend);
  t.ok(picture);
  t.same([picture?.readUInt32BE(16), picture?.readUInt32BE(20)], [480, 120]);
  const lines = linesOf(picture);
  t.equal(lines.length, 481 * 120);
  t.same(new Set(lines), new Set([0, 1, 2, 3]), 'the values and both lines are drawn');
  t.equal(trendPicture({ points: [[1, 5]], alert: 1, warning: null }), null);
});

t.test('where there was no value the trend has no line', async (t) => {
  const values = [10, 20, null, null, 20, 10, null];
  const points = values.map((value, n): [number, number | null] => [n, value]);
  const lines = linesOf(trendPicture({ points, alert: 100, warning: null }));
  const isDrawn = (time: number) => {
    const column = 7 + Math.round((time / 6) * 467);
    return Array.from({ length: 120 }, (_, row) => lines[row * 481 + column]).includes(1);
  };
  t.same([0.5, 2.5, 4.5, 5.8].map(isDrawn), [true, false, true, false]);
});

t.test('reports are due in the morning of the project, on the days that its calendar has', async (t) => {
  const due = (kind: 'daily' | 'weekly', zone: string, at: string) => periodDue(kind, zone, new Date(at));
  t.equal(due('daily', 'UTC', '2026-03-02T07:59:59Z'), null);
  t.same(due('daily', 'UTC', '2026-03-02T08:00:00Z'), {
    kind: 'daily',
    day: '2026-03-01',
    from: new Date('2026-03-01T00:00:00Z'),
    to: new Date('2026-03-02T00:00:00Z'),
  });
  const short = due('daily', 'Europe/Berlin', '2026-03-30T06:30:00Z');
  t.same(
    [short?.day, short?.from.toISOString(), short?.to.toISOString()],
    ['2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    'a day of 23 hours',
  );
  t.ok(short);
  for (const day of short === null ? [] : [short, periodOf('daily', 'Europe/Berlin', '2026-03-30')]) {
    const { from, to } = periodBefore(day, 'Europe/Berlin');
    const before = due('daily', 'Europe/Berlin', new Date(day.to.getTime() - 12 * 3_600_000).toISOString());
    t.same([from, to], [before?.from, before?.to], 'it is compared with the day that the report before was of');
  }
  for (const [zone, from, to] of [
    ['America/Santiago', '2026-09-06T04:00:00.000Z', '2026-09-07T03:00:00.000Z'],
    ['Africa/Cairo', '2026-04-23T22:00:00.000Z', '2026-04-24T21:00:00.000Z'],
  ] as const) {
    const late = due('daily', zone, new Date(Date.parse(to) + 12 * 3_600_000).toISOString());
    t.same([late?.from.toISOString(), late?.to.toISOString()], [from, to], `${zone}: a day that begins at one`);
  }
  const twice = periodOf('daily', 'America/Havana', '2026-11-01');
  t.same(
    [twice.from.toISOString(), twice.to.toISOString()],
    ['2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
    'a day of 25 hours begins with the first of its two midnights',
  );
  t.equal(due('daily', 'Pacific/Auckland', '2026-03-01T20:00:00Z')?.day, '2026-03-01');
  t.match(due('weekly', 'UTC', '2026-03-02T09:00:00Z'), { day: '2026-02-23', to: new Date('2026-03-02T00:00:00Z') });
  t.equal(due('weekly', 'UTC', '2026-03-04T09:00:00Z'), null, 'on Monday, at the latest on Tuesday');
});
