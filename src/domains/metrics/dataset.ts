import { modulo } from '../../lib/modulo.ts';
import type { OutputColumn } from '../../query/compile.ts';
import { bucketsMax } from '../../query/semantic/bins.ts';
import type { CellRows } from '../query/run.ts';
import type { MetricsAnswer, MetricsStats } from './schema.ts';

export interface Dataset {
  readonly headers: readonly string[];
  /** `[epoch ms, a value or null for each series]`. */
  readonly dataset: (number | null)[][];
  /** Series that were left out because there were too many. */
  readonly dropped: number;
  /** Not where a row has no place of its own: several of one series are in one bin, or there are too many bins. */
  readonly isWhole: boolean;
}

export interface Grid {
  /** Nanoseconds; half open. */
  readonly from: bigint;
  readonly to: bigint;
  readonly step: bigint;
  /** When one of the bins begins; it is that of the first row where that is not known. */
  readonly origin?: bigint | undefined;
}

export const seriesMax = 200;

/** What a series has: its values, and the bin of each. */
interface Series {
  readonly name: string;
  readonly bins: number[];
  readonly values: number[];
}

/** A range of as many bins as one may have touches two more when it begins and ends inside of bins. */
const binsMax = Number(bucketsMax) + 2;

/**
 * Rows of (time bin, keys …, values …) as a table with a column for each series and a row for each bin, present or not.
 * Bins that lie outside of the range, such as those of a clock elsewhere, are added to those of the range.
 */
export function datasetOf(
  columns: readonly OutputColumn[],
  rows: CellRows,
  grid: Grid,
  seriesLimit = seriesMax,
): Dataset {
  const indexesOf = (wanted: OutputColumn['role']) =>
    columns.flatMap(({ role }, index) => (role === wanted ? [index] : []));
  const time = indexesOf('time')[0] ?? 0;
  const keys = indexesOf('series');
  const values = indexesOf('value');
  const nameOf = (group: readonly string[], value: number): string => {
    const column = columns[value]?.name ?? '';
    return (keys.length === 0 || values.length > 1 ? [...group, column] : group).join(', ');
  };
  const timed = rows.find((cells) => cells[time]?.startsWith('"'))?.[time];
  const phase = modulo(timed === undefined ? (grid.origin ?? 0n) : instantOf(timed), grid.step);
  const start = grid.from - modulo(grid.from - phase, grid.step);
  const inRange = { first: 0, count: Number((grid.to - start + grid.step - 1n) / grid.step) };
  const binOfCell = binReader(start, grid.step);
  const bins = rows.map((cells) => binOfCell(cells[time] ?? 'null'));
  const { first, count } = reachOf(bins, inRange);
  if (count > binsMax) return { headers: ['timestamp'], dataset: [], dropped: 0, isWhole: false };
  const starts = binStarts(start + BigInt(first) * grid.step, grid.step, count);
  // By what they are: different ones may read the same, such as nothing and the text null.
  const groups = new Map<string, readonly Series[]>();
  const groupOf = (texts: readonly string[]) =>
    values.map((value): Series => ({ name: nameOf(texts, value), bins: [], values: [] }));
  // Without groups it is known what there is, also where there is nothing of it.
  if (keys.length === 0) groups.set('', groupOf([]));
  for (const [nth, cells] of rows.entries()) {
    const bin = (bins[nth] ?? Number.NaN) - first;
    if (!(bin >= 0 && bin < count)) continue;
    let key = '';
    for (const index of keys) key = key === '' ? (cells[index] ?? 'null') : `${key},${cells[index]}`;
    let group = groups.get(key);
    if (group === undefined) {
      group = groupOf(keys.map((index) => cellText(cells[index] ?? 'null')));
      groups.set(key, group);
    }
    for (let place = 0; place < values.length; place++) {
      const value = numberOf(cells[values[place] ?? 0] ?? 'null');
      if (value === null) continue;
      group[place]?.bins.push(bin);
      group[place]?.values.push(value);
    }
  }
  const series = [...groups.values()].flat();
  const shown = kept(series, seriesLimit);
  const empty: (number | null)[] = [0, ...shown.map(() => null)];
  const dataset = starts.map((ms) => {
    const row = empty.slice();
    row[0] = ms;
    return row;
  });
  let isWhole = true;
  for (const [place, one] of shown.entries())
    for (let index = 0; index < one.bins.length; index++) {
      const row = dataset[one.bins[index] as number];
      if (row === undefined) continue;
      if (row[place + 1] !== null) isWhole = false;
      row[place + 1] = one.values[index] as number;
    }
  const headers = ['timestamp', ...shown.map(({ name }) => name)];
  return { headers, dataset, dropped: series.length - shown.length, isWhole };
}

interface Reach {
  readonly first: number;
  readonly count: number;
}

/** The bins of the range, and on to those that there are before and after it. */
function reachOf(bins: readonly number[], { first, count }: Reach): Reach {
  let [least, end] = [first, first + count];
  for (const bin of bins) {
    if (bin < least) least = bin;
    if (bin >= end) end = bin + 1;
  }
  return { first: least, count: end - least };
}

/** The largest series, by name. */
function kept(series: readonly Series[], limit: number): Series[] {
  const sized = series.map((one) => ({ one, size: one.values.reduce((sum, value) => sum + Math.abs(value), 0) }));
  const largest = sized.length <= limit ? sized : sized.toSorted((a, b) => b.size - a.size).slice(0, limit);
  return largest.map(({ one }) => one).toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** The answer of a chart. */
export function seriesOf({ headers, dataset }: Pick<Dataset, 'headers' | 'dataset'>): MetricsAnswer {
  return {
    dataset,
    data_json: [],
    data_text: [],
    headers: [...headers],
    rows_count: dataset.length,
    stats: statsOf(dataset),
  };
}

export function statsOf(dataset: Dataset['dataset']): MetricsStats {
  const values: number[] = [];
  let [sum, maxGroupSum] = [0, -Infinity];
  for (const row of dataset) {
    const before = values.length;
    let groupSum = 0;
    for (let index = 1; index < row.length; index++) {
      const value = row[index] ?? null;
      if (value === null) continue;
      values.push(value);
      sum += value;
      groupSum += value;
    }
    if (values.length > before && groupSum > maxGroupSum) maxGroupSum = groupSum;
  }
  const count = values.length;
  if (count === 0) return { min: 0, max: 0, sum: 0, count: 0, mean: 0, mode: 0, max_group_sum: 0 };
  const sorted = Float64Array.from(values).sort();
  const [min, max] = [sorted[0] as number, sorted[count - 1] as number];
  return { min, max, sum, count, mean: sum / count, mode: longestRun(sorted), max_group_sum: maxGroupSum };
}

/** The most frequent value, and of several the smallest. */
function longestRun(sorted: Float64Array): number {
  let [mode, longest, from] = [sorted[0] as number, 0, 0];
  for (let at = 1; at <= sorted.length; at++) {
    if (sorted[at] === sorted[from]) continue;
    if (at - from > longest) [mode, longest] = [sorted[from] as number, at - from];
    from = at;
  }
  return mode;
}

/** Two datasets over the same bins, side by side: the second one moved and renamed. What it has in other bins keeps them. */
export function beside(one: Dataset, other: Dataset, shiftMs: number, label: (name: string) => string): Dataset {
  const moved = new Map(other.dataset.map(([at, ...values]) => [Number(at) + shiftMs, values]));
  const [noneHere, noneThere] = [one, other].map(({ headers }) => headers.slice(1).map(() => null)) as [null[], null[]];
  const here = new Set(one.dataset.map(([at]) => Number(at)));
  const beyond = [...moved].filter(([at, values]) => !here.has(at) && values.some((value) => value !== null));
  return {
    headers: [...one.headers, ...other.headers.slice(1).map(label)],
    dataset: [
      ...one.dataset.map((row) => [...row, ...(moved.get(Number(row[0])) ?? noneThere)]),
      ...beyond.map(([at, values]) => [at, ...noneHere, ...values]),
    ].toSorted(([a], [b]) => Number(a) - Number(b)),
    dropped: one.dropped + other.dropped,
    isWhole: one.isWhole && other.isWhole,
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

/** In whole milliseconds. */
function binStarts(start: bigint, step: bigint, bins: number): number[] {
  const [stepMs, stepRest] = [Number(step / msNs), Number(step % msNs)];
  let rest = Number(modulo(start, msNs));
  let ms = Number((start - BigInt(rest)) / msNs);
  const starts: number[] = [];
  while (starts.length < bins) {
    starts.push(ms);
    ms += stepMs;
    rest += stepRest;
    if (rest >= 1e6) [ms, rest] = [ms + 1, rest - 1e6];
  }
  return starts;
}

/** Which bin an instant is, counted from `start`; NaN for what is none. Rows are many and in no order. */
function binReader(start: bigint, step: bigint): (cell: string) => number {
  const [startMs, stepMs] = [Number(start / msNs), Number(step) / 1e6];
  const startRestMs = Number(modulo(start, msNs)) / 1e6;
  return (cell) => {
    if (!cell.startsWith('"')) return Number.NaN;
    const month = digits(cell, 6, 8) - 1;
    const minuteMs = Date.UTC(
      digits(cell, 1, 5),
      month,
      digits(cell, 9, 11),
      digits(cell, 12, 14),
      digits(cell, 15, 17),
    );
    const end = cell.length - 2; // of Z and the quote
    const fraction = end > 21 ? digits(cell, 21, end) / 10 ** (end - 21) : 0;
    const restMs = (digits(cell, 18, 20) + fraction) * 1_000 - startRestMs;
    return Math.round((minuteMs - startMs + restMs) / stepMs);
  };
}

function digits(text: string, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at++) number = number * 10 + text.charCodeAt(at) - 0x30;
  return number;
}

const msNs = 1_000_000n;
