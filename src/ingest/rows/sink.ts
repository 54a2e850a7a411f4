import type { Block, SealedBlock } from './block.ts';
import { EventRows } from './events.ts';
import { DistRows, ExemplarRows, PointRows, SeriesRows } from './metrics.ts';
import { ReplayRows } from './replays.ts';

export type { SealedBlock } from './block.ts';

/** A block whose buffers grew beyond this is not kept for the next batch. */
const keptBlockBytesMax = 64 * 1024 * 1024;

/**
 * The rows of the open batch of a process. Requests of all projects are decoded straight into it, one after another;
 * a request that cannot be read leaves nothing behind. `seal` turns what is there into one block for each table, UTC
 * day and retention class, and leaves the sink empty for the next batch. Decoding is synchronous: a batcher looks at
 * `rows` and `bytes` after a request and seals when it likes, always between two requests.
 */
export class RowSink {
  private readonly blocks = new Map<string, Block>();
  private touched: Block[] = [];

  /** Rows of all tables so far, without facets and catalogue, which `seal` adds. */
  get rows(): number {
    let sum = 0;
    for (const block of this.blocks.values()) sum += block.rows;
    return sum;
  }

  /** Bytes that `seal` would give, to within a few per cent. */
  get bytes(): number {
    let sum = 0;
    for (const block of this.blocks.values()) if (block.rows > 0) sum += block.sizeBytes();
    return sum;
  }

  /** Runs one request: what `fill` adds stays if it returns, and is taken back if it throws. */
  request<T>(fill: () => T): T {
    try {
      return fill();
    } catch (error) {
      for (const block of this.touched) block.rollback();
      throw error;
    } finally {
      for (const block of this.touched) block.isMarked = false;
      this.touched = [];
    }
  }

  seal(): SealedBlock[] {
    const sealed: SealedBlock[] = [];
    for (const [name, block] of this.blocks) {
      if (block.rows > 0) sealed.push(block.seal());
      if (block.rows === 0 || block.sizeBytes() > keptBlockBytesMax) this.blocks.delete(name);
      else block.reset();
    }
    return sealed;
  }

  /** A sealed block will never be stored after all: what the sink thinks is known to the store may not be. */
  forget(): void {}

  events(day: number, retentionDays: number): EventRows {
    return this.open(EventRows, day, retentionDays);
  }

  series(day: number, retentionDays: number): SeriesRows {
    return this.open(SeriesRows, day, retentionDays);
  }

  points(day: number, retentionDays: number): PointRows {
    return this.open(PointRows, day, retentionDays);
  }

  dists(day: number, retentionDays: number): DistRows {
    return this.open(DistRows, day, retentionDays);
  }

  exemplars(day: number, retentionDays: number): ExemplarRows {
    return this.open(ExemplarRows, day, retentionDays);
  }

  replays(day: number, retentionDays: number): ReplayRows {
    return this.open(ReplayRows, day, retentionDays);
  }

  private open<B extends Block>(kind: new (day: number, retentionDays: number) => B, day: number, days: number): B {
    const name = `${kind.name} ${day} ${days}`;
    const known = this.blocks.get(name);
    const block = known instanceof kind ? known : new kind(day, days);
    if (block !== known) this.blocks.set(name, block);
    if (!block.isMarked) {
      block.isMarked = true;
      block.mark();
      this.touched.push(block);
    }
    return block;
  }
}
