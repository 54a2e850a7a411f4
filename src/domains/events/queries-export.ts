import { quoteIdentifier } from '../../query/clickhouse/identifier.ts';
import { outputName, type Compiled } from '../../query/compile.ts';

/** What spreadsheets would take for a formula, also in the wide letters of East Asian ones. */
const formula = '^[=+@\\t\\r\\n＝＋－＠-]';

/** A compiled query for a file. In CSV, text that a spreadsheet would run gets an apostrophe before it. */
export function exportStatement(compiled: Compiled, format: 'csv' | 'jsonl' | 'parquet'): string {
  // A name that could be taken for a table's is another one inside of the statement.
  const inside = compiled.columns.map(outputName);
  if (format !== 'csv' && compiled.columns.every(({ name }, index) => name === inside[index])) return compiled.sql;
  const columns = compiled.columns.map((column, index) => {
    const { name, type } = column;
    const value = `x.${quoteIdentifier(outputName(column, index))}`;
    const isText = format === 'csv' && (type === 'string' || type === 'dynamic' || type === 'unknown');
    const shown = isText
      ? `if(match(ifNull(toString(${value}), ''), '${formula}'), concat('\\'', toString(${value})), toString(${value}))`
      : value;
    return `${shown} AS ${quoteIdentifier(name)}`;
  });
  return `SELECT ${columns.join(', ')}\nFROM (\n${compiled.sql}\n) AS x`;
}
