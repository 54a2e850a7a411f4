import type { Sql } from '../clickhouse/sql-ast.ts';

/**
 * What tells rows apart as the key itself does, and costs less to group by: a text as it is stored, of which the empty one
 * is shown as none, and the start of an interval before it has nine digits.
 */
export function groupedBy(key: Sql): Sql {
  if (key.kind === 'cast' && key.of.kind === 'call' && key.of.name === 'toStartOfInterval') return key.of;
  if (key.kind !== 'call' || key.name !== 'nullIf') return key;
  const [value, absent] = key.args;
  const isStored = value?.kind === 'column' && !isComputed(value.name);
  return isStored && absent?.kind === 'literal' && absent.value === '' ? value : key;
}

/** A column of a select of ours may have a null of its own. */
function isComputed(name: string): boolean {
  return name.startsWith('__');
}
