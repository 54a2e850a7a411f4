import { closest } from '../../lib/closest.ts';

/** The candidate that was most likely meant, or null; `elsewhere` has what is called otherwise in other languages. */
export const suggest = (
  name: string,
  candidates: Iterable<string>,
  elsewhere?: ReadonlyMap<string, string>,
): string | null => {
  const names = [...candidates];
  const other = elsewhere?.get(name.toLowerCase());
  return other !== undefined && names.includes(other) ? other : (closest(name, names) ?? null);
};
