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

/** What a series has: its values, and the bin of each. */
interface Series {
  readonly name: string;
  readonly bins: number[];
  readonly values: number[];
}

/** Rows of (time bin, keys …, values …) as a table with a column for each series and a row for each bin, present or not. */
export function datasetOf(columns: readonly OutputColumn[], rows: Rows, grid: Grid, seriesLimit = seriesMax): Dataset {
  const indexesOf = (wanted: OutputColumn['role']) =>
    columns.flatMap(({ role }, index) => (role === wanted ? [index] : []));
  const time = indexesOf('time')[0] ?? 0;
  const keys = indexesOf('series');
  const values = indexesOf('value');
  const series = new Map<string, Series>();
  const seriesOf = (group: readonly string[], value: number): Series => {
    const column = columns[value]?.name ?? '';
    const name = (keys.length === 0 || values.length > 1 ? [...group, column] : group).join(', ');
    const one = series.get(name) ?? { name, bins: [], values: [] };
    series.set(name, one);
    return one;
  };
  const first = rows.find((cells) => cells[time]?.startsWith('"'))?.[time];
  const phase = first === undefined ? 0n : mod(instantOf(first), grid.step);
  const start = grid.from - mod(grid.from - phase, grid.step);
  const dataset: (number | null)[][] = [];
  for (let ns = start; ns < grid.to; ns += grid.step) dataset.push([Number(ns / msNs)]);
  const binOf = binReader(start, grid.step);
  const groups = new Map<string, readonly Series[]>();
  for (const cells of rows) {
    const bin = binOf(cells[time] ?? 'null');
    if (bin < 0 || bin >= dataset.length) continue;
    const key = keys.length === 1 ? (cells[keys[0] ?? 0] ?? 'null') : keys.map((index) => cells[index]).join();
    let group = groups.get(key);
    if (group === undefined) {
      const texts = keys.map((index) => cellText(cells[index] ?? 'null'));
      group = values.map((value) => seriesOf(texts, value));
      groups.set(key, group);
    }
    for (let place = 0; place < values.length; place++) {
      const value = numberOf(cells[values[place] ?? 0] ?? 'null');
      if (value === null) continue;
      group[place]?.bins.push(bin);
      group[place]?.values.push(value);
    }
  }
  const shown = kept([...series.values()], seriesLimit);
  for (const row of dataset) for (let place = 0; place < shown.length; place++) row.push(null);
  for (const [place, { bins, values }] of shown.entries())
    for (const [index, bin] of bins.entries()) {
      const row = dataset[bin];
      if (row !== undefined) row[place + 1] = values[index] ?? null;
    }
  return { headers: ['timestamp', ...shown.map(({ name }) => name)], dataset, dropped: series.size - shown.length };
}

/** The largest series, by name. */
function kept(series: readonly Series[], limit: number): Series[] {
  const sized = series.map((one) => ({ one, size: one.values.reduce((sum, value) => sum + Math.abs(value), 0) }));
  const largest = sized.length <= limit ? sized : sized.toSorted((a, b) => b.size - a.size).slice(0, limit);
  return largest.map(({ one }) => one).toSorted((a, b) => (a.name < b.name ? -1 : 1));
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

/** Which bin an instant is, counted from `start`; -1 for what is none. Rows are many, their days few. */
function binReader(start: bigint, step: bigint): (cell: string) => number {
  const [startMs, stepMs] = [Number(start / msNs), Number(step) / 1e6];
  const startRestMs = Number(mod(start, msNs)) / 1e6;
  let [day, sinceStartMs] = ['', 0];
  return (cell) => {
    if (!cell.startsWith('"')) return -1;
    const date = cell.slice(1, 11);
    if (date !== day) [day, sinceStartMs] = [date, Date.parse(date) - startMs];
    const seconds = digits(cell, 12, 14) * 3_600 + digits(cell, 15, 17) * 60 + digits(cell, 18, 20);
    const end = cell.length - 2; // of Z and the quote
    const fraction = end > 21 ? digits(cell, 21, end) / 10 ** (end - 21) : 0;
    return Math.round((sinceStartMs + (seconds + fraction) * 1_000 - startRestMs) / stepMs);
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
