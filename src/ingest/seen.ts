import { toKey } from '../lib/hash64.ts';

const recentMax = 8192;
/** How long a thing is not told again: what was told of lately is what readers look for. */
export const toldAgainAfterMs = 3_600_000;

/**
 * What the process told the store lately, so that it need not tell it with each record: definitions of series,
 * names of endpoints, examples of shapes. Bounded; forgetting only means telling again.
 */
export class Seen {
  private readonly toldAt = new Map<number, number>();
  private pending: number[] = [];
  // What came by last, so that most questions end without the map.
  private readonly recent = new Int32Array(recentMax * 2);
  private readonly recentMs = new Float64Array(recentMax);
  private readonly entriesMax: number;
  private readonly againAfterMs: number;

  constructor(entriesMax: number, againAfterMs: number) {
    this.recentMs.fill(-Infinity);
    this.entriesMax = entriesMax;
    this.againAfterMs = againAfterMs;
  }

  /** Whether to tell it now. `hi` and `lo` are a 64-bit hash, of which 53 bits are looked at. */
  isNews(hi: number, lo: number, nowMs: number): boolean {
    const slot = (hi ^ lo) & (recentMax - 1);
    const { recent, recentMs } = this;
    if (
      recent[slot * 2] === (hi | 0) &&
      recent[slot * 2 + 1] === (lo | 0) &&
      nowMs - (recentMs[slot] as number) < this.againAfterMs
    )
      return false;
    const key = toKey(hi, lo);
    const before = this.toldAt.get(key);
    recent[slot * 2] = hi;
    recent[slot * 2 + 1] = lo;
    recentMs[slot] = before === undefined || nowMs - before >= this.againAfterMs ? nowMs : before;
    if (before !== undefined && nowMs - before < this.againAfterMs) return false;
    if (this.toldAt.size >= this.entriesMax) this.toldAt.clear();
    this.toldAt.set(key, nowMs);
    this.pending.push(key);
    return true;
  }

  commit(): void {
    if (this.pending.length > 0) this.pending = [];
  }

  rollback(): void {
    for (const key of this.pending) this.toldAt.delete(key);
    if (this.pending.length > 0) this.recentMs.fill(-Infinity);
    this.pending = [];
  }

  forget(): void {
    this.recentMs.fill(-Infinity);
    this.toldAt.clear();
    this.pending = [];
  }
}
