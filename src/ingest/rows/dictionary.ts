// The words of a LowCardinality column of one block: bytes → index, with open addressing and no string made on the way.

import { randomInt } from 'node:crypto';

const slotsMin = 64;
/** Texts that are remembered as such, beside their bytes. */
const textsMax = 4096;
/** Of a text of more than 16 Ki characters the engine's own hash is its length: all of one length would be compared. */
const textCharsMax = 1024;
const recentSlots = 256;
const recentBytesMin = 4;
const recentBytesMax = 64;
const encoder = new TextEncoder();

/** Who does not know it cannot make up words that all have one hash, each of which would be looked for among all others. */
const seed = randomInt(2 ** 32);

/** Another one in each process: it is not stored. */
export function hashBytes(bytes: Uint8Array, start: number, end: number): number {
  let h = seed ^ (end - start);
  for (let i = start; i < end; i++) h = Math.imul(h ^ (bytes[i] ?? 0), 0x01000193);
  return (h ^ (h >>> 15)) >>> 0;
}

function slotOf(view: DataView, start: number, end: number): number {
  const mixed = Math.imul(view.getInt32(start, true) ^ Math.imul(view.getInt32(end - 4, true), 0x9e3779b1), 0x85ebca6b);
  return ((mixed >>> 15) + end - start) & (recentSlots - 1);
}

/** Index 0 is the empty word. */
export class Dictionary {
  size = 1;
  /** The words as a Native String column: length, bytes, length, bytes … */
  private words = new Uint8Array(256);
  private view = new DataView(this.words.buffer);
  private wordsLength = 1;
  private starts = new Uint32Array(slotsMin);
  private ends = new Uint32Array(slotsMin);
  private hashes = new Uint32Array(slotsMin);
  private slots = new Uint32Array(slotsMin * 2);
  private readonly texts = new Map<string, number>();
  /** Words by a few of their bytes: most of what comes came just before. What a slot says is checked. */
  private readonly recent = new Uint32Array(recentSlots);
  private markedSize = 1;
  private markedLength = 1;

  ofText(text: string): number {
    if (text === '') return 0;
    const isLong = text.length > textCharsMax;
    const known = isLong ? undefined : this.texts.get(text);
    if (known !== undefined) return known;
    const bytes = encoder.encode(text);
    const index = this.ofBytes(bytes, 0, bytes.length);
    if (!isLong && this.texts.size < textsMax) this.texts.set(text, index);
    return index;
  }

  ofBytes(bytes: Uint8Array, start: number, end: number): number {
    if (start === end) return 0;
    const hash = hashBytes(bytes, start, end);
    const mask = this.slots.length - 1;
    let slot = hash & mask;
    for (;;) {
      const index = this.slots[slot] ?? 0;
      if (index === 0) return this.add(bytes, start, end, hash, slot);
      if (this.hashes[index] === hash && this.equals(index, bytes, start, end)) return index;
      slot = (slot + 1) & mask;
    }
  }

  /** The word between two places if it came by lately, without reading it twice; 0 if it must be looked up. */
  recentOf(view: DataView, start: number, end: number): number {
    const count = end - start;
    if (count < recentBytesMin || count > recentBytesMax) return 0;
    const index = this.recent[slotOf(view, start, end)] as number;
    const own = this.starts[index] as number;
    if (index === 0 || index >= this.size || (this.ends[index] as number) - own !== count) return 0;
    const words = this.view;
    const last = count - 4;
    for (let i = 0; i < last; i += 4) if (view.getInt32(start + i, true) !== words.getInt32(own + i, true)) return 0;
    // The last four may overlap those before.
    return view.getInt32(end - 4, true) === words.getInt32(own + last, true) ? index : 0;
  }

  /** Remembers the word between two places for `recentOf`. */
  keepRecent(view: DataView, start: number, end: number, index: number): void {
    const count = end - start;
    if (count >= recentBytesMin && count <= recentBytesMax) this.recent[slotOf(view, start, end)] = index;
  }

  encoded(): Uint8Array {
    return this.words.subarray(0, this.wordsLength);
  }

  bytesAt(index: number): Uint8Array {
    return this.words.subarray(this.starts[index], this.ends[index]);
  }

  textAt(index: number): string {
    return Buffer.from(this.bytesAt(index)).toString();
  }

  sizeBytes(): number {
    return this.wordsLength;
  }

  mark(): void {
    this.markedSize = this.size;
    this.markedLength = this.wordsLength;
  }

  rollback(): void {
    if (this.size === this.markedSize) return;
    this.size = this.markedSize;
    this.wordsLength = this.markedLength;
    this.texts.clear();
    this.fillSlots(this.slots.length);
  }

  reset(): void {
    if (this.size === 1) return;
    this.size = 1;
    this.wordsLength = 1;
    this.texts.clear();
    this.slots.fill(0);
  }

  private equals(index: number, bytes: Uint8Array, start: number, end: number): boolean {
    let at = this.starts[index] ?? 0;
    if ((this.ends[index] ?? 0) - at !== end - start) return false;
    for (let i = start; i < end; i++) if (this.words[at++] !== bytes[i]) return false;
    return true;
  }

  private add(bytes: Uint8Array, start: number, end: number, hash: number, slot: number): number {
    const index = this.size++;
    const count = end - start;
    if (index >= this.starts.length) {
      this.starts = grown(this.starts, index * 2);
      this.ends = grown(this.ends, index * 2);
      this.hashes = grown(this.hashes, index * 2);
    }
    if (this.wordsLength + count + 5 > this.words.length) {
      const more = new Uint8Array(Math.max(this.words.length * 2, this.wordsLength + count + 5));
      more.set(this.words.subarray(0, this.wordsLength));
      this.words = more;
      this.view = new DataView(more.buffer);
    }
    let at = this.wordsLength;
    let rest = count;
    while (rest >= 0x80) {
      this.words[at++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.words[at++] = rest;
    this.starts[index] = at;
    for (let i = start; i < end; i++) this.words[at++] = bytes[i] ?? 0;
    this.ends[index] = at;
    this.hashes[index] = hash;
    this.wordsLength = at;
    this.slots[slot] = index;
    if (this.size * 2 > this.slots.length) this.fillSlots(this.slots.length * 2);
    return index;
  }

  private fillSlots(length: number): void {
    if (length === this.slots.length) this.slots.fill(0);
    else this.slots = new Uint32Array(length);
    const mask = length - 1;
    for (let index = 1; index < this.size; index++) {
      let slot = (this.hashes[index] ?? 0) & mask;
      while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
      this.slots[slot] = index;
    }
  }
}

/** The same numbers, with room for so many. */
export function grown(array: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  const more = new Uint32Array(length);
  more.set(array);
  return more;
}
