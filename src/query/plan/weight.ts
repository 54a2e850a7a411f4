import { expressionsOf, partsOf, type From, type Select, type Sql } from '../clickhouse/sql-ast.ts';

const weights = new WeakMap<Sql, number>();

/** How many nodes an expression has when it is written out. Remembered: expressions share their parts. */
export function sqlWeight(sql: Sql): number {
  const known = weights.get(sql);
  if (known !== undefined) return known;
  const inside = sql.kind === 'subselect' ? selectWeight(sql.select) : 0;
  const weight = partsOf(sql).reduce((sum, part) => sum + sqlWeight(part), 1 + inside);
  weights.set(sql, weight);
  return weight;
}

/** How many nodes a statement has. */
export function selectWeight(select: Select): number {
  const from = select.from === undefined ? 0 : fromWeight(select.from);
  return expressionsOf(select).reduce((sum, sql) => sum + sqlWeight(sql), 1 + from);
}

function fromWeight(from: From): number {
  switch (from.kind) {
    case 'table':
      return 1;
    case 'select':
      return selectWeight(from.select);
    case 'union':
      return from.selects.reduce((sum, one) => sum + selectWeight(one), 1);
    case 'join':
      return fromWeight(from.left) + fromWeight(from.right) + sqlWeight(from.on);
  }
}
