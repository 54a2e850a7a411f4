// An approximate set of receipts in bounded memory: what was added is in it for the time it is asked about, and hardly
// anything else is. Two generations of a Bloom filter; when the current one has had its time, it becomes the previous one.

/** 4 MiB for each of two generations. With a million receipts in each, one in several thousand seems to be there. */
const bitsPerGeneration = 2 ** 25;
/** The leading bits of 32. */
const bitShift = 32 - Math.log2(bitsPerGeneration);
const probes = 4;

export class ReceiptSet {
  private readonly generationMs: number;
  private readonly nowMs: () => number;
  private current = new Uint32Array(bitsPerGeneration / 32);
  private previous = new Uint32Array(bitsPerGeneration / 32);
  private sinceMs: number;

  /** What is added stays for `generationMs` at least, and twice as long at most while receipts come. */
  constructor(options: { readonly generationMs: number; readonly nowMs: () => number }) {
    this.generationMs = options.generationMs;
    this.nowMs = options.nowMs;
    this.sinceMs = options.nowMs();
  }

  /** The two halves of a receipt, 32 bits each. They are bits of a hash already: nothing more is mixed. */
  add(hi: number, lo: number): void {
    this.turn();
    for (let probe = 0; probe < probes; probe++) {
      const bit = bitOf(hi, lo, probe);
      this.current[bit >>> 5] = (this.current[bit >>> 5] ?? 0) | (1 << (bit & 31));
    }
  }

  has(hi: number, lo: number): boolean {
    this.turn();
    return isIn(this.current, hi, lo) || isIn(this.previous, hi, lo);
  }

  private turn(): void {
    const ageMs = this.nowMs() - this.sinceMs;
    if (ageMs < this.generationMs) return;
    [this.current, this.previous] = [this.previous, this.current];
    this.current.fill(0);
    if (ageMs >= 2 * this.generationMs) this.previous.fill(0);
    this.sinceMs += ageMs;
  }
}

function isIn(bits: Uint32Array, hi: number, lo: number): boolean {
  for (let probe = 0; probe < probes; probe++) {
    const bit = bitOf(hi, lo, probe);
    if (((bits[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return false;
  }
  return true;
}

function bitOf(hi: number, lo: number, probe: number): number {
  return (lo + Math.imul(probe, hi | 1)) >>> bitShift;
}
