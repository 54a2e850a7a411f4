import { partsOf, type Sql } from '../clickhouse/sql-ast.ts';

const drawing: ReadonlySet<string> = new Set(['randCanonical', 'generateUUIDv4']);
const known = new WeakMap<Sql, boolean>();

/** Whether it differs each time it is asked for. Remembered: expressions share their parts. */
export function isDrawn(sql: Sql): boolean {
  let drawn = known.get(sql);
  if (drawn === undefined) {
    drawn = (sql.kind === 'call' && drawing.has(sql.name)) || partsOf(sql).some(isDrawn);
    known.set(sql, drawn);
  }
  return drawn;
}
