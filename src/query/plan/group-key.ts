import { isInternal } from '../clickhouse/identifier.ts';
import type { Sql } from '../clickhouse/sql-ast.ts';

/**
 * What tells rows apart as the key itself does, and costs less to group by, where there is such a thing: a text as it is
 * stored, of which the empty one is shown as none, and the start of an interval before it has nine digits.
 */
export function storedKey(key: Sql): Sql | undefined {
  if (key.kind === 'cast' && key.of.kind === 'call' && key.of.name === 'toStartOfInterval') return key.of;
  if (key.kind !== 'call' || key.name !== 'nullIf') return undefined;
  const [value, absent] = key.args;
  // A column of a select of ours may have a null of its own.
  const isStored = value?.kind === 'column' && !isInternal(value.name);
  return isStored && absent?.kind === 'literal' && absent.value === '' ? value : undefined;
}
