// Attribute keys. The process meets few of them again and again, so each is looked up once and then recognised:
// records of a scope carry the same keys in the same order, and a key remembers which one followed it.

import type { Wire } from '../encoding/wire.ts';
import { Dictionary, grown, hashBytes } from './dictionary.ts';

export const keysMax = 1 << 16;

export class Key {
  /** Dense from 1; 0 for a key that found no room in the table. */
  readonly id: number;
  readonly bytes: Uint8Array;
  readonly text: string;
  readonly hash: number;
  /** What the normaliser does with it; 0 for nothing. */
  readonly role: number;
  next: Key | undefined = undefined;
  private readonly view: DataView;
  /** The record that had it last, to notice a key given twice. */
  stamp = 0;

  constructor(id: number, bytes: Uint8Array, hash: number, role: number) {
    this.id = id;
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.text = Buffer.from(bytes).toString('utf8');
    this.hash = hash;
    this.role = role;
  }

  /** As `matches`, four bytes at a time. */
  matchesIn({ bytes, view }: Pick<Wire, 'bytes' | 'view'>, start: number, end: number): boolean {
    const length = this.bytes.length;
    if (length !== end - start) return false;
    if (length < 4) return this.matches(bytes, start, end);
    const own = this.view;
    const last = length - 4;
    for (let at = 0; at < last; at += 4) if (own.getInt32(at, true) !== view.getInt32(start + at, true)) return false;
    // The last four may overlap those before.
    return own.getInt32(last, true) === view.getInt32(end - 4, true);
  }

  matches(bytes: Uint8Array, start: number, end: number): boolean {
    const own = this.bytes;
    if (own.length !== end - start) return false;
    for (let i = start, at = 0; i < end; i++, at++) if (own[at] !== bytes[i]) return false;
    return true;
  }
}

export class KeyTable {
  count = 0;
  private readonly byId: Key[] = [];
  private readonly slots: (Key | undefined)[] = Array.from({ length: keysMax * 2 }, () => undefined);
  private readonly roleOf: ReadonlyMap<string, number>;

  constructor(roleOf: ReadonlyMap<string, number>) {
    this.roleOf = roleOf;
  }

  lookUp(bytes: Uint8Array, start: number, end: number): Key | undefined {
    const hash = hashBytes(bytes, start, end);
    return this.slots[this.slotOf(hash, bytes, start, end)];
  }

  find(bytes: Uint8Array, start: number, end: number): Key {
    const hash = hashBytes(bytes, start, end);
    const slot = this.slotOf(hash, bytes, start, end);
    const known = this.slots[slot];
    if (known !== undefined) return known;
    // Not `slice`: of a Buffer, which bodies are, it gives the same memory, where another body lies soon.
    const copy = new Uint8Array(bytes.subarray(start, end));
    const role = this.roleOf.get(Buffer.from(copy).toString('utf8')) ?? 0;
    if (this.count >= keysMax) return new Key(0, copy, hash, role);
    const key = new Key(++this.count, copy, hash, role);
    this.slots[slot] = key;
    this.byId[key.id] = key;
    return key;
  }

  /** Empty for a number that no key has. */
  textOf(id: number): string {
    return this.byId[id]?.text ?? '';
  }

  private slotOf(hash: number, bytes: Uint8Array, start: number, end: number): number {
    const mask = this.slots.length - 1;
    let slot = hash & mask;
    for (;;) {
      const key = this.slots[slot];
      if (key === undefined || (key.hash === hash && key.matches(bytes, start, end))) return slot;
      slot = (slot + 1) & mask;
    }
  }

  /** Whether it should be emptied between two batches: the next tenant's keys need room too. */
  isFull(): boolean {
    return this.count >= keysMax;
  }

  clear(): void {
    this.slots.fill(undefined);
    this.byId.length = 0;
    this.count = 0;
  }
}

/** A dictionary that knows its keys by their number, so that a known key costs one array read. */
export class KeyDictionary extends Dictionary {
  private byId = new Uint32Array(256);

  ofKey(key: Key): number {
    const id = key.id;
    if (id === 0) return this.ofBytes(key.bytes, 0, key.bytes.length);
    const index = id < this.byId.length ? (this.byId[id] ?? 0) : 0;
    return index !== 0 ? index : this.learn(key);
  }

  override rollback(): void {
    super.rollback();
    for (let id = 0; id < this.byId.length; id++) if ((this.byId[id] ?? 0) >= this.size) this.byId[id] = 0;
  }

  override reset(): void {
    super.reset();
    this.byId.fill(0);
  }

  private learn(key: Key): number {
    if (key.id >= this.byId.length) this.byId = grown(this.byId, Math.max(this.byId.length * 2, key.id + 1));
    const index = this.ofBytes(key.bytes, 0, key.bytes.length);
    this.byId[key.id] = index;
    return index;
  }
}
