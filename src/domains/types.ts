import { z } from 'zod';

/** Types that several nouns share, as the interface names them. */

/** Of any version, in either case: what came in is held in the one that ours are written in, so that equal ids are equal texts. */
export const Uuid = z
  .string()
  .regex(/^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/, 'must be a UUID')
  .toLowerCase()
  .meta({ format: 'uuid' });

/** For ids that do not come through a schema: text that is no UUID must not reach a store, it names nothing. */
export function isUuid(text: string): boolean {
  return Uuid.safeParse(text).success;
}

/** As we write it; what we read may also have fractions of a second and an offset. */
export const UtcTime = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  .meta({ format: 'date-time', description: 'UTC, to the second: yyyy-mm-ddThh:MM:ssZ.' });

export const UtcTimeInput = z.iso.datetime({ offset: true, error: 'must be a time such as 2026-01-31T12:00:00Z' });

export const titleLengthMax = 300;

export const Title = z
  .string()
  .trim()
  .min(1)
  .max(titleLengthMax)
  .meta({ description: 'Not empty, at most 300 characters.' });

const int64Max = 2 ** 63;

/** Any 64-bit integer, as JSON numbers carry it; what is out of an operation's own range is said by that operation. */
export const Int64 = z
  .number()
  .refine((value) => Number.isInteger(value) && Math.abs(value) <= int64Max, 'must be a 64-bit integer')
  .meta({ type: 'integer', format: 'int64' });

/** The least first. */
export const Severity = z.enum(['info', 'warning', 'error', 'critical']);
export type Severity = z.infer<typeof Severity>;

/** Of the answer to a query, beside what was found. */
export const ResultError = z
  .string()
  .optional()
  .describe(
    'Set when the query is valid and its result may not be whole: it could not be finished, or was cut; and when it found nothing, and there is a warning of it.',
  );
