import { isCallable } from './functions.ts';

/** What EXPLAIN QUERY TREE may show. Everything else is refused: the engine knows what a statement really reads and calls. */

const nodes = new Set(
  'QUERY UNION LIST COLUMN CONSTANT FUNCTION TABLE JOIN CROSS_JOIN ARRAY_JOIN LAMBDA SORT WINDOW INTERPOLATE MATCHER EXPRESSION'.split(
    ' ',
  ),
);
/** Rows without a table: `SELECT 1`. */
const oneRow = 'system.one';

/** The first thing in the tree that is not allowed, in words; undefined when there is none. `database` holds the project's views. */
export function treeFault(lines: readonly string[], database: string, views: readonly string[]): string | undefined {
  const tables = new Set([oneRow, ...views.map((view) => `${database}.${view}`)]);
  for (const line of lines) {
    const node = /^\s*([A-Z_]+) id: \d+(.*)$/.exec(line);
    if (node === null) {
      if (/^\s*SETTINGS\b/.test(line)) return 'changes settings';
      continue;
    }
    const [, kind = '', rest = ''] = node;
    if (kind === 'TABLE_FUNCTION') return 'reads from a table function';
    if (!nodes.has(kind)) return `has a part that SQL mode does not take (${kind.toLowerCase()})`;
    const table = /\btable_name: ([^\s,]+)/.exec(rest)?.[1];
    if (kind === 'TABLE' && (table === undefined || !tables.has(table)))
      return 'reads a table that is not one of the views';
    const name = /\bfunction_name: ([^\s,]+)/.exec(rest)?.[1];
    if (kind === 'FUNCTION' && (name === undefined || !isCallable(name)))
      return `calls ${name ?? 'a function'}(), which SQL mode does not have`;
  }
  return undefined;
}
