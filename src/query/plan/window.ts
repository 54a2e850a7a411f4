import { lowerExpr, type Env } from '../clickhouse/expression.ts';
import { call, choose, infix, literal, type Frame, type OrderKey, type Sql } from '../clickhouse/sql-ast.ts';
import type { Expr } from '../semantic/rq.ts';

type WindowExpr = Extract<Expr, { kind: 'window' }>;

function over(fn: Sql, order: readonly OrderKey[], frame: Frame, partition: readonly Sql[] = []): Sql {
  return { kind: 'window', fn, partition, order, frame };
}

/** The condition that starts again: it counts up, so that its count tells the runs apart. */
export function restartOf(expr: Expr): Expr | undefined {
  if (expr.kind !== 'window') return undefined;
  return expr.fn.name === 'row_number' || expr.fn.name === 'row_cumsum' ? expr.args[1] : undefined;
}

/** Number of the run that a row belongs to. */
export function runSql(env: Env, restart: Expr, order: readonly OrderKey[]): Sql {
  const starts = call('ifNull', lowerExpr(env, restart), literal(false));
  return over(call('sum', choose(starts, literal(1), literal(0))), order, 'up-to-here');
}

/** `prev`, `next`, `row_number`, `row_cumsum` over the order that the rows have; a run is a partition. */
export function windowSql(env: Env, expr: WindowExpr, order: readonly OrderKey[], run: Sql | undefined): Sql {
  const args = expr.args.map((arg) => lowerExpr(env, arg));
  const [value, second, third] = args;
  const partition = run === undefined ? [] : [run];
  switch (expr.fn.name) {
    case 'row_number': {
      const number = call('toInt64', over(call('row_number'), order, 'up-to-here', partition));
      return infix('+', infix('-', number, literal(1)), value ?? literal(1));
    }
    case 'row_cumsum':
      return over(call('sum', value ?? literal(0)), order, 'up-to-here', partition);
    case 'prev':
    case 'next': {
      const name = expr.fn.name === 'prev' ? 'lagInFrame' : 'leadInFrame';
      const fallback = third === undefined ? [] : [third];
      return over(
        call(name, call('toNullable', value ?? literal(null)), second ?? literal(1), ...fallback),
        order,
        'everything',
      );
    }
    default:
      throw new Error(`${expr.fn.name}() is no function over rows`);
  }
}
