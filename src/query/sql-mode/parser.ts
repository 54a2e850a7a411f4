import { runInNewContext } from 'node:vm';
import grammar from 'node-sql-parser/build/postgresql.js';
import { closest } from '../../lib/closest.ts';
import type { SqlFault } from './tokens.ts';
import { sqlViews } from './views.ts';

const parser = new grammar.Parser();
const viewNames = sqlViews.map(({ name }) => name);

interface Select {
  readonly type: string;
  readonly with?: readonly { readonly name: { readonly value: string } }[] | null;
}

/**
 * Says early what is wrong with a statement: more than one, no SELECT, tables there are not. A statement that the parser
 * does not know (it has no ClickHouse grammar), or is too long at, passes; the engine judges it.
 */
export function parserFault(sql: string): SqlFault | undefined {
  const parsed = parse(sql);
  if (parsed === undefined) return undefined;
  const whole = { start: 0, end: sql.length };
  if (parsed.statements.length !== 1) return { message: 'must be one statement', span: whole };
  const [statement] = parsed.statements;
  if (statement?.type !== 'select') return { message: 'must be one SELECT statement', span: whole };
  const named = new Set([...viewNames, ...namesOfWith(statement)]);
  for (const entry of parsed.tables) {
    const [operation, database, table = ''] = entry.split('::');
    if (operation !== 'select') return { message: 'must be one SELECT statement', span: whole };
    const span = placeOf(sql, table);
    if (database !== 'null' && database !== undefined)
      return { message: `names a database, ${database}; the views are ${viewNames.join(' and ')}, plainly`, span };
    if (!named.has(table)) {
      const suggestion = closest(table, named);
      return {
        message: `reads ${table}, which is not there; the views are ${viewNames.join(' and ')}`,
        span,
        ...(suggestion === undefined ? {} : { suggestion }),
      };
    }
  }
  return undefined;
}

/** It tries some nested calls twice at each depth, and would be at a few hundred characters of them for ever. */
const parseMsMax = 100;

/** To the parser these join a table to one called so; what they join is an array. */
const arrayJoin = /\barray\s+join\b/i;

function parse(sql: string): { statements: Select[]; tables: string[] } | undefined {
  if (arrayJoin.test(sql)) return undefined;
  try {
    const { ast, tableList } = within(parseMsMax, () => parser.parse(sql, { database: 'PostgreSQL' }));
    return { statements: [ast].flat(), tables: tableList };
  } catch {
    return undefined;
  }
}

/** What `work` gives; throws when it takes longer, in whatever it is by then. */
function within<T>(msMax: number, work: () => T): T {
  return runInNewContext('work()', { work }, { timeout: msMax }) as T;
}

/** Names that any WITH of the statement gives, also of a nested one. */
function namesOfWith(statement: Select): string[] {
  const names: string[] = [];
  const pending: unknown[] = [statement];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (typeof node !== 'object' || node === null) continue;
    for (const one of 'with' in node && Array.isArray(node.with) ? ((node as Select).with ?? []) : [])
      names.push(one.name.value);
    pending.push(...Object.values(node).filter((child) => child !== undefined));
  }
  return names;
}

function placeOf(sql: string, name: string): { start: number; end: number } {
  const start = Math.max(0, sql.search(new RegExp(`\\b${name.replaceAll(/\W/g, '.')}\\b`, 'i')));
  return { start, end: start + name.length };
}
