import { seededRandom } from '../../src/lib/random.ts';

/** Numbers in [0, 1) by chance. */
export type Dice = () => number;

/** Choices by chance that are the same on every run with the same seed. */
export type Random = {
  readonly below: (limit: number) => number;
  readonly chance: (share: number) => boolean;
  readonly pick: <T>(items: readonly T[]) => T;
  readonly many: <T>(least: number, most: number, make: () => T) => T[];
};

export const random = (seed: number): Random => {
  const next = seededRandom(seed);
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    chance: (share) => next() < share,
    pick: (items) => items[below(items.length)] as (typeof items)[number],
    many: (least, most, make) => Array.from({ length: least + below(most - least + 1) }, make),
  };
};

export function shuffled<T>(items: readonly T[], next: Dice): T[] {
  const list = [...items];
  for (let i = list.length - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1));
    [list[i], list[j]] = [list[j] as T, list[i] as T];
  }
  return list;
}
