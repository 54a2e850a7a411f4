// A resource as blocks have it: the numbers of its words. It may be large, and stands beside each of its records: its words
// are looked for once in each block.

import type { Entry } from '../origin.ts';
import type { Block } from './block.ts';
import type { FixedColumn, WordColumn } from './columns.ts';
import type { MapColumn } from './nested.ts';
import { valueTypes } from './types.ts';

/** Entries that are no texts have types. */
export interface ResourceWords {
  readonly epoch: number;
  readonly keys: readonly number[];
  readonly values: readonly number[];
  readonly typedKeys: readonly number[];
  readonly types: readonly number[];
}

type ResourceRows = Block & { readonly res: MapColumn<WordColumn> };

export class BoundResource {
  private entries: readonly Entry[] = [];
  /** Its records may be of many days, in any order. */
  private readonly words = new Map<Block, ResourceWords>();

  wordsIn(rows: ResourceRows, entries: readonly Entry[]): ResourceWords {
    if (entries !== this.entries) this.words.clear();
    this.entries = entries;
    const known = this.words.get(rows);
    if (known?.epoch === rows.epoch) return known;
    const { keys, values } = rows.res;
    const typed = entries.filter(({ type }) => type !== valueTypes.string);
    const words: ResourceWords = {
      epoch: rows.epoch,
      keys: entries.map(({ key }) => keys.ofText(key)),
      values: entries.map(({ text }) => values.words.ofText(text)),
      typedKeys: typed.map(({ key }) => keys.ofText(key)),
      types: typed.map(({ type }) => type),
    };
    this.words.set(rows, words);
    return words;
  }
}

/** The entries of one row; its end is left to be set. */
export function addResource(
  res: MapColumn<WordColumn>,
  resTypes: MapColumn<FixedColumn<Uint8Array>>,
  { keys, values, typedKeys, types }: ResourceWords,
): void {
  res.reserve(keys.length);
  for (let i = 0; i < keys.length; i++) {
    res.keyData[res.count] = keys[i] as number;
    res.values.data[res.count++] = values[i] as number;
  }
  resTypes.reserve(typedKeys.length);
  for (let i = 0; i < typedKeys.length; i++) {
    resTypes.keyData[resTypes.count] = typedKeys[i] as number;
    resTypes.values.data[resTypes.count++] = types[i] as number;
  }
}
