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
  const asked = traceIds.slice(0, tracesMax);
  const extent = asked.length === 0 ? undefined : await selectTraceExtent(deps.reader, projectId, asked, signal);
  if (extent === undefined) return { page, descendants: [], note: undefined };
  const compiled = await compileQuery(deps, projectId, {
    text: 'where trace_id in ({{traces}})',
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
  const cut = traceIds.length > tracesMax || rows.length >= limitMax || descendants.length < found.length;
  return {
    page,
    descendants,
    note: cut
      ? `Children of ${tracesMax} traces and ${limitMax} rows at most are returned; some are left out.`
      : undefined,
  };
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
  const pending = spans.map(({ traceId, spanId }) => `${traceId} ${spanId}`);
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
