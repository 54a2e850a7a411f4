import type { Column } from './columns.ts';
import { FixedColumn, TextColumn, WordColumn } from './columns.ts';
import type { StoredPart } from '../durable/queries.ts';
import type { Rooms } from '../receiving/rooms.ts';
import { Out } from './out.ts';
import { enumOf, valueTypes } from './types.ts';
import { ArrayColumn, MapColumn } from './nested.ts';
import { Dictionary } from './dictionary.ts';
import { recordsPerRequestMax } from '../limits.ts';
import { TooManyRecords } from '../outcome.ts';

/** One INSERT body: a single `Native` block of one table and one partition. */
export interface SealedBlock {
  readonly table: string;
  /** UTC day (days since 1970) and retention class of every row in it: one partition. */
  readonly day: number;
  readonly retentionDays: number;
  readonly rows: number;
  readonly bytes: Uint8Array;
  /** Where it has rows of one body alone, of which some are in the store already. */
  readonly half?: StoredPart;
}

/** Of tables whose partitions have none. */
export const noDay = 0;

/** How many rows a request has in a table so far. */
export interface Taken {
  rows: number;
}

const rowsMin = 256;
/** Rows of lists and escaped texts are larger than what they were on the wire. */
const requestBytesMax = 160 * 1024 * 1024;
const rowsBetweenLooks = 64;

/** The rows of one table in one partition. A subclass declares its columns, in the order of the table. */
export abstract class Block {
  readonly table: string;
  readonly day: number;
  readonly retentionDays: number;
  rows = 0;
  /** Changes when indexes into its dictionaries lose their meaning. */
  epoch = 0;
  /** Touched by the request that is being read. */
  isMarked = false;
  private readonly columns: Column[] = [];
  private capacity = 0;
  private markedRows = 0;
  /** Of the request that is being read, in all partitions of the table; a block that was in no request has no such bound. */
  private taken: Taken = { rows: -Infinity };
  private markedBytes = 0;
  private rolledBackBytes = 0;

  constructor(table: string, day: number, retentionDays: number) {
    this.table = table;
    this.day = day;
    this.retentionDays = retentionDays;
  }

  /** The index of a new row; all of its columns hold defaults until set. */
  addRow(): number {
    if (++this.taken.rows > recordsPerRequestMax) throw new TooManyRecords(recordsPerRequestMax);
    if (this.rows % rowsBetweenLooks === 0 && this.sizeBytes() - this.markedBytes > requestBytesMax)
      throw new TooManyRecords(this.rows - this.markedRows);
    if (this.rows === this.capacity) {
      this.capacity = Math.max(rowsMin, this.capacity * 2);
      for (const column of this.columns) column.grow(this.capacity);
    }
    return this.rows++;
  }

  mark(taken: Taken): void {
    this.taken = taken;
    this.markedRows = this.rows;
    this.markedBytes = this.sizeBytes();
    for (const column of this.columns) column.mark(this.rows);
  }

  rollback(): void {
    this.epoch++;
    this.rolledBackBytes = Math.max(this.rolledBackBytes, this.sizeBytes());
    this.rows = this.markedRows;
    for (const column of this.columns) column.rollback(this.rows);
  }

  reset(): void {
    this.epoch++;
    for (const column of this.columns) column.reset(this.rows);
    this.rows = 0;
  }

  sizeBytes(): number {
    let sum = 0;
    for (const column of this.columns) sum += column.sizeBytes(this.rows);
    return sum;
  }

  /** What its buffers have grown to at least, be it by rows that were taken back. */
  grownBytes(): number {
    return Math.max(this.rolledBackBytes, this.sizeBytes());
  }

  seal(rooms: Rooms): SealedBlock {
    const out = new Out(rooms.take(this.sizeBytes() + 64 * this.columns.length + 1024));
    out.varint(this.columns.length);
    out.varint(this.rows);
    for (const column of this.columns) {
      out.text(column.name);
      out.text(column.type);
      column.write(out, this.rows);
    }
    const { table, day, retentionDays, rows } = this;
    return { table, day, retentionDays, rows, bytes: out.bytes.subarray(0, out.length) };
  }

  protected own<C extends Column>(column: C): C {
    this.columns.push(column);
    return column;
  }

  protected u8(name: string, type = 'UInt8'): FixedColumn<Uint8Array> {
    return this.own(new FixedColumn(name, type, 1, (length) => new Uint8Array(length)));
  }

  protected u16(name: string, type = 'UInt16'): FixedColumn<Uint16Array> {
    return this.own(new FixedColumn(name, type, 1, (length) => new Uint16Array(length)));
  }

  protected u32(name: string, type = 'UInt32'): FixedColumn<Uint32Array> {
    return this.own(new FixedColumn(name, type, 1, (length) => new Uint32Array(length)));
  }

  /** Two lanes a row, the low one first. */
  protected u64(name: string, type = 'UInt64'): FixedColumn<Uint32Array> {
    return this.own(new FixedColumn(name, type, 2, (length) => new Uint32Array(length)));
  }

  /** Four lanes a row: each half of the UUID, the first one first, as a 64-bit number. */
  protected uuid(name: string): FixedColumn<Uint32Array> {
    return this.own(new FixedColumn(name, 'UUID', 4, (length) => new Uint32Array(length)));
  }

  protected f64(name: string): FixedColumn<Float64Array> {
    return this.own(new FixedColumn(name, 'Float64', 1, (length) => new Float64Array(length)));
  }

  protected text(name: string): TextColumn {
    return this.own(new TextColumn(name));
  }

  protected word(name: string): WordColumn {
    return this.own(new WordColumn(name, new Dictionary()));
  }

  protected words(name: string): MapColumn<WordColumn> {
    return this.own(new MapColumn(name, new Dictionary(), new WordColumn('', new Dictionary())));
  }

  /** Both share the dictionary of the map whose entries they tell more of. */
  protected typesByKey(name: string, keys: Dictionary): MapColumn<FixedColumn<Uint8Array>> {
    const values = new FixedColumn('', enumOf(valueTypes), 1, (length) => new Uint8Array(length));
    return this.own(new MapColumn(name, keys, values, false));
  }

  protected doubles(name: string): ArrayColumn<FixedColumn<Float64Array>> {
    return this.own(new ArrayColumn(name, new FixedColumn('', 'Float64', 1, (length) => new Float64Array(length))));
  }

  protected longs(name: string): ArrayColumn<FixedColumn<Uint32Array>> {
    return this.own(new ArrayColumn(name, new FixedColumn('', 'UInt64', 2, (length) => new Uint32Array(length))));
  }

  protected textArray(name: string): ArrayColumn<TextColumn> {
    return this.own(new ArrayColumn(name, new TextColumn('')));
  }

  protected texts(name: string, keys: Dictionary = new Dictionary()): MapColumn<TextColumn> {
    return this.own(new MapColumn(name, keys, new TextColumn('')));
  }
}
