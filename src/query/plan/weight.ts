import type { Sql } from '../clickhouse/sql-ast.ts';

const weights = new WeakMap<Sql, number>();

/** How many nodes an expression has when it is written out. Remembered: expressions share their parts. */
export function sqlWeight(sql: Sql): number {
  const known = weights.get(sql);
  if (known !== undefined) return known;
  const weight = 1 + partsOf(sql).reduce((sum, part) => sum + sqlWeight(part), 0);
  weights.set(sql, weight);
  return weight;
}

export function partsOf(sql: Sql): readonly Sql[] {
  switch (sql.kind) {
    case 'literal':
    case 'param':
    case 'column':
    case 'subselect':
      return [];
    case 'call':
      return sql.params === undefined ? sql.args : [...sql.params, ...sql.args];
    case 'infix':
    case 'tuple':
    case 'array':
      return sql.items;
    case 'not':
    case 'cast':
      return [sql.of];
    case 'lambda':
      return [sql.body];
    case 'in':
      return [sql.left, sql.set];
    case 'window':
      return [sql.fn, ...sql.partition, ...sql.order.map((key) => key.expr)];
  }
}
