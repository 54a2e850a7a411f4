import { z } from 'zod';
import { Int64 } from './types.ts';

/** Lists that come in pages: the same two parameters and the same envelope for every noun. */

const perPageDefault = 25;
const perPageMax = 200;

/** Query parameters of a paged list; spread into its schema. Any 64-bit integer is taken: too large a page size means the largest. */
export function pageQuery(largest: number = perPageMax) {
  return {
    page: Int64.min(0).default(0).describe('Number of the page; the first is 0. More than 2⁵³ − 1 is taken as that.'),
    per_page: Int64.min(1)
      .default(perPageDefault)
      .describe(`Items on a page; more than ${largest} is taken as ${largest}.`),
  };
}

export interface PageInput {
  readonly page: number;
  readonly per_page: number;
}

export interface PageWindow {
  readonly page: number;
  readonly perPage: number;
  /** Rows to skip and to take, for `limit … offset …`. */
  readonly offset: number;
  readonly limit: number;
}

export function pageWindow(input: PageInput, largest: number = perPageMax): PageWindow {
  const perPage = Math.min(input.per_page, largest);
  // Nothing is behind the last number that is exact; the next ones would be told as more than 64 bits hold.
  const page = Math.min(input.page, Number.MAX_SAFE_INTEGER);
  return {
    page,
    perPage,
    offset: Math.min(page * perPage, Number.MAX_SAFE_INTEGER),
    limit: perPage,
  };
}

/** Schema of the envelope around items of one kind. */
export function pageOf<T extends z.ZodType>(item: T, id: string) {
  return z
    .object({ items: z.array(item), total_count: Int64, page: Int64, per_page: Int64, has_more: z.boolean() })
    .meta({ id });
}

export interface Page<T> {
  items: T[];
  total_count: number;
  page: number;
  per_page: number;
  has_more: boolean;
}

export function page<T>(items: T[], totalCount: number, window: PageWindow): Page<T> {
  return {
    items,
    total_count: totalCount,
    page: window.page,
    per_page: window.perPage,
    has_more: window.offset + items.length < totalCount && items.length > 0,
  };
}

/** As the documents show a page: with one item, which is all. */
export function examplePage<T>(item: T): Page<T> {
  return page([item], 1, pageWindow({ page: 0, per_page: perPageDefault }));
}
