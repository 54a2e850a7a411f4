import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** One public query with what its source expects of it; see the README beside the file. */
export type CorpusRow = {
  readonly id: string;
  readonly query: string;
  readonly query_ours?: string;
  readonly expect: 'ok' | 'error' | 'error?' | 'unsupported';
  readonly tier: 'core' | 'extended' | 'out-of-scope';
};

const corpusFile = fileURLToPath(new URL('../../../shared/data/kql/queries.jsonl', import.meta.url));

/** The public queries, or null (with the reason, for `skip`) where they are not there. */
export const corpus = (): readonly CorpusRow[] | null =>
  existsSync(corpusFile)
    ? readFileSync(corpusFile, 'utf8')
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => JSON.parse(line) as CorpusRow)
    : null;

export const corpusMissing = `no corpus of public queries at ${corpusFile}`;

export const corpusTexts = (rows: readonly CorpusRow[]): string[] =>
  rows.flatMap((row) => (row.query_ours === undefined ? [row.query] : [row.query, row.query_ours]));

/** A small generator of numbers that is the same on every run with the same seed. */
export type Random = {
  readonly below: (limit: number) => number;
  readonly chance: (share: number) => boolean;
  readonly pick: <T>(items: readonly T[]) => T;
  readonly many: <T>(least: number, most: number, make: () => T) => T[];
};

export const random = (seed: number): Random => {
  let state = seed >>> 0 || 1;
  const next = (): number => {
    // mulberry32
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    chance: (share) => next() < share,
    pick: (items) => items[below(items.length)] as (typeof items)[number],
    many: (least, most, make) => Array.from({ length: least + below(most - least + 1) }, make),
  };
};
