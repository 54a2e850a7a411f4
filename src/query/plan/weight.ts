import { partsOf, type Sql } from '../clickhouse/sql-ast.ts';

const weights = new WeakMap<Sql, number>();

/** How many nodes an expression has when it is written out. Remembered: expressions share their parts. */
export function sqlWeight(sql: Sql): number {
  const known = weights.get(sql);
  if (known !== undefined) return known;
  const weight = 1 + partsOf(sql).reduce((sum, part) => sum + sqlWeight(part), 0);
  weights.set(sql, weight);
  return weight;
}
