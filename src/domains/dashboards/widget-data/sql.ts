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
import type { TimeRange } from '../../../lib/time-range.ts';
import type { OutputColumn } from '../../../query/compile.ts';
import { autoWidth, bucketsMax } from '../../../query/semantic/bins.ts';
import { secondNs } from '../../../query/syntax/duration.ts';
import { cellText, type Dataset, datasetOf, numberOf, seriesMax, seriesOf } from '../../metrics/dataset.ts';
import type { MetricsAnswer } from '../../metrics/schema.ts';
import type { CellRows } from '../../query/run.ts';
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
  const isTimed = roles[0]?.role === 'time' && roles.some(({ role }) => role === 'value');
  const chart = isChart && isTimed ? chartOf(roles, cells, range) : undefined;
  if (chart !== undefined) {
    const { headers, dataset, dropped } = chart;
    return {
      ...seriesOf({ headers, dataset: dataset.filter((row) => row.length > 1) }),
      ...resolved,
      ...(dropped === 0 ? {} : { error: `${dropped} more series are left out: a chart has the ${seriesMax} largest.` }),
    };
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

/**
 * The statement chose its times. Those of one distance have a row for each bin, also where there is nothing; any others, such
 * as months, a row each. Undefined where a row has no place of its own: of no time, or of the time and series of another.
 */
function chartOf(columns: readonly OutputColumn[], cells: CellRows, range: TimeRange): Dataset | undefined {
  const timed = cells.map(([time = 'null', ...rest]) => [instantCell(time), ...rest]);
  const times = [...new Set(timed.map(([time = 'null']) => time))].toSorted();
  if (times.includes('null')) return undefined;
  const timesMs = times.map((time) => Date.parse(JSON.parse(time) as string));
  const step = stepOf(timesMs, range);
  const inBins = step === undefined ? undefined : datasetOf(columns, timed, { ...range, step });
  if (inBins?.isWhole === true) return inBins;
  const places = new Map(times.map((time, nth) => [time, JSON.stringify(new Date(nth * 1_000))]));
  const placed = timed.map(([time = 'null', ...rest]) => [places.get(time) ?? time, ...rest]);
  const inOrder = datasetOf(columns, placed, { from: 0n, to: BigInt(times.length) * secondNs, step: secondNs });
  if (!inOrder.isWhole) return undefined;
  return { ...inOrder, dataset: inOrder.dataset.map((row, nth) => row.with(0, timesMs[nth] ?? null)) };
}

/** A day is the time at which it begins. */
function instantCell(cell: string): string {
  return cell.replace(/^"(\d{4}-\d\d-\d\d)"$/, '"$1T00:00:00Z"');
}

/** The smallest distance of two times, where each is so many of it from the next; undefined where it is not. */
function stepOf(timesMs: readonly number[], range: TimeRange): bigint | undefined {
  const gaps = timesMs.slice(1).map((time, nth) => time - (timesMs[nth] ?? 0));
  if (gaps.length === 0) return autoWidth(range);
  const least = Math.min(...gaps);
  if (least === 0 || gaps.some((gap) => gap % least !== 0)) return undefined;
  const step = BigInt(least) * 1_000_000n;
  return (range.to - range.from) / step < bucketsMax ? step : undefined;
}
