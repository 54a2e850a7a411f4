import type { TableDef } from '../catalogue/table.ts';
import type { Input } from './level.ts';
import type { Planner } from './planner.ts';

export function metricsInput(_planner: Planner, table: TableDef): Input {
  throw new Error(`${table.name} has no plan`);
}
