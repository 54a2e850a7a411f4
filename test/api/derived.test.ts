// All that is counted and put together as telemetry comes (facets, minutes, traces, the service map, endpoints, issues)
// held against a plain model of what was sent. DERIVED_SEED for other telemetry.

import t, { type Test } from 'tap';
import { discoverEndpoints } from '../../src/domains/endpoints/jobs.ts';
import { scanExceptions } from '../../src/domains/issues/jobs.ts';
import { mapServices } from '../../src/domains/service-map/jobs.ts';
import { groupBy } from '../../src/lib/group-by.ts';
import { utcTime } from '../../src/lib/time.ts';
import { seededRandom } from '../../src/lib/random.ts';
import { startApi } from '../support/api.ts';
import { runJob, working } from '../support/jobs.ts';
import { bodiesOf, randomTelemetry, type Body, type Sent } from '../support/random-telemetry.ts';
import { random, shuffled } from '../support/random.ts';
import { startSenders, type TestSenders } from '../support/senders.ts';

const seed = Number(process.env['DERIVED_SEED'] ?? 1);
const choose = random(seed);
const nowNs = BigInt(Date.now()) * 1_000_000n;
const minuteNs = 60_000_000_000n;
const quarterNs = 15n * minuteNs;
const jobs = [mapServices, discoverEndpoints, scanExceptions];

const api = await startApi(t);
await working(t, api);
const project = await api.project();

const records = randomTelemetry(choose, nowNs);
/** Some come again in another body: that is another record. */
const rows = shuffled([...records, ...records.filter(() => choose.chance(0.05))], seededRandom(seed));
const bodies = bodiesOf(choose, rows);

async function send({ otlpUrl }: TestSenders, { path, text }: Body): Promise<void> {
  const headers = { authorization: `Bearer ${project.key}`, 'content-type': 'application/json' };
  const response = await fetch(`${otlpUrl}${path}`, { method: 'POST', headers, body: text });
  const answer = await response.text();
  if (answer !== '{}') throw new Error(`${path}: ${response.status} ${answer}`);
}

async function get(path: string, query: Record<string, string> = {}) {
  const { status, body, text } = await project.get(path, query);
  if (status !== 200) throw new Error(`${path}: ${status} ${text.slice(0, 200)}`);
  return body;
}

const times = (list: readonly Sent[]): bigint[] => list.map(({ ts }) => ts).sort((a, b) => (a < b ? -1 : 1));
const second = (ns: bigint | undefined): string => utcTime(new Date(Number((ns ?? 0n) / 1_000_000n)));

interface Range {
  readonly from: bigint;
  readonly to: bigint;
}

/** Ends that fall anywhere, on a record, beside it, on a minute or a quarter of an hour. */
function randomRange(): Range {
  const end = (): bigint => {
    const { ts } = choose.pick(rows);
    const off = BigInt(choose.below(4e12));
    return choose.pick([ts, ts + 1n, ts - (ts % minuteNs), ts - (ts % quarterNs), ts + off, ts - off]);
  };
  const [from, to] = [end(), end()].sort((a, b) => (a < b ? -1 : 1));
  return from === undefined || to === undefined || from === to ? randomRange() : { from, to };
}

const fields: Readonly<Record<string, (one: Sent) => string>> = {
  service: ({ service }) => service,
  environment: ({ environment }) => environment,
  level: ({ level }) => level,
  name: ({ name }) => name,
  kind: ({ kind, spanKind }) => (kind === 'log' ? 'log' : spanKind),
  status_code: ({ kind, isError }) => (kind === 'log' ? '' : isError ? 'ERROR' : 'UNSET'),
  'attributes.http.route': ({ route }) => route,
  'attributes.exception.type': ({ exception }) => exception,
};

const filters: readonly (readonly [text: string, keeps: (one: Sent) => boolean])[] = [
  ['', () => true],
  ['service == "shop"', ({ service }) => service === 'shop'],
  ['not(service == "shop")', ({ service }) => service !== 'shop' && service !== ''],
  ['resource.deployment.environment in ("prod", "dev")', ({ environment }) => environment === 'prod'],
  ['isnull(environment) or level == "ERROR"', ({ environment, level }) => environment === '' || level === 'ERROR'],
  ['errors', ({ isError }) => isError],
  ['duration > 1ms', ({ durationNs }) => durationNs > 1_000_000n],
];

const sources = {
  events: () => true,
  logs: ({ kind }: Sent) => kind === 'log',
  spans: ({ kind }: Sent) => kind === 'span',
};

/** Facets, counts by the minute, and the count of a list. */
async function compareCounts(t: Test, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const range = randomRange();
    const source = choose.pick(Object.keys(sources) as (keyof typeof sources)[]);
    const [query, keeps] = choose.pick(filters);
    const matching = rows.filter(
      (one) => one.ts >= range.from && one.ts < range.to && sources[source](one) && keeps(one),
    );
    const asked = { from: String(range.from), to: String(range.to), source, query };
    const what = JSON.stringify(asked);

    const facets = await get('/facets', asked);
    for (const [field, valueOf] of Object.entries(fields)) {
      const counts = [...groupBy(matching, valueOf)].filter(([value]) => value !== '');
      const expected = counts.map(([value, { length: count }]) => ({ value, count }));
      const sorted = expected.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
      t.same(facets[field], sorted, `${field} of ${what}`);
    }

    const [by, minutes] = [choose.pick(['service', 'environment', 'level']), choose.pick([1, 15, 60])];
    const start = `${query}${query === '' ? '' : ' | '}summarize n = count()`;
    const table = `${start} by k = ${by}, bin(timestamp, ${minutes}m) | project k, timestamp, n`;
    const { data_json } = await get('/metrics', { ...asked, query: table, data_type: 'json' });
    const binNs = BigInt(minutes) * minuteNs;
    const bins = groupBy(matching, (one) =>
      JSON.stringify([fields[by]?.(one) || null, Number((one.ts - (one.ts % binNs)) / 1_000_000n)]),
    );
    t.same(
      (data_json as [string | null, string, number][])
        .map(([key, time, n]) => `${JSON.stringify([key, Date.parse(time)])} ${n}`)
        .sort(),
      [...bins].map(([key, { length }]) => `${key} ${length}`).sort(),
      `${table} of ${what}`,
    );

    const count = async (from: bigint, to: bigint): Promise<number> => {
      if (from === to) return 0;
      const part = { ...asked, from: String(from), to: String(to) };
      return (await get('/metrics', { ...part, query: start, data_type: 'float' })).data_float;
    };
    const middle = range.from + (range.to - range.from) / 3n;
    const parts = [await count(range.from, middle), await count(middle, range.to)];
    t.same(
      [await count(range.from, range.to), (parts[0] ?? 0) + (parts[1] ?? 0)],
      [matching.length, matching.length],
      `parts of ${what}`,
    );
    t.equal((await get('/events', { ...asked, limit: '1' })).count, matching.length, `the list of ${what}`);
  }
}

t.test(
  'all is taken, in pieces; of what comes again, also after a change of plan and a restart, nothing is new',
  async (t) => {
    const middle = Math.ceil(bodies.length / 2);
    for (const [days, first, end] of [
      [30, 0, middle],
      [7, middle, bodies.length],
    ] as const) {
      await api.deps.sql`update projects set events_retention_days = ${days} where id = ${project.id}`;
      const senders = await startSenders(t, api);
      const again = bodies.slice(0, end).filter(() => choose.chance(0.3));
      await Promise.all([...bodies.slice(first, end), ...again].map((body) => send(senders, body)));
      await senders.settled();
      for (const job of jobs) await runJob(api, job, { projectId: project.id }, 60_000);
    }
  },
);

t.test('facets, counts by the minute and lists count what was sent, in any range', (t) => compareCounts(t, 12));

t.test('a trace has what was sent of it, and each span one place', async (t) => {
  for (const [traceId, of] of groupBy(rows, ({ traceId }) => traceId)) {
    if (traceId === '') continue;
    const trace = await get(`/traces/${traceId}`);
    const [spans, logs] = [of.filter(sources.spans), of.filter(sources.logs)];
    t.match(trace, {
      span_count: spans.length,
      log_count: logs.length,
      error_count: of.filter(({ isError }) => isError).length,
    });
    t.same(
      trace.services.toSorted(),
      [...groupBy(of, ({ service }) => service).keys()].filter((name) => name !== '').sort(),
    );
    const ids = new Set(spans.map(({ spanId }) => spanId));
    interface Shown {
      readonly span_id: string;
      readonly offset: number;
      readonly children: readonly string[];
      readonly logs: readonly object[];
    }
    const shown = trace.spans as readonly Shown[];
    t.same(shown.map(({ span_id }) => span_id).toSorted(), spans.map(({ spanId }) => spanId).sort());
    const placed = [...(trace.roots as string[]), ...shown.flatMap(({ children }) => children)];
    t.same(placed.sort(), [...ids].sort(), 'each once');
    for (const { span_id, children } of shown)
      for (const child of children)
        t.ok(spans.some(({ spanId, parentId }) => spanId === child && parentId === span_id));
    const inSpans = logs.filter(({ spanId }) => ids.has(spanId)).length;
    t.same([shown.flatMap((span) => span.logs).length, trace.orphan_logs.length], [inSpans, logs.length - inSpans]);
    // Clocks of services differ: nothing began before what it hangs on.
    const above = new Map(shown.flatMap(({ span_id, children }) => children.map((child) => [child, span_id] as const)));
    const begun = ({ kind, ts, spanId, service }: Sent): bigint => {
      const parentId = kind === 'log' ? spanId : above.get(spanId);
      const parent = spans.find((span) => span.spanId === parentId);
      if (parent === undefined) return ts;
      const earliest = begun(parent);
      const moved = service !== '' && service === parent.service ? ts + earliest - parent.ts : ts;
      return moved > earliest ? moved : earliest;
    };
    const sorted = (list: readonly bigint[]) => list.toSorted((one, other) => (one < other ? -1 : 1));
    const start = sorted(of.map(begun))[0] ?? 0n;
    const end = sorted(of.map((one) => begun(one) + one.durationNs)).at(-1) ?? 0n;
    t.equal(trace.duration, Number(end - start));
    t.same(
      shown.map(({ span_id, offset }) => `${span_id} ${offset}`).sort(),
      spans.map((span) => `${span.spanId} ${begun(span) - start}`).sort(),
    );
  }
});

t.test('a span whose parent is another service’s is a call, once', async (t) => {
  const spans = rows.filter(sources.spans);
  const parents = new Map(spans.map((one) => [`${one.traceId} ${one.spanId}`, one]));
  for (const range of [
    { from: nowNs - 4n * 86_400_000_000_000n, to: nowNs + minuteNs },
    randomRange(),
    randomRange(),
  ]) {
    const [from, to] = [range.from - (range.from % minuteNs), ((range.to + minuteNs - 1n) / minuteNs) * minuteNs];
    const inside = spans.filter(({ ts, service }) => ts >= from && ts < to && service !== '');
    const calls = groupBy(inside, ({ traceId, parentId, service }) => {
      const caller = parents.get(`${traceId} ${parentId}`)?.service ?? '';
      return caller === '' || caller === service ? '' : `service:${caller} service:${service}`;
    });
    calls.delete('');
    const told = ([name, list]: [string, Sent[]]) =>
      `${name} ${list.length} ${list.filter(({ isError }) => isError).length}`;
    interface Counted {
      readonly id: string;
      readonly source: string;
      readonly target: string;
      readonly count: number;
      readonly errors: number;
    }
    const map = (await get('/service_map', { from: String(range.from), to: String(range.to) })) as Record<
      'nodes' | 'edges',
      Counted[]
    >;
    t.same(
      map.edges.map((edge) => `${edge.source} ${edge.target} ${edge.count} ${edge.errors}`).sort(),
      [...calls].map(told).sort(),
    );
    const services = groupBy(inside, ({ service }) => `service:${service}`);
    // Who called has a place, though what it did itself was at another time.
    for (const [name] of calls) {
      const [caller = ''] = name.split(' ');
      if (!services.has(caller)) services.set(caller, []);
    }
    t.same(map.nodes.map((node) => `${node.id} ${node.count} ${node.errors}`).sort(), [...services].map(told).sort());
  }
});

t.test('an endpoint has the calls of its service on its route', async (t) => {
  const { items } = await get('/endpoints', { per_page: '100' });
  interface Shown {
    readonly path: string;
    readonly service?: string;
    readonly activity_7d: readonly number[];
    readonly last_seen: string;
  }
  const shown = (items as Shown[]).map(({ path, service = '', activity_7d, last_seen }) => {
    const calls = activity_7d.reduce((sum, of) => sum + of, 0);
    return `${service} ${path} ${calls} ${last_seen}`;
  });
  const expected = groupBy(rows, ({ route, service }) => (route === '' ? '' : `${service} ${route}`));
  expected.delete('');
  const told = ([name, calls]: [string, Sent[]]) => `${name} ${calls.length} ${second(times(calls).at(-1))}`;
  t.same(shown.sort(), [...expected].map(told).sort());
});

t.test('an issue has the exceptions of its service and type', async (t) => {
  const { items } = await get('/issues', { type: 'runtime_exception', per_page: '100' });
  const shown = (items as Record<string, string | number | boolean>[]).map((issue) =>
    ['service', 'title', 'occurrences', 'affected_traces', 'first_seen', 'last_seen', 'critical']
      .map((key) => issue[key] ?? '')
      .join(' '),
  );
  const expected = groupBy(rows, ({ service, exception }) => (exception === '' ? '' : `${service} ${exception}`));
  expected.delete('');
  const told = ([name, list]: [string, Sent[]]) => {
    const traces = new Set(list.map(({ traceId }) => traceId).filter((id) => id !== ''));
    const [first, last] = [second(times(list)[0]), second(times(list).at(-1))];
    return `${name} ${list.length} ${traces.size} ${first} ${last} ${list.some(({ level }) => level === 'FATAL')}`;
  };
  t.same(shown.sort(), [...expected].map(told).sort());
});

t.test('it is the same when parts have been merged', async (t) => {
  for (const table of ['events', 'events_1m', 'facets_15m', 'traces'])
    await api.deps.clickhouse.command({ query: `OPTIMIZE TABLE ${table} FINAL` });
  await compareCounts(t, 4);
});
