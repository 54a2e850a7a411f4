import type { OutputColumn } from '../../query/compile.ts';
import type { MetricsStats } from './schema.ts';

/** Cells of the rows as JSON text, in the order of the columns. */
type Rows = readonly (readonly string[])[];

export interface Dataset {
  readonly headers: readonly string[];
  /** `[epoch ms, a value or null for each series]`. */
  readonly dataset: readonly (readonly (number | null)[])[];
  /** Series that were left out because there were too many. */
  readonly dropped: number;
}

export interface Grid {
  /** Nanoseconds; half open. */
  readonly from: bigint;
  readonly to: bigint;
  readonly step: bigint;
}

export const seriesMax = 200;

/** Rows of (time bin, keys …, values …) as a table with a column for each series and a row for each bin, present or not. */
export function datasetOf(columns: readonly OutputColumn[], rows: Rows, grid: Grid, seriesLimit = seriesMax): Dataset {
  const places = columns.map(({ role, name }, index) => ({ role, name, index }));
  const time = places.find(({ role }) => role === 'time')?.index ?? 0;
  const keys = places.filter(({ role }) => role === 'series');
  const values = places.filter(({ role }) => role === 'value');
  const series = new Map<string, Map<number, number>>();
  let phase: bigint | undefined;
  for (const cells of rows) {
    const at = instantOf(cells[time] ?? 'null');
    if (at === undefined) continue;
    phase ??= mod(at, grid.step);
    const group = keys.map(({ index }) => cellText(cells[index] ?? 'null'));
    for (const { name, index } of values) {
      const value = numberOf(cells[index] ?? 'null');
      const label = [...group, ...(keys.length === 0 || values.length > 1 ? [name] : [])].join(', ');
      const points = series.get(label) ?? new Map<number, number>();
      series.set(label, points);
      if (value !== null) points.set(ms(at), value);
    }
  }
  const names = kept(series, seriesLimit);
  const dataset: (number | null)[][] = [];
  const start = grid.from - mod(grid.from - (phase ?? 0n), grid.step);
  for (let at = start; at < grid.to; at += grid.step) {
    dataset.push([ms(at), ...names.map((name) => series.get(name)?.get(ms(at)) ?? null)]);
  }
  return { headers: ['timestamp', ...names], dataset, dropped: series.size - names.length };
}

/** The largest series, by name. */
function kept(series: ReadonlyMap<string, ReadonlyMap<number, number>>, limit: number): string[] {
  const sized = [...series].map(([name, points]) => ({
    name,
    size: [...points.values()].reduce((sum, value) => sum + Math.abs(value), 0),
  }));
  const largest = sized.length <= limit ? sized : sized.toSorted((a, b) => b.size - a.size).slice(0, limit);
  return largest.map(({ name }) => name).toSorted((a, b) => (a < b ? -1 : 1));
}

export function statsOf(dataset: Dataset['dataset']): MetricsStats {
  let [min, max, sum, count, maxGroupSum] = [Infinity, -Infinity, 0, 0, -Infinity];
  const times = new Map<number, number>();
  for (const [, ...values] of dataset) {
    let groupSum = 0;
    let present = false;
    for (const value of values) {
      if (value === null) continue;
      present = true;
      if (value < min) min = value;
      if (value > max) max = value;
      sum += value;
      groupSum += value;
      count++;
      times.set(value, (times.get(value) ?? 0) + 1);
    }
    if (present && groupSum > maxGroupSum) maxGroupSum = groupSum;
  }
  if (count === 0) return { min: 0, max: 0, sum: 0, count: 0, mean: 0, mode: 0, max_group_sum: 0 };
  let [mode, most] = [Infinity, 0];
  for (const [value, seen] of times) if (seen > most || (seen === most && value < mode)) [mode, most] = [value, seen];
  return { min, max, sum, count, mean: sum / count, mode, max_group_sum: maxGroupSum };
}

/** Two datasets over the same bins, side by side: the second one moved and renamed. */
export function beside(one: Dataset, other: Dataset, shiftMs: number, label: (name: string) => string): Dataset {
  const moved = new Map(other.dataset.map(([at, ...values]) => [Number(at) + shiftMs, values]));
  const none = other.headers.slice(1).map(() => null);
  return {
    headers: [...one.headers, ...other.headers.slice(1).map(label)],
    dataset: one.dataset.map((row) => [...row, ...(moved.get(Number(row[0])) ?? none)]),
    dropped: one.dropped + other.dropped,
  };
}

export function numberOf(cell: string): number | null {
  const value: unknown = JSON.parse(cell);
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** As a person reads it: text without quotes, null as `null`. */
export function cellText(cell: string): string {
  return cell.startsWith('"') ? (JSON.parse(cell) as string) : cell;
}

/** `"2026-01-31T12:00:00.123456789Z"` → nanoseconds. */
function instantOf(cell: string): bigint | undefined {
  if (!cell.startsWith('"')) return undefined;
  const text = cell.slice(1, -1);
  const whole = Date.parse(`${text.slice(0, 19)}Z`);
  const fraction = /\.(\d{1,9})/.exec(text)?.[1] ?? '';
  return BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(9, '0'));
}

function ms(ns: bigint): number {
  return Number(ns / 1_000_000n);
}

function mod(a: bigint, b: bigint): bigint {
  return ((a % b) + b) % b;
}
