import type { Fragment, Sql } from 'postgres';
import type { PageWindow } from './page.ts';
import type { Dates } from './range.ts';

export type Window = Pick<PageWindow, 'limit' | 'offset'>;

export interface Rows<R> {
  readonly rows: R[];
  /** All that there are, not on this page alone. */
  readonly total: number;
}

/** `and` for each column that is to have one value, where one is given. */
export function andEqual(sql: Sql, wanted: Readonly<Record<string, string | undefined>>): Fragment {
  return Object.entries(wanted).reduce(
    (all, [column, value]) => (value === undefined ? all : sql`${all} and ${sql(column)} = ${value}`),
    sql``,
  );
}

/** The same for a time: from one on, before another. */
export function andWithin(sql: Sql, column: string, { from, to }: Dates): Fragment {
  return sql`
    ${from === undefined ? sql`` : sql`and ${sql(column)} >= ${from}`}
    ${to === undefined ? sql`` : sql`and ${sql(column)} < ${to}`}`;
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
