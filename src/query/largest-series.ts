import { renderParameterised } from './clickhouse/render.ts';
import { call, column, infix, literal, type OrderKey, type Select, type Sql } from './clickhouse/sql-ast.ts';
import { verify } from './clickhouse/verify.ts';
import { planned, type Compiled } from './compile.ts';

export interface LargestSeries {
  /** The same chart, of its largest series only, each of them whole. */
  readonly compiled: Compiled;
  /** Positions in a row, behind its columns: how many series come after the row's own; what all of them counted. */
  readonly after: number;
  readonly counted: number | null;
}

/**
 * Which rows of more than a result may have are in it is chance: a chart of many series would be some points of each. Null
 * where there are no series.
 */
export function largestSeries(compiled: Compiled, seriesMax: number, pointsMax: number): LargestSeries | null {
  const { columns, plan } = compiled;
  const positionsOf = (role: string) => columns.flatMap((one, at) => (one.role === role ? [at] : []));
  const [keyed, valued] = [positionsOf('series'), positionsOf('value')];
  if (keyed.length === 0 || valued.length === 0) return null;
  const rows = planned(plan, { ...plan.relation, stages: plan.relation.stages.slice(0, -1) });
  const cell = (at: number) => column(rows.items[at]?.alias ?? '', 'q');
  const rest = columns.flatMap((_, at) => (keyed.includes(at) ? [] : [at]));
  const counted = columns.findIndex(({ name, role }) => name === 'count_' && role === 'value');

  const orderBy: OrderKey[] = [
    { expr: column('__size'), descending: true },
    ...keyed.map((at) => ({ expr: column(`__k${at}`), descending: false })),
  ];
  const series: Select = {
    items: [
      ...keyed.map((at) => ({ expr: cell(at), alias: `__k${at}` })),
      { expr: call('greatest', ...valued.map((at) => sizeOf(cell(at)))), alias: '__size' },
      { expr: call('groupArray', call('tuple', ...rest.map(cell))), alias: '__points' },
      { expr: over(call('count')), alias: '__series' },
      { expr: over(call('sum', call('sum', counted < 0 ? literal(0) : cell(counted)))), alias: '__counted' },
    ],
    from: { kind: 'select', select: rows, alias: 'q' },
    groupBy: keyed.map((at) => column(`__k${at}`)),
    orderBy,
    limit: seriesMax,
  };
  const placed: Select = {
    items: [
      ...keyed.map((at) => ({ expr: column(`__k${at}`), alias: `__k${at}` })),
      ...['__points', '__counted'].map((name) => ({ expr: column(name), alias: name })),
      { expr: over(call('sum', call('length', column('__points'))), orderBy), alias: '__upto' },
      { expr: infix('-', column('__series'), over(call('row_number'), orderBy)), alias: '__after' },
    ],
    from: { kind: 'select', select: series, alias: 'q' },
  };
  const select: Select = {
    items: [
      ...columns.map((_, at) =>
        keyed.includes(at)
          ? column(`__k${at}`)
          : call('tupleElement', column('__point'), literal(rest.indexOf(at) + 1)),
      ),
      column('__after'),
      column('__counted'),
    ].map((expr, at) => ({ expr, alias: `__o${at}` })),
    from: { kind: 'select', select: placed, alias: 'q' },
    arrayJoin: [{ expr: column('__points'), alias: '__point' }],
    where: infix('<=', column('__upto'), literal(pointsMax)),
  };
  verify(select, plan.fence);
  return {
    compiled: { ...compiled, ...renderParameterised(select) },
    after: columns.length,
    counted: counted < 0 ? null : columns.length + 1,
  };
}

/** What is no number has no size. */
function sizeOf(value: Sql): Sql {
  const number = call('toFloat64', value);
  return call('sum', call('if', call('isFinite', number), call('abs', number), literal(0)));
}

function over(fn: Sql, order: readonly OrderKey[] = []): Sql {
  return { kind: 'window', fn, partition: [], order, frame: order.length === 0 ? undefined : 'up-to-here' };
}
