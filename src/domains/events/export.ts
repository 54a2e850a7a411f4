import type { Readable } from 'node:stream';
import type { Deps } from '../../deps.ts';
import type { TimeRange } from '../../lib/time-range.ts';
import type { Compiled } from '../../query/compile.ts';
import { deriveWindow } from '../../query/derive.ts';
import type { Actor } from '../permission.ts';
import { type Caller, compileRows, countGiven } from './list/paging.ts';
import { exportStatement } from './queries-export.ts';
import type { ExportQuery } from './list/schema.ts';
import { listRequest, type ListRequest, requireFields } from './list/request.ts';
import { partsColumn, withOwnSummary } from './list/summary.ts';
import { likelyWidth, nextWidth, windowBelow } from './list/window.ts';

/** The most rows of one export; a wider one is made of several ranges. */
const exportRowsMax = 1_000_000;
/** As long as it takes to send it over a slow line: the time that the engine waits for its reader counts, too. */
const exportMsMax = 10 * 60_000;
const exportBytesMax = 10_000_000_000;

export const exportTypes = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
} as const;

/** What a list sums up, a file has as it is. */
const summedUp = ['level', 'body', 'status_code', 'status_message'];

export interface Export {
  readonly stream: Readable;
  /** Rows that follow. */
  readonly rows: number;
  /** Whether more matched than one export may have. */
  readonly isCut: boolean;
}

/** The rows of a query as a file, passed on from the engine as they come. */
export async function exportEvents(
  deps: Pick<Deps, 'reader' | 'catalogues' | 'now'>,
  actor: Actor,
  { format, ...input }: ExportQuery,
  signal: AbortSignal,
): Promise<Export> {
  const request = listRequest(input, deps.now());
  const columns = inFile(request.visible, summedUp);
  const caller = { deps, projectId: actor.projectId, signal };
  const wanted = Math.min(input.limit ?? exportRowsMax, exportRowsMax);
  const limits = { defaultLimit: wanted, tableLimit: wanted, frozen: true, steady: true };
  const compiled = await compileRows(caller, request, request.text, columns, limits);
  const known = compiled.columns.map(({ name }) => name);
  const asked = inFile(withOwnSummary(request.asked, known), known);
  requireFields({ asked }, compiled);
  const matched = await countGiven(caller, request);
  const isCut = matched > wanted;
  const cut = isCut && compiled.pageable ? await cutTo(caller, request, compiled, matched, wanted) : compiled;
  const stream = await deps.reader.stream(
    {
      projectId: actor.projectId,
      operation: 'export_events',
      sql: exportStatement(cut, format, asked),
      params: cut.params,
      signal,
      limits: { executionMsMax: exportMsMax, resultRowsMax: exportRowsMax + 1, resultBytesMax: exportBytesMax },
    },
    { csv: 'CSVWithNames', jsonl: 'LineAsString', parquet: 'Parquet' }[format],
  );
  return { stream, rows: Math.min(matched, wanted), isCut };
}

/** The columns of a file, where a list has these: for the summary what of it is known. */
function inFile(names: readonly string[], known: readonly string[]): readonly string[] {
  const parts = summedUp.filter((name) => known.includes(name));
  return [...new Set(names.flatMap((name) => (name === partsColumn && parts.length > 0 ? parts : [name])))];
}

/** The newest of more rows than are wanted; of rows in another order and of tables the statement itself takes the first. */
async function cutTo(
  caller: Caller,
  request: ListRequest,
  compiled: Compiled,
  matched: number,
  wanted: number,
): Promise<Compiled> {
  const countIn = (part: TimeRange): Promise<number> => countGiven(caller, request, part);
  return deriveWindow(compiled, await newestWindow(request.range, matched, wanted, countIn), wanted);
}

/** The end of the range that holds so many of the rows that match: the store would sort all of them to find the newest. */
async function newestWindow(
  range: TimeRange,
  matched: number,
  wanted: number,
  countIn: (range: TimeRange) => Promise<number>,
): Promise<TimeRange> {
  let window = windowBelow(range, range.to, likelyWidth(range, matched, wanted));
  while (window.from > range.from) {
    const found = await countIn(window);
    if (found >= wanted) break;
    const width = range.to - window.from;
    window = windowBelow(range, range.to, width + nextWidth(width, found, wanted));
  }
  return window;
}
