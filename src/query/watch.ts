import { planned, type Compiled } from './compile.ts';
import { renderParameterised, renderReadable } from './clickhouse/render.ts';
import type { ParamValue } from './clickhouse/sql-ast.ts';
import { count } from './functions/aggregates.ts';
import { rowsMax } from './semantic/stage.ts';
import { nowhere } from './text/span.ts';
import type { Column, ColumnId, Computed, Expr, Relation, Stage } from './semantic/rq.ts';

/** A query as a monitor asks it: one number for each group and bucket, and of how many rows it was made. */
export interface Watch {
  readonly sql: string;
  readonly params: Readonly<Record<string, ParamValue>>;
  readonly readable: string;
  /** Positions in a row of the result. */
  readonly value: number;
  readonly time: number | null;
  readonly groups: readonly number[];
  /** Null where a row of the result means that there were rows. */
  readonly rows: number | null;
  /** The value is a count or a sum: no rows are a 0, and not nothing. */
  readonly counts: boolean;
  readonly binNs: bigint | null;
  readonly binOriginNs: bigint;
  /** A bucket that is missing had no rows, and counted 0. */
  readonly gapsAreZero: boolean;
}

/** Null when the result has no number to compare with a threshold. */
export function watch(compiled: Compiled): Watch | null {
  const { columns, plan } = compiled;
  const value = columns.findIndex(({ role }) => role === 'value');
  const column = plan.relation.columns[value];
  if (column === undefined) return null;
  const time = columns.findIndex(({ role }) => role === 'time');
  const timeColumn = plan.relation.columns[time];
  const made = aggregateOf(plan.relation, column);
  const isRowCount = made?.fn.name === 'count' && made.args.length === 0;
  const counted = isRowCount ? null : withRowCount(plan.relation);
  const select = planned(plan, uncut(counted ?? plan.relation));
  return {
    ...renderParameterised(select),
    readable: renderReadable(select),
    value,
    time: time < 0 ? null : time,
    groups: columns.flatMap(({ role }, index) => (role === 'series' ? [index] : [])),
    rows: isRowCount ? value : counted === null ? null : columns.length,
    counts: made?.fn.counts === true,
    binNs: timeColumn?.binNs ?? null,
    binOriginNs: timeColumn?.binOriginNs ?? 0n,
    gapsAreZero: made?.fn.counts === true && hasAllBuckets(plan),
  };
}

/** A result has so many rows at most. One more is asked for: the worst of a result that was cut is nobody's worst. */
function uncut(relation: Relation): Relation {
  return { ...relation, stages: [...relation.stages.slice(0, -1), { kind: 'limit', rows: rowsMax + 1 }] };
}

type Aggregate = Extract<Stage, { kind: 'aggregate' }>;

/** Stages that a column of the aggregate before them stays in sight of, with the row that it belongs to. */
const passing: ReadonlySet<Stage['kind']> = new Set([
  'filter',
  'compute',
  'project',
  'sort',
  'limit',
  'window',
  'totals',
]);

/** Nothing takes them out behind the aggregate; and what is measured now and then is not gone in between. */
function hasAllBuckets({ relation: { source, stages }, input }: Compiled['plan']): boolean {
  const isMeasured = source.kind === 'scan' && input.catalogue.tables.get(source.table)?.metrics === true;
  return (
    !isMeasured &&
    afterAggregate(stages)
      .slice(0, -1) // the limit of every result
      .every(({ kind }) => passing.has(kind) && kind !== 'filter' && kind !== 'limit')
  );
}

function afterAggregate(stages: readonly Stage[]): readonly Stage[] {
  return stages.slice(stages.findLastIndex((stage) => stage.kind === 'aggregate') + 1);
}

const counting: ColumnId = -9001 as ColumnId;
const counted: ColumnId = -9002 as ColumnId;

/** The same with one more column, the number of rows; null where it is not needed (groups have rows) or cannot be had. */
function withRowCount(relation: Relation): Relation | null {
  const at = relation.stages.findLastIndex((stage) => stage.kind === 'aggregate');
  const stage = relation.stages[at];
  if (stage?.kind !== 'aggregate' || stage.keys.length > 0) return null;
  if (!afterAggregate(relation.stages).every(({ kind }) => passing.has(kind))) return null;
  const made: Column = { id: counting, name: '__count', type: 'long', nullable: false };
  const shown: Column = { ...made, id: counted, name: '__rows' };
  const place = { type: 'long', nullable: false, ...nowhere } as const;
  const next: Aggregate = {
    ...stage,
    aggregates: [...stage.aggregates, { column: made, expr: { ...place, kind: 'aggregate', fn: count, args: [] } }],
    outputs: [...stage.outputs, { column: shown, expr: { ...place, kind: 'column', column: made } }],
  };
  return { ...relation, stages: relation.stages.with(at, next), columns: [...relation.columns, shown] };
}

/** The one aggregate that a column is, followed back through what only renames it; null for anything computed. */
function aggregateOf(relation: Relation, column: Column): Extract<Expr, { kind: 'aggregate' }> | null {
  let wanted = column;
  for (const stage of relation.stages.toReversed()) {
    const made = stage.kind === 'aggregate' ? stage.outputs : computedBy(stage);
    const from = madeBy(made, wanted)?.expr;
    if (stage.kind === 'aggregate') {
      const inner = from === undefined ? wanted : from.kind === 'column' ? from.column : null;
      const expr = inner && madeBy(stage.aggregates, inner)?.expr;
      return expr?.kind === 'aggregate' ? expr : null;
    }
    if (from === undefined) continue;
    if (from.kind !== 'column') return null;
    wanted = from.column;
  }
  return null;
}

function computedBy(stage: Stage): readonly Computed[] {
  return stage.kind === 'compute' || stage.kind === 'project' ? stage.columns : [];
}

function madeBy(made: readonly Computed[], column: Column): Computed | undefined {
  return made.find((one) => one.column.id === column.id);
}
