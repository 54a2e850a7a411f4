// Maps and arrays: elements of all rows one after another, and for each row where its own end.

import type { Column, FixedColumn, TextColumn } from './columns.ts';
import { WordColumn, writeWords, writeWordsPrefix } from './columns.ts';
import { type Dictionary, grown } from './dictionary.ts';
import type { Out } from './out.ts';

type Values = TextColumn | FixedColumn<Float64Array> | FixedColumn<Uint8Array> | WordColumn;

class RowEnds {
  /** Elements so far. */
  count = 0;
  protected ends = new Uint32Array(0);
  protected markedCount = 0;

  endRow(row: number): void {
    this.ends[row * 2] = this.count;
  }

  grow(rows: number): void {
    if (rows * 2 > this.ends.length) this.ends = grown(this.ends, rows * 2);
  }
}

/** `Map(LowCardinality(String), …)` */
export class MapColumn<V extends Values> extends RowEnds implements Column {
  readonly name: string;
  readonly type: string;
  readonly keys: Dictionary;
  readonly values: V;
  keyData = new Uint32Array(256);
  private readonly ownsKeys: boolean;

  /** `ownsKeys` is false for a map that shares its dictionary with a sibling, which then keeps it. */
  constructor(name: string, keys: Dictionary, values: V, ownsKeys = true) {
    super();
    this.name = name;
    this.type = `Map(LowCardinality(String), ${values.type})`;
    this.keys = keys;
    this.values = values;
    this.ownsKeys = ownsKeys;
    values.grow(this.keyData.length);
  }

  /** Room for `extra` more entries. */
  reserve(extra: number): void {
    const wanted = this.count + extra;
    if (wanted <= this.keyData.length) return;
    this.keyData = grown(this.keyData, Math.max(this.keyData.length * 2, wanted));
    this.values.grow(this.keyData.length);
  }

  /** Ends of rows of so many entries each, the first of which ends here. */
  endRows(from: number, times: number, entries: number): void {
    for (let row = from, end = this.count; row < from + times; row++, end += entries) this.ends[row * 2] = end;
  }

  mark(): void {
    this.markedCount = this.count;
    this.values.mark();
    if (this.ownsKeys) this.keys.mark();
  }

  rollback(): void {
    this.values.rollback(this.markedCount);
    this.count = this.markedCount;
    if (this.ownsKeys) this.keys.rollback();
  }

  reset(): void {
    this.values.reset(this.count);
    this.count = 0;
    if (this.ownsKeys) this.keys.reset();
  }

  sizeBytes(rows: number): number {
    return rows * 8 + this.count * 2 + this.keys.sizeBytes() + this.values.sizeBytes(this.count);
  }

  write(out: Out, rows: number): void {
    writeWordsPrefix(out);
    if (this.values instanceof WordColumn) writeWordsPrefix(out);
    out.raw(new Uint8Array(this.ends.buffer, 0, rows * 8));
    writeWords(out, this.keys, this.keyData, this.count);
    if (this.values instanceof WordColumn) writeWords(out, this.values.words, this.values.data, this.count);
    else if (this.count > 0) this.values.write(out, this.count);
  }
}

/** `Array(…)` */
export class ArrayColumn<V extends FixedColumn<Float64Array> | FixedColumn<Uint32Array> | TextColumn>
  extends RowEnds
  implements Column
{
  readonly name: string;
  readonly type: string;
  readonly values: V;
  private capacity = 0;

  constructor(name: string, values: V) {
    super();
    this.name = name;
    this.type = `Array(${values.type})`;
    this.values = values;
  }

  reserve(extra: number): void {
    if (this.count + extra <= this.capacity) return;
    this.capacity = Math.max(256, this.capacity * 2, this.count + extra);
    this.values.grow(this.capacity);
  }

  mark(): void {
    this.markedCount = this.count;
    this.values.mark();
  }

  rollback(): void {
    this.count = this.markedCount;
    this.values.rollback(this.count);
  }

  reset(): void {
    this.values.reset(this.count);
    this.count = 0;
  }

  sizeBytes(rows: number): number {
    return rows * 8 + this.values.sizeBytes(this.count);
  }

  write(out: Out, rows: number): void {
    out.raw(new Uint8Array(this.ends.buffer, 0, rows * 8));
    if (this.count > 0) this.values.write(out, this.count);
  }
}

/** The row that was written last, `times` times in all. */
export function repeatRow(
  map: MapColumn<WordColumn> | MapColumn<FixedColumn<Uint8Array>>,
  from: number,
  times: number,
  entries: number,
): void {
  map.endRows(from, times, entries);
  const start = map.count - entries;
  const total = entries * times;
  map.reserve(total - entries);
  for (let done = entries; done < total;) {
    const stop = start + Math.min(done, total - done);
    map.keyData.copyWithin(start + done, start, stop);
    map.values.data.copyWithin(start + done, start, stop);
    done += stop - start;
  }
  map.count = start + total;
}
