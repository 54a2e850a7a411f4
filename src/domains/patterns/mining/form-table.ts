// Buckets of token sequences ("forms"), found by a 64-bit key: which form has exactly this key, and which forms meet here
// once one of their positions is blanked out. Flat typed arrays, because a scope holds thousands of shapes and every
// shape has a bucket for each position that may vary.

const slotsStart = 512;
const loadMax = 0.8;
const growth = 1.3;
const bytesPerSlot = 4 * 4 + 1;
const weightMax = 255;

export class FormTable {
  #keyHi = new Int32Array(slotsStart);
  #keyLo = new Int32Array(slotsStart);
  #form = new Int32Array(slotsStart); // form + 1, 0 = none has this key
  #head = new Int32Array(slotsStart); // last entry + 1, 0 = none
  #weight = new Uint8Array(slotsStart);
  #used = 0;
  #entryForm = new Int32Array(slotsStart);
  #entryNext = new Int32Array(slotsStart);
  #entries = 0;

  /** The bucket of a key, made when there is none. Valid until the next call. */
  bucket(hi: number, lo: number): number {
    if (this.#used + 1 > this.#keyLo.length * loadMax) this.#growSlots();
    const slot = this.#slotOf(hi, lo);
    if (this.#keyHi[slot] === 0 && this.#keyLo[slot] === 0) {
      this.#keyHi[slot] = hi;
      this.#keyLo[slot] = lo;
      this.#used++;
    }
    return slot;
  }

  /** The bucket of a key when there is one, else undefined. */
  find(hi: number, lo: number): number | undefined {
    const slot = this.#slotOf(hi, lo);
    return this.#keyHi[slot] === hi && this.#keyLo[slot] === lo ? slot : undefined;
  }

  /** -1 when no form has the bucket's key. */
  formAt(bucket: number | undefined): number {
    return bucket === undefined ? -1 : (this.#form[bucket] ?? 0) - 1;
  }

  setForm(bucket: number, form: number): void {
    this.#form[bucket] = form + 1;
  }

  weightAt(bucket: number | undefined): number {
    return bucket === undefined ? 0 : (this.#weight[bucket] ?? 0);
  }

  addWeight(bucket: number, weight: number): number {
    const sum = Math.min(weightMax, this.weightAt(bucket) + weight);
    this.#weight[bucket] = sum;
    return sum;
  }

  addMember(bucket: number, form: number): void {
    if (this.#entries === this.#entryForm.length) {
      const size = Math.ceil(this.#entries * growth);
      this.#entryForm = grown(this.#entryForm, size);
      this.#entryNext = grown(this.#entryNext, size);
    }
    this.#entryForm[this.#entries] = form;
    this.#entryNext[this.#entries] = this.#head[bucket] ?? 0;
    this.#head[bucket] = ++this.#entries;
  }

  *membersOf(bucket: number): Generator<number> {
    let entry = this.#head[bucket] ?? 0;
    while (entry !== 0) {
      yield this.#entryForm[entry - 1] ?? 0;
      entry = this.#entryNext[entry - 1] ?? 0;
    }
  }

  get bytes(): number {
    return this.#keyLo.length * bytesPerSlot + this.#entryForm.length * 8;
  }

  #slotOf(hi: number, lo: number): number {
    const size = this.#keyLo.length;
    let slot = Math.floor(((lo >>> 0) / 0x1_0000_0000) * size);
    while (this.#keyLo[slot] !== lo || this.#keyHi[slot] !== hi) {
      if (this.#keyLo[slot] === 0 && this.#keyHi[slot] === 0) break;
      slot = slot + 1 === size ? 0 : slot + 1;
    }
    return slot;
  }

  #growSlots(): void {
    const [keyHi, keyLo, form, head, weight] = [this.#keyHi, this.#keyLo, this.#form, this.#head, this.#weight];
    const size = Math.ceil(keyLo.length * growth);
    this.#keyHi = new Int32Array(size);
    this.#keyLo = new Int32Array(size);
    this.#form = new Int32Array(size);
    this.#head = new Int32Array(size);
    this.#weight = new Uint8Array(size);
    for (let i = 0; i < keyLo.length; i++) {
      const hi = keyHi[i] ?? 0;
      const lo = keyLo[i] ?? 0;
      if (hi === 0 && lo === 0) continue;
      const slot = this.#slotOf(hi, lo);
      this.#keyHi[slot] = hi;
      this.#keyLo[slot] = lo;
      this.#form[slot] = form[i] ?? 0;
      this.#head[slot] = head[i] ?? 0;
      this.#weight[slot] = weight[i] ?? 0;
    }
  }
}

function grown(from: Int32Array, size: number): Int32Array<ArrayBuffer> {
  const to = new Int32Array(size);
  to.set(from);
  return to;
}
