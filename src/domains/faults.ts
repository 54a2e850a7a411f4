import { ApiError } from '../errors.ts';
import { ended } from '../lib/sentence.ts';

/** What is wrong in a body, and where, beyond the types of its fields. */
export interface Fault {
  readonly path: string;
  readonly message: string;
}

/** The path of a field in what stands at a path; that of the body itself is empty. */
export function inside(path: string, field: string): string {
  return path === '' ? field : `${path}.${field}`;
}

/** A body of a megabyte may have any number. */
export const faultsToldMax = 1_000;

/** Refuses a body for all that is wrong in it; one without faults goes on. */
export function refuse(faults: readonly Fault[]): void {
  const [first] = faults;
  if (first === undefined) return;
  throw new ApiError('invalid_body', {
    parameter: 'body',
    message: ended(`${first.path} ${first.message}`),
    details: faults.slice(0, faultsToldMax),
  });
}

/** Says that an id names nothing. Without a sentence of its own: a malformed id gets the same answer. */
export function noSuch(parameter: string): () => never {
  return () => {
    throw new ApiError('not_found', { parameter });
  };
}
