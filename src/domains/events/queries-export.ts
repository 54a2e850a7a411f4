import { quoteIdentifier } from '../../query/clickhouse/identifier.ts';
import { quoted } from '../../query/clickhouse/quote.ts';
import { outputName, type Compiled } from '../../query/compile.ts';

/** What spreadsheets would take for a formula, also in the wide letters of East Asian ones. */
const formula = '^[=+@\\t\\r\\n＝＋－＠-]';

/**
 * A compiled query for a file: the columns that were asked for, in their order, or all. In CSV, text that a spreadsheet would
 * run gets an apostrophe before it. In JSONL the engine makes each line: a value as it prints it, and JSON that it keeps as
 * text as it is.
 */
export function exportStatement(
  compiled: Compiled,
  format: 'csv' | 'jsonl' | 'parquet',
  asked: readonly string[],
): string {
  const all = compiled.columns.map((column, index) => ({
    ...column,
    value: `x.${quoteIdentifier(outputName(column, index))}`,
  }));
  const columns = asked.length === 0 ? all : asked.flatMap((name) => all.filter((column) => column.name === name));
  return `SELECT ${format === 'jsonl' ? jsonLine(columns) : columns.map((column) => named(column, format)).join(', ')}
FROM (
${compiled.sql}
) AS x`;
}

type Shown = Compiled['columns'][number] & { readonly value: string };

// A name that could be taken for a table's is another one inside of the statement.
function named(column: Shown, format: 'csv' | 'parquet'): string {
  return `${format === 'csv' ? inCsv(column) : inParquet(column)} AS ${quoteIdentifier(column.name)}`;
}

function inCsv({ type, value }: Shown): string {
  if (type !== 'string' && type !== 'dynamic' && type !== 'unknown') return value;
  return `if(match(ifNull(toString(${value}), ''), '${formula}'), concat('\\'', toString(${value})), toString(${value}))`;
}

/** A file of columns knows no column of nothing but nulls of no type: what has none in the language is a text. */
function inParquet({ type, value }: Shown): string {
  return type === 'unknown' ? `CAST(${value} AS Nullable(String))` : value;
}

function jsonLine(columns: readonly Shown[]): string {
  const fields = columns.map(({ name, type, value }, index) => {
    const json = `toJSONString(${value})`;
    const isText = `match(toTypeName(${value}), '^(Nullable|LowCardinality|[(])*String')`;
    const text = type === 'dynamic' ? `if(${isText}, toString(${value}), ${json})` : json;
    return `${quoted(`${index === 0 ? '{' : ','}${JSON.stringify(name)}:`, "'")}, ifNull(${text}, 'null')`;
  });
  return `concat(${fields.join(', ')}, '}')`;
}
