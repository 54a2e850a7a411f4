// What is asked of a cluster is answered as one node that has all the rows answers it.

import type { ClickHouseClient } from '@clickhouse/client';
import t from 'tap';
import { uuidv7 } from 'uuidv7';
import { minePatternsJob } from '../../src/domains/patterns/jobs.ts';
import { catalogues } from '../../src/domains/schema/catalogue.ts';
import { mapServices } from '../../src/domains/service-map/jobs.ts';
import { fairGate } from '../../src/lib/fair-gate.ts';
import { createReader, gateLimits } from '../../src/store/read.ts';
import { startApi, type TestApi, type TestProject } from '../support/api.ts';
import { recentNs, seedEvents, type SeedEvent } from '../support/events.ts';
import { goldenCases, goldenFolders } from '../support/golden.ts';
import { runJob, working } from '../support/jobs.ts';
import { startPair } from '../support/pair.ts';
import { keepOldRows, projectA, seedQueryData } from '../support/query-data.ts';
import { startSenders } from '../support/senders.ts';

const pair = await startPair(t);
const clustered = await startApi(t, {}, ({ config, now }) => {
  const reader = createReader(pair.reader, fairGate(gateLimits));
  return {
    config: { ...config, clickhouseCluster: pair.cluster },
    clickhouse: pair.clients[0],
    reader,
    catalogues: catalogues({ reader, now }),
  };
});
const alone = await startApi(t);

const second = 1_000_000_000n;
const traces = Array.from({ length: 40 }, (_, n) => n.toString(16).padStart(32, '0'));
const spans = traces.flatMap((trace_id, n): SeedEvent[] => {
  const ts = recentNs - 1_800n * second + BigInt(n) * 20n * second;
  const one = {
    kind: 'span',
    trace_id,
    env: 'prod',
    is_error: n % 4 === 0,
    status: n % 4 === 0 ? 'error' : 'ok',
  } as const;
  const attrs = {
    'http.route': `/r${n % 3}`,
    'http.request.method': 'GET',
    'http.response.status_code': '200',
    n: `${n}`,
  };
  const root = { ...one, ts, id: uuidv7(), service: 'shop', name: 'GET /orders', span_id: 'a', span_kind: 'server' };
  const call = { ...one, ts: ts + 5n, id: uuidv7(), service: 'cart', name: 'load', span_id: 'b', parent_span_id: 'a' };
  return [
    { ...root, duration_ns: 1_000_000 * (n + 1), endpoint: '77', attrs },
    { ...call, duration_ns: 500_000 * (n + 1), attrs },
  ];
});
const logs = Array.from({ length: 90 }, (_, n): SeedEvent => ({
  ts: recentNs - 1_800n * second + BigInt(n) * 9n * second,
  id: uuidv7(),
  service: ['shop', 'cart', 'pay', 'mail'][n % 4] ?? '',
  level: n % 9 === 0 ? 'ERROR' : 'INFO',
  severity: n % 9 === 0 ? 17 : 9,
  body: `order ${n} placed`,
  attrs: { n: `${n}`, user: `u${n % 7}` },
  ...(n % 3 === 0 ? { trace_id: traces[n % traces.length], span_id: 'a' } : {}),
}));

const older = [1, 30, 60, 90].map((hours, n): SeedEvent => ({
  ts: recentNs - BigInt(hours * 3_600) * second,
  id: uuidv7(),
  service: ['shop', 'cart', 'pay', 'mail'][n % 4] ?? '',
  body: 'found later',
}));

const rows = [...spans, ...logs, ...older].map((row) => ({ ...row, observed_ts: `${recentNs / second}.000000000` }));

async function seeded(api: TestApi): Promise<TestProject> {
  const project = await api.project();
  await seedEvents(api, project, rows);
  await working(t, api);
  await runJob(api, mapServices, { projectId: project.id });
  return project;
}

const [many, one] = [await seeded(clustered), await seeded(alone)];
clustered.clock.now = alone.clock.now = new Date(Number(recentNs / 1_000_000n));

const of = (path: string, parameters: Readonly<Record<string, string>> = {}) =>
  `${path}?${new URLSearchParams({ since: '1h', ...parameters }).toString()}`;
const span = spans[6];
const spanTime = new Date(Number((span?.ts ?? 0n) / 1_000_000n)).toISOString();
const asked = [
  of('/events'),
  ...[
    '"placed"',
    'errors == true',
    'attributes.n == "7"',
    'duration > 20ms | sort by duration desc',
    'body has "placed" and service == "pay"',
    'project n = attributes.n, service',
    'extend total = count() | project total',
    'serialize n = row_number() | summarize max(n)',
    'summarize n = count(), p = percentile(duration, 95), d = dcount(trace_id) by service | sort by service asc',
    'where kind == "span" | join kind=inner (logs | project trace_id, body) on trace_id | project body, name | sort by body asc',
    'trace_id in ((logs | where level == "ERROR" | distinct trace_id)) | sort by id asc',
    'union (logs | where level == "ERROR"), (spans | where errors == true) | sort by id asc',
    'distinct service, env | sort by service asc',
    'pattern == "1"',
  ].map((query) => of('/events', { query, limit: '20' })),
  of('/events', { query: 'body has "later"', limit: '2', since: '5d' }),
  of('/facets'),
  of('/facets', { query: 'errors == true' }),
  of('/facets', { field: 'attributes.user' }),
  ...['summarize count() by bin_auto(timestamp), service', 'summarize percentiles(duration, 50, 99) by service'].map(
    (query) => of('/metrics', { query }),
  ),
  of('/metrics', { query: 'summarize count()', data_type: 'float' }),
  of('/metrics', { query: 'distinct service', data_type: 'text' }),
  `/events/${span?.id}/time/${spanTime}`,
  `/events/${span?.id}/context?${new URLSearchParams({ timestamp: spanTime }).toString()}`,
  `/traces/${traces[3]}`,
  of('/service_map'),
  '/schema',
];

t.test('both nodes have rows', async (t) => {
  for (const client of pair.clients) {
    const answer = await client.query({
      query: 'SELECT toUInt32(count()) FROM events_local',
      format: 'JSONCompactEachRow',
    });
    const [[count] = [0]] = await answer.json<[number]>();
    t.ok(count > 20, String(count));
  }
});

t.test('the same answers', async (t) => {
  for (const path of asked) {
    const [a, b] = [await many.get(path), await one.get(path)];
    t.equal(b.status, 200, `${path} ${b.text.slice(0, 300)}`);
    t.same(a.body, b.body, path);
  }
});

t.test('the same rows of each golden query, in any order where it names none', async (t) => {
  for (const client of pair.clients) await keepOldRows(client);
  await seedQueryData(pair.clients[0], [projectA]);
  await seedQueryData(alone.deps.clickhouse, [projectA]);
  for (const { name, hasRows, result } of goldenFolders.flatMap(goldenCases)) {
    // The items of a list are in the order of the rows, which come from both nodes.
    if (!hasRows || !result.ok || name.startsWith('make_list')) continue;
    const rows = async (reader: ClickHouseClient) => {
      const query_params = { ...result.params };
      return (await reader.query({ query: result.sql, query_params, format: 'TabSeparated' })).text();
    };
    const [a, b] = await Promise.all([pair.reader, alone.deps.clickhouse].map(rows));
    t.same(a?.split('\n').toSorted(), b?.split('\n').toSorted(), name);
  }
});

t.test('patterns of what was sent: found, counted and known to all nodes', async (t) => {
  clustered.clock.now = undefined;
  const { url, settled } = await startSenders(t, clustered);
  const project = await clustered.project();
  const services = Array.from({ length: 16 }, (_, n) => `service-${n}`);
  const time = new Date(Date.now() - 60_000).toISOString();
  const records = services.flatMap((service) =>
    Array.from({ length: 30 }, (_, n) => ({ time, service, message: `order ${n} of ${n * 7} placed` })),
  );
  const headers = { authorization: `Bearer ${project.key}`, 'content-type': 'application/json' };
  const sent = await fetch(`${url}/api/v1/ingest/json`, { method: 'POST', headers, body: JSON.stringify(records) });
  t.equal(sent.status, 200);
  await settled();
  await runJob(clustered, minePatternsJob, { projectId: project.id });
  const { items } = (await project.get('/log_patterns?per_page=100')).body;
  const counts = items.map(
    (item: { service_name: string; occurrence_count: number }) => `${item.service_name} ${item.occurrence_count}`,
  );
  t.same(counts.toSorted(), services.map((service) => `${service} 30`).toSorted());
  // The other node looks by itself within a minute.
  await pair.clients[1].command({ query: 'SYSTEM RELOAD DICTIONARY pattern_of_shape' });
  const query = 'logs | summarize count(), countif(isnull(pattern))';
  const { body } = await project.get(of('/metrics', { query }));
  t.same(body.data_json, [[records.length, 0]]);
});
