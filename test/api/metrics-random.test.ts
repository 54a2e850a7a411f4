import t from 'tap';
import { startApi } from '../support/api.ts';
import { decimalSeconds, recentNs } from '../support/events.ts';
import { random } from '../support/random.ts';

/*
 * Series by chance, held against a plain reading of them: rises are counted one by one, and a percentile of distributions has
 * to be one that the measurements in their buckets can have. SEED tries others.
 */

const { below, chance, pick, many } = random(Number(process.env['SEED'] ?? 7));
const second = 1_000_000_000n;
const lookbackNs = 600n * second;
const start = recentNs - 3600n * second;
const at = (seconds: number): bigint => start + BigInt(Math.round(seconds * 1000)) * 1_000_000n;

const kinds = {
  cumulative: { type: 'sum', temporality: 'cumulative', monotonic: true },
  delta: { type: 'sum', temporality: 'delta', monotonic: true },
  gauge: { type: 'gauge', temporality: 'unspecified', monotonic: false },
  updown: { type: 'sum', temporality: 'cumulative', monotonic: false },
} as const;
type Kind = keyof typeof kinds;

interface Point {
  readonly series: number;
  readonly group: string | null;
  readonly ts: bigint;
  readonly startTs: bigint;
  /** The value of a number, the count of a distribution. */
  readonly size: number;
}

interface Process {
  readonly startTs: bigint;
  readonly times: readonly bigint[];
}

/** Of one series, one after the other or one beside the other; points come now and then, and some are missing. */
function processes(): Process[] {
  const every = pick([7, 15, 60, 200]);
  const isBeside = chance(0.3);
  const isTold = chance(0.8);
  const made: Process[] = [];
  for (let [n, from] = [0, below(600) - 1200]; n < 4 && from < 3600; n++) {
    const to = isBeside ? 3700 : Math.min(from + 100 + below(3000), 3700);
    const times = Array.from({ length: Math.floor((to - from) / every) }, (_, i) => from + (i + 0.5) * every)
      .filter(() => chance(0.9))
      .map(at);
    const [first] = times;
    // Without a start those beside each other could not be told apart.
    if (first !== undefined && (isTold || n === 0 || !isBeside))
      made.push({ startTs: !isTold ? 0n : chance(0.2) ? first : at(from - (n === 0 ? below(2000) : 0)), times });
    from = isBeside ? below(3000) - 1200 : to + below(60);
  }
  return made.filter(({ startTs }, n) => startTs === 0n || made.findIndex((one) => one.startTs === startTs) === n);
}

/** What a point goes on from, or that it counts from itself, or that nothing of that is known. */
type Before<P> = { readonly point: P } | 'anew' | 'unknown';

/** Each point of a range; `counts` where it can begin anew. */
function inRange<P extends Point>(all: readonly P[], from: bigint, to: bigint, counts = true): [P, Before<P>][] {
  const seen = all
    .filter(({ ts }) => ts >= from - lookbackNs && ts < to)
    .toSorted((a, b) => Number(a.startTs - b.startTs) || Number(a.ts - b.ts) || a.size - b.size);
  return seen.flatMap((point, n): [P, Before<P>][] => {
    const before = seen[n - 1];
    const isTold = point.startTs < point.ts;
    const isOwn = before?.startTs === point.startTs;
    if (point.ts < from) return [];
    if (before === undefined || (!isOwn && before.ts > point.startTs))
      return [[point, counts && isTold && point.startTs > point.ts - lookbackNs ? 'anew' : 'unknown']];
    return [[point, counts && ((!isOwn && isTold) || point.size < before.size) ? 'anew' : { point: before }]];
  });
}

const keyOf = ({ ts, group }: Point, width: number): string =>
  `${(ts - (ts % (BigInt(width) * second))) / 1_000_000n} ${group}`;

let ids = 0;
const identity = () => ({ series: ++ids, group: pick(['a', 'b', 'a, b', null]) });

const numbers = many(60, 60, () => {
  const kind = pick<Kind>(['cumulative', 'cumulative', 'delta', 'gauge', 'updown']);
  const own = identity();
  const points = processes().flatMap(({ startTs, times }) => {
    let size = chance(0.5) ? 0 : below(1000);
    return times.map((ts): Point => {
      if (kind === 'delta') size = below(20);
      else if (kind === 'cumulative') size = chance(0.02) ? 0 : size + below(20);
      else size += below(20) - 9;
      return { ...own, ts, startTs, size };
    });
  });
  return { kind, points };
});

/** Some ranges, each with a width of bins. */
const ranges = many(8, 8, () => {
  const from = at(below(2500) + below(1000) / 1000);
  return { from, to: from + BigInt(60 + below(1100)) * second, width: pick([20, 60, 300]) };
});

const api = await startApi(t);
const project = await api.project();
const insert = (table: string, values: readonly object[]) =>
  api.deps.clickhouse.insert({
    table,
    format: 'JSONEachRow',
    values: values.map((one) => ({ project_id: project.id, retention_days: 30, ...one })),
  });
const dayOf = (ns: bigint): string => new Date(Number(ns / 1_000_000n)).toISOString().slice(0, 10);
const days = [...new Set([dayOf(at(-4000)), dayOf(at(3700))])];
const seriesRows = (metric: string, [first]: readonly Point[], more: object): object[] =>
  days.map((day) => ({
    metric,
    series_id: first?.series ?? 0,
    day,
    attrs: (first?.group ?? null) === null ? {} : { group: first?.group },
    last_seen: Number(recentNs / second),
    ...more,
  }));
const pointRow = (metric: string, { series, ts, startTs }: Point): object => ({
  metric,
  series_id: series,
  ts: decimalSeconds(ts),
  start_ts: startTs === 0n ? 0 : decimalSeconds(startTs),
});
const ask = async ({ from, to }: { from: bigint; to: bigint }, query: string, data_type: string) =>
  (await project.get('/metrics', { from: String(from), to: String(to), query, data_type })).body;

await insert(
  'metric_series',
  numbers.flatMap(({ kind, points }) => seriesRows(kind, points, kinds[kind])),
);
// Late ones come as they like.
const arrivals = numbers.flatMap(({ kind, points }) =>
  points.map((point) => ({ ...pointRow(kind, point), value: point.size })),
);
for (const half of [0, 1])
  await insert(
    'metric_points',
    arrivals.filter((_, n) => n % 2 === half),
  );

t.test('rises of numbers, of several series in one, in bins and ranges of any kind', async (t) => {
  for (const range of ranges)
    for (const kind of Object.keys(kinds) as Kind[]) {
      const { from, to, width } = range;
      const expected = new Map<string, number>();
      for (const { points } of numbers.filter((one) => one.kind === kind))
        for (const [point, before] of inRange(points, from, to, kind === 'cumulative')) {
          if (kind !== 'delta' && before === 'unknown') continue;
          const goesOn = kind !== 'delta' && typeof before === 'object';
          const key = keyOf(point, width);
          expected.set(key, (expected.get(key) ?? 0) + point.size - (goesOn ? before.point.size : 0));
        }
      const query = `metrics metric_name == "${kind}" | summarize n = increase(value), r = rate(value) by bin(timestamp, ${width}s), attributes.group`;
      const rows = (await ask(range, query, 'json')).data_json as [string, string | null, number | null, number][];
      const risen = rows.filter(([, , n]) => n !== null);
      const sorted = (all: [string, number | null][]) => all.toSorted(([a], [b]) => (a < b ? -1 : 1));
      const wanted = sorted([...expected]);
      const title = `${kind}, ${width} s`;
      t.same(sorted(risen.map(([time, group, n]) => [`${Date.parse(time)} ${group}`, n])), wanted, title);
      t.ok(
        risen.every(([, , n, r]) => Math.abs(r - (n ?? 0) / width) < 1e-9),
        `rates of ${title}`,
      );
      const { headers, dataset } = await ask(range, query, 'metric');
      const shown = (dataset as (number | null)[][]).flatMap(([ms, ...values]) =>
        values.map((value, n): [string, number | null] => [`${ms} ${headers[n + 1]}`, value]),
      );
      const ofRises = shown.filter(([name, value]) => name.endsWith(', n') && value !== null);
      t.same(sorted(ofRises.map(([name, n]) => [name.slice(0, -3), n])), wanted, `chart of ${title}`);
    }
});

/** A measurement is somewhere in it. */
interface Bucket {
  readonly lo: number;
  readonly hi: number;
}

interface Shape {
  readonly bounds?: readonly number[];
  readonly scale?: number;
  readonly zero?: number;
}

interface Distributed extends Point {
  readonly measured: readonly number[];
  readonly shape: Shape;
}

function bucketOf(value: number, { bounds, scale = 0, zero = 0 }: Shape): Bucket {
  if (bounds !== undefined) {
    const n = bounds.findIndex((bound) => value <= bound);
    const hi = n === -1 ? Infinity : (bounds[n] as number);
    const lo = n === -1 ? (bounds.at(-1) as number) : n === 0 ? Math.min(0, hi) : (bounds[n - 1] as number);
    return { lo, hi };
  }
  if (Math.abs(value) <= zero) return { lo: -zero, hi: zero };
  const n = Math.ceil(Math.log2(Math.abs(value)) * 2 ** scale);
  const [small, large] = [2 ** ((n - 1) / 2 ** scale), 2 ** (n / 2 ** scale)];
  return value > 0 ? { lo: small, hi: large } : { lo: -large, hi: -small };
}

function rowOf({ measured, shape }: Distributed): object {
  const common = { count: measured.length, sum: measured.reduce((sum, one) => sum + one, 0), present: 1 };
  const { bounds, scale = 0, zero = 0 } = shape;
  if (bounds !== undefined) {
    const counts = [...bounds, Infinity].map((hi) => measured.filter((one) => bucketOf(one, shape).hi === hi).length);
    return { ...common, bounds, counts };
  }
  const indexes = (sign: number) =>
    measured
      .filter((one) => Math.abs(one) > zero && Math.sign(one) === sign)
      .map((one) => Math.ceil(Math.log2(Math.abs(one)) * 2 ** scale) - 1);
  const buckets = (sign: number) => {
    const all = indexes(sign);
    const [first, last] = [Math.min(...all), Math.max(...all)];
    return all.length === 0
      ? { offset: 0, counts: [] }
      : {
          offset: first,
          counts: Array.from({ length: last - first + 1 }, (_, n) => all.filter((one) => one === first + n).length),
        };
  };
  const [positive, negative] = [buckets(1), buckets(-1)];
  return {
    ...common,
    scale,
    zero_threshold: zero,
    zero_count: measured.filter((one) => Math.abs(one) <= zero).length,
    pos_offset: positive.offset,
    pos_counts: positive.counts,
    neg_offset: negative.offset,
    neg_counts: negative.counts,
  };
}

const allBounds = [[1, 2, 5, 10, 100], [0.5, 2, 8], [-10, -1, 0, 1, 10], [5], [1, 2, 5, 10, 100]];

const distributions = many(40, 40, () => {
  const metric = pick(['explicit', 'explicit_delta', 'exponential', 'exponential_delta', 'mixed'] as const);
  const isExponential =
    (metric.startsWith('exp') && metric.includes('onential')) || (metric === 'mixed' && chance(0.5));
  const isDelta = metric.endsWith('_delta');
  const own = identity();
  const points = processes().flatMap(({ startTs, times }) => {
    let measured: number[] = [];
    let shape: Shape = isExponential ? { scale: 3, zero: pick([0, 0, 0.01]) } : { bounds: pick(allBounds) };
    return times.map((ts): Distributed => {
      // A counter that begins anew with as many is not seen to.
      if (isDelta || (measured.length > 6 && chance(0.05))) measured = [];
      measured = [
        ...measured,
        ...many(0, 6, () => (chance(0.1) ? 0 : (chance(0.15) ? -1 : 1) * Math.exp(below(6000) / 1000 - 2))),
      ];
      if (isExponential && chance(0.1)) shape = { ...shape, scale: Math.max((shape.scale ?? 0) - 1, -1) };
      if (isExponential && chance(0.03)) shape = { ...shape, zero: 0.25 };
      return { ...own, ts, startTs, size: measured.length, measured, shape };
    });
  });
  return { metric, isDelta, isExponential, points };
});

await insert(
  'metric_series',
  distributions.flatMap(({ metric, isDelta, isExponential, points }) =>
    seriesRows(metric, points, {
      type: isExponential ? 'exp_histogram' : 'histogram',
      temporality: isDelta ? 'delta' : 'cumulative',
    }),
  ),
);
await insert(
  'metric_dists',
  distributions.flatMap(({ metric, points }) =>
    points.map((point) => ({ ...pointRow(metric, point), ...rowOf(point) })),
  ),
);

/** What is new at a point; and what of its buckets tells where they begin, also where only others beside them are new. */
function newAt(
  point: Distributed,
  before: Before<Distributed>,
  isDelta: boolean,
): { added: Bucket[]; begun: Bucket[] } {
  const all = point.measured.map((one) => bucketOf(one, point.shape));
  if (isDelta || before === 'anew') return { added: all, begun: all };
  if (before === 'unknown') return { added: [], begun: [] };
  const added = all.slice(before.point.measured.length);
  return { added, begun: point.shape.bounds === undefined ? all : added };
}

t.test('percentiles of distributions that differ in their buckets, and how many were measured', async (t) => {
  const shares = [0, 10, 50, 90, 99, 100];
  const asked = shares.map((share) => `percentile(value, ${share})`).join();
  let compared = 0;
  for (const range of ranges)
    for (const metric of new Set(distributions.map((one) => one.metric))) {
      const { from, to, width } = range;
      const [expected, lowest] = [new Map<string, Bucket[]>(), new Map<string, number>()];
      for (const { isDelta, points } of distributions.filter((one) => one.metric === metric))
        for (const [point, before] of inRange(points, from, to)) {
          const key = keyOf(point, width);
          const { added, begun } = newAt(point, before, isDelta);
          expected.set(key, [...(expected.get(key) ?? []), ...added]);
          for (const { lo, hi } of begun)
            lowest.set(`${key} ${hi}`, Math.min(lo, lowest.get(`${key} ${hi}`) ?? Infinity));
        }
      const query = `metrics metric_name == "${metric}" | summarize increase(distribution_count), ${asked} by bin(timestamp, ${width}s), attributes.group`;
      const rows = (await ask(range, query, 'json')).data_json as [string, string | null, ...(number | null)[]][];
      for (const [time, group, n, ...quantiles] of rows) {
        const key = `${Date.parse(time)} ${group}`;
        const all = expected.get(key) ?? [];
        compared++;
        const found = quantiles.map((value, index) => {
          if (value === null) return all.length === 0;
          const rank = (all.length * (shares[index] ?? 0)) / 100;
          const some = 1e-9 * Math.max(1, Math.abs(value));
          const surely = all.filter(({ hi }) => hi < value - some).length;
          const perhaps = all.filter(({ hi }) => (lowest.get(`${key} ${hi}`) ?? hi) < value + some).length;
          return surely <= rank + 1e-6 && rank <= perhaps + 1e-6;
        });
        t.same([n ?? 0, ...found], [all.length, ...shares.map(() => true)], `${metric} ${key}: ${quantiles.join()}`);
      }
    }
  t.ok(compared > 500, `${compared}`);
});
