import { setImmediate } from 'node:timers/promises';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../errors.ts';
import { groupBy } from '../../lib/group-by.ts';
import { jsonParts } from '../../lib/json.ts';
import { inPieces, type Pieces } from '../../lib/pieces.ts';
import type { Actor } from '../permission.ts';
import { serviceColors } from './color.ts';
import { selectTraceEvents, selectTraceSummary, type TraceEvent, type TraceSummary } from './queries.ts';
import { traceTrees, type TraceRow, type TraceTree } from './trace-tree.ts';

const traceRowsMax = 10_000;

/** A whole trace: its spans in the order they are drawn, each with its logs. Undefined when there is none. */
export async function readTrace(deps: Pick<Deps, 'reader'>, projectId: string, traceId: string, signal: AbortSignal) {
  const id = traceId.toLowerCase();
  const rows = await selectTraceEvents(deps.reader, projectId, id, traceRowsMax + 1, signal);
  if (rows.length === 0) return undefined;
  const truncated = rows.length > traceRowsMax;
  const events = rows.slice(0, traceRowsMax);
  const trees = traceTrees(events.map(traceRowOf)).toReversed();
  const whole = truncated ? await selectTraceSummary(deps.reader, projectId, id, signal) : summaryOf(events, trees);
  // To put its rows in order takes as long as to draw them.
  await setImmediate();
  const { spans, roots, orphans } = arrange(events, trees, whole.startNs);
  return {
    trace_id: id,
    start_time_ns: whole.startNs,
    duration: whole.endNs - whole.startNs,
    span_count: whole.spanCount,
    log_count: whole.logCount,
    error_count: whole.errorCount,
    services: whole.services,
    serviceColors: serviceColors(whole.services),
    roots,
    spans,
    orphan_logs: orphans.map(logOf),
    truncated,
  };
}

export type TraceView = NonNullable<Awaited<ReturnType<typeof readTrace>>>;

/** The same as JSON text, with every digit of its times. */
export async function getTrace(
  deps: Pick<Deps, 'reader'>,
  actor: Actor,
  traceId: string,
  signal: AbortSignal,
): Promise<Pieces> {
  const trace = (await readTrace(deps, actor.projectId, traceId, signal)) ?? missingTrace();
  return inPieces(jsonParts(trace));
}

export function missingTrace(): never {
  throw new ApiError('not_found', { parameter: 'trace_id', message: 'There is no such trace.' });
}

/** As a list has it: a log is a leaf of its own below its span. */
function traceRowOf({ id, kind, startNs, durationNs, spanId, parentId, service }: TraceEvent): TraceRow {
  const isSpan = kind === 'span';
  return {
    id: isSpan ? spanId : id,
    traceId: 'one',
    parentId: isSpan ? parentId : spanId,
    service,
    startNs: BigInt(startNs),
    durationNs: BigInt(durationNs),
  };
}

/** Of all rows of a trace: as the store sums them up, but from the first start to the last end of its trees, as lists do. */
function summaryOf(events: readonly TraceEvent[], trees: readonly TraceTree[]): TraceSummary {
  const spanCount = events.filter(({ kind }) => kind === 'span').length;
  return {
    startNs: trees[0]?.startNs ?? 0n,
    endNs: trees
      .map(({ startNs, durationNs }) => startNs + durationNs)
      .reduce((last, one) => (one > last ? one : last)),
    spanCount,
    logCount: events.length - spanCount,
    errorCount: events.filter(({ errors }) => errors).length,
    services: [...new Set(events.map(({ service }) => service))].filter((service) => service !== '').toSorted(),
  };
}

function arrange(events: readonly TraceEvent[], trees: readonly TraceTree[], startNs: bigint) {
  // Some senders give both sides of a call one id: the sides stand in one place of the tree, the first of them for both.
  const idOf = ({ spanId }: TraceEvent) => spanId;
  const sides = groupBy(
    events.filter(({ kind }) => kind === 'span'),
    idOf,
  );
  const written = events.filter(({ kind }) => kind !== 'span');
  const logs = groupBy(written, idOf);
  const orphans = written.filter(({ spanId }) => !sides.has(spanId));
  const isSpan = (id: string) => sides.has(id);
  const spans = trees.flatMap(({ root, children, movedNs }) =>
    drawingOrder(root, children).flatMap(({ id, depth }) =>
      (sides.get(id) ?? []).map((event, nth) => {
        const offset = BigInt(event.startNs) + (movedNs.get(id) ?? 0n) - startNs;
        return nth === 0
          ? spanOf(event, offset, depth, (children.get(id) ?? []).filter(isSpan), logs.get(id) ?? [])
          : spanOf(event, offset, depth, [], []);
      }),
    ),
  );
  return { spans, roots: trees.map(({ root }) => root).filter(isSpan), orphans };
}

/** Each before its children, without recursion: a trace can be as deep as it is long. */
function drawingOrder(root: string, children: ReadonlyMap<string, readonly string[]>): { id: string; depth: number }[] {
  const order: { id: string; depth: number }[] = [];
  const pending = [{ id: root, depth: 0 }];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    order.push(node);
    for (const id of (children.get(node.id) ?? []).toReversed()) pending.push({ id, depth: node.depth + 1 });
  }
  return order;
}

function spanOf(
  event: TraceEvent,
  offset: bigint,
  depth: number,
  children: readonly string[],
  logs: readonly TraceEvent[],
) {
  return {
    id: event.id,
    span_id: event.spanId,
    parent_id: event.parentId,
    name: event.name,
    service: event.service,
    kind: event.spanKind,
    timestamp: event.timestamp,
    start_time_ns: BigInt(event.startNs),
    duration: BigInt(event.durationNs),
    offset,
    status_code: event.status.toUpperCase(),
    status_message: event.statusMessage,
    exception: event.exception,
    errors: event.errors,
    session_id: event.sessionId,
    depth,
    children,
    logs: logs.map(logOf),
  };
}

function logOf({ id, timestamp, level, body, errors }: TraceEvent) {
  return { id, timestamp, level, body, errors };
}
