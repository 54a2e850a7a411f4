import { ApiError } from '../../../errors.ts';
import { checkSql } from '../../../query/sql-mode/check.ts';
import { parserFault } from '../../../query/sql-mode/parser.ts';
import { syntaxFault } from '../../../query/sql-mode/syntax-tree.ts';
import type { SqlFault } from '../../../query/sql-mode/tokens.ts';
import { treeFault } from '../../../query/sql-mode/tree.ts';
import { sqlViews } from '../../../query/sql-mode/views.ts';
import { positionOf } from '../../../query/text/span.ts';
import { SqlModeFault, type SqlModeAnswer } from '../../../store/sql-mode.ts';
import { jsonCells } from '../../../lib/json-cells.ts';
import { ended } from '../../../lib/sentence.ts';
import type { OutputColumn } from '../../../query/compile.ts';
import { autoWidth } from '../../../query/semantic/bins.ts';
import { cellText, datasetOf, numberOf, seriesOf } from '../../metrics/dataset.ts';
import type { MetricsAnswer } from '../../metrics/schema.ts';
import { rangeMs } from '../../range.ts';
import { sqlPlaceholders, type Placeholders } from '../placeholders.ts';
import type { WidgetContext } from './widget.ts';

/**
 * A `sql` widget: our reading of the text, a parser's for good sentences, the engine's syntax, the engine's tree; then
 * the statement runs as the project's own user. The last is the wall; the others say early what is wrong.
 */
export async function runSql(
  { deps, actor, signal }: WidgetContext,
  text: string,
  placeholders: Placeholders,
  isChart: boolean,
): Promise<MetricsAnswer> {
  const checked = checkSql(text, sqlPlaceholders(placeholders));
  if (!checked.ok) throw refusal(checked.fault, text);
  const early = parserFault(checked.plain);
  if (early !== undefined) throw refusal(early, undefined);
  const request = { projectId: actor.projectId, sql: checked.sql, params: checked.params, signal };
  try {
    const { lines, engineFunctions } = await deps.sqlMode.syntax(request);
    refuseIf(syntaxFault(lines, engineFunctions));
    const { lines: tree, database } = await deps.sqlMode.explain(request);
    refuseIf(
      treeFault(
        tree,
        database,
        sqlViews.map(({ name }) => name),
      ),
    );
    return shaped(await deps.sqlMode.run(request), placeholders, isChart);
  } catch (error) {
    if (error instanceof SqlModeFault)
      throw new ApiError('invalid_query', { message: ended(error.message), cause: error });
    throw error;
  }
}

function refuseIf(reason: string | undefined): void {
  if (reason !== undefined) throw new ApiError('invalid_query', { message: ended(`The statement ${reason}`) });
}

function refusal(fault: SqlFault, text: string | undefined): ApiError {
  const length = fault.span.end - fault.span.start;
  return new ApiError('invalid_query', {
    message: ended(`The statement ${fault.message}`),
    ...(text === undefined ? {} : { position: { ...positionOf(text, fault.span.start), length } }),
    ...(fault.suggestion === undefined ? {} : { suggestion: fault.suggestion }),
  });
}

/**
 * A chart when the first column is a time and numbers follow, one for each bin; columns of text between tell series apart. Else
 * a table.
 */
function shaped({ columns, rows }: SqlModeAnswer, { range }: Placeholders, isChart: boolean): MetricsAnswer {
  const cells = rows.map(jsonCells);
  const resolved = rangeMs(range);
  const roles = columns.map(({ name, type }, index): OutputColumn => {
    const plain = type.replaceAll(/Nullable\(|LowCardinality\(|\)/g, '');
    const role =
      index === 0 && plain.startsWith('Date') ? 'time' : /^(U?Int|Float|Decimal)/.test(plain) ? 'value' : 'series';
    return { name, type: role === 'value' ? 'real' : role === 'time' ? 'datetime' : 'string', role };
  });
  if (isChart && roles[0]?.role === 'time' && roles.some(({ role }) => role === 'value')) {
    const timed = cells.map(([time = 'null', ...rest]) => [instantCell(time), ...rest]);
    const { headers, dataset, isWhole } = datasetOf(roles, timed, { ...range, step: stepOf(timed, range) });
    if (isWhole) return { ...seriesOf({ headers, dataset: dataset.filter((row) => row.length > 1) }), ...resolved };
  }
  const only = cells.length === 1 && columns.length === 1 ? numberOf(cells[0]?.[0] ?? 'null') : null;
  return {
    dataset: [],
    data_json: cells,
    data_text: cells.map((row) => row.map(cellText)),
    headers: columns.map(({ name }) => name),
    rows_count: cells.length,
    ...(only === null ? {} : { data_float: only }),
    ...resolved,
  };
}

/** A day is the time at which it begins. */
function instantCell(cell: string): string {
  return cell.replace(/^"(\d{4}-\d\d-\d\d)"$/, '"$1T00:00:00Z"');
}

/** The statement chose its bins: the smallest distance of two times is their width. */
function stepOf(cells: readonly (readonly string[])[], range: Placeholders['range']): bigint {
  const times = [...new Set(cells.map(([first]) => Date.parse(JSON.parse(first ?? 'null') as string)))].toSorted(
    (a, b) => a - b,
  );
  const gaps = times.flatMap((time, index) => {
    const gap = time - (times[index - 1] ?? Number.NaN);
    return gap > 0 ? [gap] : [];
  });
  const least = Math.min(...gaps);
  return Number.isFinite(least) && least > 0 && (range.to - range.from) / BigInt(least * 1_000_000) < 10_000n
    ? BigInt(least) * 1_000_000n
    : autoWidth(range);
}
