import { groupBy } from '../../../lib/group-by.ts';
import { runQuery, compileQuery, type CellRows } from '../../query/run.ts';
import { selectTraceExtent } from '../queries.ts';
import { placeReader, traceRowOf, type Place } from './place.ts';
import type { Caller, Page } from './paging.ts';
import { limitMax, type ListRequest } from './request.ts';

const tracesMax = 200;

export interface PageWithDescendants {
  readonly page: Page;
  /** Rows below the matched ones, that did not match themselves. */
  readonly descendants: readonly { readonly cells: readonly string[]; readonly place: Place }[];
  /** Said in the answer when something had to be left out. */
  readonly note: string | undefined;
}

/** The whole subtrees of the matched spans, from as far as their traces reach. */
export async function addDescendants(caller: Caller, request: ListRequest, page: Page): Promise<PageWithDescendants> {
  const { deps, projectId, signal } = caller;
  const places = page.places ?? [];
  const spans = places.filter(({ isSpan, traceId }) => isSpan && traceId !== '');
  const traceIds = [...new Set(spans.map(({ traceId }) => traceId))];
  const first = traceIds.slice(0, tracesMax);
  const extent = first.length === 0 ? undefined : await selectTraceExtent(deps.reader, projectId, first, signal);
  if (extent === undefined) return { page, descendants: [], note: undefined };
  const asked = withinRoom(first, extent.rowsOf);
  const compiled = await compileQuery(deps, projectId, {
    // One trace after the other, each from its start: where they are cut, what is above a child is there.
    text: 'where trace_id in ({{traces}}) | sort by array_index_of(pack_array({{traces}}), trace_id) asc, timestamp asc',
    source: 'events',
    range: {
      from: extent.from < request.range.from ? extent.from : request.range.from,
      to: extent.to >= request.range.to ? extent.to + 1n : request.range.to,
    },
    variables: new Map([['traces', { kind: 'list', values: asked.map((value) => ({ type: 'string', value })) }]]),
    options: { columns: page.columns, defaultLimit: limitMax },
  });
  const rows = await runQuery(deps, projectId, compiled, { operation: 'list_events', signal });
  // What the query itself computed, rows that it did not match have not.
  const known = compiled.columns.map(({ name }) => name);
  const indexes = page.columns.map((name) => known.indexOf(name));
  const found = below(
    spans,
    places,
    page.columns,
    rows.map((cells) => indexes.map((index) => cells[index] ?? 'null')),
  );
  const descendants = found.slice(0, limitMax - page.rows.length);
  const cut = traceIds.length > asked.length || rows.length >= limitMax || descendants.length < found.length;
  return {
    page,
    descendants,
    note: cut
      ? `Children of ${tracesMax} traces and ${limitMax} rows at most are returned; some are left out.`
      : undefined,
  };
}

/** Those of which there is room for a row at least. */
function withinRoom(traceIds: readonly string[], rowsOf: Readonly<Record<string, number>>): string[] {
  let rows = 0;
  return traceIds.filter((traceId) => {
    const before = rows;
    rows += rowsOf[traceId] ?? 0;
    return before < limitMax;
  });
}

/** Rows that are reached from a matched span, going down, and are not matched themselves. */
function below(spans: readonly Place[], matched: readonly Place[], columns: readonly string[], rows: CellRows) {
  const read = placeReader(columns, []);
  if (read === undefined) return [];
  const known = new Set(matched.map(({ id }) => id));
  const inside = groupBy(
    rows.map((cells) => ({ cells, place: read(cells) })),
    ({ place }) => `${place.traceId} ${traceRowOf(place).parentId}`,
  );
  const reached: { cells: readonly string[]; place: Place }[] = [];
  const visited = new Set<string>();
  // What finds no place is of the last.
  const pending = spans.map(({ traceId, spanId }) => `${traceId} ${spanId}`).toReversed();
  for (let key = pending.pop(); key !== undefined; key = pending.pop()) {
    if (visited.has(key)) continue; // a cycle
    visited.add(key);
    for (const row of inside.get(key) ?? []) {
      if (!known.has(row.place.id)) reached.push(row);
      known.add(row.place.id);
      if (row.place.isSpan) pending.push(`${row.place.traceId} ${row.place.spanId}`);
    }
  }
  return reached;
}
