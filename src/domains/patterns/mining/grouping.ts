// Groups shapes that differ only where values stand. A form is a token sequence: a shape, or a shape generalised at some
// positions. Forms that become equal once one position is blanked out meet in a bucket; when the values that met there
// weigh enough, the blanked form becomes a form itself, all of them are united with it, and it is entered in turn.
//
// What is united depends on the set of forms alone, not on their order, as long as no bound is reached: weights only grow.

import { FormTable } from './form-table.ts';
import { anyValue } from './tokens.ts';
import type { TokenList } from './tokens.ts';
import { isMessageKey, isWord, valueQuarters, valueWeight } from './value-weight.ts';

const generaliseQuarters = 4 * valueQuarters; // four different values
const seenVariableQuarters = 2 * valueQuarters; // a shape that has a variable there itself counts as two of them
const otherWordsMin = 2;
const positionsMax = 64; // per form
const crowdedQuarters = 32 * valueQuarters; // from then on newcomers are matched, not entered
const formsMax = 20_000; // per scope, shapes and generalised forms together

interface Form {
  tokens: readonly string[];
  separators: readonly string[];
}

export class Grouping {
  readonly #table = new FormTable();
  readonly #parent: number[] = [];
  readonly #pending: Form[] = [];

  /** The form of a shape. `entered` is false when it was matched to a crowded group without becoming part of the index. */
  add(shape: TokenList): { form: number; entered: boolean } {
    const formsBefore = this.#parent.length;
    const form = this.#enter(shape, true);
    for (let next = this.#pending.pop(); next !== undefined; next = this.#pending.pop()) this.#enter(next, false);
    return { form, entered: form >= formsBefore };
  }

  /** A form that this shape belongs to as far as is known already; nothing is learnt from it. */
  match(shape: TokenList): number | undefined {
    const hashes = hashesOf(shape.tokens);
    const own = keyOf(shape.tokens, hashes, -1);
    const known = this.#table.formAt(this.#table.find(own.hi, own.lo));
    if (known !== -1) return known;
    return this.#generalForm(placesOf(shape, hashes), generaliseQuarters);
  }

  /** The group of a form: the same number for all its members, until the next `add`. */
  groupOf(form: number): number {
    let root = form;
    for (let parent = this.#parentOf(root); parent !== root; parent = this.#parentOf(root)) root = parent;
    for (let at = form; at !== root;) {
      const parent = this.#parentOf(at);
      this.#parent[at] = root;
      at = parent;
    }
    return root;
  }

  unite(a: number, b: number): void {
    const [rootA, rootB] = [this.groupOf(a), this.groupOf(b)];
    this.#parent[Math.max(rootA, rootB)] = Math.min(rootA, rootB);
  }

  get full(): boolean {
    return this.#parent.length >= formsMax;
  }

  get bytes(): number {
    return this.#table.bytes + this.#parent.length * 8;
  }

  #parentOf(form: number): number {
    return this.#parent[form] ?? form;
  }

  #enter(form: Form, isShape: boolean): number {
    const table = this.#table;
    const hashes = hashesOf(form.tokens);
    const own = keyOf(form.tokens, hashes, -1);
    const known = table.formAt(table.find(own.hi, own.lo));
    if (known !== -1) return known;
    const places = placesOf(form, hashes);
    if (isShape) {
      const crowded = this.#generalForm(places, crowdedQuarters);
      if (crowded !== undefined) return crowded;
    } else if (this.full) return -1;

    const id = this.#parent.length;
    this.#parent.push(id);
    const bucket = table.bucket(own.hi, own.lo);
    table.setForm(bucket, id);
    const weight = isShape ? table.addWeight(bucket, seenVariableQuarters) : table.weightAt(bucket);
    if (weight >= generaliseQuarters) this.#uniteMembers(bucket, id);
    for (const place of places) this.#meet(form, id, place);
    return id;
  }

  #meet(form: Form, id: number, place: Place): void {
    const table = this.#table;
    const bucket = table.bucket(place.key.hi, place.key.lo);
    const before = table.weightAt(bucket);
    const weight = table.addWeight(bucket, place.weight);
    const general = table.formAt(bucket);
    if (before >= generaliseQuarters && general !== -1) {
      this.unite(id, general);
      return;
    }
    table.addMember(bucket, id);
    if (weight < generaliseQuarters) return;
    if (general === -1) this.#pending.push(blanked(form, place.at));
    else this.#uniteMembers(bucket, general);
  }

  #uniteMembers(bucket: number, form: number): void {
    for (const member of this.#table.membersOf(bucket)) this.unite(member, form);
  }

  #generalForm(places: readonly Place[], weightMin: number): number | undefined {
    for (const { key } of places) {
      const bucket = this.#table.find(key.hi, key.lo);
      const general = this.#table.formAt(bucket);
      if (general !== -1 && this.#table.weightAt(bucket) >= weightMin) return general;
    }
    return undefined;
  }
}

interface Key {
  hi: number;
  lo: number;
}

interface Place {
  at: number;
  key: Key;
  weight: number;
}

/** Where a value may stand: a word, not the first token, with enough other words left, and not a message. */
function placesOf({ tokens, separators }: Form, hashes: TokenHashes): Place[] {
  const wordCount = tokens.filter(isWord).length;
  const places: Place[] = [];
  for (let at = 1; at < tokens.length && places.length < positionsMax; at++) {
    const token = tokens[at] ?? anyValue;
    if (token === anyValue || !/\p{L}/u.test(token)) continue;
    if (wordCount - (isWord(token) ? 1 : 0) < otherWordsMin) continue;
    if (isMessageKey(tokens[at - 1] ?? '', separators[at] ?? '')) continue;
    const weight = isCounted(tokens, separators, at) ? Math.min(valueWeight(token), 2) : valueWeight(token);
    places.push({ at, key: keyOf(tokens, hashes, at), weight });
  }
  return places;
}

/** In `5 requests` the word beside the number is what was counted rather than a value; in `redis:6379` it is a value. */
function isCounted(tokens: readonly string[], separators: readonly string[], at: number): boolean {
  return (
    (tokens[at - 1] === anyValue && isSpace(separators[at] ?? '')) ||
    (tokens[at + 1] === anyValue && isSpace(separators[at + 1] ?? ''))
  );
}

function isSpace(separator: string): boolean {
  return separator.trim() === '';
}

interface TokenHashes {
  hi: Int32Array;
  lo: Int32Array;
}

function hashesOf(tokens: readonly string[]): TokenHashes {
  const hashes = { hi: new Int32Array(tokens.length), lo: new Int32Array(tokens.length) };
  for (const [i, token] of tokens.entries()) {
    let hi = 0x2545f491;
    let lo = 0x1b873593;
    for (let j = 0; j < token.length; j++) {
      const unit = token.charCodeAt(j);
      hi = Math.imul(((hi << 5) | (hi >>> 27)) ^ unit, 0x9e3779b1);
      lo = Math.imul(((lo << 13) | (lo >>> 19)) + unit, 0x85ebca77);
    }
    hashes.hi[i] = hi ^ (hi >>> 15);
    hashes.lo[i] = lo ^ (lo >>> 16);
  }
  return hashes;
}

/** The key of the tokens with one position blanked out (-1: none). Neighbouring variables count as one. */
function keyOf(tokens: readonly string[], hashes: TokenHashes, blank: number): Key {
  let hi = 0x9e3779b9;
  let lo = 0x85ebca6b;
  let wasAny = false;
  for (let i = 0; i < tokens.length; i++) {
    const isAny = i === blank || tokens[i] === anyValue;
    if (isAny && wasAny) continue;
    wasAny = isAny;
    hi = Math.imul(((hi << 5) | (hi >>> 27)) ^ (isAny ? 0 : (hashes.hi[i] ?? 0)), 0x9e3779b1);
    lo = Math.imul(((lo << 13) | (lo >>> 19)) + (isAny ? 0 : (hashes.lo[i] ?? 0)) + 1, 0x85ebca77);
  }
  hi = Math.imul(hi ^ (hi >>> 16), 0x85ebca6b);
  lo = Math.imul(lo ^ (lo >>> 15) ^ hi, 0xc2b2ae35);
  lo ^= lo >>> 16;
  return { hi, lo: lo === 0 && hi === 0 ? 1 : lo };
}

function blanked({ tokens, separators }: Form, blank: number): Form {
  const kept: Form & { tokens: string[]; separators: string[] } = { tokens: [], separators: [] };
  for (const [i, token] of tokens.entries()) {
    const isAny = i === blank || token === anyValue;
    if (isAny && kept.tokens.at(-1) === anyValue) continue;
    kept.tokens.push(isAny ? anyValue : token);
    kept.separators.push(separators[i] ?? '');
  }
  kept.separators.push(separators[tokens.length] ?? '');
  return kept;
}
