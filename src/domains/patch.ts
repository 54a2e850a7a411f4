import type { z } from 'zod';

/** Fields that a thing can be without. A PUT empties those left out; a PATCH lets them be, and its null clears: for every noun. */

type Fields = Readonly<Record<string, z.ZodType>>;

export function defaulted<F extends Fields>(fields: F, empty: { readonly [K in keyof F]: z.output<F[K]> }) {
  const filled = Object.entries(fields).map(([name, field]) => [name, field.default(empty[name])]);
  return Object.fromEntries(filled) as { [K in keyof F]: z.ZodDefault<F[K]> };
}

export function clearable<F extends Fields>(fields: F) {
  const nullish = Object.entries(fields).map(([name, field]) => [name, field.nullish()]);
  return Object.fromEntries(nullish) as { [K in keyof F]: z.ZodOptional<z.ZodNullable<F[K]>> };
}

/** `empty`: what a field is that is cleared; undefined where it is not named. */
export function patched<T extends object>(
  before: T,
  patch: { readonly [K in keyof T]?: T[K] | null | undefined },
  empty: Partial<T>,
): T {
  const given = Object.entries(patch).filter(([, value]) => value !== undefined);
  return { ...before, ...Object.fromEntries(given.map(([name, value]) => [name, value ?? empty[name as keyof T]])) };
}
