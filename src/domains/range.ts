import { z } from 'zod';
import { ApiError } from '../errors.ts';
import { parseTimeRange, type TimeRange, type TimeRangeInput } from '../lib/time-range.ts';
import { msOf, nsOf } from '../lib/time.ts';

/** The time range of every reading operation; spread into its query schema. */
export const rangeQuery = {
  since: z
    .string()
    .optional()
    .describe('How far back from now: `15m`, `1h30m`, `7d`, `PT1H`. Not together with `from` or `to`.'),
  from: z
    .string()
    .optional()
    .describe(
      'Start, inclusive: RFC 3339, a date, an epoch in s, ms, µs or ns, `now-15m`. Default: an hour before the end.',
    ),
  to: z.string().optional().describe('End, exclusive, in the same forms. Default: now.'),
};

export function readRange(input: TimeRangeInput, now: Date): TimeRange {
  const parsed = parseTimeRange(input, nsOf(now));
  if (parsed.ok) return parsed.range;
  throw new ApiError('invalid_parameter', { parameter: parsed.parameter, message: parsed.message });
}

export interface Dates {
  readonly from?: Date;
  readonly to?: Date;
}

/** For what is so few that without a range it is all of it. */
export function readDates({ since, from, to }: TimeRangeInput, now: Date): Dates {
  if (since === undefined && from === undefined && to === undefined) return {};
  const range = rangeMs(readRange({ since, from, to }, now));
  return { from: new Date(range.from), to: new Date(range.to) };
}

/** As answers tell it: epoch milliseconds. */
export function rangeMs({ from, to }: TimeRange): { from: number; to: number } {
  return { from: msOf(from), to: msOf(to) };
}

/** A time as ClickHouse takes it for a DateTime64(9) parameter: seconds and nine digits. */
export function instantParam(ns: bigint): string {
  const seconds = ns / 1_000_000_000n;
  const rest = ns % 1_000_000_000n;
  const [whole, fraction] = rest < 0n ? [seconds - 1n, rest + 1_000_000_000n] : [seconds, rest];
  return `${whole}.${String(fraction).padStart(9, '0')}`;
}
