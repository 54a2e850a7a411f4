import { lowerExpr, type Env } from '../clickhouse/expression.ts';
import { call, choose, literal, type Frame, type OrderKey, type Sql } from '../clickhouse/sql-ast.ts';
import type { Expr } from '../semantic/rq.ts';

type WindowExpr = Extract<Expr, { kind: 'window' }>;

const over =
  (order: readonly OrderKey[], partition: readonly Sql[]) =>
  (fn: Sql, frame: Frame): Sql => ({ kind: 'window', fn, partition, order, frame });

/** The condition that starts again: it counts up, so that its count tells the runs apart. */
export function restartOf({ fn, args }: WindowExpr): Expr | undefined {
  return fn.restart === undefined ? undefined : args[fn.restart];
}

/** Number of the run that a row belongs to. */
export function runSql(env: Env, restart: Expr, order: readonly OrderKey[]): Sql {
  const starts = call('ifNull', lowerExpr(env, restart), literal(false));
  return over(order, [])(call('sum', choose(starts, literal(1), literal(0))), 'up-to-here');
}

/** Over the order that the rows have; a run is a partition. */
export function windowSql(env: Env, { fn, args }: WindowExpr, order: readonly OrderKey[], run: Sql | undefined): Sql {
  return fn.lower(
    args.map((arg) => lowerExpr(env, arg)),
    over(order, run === undefined ? [] : [run]),
  );
}
