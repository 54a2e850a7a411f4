// Answers of tens of megabytes: what they cost is theirs, and no other caller's.

import t from 'tap';
import { startApi } from '../support/api.ts';
import { recentNs, seedEvents } from '../support/events.ts';
import { cpuMs, longestTurnMs } from '../support/turns.ts';

const api = await startApi(t);
const project = await api.project();
const traceId = 'ab'.repeat(16);
const spans = 10_000;
const message = `é${'x'.repeat(1_800)}`;
const idOf = (n: number) => n.toString(16).padStart(16, '0');
for (let first = 1; first <= spans; first += 2_000)
  await seedEvents(
    api,
    project,
    Array.from({ length: 2_000 }, (_, n) => ({
      kind: 'span' as const,
      ts: recentNs - BigInt(spans - first - n),
      trace_id: traceId,
      span_id: idOf(first + n),
      parent_span_id: first + n === 1 ? '' : idOf(Math.ceil((first + n - 1) / 3)),
      status: 'error',
      status_message: message,
      exc_message: message,
    })),
  );
const table = 'project id, status_message';
const { body: dashboard } = await project.post('/dashboards', {
  title: 'Large',
  schema: { time_range: { since: '1h' }, widgets: [{ id: 'w', type: 'table', query: table }] },
});

const nowMs = Number(recentNs / 1_000_000n);
for (let chunk = 0; chunk < 24; chunk++) {
  const texts = [{ id: chunk, value: 'says "hello", and ünder it'.repeat(15) }];
  const event = {
    type: 3,
    timestamp: nowMs + chunk,
    data: { source: 0, texts, attributes: [], removes: [], adds: [] },
  };
  await api.deps.clickhouse.insert({
    table: 'replay_chunks',
    format: 'JSONEachRow',
    values: [
      {
        project_id: project.id,
        session_id: 's',
        ts: nowMs + chunk,
        end_ts: nowMs + chunk,
        chunk,
        posted_at: nowMs,
        event_count: 4_000,
        payload: JSON.stringify(Array.from({ length: 4_000 }, () => event)),
        retention_days: 30,
        receipt: 1,
      },
    ],
  });
}

/** Of all that it costs, as much as may be done before others have their turn. */
const cases: readonly (readonly [what: string, path: string, partMax: number])[] = [
  ['a trace', `/traces/${traceId}`, 1 / 7],
  ['a table', `/metrics?since=1h&query=${encodeURIComponent(table)}`, 1 / 8],
  ['a list', '/events?since=1h&limit=10000&fields=id,status_message', 1 / 6],
  ['a recording', '/rrweb/s', 1 / 28],
  ['a dashboard', `/dashboards/${dashboard.summary.id}/data`, 1 / 14],
];
for (const [what, path, partMax] of cases)
  t.test(`${what} that is long is made, and sent, in several turns`, async (t) => {
    const headers = { authorization: `Bearer ${project.key}`, 'x-project-id': project.id };
    // The best of three: memory that is collected meanwhile is not what is measured.
    let least = 1;
    for (let round = 0; round < 3; round++) {
      const before = process.cpuUsage();
      let bytes = 0;
      const turnMs = await longestTurnMs(async () => {
        const answer = await fetch(`${api.url}/api/v1${path}`, { headers });
        t.equal(answer.status, 200);
        for await (const part of answer.body ?? []) bytes += part.byteLength;
      });
      t.ok(bytes > spans * message.length, `${bytes} bytes`);
      least = Math.min(least, turnMs / cpuMs(before));
    }
    t.ok(least < partMax, `${least} of it in one turn`);
  });
