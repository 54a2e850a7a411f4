import type { TableDef } from '../catalogue/table.ts';
import { column, infix, literal, param, type Sql } from '../clickhouse/sql-ast.ts';
import { instant } from '../clickhouse/expression.ts';
import { access } from '../clickhouse/storage.ts';
import type { Input } from './level.ts';
import { metricsInput } from './metrics.ts';
import type { TimeRange } from '../../lib/time-range.ts';
import type { Predicate } from '../semantic/rq.ts';
import type { Planner } from './planner.ts';
import { inRange, isWholeDays, onDays } from './range.ts';

/** A page of rows older or newer than a known one. */
export interface ScanWindow {
  readonly ts: bigint;
  readonly id: string;
  readonly direction: 'older' | 'newer';
}

/** The one place where a table of the store gets into a query, with its project, kinds and time range. */
export function scanInput(planner: Planner, name: string, filters: readonly Predicate[]): Input {
  const table = planner.input.catalogue.tables.get(name);
  if (table === undefined) throw new Error(`no table ${name}`);
  if (table.metrics === true) return metricsInput(planner, table, filters);
  return {
    from: { kind: 'table', name: table.physical, alias: table.alias },
    field: (ref) => access(ref, table.alias),
    where: scanConjuncts(planner, table, planner.input.main?.except),
  };
}

export function scanConjuncts(planner: Planner, table: TableDef, except?: TimeRange): readonly Sql[] {
  const window = planner.input.main?.window;
  const alias = table.alias;
  const time = column(table.time.column, alias);
  const { days } = table.time;
  const conjuncts: Sql[] = [
    planner.inProject(alias),
    ...kindsOf(table, alias),
    ...(days !== undefined && except === undefined && isWholeDays(planner.range)
      ? onDays(column(days, alias), planner.range)
      : inRange(time, planner.range, except)),
  ];
  if (window !== undefined && table.rowId !== undefined) {
    // The plain bound is what prunes; the tuple alone would read everything.
    const older = window.direction === 'older';
    const at = instant(window.ts);
    const row: Sql = { kind: 'tuple', items: [time, column(table.rowId, alias)] };
    const mark: Sql = { kind: 'tuple', items: [at, param('UUID', window.id)] };
    conjuncts.push(infix(older ? '<=' : '>=', time, at), infix(older ? '<' : '>', row, mark));
  }
  return conjuncts;
}

export function kindsOf({ kinds }: TableDef, alias: string): readonly Sql[] {
  return kinds === undefined ? [] : [infix(kinds.op, column(kinds.column, alias), literal(kinds.value))];
}
