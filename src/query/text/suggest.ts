import { closest } from '../../lib/closest.ts';

/** The name that was most likely meant, or null. */
export const suggest = (name: string, candidates: Iterable<string>): string | null => closest(name, candidates) ?? null;
