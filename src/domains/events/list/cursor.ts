import { ApiError } from '../../../errors.ts';
import { hashTexts, toHex } from '../../../lib/hash64.ts';
import { isStorable } from '../../../lib/time-range.ts';
import { isUuid } from '../../types.ts';

/** Where a page goes on. Range and present are frozen in it: relative ones would move between two pages. */
export type Cursor = {
  /** Nanoseconds; `to` and `now` are open for pages that look for what is newer. */
  readonly from: bigint;
  readonly to: bigint | null;
  readonly now: bigint | null;
  /** Matching rows in the whole range, counted with the first page. */
  readonly count: number | null;
} & (
  | { readonly kind: 'older' | 'newer'; readonly ts: bigint; readonly id: string }
  /** For orders of the user's own: so many rows were seen. */
  | { readonly kind: 'skip'; readonly rows: number }
);

const cursorLengthMax = 400;
export const skipMax = 10_000;

/** What a cursor is of: a place among the rows of one query says nothing about those of another. */
interface Asked {
  readonly source: string;
  readonly text: string;
}

export function encodeCursor(asked: Asked, cursor: Cursor): string {
  const place =
    cursor.kind === 'skip' ? ['s', cursor.rows] : [cursor.kind === 'older' ? 'o' : 'n', String(cursor.ts), cursor.id];
  const frozen = [cursor.from, cursor.to, cursor.now, cursor.count].map((one) => (one === null ? '' : String(one)));
  const parts = [tagOf(asked), ...frozen, ...place];
  return Buffer.from(parts.join('~')).toString('base64url');
}

export function decodeCursor(asked: Asked, text: string): Cursor {
  const parts = text.length > cursorLengthMax ? [] : Buffer.from(text, 'base64url').toString('latin1').split('~');
  const [tag, from, to, now, count, kind, at, id] = parts;
  const frozen = {
    from: integer(from),
    to: to === '' ? null : integer(to),
    now: now === '' ? null : integer(now),
    count: count === '' ? null : Number(integer(count)),
  };
  if (tag !== tagOf(asked)) {
    return invalid('cursor is of another query; leave it out to begin with the first page of this one.');
  }
  if (kind === 's' && parts.length === 7) {
    const rows = Number(integer(at));
    if (rows <= skipMax) return { ...frozen, kind: 'skip', rows };
  }
  if ((kind === 'o' || kind === 'n') && parts.length === 8 && isUuid(id ?? '')) {
    return { ...frozen, kind: kind === 'o' ? 'older' : 'newer', ts: integer(at), id: id ?? '' };
  }
  return invalid();
}

function tagOf({ source, text }: Asked): string {
  return toHex(hashTexts(0, [source, text.trim()]));
}

function integer(text: string | undefined): bigint {
  if (text === undefined || !/^-?\d{1,19}$/.test(text)) return invalid();
  const value = BigInt(text);
  return isStorable(value) ? value : invalid();
}

function invalid(message = 'cursor must be one that a page of this query gave.'): never {
  throw new ApiError('invalid_parameter', { parameter: 'cursor', message });
}
