import { instant } from '../clickhouse/expression.ts';
import { infix, type Sql } from '../clickhouse/sql-ast.ts';
import type { TimeRange } from '../../lib/time-range.ts';

/**
 * The conjuncts that keep a scan to a range. Of what is left out, both sides are looked for at once: to be planned costs a
 * statement on a wide table more than to read some minutes of it.
 */
export function inRange(time: Sql, range: TimeRange, except?: TimeRange): readonly Sql[] {
  const bounds = [infix('>=', time, instant(range.from)), infix('<', time, instant(range.to))];
  if (except === undefined) return bounds;
  return [...bounds, infix('OR', infix('<', time, instant(except.from)), infix('>=', time, instant(except.to)))];
}
