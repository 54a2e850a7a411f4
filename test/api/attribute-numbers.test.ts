// An attribute that was sent as a number is found by that number, which its indexes know by the text that ingest gave it.

import t from 'tap';
import { seededRandom } from '../../src/lib/random.ts';
import { startApi } from '../support/api.ts';
import { startSenders } from '../support/senders.ts';

const api = await startApi(t);
const senders = await startSenders(t, api);
const project = await api.project();

const next = seededRandom(20);
const integers = [
  0n,
  1n,
  -7n,
  404n,
  2n ** 53n - 1n,
  2n ** 53n + 1n,
  2n ** 63n - 1n,
  -(2n ** 63n - 1n),
  1_700_000_000_123n,
];
const doubles = [0, -0, 1, 404, -7, 2.5, 0.1, 1e-7, 1e15, 123_456.789, 5e-324, 1.7e308, 2 ** 53 - 1];
for (let i = 0; i < 60; i++) {
  const digits = Math.floor(next() * 12);
  integers.push(BigInt(Math.floor(next() * 10 ** digits)));
  doubles.push(Number((next() * 10 ** digits).toFixed(Math.floor(next() * 5))), next() / 10 ** digits);
}

async function send(values: readonly object[]): Promise<void> {
  const logRecords = values.map((value) => ({
    timeUnixNano: `${Date.now()}000000`,
    body: { stringValue: 'a number' },
    attributes: [{ key: 'n', value }],
  }));
  const response = await fetch(`${senders.otlpUrl}/v1/logs`, {
    method: 'POST',
    headers: { authorization: `Bearer ${project.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ resourceLogs: [{ resource: { attributes: [] }, scopeLogs: [{ logRecords }] }] }),
  });
  const text = await response.text();
  if (text !== '{}') throw new Error(text);
  await senders.settled();
}

async function count(condition: string): Promise<number> {
  const query = `attributes.n ${condition} | summarize n = count()`;
  const { status, body } = await project.get('/events', { query });
  t.equal(status, 200, JSON.stringify(body).slice(0, 300));
  return Number(body.logsData[0][0]);
}

/** As the language writes it. */
const literal = (value: bigint | number): string => (Object.is(value, -0) ? '0' : String(value));

await send([
  ...integers.map((value) => ({ intValue: String(value) })),
  ...doubles.map((value) => ({ doubleValue: value })),
  { stringValue: '404' },
  { stringValue: '404.0' },
  { stringValue: '0404' },
  { stringValue: 'x' },
  { stringValue: '' },
]);

const exactMax = 2n ** 53n;
const isExact = (value: bigint) => value < exactMax && value > -exactMax;
/** Integers beyond 2^53 are equal to themselves alone. */
const sent = [...integers.map((value) => (isExact(value) ? Number(value) : value)), ...doubles];
const timesOf = (value: bigint | number) => sent.filter((one) => one === value).length;

t.test('each number is found as often as it was sent, and no other', async (t) => {
  for (const value of new Set(sent)) {
    const texts = value === 404 ? 2 : 0;
    t.equal(await count(`== ${literal(value)}`), timesOf(value) + texts, `== ${literal(value)}`);
  }
});

t.test('all others differ from it, and so do texts', async (t) => {
  const texts = 5;
  for (const value of [404, 2.5, 0, 2n ** 53n + 1n]) {
    const equal = timesOf(value) + (value === 404 ? 2 : 0);
    t.equal(await count(`!= ${literal(value)}`), sent.length + texts - equal, `!= ${literal(value)}`);
  }
  t.equal(await count('in (404, 2.5)'), timesOf(404) + timesOf(2.5) + 2);
  t.equal(await count('!in (404, 2.5)'), sent.length + texts - timesOf(404) - timesOf(2.5) - 2);
});

t.test('a text that is written otherwise is read as a number where that is asked for', async (t) => {
  const query = 'toreal(attributes.n) == 404 | summarize n = count()';
  const { body } = await project.get('/events', { query });
  t.equal(Number(body.logsData[0][0]), timesOf(404) + 3);
});

t.test('nor is it taken for its neighbour beside a number of each row', async (t) => {
  for (const value of [-7n, 2n ** 53n, 2n ** 53n + 1n, 2n ** 63n - 1n]) {
    for (const condition of ['attributes.n == m', 'm == attributes.n', 'attributes.n >= m and attributes.n <= m']) {
      const query = `extend m = ${value} | where ${condition} | summarize n = count()`;
      const { body } = await project.get('/events', { query });
      t.equal(Number(body.logsData[0][0]), timesOf(value === -7n ? -7 : value), query);
    }
  }
});
