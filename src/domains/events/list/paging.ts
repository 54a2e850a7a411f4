import type { Deps } from '../../../deps.ts';
import type { TimeRange } from '../../../lib/time-range.ts';
import type { Rendered } from '../../../query/clickhouse/render.ts';
import type { CompileOptions, Compiled } from '../../../query/compile.ts';
import { countedMax, deriveCount, derivePart, deriveWindow, isOdd, isSoonCounted } from '../../../query/derive.ts';
import { jsonCells } from '../../../lib/json-cells.ts';
import { requiredTexts } from '../../../query/normalize/required.ts';
import type { ScanWindow } from '../../../query/plan/scan.ts';
import { continued } from '../../../query/syntax/continued.ts';
import { compileQuery, isCutOff, runQuery, type CellRows } from '../../query/run.ts';
import { selectTraceExtent } from '../queries.ts';
import { skipMax, type Cursor } from './cursor.ts';
import { placeReader, type Place } from './place.ts';
import { attributesLast, limitMax, type ListRequest } from './request.ts';
import { likelyWidth, nextWidth, windowBelow } from './window.ts';

type Needs = Pick<Deps, 'reader' | 'catalogues' | 'now'>;

export interface Caller {
  readonly deps: Needs;
  readonly projectId: string;
  readonly signal: AbortSignal;
}

export interface Page {
  readonly columns: readonly string[];
  readonly rows: CellRows;
  /** What is known of each row; null for rows that are no events. */
  readonly places: readonly Place[] | null;
  /** Matching rows in the whole range, or of what is newer than a mark: exact up to 10 000. */
  readonly count: number;
  readonly next: Cursor | null;
  /** More rows may match than pages can be cut out of, and this is the last of them. */
  readonly isCut?: boolean;
  /** For what arrives later; null where the same query without a cursor asks for it. */
  readonly recent: Cursor | null;
}

export function compileList(
  caller: Caller,
  request: ListRequest,
  range: TimeRange,
  options: CompileOptions,
): Promise<Compiled> {
  const columns = [...request.visible, ...request.hidden];
  return compileRows(caller, { ...request, range }, request.text, columns, {
    defaultLimit: request.limit + 1,
    frozen: true,
    ...options,
  });
}

/** With these columns, where rows are listed; but a query may name a table that lists others, such as `metrics`. */
export async function compileRows(
  { deps, projectId }: Pick<Caller, 'deps' | 'projectId'>,
  {
    source,
    range,
    now,
    asked,
    withAttributes,
  }: Pick<ListRequest, 'source' | 'range' | 'now' | 'asked' | 'withAttributes'>,
  text: string,
  columns: readonly string[],
  options: CompileOptions,
): Promise<Compiled> {
  const compileWith = (more: CompileOptions) =>
    compileQuery(deps, projectId, { text, source, range, now, options: { ...options, ...more } });
  const compiled = await compileWith(columns.length === 0 ? {} : { columns });
  const { table } = compiled.plan;
  if (asked.length > 0 || table === null || table.rowId !== undefined) return compiled;
  if (withAttributes) return compileWith({ columns: attributesLast(table.listed) });
  return columns.length === 0 ? compiled : compileWith({});
}

const minuteNs = 60_000_000_000n;
/** The newest rows are looked for near the end first: a page that is full from there need not read the rest. */
const firstWindowNs = 15n * minuteNs;
/** How far back an event that arrives now may have happened. */
export const lateNs = 60n * minuteNs;
/** So many times as long as the page lets expect: rows do not come evenly. */
const likelyEnough = 2n;

/** Events, newest first, from the end of the range or from a mark on. */
export async function newestPage(caller: Caller, request: ListRequest, first: Compiled): Promise<Page> {
  const { cursor, range, limit } = request;
  const mark =
    cursor === null || cursor.kind === 'skip' ? undefined : { ts: cursor.ts, id: cursor.id, direction: cursor.kind };
  const newer = mark?.direction === 'newer';
  const beyond = newer ? mark : undefined;
  const found: (readonly string[])[] = [];
  const scope = await scopeOf(caller, range, first);
  const ordered = newer ? await compileList(caller, request, range, { cursor: mark }) : first;
  const top = mark === undefined || mark.ts >= scope.to ? scope.to : mark.ts + 1n;
  let window = newer ? scope : windowBelow(scope, top, firstWindowNs);
  let counted = cursor?.count ?? undefined;
  while (window.from < window.to) {
    const missing = limit + 1 - found.length;
    const compiled = deriveWindow(ordered, window, missing, mark);
    found.push(
      ...(await runQuery(caller.deps, caller.projectId, compiled, { operation: 'list_events', signal: caller.signal })),
    );
    if (found.length > limit || window.from <= scope.from) break;
    // Where that costs little they are counted first: how many there are says how far the page reaches.
    if (counted === undefined && isSoonCounted(first, scope))
      counted = await countMatches(caller, first, scope, noPage, beyond);
    if (cursor === null && counted === found.length) break;
    const isNowhereNear = found.length === 0 && isOdd(first);
    const expected = isNowhereNear ? top - scope.from : nextWidth(top - window.from, found.length, limit + 1);
    const likely = counted === undefined ? 0n : likelyWidth(scope, counted, limit + 1 - found.length);
    window = windowBelow(scope, window.from, likely > expected ? likely : expected);
  }
  const hasMore = found.length > limit;
  const rows = newer ? found.slice(0, limit).toReversed() : found.slice(0, limit);
  const columns = first.columns.map(({ name }) => name);
  const read = placeReader(columns, first.made);
  const places = read === undefined ? null : rows.map(read);
  const full = { places: places ?? [], limit };
  const count = hasMore
    ? (counted ?? (await countMatches(caller, first, scope, full, beyond)))
    : (cursor?.count ?? rows.length);
  const page = { columns, rows, places, count: Math.max(count, rows.length) };
  if (places === null) {
    const next = hasMore ? nextCut(request, count, limit) : null;
    return { ...page, next, isCut: hasMore && next === null, recent: afterAll(range) };
  }
  const [newest, edge] = [places[0], newer ? places[0] : places.at(-1)];
  return {
    ...page,
    next:
      hasMore && edge !== undefined
        ? {
            from: range.from,
            to: cursor === null ? range.to : cursor.to,
            now: cursor === null ? request.now : cursor.now,
            count,
            kind: newer ? 'newer' : 'older',
            ts: edge.ts,
            id: edge.id,
          }
        : null,
    recent: recentAfter(range.from, newest ?? lateMark(range, beyond)),
  };
}

/** The page behind so many rows; beyond the most that a result is cut out of there is none. */
function nextCut({ range, now }: ListRequest, count: number, rows: number): Cursor | null {
  return rows < skipMax ? { ...range, now, count, kind: 'skip', rows } : null;
}

function afterAll({ to }: TimeRange): Cursor {
  return recentAfter(to, { ts: to, id: firstId });
}

/** Where rows can be at all: a filter that names traces has none outside of them. */
async function scopeOf({ deps, projectId, signal }: Caller, range: TimeRange, first: Compiled): Promise<TimeRange> {
  const traceIds = first.filter === null ? null : requiredTexts(first.filter, 'trace_id');
  if (traceIds === null) return range;
  const extent = await selectTraceExtent(deps.reader, projectId, traceIds, signal);
  if (extent === undefined) return { from: range.from, to: range.from };
  return {
    from: extent.from > range.from ? extent.from : range.from,
    to: extent.to < range.to ? extent.to + 1n : range.to,
  };
}

/** Rows in an order of the user's own, and tables: the pages are cut out of one result, as long as it may be. */
export async function cutPage(caller: Caller, request: ListRequest): Promise<Page> {
  const { cursor, range, limit } = request;
  const skip = cursor?.kind === 'skip' ? cursor.rows : 0;
  const wanted = Math.min(skip + limit + 1, limitMax);
  const compiled = await compileList(caller, request, range, { defaultLimit: wanted, steady: true });
  const all = await runQuery(caller.deps, caller.projectId, compiled, {
    operation: 'list_events',
    signal: caller.signal,
  });
  const rows = all.slice(skip, skip + limit);
  const columns = compiled.columns.map(({ name }) => name);
  const read = placeReader(columns, compiled.made);
  const isWhole = all.length < wanted || compiled.shape !== 'rows';
  const countAll = async () =>
    compiled.take === null
      ? countMatches(caller, compiled, range, noPage)
      : Math.min(await countGiven(caller, request), countedMax);
  const count = cursor?.count ?? (isWhole ? all.length : await countAll());
  const hasMore = all.length > skip + limit;
  return {
    columns,
    rows,
    places: read === undefined ? null : rows.map(read),
    count: Math.max(count, rows.length),
    next: hasMore ? nextCut(request, count, skip + limit) : null,
    isCut: skip + limit >= limitMax && isCutOff(compiled, all),
    recent: afterAll(range),
  };
}

/** For a page without rows: what happened before it was asked for may yet arrive. */
function lateMark({ from, to }: TimeRange, last: Pick<Place, 'ts' | 'id'> | undefined): Pick<Place, 'ts' | 'id'> {
  const ts = from > to - lateNs ? from : to - lateNs;
  return last !== undefined && last.ts > ts ? last : { ts, id: firstId };
}

function recentAfter(from: bigint, { ts, id }: Pick<Place, 'ts' | 'id'>): Cursor {
  return { from, to: null, now: null, count: null, kind: 'newer', ts, id };
}

const firstId = '00000000-0000-0000-0000-000000000000';
interface FullPage {
  readonly places: readonly Place[];
  readonly limit: number;
}

const noPage: FullPage = { places: [], limit: 1 };

/**
 * Rows that match in a range, exact up to 10 000. Where a full page says that so many are near its end, they are looked for
 * there first.
 */
async function countMatches(
  caller: Caller,
  first: Compiled,
  range: TimeRange,
  { places, limit }: FullPage,
  beyond?: ScanWindow,
): Promise<number> {
  const [one, other] = [places[0]?.ts ?? 0n, places.at(-1)?.ts ?? 0n];
  const covered = one > other ? one - other : other - one;
  const expected = (covered * likelyEnough * BigInt(countedMax)) / BigInt(limit);
  const width = expected < firstWindowNs ? firstWindowNs : expected;
  const near = { from: range.to - width, to: range.to };
  const isNear = places.length > 0 && width * 8n < range.to - range.from;
  const found = isNear ? await countOf(caller, deriveCount(first, near, { cursor: beyond, many: true })) : 0;
  return found >= countedMax ? countedMax : countOf(caller, deriveCount(first, range, { cursor: beyond }));
}

/** Rows that a query gives in its range, or in a part of it, exactly. */
export async function countGiven(
  { deps, projectId, signal }: Caller,
  { text, source, range, now }: Pick<ListRequest, 'text' | 'source' | 'range' | 'now'>,
  part = range,
): Promise<number> {
  const counting = await compileQuery(deps, projectId, {
    text: continued(text, 'count'),
    source,
    range,
    now,
    options: { frozen: true },
  });
  const compiled = derivePart(counting, part);
  const [cells] = await runQuery(deps, projectId, compiled, { operation: 'count_events', signal });
  return Number(cells?.[0] ?? 0);
}

async function countOf({ deps, projectId, signal }: Caller, count: Rendered | null): Promise<number> {
  if (count === null) return 0;
  const [line] = await deps.reader.rows({
    projectId,
    operation: 'count_events',
    sql: count.sql,
    params: count.params,
    signal,
  });
  return Math.min(Number(jsonCells(line ?? '[0]')[0]), countedMax);
}
