import { ApiError } from '../../../errors.ts';
import { closest, didYouMean } from '../../../lib/closest.ts';
import type { TimeRange } from '../../../lib/time-range.ts';
import { ended } from '../../../lib/sentence.ts';
import { nsOf } from '../../../lib/time.ts';
import type { Compiled } from '../../../query/compile.ts';
import { meantBy } from '../../query/meant.ts';
import { sourceOf } from '../../query/source.ts';
import { readRange } from '../../range.ts';
import { decodeCursor, type Cursor } from './cursor.ts';
import type { EventsInput } from './schema.ts';
import { placeColumns } from './place.ts';
import { partsColumn, withOwnSummary } from './summary.ts';

/** What is asked of a list of events, with everything settled. */
export interface ListRequest {
  readonly text: string;
  readonly source: string;
  readonly range: TimeRange;
  /** The present of the first page, of all that come after it. */
  readonly now: bigint;
  readonly cursor: Cursor | null;
  readonly limit: number;
  /** Columns of rows that the query does not shape itself; the summary's parts in the place of the summary. */
  readonly visible: readonly string[];
  /** Of those, what the caller named. */
  readonly asked: readonly string[];
  /** Read besides those, and not shown. */
  readonly hidden: readonly string[];
  readonly withChildren: boolean;
  /** Of rows whose columns their table lists, too. */
  readonly withAttributes: boolean;
}

const limitDefault = 100;
export const limitMax = 10_000;
const fieldsMax = 100;

/** The default columns, in the order that clients rely on. */
const defaultColumns = [
  'id',
  'timestamp',
  'trace_id',
  'span_name',
  'duration',
  'service',
  'parent_id',
  'start_time_ns',
  'errors',
  'summary',
  'latency_breakdown',
  'kind',
];

export function listRequest(input: EventsInput, now: Date): ListRequest {
  const source = sourceOf(input.source);
  const text = input.query ?? '';
  const cursor = input.cursor === undefined ? null : decodeCursor({ source, text }, input.cursor);
  // The range is checked also where the cursor's own holds: a wrong parameter is never just passed over.
  const range = readRange(input, now);
  const columns = source === 'metrics' ? [] : defaultColumns;
  const chosen = input.fields === undefined ? columns : fieldsOf(input.fields);
  const withAttributes = input.include_attributes === true;
  const named = withAttributes && chosen.length > 0 ? attributesLast(chosen) : chosen;
  const visible = named.map((name) => (name === 'summary' ? partsColumn : name));
  return {
    text,
    source,
    cursor,
    range: cursor === null ? range : { from: cursor.from, to: cursor.to ?? nsOf(now) },
    now: cursor?.now ?? nsOf(now),
    limit: Math.min(input.limit ?? limitDefault, limitMax),
    visible,
    asked: input.fields === undefined ? [] : visible,
    hidden: source === 'metrics' ? [] : placeColumns.filter((name) => !visible.includes(name)),
    withChildren: input.with_children === true,
    withAttributes,
  };
}

export function attributesLast(columns: readonly string[]): readonly string[] {
  return [...columns, ...['attributes', 'resource'].filter((name) => !columns.includes(name))];
}

/** A column that is asked for and does not come would be missed without a word. */
export function requireFields({ asked }: Pick<ListRequest, 'asked'>, compiled: Compiled): void {
  const names = compiled.columns.map(({ name }) => name);
  const wrong = withOwnSummary(asked, names).find((name) => !names.includes(name));
  if (wrong === undefined) return;
  const shown = wrong === partsColumn ? 'summary' : wrong;
  const suggestion = compiled.shaped ? closest(shown, names) : meantBy(shown, compiled);
  throw new ApiError('invalid_parameter', {
    parameter: 'fields',
    message: ended(`fields may name what this query has; ${shown} is nothing of it${didYouMean(suggestion)}`),
    ...(suggestion === undefined ? {} : { suggestion }),
  });
}

function fieldsOf(list: string): string[] {
  const names = list.split(',').map((name) => name.trim());
  if (names.includes('') || names.length > fieldsMax || new Set(names).size < names.length) {
    throw new ApiError('invalid_parameter', {
      parameter: 'fields',
      message: `fields must be up to ${fieldsMax} different names, separated by commas.`,
    });
  }
  return names;
}
