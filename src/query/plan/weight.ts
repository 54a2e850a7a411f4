import { expressionsOf, partsOf, type From, type Select, type Sql } from '../clickhouse/sql-ast.ts';

const weights = new WeakMap<Sql, number>();

/** How many nodes an expression has when it is written out. Remembered: expressions share their parts. */
export function sqlWeight(sql: Sql): number {
  const known = weights.get(sql);
  if (known !== undefined) return known;
  const weight = 1 + partsOf(sql).reduce((sum, part) => sum + sqlWeight(part), 0);
  weights.set(sql, weight);
  return weight;
}

const wholeWeights = new WeakMap<Sql, number>();

/** As `sqlWeight`, with the selects that stand in it. */
function wholeWeight(sql: Sql): number {
  const known = wholeWeights.get(sql);
  if (known !== undefined) return known;
  const inside = sql.kind === 'subselect' ? selectWeight(sql.select) : 0;
  const weight = partsOf(sql).reduce((sum, part) => sum + wholeWeight(part), 1 + inside);
  wholeWeights.set(sql, weight);
  return weight;
}

/** How many nodes a statement has. */
export function selectWeight(select: Select): number {
  const from = select.from === undefined ? 0 : fromWeight(select.from);
  return expressionsOf(select).reduce((sum, sql) => sum + wholeWeight(sql), 1 + from);
}

function fromWeight(from: From): number {
  switch (from.kind) {
    case 'table':
    case 'numbers':
      return 1;
    case 'select':
      return selectWeight(from.select);
    case 'union':
      return from.selects.reduce((sum, one) => sum + selectWeight(one), 1);
    case 'join':
      return fromWeight(from.left) + fromWeight(from.right) + wholeWeight(from.on);
  }
}
