import { quoteIdentifier } from '../../query/clickhouse/identifier.ts';
import { planned, type Compiled } from '../../query/compile.ts';

/** What spreadsheets would take for a formula, also in the wide letters of East Asian ones. */
const formula = '^[=+@\\t\\r\\n＝＋－＠-]';

/** A compiled query for a file. In CSV, text that a spreadsheet would run gets an apostrophe before it. */
export function exportStatement(compiled: Compiled, format: 'csv' | 'jsonl' | 'parquet'): string {
  // A name that could be taken for a table's is another one inside of the statement.
  const inside = planned(compiled.plan, compiled.plan.relation).items.map(({ alias }) => alias ?? '');
  if (format !== 'csv' && compiled.columns.every(({ name }, index) => name === inside[index])) return compiled.sql;
  const columns = compiled.columns.map(({ name, type }, index) => {
    const value = `x.${quoteIdentifier(inside[index] ?? name)}`;
    const isText = format === 'csv' && (type === 'string' || type === 'dynamic' || type === 'unknown');
    const shown = isText
      ? `if(match(ifNull(toString(${value}), ''), '${formula}'), concat('\\'', toString(${value})), toString(${value}))`
      : value;
    return `${shown} AS ${quoteIdentifier(name)}`;
  });
  return `SELECT ${columns.join(', ')}\nFROM (\n${compiled.sql}\n) AS x`;
}
