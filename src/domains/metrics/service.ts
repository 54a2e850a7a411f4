import type { Deps } from '../../deps.ts';
import { ApiError } from '../../errors.ts';
import { inTurns } from '../../lib/in-turns.ts';
import { jsonList } from '../../lib/json.ts';
import { charsOf, inPieces, type Pieces } from '../../lib/pieces.ts';
import { durationText, isStorable, parseDuration, type TimeRange } from '../../lib/time-range.ts';
import { msOf, nsOf } from '../../lib/time.ts';
import { largestSeries } from '../../query/largest-series.ts';
import { rowsMax } from '../../query/semantic/stage.ts';
import type { Variables } from '../../query/syntax/variables.ts';
import type { Compiled } from '../../query/compile.ts';
import type { Actor } from '../permission.ts';
import { whyNothing } from '../query/nothing-found.ts';
import { charsPerTurn, compileQuery, cutOffNote, isCutOff, orStopped, runQuery, type CellRows } from '../query/run.ts';
import { sourceOf } from '../query/source.ts';
import { rangeMs, readRange } from '../range.ts';
import { beside, cellText, datasetOf, numberOf, seriesMax, seriesOf, type Dataset } from './dataset.ts';
import { inOrder } from './order.ts';
import type { DataType, MetricsAnswer, MetricsQuery } from './schema.ts';

type Needs = Pick<Deps, 'reader' | 'catalogues' | 'now'>;

/** Of the series of a chart, all together. */
const pointsMax = 50_000;

export interface MetricsRequest {
  readonly text: string;
  readonly source: string;
  readonly range: TimeRange;
  readonly dataType: DataType;
  readonly compareNs?: bigint | undefined;
  readonly variables?: Variables;
  readonly parameter?: string;
}

/** The answer as JSON text. */
export async function getMetrics(deps: Needs, actor: Actor, query: MetricsQuery, signal: AbortSignal): Promise<Pieces> {
  const compareNs = query.compare === undefined ? undefined : parseDuration(query.compare);
  if (query.compare !== undefined && (compareNs === undefined || compareNs === 0n)) {
    throw new ApiError('invalid_parameter', {
      parameter: 'compare',
      message: 'compare must be a duration such as 1d or 1w.',
    });
  }
  const answer = await readMetrics(
    deps,
    actor.projectId,
    {
      text: query.query ?? '',
      source: sourceOf(query.source),
      range: readRange(query, deps.now()),
      dataType: query.data_type,
      compareNs,
    },
    signal,
  );
  return metricsJson(answer);
}

export function metricsJson({ data_json, data_text, hint, ...answer }: MetricsAnswer): Promise<Pieces> {
  const head = JSON.stringify({ ...answer, error: answer.error ?? hint });
  return inPieces(
    `${head.slice(0, -1)},"data_text":`,
    jsonList(data_text, (cells) => JSON.stringify(cells)),
    ',"data_json":',
    jsonList(data_json, (cells) => `[${cells.join(',')}]`),
    '}',
  );
}

/** As they are read, in several turns where there is much of it. */
async function textsOf(rows: CellRows): Promise<string[][]> {
  const texts: string[][] = [];
  for await (const cells of inTurns(rows, charsPerTurn, charsOf)) texts.push(cells.map(cellText));
  return texts;
}

/** Also what a widget of a dashboard shows. Throws what is wrong with the query; what could not be finished is in the answer. */
export async function readMetrics(
  deps: Needs,
  projectId: string,
  request: MetricsRequest,
  signal: AbortSignal,
): Promise<MetricsAnswer> {
  const { range } = request;
  const resolved = rangeMs(range);
  const compiled = await compileFor(deps, projectId, request, range);
  const isSeries =
    compiled.shape === 'series' &&
    compiled.binNs !== null &&
    compiled.columns.some(({ role }) => role === 'value') &&
    request.dataType === 'metric';
  if (request.compareNs !== undefined && !isSeries) throw noCompare();
  const shiftNs =
    request.compareNs === undefined ? undefined : wholeBins(request.compareNs, compiled.binNs ?? request.compareNs);
  if (shiftNs !== undefined && !isStorable(range.from - shiftNs)) {
    throw new ApiError('invalid_parameter', {
      parameter: 'compare',
      message: 'compare reaches back beyond the year 1900.',
    });
  }
  const why = () => whyNothing(deps, projectId, compiled, signal);
  const done = await orStopped(async () => {
    if (!isSeries) {
      const rows = await runQuery(deps, projectId, compiled, { operation: 'get_metrics', signal });
      const hint = isNothing(compiled.columns, rows) ? await why() : undefined;
      return { ...(await tableOf(request.dataType, compiled, inOrder(compiled, rows))), hint };
    }
    const present = await readChart(deps, projectId, compiled, signal);
    const dataset =
      shiftNs === undefined ? present : await compared(deps, projectId, request, { shiftNs, present }, signal);
    // A chart has one place for each series and bin: what has more is told whole by a table alone.
    if (!dataset.isWhole) {
      if (shiftNs !== undefined) throw noCompare();
      return tableOf(request.dataType, compiled, inOrder(compiled, present.rows));
    }
    const error = cutOf(dataset, present.isCut, compiled.seriesLimit !== null);
    return {
      ...seriesOf(dataset),
      ...(present.counted === null ? {} : { rows_per_min: present.counted / (Number(range.to - range.from) / 60e9) }),
      ...(error === undefined ? {} : { error }),
      hint: present.isEmpty && shiftNs === undefined ? await why() : undefined,
    };
  });
  if (!done.ok)
    return { dataset: [], data_json: [], data_text: [], headers: [], rows_count: 0, ...resolved, error: done.error };
  return { ...done.value, ...resolved };
}

function noCompare(): ApiError {
  return new ApiError('invalid_parameter', {
    parameter: 'compare',
    message:
      'compare needs a query that gives numbers in bins of time, one for each series and bin, and data_type=metric.',
  });
}

function compileFor(deps: Needs, projectId: string, request: MetricsRequest, range: TimeRange, now?: bigint) {
  const { text, source, dataType, variables, parameter } = request;
  return compileQuery(deps, projectId, {
    text,
    source,
    range,
    now,
    variables,
    parameter,
    options: { chart: dataType === 'metric', defaultLimit: rowsMax },
  });
}

interface Chart extends Dataset {
  /** Known where the query counts: what it counted, in all series. */
  readonly counted: number | null;
  readonly isEmpty: boolean;
  readonly rows: CellRows;
  /** Whether it ends where every result ends. */
  readonly isCut: boolean;
}

/** Of a result that was cut it is asked which of its series are the largest: two more levels of the statement, which most charts need not pay for. */
async function readChart(deps: Needs, projectId: string, compiled: Compiled, signal: AbortSignal): Promise<Chart> {
  const { columns, range, binNs, binOriginNs, seriesLimit } = compiled;
  const run = (statement: Compiled) => runQuery(deps, projectId, statement, { operation: 'get_metrics', signal });
  const limit = Math.min(seriesLimit ?? seriesMax, seriesMax);
  const chartOf = (rows: CellRows) =>
    datasetOf(columns, rows, { ...range, step: binNs ?? 1n, origin: binOriginNs }, limit);
  const first = await run(compiled);
  const isCut = first.length >= rowsMax;
  const largest = isCut ? largestSeries(compiled, seriesMax, pointsMax) : null;
  const whole = largest === null ? undefined : await orStopped(() => run(largest.compiled));
  // What is too much to ask, or has a series that is too long by itself, is what came first.
  if (largest === null || whole?.ok !== true || whole.value.length === 0)
    return {
      ...chartOf(first),
      counted: countedIn(columns, first),
      isEmpty: isNothing(columns, first),
      rows: first,
      isCut,
    };
  const dataset = chartOf(whole.value);
  const left = whole.value.reduce((least, cells) => Math.min(least, Number(cells[largest.after])), Infinity);
  const values = columns.filter(({ role }) => role === 'value').length;
  return {
    ...dataset,
    dropped: dataset.dropped + left * values,
    counted: largest.counted === null ? null : Number(whole.value[0]?.[largest.counted] ?? 0),
    isEmpty: false,
    rows: first,
    isCut: false,
  };
}

/** Said where the chart lacks something that its query did not leave out itself. */
function cutOf({ dropped }: Dataset, isCut: boolean, isLimited: boolean): string | undefined {
  if (isCut) return `The result was cut at ${rowsMax} points; use wider bins.`;
  if (dropped === 0 || isLimited) return undefined;
  return `${dropped} more series are left out: a chart has the ${seriesMax} largest, and ${pointsMax} points at most; group by fewer values or use wider bins.`;
}

/** What is compared is moved by whole bins, at least one: else no bin of the past would stand beside one of the present. */
function wholeBins(shiftNs: bigint, binNs: bigint): bigint {
  const bins = (shiftNs + binNs / 2n) / binNs;
  return (bins === 0n ? 1n : bins) * binNs;
}

/** The same query over the range so long before, as further series of the same chart. */
async function compared(
  deps: Needs,
  projectId: string,
  request: MetricsRequest,
  { shiftNs, present }: { readonly shiftNs: bigint; readonly present: Dataset },
  signal: AbortSignal,
): Promise<Dataset> {
  const range = { from: request.range.from - shiftNs, to: request.range.to - shiftNs };
  const compiled = await compileFor(deps, projectId, request, range, nsOf(deps.now()) - shiftNs);
  const past = await readChart(deps, projectId, compiled, signal);
  return beside(present, past, msOf(shiftNs), (name) => `${name} (${durationText(shiftNs)} earlier)`);
}

async function tableOf(dataType: DataType, compiled: Compiled, rows: CellRows): Promise<MetricsAnswer> {
  const { columns } = compiled;
  const [only] = rows;
  const values = valuesOf(columns);
  const isOne = rows.length === 1 && values.length === 1;
  const number = isOne ? numberOf(only?.[values[0] ?? 0] ?? 'null') : null;
  const one = columns.length === 1 || dataType === 'float' ? number : null;
  const isNone = dataType === 'float' && !isOne;
  const error = isNone
    ? `data_type=float is for one number; the result has ${rows.length} rows of ${columns.length} columns.`
    : isCutOff(compiled, rows)
      ? cutOffNote
      : undefined;
  return {
    dataset: [],
    data_json: dataType === 'text' || dataType === 'float' ? [] : rows,
    data_text: dataType === 'json' || dataType === 'float' ? [] : await textsOf(rows),
    headers: columns.map(({ name }) => name),
    rows_count: rows.length,
    ...(one === null ? {} : { data_float: one }),
    ...(error === undefined ? {} : { error }),
  };
}

/** No rows, or rows without a value: what sums up nothing is 0 or null, and looks like an answer. */
function isNothing(columns: Compiled['columns'], rows: CellRows): boolean {
  const values = valuesOf(columns);
  const isEmpty = (cells: readonly string[]) =>
    values.every((index) => cells[index] === 'null' || cells[index] === '0');
  return rows.length === 0 || (values.length > 0 && rows.every(isEmpty));
}

function valuesOf(columns: Compiled['columns']): number[] {
  return columns.flatMap(({ role }, index) => (role === 'value' || role === 'plain' ? [index] : []));
}

function countedIn(columns: Compiled['columns'], rows: CellRows): number | null {
  const index = columns.findIndex(({ name }) => name === 'count_');
  if (index === -1) return null;
  return rows.reduce((sum, cells) => sum + (numberOf(cells[index] ?? 'null') ?? 0), 0);
}
