// Columns of a block in ClickHouse's `Native` format, filled value by value and without an object for any of them.
// Fixed-width columns are written at a row's index, texts and maps are appended. What a row does not set is its type's default.

import { type Dictionary, grown } from './dictionary.ts';
import type { Out } from './out.ts';

const bytesMin = 1024;

/** One column of a block. `rows` is always the number of finished rows of the block it belongs to. */
export interface Column {
  readonly name: string;
  /** The ClickHouse type that the block's header states. */
  readonly type: string;
  /** Room for this many rows. */
  grow(rows: number): void;
  /** Remembers the state after `rows` rows; `rollback` returns to it. */
  mark(rows: number): void;
  rollback(rows: number): void;
  /** Forgets the `rows` rows it holds; its buffers stay. */
  reset(rows: number): void;
  sizeBytes(rows: number): number;
  write(out: Out, rows: number): void;
}

type Numbers = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** Numbers of a fixed width, `lanes` of them a row: a 64-bit integer is two 32-bit lanes, the low one first. */
export class FixedColumn<A extends Numbers> implements Column {
  readonly name: string;
  readonly type: string;
  data: A;
  private readonly lanes: number;
  private readonly make: (length: number) => A;

  constructor(name: string, type: string, lanes: number, make: (length: number) => A) {
    this.name = name;
    this.type = type;
    this.lanes = lanes;
    this.make = make;
    this.data = make(0);
  }

  grow(rows: number): void {
    if (rows * this.lanes <= this.data.length) return;
    const grown = this.make(rows * this.lanes);
    grown.set(this.data);
    this.data = grown;
  }

  mark(): void {}

  rollback(rows: number): void {
    this.data.fill(0, rows * this.lanes);
  }

  reset(rows: number): void {
    this.data.fill(0, 0, rows * this.lanes);
  }

  sizeBytes(rows: number): number {
    return rows * this.lanes * this.data.BYTES_PER_ELEMENT;
  }

  write(out: Out, rows: number): void {
    out.raw(new Uint8Array(this.data.buffer, 0, this.sizeBytes(rows)));
  }
}

/** Texts one after another, each with its length before it. */
export class TextColumn implements Column {
  readonly name: string;
  readonly type: string = 'String';
  bytes = new Uint8Array(bytesMin);
  view = new DataView(this.bytes.buffer);
  length = 0;
  /** Rows that have a text so far. */
  count = 0;
  private markedLength = 0;
  private markedCount = 0;

  constructor(name: string) {
    this.name = name;
  }

  grow(): void {}

  /** Empty texts for the rows before `row`, then room for a text of up to `size` bytes and its length. */
  start(row: number, size: number): void {
    const blank = row - this.count;
    this.reserve(blank + size + 5);
    if (blank > 0) {
      this.bytes.fill(0, this.length, this.length + blank);
      this.length += blank;
    }
    this.count = row + 1;
  }

  reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(this.bytes.length * 2, this.length + count));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
    this.view = new DataView(grown.buffer);
  }

  mark(): void {
    this.markedLength = this.length;
    this.markedCount = this.count;
  }

  rollback(): void {
    this.length = this.markedLength;
    this.count = this.markedCount;
  }

  reset(): void {
    this.length = 0;
    this.count = 0;
  }

  sizeBytes(rows: number): number {
    return this.length + Math.max(0, rows - this.count);
  }

  write(out: Out, rows: number): void {
    if (this.count < rows) {
      this.start(rows - 1, 0);
      this.bytes[this.length++] = 0;
    }
    out.raw(this.bytes.subarray(0, this.length));
  }
}

/** `LowCardinality(String)`: an index into the dictionary for each row. */
export class WordColumn implements Column {
  readonly name: string;
  readonly type = 'LowCardinality(String)';
  readonly words: Dictionary;
  data = new Uint32Array(0);

  constructor(name: string, words: Dictionary) {
    this.name = name;
    this.words = words;
  }

  grow(rows: number): void {
    if (rows > this.data.length) this.data = grown(this.data, rows);
  }

  mark(): void {
    this.words.mark();
  }

  rollback(rows: number): void {
    this.data.fill(0, rows);
    this.words.rollback();
  }

  reset(rows: number): void {
    this.data.fill(0, 0, rows);
    this.words.reset();
  }

  sizeBytes(rows: number): number {
    return rows * 2 + this.words.sizeBytes();
  }

  write(out: Out, rows: number): void {
    writeWordsPrefix(out);
    writeWords(out, this.words, this.data, rows);
  }
}

const wordsVersion = 1;
const hasKeysOfItsOwn = 1 << 9;

export function writeWordsPrefix(out: Out): void {
  out.u64(wordsVersion);
}

export function writeWords(out: Out, words: Dictionary, data: Uint32Array, count: number): void {
  if (count === 0) return;
  const size = words.size;
  const width = size <= 0x100 ? 0 : size <= 0x10000 ? 1 : 2;
  out.u64(width | hasKeysOfItsOwn);
  out.u64(size);
  out.raw(words.encoded());
  out.u64(count);
  const used = data.subarray(0, count);
  if (width === 2) {
    out.raw(new Uint8Array(used.buffer, 0, count * 4));
    return;
  }
  const narrow = width === 0 ? new Uint8Array(count) : new Uint16Array(count);
  narrow.set(used);
  out.raw(new Uint8Array(narrow.buffer));
}
