import { arrayJson, jsonOf, jsonOrNull } from '../clickhouse/json.ts';
import { lowerExpr, type Env } from '../clickhouse/expression.ts';
import { call, choose, column, infix, lambda, literal, type Sql } from '../clickhouse/sql-ast.ts';
import { floorNs, originNs } from '../functions/bins.ts';
import type { Column, Expr, Stage } from '../semantic/rq.ts';
import { seriesStepsMax } from '../syntax/limits.ts';
import { internalName, type Level } from './level.ts';
import type { Planner } from './planner.ts';

type SeriesStage = Extract<Stage, { kind: 'series' }>;

/** Rows are grouped by key and step, and these by key into maps from step to value, which are read out in order. */
export function seriesStage(planner: Planner, level: Level, stage: SeriesStage): Level {
  const free = level.isDone ? planner.close(level) : level;
  const steps = stepped(planner, free, stage);
  const points = steps.level;
  const env = planner.env(points);
  const keys = stage.keys.map((key) => ({ column: key.column, sql: lowerExpr(env, key.expr) }));
  const made = stage.aggregates.map((one) => ({
    column: one.column,
    sql: planner.aggregateSql(points, one.expr, stage.bucketSeconds),
  }));
  for (const one of [...keys, ...made]) points.define(one.column, one.sql);
  points.define(steps.index, steps.indexSql);
  points.define(steps.first, call('any', steps.firstSql));
  points.define(steps.count, call('any', steps.countSql));
  points.sealed = true;
  points.orderBy = [];
  points.groupBy = [...keys.map((key) => column(internalName(key.column))), column(internalName(steps.index))];
  const grouped = planner.close(points);
  for (const key of keys) grouped.find(key.column);
  return readOut(planner, grouped, stage, steps);
}

interface Steps {
  readonly level: Level;
  readonly index: Column;
  readonly indexSql: Sql;
  /** Start of the axis and number of its steps, the same in every row. */
  readonly first: Column;
  readonly firstSql: Sql;
  readonly count: Column;
  readonly countSql: Sql;
}

function numeric(sql: Sql, type: Expr['type']): Sql {
  return type === 'datetime' ? call('toUnixTimestamp64Nano', sql) : sql;
}

/** The ends that are given. */
function endsOf(env: Env, { axis, from, to }: SeriesStage): { from: Sql | null; to: Sql | null } {
  const end = (one: Expr | null): Sql | null => (one === null ? null : numeric(lowerExpr(env, one), axis.type));
  return { from: end(from), to: end(to) };
}

function stepped(planner: Planner, free: Level, stage: SeriesStage): Steps {
  const env = planner.env(free);
  const at = numeric(lowerExpr(env, stage.axis), stage.axis.type);
  const step = lowerExpr(env, stage.step);
  const id = stage.axisColumn.id;
  const make = (offset: number): Column => ({ ...stage.axisColumn, id: -(id * 10 + offset) as Column['id'] });
  const [value, low, high] = [make(1), make(2), make(3)];
  // Ends that are not given are those of the rows: found over all rows before they are grouped.
  const over = (name: string): Sql => ({ kind: 'window', fn: call(name, at), partition: [], order: [] });
  free.define(value, at);
  const ends = endsOf(env, stage);
  free.define(low, ends.from ?? gridStart(stage, over('min'), step));
  free.define(high, ends.to ?? over('max'));
  const level = planner.close(free);
  const [v, from, to] = [value, low, high].map((one) => planner.columnOf(level, one));
  if (v === undefined || from === undefined || to === undefined) throw new Error('an axis has three columns');
  const closed = stage.inclusive || stage.to === null;
  level.where.push(infix('>=', v, from), infix(closed ? '<=' : '<', v, to));
  return {
    level,
    index: make(4),
    indexSql: stepOf(stage, infix('-', v, from), step),
    first: make(5),
    firstSql: from,
    count: make(6),
    countSql: countOf(stage, from, to, step, closed),
  };
}

/**
 * How wide a step is, where the axis can be counted: it is divided as integers then, for a double does not tell the last
 * nanosecond before a step from the step.
 */
function wholeStep({ axis, step, from, to }: SeriesStage): bigint | null {
  const width = step.kind === 'const' ? step.value : null;
  if (typeof width !== 'bigint' || width <= 0n) return null;
  return [axis, from, to].every((one) => one?.type !== 'real' && one?.type !== 'decimal') ? width : null;
}

/** Which step lies so far behind the start. */
function stepOf(stage: SeriesStage, distance: Sql, step: Sql): Sql {
  const exact = wholeStep(stage) !== null;
  return call('toInt64', exact ? call('intDiv', distance, step) : call('floor', infix('/', distance, step)));
}

function countOf(stage: SeriesStage, from: Sql, to: Sql, step: Sql, closed: boolean): Sql {
  return call('least', stepsBetween(stage, from, to, step, closed), literal(seriesStepsMax));
}

function stepsBetween(stage: SeriesStage, from: Sql, to: Sql, step: Sql, closed: boolean): Sql {
  const length = infix('-', to, from);
  if (wholeStep(stage) !== null)
    return call('toInt64', call('intDiv', infix('+', length, closed ? step : infix('-', step, literal(1))), step));
  const parts = infix('/', length, step);
  return call('toInt64', closed ? infix('+', call('floor', parts), literal(1)) : call('ceil', parts));
}

/** The first step begins where a bin of its width does. */
function gridStart(stage: SeriesStage, least: Sql, step: Sql): Sql {
  const width = wholeStep(stage);
  if (width === null) return infix('*', call('floor', infix('/', least, step)), step);
  return floorNs(least, step, stage.axis.type === 'datetime' ? originNs(width) : 0n);
}

function readOut(planner: Planner, grouped: Level, stage: SeriesStage, steps: Steps): Level {
  const env = planner.env(grouped);
  const index = planner.columnOf(grouped, steps.index);
  const step = lowerExpr(env, stage.step);
  const { from, to } = endsOf(env, stage);
  // With both ends given the number of steps does not depend on the rows, so that no rows have an axis too.
  const counted =
    from === null || to === null
      ? call('toInt64', call('any', planner.columnOf(grouped, steps.count)))
      : countOf(stage, from, to, step, stage.inclusive);
  const first = from ?? call('any', planner.columnOf(grouped, steps.first));
  const i = column('i');
  const axis = call('range', call('toUInt64', call('greatest', counted, literal(0))));
  for (const item of stage.items) {
    const json = jsonOrNull(lowerExpr(env, item.expr), item.expr.type);
    const fallback = jsonOrNull(lowerExpr(env, item.fallback), item.fallback.type);
    const map = call('mapFromArrays', call('groupArray', index), call('groupArray', json));
    const at = call('toInt64', i);
    const value = choose(call('mapContains', map, at), call('arrayElement', map, at), fallback);
    grouped.define(item.column, arrayJson(call('arrayMap', lambda(['i'], value), axis)));
  }
  const point = infix('+', first, infix('*', call('toInt64', i), step));
  const shown =
    stage.axis.type === 'datetime' ? call('fromUnixTimestamp64Nano', call('toInt64', point), literal('UTC')) : point;
  grouped.define(
    stage.axisColumn,
    arrayJson(call('arrayMap', lambda(['i'], call('assumeNotNull', jsonOf(shown, stage.axis.type))), axis)),
  );
  const keyColumns = stage.keys.map((key) => planner.columnOf(grouped, key.column));
  for (const [at, key] of stage.keys.entries()) grouped.define(key.column, keyColumns[at] ?? literal(null));
  grouped.groupBy = keyColumns;
  const rows = { ...stage.axisColumn, id: -(stage.axisColumn.id * 10 + 7) as Column['id'] };
  grouped.define(rows, call('count'));
  grouped.sealed = true;
  const outer = planner.close(grouped);
  planner.columnOf(outer, rows);
  // Without keys there is one row even of nothing; it is kept where it was asked for.
  if (stage.keys.length === 0 && !stage.nonempty)
    outer.where.push(infix('>', planner.columnOf(outer, rows), literal(0)));
  return outer;
}
