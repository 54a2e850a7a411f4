import { closest } from '../../lib/closest.ts';

/** The name that was most likely meant, or null; `elsewhere` has what is called otherwise in other languages. */
export const suggest = (
  name: string,
  candidates: Iterable<string>,
  elsewhere?: ReadonlyMap<string, string>,
): string | null => elsewhere?.get(name.toLowerCase()) ?? closest(name, candidates) ?? null;
