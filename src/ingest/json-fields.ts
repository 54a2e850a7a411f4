// The fields of a plain JSON record, flattened, to be found under what their names come to.

import { plainName, soughtNames } from './json-lines-names.ts';
import { isObject, type Json } from './json-text.ts';
import type { Outcome } from './outcome.ts';

const flattenLevelsMax = 8;
/** Below a longer name nothing is flattened, for every leaf would carry it. */
const flattenNameCharsMax = 256;
/** Maps that are kept whole: an exception is read out of them. */
const wholeMaps: ReadonlySet<string> = new Set(['err', 'error', 'exception']);
/** Names of fields that were met, each with its plain name where that is sought, else with nothing. */
const plainNames = new Map<string, string>();
const plainNamesMax = 1 << 12;

export class JsonFields {
  private readonly values = new Map<string, Json>();
  /** For each plain name that is sought those that come to it, as they were sent. */
  private readonly sent = new Map<string, string[]>();

  constructor(item: { [key: string]: Json }, outcome: Outcome) {
    this.flatten('', item, 0, outcome);
  }

  get size(): number {
    return this.values.size;
  }

  [Symbol.iterator](): IterableIterator<[string, Json]> {
    return this.values.entries();
  }

  has(key: string): boolean {
    return this.values.has(key);
  }

  /** What is read of the first of these fields that is what it should be. */
  peek<T>(names: readonly string[], read: (value: Json) => T | undefined): T | undefined {
    return this.find(names, read, false);
  }

  /** The same, and removes it. */
  take<T>(names: readonly string[], read: (value: Json) => T | undefined): T | undefined {
    return this.find(names, read, true);
  }

  private find<T>(names: readonly string[], read: (value: Json) => T | undefined, isTaken: boolean): T | undefined {
    for (const name of names)
      for (const key of this.sent.get(name) ?? []) {
        const value = this.values.get(key);
        const found = value === undefined ? undefined : read(value);
        if (found === undefined) continue;
        if (isTaken) this.values.delete(key);
        return found;
      }
    return undefined;
  }

  /** Of those that come to one name the first is kept. */
  private flatten(prefix: string, item: { [key: string]: Json }, level: number, outcome: Outcome): void {
    for (const [name, value] of Object.entries(item)) {
      const key = prefix === '' ? name : `${prefix}.${name}`;
      if (
        isObject(value) &&
        level < flattenLevelsMax &&
        key.length <= flattenNameCharsMax &&
        !wholeMaps.has(key) &&
        Object.keys(value).length > 0
      )
        this.flatten(key, value, level + 1, outcome);
      else if (this.values.has(key)) outcome.droppedAttributes++;
      else this.add(key, value);
    }
  }

  private add(key: string, value: Json): void {
    this.values.set(key, value);
    const plain = soughtName(key);
    if (plain === '') return;
    const keys = this.sent.get(plain);
    if (keys === undefined) this.sent.set(plain, [key]);
    else keys.push(key);
  }
}

function soughtName(key: string): string {
  const known = plainNames.get(key);
  if (known !== undefined) return known;
  const plain = plainName(key);
  const sought = soughtNames.has(plain) ? plain : '';
  if (plainNames.size < plainNamesMax && key.length <= flattenNameCharsMax) plainNames.set(key, sought);
  return sought;
}
