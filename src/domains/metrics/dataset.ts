import type { OutputColumn } from '../../query/compile.ts';
import type { MetricsStats } from './schema.ts';

/** Cells of the rows as JSON text, in the order of the columns. */
type Rows = readonly (readonly string[])[];

export interface Dataset {
  readonly headers: readonly string[];
  /** `[epoch ms, a value or null for each series]`. */
  readonly dataset: (number | null)[][];
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
  const indexesOf = (wanted: OutputColumn['role']) =>
    columns.flatMap(({ role }, index) => (role === wanted ? [index] : []));
  const time = indexesOf('time')[0] ?? 0;
  const keys = indexesOf('series');
  const values = indexesOf('value');
  const series = new Map<string, Map<number, number>>();
  const seriesOf = (group: readonly string[], value: number): Map<number, number> => {
    const name = columns[value]?.name ?? '';
    const label = (keys.length === 0 || values.length > 1 ? [...group, name] : group).join(', ');
    const points = series.get(label) ?? new Map<number, number>();
    series.set(label, points);
    return points;
  };
  const millisecondOf = millisecondReader();
  const groups = new Map<string, readonly Map<number, number>[]>();
  let phase: bigint | undefined;
  for (const cells of rows) {
    const instant = cells[time] ?? 'null';
    if (!instant.startsWith('"')) continue;
    phase ??= mod(instantOf(instant), grid.step);
    const at = millisecondOf(instant);
    const key = keys.length === 1 ? (cells[keys[0] ?? 0] ?? 'null') : keys.map((index) => cells[index]).join();
    let group = groups.get(key);
    if (group === undefined) {
      const texts = keys.map((index) => cellText(cells[index] ?? 'null'));
      group = values.map((value) => seriesOf(texts, value));
      groups.set(key, group);
    }
    for (let place = 0; place < values.length; place++) {
      const value = numberOf(cells[values[place] ?? 0] ?? 'null');
      if (value !== null) group[place]?.set(at, value);
    }
  }
  const names = kept(series, seriesLimit);
  const shown = names.map((name) => series.get(name));
  const dataset: (number | null)[][] = [];
  const start = grid.from - mod(grid.from - (phase ?? 0n), grid.step);
  for (let ns = start; ns < grid.to; ns += grid.step) {
    const at = Number(ns / msNs);
    const row: (number | null)[] = [at];
    for (const points of shown) row.push(points?.get(at) ?? null);
    dataset.push(row);
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
  for (const row of dataset) {
    let groupSum = 0;
    let present = false;
    for (let index = 1; index < row.length; index++) {
      const value = row[index] ?? null;
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

/** A number, also one that is written as text; null for whatever is none. */
export function numberOf(cell: string): number | null {
  if (cell === 'null' || cell === '') return null;
  const number = Number(cell.startsWith('"') ? (JSON.parse(cell) as string) : cell);
  return Number.isFinite(number) ? number : null;
}

/** As a person reads it: text without quotes, null as `null`. */
export function cellText(cell: string): string {
  return cell.startsWith('"') ? (JSON.parse(cell) as string) : cell;
}

/** `"2026-01-31T12:00:00.123456789Z"` → nanoseconds. */
function instantOf(cell: string): bigint {
  const fraction = cell.charAt(20) === '.' ? cell.slice(21, 30).replace(/Z.*/, '') : '';
  return BigInt(Date.parse(`${cell.slice(1, 20)}Z`)) * msNs + BigInt(fraction.padEnd(9, '0'));
}

/** The same in whole milliseconds, which is what a chart has. Rows are many, their days few. */
function millisecondReader(): (cell: string) => number {
  let [day, dayMs] = ['', 0];
  return (cell) => {
    const date = cell.slice(1, 11);
    if (date !== day) [day, dayMs] = [date, Date.parse(date)];
    const fraction = cell.charAt(20) === '.' ? digits(cell, 21, 24) : 0;
    return (
      dayMs + digits(cell, 12, 14) * 3_600_000 + digits(cell, 15, 17) * 60_000 + digits(cell, 18, 20) * 1_000 + fraction
    );
  };
}

function digits(text: string, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at++) number = number * 10 + text.charCodeAt(at) - 0x30;
  return number;
}

const msNs = 1_000_000n;

function mod(a: bigint, b: bigint): bigint {
  return ((a % b) + b) % b;
}
