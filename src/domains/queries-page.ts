import type { Fragment, Sql } from 'postgres';
import type { PageWindow } from './page.ts';

export type Window = Pick<PageWindow, 'limit' | 'offset'>;

export interface Rows<R> {
  readonly rows: R[];
  /** All that there are, not on this page alone. */
  readonly total: number;
}

/** `from`: the table, and which of its rows. */
export async function selectPage<R extends object>(
  sql: Sql,
  { columns, from, order }: { readonly columns: Fragment; readonly from: Fragment; readonly order: Fragment },
  { limit, offset }: Window,
): Promise<Rows<R>> {
  const [rows, [counted]] = await Promise.all([
    sql<R[]>`select ${columns} from ${from} order by ${order} limit ${limit} offset ${offset}`,
    sql<{ total: number }[]>`select count(*)::int as total from ${from}`,
  ]);
  return { rows, total: counted?.total ?? 0 };
}
