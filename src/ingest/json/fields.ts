// The fields of a plain JSON record, flattened, to be found under what their names come to.

import { type Place, placesOf } from './names.ts';
import { isObject, type Json } from './text.ts';
import type { Outcome } from '../outcome.ts';

const flattenLevelsMax = 8;
/** Below a longer name nothing is flattened, for every leaf would carry it. */
const flattenNameCharsMax = 256;
/** Maps that are kept whole: an exception is read out of them. */
const wholeMaps: ReadonlySet<string> = new Set(['err', 'error', 'exception']);
/** Of names that were met. */
const knownPlaces = new Map<string, readonly Place[]>();
const knownPlacesMax = 1 << 12;

interface Candidate {
  readonly rank: number;
  readonly key: string;
}

export class JsonFields {
  private readonly values = new Map<string, Json>();
  /** For each list that has some of them those fields: a record has few of the many names that are sought. */
  private readonly candidates = new Map<readonly string[], Candidate[]>();

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

  hasOneOf(names: readonly string[]): boolean {
    return this.find(names, (value) => value) !== undefined;
  }

  /** What is read of the first of these fields that is what it should be. `names` is one of the lists that are known. */
  peek<T>(names: readonly string[], read: (value: Json) => T | undefined): T | undefined {
    return this.find(names, read)?.found;
  }

  /** The same, and removes it. */
  take<T>(names: readonly string[], read: (value: Json) => T | undefined): T | undefined {
    const at = this.find(names, read);
    if (at !== undefined) this.values.delete(at.key);
    return at?.found;
  }

  /** What is read, and the field that it is read of. */
  find<T>(
    names: readonly string[],
    read: (value: Json) => T | undefined,
  ): { readonly key: string; readonly found: T } | undefined {
    const candidates = this.candidates.get(names);
    if (candidates === undefined) return undefined;
    if (candidates.length > 1) candidates.sort((a, b) => a.rank - b.rank);
    for (const { key } of candidates) {
      const value = this.values.get(key);
      const found = value === undefined ? undefined : read(value);
      if (found !== undefined) return { key, found };
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
    for (const { list, rank } of knownPlacesOf(key)) {
      const candidates = this.candidates.get(list);
      if (candidates === undefined) this.candidates.set(list, [{ rank, key }]);
      else candidates.push({ rank, key });
    }
  }
}

function knownPlacesOf(key: string): readonly Place[] {
  const known = knownPlaces.get(key);
  if (known !== undefined) return known;
  const places = placesOf(key);
  if (knownPlaces.size < knownPlacesMax && key.length <= flattenNameCharsMax) knownPlaces.set(key, places);
  return places;
}
