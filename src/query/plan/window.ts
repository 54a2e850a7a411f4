import { lowerExpr, type Env } from '../clickhouse/expression.ts';
import { call, infix, literal, type OrderKey, type Sql } from '../clickhouse/sql-ast.ts';
import type { Expr } from '../semantic/rq.ts';

/** `prev`, `next`, `row_number`, `row_cumsum` over the order that the rows have. */
export function windowSql(env: Env, expr: Expr, order: readonly OrderKey[]): Sql {
  if (expr.kind !== 'window') throw new Error('a function over rows is expected');
  const args = expr.args.map((arg) => lowerExpr(env, arg));
  const over = (fn: Sql, frame?: 'up-to-here' | 'everything'): Sql => ({
    kind: 'window',
    fn,
    partition: [],
    order,
    ...(frame === undefined ? {} : { frame }),
  });
  const [value, second, third] = args;
  switch (expr.fn.name) {
    case 'row_number': {
      const start = value ?? literal(1);
      return infix('+', infix('-', call('toInt64', over(call('row_number'))), literal(1)), start);
    }
    case 'prev':
      return over(
        call(
          'lagInFrame',
          call('toNullable', value ?? literal(null)),
          second ?? literal(1),
          ...(third === undefined ? [] : [third]),
        ),
        'everything',
      );
    case 'next':
      return over(
        call(
          'leadInFrame',
          call('toNullable', value ?? literal(null)),
          second ?? literal(1),
          ...(third === undefined ? [] : [third]),
        ),
        'everything',
      );
    case 'row_cumsum':
      return over(call('sum', value ?? literal(0)), 'up-to-here');
    default:
      throw new Error(`${expr.fn.name}() is no function over rows`);
  }
}
