import type { Compiled } from '../../query/compile.ts';
import type { CellRows } from '../query/run.ts';
import { numberOf } from './dataset.ts';

/** Groups that a query puts in no order come in any from the engine: a reader wants them by time, else the largest first. */
export function inOrder({ columns, plan }: Pick<Compiled, 'columns' | 'plan'>, rows: CellRows): CellRows {
  const { stages } = plan.relation;
  const grouped = stages.findLastIndex(({ kind }) => kind === 'aggregate' || kind === 'distinct');
  if (grouped === -1 || stages.slice(grouped).some(({ kind }) => kind === 'sort')) return rows;
  const [time, value] = (['time', 'value'] as const).map((role) => columns.findIndex((one) => one.role === role));
  const cell = (row: readonly string[], index = -1) => row[index] ?? '';
  const size = (row: readonly string[]) => numberOf(cell(row, value)) ?? -Infinity;
  return rows
    .map((row) => ({ row, time: cell(row, time), size: size(row), keys: row.join() }))
    .toSorted((a, b) => inText(a.time, b.time) || (a.size === b.size ? inText(a.keys, b.keys) : b.size - a.size))
    .map(({ row }) => row);
}

function inText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
