import { AttributeReader } from '../events/attributes.ts';
import { Catalog } from '../catalog.ts';
import { Endpoints } from '../events/endpoints.ts';
import { facetsOf } from '../events/facets.ts';
import { JsonOut } from '../encoding/json-out.ts';
import { Resources } from '../origin.ts';
import { PromMetadataCache } from '../prometheus/types.ts';
import type { StoredPart } from '../durable/queries.ts';
import { Rooms } from '../receiving/rooms.ts';
import { Seen, toldAgainAfterMs } from '../seen.ts';
import type { Steps } from '../steps.ts';
import type { Block, SealedBlock, Taken } from './block.ts';
import { EventRows } from './events.ts';
import { DistRows, ExemplarRows, MetadataRows, PointRows, SeriesRows } from './metrics.ts';
import { ReplayRows } from './replays.ts';
import { EndpointRows, ShapeSampleRows } from './side.ts';

export type { SealedBlock } from './block.ts';

/** A block whose buffers grew beyond this is not kept for the next batch. */
const keptBlockBytesMax = 24 * 1024 * 1024;
const blockRooms = { bytesMin: 1024 * 1024, bytesMax: 16 * 1024 * 1024, keptMax: 3 };
const scannedBlocksMax = 8;
/** Partitions of tables whose partitions have no day. */
export const noDay = 0;

/** Rows of one body and day, and what an earlier try of that body has stored of them. */
interface Skipped {
  readonly block: Block;
  readonly part: StoredPart;
}

/**
 * The rows of the open batch of a process. Requests of all projects are decoded straight into it, one after another;
 * a request that cannot be read leaves nothing behind. `seal` turns what is there into one block for each table, UTC
 * day and retention class, and leaves the sink empty for the next batch. While a request is decoded nothing else may be
 * done with it, also between two steps: a batcher looks at `rows` and `bytes` after a request and seals when it likes.
 */
export class RowSink {
  readonly json = new JsonOut();
  readonly attributes = new AttributeReader(this.json);
  readonly catalog = new Catalog();
  readonly resources = new Resources();
  readonly promMetadata: PromMetadataCache;
  readonly endpoints = new Endpoints();
  readonly seenEndpoints = new Seen(1 << 16, toldAgainAfterMs);
  readonly seenShapes = new Seen(1 << 18, toldAgainAfterMs);
  readonly seenSeries = new Seen(1 << 19, toldAgainAfterMs);
  /** Projects that sent a scope or its schema URL after its records. */
  readonly lateOrigins = new Set<string>();
  /** A sealed block whose bytes nobody needs any more may be given back here. */
  readonly rooms = new Rooms(blockRooms);
  private readonly blocks = new Map<string, Block>();
  private touched: Block[] = [];
  private readonly taken = new Map<string, Taken>();
  /**
   * Days that an earlier try of the next request's body has brought into the store, for however long its project kept them
   * then. Their rows go nowhere, if as many are there; else they are a block of their own.
   */
  stored: readonly StoredPart[] = [];
  private skipped: Map<string, Skipped> | undefined;
  private halves: Skipped[] = [];

  constructor(promMetadata = new PromMetadataCache()) {
    this.promMetadata = promMetadata;
  }

  /** Rows of all tables so far, without facets and catalogue, which `seal` adds. */
  get rows(): number {
    let sum = 0;
    for (const block of this.blocks.values()) sum += block.rows;
    for (const { block } of this.halves) sum += block.rows;
    return sum;
  }

  /** Bytes that `seal` would give, to within a few per cent. */
  get bytes(): number {
    let sum = 0;
    for (const block of this.blocks.values()) if (block.rows > 0) sum += block.sizeBytes();
    for (const { block } of this.halves) sum += block.sizeBytes();
    return sum;
  }

  /** Runs one request: what `fill` adds stays if it returns, and is taken back if it throws. */
  *request<T>(fill: () => Steps<T>): Steps<T> {
    this.skipped = this.stored.length === 0 ? undefined : new Map();
    try {
      const result = yield* fill();
      for (const one of this.skipped?.values() ?? []) if (one.block.rows > one.part.rows) this.halves.push(one);
      this.endpoints.commit();
      for (const seen of [this.seenEndpoints, this.seenShapes, this.seenSeries]) seen.commit();
      return result;
    } catch (error) {
      this.attributes.forgetUses();
      for (const block of this.touched) block.rollback();
      // The batch that would be sealed next, and end them, may never have a row.
      for (const [name, block] of this.blocks)
        if (block.rows === 0 && block.grownBytes() > keptBlockBytesMax) this.blocks.delete(name);
      this.endpoints.rollback();
      for (const seen of [this.seenEndpoints, this.seenShapes, this.seenSeries]) seen.rollback();
      throw error;
    } finally {
      for (const block of this.touched) block.isMarked = false;
      this.touched = [];
      this.taken.clear();
      this.skipped = undefined;
    }
  }

  seal(nowMs: number): SealedBlock[] {
    const sealed: SealedBlock[] = [];
    for (const rows of this.catalog.rows(nowMs)) sealed.push(rows.seal(this.rooms));
    for (const [name, block] of this.blocks) {
      if (block instanceof EventRows && block.rows > 0) {
        const facets = facetsOf(block);
        if (facets.rows > 0) sealed.push(facets.seal(this.rooms));
      }
      if (block.rows > 0) sealed.push(block.seal(this.rooms));
      if (block.rows === 0 || block.grownBytes() > keptBlockBytesMax) this.blocks.delete(name);
      else block.reset();
    }
    // Facets of a half belong to the try that brought the other one.
    for (const { block, part } of this.halves.splice(0)) sealed.push({ ...block.seal(this.rooms), half: part });
    if (this.attributes.keys.isFull()) {
      // Blocks that stay know keys by their numbers, and the catalogue too.
      this.blocks.clear();
      this.attributes.forgetKeys();
      this.catalog.forgetSlots();
    }
    return sealed;
  }

  /** A sealed block will never be stored after all: what the sink thinks is known to the store may not be. */
  forget(): void {
    for (const seen of [this.seenEndpoints, this.seenShapes, this.seenSeries]) seen.forget();
    this.endpoints.forget();
    this.catalog.forget();
  }

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

  private takenOf(table: string): Taken {
    let taken = this.taken.get(table);
    if (taken === undefined) this.taken.set(table, (taken = { rows: 0 }));
    return taken;
  }

  private storedPartOf({ table, day }: Block): StoredPart | undefined {
    return this.stored.find((one) => one.table === table && one.day === day);
  }

  endpointNames(): EndpointRows {
    return this.open(EndpointRows, noDay, 0);
  }

  shapeSamples(retentionDays: number): ShapeSampleRows {
    return this.open(ShapeSampleRows, noDay, retentionDays);
  }

  metadata(): MetadataRows {
    return this.open(MetadataRows, noDay, 0);
  }

  private open<B extends Block>(kind: new (day: number, retentionDays: number) => B, day: number, days: number): B {
    // Most requests touch a few blocks, each of them for every record.
    for (let i = 0; i < this.touched.length && i < scannedBlocksMax; i++) {
      const block = this.touched[i];
      if (block instanceof kind && block.day === day && block.retentionDays === days) return block;
    }
    const name = `${kind.name} ${day} ${days}`;
    const known = this.skipped?.get(name)?.block ?? this.blocks.get(name);
    let block = known instanceof kind ? known : new kind(day, days);
    const part = this.skipped?.has(name) === false ? this.storedPartOf(block) : undefined;
    if (part !== undefined) {
      block = new kind(day, days);
      this.skipped?.set(name, { block, part });
    } else if (block !== known) this.blocks.set(name, block);
    if (!block.isMarked) {
      block.isMarked = true;
      block.mark(this.takenOf(block.table));
      this.touched.push(block);
    }
    return block;
  }
}
