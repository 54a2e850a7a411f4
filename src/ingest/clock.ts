import { msPerDay } from '../lib/time.ts';
import { type Lanes, lanesOf, nanosToMs, uint64 } from './encoding/numbers.ts';
import { futureMsMax } from './limits.ts';
import type { IngestContext } from './outcome.ts';

const nsPerMs = 1_000_000;
const exactMax = Number.MAX_SAFE_INTEGER;
const futureNsMax = futureMsMax * nsPerMs;

/** The clock of a request: every timestamp is judged against its arrival. */
export class RequestClock {
  readonly nowHi: number;
  readonly nowLo: number;
  readonly nowMs: number;
  readonly oldestMs: number;
  private readonly nowRestNs: number;
  /** The last resolved time, and whether it replaced one too far ahead. */
  hi = 0;
  lo = 0;
  ms = 0;
  wasClamped = false;
  private sentHi = 0;
  private sentLo = 0;

  constructor(context: IngestContext) {
    const now = lanesOf(context.receivedAtNs);
    this.nowHi = now.hi;
    this.nowLo = now.lo;
    this.nowMs = nanosToMs(now.hi, now.lo);
    this.nowRestNs = Number(context.receivedAtNs % BigInt(nsPerMs));
    this.oldestMs = this.nowMs - context.retentionDays * msPerDay;
  }

  /** Sent, else observed, else received; received too when it is too far ahead. False when it is too old to keep. */
  resolve(hi: number, lo: number, observedHi: number, observedLo: number): boolean {
    this.wasClamped = false;
    let h = hi;
    let l = lo;
    if ((h | l) === 0) {
      h = observedHi;
      l = observedLo;
    }
    if ((h | l) === 0) {
      h = this.nowHi;
      l = this.nowLo;
    }
    let ahead = ((h >>> 0) - (this.nowHi >>> 0)) * 0x1_0000_0000 + ((l >>> 0) - (this.nowLo >>> 0));
    if (ahead > futureNsMax) {
      this.wasClamped = true;
      this.sentHi = h;
      this.sentLo = l;
      h = this.nowHi;
      l = this.nowLo;
      ahead = 0;
    }
    this.hi = h;
    this.lo = l;
    this.ms = ahead > -exactMax ? this.nowMs + Math.floor((ahead + this.nowRestNs) / nsPerMs) : nanosToMs(h, l);
    return this.ms >= this.oldestMs;
  }

  /** A time of the clock that the last one was replaced for, moved as far as that one; as it is where it cannot be its. */
  moved(hi: number, lo: number): Lanes {
    const time = uint64(hi, lo);
    const moved = time - uint64(this.sentHi, this.sentLo) + uint64(this.nowHi, this.nowLo);
    return lanesOf(moved < 0n ? time : moved);
  }

  get day(): number {
    return Math.floor(this.ms / msPerDay);
  }
}
