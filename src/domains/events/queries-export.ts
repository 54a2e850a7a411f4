import { quoteIdentifier } from '../../query/clickhouse/identifier.ts';
import { quoted } from '../../query/clickhouse/quote.ts';
import { outputName, type Compiled } from '../../query/compile.ts';

/** What spreadsheets would take for a formula, also in the wide letters of East Asian ones. */
const formula = '^[=+@\\t\\r\\n＝＋－＠-]';

/**
 * A compiled query for a file: the columns that were asked for, in their order, or all. In CSV, text that a spreadsheet would
 * run gets an apostrophe before it, a column's name too: a query that is passed on gives them names of its own. In JSONL the
 * engine makes each line: a value as it prints it, and JSON that it keeps as text as it is.
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
  return `SELECT ${selected[format](columns)}
FROM (
${compiled.sql}
) AS x`;
}

type Shown = Compiled['columns'][number] & { readonly value: string };

const selected = {
  csv: (columns: readonly Shown[]) => columns.map(inCsv).join(', '),
  jsonl: jsonLine,
  parquet: (columns: readonly Shown[]) => columns.map(inParquet).join(', '),
};

// A name that could be taken for a table's is another one inside of the statement.
function inCsv({ name, type, value }: Shown): string {
  return `${csvValue(type, value)} AS ${quoteIdentifier(new RegExp(formula).test(name) ? `'${name}` : name)}`;
}

function csvValue(type: Shown['type'], value: string): string {
  if (type !== 'string' && type !== 'dynamic' && type !== 'unknown') return value;
  return `if(match(ifNull(toString(${value}), ''), '${formula}'), concat('\\'', toString(${value})), toString(${value}))`;
}

/** A file of columns knows no column of nothing but nulls of no type: what has none in the language is a text. */
function inParquet({ name, type, value }: Shown): string {
  const typed = type === 'unknown' ? `CAST(${value} AS Nullable(String))` : value;
  return `${typed} AS ${quoteIdentifier(name)}`;
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
