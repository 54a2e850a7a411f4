import type { Storage } from '../catalogue/field.ts';
import type { TableDef } from '../catalogue/table.ts';
import {
  allOf,
  call,
  cast,
  choose,
  column,
  expressionsOf,
  infix,
  lambda,
  literal,
  not,
  partsOf,
  type From,
  type Select,
  type SelectItem,
  type Sql,
} from '../clickhouse/sql-ast.ts';
import { instant } from '../clickhouse/expression.ts';
import { access } from '../clickhouse/storage.ts';
import type { TimeRange } from '../../lib/time-range.ts';
import type { Predicate } from '../semantic/rq.ts';
import { dayNs } from '../syntax/duration.ts';
import { fieldsOf } from './fields.ts';
import type { Input } from './level.ts';
import type { Planner } from './planner.ts';
import { inRange } from './range.ts';

/*
 * One row for each point: points and distributions one under the other, their series beside them.
 * A cumulative counter's rise since the point before is worked out here, for each series by itself, so that `rate` and
 * `increase` add up rises however the points are grouped later; a value below the one before, or a later start, is a reset.
 * Points of another start are another process's that names itself alike, and counted apart, unless it began after the point before.
 * So are the buckets of a distribution. Where they are others than before, those before are taken off the new ones that hold them.
 * A bucket that Prometheus sends as a series of its own counts all that is not above it: its lower bound is no number at all.
 */

/** How far before the range the point is looked for that the first rise counts from. */
const lookbackNs = 600_000_000_000n;

/** A Date has sixteen bits. */
const lastDateNs = 0xffffn * dayNs;

/**
 * The points of the range, or `selects` in their place, which have as many columns of `points` as are used; `wanted` are
 * used whatever fields are asked for.
 */
export function metricsInput(
  planner: Planner,
  table: TableDef,
  filters: readonly Predicate[],
  selects: readonly Select[] = [points(planner, filters, withLookback(planner))],
  wanted: readonly string[] = [],
): Input {
  const alias = table.alias;
  const [labelled, rows, row] = [planner.alias(), planner.alias(), planner.alias()];
  const used = new Set<string>(['ts', ...wanted]);
  const joined: From = {
    kind: 'join',
    type: 'INNER JOIN',
    left: {
      kind: 'union',
      selects: [...selects, distributions(planner, filters, withLookback(planner))].map((one) =>
        lazy(one, () => new Set(['series_id', ...columnsOf(paired, rows)])),
      ),
      alias: rows,
    },
    right: {
      kind: 'select',
      select: lazy(series(planner, filters), () => new Set(['series_id', ...columnsOf(paired, labelled)])),
      alias: labelled,
    },
    on: infix('=', column('series_id', rows), column('series_id', labelled)),
  };
  const paired = lazy(pairs(rows, labelled, joined), () => columnsOf(risen, row));
  const from: From = { kind: 'select', select: paired, alias: row };
  const where = infix('>=', column('ts', row), instant(planner.range.from));
  const risen: Select = lazy({ items: withRises(row), from, where }, () => used);
  return {
    from: { kind: 'select', select: risen, alias },
    field: (ref) => {
      const found = access(ref, alias);
      for (const sql of [found.value, found.present]) noteColumns(sql, alias, used);
      return found;
    },
  };
}

/** The select with those of its items that turn out to be needed. */
function lazy(select: Select, needed: () => ReadonlySet<string>): Select {
  const { items, ...rest } = select;
  return {
    ...rest,
    get items() {
      const wanted = needed();
      return items.filter((item) => item.alias !== undefined && wanted.has(item.alias));
    },
  };
}

/** What a select reads of one that it reads from. */
function columnsOf(select: Select, alias: string): ReadonlySet<string> {
  const used = new Set<string>();
  for (const sql of expressionsOf(select)) noteColumns(sql, alias, used);
  return used;
}

function noteColumns(sql: Sql, alias: string, used: Set<string>): void {
  if (sql.kind === 'column' && sql.table === alias) used.add(sql.name);
  for (const part of partsOf(sql)) noteColumns(part, alias, used);
}

/** Columns of a row as the catalogue of metrics names them. */
const labels = [
  'metric',
  'type',
  'unit',
  'description',
  'service',
  'env',
  'scope_name',
  'attrs',
  'attrs_types',
  'res',
  'res_types',
];
const measures = ['ts', 'value', 'value_int', 'dist_count', 'dist_sum', 'dist_min', 'dist_max', 'quantiles'];
export const rises = ['value_rise', 'count_rise', 'sum_rise', 'bucket_hi', 'bucket_lo', 'bucket_n'];
/** Of a point, or of all points of a series in five minutes: what aggregates of the value are made of. */
const rolled = ['points_n', 'value_n', 'value_sum', 'value_min', 'value_max'] as const;
/** What rises are worked out from, beside measures. */
const counters = ['start_ts', 'hi', 'lo', 'n'];
const kinds = ['temporality', 'monotonic'];

function withLookback({ range }: Planner): TimeRange {
  return { from: range.from - lookbackNs, to: range.to };
}

function scanOf(
  planner: Planner,
  name: string,
  alias: string,
  filters: readonly Predicate[],
  range: TimeRange,
  items: readonly SelectItem[],
  except?: TimeRange,
): Select {
  return {
    items,
    from: { kind: 'table', name, alias },
    where: allOf([
      planner.inProject(alias),
      ...inRange(column('ts', alias), range, except),
      ...metricNames(planner, filters, alias),
      infix('=', call('bitAnd', column('flags', alias), literal(1)), literal(0)),
    ]),
  };
}

const nothing = (type: string): Sql => cast(literal(null), `Nullable(${type})`);
const empty: Sql = { kind: 'array', items: [] };
const none = (type: string): Sql => cast(empty, `Array(${type})`);

export function points(planner: Planner, filters: readonly Predicate[], range: TimeRange, except?: TimeRange): Select {
  const p = (name: string): Sql => column(name, 'p');
  const items = [
    { expr: p('series_id'), alias: 'series_id' },
    { expr: p('ts'), alias: 'ts' },
    { expr: p('start_ts'), alias: 'start_ts' },
    { expr: call('toNullable', p('value')), alias: 'value' },
    { expr: choose(p('is_int'), call('toNullable', p('value_int')), literal(null)), alias: 'value_int' },
    ...['dist_count', 'dist_sum', 'dist_min', 'dist_max'].map((alias) => ({ expr: nothing('Float64'), alias })),
    { expr: nothing('String'), alias: 'quantiles' },
    ...['hi', 'lo', 'n'].map((alias) => ({ expr: none('Float64'), alias })),
    { expr: call('toUInt64', literal(1)), alias: 'points_n' },
    { expr: call('toUInt64', literal(1)), alias: 'value_n' },
    ...['value_sum', 'value_min', 'value_max'].map((alias) => ({ expr: call('toNullable', p('value')), alias })),
  ];
  return scanOf(planner, 'metric_points', 'p', filters, range, items, except);
}

function distributions(planner: Planner, filters: readonly Predicate[], range: TimeRange): Select {
  const d = (name: string): Sql => column(name, 'd');
  const present = (bit: number, name: string): Sql =>
    choose(
      infix('!=', call('bitAnd', d('present'), literal(bit)), literal(0)),
      call('toNullable', d(name)),
      literal(null),
    );
  const count = call('toFloat64', d('count'));
  const mean = infix('/', present(1, 'sum'), call('nullIf', count, literal(0)));
  const buckets = bucketsOf();
  return scanOf(planner, 'metric_dists', 'd', filters, range, [
    { expr: d('series_id'), alias: 'series_id' },
    { expr: d('ts'), alias: 'ts' },
    { expr: d('start_ts'), alias: 'start_ts' },
    { expr: mean, alias: 'value' },
    { expr: nothing('Int64'), alias: 'value_int' },
    { expr: call('toNullable', count), alias: 'dist_count' },
    { expr: present(1, 'sum'), alias: 'dist_sum' },
    { expr: present(2, 'min'), alias: 'dist_min' },
    { expr: present(4, 'max'), alias: 'dist_max' },
    { expr: quantilesOf(), alias: 'quantiles' },
    { expr: buckets.hi, alias: 'hi' },
    { expr: buckets.lo, alias: 'lo' },
    { expr: buckets.n, alias: 'n' },
    { expr: call('toUInt64', literal(1)), alias: 'points_n' },
    { expr: call('toUInt64', call('isNotNull', mean)), alias: 'value_n' },
    ...['value_sum', 'value_min', 'value_max'].map((alias) => ({ expr: mean, alias })),
  ]);
}

/** Of a summary, as a JSON object. */
function quantilesOf(): Sql {
  const d = (name: string): Sql => column(name, 'd');
  const [q, v] = [column('q'), column('v')];
  const value = choose(call('isFinite', v), call('toString', v), literal('null'));
  const member = call('concat', literal('"'), call('toString', q), literal('":'), value);
  const members = call('arrayMap', lambda(['q', 'v'], member), d('quantiles'), d('quantile_values'));
  const object = call('concat', literal('{'), call('arrayStringConcat', members, literal(',')), literal('}'));
  return choose(call('empty', d('quantiles')), literal(null), object);
}

/** Both kinds of histogram as buckets of an upper bound, a lower bound and a count. */
function bucketsOf(): { hi: Sql; lo: Sql; n: Sql } {
  const d = (name: string): Sql => column(name, 'd');
  const i = column('i');
  const width = call('pow', literal(2), call('negate', d('scale')));
  // The exponent is exact: an edge is the same number whatever the scale.
  const edge = (offset: string, further: number): Sql =>
    call('pow', literal(2), infix('*', infix('+', d(offset), i, literal(further)), width));
  const over = (counts: string, body: Sql): Sql =>
    call('arrayMap', lambda(['i'], body), call('arrayEnumerate', d(counts)));
  const floats = (sql: Sql): Sql => call('arrayMap', lambda(['i'], call('toFloat64', i)), sql);
  const inf = literal(Number.POSITIVE_INFINITY);
  const bounds = d('bounds');
  // A single bucket for everything says no more than the count.
  const explicit = infix('>', call('length', bounds), literal(0));
  const zero = infix('>', d('zero_count'), literal(0));
  const withZero = (rest: Sql, value: Sql): Sql =>
    choose(zero, call('arrayPushFront', rest, call('toFloat64', value)), rest);
  return {
    hi: choose(
      explicit,
      call('arrayPushBack', bounds, inf),
      withZero(
        call(
          'arrayConcat',
          over('neg_counts', call('negate', edge('neg_offset', -1))),
          over('pos_counts', edge('pos_offset', 0)),
        ),
        d('zero_threshold'),
      ),
    ),
    lo: choose(
      explicit,
      // Told by the upper ones once all are sorted, which costs by the bytes that are carried: see `lowerBounds`.
      empty,
      withZero(
        call(
          'arrayConcat',
          over('neg_counts', call('negate', edge('neg_offset', 0))),
          over('pos_counts', edge('pos_offset', -1)),
        ),
        call('negate', d('zero_threshold')),
      ),
    ),
    n: choose(
      explicit,
      floats(d('counts')),
      withZero(floats(call('arrayConcat', d('neg_counts'), d('pos_counts'))), d('zero_count')),
    ),
  };
}

/** The newest of what is known of each series in the days of the range, one row for each. */
function series(planner: Planner, filters: readonly Predicate[]): Select {
  const { range } = planner;
  const s = (name: string): Sql => column(name, 's');
  const newest = (name: string): SelectItem => ({
    expr: call('argMax', s(name), s('last_seen')),
    alias: name,
  });
  // Beyond the ends of a Date, of 1970 and 2149, it would begin anew at the other one.
  const day = (ns: bigint): Sql => call('toDate', instant(ns < 0n ? 0n : ns < lastDateNs ? ns : lastDateNs));
  const kept = filters.filter((filter) => fieldsOf(filter).every((field) => isLabel(field.storage)));
  // Of a bucket that is a series of its own; read here, once for each series.
  const isBucket = infix('AND', newest('monotonic').expr, call('endsWith', newest('metric').expr, literal('_bucket')));
  const upTo = call('toFloat64OrNull', call('arrayElement', newest('attrs').expr, literal('le')));
  return {
    items: [
      { expr: s('series_id'), alias: 'series_id' },
      ...[...labels, ...kinds].map(newest),
      { expr: choose(isBucket, upTo, literal(null)), alias: 'up_to' },
    ],
    from: { kind: 'table', name: 'metric_series', alias: 's' },
    where: allOf([
      planner.inProject('s'),
      infix('>=', s('day'), day(range.from - lookbackNs)),
      infix('<=', s('day'), day(range.to)),
      ...planner.conditions(kept, (ref) => access(ref, 's')),
    ]),
    groupBy: [s('series_id')],
  };
}

const labelColumns = new Set(labels);

export function isLabel(storage: Storage): boolean {
  if (storage.kind === 'map') return true;
  return (storage.kind === 'column' || storage.kind === 'enum') && labelColumns.has(storage.column);
}

/** Conditions on the name alone limit the points too: it leads their sorting key. */
export function metricNames(planner: Planner, filters: readonly Predicate[], alias: string): readonly Sql[] {
  const ofName = filters.filter((filter) => {
    const fields = fieldsOf(filter);
    return fields.length > 0 && fields.every((field) => field.name === 'metric_name');
  });
  return planner.conditions(ofName, (ref) => access(ref, alias));
}

/**
 * Each point with its series, and with what the point before it in its series had: `value_before` and others. The engine
 * works a window out again for each mention, so each has one, and a name.
 */
function pairs(rows: string, labelled: string, from: From): Select {
  const u = (name: string): Sql => column(name, rows);
  // Of two points of one time the smaller was counted first: the other way round it would be a reset.
  const order = [u('start_ts'), u('ts'), call('ifNull', u('dist_count'), u('value'))];
  const before = (of: Sql): Sql => ({
    kind: 'window',
    fn: call('lagInFrame', of),
    partition: [u('series_id')],
    order: order.map((expr) => ({ expr, descending: false })),
    frame: 'everything',
  });
  const numbers = ['start_ts', 'ts', 'value', 'dist_count', 'dist_sum'];
  return {
    items: [
      ...[...labels, ...kinds, 'up_to'].map((name) => ({ expr: column(name, labelled), alias: name })),
      ...['series_id', ...measures, ...counters, ...rolled].map((name) => ({ expr: u(name), alias: name })),
      ...numbers.map((name) => ({ expr: before(call('toNullable', u(name))), alias: beforeIn(name) })),
      ...['hi', 'n'].map((name) => ({ expr: before(u(name)), alias: beforeIn(name) })),
    ],
    from,
  };
}

const beforeIn = (name: string): string => `${name}_before`;

/** Explicit buckets begin where the one below ends. */
function lowerBounds(of: (name: string) => Sql): Sql {
  const lowest = call('least', call('arrayElement', of('hi'), literal(1)), literal(0));
  return choose(
    infix('=', call('length', of('lo')), call('length', of('hi'))),
    of('lo'),
    call('arrayPushFront', call('arrayPopBack', of('hi')), lowest),
  );
}

function withRises(row: string): readonly SelectItem[] {
  const r = (name: string): Sql => column(name, row);
  const before = (name: string): Sql => r(beforeIn(name));
  const isOwn = infix('=', before('start_ts'), r('start_ts'));
  const known = call('ifNull', infix('OR', isOwn, infix('<=', before('ts'), r('start_ts'))), literal(false));
  const delta = infix('=', r('temporality'), literal('delta'));
  // A start at the point itself says that it is not known: what was counted before the point is no rise of this moment.
  const isTold = infix('<', r('start_ts'), r('ts'));
  const restarted = (counter: string): Sql =>
    infix('OR', allOf([not(isOwn), isTold]), infix('<', r(counter), before(counter)));
  // Without a point before, only a series that began inside the window has a known rise: all of it.
  const begun = allOf([infix('>', r('start_ts'), call('subtractNanoseconds', r('ts'), literal(lookbackNs))), isTold]);
  const change = (name: string): Sql => infix('-', r(name), before(name));
  /** Of a value that only grows, with the counter that tells whether it began anew. */
  const growth = (name: string, counter: string): Sql =>
    choose(known, choose(restarted(counter), r(name), change(name)), choose(begun, r(name), literal(null)));
  const rise = (name: string, ofCumulative: Sql): Sql => choose(delta, r(name), ofCumulative);
  const gauge = choose(known, change('value'), literal(null));
  const c = column('c');
  const b = column('b');
  const goesOn = call('ifNull', allOf([not(delta), known, not(restarted('dist_count'))]), literal(false));
  const hasSame = infix('=', before('hi'), r('hi'));
  /** What is taken off by itself: exponential buckets grow and are merged as measurements come. */
  const takenOff = (name: string): Sql => choose(allOf([goesOn, not(hasSame)]), before(name), empty);
  const isAbove = lambda(['c'], infix('>=', c, b));
  const bounds = call('arrayPushBack', r('hi'), literal(Number.POSITIVE_INFINITY));
  // Off the bucket that they are in now: another distribution beside this one may have its own in that of before.
  const takenOffAt = call(
    'arrayMap',
    lambda(['b'], call('arrayMin', call('arrayFilter', isAbove, bounds))),
    takenOff('hi'),
  );
  const unknown = allOf([not(delta), not(known), not(begun)]);
  const counted = choose(unknown, r('n'), choose(allOf([goesOn, hasSame]), before('n'), empty));
  const since = call(
    'arrayMap',
    lambda(['c', 'b'], call('greatest', infix('-', c, b), literal(0))),
    r('n'),
    call('arrayResize', counted, call('length', r('n'))),
  );
  const valueRise = rise('value', choose(r('monotonic'), growth('value', 'value'), gauge));
  // The value of a distribution is its mean: neither a change of it nor the sum of several is what it grew.
  const isNumber = call('isNull', r('dist_count'));
  const upTo = r('up_to');
  const single = (of: Sql): Sql => choose(call('isNull', upTo), empty, { kind: 'array', items: [of] });
  const buckets = (upper: Sql, ofPoint: Sql, off: Sql): Sql => call('arrayConcat', single(upper), ofPoint, off);
  return [
    ...['series_id', ...labels, ...measures, ...rolled].map((name) => ({ expr: r(name), alias: name })),
    { expr: choose(isNumber, valueRise, literal(null)), alias: 'value_rise' },
    { expr: rise('dist_count', growth('dist_count', 'dist_count')), alias: 'count_rise' },
    { expr: rise('dist_sum', growth('dist_sum', 'dist_count')), alias: 'sum_rise' },
    { expr: buckets(call('assumeNotNull', upTo), r('hi'), takenOffAt), alias: 'bucket_hi' },
    // Where something is only taken off no rank is placed: how low that goes is of no use.
    { expr: buckets(literal(Number.NEGATIVE_INFINITY), lowerBounds(r), takenOff('hi')), alias: 'bucket_lo' },
    {
      expr: buckets(
        call('ifNull', valueRise, literal(0)),
        since,
        call('arrayMap', lambda(['c'], call('negate', c)), takenOff('n')),
      ),
      alias: 'bucket_n',
    },
  ];
}
