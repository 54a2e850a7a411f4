// Fifty callers of one project ask for all the engine can do: what another project waits for, and what is left when they go.

import t from 'tap';
import { gateLimits } from '../../src/store/read.ts';
import { startApi } from '../support/api.ts';
import { fillEvents, recentNs, seedEvents } from '../support/events.ts';
import { runningOf } from '../support/running.ts';
import { until } from '../support/service.ts';
import { unread } from '../support/unread.ts';

const callers = 50;
const rows = 300_000;
const goneMsMax = 2_000;
/** Every row beside every other one of its service: ends by its limits or because its caller left, not by itself. */
const heavy =
  'join kind=inner (project service, other=body) on service | where strlen(strcat(body, other)) > 1000 | summarize count()';

t.setTimeout(240_000);

const api = await startApi(t);
const { clickhouse } = api.deps;
const [greedy, modest] = [await api.project(), await api.project()];
await fillEvents(api, greedy, rows, {
  service: "concat('s', toString(number % 3))",
  body: "concat('message ', toString(number))",
});
await seedEvents(
  api,
  modest,
  Array.from({ length: 500 }, (_, n) => ({ ts: recentNs - BigInt(n) * 1_000_000_000n, body: `line ${n}` })),
);

const running = () => runningOf(clickhouse, greedy.id);

t.test('a project that asks for too much is behind itself only, and leaves nothing behind', async (t) => {
  const leaving = new AbortController();
  const statuses: number[] = [];
  const asking = Array.from({ length: callers }, async () => {
    const path = `/metrics?${new URLSearchParams({ query: heavy, data_type: 'json', since: '1h' }).toString()}`;
    const headers = { authorization: `Bearer ${greedy.key}`, 'x-project-id': greedy.id };
    const response = await fetch(`${api.url}/api/v1${path}`, { headers, signal: leaving.signal });
    await response.text();
    statuses.push(response.status);
  });
  const { runningPerProjectMax, waitingPerProjectMax } = gateLimits;
  await until('all run', 30_000, async () => (await running()) === runningPerProjectMax);
  t.equal(await running(), runningPerProjectMax);
  const refused = callers - runningPerProjectMax - waitingPerProjectMax;
  await until('all others are refused', 30_000, () => statuses.length >= refused);
  t.same(statuses, Array(refused).fill(429), 'who finds no place is told at once; nobody else has an answer yet');

  for (const path of ['/events?since=1h', '/facets?since=1h', '/metrics?since=1h']) {
    const before = statuses.length;
    const { status } = await modest.get(path);
    t.equal(status, 200);
    const overtaken = statuses.length - before;
    t.ok(overtaken <= runningPerProjectMax, `${path}: behind ${overtaken} of those that ran already`);
    t.ok((await running()) <= runningPerProjectMax);
  }
  t.ok(statuses.length < callers, 'some wait still');

  leaving.abort();
  const left = performance.now();
  await Promise.allSettled(asking);
  await until('all are gone', 10_000, async () => (await running()) === 0);
  t.ok(performance.now() - left < goneMsMax, `nothing runs for them after ${Math.round(performance.now() - left)} ms`);
  t.equal((await greedy.get('/events?since=1h&limit=1')).status, 200, 'their places are free');
});

t.test('exports that nobody reads keep half of the turns of their project at most, and not for long', async (t) => {
  const path = '/events/export?format=jsonl&since=1h';
  const begun: string[] = [];
  for (let asked = 0; asked < 4; asked++) void unread(t, api, greedy, path).status.then((status) => begun.push(status));
  await until('two begin', 60_000, () => begun.length === 2);
  t.equal((await greedy.get('/events?since=1h&limit=1')).status, 200, 'there are turns for others');
  t.same(begun, ['200', '200']);
  await until('the other two have their turn', 120_000, () => begun.length === 4);
});
