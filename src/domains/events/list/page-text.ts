import { jsonList, jsonParts } from '../../../lib/json.ts';
import { inPieces, type Pieces } from '../../../lib/pieces.ts';
import { msOf } from '../../../lib/time.ts';
import type { Compiled } from '../../../query/compile.ts';
import { serviceColors } from '../color.ts';
import { traceTrees } from '../trace-tree.ts';
import type { PageWithDescendants } from './children.ts';
import { encodeCursor } from './cursor.ts';
import type { EventsInput } from './schema.ts';
import { traceRowOf } from './place.ts';
import type { ListRequest } from './request.ts';
import { withOwnSummary, withSummary } from './summary.ts';

/** With the other headers as long as the server takes. A longer question is gone on with by POST, with its `cursor`. */
export const urlCharsMax = 48 * 1024;

/** Columns that a list shows, of those that come by default. */
const listColumns = ['id', 'timestamp', 'service', 'summary', 'latency_breakdown'];

/** The LogResult. Rows pass through as the text the engine printed. */
export function pageText(
  input: EventsInput,
  request: ListRequest,
  first: Compiled,
  { page, descendants, note }: PageWithDescendants,
): Promise<Pieces> {
  // What was asked for, or everything; what was only read to know where the rows stand is neither.
  const shown = withOwnSummary(request.asked.length === 0 ? page.columns : request.asked, page.columns);
  const indexes = shown.map((name) => page.columns.indexOf(name));
  const { columns, cells: shownCells } = withSummary(shown);
  const places = [...(page.places ?? []), ...descendants.map(({ place }) => place)];
  const rows = [...page.rows, ...descendants.map(({ cells }) => cells)];
  const isList = page.places !== null && !first.shaped;
  const isDefault = isList && input.fields === undefined && listColumns.every((name) => columns.includes(name));
  // A limit beyond what a number holds would not be written as it was given.
  const asked = input.limit === undefined ? input : { ...input, limit: request.limit };
  const [next, recent] = [page.next, page.recent].map((at) => (at === null ? undefined : encodeCursor(request, at)));
  const rest = {
    cols: isDefault ? listColumns : columns,
    colIdxMap: Object.fromEntries(columns.map((name, index) => [name, index])),
    nextUrl: next === undefined ? '' : urlOf(asked, next),
    resetLogsUrl: urlOf(asked, undefined),
    recentUrl: urlOf(asked, recent),
    serviceColors: serviceColors(places.map(({ service }) => service)),
    queryResultCount: page.rows.length,
    count: page.count,
    hasMore: next !== undefined,
    cursor: next,
    error: note,
  };
  const rowText = (cells: readonly string[]) =>
    `[${shownCells(indexes.map((index) => cells[index] ?? 'null')).join(',')}]`;
  return inPieces(
    '{"logsData":',
    jsonList(rows, rowText),
    ',"traces":',
    jsonList(isList ? treesOf(places) : [], jsonParts),
    `,${JSON.stringify(rest).slice(1)}`,
  );
}

function treesOf(places: readonly Parameters<typeof traceRowOf>[0][]) {
  return traceTrees(places.map(traceRowOf)).map(({ traceId, root, startNs, durationNs, children }) => ({
    trace_id: traceId,
    start_time: startNs,
    duration: durationNs,
    root,
    children: Object.fromEntries(children),
    trace_start_time: new Date(msOf(startNs)).toISOString(),
  }));
}

/** The same question as a GET: what was given, and where to go on; empty where that is longer than a URL may be. */
function urlOf(input: EventsInput, cursor: string | undefined): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...input, cursor }))
    if (value !== undefined) query.set(name, String(value));
  const url = `/api/v1/events${query.size === 0 ? '' : `?${query.toString()}`}`;
  return url.length > urlCharsMax ? '' : url;
}
