import type { Sql } from 'postgres';

/**
 * How many rows of a table Postgres looks at for some work, whatever it leaves out of the answer then; with the pieces of
 * large values that it puts together.
 */
export async function rowsRead(sql: Sql, table: string, work: (sql: Sql) => Promise<unknown>): Promise<number> {
  return sql.begin(async (tx) => {
    // What the session counted and did not pass on yet is in it, too.
    const count = async () => {
      const [row] = await tx<{ read: number }[]>`
        select sum(s.seq_tup_read + coalesce(s.idx_tup_fetch, 0))::int as read
        from pg_stat_xact_all_tables s join pg_class c on s.relid in (c.oid, c.reltoastrelid)
        where c.oid = ${table}::regclass`;
      return row?.read ?? 0;
    };
    const before = await count();
    await work(tx as unknown as Sql);
    return (await count()) - before;
  });
}
