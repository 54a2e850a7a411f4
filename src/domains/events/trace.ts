import { setImmediate } from 'node:timers/promises';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../errors.ts';
import { groupBy } from '../../lib/group-by.ts';
import { jsonText } from '../../lib/json.ts';
import type { Actor } from '../permission.ts';
import { serviceColors } from './color.ts';
import { selectTraceEvents, selectTraceSummary, type TraceEvent, type TraceSummary } from './queries.ts';
import { traceTrees } from './trace-tree.ts';

const traceRowsMax = 10_000;

/** A whole trace: its spans in the order they are drawn, each with its logs. Undefined when there is none. */
export async function readTrace(deps: Pick<Deps, 'reader'>, projectId: string, traceId: string, signal: AbortSignal) {
  const id = traceId.toLowerCase();
  const rows = await selectTraceEvents(deps.reader, projectId, id, traceRowsMax + 1, signal);
  if (rows.length === 0) return undefined;
  const truncated = rows.length > traceRowsMax;
  const events = rows.slice(0, traceRowsMax);
  const whole = truncated ? await selectTraceSummary(deps.reader, projectId, id, signal) : summaryOf(events);
  const { spans, roots, orphans } = arrange(events);
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
): Promise<string> {
  const trace = await readTrace(deps, actor.projectId, traceId, signal);
  if (trace === undefined)
    throw new ApiError('not_found', { parameter: 'trace_id', message: 'There is no such trace.' });
  // To read it took as long as to print it.
  await setImmediate();
  return jsonText(trace);
}

/** Of all rows of a trace, the first of them first: as the store sums them up. */
function summaryOf(events: readonly TraceEvent[]): TraceSummary {
  const spanCount = events.filter(({ kind }) => kind === 'span').length;
  return {
    startNs: BigInt(events[0]?.startNs ?? 0),
    endNs: events
      .map(({ startNs, durationNs }) => BigInt(startNs) + BigInt(durationNs))
      .reduce((last, one) => (one > last ? one : last)),
    spanCount,
    logCount: events.length - spanCount,
    errorCount: events.filter(({ errors }) => errors).length,
    services: [...new Set(events.map(({ service }) => service))].filter((service) => service !== '').toSorted(),
  };
}

function arrange(events: readonly TraceEvent[]) {
  // Some senders give both sides of a call one id: the sides stand in one place of the tree, the first of them for both.
  const idOf = ({ spanId }: TraceEvent) => spanId;
  const sides = groupBy(
    events.filter(({ kind }) => kind === 'span'),
    idOf,
  );
  const written = events.filter(({ kind }) => kind !== 'span');
  const logs = groupBy(written, idOf);
  const orphans = written.filter(({ spanId }) => !sides.has(spanId));
  const trees = traceTrees(
    [...sides.values()].flat().map((event) => ({
      id: event.spanId,
      traceId: 'one',
      parentId: event.parentId,
      startNs: BigInt(event.startNs),
      durationNs: BigInt(event.durationNs),
    })),
  ).toReversed();
  const spans = trees.flatMap(({ root, children }) =>
    drawingOrder(root, children).flatMap(({ id, depth }) =>
      (sides.get(id) ?? []).map((event, nth) =>
        nth === 0 ? spanOf(event, depth, children.get(id) ?? [], logs.get(id) ?? []) : spanOf(event, depth, [], []),
      ),
    ),
  );
  return { spans, roots: trees.map(({ root }) => root), orphans };
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

function spanOf(event: TraceEvent, depth: number, children: readonly string[], logs: readonly TraceEvent[]) {
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
