import { instant } from '../clickhouse/expression.ts';
import { infix, param, type Sql } from '../clickhouse/sql-ast.ts';
import type { TimeRange } from '../../lib/time-range.ts';
import { formatInstant } from '../syntax/datetime.ts';
import { dayNs } from '../syntax/duration.ts';

/**
 * The conjuncts that keep a scan to a range. Of what is left out, both sides are looked for at once: to be planned costs a
 * statement on a wide table more than to read some minutes of it.
 */
export function inRange(time: Sql, range: TimeRange, except?: TimeRange): readonly Sql[] {
  const bounds = [infix('>=', time, instant(range.from)), infix('<', time, instant(range.to))];
  if (except === undefined) return bounds;
  return [...bounds, infix('OR', infix('<', time, instant(except.from)), infix('>=', time, instant(except.to)))];
}

/** The days of UTC that a range has as a whole. Days before 1970 have no number in the store. */
export function wholeDays({ from, to }: TimeRange): TimeRange | null {
  const days = { from: ((from + dayNs - 1n) / dayNs) * dayNs, to: (to / dayNs) * dayNs };
  return from >= 0n && days.from < days.to ? days : null;
}

export function isWholeDays(range: TimeRange): boolean {
  const days = wholeDays(range);
  return days?.from === range.from && days.to === range.to;
}

/**
 * The same of a table that is parted by days. The time is neither read, which is half of what it takes to count rows that an
 * index finds, nor looked for in the primary key, where it stands behind the kind: of a week that is a look at every mark.
 */
export function onDays(partition: Sql, range: TimeRange): readonly Sql[] {
  const day = (ns: bigint): Sql => param('String', formatInstant(ns).slice(0, 10).replaceAll('-', ''));
  return [infix('>=', partition, day(range.from)), infix('<', partition, day(range.to))];
}
