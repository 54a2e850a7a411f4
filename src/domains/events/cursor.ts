import { ApiError } from '../../errors.ts';

/** Where a page goes on. The range is frozen in it: a relative one would move between two pages. */
export type Cursor = {
  /** Nanoseconds; `to` is open for pages that look for what is newer. */
  readonly from: bigint;
  readonly to: bigint | null;
  /** Matching rows in the whole range, counted with the first page. */
  readonly count: number | null;
} & (
  | { readonly kind: 'older' | 'newer'; readonly ts: bigint; readonly id: string }
  /** For orders of the user's own: so many rows were seen. */
  | { readonly kind: 'skip'; readonly rows: number }
);

const cursorLengthMax = 400;
export const skipMax = 10_000;

export function encodeCursor(cursor: Cursor): string {
  const place =
    cursor.kind === 'skip' ? ['s', cursor.rows] : [cursor.kind === 'older' ? 'o' : 'n', String(cursor.ts), cursor.id];
  const parts = [String(cursor.from), cursor.to === null ? '' : String(cursor.to), cursor.count ?? '', ...place];
  return Buffer.from(parts.join('~')).toString('base64url');
}

export function decodeCursor(text: string): Cursor {
  const parts = text.length > cursorLengthMax ? [] : Buffer.from(text, 'base64url').toString('latin1').split('~');
  const [from, to, count, kind, at, id] = parts;
  const frozen = {
    from: integer(from),
    to: to === '' ? null : integer(to),
    count: count === '' ? null : Number(integer(count)),
  };
  if (kind === 's' && parts.length === 5) {
    const rows = Number(integer(at));
    if (rows <= skipMax) return { ...frozen, kind: 'skip', rows };
  }
  if ((kind === 'o' || kind === 'n') && parts.length === 6 && uuid.test(id ?? '')) {
    return { ...frozen, kind: kind === 'o' ? 'older' : 'newer', ts: integer(at), id: id ?? '' };
  }
  return invalid();
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** What a DateTime64(9) can hold: 1900 to 2262. */
const instantMax = 9_220_000_000_000_000_000n;

function integer(text: string | undefined): bigint {
  if (text === undefined || !/^-?\d{1,19}$/.test(text)) return invalid();
  const value = BigInt(text);
  return value <= instantMax && value >= -instantMax ? value : invalid();
}

function invalid(): never {
  throw new ApiError('invalid_parameter', {
    parameter: 'cursor',
    message: 'cursor must be one that a page of this query gave.',
  });
}
