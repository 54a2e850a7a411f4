import { infix, param, type Sql } from '../clickhouse/sql-ast.ts';
import type { TimeRange } from '../semantic/binding.ts';
import { formatInstant } from '../syntax/datetime.ts';

/**
 * The conjuncts that keep a scan to a range. Of what is left out, both sides are looked for at once: to be planned costs a
 * statement on a wide table more than to read some minutes of it.
 */
export function inRange(time: Sql, type: string, range: TimeRange, except?: TimeRange): readonly Sql[] {
  const at = (ns: bigint): Sql => param(type, formatInstant(ns));
  const bounds = [infix('>=', time, at(range.from)), infix('<', time, at(range.to))];
  if (except === undefined) return bounds;
  return [...bounds, infix('OR', infix('<', time, at(except.from)), infix('>=', time, at(except.to)))];
}
