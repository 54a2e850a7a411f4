import { quoteIdentifier } from '../../query/clickhouse/identifier.ts';
import type { Compiled } from '../../query/compile.ts';

/** What spreadsheets would take for a formula, also in the wide letters of East Asian ones. */
const formula = '^[=+@\\t\\r\\n＝＋－＠-]';

/** A compiled query for a file. In CSV, text that a spreadsheet would run gets an apostrophe before it. */
export function exportStatement(compiled: Compiled, format: 'csv' | 'jsonl' | 'parquet'): string {
  if (format !== 'csv') return compiled.sql;
  const columns = compiled.columns.map(({ name, type }) => {
    const quoted = quoteIdentifier(name);
    const isText = type === 'string' || type === 'dynamic' || type === 'unknown';
    return isText
      ? `if(match(ifNull(toString(x.${quoted}), ''), '${formula}'), concat('\\'', toString(x.${quoted})), toString(x.${quoted})) AS ${quoted}`
      : `x.${quoted}`;
  });
  return `SELECT ${columns.join(', ')}\nFROM (\n${compiled.sql}\n) AS x`;
}
